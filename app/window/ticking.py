"""Computes ticks of a simulation in the background, so that no frame waits for one longer than its time budget.

The state after an action depends on the state and the action alone.  So time, and steps, wait until the ticks that they
need are known: computing these again takes no time (`compute_ticks`).  A machine that is too slow shows slow motion;
a recording counts the ticks that were shown.
"""

from collections.abc import Callable
from functools import partial
from time import perf_counter

from gjkscope.app.base.jobs import Job
from gjkscope.app.state.actions import Action, PlayMotion, StepMotion
from gjkscope.app.state.actions.motion import ticks_to_compute
from gjkscope.app.state.model import State
from gjkscope.app.window.background import BackgroundJob

BUDGET = 0.025  # seconds of a frame for ticks: together with drawing, an answer to input takes less than 0.1 s


class TickWorker:
    """Computes the next ticks; `wake` is called from its thread when they are known.

    `timeout`: how many seconds a frame waits for them; None: until they are known.
    """

    def __init__(self, wake: Callable[[], None], timeout: float | None = BUDGET) -> None:
        self.timeout = timeout
        self._wake = wake
        self._job: Job | None = None
        self._running: BackgroundJob[object] | None = None
        self._cost = 0.0  # seconds that the last ticks took to compute

    @property
    def is_busy(self) -> bool:
        """Whether ticks are being computed."""
        return self._running is not None and not self._running.wait(0)

    def are_known(self, state: State, count: int, seconds: float, starts: bool = False) -> bool:
        """Whether the next ticks are known; otherwise computes them, and waits at most `seconds`.

        `starts`: also those of a simulation that has not begun.
        """
        job = ticks_to_compute(state, count, starts)
        if job is None:
            return True
        if job != self._job:
            self._begin(job)
        assert self._running is not None
        if self.timeout is None:
            return self._running.wait(None)
        return self._running.wait(max(seconds, 0.0) if self._cost < self.timeout else 0.0)

    def is_ready_for(self, state: State, action: Action) -> bool:
        """Whether what the action needs is known; the same for actions that need no ticks."""
        if isinstance(action, StepMotion):
            return action.ticks <= 0 or self.are_known(state, action.ticks, BUDGET, starts=True)
        if isinstance(action, PlayMotion):
            return not action.playing or self.are_known(state, 0, BUDGET, starts=True)
        return True

    def cancel(self) -> None:
        """Cancels what is being computed."""
        if self._running is not None:
            self._running.cancel()
        self._job = self._running = None

    def _begin(self, job: Job) -> None:
        self.cancel()
        self._job = job
        self._running = BackgroundJob(partial(self._compute, job), self._wake)

    def _compute(self, job: Job) -> None:
        began = perf_counter()
        function, *arguments = job
        function(*arguments)
        self._cost = perf_counter() - began
