"""The separating axis test for two convex 2D shapes, as a trace: one axis per step.

Two convex polygons are disjoint exactly if their projections on some axis are disjoint, and only the normals of their
edges need testing (Gottschalk, Lin, Manocha, OBBTree: a hierarchical structure for rapid interference detection,
SIGGRAPH 1996; Ericson, Real-Time Collision Detection, 2005, §5.2).  These are the normals of the edges of A − B, so for
overlapping shapes the axis of least overlap gives the penetration depth and the push-out exactly.

Plan:
1. List the axes: the edge normals of A, then those of B.  A segment also has the axis along itself, which separates it
   from what lies beyond its ends.  An axis parallel to an earlier one is not repeated.
2. Project both shapes on the axis.  The overlap is how far A must move back along it, in the direction in which that
   is less; if one projection contains the other, this is more than the length they share.
3. Keep the axis of least overlap, and the runner-up.
4. If the cores do not overlap on every axis, their closest features may be two vertices, which have no axis yet: test
   the axis through the closest pair of vertices, too.

Axes must be unit vectors before their overlaps are compared: projected on a vector of length 2, every overlap doubles.

One separating axis proves that the shapes are apart.  All axes are tested, because the widest gap is the best bound.
In the plane it is even the distance: the closest features of two polygons are either a vertex and an edge, whose normal
is an axis, or two vertices, which step 4 adds.

The test runs on the cores of the shapes, polygons without their radii, and adds the radii to the projections.  A circle
is a point with a radius: it has no edges, and against a polygon its axis is the one through the closest vertex.

How it can fail: the number of axes grows with the number of corners, and the work with its square.  Shapes with more
than `MOST_CORNERS` are refused.  Lengths whose sums overflow end in `DEGENERATE_INPUT`.
"""

from collections.abc import Iterator
from enum import IntEnum
from math import hypot, isfinite
from typing import NamedTuple

from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.plane.cores import PlaneCore, plane_cores
from gjkscope.engine.plane.outline import corner_numbers
from gjkscope.engine.plane.vectors import (
    ORIGIN2,
    Vec2,
    cross2,
    dot2,
    in_space,
    neg2,
    norm2,
    right2,
    sub2,
    unit2,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import trace_in_float32
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict, all_steps
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape

NO_CORNERS = (-1, -1)  # of an axis that comes from no edge

# In roundoffs.  Unit axes whose cross product is shorter than this are parallel: the rest is rounding.
PARALLEL = 8

# The error of an overlap, in roundoffs of the largest coordinate.
ROUNDINGS = 16

# Two shapes with this many corners have 1024 axes, which take a second and are more than a list can usefully show.
MOST_CORNERS = 512


class PlaneAxisKind(IntEnum):
    """Where an axis comes from."""

    EDGE_A = 0  # the normal of an edge of A
    EDGE_B = 1
    ALONG_A = 2  # A is a segment: the axis along it
    ALONG_B = 3
    VERTICES = 4  # through the closest pair of vertices
    CHOSEN = 5  # any direction, which the test does not need


class PlaneRelation(IntEnum):
    """How the two projections on an axis relate."""

    OVERLAP = 0
    CONTACT = 1  # they touch: overlap or gap is within rounding
    GAP = 2


class PlaneAxis(NamedTuple):
    """One axis.  Intervals are measured along `direction` from A's position and include the radii; metres."""

    kind: PlaneAxisKind
    corners: tuple[int, int]  # the ends of the edge, as the shape numbers them; for VERTICES one of A and one of B
    direction: Vec2  # unit, from A to B
    interval_a: tuple[float, float] = (0.0, 0.0)
    interval_b: tuple[float, float] = (0.0, 0.0)
    overlap: float = 0.0  # > 0: how far A must move back along the direction; < 0: minus the gap
    other_way: float = 0.0  # how far it would have to move forward instead, never less
    relation: PlaneRelation = PlaneRelation.OVERLAP
    same_as: int = -1  # the number of the earlier step with a parallel axis, which is not repeated; −1 for none


class State(NamedTuple):
    """The test of one axis, and the best axis so far."""

    iteration: int  # which axis, from 0
    axis: PlaneAxis
    chosen: PlaneAxis  # least overlap so far
    chosen_at: int  # its number
    runner_up_at: int  # the number of the second least; −1 while there is none
    runner_up_overlap: float
    radius: float  # sum of both radii
    exit: Exit


def plane_axes_tie(state: State) -> bool:
    """Whether the second least overlap equals the least, to within what counts as touching for the intervals."""
    (low_a, high_a), (low_b, high_b) = state.chosen.interval_a, state.chosen.interval_b
    least_difference = TOUCHING * max(high_a - low_a, high_b - low_b)
    return state.runner_up_at >= 0 and abs(state.runner_up_overlap - state.chosen.overlap) <= least_difference


class PlaneSatPair(NamedTuple):
    """Two placed shapes, and what is the same in each step."""

    a: PlaneCore
    b: PlaneCore
    axes: tuple[PlaneAxis, ...]  # to be tested in this order; not projected yet
    rounding: float  # error bound of an overlap, metres
    tolerance: float  # distances up to this count as touching, metres; includes the rounding


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed 2D shapes of any kind.

    Raises `NotApplicable` for shapes with more than `MOST_CORNERS` corners.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    return trace_in_float32(_trace, pair) if options.float32 else _trace(pair)


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> PlaneSatPair:
    """Two placed 2D shapes with their axes.  Raises `NotApplicable` as `trace` does."""
    loops = corner_numbers(shape_a), corner_numbers(shape_b)
    for name, loop in zip("AB", loops, strict=True):
        if len(loop) > MOST_CORNERS:
            raise NotApplicable(f"SAT takes polygons of up to {MOST_CORNERS} corners, {name} has {len(loop)}")
    a, b = plane_cores(shape_a, pose_a, shape_b, pose_b, options.float32)
    reach = max(abs(number) for core in (a, b) for vertex in core.vertices for number in vertex) + a.radius + b.radius
    rounding = ROUNDINGS * a.roundoff * reach
    tolerance = TOUCHING * size_of(shape_a, pose_a, shape_b, pose_b) + rounding
    edges = [
        *_edge_axes(a, loops[0], PlaneAxisKind.EDGE_A, PlaneAxisKind.ALONG_A),
        *_edge_axes(b, loops[1], PlaneAxisKind.EDGE_B, PlaneAxisKind.ALONG_B),
    ]
    axes = _without_repeats(edges, PARALLEL * a.roundoff) or (_vertex_axis(a, b),)
    return PlaneSatPair(a, b, axes, rounding, tolerance)


def project_on_axis(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, direction: Vec2) -> PlaneAxis:
    """Both shapes projected on any unit direction.  Raises `NotApplicable` as `prepare` does.

    >>> from gjkscope.engine import Box2, Pose
    >>> apart = Box2((1, 1)), Pose(), Box2((1, 1)), Pose(position=(3, 0, 0))
    >>> project_on_axis(*apart, (0.6, 0.8)).overlap
    1.0
    """
    chosen = PlaneAxis(PlaneAxisKind.CHOSEN, NO_CORNERS, direction)
    return _project(prepare(shape_a, pose_a, shape_b, pose_b), chosen)


def start(pair: PlaneSatPair) -> State:
    """The test of the first axis."""
    axis = _project(pair, pair.axes[0])
    state = State(0, axis, axis, 0, -1, 0.0, pair.a.radius + pair.b.radius, Exit.RUNNING)
    return _end(pair, state)


def step(pair: PlaneSatPair, state: State) -> State:
    """The test of the next axis.  A state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    number = state.iteration + 1
    axis = pair.axes[number] if number < len(pair.axes) else _vertex_axis(pair.a, pair.b)
    return _end(pair, _rank(state, number, _project(pair, axis), pair.rounding))


def run(pair: PlaneSatPair) -> tuple[State, ...]:
    """All steps."""
    return all_steps(start(pair), lambda state: step(pair, state))


def result(pair: PlaneSatPair, last: State) -> Result:
    """The result for the shapes, including their radii, from the last step."""
    steps, distance, normal = last.iteration + 1, -last.chosen.overlap, in_space(last.chosen.direction)
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("sat", Verdict.UNDECIDED, last.exit, steps)
    verdict = Verdict.TOUCHING
    if abs(distance) > pair.tolerance:
        verdict = Verdict.SEPARATED if distance > 0 else Verdict.PENETRATING
    return Result("sat", verdict, last.exit, steps, distance, normal, lower=distance, upper=distance)


def _trace(pair: PlaneSatPair) -> Trace:
    steps = run(pair)
    return Trace("sat", steps, result(pair, steps[-1]))


# --- the axes ---


def _edge_axes(
    core: PlaneCore, loop: tuple[int, ...], normal: PlaneAxisKind, along: PlaneAxisKind
) -> Iterator[PlaneAxis]:
    """The normals of the edges; of a segment, its normal and the axis along it."""
    ends = zip(loop, loop[1:] + loop[:1], strict=True) if len(loop) > 2 else [loop] if len(loop) == 2 else []
    for i, j in ends:
        edge = unit2(sub2(core.vertices[j], core.vertices[i]))
        if edge != ORIGIN2:
            yield PlaneAxis(normal, (i, j), right2(edge))
    if len(loop) == 2:
        edge = unit2(sub2(core.vertices[loop[1]], core.vertices[loop[0]]))
        if edge != ORIGIN2:
            yield PlaneAxis(along, (loop[0], loop[1]), edge)


def _without_repeats(axes: list[PlaneAxis], parallel: float) -> tuple[PlaneAxis, ...]:
    """The axes; those parallel to an earlier one refer to it."""
    listed: list[PlaneAxis] = []
    for axis in axes:
        same = next(
            (
                number
                for number, earlier in enumerate(listed)
                if earlier.same_as < 0 and abs(cross2(earlier.direction, axis.direction)) <= parallel
            ),
            -1,
        )
        listed.append(axis._replace(same_as=same))
    return tuple(listed)


def _vertex_axis(a: PlaneCore, b: PlaneCore) -> PlaneAxis:
    """The axis through the closest vertices of both cores; along x if these coincide."""
    pairs = ((i, j) for i in range(len(a.vertices)) for j in range(len(b.vertices)))
    i, j = min(pairs, key=lambda pair: hypot(*sub2(b.vertices[pair[1]], a.vertices[pair[0]])))
    direction = unit2(sub2(b.vertices[j], a.vertices[i]))
    return PlaneAxis(PlaneAxisKind.VERTICES, (i, j), (1.0, 0.0) if direction == ORIGIN2 else direction)


def _project(pair: PlaneSatPair, axis: PlaneAxis) -> PlaneAxis:
    """The axis with both shapes projected on it, turned so that it points from A to B."""
    if axis.same_as >= 0:
        return axis
    direction = axis.direction
    (low_a, high_a), (low_b, high_b) = _interval(pair.a, direction), _interval(pair.b, direction)
    overlap, other_way = high_a - low_b, high_b - low_a
    if other_way < overlap:
        direction, overlap, other_way = neg2(direction), other_way, overlap
        low_a, high_a, low_b, high_b = -high_a, -low_a, -high_b, -low_b
    relation = PlaneRelation.CONTACT
    if abs(overlap) > pair.rounding:
        relation = PlaneRelation.OVERLAP if overlap > 0 else PlaneRelation.GAP
    return axis._replace(
        direction=direction,
        interval_a=(low_a, high_a),
        interval_b=(low_b, high_b),
        overlap=overlap,
        other_way=other_way,
        relation=relation,
    )


def _interval(core: PlaneCore, direction: Vec2) -> tuple[float, float]:
    """The least and greatest coordinate of the shape along a unit direction."""
    heights = [dot2(direction, vertex) for vertex in core.vertices]
    return (min(heights) - core.radius, max(heights) + core.radius)


# --- the best axis ---


def _rank(state: State, number: int, axis: PlaneAxis, rounding: float) -> State:
    """The state with the next axis, which becomes the best if its overlap is less by more than rounding."""
    state = state._replace(iteration=number, axis=axis)
    if axis.same_as >= 0:
        return state
    if axis.overlap < state.chosen.overlap - rounding:
        return state._replace(
            chosen=axis,
            chosen_at=number,
            runner_up_at=state.chosen_at,
            runner_up_overlap=state.chosen.overlap,
        )
    if state.runner_up_at < 0 or axis.overlap < state.runner_up_overlap:
        return state._replace(runner_up_at=number, runner_up_overlap=axis.overlap)
    return state


def _end(pair: PlaneSatPair, state: State) -> State:
    """The state with its exit, if it tests the last axis."""
    if not (isfinite(state.axis.overlap) and isfinite(pair.tolerance) and norm2(state.axis.direction) > 0):
        return state._replace(exit=Exit.DEGENERATE_INPUT)
    if state.iteration + 1 < len(pair.axes):
        return state
    cores_overlap = state.chosen.overlap - state.radius > pair.rounding
    if not cores_overlap and state.axis.kind != PlaneAxisKind.VERTICES:
        return state  # one more axis: through the closest vertices
    return state._replace(
        exit=Exit.SEPARATING_AXIS if state.chosen.overlap < -pair.tolerance else Exit.ALL_AXES_OVERLAP
    )
