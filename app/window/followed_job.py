"""A job that runs in other processes and leaves the window responsive: a thread follows it and shows its progress."""

from collections.abc import Callable
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING, Generic, TypeVar

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import HuntPhase, HuntRun, SurveyRun

if TYPE_CHECKING:  # imported by the thread: that takes longer than a frame
    from gjkscope.app.judge.hunting.workers import BackgroundWorkers

INTERVAL = 0.25  # seconds between two updates of what is shown

Shown = TypeVar("Shown", HuntRun, SurveyRun)


class FollowedJob(Generic[Shown]):
    """A hunt or a survey in progress; `wake` is called from its thread when `run` has changed."""

    name = "job"

    def __init__(self, run: Shown, wake: Callable[[], None]) -> None:
        """Starts the job; a derived class sets its own attributes first."""
        self.run: Shown = run
        self._known: Shown = run
        self._wake = wake
        self._stop = Event()
        self._is_over = Event()
        self._abandon: Callable[[], None] = lambda: None
        self._updated = monotonic()
        Thread(target=self._guard, name=self.name, daemon=True).start()

    def changed_run(self) -> Shown | None:
        """`run`, if it has changed since the last call."""
        run, before = self.run, self._known
        self._known = run
        return None if run is before else run

    def stop(self) -> None:
        """Ends the job; what was found stays."""
        self._stop.set()
        if self.run.phase is HuntPhase.STARTING:
            self._abandon()  # some solvers take minutes to start

    def end(self) -> None:
        """Ends the job and its processes, because the window closes."""
        self._stop.set()
        self._abandon()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the job is over and its processes have ended; returns whether they have."""
        return self._is_over.wait(seconds)

    def _work(self) -> None:
        """Does the work, in the thread.  Raises `ValueError` for what cannot be used, and `OSError`."""
        raise NotImplementedError

    def _guard(self) -> None:
        try:
            self._work()
        except ValueError as fault:  # the solver, the types of shapes or the scene cannot be used
            self._show(replace(self.run, phase=HuntPhase.FAILED, fault=str(fault)))
        except (OSError, BrokenProcessPool) as fault:
            words = "" if self._stop.is_set() else f"the {self.name} ended unexpectedly: {fault}"
            self._show(replace(self.run, phase=HuntPhase.FAILED if words else HuntPhase.STOPPED, fault=words))
        except Exception as fault:  # a defect: it must not seem to go on for ever
            words = f"the {self.name} ended unexpectedly: {type(fault).__name__}: {fault}"
            self._show(replace(self.run, phase=HuntPhase.FAILED, fault=words))
            raise
        finally:
            self._is_over.set()

    def _begin(self, workers: "BackgroundWorkers") -> None:
        """Makes it possible to end the workers."""
        self._abandon = workers.abandon
        if self._stop.is_set():
            self._abandon()

    def _prepare(self, workers: "BackgroundWorkers") -> None:
        """Waits until answers can be judged."""
        preparation = workers.prepare()
        while not wait([preparation], INTERVAL).done:
            if workers.compiling != self.run.compiling:
                self._show(replace(self.run, compiling=workers.compiling))
        preparation.result()
        self._show(replace(self.run, compiling=""))

    def _show(self, run: Shown) -> None:
        self.run = run
        self._updated = monotonic()
        self._wake()
