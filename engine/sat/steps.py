"""The separating axis test for two polytopes, as a trace: one axis a step.

Two convex polytopes are disjoint exactly when some axis separates their projections, and it is enough to look at
the normals of A's faces, those of B's faces, and the cross products of an edge of A with an edge of B
(Gottschalk, Lin, Manocha, OBBTree: a hierarchical structure for rapid interference detection, SIGGRAPH 1996;
Ericson, Real-Time Collision Detection, 2005, §4.4 and §5.2).  These are the normals of the faces of A − B, so for
overlapping shapes the axis of least overlap gives the penetration depth and the push-out exactly.

Plan:
1. List the axes: face normals of A, face normals of B, edges of A × edges of B (B's varying fastest); for two shapes
   without volume also the in-plane normals of their edges.  Two boxes have 15 axes, a box and a triangle 13, two
   triangles 17.
2. With a hull there are thousands of edge pairs.  Skip those that form no face of A − B according to the Gauss map
   (gauss_map.py), parallel pairs, and those whose axis equals an earlier one.  They are recorded but get no step.
   `Options.edge_pairs` skips them for all shapes, or for none.
3. Orient each axis from A to B: of its two directions, the one in which less movement separates.  Project both shapes
   on it, measured from A's centre.  The overlap is how far A must move back along it; if one projection contains the
   other, this is more than the length they share.
4. Keep the axis of least overlap, and the runner-up.

The cross products are normalised, so that overlaps on different axes are lengths that can be compared.  One separating
axis proves that the shapes are apart; all axes are tested because the widest gap is the best bound.

A flat shape has no thickness along its own normal: its projection there is a point, and the overlap is the shorter way
of the other shape past it.  Two coplanar shapes touch on that normal wherever they are, and all their edge cross
products equal that normal; hence the in-plane axes (Ericson §5.2.10).

For separated shapes the widest gap is a lower bound of the distance, not the distance: two boxes placed corner to
corner are further apart than any of the fifteen axes shows.  With a box, the distance is at most √3 times the gap, as
its normals are mutually perpendicular and no direction is far from all of them.  Sharp shapes have no such bound.  Two
needles tip to tip show a gap no larger than their thickness, as do nearly coplanar triangles; segments and points may
have no axis at all.  So if no box is involved and the best axis shows the cores in contact or a gap below the tolerance
for touching, one more axis is tested, through the closest points that GJK finds: its gap is the distance.

A `rounding` lengthens every projection equally, so it does not change which axis is least while the cores overlap.
Where only the roundings overlap, edges and corners decide, which have no axis here, and the verdict is undecided.

How it can fail: the number of axes grows with the square of the number of corners.  Pairs beyond `MOST_CORNERS` are
refused.  Lengths whose sums overflow end in `DEGENERATE_INPUT`.
"""

from collections.abc import Sequence
from enum import IntEnum
from functools import partial
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from gjkscope.engine import gjk
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.polytope import Polytope, edge_of, face_of, is_polytope, polytope, single_polytope
from gjkscope.engine.geometry.projections import PARALLEL, PROJECTION_ROUNDINGS, box_reach, edge_normal
from gjkscope.engine.options import DEFAULT, USUAL_PAIRS, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single, trace_in_float32
from gjkscope.engine.proof.verdict import VERDICTS
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict, all_steps
from gjkscope.engine.sat.gauss_map import (
    NO_RISES,
    Arcs,
    Ints,
    PairCount,
    PassedOver,
    Rises,
    Skipped,
    add_skipped_runs,
    arcs,
    arcs_cross,
    count_pairs,
    crossing,
    rises,
    unknown_fates,
)
from gjkscope.engine.shapes.bounds import longest_side
from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.kinds import Hull, Shape, TriangleSurface
from gjkscope.engine.shapes.support import Convex, convex
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, add, along, cross, dot, neg, norm, sub, unit

# Indices into `VERDICTS`.
SEPARATED, IN_CONTACT, PENETRATING, UNDECIDED = map(VERDICTS.index, tuple(Verdict))

# In roundoffs.  Axes that differ by less (radians) are equal up to the rounding of two normalised cross products.
SAME = 64

# Two hulls with this many corners have some 5000 axes, which take a second and are more than a list can usefully show.
MOST_CORNERS = 512

# This many axes, of hulls with some dozens of corners, take a few seconds.
MOST_PAIRS = 10_000


class AxisKind(IntEnum):
    FACE_A = 0
    FACE_B = 1
    EDGES = 2
    IN_PLANE_A = 3  # the normal of an edge of a flat A, within its plane
    IN_PLANE_B = 4
    CLOSEST = 5  # through the closest points


class Relation(IntEnum):
    """How the two projections on an axis relate."""

    OVERLAP = 0
    CONTACT = 1  # they touch: overlap or gap is within rounding
    GAP = 2


class CandidateAxis(NamedTuple):
    """An axis that is to be tested, or skipped."""

    kind: AxisKind
    feature_a: int  # the face normal or the edge of A, as `Polytope` numbers them; −1 where A has no part
    feature_b: int
    skipped: Skipped
    direction: Vec3  # unit, either way
    same_as: int = -1  # for DUPLICATE the number of the step that has the axis
    rises: Rises = NO_RISES  # of an edge pair: the signs say whether the arcs on the Gauss map cross
    crosses: bool = True  # whether they do; only then is the axis the normal of a face of A − B
    passed_over: tuple[int, int] = (0, 0)  # the first, and one past the last, of `PolytopePair.passed_over`


class Axis(NamedTuple):
    """One axis.  Intervals are measured along `direction` from A's centre; metres."""

    kind: AxisKind
    feature_a: int  # the face normal or the edge of A, as `Polytope` numbers them; −1 where A has no part
    feature_b: int
    skipped: Skipped  # if it was, the numbers below are zero
    direction: Vec3  # unit, from A to B
    interval_a: tuple[float, float] = (0.0, 0.0)
    interval_b: tuple[float, float] = (0.0, 0.0)
    overlap: float = 0.0  # > 0: how far A must move back along the direction; < 0: minus the gap
    relation: Relation = Relation.OVERLAP
    other_way: float = 0.0  # how far it would have to move forward instead, never less
    flat: bool = False  # the normal of a shape without thickness: its interval, less the radius, is a point
    same_as: int = -1  # for DUPLICATE the number of the step that has the axis
    corners_a: tuple[int, ...] = ()  # of the feature, as the shape numbers its vertices, and `support` those of a box
    corners_b: tuple[int, ...] = ()
    rises: Rises = Rises()  # of an edge pair: the signs say whether the arcs on the Gauss map cross
    crosses: bool = True  # whether they do; only then is the axis the normal of a face of A − B
    passed_over: tuple[PassedOver, ...] = ()  # the edge pairs skipped between this axis and the next


class State(NamedTuple):
    """The test of one axis, and the best axis so far."""

    iteration: int  # which axis, from 0
    axis: Axis
    chosen: Axis  # least overlap so far; a skipped one while there is none
    chosen_at: int  # its number
    runner_up_at: int  # the number of the second least; −1 while there is none
    runner_up_overlap: float
    upper: float  # the distance of the cores' closest points; infinite if they were not computed
    hulled: tuple[bool, bool]  # which of the two are meshes, replaced here by their convex hulls
    pairs: PairCount  # the edge pairs of the two, whether they are tested or not
    exit: Exit


def axes_tie(state: State) -> bool:
    """Whether the second least overlap equals the least, to within what counts as touching for the intervals."""
    (low_a, high_a), (low_b, high_b) = state.chosen.interval_a, state.chosen.interval_b
    least_difference = TOUCHING * max(high_a - low_a, high_b - low_b)
    return state.runner_up_at >= 0 and abs(state.runner_up_overlap - state.chosen.overlap) <= least_difference


class PolytopePair(NamedTuple):
    """Two placed polytopes, and what is the same in each step."""

    a: Polytope
    b: Polytope
    cores: tuple[Convex, Convex]
    axes: Sequence[CandidateAxis]  # in this order
    passed_over: Sequence[PassedOver]  # the edge pairs skipped between these, in order
    between: Vec3  # from A's centre to B's
    radius: float  # both radii together
    rounding: float  # error bound of an overlap, metres
    tolerance: float  # distances up to this count as touching, metres; includes the rounding
    hulled: tuple[bool, bool]
    pairs: PairCount


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed polytopes: boxes, triangles, hulls, meshes (their convex hulls), segments, points.

    Raises `NotApplicable` for other shapes, and for those with more than `MOST_CORNERS` corners.
    """
    if why := refusal(shape_a, shape_b):
        raise NotApplicable(why)
    traced = partial(_trace, shape_a, pose_a, shape_b, pose_b, options)
    return trace_in_float32(traced) if options.float32 else traced()


POLYTOPES = "box, triangle, hull, mesh, segment, point"
"""The most common kinds of polytopes, for the message."""


def refusal(shape_a: Shape, shape_b: Shape) -> str | None:
    """Why these kinds of shapes are refused; None if they are accepted."""
    curved = [shape.kind for shape in (shape_a, shape_b) if not is_polytope(shape)]
    return f"SAT takes polytopes ({POLYTOPES}), not {' and '.join(curved)}" if curved else None


@np.errstate(over="ignore", invalid="ignore")  # as Python's floats do: overflow ends in a named exit
def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> PolytopePair:
    """Two placed polytopes with their axes.  Raises `NotApplicable` as `trace` does, `ValueError` if curved."""
    place_polytope = single_polytope if options.float32 else polytope
    a, b = place_polytope(shape_a, pose_a), place_polytope(shape_b, pose_b)
    for name, corners in (("A", len(a.corners)), ("B", len(b.corners))):
        if corners > MOST_CORNERS:
            raise NotApplicable(f"SAT takes polytopes of up to {MOST_CORNERS} corners, {name} has {corners}")
    cores = convex(shape_a, pose_a), convex(shape_b, pose_b)
    if options.float32:
        cores = single(cores[0]), single(cores[1])
    skips = _skips_pairs(shape_a, a, shape_b, b, options.edge_pairs)
    total = len(a.edges) * len(b.edges)
    if not skips and total > MOST_PAIRS:
        raise NotApplicable(f"SAT tests up to {MOST_PAIRS:,} edge pairs, these have {total:,}: skip some")
    hulled = isinstance(shape_a, TriangleSurface), isinstance(shape_b, TriangleSurface)
    return polytope_pair(a, b, cores, hulled, skips, [], [])


def polytope_pair(
    a: Polytope,
    b: Polytope,
    cores: tuple[Convex, Convex],
    hulled: tuple[bool, bool],
    skips: bool,
    axes: list[CandidateAxis],
    passed_over: list[PassedOver],
) -> PolytopePair:
    """The pair with its axes, without the edge pairs that need no test if it `skips` them; the lists are empty."""
    between = _between(a, b)
    reach, radius, offset = a.reach + b.reach, a.radius + b.radius, norm(a.offset) + norm(b.offset)
    rounding = PROJECTION_ROUNDINGS * a.roundoff * (reach + radius + norm(between) + offset)
    tolerance = TOUCHING * max(longest_side(cores[0]), longest_side(cores[1])) + rounding
    table = arcs(a, b)
    if isfinite(tolerance):
        if skips:
            _add_needed_axes(axes, passed_over, a, b, table)
        else:
            _add_all_axes(axes, a, b, table)
    return PolytopePair(
        a=a,
        b=b,
        cores=cores,
        axes=axes,
        passed_over=passed_over,
        pairs=count_pairs(table),
        between=between,
        radius=radius,
        rounding=rounding,
        tolerance=tolerance,
        hulled=hulled,
    )


def start(pair: PolytopePair) -> State:
    """Tests the first axis; two points have none, so that of their closest points."""
    nothing = State(-1, no_axis(), no_axis(), -1, -1, inf, inf, pair.hulled, pair.pairs, Exit.RUNNING)
    return _end(pair, _test_next(pair, nothing))


def step(pair: PolytopePair, state: State) -> State:
    """Tests the next axis; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _end(pair, _test_next(pair, state))


def run(pair: PolytopePair) -> tuple[State, ...]:
    """All steps."""
    return all_steps(start(pair), lambda state: step(pair, state))


def result(pair: PolytopePair, last: State) -> Result:
    """The result for the shapes, including their radii, from the last step."""
    bound = -last.chosen.overlap
    verdict, steps = VERDICTS[verdict_of_last(pair, last)], last.iteration + 1
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("sat", verdict, last.exit, steps)
    measured = last.upper - pair.radius
    if verdict is Verdict.SEPARATED:
        normal = last.chosen.direction
        return Result("sat", verdict, last.exit, steps, normal=normal, lower=bound, upper=measured)
    if verdict is Verdict.UNDECIDED:
        return Result("sat", verdict, last.exit, steps, lower=bound, upper=measured)
    return Result("sat", verdict, last.exit, steps, bound, last.chosen.direction, lower=bound, upper=bound)


def verdict_of_last(pair: PolytopePair, last: State) -> int:
    """The verdict of the last step, as an index into `VERDICTS`."""
    bound, tolerance = -last.chosen.overlap, pair.tolerance
    if last.exit == Exit.DEGENERATE_INPUT:
        return UNDECIDED
    if bound > tolerance:
        return SEPARATED
    # The cores are apart and only the radii overlap: no axis tests the rounded edges and corners.
    reached_across = bound + pair.radius > tolerance
    # GJK could not measure the distance of cores that seem to touch.
    unsure = last.axis.kind == AxisKind.CLOSEST and last.upper > tolerance
    if reached_across or unsure:
        return UNDECIDED
    return PENETRATING if bound < -tolerance else IN_CONTACT


def no_axis() -> Axis:
    """Placeholder while there is no axis yet."""
    return Axis(
        AxisKind.CLOSEST,
        -1,
        -1,
        Skipped.PARALLEL,
        ZERO,
        (0.0, 0.0),
        (0.0, 0.0),
        0.0,
        Relation.OVERLAP,
        0.0,
        False,
        -1,
        no_corners(),
        no_corners(),
        NO_RISES,
        True,
        no_runs(),
    )


def no_corners() -> tuple[int, ...]:
    return ()


def no_runs() -> tuple[PassedOver, ...]:
    return ()


def runs_after(pair: PolytopePair, axis: CandidateAxis) -> tuple[PassedOver, ...]:
    """The edge pairs skipped between an axis and the next."""
    first, end = axis.passed_over
    return tuple(pair.passed_over[first:end])


def _trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options) -> Trace:
    pair = prepare(shape_a, pose_a, shape_b, pose_b, options)
    steps = run(pair)
    return Trace("sat", steps, result(pair, steps[-1]))


def _test_next(pair: PolytopePair, state: State) -> State:
    """The state after the test of the next axis."""
    number = state.iteration + 1
    if number < len(pair.axes):
        return _rank(state, number, _project(pair, pair.axes[number]), pair.rounding)
    last = _last_of_gjk(pair.cores[0], pair.cores[1])
    through = _candidate(AxisKind.CLOSEST, -1, -1, last.normal)
    state = _rank(state, number, _project(pair, through), pair.rounding)
    return state._replace(upper=max(last.upper, 0.0))


def _last_of_gjk(a: Convex, b: Convex) -> gjk.State:
    near_a, near_b = gjk.relative(a, b)
    last = gjk.start(near_a, near_b)
    while last.exit == Exit.RUNNING:
        last = gjk.step(near_a, near_b, last)
    return last


def _project(pair: PolytopePair, axis: CandidateAxis) -> Axis:
    """The axis with both shapes projected on it; of a skipped one, without."""
    if axis.skipped != Skipped.TESTED:
        return _unprojected(pair, axis)
    a, b, direction = pair.a, pair.b, axis.direction
    middle_a, reach_a = _projection(a, direction)
    middle_b, reach_b = _projection(b, direction)
    between = dot(direction, pair.between) + middle_b - middle_a
    if between < 0:
        direction, between, middle_a = neg(direction), -between, -middle_a
    flat_a = axis.kind == AxisKind.FACE_A and a.dimension == 2
    flat_b = axis.kind == AxisKind.FACE_B and b.dimension == 2
    if flat_a:  # any width it has is rounding
        reach_a = a.radius
    if flat_b:
        reach_b = b.radius
    middle_b = middle_a + between
    overlap = reach_a + reach_b - between
    return Axis(
        axis.kind,
        axis.feature_a,
        axis.feature_b,
        axis.skipped,
        direction,
        interval_a=(middle_a - reach_a, middle_a + reach_a),
        interval_b=(middle_b - reach_b, middle_b + reach_b),
        overlap=overlap,
        relation=_relation(overlap, pair.rounding),
        other_way=reach_a + reach_b + between,
        flat=flat_a or flat_b,
        same_as=axis.same_as,
        corners_a=_corners(a, axis.kind == AxisKind.FACE_A, axis.feature_a, direction),
        corners_b=_corners(b, axis.kind == AxisKind.FACE_B, axis.feature_b, neg(direction)),
        rises=axis.rises,
        crosses=axis.crosses,
        passed_over=runs_after(pair, axis),
    )


def _unprojected(pair: PolytopePair, axis: CandidateAxis) -> Axis:
    return no_axis()._replace(
        kind=axis.kind,
        feature_a=axis.feature_a,
        feature_b=axis.feature_b,
        skipped=axis.skipped,
        direction=axis.direction,
        same_as=axis.same_as,
        rises=axis.rises,
        crosses=axis.crosses,
        passed_over=runs_after(pair, axis),
    )


def _projection(shape: Polytope, direction: Vec3) -> tuple[float, float]:
    """The middle and the half length of the shape's projection on a unit direction, from its centre."""
    if shape.kind == BOX:
        return 0.0, box_reach(shape.size, shape.axes, direction) + shape.radius
    low, high = corner_extent(shape.corners, direction)
    return (low + high) / 2, (high - low) / 2 + shape.radius


def corner_extent(corners: Sequence[Vec3], direction: Vec3) -> tuple[float, float]:
    """The least and the greatest height of the corners along a direction."""
    x, y, z = direction
    low = high = dot(direction, corners[0])
    for corner in corners:
        height = corner[0] * x + corner[1] * y + corner[2] * z
        if height < low:
            low = height
        elif height > high:
            high = height
    return low, high


def _relation(overlap: float, rounding: float) -> Relation:
    if overlap < -rounding:
        return Relation.GAP
    return Relation.OVERLAP if overlap > rounding else Relation.CONTACT


def _corners(shape: Polytope, is_face: bool, feature: int, towards: Vec3) -> tuple[int, ...]:
    if feature < 0:
        return no_corners()
    return face_of(shape, feature, towards) if is_face else edge_of(shape, feature, towards)


def _rank(state: State, number: int, axis: Axis, margin: float) -> State:
    """The state with axis `number` ranked: chosen, runner-up, or neither."""
    if axis.skipped != Skipped.TESTED:
        return state._replace(iteration=number, axis=axis)
    if state.chosen.skipped != Skipped.TESTED:
        return state._replace(iteration=number, axis=axis, chosen=axis, chosen_at=number)
    if axis.overlap < state.chosen.overlap - margin:
        return state._replace(
            iteration=number,
            axis=axis,
            chosen=axis,
            chosen_at=number,
            runner_up_at=state.chosen_at,
            runner_up_overlap=state.chosen.overlap,
        )
    if axis.overlap < state.runner_up_overlap - margin:
        return state._replace(iteration=number, axis=axis, runner_up_at=number, runner_up_overlap=axis.overlap)
    return state._replace(iteration=number, axis=axis)


def _end(pair: PolytopePair, state: State) -> State:
    """The state with its exit, once all axes are tested and the best one is conclusive."""
    if not isfinite(pair.tolerance):
        return state._replace(exit=Exit.DEGENERATE_INPUT)
    left = len(pair.axes) - 1 - state.iteration
    if left > 0 or (left == 0 and _says_too_little(pair, state.chosen)):
        return state
    separates = state.chosen.relation == Relation.GAP
    return state._replace(exit=Exit.SEPARATING_AXIS if separates else Exit.ALL_AXES_OVERLAP)


def _says_too_little(pair: PolytopePair, best: Axis) -> bool:
    """Whether the cores may be further apart than the best axis shows, and the verdict depends on it."""
    if pair.a.kind == BOX or pair.b.kind == BOX:
        return False
    return -pair.tolerance <= best.overlap - pair.radius <= pair.rounding


def _between(a: Polytope, b: Polytope) -> Vec3:
    """From A's centre to B's.  Positions are subtracted first: far from the origin this loses no digits."""
    return add(sub(b.position, a.position), sub(b.offset, a.offset))


# --- the list of axes ---

Seen = dict[int, list[tuple[Vec3, int]]]
"""The axes so far with their numbers, in cells by the cosine of the angle with `SOME_DIRECTION`, up to sign.

Equal axes are in the same cell or in adjacent ones; unequal axes rarely are, except in adversarial models.
"""

SOME_DIRECTION = (0.3713906763541037, 0.5570860145311556, 0.7427813527082074)
CELL = 2**23  # roundoffs: far more than `SAME`, far less than most axes differ by


def _candidate(kind: AxisKind, feature_a: int, feature_b: int, direction: Vec3) -> CandidateAxis:
    return CandidateAxis(kind, feature_a, feature_b, Skipped.TESTED, direction, -1, NO_RISES, True, (0, 0))


def _add_all_axes(axes: list[CandidateAxis], a: Polytope, b: Polytope, table: Arcs) -> None:
    _add_face_axes(axes, a, b)
    for i in range(len(a.edges)):
        for j in range(len(b.edges)):
            _add(axes, _edge_axis(a, i, b, j, table))
    _add_in_plane_axes(axes, a, b)


def _add(axes: list[CandidateAxis], axis: CandidateAxis) -> None:
    axes.append(axis)  # one by one, as compiled code does


def _add_face_axes(axes: list[CandidateAxis], a: Polytope, b: Polytope) -> None:
    for i in range(len(a.normals)):
        _add(axes, _candidate(AxisKind.FACE_A, i, -1, a.normals[i]))
    for j in range(len(b.normals)):
        _add(axes, _candidate(AxisKind.FACE_B, -1, j, b.normals[j]))


def _edge_axis(a: Polytope, i: int, b: Polytope, j: int, table: Arcs) -> CandidateAxis:
    normal = edge_normal(a.edges[i], b.edges[j], a.roundoff)
    return _candidate(AxisKind.EDGES, i, j, normal)._replace(
        skipped=Skipped.PARALLEL if normal == ZERO else Skipped.TESTED,
        rises=rises(table, i, j),
        crosses=arcs_cross(table, i, j),
    )


def _add_in_plane_axes(axes: list[CandidateAxis], a: Polytope, b: Polytope) -> None:
    """The in-plane normals of edges, for shapes that may be coplanar; none if either shape has volume."""
    if a.dimension == 3 or b.dimension == 3:
        return
    if a.dimension == 2:
        for i in range(len(a.edges)):
            _add(axes, _candidate(AxisKind.IN_PLANE_A, i, -1, unit(cross(a.edges[i], a.normals[0]))))
    if b.dimension == 2:
        for j in range(len(b.edges)):
            _add(axes, _candidate(AxisKind.IN_PLANE_B, -1, j, unit(cross(b.edges[j], b.normals[0]))))
    if a.dimension == 1 and b.dimension <= 1:
        _add(axes, _candidate(AxisKind.IN_PLANE_A, 0, -1, _square_to(a.edges[0], _between(a, b), a.roundoff)))
    elif a.dimension == 0 and b.dimension == 1:
        _add(axes, _candidate(AxisKind.IN_PLANE_B, -1, 0, _square_to(b.edges[0], _between(a, b), b.roundoff)))


def _square_to(edge: Vec3, towards: Vec3, roundoff: float) -> Vec3:
    """The unit vector perpendicular to a unit edge, closest to `towards`; any perpendicular if these are parallel."""
    aside = along(towards, edge, -dot(towards, edge))
    if norm(aside) <= PARALLEL * roundoff * norm(towards):
        aside = cross(edge, _least_along(edge))
    aside = unit(aside)
    return unit(along(aside, edge, -dot(aside, edge)))


def _least_along(edge: Vec3) -> Vec3:
    """The coordinate axis along which the edge has the least extent."""
    x, y, z = abs(edge[0]), abs(edge[1]), abs(edge[2])
    if x <= y and x <= z:
        return IDENTITY[0]
    return IDENTITY[1] if y <= z else IDENTITY[2]


def _skips_pairs(shape_a: Shape, a: Polytope, shape_b: Shape, b: Polytope, edge_pairs: str) -> bool:
    """Whether edge pairs that need no test are skipped; two points have none, and no axis to record them with."""
    if len(a.edges) == len(b.edges) == 0:
        return False
    if edge_pairs != USUAL_PAIRS:
        return edge_pairs == "crossing"
    return skips_pairs_of(shape_a, a.dimension) or skips_pairs_of(shape_b, b.dimension)


def skips_pairs_of(shape: Shape, dimension: int) -> bool:
    """Whether edge pairs of this shape are usually skipped if they need no test."""
    return isinstance(shape, Hull | TriangleSurface) and dimension >= 2


def _add_needed_axes(
    axes: list[CandidateAxis], passed_over: list[PassedOver], a: Polytope, b: Polytope, table: Arcs
) -> None:
    """The axes without the edge pairs that need no test; these are recorded in the axis before them."""
    fates, seen = unknown_fates(table), nothing_seen()
    _add_face_axes(axes, a, b)
    _mark_duplicates(axes, 0, seen, a.roundoff)
    last_face = len(axes) - 1
    few = crossing(table)
    for k in range(len(few)):
        checkpoint()
        i, j = few[k]
        axis = _mark_duplicate(_edge_axis(a, i, b, j, table), len(axes), seen, a.roundoff)
        if axis.skipped == Skipped.TESTED:
            axes.append(axis)
        else:
            fates[i * table.columns + j] = axis.same_as
    last_edge = len(axes) - 1
    _add_in_plane_axes(axes, a, b)
    _mark_duplicates(axes, last_edge + 1, seen, a.roundoff)
    _record_skipped(axes, passed_over, last_face, last_edge, table, fates)


def _mark_duplicates(axes: list[CandidateAxis], first: int, seen: Seen, roundoff: float) -> None:
    for number in range(first, len(axes)):
        checkpoint()
        axes[number] = _mark_duplicate(axes[number], number, seen, roundoff)


def _mark_duplicate(axis: CandidateAxis, number: int, seen: Seen, roundoff: float) -> CandidateAxis:
    """The axis, marked as a duplicate if an equal one was seen; otherwise it is added with its number."""
    if axis.skipped != Skipped.TESTED:
        return axis
    cell = int(abs(dot(axis.direction, SOME_DIRECTION)) / (CELL * roundoff))
    earlier = seen_before(seen, axis.direction, cell, SAME * roundoff)
    if earlier >= 0:
        return axis._replace(skipped=Skipped.DUPLICATE, same_as=earlier)
    see(seen, axis.direction, cell, number)
    return axis


def nothing_seen() -> Seen:
    return {}


def seen_before(seen: Seen, direction: Vec3, cell: int, margin: float) -> int:
    """The number of the first equal axis in this cell and its neighbours; −1 if there is none."""
    for beside in (cell - 1, cell, cell + 1):
        for other, earlier in seen.get(beside, ()):
            if are_equal(direction, other, margin):
                return earlier
    return -1


def see(seen: Seen, direction: Vec3, cell: int, number: int) -> None:
    seen.setdefault(cell, []).append((direction, number))


def are_equal(direction: Vec3, other: Vec3, margin: float) -> bool:
    """Whether two axes are equal, up to sign."""
    return min(_apart(direction, other), _apart(direction, neg(other))) <= margin


def _apart(p: Vec3, q: Vec3) -> float:
    return max(abs(p[0] - q[0]), abs(p[1] - q[1]), abs(p[2] - q[2]))


def _record_skipped(
    axes: list[CandidateAxis], passed_over: list[PassedOver], last_face: int, last_edge: int, table: Arcs, fates: Ints
) -> None:
    """Records the edge pairs skipped between each axis and the next; the first ones follow the last face."""
    begin = 0
    for number in range(last_face, last_edge + 1):
        end, first = len(fates), len(passed_over)
        if number < last_edge:
            end = axes[number + 1].feature_a * table.columns + axes[number + 1].feature_b
        add_skipped_runs(passed_over, table, fates, begin, end)
        axes[number] = axes[number]._replace(passed_over=(first, len(passed_over)))
        begin = end + 1
