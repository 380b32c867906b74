"""Judges the answers of a capture, worst first.

1. The batch computes the truth of all pairs, and finds the answers that may be wrong (`suspects`).
2. For each suspect, an upper bound of its error follows from the arrays.
3. Suspects are judged against certified answers in the order of these bounds, until enough wrong ones are known and no
   remaining suspect can be worse.  So an engine that is wrong about a million pairs does not take hours to judge.
"""

from collections.abc import Iterator
from heapq import heapify, heappop, heappush
from math import inf, isfinite
from time import monotonic
from typing import Any, NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, AnswerBlock
from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock, block_of
from gjkscope.app.ask.solvers.solver import SolverAnswer, as_report
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.base.records import replace
from gjkscope.app.bring.capture.reader import Capture
from gjkscope.app.judge.hunting.judging import LEAST_SIDE, ORIGIN, Mask, error_unit, judge_pair, suspects
from gjkscope.app.judge.hunting.minimising import bodies_of
from gjkscope.app.judge.hunting.symptoms import Fault, Symptom
from gjkscope.app.judge.hunting.truth import are_of_triangles, truth_of_pairs
from gjkscope.app.judge.hunting.writing import PAIR, certified_truth
from gjkscope.app.scenes.opening import AS_CONTENTS, Opening
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import reported_entry
from gjkscope.engine import batch
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import PlacedPair

PART = 100_000  # pairs that are judged at once, which limits the memory
JUDGED_ANYWAY = 200  # suspects: their number of wrong answers is exact
ROUNDING = 1e-9  # of a bound, far above the rounding of the batch and below what anyone compares
TINY = 1e-300  # metres: avoids division by zero, and is below any length


class CapturedPair(NamedTuple):
    """A pair of a capture, and the engine's answer."""

    number: int  # in the file
    tick: int
    ids: tuple[int, int]
    pair: PlacedPair
    answer: SolverAnswer


class WrongPair(NamedTuple):
    """A wrong answer of a capture."""

    number: int  # of the pair in the file
    tick: int
    ids: tuple[int, int]
    fault: Fault
    pair: PlacedPair
    answer: SolverAnswer
    truth: Result


class ScanResult(NamedTuple):
    """What is wrong in a capture."""

    wrong: tuple[WrongPair, ...]  # the worst first
    found: int  # wrong answers, with those that are not listed
    unjudged: int  # suspects that are not worse than those listed
    answered: int  # pairs with an answer
    of_meshes: int = 0  # answers among these that are not judged: no distance of the meshes is known


def scan_capture(capture: Capture, tolerance: Tolerance, top: int, threads: int = 1) -> ScanResult:
    """Finds the `top` worst answers; all wrong ones if it is 0."""
    errors, unknown = _largest_errors(capture, tolerance, threads)
    candidates = np.flatnonzero(errors > 0)
    wrong: list[WrongPair] = []
    judged = 0
    for bound, index in _by_bound(capture, errors, candidates):
        if top and judged >= JUDGED_ANYWAY and _are_worst(wrong, top, bound):
            break
        judged += 1
        wrong += _judge(capture, index, tolerance)
    wrong.sort(key=lambda entry: (-_rank(entry.fault), entry.number))
    answered = int((~is_silent(capture.answers)).sum())
    return ScanResult(tuple(wrong[: top or None]), len(wrong), len(candidates) - judged, answered, unknown)


def scan_briefly(capture: Capture, tolerance: Tolerance, seconds: float, first_only: bool = False) -> ScanResult:
    """Judges a block of a stream, and stops judging suspects after about `seconds`; the worst are judged first.

    With `first_only`, it judges them in the order of the stream up to the first wrong one, however long it takes.
    """
    errors, unknown = _largest_errors(capture, tolerance, 1)
    candidates = np.flatnonzero(errors > 0)
    places = candidates.tolist() if first_only else (index for _, index in _by_bound(capture, errors, candidates))
    wrong: list[WrongPair] = []
    judged, until = 0, monotonic() + seconds
    for index in places:
        if wrong if first_only else monotonic() > until:
            break
        judged += 1
        wrong += _judge(capture, index, tolerance)
    wrong.sort(key=lambda entry: entry.number)
    answered = int((~is_silent(capture.answers)).sum())
    return ScanResult(tuple(wrong), len(wrong), len(candidates) - judged, answered, unknown)


def _by_bound(capture: Capture, errors: Floats, candidates: Integers) -> Iterator[tuple[float, int]]:
    """The bounds of the errors, relative to the size, and the indices of the pairs; the largest bound first.

    Sizes take longer to compute than to estimate from below, so they are computed for the largest bounds only.
    """
    estimated = errors[candidates] / least_sizes(capture.pairs.only(candidates))
    heap = [(-bound, index, False) for bound, index in zip(estimated.tolist(), candidates.tolist(), strict=True)]
    heapify(heap)
    while heap:
        bound, index, is_final = heappop(heap)
        if is_final:
            yield -bound, index
        else:
            heappush(heap, (-float(errors[index]) / error_unit(capture.pairs.pair(index)), index, True))


def _are_worst(wrong: list[WrongPair], top: int, bound: float) -> bool:
    """Whether `top` of them are at least as bad as any other can be."""
    return sum(_rank(entry.fault) >= bound * (1 - ROUNDING) for entry in wrong) >= top


def _rank(fault: Fault) -> float:
    return inf if fault.symptom is Symptom.NOT_FINITE else fault.error


def _judge(capture: Capture, index: int, tolerance: Tolerance) -> Iterator[WrongPair]:
    pair, answer = capture.pairs.pair(index), capture.answers.answer(index)
    fault, judgement = judge_pair(answer, pair, tolerance)
    if fault is not None:
        a, b = capture.ids[index].tolist()
        yield WrongPair(
            int(capture.numbers[index]), int(capture.ticks[index]), (a, b), fault, pair, answer, judgement.truth
        )


# --- bounds of errors ---


def _largest_errors(capture: Capture, tolerance: Tolerance, threads: int) -> tuple[Floats, int]:
    """(N,) upper bounds of the errors, metres; 0 for answers that are right, and where there is none.

    Also the number of answers that are not judged.
    """
    errors, unknown = np.zeros(capture.pairs.size), 0
    for begin in range(0, capture.pairs.size, PART):
        part = np.arange(begin, min(begin + PART, capture.pairs.size))
        pairs, answers = capture.pairs.only(part), capture.answers.only(part)
        errors[part], truth = part_errors(pairs, answers, tolerance, threads)
        unknown += int((are_unknown(pairs, truth) & ~is_silent(answers) & (errors[part] == 0)).sum())
    return errors, unknown


def are_unknown(pairs: PairBlock, truth: batch.Results) -> Mask:
    """(N,) whether nothing is judged: no verdict about triangles is known, or one shape is inside a closed mesh, which
    is a solid here, and a surface for most engines.
    """
    if not (of_triangles := are_of_triangles(pairs)).any():
        return of_triangles
    is_open = (truth.exit == Exit.CONTAINED) | (truth.verdict == Verdict.UNDECIDED.value)
    return np.asarray(of_triangles & is_open)


def part_errors(
    pairs: PairBlock, answers: AnswerBlock, tolerance: Tolerance, threads: int = 1
) -> tuple[Floats, batch.Results]:
    """(N,) upper bounds of the errors as in `_largest_errors`, and the answers of the batch."""
    truth = truth_of_pairs(pairs, threads)
    errors = np.zeros(pairs.size)
    plain = ~is_silent(answers)
    plain[[*answers.others]] = False
    which = suspects(pairs, answers, truth, tolerance, np.flatnonzero(plain))
    errors[which] = _worst(pairs.only(which), answers, truth, which)
    errors[[*answers.others]] = inf
    return errors, truth


@np.errstate(all="ignore")  # reported numbers may be huge
def _worst(pairs: PairBlock, answers: AnswerBlock, truth: batch.Results, which: Integers) -> Floats:
    """The largest errors that the suspects can have, metres: some part of each answer is wrong.

    Where the batch has no answer, the error is unbounded.
    """
    ball_a, ball_b = _balls(pairs)
    best = truth.signed_distance[which]
    said = answers.signed_distance[which]
    reach = np.linalg.norm(pairs.poses_b[:, :3, 3] - pairs.poses_a[:, :3, 3], axis=1) + ball_a + ball_b
    given = answers.normal[which]
    units = given / np.maximum(np.linalg.norm(given, axis=1, keepdims=True), TINY)
    claimed = np.abs(np.where(np.isnan(said), best, said))
    parts = [
        np.abs(said - best),
        np.where(answers.verdict[which] == NO_VERDICT, 0.0, np.abs(best)),
        np.linalg.norm(units - truth.normal[which], axis=1) * reach,
        np.abs(np.linalg.norm(answers.witness_b[which] - answers.witness_a[which], axis=1) - claimed),
        np.linalg.norm(answers.witness_a[which] - truth.witness_a[which], axis=1),
        np.linalg.norm(answers.witness_b[which] - truth.witness_b[which], axis=1),
    ]
    worst = np.max(np.nan_to_num(np.array(parts), nan=0.0, posinf=inf), axis=0)
    return np.asarray(np.where(np.isnan(best), inf, np.maximum(worst, TINY)))


def least_sizes(pairs: PairBlock) -> Floats:
    """(N,) the sizes of the pairs, estimated from below, metres."""
    return np.maximum(LEAST_SIDE * np.maximum(*_balls(pairs)), TINY)


def _balls(pairs: PairBlock) -> tuple[Floats, Floats]:
    """The radii of bounding balls around the shapes' origins."""
    balls = np.array([bounding_sphere(shape, ORIGIN)[1] for shape in pairs.shapes])
    return balls[pairs.a], balls[pairs.b]


def is_silent(answers: AnswerBlock) -> Any:
    """(N,) whether there is no answer."""
    silent = (answers.verdict == NO_VERDICT) & np.isnan(answers.signed_distance)
    for vectors in (answers.normal, answers.witness_a, answers.witness_b):
        silent &= np.isnan(vectors).all(axis=1)
    silent[[*answers.others]] = False  # what they report is not finite
    return silent


# --- output ---


def wrong_entry(wrong: WrongPair, by: str) -> dict[str, Any]:
    """A line of the command's JSON Lines; `error` is relative to the size of the pair, null if it has no number."""
    reported = reported_entry(as_report(wrong.answer, PAIR, by))
    del reported["pair"]
    truth = wrong.truth
    return {
        "index": wrong.number,
        "tick": wrong.tick,
        "ids": wrong.ids,
        "error": wrong.fault.error if has_error(wrong.fault) else None,
        "symptom": wrong.fault.symptom.value,
        "kinds": kinds_of(wrong.pair),
        "reported": reported,
        "truth": {
            "verdict": truth.verdict.value,
            "signed_distance": truth.signed_distance,
            "normal": truth.normal,
            "witness_a": truth.witness_a,
            "witness_b": truth.witness_b,
            "certified": truth.certified,
            **({"of_hulls": True} if truth.of_hulls else {}),
        },
    }


def has_error(fault: Fault) -> bool:
    """Whether a number says how wrong it is."""
    return fault.symptom is not Symptom.NOT_FINITE and isfinite(fault.error)


def kinds_of(pair: PlacedPair) -> tuple[str, str]:
    """The names of the shapes' types, A's first."""
    return pair[0].kind, pair[2].kind


def captured_scene(wrong: WrongPair, by: str, source: str, tolerance: Tolerance) -> Scene:
    """The pair as a scene with the engine's answer and the truth."""
    return _scene(wrong, wrong.fault.symptom.value, by, source, tolerance)


def captured_pair_scene(asked: CapturedPair, by: str, source: str, tolerance: Tolerance) -> Scene:
    """Any pair of a capture as a scene with the truth and, if there is one, the engine's answer."""
    if asked.answer == SolverAnswer():
        return replace(_scene(asked, "no answer", by, source, tolerance), reported=())
    fault, judgement = judge_pair(asked.answer, asked.pair, tolerance)
    right = "not judged" if judgement.by_triangles and judgement.right is None else "right"
    return _scene(asked, right if fault is None else fault.symptom.value, by, source, tolerance)


def _scene(asked: CapturedPair | WrongPair, verdict: str, by: str, source: str, tolerance: Tolerance) -> Scene:
    a, b = asked.ids
    return Scene(
        name=f"{verdict}: {' and '.join(kinds_of(asked.pair))}",
        bodies=bodies_of(asked.pair),
        about=f"{by}: {verdict} at tick {asked.tick}, A is {a}, B is {b}.",
        source=f"{source}, pair {asked.number}",
        pairs=(PAIR,),
        expected=certified_truth(asked.pair, tolerance),
        reported=(as_report(asked.answer, PAIR, by),),
        opens=_opening(asked.pair),
    )


def _opening(pair: PlacedPair) -> Opening:
    """Answers about meshes that are not convex are judged by the algorithm that searches their triangles."""
    concave = are_of_triangles(block_of([pair])).any()
    return Opening(algorithm="mesh-distance") if concave else AS_CONTENTS


def live_scene(pair: PlacedPair, answer: SolverAnswer, tick: int, by: str) -> Scene:
    """A pair of a stream as a scene with the engine's answer, if there is one.  This has to be fast."""
    return Scene(
        name=" and ".join(kinds_of(pair)),
        bodies=bodies_of(pair),
        about=f"{by}, tick {tick}.",
        pairs=(PAIR,),
        reported=() if answer == SolverAnswer() else (as_report(answer, PAIR, by),),
    )


def scene_file_name(rank: int, wrong: WrongPair) -> str:
    """The name of a scene's file; `rank` is 1 for the worst."""
    return f"{rank:04}-{wrong.fault.symptom.file_name}-{'-'.join(kinds_of(wrong.pair))}.json"
