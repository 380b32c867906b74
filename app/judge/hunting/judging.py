"""Judges the answers of a solver about a block of pairs.

Almost all answers are right, so they are judged in three stages, each slower than the one before:

1. In arrays: an answer that is as close to the batch's as the tolerance allows is right.
2. Normals that differ are judged by what they cost, and witness points by their distance from the surfaces: where
   several answers are equally good, a solver may give another one than ours.
3. What remains is judged like a report (`judge_report`), against the certified answer of `query`.

Stages 1 and 2 estimate the size of a pair from below, so that they accept nothing that stage 3 would not.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.runs.reports import is_about_hull, is_about_triangles, truth_of_triangles
from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, VERDICTS, AnswerBlock
from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.ask.solvers.tolerance import MOST_TOLERANT, Tolerance
from gjkscope.app.judge.hunting.symptoms import Fault, contact_fault, ending_fault, judged_fault
from gjkscope.app.judge.hunting.truth import are_of_triangles
from gjkscope.engine import batch
from gjkscope.engine.analysis.mesh_reports import judge_mesh_report
from gjkscope.engine.analysis.reports import ReportJudgement, gap_along, judge_report, tolerance_unit
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import query
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import PlacedPair, Point, Shape

Mask = npt.NDArray[np.bool_]


# A normal outside of these, such as zero, has no accurate direction in arrays: squares of its numbers may underflow or
# overflow.  `judge_report` decides.
SHORTEST_NORMAL, LONGEST_NORMAL = 1e-100, 1e100

# The longest side of a shape's box, as a multiple of the radius of its bounding ball: at least, and at most.
LEAST_SIDE, LONGEST_SIDE = 0.5, 2.1


class WrongAnswer(NamedTuple):
    """A wrong answer: the index of the pair in its block, what is wrong, and the judgement, if any."""

    place: int
    fault: Fault
    answer: SolverAnswer


def judge_pair(
    answer: SolverAnswer, pair: PlacedPair, tolerance: Tolerance, support: bool = False
) -> tuple[Fault | None, ReportJudgement]:
    """Judges an answer about one pair against the certified answer.

    `support`: whether to judge the support area of its contact points.  That needs the exact manifold, which takes
    longer than everything else, and is no fault of a distance query.
    """
    relative = tolerance.for_size(size_of(*pair))
    if is_about_triangles(answer.note, pair[0], pair[2]):
        judgement = judge_mesh_report(answer, truth_of_triangles(*pair), *pair, relative)
        return ending_fault(answer) or judged_fault(judgement, error_unit(pair)), judgement
    asked_hulls = is_about_hull(answer.note)
    judgement = judge_report(answer, _certify(*pair), *pair, relative, support, asked_hulls)
    return ending_fault(answer) or judged_fault(judgement, error_unit(pair)), judgement


def error_unit(pair: PlacedPair) -> float:
    """What errors are relative to, metres: the size of the pair; of points, their largest coordinate unless it is 0."""
    return size_of(*pair) or tolerance_unit(*pair) or 1.0


def allowed_error(pair: PlacedPair, tolerance: Tolerance) -> float:
    """The allowed error of the signed distance of a pair, metres; `slack_of` estimates it from below."""
    return tolerance.for_size(size_of(*pair)) * tolerance_unit(*pair)


def wrong_answers(
    block: PairBlock, answers: AnswerBlock, truth: batch.Results, tolerance: Tolerance
) -> Iterator[WrongAnswer]:
    """The answers that are wrong; answers to pairs that the solver does not take are not judged."""
    doubtful = [index for index, answer in answers.others.items() if answer.unsupported is None]
    plain = np.delete(np.arange(block.size), [*answers.others])
    doubtful += suspects(block, answers, truth, tolerance, plain).tolist()
    for index in sorted(doubtful):
        answer = answers.answer(index)
        fault = ending_fault(answer) or judge_pair(answer, block.pair(index), tolerance)[0]
        if fault is not None:
            yield WrongAnswer(index, fault, answer)


def wrong_contacts(block: PairBlock, answers: AnswerBlock, tolerance: Tolerance) -> Iterator[WrongAnswer]:
    """The answers whose contact points are wrong; separated pairs need none."""
    for index in range(block.size):
        answer = answers.answer(index)
        if answer.unsupported is not None:
            continue
        fault = ending_fault(answer)
        if fault is None:
            pair = block.pair(index)
            judgement = judge_pair(answer, pair, tolerance, support=True)[1]
            fault = None if judgement.of_mesh or judgement.by_triangles else contact_fault(judgement, error_unit(pair))
        if fault is not None:
            yield WrongAnswer(index, fault, answer)


@lru_cache(maxsize=1 << 10)
def _certify(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Result:
    """`query`, cached: a survey asks about the same pair for each engine that is wrong about it."""
    return query(a, pose_a, b, pose_b)


# --- stages 1 and 2 ---


class _Side(NamedTuple):
    """One side of the pairs that are judged."""

    shapes: list[Shape]
    poses: Floats  # (n, 4, 4)
    balls: Floats  # (n,) radii of bounding balls around the shapes' origins, metres


def slack_of(block: PairBlock, tolerance: Tolerance) -> Floats:
    """(N,) the allowed errors of the signed distances, metres, estimated from below."""
    return _slack(*_sides(block), tolerance)


def _sides(block: PairBlock) -> tuple[_Side, _Side]:
    balls = np.full(len(block.shapes), np.nan)
    for i in {*block.a.tolist(), *block.b.tolist()}:  # a part of a block has few of its shapes
        balls[i] = bounding_sphere(block.shapes[i], ORIGIN)[1]
    a = _Side(block.side_a, block.poses_a, balls[block.a])
    return a, _Side(block.side_b, block.poses_b, balls[block.b])


@np.errstate(all="ignore")  # squares of tiny or huge reported numbers are zero or infinite: these become suspects
def suspects(
    block: PairBlock, answers: AnswerBlock, truth: batch.Results, tolerance: Tolerance, which: Integers
) -> Integers:
    """Of the pairs with these indices, those whose answers may be wrong."""
    some = block.only(which)
    a, b = _sides(some)
    slack = _slack(a, b, tolerance)
    best, distance = truth.signed_distance[which], answers.signed_distance[which]
    wrong = ~(np.isnan(distance) | (np.abs(distance - best) <= slack)) | np.isnan(best)
    of_triangles = are_of_triangles(some)
    wrong |= ~_verdicts_fine(answers.verdict[which], best, slack)
    wrong |= ~_normals_fine(answers.normal[which], some, a, b, best, truth.normal[which], slack, ~wrong)
    apart = np.linalg.norm(answers.witness_b[which] - answers.witness_a[which], axis=1)
    claimed = np.abs(np.where(np.isnan(distance), best, distance))
    wrong |= ~(np.isnan(apart) | (np.abs(apart - claimed) <= slack))
    wrong |= ~_on_surface(answers.witness_a[which], a, truth.witness_a[which], slack, ~wrong & ~of_triangles)
    wrong |= ~_on_surface(answers.witness_b[which], b, truth.witness_b[which], slack, ~wrong & ~of_triangles)
    unknown = of_triangles & np.isnan(best)
    wrong[unknown] = ~_bounds_fine(answers, truth, which[unknown], slack[unknown])
    return which[wrong]


ORIGIN = Pose()


def _bounds_fine(answers: AnswerBlock, truth: batch.Results, which: Integers, slack: Floats) -> Mask:
    """Of pairs of triangles that overlap, or of which no distance is known: whether nothing contradicts the bounds.

    What is inside a closed mesh overlaps the solid, but not the surface: there nothing is judged.
    """
    said, verdict = answers.signed_distance[which], answers.verdict[which]
    overlap, apart = truth.upper[which] < -slack, truth.lower[which] > slack
    claims_gap = (said > slack) | (verdict == VERDICTS.index(Verdict.SEPARATED))
    claims_overlap = (said < -slack) | (verdict == VERDICTS.index(Verdict.PENETRATING))
    fine = ~(overlap & (claims_gap | (verdict == VERDICTS.index(Verdict.TOUCHING)))) & ~(apart & claims_overlap)
    fine &= np.isnan(said) | (said < 0) | (said <= truth.upper[which] + slack) | overlap
    return np.asarray(fine | (truth.exit[which] == Exit.CONTAINED))


def _slack(a: _Side, b: _Side, tolerance: Tolerance) -> Floats:
    """(n,) the allowed errors, metres, estimated from below."""
    ball = np.maximum(a.balls, b.balls)
    away = np.maximum(np.abs(a.poses[:, :3, 3]).max(axis=1) - a.balls, np.abs(b.poses[:, :3, 3]).max(axis=1) - b.balls)
    least: Floats | float = 0.0
    if tolerance.least:
        with np.errstate(divide="ignore"):  # points have no size
            least = np.minimum(tolerance.least / (LONGEST_SIDE * ball), MOST_TOLERANT)
    return np.asarray(np.maximum(tolerance.relative, least) * np.maximum(LEAST_SIDE * ball, away))


def _verdicts_fine(said: npt.NDArray[np.int8], best: Floats, slack: Floats) -> Mask:
    """Whether the verdicts that were given are those of the true distances, up to the tolerance."""
    fine = (said == NO_VERDICT) | (said == VERDICTS.index(Verdict.UNDECIDED))
    fine |= (said == VERDICTS.index(Verdict.SEPARATED)) & (best > -slack)
    fine |= (said == VERDICTS.index(Verdict.PENETRATING)) & (best < slack)
    return np.asarray(fine | (said == VERDICTS.index(Verdict.TOUCHING)) & (np.abs(best) <= slack))


def _normals_fine(
    given: Floats,
    some: PairBlock,
    a: _Side,
    b: _Side,
    best: Floats,
    normals: Floats,
    slack: Floats,
    wanted: Mask,
) -> Mask:
    """Whether the normals prove as much as the true distances, up to the tolerance.

    The gap along a direction changes by at most the reach of B − A times the change of the direction.
    """
    absent = np.isnan(given[:, 0])
    lengths = np.linalg.norm(given, axis=1)
    usual = (lengths > SHORTEST_NORMAL) & (lengths < LONGEST_NORMAL)
    units = given / np.where(usual, lengths, 1.0)[:, None]
    reach = np.linalg.norm(b.poses[:, :3, 3] - a.poses[:, :3, 3], axis=1) + a.balls + b.balls
    fine = np.asarray(absent | (np.linalg.norm(units - normals, axis=1) * reach <= slack))
    fine &= absent | usual
    for i in np.flatnonzero(~fine & wanted & usual).tolist():
        x, y, z = units[i].tolist()
        fine[i] = best[i] - gap_along((x, y, z), *some.pair(i)) <= slack[i]
    return fine


def _on_surface(points: Floats, side: _Side, truth: Floats, slack: Floats, wanted: Mask) -> Mask:
    absent = np.isnan(points[:, 0])
    fine = np.asarray(absent | (np.linalg.norm(points - truth, axis=1) <= slack))
    rest = np.flatnonzero(~fine & wanted)
    if len(rest):
        places = np.tile(np.eye(4), (len(rest), 1, 1))
        places[:, :3, 3] = points[rest]
        distances = batch.signed_distance(Point(), places, [side.shapes[i] for i in rest], side.poses[rest])
        fine[rest] = np.abs(distances.signed_distance) <= slack[rest]
    return fine
