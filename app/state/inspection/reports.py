"""The reports of engines about the selected pair: those of the scene, and which of them the views draw."""

from gjkscope.app.scenes.reports import orient_report
from gjkscope.app.scenes.scene import Reported
from gjkscope.app.state.inspection.engines import known_answer
from gjkscope.app.state.model import State


def reports_of(state: State) -> tuple[Reported, ...]:
    """The reports about the selected pair, in its order; Compare has a row for each."""
    reported, pair = state.document.scene.reported, state.document.pair
    return tuple(orient_report(report, pair) for report in reported or () if set(report.pair) == set(pair))


def drawn_report(state: State) -> Reported | None:
    """The report that the views draw and the headline describes: the selected engine's, or else the first one."""
    reports = reports_of(state)
    chosen = next((report for report in reports if report.by == state.run.report), None)
    return chosen or _engine_report(state) or (reports[0] if reports else None)


def iterated_report(state: State) -> Reported | None:
    """The report whose iterations are shown as a run: the drawn one, or else the first that has iterations."""
    drawn = drawn_report(state)
    if drawn is not None and drawn.iterations:
        return drawn
    return next((report for report in reports_of(state) if report.iterations), None)


def _engine_report(state: State) -> Reported | None:
    """The selected engine's answer about the pair at its current poses."""
    if state.run.report is None or not state.preferences.asks_engines:
        return None
    known = known_answer(state.run.report, *state.document.pair_bodies)
    return known.answer.report if known else None


def next_report(state: State) -> str | None:
    """The engine whose report follows the drawn one; after the last, the first."""
    reports, drawn = reports_of(state), drawn_report(state)
    if not reports:
        return None
    return reports[(reports.index(drawn) + 1) % len(reports) if drawn in reports else 0].by
