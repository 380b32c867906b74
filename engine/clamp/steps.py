"""A sphere against a box: the sphere's centre is clamped to the box, one axis a step.

Ericson, Real-Time Collision Detection, 2005, §5.1.4 (closest point of an oriented box), §5.2.5 (sphere and box).

1. Express the sphere's centre in the box's own frame.  There each axis can be treated on its own.
2. On each axis, a coordinate beyond the box is moved to the nearest side: it is clamped.  What remains of the offset is
   the vector from the box's closest point to the centre; its length is the distance.
3. A centre that no axis moves is inside.  The way out is through the nearest of the six sides, and its distance is the
   depth.
4. The radii are subtracted.

GJK takes some three steps to the same answer, and EPA six more if the centre is inside.

How it can fail: in a frame whose axes are not perpendicular, the closest point is not found axis by axis.  A pose may
be off a rotation by its tolerance; such a box is refused.
"""

from math import copysign, inf
from typing import NamedTuple

from gjkscope.engine.geometry.volumes import with_coordinate
from gjkscope.engine.gjk.steps import relative
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, is_square
from gjkscope.engine.result import Exit, NotApplicable, RawAnswer, Trace, all_steps, result_of, verdict_number
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.point import POINT
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import ZERO, Vec3, add, along, neg, norm, nth, row_times, sub, transposed_times, unit


class ClampPair(NamedTuple):
    """A point and a box, relative to A's position."""

    point: Vec3  # the sphere's centre
    box: Convex
    box_is_a: bool
    radius: float  # sum of both radii


class State(NamedTuple):
    """The clamp of one axis.  Vectors in the box's frame unless stated otherwise; metres."""

    iteration: int  # also the axis: 0, 1, 2 are x, y, z of the box
    center: Vec3  # of the sphere
    clamped: Vec3  # the centre, clamped on the axes so far
    side: int  # the axis of the side nearest to the centre, of the axes so far
    room: float  # from the centre to that side; negative if the centre is beyond it
    distance: float  # between the centre and the box; minus the depth if it is inside; of the axes so far
    normal: Vec3  # world axes, unit, from A to B; zero before the end
    on_box: Vec3  # the clamped centre, at the end the box's witness point; relative to A's position, world axes
    point: Vec3  # the sphere's centre, the same
    box_is_a: bool
    radius: float  # sum of both radii
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All three steps on a placed box and a sphere or point.  Raises `NotApplicable` for other shapes."""
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    steps = run(pair)
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    answer = clamped_answer(a, b, steps[-1], size_of(shape_a, pose_a, shape_b, pose_b))
    return Trace("clamp", steps, result_of("clamp", steps[-1].exit, len(steps), answer))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> ClampPair:
    """The pair for `start` and `step`.  Raises `NotApplicable` as `trace` does."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    if not _are_point_and_box(a, b):
        raise NotApplicable(f"clamping takes a box and a sphere or point, not {shape_a.kind} and {shape_b.kind}")
    if not takes_ball_and_box(a, b):
        raise NotApplicable("clamping takes a box whose axes are perpendicular up to rounding, so its pose is refused")
    return clamp_pair(*relative(a, b))


def takes_ball_and_box(a: Convex, b: Convex) -> bool:
    """Whether one core is a point and the other a box whose axes are perpendicular."""
    if not _are_point_and_box(a, b):
        return False
    box = a if a.kind == BOX else b
    return is_square(box.rotation, box.roundoff)


def clamp_pair(a: Convex, b: Convex) -> ClampPair:
    """The pair of two cores that are relative to A's position, as `gjk.relative` returns them."""
    box_is_a = a.kind == BOX
    point, box = (b, a) if box_is_a else (a, b)
    return ClampPair(point.position, box, box_is_a, a.radius + b.radius)


def start(pair: ClampPair) -> State:
    """The clamp of the x axis."""
    center = transposed_times(pair.box.rotation, sub(pair.point, pair.box.position))
    nothing = State(-1, center, center, -1, inf, 0.0, ZERO, ZERO, pair.point, pair.box_is_a, pair.radius, Exit.RUNNING)
    return step(pair, nothing)


def step(pair: ClampPair, state: State) -> State:
    """The clamp of the next axis; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    axis = state.iteration + 1
    half, coordinate = nth(pair.box.size, axis), nth(state.center, axis)
    clamped = with_coordinate(state.clamped, axis, min(max(coordinate, -half), half))
    room = half - abs(coordinate)
    nearer = room < state.room
    least = room if nearer else state.room
    state = state._replace(
        iteration=axis,
        clamped=clamped,
        on_box=_in_world(pair.box, clamped),
        side=axis if nearer else state.side,
        room=least,
        distance=0.0 - least if least >= 0 else norm(sub(state.center, clamped)),
    )
    return state if axis < 2 else _end(pair, state)


def run(pair: ClampPair) -> tuple[State, ...]:
    """All three steps."""
    return all_steps(start(pair), lambda state: step(pair, state))


def clamped_answer(a: Convex, b: Convex, last: State, size: float) -> RawAnswer:
    """The result for the shapes, including their radii; `size` is `bounds.size`."""
    signed = last.distance - last.radius
    point_a, point_b = (last.on_box, last.point) if last.box_is_a else (last.point, last.on_box)
    witness_a = along(add(point_a, a.position), last.normal, a.radius)
    witness_b = along(add(point_b, a.position), last.normal, -b.radius)
    return RawAnswer(verdict_number(signed, signed, size), signed, signed, signed, last.normal, witness_a, witness_b)


def _are_point_and_box(a: Convex, b: Convex) -> bool:
    return (a.kind == BOX and b.kind == POINT) or (a.kind == POINT and b.kind == BOX)


def _end(pair: ClampPair, state: State) -> State:
    """The state with the normal and the witness point on the box."""
    if state.room >= 0:
        out = _out_of(state)
        closest = along(state.center, out, state.room)
    else:
        out, closest = unit(sub(state.center, state.clamped)), state.clamped
    outward = row_times(pair.box.rotation, out)
    return state._replace(
        normal=outward if pair.box_is_a else neg(outward),
        on_box=_in_world(pair.box, closest),
        exit=Exit.CONVERGED,
    )


def _out_of(state: State) -> Vec3:
    """The outward normal of the side nearest to a centre inside."""
    return with_coordinate(ZERO, state.side, copysign(1.0, nth(state.center, state.side)))


def _in_world(box: Convex, point: Vec3) -> Vec3:
    return add(row_times(box.rotation, point), box.position)
