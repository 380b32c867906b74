"""Draws what a demo shows over all views, in the window and in films: the curtain, a race, a card, and a title."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.model import State
from gjkscope.app.state.model.direction import Card, CardPlace, Title
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit.labels import LabelBox
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.panels.viewport.pointers import text_inks, tone
from gjkscope.app.view.panels.viewport.race import draw_race, race_box
from gjkscope.app.view.panels.viewport.styled_text import TextLine, draw_lines, lines_size, styled_lines
from gjkscope.app.view.panels.viewport.viewport import BACKGROUNDS

# Text heights relative to the height of the picture, and the least in pixels at 100 %.
TITLE_TEXT, CARD_TEXT, SMALLEST = 0.07, 0.042, 15.0
TITLE_WIDEST = 0.84  # relative to the width
CARD_WIDEST = {CardPlace.LEFT: 0.36, CardPlace.RIGHT: 0.36, CardPlace.CENTER: 0.62, CardPlace.TOP: 0.8}
PADDING = 0.9  # around a card's text, in text heights
MARGIN = 0.03  # between a card and the edge, relative to the height
TOP_MARGIN = 0.08  # leaves the headings of the views visible
TITLE_GROUND, CARD_GROUND = 0.68, 0.92  # opacity behind the text

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_background
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_inputs
)


def draw_cards_over(state: State, frame: Rect, ui: Ui) -> None:
    """Draws these over the docked windows at `frame`, below menus and pop-ups."""
    direction = state.direction
    if direction.curtain == 0 and direction.card is None and direction.title is None and direction.race is None:
        return
    imgui.set_next_window_pos(ImVec2(*frame[:2]))
    imgui.set_next_window_size(ImVec2(*frame[2:]))
    imgui.begin("##cards", None, FLAGS)
    draw_cards(imgui.get_window_draw_list(), state, frame, ui)
    window, popups = imgui.internal.get_current_window(), imgui.get_current_context().open_popup_stack
    if popups.size() and popups[0].window is not None:
        imgui.internal.bring_window_to_display_behind(window, popups[0].window)
    imgui.end()


def draw_cards(canvas: imgui.ImDrawList, state: State, frame: Rect, ui: Ui) -> None:
    """Draws the curtain, the race, the card and the title over the picture at `frame`."""
    direction = state.direction
    if direction.curtain > 0:
        _draw_ground(canvas, state, frame, direction.curtain)
    if direction.race is not None:
        draw_race(canvas, state, direction.race, frame, ui)
    if direction.card is not None:
        _draw_card(canvas, direction.card, frame, ui)
    if direction.title is not None:
        _draw_ground(canvas, state, frame, TITLE_GROUND * direction.title.presence.shown)
        _draw_title(canvas, direction.title, frame, ui)


def card_boxes(state: State, frame: Rect, ui: Ui) -> tuple[LabelBox, ...]:
    """The plates of the card and of the race over the picture at `frame`, which labels avoid."""
    card, race = state.direction.card, state.direction.race
    boxes = [] if card is None else [_card_box(card, frame, ui)]
    return (*boxes, *([] if race is None else [race_box(race, frame, ui)]))


def _draw_ground(canvas: imgui.ImDrawList, state: State, frame: Rect, opacity: float) -> None:
    """Covers the picture with the background of the views."""
    ground = BACKGROUNDS[state.appearance.theme]
    top, bottom = pack_color((*ground.top, opacity)), pack_color((*ground.bottom, opacity))
    left, upper, width, height = frame
    corners = ImVec2(left, upper), ImVec2(left + width, upper + height)
    canvas.add_rect_filled_multi_color(*corners, top, top, bottom, bottom)


def _card_box(card: Card, frame: Rect, ui: Ui) -> LabelBox:
    left, top, width, height = frame
    size = _text_size(CARD_TEXT, frame, ui)
    text_width, text_height = lines_size(_card_lines(card, frame, ui), ui.fonts)
    wide, high = text_width + 2 * PADDING * size, text_height + 2 * PADDING * size
    margin = MARGIN * height
    x = {CardPlace.LEFT: left + margin, CardPlace.RIGHT: left + width - margin - wide}.get(
        card.place, left + (width - wide) / 2
    )
    y = top + TOP_MARGIN * height if card.place is CardPlace.TOP else top + (height - high) / 2
    return LabelBox(x, y, x + wide, y + high)


def _draw_card(canvas: imgui.ImDrawList, card: Card, frame: Rect, ui: Ui) -> None:
    size, opacity = _text_size(CARD_TEXT, frame, ui), card.presence.shown
    left, top, right, bottom = _card_box(card, frame, ui)
    corners = ImVec2(left, top), ImVec2(right, bottom)
    plate, edge = ((*tone(of)[:3], CARD_GROUND * opacity) for of in (tones.POPUP, tones.EDGE))
    canvas.add_rect_filled(*corners, pack_color(plate), 0.35 * size)
    canvas.add_rect(*corners, pack_color(edge), 0.35 * size)
    position = (left + PADDING * size, top + PADDING * size)
    draw_lines(canvas, _card_lines(card, frame, ui), position, text_inks().faded(opacity), ui.fonts, centred=False)


def _draw_title(canvas: imgui.ImDrawList, title: Title, frame: Rect, ui: Ui) -> None:
    left, top, width, height = frame
    lines = styled_lines(title.text, TITLE_WIDEST * width, _text_size(TITLE_TEXT, frame, ui), ui.fonts)
    high = lines_size(lines, ui.fonts)[1]
    position = (left + width / 2, top + (height - high) / 2)
    draw_lines(canvas, lines, position, text_inks().faded(title.presence.shown), ui.fonts)


def _card_lines(card: Card, frame: Rect, ui: Ui) -> list[TextLine]:
    return styled_lines(card.text, CARD_WIDEST[card.place] * frame[2], _text_size(CARD_TEXT, frame, ui), ui.fonts)


def _text_size(share: float, frame: Rect, ui: Ui) -> float:
    return max(share * frame[3], SMALLEST * ui.scale)
