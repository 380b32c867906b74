"""Judges blocks of a capture in columns, and single suspects against certified answers; both run in other processes."""

from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.answer_block import AnswerBlock
from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.judge.captures.scanning import are_unknown, is_silent, least_sizes, part_errors
from gjkscope.app.judge.hunting.judging import error_unit, judge_pair
from gjkscope.app.judge.hunting.symptoms import Symptom
from gjkscope.app.scenes.capture_table import PairStatus
from gjkscope.engine.shapes.kinds import PlacedPair

STATUS_OF = {
    Symptom.NOT_FINITE: PairStatus.NOT_FINITE,
    Symptom.WRONG_VERDICT: PairStatus.WRONG_VERDICT,
    Symptom.WRONG_DISTANCE: PairStatus.WRONG_DISTANCE,
    Symptom.WRONG_DEPTH: PairStatus.WRONG_DEPTH,
    Symptom.WRONG_NORMAL: PairStatus.WRONG_NORMAL,
    Symptom.WRONG_WITNESSES: PairStatus.WRONG_WITNESSES,
}


class PartJudgement(NamedTuple):
    """What the batch says about N answers."""

    status: npt.NDArray[np.uint8]  # (N,) `PairStatus`
    errors: Floats  # (N,) upper bounds, relative to the size of the pair
    truth: Floats  # (N,) signed distances, metres; NaN where the batch has none


class CertifiedAnswer(NamedTuple):
    """The judgement of one answer by a certified one."""

    status: PairStatus
    errors: float
    truth: float


def judge_part(pairs: PairBlock, answers: AnswerBlock, tolerance: Tolerance) -> PartJudgement:
    """Compares the answers with those of the batch."""
    bounds, results = part_errors(pairs, answers, tolerance)
    silent, unknown, truth = is_silent(answers), are_unknown(pairs, results), results.signed_distance
    with np.errstate(all="ignore"):  # numbers may be huge, or not finite
        differences = np.nan_to_num(np.abs(answers.signed_distance - truth), nan=0.0)
        errors = np.where(silent, 0.0, np.where(bounds > 0, bounds, differences) / least_sizes(pairs))
    fine = np.where(unknown, PairStatus.OF_MESH, PairStatus.RIGHT)
    status = np.where(silent, PairStatus.SILENT, np.where(bounds > 0, PairStatus.SUSPECT, fine))
    others = [*answers.others]  # numbers that are not finite
    status[others], errors[others] = PairStatus.NOT_FINITE, inf
    return PartJudgement(status.astype(np.uint8), errors, truth)


def certified_answer(pair: PlacedPair, answer: SolverAnswer, tolerance: Tolerance) -> CertifiedAnswer:
    """Compares an answer with the certified one."""
    fault, judgement = judge_pair(answer, pair, tolerance)
    truth = judgement.truth.signed_distance
    known = np.nan if truth is None else truth
    if fault is None:
        said = answer.signed_distance
        error = 0.0 if said is None or truth is None else abs(said - truth)
        is_unknown = judgement.by_triangles and judgement.right is None
        status = PairStatus.OF_MESH if is_unknown else PairStatus.RIGHT
        return CertifiedAnswer(status, error / error_unit(pair), known)
    is_endless = fault.symptom is Symptom.NOT_FINITE
    return CertifiedAnswer(STATUS_OF[fault.symptom], inf if is_endless else fault.error, known)


def certified_answers(asked: list[tuple[PlacedPair, SolverAnswer]], tolerance: Tolerance) -> list[CertifiedAnswer]:
    """`certified_answer` for each of them."""
    return [certified_answer(pair, answer, tolerance) for pair, answer in asked]
