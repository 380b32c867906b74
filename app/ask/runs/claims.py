"""What an engine's algorithm answers about a pair, judged field by field as what engines report."""

from math import isfinite

from msgspec import Struct

from gjkscope.app.ask.runs.reports import JudgedReport, judge_reported
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.reports import HULL_NOTE
from gjkscope.app.scenes.scene import Body, Pair, Reported
from gjkscope.engine.analysis.explain_report import faults_of_report
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.published.sentences import corrected_words
from gjkscope.engine.result import Result, Verdict
from gjkscope.engine.vectors import Vec3


class EngineClaim(Struct, frozen=True):
    """The answer of an engine's algorithm, right or wrong."""

    ending: str  # why the search ended, in the engine's terms
    corrected: tuple[str, ...]  # tests that exact arithmetic decided
    judged: JudgedReport

    @property
    def corrected_words(self) -> str:
        """ "with 'seed face' corrected"; empty if the engine decided all tests."""
        words = corrected_words(self.corrected)
        return f"with {words}" if words else ""

    def faults(self, is_distance_expected: bool) -> tuple[str, ...]:
        """A phrase for each fault; without those of verdict and distance if the scene says what it expects of them."""
        found = self.judged.found
        if found.crashed is not None:
            return ()  # there is no answer
        if is_distance_expected:
            found = found._replace(verdict=None, signed_distance=None)
        return faults_of_report(found, *self.judged.pair)


def engine_claim(
    last: EngineStep, result: Result, corrected: tuple[str, ...], a: Body, b: Body, accuracy: float
) -> EngineClaim:
    """The answer of an engine's algorithm on two bodies, judged with an accuracy relative to the pair's size."""
    said = claimed_report(last, result, (a.name, b.name))
    return EngineClaim(last.ending, corrected, judge_reported(said, a, b, accuracy))


def claimed_report(last: EngineStep, result: Result, names: Pair) -> Reported:
    """The answer of an engine's algorithm as a report, given its last step and its result."""
    is_answer = result.verdict is not Verdict.UNDECIDED
    said = Reported(
        names,
        result.algorithm,
        result.verdict.value if is_answer else None,
        result.signed_distance,
        crashed=None if is_answer else last.ending,
        note=HULL_NOTE if result.of_hulls else None,
    )
    if result.signed_distance is None:  # the normal and the points, if any, are left from the search
        return said
    return replace(said, normal=_claimed_normal(last, result), witness_a=result.witness_a, witness_b=result.witness_b)


def _claimed_normal(last: EngineStep, result: Result) -> Vec3 | None:
    """The normal, also one with a NaN, which a result leaves out."""
    claimed = last.answer.normal if last.answer else None
    return result.normal if claimed is None or all(map(isfinite, claimed)) else claimed
