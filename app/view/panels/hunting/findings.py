"""The progress and the findings of the hunt: a card with a picture for each combination of symptom and shape types.

A click opens the simplest pair with the solver's answer; a button opens the one with the greatest error, or the one
that was simplified.
"""

from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.actions import ChooseTheme, FrameAll, Select, SetVisible, initial_state, update
from gjkscope.app.state.model import HuntFinding, HuntPhase, HuntRun, State, Theme
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.drawlist import DrawList
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.requests import Outcome, TakeImport
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS
from gjkscope.engine.text import counted, percent

PICTURE = (92.0, 58.0)  # pixels at 100 % scale, as are the sizes below
CARD = 236.0  # least width
GAP = 6.0
ROUNDING = 3.0
FINE = 0.6  # width of lines in a picture, relative to the views
HIDDEN = ("aabbs", "labels", "grid", "planes", "regions", "path", "beliefs", "difference", "steps", "supports")

INTRODUCTION = (
    "Draws random pairs of 3D shapes, ordinary ones first, and asks a solver about them. Each wrong answer is proved "
    "to be wrong, or contradicts another answer of the solver. The pairs appear here with pictures; a click opens one."
)


class Thumbnail(NamedTuple):
    """The contents of a card's picture."""

    draw_list: DrawList
    camera: OrbitCamera


def draw_findings(state: State, ui: Ui) -> list[Outcome]:
    """Draws the progress and the cards, and returns what the user opened."""
    run = state.hunt.run
    if run is None:
        imgui.push_text_wrap_pos(0)
        imgui.text_disabled(INTRODUCTION)
        imgui.pop_text_wrap_pos()
        return []
    _draw_status(run, ui)
    imgui.begin_child("cards", ImVec2(0, 0))
    imgui.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(GAP * ui.scale, 0))
    outcomes: list[Outcome] = []
    width = imgui.get_content_region_avail().x
    columns = max(int((width + GAP * ui.scale) / ((CARD + GAP) * ui.scale)), 1)
    card = (width - (columns - 1) * GAP * ui.scale) / columns
    for i, finding in enumerate(run.found):
        if i % columns:
            imgui.same_line(0, GAP * ui.scale)
        outcomes += _draw_card(finding, card, state, ui)
    imgui.pop_style_var()
    imgui.end_child()
    return outcomes


# --- progress ---


def _draw_status(run: HuntRun, ui: Ui) -> None:
    if run.phase is HuntPhase.FAILED:
        imgui.push_text_wrap_pos(0)
        imgui.text_colored(theme.rgba(tones.BAD), f"{icons_fontawesome_6.ICON_FA_CIRCLE_XMARK} {run.fault}")
        imgui.pop_text_wrap_pos()
        return
    if run.is_running:
        imgui.progress_bar(run.progress, ImVec2(-1, BAR * ui.scale), "")
    imgui.push_text_wrap_pos(0)
    words = progress_words(run)
    if not run.is_running and run.failures == 0 and run.pairs > run.skipped:
        imgui.text_colored(theme.rgba(tones.GOOD), f"{icons_fontawesome_6.ICON_FA_CHECK} {words}")
    else:
        imgui.text_unformatted(words)
    imgui.pop_text_wrap_pos()


def progress_words(run: HuntRun) -> str:
    """ "4,500 pairs, 1,200/s, 31 wrong answers, 12 s left"."""
    if run.phase is HuntPhase.STARTING:
        if run.compiling:
            return f"{run.compiling.capitalize()}, once on this machine…"
        return f"Asking {run.solver} about the first pairs…" if run.solver else "Starting the solver…"
    wrong = f"{run.failures:,} wrong {'answer' if run.failures == 1 else 'answers'}"
    if run.phase is HuntPhase.MINIMISING:
        return f"Simplifying: {run.minimised} of {len(run.found)} examples, {wrong}"
    if run.is_running:
        words = [f"{run.pairs:,} pairs", f"{run.rate:,.0f}/s", wrong]
        if run.phase is HuntPhase.STOPPING:
            words.append("stopping…")
        elif run.seconds_left is not None:
            words.append(f"{run.seconds_left:,.0f} s left")
        return ", ".join(words)
    words = [f"{wrong if run.failures else 'nothing wrong'} in {counted(run.pairs, 'pair')}"]
    if run.skipped:
        words.append(f"{run.skipped:,} of them not supported")
    words.append(f"{run.rate:,.0f}/s")
    if run.phase is HuntPhase.STOPPED:
        words.append("stopped")
    return f"{run.solver}: {', '.join(words)}"


# --- cards ---


def _draw_card(finding: HuntFinding, width: float, state: State, ui: Ui) -> list[Outcome]:
    """Draws a card; returns what a click on it opens."""
    size = ImVec2(width, PICTURE[1] * ui.scale + 2 * EDGE * ui.scale)
    low = imgui.get_cursor_screen_pos()
    is_open = any(scene is not None and _is_open(scene, state) for scene in (finding.scene, finding.worst))
    name = f"{finding.symptom} {', '.join(finding.kinds)}"
    clicked = imgui.selectable(f"##found {name}", is_open, imgui.SelectableFlags_.allow_overlap, size)[0]
    is_visible = imgui.is_item_visible()
    tool_tip(_about(finding))
    if is_visible:
        _draw_picture(name, finding.scene, ImVec2(low.x + EDGE * ui.scale, low.y + EDGE * ui.scale), state, ui)
        clicked_worst = _draw_words(finding, low, width, ui)
        imgui.set_cursor_screen_pos(low)
        imgui.dummy(size)  # the next card is placed beside this, whatever was drawn in it
        if clicked_worst and finding.worst is not None:
            return [TakeImport(finding.worst)]
    return [TakeImport(finding.scene)] if clicked else []


def _is_open(scene: Scene, state: State) -> bool:
    opened = state.file.imported
    return opened is not None and (opened.bodies, opened.name) == (scene.bodies, scene.name)


def _about(finding: HuntFinding) -> str:
    about = finding.scene.about or ""
    return f"{about}\n\nClick to open the simplest pair, with the solver's answer"


def _draw_words(finding: HuntFinding, low: ImVec2, width: float, ui: Ui) -> bool:
    """Draws the words of a card; returns whether "worst" was clicked."""
    left = low.x + (PICTURE[0] + 3 * EDGE) * ui.scale
    room = width - (PICTURE[0] + 4 * EDGE) * ui.scale
    line = imgui.get_text_line_height()
    imgui.set_cursor_screen_pos(ImVec2(left, low.y + EDGE * ui.scale))
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_colored(theme.rgba(tones.BAD), shorten_label(finding.symptom.capitalize(), room))
    imgui.set_cursor_screen_pos(ImVec2(left, low.y + EDGE * ui.scale + line + LEADING * ui.scale))
    imgui.text_unformatted(shorten_label(", ".join(finding.kinds), room))
    imgui.set_cursor_screen_pos(ImVec2(left, low.y + EDGE * ui.scale + 2 * (line + LEADING * ui.scale)))
    with imgui_ctx.push_font(*ui.fonts.small):
        label = WORST if has_worst(finding) else AS_DRAWN
        button = imgui.calc_text_size(label).x + 2 * imgui.get_style().frame_padding.x if finding.worst else 0.0
        imgui.text_disabled(shorten_label(count_words(finding), room - button))
        if not finding.worst:
            return False
        imgui.same_line(0, 0)
        imgui.set_cursor_screen_pos(ImVec2(low.x + width - button - EDGE * ui.scale, imgui.get_cursor_screen_pos().y))
        pressed: bool = imgui.small_button(f"{label}##{finding.symptom} {', '.join(finding.kinds)}")
    tool_tip(WORST_HELP if has_worst(finding) else AS_DRAWN_HELP)
    return pressed


def count_words(finding: HuntFinding) -> str:
    """ "31 pairs, ≤ 44 %": their number, and the greatest error relative to the size of the pair."""
    count = counted(finding.count, "pair")
    if finding.error <= 0:
        return count
    return f"{count}, {'≤ ' if finding.count > 1 else ''}{percent(finding.error)}"


def has_worst(finding: HuntFinding) -> bool:
    """Whether the other pair has a greater error, rather than being the same pair before it was simplified."""
    return finding.error > 0 and finding.count > 1


def _draw_picture(name: str, scene: Scene, low: ImVec2, state: State, ui: Ui) -> None:
    """Draws the pair as soon as its picture has been computed.  Until then, `name` keeps its previous picture."""
    size = ImVec2(PICTURE[0] * ui.scale, PICTURE[1] * ui.scale)
    shown = state.appearance.theme
    known = ui.jobs.request(f"hunt picture {name}", thumbnail, scene, shown)
    if known is None:
        return
    picture: Thumbnail = known.value
    pixels = (max(round(size.x * ui.pixel_ratio), 1), max(round(size.y * ui.pixel_ratio), 1))
    image = ui.renderer.order(
        picture.draw_list,
        picture.camera,
        pixels,
        view=f"hunt picture {name}",
        background=BACKGROUNDS[shown],
        scale=FINE * ui.scale * ui.pixel_ratio,
    )
    high = ImVec2(low.x + size.x, low.y + size.y)
    imgui.get_window_draw_list().add_image_rounded(
        imgui.ImTextureRef(image.texture.glo), low, high, ImVec2(0, 1), ImVec2(1, 0), 0xFFFFFFFF, ROUNDING * ui.scale
    )


def thumbnail(scene: Scene, shown_theme: Theme) -> Thumbnail:
    """What the picture of a pair shows: the shapes, their closest points or push-out, and the solver's answer."""
    state = initial_state(scene)
    state = replace(state, view=replace(state.view, turn=None, approach=None))
    hidden = (SetVisible(name, False) for name in HIDDEN)
    for action in (ChooseTheme(shown_theme), FrameAll(PICTURE[0] / PICTURE[1]), Select(None), *hidden):
        state = update(state, action)
    return Thumbnail(world_drawing(state), state.view.cameras.world)


WORST, AS_DRAWN = "worst", "as drawn"
WORST_HELP = "Opens the pair with the greatest error"
AS_DRAWN_HELP = "Opens the pair as it was drawn, before it was simplified"
EDGE = 4.0  # around the picture of a card
LEADING = 2.0  # between its lines
BAR = 5.0  # height
