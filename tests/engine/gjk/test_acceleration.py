"""GJK with momentum: its formulas, when it is switched off, and that it changes no answer."""

from itertools import pairwise
from random import Random

import pytest

from gjkscope.engine import Box, Ellipsoid, Options, Pose, trace
from gjkscope.engine.explain import explain
from gjkscope.engine.gjk.acceleration import NESTEROV, POLYAK, first_momentum, leaves_momentum, with_heading
from gjkscope.engine.gjk.algorithm import ALGORITHM
from gjkscope.engine.options import ACCELERATIONS, NO_MOMENTUM
from gjkscope.engine.registry.records import Change
from gjkscope.engine.result import TOUCHING, Exit, Verdict
from gjkscope.engine.vectors import ZERO, dot, neg, norm, sub, unit
from tests.engine.samples import random_pair

MOMENTA = (NESTEROV, POLYAK)
SMOOTH = Ellipsoid((1, 0.5, 0.3)), Pose(), Ellipsoid((0.4, 1, 0.6)), Pose(position=(1.5, 1.2, 0.4))


def test_the_names_are_those_of_the_option() -> None:
    assert (NO_MOMENTUM, *MOMENTA) == ACCELERATIONS
    with pytest.raises(ValueError, match="acceleration: unknown name 'adam'; one of none, nesterov, polyak"):
        Options(acceleration="adam")


def test_headings_by_hand() -> None:
    """v = (2, 0, 0), w = (0, 2, 0), s = (0, 0, 4), after one step."""
    closest, support, before = (2.0, 0.0, 0.0), (0.0, 2.0, 0.0), (0.0, 0.0, 4.0)
    polyak = with_heading(first_momentum(POLYAK, before), 1, closest, support)
    assert (polyak.weight, polyak.heading) == (0.5, (1.0, 0.0, 2.0))
    nesterov = with_heading(first_momentum(NESTEROV, before), 1, closest, support)
    assert (nesterov.weight, nesterov.heading) == (0.5, (0.5, 0.5, 2.0))


@pytest.mark.parametrize("single", [False, True])
@pytest.mark.parametrize("acceleration", MOMENTA)
def test_momentum_changes_no_answer(acceleration: str, single: bool) -> None:
    random = Random(21)
    apart = accelerated = 0
    for _ in range(25):
        pair = random_pair(random)
        own = trace(*pair, "gjk", Options(float32=single)).result
        run = trace(*pair, "gjk", Options(float32=single, acceleration=acceleration))
        assert {own.verdict, run.result.verdict} - {Verdict.UNDECIDED} <= {own.verdict}
        accelerated += any(step.momentum.is_on and step.momentum.gap > 0 for step in run.steps[1:])
        if own.verdict is Verdict.SEPARATED and run.result.signed_distance is not None:
            allowed = 1e-4 if single else 2 * TOUCHING
            assert run.result.signed_distance == pytest.approx(own.signed_distance, abs=allowed)
            apart += 1
    assert 6 <= apart <= 19
    assert accelerated >= 12


@pytest.mark.parametrize("acceleration", MOMENTA)
def test_steps_follow_the_momentum_until_it_leads_no_nearer(acceleration: str) -> None:
    steps = trace(*SMOOTH, "gjk", Options(acceleration=acceleration)).steps
    assert steps[0].momentum.is_on
    states = [step.momentum.is_on for step in steps[1:]]
    assert states == sorted(states, reverse=True)  # once off, it stays off
    assert True in states
    assert steps[-1].exit is Exit.CONVERGED
    for step in steps[1:]:
        momentum = step.momentum
        if momentum.is_on:
            assert step.direction == unit(neg(momentum.heading))
            assert momentum.gap == dot(step.closest_before, sub(step.closest_before, step.support.point)) > 0
            assert "momentum, δ = " in explain(step, "A", "B")
        else:
            assert momentum.heading == ZERO
        assert step.lower <= step.upper * (1 + 1e-12)
    distances = [norm(step.closest) for step in steps]
    assert distances == sorted(distances, reverse=True)


@pytest.mark.parametrize("acceleration", MOMENTA)
def test_the_step_that_falls_back_is_an_event_and_says_so(acceleration: str) -> None:
    steps = trace(*SMOOTH, "gjk", Options(acceleration=acceleration)).steps
    left = [after for before, after in pairwise(steps) if leaves_momentum(before, after)]
    events = [after for before, after in pairwise(steps) if Change.PHASE_CHANGED in ALGORITHM.changes(before, after)]
    assert left == events
    assert len(left) == 1
    assert "from here on it is off" in explain(left[0], "A", "B")
    assert not leaves_momentum(None, steps[0])


def test_nesterov_saves_steps_on_ellipsoids_at_the_tolerance_of_engines() -> None:
    steps = [len(trace(*SMOOTH, "gjk", Options(tolerance=1e-6, acceleration=name)).steps) for name in ACCELERATIONS]
    assert steps[1] < steps[0]


@pytest.mark.parametrize("acceleration", MOMENTA)
@pytest.mark.parametrize("factor", [1e-20, 1.0, 1e20])
def test_coincident_touching_and_distant_boxes(acceleration: str, factor: float) -> None:
    box = Box((factor, factor, factor))
    for place, verdict in ((0.0, Verdict.PENETRATING), (2.0, Verdict.TOUCHING), (50.0, Verdict.SEPARATED)):
        there = Pose(position=(place * factor, 0, 0))
        result = trace(box, Pose(), box, there, "gjk", Options(acceleration=acceleration)).result
        assert result.verdict in (verdict, Verdict.UNDECIDED)
        assert result.verdict is verdict or place == 0.0


def test_momentum_and_sub_distance_methods_combine() -> None:
    both = trace(*SMOOTH, "gjk", Options(acceleration=NESTEROV, subdistance="signed-volumes"))
    assert both.steps[1].momentum is not None
    assert both.steps[1].solution is not None
    assert both.result.signed_distance == pytest.approx(trace(*SMOOTH, "gjk").result.signed_distance, abs=TOUCHING)
