"""Runs a hunt: chunks on an executor, the failures that they find, and one simple example of each kind."""

from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import count
from time import monotonic
from typing import Any, NamedTuple

from gjkscope.app.hunting.chunks import (
    CHUNK,
    ChunkResult,
    FailureGroup,
    GroupKey,
    HuntPlan,
    add_group,
    complexity,
    run_chunk,
)
from gjkscope.app.hunting.minimising import minimised

AHEAD = 2  # chunks that wait for each worker, so that none is idle
DEFAULT_COUNT = 20_000


class HuntLimits(NamedTuple):
    """When a hunt ends: after so many pairs or so many seconds, whichever comes first; None: no limit."""

    count: int | None = None
    seconds: float | None = None

    @property
    def chunks(self) -> int | None:
        """The number of chunks; the last one may exceed the count."""
        if self.count is None:
            return None if self.seconds is not None else -(-DEFAULT_COUNT // CHUNK)
        return -(-self.count // CHUNK)


class HuntProgress(NamedTuple):
    """How far a hunt is."""

    phase: str  # "hunting" or "minimising"
    done: int  # pairs, or groups
    total: int | None  # the same; None: until the time is over
    failures: int
    seconds: float  # since the beginning
    limit: float | None  # seconds


class FoundGroup(NamedTuple):
    """Failures with one symptom for shapes of two types."""

    key: GroupKey
    group: FailureGroup  # with its simplest example minimised


class HuntReport(NamedTuple):
    """What a hunt found; groups in order of symptoms, those with more failures first."""

    solver: str
    tried: int
    skipped: int
    seconds: float
    seed: int
    found: tuple[FoundGroup, ...]
    interrupted: bool = False

    @property
    def failures(self) -> int:
        """The number of wrong answers."""
        return sum(one.group.count for one in self.found)


OnProgress = Callable[[HuntProgress], None]


def run_hunt(
    plan: HuntPlan,
    title: str,
    limits: HuntLimits,
    executor: Executor,
    workers: int = 1,
    on_progress: OnProgress = lambda _: None,
) -> HuntReport:
    """Hunts until a limit is reached, then minimises an example of each group.

    `KeyboardInterrupt` ends the hunting or minimising; what was found is returned.  The chunks that were done are
    always the first ones, and are added in order, so the result depends on their number only.
    """
    started = monotonic()
    tried = skipped = 0
    groups: dict[GroupKey, FailureGroup] = {}
    interrupted = False

    def progress(phase: str, done: int, total: int | None) -> None:
        failures = sum(group.count for group in groups.values())
        on_progress(HuntProgress(phase, done, total, failures, monotonic() - started, limits.seconds))

    chunks = _results(executor, workers, plan, limits, started)
    total = None if limits.chunks is None else limits.chunks * CHUNK
    try:
        for result in chunks:
            tried, skipped = tried + result.tried, skipped + result.skipped
            for key, group in result.groups.items():
                add_group(groups, key, group)
            progress("hunting", tried + skipped, total)
    except KeyboardInterrupt:
        interrupted = True
    finally:
        chunks.close()
    seconds = monotonic() - started
    ordered = sorted(groups.items(), key=lambda item: (list(type(item[0][0])).index(item[0][0]), -item[1].count, item[0][1]))
    try:
        simplest = _minimised(executor, plan, ordered, lambda done: progress("minimising", done, len(ordered)))
    except KeyboardInterrupt:
        interrupted, simplest = True, ordered
    return HuntReport(
        title, tried, skipped, seconds, plan.seed, tuple(FoundGroup(*one) for one in simplest), interrupted
    )


def _results(
    executor: Executor, workers: int, plan: HuntPlan, limits: HuntLimits, started: float
) -> Iterator[ChunkResult]:
    """The results of the chunks, in order."""
    numbers = iter(range(limits.chunks)) if limits.chunks is not None else count()
    waiting: list[Future[ChunkResult]] = []
    try:
        while True:
            while len(waiting) < AHEAD * workers and not _is_over(limits, started):
                number = next(numbers, None)
                if number is None:
                    break
                waiting.append(executor.submit(run_chunk, plan, number))
            if not waiting:
                return
            yield waiting.pop(0).result()
    finally:
        for future in waiting:
            future.cancel()


def _is_over(limits: HuntLimits, started: float) -> bool:
    return limits.seconds is not None and monotonic() - started >= limits.seconds


def _minimised(
    executor: Executor, plan: HuntPlan, groups: list[tuple[GroupKey, FailureGroup]], on_done: Callable[[int], None]
) -> list[tuple[GroupKey, FailureGroup]]:
    futures = {executor.submit(minimised, plan, group.simplest): i for i, (_, group) in enumerate(groups)}
    simplest = dict(enumerate(groups))
    pending: set[Future[Any]] = set(futures)
    try:
        while pending:
            on_done(len(futures) - len(pending))
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            for future in done:
                key, group = groups[futures[future]]
                found = future.result()
                if complexity(found.pair) <= complexity(group.simplest.pair):
                    simplest[futures[future]] = (key, group._replace(simplest=found))
    finally:
        for future in pending:
            future.cancel()
    return list(simplest.values())
