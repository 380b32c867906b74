"""The tests of engines: their numbers, what exact arithmetic finds, and a run with one of them corrected."""

from fractions import Fraction
from math import inf, isinf, isnan

import pytest

from gjkscope.engine import Box, Options, Pose
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
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.query import known_options, query
from gjkscope.engine.vectors import Vec3

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
    decisions = EngineDecisions(KINDS, "on")
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
    decisions = EngineDecisions(KINDS, "on")
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
