"""The fifteen axes of two boxes: the result of each, the choice among them, and an exact push-out."""

from itertools import product
from math import cos, hypot, inf, pi, sin
from random import Random

import numpy as np
import pytest

from gjkscope.engine import Exit, NotApplicable, Pose, Result, Trace, Verdict, query, trace
from gjkscope.engine.pose import apply
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sat.steps import Axis, AxisKind
from gjkscope.engine.shapes.kinds import Box, Cone, Ellipsoid, Sphere
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, add, column, cross, dot, neg, norm, scale, sub, unit
from gjkscope.engine.vectors import product as matrix_product
from tests.engine.samples import random_box, random_direction, random_pose, random_rotation, random_sizes

AXIS_COUNT = 15

# Error bound, relative to the boxes' size, for a projection of eight corners.
ROUNDING = 1e-14
# Gap that may remain after the push-out, relative to the boxes' size (as the documentation promises).
TOUCHES = 1e-12

# Largest cosine between an edge and a vector perpendicular to it.
SQUARE = 8 * 2.0**-53

# The documented order: the normals of A, those of B, then A's edges × B's, with B's varying fastest.
ORDER = (
    [(AxisKind.FACE_A, i, -1) for i in range(3)]
    + [(AxisKind.FACE_B, -1, j) for j in range(3)]
    + [(AxisKind.EDGES, i, j) for i, j in product(range(3), range(3))]
)

BoxPair = tuple[Box, Pose, Box, Pose]


def random_boxes(random: Random, spread: float = 1.1) -> BoxPair:
    """Overlaps in about half of the cases."""
    return random_box(random), random_pose(random, spread), random_box(random), random_pose(random, spread)


def overlapping(count: int, seed: int) -> list[BoxPair]:
    random = Random(seed)
    pairs: list[BoxPair] = []
    while len(pairs) < count:
        pair = random_boxes(random, 0.6)
        if query(*pair, algorithm="sat").verdict == Verdict.PENETRATING:
            pairs.append(pair)
    return pairs


def corners(box: Box, pose: Pose) -> list[Vec3]:
    x, y, z = box.half_extents
    return [apply(pose, (sx * x, sy * y, sz * z)) for sx, sy, sz in product((-1, 1), repeat=3)]


def size(pair: BoxPair) -> float:
    return norm(pair[0].half_extents) + norm(pair[2].half_extents) + norm(sub(pair[3].position, pair[1].position))


def push_out(pair: BoxPair, result: Result) -> BoxPair:
    box_a, pose_a, box_b, pose_b = pair
    assert result.push_out is not None
    return box_a, pose_a._replace(position=add(pose_a.position, result.push_out)), box_b, pose_b


def rotation_about(axis: Vec3, angle: float) -> Mat3:
    """Rodrigues' formula."""
    x, y, z = axis
    c, s, t = cos(angle), sin(angle), 1 - cos(angle)
    return (
        (c + x * x * t, x * y * t - z * s, x * z * t + y * s),
        (y * x * t + z * s, c + y * y * t, y * z * t - x * s),
        (z * x * t - y * s, z * y * t + x * s, c + z * z * t),
    )


@pytest.fixture(scope="module")
def runs() -> list[tuple[BoxPair, Trace]]:
    random = Random(1)
    pairs = [random_boxes(random) for _ in range(200)]
    return [(pair, trace(*pair, "sat")) for pair in pairs]


# --- the axes ---


def test_about_half_of_the_pairs_overlap(runs: list[tuple[BoxPair, Trace]]) -> None:
    share = sum(run.result.exit == Exit.ALL_AXES_OVERLAP for _, run in runs) / len(runs)
    assert 0.3 <= share <= 0.7


def test_there_are_fifteen_axes_in_the_documented_order(runs: list[tuple[BoxPair, Trace]]) -> None:
    for _, run in runs:
        assert [(s.axis.kind, s.axis.feature_a, s.axis.feature_b) for s in run.steps] == ORDER
        assert [step.iteration for step in run.steps] == list(range(AXIS_COUNT))
        assert [step.exit == Exit.RUNNING for step in run.steps] == [True] * (AXIS_COUNT - 1) + [False]
        assert run.result.steps == AXIS_COUNT


def test_each_axis_is_the_normal_or_cross_product_its_provenance_names(runs: list[tuple[BoxPair, Trace]]) -> None:
    for (_, pose_a, _, pose_b), run in runs:
        for axis in axes(run):
            if axis.kind == AxisKind.FACE_A:
                named = column(pose_a.rotation, axis.feature_a)
            elif axis.kind == AxisKind.FACE_B:
                named = column(pose_b.rotation, axis.feature_b)
            else:
                named = unit(cross(column(pose_a.rotation, axis.feature_a), column(pose_b.rotation, axis.feature_b)))
            assert abs(dot(axis.direction, named)) == pytest.approx(1, abs=ROUNDING)
            assert norm(axis.direction) == pytest.approx(1, abs=4 * 2.0**-53)


def test_every_axis_points_from_a_to_b(runs: list[tuple[BoxPair, Trace]]) -> None:
    for (_, pose_a, _, pose_b), run in runs:
        for axis in axes(run):
            assert dot(axis.direction, sub(pose_b.position, pose_a.position)) >= 0


def test_intervals_are_the_projections_of_the_corners(runs: list[tuple[BoxPair, Trace]]) -> None:
    for pair, run in runs:
        box_a, pose_a, box_b, pose_b = pair
        for axis in axes(run):
            a = [dot(axis.direction, sub(corner, pose_a.position)) for corner in corners(box_a, pose_a)]
            b = [dot(axis.direction, sub(corner, pose_a.position)) for corner in corners(box_b, pose_b)]
            assert axis.interval_a == pytest.approx((min(a), max(a)), abs=ROUNDING * size(pair))
            assert axis.interval_b == pytest.approx((min(b), max(b)), abs=ROUNDING * size(pair))
            assert axis.overlap == pytest.approx(max(a) - min(b), abs=ROUNDING * size(pair))


def test_the_chosen_axis_has_the_least_overlap_so_far_and_the_runner_up_the_next(
    runs: list[tuple[BoxPair, Trace]],
) -> None:
    for pair, run in runs:
        tested: list[tuple[float, int]] = []
        for step in run.steps:
            tested.append((step.axis.overlap, step.iteration))
            ranked = sorted(tested)
            assert step.chosen == run.steps[step.chosen_at].axis
            assert step.chosen.overlap == pytest.approx(ranked[0][0], abs=ROUNDING * size(pair))
            if len(ranked) > 1:
                assert step.runner_up_at not in (step.chosen_at, -1)
                assert step.runner_up_overlap == run.steps[step.runner_up_at].axis.overlap
                assert step.runner_up_overlap == pytest.approx(ranked[1][0], abs=ROUNDING * size(pair))
            else:
                assert (step.runner_up_at, step.runner_up_overlap) == (-1, inf)


def test_every_kind_of_axis_is_chosen_for_some_pair(runs: list[tuple[BoxPair, Trace]]) -> None:
    for verdict in (Verdict.SEPARATED, Verdict.PENETRATING):
        assert {run.steps[-1].chosen.kind for _, run in runs if run.result.verdict == verdict} == {
            AxisKind.FACE_A,
            AxisKind.FACE_B,
            AxisKind.EDGES,
        }


def axes(run: Trace) -> list[Axis]:
    return [step.axis for step in run.steps]


# --- the answer ---


def test_the_least_overlap_is_the_depth_over_all_facets_of_the_difference() -> None:
    """Against Qhull: the depth is the distance to the nearest facet of the hull of the 64 corner differences."""
    from scipy.spatial import ConvexHull

    for pair in overlapping(60, seed=2):
        result = query(*pair, algorithm="sat")
        differences = [sub(p, q) for p in corners(*pair[:2]) for q in corners(*pair[2:])]
        depth = -ConvexHull(np.array(differences)).equations[:, 3].max()
        # Qhull merges facets that are coplanar to about 1e-13 of the size, so its depth is off by as much.
        assert result.signed_distance == pytest.approx(-depth, abs=1e-12 * size(pair))


def test_the_bound_of_a_separated_pair_never_exceeds_the_distance() -> None:
    random, met = Random(3), 0
    for _ in range(200):
        pair = random_boxes(random, 1.2)
        bound, distance = query(*pair, algorithm="sat"), query(*pair, algorithm="gjk").signed_distance
        if bound.verdict == Verdict.SEPARATED:
            met += 1
            assert bound.signed_distance is None, "the widest gap is not the distance"
            assert distance is not None
            assert 0 < bound.lower <= distance + ROUNDING * size(pair)
    assert met >= 60


def test_gjk_and_sat_agree_on_every_verdict() -> None:
    random = Random(4)
    for _ in range(100):
        pair = random_boxes(random)
        assert query(*pair, algorithm="sat").verdict == query(*pair).verdict


def test_after_the_push_out_the_boxes_just_touch() -> None:
    for pair in overlapping(100, seed=5):
        assert_push_out_touches(pair)


def test_no_other_push_out_is_shorter() -> None:
    """Pushed by slightly less than the depth, in any direction, they still overlap."""
    random = Random(6)
    for pair in overlapping(30, seed=7):
        box_a, pose_a, box_b, pose_b = pair
        result = query(*pair)
        assert result.signed_distance is not None
        for direction in (*(random_direction(random) for _ in range(3)), neg(result.normal or ZERO)):
            short = add(pose_a.position, scale(direction, -0.999 * result.signed_distance))
            assert query(box_a, pose_a._replace(position=short), box_b, pose_b).verdict == Verdict.PENETRATING


def test_swapping_the_boxes_negates_the_normal() -> None:
    for box_a, pose_a, box_b, pose_b in overlapping(60, seed=8):
        here = query(box_a, pose_a, box_b, pose_b, algorithm="sat")
        there = query(box_b, pose_b, box_a, pose_a, algorithm="sat")
        assert here.signed_distance == pytest.approx(there.signed_distance, abs=ROUNDING)
        assert here.normal is not None
        assert there.normal == pytest.approx(neg(here.normal), abs=1e-12)


def assert_push_out_touches(pair: BoxPair) -> None:
    """Measured by GJK, which shares only the support mapping with SAT."""
    result = query(*pair, algorithm="sat")
    assert result.verdict == Verdict.PENETRATING
    after = query(*push_out(pair, result), algorithm="gjk")
    assert after.lower <= TOUCHES * size(pair)
    assert abs(after.upper) <= TOUCHES * size(pair)


# --- delicate cases of SAT ---


def test_parallel_edges_are_skipped_with_a_note() -> None:
    run = trace(Box((1, 2, 3)), Pose(), Box((1, 1, 1)), Pose(position=(1.5, 0.5, 0)), "sat")
    skipped = [(axis.feature_a, axis.feature_b) for axis in axes(run) if axis.skipped]
    assert skipped == [(0, 0), (1, 1), (2, 2)]
    for axis in axes(run):
        if axis.skipped:
            assert (axis.direction, axis.interval_a, axis.interval_b, axis.overlap) == (ZERO, (0, 0), (0, 0), 0)
    assert (run.result.signed_distance, run.result.normal) == (-0.5, (1, 0, 0))


def test_parallel_boxes_are_separated_by_a_face_and_never_by_two_edges() -> None:
    random = Random(9)
    for _ in range(100):
        turn, offset = random_rotation(random), random_sizes(random)
        run = trace(random_box(random), Pose(turn), random_box(random), Pose(turn, offset), "sat")
        assert run.steps[-1].chosen.kind != AxisKind.EDGES


@pytest.mark.parametrize("angle", [10.0**-exponent for exponent in range(3, 17)] + [0.0])
def test_nearly_parallel_boxes_are_pushed_apart_as_exactly(angle: float) -> None:
    """The cross product of nearly parallel edges is mostly rounding error and must not be used as an axis."""
    random = Random(10)
    for _ in range(10):
        tilt = rotation_about(random.choice([random_direction(random), (0.0, 0.0, 1.0)]), angle)
        turn = random_rotation(random)
        offset = tuple(random.uniform(-0.6, 0.6) for _ in range(3))
        box_a, box_b = random_box(random), random_box(random)
        pose_b = Pose(matrix_product(turn, tilt), (offset[0], offset[1], offset[2]))
        pair = (box_a, Pose(turn), box_b, pose_b)
        run = trace(*pair, "sat")
        for axis in axes(run):
            if axis.kind == AxisKind.EDGES and not axis.skipped:
                assert abs(dot(axis.direction, column(pair[1].rotation, axis.feature_a))) <= SQUARE
                assert abs(dot(axis.direction, column(pose_b.rotation, axis.feature_b))) <= SQUARE
        if run.result.verdict == Verdict.PENETRATING:
            assert_push_out_touches(pair)
        else:
            assert query(*pair, algorithm="gjk").lower >= run.result.lower - ROUNDING * size(pair)


SHAPES = {"needle": (1.0, 1e-4, 1e-4), "plate": (1.0, 1.0, 1e-4), "slab": (1.0, 1e-2, 1e-4)}


@pytest.mark.parametrize(("first", "second"), list(product(SHAPES, SHAPES)))
def test_needles_and_plates_are_pushed_apart_as_exactly(first: str, second: str) -> None:
    random, met = Random(11), 0
    for _ in range(12):
        pose_a, pose_b = random_pose(random, 0), random_pose(random, 5e-5)
        pair = (Box(SHAPES[first]), pose_a, Box(SHAPES[second]), pose_b)
        if query(*pair, algorithm="sat").verdict == Verdict.PENETRATING:
            met += 1
            assert_push_out_touches(pair)
    assert met >= 6


@pytest.mark.thorough
@pytest.mark.parametrize("factor", [1e-60, 1e-6, 1e6, 1e60])
def test_the_unit_of_length_does_not_matter(factor: float) -> None:
    for box_a, pose_a, box_b, pose_b in overlapping(20, seed=12):
        bigger_a, bigger_b = (Box(scale(box.half_extents, factor)) for box in (box_a, box_b))
        at_a, at_b = (pose._replace(position=scale(pose.position, factor)) for pose in (pose_a, pose_b))
        here = query(box_a, pose_a, box_b, pose_b, algorithm="sat")
        there = query(bigger_a, at_a, bigger_b, at_b, algorithm="sat")
        assert here.signed_distance is not None
        assert there.signed_distance == pytest.approx(here.signed_distance * factor, rel=1e-11)
        assert_push_out_touches((bigger_a, at_a, bigger_b, at_b))


def test_a_slightly_non_orthogonal_rotation_keeps_its_faces() -> None:
    """Bug reports round poses to six digits: the box, and with it its normals, is then slightly skewed."""
    for box_a, pose_a, box_b, pose_b in overlapping(60, seed=13):
        askew = Pose(round_rotation(pose_a.rotation), pose_a.position)
        assert_push_out_touches((box_a, askew, box_b, pose_b))


def round_rotation(rotation: Mat3) -> Mat3:
    (a, b, c), (d, e, f), (g, h, i) = rotation
    return tuple(tuple(round(x, 6) for x in row) for row in ((a, b, c), (d, e, f), (g, h, i)))  # type: ignore[return-value]


# --- rounding, the radius ---


def test_rounding_adds_to_the_depth_and_changes_the_verdict() -> None:
    for box_a, pose_a, box_b, pose_b in overlapping(50, seed=14):
        bare = query(box_a, pose_a, box_b, pose_b, algorithm="sat")
        soft = query(Box(box_a.half_extents, 0.25), pose_a, Box(box_b.half_extents, 0.125), pose_b, algorithm="sat")
        assert bare.signed_distance is not None
        assert soft.signed_distance == pytest.approx(bare.signed_distance - 0.375, abs=ROUNDING)
        assert soft.normal == bare.normal


def test_radii_that_bridge_a_gap_on_every_axis_are_undecided() -> None:
    """Corner to corner the cores are √3 apart, but no axis shows more than 1: the radii may or may not meet."""
    result = query(Box((1, 1, 1), 0.75), Pose(), Box((1, 1, 1), 0.75), Pose(position=(3, 3, 3)), algorithm="sat")
    assert result.verdict == Verdict.UNDECIDED
    assert result.signed_distance is None
    assert query(Box((1, 1, 1), 0.75), Pose(), Box((1, 1, 1), 0.75), Pose(position=(3, 3, 3))).signed_distance == (
        pytest.approx(hypot(1, 1, 1) - 1.5, abs=ROUNDING)
    )


def test_radii_that_do_not_bridge_the_gap_leave_a_bound() -> None:
    result = query(Box((1, 1, 1), 0.25), Pose(), Box((1, 1, 1), 0.25), Pose(position=(3, 0, 0)), algorithm="sat")
    assert (result.verdict, result.lower) == (Verdict.SEPARATED, 0.5)


# --- the state machine ---


def test_curved_shapes_are_rejected() -> None:
    with pytest.raises(NotApplicable, match=r"^SAT takes polytopes \(.*\), not sphere$"):
        trace(Box((1, 1, 1)), Pose(), Sphere(1), Pose(), "sat")
    with pytest.raises(NotApplicable, match=r"not cone and ellipsoid$"):
        trace(Cone(1, 1), Pose(), Ellipsoid((1, 1, 1)), Pose(), "sat")
    with pytest.raises(ValueError, match=r"^shape: must be a polytope, got Sphere"):
        sat.prepare(Sphere(1), Pose(), Box((1, 1, 1)), Pose())


def test_concentric_boxes_have_a_push_out_too() -> None:
    result = query(Box((1, 2, 3)), Pose(), Box((1, 2, 3)), Pose(), algorithm="sat")
    assert (result.signed_distance, result.normal, result.push_out) == (-2, (1, 0, 0), (-2, 0, 0))


def test_boxes_at_a_quarter_turn_are_parallel_too() -> None:
    turn = rotation_about((0.0, 0.0, 1.0), pi / 2)
    run = trace(Box((1, 1, 1)), Pose(IDENTITY), Box((1, 1, 1)), Pose(turn, (1.5, 0, 0)), "sat")
    assert [(axis.feature_a, axis.feature_b) for axis in axes(run) if axis.skipped] == [(0, 1), (1, 0), (2, 2)]
    assert run.result.signed_distance == pytest.approx(-0.5, abs=ROUNDING)
