"""The parts of GJK by tetrahedra by hand: directions, gains, what rounding may add, and its ends."""

from math import inf

import pytest

from gjkscope.engine import Box, Exit, Hull, Point, Pose, Verdict, trace
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.vertices import ITERATION_LIMIT, CycleMark
from gjkscope.engine.registry.belief import FaceSide
from gjkscope.engine.shapes.support import convex
from gjkscope.engine.tetrahedron import steps as tetrahedron
from gjkscope.engine.tetrahedron.algorithm import ALGORITHM
from gjkscope.engine.tetrahedron.steps import NO_FACE, ROUNDING, State
from gjkscope.engine.vectors import ZERO, Vec3, dot, norm
from tests.engine.moving import at

CUBE = Box((1, 1, 1))
CORNERS: tuple[Vec3, ...] = ((1.0, 0.0, -1.0), (-1.0, 1.0, -1.0), (-1.0, -1.0, -1.0), (0.0, 0.0, 2.0))


def vertex(point: Vec3) -> Vertex:
    return Vertex(point, point, ZERO, 0, 0, 0)


def state_with(*points: Vec3) -> State:
    """A running state with this simplex."""
    first = tetrahedron.start(convex(Point(), Pose()), convex(Point(), Pose()))
    return first._replace(simplex=tuple(map(vertex, points)), reach=0.0, lower=-inf)


def stepped(shape: Hull | Box | Point, *points: Vec3, offset: Vec3 = ZERO) -> State:
    return tetrahedron.step(convex(shape, Pose(position=offset)), convex(Point(), Pose()), state_with(*points))


@pytest.mark.parametrize(
    ("p", "q", "towards"),
    [
        ((1.0, -1.0, 0.0), (1.0, 1.0, 0.0), (-1.0, 0.0, 0.0)),
        ((-2.0, 1.0, 3.0), (-2.0, 1.0, 5.0), None),
        ((0.0, 0.0, 4.0), (3.0, 0.0, 4.0), (0.0, 0.0, -1.0)),
        ((0.0, -5.0, 4.0), (0.0, -7.0, 4.0), (0.0, 0.0, -1.0)),
    ],
)
def test_the_third_direction_is_square_to_the_line_and_towards_the_origin(
    p: Vec3, q: Vec3, towards: Vec3 | None
) -> None:
    found = tetrahedron._square_to_line(p, q)
    if towards is None:
        assert norm(found) == pytest.approx(1)
        assert found == pytest.approx((2 / 5**0.5, -1 / 5**0.5, 0))
    else:
        assert found == pytest.approx(towards)
    assert found == pytest.approx(tetrahedron._square_to_line(q, p))


@pytest.mark.parametrize(
    ("line", "square"),
    [
        ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0)),  # the cross product with the first axis along which it is shortest
        ((0.0, 1.0, 0.0), (0.0, 0.0, -1.0)),
        ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0)),
        ((3.0, 4.0, 1.0), (4 / 5, -3 / 5, 0.0)),
        ((3.0, -1.0, 4.0), (-4 / 5, 0.0, 3 / 5)),
    ],
)
def test_with_the_origin_on_the_line_any_square_direction_will_do(line: Vec3, square: Vec3) -> None:
    x, y, z = line
    found = tetrahedron._square_to_line((-x, -y, -z), line)
    assert norm(found) == pytest.approx(1)
    assert dot(found, line) == pytest.approx(0)
    assert found == pytest.approx(square) or line == (1.0, 0.0, 0.0)
    barely = (-x, -y, -z + ROUNDING / 4 * norm(line))
    assert norm(tetrahedron._square_to_line(barely, line)) == pytest.approx(1)


def test_the_fourth_direction_is_the_normal_on_the_origins_side() -> None:
    p, q, r = (1.0, 0.0, 2.0), (0.0, 1.0, 2.0), (-1.0, -1.0, 2.0)
    assert tetrahedron._normal_towards_origin(p, q, r) == (0, 0, -1)
    assert tetrahedron._normal_towards_origin(q, p, r) == (0, 0, -1)
    below = ((1.0, 0.0, -2.0), (0.0, 1.0, -2.0), (-1.0, -1.0, -2.0))
    assert tetrahedron._normal_towards_origin(*below) == (0, 0, 1)
    inside = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (-1.0, -1.0, 0.0))
    assert tetrahedron._normal_towards_origin(*inside) == (0, 0, 1)  # as the corners turn


def test_the_gain_is_the_distance_from_what_there_was() -> None:
    p, q, r = vertex((1.0, 1.0, 1.0)), vertex((1.0, 1.0, 9.0)), vertex((1.0, 7.0, 1.0))
    new = (4.0, 5.0, 1.0)
    assert tetrahedron._gain((), (1.0, 0.0, 0.0), new) == 0
    assert tetrahedron._gain((p,), (1.0, 0.0, 0.0), new) == 5
    assert tetrahedron._gain((p, q), (1.0, 0.0, 0.0), (4.0, 5.0, 3.0)) == 5
    assert tetrahedron._gain((p, q, r), (1.0, 0.0, 0.0), new) == 3
    assert tetrahedron._gain((p, q, r), (-1.0, 0.0, 0.0), new) == -3


def test_rounding_may_add_more_to_a_thin_triangle() -> None:
    p, q = vertex((0.0, 0.0, 0.0)), vertex((8.0, 0.0, 0.0))
    assert tetrahedron._thinness(()) == tetrahedron._thinness((p,)) == tetrahedron._thinness((p, q)) == 1
    for height in (8.0, 1.0, 0.125):
        corners = [p, q, vertex((4.0, height, 0.0))]
        longest = max(8.0, (16 + height**2) ** 0.5)
        for turns in range(3):
            turned = tuple(corners[turns:] + corners[:turns])
            assert tetrahedron._thinness(turned) == pytest.approx(longest**2 / (8 * height))
    assert tetrahedron._thinness((p, q, vertex((4.0, 0.0, 0.0)))) == inf
    flat = stepped(Box((8, 8, 8)), (0.0, 0.0, 2.0), (8.0, 0.0, 2.0), (4.0, 0.125, 2.0))
    assert flat.slack == pytest.approx(ROUNDING * 8 * 64)


def test_without_gain_the_exit_names_what_the_supports_span() -> None:
    """A point adds nothing to itself, nor a segment to its line, nor a polygon to its plane."""
    line, square = Hull(((0.0, 0.0, 1.0), (2.0, 0.0, 1.0))), Hull(((0, 0, 1), (2, 0, 1), (0, 2, 1), (2, 2, 1)))
    p, q, r = (0.0, 0.0, 1.0), (2.0, 0.0, 1.0), (0.0, 2.0, 1.0)
    for shape, points, reason in (
        (Hull((p,)), (p,), Exit.SUPPORTS_COINCIDE),
        (line, (p, q), Exit.SUPPORTS_ON_A_LINE),
        (square, (p, q, r), Exit.SUPPORTS_ON_A_PLANE),
        (Hull(CORNERS), tuple((x, y, z - 2.5) for x, y, z in CORNERS), None),
    ):
        after = stepped(shape, *points)
        if reason is not None:
            assert (after.exit, after.gain) == (reason, 0)
            assert len(after.simplex) == len(points) + 1
    outside = stepped(Hull(CORNERS), *CORNERS[:3], (0.0, 0.0, -0.5))
    assert outside.chosen != NO_FACE
    assert outside.exit == Exit.RUNNING
    assert outside.support is not None
    assert outside.support.point == (0, 0, 2)
    known = stepped(Hull((*CORNERS[:3], (0.0, 0.0, -0.5))), *CORNERS[:3], (0.0, 0.0, -0.5))
    assert known.exit == Exit.SEPARATING_AXIS


def test_a_face_with_the_origin_on_it_encloses_it() -> None:
    """Strictly outside is outside: an origin in the plane of a face counts as inside, and is on a feature."""
    assert ALGORITHM.search is not None
    lifted = tuple((x, y, z + 1.0) for x, y, z in CORNERS)
    on = stepped(Hull(lifted), *lifted)
    assert (on.exit, on.chosen) == (Exit.ORIGIN_ENCLOSED, NO_FACE)
    assert (on.direction, on.support, on.height, on.gain, on.slack) == (None, None, None, 0, 0)
    assert ALGORITHM.search.on_feature(on)
    inside = stepped(Hull(CORNERS), *CORNERS)
    assert inside.exit == Exit.ORIGIN_ENCLOSED
    assert not ALGORITHM.search.on_feature(inside)
    result = tetrahedron.result(inside, 2.0)
    assert (result.verdict, result.steps, result.normal) == (Verdict.PENETRATING, 2, None)


def test_only_the_faces_up_to_the_chosen_one_are_believed_in() -> None:
    assert ALGORITHM.beliefs is not None
    for offset, believed in (((0.0, 0.0, 0.0), 4), ((0.0, 0.0, 1.5), 1), ((1.0, 0.25, 0.0), None)):
        corners = tuple((x + offset[0], y + offset[1], z + offset[2]) for x, y, z in CORNERS)
        step = stepped(Hull(corners), *corners)
        beliefs = ALGORITHM.beliefs(step)
        assert len(beliefs) == (4 if step.chosen == NO_FACE else step.chosen + 1)
        assert believed in (None, len(beliefs))
        for face, belief in zip(step.faces, beliefs, strict=False):
            assert belief.believed == belief.truth == (FaceSide.OUTSIDE if face.distance > 0 else FaceSide.INSIDE)
            assert belief.normal == face.normal
            assert belief.corners == tuple(step.before[slot].point for slot in face.face)
    for points in ((), CORNERS[:1], CORNERS[:3]):
        assert ALGORITHM.beliefs(state_with(*points)) == ()


def test_a_repeated_tetrahedron_and_the_limit_end_the_search() -> None:
    shape, points = convex(Hull(CORNERS), Pose()), (*CORNERS[:3], (0.0, 0.0, -0.5))
    b, state = convex(Point(), Pose()), state_with(*points)
    after = tetrahedron.step(shape, b, state)
    assert after.exit == Exit.RUNNING
    again = tetrahedron.step(shape, b, state._replace(mark=CycleMark(after.simplex, 0, 4)))
    assert again.exit == Exit.CYCLE
    for iteration, reason in ((ITERATION_LIMIT - 2, Exit.RUNNING), (ITERATION_LIMIT - 1, Exit.ITERATION_LIMIT)):
        assert tetrahedron.step(shape, b, state._replace(iteration=iteration)).exit == reason
    undecided = tetrahedron.result(again, 2.0)
    assert (undecided.verdict, undecided.normal) == (Verdict.UNDECIDED, None)
    assert undecided.lower == again.lower == pytest.approx(-4 / 3)


def test_what_the_supports_prove_is_an_answer_without_a_tetrahedron() -> None:
    apart = trace(Point(), at(0), Point(), at(3), "tetrahedron")
    assert (apart.result.lower, apart.result.normal) == (3, (1, 0, 0))
    assert apart.steps[0].lower == 3
    assert apart.steps[0].height == -3
    behind = trace(Point(), at(0), Point(), at(-3), "tetrahedron")
    assert (behind.result.lower, behind.result.normal) == (3, (-1, 0, 0))
    assert [step.lower for step in behind.steps] == [-3, 3]


def test_coordinates_whose_products_overflow_are_refused() -> None:
    for size, reason in ((1e80, Exit.DEGENERATE_INPUT), (1e-80, Exit.DEGENERATE_INPUT), (1e70, Exit.RUNNING)):
        shape = convex(Box((size, size, size)), Pose())
        assert tetrahedron.start(shape, convex(Point(), Pose())).exit == reason
