"""The reports of engines in the window: headline, rows in Compare, form and paste."""

from collections.abc import Iterator
from math import inf, nan

import pytest

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Reported, ReportedPoint
from gjkscope.app.state.actions import AddReports, update
from gjkscope.app.state.inspection.reports import drawn_report
from gjkscope.app.state.model import State
from gjkscope.engine.iterations.records import Iteration, IterationVertex

WRONG = Reported(("A", "B"), "FCL 0.7", "separated", 0.12, (0.0, -1.0, 0.0), note="from a bug report")
CRASHED = Reported(("B", "A"), "coal 3", crashed="SIGABRT")


@pytest.fixture
def bench(shared: Bench) -> Iterator[Bench]:
    yield shared
    fold_rows(shared)
    shared.front("SAT axes")


def open_reports(bench: Bench, *reports: Reported, panel: str = "Compare") -> None:
    """The boxes with these reports, once they are judged."""
    state = start_state("boxes-overlap")
    bench.open(update(state, AddReports(reports)) if reports else state)
    bench.person.resize(1280, 900, frames=3)
    bench.front(panel)
    bench.settle()


def unfold_rows(bench: Bench) -> None:
    if not bench.has("Paste report"):
        bench.press("###reports")
        bench.press("##enlarge Compare", frames=3)


def fold_rows(bench: Bench) -> None:
    if bench.has("Paste report"):
        bench.press("##enlarge Compare", frames=3)
        bench.press("###reports")


def reports_in(bench: Bench) -> tuple[Reported, ...]:
    return bench.state.document.scene.reported


def test_the_headline_says_what_is_wrong_with_the_drawn_report(bench: Bench) -> None:
    open_reports(bench, WRONG, CRASHED)
    (line,) = [words.replace("\u00a0", " ") for words in bench.ear.words if "FCL 0.7 reports" in words]
    assert "FCL 0.7 reports 0.12 m: A and B overlap by" in line
    assert "and 1 other report: see Compare" in bench.words


def test_without_reports_there_is_neither_headline_nor_row(bench: Bench) -> None:
    open_reports(bench, panel="Compare")
    assert not bench.has("##report 0")
    assert "reported" not in bench.ear.words
    assert not any("judging" in words or "see Compare" in words for words in bench.ear.words)


def test_compare_has_a_row_for_each_report_and_a_click_draws_it(bench: Bench) -> None:
    open_reports(bench, WRONG, CRASHED, panel="Compare")
    for words in ("separated", "wrong: A and B overlap by", "gave no answer: SIGABRT", "0.12"):
        assert words in bench.words, words
    bench.press("coal 3##report 1")
    assert bench.state.run.report == "coal 3"
    drawn = drawn_report(bench.state)
    assert drawn is not None
    assert drawn.crashed == "SIGABRT"


ODD = Reported(
    ("B", "A"),
    "libccd",
    None,
    nan,
    (0.0, 0.0, 0.0),
    (nan, inf, -inf),
    (0.0, 0.5, 0.0),
    (ReportedPoint((nan, nan, nan), inf), ReportedPoint((0.0, 0.5, 0.0), nan, normal=(0.0, 0.0, 0.0))),
)
ENDLESS = (Iteration((IterationVertex((nan, 0.0, 0.0)),), (inf, 0.0, 0.0), (0.0, nan, 0.0)),)


def test_zero_normals_nan_and_infinity_are_judged_shown_and_edited(bench: Bench) -> None:
    open_reports(bench, WRONG, ODD, panel="Compare")
    bench.press("libccd##report 1")
    for words in ("its signed distance is not finite", "its normal is zero, no direction", "point on B is not finite"):
        assert words in bench.words, words
    open_reports(bench, ODD)
    unfold_rows(bench)
    assert bench.has("##signed_distance")
    bench.enter("##signed_distance", "inf")
    bench.enter("##normal", "nan, 0, -inf")
    assert reports_in(bench)[0].signed_distance == inf
    assert repr(reports_in(bench)[0].normal) == "(nan, 0.0, -inf)"
    bench.enter("##signed_distance", "-0.25")
    assert reports_in(bench)[0].signed_distance == -0.25
    fold_rows(bench)
    open_reports(bench, replace(ODD, iterations=ENDLESS))  # its run is shown beside ours
    assert "libccd" in bench.words


def test_the_trace_shows_polytopes_and_axes(bench: Bench) -> None:
    face = ((1.0, 1.0, 1.0), (-1.0, -1.0, 1.0), (-1.0, 1.0, -1.0))
    epa, sat = Iteration((), faces=(face,)), Iteration((), (0.0, 1.0, 0.0), separation=-9.0)
    open_reports(bench, replace(WRONG, iterations=(epa, sat)), panel="Trace")
    assert {"polytope of 1 face", "−9 m along the axis"} <= set(bench.ear.words)
    for wrong in ("a horizon is open: edge w0 w1 belongs to 1 face", "the distance along the axis is "):
        assert any(wrong in words for words in bench.ear.words), wrong


def test_a_right_report_is_called_right(bench: Bench) -> None:
    open_reports(bench, Reported(("A", "B"), "exact", "penetrating"), panel="Compare")
    assert any(words.endswith(" right") for words in bench.ear.words)


@pytest.mark.thorough
def test_a_report_is_added_edited_in_every_field_and_deleted(bench: Bench) -> None:
    open_reports(bench)
    unfold_rows(bench)
    bench.press(plus(bench))
    assert reports_in(bench) == (Reported(("A", "B"), "engine"),)
    bench.enter("##by", "FCL 0.7")
    bench.press("##verdict")
    bench.press("penetrating##reported")
    bench.enter("##signed_distance", "-0.12")
    bench.enter("##normal", "0 1 0")
    assert "witness on A, m" in bench.words
    bench.enter("##witness_a", "(0, 1/2, 0)")
    bench.enter("##witness_b", "[0, 0.25, 0]")
    bench.press("Point")
    bench.enter("##position", "0, 0.5, 0.25")
    bench.enter("##depth", "120 mm")
    bench.enter("##crashed", "SIGABRT")
    bench.enter("##note", "a note")
    whole = Reported(
        ("A", "B"),
        "FCL 0.7",
        "penetrating",
        -0.12,
        (0.0, 1.0, 0.0),
        (0.0, 0.5, 0.0),
        (0.0, 0.25, 0.0),
        (ReportedPoint((0.0, 0.5, 0.25), 0.12),),
        "SIGABRT",
        "a note",
    )
    assert reports_in(bench) == (whole,)
    bench.enter("##normal", "0 1")
    assert reports_in(bench) == (whole,)
    assert "normal: " in (bench.state.shell.message.text if bench.state.shell.message else "")
    bench.press("without point")
    bench.press("delete report")
    assert reports_in(bench) == ()
    bench.person.key("Z", "ctrl")
    assert reports_in(bench)[0].points == ()


def plus(bench: Bench) -> str:
    """The label of the button that adds a report."""
    (label,) = [label for label in bench.ear.widgets if label.endswith(" Report")]
    return label


def test_an_emptied_field_is_no_longer_reported(bench: Bench) -> None:
    open_reports(bench, WRONG)
    unfold_rows(bench)
    bench.enter("##signed_distance", "x", leave="ESCAPE")
    bench.press("##signed_distance")
    bench.person.key("A", "ctrl")
    bench.person.keys("DELETE", "RETURN")
    assert reports_in(bench)[0].signed_distance is None


def test_a_report_is_pasted_and_an_unreadable_one_is_named(bench: Bench) -> None:
    open_reports(bench)
    unfold_rows(bench)
    bench.window.clipboard = "FCL 0.7: depth 0.12 normal (0, 1, 0)"
    bench.press("Paste report")
    assert reports_in(bench) == (Reported(("A", "B"), "FCL 0.7", None, -0.12, (0.0, 1.0, 0.0)),)
    assert message(bench.state) == "Added the report of FCL 0.7: signed distance −0.12 m, normal (0, 1, 0)"
    before = bench.state.document.scene
    bench.window.clipboard = "depth 0.12 normal (0, 1)"
    bench.press("Paste report")
    assert bench.state.document.scene is before
    assert message(bench.state).startswith("Cannot paste a report: line 1, column 24: ")


def message(state: State) -> str:
    return state.shell.message.text if state.shell.message else ""
