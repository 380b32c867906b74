"""The closest point of a simplex: each Voronoi region by name, and random simplices against rational arithmetic."""

from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import isfinite, sqrt
from random import Random

import pytest

from gjkscope.engine.gjk import simplex
from gjkscope.engine.gjk.simplex import SLOTS, Closest, Region
from gjkscope.engine.vectors import Vec3, add, cross, dot, norm, row_times, scale, sub
from tests.engine.samples import random_rotation, random_vector
from tests.thorough import cases

CLOSEST: dict[int, Callable[..., Closest]] = {
    1: simplex.closest_on_point,
    2: simplex.closest_on_segment,
    3: simplex.closest_on_triangle,
    4: simplex.closest_on_tetrahedron,
}

# Error bound for the closest point of a well-shaped simplex, relative to the largest coordinate.
ROUNDING = 1e-14

# The same for needles and slivers, whose weights are less accurate than their points (measured: 4.1e-14).
NEARLY_FLAT = 1e-13

# Corners of a cube, all equidistant.  All coordinates are small integers, so nothing is rounded.
REGULAR: tuple[Vec3, ...] = ((3.0, 3.0, 3.0), (3.0, -3.0, -3.0), (-3.0, 3.0, -3.0), (-3.0, -3.0, 3.0))


def regions_of(count: int) -> list[Region]:
    return [region for region in Region if max(SLOTS[region]) < count]


ALL_REGIONS = [(count, region) for count in CLOSEST for region in regions_of(count)]


def names(case: object) -> str:
    return case.name if isinstance(case, Region) else str(case)


def view_from(points: Sequence[Vec3], origin: Vec3) -> list[Vec3]:
    return [sub(point, origin) for point in points]


def mean(points: Sequence[Vec3]) -> Vec3:
    total = (0.0, 0.0, 0.0)
    for point in points:
        total = add(total, point)
    return scale(total, 1 / len(points))


def weighted_point(points: Sequence[Vec3], nearest: Closest) -> Vec3:
    total = (0.0, 0.0, 0.0)
    for point, weight in zip(points, nearest.weights, strict=False):
        total = add(total, scale(point, weight))
    return total


def test_there_are_1_3_7_and_15_regions() -> None:
    assert [len(regions_of(count)) for count in (1, 2, 3, 4)] == [1, 3, 7, 15]


@pytest.mark.parametrize(("count", "region"), ALL_REGIONS, ids=names)
def test_every_region_is_found_where_it_lies(count: int, region: Region) -> None:
    """Going outward from the centre of a regular simplex through the centre of a feature, that feature is nearest."""
    points = REGULAR[:count]
    foot, middle = mean([points[slot] for slot in SLOTS[region]]), mean(points)
    away = sub(foot, middle)
    nearest = CLOSEST[count](*view_from(points, add(foot, away)))
    assert nearest.region is region
    share = 1 / len(SLOTS[region])
    assert nearest.weights == pytest.approx([share if slot in SLOTS[region] else 0 for slot in range(4)], abs=1e-15)
    assert nearest.point == pytest.approx(scale(away, -1), abs=1e-15)


@pytest.mark.parametrize("above", [-2.0, 2.0])
@pytest.mark.parametrize(("count", "region"), [(2, Region.EDGE_AB), (3, Region.FACE_ABC)], ids=names)
def test_off_the_middle_of_a_segment_or_triangle_the_whole_wins(count: int, region: Region, above: float) -> None:
    points = REGULAR[:count]
    square = cross(sub(points[1], points[0]), (0.0, 1.0, 0.0) if count == 2 else sub(points[2], points[0]))
    nearest = CLOSEST[count](*view_from(points, add(mean(points), scale(square, above))))
    assert nearest.region is region
    assert nearest.point == pytest.approx(scale(square, -above), abs=1e-13)


@pytest.mark.parametrize("order", list(permutations(range(4))), ids=str)
def test_the_order_of_the_vertices_only_renames_the_region(order: tuple[int, ...]) -> None:
    """Over face 0 1 2 of the simplex and past edge 0 3: the answer must not depend on handedness."""
    for slots in ((0, 1, 2), (0, 3), (2,)):
        foot = mean([REGULAR[slot] for slot in slots])
        points = view_from([REGULAR[slot] for slot in order], scale(foot, 2))
        nearest = simplex.closest_on_tetrahedron(*points)
        assert {order[slot] for slot in SLOTS[nearest.region]} == set(slots)


# --- against exact arithmetic ---


@pytest.mark.thorough
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.slow
def test_random_simplices_agree_with_exact_arithmetic(count: int) -> None:
    """The region is the exact one, the point is accurate to rounding, and each region occurs often enough."""
    random, met = Random(count), Counter[Region]()
    trials = cases(400, 800)
    for _ in range(trials):
        offset = random_vector(random)  # without it, a vertex would hardly ever be nearest to the origin
        points = [add(random_vector(random), offset) for _ in range(count)]
        nearest = CLOSEST[count](*points)
        slots, square = exact_closest(points)
        assert SLOTS[nearest.region] == slots
        assert norm(nearest.point) == pytest.approx(sqrt(square), abs=ROUNDING)
        assert sum(nearest.weights) == pytest.approx(1, abs=ROUNDING)
        assert nearest.point == pytest.approx(weighted_point(points, nearest), abs=ROUNDING * blown_up(points, nearest))
        met[nearest.region] += 1
    assert set(met) == set(regions_of(count))
    assert min(met.values()) >= 0.005 * trials


@pytest.mark.parametrize("count", [2, 3, 4])
def test_where_nothing_is_rounded_the_tests_of_the_regions_decide(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a border the feature with the fewest vertices wins, and the fallback is never needed but in a face's plane."""
    fallbacks, fallback = list[Closest](), simplex._nearest_feature
    monkeypatch.setattr(simplex, "_nearest_feature", lambda *given: fallbacks.append(fallback(*given)) or fallbacks[-1])
    random, borders = Random(10 + count), 0
    for _ in range(cases(300, 3000)):
        points = [(float(random.randint(-2, 2)), random.randint(-2, 2), random.randint(-2, 2)) for _ in range(count)]
        if not well_shaped(points):
            continue
        slots, _ = exact_closest(points)
        for size in (2.0**-20, 1.0, 2.0**20):
            fallbacks.clear()
            found = CLOSEST[count](*(scale(point, size) for point in points))
            assert SLOTS[found.region] == slots
            assert not fallbacks or (count == 4 and 0 in found.tests.sides)
        borders += any(0 in values for values in (*found.tests.edges, *found.tests.faces))
    assert borders >= 100


def well_shaped(points: Sequence[Vec3]) -> bool:
    """Whether the points span a line, plane or space."""
    rows = [sub(point, points[0]) for point in points[1:]]
    if len(rows) == 3:
        return dot(rows[0], cross(rows[1], rows[2])) != 0
    return any(cross(rows[0], rows[1])) if len(rows) == 2 else any(rows[0])


# Two corners are 8e-5 apart and the third is 2 m away, and the origin is 6e-10 m from the plane.
SLIVER: tuple[Vec3, Vec3, Vec3] = (
    (0.8574603223821047, 0.6671915272670971, 0.0320127259416112),
    (-0.8575412301876081, -0.6672544819705009, -0.032015752976857215),
    (-0.8574603235966166, -0.6671915296452164, -0.0320127259869597),
)


def test_refined_weights_of_a_sliver_are_as_accurate_as_the_coordinates() -> None:
    plain = simplex.closest_on_triangle(*SLIVER)
    refined = simplex.refine_on_face(plain, *SLIVER, SLIVER[2])
    truth = exact_distance(SLIVER)
    assert plain.region is refined.region is Region.FACE_ABC
    assert norm(plain.point) > 9 * truth
    assert norm(refined.point) == pytest.approx(truth, rel=1e-6)
    assert min(refined.weights[:3]) > 0 == refined.weights[3]
    assert sum(refined.weights) == pytest.approx(1, abs=1e-15)
    assert refined.point == pytest.approx(weighted_point(SLIVER, refined), abs=2e-16)


@pytest.mark.parametrize("region", Region)
def test_refining_changes_only_points_on_faces(region: Region) -> None:
    """A point of a face that is shifted within it is moved back; other features, and weights beyond it, are kept."""
    foot, middle = mean([REGULAR[slot] for slot in SLOTS[region]]), mean(REGULAR)
    points = view_from(REGULAR, add(foot, scale(sub(foot, middle), 1 / 2)))
    found = simplex.closest_on_tetrahedron(*points)
    shift = 0.125 if len(SLOTS[region]) == 3 else 0.0
    i, j = SLOTS[region][0], SLOTS[region][-1]
    weights = [weight + shift * ((slot == i) - (slot == j)) for slot, weight in enumerate(found.weights)]
    shifted = found._replace(
        weights=(weights[0], weights[1], weights[2], weights[3]),
        point=add(found.point, scale(sub(points[i], points[j]), shift)),
    )
    refined = simplex.refine_on_face(shifted, *points)
    assert found.region is region
    assert refined.weights == pytest.approx(found.weights, abs=1e-15)
    assert refined.point == pytest.approx(found.point, abs=1e-14)
    beyond = shifted._replace(point=add(shifted.point, scale(sub(points[i], points[j]), -3.0)))
    assert simplex.refine_on_face(beyond, *points) is beyond


def exact_distance(triangle: Sequence[Vec3]) -> float:
    """The distance of the origin from the plane of a triangle, with exact arithmetic up to the root."""
    p, q, r = ([Fraction(coordinate) for coordinate in point] for point in triangle)
    u, v = ([x - y for x, y in zip(corner, p, strict=True)] for corner in (q, r))
    n = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    height = sum(x * y for x, y in zip(n, p, strict=True))
    return sqrt(height**2 / sum(x * x for x in n))


@pytest.mark.parametrize("count", [1, 2, 3])
def test_features_that_a_simplex_does_not_have_test_as_zero(count: int) -> None:
    tests = CLOSEST[count](*REGULAR[:count]).tests
    assert not any(any(pair) for slots, pair in zip(simplex.EDGES, tests.edges, strict=True) if max(slots) >= count)
    assert not any(any(three) for slots, three in zip(simplex.FACES, tests.faces, strict=True) if max(slots) >= count)
    assert tests.sides == (0, 0, 0, 0)


@pytest.mark.parametrize("place", range(12))
def test_the_reach_is_the_largest_coordinate_wherever_it_stands(place: int) -> None:
    numbers = [0.5] * 12
    numbers[place] = -3.0
    assert simplex._reach(*(tuple(numbers[i : i + 3]) for i in range(0, 12, 3))) == 3.0


@pytest.mark.parametrize("size", [1e-60, 1e-6, 1e6, 1e60])
def test_the_region_does_not_depend_on_the_unit_of_length(size: float) -> None:
    random = Random(5)
    for _ in range(300):
        points = [random_vector(random) for _ in range(4)]
        here = simplex.closest_on_tetrahedron(*points)
        there = simplex.closest_on_tetrahedron(*(scale(point, size) for point in points))
        assert there.region is here.region
        assert there.point == pytest.approx(scale(here.point, size), abs=ROUNDING * size)


@pytest.mark.parametrize("distance", [1e2, 1e4, 1e6])
def test_a_small_simplex_far_away_loses_only_rounding(distance: float) -> None:
    """The textbook's product form of the tests gets the weights of a distant simplex wrong."""
    random = Random(6)
    for _ in range(80):
        away = scale(random_vector(random), distance)
        points = [add(random_vector(random), away) for _ in range(4)]
        nearest = simplex.closest_on_tetrahedron(*points)
        exact = sqrt(exact_closest(points)[1])
        assert norm(nearest.point) == pytest.approx(exact, abs=4 * 2.0**-53 * max(map(norm, points)))


# --- simplices without an interior ---


def on_a_line(random: Random) -> list[Vec3]:
    start, along = random_vector(random), random_vector(random)
    return [add(start, scale(along, random.uniform(-1, 1))) for _ in range(4)]


def in_a_plane(random: Random) -> list[Vec3]:
    """Coplanar with integer coordinates: the volume is exactly 0."""
    return [(float(random.randint(-9, 9)), float(random.randint(-9, 9)), 4.0) for _ in range(4)]


def in_a_turned_plane(random: Random) -> list[Vec3]:
    """Coplanar up to rounding, which gives a volume of either sign."""
    turn = random_rotation(random)
    return [row_times(turn, (random.uniform(-1, 1), random.uniform(-1, 1), 0.3)) for _ in range(4)]


def through_the_origin(random: Random) -> list[Vec3]:
    turn = random_rotation(random)
    return [row_times(turn, (random.uniform(-1, 1), random.uniform(-1, 1), 0.0)) for _ in range(4)]


def with_a_duplicate(random: Random) -> list[Vec3]:
    points = [random_vector(random) for _ in range(4)]
    kept, replaced = random.sample(range(4), 2)
    points[replaced] = points[kept]
    return points


def one_point(random: Random) -> list[Vec3]:
    return [random_vector(random)] * 4


def needle(random: Random) -> list[Vec3]:
    """Six orders of magnitude longer than it is thick."""
    turn = random_rotation(random)
    return [
        row_times(turn, (random.uniform(-1, 1), 1e-6 * random.uniform(-1, 1), 1e-6 * random.uniform(-1, 1)))
        for _ in range(4)
    ]


def sliver(random: Random) -> list[Vec3]:
    """Four points of a square, one lifted by a tiny amount."""
    turn, lift = random_rotation(random), 10.0 ** random.uniform(-16, -8)
    square = ((-1.0, -1.0, lift), (1.0, -1.0, 0.0), (1.0, 1.0, lift), (-1.0, 1.0, 0.0))
    offset = scale(random_vector(random), random.choice((1e-16, 1e-9, 0.1)))
    return [add(row_times(turn, point), offset) for point in square]


DEGENERATE = (on_a_line, in_a_plane, in_a_turned_plane, through_the_origin, with_a_duplicate, one_point, needle, sliver)


@pytest.mark.thorough
@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("family", DEGENERATE, ids=lambda family: family.__name__)
def test_a_degenerate_simplex_still_gives_a_valid_nearest_point(
    family: Callable[[Random], list[Vec3]], count: int
) -> None:
    """Whatever the region, the weights give a point of the simplex, and no other is nearer by more than rounding."""
    random = Random(7)
    for _ in range(60):
        points = family(random)[:count]
        nearest = CLOSEST[count](*points)
        reach = max(map(norm, points))
        assert all(isfinite(number) for number in (*nearest.point, *nearest.weights))
        assert min(nearest.weights) >= 0
        assert sum(nearest.weights) == pytest.approx(1, abs=ROUNDING)
        assert norm(nearest.point) == pytest.approx(sqrt(exact_closest(points)[1]), abs=NEARLY_FLAT * reach)
        if nearest.region is not Region.INTERIOR:
            assert nearest.point == pytest.approx(weighted_point(points, nearest), abs=ROUNDING * reach)


@pytest.mark.parametrize("family", [on_a_line, in_a_plane, in_a_turned_plane, with_a_duplicate, one_point])
def test_a_simplex_without_an_interior_never_encloses_the_origin(family: Callable[[Random], list[Vec3]]) -> None:
    """Reporting "inside" would prove an overlap, which is false for a flat tetrahedron."""
    random = Random(8)
    for _ in range(800):
        assert simplex.closest_on_tetrahedron(*family(random)).region is not Region.INTERIOR


def test_the_origin_on_a_feature_is_at_distance_zero() -> None:
    a, b, c, d = REGULAR
    for slots in (region_slots for region_slots in SLOTS if len(region_slots) < 4):
        foot = mean([REGULAR[slot] for slot in slots])
        nearest = simplex.closest_on_tetrahedron(*view_from((a, b, c, d), foot))
        assert norm(nearest.point) <= 1e-15
        assert [weight > 0 for weight in nearest.weights] == [slot in slots for slot in range(4)]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_among_equally_near_features_the_one_with_the_newest_vertex_wins(count: int) -> None:
    """GJK has just found that vertex: any other feature would lead it back to its previous state."""
    for points in ([(1.0, 2.0, 3.0)] * 4, [(1.0, 0.0, 0.0), (1.0, 1.0, 0.0), (1.0, 0.0, 1.0), (1.0, 0.0, 0.0)]):
        newest = points[: count - 1] + points[:1]
        assert CLOSEST[count](*newest).weights[count - 1] == 1


# --- region tests ---


def test_the_region_tests_are_the_documented_quantities() -> None:
    random = Random(9)
    for _ in range(200):
        points = [random_vector(random) for _ in range(4)]
        tests = simplex.closest_on_tetrahedron(*points).tests
        for (p, q), (from_p, from_q) in zip(simplex.EDGES, tests.edges, strict=True):
            edge = sub(points[q], points[p])
            assert (from_p, from_q) == pytest.approx((-dot(points[p], edge), dot(points[q], edge)), abs=ROUNDING)
            assert from_p + from_q == pytest.approx(dot(edge, edge), abs=ROUNDING)
        for face, values, side in zip(simplex.FACES, tests.faces, tests.sides, strict=True):
            p, q, r = (points[slot] for slot in face)
            n = cross(sub(q, p), sub(r, p))
            assert sum(values) == pytest.approx(dot(n, n), abs=ROUNDING)
            foot = scale(n, dot(n, p) / dot(n, n))
            rebuilt = scale(add(add(scale(p, values[0]), scale(q, values[1])), scale(r, values[2])), 1 / dot(n, n))
            assert rebuilt == pytest.approx(foot, abs=ROUNDING / dot(n, n))
            apex = next(points[slot] for slot in range(4) if slot not in face)
            outside = dot(n, p) * dot(n, sub(apex, p)) > 0
            assert side == pytest.approx(norm(foot) if outside else -norm(foot), abs=ROUNDING / norm(n))


def exact_closest(points: Sequence[Vec3]) -> tuple[tuple[int, ...], Fraction]:
    """The slots of the nearest feature and its squared distance, by trying all features in rational arithmetic.

    A feature counts if the foot of the origin on it has only positive weights; among equally near features, the one
    with the fewest vertices is returned.
    """
    exact = [tuple(Fraction(x) for x in point) for point in points]
    candidates = []
    for count in range(1, len(points) + 1):
        for slots in combinations(range(len(points)), count):
            weights = exact_weights([exact[slot] for slot in slots])
            if weights is not None and all(weight > 0 for weight in weights):
                pairs = list(zip(weights, slots, strict=True))
                foot = [sum(weight * exact[slot][axis] for weight, slot in pairs) for axis in range(3)]
                candidates.append((sum((x * x for x in foot), Fraction(0)), count, slots))
    square, _, slots = min(candidates)
    return slots, square


def exact_weights(points: Sequence[Sequence[Fraction]]) -> list[Fraction] | None:
    """The weights of the foot of the origin on the plane through `points`; None if they do not span one."""
    first, *rest = points
    edges = [[x - o for x, o in zip(point, first, strict=True)] for point in rest]
    rows = [[exact_dot(e, f) for f in edges] + [-exact_dot(e, first)] for e in edges]
    for i in range(len(rows)):
        pivot = next((j for j in range(i, len(rows)) if rows[j][i] != 0), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for j in range(len(rows)):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [x - factor * y for x, y in zip(rows[j], rows[i], strict=True)]
    others = [rows[i][-1] / rows[i][i] for i in range(len(rows))]
    return [1 - sum(others, Fraction(0)), *others]


def exact_dot(a: Sequence[Fraction], b: Sequence[Fraction]) -> Fraction:
    return sum((x * y for x, y in zip(a, b, strict=True)), Fraction(0))


def blown_up(points: Sequence[Vec3], nearest: Closest) -> float:
    """How much worse conditioned the interior weights of a thin tetrahedron are than those of a regular one."""
    if nearest.region is not Region.INTERIOR:
        return 1.0
    a, b, c, d = points
    return 1 / abs(dot(sub(b, a), cross(sub(c, a), sub(d, a))))
