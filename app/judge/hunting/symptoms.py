"""What can be wrong with an answer, and how badly."""

from enum import StrEnum
from typing import NamedTuple

from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.base.processes.line_process import TIMED_OUT
from gjkscope.engine.analysis.reports import JudgedDistance, ReportJudgement


class Symptom(StrEnum):
    """Symptoms in order of importance: an answer has the first that applies."""

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
    # Of hunts of contact points only.
    NO_CONTACT = "no contact point"
    PHANTOM = "phantom point"
    FLIPPED_NORMAL = "flipped normal"
    TILTED_NORMAL = "tilted normal"
    POINT_DEPTH = "wrong point depth"
    LOST_AREA = "lost support area"

    @property
    def file_name(self) -> str:
        return self.replace(" ", "-")

    @property
    def unit(self) -> str:
        """What its error is relative to, in words."""
        return "the exact support area" if self is Symptom.LOST_AREA else "the size of the pair"


class Fault(NamedTuple):
    """What is wrong with an answer."""

    symptom: Symptom
    error: float
    """Relative to the size of the pair, of a support area to the exact one; 0 if there is none, as for a crash."""


def ending_fault(answer: SolverAnswer) -> Fault | None:
    """The fault of a missing answer: the solver crashed or hung, or its numbers are not finite."""
    if answer.crashed is not None:
        return Fault(Symptom.HANG if answer.crashed.startswith(TIMED_OUT) else Symptom.CRASH, 0.0)
    return Fault(Symptom.NOT_FINITE, 0.0) if answer.not_finite is not None else None


def judged_fault(judgement: ReportJudgement, size: float) -> Fault | None:
    """The most important fault that was judged; `size` is that of the pair, metres."""
    slack = judgement.tolerance
    distance, normal = judgement.signed_distance, judgement.normal
    if distance is not None and distance.right is False and _is_on_the_other_side(distance, slack):
        return Fault(Symptom.WRONG_VERDICT, abs(distance.error or 0.0) / size)
    if judgement.verdict is not None and judgement.verdict.right is False:
        return Fault(Symptom.WRONG_VERDICT, abs(judgement.truth.signed_distance or 0.0) / size)
    if distance is not None and distance.right is False:
        symptom = Symptom.WRONG_DISTANCE if distance.lower > slack else Symptom.WRONG_DEPTH
        return Fault(symptom, abs(distance.error or 0.0) / size)
    if normal is not None and normal.right is False:
        return Fault(Symptom.WRONG_NORMAL, (normal.cost or 0.0) / size)
    return _witness_fault(judgement, size)


def contact_fault(judgement: ReportJudgement, size: float) -> Fault | None:
    """The most important fault of the contact points; `judgement` was made with their support area."""
    if not judgement.points:
        depth = -(judgement.truth.upper if judgement.truth.signed_distance is None else judgement.truth.signed_distance)
        return Fault(Symptom.NO_CONTACT, depth / size) if depth > judgement.tolerance else None
    phantoms = [point.off_surface for point in judgement.points if point.is_phantom]
    if phantoms:
        return Fault(Symptom.PHANTOM, max(phantoms) / size)
    normals = [n for n in (judgement.normal, *(point.normal for point in judgement.points)) if n and n.right is False]
    if normals:
        symptom = Symptom.FLIPPED_NORMAL if any(n.flipped for n in normals) else Symptom.TILTED_NORMAL
        return Fault(symptom, max(n.cost or 0.0 for n in normals) / size)
    depths = [
        max(abs(point.depth_error or 0.0), point.too_deep or 0.0) for point in judgement.points if point.is_depth_wrong
    ]
    if depths:
        return Fault(Symptom.POINT_DEPTH, max(depths) / size)
    area = judgement.support_area
    return Fault(Symptom.LOST_AREA, area.lost) if area is not None and area.right is False else None


def _is_on_the_other_side(distance: JudgedDistance, slack: float) -> bool:
    """Whether it reports an overlap of separated shapes, or the reverse."""
    return (distance.said > slack and distance.upper < -slack) or (distance.said < -slack and distance.lower > slack)


def _witness_fault(judgement: ReportJudgement, size: float) -> Fault | None:
    errors = [
        witness.off_surface
        for witness in (judgement.witness_a, judgement.witness_b)
        if witness is not None and witness.right is False
    ]
    errors += [max(point.off_surface, point.too_deep or 0.0) for point in judgement.points if point.right is False]
    apart = judgement.witnesses
    if apart is not None and apart.right is False:
        errors.append(abs(apart.apart - (apart.claimed or 0.0)))
    return Fault(Symptom.WRONG_WITNESSES, max(errors) / size) if errors else None
