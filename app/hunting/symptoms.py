"""What can be wrong with an answer, and how badly."""

from enum import StrEnum
from typing import NamedTuple

from gjkscope.app.solvers.line_process import TIMED_OUT
from gjkscope.app.solvers.solver import SolverAnswer
from gjkscope.engine.analysis.reports import JudgedDistance, ReportJudgement


class Symptom(StrEnum):
    """In order of importance: an answer has the first that applies."""

    CRASH = "crash"
    HANG = "hang"
    NOT_FINITE = "not finite"
    WRONG_VERDICT = "wrong verdict"
    WRONG_DISTANCE = "wrong distance"
    WRONG_DEPTH = "wrong depth"
    WRONG_NORMAL = "wrong normal"
    WRONG_WITNESSES = "wrong witnesses"
    ASYMMETRIC = "asymmetric"
    NOT_INVARIANT = "not invariant"

    @property
    def file_name(self) -> str:
        return self.replace(" ", "-")


class Fault(NamedTuple):
    """What is wrong with an answer."""

    symptom: Symptom
    error: float  # relative to the size of the pair; 0 if there is none to measure, as for a crash


def ending_fault(answer: SolverAnswer) -> Fault | None:
    """The fault of an answer that is none: the solver crashed or hung, or its numbers are not finite."""
    if answer.crashed is not None:
        return Fault(Symptom.HANG if answer.crashed.startswith(TIMED_OUT) else Symptom.CRASH, 0.0)
    return Fault(Symptom.NOT_FINITE, 0.0) if answer.not_finite is not None else None


def judged_fault(found: ReportJudgement, size: float) -> Fault | None:
    """The most important fault that was judged; `size` is that of the pair, metres."""
    slack = found.tolerance
    distance, normal = found.signed_distance, found.normal
    if distance is not None and distance.right is False and _is_on_the_other_side(distance, slack):
        return Fault(Symptom.WRONG_VERDICT, abs(distance.error or 0.0) / size)
    if found.verdict is not None and found.verdict.right is False:
        return Fault(Symptom.WRONG_VERDICT, abs(found.truth.signed_distance or 0.0) / size)
    if distance is not None and distance.right is False:
        symptom = Symptom.WRONG_DISTANCE if distance.lower > slack else Symptom.WRONG_DEPTH
        return Fault(symptom, abs(distance.error or 0.0) / size)
    if normal is not None and normal.right is False:
        return Fault(Symptom.WRONG_NORMAL, (normal.cost or 0.0) / size)
    return _witness_fault(found, size)


def _is_on_the_other_side(distance: JudgedDistance, slack: float) -> bool:
    """Whether it says that shapes overlap that are apart, or the other way round."""
    return (distance.said > slack and distance.upper < -slack) or (distance.said < -slack and distance.lower > slack)


def _witness_fault(found: ReportJudgement, size: float) -> Fault | None:
    errors = [
        witness.off_surface
        for witness in (found.witness_a, found.witness_b)
        if witness is not None and witness.right is False
    ]
    errors += [max(point.off_surface, point.too_deep or 0.0) for point in found.points if point.right is False]
    apart = found.witnesses
    if apart is not None and apart.right is False:
        errors.append(abs(apart.apart - (apart.claimed or 0.0)))
    return Fault(Symptom.WRONG_WITNESSES, max(errors) / size) if errors else None
