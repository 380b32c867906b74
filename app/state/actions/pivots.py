"""The point about which the gizmo's rings rotate a body."""

from typing import assert_never

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.document import body_named
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Pivot, PivotVertex, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.vectors import ZERO, Vec3, add, scale, sub, transposed_times


class SetPivot(Action, frozen=True):
    """Sets the point about which the rings rotate bodies."""

    pivot: Pivot


class SetPivotVertex(Action, frozen=True):
    """Makes the rings rotate the body about one of its vertices, numbered as in steps; others about their centres."""

    body: str
    vertex: int


@updates(SetPivot)
def _set_pivot(state: State, action: SetPivot) -> State:
    return replace(state, tools=replace(state.tools, pivot=action.pivot))


@updates(SetPivotVertex)
def _set_pivot_vertex(state: State, action: SetPivotVertex) -> State:
    body = body_named(state, action.body)
    if body is None:
        return state
    count = vertex_count(body)
    if not 0 <= action.vertex < count:
        known = f"vertices 0 to {count - 1}" if count else "no vertices"
        return state.with_message(f"pivot: {body.name} has {known}, got {action.vertex}", is_error=True)
    vertex = PivotVertex(body.name, action.vertex)
    return replace(state, tools=replace(state.tools, pivot=Pivot.VERTEX, pivot_vertex=vertex))


def vertex_count(body: Body) -> int:
    """How many vertices rotations of the body can keep in place: those of its core; 0 if that is curved."""
    return len(body.shape.corners()) if isinstance(body.shape, PolytopeShape) else 0


def selected_vertex(state: State, body: Body) -> int | None:
    """The vertex of the body that was selected as pivot; None if another body's was, or the body has no such vertex."""
    chosen = state.tools.pivot_vertex
    is_known = chosen is not None and chosen.body == body.name and chosen.vertex < vertex_count(body)
    return chosen.vertex if chosen is not None and is_known else None


def box_middle(shape: Shape) -> Vec3:
    """The centre of the shape's bounding box in its local frame."""
    low, high = aabb(shape, Pose())
    return scale(add(low, high), 0.5)


def pivot_of(state: State, body: Body) -> Vec3:
    """The point of the body, in its frame, about which the rings rotate it; it stays the same during a rotation."""
    pull = state.gesture.pull
    if pull is not None and pull.body == body.name and pull.pivot is not None:
        return pull.pivot
    match state.tools.pivot:
        case Pivot.ORIGIN:
            return ZERO
        case Pivot.CENTER:
            return box_middle(body.shape)
        case Pivot.CONTACT:
            return _contact_on(state, body) or box_middle(body.shape)
        case Pivot.VERTEX:
            return _vertex_on(state, body) or box_middle(body.shape)
        case _:
            assert_never(state.tools.pivot)


def _contact_on(state: State, body: Body) -> Vec3 | None:
    """The pair's closest or deepest point on the body, in its frame; None for other bodies, or if it is unknown."""
    answer = inspect(state).answer
    points = dict(zip(state.document.pair, (answer.witness_a, answer.witness_b), strict=True))
    point = points.get(body.name)
    return None if point is None else transposed_times(body.pose.rotation, sub(point, body.pose.position))


def _vertex_on(state: State, body: Body) -> Vec3 | None:
    number = selected_vertex(state, body)
    if number is None or not isinstance(body.shape, PolytopeShape):
        return None
    return body.shape.corners()[number]
