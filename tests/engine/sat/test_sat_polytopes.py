"""The separating axis test beyond boxes: no deciding axis is skipped, and flat and sharp pairs are answered correctly.

The oracles share no code with it: Qhull on all corner differences, exact arithmetic, and the definition of a supporting
edge over all corners of a shape.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations, product
from math import cos, inf, pi, sin, sqrt
from random import Random

import numpy as np
import pytest

from gjkscope.engine import NotApplicable, Pose, Result, Trace, Verdict, query, trace
from gjkscope.engine.pose import apply
from gjkscope.engine.result import TOUCHING, Exit
from gjkscope.engine.sat import gauss_map
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sat.gauss_map import PassedOver, Skipped, arcs, miss, rises
from gjkscope.engine.sat.steps import AxisKind
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import Box, Hull, Mesh, Point, Segment, Shape, Triangle
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, add, along, cross, dot, neg, norm, scale, sub, unit
from tests.engine.museum import exhibit, exhibits
from tests.engine.samples import (
    Pair,
    move,
    random_box,
    random_direction,
    random_hull,
    random_pose,
    random_rotation,
    random_vector,
    scale_pair,
)

Placed = tuple[Shape, Pose, Shape, Pose]

# Error bound, relative to the size, for sums of projections and for Qhull.
ROUNDING = 1e-12

CUBE = tuple(product((-1.0, 1.0), repeat=3))


def corners(shape: Shape, pose: Pose) -> list[Vec3]:
    match shape:
        case Box():
            x, y, z = shape.half_extents
            return [apply(pose, (sx * x, sy * y, sz * z)) for sx, sy, sz in product((-1, 1), repeat=3)]
        case Segment():
            return [apply(pose, shape.a), apply(pose, shape.b)]
        case Triangle() | Hull() | Mesh():
            return [apply(pose, vertex) for vertex in shape.vertices]
    return [pose.position]


def projection(shape: Shape, pose: Pose, direction: Vec3) -> tuple[float, float]:
    heights = [dot(direction, corner) for corner in corners(shape, pose)]
    return min(heights), max(heights)


def triangle(random: Random) -> Triangle:
    return Triangle((random_vector(random), random_vector(random), random_vector(random)))


def flat_hull(random: Random) -> Hull:
    return Hull(tuple((random.uniform(-1, 1), random.uniform(-1, 1), 0.0) for _ in range(7)))


def prism(random: Random) -> Hull:
    """A prism with many parallel edges."""
    base = [(random.uniform(-1, 1), random.uniform(-1, 1)) for _ in range(5)]
    return Hull(tuple((x, y, z) for x, y in base for z in (-0.5, 0.5)))


def mesh(random: Random) -> Mesh:
    """Four corners and one inside: not convex, so only its hull is meaningful."""
    vertices = (*random_hull(random, 4).vertices, ZERO)
    return Mesh(vertices, tuple((i, j, 4) for i, j in combinations(range(4), 2)))


def grid_hull(random: Random) -> Hull:
    """Few integers: coplanar, collinear and duplicate corners."""
    return Hull(tuple(tuple(float(random.randint(-2, 2)) for _ in range(3)) for _ in range(random.randint(4, 9))))


def box_as_hull(box: Box) -> Hull:
    return Hull(tuple(corners(box, Pose())))


KINDS = (random_box, triangle, random_hull, flat_hull, prism, mesh)


def polytopes(random: Random, spread: float = 0.7) -> Placed:
    a, b = random.choice(KINDS)(random), random.choice(KINDS)(random)
    return a, random_pose(random, spread), b, random_pose(random, spread)


def steps(pair: Placed) -> Trace:
    return trace(*pair, "sat")


def swap(pair: Placed) -> Placed:
    return pair[2], pair[3], pair[0], pair[1]


def push_b(pair: Placed, translation: Vec3) -> Placed:
    a, pose_a, b, pose_b = pair
    return a, pose_a._replace(position=add(pose_a.position, translation)), b, pose_b


@pytest.fixture(scope="module")
def runs() -> list[tuple[Placed, Trace]]:
    random = Random(1)
    pairs = [polytopes(random) for _ in range(90)]
    return [(pair, steps(pair)) for pair in pairs]


# --- the axes ---


@pytest.mark.parametrize(
    ("a", "b", "faces", "edges", "in_plane"),
    [
        (Box((1, 1, 1)), Box((1, 1, 1)), 6, 9, 0),
        (Box((1, 1, 1)), Triangle(((0, 0, 0), (1, 0.1, 0), (0, 1, 0.2))), 4, 9, 0),
        (Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), 2, 9, 6),
        (Box((1, 1, 1)), Segment((0, 0, 0), (1, 2, 3)), 3, 3, 0),
        (Box((1, 1, 1)), Point(), 3, 0, 0),
        (Point(), Triangle(((0, 0, 0), (1, 0, 0), (0, 1, 0))), 1, 0, 3),
        (Segment((0, 0, 0), (1, 0, 0)), Segment((0, 0, 0), (0, 1, 0)), 0, 1, 1),
        (Segment((0, 0, 0), (1, 0, 0)), Point(), 0, 0, 1),
        (Point(), Segment((0, 0, 0), (1, 0, 0)), 0, 0, 1),
    ],
)
def test_simple_shapes_have_the_textbook_axes(a: Shape, b: Shape, faces: int, edges: int, in_plane: int) -> None:
    turned = Pose(random_rotation(Random(2)), (9.0, 8.0, 7.0))
    kinds = Counter(step.axis.kind for step in steps((a, Pose(), b, turned)).steps)
    assert kinds[AxisKind.FACE_A] + kinds[AxisKind.FACE_B] == faces
    assert kinds[AxisKind.EDGES] == edges
    assert kinds[AxisKind.IN_PLANE_A] + kinds[AxisKind.IN_PLANE_B] == in_plane
    assert kinds[AxisKind.CLOSEST] == 0


def test_intervals_are_the_projections_of_all_corners(runs: list[tuple[Placed, Trace]]) -> None:
    for pair, run in runs:
        for step in run.steps:
            axis = step.axis
            if axis.skipped:
                continue
            (low_a, high_a), (low_b, high_b) = (
                projection(*pair[:2], axis.direction),
                projection(*pair[2:], axis.direction),
            )
            (a0, a1), (b0, b1) = axis.interval_a, axis.interval_b
            lengths = [a1 - a0, b1 - b0, b0 - a0, axis.overlap, axis.other_way]
            truth = [high_a - low_a, high_b - low_b, low_b - low_a, high_a - low_b, high_b - low_a]
            assert lengths == pytest.approx(truth, abs=ROUNDING)
            assert norm(axis.direction) == pytest.approx(1, abs=ROUNDING)
            assert axis.overlap <= axis.other_way + ROUNDING, "of two directions the one with less movement"


def test_intervals_are_measured_from_the_vertex_centre_of_a(runs: list[tuple[Placed, Trace]]) -> None:
    for pair, run in runs:
        center = np.mean(corners(*pair[:2]), axis=0)
        direction = run.steps[0].axis.direction
        low, high = projection(*pair[:2], direction)
        along_axis = float(center @ direction)
        assert run.steps[0].axis.interval_a == pytest.approx((low - along_axis, high - along_axis), abs=ROUNDING)


def test_an_axis_comes_from_the_corners_it_names(runs: list[tuple[Placed, Trace]]) -> None:
    """A face is perpendicular to its axis and extreme on one side; an edge is perpendicular to it."""
    met = Counter[AxisKind]()
    for pair, run in runs:
        for step in run.steps:
            axis = step.axis
            if axis.skipped:
                continue
            met[axis.kind] += 1
            for shape, pose, numbers in ((*pair[:2], axis.corners_a), (*pair[2:], axis.corners_b)):
                heights = [dot(axis.direction, number_corners(shape, pose)[number]) for number in numbers]
                assert max(heights, default=0.0) - min(heights, default=0.0) <= ROUNDING
                if len(numbers) >= 3:
                    ends = projection(shape, pose, axis.direction)
                    assert min(abs(heights[0] - ends[0]), abs(heights[0] - ends[1])) <= ROUNDING
    assert set(met) >= {AxisKind.FACE_A, AxisKind.FACE_B, AxisKind.EDGES, AxisKind.IN_PLANE_A, AxisKind.IN_PLANE_B}


def number_corners(shape: Shape, pose: Pose) -> list[Vec3]:
    """The corners numbered as in the engine: a box's by bits, x first."""
    if isinstance(shape, Box):
        half = shape.half_extents
        signs = [[1 if corner >> i & 1 else -1 for i in range(3)] for corner in range(8)]
        return [apply(pose, (s[0] * half[0], s[1] * half[1], s[2] * half[2])) for s in signs]
    return corners(shape, pose)


# --- skipped axes ---


def test_every_edge_pair_is_tested_or_recorded_as_skipped_in_order(runs: list[tuple[Placed, Trace]]) -> None:
    met = Counter[Skipped]()
    for pair, run in hulls(runs):
        listed: list[tuple[int, int]] = []
        edges = len(sat.prepare(*pair).a.edges), len(sat.prepare(*pair).b.edges)
        for step in run.steps:
            if step.axis.kind == AxisKind.EDGES:
                assert not step.axis.skipped
                listed.append((step.axis.feature_a, step.axis.feature_b))
            for left_out in step.axis.passed_over:
                met[left_out.reason] += left_out.pairs
                listed += pairs_of(left_out, edges[1])
        assert listed == list(product(range(edges[0]), range(edges[1])))
    assert set(met) == {Skipped.NOT_A_FACE, Skipped.PARALLEL, Skipped.DUPLICATE}
    assert met[Skipped.NOT_A_FACE] > 0.8 * met.total()


def test_an_edge_pair_is_skipped_for_the_stated_reason(runs: list[tuple[Placed, Trace]]) -> None:
    """Two edges make a face of A − B if p × q, or its opposite, has one extreme on A and the other on B."""
    met = Counter[Skipped]()
    for pair, run in hulls(runs):
        a, b = sat.prepare(*pair)[:2]
        for step in run.steps:
            for left_out in step.axis.passed_over:
                for i, j in pairs_of(left_out, len(b.edges)):
                    met[left_out.reason] += 1
                    square = cross(a.edges[i], b.edges[j])
                    if left_out.reason == Skipped.PARALLEL:
                        assert norm(square) <= 1e-15
                    elif left_out.reason == Skipped.DUPLICATE:
                        earlier = run.steps[left_out.same_as].axis
                        assert not earlier.skipped
                        assert norm(cross(unit(square), earlier.direction)) <= 1e-13
                    else:
                        assert not makes_a_face(pair, a.edge_corners, b.edge_corners, i, j, square, -1e-9)
    assert len(met) == 3


def test_an_edge_pair_that_is_tested_among_many_makes_a_face(runs: list[tuple[Placed, Trace]]) -> None:
    met = 0
    for pair, run in hulls(runs):
        a, b = sat.prepare(*pair)[:2]
        for step in run.steps:
            axis = step.axis
            if axis.kind == AxisKind.EDGES:
                met += 1
                assert makes_a_face(
                    pair, a.edge_corners, b.edge_corners, axis.feature_a, axis.feature_b, axis.direction, ROUNDING
                )
                assert miss(axis.rises) <= ROUNDING
    assert met >= 200


def test_the_nearest_miss_is_a_miss_and_the_nearest_of_its_run(runs: list[tuple[Placed, Trace]]) -> None:
    for pair, run in hulls(runs):
        a, b = sat.prepare(*pair)[:2]
        table = arcs(a, b)
        for left_out in (interval for step in run.steps for interval in step.axis.passed_over):
            assert left_out.nearest in pairs_of(left_out, len(b.edges))
            if left_out.reason == Skipped.NOT_A_FACE:
                nearest = min(miss(rises(table, i, j)) for i, j in pairs_of(left_out, len(b.edges)))
                assert miss(left_out.rises) == nearest > 0
            else:
                assert miss(left_out.rises) <= gauss_map.ROUNDINGS * DOUBLE


def hulls(runs: list[tuple[Placed, Trace]]) -> list[tuple[Placed, Trace]]:
    """The runs in which edge pairs may be skipped, and some with parallel edges."""
    hull_runs = [
        (pair, run) for pair, run in runs if isinstance(pair[0], Hull | Mesh) or isinstance(pair[2], Hull | Mesh)
    ]
    assert len(hull_runs) >= 40
    random = Random(17)
    for _ in range(3):
        pair = (prism(random), Pose(), prism(random), Pose(position=random_vector(random)))
        hull_runs.append((pair, steps(pair)))
    return hull_runs[-30:]


def pairs_of(left_out: PassedOver, columns: int) -> list[tuple[int, int]]:
    first = left_out.first[0] * columns + left_out.first[1]
    pairs = [divmod(number, columns) for number in range(first, first + left_out.pairs)]
    assert (pairs[0], pairs[-1]) == (left_out.first, left_out.last)
    return pairs


def makes_a_face(
    pair: Placed,
    edges_a: tuple[tuple[int, int], ...],
    edges_b: tuple[tuple[int, int], ...],
    i: int,
    j: int,
    square: Vec3,
    slack: float,
) -> bool:
    """Checked with all corners of both shapes.  A box's edge represents four, so it is extreme both ways."""

    def above(shape: Shape, pose: Pose, edges: tuple[tuple[int, int], ...], edge: int, direction: Vec3) -> float:
        if isinstance(shape, Box):
            return 0.0
        points = corners(shape, pose)
        return max(dot(direction, sub(point, points[edges[edge][0]])) for point in points)

    return any(
        above(*pair[:2], edges_a, i, direction) <= slack and above(*pair[2:], edges_b, j, neg(direction)) <= slack
        for direction in (square, neg(square))
    )


def test_skipping_changes_no_answer() -> None:
    """Against the complete list: with coincident corners, merged faces, needles and plates."""
    random, met = Random(3), Counter[Verdict]()
    for number in range(40):
        a, b = (random.choice((grid_hull, prism, random_hull))(random) for _ in range(2))
        stretch = random.choice(((1.0, 1.0, 1.0), (1.0, 1e-3, 1.0), (1.0, 1e-6, 1e-6)))
        pose = Pose() if number % 3 else random_pose(random)
        pair = (
            widen(a, stretch),
            pose,
            widen(b, stretch),
            pose._replace(position=random_vector(random, 0.5)),
        )
        pruned = sat.prepare(*pair)
        a_, b_ = pruned.a, pruned.b
        whole = sat.polytope_pair(a_, b_, pruned.cores, pruned.hulled, False, [], [])
        here, there = sat.result(pruned, sat.run(pruned)[-1]), sat.result(whole, sat.run(whole)[-1])
        met[here.verdict] += 1
        assert here.verdict == there.verdict
        if here.signed_distance is not None:
            assert here.signed_distance == pytest.approx(there.signed_distance, abs=ROUNDING * size(*pair))
    assert met[Verdict.PENETRATING] >= 10
    assert met[Verdict.SEPARATED] >= 10


def widen(hull: Hull, factors: Vec3) -> Hull:
    return Hull(tuple((v[0] * factors[0], v[1] * factors[1], v[2] * factors[2]) for v in hull.vertices))


def test_parallel_cubes_given_as_hulls_have_three_axes_left() -> None:
    run = steps((Hull(CUBE), Pose(), Hull(CUBE), Pose(position=(1.5, 0.25, 0.125))))
    tested = [step.axis for step in run.steps if not step.axis.skipped]
    assert [axis.kind for axis in tested] == [AxisKind.FACE_A] * 3
    for step in run.steps:
        if step.axis.skipped:
            assert step.axis.skipped == Skipped.DUPLICATE
            twin = run.steps[step.axis.same_as].axis
            assert not twin.skipped
            assert abs(dot(step.axis.direction, twin.direction)) == pytest.approx(1)
            assert (step.axis.interval_a, step.axis.interval_b, step.axis.overlap) == ((0, 0), (0, 0), 0)
    assert run.result.signed_distance == pytest.approx(-0.5, abs=ROUNDING)


def test_duplicate_axes_are_detected_across_cell_boundaries() -> None:
    """The cells are only for speed: two equal axes may lie in adjacent cells."""
    random, met, size = Random(20), 0, sat.CELL * DOUBLE
    for _ in range(200):
        direction, some = random_direction(random), sat.SOME_DIRECTION
        cosine = dot(direction, some)
        to_edge = round(cosine / size) * size - cosine
        near = unit(along(direction, some, to_edge / (1 - cosine * cosine)))
        cells, seen = set(), {}
        for i in range(-3, 4):
            axis = sat.CandidateAxis(AxisKind.FACE_A, 0, -1, Skipped.TESTED, along(near, some, i * 2.0**-52))
            cells.add(int(abs(dot(axis.direction, some)) / size))
            compared = sat._mark_duplicate(axis, 0, seen, DOUBLE)
            assert compared.skipped == (Skipped.TESTED if i == -3 else Skipped.DUPLICATE)
        met += len(cells) > 1
    assert met >= 100


def test_a_box_equals_the_hull_of_its_corners() -> None:
    random, met = Random(4), Counter[Verdict]()
    for _ in range(20):
        box_a, pose_a, box_b, pose_b = random_box(random), random_pose(random), random_box(random), random_pose(random)
        hull_a, hull_b = box_as_hull(box_a), box_as_hull(box_b)
        boxes = query(box_a, pose_a, box_b, pose_b, "sat")
        met[boxes.verdict] += 1
        for a, b in ((hull_a, box_b), (box_a, hull_b), (hull_a, hull_b)):
            other = query(a, pose_a, b, pose_b, "sat")
            assert other.verdict == boxes.verdict
            if boxes.signed_distance is not None:
                assert other.signed_distance == pytest.approx(boxes.signed_distance, abs=ROUNDING)
                assert other.normal == pytest.approx(boxes.normal, abs=1e-9)
    assert min(met[Verdict.PENETRATING], met[Verdict.SEPARATED]) >= 5


# --- the answer ---


def test_the_least_overlap_is_the_depth_over_all_facets_of_the_difference(runs: list[tuple[Placed, Trace]]) -> None:
    from scipy.spatial import ConvexHull

    met, chosen = Counter[Verdict](), set()
    for pair, run in runs:
        differences = np.array([sub(p, q) for p in corners(*pair[:2]) for q in corners(*pair[2:])])
        depth = -float(ConvexHull(differences).equations[:, 3].max())
        met[run.result.verdict] += 1
        assert run.result.verdict == (Verdict.PENETRATING if depth > 0 else Verdict.SEPARATED)
        if depth > 0:
            chosen.add(run.steps[-1].chosen.kind)
            assert run.result.exit == Exit.ALL_AXES_OVERLAP
            assert run.result.signed_distance == pytest.approx(-depth, abs=ROUNDING)
        else:
            assert run.result.exit == Exit.SEPARATING_AXIS
            assert run.result.signed_distance is None
            assert 0 < run.result.lower <= (query(*pair, "gjk").signed_distance or inf) + ROUNDING
    assert 0.3 <= met[Verdict.PENETRATING] / len(runs) <= 0.7
    assert chosen == {AxisKind.FACE_A, AxisKind.FACE_B, AxisKind.EDGES}


def test_after_the_push_out_they_touch_and_slightly_further_they_are_apart(runs: list[tuple[Placed, Trace]]) -> None:
    """Slightly further, the separating axis has a gap of 1e-6 m and must not be among those skipped."""
    met = Counter[AxisKind]()
    for pair, run in runs:
        push = run.result.push_out
        if push is None:
            continue
        met[run.steps[-1].chosen.kind] += 1
        assert query(*push_b(pair, push), "sat").verdict == Verdict.TOUCHING
        assert abs(query(*push_b(pair, push), "gjk").upper) <= ROUNDING
        further = query(*push_b(pair, along(push, unit(push), 1e-6)), "sat")
        assert further.verdict == Verdict.SEPARATED
        assert further.lower == pytest.approx(1e-6, abs=ROUNDING)
        assert query(*push_b(pair, along(push, unit(push), -1e-6)), "sat").verdict == Verdict.PENETRATING
    assert min(met[AxisKind.FACE_A], met[AxisKind.FACE_B], met[AxisKind.EDGES]) >= 6


def test_swapping_the_shapes_negates_the_normal(runs: list[tuple[Placed, Trace]]) -> None:
    for pair, run in runs[:40]:
        there = query(*swap(pair), "sat")
        assert there.verdict == run.result.verdict
        assert there.lower == pytest.approx(run.result.lower, abs=ROUNDING)
        assert run.result.normal is not None
        assert there.normal == pytest.approx(neg(run.result.normal), abs=1e-9)


@pytest.mark.parametrize("factor", [1e-60, 1e-12, 1e12, 1e60])
def test_the_unit_of_length_does_not_matter(runs: list[tuple[Placed, Trace]], factor: float) -> None:
    for pair, run in runs[:25]:
        there = query(*scale_pair(Pair(*pair, 0.0), factor).arguments, "sat")
        assert there.verdict == run.result.verdict
        assert there.lower == pytest.approx(run.result.lower * factor, abs=ROUNDING * factor)


def test_far_from_the_origin_the_answer_is_the_same(runs: list[tuple[Placed, Trace]]) -> None:
    """A position at a million metres has at most ten decimals."""
    motion = Pose(random_rotation(Random(5)), (1e6, -2e6, 3e6))
    for pair, run in runs[:40]:
        there = query(*move(Pair(*pair, 0.0), motion).arguments, "sat")
        assert there.verdict == run.result.verdict
        assert there.lower == pytest.approx(run.result.lower, abs=1e-8)


def test_vertices_far_from_their_own_origin_lose_only_coordinate_resolution(runs: list[tuple[Placed, Trace]]) -> None:
    offset = (4e6, 0.0, -2e6)
    met = 0
    for (a, pose_a, b, pose_b), _ in runs[:40]:
        if isinstance(a, Triangle | Hull) and isinstance(b, Triangle | Hull):
            met += 1
            far_a, far_b = (replace(s, vertices=tuple(add(v, offset) for v in s.vertices)) for s in (a, b))
            still = pose_b._replace(rotation=pose_a.rotation)
            here, there = query(a, pose_a, b, still, "sat"), query(far_a, pose_a, far_b, still, "sat")
            assert there.verdict == here.verdict
            assert there.lower == pytest.approx(here.lower, abs=1e-8)
    assert met >= 10


def test_gaps_below_coordinate_resolution_are_contact() -> None:
    """Two integer cubes share a face, a million kilometres from their own origin; rotating costs 1e-7 m."""
    random = Random(18)
    for _ in range(6):
        center, pose = tuple(float(random.randrange(-(10**9), 10**9)) for _ in range(3)), random_pose(random, 1.0)
        here, there = (Hull(tuple(add(v, add(center, aside)) for v in CUBE)) for aside in (ZERO, (2.0, 0.5, 0.25)))
        assert exact((here, pose, there, pose)) == 0
        assert query(here, pose, there, pose, "sat").verdict == Verdict.TOUCHING


def test_rounding_adds_to_the_depth() -> None:
    random, met = Random(6), 0
    while met < 15:
        a, pose_a, b, pose_b = polytopes(random, 0.4)
        bare = query(a, pose_a, b, pose_b, "sat")
        if bare.signed_distance is not None:
            met += 1
            soft = query(replace(a, rounding=0.25), pose_a, replace(b, rounding=0.125), pose_b, "sat")
            assert soft.signed_distance == pytest.approx(bare.signed_distance - 0.375, abs=ROUNDING)


def test_radii_that_bridge_a_gap_on_every_axis_are_undecided() -> None:
    a, b = (Hull(CUBE, rounding=0.75) for _ in range(2))
    result = query(a, Pose(), b, Pose(position=(3, 3, 3)), "sat")
    assert (result.verdict, result.signed_distance) == (Verdict.UNDECIDED, None)
    assert query(a, Pose(), b, Pose(position=(5, 0, 0)), "sat").verdict == Verdict.SEPARATED


# --- the museum ---


@pytest.mark.thorough
@pytest.mark.parametrize("order", ["A B", "B A"])
def test_pairs_that_broke_other_engines_are_answered_correctly(order: str) -> None:
    """Also after a rigid motion, or scaled by a thousand."""
    random, met = Random(7), Counter[str]()
    for name in exhibits():
        *pair, expected = exhibit(name, order)
        truth, tolerance = expected["signed_distance"], expected["tolerance"]
        rounding = sum(getattr(shape, "rounding", 0.0) for shape in pair[::2])
        only_rounding_overlaps = -rounding < truth < 0  # no axis tests the rounded edges and corners, which decide
        placed = Pair(*pair, truth)
        changed = (move(placed, random_pose(random)), 1.0) if order == "A B" else (scale_pair(placed, 1e3), 1e3)
        for case, factor in ((placed, 1.0), changed):
            try:
                result = query(*case.arguments, "sat")
            except NotApplicable:
                break
            met[result.verdict] += 1
            assert result.verdict == (Verdict.UNDECIDED if only_rounding_overlaps else expected["verdict"]), name
            assert result.lower - tolerance * factor <= truth * factor <= result.upper + tolerance * factor, name
            if result.verdict in (Verdict.TOUCHING, Verdict.PENETRATING):
                assert result.signed_distance == pytest.approx(truth * factor, abs=tolerance * factor), name
    assert met.total() >= 2 * 70
    assert set(met) == set(Verdict)
    assert met[Verdict.UNDECIDED] == 2  # box3d-shapecastdebug-3


# --- zero volume ---


def test_a_triangle_has_no_thickness_and_the_nearer_side_gives_the_overlap() -> None:
    random, box, flat = Random(19), Box((1, 1, 1)), Triangle(((-3, -3, 0), (3, -3, 0), (0, 3, 0)))
    for height in (-0.9, -0.3, 0.0, 0.2, 0.7):
        still = Pair(box, Pose(), flat, Pose(position=(0, 0, height)), 0.0)
        pair = move(still, random_pose(random)).arguments
        [axis] = [step.axis for step in steps(pair).steps if step.axis.kind == AxisKind.FACE_B]
        assert axis.flat
        assert axis.interval_b[0] == axis.interval_b[1] == pytest.approx(abs(height))
        assert axis.overlap == pytest.approx(1 - abs(height))
        assert axis.other_way == pytest.approx(1 + abs(height))
        [mirrored] = [step.axis for step in steps(swap(pair)).steps if step.axis.kind == AxisKind.FACE_A]
        assert mirrored.flat
        assert mirrored.overlap == pytest.approx(1 - abs(height))
        assert mirrored.interval_a[0] == mirrored.interval_a[1]


@pytest.mark.parametrize(("turned", "height", "reach"), [(False, 1.0, 1.0), (True, sqrt(2), 0.0)])
def test_a_box_sliding_over_a_triangle_touches_it_until_it_passes_the_edge(
    turned: bool, height: float, reach: float
) -> None:
    """On the plane z = 0, on a face or on an edge; the triangle ends at x = 2."""
    box, floor, tilt = Box((1, 1, 1)), Triangle(((-4, -4, 0), (2, -4, 0), (2, 8, 0))), 1 / sqrt(2)
    pose = Pose(((tilt, 0.0, -tilt), (0.0, 1.0, 0.0), (tilt, 0.0, tilt))) if turned else Pose()
    verdicts = {0.0: Verdict.TOUCHING, -0.1: Verdict.PENETRATING, 0.1: Verdict.SEPARATED}
    for x, above in product((-1.0, 0.0, 1.5, 1.75), verdicts):
        at = pose._replace(position=(x, 0.0, height + above))
        assert query(box, at, floor, Pose(), "sat").verdict == verdicts[above]
    past = pose._replace(position=(2 + reach + 0.01, 0.0, height))
    assert query(box, past, floor, Pose(), "sat").verdict == Verdict.SEPARATED


def test_the_push_out_of_a_contained_shape_exceeds_the_shared_projection() -> None:
    result = query(Hull(tuple(scale(corner, 0.1) for corner in CUBE)), Pose(), Box((1, 2, 3)), Pose(), "sat")
    assert result.signed_distance == pytest.approx(-1.1, abs=ROUNDING)


def test_identical_hulls_separate_by_their_least_width() -> None:
    random = Random(8)
    for _ in range(5):
        hull, pose = random_hull(random, 20), random_pose(random)
        result = query(hull, pose, hull, pose, "sat")
        assert result.normal is not None
        low, high = projection(hull, pose, result.normal)
        assert result.signed_distance == pytest.approx(low - high, abs=ROUNDING)
        assert query(*push_b((hull, pose, hull, pose), result.push_out or ZERO), "gjk").upper <= ROUNDING


def exact(pair: Placed) -> float:
    truth = query(*pair, "exact").signed_distance
    assert truth is not None
    return truth


def assert_true(pair: Placed) -> Result:
    """Check the verdict against exact arithmetic within the touching tolerance, and the depth and bounds."""
    result, truth, scale_ = query(*pair, "sat"), exact(pair), size(*pair)
    edge, slack = TOUCHING * scale_, ROUNDING * (scale_ + norm(sub(pair[3].position, pair[1].position)))
    assert result.lower - slack <= truth <= result.upper + slack
    if abs(abs(truth) - edge) > slack:
        verdict = Verdict.SEPARATED if truth > edge else Verdict.PENETRATING if truth < -edge else Verdict.TOUCHING
        assert result.verdict == verdict
    return result


def test_coplanar_triangles_are_separated_within_their_plane() -> None:
    random, met, in_plane = Random(9), Counter[Verdict](), 0
    for _ in range(60):
        pose, turn = random_pose(random), random.uniform(0, 2 * pi)
        a, b = flat_triangle(random, 0.0, 0.0), flat_triangle(random, 0.7 * cos(turn), 0.7 * sin(turn))
        result = assert_true((a, pose, b, pose))
        met[result.verdict] += 1
        if result.verdict == Verdict.SEPARATED:
            in_plane += steps((a, pose, b, pose)).steps[-1].chosen.kind in (AxisKind.IN_PLANE_A, AxisKind.IN_PLANE_B)
            assert result.lower > 0.5 * exact((a, pose, b, pose))
    assert min(met[Verdict.SEPARATED], met[Verdict.TOUCHING]) >= 15
    assert in_plane == met[Verdict.SEPARATED]


@pytest.mark.parametrize("tilt", [1e-15, 1e-12, 1e-9, 1e-6])
def test_nearly_coplanar_triangles_are_separated(tilt: float) -> None:
    """Their own normals and cross products underestimate the gap because of the tilt."""
    random, met = Random(10), 0
    for _ in range(10):
        a, b = flat_triangle(random, 0.0, 0.0), flat_triangle(random, 1.6, 0.0)
        tilted = Triangle(tuple((x, y, tilt * (x + 2 * y)) for x, y, _ in b.vertices))
        met += assert_true((a, Pose(), tilted, Pose())).verdict == Verdict.SEPARATED
    assert met >= 5


def flat_triangle(random: Random, x: float, y: float) -> Triangle:
    a, b, c = ((x + random.uniform(-1, 1), y + random.uniform(-1, 1), 0.0) for _ in range(3))
    return Triangle((a, b, c))


def test_collinear_or_parallel_segments_and_points_are_separated() -> None:
    random, met = Random(11), Counter[Verdict]()
    a = Segment((-0.5, 0, 0), (0.5, 0, 0))
    for aside in (0.0, 1e-12, 1e-3):
        for _ in range(8):
            pose, x = random_pose(random), random.uniform(-1, 1)
            straight = Segment((x, aside, 0), (x + 0.7, aside, 0))
            for b in (straight, Segment((x, aside, 0), (x, aside, 0)), Hull(((x, aside, 0), (x, aside, 0)))):
                met[assert_true((a, pose, b, pose)).verdict] += 1
                assert_true((b, pose, a, pose))
    assert min(met[Verdict.SEPARATED], met[Verdict.TOUCHING]) >= 12


def test_coincident_points_touch() -> None:
    here, there = Pose(position=(1.0, 2.0, 3.0)), Pose(position=(1.0, 2.0, 3.5))
    assert query(Point(), here, Point(), here, "sat").verdict == Verdict.TOUCHING
    apart = query(Point(), here, Point(), there, "sat")
    assert (apart.verdict, apart.lower, apart.normal) == (Verdict.SEPARATED, 0.5, (0.0, 0.0, 1.0))


def test_triangles_degenerated_to_points_are_at_their_corners() -> None:
    random = Random(21)
    for _ in range(20):
        p, position = random_vector(random), random_vector(random)
        result = query(Triangle((p, p, p)), Pose(position=position), Hull((p,)), Pose(position=position), "sat")
        assert (result.verdict, result.signed_distance) == (Verdict.TOUCHING, 0)


def test_flat_shapes_that_share_a_plane_never_penetrate() -> None:
    random, met = Random(12), 0
    flats = (flat_hull, lambda r: flat_triangle(r, 0.0, 0.0), lambda r: Segment((0, r.random(), 0), (r.random(), 0, 0)))
    for _ in range(40):
        pose = random_pose(random)
        a, b = random.choice(flats)(random), random.choice(flats)(random)
        result = assert_true((a, pose, b, pose))
        met += result.verdict == Verdict.TOUCHING
        assert result.verdict != Verdict.PENETRATING
    assert met >= 10


def sharp(random: Random) -> Hull | Triangle:
    """Needles, plates and splinters, down to 1e-12."""
    thin, thinner = (10 ** random.uniform(-12, -2) for _ in range(2))
    hull = random_hull(random, random.choice((4, 5, 8)))
    factors = random.choice(((1.0, thin, thin), (1.0, 1.0, thin), (1.0, thin, thinner), (1.0, 1.0, 1.0)))
    return widen(hull, factors) if random.random() < 0.8 else Triangle(widen(hull, factors).vertices[:3])


def test_sharp_shapes_near_contact_match_exact_arithmetic() -> None:
    """Corner to corner, or edge middles: the face and edge axes say almost nothing about the distance."""
    random, met = Random(13), Counter[Verdict]()
    for _ in range(60):
        a, b = sharp(random), sharp(random)
        pose_a, pose_b = random_pose(random, 0), random.choice((Pose(), random_pose(random, 0)))
        p, q = (middle(random, shape, pose) for shape, pose in ((a, pose_a), (b, pose_b)))
        gap = random.choice((0.0, 1e-16, 1e-12, 1e-6, 1e-3, 0.1))
        offset = along(sub(p, q), random_direction(random), gap)
        result = assert_true_or_undecided((a, pose_a, b, pose_b._replace(position=offset)))
        met[result.verdict] += 1
    assert met[Verdict.UNDECIDED] <= 2
    assert min(met[Verdict.SEPARATED], met[Verdict.TOUCHING], met[Verdict.PENETRATING]) >= 7


def middle(random: Random, shape: Hull | Triangle, pose: Pose) -> Vec3:
    points = corners(shape, pose)
    return scale(add(random.choice(points), random.choice(points)), 0.5)


def assert_true_or_undecided(pair: Placed) -> Result:
    """If GJK's closest points are too inaccurate to decide, the verdict must not pretend otherwise."""
    result = query(*pair, "sat")
    if result.verdict != Verdict.UNDECIDED:
        return assert_true(pair)
    assert result.exit != Exit.RUNNING
    assert (result.signed_distance, result.normal) == (None, None)
    return result


# --- the axis of the closest points ---

NEEDLE = Hull(((0, 0, 0), (-1e-9, -1, 0), (1e-9, -1, 1e-9), (1e-9, -1, -1e-9), (0, -2, 0)))


def test_needles_tip_to_tip_are_as_far_apart_as_their_tips() -> None:
    upside_down = Pose(((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0)), (0.0, 1e-3, 0.0))
    run = steps((NEEDLE, Pose(), NEEDLE, upside_down))
    assert max(-step.axis.overlap for step in run.steps[:-1] if not step.axis.skipped) < 1e-11
    assert run.steps[-1].axis.kind == run.steps[-1].chosen.kind == AxisKind.CLOSEST
    assert (run.result.verdict, run.result.exit) == (Verdict.SEPARATED, Exit.SEPARATING_AXIS)
    assert (run.result.lower, run.result.upper) == (pytest.approx(1e-3), pytest.approx(1e-3))


def test_closest_points_are_only_computed_if_the_best_axis_is_inconclusive(runs: list[tuple[Placed, Trace]]) -> None:
    cubes = [Hull(CUBE), Box((1, 1, 1))]
    for x, looked_for in ((1.5, False), (2.0, True), (2.0 + 1e-10, True), (2.5, False)):
        for a, b in product(cubes, cubes):
            last = steps((a, Pose(), b, Pose(position=(x, 0.3, 0.2)))).steps[-1]
            with_box = isinstance(a, Box) or isinstance(b, Box)
            assert (last.axis.kind == AxisKind.CLOSEST) == (looked_for and not with_box)
            assert (last.upper < inf) == (last.axis.kind == AxisKind.CLOSEST)
            assert last.chosen.kind in (AxisKind.FACE_A, AxisKind.FACE_B)
    assert all(run.steps[-1].axis.kind != AxisKind.CLOSEST for _, run in runs)


def test_with_a_box_the_distance_is_at_most_sqrt_3_times_the_gap() -> None:
    """So no closest points are needed there: a gap below the tolerance is contact, whatever the other shape."""
    random, most, met = Random(14), 0.0, 0
    for _ in range(100):
        box, other = random_box(random), random.choice((NEEDLE, triangle(random), sharp(random), Point()))
        pair = (box, random_pose(random, 0), other, random_pose(random, 2))
        result = query(*pair, "sat")
        if result.verdict == Verdict.SEPARATED:
            met += 1
            distance = query(*pair, "gjk").signed_distance
            assert distance is not None
            most = max(most, distance / result.lower)
    assert met >= 40
    assert 1.2 <= most <= sqrt(3) + ROUNDING


def test_inaccurate_closest_points_decide_nothing() -> None:
    """If GJK stops too early, the remaining gap must not be called contact."""
    pair = sat.prepare(NEEDLE, Pose(), NEEDLE, Pose(position=(0.0, 2.0, 0.0)))
    last = sat.run(pair)[-1]
    assert last.axis.kind == AxisKind.CLOSEST
    assert sat.result(pair, last).verdict == Verdict.TOUCHING
    stopped = sat.result(pair, last._replace(upper=1e-3))
    assert (stopped.verdict, stopped.signed_distance, stopped.upper) == (Verdict.UNDECIDED, None, 1e-3)


# --- accepted shapes ---


def test_a_mesh_is_treated_as_its_convex_hull(runs: list[tuple[Placed, Trace]]) -> None:
    random = Random(15)
    for _ in range(10):
        shape, pose, other = mesh(random), random_pose(random, 0.5), random_box(random)
        here, there = steps((shape, pose, other, Pose())), steps((Hull(shape.vertices), pose, other, Pose()))
        assert here.result.hulled == (True, False)
        assert replace(here.result, hulled=there.result.hulled) == there.result
        assert [step.axis for step in here.steps] == [step.axis for step in there.steps]
        assert here.steps[0].hulled == (True, False)
        assert there.steps[0].hulled == (False, False)


def test_too_many_corners_are_rejected() -> None:
    random = Random(16)
    crowd = Hull(tuple(random_direction(random) for _ in range(sat.MOST_CORNERS + 1)))
    message = f"^SAT takes polytopes of up to 512 corners, B has {sat.MOST_CORNERS + 1}$"
    with pytest.raises(NotApplicable, match=message):
        query(Point(), Pose(), crowd, Pose(), "sat")
    inside = Hull((*CUBE, *(scale(v, 0.5) for v in crowd.vertices)))
    assert query(inside, Pose(), Point(), Pose(), "sat").signed_distance == pytest.approx(-1), "only corners count"
