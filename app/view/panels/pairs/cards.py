"""Pairs as cards with pictures, in as many columns as there is room for; a click opens one."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions import ChooseTheme, FrameAll, Select, SetVisible, initial_state, update
from gjkscope.app.state.model import State, Theme
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.requests import Outcome, TakeImport
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS
from gjkscope.app.view.tones import Tone

PICTURE = (92.0, 58.0)  # pixels at 100 % scale, as are the sizes below
CARD = 236.0  # least width
GAP = 6.0
ROUNDING = 3.0
EDGE = 4.0  # around the picture of a card
LEADING = 2.0  # between its lines
FINE = 0.6  # width of lines in a picture, relative to the views
HIDDEN = ("aabbs", "labels", "grid", "planes", "regions", "path", "beliefs", "difference", "steps", "supports")

NOT_YET, NONE_FOUND = "Nothing found so far", "Nothing was found"

DrawPicture = Callable[[ImVec2, ImVec2], None]
"""Draws the picture of a card between two corners, in pixels."""


class Thumbnail(NamedTuple):
    """The contents of a card's picture."""

    draw_list: DrawList
    camera: OrbitCamera


class OtherPair(NamedTuple):
    """A second pair that a button of a card opens."""

    label: str
    help: str
    scene: Scene


class PairCard(NamedTuple):
    """What a card shows and opens."""

    name: str  # its ID
    title: str
    lines: tuple[str, str]  # below the title
    about: str  # the tool tip
    is_open: bool
    opens: Outcome
    draw_picture: DrawPicture
    tone: Tone = tones.BAD  # of the title
    other: OtherPair | None = None


def draw_found_cards(cards: Sequence[PairCard], is_running: bool, ui: Ui) -> list[Outcome]:
    """Draws the cards, or says that there are none yet, or none at all; returns what the user opened."""
    if not cards:
        imgui.text_disabled(NOT_YET if is_running else NONE_FOUND)
    return draw_pair_cards(cards, ui)


def draw_pair_cards(cards: Iterable[PairCard], ui: Ui) -> list[Outcome]:
    """Draws the cards; returns what the user opened."""
    imgui.begin_child("cards", ImVec2(0, 0))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(GAP * ui.scale, 0))
    outcomes: list[Outcome] = []
    room = imgui.get_content_region_avail().x
    columns = max(int((room + GAP * ui.scale) / ((CARD + GAP) * ui.scale)), 1)
    width = (room - (columns - 1) * GAP * ui.scale) / columns
    for i, card in enumerate(cards):
        if i % columns:
            imgui.same_line(0, GAP * ui.scale)
        outcomes += _draw_card(card, width, ui)
    imgui.pop_style_var()
    imgui.end_child()
    return outcomes


def _draw_card(card: PairCard, width: float, ui: Ui) -> list[Outcome]:
    """Draws a card; returns what a click on it opens."""
    size = ImVec2(width, PICTURE[1] * ui.scale + 2 * EDGE * ui.scale)
    low = imgui.get_cursor_screen_pos()
    flags = imgui.SelectableFlags_.allow_overlap
    clicked = imgui.selectable(f"##found {card.name}", card.is_open, flags, size)[0]
    is_visible = imgui.is_item_visible()
    tool_tip(card.about)
    if is_visible:
        corner = ImVec2(low.x + EDGE * ui.scale, low.y + EDGE * ui.scale)
        card.draw_picture(corner, ImVec2(corner.x + PICTURE[0] * ui.scale, corner.y + PICTURE[1] * ui.scale))
        clicked_other = _draw_words(card, low, width, ui)
        imgui.set_cursor_screen_pos(low)
        imgui.dummy(size)  # the next card is placed beside this, whatever was drawn in it
        if clicked_other and card.other is not None:
            return [TakeImport(card.other.scene)]
    return [card.opens] if clicked else []


def _draw_words(card: PairCard, low: ImVec2, width: float, ui: Ui) -> bool:
    """Draws the words of a card; returns whether the button of the other pair was clicked."""
    left = low.x + (PICTURE[0] + 3 * EDGE) * ui.scale
    room = width - (PICTURE[0] + 4 * EDGE) * ui.scale
    line = imgui.get_text_line_height()
    imgui.set_cursor_screen_pos(ImVec2(left, low.y + EDGE * ui.scale))
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_colored(theme.rgba(card.tone), shorten_label(card.title, room))
    imgui.set_cursor_screen_pos(ImVec2(left, low.y + EDGE * ui.scale + line + LEADING * ui.scale))
    imgui.text_unformatted(shorten_label(card.lines[0], room))
    imgui.set_cursor_screen_pos(ImVec2(left, low.y + EDGE * ui.scale + 2 * (line + LEADING * ui.scale)))
    with imgui_ctx.push_font(*ui.fonts.small):
        other = card.other
        button = imgui.calc_text_size(other.label).x + 2 * imgui.get_style().frame_padding.x if other else 0.0
        imgui.text_disabled(shorten_label(card.lines[1], room - button))
        if other is None:
            return False
        imgui.same_line(0, 0)
        imgui.set_cursor_screen_pos(ImVec2(low.x + width - button - EDGE * ui.scale, imgui.get_cursor_screen_pos().y))
        pressed: bool = imgui.small_button(f"{other.label}##{card.name}")
    tool_tip(other.help)
    return pressed


def is_open(scene: Scene | None, state: State) -> bool:
    """Whether a pair that has no file is the open one."""
    opened = state.file.imported
    return scene is not None and opened is not None and (opened.bodies, opened.name) == (scene.bodies, scene.name)


def picture_of(name: str, scene: Scene, state: State, ui: Ui) -> DrawPicture:
    """Draws the pair as soon as its picture has been computed.  Until then, `name` keeps its previous picture."""

    def draw(low: ImVec2, high: ImVec2) -> None:
        shown = state.appearance.theme
        known = ui.jobs.request(f"picture {name}", thumbnail, scene, shown)
        if known is None:
            return
        picture: Thumbnail = known.value
        size = high.x - low.x, high.y - low.y
        image = ui.renderer.order(
            picture.draw_list,
            picture.camera,
            (max(round(size[0] * ui.pixel_ratio), 1), max(round(size[1] * ui.pixel_ratio), 1)),
            view=f"picture {name}",
            background=BACKGROUNDS[shown],
            scale=FINE * ui.scale * ui.pixel_ratio,
        )
        draw_texture(image.texture.glo, low, high, ui, flipped=True)

    return draw


def draw_texture(texture: int, low: ImVec2, high: ImVec2, ui: Ui, flipped: bool = False) -> None:
    """Draws a texture with rounded corners; `flipped` ones, as OpenGL renders, have their first row at the bottom."""
    top, bottom = (1, 0) if flipped else (0, 1)
    imgui.get_window_draw_list().add_image_rounded(
        imgui.ImTextureRef(texture), low, high, ImVec2(0, top), ImVec2(1, bottom), 0xFFFFFFFF, ROUNDING * ui.scale
    )


def thumbnail(scene: Scene, shown_theme: Theme) -> Thumbnail:
    """What the picture of a pair shows: the shapes, their closest points or push-out, and the solver's answer."""
    state = initial_state(scene)
    state = replace(state, view=replace(state.view, turn=None, approach=None))
    hidden = (SetVisible(name, False) for name in HIDDEN)
    for action in (ChooseTheme(shown_theme), FrameAll(PICTURE[0] / PICTURE[1]), Select(None), *hidden):
        state = update(state, action)
    return Thumbnail(world_drawing(state), state.view.cameras.world)
