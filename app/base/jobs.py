"""A worker that computes slow results in a background thread between frames, so that no frame waits for them.

    known = jobs.request("row sat", compared_row, pair, "sat")  # in each frame that shows the result
    if known is not None: ...                                   # the newest result; `current`: for these arguments

Each request has a slot, which keeps its last result: while a pose changes, the result for the previous pose stays on
display.  After each frame, `run_due` starts its requests, and cancels a job that it no longer requested.
"""

from collections.abc import Callable
from threading import Event, Lock, Thread
from typing import Any, NamedTuple

from gjkscope.engine.cancellation import Cancelled, cancellable_by

Job = tuple[Any, ...]  # a function and its arguments, all immutable


class LatestResult(NamedTuple):
    """The newest result in a slot; `current`: it belongs to the present request rather than to an earlier one."""

    value: Any
    current: bool


class _FinishedJob(NamedTuple):
    job: Job
    value: Any
    error: Exception | None


class _RunningJob(NamedTuple):
    """The job in progress."""

    slot: str
    job: Job
    cancelled: Event  # set to cancel the job


class JobQueue:
    """The worker; `wake` is called from its thread whenever a result is ready."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self._lock = Lock()  # guards the three attributes below, which both threads use
        self._due: dict[str, Job] = {}
        self._running: _RunningJob | None = None
        self._thread: Thread | None = None
        self._requested: dict[str, Job] = {}
        self._pending = 0
        self._finished: dict[str, _FinishedJob] = {}

    def request(self, slot: str, function: Callable[..., Any], *arguments: Any) -> LatestResult | None:
        """Requests a result; returns the newest one in the slot, or None.  Raises the function's exception."""
        job = (function, *arguments)
        finished = self._finished.get(slot)
        current = finished is not None and finished.job == job
        if not current:
            self._requested[slot] = job
            self._pending += 1
        elif finished is not None and finished.error is not None:
            raise finished.error
        return None if finished is None or finished.error is not None else LatestResult(finished.value, current)

    def run_due(self, still: bool) -> None:
        """Call after each frame: starts its requests if `still`, and discards them otherwise."""
        with self._lock:
            running = self._running
            if running is not None and self._requested.get(running.slot) != running.job:
                running.cancelled.set()
            elif running is not None and not running.cancelled.is_set():
                del self._requested[running.slot]  # in progress
            self._due = self._requested if still else {}
            self._requested = {}
            self._pending = 0
            if not self._due or self._thread is not None:
                return
            self._thread = Thread(target=self._work, name="jobs", daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """The number of requests in this frame that have no current result."""
        return self._pending

    @property
    def busy(self) -> bool:
        """Whether a job is in progress."""
        return self._thread is not None

    def wait(self) -> None:
        """Blocks until no job is in progress."""
        thread = self._thread
        if thread is not None:
            thread.join()

    def _work(self) -> None:
        while (running := self._next()) is not None:
            finished = _run(running)
            if finished is not None:
                self._finished[running.slot] = finished
                self._wake()

    def _next(self) -> _RunningJob | None:
        """The next job, in order of request; None if there is none."""
        with self._lock:
            slot = next(iter(self._due), None)
            if slot is None:
                self._thread = self._running = None
            else:
                self._running = _RunningJob(slot, self._due.pop(slot), Event())
            return self._running


class JobQueues:
    """One worker per slot, for jobs that mostly wait for other processes: none waits for the others."""

    def __init__(self, wake: Callable[[], None] = lambda: None) -> None:
        self._wake = wake
        self._queues: dict[str, JobQueue] = {}

    def request(self, slot: str, function: Callable[..., Any], *arguments: Any) -> LatestResult | None:
        """As `JobQueue.request`."""
        queue = self._queues.get(slot)
        if queue is None:
            queue = self._queues[slot] = JobQueue(self._wake)
        return queue.request(slot, function, *arguments)

    def run_due(self, still: bool) -> None:
        """As `JobQueue.run_due`."""
        for queue in self._queues.values():
            queue.run_due(still)

    @property
    def pending(self) -> int:
        return sum(queue.pending for queue in self._queues.values())

    @property
    def busy(self) -> bool:
        return any(queue.busy for queue in self._queues.values())

    def wait(self) -> None:
        """Blocks until no job is in progress."""
        for queue in self._queues.values():
            queue.wait()


def _run(running: _RunningJob) -> _FinishedJob | None:
    """Runs a job; None if it was cancelled.  An exception is kept, and raised by `request`."""
    function, *arguments = running.job
    try:
        with cancellable_by(running.cancelled.is_set):
            return _FinishedJob(running.job, function(*arguments), None)
    except Cancelled:
        return None
    except Exception as error:
        return _FinishedJob(running.job, None, error)
