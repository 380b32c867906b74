"""Jolt with a separation distance: recorded answers of Jolt itself, exact distances, and what the padding costs."""

import pytest

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.jolt.steps import JoltPhase
from gjkscope.engine.published.jolt.steps import trace as trace_without
from gjkscope.engine.published.jolt_distance.steps import LEAST_SEPARATION, State, prepare, trace
from gjkscope.engine.query import query
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes import kinds
from tests.engine.moving import at
from tests.fidelity.pairs import Arguments, seeded_pairs
from tests.thorough import cases

SHAPES = (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone)

# [tests.fidelity.references.jolt_distance.ask(pair.arguments).signed_distance for pair in seeded_pairs(28, 7, SHAPES)]
# with jolt-physics 1.1.0
ANSWERS = """
-0.29713642597198486 0.15886831283569336 0.02229553461074829 -0.15282464027404785 -0.30831873416900635
0.00017474411288276315 -0.4753495454788208 -0.3108839988708496 0.4252358675003052 9.894371032714844e-06
-0.2705416679382324 -0.4929616451263428 None -0.5615606307983398 -0.8816477060317993 0.3441905975341797
0.016903936862945557 -0.4408578872680664 -1.7841123342514038 0.0011499738320708275 -0.6429286003112793
-0.007790863513946533 -0.27153629064559937 0.3330819606781006 -0.5618411302566528 -0.503253698348999 None
-0.08135056495666504
""".split()


def last(pair: Arguments) -> State:
    step: State = trace(*pair).steps[-1]
    return step


def test_answers_are_those_of_jolt_to_the_last_digit() -> None:
    answers = [str(last(pair.arguments).answer.signed_distance) for pair in seeded_pairs(len(ANSWERS), 7, SHAPES)]
    assert answers == ANSWERS


def test_gaps_have_the_right_distance_and_closest_points() -> None:
    gaps = 0
    for pair in seeded_pairs(cases(105, 210), 6, SHAPES):
        truth, answer = query(*pair.arguments), last(pair.arguments).answer
        if pair.family not in ("ordinary", "grid") or truth.signed_distance < 1e-3:
            continue
        gaps += 1
        assert answer.verdict is Verdict.SEPARATED, pair.name
        assert answer.signed_distance == pytest.approx(truth.signed_distance, rel=1e-3, abs=1e-5), pair.name
        assert answer.normal == pytest.approx(truth.normal, abs=0.05), pair.name
    assert gaps > cases(7, 15)


def test_the_separation_is_at_least_the_distance() -> None:
    for pair in seeded_pairs(70, 8, SHAPES):
        separation = float(prepare(*pair.arguments).separation)
        assert separation >= max(LEAST_SEPARATION, query(*pair.arguments).signed_distance), pair.name


def test_a_padding_costs_digits_of_the_depth() -> None:
    box = kinds.Box((0.05, 1.0, 1.0))
    pair = (box, Pose(), box, at(0.04, 0.5, 0.5))
    with_padding, without = last(pair).answer, trace_without(*pair).steps[-1].answer
    assert {step.phase for step in trace(*pair).steps} >= {JoltPhase.GJK, JoltPhase.EPA}
    truth = query(*pair).signed_distance
    assert without.signed_distance == pytest.approx(truth, abs=1e-7)
    assert abs(with_padding.signed_distance - truth) < 1e-3


def test_the_triangle_may_be_first_or_second() -> None:
    triangle = kinds.Triangle(((-2, 0, -2), (2, 0, -2), (0, 0, 2)))
    box = kinds.Box((1.0, 1.0, 1.0))
    one, other = last((triangle, Pose(), box, at(0, 1.7))).answer, last((box, at(0, 1.7), triangle, Pose())).answer
    assert one.signed_distance == other.signed_distance == pytest.approx(0.7, abs=1e-6)
    assert one.normal == pytest.approx((0, 1, 0), abs=1e-6)
    assert one.witness_b == other.witness_a
    assert one.witness_b[1] == pytest.approx(0.7, abs=1e-6)
