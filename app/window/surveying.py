"""A survey that leaves the window responsive, and the list of what it has found."""

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import HuntPhase, SurveyedEngine, SurveyFinding, SurveyRun, SurveySetup
from gjkscope.app.window.followed_job import INTERVAL, FollowedJob
from gjkscope.version import __version__

if TYPE_CHECKING:  # imported by the thread: that takes longer than a frame
    from concurrent.futures import Executor

    from gjkscope.app.judge.surveying.record import CellRecord, SurveyRecord
    from gjkscope.app.judge.surveying.survey import SurveyPlan, SurveyProgress


class SurveyJob(FollowedJob[SurveyRun]):
    """A survey in progress."""

    name = "survey"

    def __init__(self, setup: SurveySetup, wake: Callable[[], None]) -> None:
        self._setup = setup
        self._first: SurveyProgress | None = None
        super().__init__(SurveyRun(HuntPhase.STARTING), wake)

    def _work(self) -> None:
        from gjkscope.app.judge.hunting.workers import background_executor, processors
        from gjkscope.app.judge.surveying.survey import run_survey

        jobs = max(processors() - 1, 1)  # one is left to the window
        with background_executor(jobs) as workers:
            self._begin(workers)
            plan = self._plan(workers.executor)
            self._prepare(workers)
            survey = run_survey(
                plan, workers.executor, __version__, jobs, on_progress=self._follow, stopped=self._stop.is_set
            )
            self._show(self._finish(survey))
            if self._stop.is_set():
                self._abandon()  # without waiting for answers that are not needed

    def _plan(self, executor: "Executor") -> "SurveyPlan":
        """Starts each engine once.  Raises `ValueError` if none of them can be asked."""
        from gjkscope.app.ask.solvers.engines import ALL, chosen_engines
        from gjkscope.app.judge.hunting.api import require_spatial
        from gjkscope.app.judge.hunting.chunks import HuntPlan
        from gjkscope.app.judge.hunting.workers import prepare_title
        from gjkscope.app.judge.surveying.suite import family_names
        from gjkscope.app.judge.surveying.survey import SurveyPlan

        wanted = self._setup.engines
        usable, left_out = list[str](), list[tuple[str, str]]()
        for address in chosen_engines([ALL]) if wanted is None else wanted:
            require_spatial(address)
            title, refusal = executor.submit(prepare_title, HuntPlan(address)).result()
            if refusal is None:
                usable.append(address)
            else:
                left_out.append((title, refusal))
        if not usable:
            raise ValueError("; ".join(": ".join(entry) for entry in left_out) or "no engine is installed")
        families = self._setup.families or family_names()
        self._show(replace(self.run, left_out=tuple(left_out)))
        return SurveyPlan(tuple(usable), families, self._setup.pairs, left_out=tuple(left_out))

    def _follow(self, progress: "SurveyProgress") -> None:
        first = self._first = self._first or progress
        phase = HuntPhase.STOPPING if self._stop.is_set() else HuntPhase.HUNTING
        if phase is self.run.phase and monotonic() - self._updated < INTERVAL:
            return
        seconds = progress.seconds - first.seconds
        self._show(
            replace(
                self.run,
                phase=phase,
                done=progress.done,
                total=progress.total,
                failures=progress.failures,
                asked=f"{progress.engine}, {progress.family}",
                rate=(progress.done - first.done) / seconds if seconds > 0 else 0.0,
            )
        )

    def _finish(self, survey: "SurveyRecord") -> SurveyRun:
        from gjkscope.app.judge.surveying.league import headings, league

        rows = league(survey)
        engines = (
            SurveyedEngine(title, row.total.judged, row.failed, row.serious)
            for title, row in zip(headings(rows), rows, strict=True)
        )
        return replace(
            self.run,
            phase=HuntPhase.STOPPED if survey.is_interrupted else HuntPhase.DONE,
            pairs=sum(family.pairs for family in survey.families.values()),
            failures=sum(row.total.failed for row in rows),
            engines=tuple(engines),
            found=tuple(findings_of(survey)),
        )


def findings_of(survey: "SurveyRecord") -> Iterator[SurveyFinding]:
    """An entry for each engine, kind of failure and family; of an engine, the worst kinds of failure first."""
    from gjkscope.app.judge.surveying.examples import WorstPair, worst_scene
    from gjkscope.app.judge.surveying.outcomes import FAILURES

    for engine, record in survey.engines.items():
        for code, failure in FAILURES.items():
            for family, cell in survey.cells[engine].items():
                known = [cell.worst[either] for either in (code, code.lower()) if either in cell.worst]
                if not known:
                    continue
                worst = WorstPair(engine, failure, family, max(known, key=lambda example: example.error))
                yield SurveyFinding(
                    record.words,
                    failure,
                    family,
                    _count(cell, code),
                    max(worst.example.error, 0.0),
                    worst_scene(survey, worst),
                )


def _count(cell: "CellRecord", code: str) -> int:
    """How many pairs failed in this way, seriously or not."""
    return sum(cell.outcomes.count(either) for either in {code, code.lower()})
