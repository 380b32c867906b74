"""MPR's parts by hand: which vertex a portal loses, where a ray starts, and the edges of its tolerances."""

from fractions import Fraction
from itertools import pairwise
from math import inf

import pytest

from gjkscope.engine import Box, Ellipsoid, Exit, Hull, Point, Pose, Shape, Sphere, Triangle, Verdict, trace
from gjkscope.engine.gjk.simplex import Region, closest_on_segment, closest_on_tetrahedron, closest_on_triangle
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.mpr.algorithm import ALGORITHM
from gjkscope.engine.mpr.steps import NONE_LOST, MprPhase, State
from gjkscope.engine.published.vertices import rounded_difference_support
from gjkscope.engine.registry.belief import FaceSide
from gjkscope.engine.registry.records import Change
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, norm, scale, sub
from tests.engine.moving import at

CUBE = Box((1, 1, 1))


def vertex(point: Vec3) -> Vertex:
    return Vertex(point, point, ZERO, 0, 0, 0)


def running(*portal: Vec3, center: Vec3 = (0.0, 0.0, -1.0)) -> State:
    """A state before a step, with this portal around the ray from the centre."""
    a = convex(Point(), at(*center))
    first = mpr.start(a, convex(Point(), at(0)))
    return first._replace(exit=Exit.RUNNING, portal=tuple(map(vertex, portal)), lower=-inf, reach=0.0)


@pytest.mark.parametrize("turns", range(3))
def test_the_portal_keeps_the_part_that_the_ray_passes_through(turns: int) -> None:
    """The ray along z through a triangle around the axis; the new vertex is a tip beyond it."""
    corners: list[Vec3] = [(2.0, 0.0, 1.0), (-1.0, 2.0, 1.0), (-1.0, -2.0, 1.0)]
    corners = corners[turns:] + corners[:turns]
    for lost in range(3):
        aside = scale(corners[lost], 0.25)  # then the ray is on the other side of the tip
        tip = (aside[0], aside[1], 2.0)
        points: tuple[Vec3, ...] = (*corners, tip)
        shape = convex(Hull(points), Pose())
        state = running(*corners)
        after = mpr.step(shape, convex(Point(), at(0)), state)
        assert after.support.point == tip
        assert after.lost == lost
        kept = [vertex.point for vertex in after.portal]
        assert kept == [tip if slot == lost else corner for slot, corner in enumerate(corners)]
        for i in range(3):
            p, q = kept[i], kept[(i + 1) % 3]
            assert dot((0.0, 0.0, 1.0), cross(sub(p, (0.0, 0.0, -1.0)), sub(q, (0.0, 0.0, -1.0)))) > 0


def test_the_lost_slot_of_every_combination_of_sides() -> None:
    table = {
        (1, -1, 1): 2, (1, -1, -1): 2, (1, 1, -1): 0, (1, 1, 1): 0, (-1, 1, 1): 1, (-1, -1, 1): 1, (-1, 1, -1): 0,
        (-1, -1, -1): 0, (0, 0, 1): 2, (0, 1, 1): 0, (0, -1, 1): 2, (1, 0, 1): 2, (-1, 0, 0): 1, (-1, 1, 0): 1,
    }  # fmt: skip
    for (x, y, z), lost in table.items():
        assert mpr._lost_slot((float(x), float(y), float(z))) == lost


def test_the_first_state_is_that_of_the_centre() -> None:
    a, b = convex(Sphere(1), at(0, 0, 0)), convex(CUBE, at(3, 0, 4))
    first = mpr.start(a, b, 1.5, 0.25)
    assert first.interior == Vertex((-3, 0, -4), (0, 0, 0), (3, 0, 4), -1, -1, -1)
    assert first.ray == (0.6, 0, 0.8)
    assert (first.before, first.sides, first.lost, first.hit) == ((), (0, 0, 0), NONE_LOST, False)
    assert (first.iteration, first.phase) == (0, MprPhase.FIRST)
    assert (first.clearance, first.tolerance) == (1.5, 0.25)
    assert first.direction == first.ray
    assert first.gain == first.height - dot(first.ray, (-3, 0, -4))
    assert first.lower == -first.height
    assert first.normal == first.ray
    assert first.portal == (first.support,)
    assert mpr.start(convex(CUBE, at(1, 2, 3)), convex(Sphere(1), at(1, 2, 3))).ray == (1, 0, 0)


def test_the_upper_bound_falls_with_the_clearance_around_the_interior_point() -> None:
    """With its full weight at v0, A − B contains a ball of this radius around it."""
    for clearance in (0.0, 0.5, 1.0):
        first = mpr.start(convex(Box((1, 1, 1)), at(0)), convex(Point(), at(0)), clearance)
        assert first.upper == -clearance
        assert first.weights == (1, 0, 0, 0)
        assert first.region == Region.VERTEX_A


@pytest.mark.parametrize("end", [Exit.RUNNING, Exit.CONVERGED, Exit.SEPARATING_AXIS])
def test_a_state_that_has_ended_stays(end: Exit) -> None:
    a, b = convex(CUBE, at(0)), convex(CUBE, at(1, 0.5))
    state = mpr.start(a, b)._replace(exit=end)
    assert (mpr.step(a, b, state) is state) == (end != Exit.RUNNING)


def test_a_line_through_the_interior_point_has_no_plane() -> None:
    """Two vertices on one ray from v0, or a portal seen edge-on, give no direction."""
    a, b = convex(CUBE, at(0)), convex(CUBE, at(0.25, 0.5))
    one = mpr.step(a, b, running((0.0, 0.0, 1.0)))
    assert one.exit == Exit.NO_PROGRESS
    two = mpr.step(a, b, running((1.0, 0.0, 0.0), (2.0, 0.0, 1.0)))
    assert two.exit == Exit.NO_PROGRESS
    for z in (-1.0, -1.5):
        seen_from_behind = mpr.step(a, b, running((1.0, 0.0, z), (-1.0, 2.0, z), (-1.0, -2.0, z)))
        assert seen_from_behind.exit == Exit.NO_PROGRESS
    for state, count in ((one, 1), (two, 2), (seen_from_behind, 3)):
        assert (state.iteration, state.lost, state.sides) == (1, NONE_LOST, (0, 0, 0))
        assert state.phase == count == len(state.portal)


def test_a_gap_within_the_tolerance_is_contact_and_beyond_it_separates() -> None:
    for gap, tolerance, reason in (
        (0.25, 0.25, Exit.NO_INTERIOR), (0.25, 0.2499, Exit.SEPARATING_AXIS), (0.0, 0.0, Exit.NO_INTERIOR),
    ):  # fmt: skip
        first = mpr.start(convex(Point(), at(0)), convex(Point(), at(gap)), 0.0, tolerance)
        assert first.exit == reason


def test_a_face_in_contact_is_touching_up_to_the_tolerance() -> None:
    for depth, tolerance, reason in (
        (0.0, 0.0, Exit.TOUCHING), (0.125, 0.125, Exit.TOUCHING), (0.125, 0.1, Exit.CONVERGED),
        (-0.125, 0.125, Exit.TOUCHING),
    ):  # fmt: skip
        a, b = convex(CUBE, at(0)), convex(CUBE, at(2 - depth, 0.5, 0.25))
        assert mpr.run(a, b, 2.0, tolerance)[-1].exit == reason


def test_the_result_needs_a_known_way_out() -> None:
    """Bounds that prove the verdict do not make a height the depth, unless the ray's exit point was found."""
    last = mpr.run(convex(CUBE, at(0)), convex(CUBE, at(1, 0.5, 0.25)), 2.0)[-1]
    assert last.exit == Exit.CONVERGED
    for reason in (Exit.CONVERGED, Exit.TOUCHING, Exit.ORIGIN_ON_RAY, Exit.NO_PROGRESS, Exit.ITERATION_LIMIT):
        result = mpr.result(last._replace(exit=reason), 4.0)
        known = reason in mpr.WAY_OUT
        assert (result.signed_distance, result.normal) == ((-last.height, last.direction) if known else (None, None))
        assert result.verdict == Verdict.PENETRATING
        assert result.steps == last.iteration + 1
    apart = mpr.result(last._replace(lower=0.5, upper=2.0, normal=(0.0, 1.0, 0.0)), 4.0)
    assert (apart.verdict, apart.normal, apart.lower, apart.upper) == (Verdict.SEPARATED, (0, 1, 0), 0.5, 2.0)
    wide = mpr.result(last._replace(lower=-9.0, upper=9.0), 4.0)
    assert (wide.verdict, wide.signed_distance) == (Verdict.UNDECIDED, None)
    inside = mpr.result(last._replace(lower=-last.height - 1, upper=-last.height - 0.5), 4.0)
    assert (inside.lower, inside.upper) == (-last.height - 1, -last.height)


# --- what the views read ---

PAIRS: dict[str, tuple[Shape, Pose, Shape, Pose]] = {
    "boxes": (CUBE, at(0), CUBE, at(1, 0.5, 0.25)),
    "an edge": (CUBE, at(0), CUBE, at(1, 0.5)),
    "a ball": (Sphere(0.5), at(0.125, 0.5), Box((1, 0.5, 2)), at(0, 0, 1)),
    "apart": (Ellipsoid((1, 2, 0.5)), at(0), CUBE, at(2, 1, 1)),
    "a triangle": (Triangle(((-3, 0, 0.5), (3, 0, 0.5), (0, 3, 0.5))), at(0), CUBE, at(0)),
}


def determinant(p: Vec3, q: Vec3, r: Vec3) -> Fraction:
    (a, b, c), (d, e, f), (g, h, i) = ([*map(Fraction, point)] for point in (p, q, r))
    return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)


@pytest.mark.parametrize("name", PAIRS)
def test_what_a_step_changes_and_believes_follows_from_its_vertices(name: str) -> None:
    assert ALGORITHM.search is not None
    assert ALGORITHM.search.distance is not None
    assert ALGORITHM.beliefs is not None
    steps = trace(*PAIRS[name], "mpr").steps
    for before, step in pairwise(steps):
        changes = set(ALGORITHM.changes(before, step))
        old, new = {v.birth for v in step.before}, {v.birth for v in step.portal}
        assert (Change.VERTEX_ADDED in changes) == bool(new - old) == (Change.NOTHING_NEW not in changes)
        assert (Change.VERTEX_DROPPED in changes) == bool(old - new)
        assert (Change.PHASE_CHANGED in changes) == (step.phase != before.phase)
    for step in steps:
        refining = step.phase == MprPhase.REFINE
        assert ALGORITHM.bounds(step) == (step.lower, step.upper)
        assert ALGORITHM.search.simplex(step) == (step.interior.point, *(v.point for v in step.portal))
        assert ALGORITHM.search.distance(step) == (norm(step.nearest) if refining else inf)
        assert ALGORITHM.search.on_feature(step) == (step.sides != (0, 0, 0) and 0 in step.sides)
        beliefs = ALGORITHM.beliefs(step)
        assert len(beliefs) == {MprPhase.DISCOVER: 3, MprPhase.REFINE: 1}.get(step.phase, 0)
        v0 = step.interior.point
        if step.phase == MprPhase.DISCOVER:
            cone = [*(v.point for v in step.before), step.support.point]
            for i, belief in enumerate(beliefs):
                p, q = cone[i], cone[(i + 1) % 3]
                assert belief.corners == (v0, p, q)
                assert belief.believed == (FaceSide.INSIDE if step.sides[i] >= 0 else FaceSide.OUTSIDE)
                across = cross(sub(p, v0), sub(q, v0))
                assert dot(belief.normal, across) <= 0
                assert norm(belief.normal) == norm(across)
        if refining:
            [belief] = beliefs
            assert belief.corners == tuple(v.point for v in step.before)
            assert belief.normal == step.direction
            before_it = dot(step.direction, step.before[0].point) >= 0
            assert belief.believed == (FaceSide.INSIDE if before_it else FaceSide.OUTSIDE)
            exact = determinant(*belief.corners)
            assert belief.truth == FaceSide.ON if exact == 0 else not belief.is_wrong


def test_the_origin_is_on_a_feature_where_a_side_is_zero() -> None:
    assert ALGORITHM.search is not None
    step = trace(*PAIRS["boxes"], "mpr").steps[-1]
    for sides, on in (
        ((0.0, 1.0, -1.0), True), ((1.0, 0.0, 1.0), True), ((1.0, 1.0, 0.0), True), ((0.0, 0.0, 1.0), True),
        ((1.0, -1.0, 1.0), False), ((0.0, 0.0, 0.0), False),
    ):  # fmt: skip
        assert ALGORITHM.search.on_feature(step._replace(sides=sides)) == on


def test_a_step_without_a_search_believes_nothing() -> None:
    assert ALGORITHM.beliefs is not None
    for portal in (((1.0, 0.0, 0.0), (2.0, 0.0, 1.0)), ((1.0, 0.0, -1.0), (-1.0, 2.0, -1.0), (-1.0, -2.0, -1.0))):
        step = mpr.step(convex(CUBE, at(0)), convex(CUBE, at(0.25, 0.5)), running(*portal))
        assert step.exit == Exit.NO_PROGRESS
        assert ALGORITHM.beliefs(step) == ()


def test_a_portal_through_the_origin_is_a_hit() -> None:
    """The origin lies before the portal, or in its plane."""
    a, b = convex(Hull(((2, 0, 3), (-1, 2, 3), (-1, -2, 3))), at(0)), convex(Point(), at(0))
    for z, hit in ((1.0, True), (0.0, True), (-0.25, False)):
        for known in (False, True):
            state = running((2.0, 0.0, z), (-1.0, 2.0, z), (-1.0, -2.0, z))._replace(hit=known)
            assert mpr.step(a, b, state).hit == (hit or known)


@pytest.mark.parametrize("name", PAIRS)
def test_the_nearest_point_is_that_of_the_simplex_of_v0_and_the_portal(name: str) -> None:
    nearest_on = {1: closest_on_segment, 2: closest_on_triangle, 3: closest_on_tetrahedron}
    for step in trace(*PAIRS[name], "mpr").steps:
        expected = nearest_on[len(step.portal)](step.interior.point, *(vertex.point for vertex in step.portal))
        assert (step.nearest, step.region, step.weights) == (expected.point, expected.region, expected.weights)


@pytest.mark.parametrize("size", [2.0**-20, 1.0])
def test_the_lower_bound_is_that_of_its_normal_and_two_vertices_have_the_ray_on_the_left(size: float) -> None:
    """At any size: the ray is inside the cone that the third vertex completes."""
    for center in ((1.0, 0.5, 0.25), (-0.25, 1.0, 0.5), (0.5, -0.25, 1.0), (-1.0, -0.5, 0.75), (0.25, -1.0, -0.5)):
        box, pose = Box((size, size, size)), Pose(position=scale(center, size))
        for shape, place, other, there in ((box, at(0), Box((size, 2 * size, size)), pose), (box, pose, box, at(0))):
            for step in trace(shape, place, other, there, "mpr").steps:
                if step.phase == MprPhase.SECOND and len(step.portal) == 2:
                    p, q = (sub(vertex.point, step.interior.point) for vertex in step.portal)
                    assert dot(step.ray, cross(p, q)) >= 0
                a, b = (convex(shape, place), convex(other, there))
                reached = rounded_difference_support(a, b, step.normal, 0).point
                assert step.lower == pytest.approx(-dot(step.normal, reached), abs=1e-12 * size)
