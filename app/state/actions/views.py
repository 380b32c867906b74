"""Actions for the views: camera moves, visibility, the gizmo, and what the pointer hovers over."""

from math import sqrt

from gjkscope.app.base.records import field_names, replace
from gjkscope.app.base.suggestions import did_you_mean
from gjkscope.app.scenes.cameras.camera import FRAME_MARGIN, VIEW_ASPECT, OrbitCamera
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.cameras import seen_by
from gjkscope.app.state.inspection.comparison import inspected_state
from gjkscope.app.state.inspection.extents import (
    Ball,
    ball_around,
    difference_ball,
    framed_ball,
    framed_difference_ball,
)
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import AxisFilter, Gizmo, MenuPlace, State, View, Visibility
from gjkscope.engine.gjk.simplex import Region
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.vectors import ZERO, Vec3, dot, norm, sub

ASPECTS = VIEW_ASPECT, 1.0  # if a view is at least as wide as it is high, only its height matters
MOST_BACKED = 4.0  # a longer way back, for an origin at the edge of a view, would make A − B tiny
LEAST_SEEN = 0.02  # fraction of the view below which contents are too small to see clearly


class Orbit(Action, frozen=True):
    """Orbits the camera around its target."""

    dx: float  # pixels
    dy: float
    view: View = View.WORLD
    passing = True


class Pan(Action, frozen=True):
    """Moves the camera parallel to the view plane."""

    view: View
    dx: float  # pixels
    dy: float
    height: float  # of the view, pixels
    passing = True


class Zoom(Action, frozen=True):
    """Zooms by notches of the wheel, towards a position in `view` (normalised device coordinates)."""

    view: View
    notches: float
    toward: tuple[float, float] = (0.0, 0.0)
    aspect: float = 1.0
    passing = True


class PlotWidth(Action, frozen=True):
    """Sets whether the plot shows the width of the bounds, on a logarithmic scale, or the bounds themselves."""

    width: bool
    passing = True


class FrameAll(Action, frozen=True):
    """Fits everything into all views; `aspect` is that of the narrowest, width / height."""

    aspect: float = VIEW_ASPECT
    passing = True


class FrameBody(Action, frozen=True):
    """Fits one body into the view."""

    view: View
    body: str
    aspect: float = VIEW_ASPECT
    passing = True


class SetVisible(Action, frozen=True):
    """Sets a field of `Visibility`."""

    what: str
    shown: bool


class ShowOnly(Action, frozen=True):
    """Shows these parts of the views, which are fields of `Visibility`, and hides all others."""

    parts: tuple[str, ...]


class ChooseGizmo(Action, frozen=True):
    """Chooses the handles for moving or rotating, or none."""

    gizmo: Gizmo | None


class HoverAxis(Action, frozen=True):
    """The pointer has entered a row of the SAT table, or left the table."""

    axis: int | None
    passing = True


class FilterAxes(Action, frozen=True):
    """Filters the axes in the SAT table."""

    wanted: AxisFilter
    passing = True


class HoverBody(Action, frozen=True):
    """The pointer has entered a body in the world view, or left all bodies."""

    body: str | None
    passing = True


class AskAbout(Action, frozen=True):
    """The context menu of a view opens, about a body and a point on its surface, or about the view."""

    view: View
    body: str | None = None
    point: Vec3 | None = None
    passing = True
    recorded = False


class HoverRegion(Action, frozen=True):
    """The pointer has entered the row of a Voronoi region (`engine.gjk.simplex.Region`), or left all rows."""

    region: int | None
    passing = True


class HoverFace(Action, frozen=True):
    """The pointer has entered the row of a face of EPA's polytope, given by its index in the step, or left all rows."""

    face: int | None
    passing = True


@updates(Orbit)
def _orbit(state: State, action: Orbit) -> State:
    cameras = state.view.cameras
    for view in cameras.linked_to(action.view):
        cameras = cameras.placed(view, cameras.of(view).orbited(action.dx, action.dy))
    return seen_by(state, cameras)


@updates(Pan)
def _pan(state: State, action: Pan) -> State:
    if not action.height > 0:
        return state
    camera = state.view.cameras.of(action.view).panned(action.dx, action.dy, action.height)
    return seen_by(state, state.view.cameras.placed(action.view, camera))


@updates(Zoom)
def _zoom(state: State, action: Zoom) -> State:
    def zoom(view: View) -> OrbitCamera:
        toward = action.toward if view is action.view else None
        return state.view.cameras.of(view).zoomed(action.notches, toward, action.aspect)

    cameras = state.view.cameras
    for view in cameras.linked_to(action.view):
        cameras = cameras.placed(view, zoom(view))
    return seen_by(state, cameras)


@updates(PlotWidth)
def _plot_width(state: State, action: PlotWidth) -> State:
    return replace(state, display=replace(state.display, plots_width=action.width))


@updates(FrameAll)
def _frame(state: State, action: FrameAll) -> State:
    return in_view(state, action.aspect) if action.aspect > 0 else state  # a minimised window has no aspect


@updates(FrameBody)
def _frame_body(state: State, action: FrameBody) -> State:
    body = next((body for body in state.document.scene.bodies if body.name == action.body), None)
    if body is None or not action.aspect > 0 or not action.view.shows_world:
        return state
    ball = _with_volume(bounding_sphere(body.shape, body.pose))
    camera = state.view.cameras.of(action.view)
    reach = norm(sub(camera.target, ball[0])) + camera.reach  # avoids clipping its surroundings
    framed = camera.framed(*ball, max(action.aspect, VIEW_ASPECT))
    return seen_by(state, state.view.cameras.placed(action.view, replace(framed, reach=reach)))


def in_view(state: State, aspect: float = VIEW_ASPECT) -> State:
    """The state with everything fitted into all views."""
    cameras = state.view.cameras
    for view in View:
        ball = framed_ball(state) if view.shows_world else framed_difference_ball(state)
        cameras = cameras.placed(view, cameras.of(view).framed(*_with_volume(ball), max(aspect, VIEW_ASPECT)))
    return seen_by(state, cameras)


def kept_in_view(before: State, after: State) -> State:
    """After an instant change, refits the views that showed everything before it."""
    cameras = after.view.cameras
    for view in View:
        cameras = cameras.placed(view, following(before, after, view))
    ball, camera = framed_difference_ball(after), cameras.difference
    if camera != after.view.cameras.difference and not shows(camera, ball):
        cameras = cameras.placed(View.DIFFERENCE, camera.framed(*_with_volume(ball), VIEW_ASPECT))
    return after if cameras == after.view.cameras else seen_by(after, cameras)


def difference_in_view(before: State, after: State) -> State:
    """After an undo, refits the difference view if the middle of A − B has left it."""
    if not _shows_middle(before) or _shows_middle(after):
        return after
    cameras, ball = after.view.cameras, framed_difference_ball(after)
    refitted = cameras.difference.framed(*_with_volume(ball), VIEW_ASPECT)
    return seen_by(after, cameras.placed(View.DIFFERENCE, refitted))


def following(before: State, after: State, view: View) -> OrbitCamera:
    """The camera of a view, refitted if it showed everything before a change and no longer does.

    The origin of the difference view stays where it is in the picture, and A − B may remain partly outside the view.
    """
    ball_of = framed_ball if view.shows_world else framed_difference_ball
    camera, ball = after.view.cameras.of(view), ball_of(after)
    aspect = next((aspect for aspect in ASPECTS if shows(camera, ball_of(before), aspect)), None)
    if aspect is None or shows(camera, ball, aspect):
        return camera
    return camera.framed(*_with_volume(ball), aspect) if view.shows_world else around_origin(camera, ball, aspect)


def around_origin(camera: OrbitCamera, ball: Ball, aspect: float) -> OrbitCamera:
    """The camera moved from or to the origin, in a straight line, until the view just shows the sphere.

    It moves at most `MOST_BACKED` times as far: the sphere may then remain partly outside.

    The sphere that fills the view has its centre t and its radius R in proportion to the camera's distance from the
    origin.  It contains the other one (centre c, radius r) if |c − k t| ≤ k R − r.  Squared, that is a quadratic
    inequality in the factor k, whose greater root is the answer.
    """
    (center, radius), target, room = ball, camera.target, camera.framed_radius(aspect)
    a, b = room * room - dot(target, target), room * radius - dot(center, target)
    c = radius * radius - dot(center, center)
    root = b * b - a * c
    if a <= 0 or root < 0:  # the origin is not inside the sphere that fills the view
        return camera.backed_from(ZERO, MOST_BACKED)
    factor = (b + sqrt(root)) / a
    return camera.backed_from(ZERO, min(factor, MOST_BACKED)) if factor > 0 else camera


def shows(camera: OrbitCamera, ball: Ball, aspect: float = VIEW_ASPECT) -> bool:
    """Whether the sphere fits into the view and is not too small in it; see `LEAST_SEEN`."""
    room = camera.target, FRAME_MARGIN * camera.framed_radius(aspect)
    return ball_around(room, ball) == room and ball[1] >= LEAST_SEEN * room[1]


def _shows_middle(state: State) -> bool:
    """Whether the middle of A − B is in the difference view; the rest may be outside."""
    camera, (center, _) = state.view.cameras.difference, difference_ball(state)
    return norm(sub(center, camera.target)) <= FRAME_MARGIN * camera.framed_radius(VIEW_ASPECT)


@updates(SetVisible)
def _show(state: State, action: SetVisible) -> State:
    if action.what not in field_names(type(state.display.visible)):
        near = did_you_mean(action.what, field_names(type(state.display.visible)))
        return state.with_message(f"no display option is called {action.what!r}{near}", is_error=True)
    return replace(
        state, display=replace(state.display, visible=replace(state.display.visible, **{action.what: action.shown}))
    )


@updates(ShowOnly)
def _show_only(state: State, action: ShowOnly) -> State:
    known = field_names(Visibility)
    if unknown := [name for name in action.parts if name not in known]:
        near = did_you_mean(unknown[0], known)
        return state.with_message(f"no display option is called {unknown[0]!r}{near}", is_error=True)
    visible = Visibility(**{name: name in action.parts for name in known})
    return replace(state, display=replace(state.display, visible=visible))


@updates(ChooseGizmo)
def _choose_gizmo(state: State, action: ChooseGizmo) -> State:
    return replace(state, display=replace(state.display, gizmo=action.gizmo))


@updates(HoverAxis)
def _hover_axis(state: State, action: HoverAxis) -> State:
    axes = inspect(inspected_state(state)).axes
    axis = action.axis if axes and action.axis is not None and 0 <= action.axis < len(axes.steps) else None
    return replace(state, pointer=replace(state.pointer, hovered_axis=axis))


@updates(FilterAxes)
def _filter_axes(state: State, action: FilterAxes) -> State:
    return replace(state, display=replace(state.display, axis_filter=action.wanted))


@updates(HoverBody)
def _hover_body(state: State, action: HoverBody) -> State:
    known = any(body.name == action.body for body in state.document.scene.bodies)
    return replace(state, pointer=replace(state.pointer, hovered=action.body if known else None))


@updates(AskAbout)
def _ask_about(state: State, action: AskAbout) -> State:
    return replace(state, pointer=replace(state.pointer, menu=MenuPlace(action.view, action.body, action.point)))


@updates(HoverRegion)
def _hover_region(state: State, action: HoverRegion) -> State:
    known = action.region is None or action.region in tuple(Region)
    return replace(state, pointer=replace(state.pointer, hovered_region=action.region)) if known else state


def without_previews(state: State) -> State:
    """The state as if the pointer were on no row of a table."""
    return replace(state, pointer=replace(state.pointer, hovered_axis=None, hovered_region=None, hovered_face=None))


@updates(HoverFace)
def _hover_face(state: State, action: HoverFace) -> State:
    return replace(
        state, pointer=replace(state.pointer, hovered_face=action.face if action.face is None else max(action.face, 0))
    )


def _with_volume(ball: tuple[Vec3, float]) -> tuple[Vec3, float]:
    """A sphere with a positive radius, which a camera can frame, also for coincident points."""
    center, radius = ball
    return center, radius if radius > 0 else 1.0
