"""How often solvers are wrong, as a function of one quantity: the gap, the depth, a ratio of sizes, flatness.

For each value of the quantity pairs are drawn with a seed of their own, all else as in ordinary families.  They are
judged in arrays, against the batch: an answer fails if its verdict is wrong, or if its signed distance is further from
the true one than the tolerance, or if there is none where the solver could have given one.  Normals and witness points
are not judged.  The tolerance is relative to the bounding ball of the larger shape and the largest coordinate of a
position, which is a little more than hunts allow.

The share of failures has a confidence interval: Wilson, Probable inference, the law of succession, and statistical
inference, Journal of the American Statistical Association 22(158), 1927.
"""

from collections.abc import Callable, Iterator
from math import sqrt
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, VERDICTS, AnswerBlock
from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.judge.hunting.chunks import HuntPlan, solver_of
from gjkscope.app.judge.hunting.families import (
    PairRequest,
    bounding_radii,
    drawn_half_extents,
    drawn_pool,
    least_radii,
    move_to_gap,
    scatter,
    truth_of,
)
from gjkscope.app.judge.hunting.random_parts import log_uniform
from gjkscope.app.judge.surveying.engines import engine_record
from gjkscope.engine.result import Verdict

QUANTILE = 1.959963984540054  # of the normal distribution, for an interval of 95 %
BLOCK = 500  # pairs that are drawn at a time, from one pool of shapes
KINDS = ("box", "sphere", "capsule", "cylinder", "hull", "triangle")  # that the algorithms of most engines take
GAPS = (0.01, 1.0)  # relative to the smaller shape, where the gap is not what varies

SEPARATED, TOUCHING, PENETRATING = (
    VERDICTS.index(v) for v in (Verdict.SEPARATED, Verdict.TOUCHING, Verdict.PENETRATING)
)


class VariedQuantity(NamedTuple):
    """What varies."""

    title: str  # of the axis
    values: tuple[float, float]  # the least and the greatest one
    draw: Callable[[PairRequest, float], PairBlock]


class RatePlan(NamedTuple):
    """What to measure."""

    solvers: tuple[str, ...]  # addresses
    along: str  # a key of `QUANTITIES`
    pairs: int = 2000  # for each value
    values: int = 25
    kinds: tuple[str, ...] = KINDS
    seed: int = 0
    tolerance: float | None = None  # relative; None: what each engine documents


class RatePoint(NamedTuple):
    """The answers about the pairs with one value of the quantity."""

    value: float
    judged: int
    wrong_verdicts: int
    wrong_distances: int  # with a right verdict
    silent: int  # neither a verdict nor a distance

    @property
    def failed(self) -> int:
        return self.wrong_verdicts + self.wrong_distances + self.silent

    @property
    def rate(self) -> float:
        """The share of failures; NaN if nothing could be judged."""
        return self.failed / self.judged if self.judged else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """The confidence interval of the share, 95 %."""
        return wilson_interval(self.failed, self.judged)


class RateCurve(NamedTuple):
    """One solver."""

    solver: str  # its address
    title: str  # with its version
    tolerance: Tolerance
    points: tuple[RatePoint, ...]


def wilson_interval(failed: int, judged: int) -> tuple[float, float]:
    """The shares that `failed` of `judged` do not contradict, at 95 %.

    >>> low, high = wilson_interval(0, 100)
    >>> low, round(high, 4)
    (0.0, 0.037)
    """
    if not judged:
        return 0.0, 1.0
    share, square = failed / judged, QUANTILE * QUANTILE
    middle = (share + square / (2 * judged)) / (1 + square / judged)
    reach = QUANTILE * sqrt(share * (1 - share) / judged + square / (4 * judged * judged)) / (1 + square / judged)
    return (0.0 if failed == 0 else middle - reach), (1.0 if failed == judged else middle + reach)


def measure_rates(
    plan: RatePlan,
    on_progress: Callable[[int, int], None] = lambda done, total: None,
    stopped: Callable[[], bool] = lambda: False,
) -> list[RateCurve]:
    """The curves of all solvers, about the same pairs; once `stopped()`, those of the values that are finished.

    Raises as `solver_at` does.
    """
    records = [engine_record(address) for address in plan.solvers]
    tolerances = [
        Tolerance(record.tolerance, record.least_error) if plan.tolerance is None else Tolerance(plan.tolerance)
        for record in records
    ]
    low, high = QUANTITIES[plan.along].values
    points: list[list[RatePoint]] = [[] for _ in plan.solvers]
    values = np.geomspace(low, high, plan.values).tolist()
    for number, value in enumerate(values):
        if stopped():
            break
        blocks = [*_blocks(plan, number, value)]
        for address, tolerance, own in zip(plan.solvers, tolerances, points, strict=True):
            own.append(_point(address, tolerance, value, blocks))
        on_progress(number + 1, len(values))
    curves = zip(plan.solvers, records, tolerances, points, strict=True)
    return [RateCurve(address, record.words, tolerance, tuple(own)) for address, record, tolerance, own in curves]


def _blocks(plan: RatePlan, number: int, value: float) -> Iterator[PairBlock]:
    for first in range(0, plan.pairs, BLOCK):
        random = np.random.default_rng([plan.seed, number, first])
        yield QUANTITIES[plan.along].draw(PairRequest(random, min(BLOCK, plan.pairs - first), plan.kinds), value)


def _point(address: str, tolerance: Tolerance, value: float, blocks: list[PairBlock]) -> RatePoint:
    solver = solver_of(HuntPlan(address))
    counts = np.zeros(4, np.int64)
    for block in blocks:
        counts += _counts(block, solver.ask_many(block), tolerance)
    judged, verdicts, distances, silent = counts.tolist()
    return RatePoint(value, judged, verdicts, distances, silent)


def _counts(block: PairBlock, answers: AnswerBlock, tolerance: Tolerance) -> list[int]:
    """The pairs that could be judged, wrong verdicts, wrong distances, and silence."""
    truth, radii = truth_of(block), np.maximum(*bounding_radii(block))
    coordinates = np.abs(np.concatenate([block.poses_a[:, :3, 3], block.poses_b[:, :3, 3]], axis=1)).max(axis=1)
    relative = np.array([tolerance.for_size(size) for size in (2 * radii).tolist()])
    slack = relative * (2 * radii + coordinates)
    taken = np.ones(block.size, np.bool_)
    for i, answer in answers.others.items():
        taken[i] = answer.unsupported is None
    said, verdict = answers.signed_distance, answers.verdict
    with np.errstate(invalid="ignore"):  # NaN: no distance
        claims = np.where(verdict != NO_VERDICT, verdict, np.where(said > 0, SEPARATED, PENETRATING))
        claims = np.where((verdict == NO_VERDICT) & np.isnan(said), NO_VERDICT, claims)
        wrong = (claims == SEPARATED) & (truth.upper < -slack)
        wrong |= (claims == PENETRATING) & (truth.lower > slack)
        wrong |= (claims == TOUCHING) & ((truth.lower > slack) | (truth.upper < -slack))
        far = (said > truth.upper + slack) | (said < truth.lower - slack)
    silent = claims == NO_VERDICT
    counted = (taken, taken & wrong, taken & far & ~wrong & ~silent, taken & silent)
    return [int(np.count_nonzero(mask)) for mask in counted]


# --- quantities ---


def _at_gap(request: PairRequest, value: float) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.8, 1.5)
    return move_to_gap(block, value * least_radii(block))


def _at_depth(request: PairRequest, value: float) -> PairBlock:
    return _at_gap(request, -value)


def _apart(request: PairRequest, block: PairBlock) -> PairBlock:
    return move_to_gap(block, log_uniform(request.random, *GAPS, request.pairs) * least_radii(block))


def _at_ratio(request: PairRequest, value: float) -> PairBlock:
    """Side A is smaller by this factor."""
    small, large = request._replace(sizes=_scaled(request, 1 / value)), request
    pool = drawn_pool(large)._replace(side_a=drawn_pool(small).side_a)
    return _apart(request, scatter(request, pool, 0.9, 1.5))


def _at_size(request: PairRequest, value: float) -> PairBlock:
    scaled = request._replace(sizes=_scaled(request, value))
    return _apart(scaled, scatter(scaled, drawn_pool(scaled), 0.8, 1.5))


def _scaled(request: PairRequest, factor: float) -> tuple[float, float]:
    low, high = request.sizes
    return low * factor, high * factor


def _at_flatness(request: PairRequest, value: float) -> PairBlock:
    """One extent of each shape is smaller by this factor."""

    def half_extents(count: int) -> Floats:
        thin = request.random.permuted(np.tile([1 / value, 1.0, 1.0], (count, 1)), axis=1)
        return np.asarray(drawn_half_extents(request, count) * thin)

    return _apart(request, scatter(request, drawn_pool(request, half_extents), 0.8, 1.5))


def _at_place(request: PairRequest, value: float) -> PairBlock:
    """Both shapes this far from the origin, metres."""
    block = _apart(request, scatter(request, drawn_pool(request), 0.8, 1.5))
    block.poses_a[:, 0, 3] += value
    block.poses_b[:, 0, 3] += value
    return block


QUANTITIES = {
    "gap": VariedQuantity("gap, relative to the smaller shape's radius", (1e-9, 10.0), _at_gap),
    "depth": VariedQuantity("depth, relative to the smaller shape's radius", (1e-9, 0.1), _at_depth),
    "ratio": VariedQuantity("ratio of the sizes", (1.0, 1e5), _at_ratio),
    "flatness": VariedQuantity("ratio of the extents of each shape", (1.0, 1e8), _at_flatness),
    "size": VariedQuantity("factor on all sizes, 1 being 0.2 to 2 m", (1e-6, 1e6), _at_size),
    "place": VariedQuantity("distance from the origin, metres", (0.1, 1e8), _at_place),
}
"""By the word after `--along`."""
