"""The parts of a GJK step by hand: which vertices stay, when a search ends, and what its last step answers."""

from itertools import pairwise, product
from math import inf, log2

import pytest

from gjkscope.engine import Box, Exit, Hull, Options, Pose, Sphere, trace
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.algorithm import ALGORITHM, outward_faces
from gjkscope.engine.gjk.simplex import Closest, Region, closest_on_tetrahedron, closest_on_triangle
from gjkscope.engine.gjk.stepping import products_overflow
from gjkscope.engine.gjk.steps import ROUNDINGS, Simplex, State, Vertex
from gjkscope.engine.proof.verdict import VERDICTS, Verdict
from gjkscope.engine.registry.records import Change
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes.bounds import least_size
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import DOUBLE, SINGLE, ZERO, Vec3, add, cross, dot, norm, sub
from tests.engine.moving import at

CUBE = Box((1, 1, 1))
CORNERS: tuple[Vec3, Vec3, Vec3, Vec3] = ((1.0, 0.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, -1.0), (0.0, 0.0, 2.0))


def vertex(point: Vec3, birth: int = 0) -> Vertex:
    return Vertex(point, point, ZERO, 0, 0, birth)


def simplex_of(*points: Vec3) -> Simplex:
    v = [vertex(point, birth) for birth, point in enumerate(points)]
    v += [v[-1]] * (4 - len(v))
    return Simplex((v[0], v[1], v[2], v[3]), len(points))


def state_with(*points: Vec3) -> State:
    """A running state with this simplex, whose closest point is at the distance 2."""
    first = gjk.start(convex(CUBE, at(0)), convex(CUBE, at(3)))
    return first._replace(
        simplex=simplex_of(*points), closest=(0.0, 0.0, 2.0), lower=-inf, upper=2.0, reach=1.0, exit=Exit.RUNNING
    )


# --- what stays ---


@pytest.mark.parametrize("kept", [each for each in product((False, True), repeat=4) if any(each)], ids=str)
def test_the_vertices_with_a_weight_stay_in_their_order(kept: tuple[bool, ...]) -> None:
    given = simplex_of(*CORNERS)
    a, b, c, d = (0.125 * (slot + 1) if stays else 0.0 for slot, stays in enumerate(kept))
    found, weights = gjk.keep_weighted(given, (a, b, c, d))
    slots = [slot for slot in range(4) if kept[slot]]
    assert found.size == len(slots)
    assert list(found.vertices[: found.size]) == [given.vertices[slot] for slot in slots]
    assert set(found.vertices[found.size :]) <= {given.vertices[slots[-1]]}
    assert list(weights) == [(a, b, c, d)[slot] for slot in slots] + [0.0] * (4 - len(slots))


def test_only_as_many_vertices_as_the_simplex_has_are_kept() -> None:
    found, weights = gjk.keep_weighted(simplex_of(*CORNERS[:2]), (0.25, 0.75, 0.5, 0.5))
    assert (found.size, weights) == (2, (0.25, 0.75, 0, 0))


def test_slots_are_filled_from_one_on() -> None:
    for start in range(4):
        assert gjk._fill((5, 6, 7, 8), start, 9) == (*(5, 6, 7, 8)[:start], *[9] * (4 - start))


def test_a_vertex_is_known_by_both_its_points_and_only_in_the_simplex() -> None:
    p, q = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0)
    known = Vertex(sub(p, q), p, q, 3, 4, 0)
    other = Vertex(p, p, ZERO, 5, 6, 1)
    two = Simplex((other, known, known, known), 2)
    assert gjk.contains_vertex(two, known)
    assert gjk.contains_vertex(two, known._replace(birth=9, index_a=-1))
    assert not gjk.contains_vertex(two, known._replace(a=q))
    assert not gjk.contains_vertex(two, known._replace(b=p))
    assert not gjk.contains_vertex(two._replace(size=1), known)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_the_new_vertex_takes_the_next_slot(count: int) -> None:
    new = vertex((5.0, 5.0, 5.0), 9)
    found = gjk._with(simplex_of(*CORNERS[:count]), new)
    assert found.size == count + 1
    assert list(found.vertices) == [*simplex_of(*CORNERS[:count]).vertices[:count], *[new] * (4 - count)]


# --- directions ---


@pytest.mark.parametrize("nearest", range(3))
@pytest.mark.parametrize("side", [-2.0, 2.0])
def test_the_normal_of_a_face_points_to_the_origins_side(nearest: int, side: float) -> None:
    corners: list[Vec3] = [(4.0, 0.0, side), (0.0, 5.0, side), (-6.0, -6.0, side)]
    corners[nearest] = (corners[nearest][0] / 4, corners[nearest][1] / 4, side)
    for p, q, r in (corners, corners[::-1]):
        normal = gjk.face_normal(p, q, r)
        assert normal == (0, 0, pytest.approx(-side / 2 * norm(cross(sub(q, p), sub(r, p)))))


def test_the_side_of_a_face_is_that_of_its_nearest_corner() -> None:
    """Rounding may put far corners on the other side; the nearest one is known best."""
    p, q, r = (1.0, 0.0, 1.0), (1.0, 2.0, 1.0), (3.0, 0.0, 1.0)
    for corners in ((p, q, r), (q, p, r), (r, q, p), (q, r, p)):
        assert gjk.face_normal(*corners)[2] == -4
    for corners in ((p, q, r), (q, p, r), (r, q, p), (q, r, p)):
        tilted = [(x, y, -1e-3 if corner != p else 1e-9) for corner in corners for x, y, _ in [corner]]
        assert dot(gjk.face_normal(*tilted), (1.0, 0.0, 1e-9)) <= 0


def test_a_face_through_the_origin_has_the_normal_of_its_corners() -> None:
    p, q, r = (2.0, 0.0, 0.0), (-1.0, 1.0, 0.0), (-1.0, -1.0, 0.0)
    for corners in ((p, q, r), (q, r, p), (r, p, q)):
        assert gjk.face_normal(*corners) == (0, 0, 6)
        assert gjk.face_normal(*corners[::-1]) == (0, 0, -6)


def test_the_next_direction_is_towards_the_origin() -> None:
    one = state_with((0.0, 0.0, 2.0))
    assert gjk.next_direction(one) == (0, 0, -1)
    two = state_with((1.0, 0.0, 2.0), (-1.0, 0.0, 2.0))._replace(closest=(0.5, 0.0, 2.0))
    assert gjk.next_direction(two) == (0, 0, -1)  # what the closest point has along the edge is rounding
    three = state_with((1.0, 0.0, 2.0), (-1.0, 1.0, 2.0), (-1.0, -1.0, 2.0))
    assert gjk.next_direction(three) == (0, 0, -1)
    needle = state_with((1.0, 0.0, 2.0), (1.0, 0.0, 2.0), (1.0, 0.0, 2.0))._replace(direction=(0.0, 1.0, 0.0))
    assert gjk.next_direction(needle) == (0, 1, 0)


# --- the start ---


def test_the_first_step_is_the_support_point_centre_to_centre() -> None:
    a, b = convex(Sphere(0.5), at(0)), convex(CUBE, at(0, 4, 0))
    first = gjk.start(a, b, 0.125)
    assert (first.direction, first.normal) == ((0, 1, 0), (0, 1, 0))
    assert first.lower == -dot(first.direction, first.support.point)
    assert first.upper == norm(first.support.point)
    assert (first.iteration, first.before.size, first.simplex.size, first.candidate.size) == (0, 0, 1, 1)
    assert (first.closest, first.closest_before) == (first.support.point, first.support.point)
    assert (first.radius, first.roundoff, first.gap) == (0.5, DOUBLE, 0.125)
    assert (first.region, first.weights) == (Region.VERTEX_A, (1, 0, 0, 0))
    assert (first.solution, first.momentum, first.support.birth) == (None, None, 0)
    assert gjk.start(convex(CUBE, at(0)), convex(CUBE, at(0))).direction == (1, 0, 0)
    assert gjk.start(a, b).gap == gjk.run(a, b)[-1].gap == 0


def test_a_first_support_point_within_rounding_of_the_origin_touches() -> None:
    """Relative to the coordinates: ROUNDINGS roundoffs of the largest."""
    far = 2.0**20
    limit = ROUNDINGS * DOUBLE * far
    for apart, reason in ((0.0, Exit.TOUCHING), (limit, Exit.TOUCHING), (2 * limit, Exit.RUNNING)):
        a = convex(Hull(((far, 0.0, 0.0),)), Pose())
        b = convex(Hull(((far - apart, 0.0, 0.0),)), Pose())
        first = gjk.start(a, b)
        assert first.reach == far
        assert first.exit == reason


# --- the end ---


def ending(state: State, support: Vertex, direction: Vec3 = (0.0, 0.0, -1.0)) -> State:
    return gjk.with_bound(state, direction, support)


def test_a_support_point_gives_a_bound_and_the_best_stays() -> None:
    state = state_with((0.0, 0.0, 2.0))._replace(lower=0.5, normal=(1.0, 0.0, 0.0))
    for height, lower, normal in ((1.0, 1.0, (0, 0, -1)), (0.5, 0.5, (1, 0, 0)), (0.25, 0.5, (1, 0, 0))):
        after = ending(state, vertex((7.0, 0.0, height)))
        assert (after.lower, after.normal, after.reach) == (lower, normal, 7)
        assert (after.iteration, after.direction) == (state.iteration + 1, (0, 0, -1))
        assert (after.before, after.closest_before) == (state.simplex, state.closest)
        assert (after.candidate.size, after.exit) == (2, Exit.RUNNING)
        assert after.candidate.vertices[1] == after.support


def test_bounds_that_differ_by_rounding_have_met() -> None:
    state = state_with((0.0, 0.0, 2.0))._replace(reach=2.0)
    limit = gjk.rounding(state)
    assert limit == ROUNDINGS * DOUBLE * 2
    for gap, reason in ((0.0, Exit.CONVERGED), (limit, Exit.CONVERGED), (2 * limit, Exit.RUNNING)):
        assert ending(state, vertex((1.0, 0.0, 2.0 - gap))).exit == reason


def test_an_end_shows_the_previous_simplex_with_its_own_tests() -> None:
    triangle = ((1.0, 0.0, 2.0), (-1.0, 1.0, 2.0), (-1.0, -1.0, 2.0))
    after = ending(state_with(*triangle), vertex((0.5, 0.25, 2.0)))
    assert after.exit == Exit.CONVERGED
    assert after.candidate == after.simplex == simplex_of(*triangle)
    assert after.region == Region.FACE_ABC
    assert after.tests == closest_on_triangle(*triangle).tests


def test_a_known_vertex_ends_the_search_without_progress_or_in_contact() -> None:
    state = state_with((0.0, 0.0, 2.0))._replace(lower=-1.0)
    again, limit = vertex((0.0, 0.0, 2.0)), ROUNDINGS * DOUBLE * 2
    for upper, reason in ((2 * limit, Exit.NO_PROGRESS), (limit, Exit.TOUCHING), (0.0, Exit.TOUCHING)):
        assert gjk.with_bound(state._replace(upper=upper), (0.0, 0.0, 1.0), again).exit == reason


def test_the_limit_ends_the_search_in_its_last_step() -> None:
    for iteration, reason in ((gjk.ITERATION_LIMIT - 2, Exit.RUNNING), (gjk.ITERATION_LIMIT - 1, Exit.ITERATION_LIMIT)):
        state = state_with((0.0, 0.0, 2.0))._replace(iteration=iteration)
        assert ending(state, vertex((1.0, 0.0, 1.0))).exit == reason


@pytest.mark.parametrize(
    ("lower", "upper", "radius", "close"),
    [
        (2.0, 2.25, 0.0, True),  # within the gap of each other, and further than the gap from contact
        (2.0, 2.2501, 0.0, False),
        (0.25, 0.375, 0.0, False),
        (0.2501, 0.375, 0.0, True),
        (1.25, 1.375, 1.0, False),
        (-0.5, -0.25, 0.0, False),
        (-0.5, -0.2501, 0.0, True),
        (0.5, 0.7499, 1.0, True),
        (0.5, 0.75, 1.0, False),
        (0.0, 0.125, 0.0, False),
    ],
)
def test_bounds_are_close_enough_beyond_the_gap_around_contact(
    lower: float, upper: float, radius: float, close: bool
) -> None:
    assert gjk.close_enough(lower, upper, radius, 0.25) == close


def test_products_of_four_coordinates_must_not_overflow_or_vanish() -> None:
    """`overflows` is about four factors, `products_overflow` about six, both with a margin for sums."""
    assert not gjk.overflows(1.0, DOUBLE)
    assert not products_overflow(1.0, DOUBLE)
    for exponent in range(-340, 320):
        reach = 2.0**exponent
        large = exponent + log2(ROUNDINGS)
        for refuses, factors in ((gjk.overflows, 4), (products_overflow, 6)):
            vanishes, overflows = factors * exponent - 53 < -1074, factors * large >= 1024
            assert refuses(reach, DOUBLE) == (vanishes or overflows), (exponent, factors)


# --- the reduction ---

TESTS = closest_on_tetrahedron(*CORNERS).tests


def reduced(state: State, candidate: Simplex, region: Region, weights: tuple[float, ...], point: Vec3) -> State:
    a, b, c, d = weights
    return gjk.reduce(state._replace(candidate=candidate), Closest(region, (a, b, c, d), point, TESTS))


def test_a_nearer_feature_with_the_newest_vertex_is_kept() -> None:
    state, three = state_with(*CORNERS[:2]), simplex_of(*CORNERS[:3])
    after = reduced(state, three, Region.EDGE_BC, (0.0, 0.25, 0.75, 0.0), (1.0, 0.0, 0.0))
    assert (after.upper, after.closest, after.exit) == (1, (1, 0, 0), Exit.RUNNING)
    assert (after.region, after.tests) == (Region.EDGE_BC, TESTS)
    assert (after.simplex.size, after.weights) == (2, (0.25, 0.75, 0, 0))


@pytest.mark.parametrize(
    ("more", "reason", "upper"),
    [(0.0, Exit.RUNNING, 2.0), (1.0, Exit.RUNNING, 2.0), (2.0, Exit.NO_PROGRESS, 2.0)],
)
def test_a_feature_may_be_further_away_by_rounding_only(more: float, reason: Exit, upper: float) -> None:
    state, two = state_with(CORNERS[0]), simplex_of(*CORNERS[:2])
    distance = 2.0 + more * gjk.rounding(state)
    after = reduced(state, two, Region.EDGE_AB, (0.25, 0.75, 0.0, 0.0), (0.0, 0.0, distance))
    assert (after.exit, after.upper) == (reason, upper)
    assert after.simplex.size == (2 if reason == Exit.RUNNING else 1)
    assert after.region == (Region.EDGE_AB if reason == Exit.RUNNING else Region.VERTEX_A)


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_newest_vertex_without_weight_makes_an_edge_a_face_but_ends_with_a_tetrahedron(count: int) -> None:
    state, candidate = state_with(*CORNERS[: count - 1]), simplex_of(*CORNERS[:count])
    after = reduced(state, candidate, Region.VERTEX_A, (1.0, 0.0, 0.0, 0.0), (0.0, 0.0, 2.0))
    whole = (Region.VERTEX_A, Region.EDGE_AB, Region.FACE_ABC, Region.INTERIOR)
    if count < 4:
        assert (after.simplex, after.region, after.exit) == (candidate, whole[count - 1], Exit.RUNNING)
    else:
        assert (after.simplex, after.region, after.exit) == (state.simplex, Region.FACE_ABC, Exit.NO_PROGRESS)
        touching = reduced(
            state._replace(upper=gjk.rounding(state)), candidate, Region.VERTEX_A, (1.0, 0.0, 0.0, 0.0), ZERO
        )
        assert touching.exit == Exit.TOUCHING
    assert (after.upper, after.closest) == (state.upper, state.closest)


def test_the_origin_on_a_vertex_or_an_edge_touches_and_on_a_face_goes_on() -> None:
    state = state_with(*CORNERS[:3])
    limit = gjk.rounding(state)
    for weights, region, reasons in (
        ((0.0, 0.0, 0.0, 1.0), Region.VERTEX_D, (Exit.TOUCHING, Exit.RUNNING)),
        ((0.5, 0.0, 0.0, 0.5), Region.EDGE_AD, (Exit.TOUCHING, Exit.RUNNING)),
        ((0.5, 0.25, 0.0, 0.25), Region.FACE_ABD, (Exit.RUNNING, Exit.RUNNING)),
    ):
        for distance, reason in zip((limit, 2 * limit), reasons, strict=True):
            after = reduced(state, simplex_of(*CORNERS), region, weights, (0.0, 0.0, distance))
            assert (after.exit, after.upper) == (reason, distance)


def test_an_enclosed_origin_is_as_deep_as_the_nearest_face() -> None:
    for turns in range(4):
        corners = CORNERS[turns:] + CORNERS[:turns]
        nearest = closest_on_tetrahedron(*corners)
        assert nearest.region == Region.INTERIOR
        state = state_with(*corners[:3])._replace(candidate=simplex_of(*corners))
        after = gjk.reduce(state, nearest)
        assert (after.exit, after.closest, after.upper) == (Exit.ORIGIN_ENCLOSED, ZERO, max(nearest.tests.sides))
        assert after.upper < 0
        assert (after.simplex, after.weights) == (after.candidate, nearest.weights)


# --- the answer ---


def answered(lower: float, upper: float, reason: Exit, size: float = 1.0) -> tuple[Verdict, float, float, float]:
    """The verdict, the bounds and the distance of two balls of radius ½ whose cores have these bounds."""
    a, b = convex(Sphere(0.5), at(0)), convex(Sphere(0.5), at(2))
    last = state_with((-2.0, 0.0, 0.0))._replace(lower=lower, upper=upper, exit=reason, normal=(1.0, 0.0, 0.0))
    found = gjk.distance_answer(a, b, last, size)
    if found.signed_distance == found.signed_distance:
        assert found.normal == (1, 0, 0)
        assert found.witness_a == add(last.simplex.vertices[0].a, (0.5, 0, 0))
        assert found.witness_b == add(last.simplex.vertices[0].b, (-0.5, 0, 0))
    return VERDICTS[found.verdict], found.lower, found.upper, found.signed_distance


def test_the_answer_is_that_of_the_shapes_with_their_radii() -> None:
    assert answered(2.0, 2.0, Exit.CONVERGED) == (Verdict.SEPARATED, 1, 1, 1)
    assert answered(2.0, 2.25, Exit.WITHIN_TOLERANCE) == (Verdict.SEPARATED, 1, 1.25, 1.25)
    assert answered(0.5, 0.5, Exit.CONVERGED) == (Verdict.PENETRATING, -0.5, -0.5, -0.5)
    assert answered(1.0, 1.0, Exit.CONVERGED) == (Verdict.TOUCHING, 0, 0, 0)
    assert answered(2.0, 2.0 - 2**-40, Exit.CONVERGED) == (Verdict.SEPARATED, 1 - 2**-40, 1 - 2**-40, 1 - 2**-40)


@pytest.mark.parametrize("reason", [Exit.NO_PROGRESS, Exit.ITERATION_LIMIT, Exit.TOUCHING])
def test_bounds_that_have_met_are_an_answer_whatever_ended_the_search(reason: Exit) -> None:
    apart = 2.0**-10
    for size, named in ((apart / TOUCHING * (1 + 1e-9), True), (apart / TOUCHING * (1 - 1e-9), False)):
        verdict, lower, upper, distance = answered(9.0, 9.0 + apart, reason, size)
        assert (verdict, lower, upper) == (Verdict.SEPARATED, 8, 8 + apart)
        assert (distance == upper) == named
    assert answered(9.0, 9.0, Exit.DEGENERATE_INPUT)[3] != 8
    assert answered(-1.0, 0.0, Exit.ORIGIN_ENCLOSED)[3] != -1


# --- what the views read ---


@pytest.mark.parametrize("turns", range(2))
def test_the_faces_of_a_tetrahedron_are_counter_clockwise_from_outside(turns: int) -> None:
    points = CORNERS if turns == 0 else (CORNERS[1], CORNERS[0], CORNERS[2], CORNERS[3])
    faces = outward_faces(points)
    assert sorted(tuple(sorted(face)) for face in faces) == [(0, 1, 2), (0, 1, 3), (0, 2, 3), (1, 2, 3)]
    for i, j, k in faces:
        apex = points[6 - i - j - k]
        normal = cross(sub(points[j], points[i]), sub(points[k], points[i]))
        assert dot(normal, sub(apex, points[i])) < 0


def test_what_a_step_changes_and_weighs_follows_from_its_vertices() -> None:
    assert ALGORITHM.search is not None
    assert ALGORITHM.search.distance is not None
    assert ALGORITHM.features is not None
    met = set[Change]()
    tilted = Pose(((0.36, 0.48, -0.8), (-0.8, 0.6, 0.0), (0.48, 0.64, 0.6)), (2.5, 0.5, 1.0))
    for pair in ((CUBE, at(0), CUBE, at(3, 0.5, 1)), (CUBE, at(0), CUBE, tilted), (CUBE, at(0), CUBE, at(1))):
        steps = trace(*pair, "gjk").steps
        for before, step in pairwise(steps):
            old = {v.birth for v in step.before.vertices[: step.before.size]}
            new = {v.birth for v in step.simplex.vertices[: step.simplex.size]}
            changes = set(ALGORITHM.changes(before, step))
            assert (Change.VERTEX_ADDED in changes) == bool(new - old)
            assert (Change.VERTEX_DROPPED in changes) == bool(old - new)
            assert (Change.NOTHING_NEW in changes) == (not new - old)
            assert Change.PHASE_CHANGED not in changes
            met |= changes
        for step in steps:
            candidate = step.candidate.vertices[: step.candidate.size]
            weights = ALGORITHM.features.weights(step)
            assert len(weights) == len(candidate) == len(ALGORITHM.features.candidate(step))
            assert sum(weights) == pytest.approx(1)
            kept = {v.birth: w for v, w in zip(step.simplex.vertices, step.weights, strict=True) if w > 0}
            assert {v.birth: w for v, w in zip(candidate, weights, strict=True) if w > 0} == kept
            assert sum(feature.won for feature in ALGORITHM.features.features(step)) == 1
            assert ALGORITHM.search.distance(step) == norm(step.closest)
            assert ALGORITHM.search.simplex(step) == tuple(v.point for v in step.simplex.vertices[: step.simplex.size])
    assert met >= {Change.VERTEX_ADDED, Change.VERTEX_DROPPED, Change.NOTHING_NEW}


def test_the_origin_is_on_a_feature_within_rounding_but_not_inside_the_simplex() -> None:
    assert ALGORITHM.search is not None
    step = trace(CUBE, at(0), CUBE, at(3), "gjk").steps[0]
    limit = ROUNDINGS * DOUBLE * 8
    for distance, region, on in (
        (limit, Region.VERTEX_A, True), (2 * limit, Region.VERTEX_A, False), (0.0, Region.FACE_ABC, True),
        (0.0, Region.INTERIOR, False),
    ):  # fmt: skip
        there = step._replace(closest=(distance, 0.0, 0.0), region=region, reach=8.0)
        assert ALGORITHM.search.on_feature(there) == on
    coarse = step._replace(closest=(2 * limit, 0.0, 0.0), reach=8.0, roundoff=SINGLE)
    assert ALGORITHM.search.on_feature(coarse)


def test_a_moved_simplex_is_tested_where_it_is() -> None:
    step = state_with(*CORNERS[:3])._replace(candidate=simplex_of(*CORNERS), solution=None)
    moved = gjk.relocate(step, (0.0, 0.0, 9.0))
    assert moved.region == closest_on_tetrahedron(*(add(corner, (0, 0, 9)) for corner in CORNERS)).region
    for before, after in zip(step.candidate.vertices, moved.candidate.vertices, strict=True):
        assert (after.point, after.a) == (add(before.point, (0, 0, 9)), add(before.a, (0, 0, 9)))
        assert (after.b, after.birth) == (before.b, before.birth)
    assert moved.simplex == step.simplex


def test_a_tolerance_is_relative_to_the_smaller_shape() -> None:
    wide = Box((9, 9, 9))
    for pair in ((CUBE, wide), (wide, CUBE), (CUBE, CUBE)):
        assert gjk.wanted_gap(Options(tolerance=0.25), *pair) == 0.25 * least_size(*pair)


def test_both_cores_are_relative_to_the_position_of_a() -> None:
    a, b = gjk.relative(convex(CUBE, at(1, 2, 3)), convex(Sphere(1), at(4, 6, 8)))
    assert (a.position, a.center) == (ZERO, ZERO)
    assert (b.position, b.center) == ((3, 4, 5), (3, 4, 5))
