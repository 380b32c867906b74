"""A hunt that leaves the window responsive, and the list of what it has found."""

from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TYPE_CHECKING

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.model import HuntFinding, HuntPhase, HuntRun, HuntSetup
from gjkscope.app.window.followed_job import INTERVAL, FollowedJob

if TYPE_CHECKING:  # imported by the thread: that takes longer than a frame
    from gjkscope.app.judge.hunting.chunks import FoundFailure, GroupKey, HuntPlan
    from gjkscope.app.judge.hunting.hunt import FoundGroup, HuntProgress, HuntReport


class HuntJob(FollowedJob[HuntRun]):
    """A hunt in progress."""

    name = "hunt"

    def __init__(self, setup: HuntSetup, near: Scene | None, wake: Callable[[], None]) -> None:
        """`near` is a scene whose first pair all pairs resemble; None: any pairs."""
        self._setup = setup
        self._near = near
        self._first: HuntProgress | None = None
        self._places: dict[GroupKey, int] = {}  # in order of appearance
        self._scenes: dict[int, tuple[FoundFailure, Scene]] = {}  # by the failure's identity
        total, limit = (None, setup.seconds) if setup.by_time else (setup.pairs, None)
        super().__init__(HuntRun(HuntPhase.STARTING, total=total, limit=limit), wake)

    def _work(self) -> None:
        from gjkscope.app.judge.hunting.api import plan_for
        from gjkscope.app.judge.hunting.hunt import HuntLimits, run_hunt
        from gjkscope.app.judge.hunting.workers import background_executor, prepare_title, processors

        setup = self._setup
        plan = plan_for(setup.solver, setup.kinds, near=self._near, contacts=setup.contacts)
        limits = HuntLimits(None, setup.seconds) if setup.by_time else HuntLimits(setup.pairs)
        jobs = max(processors() - 1, 1)  # one is left to the window
        with background_executor(jobs) as workers:
            self._begin(workers)
            executor = workers.executor
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
