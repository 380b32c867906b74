"""Rows of the comparison table, computed by a worker: timed answers, and runs under other conditions."""

from collections.abc import Sequence
from functools import lru_cache
from math import inf
from time import get_clock_info, perf_counter, thread_time

from msgspec import Struct

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.engine.analysis.compare import ComparisonRow, Difference, NotSupported, first_difference, row_of
from gjkscope.engine.analysis.judge import Judgement, judge
from gjkscope.engine.options import Options
from gjkscope.engine.registry.algorithms import algorithm_for
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.shapes.kinds import FacetedShape, PlacedPair

RUNS, ENOUGH = 5, 0.05  # an algorithm's time is the median of this many runs, or of as many as fit in this many seconds

# CPU time of the thread, to exclude frames drawn meanwhile; wall-clock time if its resolution is too coarse.
CLOCK = thread_time if get_clock_info("thread_time").resolution < 1e-6 else perf_counter


class VariantRun(Struct, frozen=True):
    """A run of the chosen algorithm under another condition, compared with the run shown."""

    row: ComparisonRow
    parting: Difference | None  # the first different decision; None if all are the same
    incomparable: str | None  # why the two cannot be compared step by step


def time_row(pair: PlacedPair, algorithm: str, options: Options) -> ComparisonRow | NotSupported:
    """The algorithm's answer for the pair, with its median time."""
    from statistics import median  # the first frame need not wait for it

    try:
        row = row_of(*pair, algorithm, options, CLOCK)
    except NotApplicable as reason:
        return NotSupported(algorithm, CHOICES[algorithm].title, str(reason))
    seconds = [row.seconds]
    while len(seconds) < RUNS and sum(seconds) < ENOUGH:
        seconds.append(_seconds(pair, algorithm, options))
    return replace(row, seconds=median(seconds))


def _seconds(pair: PlacedPair, algorithm: str, options: Options) -> float:
    began = CLOCK()
    algorithm_for(algorithm, pair[0]).trace(*pair, options)
    return CLOCK() - began


def run_variant(
    pair: PlacedPair, algorithm: str, base: Options, options: Options, swapped: bool
) -> VariantRun | NotSupported:
    """The run with `options`, on B–A if `swapped`, and its first difference from the run of A–B with `base`."""
    a, pose_a, b, pose_b = pair
    row = time_row((b, pose_b, a, pose_a) if swapped else pair, algorithm, options)
    if isinstance(row, NotSupported):
        return row
    shown = row_of(*pair, algorithm, base, CLOCK)
    try:
        return VariantRun(row, first_difference(shown.trace, row.trace, inf, swapped), None)
    except ValueError as reason:
        return VariantRun(row, None, str(reason))


def judge_rows(pair: PlacedPair, rows: Sequence[ComparisonRow]) -> dict[str, Judgement]:
    """The judgement of each answer, by algorithm."""
    return _judge_rows(pair, tuple(Identity(row) for row in rows))


@lru_cache(maxsize=4)
def _judge_rows(pair: PlacedPair, rows: tuple[Identity, ...]) -> dict[str, Judgement]:
    a, pose_a, b, pose_b = pair
    meshes = isinstance(a, FacetedShape) or isinstance(b, FacetedShape)
    judgements = judge([row.value for row in rows], size(a, pose_a, b, pose_b), meshes)
    return {judgement.row.algorithm: judgement for judgement in judgements}
