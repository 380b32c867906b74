"""Iterations of a report as a run of its own, beside ours: opened, compared, stepped through and drawn."""

from functools import cache

import pytest

from gjkscope.app.ask.runs.choices import REPORT
from gjkscope.app.ask.runs.progress import StepEvent, events
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.reports import check_report, orient_report
from gjkscope.app.scenes.scene import Body, PositionOrientation, Reported, Scene
from gjkscope.app.scenes.scene_file import SceneError, format_scene, parse_scene
from gjkscope.app.state import actions
from gjkscope.app.state.actions import (
    AddReports,
    ChooseAlgorithm,
    CompareWith,
    ExchangeRuns,
    GoToStep,
    OpenScene,
    update,
)
from gjkscope.app.state.inspection.comparison import compared_report, end, other_state, parting_step, position
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import ComparedRun, State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.marks.report import DASH
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.words.verdict import run_words
from gjkscope.engine import Box, trace
from gjkscope.engine.iterations.records import Iteration, IterationVertex
from tests.app.view.drawing.test_drawing import assert_sound, dashes, points, texts

BOARD = Box((0.25, 0.25, 1))
A, B = Body("A", BOARD), Body("B", BOARD, PositionOrientation((1.5, -0.5, 0), (0.2, 0.5, 0.5, 1)))


@cache
def report() -> Reported:
    """An engine that drops the wrong vertex in step 2, and stops."""
    run = trace(A.shape, A.pose, B.shape, B.pose, "gjk").steps[:3]
    entries = [
        Iteration(
            tuple(IterationVertex(vertex.point, vertex.a, vertex.b) for vertex in step.simplex.vertices[:size]),
            step.direction,
            step.closest if i < 2 else None,
        )
        for i, step in enumerate(run)
        for size in [step.simplex.size if i < 2 else 1]
    ]
    return Reported(("A", "B"), "Mine 1.0", "separated", 1.4, iterations=tuple(entries))


def scene(*reports: Reported) -> Scene:
    return Scene("boards", (A, B), reported=reports)


@pytest.fixture
def opened() -> State:
    return update(actions.initial_state(actions.NEW_SCENE), OpenScene(scene(report())))


FACE = ((1.0, 1.0, 1.0), (-1.0, -1.0, 1.0), (-1.0, 1.0, -1.0))
SEARCHES = (
    Iteration((), (0.0, 1.0, 0.0), faces=(FACE, FACE), face=FACE),
    Iteration(tuple(map(IterationVertex, FACE)), interior=(0.5, -0.5, -0.5)),
    Iteration((), (0.0, 1.0, 0.0), separation=-0.25),
)


def test_opening_a_scene_with_iterations_shows_them_at_the_first_difference(opened: State) -> None:
    assert opened.run.comparison == ComparedRun(REPORT)
    assert (opened.run.algorithm, position(opened), end(opened)) == ("gjk", 2, 5)
    other = other_state(opened)
    assert other is not None
    assert (run_words(other, opened), last_step(other)) == ("Mine 1.0", 2)
    assert (parting_step(opened), current_step(other)) == (2, 2)
    report = compared_report(opened)
    assert report is not None
    assert report.difference.startswith("Step 2 of Mine 1.0: w1 is dropped")
    assert events(inspect(other).trace)[2][0] is StepEvent.WRONG  # type: ignore[arg-type]


def test_reports_without_iterations_change_nothing() -> None:
    plain = replace(report(), iterations=())
    state = update(actions.initial_state(actions.NEW_SCENE), OpenScene(scene(plain)))
    assert state.run.comparison is None
    compared = update(state, CompareWith(ComparedRun(REPORT)))
    assert other_state(compared) is None
    chosen = update(state, ChooseAlgorithm(REPORT))
    assert (inspect(chosen).trace, inspect(chosen).refusal) == (None, "no report about this pair has iterations")


def test_an_added_report_is_shown_and_a_moved_body_hides_it(opened: State) -> None:
    state = update(update(actions.initial_state(actions.NEW_SCENE), OpenScene(scene())), AddReports((report(),)))
    assert other_state(state) is not None
    moved = update(opened, actions.PlaceBody("B", PositionOrientation((2, 0, 0))))
    assert other_state(moved) is None


def test_the_runs_can_be_swapped(opened: State) -> None:
    state = update(opened, ExchangeRuns())
    assert (state.run.algorithm, state.run.comparison) == (REPORT, ComparedRun("gjk"))
    assert parting_step(state) == 2
    assert update(state, ExchangeRuns()).run.algorithm == "gjk"


def test_the_first_difference_is_known_without_a_comparison(opened: State) -> None:
    alone = update(update(opened, ExchangeRuns()), actions.CompareWith(None))
    assert (alone.run.algorithm, other_state(alone), compared_report(alone)) == (REPORT, None, None)
    assert parting_step(alone) == 2


def test_the_run_of_the_other_order_is_negated() -> None:
    turned = orient_report(report(), ("B", "A"))
    vertex, other = report().iterations[0].simplex[0], turned.iterations[0].simplex[0]
    assert other.point == tuple(-number for number in vertex.point)
    assert (other.a, other.b) == (vertex.b, vertex.a)
    assert orient_report(turned, ("A", "B")) == report()
    searches = replace(report(), iterations=SEARCHES)
    epa, mpr, _ = orient_report(searches, ("B", "A")).iterations
    assert (epa.face, mpr.interior) == (((-1, -1, -1), (1, -1, 1), (1, 1, -1)), (-0.5, 0.5, 0.5))
    assert orient_report(orient_report(searches, ("B", "A")), ("A", "B")) == searches


# --- drawing ---


def test_it_is_drawn_in_the_colour_and_dashes_of_reports(opened: State) -> None:
    state = update(update(opened, CompareWith(None)), ChooseAlgorithm(REPORT))
    for step in range(3):
        shown = update(state, GoToStep(step))
        drawing = difference_drawing(shown)
        assert_sound(drawing)
        assert_sound(world_drawing(shown))
        names = texts(drawing)
        assert {f"w{vertex.birth}" for vertex in inspect(shown).trace.steps[step].simplex} <= set(names)  # type: ignore[union-attr]
        assert DASH in dashes(drawing, palette.REPORT)
    assert "w1 × dropped" in names
    assert "ours" in names
    assert len(points(drawing, palette.REPORT, PointStyle.RING)) > 0


def test_it_is_drawn_however_odd_the_iterations_are(opened: State) -> None:
    odd = (
        Iteration(()),
        Iteration((IterationVertex((1e200, 0, 0)),), (1e300, 0, 0), (1e250, 0, 0)),
        Iteration((IterationVertex((0, 0, 0)),) * 4, (0, 0, 0)),
        *SEARCHES,
        Iteration(
            (), (0, 1, 0), faces=(((0, 0, 0),) * 3, ((1e200, 0, 0), (0, 1, 0), (0, 0, 1))), face=((0, 0, 0),) * 3
        ),
        Iteration((IterationVertex((0, 0, 0)),) * 3, interior=(1e250, 0, 0)),
        Iteration(interior=(0, 0, 0)),
        Iteration((), (0, 0, 0), separation=1e300),
    )
    state = update(opened, OpenScene(scene(replace(report(), iterations=odd))))
    for step in range(len(odd)):
        shown = update(update(update(state, CompareWith(None)), ChooseAlgorithm(REPORT)), GoToStep(step))
        assert_sound(difference_drawing(shown))
        assert_sound(world_drawing(shown))


# --- files ---


def test_iterations_survive_a_round_trip_to_the_bit() -> None:
    third = (1 / 3, -0.0, 5e-324)
    entries = (
        Iteration((IterationVertex(third), IterationVertex(third, third), IterationVertex(third, third, third)), third),
        Iteration((), None, third, "a note", "direction nan 0.0 0.0"),
        *SEARCHES,
    )
    before = scene(replace(report(), iterations=entries))
    text = format_scene(before)
    after = parse_scene(text)
    assert after == before
    assert format_scene(parse_scene(format_scene(after))) == format_scene(after)
    assert repr(after.reported) == repr(before.reported)  # −0.0 equals 0.0


def entry_text(iterations: str) -> str:
    return format_scene(scene(replace(report(), iterations=()))).replace(
        '"by": "Mine 1.0",', f'"by": "Mine 1.0", "iterations": {iterations},'
    )


@pytest.mark.parametrize(
    ("iterations", "words"),
    [
        ("3", r"reported\[0\].iterations: must be a list"),
        ('[{"simplex": 3}]', r"reported\[0\].iterations\[0\].simplex: must be a list"),
        ('[{"simplex": [[1, 2]]}]', r"reported\[0\].iterations\[0\].simplex\[0\]: must have 3 entries"),
        ('[{"simplex": [[1, 2, "x"]]}]', r"iterations\[0\].simplex\[0\]\[2\]: must be a number"),
        ('[{"simplex": [{"a": [0, 0, 0]}]}]', r"iterations\[0\].simplex\[0\].point: missing: a point of A − B"),
        ('[{"simplex": [{"point": [0, 0, 0], "c": 1}]}]', r"simplex\[0\].c: unknown key; must be one of point, a, b"),
        (
            '[{"simplex": [[0,0,0],[0,0,0],[0,0,0],[0,0,0],[0,0,0]]}]',
            r"iterations\[0\].simplex: must have at most 4 entries",
        ),
        ('[{"direction": [0, 0, 1]}]', r"iterations\[0\].simplex: missing"),
        ('[{"simplex": [], "closest": [0, "x", 1]}]', r"iterations\[0\].closest\[1\]: must be a number"),
    ],
)
def test_invalid_iterations_in_a_file_are_named(iterations: str, words: str) -> None:
    with pytest.raises(SceneError, match=words):
        parse_scene(entry_text(iterations))


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (Iteration((IterationVertex((0, 0, 0)),) * 5), r"iterations\[0\].simplex: must have at most 4"),
        (Iteration((), not_finite=""), r"iterations\[0\].not_finite: must be printable"),
    ],
)
def test_invalid_iterations_of_a_report_are_named(entry: Iteration, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check_report(replace(report(), iterations=(entry,)))
