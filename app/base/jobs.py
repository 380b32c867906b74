"""A worker that computes slow results in a background thread between frames, so that no frame waits for them.

    known = jobs.ask("row sat", compared_row, pair, "sat")   # in each frame that shows the result
    if known is not None: ...                                 # the newest result; `current`: for these arguments

Each request has a slot, which keeps its last result: while a pose changes, the result for the previous pose stays on
display.  After each frame `proceed` starts the requests of that frame, and cancels a job that it no longer requested.
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


class _Answered(NamedTuple):
    question: Job
    value: Any
    fault: Exception | None


class _Sought(NamedTuple):
    """The job in progress."""

    slot: str
    question: Job
    off: Event  # set to cancel the job


class JobQueue:
    """The worker; `announce` is called from its thread whenever a result is ready."""

    def __init__(self, announce: Callable[[], None] = lambda: None) -> None:
        self._announce = announce
        self._lock = Lock()  # guards the three attributes below, which both threads use
        self._waiting: dict[str, Job] = {}
        self._sought: _Sought | None = None
        self._thread: Thread | None = None
        self._asked: dict[str, Job] = {}
        self._unanswered = 0
        self._answers: dict[str, _Answered] = {}

    def ask(self, slot: str, function: Callable[..., Any], *arguments: Any) -> LatestResult | None:
        """Requests a result; returns the newest one in the slot, or None.  Raises the function's exception."""
        question = (function, *arguments)
        answer = self._answers.get(slot)
        current = answer is not None and answer.question == question
        if not current:
            self._asked[slot] = question
            self._unanswered += 1
        elif answer is not None and answer.fault is not None:
            raise answer.fault
        return None if answer is None or answer.fault is not None else LatestResult(answer.value, current)

    def proceed(self, still: bool) -> None:
        """Call after each frame: starts its requests if `still`, and discards them otherwise."""
        with self._lock:
            sought = self._sought
            if sought is not None and self._asked.get(sought.slot) != sought.question:
                sought.off.set()
            elif sought is not None and not sought.off.is_set():
                del self._asked[sought.slot]  # in progress
            self._waiting = self._asked if still else {}
            self._asked = {}
            self._unanswered = 0
            if not self._waiting or self._thread is not None:
                return
            self._thread = Thread(target=self._work, name="later", daemon=True)
        self._thread.start()

    @property
    def pending(self) -> int:
        """The number of requests in this frame that have no current result."""
        return self._unanswered

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
        while (sought := self._next()) is not None:
            answer = _answered(sought)
            if answer is not None:
                self._answers[sought.slot] = answer
                self._announce()

    def _next(self) -> _Sought | None:
        """The next job, in order of request; None if there is none."""
        with self._lock:
            slot = next(iter(self._waiting), None)
            if slot is None:
                self._thread = self._sought = None
            else:
                self._sought = _Sought(slot, self._waiting.pop(slot), Event())
            return self._sought


def _answered(sought: _Sought) -> _Answered | None:
    """Runs a job; None if it was cancelled.  An exception is kept, and raised by `ask`."""
    function, *arguments = sought.question
    try:
        with cancellable_by(sought.off.is_set):
            return _Answered(sought.question, function(*arguments), None)
    except Cancelled:
        return None
    except Exception as fault:
        return _Answered(sought.question, None, fault)
