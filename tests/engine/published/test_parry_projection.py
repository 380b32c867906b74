"""parry 0.5's ball and point: right where the projection has a direction and an area, and wrong as reported."""

import pytest

from gjkscope.engine import Box, NotApplicable, Options, Point, Pose, Sphere, Triangle, query, trace
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published import parry_projection
from gjkscope.engine.result import Exit, Verdict
from tests.engine.museum import exhibit
from tests.fidelity.pairs import seeded_pairs

ALGORITHM = "parry-projection"
BOX = Box((1.0, 2.0, 3.0))


def wrong_tests(pair: tuple) -> list[str]:
    return [one.decision.kind for step in trace(*pair, ALGORITHM).steps for one in beliefs(step) if one.is_wrong]


def test_a_ball_whose_centre_is_on_a_corner_has_no_contact_until_corrected() -> None:
    """https://github.com/dimforge/parry/issues/34"""
    pair = exhibit("parry-34", "A B")[:4]
    assert query(*pair, ALGORITHM).verdict is Verdict.SEPARATED
    assert wrong_tests(pair) == ["on the surface"]
    corrected = query(*pair, ALGORITHM, Options(corrected="on the surface"))
    assert (corrected.signed_distance, corrected.normal) == (-1.0, (-1.0, 0.0, 0.0))


def test_a_triangle_without_area_contains_the_point_until_corrected() -> None:
    """https://github.com/dimforge/parry/issues/76 reports 0.0, and 0.17147861 for the segment."""
    pair = exhibit("parry-76", "A B")[:4]
    assert query(*pair, ALGORITHM).signed_distance == 0
    assert wrong_tests(pair) == ["no area"]
    corrected = query(*pair, ALGORITHM, Options(corrected="no area"))
    assert corrected.signed_distance == pytest.approx(0.17147861, abs=2e-7)


def test_balls_and_points_are_right_to_single_precision() -> None:
    asked = 0
    for pair in seeded_pairs(700, 4, (Sphere, Box, Triangle, Point)):
        try:
            own = query(*pair.arguments, ALGORITHM)
        except NotApplicable:
            continue
        true, reach = query(*pair.arguments), max(map(abs, (*pair.arguments[1].position, *pair.arguments[3].position)))
        if pair.family in ("far", "tiny", "flat") or true.signed_distance is None or wrong_tests(pair.arguments):
            continue
        asked += 1
        assert own.signed_distance == pytest.approx(true.signed_distance, abs=2e-5 * max(1.0, reach)), pair.name
    assert asked > 100


@pytest.mark.parametrize(("x", "distance"), [(2.0, 0.5), (0.75, -0.75), (-0.75, -0.75)])
def test_a_ball_beside_and_in_a_box(x: float, distance: float) -> None:
    """The normal leads from the box to the ball outside, and the ball is pushed to the nearest face inside."""
    ball = Sphere(0.5), Pose(position=(x, 0.25, 0.0))
    towards = 1.0 if x > 0 else -1.0
    for pair, sign in (((BOX, Pose(), *ball), 1.0), ((*ball, BOX, Pose()), -1.0)):
        answer = query(*pair, ALGORITHM)
        assert answer.signed_distance == distance
        assert answer.normal == (sign * towards, 0.0, 0.0)


def test_other_shapes_are_refused() -> None:
    for pair in ((BOX, BOX), (Sphere(1.0), Sphere(1.0)), (Point(), BOX)):
        with pytest.raises(NotApplicable, match="parry projects the centre of a ball"):
            query(pair[0], Pose(), pair[1], Pose(position=(1.0, 0.0, 0.0)), ALGORITHM)


@pytest.mark.parametrize("size", [1e30, 1e-30])
def test_numbers_that_overflow_or_vanish_end_in_a_named_exit(size: float) -> None:
    corners = ((0.0, 0.0, 0.0), (size, 0.0, 0.0), (0.0, size, 0.0))
    for shape in (Box((size, size, size)), Triangle(corners)):
        for x in (0.0, 0.3, 4.0):
            at = Pose(position=(x * size, 0.2 * size, 0.0))
            last = parry_projection.trace(Sphere(size), at, shape, Pose()).steps[-1]
            assert last.exit is not Exit.RUNNING
            assert last.ending
