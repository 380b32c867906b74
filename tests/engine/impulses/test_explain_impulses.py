"""The sentences and headlines of a solver's steps."""

from collections import Counter

import pytest

from gjkscope.engine import Box, Exit, Sphere
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.impulses.explain import TITLES, explain, headline
from gjkscope.engine.impulses.records import ImpulsePhase, ImpulseSettings, State
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.procedures import procedure_of
from gjkscope.engine.simulation.responses import IMPULSES
from gjkscope.engine.simulation.simulation import Rules, WorldBody, advance, solver_tick, world
from tests.engine.moving import at

NAMES = ("ground", "box", "ball")
BODIES = [
    WorldBody(Box((5, 0.5, 5)), at(0, -0.5), STILL, 0.0),
    WorldBody(Box((0.5, 0.5, 0.5)), at(0, 0.499), Motion((3.0, 0.0, 0.0)), friction=0.2),
    WorldBody(Sphere(0.4), at(2, 0.399), Motion((0.0, -2.0, 0.0)), restitution=0.8),
]


def steps(solver: str, ticks: int = 2) -> tuple[State, ...]:
    rules = Rules(impulses=ImpulseSettings(solver))
    begun = world(BODIES, (0.0, -9.81, 0.0), IMPULSES)
    tick = begun.first
    for _ in range(ticks):
        tick = advance(begun, tick, rules)
    done = solver_tick(begun, tick)
    assert done is not None
    return done.steps


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_step_is_explained_with_the_names_of_the_bodies(solver: str) -> None:
    seen = Counter(step.task.phase for step in steps(solver))
    assert seen[ImpulsePhase.SOLVE] > 4
    for step in steps(solver):
        assert procedure_of(step).explain is explain
        words = explain(step, *NAMES)
        assert words.endswith(".")
        assert headline(step, *NAMES).startswith(TITLES[step.task.phase])
        if step.task.point >= 0:
            assert words.startswith("ground – ")


def test_the_sentences_say_what_slides_sticks_and_bounces() -> None:
    said = " ".join(explain(step, *NAMES) for step in steps("soft", 1))
    assert "It slides: friction" in said
    assert "towards its speed of separation" in said
    assert "does not bounce" in said
    assert "No impulse is known" in said
    again = " ".join(explain(step, *NAMES) for step in steps("sequential", 2))
    assert "are applied again" in again
    still = [WorldBody(Box((5, 0.5, 5)), at(0, -0.5), STILL, 0.0), WorldBody(Box((0.5, 0.5, 0.5)), at(0, 0.499))]
    begun = world(still, (0.1, -9.81, 0.0), IMPULSES)
    done = solver_tick(begun, advance(begun, begun.first, Rules()))
    assert done is not None
    assert "It sticks: friction" in " ".join(explain(step, *NAMES) for step in done.steps)


def test_a_velocity_that_is_no_longer_finite_is_named() -> None:
    last = steps("soft")[-1]._replace(exit=Exit.DEGENERATE_INPUT)
    assert explain(last, *NAMES) == "A velocity is no longer finite."
    assert headline(last, *NAMES) == Exit.DEGENERATE_INPUT.words
