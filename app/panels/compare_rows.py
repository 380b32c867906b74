"""What stands in the table of all algorithms: measured answers and runs under other conditions, found by `Later`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from statistics import median
from time import get_clock_info, perf_counter, thread_time

from app.identity import Identity
from app.traces import PlacedPair
from engine.bounds import size
from engine.compare import Difference, Refusal, Row, first_difference, row_of
from engine.judge import Judgement, judge
from engine.options import Options
from engine.query import ALGORITHMS
from engine.result import NotApplicable
from engine.shapes import Mesh

RUNS, ENOUGH = 5, 0.05  # an algorithm's time is the median of so many runs, or of as many as fill so many seconds

# The thread's own time, so that frames drawn meanwhile do not count; where that is too coarse, time as it passes.
CLOCK = thread_time if get_clock_info("thread_time").resolution < 1e-6 else perf_counter


@dataclass(frozen=True)
class Variant:
    """The chosen algorithm's run under another condition, beside the run that is shown."""

    row: Row
    parting: Difference | None  # where it decides otherwise first; None where it never does
    incomparable: str | None  # why the two cannot be compared step by step


def measured(pair: PlacedPair, algorithm: str, options: Options) -> Row | Refusal:
    """The algorithm's answer about the pair, with the median of its times."""
    try:
        row = row_of(*pair, algorithm, options, CLOCK)
    except NotApplicable as reason:
        return Refusal(algorithm, ALGORITHMS[algorithm].title, str(reason))
    seconds = [row.seconds]
    while len(seconds) < RUNS and sum(seconds) < ENOUGH:
        seconds.append(_seconds(pair, algorithm, options))
    return replace(row, seconds=median(seconds))


def _seconds(pair: PlacedPair, algorithm: str, options: Options) -> float:
    began = CLOCK()
    ALGORITHMS[algorithm].trace(*pair, options)
    return CLOCK() - began


def variant(pair: PlacedPair, algorithm: str, base: Options, options: Options, swapped: bool) -> Variant | Refusal:
    """The run with `options`, on B–A where `swapped`, and where it parts from the run of A–B with `base`."""
    a, pose_a, b, pose_b = pair
    found = measured((b, pose_b, a, pose_a) if swapped else pair, algorithm, options)
    if isinstance(found, Refusal):
        return found
    shown = row_of(*pair, algorithm, base, CLOCK)
    try:
        return Variant(found, first_difference(shown.trace, found.trace, inf, swapped), None)
    except ValueError as reason:
        return Variant(found, None, str(reason))


def judged(pair: PlacedPair, rows: Sequence[Row]) -> dict[str, Judgement]:
    """Who is right and who is wrong, by algorithm."""
    return _judged(pair, tuple(Identity(row) for row in rows))


@lru_cache(maxsize=4)
def _judged(pair: PlacedPair, rows: tuple[Identity, ...]) -> dict[str, Judgement]:
    a, pose_a, b, pose_b = pair
    meshes = isinstance(a, Mesh) or isinstance(b, Mesh)
    found = judge([row.value for row in rows], size(a, pose_a, b, pose_b), meshes)
    return {judgement.row.algorithm: judgement for judgement in found}
