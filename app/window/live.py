"""A live connection beside the window: a thread reads what an engine streams, and a `JudgingJob` judges it.

The listener outlives its connections.  Each connection fills its own `CaptureStore` through `LiveLine.job`.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import CapturePhase, CaptureRun, CaptureSource, CaptureTable, LiveLink
from gjkscope.app.window.capturing import Fed, JudgingJob

if TYPE_CHECKING:  # imported when the window listens
    from gjkscope.app.ask.solvers.solver import SolverAnswer
    from gjkscope.app.bring.capture.listening.listener import ConnectionEvent
    from gjkscope.app.judge.captures.live import LiveBlock
    from gjkscope.app.judge.captures.store import CaptureStore
    from gjkscope.app.judge.hunting.workers import BackgroundWorkers
    from gjkscope.engine.shapes.kinds import PlacedPair

MOST_PAIRS = 150_000  # that are kept, and as many again before the oldest are dropped: some 130 MB
MOST_ITERATION_BYTES = 128 << 20
INTERVAL = 0.04  # seconds between two updates of what is shown
GATHER = 0.03  # seconds in which pairs are gathered: judging a few takes as long as judging a thousand
UNNAMED = "Engine"  # an engine that sends no name
WINDOW = 1.0  # seconds over which the rate is taken
QUIET = 0.1  # seconds after which a tick is complete even if no later one has begun


class TracedPair(NamedTuple):
    """The traced pair at the newest tick."""

    tick: int
    pair: "PlacedPair"
    answer: "SolverAnswer"


class ShownLive(NamedTuple):
    """What the window has shown of a connection, to detect the user's choices since."""

    run: CaptureRun | None = None
    tick: int | None = None
    pair: int | None = None
    following: bool = True
    first: int = 0  # number of the first pair that stops at a wrong answer


class LiveLine:
    """Listens, and passes what arrives to the judging job of the present connection.

    The window's thread calls all methods, except for the feed of a job, which the job's thread calls.  `wake` is called
    from other threads when a connection begins or ends.
    """

    def __init__(self, port: int, wake: Callable[[], None]) -> None:
        """Raises `OSError` if the port cannot be used."""
        from gjkscope.app.bring.capture.listening.listener import Listener
        from gjkscope.app.judge.hunting.workers import background_executor

        self._listener = Listener(port=port, wake=wake)
        self._wake = wake
        self._lock = Lock()
        self._link = LiveLink(self._listener.address)
        self._shown: LiveLink | None = None
        self._dropped_before = 0
        self._recent: deque[tuple[float, int]] = deque()
        self._last_arrival = 0.0
        self._sent: int | None = None
        self.traced: tuple[int, int] | None = None
        self._found: TracedPair | None = None
        self._is_closed = False
        self._processes = ExitStack()
        self._workers = self._processes.enter_context(background_executor(1, is_urgent=True))
        self._workers.prepare()  # so that the first pairs need not wait for it
        self.job: JudgingJob | None = None  # that of the last connection
        self.shown = ShownLive()

    @property
    def link(self) -> LiveLink:
        """What is received now."""
        with self._lock:
            now = monotonic()
            while self._recent and self._recent[0][0] < now - WINDOW:
                self._recent.popleft()
            rate = sum(pairs for _, pairs in self._recent) / WINDOW
            return replace(self._link, rate=rate, dropped=self._listener.dropped - self._dropped_before)

    def newest_tick(self, table: CaptureTable) -> int | None:
        """The newest tick of a table that is complete; None if there is none."""
        ticks = table.timeline.ticks
        if not len(ticks):
            return None
        is_quiet = not self._link.peer or monotonic() - self._last_arrival > QUIET
        return int(ticks[-1 if is_quiet or len(ticks) == 1 else -2])

    @property
    def sent(self) -> int | None:
        """When the newest pairs were sent, microseconds since 1970."""
        return self._sent

    def newest_pair(self) -> TracedPair | None:
        """The traced pair, if it has arrived since the last call."""
        with self._lock:
            pair, self._found = self._found, None
            return pair

    def begun(self, tolerance: float) -> JudgingJob | None:
        """The job of a connection that has begun since the last one ended; None if there is none."""
        from gjkscope.app.bring.capture.listening.listener import ConnectionChange, ConnectionEvent

        while self.job is None or not self.job.run.is_running:
            taken = self._listener.take(0.0)
            if taken is None:
                return None
            if not isinstance(taken, ConnectionEvent):
                continue  # the rest of an abandoned connection
            if taken.change is ConnectionChange.CONNECTED:
                return self._begin(taken.peer, tolerance)
            self._end(taken)
        return None

    def hang_up(self) -> None:
        """Ends the current connection; the program may connect again."""
        self._listener.hang_up()

    def close(self) -> None:
        """Stops listening.  What has arrived is still judged."""
        self._listener.close()
        with self._lock:
            self._is_closed = True
            if self.job is None or not self.job.run.is_running:
                self._processes.close()

    def end(self) -> None:
        """Ends everything, because the window closes."""
        self._workers.abandon()
        self.close()

    @contextmanager
    def _lend(self, _: int) -> Iterator["BackgroundWorkers"]:
        try:
            yield self._workers
        finally:
            with self._lock:
                if self._is_closed:
                    self._processes.close()

    # --- connections ---

    def _begin(self, peer: str, tolerance: float) -> JudgingJob:
        from gjkscope.app.judge.captures.store import CaptureStore

        with self._lock:
            self._dropped_before = self._listener.dropped
            self._link = LiveLink(self._link.address, peer)
            self._sent = self._found = None
            self._recent.clear()
        self.traced, self.shown = None, ShownLive()
        store = CaptureStore(MOST_PAIRS, MOST_ITERATION_BYTES)
        run = CaptureRun(
            CapturePhase.JUDGING, peer, source=CaptureSource.LIVE, tolerance=tolerance, table=store.table()
        )
        self.job = JudgingJob(run, store, self._feed(store), self._wake, 1, INTERVAL, self._lend, self._engine)
        return self.job

    def _engine(self) -> str:
        return self._link.by or UNNAMED

    def _end(self, event: "ConnectionEvent") -> None:
        from gjkscope.app.bring.capture.listening.listener import ConnectionChange

        is_refused = event.change is ConnectionChange.REFUSED
        verb = "was refused" if is_refused else "was lost"
        remark = f"{event.peer} {verb}: {event.words}" if event.words else ""
        with self._lock:
            self._link = replace(self._link, peer="", remark=remark, is_refused=is_refused)

    def _feed(self, store: "CaptureStore") -> Callable[[], Fed]:
        from gjkscope.app.bring.capture.listening.listener import ConnectionEvent
        from gjkscope.app.bring.capture.records import CaptureError
        from gjkscope.app.judge.captures.live import LiveReader

        reader, next_take = LiveReader(), 0.0

        def feed() -> Fed:
            nonlocal next_take
            if monotonic() < next_take:
                return Fed.NOTHING_YET
            next_take = monotonic() + GATHER
            taken = self._listener.take(0.0)
            if taken is None:
                return Fed.NOTHING_YET
            if isinstance(taken, ConnectionEvent):
                self._end(taken)
                self._wake()
                return Fed.ALL
            try:
                block = reader.read(taken)
            except CaptureError as fault:
                self._listener.refuse(str(fault))
                return Fed.NOTHING_YET
            store.append(block.capture)
            self._note(block)
            return Fed.SOME

        return feed

    def _note(self, block: "LiveBlock") -> None:
        from gjkscope.app.bring.capture.reader import UNKNOWN_WRITER

        capture = block.capture
        with self._lock:
            link = self._link
            by = "" if capture.by == UNKNOWN_WRITER else capture.by
            self._link = replace(link, by=by, pairs=link.pairs + capture.total, lost=link.lost + capture.lost)
            if not capture.total:
                return
            self._last_arrival = monotonic()
            self._recent.append((self._last_arrival, capture.total))
            self._sent = block.sent
            self._look_for_pair(block)

    def _look_for_pair(self, block: "LiveBlock") -> None:
        """The newest state of the traced pair; A and B may have been swapped since."""
        if self.traced is None:
            return
        capture, wanted = block.capture, np.array(self.traced, np.uint64)
        rows = np.flatnonzero((capture.ids == wanted).all(axis=1))
        if len(rows):
            row = int(rows[-1])
            self._found = TracedPair(int(capture.ticks[row]), capture.pairs.pair(row), capture.answers.answer(row))
