"""The separating axis test for two boxes, as a trace: fifteen axes, one a step.

Two convex polytopes are disjoint exactly when some axis separates their projections, and it is enough to look at
the normals of A's faces, those of B's faces, and the cross products of an edge of A with an edge of B
(Gottschalk, Lin, Manocha, OBBTree: a hierarchical structure for rapid interference detection, SIGGRAPH 1996;
Ericson, Real-Time Collision Detection, 2005, §4.4).  These are the normals of the faces of A − B, so for
overlapping boxes the axis of least overlap gives the penetration depth and the push-out exactly.

Plan for each axis:
1. Make it: a face normal as it is, or the cross product of two edges.  Parallel edges have none: skipped.
2. Turn it to point from A to B: of its two directions the one in which less movement separates.
3. Project both boxes on it, measured from A's centre.  Overlap = how far A must go back along it.
4. Keep the axis of least overlap, and the runner-up.

For separated boxes the largest gap is a lower bound of the distance, not the distance: two boxes corner to
corner are further apart than any of the fifteen axes shows.  A `rounding` lengthens every projection by the same, and
so does not change which axis is least while the cores overlap; where only the roundings meet, edges and corners
decide, which have no axis here, and the verdict is undecided.
"""

from enum import IntEnum
from math import inf
from typing import NamedTuple

from .bounds import size as size_of
from .options import DEFAULT, Options
from .pose import Pose
from .result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict
from .shapes import Box, Shape
from .support import BOX, Convex, convex
from .vectors import ZERO, Vec3, along, column, cross, dot, neg, norm, sub, unit

# Two unit edges with a cross product shorter than this are parallel: what is left of it is rounding.
PARALLEL = 8 * 2.0**-53

# What a sum of projections may be off by, as a part of the sizes and the distance in it.  Overlaps that differ by less
# are the same: boxes that only touch are not told apart by it, and parallel faces are not explained, by accident, as
# a pair of edges.
ROUNDING = 16 * 2.0**-53

AXIS_COUNT = 15


class Kind(IntEnum):
    FACE_A = 0
    FACE_B = 1
    EDGES = 2


class Relation(IntEnum):
    """What the two projections on an axis do."""

    OVERLAP = 0
    CONTACT = 1  # they touch: their overlap or gap is no more than rounding
    GAP = 2


class Axis(NamedTuple):
    """One candidate axis.  Intervals are measured along `direction` from A's centre; metres."""

    kind: Kind
    feature_a: int  # the face normal or the edge of A (0, 1, 2: its local x, y, z); −1 where A has no part
    feature_b: int
    skipped: bool  # the two edges are parallel: there is no axis to test, and the numbers below are zero
    direction: Vec3  # unit, from A to B
    interval_a: tuple[float, float]
    interval_b: tuple[float, float]
    overlap: float  # > 0: how far A has to go back along the direction; < 0: minus the gap
    relation: Relation


class State(NamedTuple):
    """The test of one axis, and the best of all that were tested so far."""

    iteration: int  # which axis, 0 … 14
    axis: Axis
    chosen: Axis  # least overlap so far
    chosen_at: int  # its number
    runner_up_at: int  # the number of the second least; −1 while there is none
    runner_up_overlap: float
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed boxes.  Raises `NotApplicable` for other shapes."""
    if not (isinstance(shape_a, Box) and isinstance(shape_b, Box)):
        kinds = " and ".join(type(shape).__name__.lower() for shape in (shape_a, shape_b))
        raise NotApplicable(f"SAT takes two boxes, not {kinds}")
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    steps = run(a, b)
    return Trace("sat", steps, result(a, b, steps[-1], size_of(shape_a, pose_a, shape_b, pose_b)))


def start(a: Convex, b: Convex) -> State:
    """Tests the first axis, face normal 0 of A.  Raises `ValueError` unless both are boxes."""
    if a.kind != BOX or b.kind != BOX:
        raise ValueError("SAT takes two boxes")
    axis = axis_number(a, b, 0)
    return State(0, axis, axis, 0, -1, inf, Exit.RUNNING)


def step(a: Convex, b: Convex, state: State) -> State:
    """Tests the next axis; a state that has an exit is returned as it is."""
    if state.exit != Exit.RUNNING:
        return state
    number = state.iteration + 1
    axis = axis_number(a, b, number)
    state = _ranked(state._replace(iteration=number, axis=axis), a, b)
    if number < AXIS_COUNT - 1:
        return state
    separates = state.chosen.relation == Relation.GAP
    return state._replace(exit=Exit.SEPARATING_AXIS if separates else Exit.ALL_AXES_OVERLAP)


def run(a: Convex, b: Convex) -> tuple[State, ...]:
    """All fifteen steps."""
    steps = [start(a, b)]
    while steps[-1].exit == Exit.RUNNING:
        steps.append(step(a, b, steps[-1]))
    return tuple(steps)


def result(a: Convex, b: Convex, last: State, size: float) -> Result:
    """What the last step says about the boxes, with their radii; `size` as in `bounds.size`."""
    bound = -last.chosen.overlap
    steps, tolerance = last.iteration + 1, TOUCHING * size
    exact = last.chosen.overlap - (a.radius + b.radius) >= -tolerance
    if bound > tolerance:
        return Result("sat", Verdict.SEPARATED, last.exit, steps, normal=last.chosen.direction, lower=bound)
    if not exact:  # the cores are apart and the radii reach across: edges and corners are not tested here
        return Result("sat", Verdict.UNDECIDED, last.exit, steps, lower=bound)
    verdict = Verdict.PENETRATING if bound < -tolerance else Verdict.TOUCHING
    return Result("sat", verdict, last.exit, steps, bound, last.chosen.direction, lower=bound, upper=bound)


def axis_number(a: Convex, b: Convex, number: int) -> Axis:
    """The axis of that number: 0–2 face normals of A, 3–5 of B, 6–14 edges of A × edges of B, B's fastest."""
    if number < 3:
        return _projected(a, b, Kind.FACE_A, number, -1, _face_normal(a, number))
    if number < 6:
        return _projected(a, b, Kind.FACE_B, -1, number - 3, _face_normal(b, number - 3))
    i, j = (number - 6) // 3, (number - 6) % 3
    return _projected(a, b, Kind.EDGES, i, j, _edge_normal(column(a.rotation, i), column(b.rotation, j)))


def _face_normal(box: Convex, index: int) -> Vec3:
    """The cross product of the face's edges: the true normal also when the rotation is not quite orthogonal."""
    edges = column(box.rotation, (index + 1) % 3), column(box.rotation, (index + 2) % 3)
    return unit(cross(edges[0], edges[1]))


def _edge_normal(p: Vec3, q: Vec3) -> Vec3:
    """The unit vector square to both edges, zero where they are parallel.

    For nearly parallel edges the cross product carries a large relative error; the part of it that lies along the
    edges is taken away again, since the projections are long in just those directions.  Along one of them is enough:
    what is left along the other is smaller by as much as they differ.
    """
    p, q = unit(p), unit(q)
    normal = cross(p, q)
    if norm(normal) <= PARALLEL:
        return ZERO
    normal = unit(normal)
    normal = along(normal, p, -dot(normal, p))
    return unit(normal)


def _projected(a: Convex, b: Convex, kind: Kind, i: int, j: int, direction: Vec3) -> Axis:
    if direction == ZERO:
        return Axis(kind, i, j, True, ZERO, (0.0, 0.0), (0.0, 0.0), 0.0, Relation.OVERLAP)
    between = dot(direction, sub(b.position, a.position))
    if between < 0:
        direction, between = neg(direction), -between
    reach_a, reach_b = _reach(a, direction), _reach(b, direction)
    interval_b = (between - reach_b, between + reach_b)
    overlap = reach_a + reach_b - between
    relation = _relation(overlap, _rounding(a, b))
    return Axis(kind, i, j, False, direction, (-reach_a, reach_a), interval_b, overlap, relation)


def _relation(overlap: float, rounding: float) -> Relation:
    if overlap < -rounding:
        return Relation.GAP
    return Relation.OVERLAP if overlap > rounding else Relation.CONTACT


def _rounding(a: Convex, b: Convex) -> float:
    """What rounding may have done to an overlap, metres."""
    return ROUNDING * (norm(a.size) + norm(b.size) + a.radius + b.radius + norm(sub(b.position, a.position)))


def _reach(box: Convex, direction: Vec3) -> float:
    """Half the length of the box's projection on a unit direction."""
    return (
        box.size[0] * abs(dot(direction, column(box.rotation, 0)))
        + box.size[1] * abs(dot(direction, column(box.rotation, 1)))
        + box.size[2] * abs(dot(direction, column(box.rotation, 2)))
        + box.radius
    )


def _ranked(state: State, a: Convex, b: Convex) -> State:
    """The state with its axis put in its place: chosen, runner-up, or neither."""
    axis = state.axis
    if axis.skipped:
        return state
    margin = _rounding(a, b)
    if axis.overlap < state.chosen.overlap - margin:
        return state._replace(
            chosen=axis,
            chosen_at=state.iteration,
            runner_up_at=state.chosen_at,
            runner_up_overlap=state.chosen.overlap,
        )
    if axis.overlap < state.runner_up_overlap - margin:
        return state._replace(runner_up_at=state.iteration, runner_up_overlap=axis.overlap)
    return state
