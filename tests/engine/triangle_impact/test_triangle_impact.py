"""Continuous tests of triangles: exact roots by hand, inclusion and the cubic against them, and as searches."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import inf
from random import Random

import pytest

from gjkscope.engine import Box, Motion, Point, Pose, Segment, Triangle, first_contact
from gjkscope.engine.explain import explain, headline
from gjkscope.engine.result import Exit
from gjkscope.engine.triangle_impact.cubic import coplanarity, cubic_at, cubic_test
from gjkscope.engine.triangle_impact.elements import Corners, edge_edge, elements_of, mismatch, points_at, vertex_face
from gjkscope.engine.triangle_impact.exact import Meeting, exact_impact
from gjkscope.engine.triangle_impact.inclusion import (
    free_until,
    inclusion_task,
    inclusion_test,
    range_holds_origin,
    run,
)
from gjkscope.engine.triangle_impact.polynomials import isolated_roots, poly_times, roots_between, sturm_sequence
from gjkscope.engine.triangle_impact.searches import impact_by_cubic, impact_by_inclusion
from gjkscope.engine.vectors import norm
from tests.bench.triangle_impacts import tally
from tests.engine.samples import random_vector
from tests.engine.triangle_impact.families import FAMILIES, drawn_elements
from tests.thorough import cases

FACE = ((0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
FLOOR = Triangle(((-1, 0, -1), (1, 0, -1), (0, 0, 1)))
LEAF = Triangle(((0, -0.5, 0.2), (0.1, 0.5, 0.1), (-0.3, 0.4, -0.2)))


def falling(x: float, y: float, start: float, end: float) -> tuple[Corners, Corners]:
    return ((x, y, start), *FACE), ((x, y, end), *FACE)


# --- exact ---


def test_roots_of_polynomials_are_counted_once_each() -> None:
    """(2x − 1)² (x − 2) (3x − 1)"""
    p = poly_times(poly_times((-1, 2), (-1, 2)), poly_times((-2, 1), (-1, 3)))
    assert p == (2, -15, 39, -40, 12)
    sequence = sturm_sequence(p)
    assert roots_between(sequence, Fraction(0), Fraction(1)) == 2
    assert roots_between(sequence, Fraction(0), Fraction(1, 2)) == 2
    assert roots_between(sequence, Fraction(1, 2), Fraction(3)) == 1
    found = isolated_roots(p, Fraction(0), Fraction(1))
    assert len(found) == 2
    assert found[0][0] <= Fraction(1, 3) <= found[0][1]
    assert found[1][0] <= Fraction(1, 2) <= found[1][1]


@pytest.mark.parametrize(
    ("motion", "time"),
    [
        (falling(0.25, 0.25, 1.0, -3.0), Fraction(1, 4)),
        (falling(0.25, 0.25, 0.0, 1.0), Fraction(0)),
        (falling(0.25, 0.25, 1.0, 0.0), Fraction(1)),
        (falling(0.5, 0.5, 1.0, -1.0), Fraction(1, 2)),  # on an edge
        (falling(0.0, 0.0, 1.0, -1.0), Fraction(1, 2)),  # on a corner
        (falling(0.5, 0.5 + 2**-50, 1.0, -1.0), None),  # just beside the edge
        (falling(0.25, 0.25, 1.0, 2**-50), None),  # it stops just above
    ],
)
def test_a_vertex_falls_on_a_face(motion: tuple[Corners, Corners], time: Fraction | None) -> None:
    found = exact_impact(vertex_face(*motion))
    if time is None:
        assert found.meeting is Meeting.NEVER
    else:
        assert found.meeting is Meeting.MEETS
        assert found.earliest <= time <= found.latest
        assert found.latest - found.earliest <= Fraction(1, 2**60)


def test_edges_cross_at_an_irrational_time() -> None:
    """The height between them is 1 − 2 t² at the crossing: a slope of 2 t at −t, above 1."""
    start = ((-1.0, 0.0, -1.0), (1.0, 0.0, -1.0), (0.0, -1.0, 0.0), (0.0, 1.0, 0.0))
    end = ((-1.0, 0.0, -1.0), (1.0, 0.0, -1.0), (0.0, 0.0, -2.0), (0.0, 2.0, 2.0))
    found = exact_impact(edge_edge(start, end))
    assert found.meeting is Meeting.MEETS
    assert float(found.earliest) == pytest.approx(0.5**0.5, abs=1e-15)


def test_what_stays_in_a_plane_is_not_decided() -> None:
    flat = ((2.0, 2.0, 0.0), *FACE), ((-2.0, -1.0, 0.0), *FACE)
    assert exact_impact(vertex_face(*flat)).meeting is Meeting.UNDECIDED
    assert cubic_test(vertex_face(*flat)).time is None or cubic_test(vertex_face(*flat)).time == 0
    assert inclusion_test(vertex_face(*flat)).exit is not Exit.NO_CONTACT


# --- the tests against exact arithmetic ---


def test_f_and_the_cubic_are_those_of_the_points() -> None:
    random = Random(2)
    for make in (vertex_face, edge_edge):
        start, end = ([random_vector(random) for _ in range(4)] for _ in "ab")
        element = make(tuple(start), tuple(end))
        assert points_at(element, 0) == element.start
        assert points_at(element, 1) == element.end
        p, q, r, s = points_at(element, 0.3)
        corner = mismatch(element, 0.3, 0.0, 0.0)
        assert corner == pytest.approx([a - b for a, b in zip(p, r if make is edge_edge else q, strict=True)])
        moved = make((p, q, r, s), (p, q, r, s))
        assert cubic_at(coplanarity(element), 0.3) == pytest.approx(coplanarity(moved)[0])


@pytest.mark.thorough
@pytest.mark.parametrize("family", FAMILIES)
def test_inclusion_misses_nothing_and_is_never_late(family: str) -> None:
    count = cases(7, 20)
    total = tally(family, count, 3)
    assert total["missed by inclusion"] == 0
    assert total["late"] == 0
    assert total["meets"] + total["never"] + total["undecided"] == count


def test_most_families_meet_and_the_cubic_loses_some() -> None:
    missed: Counter[str] = Counter()
    count = cases(6, 12)
    for family in FAMILIES:
        for element in drawn_elements(family, count, 1):
            truth = exact_impact(element).meeting
            missed[truth.value] += 1
            if truth is Meeting.MEETS and cubic_test(element).time is None:
                missed[family] += 1
    share = missed["meets"] / (count * len(FAMILIES))
    assert 0.3 <= share <= 0.8
    assert missed["grazing"] + missed["at a border"] + missed["at the end"] >= 1
    assert missed["crossing"] == missed["any motion"] == 0


def test_each_box_is_halved_or_dropped_for_what_it_holds() -> None:
    element = vertex_face(*falling(0.25, 0.25, 1.0, -3.0))
    steps = run(inclusion_task((element,)))
    assert steps[-1].exit is Exit.FIRST_CONTACT
    for step in steps[:-1]:
        assert range_holds_origin(step.low, step.high) == (step.split >= 0)
        assert all(step.low[i] <= corner[i] <= step.high[i] for corner in step.corners for i in range(3))
    starts = [step.box[0][0] for step in steps]
    assert starts == sorted(starts)
    assert free_until(steps[-1]) <= 0.25 < free_until(steps[-1]) + 1e-5
    assert all(free_until(step) <= free_until(after) for step, after in pairwise(steps))


def test_a_limit_of_steps_claims_no_more_than_was_searched() -> None:
    """Parallel edges that slide along each other meet everywhere: the boxes are as many as the resolution has."""
    start = ((0.0, 0.0, 1.0), (1.0, 0.0, 1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    end = ((0.0, 0.0, -1.0), (1.0, 0.0, -1.0), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    task = inclusion_task((edge_edge(start, end),))._replace(limit=40)
    last = run(task)[-1]
    assert last.exit is Exit.ITERATION_LIMIT
    assert last.iteration == 40
    assert free_until(last) <= 0.5


@pytest.mark.parametrize("factor", [1e-100, 1e-20, 1e20, 1e100])
def test_inclusion_is_right_about_tiny_and_huge_elements(factor: float) -> None:
    start, end = falling(0.25, 0.25, 1.0, -3.0)
    scaled = [tuple((x * factor, y * factor, z * factor) for x, y, z in points) for points in (start, end)]
    found = inclusion_test(vertex_face(*scaled))  # type: ignore[arg-type]
    assert found.exit is Exit.FIRST_CONTACT
    assert free_until(found) <= 0.25 < free_until(found) + 1e-5


def test_points_that_coincide_meet_from_the_start() -> None:
    still = ((0.0, 0.0, 0.0),) * 4
    assert inclusion_test(vertex_face(still, still)).exit is Exit.FIRST_CONTACT
    assert exact_impact(vertex_face(still, still)).meeting is Meeting.UNDECIDED


# --- as searches ---


def test_two_triangles_have_fifteen_tests() -> None:
    corners = [(0.0, 0.0, 0.0)] * 3
    assert len(elements_of(corners, corners, corners, corners)) == 15
    assert len(elements_of(corners[:2], corners[:2], corners, corners)) == 5
    assert len(elements_of(corners[:1], corners[:1], corners, corners)) == 1


def test_searches_agree_with_conservative_advancement() -> None:
    random = Random(8)
    met = 0
    for _ in range(12):
        a, b = (Triangle(tuple(random_vector(random) for _ in range(3))) for _ in "ab")
        flight = (
            a,
            Pose(),
            Motion(),
            b,
            Pose(position=(3, 0, 0)),
            Motion(velocity=(-1, random.uniform(-0.1, 0.1), 0)),
            5.0,
        )
        truth, cubic, inclusion = (search(*flight) for search in (first_contact, impact_by_cubic, impact_by_inclusion))
        assert inclusion.exit is truth.exit or {truth.exit, inclusion.exit} <= {Exit.NO_CONTACT, Exit.MOVING_APART}
        if truth.time is None:
            assert inclusion.free_until == 5.0
            assert cubic.free_until == 0.0
            continue
        met += 1
        assert inclusion.time is not None
        assert inclusion.free_until <= truth.time + 1e-9
        assert inclusion.time == pytest.approx(truth.time, abs=1e-3)
        assert cubic.time == pytest.approx(truth.time, abs=1e-6)
    assert 3 <= met <= 11


@pytest.mark.parametrize("search", [impact_by_cubic, impact_by_inclusion])
def test_what_is_not_known_is_not_claimed(search: type(impact_by_cubic)) -> None:  # type: ignore[valid-type]
    overlapping = search(FLOOR, Pose(), Motion(), LEAF, Pose(), Motion(velocity=(0, 1, 0)), 1.0)
    assert (overlapping.exit, overlapping.time, overlapping.free_until) == (Exit.FIRST_CONTACT, 0.0, 0.0)
    assert "from the start" in explain(overlapping.steps[-1], "A", "B")
    turning = search(FLOOR, Pose(), Motion(), LEAF, Pose(position=(0, 2, 0)), Motion((0, 1, 0), (0, 0, 0.1)), 1.0)
    assert (turning.exit, turning.free_until) == (Exit.NO_CONTACT, 0.0)
    assert "straight lines" in explain(turning.steps[0], "A", "B")
    for shape in (Box((1, 1, 1)), Segment((0, 0, 0), (1, 0, 0), rounding=0.1)):
        with pytest.raises(ValueError, match=r"shape_b: must be a triangle, a segment or a point without rounding"):
            search(FLOOR, Pose(), Motion(), shape, Pose(), Motion(velocity=(0, 1, 0)), 1.0)
    with pytest.raises(ValueError, match="must be a triangle and any, or two edges"):
        search(Point(), Pose(), Motion(), Segment((1, 0, 0), (2, 0, 0)), Pose(), Motion(velocity=(0, 1, 0)), 1.0)
    with pytest.raises(ValueError, match="motion_b: must keep the body within double precision"):
        search(FLOOR, Pose(), Motion(), LEAF, Pose(position=(0, 2, 0)), Motion(velocity=(0, 1e308, 0)), 1e10)


def test_steps_say_what_they_test() -> None:
    found = impact_by_inclusion(FLOOR, Pose(), Motion(), LEAF, Pose(position=(0, 2, 0)), Motion((0.1, -1, 0)), 5.0)
    said = [explain(step, "A", "B") for step in found.steps]
    assert said[0].startswith(
        "Vertex 0 of A against the face of B, box t 0 … 1 × u 0 … 1 × v 0 … 1. The x of F is between"
    )
    assert "halved along" in "".join(said)
    assert headline(found.steps[0], "A", "B") == "vertex 0 – face: dropped"
    assert headline(found.steps[-1], "A", "B") == "first contact"
    assert all(norm(step.pose_b.position) < inf for step in found.steps)
