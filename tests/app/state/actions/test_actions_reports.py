"""Adding, editing, deleting and choosing the reports of engines."""

import pytest

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported, Scene
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.reports import drawn_report, next_report, reports_of
from gjkscope.app.state.model import State
from gjkscope.engine import Box

FCL, COAL = Reported(("A", "B"), "FCL", "penetrating", -0.5), Reported(("B", "A"), "coal", crashed="SIGABRT")
ELSEWHERE = Reported(("B", "C"), "FCL", "separated")


@pytest.fixture
def state() -> State:
    bodies = tuple(Body(name, Box((1, 1, 1)), PositionOrientation((1.5 * i, 0, 0))) for i, name in enumerate("ABC"))
    return actions.initial_state(Scene("three", bodies))


def scene_reports(state: State) -> tuple[Reported, ...]:
    return state.document.scene.reported


def test_added_reports_are_drawn_and_undone_together(state: State) -> None:
    after = actions.update(state, actions.AddReports((FCL, COAL, ELSEWHERE)))
    assert scene_reports(after) == (FCL, COAL, ELSEWHERE)
    assert after.modified
    assert [report.by for report in reports_of(after)] == ["FCL", "coal"]
    assert drawn_report(after) == FCL
    assert scene_reports(actions.update(after, actions.Undo())) == ()
    more = actions.update(after, actions.AddReports((replace(COAL, by="Jolt"),)))
    assert (more.run.report, drawn_report(more)) == ("Jolt", replace(COAL, by="Jolt", pair=("A", "B")))


def test_a_report_is_edited_and_stays_the_drawn_one_under_another_name(state: State) -> None:
    state = actions.update(state, actions.AddReports((COAL, FCL)))
    state = actions.update(state, actions.ShowReport("FCL"))
    after = actions.update(state, actions.EditReport(1, replace(FCL, by="FCL 0.7", signed_distance=-0.25)))
    assert scene_reports(after) == (COAL, replace(FCL, by="FCL 0.7", signed_distance=-0.25))
    assert drawn_report(after) == scene_reports(after)[1]
    assert actions.update(after, actions.EditReport(1, scene_reports(after)[1])) is after


def test_a_report_is_deleted(state: State) -> None:
    state = actions.update(state, actions.AddReports((FCL, COAL)))
    assert scene_reports(actions.update(state, actions.DeleteReport(0))) == (COAL,)
    for number in (-1, 2):
        assert actions.update(state, actions.DeleteReport(number)) is state
        assert actions.update(state, actions.EditReport(number, FCL)) is state


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"by": ""}, "report: by: must be printable characters on one line"),
        ({"pair": ("A", "A")}, "report: pair: must name two different shapes, got 'A' twice"),
        ({"pair": ("A", "D")}, "report: pair[1]: must be the name of a shape ('A', 'B', 'C'), got 'D'"),
        ({"verdict": "overlap"}, "report: verdict: must be one of separated"),
        ({"crashed": "two\nlines"}, "report: crashed: must be printable"),
    ],
)
def test_an_invalid_report_is_rejected_with_a_message(state: State, changes: dict[str, object], fault: str) -> None:
    state = actions.update(state, actions.AddReports((FCL,)))
    wrong = replace(FCL, **changes)  # type: ignore[arg-type]
    for action in (actions.AddReports((wrong,)), actions.EditReport(0, wrong)):
        after = actions.update(state, action)
        assert scene_reports(after) == (FCL,)
        assert after.shell.message is not None
        assert fault in after.shell.message.text


def test_the_reports_follow_the_chosen_pair_and_its_changes(state: State) -> None:
    state = actions.update(state, actions.AddReports((FCL, COAL, ELSEWHERE)))
    assert reports_of(actions.update(state, actions.ChoosePair(("C", "B")))) == (replace(ELSEWHERE, pair=("C", "B")),)
    assert drawn_report(actions.update(state, actions.ChoosePair(("A", "C")))) is None
    changed = actions.update(state, actions.SetShapeField("A", "rounding", 0.1))
    assert scene_reports(changed) == (ELSEWHERE,)
    assert drawn_report(changed) is None


def test_the_reports_are_drawn_one_after_the_other(state: State) -> None:
    assert next_report(state) is None
    state, seen = actions.update(state, actions.AddReports((FCL, COAL, replace(FCL, by="Jolt")))), []
    for _ in range(4):
        state = actions.update(state, actions.ShowReport(next_report(state)))
        seen.append(state.run.report)
    assert seen == ["coal", "Jolt", "FCL", "coal"]
