"""The iterations of an engine as a registered procedure."""

from typing import Any

from gjkscope.engine.iterations.explain import explain, headline
from gjkscope.engine.iterations.steps import State
from gjkscope.engine.registry.records import Bounds, Change, ReportedRun, vertex_changes


def _run(*arguments: Any) -> Any:
    from gjkscope.engine.iterations.checks import check_iterations  # few scenes have iterations

    return check_iterations(*arguments)


def _changes(_: State, step: State) -> set[Change]:
    return vertex_changes(step.before, step.simplex) | ({Change.WENT_WRONG} if step.findings else set())


def _bounds(step: State) -> Bounds:
    return step.lower, step.upper


REPORTED = ReportedRun(
    name="reported",
    title="Run of an engine, as reported",
    order=510,
    state=State,
    explain=explain,
    headline=headline,
    changes=_changes,
    bounds=_bounds,
    run=_run,
)

PROCEDURES = (REPORTED,)
