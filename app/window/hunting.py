"""A hunt that leaves the window responsive: it runs in other processes, and a thread follows it."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import wait
from concurrent.futures.process import BrokenProcessPool
from threading import Event, Thread
from time import monotonic
from typing import TYPE_CHECKING

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.model import HuntFinding, HuntPhase, HuntRun, HuntSetup

if TYPE_CHECKING:  # imported by the thread: that takes longer than a frame
    from gjkscope.app.judge.hunting.chunks import FoundFailure, GroupKey, HuntPlan
    from gjkscope.app.judge.hunting.hunt import FoundGroup, HuntProgress, HuntReport
    from gjkscope.app.judge.hunting.workers import BackgroundWorkers

INTERVAL = 0.25  # seconds between two updates of what is shown


class HuntJob:
    """A hunt in progress; `wake` is called from its thread when `run` has changed."""

    def __init__(self, setup: HuntSetup, near: Scene | None, wake: Callable[[], None]) -> None:
        """`near` is a scene whose first pair all pairs resemble; None: any pairs."""
        self.run = HuntRun(
            HuntPhase.STARTING,
            total=None if setup.by_time else setup.pairs,
            limit=setup.seconds if setup.by_time else None,
        )
        self._known = self.run
        self._setup = setup
        self._near = near
        self._wake = wake
        self._stop = Event()
        self._is_over = Event()
        self._abandon: Callable[[], None] = lambda: None
        self._updated = monotonic()
        self._first: HuntProgress | None = None
        self._places: dict[GroupKey, int] = {}  # in order of appearance
        self._scenes: dict[int, tuple[FoundFailure, Scene]] = {}  # by the failure's identity
        Thread(target=self._work, name="hunt", daemon=True).start()

    def changed_run(self) -> HuntRun | None:
        """`run`, if it has changed since the last call."""
        run, before = self.run, self._known
        self._known = run
        return None if run is before else run

    def stop(self) -> None:
        """Ends the hunt; what was found stays."""
        self._stop.set()
        if self.run.phase is HuntPhase.STARTING:
            self._abandon()  # some solvers take minutes to start

    def end(self) -> None:
        """Ends the hunt and its processes, because the window closes."""
        self._stop.set()
        self._abandon()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the hunt is over and its processes have ended; returns whether they have."""
        return self._is_over.wait(seconds)

    def _work(self) -> None:
        try:
            self._hunt()
        except ValueError as fault:  # the solver, the types of shapes or the scene cannot be used
            self._show(replace(self.run, phase=HuntPhase.FAILED, fault=str(fault)))
        except (OSError, BrokenProcessPool) as fault:
            words = "" if self._stop.is_set() else f"the hunt ended unexpectedly: {fault}"
            self._show(replace(self.run, phase=HuntPhase.FAILED if words else HuntPhase.STOPPED, fault=words))
        finally:
            self._is_over.set()

    def _hunt(self) -> None:
        from gjkscope.app.judge.hunting.api import plan_for
        from gjkscope.app.judge.hunting.hunt import HuntLimits, run_hunt
        from gjkscope.app.judge.hunting.workers import background_executor, prepare_title, processors

        setup = self._setup
        plan = plan_for(setup.solver, setup.kinds, near=self._near, contacts=setup.contacts)
        limits = HuntLimits(None, setup.seconds) if setup.by_time else HuntLimits(setup.pairs)
        jobs = max(processors() - 1, 1)  # one is left to the window
        with background_executor(jobs) as workers:
            executor, self._abandon = workers.executor, workers.abandon
            if self._stop.is_set():
                self._abandon()
            title, refusal = executor.submit(prepare_title, plan).result()
            if refusal is not None:
                raise ValueError(f"{title}: {refusal}")
            self._show(replace(self.run, solver=title))
            self._prepare(workers)

            def follow(progress: "HuntProgress") -> None:
                self._follow(progress, title, plan)

            report = run_hunt(plan, title, limits, executor, jobs, follow, self._stop.is_set)
            self._show(self._finish(report, plan))
            if self._stop.is_set():
                self._abandon()  # without waiting for answers that are not needed

    def _prepare(self, workers: "BackgroundWorkers") -> None:
        """Waits until answers can be judged."""
        preparation = workers.prepare()
        while not wait([preparation], INTERVAL).done:
            if workers.compiling != self.run.compiling:
                self._show(replace(self.run, compiling=workers.compiling))
        preparation.result()
        self._show(replace(self.run, compiling=""))

    def _follow(self, progress: "HuntProgress", title: str, plan: "HuntPlan") -> None:
        if self._first is None:
            self._first = progress
        phase = HuntPhase.STOPPING if self._stop.is_set() else HuntPhase(progress.phase)
        if phase is self.run.phase and monotonic() - self._updated < INTERVAL:
            return
        for group in progress.found:
            self._places.setdefault(group.key, len(self._places))
        # in place, so that none moves under the pointer
        in_place = sorted(progress.found, key=lambda group: self._places[group.key])
        findings = tuple(self._findings(in_place, title, plan))
        run = replace(self.run, phase=phase, failures=progress.failures, found=findings)
        if progress.phase == HuntPhase.HUNTING:
            run = replace(run, pairs=progress.done, seconds=progress.seconds, rate=self._rate(progress))
        else:
            run = replace(run, minimised=progress.done)
        self._show(run)

    def _rate(self, progress: "HuntProgress") -> float:
        """Pairs per second since the first results; before these, processes start and code is compiled or loaded."""
        first = progress if self._first is None else self._first
        seconds = progress.seconds - first.seconds
        if seconds > 0:
            return (progress.done - first.done) / seconds
        return progress.done / progress.seconds if progress.seconds > 0 else 0.0

    def _finish(self, report: "HuntReport", plan: "HuntPlan") -> HuntRun:
        self._scenes.clear()  # their texts contain the number of failures
        return replace(
            self.run,
            phase=HuntPhase.STOPPED if report.interrupted else HuntPhase.DONE,
            pairs=report.tried + report.skipped,
            skipped=report.skipped,
            seconds=report.seconds,
            failures=report.failures,
            found=tuple(self._findings(report.found, report.solver, plan)),
        )

    def _findings(self, entries: "Iterable[FoundGroup]", title: str, plan: "HuntPlan") -> Iterator[HuntFinding]:
        for entry in entries:
            (symptom, kinds), group = entry.key, entry.group
            is_worst = group.worst.pair == group.simplest.pair
            yield HuntFinding(
                symptom.value,
                kinds,
                group.total,
                group.worst.error,
                self._scene(group.simplest, entry, title, plan),
                None if is_worst else self._scene(group.worst, entry, title, plan),
                group.simplest.bodies is not None,
            )

    def _scene(self, failure: "FoundFailure", entry: "FoundGroup", title: str, plan: "HuntPlan") -> Scene:
        """The scene of a failure, made once: the truth about a pair takes milliseconds."""
        from gjkscope.app.judge.hunting.writing import found_scene

        known = self._scenes.get(id(failure))
        if known is None:
            known = self._scenes[id(failure)] = failure, found_scene(failure, entry, title, plan)
        return known[1]

    def _show(self, run: HuntRun) -> None:
        self.run = run
        self._updated = monotonic()
        self._wake()
