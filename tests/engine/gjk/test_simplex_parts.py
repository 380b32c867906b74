"""The parts of the region tests: the fallback by distance, the nearest ends of moments, and thin tetrahedra."""

from collections import Counter
from itertools import combinations, permutations, product
from math import sqrt
from random import Random

import pytest

from gjkscope.engine.gjk import simplex
from gjkscope.engine.gjk.region_tests import (
    end_failure,
    inner_failure,
    region_test,
    towards,
    vertex_failure,
)
from gjkscope.engine.gjk.simplex import EDGES, FACES, FLAT, SLOTS, Closest, Region
from gjkscope.engine.gjk.voronoi import half_spaces
from gjkscope.engine.vectors import DOUBLE, Vec3, add, along, cross, dot, norm, scale, sub, unit
from tests.engine.gjk.test_simplex import CLOSEST, REGULAR, mean, regions_of, view_from
from tests.engine.samples import random_vector


def fallback(points: list[Vec3], found: Closest) -> Closest:
    a, b, c, *others = points
    return simplex._nearest_feature(a, b, c, others[0] if others else c, len(points), found.tests)


@pytest.mark.parametrize("count", [3, 4])
def test_the_fallback_finds_every_feature_that_the_tests_find(count: int) -> None:
    """It only compares distances, so that outside a simplex it needs no guards."""
    for region in regions_of(count):
        if region == Region.INTERIOR:
            continue
        foot = mean([REGULAR[slot] for slot in SLOTS[region]])
        beyond = sub(scale(foot, 2), mean(REGULAR[:count]))
        points = view_from(REGULAR[:count], add(beyond, scale(foot, 0.0)))
        found = CLOSEST[count](*points)
        assert found.region is region
        assert fallback(points, found) == found


def test_of_equally_near_features_the_fallback_takes_the_smallest_and_the_first() -> None:
    """Its comparisons are strict: vertices, edges and faces in the order of their slots."""
    points = list(REGULAR)
    found = simplex.closest_on_tetrahedron(*points)
    none = found.tests._replace(edges=((-1.0, 1.0),) * 6, faces=((-1.0, 1.0, 1.0),) * 4)
    for turns in range(4):
        turned = points[turns:] + points[:turns]
        assert fallback(turned, found._replace(tests=none)).region == Region.VERTEX_A
        edges = none._replace(edges=((1.0, 1.0),) * 6)
        assert fallback(turned, found._replace(tests=edges)).region == Region.EDGE_AB
        faces = none._replace(faces=((1.0, 1.0, 1.0),) * 4)
        assert fallback(turned, found._replace(tests=faces)).region == Region.FACE_ABC
    triangle = fallback(points[:3], found._replace(tests=none._replace(edges=((1.0, 1.0),) * 6)))
    assert triangle.region == Region.EDGE_AB


@pytest.mark.parametrize("number", range(6))
def test_an_edge_or_face_counts_only_if_all_its_tests_are_positive(number: int) -> None:
    points, found = list(REGULAR), simplex.closest_on_tetrahedron(*REGULAR)
    for values in ((0.0, 1.0), (1.0, 0.0), (1.0, 1.0)):
        edges = tuple(values if i == number else (-1.0, -1.0) for i in range(6))
        tests = found.tests._replace(edges=edges, faces=((-1.0, -1.0, -1.0),) * 4)  # type: ignore[arg-type]
        chosen = fallback(points, found._replace(tests=tests)).region
        assert SLOTS[chosen] == (EDGES[number] if min(values) > 0 else (0,))
        assert SLOTS[fallback(points[:3], found._replace(tests=tests)).region] == (
            EDGES[number] if min(values) > 0 and max(EDGES[number]) < 3 else (0,)
        )
    if number < 4:
        for three in ((0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0), (1.0, 1.0, 1.0)):
            faces = tuple(three if i == number else (-1.0, -1.0, -1.0) for i in range(4))
            tests = found.tests._replace(edges=((-1.0, -1.0),) * 6, faces=faces)  # type: ignore[arg-type]
            chosen = fallback(points, found._replace(tests=tests)).region
            assert SLOTS[chosen] == (FACES[number] if min(three) > 0 else (0,))
            within = fallback(points[:3], found._replace(tests=tests)).region
            assert SLOTS[within] == (FACES[number] if min(three) > 0 and number == 0 else (0,))


def test_a_moment_is_taken_at_the_end_nearer_to_the_origin() -> None:
    """Where the far end is so far that it has lost the near one's digits, the moment has not."""
    near = (3.0, 5.0, 7.0)
    for far in ((2.0**70, 1.0, 1.0), (1.0, -(2.0**70), 2.0), (1.0, 1.0, 2.0**70)):
        exact = cross(near, far)
        assert simplex._moment(near, far, simplex._edge_tests(near, far)) == pytest.approx(exact, rel=1e-15)
        there = simplex._moment(far, near, simplex._edge_tests(far, near))
        assert there == pytest.approx(scale(exact, -1), rel=1e-15)
        assert simplex._moment(near, far, simplex._edge_tests(near, far)) == cross(near, sub(far, near))
        assert there == cross(near, sub(near, far))


def test_the_weights_of_an_enclosed_origin_are_those_of_the_volumes() -> None:
    random, met = Random(71), 0
    for _ in range(60):
        points = [random_vector(random) for _ in range(4)]
        found = simplex.closest_on_tetrahedron(*points)
        if found.region != Region.INTERIOR:
            continue
        met += 1
        total = (0.0, 0.0, 0.0)
        for point, weight in zip(points, found.weights, strict=True):
            total = along(total, point, weight)
        assert norm(total) <= 1e-14
        assert sum(found.weights) == pytest.approx(1)
        assert found.point == (0, 0, 0)
    assert met >= 3


# Acute, right, obtuse and thin ones: whole numbers, so that nothing is rounded and many origins lie on borders.
TETRAHEDRA: tuple[tuple[tuple[int, int, int], ...], ...] = (
    ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)),
    ((0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2)),
    ((-2, 0, 0), (2, 0, 0), (0, -2, 1), (0, 2, 1)),
    ((0, 0, 0), (1, 0, 0), (2, 1, 0), (2, 2, 1)),
    ((0, 0, 0), (2, 0, 0), (1, 1, 0), (1, 0, 1)),
    ((-2, -1, 0), (0, 0, 0), (2, -1, 0), (0, 1, 2)),
)
GRID = [(float(x), float(y), float(z)) for x, y, z in product(range(-3, 4), repeat=3)]


@pytest.mark.parametrize("count", [2, 3, 4])
@pytest.mark.parametrize("number", range(len(TETRAHEDRA)))
def test_on_a_grid_the_smallest_nearest_feature_is_found(
    number: int, count: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its weights are positive, and no vertex is further towards the origin than its plane: it is the only one so.

    The order of the vertices, and the unit of length, decide nothing.  The fallback is only for what is rounded, and
    for an origin on a face of a tetrahedron, as it has no side there.
    """
    fallbacks, nearest_feature = list[Closest](), simplex._nearest_feature
    monkeypatch.setattr(
        simplex, "_nearest_feature", lambda *given: fallbacks.append(nearest_feature(*given)) or fallbacks[-1]
    )
    sides = Counter[bool]()
    corners = TETRAHEDRA[number][-count:]
    orders = list(permutations(corners))
    for index, origin in enumerate(GRID):
        size = (2.0**-30, 1.0, 2.0**30)[index % 3]
        points = [scale(sub((float(x), float(y), float(z)), origin), size) for x, y, z in orders[index % len(orders)]]
        fallbacks.clear()
        found = CLOSEST[count](*points)
        in_face = (
            count == 4 and len(SLOTS[found.region]) == 3 and found.point == pytest.approx((0, 0, 0), abs=1e-12 * size)
        )
        assert bool(fallbacks) == in_face
        kept = [weight > 1e-9 for weight in found.weights]
        assert kept == [slot in SLOTS[found.region] for slot in range(4)]
        assert sum(found.weights) == pytest.approx(1)
        total = (0.0, 0.0, 0.0)
        for point, weight in zip(points, found.weights, strict=False):
            total = along(total, point, weight)
        assert found.point == pytest.approx(total, abs=1e-12 * size)
        square = dot(found.point, found.point)
        assert min(dot(found.point, point) for point in points) >= square - 1e-9 * size * size
        sides[square == 0] += 1
    assert sides[True] >= 1
    assert sides[False] >= 300


# --- sides that rounding hides ---

BASE: tuple[Vec3, Vec3, Vec3] = ((3.0, 0.0, 0.0), (-1.0, 2.0, 0.0), (-1.0, -2.0, 0.0))


def side_of(height: float, apex: Vec3, error: float, face: tuple[float, float, float] = (1.0, 1.0, 1.0)) -> float:
    p, q, r = ((x, y, z - height) for x, y, z in BASE)
    return simplex._side_test(p, q, r, (apex[0], apex[1], apex[2] - height), face, error)


def test_a_side_is_the_distance_of_the_plane_positive_away_from_the_apex() -> None:
    for height in (-2.0, -0.5, 0.5, 2.0):
        for up in (1.0, 3.0):
            assert side_of(height, (0.5, 0.25, up), 0.0) == -height
            assert side_of(height, (0.5, 0.25, -up), 0.0) == height
    assert simplex._side_test(BASE[0], BASE[0], BASE[0], (1.0, 2.0, 3.0), (0.0, 0.0, 0.0), 0.0) == 0


def test_an_origin_as_near_to_a_plane_as_rounding_may_turn_it_has_no_side() -> None:
    """Above the face, its corners count, too; beside it, only how far rounding turns the plane."""
    p, q, r = BASE
    length = norm(cross(sub(q, p), sub(r, p)))
    longest = norm(sub(q, p))
    above: list[tuple[float, float, float]] = [(1.0, 1.0, 1.0), (0.25, 0.25, 0.5)]
    beside = [(1.0, -1.0, 1.0), (0.0, 1.0, 1.0), (1.0, 0.0, 1.0), (1.0, 1.0, 0.0), (-1.0, 1.0, 1.0), (1.0, 1.0, -1.0)]
    for face in above + beside:
        inside = face in above
        foot = simplex._foot(p, q, r, face) if inside else p
        for error in (1e-6, 1e-4):
            reach = norm(foot)
            limit = error * longest * reach / length + (error if inside else 0.0)
            for part, hidden in ((0.99, True), (1.01, False)):
                assert (side_of(part * limit, (0.0, 0.0, 9.0), error, face) == 0) == hidden, (inside, part)


def test_a_flat_tetrahedron_has_no_inside() -> None:
    """An apex whose height is less than rounding may tilt it counts as outside on both sides."""
    p, q, r = BASE
    length, longest = norm(cross(sub(q, p), sub(r, p))), norm(sub(q, p))
    for error in (1e-6, 1e-4):
        aside = norm(p)  # of an apex at the origin of the base's frame
        limit = error * longest * aside / length
        for part, flat in ((0.99, True), (1.01, False)):
            for height in (-0.5, 0.5):
                found = side_of(height, (0.0, 0.0, part * limit), error)
                assert found == (abs(height) if flat else -height)
    assert FLAT * DOUBLE < 1e-14


# --- what is said of the tests ---


class Named:
    """A vertex with a name."""

    def __init__(self, birth: int) -> None:
        self.birth = birth


def test_a_region_says_which_test_decided() -> None:
    """A value of each kind of clause, with and without a method that chose the region instead."""
    w0, w1 = Named(0), Named(1)
    failed = vertex_failure(w0, w1, 2.0)
    assert failed.words == "the origin lies on the w1 side of w0"
    assert failed.inequality == "(o − w0)·(w1 − w0) = 2 m² > 0"
    assert end_failure(w0, w1, -2.0).words == "the origin lies beyond its end w0"
    assert end_failure(w0, w1, -2.0).inequality == "(o − w0)·(w1 − w0) = −2 m² ≤ 0"
    assert inner_failure(w1, "x").words == "the origin lies on the w1 side of it"
    assert towards(w1, 0.5, "> 0") == "distance towards w1 0.5 m > 0"
    for won, cause, method, clause in (
        (True, None, "", "passes all its tests"),
        (True, failed, "", "nearest by distance; rounding leaves no region that passes"),
        (True, None, "Johnson", "chosen by Johnson"),
        (True, failed, "Johnson", "chosen by Johnson, though a Voronoi test fails"),
        (False, None, "", "passes all its tests too, but another region was tested first"),
        (False, None, "Johnson", "passes all its tests, but another feature was chosen"),
        (False, failed, "", failed.words),
        (False, failed, "Johnson", failed.words),
    ):
        test = region_test(Region.VERTEX_A, "vertex w0", won, cause, method)
        assert (test.region, test.name, test.won, test.clause) == (Region.VERTEX_A, "vertex w0", won, clause)
        assert test.inequality == (cause.inequality if cause else "")
        assert test.reason == (f"{clause}: {cause.inequality}" if cause and not won else clause)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_half_spaces_are_the_tests_as_planes(count: int) -> None:
    """Each plane contains what it is drawn through, and its normal is square to that."""
    for order in list(permutations(range(count)))[::5]:
        points = [REGULAR[slot] for slot in order]
        for region in regions_of(count):
            slots = SLOTS[region]
            planes = half_spaces(points, region)
            expected = {1: count - 1, 2: 2 + count - 2, 3: 3 + (count == 4), 4: 4}[len(slots)]
            assert len(planes) == expected
            for plane in planes:
                assert norm(plane.normal) == pytest.approx(1)
            middle = mean([points[slot] for slot in slots])
            away = sub(middle, mean(points))
            outside = add(middle, away)
            assert max(dot(p.normal, sub(outside, p.point)) for p in planes) <= 1e-12
            for slot in range(count):
                if slot not in slots:
                    assert max(dot(p.normal, sub(points[slot], p.point)) for p in planes) > 0
    for p, q in combinations(REGULAR, 2):
        ends = half_spaces((p, q), Region.EDGE_AB)
        assert [end.normal for end in ends] == [unit(sub(p, q)), unit(sub(q, p))]
        assert norm(sub(p, q)) == pytest.approx(6 * sqrt(2))
