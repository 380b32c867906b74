"""The Minkowski difference: its support function is h(d) = h_A(d) + h_B(−d), in every direction, for every pair."""

from itertools import combinations_with_replacement

import numpy as np
import pytest

from gjkscope.engine.geometry import minkowski
from gjkscope.engine.geometry.minkowski import SAMPLING_ERROR, minkowski_difference, rotation_from_y_to, rounded_surface
from gjkscope.engine.pose import Pose, rotation_from_quaternion
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.directions import even_directions
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.support import VERTICES, convex, hull_of, support
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, dot, neg, row_times, scale
from tests.engine.kinds import of_all_kinds, shape_name

ONE = rotation_from_quaternion((0.3, -0.5, 0.2, 0.7))
OTHER = rotation_from_quaternion((0.9, 0.1, -0.4, 0.1))

ROUNDING = 1e-12  # relative to the size: error bound for an exact difference


def directions(count: int, seed: int = 2) -> list[Vec3]:
    vectors = np.random.default_rng(seed).normal(size=(count, 3))
    return [(x, y, z) for x, y, z in (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).tolist()]


def support_height(shape: kinds.Shape, rotation: Mat3, direction: Vec3) -> float:
    core = convex(shape, Pose(rotation))
    return dot(support(core, direction)[0], direction) + core.radius


def shortfall(hull: ConvexHull, shape_a: kinds.Shape, shape_b: kinds.Shape) -> tuple[float, float]:
    """The least and greatest excess of A − B's support over the hull's, relative to the size."""
    size = float(np.ptp(hull.vertices, axis=0).max())
    gaps = [
        support_height(shape_a, ONE, direction)
        + support_height(shape_b, OTHER, neg(direction))
        - float((hull.vertices @ direction).max())
        for direction in directions(80)
    ]
    return min(gaps) / size, max(gaps) / size


PAIRS = list(combinations_with_replacement([*of_all_kinds(0.0), *of_all_kinds(0.2)[::5]], 2))[1:]  # not two points


@pytest.mark.thorough
@pytest.mark.parametrize(("shape_a", "shape_b"), PAIRS[::6], ids=shape_name)
def test_the_hull_s_support_is_the_sum_of_both_shapes_supports(shape_a: kinds.Shape, shape_b: kinds.Shape) -> None:
    difference = minkowski_difference(shape_a, ONE, shape_b, OTHER)
    least, most = shortfall(difference.hull, shape_a, shape_b)
    assert least >= -ROUNDING, "the hull reaches beyond A − B"
    assert most <= (ROUNDING if difference.exact else SAMPLING_ERROR)
    assert difference.exact == (not difference.smooth)


SAMPLES = {type(shape): shape for shape in of_all_kinds(0.0)}
ROUNDED_SAMPLES = {type(shape): shape for shape in of_all_kinds(0.2)}
REGISTERED = list(kinds.SHAPE_TYPES.values())


@pytest.mark.thorough
@pytest.mark.parametrize("kind_a", REGISTERED)
def test_samples_of_every_registered_type_match_their_support_mappings(kind_a: type[kinds.Shape]) -> None:
    """No sampled point of A − B lies beyond its support plane, and every support plane is reached.

    The planes are those of evenly spread directions and of the sampled hull's own faces.  Each registered type appears
    as A and as B, sharp against rounded, with every third other type; a type without a sample raises `KeyError` here.
    """
    for kind_b in REGISTERED[REGISTERED.index(kind_a) % 3 :: 3]:
        a, b = SAMPLES[kind_a], ROUNDED_SAMPLES[kind_b]
        difference = minkowski_difference(a, ONE, b, OTHER)
        points = difference.hull.vertices
        size = float(np.ptp(points, axis=0).max())
        normals = [
            (x, y, z) for x, y, z in difference.hull.normals[:: max(1, len(difference.hull.normals) // 60)].tolist()
        ]
        for direction in [*directions(60), *normals]:
            height = support_height(a, ONE, direction) + support_height(b, OTHER, neg(direction))
            reached = float((points @ direction).max())
            assert reached <= height + ROUNDING * size, "a point lies beyond the support"
            assert reached >= height - SAMPLING_ERROR * size, "the support is not reached"


@pytest.mark.thorough
@pytest.mark.slow
def test_the_pairs_above_are_both_exact_and_sampled() -> None:
    exact = [minkowski_difference(a, ONE, b, OTHER).exact for a, b in PAIRS[::21]]
    assert 0.05 < sum(exact) / len(exact) < 0.7


@pytest.mark.parametrize(
    "needle", [kinds.Ellipsoid((1, 0.001, 0.001)), kinds.Cylinder(0.001, 1), kinds.Cylinder(1, 0.001)], ids=str
)
def test_thin_curved_shapes_are_sampled_accurately(needle: kinds.Shape) -> None:
    for partner in (kinds.Point(), kinds.Box((0.3, 0.2, 0.1)), kinds.Sphere(0.01)):
        least, most = shortfall(minkowski_difference(needle, ONE, partner, OTHER).hull, needle, partner)
        assert least >= -ROUNDING
        assert most <= SAMPLING_ERROR


@pytest.mark.parametrize("metre", [1e-200, 1e200])
def test_shapes_whose_squares_underflow_or_overflow_are_sampled_accurately(metre: float) -> None:
    box, cylinder = kinds.Box((metre, 2 * metre, metre)), kinds.Cylinder(metre, metre, rounding=metre / 4)
    least, most = shortfall(minkowski_difference(box, ONE, cylinder, OTHER).hull, box, cylinder)
    assert least >= -ROUNDING
    assert most <= SAMPLING_ERROR


@pytest.mark.parametrize("seed", range(5))
def test_two_boxes_make_a_zonotope_with_thirty_faces(seed: int) -> None:
    """Six generators in general position: 30 parallelograms, and a volume that is the sum over all triples."""
    rng = np.random.default_rng(seed)
    rotations = [rotation_from_quaternion(tuple(rng.normal(size=4).tolist())) for _ in range(2)]
    halves = [tuple(half) for half in rng.uniform(0.2, 2, (2, 3)).tolist()]
    hull = minkowski_difference(kinds.Box(halves[0]), rotations[0], kinds.Box(halves[1]), rotations[1]).hull
    assert sorted(len(face) for face in hull.faces) == [4] * 30
    generators = [2 * np.array(r)[:, i] * half[i] for r, half in zip(rotations, halves, strict=True) for i in range(3)]
    triples = [abs(np.linalg.det([generators[i] for i in chosen])) for chosen in combinations_of_three(6)]
    assert volume(hull) == pytest.approx(sum(triples), rel=1e-13)


def combinations_of_three(count: int) -> list[tuple[int, int, int]]:
    return [(i, j, k) for i in range(count) for j in range(i + 1, count) for k in range(j + 1, count)]


def volume(hull: ConvexHull) -> float:
    a, b, c = hull.vertices[hull.triangles].transpose(1, 0, 2)
    return float(np.einsum("ij,ij->", a, np.cross(b, c))) / 6


def test_parallel_boxes_make_a_box() -> None:
    hull = minkowski_difference(kinds.Box((1, 2, 3)), ONE, kinds.Box((0.3, 0.1, 0.7)), ONE).hull
    assert (len(hull.vertices), len(hull.faces)) == (8, 6)
    assert volume(hull) == pytest.approx(8 * 1.3 * 2.1 * 3.7, rel=1e-14)


def test_the_difference_is_a_minus_b_and_not_the_sum() -> None:
    a, b = kinds.Hull(((5, 0, 0), (6, 0, 0))), kinds.Hull(((1, 0, 0), (3, 0, 0)))
    hull = minkowski_difference(a, IDENTITY, b, IDENTITY).hull
    assert sorted(hull.vertices[:, 0].tolist()) == [2.0, 5.0]


def test_the_vertices_are_differences_of_support_points_to_the_bit() -> None:
    """A GJK simplex lies exactly on the corners of the drawn hull."""
    a, b = kinds.Box((1, 0.5, 0.8)), kinds.Hull(tuple(directions(20)))
    core_a, core_b = convex(a, Pose(ONE)), convex(b, Pose(OTHER))
    corners = {tuple(vertex) for vertex in minkowski_difference(a, ONE, b, OTHER).hull.vertices.tolist()}
    for direction in directions(200):
        p, q = support(core_a, direction)[0], support(core_b, neg(direction))[0]
        assert (p[0] - q[0], p[1] - q[1], p[2] - q[2]) in corners


def test_round_shapes_use_the_exact_difference_of_their_cores() -> None:
    difference = minkowski_difference(kinds.Sphere(0.5), ONE, kinds.Box((1, 0.5, 0.8), 0.25), OTHER)
    assert difference.radius == 0.75
    assert (len(difference.core.vertices), len(difference.core.faces)) == (8, 6)
    assert minkowski_difference(kinds.Capsule(0.3, 1.0), ONE, kinds.Sphere(0.2), OTHER).core.dimension == 1
    sharp = minkowski_difference(kinds.Cylinder(0.5, 1), ONE, kinds.Box((1, 1, 1)), OTHER)
    assert sharp.core is sharp.hull
    round_rim = minkowski_difference(kinds.Cylinder(0.5, 1, rounding=0.1), ONE, kinds.Box((1, 1, 1)), OTHER)
    assert np.ptp(round_rim.hull.vertices, axis=0) == pytest.approx(np.ptp(round_rim.core.vertices, axis=0) + 0.2, 0.01)


def test_a_rounded_polytope_is_exactly_flat_where_it_should_be() -> None:
    cube = convex_hull([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)])
    points, normals = rounded_surface(cube, 0.5)
    assert np.linalg.norm(normals, axis=1) == pytest.approx(1, abs=1e-15)
    clamped = np.clip(points, -1, 1)
    assert points - clamped == pytest.approx(0.5 * normals, abs=1e-15)
    skin = convex_hull(points)
    squares = [
        face for face in skin.faces if len(face) == 4 and np.ptp(skin.vertices[list(face)], axis=0).min() < 1e-15
    ]
    sides = [np.ptp(skin.vertices[list(face)], axis=0).max() for face in squares]
    assert sum(side == pytest.approx(2) for side in sides) == 6


def test_a_difference_with_too_many_vertex_pairs_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minkowski, "MAX_PAIRS", 100)
    ball = kinds.Hull(tuple(directions(60)))
    minkowski_difference.cache_clear()
    difference = minkowski_difference(ball, ONE, ball, OTHER)
    minkowski_difference.cache_clear()
    assert (difference.exact, difference.smooth) == (False, False)
    least, most = shortfall(difference.hull, ball, ball)
    assert least >= -ROUNDING
    assert most <= SAMPLING_ERROR


@pytest.mark.thorough
@pytest.mark.slow
def test_polytopes_with_thousands_of_corners_are_reduced_to_a_few_hundred() -> None:
    ball = kinds.Hull(tuple(directions(3000)))
    assert len(hull_of(ball).vertices) == 3000
    for other in (ball, kinds.Box((0.3, 0.2, 0.4), rounding=0.1), kinds.Cylinder(0.5, 1)):
        difference = minkowski_difference(ball, ONE, other, OTHER)
        assert (difference.exact, difference.smooth) == (False, True)
        least, most = shortfall(difference.hull, ball, other)
        assert least >= -ROUNDING
        assert ROUNDING < most <= 2 * SAMPLING_ERROR


def test_the_same_shapes_in_the_same_rotations_are_computed_once() -> None:
    minkowski_difference.cache_clear()
    first = minkowski_difference(kinds.Box((1, 1, 1)), ONE, kinds.Sphere(0.5), OTHER)
    again = minkowski_difference(kinds.Box((1.0, 1.0, 1.0)), ONE, kinds.Sphere(0.5), OTHER)
    assert again is first
    assert (minkowski_difference.cache_info().hits, minkowski_difference.cache_info().misses) == (1, 1)


def test_interior_vertices_are_removed_before_pairs_are_counted() -> None:
    """A thousand points inside a cube cost nothing: only 8 × 8 pairs remain."""
    inner = np.random.default_rng(0).uniform(-0.9, 0.9, (1000, 3)).tolist()
    outer = [(x, y, z) for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]
    cloud = kinds.Hull(tuple((x, y, z) for x, y, z in [*outer, *inner]))
    assert convex(cloud, Pose()).kind == VERTICES
    difference = minkowski_difference(cloud, ONE, cloud, ONE)
    assert difference.exact
    assert len(difference.hull.vertices) == 8


@pytest.mark.parametrize("direction", [*directions(5), (0.0, 1.0, 0.0), (0.0, -3.0, 0.0), (1e-9, 0.0, 0.0)])
def test_y_onto_is_a_rotation_that_maps_y_to_the_direction(direction: Vec3) -> None:
    rotation = rotation_from_y_to(direction)
    assert np.array(rotation) @ np.transpose(rotation) == pytest.approx(np.eye(3), abs=1e-15)
    assert np.linalg.det(rotation) == pytest.approx(1)
    unit = scale(direction, 1 / float(np.linalg.norm(direction)))
    assert row_times(rotation, (0.0, 1.0, 0.0)) == pytest.approx(unit, abs=1e-15)


def test_evenly_spread_directions_leave_no_gap() -> None:
    spread = even_directions(800)
    assert np.linalg.norm(spread, axis=1) == pytest.approx(1, abs=1e-15)
    nearest = max(np.degrees(np.arccos((spread @ direction).max())) for direction in directions(500))
    assert nearest < 5.5


def test_a_segment_against_a_segment_is_a_parallelogram() -> None:
    hull = minkowski_difference(kinds.Segment((0, 0, 0), (1, 0, 0)), ONE, kinds.Segment((0, 0, 0), (0, 1, 0)), ONE).hull
    assert (hull.dimension, len(hull.vertices)) == (2, 4)
