"""The windows of a lesson's page: its text, and the frames of the views and panels that it shows.

They are not docked; `lesson_layout` places them.  Their names end in `SUFFIX`, so that the docked windows with the same
titles keep their places.
"""

from collections.abc import Callable, Sequence

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import MAX_DISTANCE, MIN_DISTANCE, PICTURE_ASPECT
from gjkscope.app.state.actions import FrameAll, FrameBody, Pan, Zoom
from gjkscope.app.state.model import State, View
from gjkscope.app.view import tones
from gjkscope.app.view.panels.lessons.lesson_layout import LessonLayout, lesson_layout
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.refresh import UNDOCKED as SUFFIX
from gjkscope.app.view.panels.toolkit.ui import Rect, Ui
from gjkscope.app.view.words.titles import TITLES

TEXT = f"Lesson{SUFFIX}"
NAMES = {View.WORLD: "World", View.DIFFERENCE: "A − B", View.SECOND: "World, second camera"}
NAME_MARGIN = 12.0  # of a view's name, pixels at 100 % scale

FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_bring_to_front_on_focus
    | imgui.WindowFlags_.no_focus_on_appearing
) & ~imgui.WindowFlags_.no_scrollbar


def layout_of(state: State, ui: Ui) -> LessonLayout:
    """The layout of the open page; without panels (Tab), or in a presentation, the views fill the window."""
    area, page = imgui.get_main_viewport(), state.page
    room = (area.work_pos.x, area.work_pos.y, area.work_size.x, area.work_size.y)
    panels = page.display.panels if page is not None else ()
    has_text = page is not None and state.shows_panels
    return lesson_layout(room, ui.scale, len(state.display.layout.views), panels, has_text)


def view_window(state: State, view: View) -> str:
    """The name of the window that shows a view."""
    return f"{TITLES[view]}{SUFFIX}" if state.is_bare else TITLES[view]


def place_next_window(rect: Rect) -> None:
    left, top, width, height = rect
    imgui.set_next_window_pos(ImVec2(round(left), round(top)))
    imgui.set_next_window_size(
        ImVec2(round(left + width) - round(left), round(top + height) - round(top))  # no gap between neighbours
    )


def zoom_of(state: State, view: View, rect: Rect) -> float:
    """How much further away the camera of a view must be for its pane to show what the page's camera frames.

    Cameras are set for panes of a film's picture; those of a lesson are often narrower.
    """
    camera, aspect = state.view.cameras.of(view), rect[2] / max(rect[3], 1.0)
    return camera.framed_radius(_page_aspect(state)) / camera.fitted(aspect).framed_radius(aspect)


def _page_aspect(state: State) -> float:
    """The width / height of the panes that the cameras of lessons are set for."""
    return PICTURE_ASPECT / min(len(state.display.layout.views), 2)


def seen_from(state: State, view: View, zoom: float) -> State:
    """The state as the pane shows it: the camera at `zoom` times its distance."""
    camera = state.view.cameras.of(view)
    distance = min(max(camera.distance * zoom, MIN_DISTANCE), MAX_DISTANCE)
    cameras = state.view.cameras.placed(view, replace(camera, distance=distance))
    return replace(state, view=replace(state.view, cameras=cameras))


def for_camera(outcome: Outcome, state: State, zoom: float) -> Outcome:
    """The mouse's actions in the pane, converted from the camera that it shows to that of the state."""
    if isinstance(outcome, Pan):
        return replace(outcome, height=outcome.height / zoom)
    if isinstance(outcome, Zoom):
        return replace(outcome, toward=(outcome.toward[0] * zoom, outcome.toward[1] * zoom))
    return replace(outcome, aspect=_page_aspect(state)) if isinstance(outcome, FrameAll | FrameBody) else outcome


def with_title(
    title: str, contents: Callable[[State, Ui], Sequence[Outcome]], state: State, ui: Ui
) -> Callable[[], Sequence[Outcome]]:
    """Draws a panel below its title."""

    def draw() -> Sequence[Outcome]:
        with imgui_ctx.push_font(*ui.fonts.bold):
            imgui.text_colored(theme.rgba(tones.TEXT_DIM), title)
        return contents(state, ui)

    return draw


def name_size(state: State, view: View, ui: Ui) -> tuple[float, float]:
    """The size of the view's name and the margin around it; (0, 0) if it has none, because the view is the only one."""
    if len(state.display.layout.views) == 1:
        return 0.0, 0.0
    with imgui_ctx.push_font(*ui.fonts.bold):
        size = imgui.calc_text_size(NAMES[view])
    return size.x + 2 * NAME_MARGIN * ui.scale, size.y + 2 * NAME_MARGIN * ui.scale


def draw_view_name(state: State, view: View, corner: tuple[float, float], ui: Ui) -> None:
    """Draws the name of one of several views into its upper left corner."""
    if len(state.display.layout.views) == 1:
        return
    face, margin = ui.fonts.bold, NAME_MARGIN * ui.scale
    position = ImVec2(corner[0] + margin, corner[1] + margin)
    ink = pack_color(theme.rgba(tones.TEXT_DIM))
    imgui.get_window_draw_list().add_text(face.font, face.drawn_size(ui.scale), position, ink, NAMES[view])
