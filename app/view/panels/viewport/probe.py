"""The points of the probe under the mouse, and the bar with its sentence and buttons.

In 2D a point is dragged in the plane of its shape; in 3D over the surface that is under the pointer.  Dropped onto the
other point, it coincides with it exactly if its shape contains that point.
"""

from math import hypot

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.state.actions import Action, ClearTrail, MoveProbe, ScatterProbe, ShowProbe
from gjkscope.app.state.inspection.probe import ProbePoints, probe_points
from gjkscope.app.state.model import ProbeSide, State
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.picking import pick
from gjkscope.app.view.drawing.pointing import on_plane
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Pixel, Rect, Ui
from gjkscope.engine.construction.explain import probe_words
from gjkscope.engine.vectors import Vec3

REACH = 14.0  # pixels at 100 % within which a point is grabbed
SNAP = 10.0  # pixels at 100 % within which one point is dropped onto the other
SCATTERED = 300
MARGIN, FOOT = 12.0, 48.0
TITLE = "##probe"
FLAGS = (
    imgui.WindowFlags_.no_decoration
    | imgui.WindowFlags_.no_docking
    | imgui.WindowFlags_.no_saved_settings
    | imgui.WindowFlags_.no_focus_on_appearing
    | imgui.WindowFlags_.no_nav
    | imgui.WindowFlags_.no_move
    | imgui.WindowFlags_.always_auto_resize
)


def probe_under_pointer(state: State, camera: OrbitCamera, rect: Rect, scale: float) -> ProbeSide | None:
    """The point of the probe under the pointer, the nearer of the two; None if there is none."""
    points = probe_points(state)
    if points is None:
        return None
    distances = {side: _away(position, camera, rect) for side, position in _places(points)}
    nearest = min(distances, key=lambda side: distances[side])
    return nearest if distances[nearest] <= REACH * scale else None


def pull_probe(state: State, camera: OrbitCamera, rect: Rect, ray: tuple[Vec3, Vec3], scale: float) -> list[Action]:
    """Moves the held point to where the pointer is."""
    points, held = probe_points(state), state.probe.held_point
    if points is None or held is None:
        return []
    here, other = (points.a, points.b) if held is ProbeSide.A else (points.b, points.a)
    if _away(other, camera, rect) <= SNAP * scale:
        return [MoveProbe(held, other)]
    goal = _goal(state, held, camera, ray, here)
    return [MoveProbe(held, goal)] if goal is not None else []


def draw_probe_bar(state: State, rect: Rect, ui: Ui) -> list[Action]:
    """Draws the sentence and the buttons of the probe at the lower left of the view at `rect`, above its scale bar."""
    points = probe_points(state)
    if points is None:
        return []
    corner = ImVec2(rect[0] + MARGIN * ui.scale, rect[1] + rect[3] - FOOT * ui.scale)
    imgui.set_next_window_pos(corner, imgui.Cond_.always, ImVec2(0, 1))
    imgui.set_next_window_bg_alpha(0.9)
    imgui.begin(TITLE, None, FLAGS)
    # Above the buttons, which must not move when the sentence gets longer.
    imgui.push_text_wrap_pos(max(rect[2] - 4 * MARGIN * ui.scale, 100 * ui.scale))
    tone = tones.GOOD if points.coincide else tones.TEXT
    imgui.text_colored(
        theme.rgba(tone), probe_words(points.a, points.b, points.tolerance, state.document.scene.dimension)
    )
    imgui.pop_text_wrap_pos()
    actions: list[Action] = []
    if imgui.button("Scatter"):
        actions.append(ScatterProbe(SCATTERED))
    _tip(f"Adds {SCATTERED} random pairs of a point of A and a point of B")
    imgui.same_line()
    imgui.begin_disabled(not points.trail.value)
    if imgui.button("Clear trail"):
        actions.append(ClearTrail())
    imgui.end_disabled()
    if state.lesson is None or state.lesson.away:  # a page needs its points, and has no menu to bring them back
        imgui.same_line()
        if imgui.button(icons_fontawesome_6.ICON_FA_XMARK):
            actions.append(ShowProbe(False))
        _tip("Close")
    imgui.end()
    return actions


def _tip(text: str) -> None:
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(text)


def _places(points: ProbePoints) -> tuple[tuple[ProbeSide, Vec3], ...]:
    # The first of two that coincide is grabbed.
    return ((ProbeSide.A, points.a), (ProbeSide.B, points.b))


def _away(position: Vec3, camera: OrbitCamera, rect: Rect) -> float:
    """Distance from the pointer in pixels; infinite behind the camera."""
    x, y, visible = camera.lens((rect[2], rect[3])).pixel(position)
    pointer: Pixel = (imgui.get_mouse_pos().x - rect[0], imgui.get_mouse_pos().y - rect[1])
    return hypot(x - pointer[0], y - pointer[1]) if visible else float("inf")


def _goal(state: State, held: ProbeSide, camera: OrbitCamera, ray: tuple[Vec3, Vec3], here: Vec3) -> Vec3 | None:
    """The position of the point under the pointer: on the surface, or beside it at the depth of the point."""
    body = state.document.pair_bodies[0 if held is ProbeSide.A else 1]
    hit = pick((body,), *ray) if body.shape.dimension == 3 else None
    return hit[1] if hit is not None else on_plane(*ray, here, camera.basis[2])
