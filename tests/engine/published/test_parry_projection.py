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

# tests.fidelity.references.parry_projection.REFERENCE.ask(pair.arguments)[1:3] of the first pairs that it takes, with
# @dimforge/rapier3d-compat 0.19.3
CONTACTS = [
    (-0.7373684644699097, (0.21457979083061218, 0.4624568819999695, 0.8602840900421143)),
    (-0.5174282789230347, (0.7896398305892944, 0.5653812885284424, 0.23835432529449463)),
    (0.868855893611908, (0.39192891120910645, -0.9153680801391602, 0.09215708076953888)),
    (-0.36583584547042847, (-0.8416429162025452, 0.4050511121749878, 0.3571707010269165)),
    (2.295475496794097e-06, (-0.1852206140756607, -0.9678615927696228, -0.17011046409606934)),
    (0.7548277378082275, (0.757556676864624, 0.4650577902793884, -0.45807120203971863)),
    (0.015353798866271973, (0.04784512519836426, 0.4267037510871887, -0.9031250476837158)),
    (0.012795910239219666, (-0.39558789134025574, 0.12054364383220673, 0.9104831218719482)),
]


def test_contacts_are_those_of_rapier() -> None:
    answers = []
    for pair in seeded_pairs(28, 7, (Sphere, Box, Triangle)):
        try:
            answers.append(trace(*pair.arguments, ALGORITHM).steps[-1].answer)
        except NotApplicable:
            continue
    assert [(answer.signed_distance, answer.normal) for answer in answers[: len(CONTACTS)]] == CONTACTS


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
