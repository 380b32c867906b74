"""Stepping through the source lines of a step, without a window."""

import numpy as np
import pytest

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.replays import current_line, replay_of
from gjkscope.app.state.inspection.traces import current_step, last_step, step_record
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.code.code_page import brief_value, line_to_show, page_of
from gjkscope.engine import Box, Sphere
from gjkscope.engine.analysis.replay import Replay
from gjkscope.engine.headbutt.steps import BelievedRegion


@pytest.fixture
def state() -> State:
    """The step of the article's GJK that drops the first wrong vertex."""
    scene = read_scene(resource("assets", "scenes", "museum", "hb-article-cycle-1.json"))
    return do.update(do.update(do.initial_state(scene), do.ChooseAlgorithm("headbutt")), do.GoToStep(6))


def replay_at(state: State) -> Replay:
    replay = replay_of(state)
    assert replay is not None
    return replay


def where(state: State) -> tuple[str, str]:
    """The displayed function and statement."""
    page = page_of(Identity(replay_at(state)), current_line(state))
    assert page.current is not None
    return page.call.function, page.source.lines[page.current.number - 1].strip()


def after(state: State, *actions: object) -> State:
    for action in actions:
        state = do.update(state, action)  # type: ignore[arg-type]
    return state


def test_a_replay_belongs_to_its_step(state: State) -> None:
    assert current_line(state) is None
    assert replay_at(state).result == step_record(state)
    assert replay_at(state) is replay_at(do.update(state, do.GoToLine(3)))  # cached


def test_lines_follow_calls_into_functions_and_back(state: State) -> None:
    there = after(state, do.LineBy(1))
    assert where(there) == ("step", "if state.exit != Exit.RUNNING:")
    there = after(there, do.LineBy(3))
    assert where(there) == ("step", "return _at_tetrahedron(a, b, state)")
    there = after(there, do.LineBy(1, into=True))
    assert where(there) == ("_at_tetrahedron", "tests = _face_tests(state.before)")
    assert where(after(there, do.LineBy(1))) == ("_at_tetrahedron", ANSWER)
    assert where(after(there, do.LineBy(1, into=True)))[0] == "_face_tests"
    assert where(after(there, do.LineBy(1, into=True), do.LineBy(-1))) == where(there)
    out = after(there, do.LineOut())
    assert where(out) == ("step", "return _at_tetrahedron(a, b, state)")
    assert after(out, do.LineOut()).run.line is None


ANSWER = "state = state._replace(tests=tests, untested=_untested_face(state.before))"


def test_beyond_the_lines_of_a_step_come_the_adjacent_steps(state: State) -> None:
    last = after(state, do.LineBy(-1))
    assert where(last) == ("step", "return _at_tetrahedron(a, b, state)")
    into = after(last, *[do.LineBy(1, into=True)] * (len(replay_at(state).lines) - current_line(last)))
    assert (current_step(into), current_line(into)) == (7, 0)
    back = after(into, do.LineBy(-1, into=True))
    assert (current_step(back), current_line(back)) == (6, len(replay_at(state).lines) - 1)
    assert (current_step(after(into, do.LineBy(-1))), where(after(into, do.LineBy(-1)))) == (6, where(last))


def test_at_both_ends_of_the_run_nothing_changes(state: State) -> None:
    first = after(state, do.GoToStep(0), do.LineBy(1))
    assert do.update(first, do.LineBy(-1)) is first
    last = after(state, do.GoToStep(last_step(state)), do.LineBy(-1, into=True))
    assert current_line(last) == len(replay_at(last).lines) - 1
    assert do.update(last, do.LineBy(1)) is last


def test_a_line_is_reset_with_its_step(state: State) -> None:
    there = do.update(state, do.GoToLine(5))
    assert there.run.line == 5
    for action in (do.StepBy(1), do.GoToStep(2), do.ChooseAlgorithm("gjk"), do.TogglePlay()):
        assert do.update(there, action).run.line is None
    assert not do.update(do.update(state, do.TogglePlay()), do.LineBy(1)).run.playback.playing


def test_an_invalid_line_is_not_shown(state: State) -> None:
    assert do.update(state, do.GoToLine(10_000)) is state
    assert do.update(state, do.GoToLine(-1)) is state
    assert current_line(replace(state, run=replace(state.run, line=10_000))) == len(replay_at(state).lines) - 1


def test_without_a_trace_there_are_no_lines(state: State) -> None:
    ball = replace(state.document.pair_bodies[0], shape=Sphere(1.0))
    refused = replace(
        state,
        document=replace(state.document, scene=state.document.scene.with_body(ball)),
        run=replace(state.run, algorithm="sat"),
    )
    assert replay_of(refused) is None
    for action in (do.LineBy(1), do.LineBy(-1, into=True), do.LineOut(), do.GoToLine(0)):
        assert do.update(refused, action) is refused


def test_the_page_explains_why_the_vertex_is_dropped(state: State) -> None:
    there = after(state, do.LineBy(4), do.LineBy(1, into=True), *[do.LineBy(1)] * 5)
    page = page_of(Identity(replay_at(there)), current_line(there))
    assert where(there) == ("_at_tetrahedron", "if tests[i].origin > 0:")
    record = step_record(state)
    assert record.believes is BelievedRegion.OUTSIDE_BCD
    [note] = page.notes[page.row]
    assert note.holds
    assert note.text == f"tests[i].origin = {brief_value(record.tests[1].origin)}"
    assert page.names["i"] == 1
    assert page.seen[page.row] == 2
    assert [function for function, _ in page.trail] == ["step", "_at_tetrahedron"]
    kept = page_of(Identity(replay_at(there)), current_line(do.update(there, do.LineBy(1))))
    assert kept.changed == {"kept"}


def test_the_page_shows_the_differences_of_a_replaced_record(state: State) -> None:
    page = page_of(Identity(replay_at(state)), None)
    row = next(n for n, line in enumerate(page.source.lines, 1) if "state._replace(iteration" in line)
    assert page.seen[row] == 1
    names = [note.text.partition(" =")[0] for note in page.notes[row]]
    assert names == ["state.iteration", "state.before"]


def test_a_click_selects_a_line_of_the_same_call(state: State) -> None:
    there = after(state, do.LineBy(4), do.LineBy(1, into=True))
    replay, page = replay_at(there), page_of(Identity(replay_at(there)), current_line(there))
    row = next(n for n, line in enumerate(page.source.lines, 1) if line.strip() == "if tests[i].origin > 0:")
    first = line_to_show(replay, page, current_line(there), row)
    second = line_to_show(replay, page, first, row)
    assert [replay.lines[number].number for number in (first, second)] == [row, row]  # type: ignore[index]
    assert first < second  # type: ignore[operator]
    assert line_to_show(replay, page, second, row) == first
    assert line_to_show(replay, page, None, 1) is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ((1.0, -0.5, 0.0), "(1, −0.5, 0)"),
        (0.1, "0.1"),
        (BelievedRegion.INSIDE, "inside"),
        ((), "none"),
        (Box((1.0, 1.0, 1.0)), "Box"),
        ([(1.0,) * 5] * 3, "3 × tuple"),
        (np.zeros((8, 3)), "array 8 × 3"),
    ],
)
def test_values_are_abbreviated(value: object, text: str) -> None:
    assert brief_value(value) == text
