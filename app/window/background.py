"""Something done by a thread, while the window goes on."""

from collections.abc import Callable
from threading import Event, Thread
from typing import Generic, TypeVar

from gjkscope.engine.cancellation import called_off_by

Outcome = TypeVar("Outcome")


class Aside(Generic[Outcome]):
    """A function under way; `announce` is called, by the thread, when it is over, unless it was called off."""

    def __init__(self, function: Callable[[], Outcome], announce: Callable[[], None]) -> None:
        self._function = function
        self._announce = announce
        self._outcome: list[Outcome] = []
        self._fault: Exception | None = None
        self._over, self._off = Event(), Event()
        Thread(target=self._run, name="aside", daemon=True).start()

    def wait(self, seconds: float | None) -> bool:
        """Whether it is over, after waiting so long at most; None: as long as it takes."""
        return self._over.wait(seconds)

    def outcome(self) -> Outcome:
        """What the function returned, when it is over.  Raises what it raised."""
        if self._fault is not None:
            raise self._fault
        return self._outcome[0]

    def call_off(self) -> None:
        """The function is to end where it asks (`engine.calling_off`); if it never does, nobody hears of it."""
        self._off.set()

    def _run(self) -> None:
        try:
            with called_off_by(self._off.is_set):
                self._outcome.append(self._function())
        except Exception as fault:  # raised where the outcome is asked for
            self._fault = fault
        self._over.set()
        if not self._off.is_set():
            self._announce()
