"""An installation of an engine that leaves the window responsive: first its plan and, if the user agrees, the rest."""

from collections.abc import Callable
from time import monotonic
from typing import TYPE_CHECKING

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import Installing, InstallPhase
from gjkscope.app.window.background import BackgroundJob

if TYPE_CHECKING:  # imported when an engine is installed
    from gjkscope.app.ask.solvers.installations import Installation
    from gjkscope.app.ask.solvers.installing.plan import InstallPlan, Progress

INTERVAL = 0.1  # seconds between two updates of what is shown


class InstallationJob:
    """An installation in progress; `wake` is called from its thread when `shown` has changed."""

    def __init__(self, name: str, title: str, wake: Callable[[], None]) -> None:
        self.shown = Installing(name, title, InstallPhase.PLANNING)
        self.installed: Installation | None = None  # at the end
        self._wake = wake
        self._updated = 0.0
        self._plan: InstallPlan | None = None
        self._job: BackgroundJob[None] = BackgroundJob(self._look, wake)

    def start(self) -> None:
        """Carries out the plan."""
        if self.shown.phase is InstallPhase.PLANNED:
            self.shown = replace(self.shown, phase=InstallPhase.RUNNING)
            self._job = BackgroundJob(self._install, self._wake)

    def cancel(self) -> None:
        """Ends it soon; nothing is left."""
        self._job.cancel()

    def wait(self, seconds: float | None = None) -> bool:
        """Waits until the present part is over; returns whether it is."""
        return self._job.wait(seconds)

    def check(self) -> None:
        """Raises what ended the present part unexpectedly."""
        if self._job.wait(0):
            self._job.outcome()

    def _look(self) -> None:
        from gjkscope.app.ask.solvers.installations import Installation
        from gjkscope.app.ask.solvers.installing.installing import plan_installation
        from gjkscope.app.ask.solvers.installing.plan import InstallError, size_words

        try:
            plan = plan_installation(self.shown.engine)
        except InstallError as fault:
            self._fail(fault)
            return
        if isinstance(plan, Installation):
            self.installed = plan
            return
        self._plan = plan
        main, *others = plan.downloads
        ordered = [main, *sorted(others, key=lambda item: item.size or 0, reverse=True)]
        fetched = tuple(f"{item.name} {item.version}, {size_words(item.size)}" for item in ordered)
        self.shown = replace(
            self.shown,
            engine=plan.name,
            phase=InstallPhase.PLANNED,
            fetched=fetched,
            size=size_words(plan.size),
        )

    def _install(self) -> None:
        from gjkscope.app.ask.solvers.installing.installing import install
        from gjkscope.app.ask.solvers.installing.plan import InstallError

        assert self._plan is not None, "it was planned"
        try:
            self.installed = install(self._plan, self._follow)
        except InstallError as fault:
            self._fail(fault)

    def _follow(self, progress: "Progress") -> None:
        fraction = min(progress.done / progress.total, 1.0) if progress.total else None
        self.shown = replace(self.shown, words=progress.words, fraction=fraction)
        if monotonic() - self._updated >= INTERVAL:
            self._updated = monotonic()
            self._wake()

    def _fail(self, fault: Exception) -> None:
        self.shown = replace(self.shown, phase=InstallPhase.FAILED, fault=str(fault))
