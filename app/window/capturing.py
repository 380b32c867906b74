"""Judges the pairs of a capture while the window stays responsive: in other processes, which a thread follows.

`JudgingJob` judges what a `CaptureStore` receives from any source: `feed` appends the next block, and tells whether
more may come.  `file_feed` feeds a file.
"""

from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from enum import Enum, auto
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import CapturePhase, CaptureRun, CaptureSource, CaptureTable
from gjkscope.app.window.reading import CaptureFile

if TYPE_CHECKING:  # imported by the thread: that takes longer than a frame
    from gjkscope.app.judge.captures.store import CaptureStore, DoubtfulPair
    from gjkscope.app.judge.hunting.workers import BackgroundWorkers

INTERVAL = 0.25  # seconds between two updates of what is shown, at least
LISTING = 0.25  # seconds between two updates of the list
SHARE = 0.2  # of the thread's time, at most, for these updates
HEARTBEAT = 1.0  # seconds more if nothing has changed but rates
PART = 25_000  # pairs that are judged at once: a third of a second
MOST_CERTIFIED = 2_000  # suspects: where an engine is wrong everywhere, certifying all answers would take hours
TOGETHER = 8  # suspects that are certified at once


class Fed(Enum):
    """What a feed has appended to the store."""

    SOME = auto()
    NOTHING_YET = auto()
    ALL = auto()  # whether the feed has ended


# Seconds to wait for a process before the next look at what has arrived.
PATIENCE = {Fed.SOME: 0.0, Fed.NOTHING_YET: 0.01, Fed.ALL: INTERVAL}

Feed = Callable[[], Fed]
"""Appends what has arrived to the store, without waiting."""


Workers = Callable[[int], AbstractContextManager["BackgroundWorkers"]]
"""Lends this number of processes, which outlive the job."""


class JudgingJob:
    """Judging in progress; `wake` is called from its thread when `run` has changed."""

    def __init__(
        self,
        run: CaptureRun,
        store: "CaptureStore",
        feed: Feed,
        wake: Callable[[], None],
        jobs: int | None = None,
        interval: float = INTERVAL,
        workers: Workers | None = None,
        engine: Callable[[], str] | None = None,
    ) -> None:
        """`jobs` is the number of processes; by default one processor is left to the window.

        `interval` is the least time between two updates of what is shown, seconds.  `workers` lends running processes.
        `engine` returns the name of the engine, which a stream sends after it has begun.
        """
        self.run = self._known = run
        self.store = store
        self.tolerance = run.tolerance  # of the pairs that are judged next
        self._feed = feed
        self._wake = wake
        self._jobs = jobs
        self._interval = interval
        self._lend, self._engine = workers, engine
        self._compiling = ""
        self._stop = Event()
        self._is_over = Event()
        self._is_ended = False  # no one displays the result
        self._abandon: Callable[[], None] = lambda: None
        self._began: float | None = None  # when the first pairs had been judged: processes take seconds to start
        self._first = 0  # pairs judged then
        self._rate = 0.0  # pairs per second
        self._done = 0
        self._certified = 0
        self._next_update = self._next_listing = 0.0
        Thread(target=self._work, name="judging", daemon=True).start()

    def changed_run(self) -> CaptureRun | None:
        """`run`, if it has changed since the last call."""
        run, before = self.run, self._known
        self._known = run
        return None if run is before else run

    def stop(self) -> None:
        """Stops judging; what is already known is kept."""
        self._stop.set()
        self._abandon()

    def end(self) -> None:
        """Ends judging and its processes, because the capture is closed."""
        self._is_ended = True
        self.stop()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until judging is over and its processes have ended; returns whether they have."""
        return self._is_over.wait(seconds)

    # --- in the thread ---

    def _work(self) -> None:
        try:
            self._judge_all()
            self._show(CapturePhase.CANCELLED if self._stop.is_set() else CapturePhase.DONE)
        except (OSError, BrokenProcessPool) as fault:
            if self._stop.is_set():
                self._show(CapturePhase.CANCELLED)
            else:
                self._show(CapturePhase.FAILED, f"judging ended unexpectedly: {fault}")
        finally:
            self._is_over.set()

    def _judge_all(self) -> None:
        from gjkscope.app.judge.hunting.workers import background_executor, processors

        jobs = self._jobs or max(processors() - 1, 1)
        with (self._lend or background_executor)(jobs) as workers:
            if self._lend is None:
                self._abandon = workers.abandon
            if self._stop.is_set():
                self._abandon()
            self._follow(workers, jobs)

    def _follow(self, workers: "BackgroundWorkers", jobs: int) -> None:
        """Works until the feed ends and everything is judged."""
        preparation = workers.prepare()
        parts: dict[Future[Any], Any] = {}
        doubts: dict[Future[Any], list[DoubtfulPair]] = {}
        fed, is_new = Fed.SOME, False
        while not self._stop.is_set():
            fed = fed if fed is Fed.ALL else self._feed()
            is_new |= fed is Fed.SOME or bool(parts or doubts) or bool(workers.compiling)
            self._compiling = workers.compiling
            awaited: set[Future[Any]] = {preparation}
            if preparation.done():
                self._submit(workers.executor, parts, doubts, jobs)
                awaited = {*parts, *doubts}
            if awaited:
                wait(awaited, PATIENCE[fed], FIRST_COMPLETED)
                self._take(parts, doubts)
            elif fed is Fed.ALL:
                return
            elif fed is Fed.NOTHING_YET:
                self._stop.wait(PATIENCE[fed])
            if monotonic() >= self._next_update + (0.0 if is_new else HEARTBEAT):
                self._show(CapturePhase.JUDGING)
                is_new = False

    def _submit(
        self, executor: Executor, parts: dict[Future[Any], Any], doubts: dict[Future[Any], Any], jobs: int
    ) -> None:
        """Keeps the processes busy: with pairs first, and with some suspects at a time."""
        from gjkscope.app.ask.solvers.tolerance import Tolerance
        from gjkscope.app.judge.captures.judging import certified_answers, judge_part

        tolerance = Tolerance(self.tolerance)
        while len(parts) <= jobs and (part := self.store.unjudged(PART)) is not None:
            parts[executor.submit(judge_part, part.pairs, part.answers, tolerance)] = part.rows
        while len(doubts) <= (0 if parts else jobs) and self._may_certify:
            some = [doubt for _ in range(TOGETHER) if (doubt := self.store.next_doubt()) is not None]
            if not some:
                return
            self._certified += len(some)
            asked = [(doubt.pair, doubt.answer) for doubt in some]
            doubts[executor.submit(certified_answers, asked, tolerance)] = some

    @property
    def _may_certify(self) -> bool:
        """Whether suspects are still compared with certified answers; a stream drops old ones."""
        return self._certified < MOST_CERTIFIED or self.run.source is CaptureSource.LIVE

    def _take(self, parts: dict[Future[Any], Any], doubts: dict[Future[Any], "list[DoubtfulPair]"]) -> None:
        """Collects the results of the processes."""
        for future in [future for future in parts if future.done()]:
            rows = parts.pop(future)
            self.store.judge(rows, future.result())
            self._done += len(rows)
            if self._began is None:
                self._began, self._first = monotonic(), self._done
            else:
                self._rate = (self._done - self._first) / (monotonic() - self._began)
        for future in [future for future in doubts if future.done()]:
            for doubt, answer in zip(doubts.pop(future), future.result(), strict=True):
                self.store.certify(doubt.row, answer)

    def _show(self, phase: CapturePhase, fault: str = "") -> None:
        from gjkscope.app.scenes.capture_table import PairStatus

        if self._is_ended:
            return
        began = monotonic()
        table = self.store.table()
        self.run = replace(
            self.run,
            phase=phase,
            tolerance=self.tolerance,
            by=self.run.by if self._engine is None else self._engine(),
            compiling=self._compiling,
            done=self._done + int(np.count_nonzero(table.status == PairStatus.UNPLACED)),
            rate=self._rate,
            wrong=int(table.timeline.wrong.sum()) + self.store.dropped_wrong,
            suspects=int(np.count_nonzero(table.status == PairStatus.SUSPECT)),
            skipped=tuple((skipped.pairs, skipped.reason) for skipped in self.store.skipped),
            fault=fault,
            table=table,
            listed=self._list_table(table, phase),
        )
        self._next_update = monotonic() + max(self._interval, (monotonic() - began) / SHARE)
        self._wake()

    def _list_table(self, table: CaptureTable, phase: CapturePhase) -> CaptureTable:
        """The table for the list."""
        if self.run.listed is not None and phase is CapturePhase.JUDGING and monotonic() < self._next_listing:
            return self.run.listed
        self._next_listing = monotonic() + max(LISTING, self._interval)
        return table


def file_job(file: CaptureFile, name: str, tolerance: float, wake: Callable[[], None]) -> JudgingJob:
    """Begins to judge the pairs of a file; `tolerance` is relative to the size of the pair."""
    from gjkscope.app.bring.capture.reader import missing_words
    from gjkscope.app.judge.captures.store import CaptureStore

    index, store = file.places, CaptureStore()
    run = CaptureRun(
        CapturePhase.READING,
        name,
        file.path,
        by=index.by,
        tolerance=tolerance,
        total=index.total,
        remarks=tuple(missing_words(index.lost, index.cut)),
        table=store.table(),
    )
    return JudgingJob(run, store, file_feed(file, store), wake)


def file_feed(file: CaptureFile, store: "CaptureStore") -> Feed:
    """Appends the pairs of a file to the store, `PART` at a time."""
    from gjkscope.app.bring.capture.reader import capture_pairs, capture_part

    data, index = file.data, file.places
    load = partial(capture_pairs, data, index)
    begins = iter(range(0, index.total, PART))

    def feed() -> Fed:
        begin = next(begins, None)
        if begin is None:
            return Fed.ALL
        store.append(capture_part(data, index, begin, min(begin + PART, index.total)), load)
        return Fed.SOME

    return feed
