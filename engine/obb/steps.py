"""The axes of two oriented boxes (OBB): which of fifteen separates them, or how deep they overlap; one axis a step.

Gottschalk, Lin, Manocha, OBBTree: a hierarchical structure for rapid interference detection, SIGGRAPH 1996; Ericson,
Real-Time Collision Detection, 2005, §4.4.

The faces of A − B have the normals of A's faces, those of B's faces, and the cross products of an edge of A with an
edge of B: 3 + 3 + 9 axes.  The depth is the least overlap of the projections.  SAT (sat/steps.py) does the same
for all polytopes; what is special here:

1. A segment is a box with one extent, a point a box with none.  Axes of faces and edges without extent are left out, so
   that a segment and a box have six axes, a point and a box three.  With radii, these are capsules and spheres.
2. The first axis that separates the cores ends the test.
3. If there is none, the depth is exact.  The contact is a corner of one box on a face of the other, or the crossing of
   two edges.  Where faces or edges are parallel, it is not unique: then GJK finds it, with A moved out by the depth.

This is the closed form for what EPA finds by expansion: for two boxes, EPA takes eleven steps, with five times the
work.

How it can fail: if the cores are apart and only their radii overlap on that axis, the edges and corners of the cores
decide, and they have no axis here.  The exit is then `DEPTH_UNKNOWN`, and GJK measures the distance.  Overlaps that
differ by less than rounding are equal; the first of them is chosen.  Lengths whose sums overflow end in
`DEGENERATE_INPUT`.
"""

from math import copysign, inf, isfinite
from typing import NamedTuple

from gjkscope.engine.epa.settling import nearest_apart
from gjkscope.engine.geometry.projections import PROJECTION_ROUNDINGS, Axes, box_normals, box_reach, edge_normal
from gjkscope.engine.gjk.steps import relative, witnesses
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose, is_square
from gjkscope.engine.result import (
    Exit,
    NotApplicable,
    RawAnswer,
    Trace,
    all_steps,
    bounds_only,
    result_of,
    verdict_number,
)
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.capsule import SPINE
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.point import POINT
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import ZERO, Vec3, add, along, column, dot, neg, norm, nth, scale, sub, unit

# Axes are numbered: 0 to 2 the faces of A, 3 to 5 those of B, then A's edges × B's edges, B's varying fastest.
FACES_OF_B, EDGE_PAIRS, ALL_AXES = 3, 6, 15


class OrientedBox(NamedTuple):
    """A placed core as a box.  A pose may be off a rotation by its tolerance, so axes need not be perpendicular."""

    axes: Axes  # columns of the rotation
    normals: Axes  # unit, of the faces
    edges: Axes  # unit
    half: Vec3  # half extents; 0 across a segment, and for a point


class BoxPair(NamedTuple):
    """Two placed boxes, and what is the same in each step."""

    a: OrientedBox
    b: OrientedBox
    cores: tuple[Convex, Convex]  # relative to A's position
    offset: Vec3  # from A's centre to B's
    radius: float  # sum of both radii
    rounding: float  # error bound of an overlap, metres


class State(NamedTuple):
    """The test of one axis, and the best axis so far.  Lengths in metres."""

    iteration: int
    number: int  # of the axis
    direction: Vec3  # unit, from A to B; zero for parallel edges, which have no axis
    reach_a: float  # half the length of A's projection, including its radius
    reach_b: float
    between: float  # from A's centre to B's along the direction
    overlap: float  # < 0: minus the gap
    chosen: Vec3  # the direction of least overlap so far
    chosen_at: int  # the number of its axis; −1 while there is none
    least: float  # its overlap
    radius: float  # sum of both radii
    contact_a: Vec3  # the contact points of the cores, relative to A's position; zero before the end
    contact_b: Vec3
    exit: Exit


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed boxes, one of which may be a capsule, a sphere or a point.

    Raises `NotApplicable` for other shapes.
    """
    pair = prepare(shape_a, pose_a, shape_b, pose_b)
    steps = run(pair)
    answer = overlap_answer(pair, steps[-1], pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b))
    return Trace("obb", steps, result_of("obb", steps[-1].exit, len(steps), answer))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> BoxPair:
    """The pair for `start` and `step`.  Raises `NotApplicable` as `trace` does."""
    a, b = convex(shape_a, pose_a), convex(shape_b, pose_b)
    if not takes_boxes(a, b):
        kinds = f"{shape_a.kind} and {shape_b.kind}"
        raise NotApplicable(f"OBB takes two boxes, or a box and a capsule, sphere or point, not {kinds}")
    return box_pair(*relative(a, b))


def takes_boxes(a: Convex, b: Convex) -> bool:
    """Whether both cores are boxes, segments on an axis of their frame, or points, and not both without volume."""
    return (a.kind == BOX and _is_box(b)) or (b.kind == BOX and _is_box(a))


def balls_meet(a: Convex, b: Convex) -> bool:
    """Whether the balls around both cores meet; if not, the cores are apart, and GJK measures their distance."""
    return norm(sub(b.position, a.position)) <= norm(a.size) + norm(b.size)


def box_pair(a: Convex, b: Convex) -> BoxPair:
    """The pair of two cores that are relative to A's position, as `gjk.relative` returns them."""
    box_a, box_b = _orient(a), _orient(b)
    offset = sub(b.position, a.position)
    lengths = norm(box_a.half) + norm(box_b.half) + norm(offset) + a.radius + b.radius
    rounding = PROJECTION_ROUNDINGS * a.roundoff * lengths
    return BoxPair(box_a, box_b, (a, b), offset, a.radius + b.radius, rounding)


def start(pair: BoxPair) -> State:
    """The test of the first axis."""
    nothing = State(-1, -1, ZERO, 0.0, 0.0, 0.0, 0.0, ZERO, -1, inf, pair.radius, ZERO, ZERO, Exit.RUNNING)
    return step(pair, nothing)


def step(pair: BoxPair, state: State) -> State:
    """The test of the next axis; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    number = _next(pair, state.number)
    tested = _project(pair, state._replace(iteration=state.iteration + 1, number=number), _axis(pair, number))
    if not isfinite(pair.rounding):
        return tested._replace(exit=Exit.DEGENERATE_INPUT)
    if _core_depth(pair, tested) < -pair.rounding:
        separated = tested.least < -pair.rounding
        return tested._replace(exit=Exit.SEPARATING_AXIS if separated else Exit.DEPTH_UNKNOWN)
    return tested if _next(pair, number) < ALL_AXES else _end(pair, tested)


def run(pair: BoxPair) -> tuple[State, ...]:
    """All steps."""
    return all_steps(start(pair), lambda state: step(pair, state))


def lower_bound(state: State) -> float:
    """A lower bound on the signed distance, including the radii: minus the least overlap so far."""
    return 0.0 - state.least  # unlike −least, 0 rather than −0 at contact


def overlap_answer(pair: BoxPair, last: State, origin: Vec3, size: float) -> RawAnswer:
    """The result for the shapes, including their radii; `origin` is A's position, `size` is `bounds.size`."""
    bound = lower_bound(last)
    if last.exit == Exit.DEGENERATE_INPUT:
        return bounds_only(verdict_number(-inf, inf, size), -inf, inf)
    if last.exit != Exit.ALL_AXES_OVERLAP:
        return bounds_only(verdict_number(bound, inf, size), bound, inf)
    a, b = pair.cores
    witness_a = along(add(last.contact_a, origin), last.chosen, a.radius)
    witness_b = along(add(last.contact_b, origin), last.chosen, -b.radius)
    return RawAnswer(verdict_number(bound, bound, size), bound, bound, bound, last.chosen, witness_a, witness_b)


def unique_contact(pair: BoxPair, state: State) -> tuple[Vec3, Vec3, bool]:
    """A corner on a face, or the crossing of two edges, and whether that is the contact.

    It is if the points belong to the boxes, and are opposite.
    """
    contact_a, contact_b = _contact(pair, state)
    rest = sub(sub(contact_a, contact_b), scale(state.chosen, _core_depth(pair, state)))
    inside = _contains(pair.a, contact_a, pair.rounding) and _contains(
        pair.b, sub(contact_b, pair.offset), pair.rounding
    )
    return contact_a, contact_b, inside and norm(rest) <= pair.rounding


def crossed_edges(number: int) -> tuple[int, int]:
    """The edge of A and that of B that an axis from `EDGE_PAIRS` on is square to."""
    return (number - EDGE_PAIRS) // 3, (number - EDGE_PAIRS) % 3


def _is_box(core: Convex) -> bool:
    return core.kind == BOX or core.kind == SPINE or core.kind == POINT


def _orient(core: Convex) -> OrientedBox:
    x, y, z = column(core.rotation, 0), column(core.rotation, 1), column(core.rotation, 2)
    if is_square(core.rotation, core.roundoff):
        return OrientedBox((x, y, z), (x, y, z), (x, y, z), core.size)
    return OrientedBox((x, y, z), box_normals((x, y, z)), (unit(x), unit(y), unit(z)), core.size)


def _next(pair: BoxPair, number: int) -> int:
    """The number of the next axis whose faces or edges have an extent."""
    number += 1
    while number < ALL_AXES and not _has_extent(pair, number):
        number += 1
    return number


def _has_extent(pair: BoxPair, number: int) -> bool:
    if number >= EDGE_PAIRS:
        i, j = crossed_edges(number)
        return nth(pair.a.half, i) > 0 and nth(pair.b.half, j) > 0
    half, face = (pair.a.half, number) if number < FACES_OF_B else (pair.b.half, number - FACES_OF_B)
    a, b, c = half[0] > 0, half[1] > 0, half[2] > 0
    return (b and c) if face == 0 else (a and c) if face == 1 else (a and b)


def _axis(pair: BoxPair, number: int) -> Vec3:
    """The axis, which may point either way; zero for parallel edges."""
    if number < FACES_OF_B:
        return nth(pair.a.normals, number)
    if number < EDGE_PAIRS:
        return nth(pair.b.normals, number - FACES_OF_B)
    i, j = crossed_edges(number)
    return edge_normal(nth(pair.a.edges, i), nth(pair.b.edges, j), pair.cores[0].roundoff)


def _project(pair: BoxPair, state: State, axis: Vec3) -> State:
    """The state with both boxes projected on the axis."""
    if axis == ZERO:
        return state._replace(direction=ZERO, reach_a=0.0, reach_b=0.0, between=0.0, overlap=0.0)
    height = dot(axis, pair.offset)
    direction, between = (neg(axis), -height) if height < 0 else (axis, height)
    a, b = pair.cores
    reach_a = box_reach(pair.a.half, pair.a.axes, axis) + a.radius
    reach_b = box_reach(pair.b.half, pair.b.axes, axis) + b.radius
    overlap = reach_a + reach_b - between
    less = overlap < state.least - pair.rounding
    return state._replace(
        direction=direction,
        reach_a=reach_a,
        reach_b=reach_b,
        between=between,
        overlap=overlap,
        chosen=direction if less else state.chosen,
        chosen_at=state.number if less else state.chosen_at,
        least=overlap if less else state.least,
    )


def _end(pair: BoxPair, state: State) -> State:
    """The state after the last axis, with the contact of cores that overlap on all of them."""
    contact_a, contact_b, is_contact = unique_contact(pair, state)
    if not is_contact:
        contact_a, contact_b = _contact_apart(pair, state)
    return state._replace(contact_a=contact_a, contact_b=contact_b, exit=Exit.ALL_AXES_OVERLAP)


def _core_depth(pair: BoxPair, state: State) -> float:
    """The least overlap of the cores."""
    return state.least - pair.radius


def _contact(pair: BoxPair, state: State) -> tuple[Vec3, Vec3]:
    """The contact points if they are unique: a corner against a face, or the crossing of two edges."""
    depth = scale(state.chosen, _core_depth(pair, state))
    if state.chosen_at < FACES_OF_B:
        corner = sub(pair.offset, _furthest(pair.b, state.chosen, -1))
        return add(corner, depth), corner
    if state.chosen_at < EDGE_PAIRS:
        corner = _furthest(pair.a, state.chosen, -1)
        return corner, sub(corner, depth)
    i, j = crossed_edges(state.chosen_at)
    p, q = _furthest(pair.a, state.chosen, i), sub(pair.offset, _furthest(pair.b, state.chosen, j))
    u, v, w = nth(pair.a.edges, i), nth(pair.b.edges, j), sub(q, p)
    cosine, along_u, along_v = dot(u, v), dot(w, u), dot(w, v)
    square = 1.0 - cosine * cosine  # of the sine; an axis exists, but the square of its length may underflow
    if square <= 0:
        return p, q
    s, t = (along_u - cosine * along_v) / square, (cosine * along_u - along_v) / square
    return along(p, u, s), along(q, v, t)


def _furthest(box: OrientedBox, direction: Vec3, middle: int) -> Vec3:
    """The corner of a box furthest along a direction, from its centre; on the axis `middle`, the middle."""
    x, y, z = box.axes
    u = 0.0 if middle == 0 else copysign(box.half[0], dot(direction, x) + 0.0)
    v = 0.0 if middle == 1 else copysign(box.half[1], dot(direction, y) + 0.0)
    w = 0.0 if middle == 2 else copysign(box.half[2], dot(direction, z) + 0.0)
    return along(along(scale(x, u), y, v), z, w)


def _contains(box: OrientedBox, point: Vec3, rounding: float) -> bool:
    """Whether a box contains a point, given from its centre."""
    (x, y, z), (n, m, k), half = box.axes, box.normals, box.half
    return (
        abs(dot(n, point)) <= half[0] * dot(n, x) + rounding
        and abs(dot(m, point)) <= half[1] * dot(m, y) + rounding
        and abs(dot(k, point)) <= half[2] * dot(k, z) + rounding
    )


def _contact_apart(pair: BoxPair, state: State) -> tuple[Vec3, Vec3]:
    """Contact points in any case: where the cores meet after A was moved out."""
    a, b = pair.cores
    foot = scale(state.chosen, _core_depth(pair, state))
    point_a, point_b = witnesses(nearest_apart(a, b, neg(foot)))
    point_a = add(point_a, foot)
    rest = scale(sub(foot, sub(point_a, point_b)), 0.5)  # the gap left between the two points, split evenly
    return add(point_a, rest), sub(point_b, rest)
