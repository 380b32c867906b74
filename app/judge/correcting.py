"""Runs an engine's algorithm again with the tests that it got wrong decided by exact arithmetic, until it is right."""

from typing import NamedTuple

from gjkscope.app.ask.runs.claims import engine_claim
from gjkscope.app.ask.solvers.adapter import accuracy_of
from gjkscope.app.judge.retelling import Retelling, claimed_answer, first_mistake, is_wrong, run_published
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.published.sentences import corrected_words
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Result, Trace

MOST_TESTS = 3
"""Tests that are corrected together: an algorithm that needs more of them has another fault."""


class Correction(NamedTuple):
    """The answer of an engine's algorithm with some of its tests corrected."""

    tests: tuple[str, ...]
    computed: str
    is_right: bool

    @property
    def words(self) -> str:
        """ "with 'seed face' corrected: penetrating, −0.1 m: right"."""
        return f"with {corrected_words(self.tests)}: {self.computed}: {'right' if self.is_right else 'still wrong'}"


def corrections(retelling: Retelling, a: Body, b: Body) -> list[Correction]:
    """With the test of the first mistake corrected; while the answer is wrong, also with that of the next mistake."""
    found: list[Correction] = []
    mistake, tests = retelling.mistake, tuple[str, ...]()
    truth = result_only(a.shape, a.pose, b.shape, b.pose)
    while mistake is not None and mistake.belief.decision.kind not in tests and len(tests) < MOST_TESTS:
        tests = (*tests, mistake.belief.decision.kind)
        trace = run_published(retelling.algorithm, a, b, tests)
        found.append(Correction(tests, claimed_answer(trace), _is_right(trace, truth, a, b)))
        mistake = None if found[-1].is_right else first_mistake(trace)
    return found


def _is_right(trace: Trace, truth: Result, a: Body, b: Body) -> bool:
    """Whether the distance and the normal are right."""
    if trace.result is None or is_wrong(trace, truth):
        return False
    accuracy = accuracy_of(trace.algorithm)
    normal = engine_claim(trace.steps[-1], trace.result, (), a, b, accuracy).judged.found.normal
    return normal is None or normal.right is not False
