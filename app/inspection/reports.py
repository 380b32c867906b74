"""The reports of engines about the selected pair: those of the scene, and which of them the views draw."""

from gjkscope.app.model import State
from gjkscope.app.scenes.reports import oriented
from gjkscope.app.scenes.scene import Reported


def reports_of(state: State) -> tuple[Reported, ...]:
    """The reports about the selected pair, in its order; Compare has a row for each."""
    reported, pair = state.document.scene.reported, state.document.pair
    return tuple(oriented(one, pair) for one in reported if set(one.pair) == set(pair)) if reported else ()


def drawn_report(state: State) -> Reported | None:
    """The report that the views draw and the headline describes: the selected engine's, or else the first one."""
    reports = reports_of(state)
    return next((report for report in reports if report.by == state.run.report), reports[0] if reports else None)


def next_report(state: State) -> str | None:
    """The engine whose report follows the drawn one; after the last, the first."""
    reports, drawn = reports_of(state), drawn_report(state)
    return reports[(reports.index(drawn) + 1) % len(reports)].by if drawn is not None else None
