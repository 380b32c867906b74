"""Actions on the reports of engines: add, edit and delete those of the scene, and choose the one that is drawn."""

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.reports import check_report
from gjkscope.app.scenes.scene import Reported, check_references
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.comparison import beside_report
from gjkscope.app.state.actions.document import fault_words
from gjkscope.app.state.actions.history import edit_at_once
from gjkscope.app.state.model import State


class AddReports(Action, frozen=True):
    """Adds reports to the scene; the first one about the selected pair is shown."""

    reports: tuple[Reported, ...]


class EditReport(Action, frozen=True):
    """Replaces the scene's report with this number."""

    number: int
    report: Reported


class DeleteReport(Action, frozen=True):
    """Deletes the scene's report with this number."""

    number: int


class ShowReport(Action, frozen=True):
    """Draws the reports of this engine; None: the scene's first report about the pair."""

    by: str | None


@updates(AddReports)
def _add_reports(state: State, action: AddReports) -> State:
    if not action.reports:
        return state
    after = _with_reports(state, "add report", (*state.document.scene.reported, *action.reports), action.reports)
    if after.document is state.document:
        return after
    about = (report.by for report in action.reports if set(report.pair) == set(state.document.pair))
    return beside_report(_show(after, next(about, state.run.report)))


@updates(EditReport)
def _edit_report(state: State, action: EditReport) -> State:
    reported = state.document.scene.reported
    if not 0 <= action.number < len(reported) or reported[action.number] == action.report:
        return state
    changed = (*reported[: action.number], action.report, *reported[action.number + 1 :])
    after = _with_reports(state, f"edit report of {reported[action.number].by}", changed, (action.report,))
    is_renamed = after.document is not state.document and state.run.report == reported[action.number].by
    return _show(after, action.report.by) if is_renamed else after


@updates(DeleteReport)
def _delete_report(state: State, action: DeleteReport) -> State:
    reported = state.document.scene.reported
    if not 0 <= action.number < len(reported):
        return state
    left = (*reported[: action.number], *reported[action.number + 1 :])
    return _with_reports(state, f"delete report of {reported[action.number].by}", left, ())


@updates(ShowReport)
def _show_report(state: State, action: ShowReport) -> State:
    return _show(state, action.by)


def _with_reports(state: State, label: str, reported: tuple[Reported, ...], changed: tuple[Reported, ...]) -> State:
    """The state with these reports, or with an error message if one of those that were changed is invalid."""
    try:
        for report in changed:
            check_references({"pair": report.pair}, state.document.scene.names)
            check_report(report)
        scene = replace(state.document.scene, reported=reported)
    except ValueError as fault:
        return state.with_message(f"report: {fault_words(fault)}", is_error=True)
    return edit_at_once(state, label, replace(state.document, scene=scene))


def _show(state: State, by: str | None) -> State:
    return state if state.run.report == by else replace(state, run=replace(state.run, report=by))
