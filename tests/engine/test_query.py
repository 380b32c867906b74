"""The public query functions: the museum pairs, polytopes against the hull of their difference, bad arguments."""

from dataclasses import replace
from itertools import product
from pathlib import Path
from random import Random

import numpy as np
import pytest

from gjkscope.engine import ALGORITHMS, NotApplicable, Pose, Result, Verdict, query, trace
from gjkscope.engine.pose import apply
from gjkscope.engine.result import TOUCHING, Exit, verdict_of
from gjkscope.engine.shapes.kinds import Box, Capsule, Hull, Mesh, Point, Shape, Sphere
from gjkscope.engine.vectors import IDENTITY, Vec3, add, dot, norm, scale, sub
from tests.engine.museum import FUZZ, MUSEUM, exhibit, exhibits
from tests.engine.samples import point_triangle, random_box, random_hull, random_pose, suit

ROUNDING = 1e-13  # relative to the pair's size: by how much two hulls from different programs may differ


# --- the museum ---


def test_all_92_exhibits_are_there() -> None:
    assert len(exhibits()) == 125


@pytest.mark.parametrize("name", [path.stem for path in sorted(MUSEUM.glob("*.json"))])
def test_pairs_that_broke_other_engines_are_answered_correctly(name: str) -> None:
    for order in ["A B", "B A"]:
        assert_as_expected(name, order, MUSEUM)


@pytest.mark.parametrize("name", [path.stem for path in sorted(FUZZ.glob("*.json"))])
def test_pairs_that_fuzzing_once_broke_stay_fixed(name: str) -> None:
    for order in ["A B", "B A"]:
        assert_as_expected(name, order, FUZZ)


def assert_as_expected(name: str, order: str, folder: Path) -> None:
    shape_a, pose_a, shape_b, pose_b, expected = exhibit(name, order, folder)
    result = query(shape_a, pose_a, shape_b, pose_b)
    assert result.verdict == expected["verdict"]
    truth, tolerance = expected["signed_distance"], expected["tolerance"]
    assert result.lower - tolerance <= truth <= result.upper + tolerance
    assert result.signed_distance == pytest.approx(truth, abs=tolerance)


# --- polytopes ---


def corners(shape: Shape, pose: Pose) -> list[Vec3]:
    if isinstance(shape, Box):
        x, y, z = shape.half_extents
        return [apply(pose, (sx * x, sy * y, sz * z)) for sx, sy, sz in product((-1, 1), repeat=3)]
    assert isinstance(shape, Hull)
    return [apply(pose, vertex) for vertex in shape.vertices]


def distance_by_hull(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> float:
    """The signed distance of the origin from the hull of all corner differences, triangle by triangle."""
    from scipy.spatial import ConvexHull

    differences = [sub(a, b) for a in corners(shape_a, pose_a) for b in corners(shape_b, pose_b)]
    hull = ConvexHull(np.array(differences))
    depth = float(hull.equations[:, 3].max())
    if depth <= 0:
        return depth
    facing = hull.simplices[hull.equations[:, 3] > 0]
    return min(point_triangle((0.0, 0.0, 0.0), *(differences[i] for i in triangle)) for triangle in facing)


def random_polytopes(random: Random) -> tuple[Shape, Pose, Shape, Pose]:
    a, b = (random.choice((random_box, random_hull))(random) for _ in range(2))
    return a, random_pose(random, 1.1), b, random_pose(random, 1.1)


@pytest.mark.slow
def test_polytope_distance_is_that_of_the_origin_from_the_difference() -> None:
    random, separated = Random(1), 0
    for _ in range(250):
        pair = random_polytopes(random)
        truth, result = distance_by_hull(*pair), query(*pair)
        size = norm(sub(pair[3].position, pair[1].position)) + 4
        assert result.verdict == (Verdict.SEPARATED if truth > 0 else Verdict.PENETRATING)
        assert result.algorithm == ("gjk" if truth > 0 else "gjk+epa")
        assert result.lower - ROUNDING * size <= truth <= result.upper + ROUNDING * size
        assert result.signed_distance == pytest.approx(truth, abs=ROUNDING * size)
        separated += truth > 0
    assert 0.3 <= separated / 250 <= 0.7


# --- GJK completed by EPA ---


@pytest.mark.slow
def test_overlapping_boxes_get_depth_and_witnesses_from_epa() -> None:
    """The witnesses are points of the boxes, separated by the depth along the normal."""
    random, met = Random(2), 0
    for _ in range(150):
        box_a, pose_a, box_b, pose_b = random_box(random), random_pose(random), random_box(random), random_pose(random)
        result = query(box_a, pose_a, box_b, pose_b)
        if result.verdict != Verdict.PENETRATING:
            continue
        met += 1
        gjk, epa = (query(box_a, pose_a, box_b, pose_b, algorithm=name) for name in ("gjk", "epa"))
        assert result == replace(epa, algorithm="gjk+epa", steps=gjk.steps + epa.steps)
        assert result.witness_a is not None
        assert result.witness_b is not None
        assert result.normal is not None
        assert result.signed_distance is not None
        apart = scale(result.normal, result.signed_distance)
        assert sub(result.witness_b, result.witness_a) == pytest.approx(apart, abs=ROUNDING)
        assert_in_box(result.witness_a, box_a, pose_a)
        assert_in_box(result.witness_b, box_b, pose_b)
    assert met >= 60


def assert_in_box(point: Vec3, box: Box, pose: Pose) -> None:
    for i in range(3):
        axis = (pose.rotation[0][i], pose.rotation[1][i], pose.rotation[2][i])
        assert abs(dot(axis, sub(point, pose.position))) <= box.half_extents[i] + ROUNDING


def test_witnesses_of_rounded_boxes_include_the_radii() -> None:
    result = query(Box((1, 1, 1), 0.25), Pose(), Box((1, 1, 1), 0.5), Pose(position=(1.5, 0, 0)))
    assert (result.signed_distance, result.normal) == (-1.25, (1, 0, 0))
    assert result.push_out == (-1.25, 0, 0)
    assert result.witness_a is not None
    assert result.witness_b is not None
    assert (result.witness_a[0], result.witness_b[0]) == pytest.approx((1.25, 0), abs=ROUNDING)


def test_only_a_penetrating_pair_is_pushed_out() -> None:
    apart = query(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)))
    deep = query(Sphere(1), Pose(), Sphere(1), Pose(position=(1, 0, 0)))
    simplex = Hull(((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)))
    unknown = query(simplex, Pose(position=(-0.2, -0.2, -0.2)), Point(), Pose(), algorithm="gjk")
    assert apart.push_out is None
    assert deep.push_out == (-1, 0, 0)
    assert unknown.verdict == Verdict.PENETRATING
    assert unknown.push_out is None


def test_spheres_and_capsules_just_touch_after_the_push_out() -> None:
    random = Random(3)
    for _ in range(300):
        a, b = Capsule(random.uniform(0.2, 1), 1), Sphere(random.uniform(0.2, 1))
        pose_a, pose_b = random_pose(random), random_pose(random)
        result = query(a, pose_a, b, pose_b)
        if result.push_out is not None:
            after = query(a, pose_a._replace(position=add(pose_a.position, result.push_out)), b, pose_b)
            assert after.signed_distance == pytest.approx(0, abs=ROUNDING)
            assert after.verdict == Verdict.TOUCHING


# --- verdicts ---


@pytest.mark.parametrize(
    ("lower", "upper", "verdict"),
    [
        (2, 3, Verdict.SEPARATED),
        (1.5, float("inf"), Verdict.SEPARATED),
        (0.5, 2, Verdict.UNDECIDED),
        (-0.5, 0.5, Verdict.TOUCHING),
        (1, 1, Verdict.TOUCHING),
        (-1, 1, Verdict.TOUCHING),
        (-2, 0, Verdict.UNDECIDED),
        (-2, 2, Verdict.UNDECIDED),
        (-3, -2, Verdict.PENETRATING),
        (float("-inf"), -2, Verdict.PENETRATING),
        (float("-inf"), float("inf"), Verdict.UNDECIDED),
    ],
)
def test_a_verdict_follows_from_the_bounds(lower: float, upper: float, verdict: Verdict) -> None:
    """Bounds in units of the touching tolerance, for shapes of 1000 m."""
    unit = TOUCHING * 1000
    assert verdict_of(lower * unit, upper * unit, 1000) == verdict


@pytest.mark.parametrize("size", [1e-6, 1.0, 1e6])
def test_touching_is_relative_to_the_size_of_the_shapes(size: float) -> None:
    def verdict(gap: float) -> Verdict:
        return query(Sphere(size / 2), Pose(), Sphere(size / 2), Pose(position=(size + gap, 0, 0))).verdict

    assert verdict(0.5 * TOUCHING * size) == Verdict.TOUCHING
    assert verdict(-0.5 * TOUCHING * size) == Verdict.TOUCHING
    assert verdict(2 * TOUCHING * size) == Verdict.SEPARATED
    assert verdict(-2 * TOUCHING * size) == Verdict.PENETRATING


# --- arguments ---


def test_every_algorithm_reports_its_name_and_exit() -> None:
    for name in ALGORITHMS:
        run = trace(*suit(name, (Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0)))), name)
        assert run.algorithm == run.result.algorithm == name
        assert run.result.exit != Exit.RUNNING


def test_every_exit_is_described_by_a_phrase_of_its_own() -> None:
    assert Exit.NO_PROGRESS.words == "no progress"
    assert Exit.DISTANCE_KNOWN.words == "distance known from GJK"
    phrases = [each.words for each in Exit]
    assert len(set(phrases)) == len(phrases)
    assert [phrase for phrase in phrases if not phrase or "_" in phrase] == []


def test_a_matrix_and_a_pose_give_the_same_answer() -> None:
    matrix = np.eye(4)
    matrix[:3, 3] = (3, 0.25, 0)
    a, b = Box((1, 1, 1)), Sphere(0.5)
    assert query(a, np.eye(4), b, matrix) == query(a, Pose(), b, Pose(IDENTITY, (3, 0.25, 0)))


def test_a_mesh_is_treated_as_its_convex_hull() -> None:
    vertices = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    mesh, hull = Mesh(vertices, ((0, 1, 2), (0, 1, 3))), Hull(vertices)
    there = Pose(position=(3, 1, 2))
    result = query(mesh, Pose(), Sphere(1), there)
    assert result.hulled == (True, False)  # two of its four faces are missing
    assert replace(result, hulled=(False, False)) == query(hull, Pose(), Sphere(1), there)


def test_an_unknown_algorithm_is_rejected_with_the_valid_names() -> None:
    for ask in (query, trace):
        with pytest.raises(ValueError, match="algorithm: unknown name 'jgk'; one of gjk, epa"):
            ask(Point(), Pose(), Point(), Pose(), algorithm="jgk")


@pytest.mark.parametrize("algorithm", [None, *ALGORITHMS])
def test_a_bad_pose_is_rejected_by_name(algorithm: str | None) -> None:
    box, sheared = Box((1, 1, 1)), np.eye(4) + np.eye(4, k=1)
    with pytest.raises(ValueError, match=r"^pose_a: "):
        query(box, sheared, box, Pose(), algorithm)
    with pytest.raises(ValueError, match=r"^pose_b: "):
        query(box, Pose(), box, sheared, algorithm)


def test_sat_names_the_shapes_it_takes() -> None:
    with pytest.raises(NotApplicable, match=r"^SAT takes polytopes \(.*\), not sphere and capsule$"):
        query(Sphere(1), Pose(), Capsule(1, 1), Pose(), algorithm="sat")


def test_the_same_query_has_the_same_answer_to_the_bit() -> None:
    random = Random(4)
    for _ in range(20):
        pair = random_polytopes(random)
        assert query(*pair) == query(*pair)
        assert trace(*pair, "gjk") == trace(*pair, "gjk")


def test_an_answer_without_a_distance_has_no_derived_values() -> None:
    unknown = Result("gjk", Verdict.UNDECIDED, Exit.ITERATION_LIMIT, 1)
    assert (unknown.signed_distance, unknown.normal, unknown.witness_a, unknown.push_out) == (None, None, None, None)
