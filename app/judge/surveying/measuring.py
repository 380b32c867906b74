"""Asks one engine about one block of pairs, and judges the answers: the unit of work of a survey.

The judging is that of hunts (`hunting.judging`).  Of each answer, the same fields are judged for all engines: verdict,
signed distance, normal and the two witness points.  Contact manifolds, which only some engines return, are not.
"""

from collections import Counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, PACKED, VERDICTS, AnswerBlock, pack_answer
from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock
from gjkscope.app.ask.solvers.process_solver import NOT_ASKED as UNASKED_ANSWER
from gjkscope.app.ask.solvers.process_solver import ProcessSolver
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import MOST_TOLERANT, Tolerance
from gjkscope.app.judge.hunting.chunks import HuntPlan, solver_of
from gjkscope.app.judge.hunting.judging import WrongAnswer, judge_pair, wrong_answers
from gjkscope.app.judge.hunting.symptoms import Symptom, ending_fault
from gjkscope.app.judge.surveying.outcomes import (
    NO_ANSWER,
    NOT_ASKED,
    OUT_OF_RANGE,
    RIGHT,
    SILENT,
    UNSUPPORTED,
    failure_code,
)
from gjkscope.app.judge.surveying.suite import BLOCK, SurveyBlock, survey_block
from gjkscope.engine.result import TOUCHING, Verdict

SERIOUS = Tolerance(MOST_TOLERANT)
"""The same for all engines: no engine documents a larger error than 1 % of the size."""

# How often a solver is asked about the rest of a block; it may hang `MOST_TIMEOUTS` times in each attempt.
ROUNDS = 3
DIGITS = 3  # significant ones of errors and times


class BlockTask(NamedTuple):
    """An engine and a block.  It can be sent to other processes."""

    plan: HuntPlan  # its solver, tolerance, time limit and seed count
    judges_gaps: bool
    family: str
    number: int  # of the block
    size: int


class WorstAnswer(NamedTuple):
    """The answer with the largest error among those with the same outcome."""

    number: int  # of the pair in its family
    error: float  # relative to the size of the pair
    answer: SolverAnswer


class BlockFigures(NamedTuple):
    """What one engine did with one block."""

    task: BlockTask
    outcomes: str  # one character per pair
    errors: list[float | None]  # of the signed distances; None: there is none
    microseconds: list[float | None]  # per query
    endings: dict[str, int]  # how crashes, hangs and exceptions were described
    worst: dict[str, WorstAnswer]  # by outcome
    digest: str


def block_figures(task: BlockTask) -> BlockFigures:
    """Asks and judges.  A pure function of the task, except for the times."""
    block = survey_block(task.family, task.number, task.size, task.plan.seed)
    answers = _numbers_only(_ask(solver_of(task.plan), block.pairs))
    if not task.judges_gaps:
        answers = _without_gaps(answers)
    out_of_range = task.plan.tolerance.least > MOST_TOLERANT * block.sizes
    wrong = {
        answer.place: answer
        for answer in wrong_answers(block.pairs, answers, block.truth, task.plan.tolerance)
        if answer.fault.symptom in NO_ANSWER or not out_of_range[answer.place]
    }
    codes = [_outcome(answers, index, block, wrong.get(index)) for index in range(task.size)]
    codes = [OUT_OF_RANGE if code == RIGHT and out_of_range[index] else code for index, code in enumerate(codes)]
    errors = np.where(out_of_range, np.nan, distance_errors(answers.signed_distance, block))
    ended = [answer.answer.crashed for answer in wrong.values() if answer.answer.crashed is not None]
    return BlockFigures(
        task,
        "".join(codes),
        _round(errors),
        _round(answers.seconds * 1e6),
        dict(Counter(sorted(ended))),
        _worst(codes, wrong, task.number * BLOCK),
        block.digest,
    )


def distance_errors(said: Floats, block: SurveyBlock) -> Floats:
    """(N,) errors of signed distances, relative to the extent, from the truth or from the interval known to contain
    it.
    """
    lower, upper, best = block.truth.lower.copy(), block.truth.upper.copy(), block.truth.signed_distance
    have_met = upper - lower <= TOUCHING * np.maximum(block.extents, np.abs(best))
    lower[have_met] = upper[have_met] = best[have_met]
    with np.errstate(invalid="ignore"):  # NaN: not reported, or unknown
        return np.asarray(np.maximum(np.maximum(said - upper, lower - said), 0.0) / block.extents)


# --- asking ---


def _ask(solver: ProcessSolver, pairs: PairBlock) -> AnswerBlock:
    """The answers.  Hangs are confirmed, and after some of them the rest of the block is asked."""
    answers = _writable(solver.ask_many(pairs))
    for _ in range(ROUNDS - 1):
        missing = _places(answers, lambda answer: answer == UNASKED_ANSWER)
        if not len(missing):
            break
        _put(answers, missing, solver.ask_many(pairs.only(missing)))
    for index in _places(answers, _hangs):  # not only because the machine was busy
        again = np.array([index])
        _put(answers, again, solver.ask_many(pairs.only(again)))
    return answers


def _hangs(answer: SolverAnswer) -> bool:
    fault = ending_fault(answer)
    return fault is not None and fault.symptom is Symptom.HANG


def _places(answers: AnswerBlock, wanted: Any) -> Integers:
    return np.array([index for index, answer in answers.others.items() if wanted(answer)], np.int64)


def _writable(answers: AnswerBlock) -> AnswerBlock:
    verdict, *numbers = (array.copy() for array in _arrays(answers))
    distance, normal, witness_a, witness_b, seconds = numbers
    return AnswerBlock(verdict, distance, normal, witness_a, witness_b, dict(answers.others), seconds)


def _arrays(answers: AnswerBlock) -> tuple[npt.NDArray[Any], ...]:
    return (
        answers.verdict,
        answers.signed_distance,
        answers.normal,
        answers.witness_a,
        answers.witness_b,
        answers.seconds,
    )


def _put(answers: AnswerBlock, places: Integers, again: AnswerBlock) -> None:
    """Replaces the answers at some places."""
    for array, part in zip(_arrays(answers), _arrays(again), strict=True):
        array[places] = part
    for i, index in enumerate(places.tolist()):
        answers.others.pop(index, None)
        if i in again.others:
            answers.others[index] = again.others[i]


# --- what is judged ---


def _numbers_only(answers: AnswerBlock) -> AnswerBlock:
    """The answers without contact points and notes; the arrays hold the finite numbers."""
    for index, answer in [*answers.others.items()]:
        packed = pack_answer(answer._replace(points=(), note=None))
        if packed is None:
            answers.others[index] = answer._replace(points=())
            continue
        verdict, distance, *vectors, _ = PACKED.unpack(packed)
        answers.verdict[index], answers.signed_distance[index] = verdict, distance
        answers.normal[index], answers.witness_a[index], answers.witness_b[index] = np.reshape(vectors, (3, 3))
        del answers.others[index]
    return answers


def _without_gaps(answers: AnswerBlock) -> AnswerBlock:
    """For an engine whose distances between separated shapes are not meant to be gaps: only the verdict remains."""
    apart = answers.signed_distance > 0
    answers.verdict[apart & (answers.verdict == NO_VERDICT)] = VERDICTS.index(Verdict.SEPARATED)
    for numbers in (answers.signed_distance, answers.normal, answers.witness_a, answers.witness_b):
        numbers[apart] = np.nan
    return answers


# --- outcomes ---


def _outcome(answers: AnswerBlock, index: int, block: SurveyBlock, wrong: WrongAnswer | None) -> str:
    if wrong is not None:
        symptom = wrong.fault.symptom
        is_serious = symptom in NO_ANSWER or judge_pair(wrong.answer, block.pairs.pair(index), SERIOUS)[0] is not None
        return failure_code(symptom, is_serious, wrong.answer.crashed)
    answer = answers.others.get(index)
    if answer is not None and answer.unsupported is not None:
        return NOT_ASKED if answer == UNASKED_ANSWER else UNSUPPORTED
    return SILENT if _says_nothing(answers, index) else RIGHT


def _says_nothing(answers: AnswerBlock, index: int) -> bool:
    numbers = (answers.signed_distance[index], answers.normal[index, 0], answers.witness_a[index, 0])
    undecided = (NO_VERDICT, VERDICTS.index(Verdict.UNDECIDED))
    return bool(answers.verdict[index] in undecided and np.isnan(numbers).all())


def _worst(codes: list[str], wrong: dict[int, WrongAnswer], first: int) -> dict[str, WorstAnswer]:
    """For each outcome, the first answer with the largest error."""
    worst: dict[str, WorstAnswer] = {}
    for index, wrong_answer in wrong.items():
        known = worst.get(codes[index])
        if known is None or wrong_answer.fault.error > known.error:
            worst[codes[index]] = WorstAnswer(first + index, wrong_answer.fault.error, wrong_answer.answer)
    return worst


def _round(numbers: npt.NDArray[np.float64]) -> list[float | None]:
    """With a few digits, so that the file is small; None for NaN."""
    return [None if number != number else float(f"{number:.{DIGITS}g}") for number in numbers.tolist()]
