"""Runs a function in a background thread, so that the window stays responsive."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

from gjkscope.engine.cancellation import cancellable_by

Outcome = TypeVar("Outcome")


class BackgroundJob(Generic[Outcome]):
    """A running job; `wake` is called from its thread when it finishes, unless it was cancelled."""

    def __init__(self, function: Callable[[], Outcome], wake: Callable[[], None]) -> None:
        self._function = function
        self._wake = wake
        self._outcome: list[Outcome] = []
        self._fault: Exception | None = None
        self._over, self._off = Event(), Event()
        Thread(target=self._run, name="background", daemon=True).start()

    def wait(self, seconds: float | None) -> bool:
        """Waits for at most `seconds`, or without limit for None; returns whether the job has finished."""
        return self._over.wait(seconds)

    def outcome(self) -> Outcome:
        """The result of the finished job.  Raises the exception that the function raised."""
        if self._fault is not None:
            raise self._fault
        return self._outcome[0]

    def cancel(self) -> None:
        """Requests cancellation, which takes effect at the function's next checkpoint; its result is discarded."""
        self._off.set()

    def _run(self) -> None:
        try:
            with cancellable_by(self._off.is_set):
                self._outcome.append(self._function())
        except Exception as fault:  # re-raised by `outcome`
            self._fault = fault
        self._over.set()
        if not self._off.is_set():
            self._wake()
