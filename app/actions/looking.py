"""Looking around: cameras, what is shown, handles, and the row that the pointer is over."""

from dataclasses import dataclass, fields, replace

from engine.bounds import bounding_sphere
from engine.simplex import Region
from engine.vectors import Vec3, norm, sub

from ..camera import FRAME_MARGIN, OrbitCamera
from ..extents import Ball, ball_around, difference_ball, framed_ball
from ..state import AxisFilter, Gizmo, State, View
from ..traces import inspect
from ..versus import inspected
from .action import Action, updates
from .viewing import seen_by

VIEW_ASPECT = 0.85  # of a view in the window as it first opens
ASPECTS = VIEW_ASPECT, 1.0  # of a view that is as wide as high, or wider, its height alone counts
LEAST_SEEN = 0.02  # of what fills a view: in less nothing can be told apart


@dataclass(frozen=True)
class Orbit(Action):
    dx: float  # pixels
    dy: float
    view: View = View.WORLD
    passing = True


@dataclass(frozen=True)
class Pan(Action):
    view: View
    dx: float  # pixels
    dy: float
    height: float  # of the view, pixels
    passing = True


@dataclass(frozen=True)
class Zoom(Action):
    """By notches of the wheel, towards a place in `view` (normalised device coordinates)."""

    view: View
    notches: float
    toward: tuple[float, float] = (0.0, 0.0)
    aspect: float = 1.0
    passing = True


@dataclass(frozen=True)
class PlotWidth(Action):
    """Whether the plot shows how far the bounds are apart, on a logarithmic scale, or the bounds themselves."""

    width: bool
    passing = True


@dataclass(frozen=True)
class Frame(Action):
    """All views show all there is; `aspect` is that of the narrowest, width / height."""

    aspect: float = VIEW_ASPECT
    passing = True


@dataclass(frozen=True)
class FrameBody(Action):
    """The view shows one body as large as it can."""

    view: View
    body: str
    aspect: float = VIEW_ASPECT
    passing = True


@dataclass(frozen=True)
class Show(Action):
    """Switches a field of `Visibility`."""

    what: str
    shown: bool


@dataclass(frozen=True)
class ChooseGizmo(Action):
    gizmo: Gizmo | None


@dataclass(frozen=True)
class HoverAxis(Action):
    """The pointer is over that row of the SAT table, or over none."""

    axis: int | None
    passing = True


@dataclass(frozen=True)
class FilterAxes(Action):
    """The SAT table shows those axes only."""

    wanted: AxisFilter
    passing = True


@dataclass(frozen=True)
class HoverBody(Action):
    """The pointer is over that body in the world view, or over none."""

    body: str | None
    passing = True


@dataclass(frozen=True)
class HoverRegion(Action):
    """The pointer is over the row of that Voronoi region (`engine.simplex.Region`), or over none."""

    region: int | None
    passing = True


@dataclass(frozen=True)
class HoverFace(Action):
    """The pointer is over the row of that face of EPA's polytope, by its number in the step, or over none."""

    face: int | None
    passing = True


@updates(Orbit)
def _orbit(state: State, action: Orbit) -> State:
    cameras = state.cameras
    for view in cameras.linked_to(action.view):
        cameras = cameras.placed(view, cameras.of(view).orbited(action.dx, action.dy))
    return seen_by(state, cameras)


@updates(Pan)
def _pan(state: State, action: Pan) -> State:
    if not action.height > 0:
        return state
    camera = state.cameras.of(action.view).panned(action.dx, action.dy, action.height)
    return seen_by(state, state.cameras.placed(action.view, camera))


@updates(Zoom)
def _zoom(state: State, action: Zoom) -> State:
    def zoomed(view: View) -> OrbitCamera:
        toward = action.toward if view is action.view else None
        return state.cameras.of(view).zoomed(action.notches, toward, action.aspect)

    cameras = state.cameras
    for view in cameras.linked_to(action.view):
        cameras = cameras.placed(view, zoomed(view))
    return seen_by(state, cameras)


@updates(PlotWidth)
def _plot_width(state: State, action: PlotWidth) -> State:
    return replace(state, plots_width=action.width)


@updates(Frame)
def _frame(state: State, action: Frame) -> State:
    return in_view(state, action.aspect) if action.aspect > 0 else state  # none of a window that is minimised


@updates(FrameBody)
def _frame_body(state: State, action: FrameBody) -> State:
    body = next((body for body in state.scene.bodies if body.name == action.body), None)
    if body is None or not action.aspect > 0 or not action.view.shows_world:
        return state
    ball = _with_volume(bounding_sphere(body.shape, body.pose))
    camera = state.cameras.of(action.view)
    reach = norm(sub(camera.target, ball[0])) + camera.reach  # what lies around it must not be clipped
    framed = camera.framed(*ball, action.aspect)
    return seen_by(state, state.cameras.placed(action.view, replace(framed, reach=reach)))


def in_view(state: State, aspect: float = VIEW_ASPECT) -> State:
    """All there is in view, in all views."""
    cameras = state.cameras
    for view in View:
        ball = framed_ball(state) if view.shows_world else difference_ball(state)
        cameras = cameras.placed(view, cameras.of(view).framed(*_with_volume(ball), aspect))
    return seen_by(state, cameras)


def kept_in_view(before: State, after: State) -> State:
    """After a change at one stroke, the views that showed all there was show all there is."""
    cameras = after.cameras
    for view in View:
        cameras = cameras.placed(view, following(before, after, view))
    return after if cameras == after.cameras else seen_by(after, cameras)


def following(before: State, after: State, view: View) -> OrbitCamera:
    """The camera of a view, so that it shows all there is after a change, if it showed all there was and no longer."""
    ball_of = framed_ball if view.shows_world else difference_ball
    camera, ball = after.cameras.of(view), ball_of(after)
    aspect = next((aspect for aspect in ASPECTS if shows(camera, ball_of(before), aspect)), None)
    if aspect is None or shows(camera, ball, aspect):
        return camera
    return camera.framed(*_with_volume(ball), aspect)


def shows(camera: OrbitCamera, ball: Ball, aspect: float = VIEW_ASPECT) -> bool:
    """Whether all of the ball is within the one that fills the view, and not so small in it that nothing is seen."""
    room = camera.target, FRAME_MARGIN * camera.framed_radius(aspect)
    return ball_around(room, ball) == room and ball[1] >= LEAST_SEEN * room[1]


@updates(Show)
def _show(state: State, action: Show) -> State:
    if action.what not in {field.name for field in fields(state.visible)}:
        return state
    return replace(state, visible=replace(state.visible, **{action.what: action.shown}))


@updates(ChooseGizmo)
def _choose_gizmo(state: State, action: ChooseGizmo) -> State:
    return replace(state, gizmo=action.gizmo)


@updates(HoverAxis)
def _hover_axis(state: State, action: HoverAxis) -> State:
    axes = inspect(inspected(state)).axes
    axis = action.axis if axes and action.axis is not None and 0 <= action.axis < len(axes.steps) else None
    return replace(state, hovered_axis=axis)


@updates(FilterAxes)
def _filter_axes(state: State, action: FilterAxes) -> State:
    return replace(state, axis_filter=action.wanted)


@updates(HoverBody)
def _hover_body(state: State, action: HoverBody) -> State:
    known = any(body.name == action.body for body in state.scene.bodies)
    return replace(state, hovered=action.body if known else None)


@updates(HoverRegion)
def _hover_region(state: State, action: HoverRegion) -> State:
    known = action.region is None or action.region in tuple(Region)
    return replace(state, hovered_region=action.region) if known else state


@updates(HoverFace)
def _hover_face(state: State, action: HoverFace) -> State:
    return replace(state, hovered_face=action.face if action.face is None else max(action.face, 0))


def _with_volume(ball: tuple[Vec3, float]) -> tuple[Vec3, float]:
    """A ball that a camera can frame: two points in one place still need some room around them."""
    center, radius = ball
    return center, radius if radius > 0 else 1.0
