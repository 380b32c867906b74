"""Runs a hunt: chunks on an executor, the failures that they find, and one simple example of each kind."""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from itertools import count
from time import monotonic
from typing import NamedTuple

from gjkscope.app.judge.hunting.chunks import (
    ChunkResult,
    FailureGroup,
    FoundFailure,
    GroupKey,
    HuntPlan,
    add_group,
    run_chunk,
)
from gjkscope.app.judge.hunting.minimising import minimise
from gjkscope.app.judge.hunting.symptoms import Symptom

POLL = 0.1  # seconds between two looks at whether to stop
AHEAD = 2  # chunks that wait for each worker, so that none is idle
DEFAULT_COUNT = 20_000
MOST_GIVEN_UP = 3  # consecutive chunks that were abandoned because of timeouts: more of them would show nothing new


class HuntLimits(NamedTuple):
    """The number of pairs and the seconds after which a hunt ends, whichever is reached first; None: no limit."""

    pairs: int | None = None
    seconds: float | None = None

    def chunks(self, size: int) -> int | None:
        """The number of chunks of a size; the last one may exceed the count."""
        if self.pairs is None and self.seconds is not None:
            return None
        return -(-(self.pairs or DEFAULT_COUNT) // size)


class FoundGroup(NamedTuple):
    """Failures with one symptom for shapes of two types."""

    key: GroupKey
    group: FailureGroup  #: with its simplest example minimised


class HuntProgress(NamedTuple):
    """How far a hunt is."""

    phase: str  # "hunting" or "minimising"
    done: int  # pairs, or groups
    total: int | None  # the same; None: until the time is over
    failures: int
    seconds: float  # since the beginning
    limit: float | None  # seconds
    found: tuple[FoundGroup, ...] = ()  # so far, in the order of `HuntReport.found`


class HuntReport(NamedTuple):
    """What a hunt found; groups with the most severe failures first.

    >>> from gjkscope import HuntReport, hunt
    >>> report = hunt(lambda a, pose_a, b, pose_b: None, kinds=["sphere"], count=20, chunk=20)
    >>> isinstance(report, HuntReport), report.tried, report.skipped, report.failures, report.found
    (True, 0, 20, 0, ())
    """

    solver: str  #: its name and version
    tried: int  #: the number of pairs that it answered
    skipped: int  #: the number of pairs that it does not take
    seconds: float  #: seconds that the hunt took
    seed: int  #: of the pairs
    found: tuple[FoundGroup, ...]  #: failures of one symptom and kind each, with the simplest pair
    interrupted: bool = False  #: whether it was ended early
    gave_up: bool = False  #: whether it ended early because the solver timed out too often

    @property
    def failures(self) -> int:
        """The number of wrong answers."""
        return sum(entry.group.total for entry in self.found)


OnProgress = Callable[[HuntProgress], None]


def run_hunt(
    plan: HuntPlan,
    title: str,
    limits: HuntLimits,
    executor: Executor,
    workers: int = 1,
    on_progress: OnProgress = lambda _: None,
    stopped: Callable[[], bool] = lambda: False,
) -> HuntReport:
    """Hunts until a limit is reached, then minimises an example of each group.

    Once `stopped()`, it returns what was found, without minimising the rest.  The chunks are added in order, so the
    result depends on their number only.  A solver that always hangs is abandoned after `MOST_GIVEN_UP` chunks.
    """
    started = monotonic()
    tried = skipped = given_up = 0
    groups: dict[GroupKey, FailureGroup] = {}
    ranked: list[FoundGroup] = []  # in the end

    def progress(phase: str, done: int, total: int | None) -> None:
        failures = sum(group.total for group in groups.values())
        so_far = tuple(ranked or rank_groups(groups))
        on_progress(HuntProgress(phase, done, total, failures, monotonic() - started, limits.seconds, so_far))

    chunks = limits.chunks(plan.chunk)
    total = None if chunks is None else chunks * plan.chunk
    for result in _results(executor, workers, plan, limits, started, stopped):
        tried, skipped = tried + result.tried, skipped + result.skipped
        for key, group in result.groups.items():
            add_group(groups, key, group)
        progress("hunting", tried + skipped, total)
        given_up = given_up + 1 if result.gave_up else 0
        if given_up == MOST_GIVEN_UP:
            break
    seconds = monotonic() - started
    ranked += rank_groups(groups)
    _minimise(executor, plan, ranked, lambda done: progress("minimising", done, len(ranked)), stopped)
    return HuntReport(title, tried, skipped, seconds, plan.seed, tuple(ranked), stopped(), given_up == MOST_GIVEN_UP)


def rank_groups(groups: dict[GroupKey, FailureGroup]) -> list[FoundGroup]:
    """The most severe first."""
    return [FoundGroup(*item) for item in sorted(groups.items(), key=_rank)]


def _rank(item: tuple[GroupKey, FailureGroup]) -> tuple[int, float, int, tuple[str, str]]:
    """The sort key: first symptoms that no number measures, in their order, and then the greatest error."""
    (symptom, kinds), group = item
    return min(SYMPTOMS.index(symptom), MEASURED), -group.worst.error, SYMPTOMS.index(symptom), kinds


SYMPTOMS = list(Symptom)
MEASURED = SYMPTOMS.index(Symptom.WRONG_VERDICT) + 1  # from here on, the error says how severe a failure is


def _results(
    executor: Executor,
    workers: int,
    plan: HuntPlan,
    limits: HuntLimits,
    started: float,
    stopped: Callable[[], bool],
) -> Iterator[ChunkResult]:
    """The results of the chunks, in order."""
    chunks = limits.chunks(plan.chunk)
    numbers = count() if chunks is None else iter(range(chunks))
    waiting: deque[Future[ChunkResult]] = deque()
    try:
        while not stopped():
            while len(waiting) < AHEAD * workers and not _is_over(limits, started):
                number = next(numbers, None)
                if number is None:
                    break
                waiting.append(executor.submit(run_chunk, plan, number))
            if not waiting:
                return
            if wait(list(waiting)[:1], POLL).done:
                yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _is_over(limits: HuntLimits, started: float) -> bool:
    return limits.seconds is not None and monotonic() - started >= limits.seconds


def _minimise(
    executor: Executor,
    plan: HuntPlan,
    entries: list[FoundGroup],
    on_done: Callable[[int], None],
    stopped: Callable[[], bool],
) -> None:
    """Replaces the simplest example of each group by a minimised one."""
    hangs = sum(entry.key[0] is Symptom.HANG for entry in entries)
    futures = {executor.submit(minimise, plan, entry.group.simplest, hangs): i for i, entry in enumerate(entries)}
    pending: set[Future[FoundFailure]] = set(futures)
    while pending and not stopped():
        on_done(len(futures) - len(pending))
        done, pending = wait(pending, POLL, FIRST_COMPLETED)
        for future in done:
            key, group = entries[futures[future]]
            entries[futures[future]] = FoundGroup(key, group._replace(simplest=future.result()))
    for future in pending:
        future.cancel()
