"""The parts of the exact algorithm by hand: features and feet, ties of faces, directions, and what views read."""

from fractions import Fraction
from itertools import pairwise, permutations
from math import inf

import pytest

from gjkscope.engine import Box, Exit, Hull, Point, Pose, Segment, Shape, Triangle, Verdict, trace
from gjkscope.engine.arithmetic.integers import Int3, int_cross, int_dot, int_neg, int_sub
from gjkscope.engine.exact import expansion, polytope, steps
from gjkscope.engine.exact.algorithm import ALGORITHM
from gjkscope.engine.exact.expansion import Expansion, Ratio
from gjkscope.engine.exact.simplex import ExactVertex, closest, nearest_feature, perpendicular_to, towards_origin
from gjkscope.engine.exact.steps import ExactPhase
from gjkscope.engine.registry.records import Change, Setting
from gjkscope.engine.vectors import ZERO, dot, norm
from tests.engine.moving import at

CUBE = Box((1, 1, 1))
CORNERS: tuple[Int3, ...] = ((3, 0, -3), (-3, 3, -3), (-3, -3, -3), (0, 0, 6))

PAIRS: dict[str, tuple[Shape, Pose, Shape, Pose]] = {
    "apart": (CUBE, at(0), CUBE, at(3, 0.5, 0.25)),
    "a corner": (CUBE, at(0), Point(), at(3, 2, 4)),
    "touching": (CUBE, at(0), CUBE, at(2, 0.5, 0.25)),
    "deep": (CUBE, at(0), Hull(((0, 0, 0), (3, 0, 0), (0, 3, 0), (0, 0, 3))), at(0.25, 0.5, 0.125)),
    "one centre": (CUBE, at(0), CUBE, at(0)),
    "flat": (Triangle(((-1, -1, 0), (1, -1, 0), (0, 2, 0))), at(0), Segment((-1, 0, 0), (1, 0, 0)), at(0)),
    "a line": (Segment((-1, 0, 0), (1, 0, 0)), at(0), Segment((-1, 0, 0), (1, 0, 0)), at(0.5)),
}


def vertex(exact: Int3, birth: int = 0) -> ExactVertex:
    return ExactVertex(exact, birth, birth, birth, ZERO, ZERO, ZERO)


def simplex_of(*points: Int3) -> tuple[ExactVertex, ...]:
    return tuple(vertex(point, birth) for birth, point in enumerate(points))


# --- features ---


@pytest.mark.parametrize("order", list(permutations(range(4)))[::5], ids=str)
def test_the_nearest_feature_has_positive_weights_whose_point_is_nearest(order: tuple[int, ...]) -> None:
    """The origin is moved beyond the centre of each feature, and once to the middle."""
    features = [(0,), (3,), (0, 1), (1, 3), (0, 1, 2), (0, 2, 3), (1, 2, 3), (0, 1, 2, 3)]
    for slots in features:
        beyond = 3 if len(slots) < 4 else 0  # CORNERS add up to (−3, 0, −3)
        middle = tuple(4 * beyond * sum(CORNERS[slot][i] for slot in slots) for i in range(3))
        center = tuple(len(slots) * sum(corner[i] for corner in CORNERS) * (beyond - 1) for i in range(3))
        scaled = 4 * len(slots)
        away = tuple(m - c for m, c in zip(middle, center, strict=True))
        moved = [tuple(scaled * x - a for x, a in zip(CORNERS[slot], away, strict=True)) for slot in order]
        feature, weights = nearest_feature(simplex_of(*((x, y, z) for x, y, z in moved)))
        assert min(weights) > 0
        point, total = closest(feature, weights), sum(weights)
        for x in moved:  # no corner is nearer along the direction of the closest point
            assert int_dot((x[0], x[1], x[2]), point) * total >= int_dot(point, point)


def test_of_equally_near_sides_the_first_is_kept() -> None:
    square = simplex_of((2, -1, 0), (2, 1, 0), (2, 0, 5), (9, 0, 1))
    feature, weights = nearest_feature(square)
    assert [w.exact for w in feature] == [(2, -1, 0), (2, 1, 0)]
    assert weights[0] == weights[1] > 0


def test_the_direction_towards_the_origin_is_square_to_the_feature() -> None:
    for points, weights in (
        (((4, 2, -6),), (1,)), (((4, 2, -6), (4, -2, -6)), (8, 8)),
        (((4, 2, -6), (4, -2, -6), (-5, 0, -6)), (1, 1, 1)), (((4, -2, -6), (4, 2, -6), (-5, 0, -6)), (1, 1, 1)),
        (((4, 2, 6), (4, -2, 6), (-5, 0, 6)), (1, 1, 1)),
    ):  # fmt: skip
        simplex = simplex_of(*points)
        direction = towards_origin(simplex, weights)
        assert direction != (0, 0, 0)
        assert int_dot(direction, points[0]) < 0
        for point in points[1:]:
            assert int_dot(direction, int_sub(point, points[0])) == 0


@pytest.mark.parametrize(
    ("points", "direction"),
    [
        (((1, 2, 3),), (1, 0, 0)),
        (((0, 0, 0), (1, 2, 3)), (0, -3, 2)),
        (((0, 0, 0), (3, 3, 0)), (0, 0, 3)),
        (((0, 0, 0), (3, 0, -3)), (0, 3, 0)),
        (((0, 0, 0), (3, 2, -2)), (-2, 3, 0)),
        (((0, 0, 0), (-3, 1, 2)), (-1, -3, 0)),
        (((0, 0, 0), (1, 0, 0), (0, 1, 0)), (0, 0, 1)),
        (((5, 5, 5), (5, 6, 5), (5, 5, 6)), (1, 0, 0)),
    ],
)
def test_a_seed_grows_square_to_itself(points: tuple[Int3, ...], direction: Int3) -> None:
    found = perpendicular_to(simplex_of(*points))
    assert found == direction
    for point in points[1:]:
        assert int_dot(found, int_sub(point, points[0])) == 0


# --- faces ---


@pytest.mark.parametrize("order", list(permutations(range(4)))[::3], ids=str)
def test_the_faces_of_a_tetrahedron_face_outwards_and_the_nearest_is_the_first_of_equals(
    order: tuple[int, ...],
) -> None:
    regular: tuple[Int3, ...] = ((1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1))
    found = polytope.tetrahedron(simplex_of(*(regular[slot] for slot in order)))
    assert [set(face.corners) for face in found.faces] == [{0, 1, 2}, {0, 1, 3}, {0, 2, 3}, {1, 2, 3}]
    for face in found.faces:
        i, j, k = (found.vertices[corner].exact for corner in face.corners)
        assert face.normal == int_cross(int_sub(j, i), int_sub(k, i))
        assert face.offset == int_dot(face.normal, i) > 0
    assert found.nearest == 0


def test_the_nearest_face_is_compared_by_squares_without_rounding() -> None:
    nearest = set()
    for shift in range(-5, 3):
        found = polytope.tetrahedron(simplex_of(*((x, y, z + shift) for x, y, z in CORNERS)))
        distances = [Fraction(face.offset**2, int_dot(face.normal, face.normal)) for face in found.faces]
        assert found.nearest == distances.index(min(distances))
        nearest.add(found.nearest)
    assert len(nearest) >= 2


def test_the_contact_lies_in_a_triangle_of_the_same_plane() -> None:
    """A face whose foot lies in another triangle of its plane, and no face of the opposite side."""
    last = trace(*PAIRS["deep"], "exact").steps[-1]
    assert last.polytope is not None
    for face in last.polytope.faces:
        behind = [f for f in last.polytope.faces if int_cross(f.normal, face.normal) == (0, 0, 0)]
        same = [f for f in behind if int_dot(f.normal, face.normal) > 0]
        if not any(_contains_foot(last.polytope, f) for f in same):
            continue
        triangle, weights = polytope.nearest_triangle(last.polytope, face)
        assert min(weights) >= 0
        point, total = closest(triangle, weights), sum(weights)
        assert int_dot(face.normal, point) == face.offset * total
        assert int_cross(point, face.normal) == (0, 0, 0)


def _contains_foot(whole: polytope.ExactPolytope, face: polytope.ExactFace) -> bool:
    i, j, k = (whole.vertices[corner].exact for corner in face.corners)
    n = face.normal
    return min(int_dot(n, int_cross(j, k)), int_dot(n, int_cross(k, i)), int_dot(n, int_cross(i, j))) >= 0


def test_a_face_that_no_triangle_belongs_to_is_a_mistake() -> None:
    found = polytope.tetrahedron(simplex_of(*CORNERS))
    outside = found.faces[0]._replace(normal=int_neg(found.faces[0].normal))
    with pytest.raises(AssertionError, match="beyond its surface"):
        polytope.nearest_triangle(found, outside)


def test_ratios_compare_as_fractions() -> None:
    numbers = [(0, 3), (1, 3), (2, 6), (1, 2), (3, 2), (6, 4)]
    for p in numbers:
        for q in numbers:
            assert (Ratio(*p) < Ratio(*q)) == (Fraction(*p) < Fraction(*q))
            assert (Ratio(*p) == Ratio(*q)) == (Fraction(*p) == Fraction(*q))
    assert Ratio(1, 2) != Fraction(1, 2)


def test_faces_at_equal_ranks_are_told_apart() -> None:
    """Their distances differ by less than the fraction bits of a rank."""
    search = Expansion()
    near, far = 2**40, 2**40 + 1
    for offset in (far, near):
        entry = search._enter(polytope.ExactFace((0, 1, 2), (0, 0, 3 * 2**80), offset))
        expansion.heappush(search._queue, entry)
    assert search._queue[0][2] == 1
    assert search._queue[0][0] == search._queue[1][0] == 0


# --- steps ---


def test_the_first_direction_is_from_position_to_position() -> None:
    pair = steps.prepare(CUBE, at(1, 2, 3), CUBE, at(1.5, 2, 5))
    first = steps.start(pair)
    assert first.direction == pytest.approx((0.5 / 4.25**0.5, 0, 2 / 4.25**0.5))
    assert first.exact.direction == first.exact.normal == int_sub(pair.b.position, pair.a.position)
    assert (first.iteration, first.phase, first.before, first.weights) == (0, ExactPhase.DISTANCE, (), (1,))
    assert first.lower == pytest.approx(-dot(first.direction, first.support.point))
    assert first.upper == pytest.approx(norm(first.support.point))
    assert first.closest == first.support.point
    together = steps.start(steps.prepare(CUBE, at(1), Box((2, 1, 1)), at(1)))
    assert (together.direction, together.exact.direction) == ((1, 0, 0), (1, 0, 0))
    rounded = steps.start(steps.prepare(Box((1, 1, 1), rounding=0.25), at(0), Box((1, 1, 1), rounding=0.5), at(9)))
    assert rounded.radius == 0.75


@pytest.mark.parametrize("name", PAIRS)
def test_what_a_step_changes_follows_from_its_vertices_and_its_phase(name: str) -> None:
    assert ALGORITHM.search is not None
    assert ALGORITHM.search.distance is not None
    run = trace(*PAIRS[name], "exact").steps
    for before, step in pairwise(run):
        changes = set(ALGORITHM.changes(before, step))
        old, new = {w.birth for w in before.simplex}, {w.birth for w in step.simplex}
        if step.visible:
            assert changes - {Change.PHASE_CHANGED} == {Change.VERTEX_ADDED}
        else:
            assert (Change.VERTEX_ADDED in changes) == bool(new - old)
            assert (Change.VERTEX_DROPPED in changes) == bool(old - new)
        assert (Change.PHASE_CHANGED in changes) == (step.phase != before.phase)
        assert step.iteration == before.iteration + 1
        assert step.before == before.simplex
    for step in run:
        assert ALGORITHM.search.simplex(step) == tuple(w.point for w in step.simplex)
        searching = step.phase == ExactPhase.DISTANCE
        assert ALGORITHM.search.distance(step) == (norm(step.closest) if searching else inf)
        on = searching and len(step.simplex) < 4 and step.upper == 0
        assert ALGORITHM.search.on_feature(step) == on


def test_the_origin_is_on_a_feature_in_contact_and_not_inside_or_apart() -> None:
    assert ALGORITHM.search is not None
    met = {name: [ALGORITHM.search.on_feature(step) for step in trace(*PAIRS[name], "exact").steps] for name in PAIRS}
    assert [name for name in PAIRS if any(met[name])] == ["touching", "one centre", "flat", "a line"]


@pytest.mark.parametrize(
    ("name", "reason", "verdict"),
    [
        ("apart", Exit.CONVERGED, Verdict.SEPARATED),
        ("a corner", Exit.CONVERGED, Verdict.SEPARATED),
        ("touching", Exit.TOUCHING, Verdict.TOUCHING),
        ("deep", Exit.CONVERGED, Verdict.PENETRATING),
        ("one centre", Exit.CONVERGED, Verdict.PENETRATING),
        ("flat", Exit.NO_INTERIOR, Verdict.TOUCHING),
        ("a line", Exit.NO_INTERIOR, Verdict.TOUCHING),
    ],
)
def test_exits_are_named(name: str, reason: Exit, verdict: Verdict) -> None:
    result = trace(*PAIRS[name], "exact").result
    assert (result.exit, result.verdict) == (reason, verdict)
    assert result.lower == result.upper or name in ("a corner", "deep")


@pytest.mark.parametrize("name", PAIRS)
def test_evidence_holds_the_last_polytope_only_below_the_surface(name: str) -> None:
    assert ALGORITHM.evidence is not None
    last = trace(*PAIRS[name], "exact").steps[-1]
    evidence = ALGORITHM.evidence(last, Setting(*PAIRS[name]))
    assert evidence is not None
    deep = last.polytope is not None and last.exact.upper.square > 0
    assert deep == (name in ("deep", "one centre"))
    assert bool(evidence.faces) == deep
    assert len(evidence.vertices) == (len(last.polytope.vertices) if deep and last.polytope else len(last.simplex))
    assert bool(evidence.weights) != deep
