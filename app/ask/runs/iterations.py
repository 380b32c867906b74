"""The iterations that engines reported, as runs that can be stepped through."""

from functools import lru_cache
from typing import NamedTuple

from gjkscope.app.ask.runs.choices import REPORT, REPORTED_RUNS, Run
from gjkscope.app.ask.runs.parts import deciding_pair
from gjkscope.app.scenes.scene import Body, Reported
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.iterations.explain import difference_sentence, instead_words
from gjkscope.engine.iterations.steps import CheckedIterations, FirstDifference, IterationFault

RUNS_KEPT = 16
# How traces of another convention differ first.
BY_CONVENTION = (
    IterationFault.OUTSIDE,
    IterationFault.WITNESS,
    IterationFault.AWAY,
    IterationFault.SHORT_SUPPORT,
)


class CheckedReport(NamedTuple):
    """A report with iterations, checked."""

    report: Reported
    checked: CheckedIterations

    @property
    def difference(self) -> str:
        """One sentence about the first difference from our GJK; empty if there is none."""
        return self._sentence(self.checked.first)

    @property
    def earlier(self) -> str:
        """One sentence about a legitimate difference before the first wrong step; empty if there is none."""
        return self._sentence(self.checked.earlier)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The description of the differences: the hint alone if it explains the first one."""
        hint = self.checked.hint or ""
        words = (hint,) if self.is_explained else (hint, self.earlier, self.difference, self.ours)
        return tuple(filter(None, words))

    @property
    def is_explained(self) -> bool:
        """Whether the hint says what is wrong at the first difference: describing it would only repeat that."""
        first = self.checked.first
        return self.checked.hint is not None and first is not None and first.cause in BY_CONVENTION

    @property
    def ours(self) -> str:
        """What our GJK does instead at the first difference."""
        first = self.checked.first
        return instead_words(self.checked.steps[first.step]) if first else ""

    def _sentence(self, difference: FirstDifference | None) -> str:
        if difference is None:
            return ""
        return difference_sentence(self.checked.steps[difference.step], difference, self.report.by, *self.report.pair)


def reported_run(report: Reported, a: Body, b: Body) -> Run:
    """The run of a report with iterations; `a` and `b` are the bodies of its pair, in this order."""
    checked = check_reported_run(report, a, b)
    return Run(REPORT, checked.checked.steps, checked, (a.name, b.name))


@lru_cache(maxsize=RUNS_KEPT)
def check_reported_run(report: Reported, a: Body, b: Body, tolerance: float = TOLERANCE) -> CheckedReport:
    """Checks the iterations of a report, which must have some."""
    placed = deciding_pair(a.shape, a.pose, b.shape, b.pose)
    return CheckedReport(report, REPORTED_RUNS[REPORT].run(report.iterations, *placed, report, tolerance))
