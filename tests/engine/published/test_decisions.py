"""The tests of engines: their numbers, what exact arithmetic finds, and a run with some of them corrected."""

from fractions import Fraction
from math import inf, isinf, isnan

import pytest

from gjkscope.engine import Box, Options, Pose
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecisions,
    beliefs_of,
    inequality,
    squared_distance_of_first,
    squared_distance_to_triangle,
    zero_to_rounding,
)
from gjkscope.engine.published.engine_words import decision_sentence
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.query import known_options, query, trace
from gjkscope.engine.vectors import Vec3
from tests.engine.museum import exhibit

KINDS = {
    "on": DecisionKind(
        "the distance of {names}",
        "|·| <",
        "ε",
        "on it",
        "off it",
        squared_distance_to_triangle,
        zero_to_rounding,
        "Use a length.",
    ),
    "below": DecisionKind("a number", "<", "", "below", "above"),
}


def vertices(*points: Vec3) -> tuple[Vertex, ...]:
    """Points of A − B, with B at the origin."""
    return tuple(Vertex(point, point, (0.0, 0.0, 0.0), -1, -1, i) for i, point in enumerate(points))


FACE = vertices((2.0, 0.0, -1.0), (-2.0, 0.0, 1.0), (0.0, 1.0, 0.0))  # its first edge passes through the origin


@pytest.mark.parametrize(
    ("points", "squared"),
    [
        ([(3.0, 4.0, 0.0)], 25),
        ([(1.0, 1.0, 0.0), (-1.0, 1.0, 0.0)], 1),
        ([(1.0, 1.0, 0.0), (2.0, 1.0, 0.0)], 2),
        ([(1.0, 1.0, 0.0), (1.0, 1.0, 0.0)], 2),
        ([(1.0, -1.0, 2.0), (-2.0, -1.0, 2.0), (0.0, 3.0, 2.0)], 4),
        ([(1.0, 0.0, 2.0), (2.0, 0.0, 2.0), (1.0, 1.0, 2.0)], 5),
        ([(1.0, 0.0, 0.0), (2.0, 0.0, 0.0), (3.0, 0.0, 0.0)], 1),
    ],
)
def test_squared_distances_are_exact_in_every_region(points: list[Vec3], squared: int) -> None:
    assert squared_distance_to_triangle(points) == squared
    away = (0.5, -0.25, 4.0)
    moved = [(0.5, -0.25, 4.0), *(tuple(x + y for x, y in zip(point, away, strict=True)) for point in points)]
    assert squared_distance_of_first(moved) == squared


def test_a_decision_is_the_engines_and_the_belief_says_whether_it_was_right() -> None:
    decisions = EngineDecisions(KINDS)
    assert not decisions.holds("on", -1.8e-15, 2.0**-52, FACE)
    assert decisions.holds("below", 1.0, 2.0, ())
    wrong, right = beliefs_of(decisions.asked, KINDS)
    assert (wrong.exact, wrong.should_hold, wrong.is_wrong) == (0.0, True, True)
    assert (right.exact, right.should_hold, right.is_wrong) == (None, None, False)
    assert wrong.subject == "the distance of w0 w1 w2"
    assert inequality(KINDS["on"], 1e-20, 2.0**-52) == "|1e−20| < ε = 2.2204e−16"


def test_a_corrected_kind_is_decided_exactly_and_no_other() -> None:
    decisions = EngineDecisions(KINDS, ("on",))
    assert decisions.holds("on", -1.8e-15, 2.0**-52, FACE)
    assert not decisions.holds("on", 0.0, 2.0**-52, vertices((1.0, 0.0, 0.0)))
    assert decisions.holds("below", 1.0, 2.0, ())


def test_either_answer_is_legitimate_within_the_rounding_of_the_coordinates() -> None:
    for height, expected in ((0.0, True), (1e-16, None), (1e-9, False)):
        decisions = EngineDecisions(KINDS)
        decisions.holds("on", height * height, 2.0**-52, vertices((height, 1.0, 0.0), (height, -1.0, 0.0)))
        (belief,) = beliefs_of(decisions.asked, KINDS)
        assert belief.should_hold is expected, height


def test_numbers_that_are_not_finite_are_decided_as_in_c_and_believed_of_nothing() -> None:
    decisions = EngineDecisions(KINDS, ("on",))
    assert not decisions.holds("on", float("nan"), 2.0**-52, vertices((inf, 0.0, 0.0)))
    (belief,) = beliefs_of(decisions.asked, KINDS)
    assert (belief.exact, belief.is_wrong) == (None, False)


def test_division_and_root_as_in_c() -> None:
    assert divide(1.0, -2.0) == -0.5
    assert isinf(divide(-1.0, 0.0))
    assert divide(1.0, -0.0) == -inf
    assert isnan(divide(0.0, 0.0))
    assert isnan(root(-1.0))
    assert root(4.0) == 2.0
    assert Fraction(1, 2) == squared_distance_to_triangle([(1.0, 0.0, 0.0), (0.0, 1.0, 0.0)])


def test_only_tests_of_the_engine_can_be_corrected() -> None:
    pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 0, 1.9))
    with pytest.raises(
        ValueError, match="corrected: libccd has no test 'on ray' that exact arithmetic can decide; it has"
    ):
        query(*pair, "libccd", Options(corrected="on ray"))
    assert known_options("libccd", Options(corrected="on ray")) == Options()
    assert known_options("libccd", Options(corrected="seed face")) == Options(corrected="seed face")


def test_a_wrong_test_blames_rounding_only_if_the_exact_number_has_another_answer() -> None:
    decisions = EngineDecisions(KINDS)
    decisions.holds("on", -1.8e-15, 2.0**-52, FACE)  # exactly 0
    near = vertices((2.0**-27, 1.0, 0.0), (2.0**-27, -1.0, 0.0))
    decisions.holds("on", 2.0**-54, 2.0**-52, near)  # a distance far above rounding, whose square is below ε
    rounded, asked_wrongly = beliefs_of(decisions.asked, KINDS)
    assert (rounded.is_wrong, rounded.is_rounding) == (True, True)
    assert rounded.truth == "Rounding is to blame: in exact arithmetic the left side is 0."
    assert (asked_wrongly.is_wrong, asked_wrongly.is_rounding) == (True, False)
    assert asked_wrongly.truth == "In exact arithmetic the left side is the same: the test asks the wrong question."
    other = asked_wrongly._replace(decision=asked_wrongly.decision._replace(left=2.0**-55))
    assert other.truth.startswith("In exact arithmetic the left side is 5.5511e−17, with the same answer: ")


def test_numbers_that_look_the_same_are_told_apart_where_rounding_is_to_blame() -> None:
    kinds = {"on": KINDS["on"]._replace(should_hold=lambda exact, _: exact < 1, exact=lambda _: 1 - Fraction(1, 2**40))}
    decisions = EngineDecisions(kinds)
    decisions.holds("on", 1.0, 1.0, FACE)
    (belief,) = beliefs_of(decisions.asked, kinds)
    assert belief.truth == "Rounding is to blame: in exact arithmetic the left side is 0.999999999999."


def test_a_corrected_test_keeps_the_engines_numbers_and_says_what_was_decided_instead() -> None:
    decisions = EngineDecisions(KINDS, ("on",))
    decisions.holds("on", -1.8e-15, 2.0**-52, FACE)
    decisions.holds("on", 0.0, 2.0**-52, FACE)  # as the engine does
    corrected, same = beliefs_of(decisions.asked, KINDS)
    assert (corrected.is_corrected, corrected.is_wrong, same.is_corrected) == (True, False, False)
    assert decision_sentence(corrected) == (
        "Is the distance of w0 w1 w2 zero to within ε? |−1.8e−15| < ε = 2.2204e−16 fails by the engine's numbers. "
        "Corrected: exact arithmetic decides that it holds: on it. "
        "Rounding is to blame: in exact arithmetic the left side is 0. Use a length."
    )
    assert decision_sentence(same) == (
        "Is the distance of w0 w1 w2 zero to within ε? |0| < ε = 2.2204e−16 holds: on it."
    )


def test_corrected_tests_are_one_or_several_names_in_any_order() -> None:
    assert Options(corrected="gain").corrected == ("gain",)
    assert Options(corrected=["seed face", "gain", "gain"]) == Options(corrected=("gain", "seed face"))
    assert Options(corrected="") == Options()
    with pytest.raises(ValueError, match="corrected: must be the name of a test, or several, got 3"):
        Options(corrected=3)
    several = Options(corrected=("gain", "on ray"))
    assert known_options("libccd", several) == Options(corrected="gain")


def test_several_tests_are_corrected_in_one_run() -> None:
    *pair, _ = exhibit("fcl-399", "A B")
    tests = ("origin on face", "progress")
    run = trace(*pair, "fcl-pr-388", Options(corrected=tests))
    corrected = {one.decision.kind for step in run.steps for one in beliefs(step) if one.is_corrected}
    assert corrected == {*tests}
