"""Edits of takes: cuts, captions, pauses, timing, punch-in, and readable recordings."""

import re
from itertools import pairwise
from math import sin
from random import Random
from typing import Any

import pytest

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.cameras.camera import ViewSide
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    UPDATES,
    Action,
    AddBody,
    BeginDrag,
    ChooseAlgorithm,
    ChooseLayout,
    DeleteBody,
    DragTo,
    EndGesture,
    GoToStep,
    HoverBody,
    LookFrom,
    Orbit,
    Restore,
    Say,
    SetVisible,
    ShowRecording,
    StepBy,
    Tick,
    Undo,
    initial_state,
    is_manual,
    update,
)
from gjkscope.app.state.model import Continuation, Demo, Layout, State, View
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.file import format_demo, parse_demo, read_demo
from gjkscope.app.teach.demos.steps.registry import STEPS
from gjkscope.app.teach.demos.takes import edit
from gjkscope.app.teach.demos.takes.action_labels import LABELS_OF_ACTIONS
from gjkscope.app.teach.demos.takes.pauses import reading_ticks
from gjkscope.app.teach.demos.takes.phrases import WORDS
from gjkscope.app.teach.demos.takes.recorder import DemoRecorder
from gjkscope.app.teach.demos.takes.sections import LABELS, step_label
from gjkscope.app.teach.demos.takes.timeline import (
    edited_demo,
    restoring_except_reach,
    restoring_loosely,
    shows_same,
    spans,
    state_at,
)
from tests.app.random_actions import random_action
from tests.app.state.persistence.test_action_json import SAMPLES
from tests.app.teach.demos.test_recordings import BEFORE, KINDS, draw_actions, kind_of, record, start_of

NESTED = """{"gjkdemo": 1, "name": "nested", "scene": "boxes-edge-edge", "steps": [
    {"do": "views", "hidden": ["labels"]},
    {"do": "caption", "text": "One", "seconds": 1},
    {"do": "together", "steps": [
        {"do": "orbit", "yaw": 200, "seconds": 2},
        {"do": "together", "steps": [
            {"do": "move", "body": "B", "by": [0.5, 0, 0], "seconds": 1},
            {"do": "caption", "text": "Two", "delay": 0.5}]},
        {"do": "go", "step": "last", "seconds": 1.5, "ease": "linear"}]},
    {"do": "turn", "body": "B", "degrees": 50, "seconds": 1},
    {"do": "caption", "text": "Three", "seconds": 0.5},
    {"do": "set", "body": "A", "name": "mass", "to": 3, "seconds": 0.5},
    {"do": "wait", "seconds": 1}]}"""
SIMULATED = """{"gjkdemo": 1, "name": "simulated", "scene": "three-bodies-meet", "steps": [
    {"do": "act", "action": {"is": "PlayMotion", "playing": true}, "seconds": 1},
    {"do": "orbit", "yaw": 90, "seconds": 1},
    {"do": "act", "action": {"is": "ResetMotion"}, "seconds": 0.5}]}"""


def texts(demo: Demo) -> list[tuple[int, str]]:
    return [(mark.tick, mark.text) for mark in demo.marks_of(MarkKind.CAPTION)]


def words(demo: Demo) -> list[Any]:
    return [span.step for span in spans(demo)]


def ends_like(first: Demo, second: Demo) -> bool:
    return shows_same(state_at(first, first.length), state_at(second, second.length))


def take_of(script: dict[float, list[Action]], seconds: float, first: State | None = None) -> Demo:
    """The recording of a session that performs actions at these seconds."""
    timed, length = {round(time * TICKS): actions for time, actions in script.items()}, round(seconds * TICKS)
    scene = read_scene(resource("assets", "scenes", "boxes-edge-edge.json"))
    state = update(first or initial_state(scene), ShowRecording(0))
    recorder = DemoRecorder(state)

    def act(tick: int, action: Action) -> None:
        nonlocal state
        before, state = state, is_manual(state, action)
        recorder.note(tick, action, before, state)

    for tick in range(length):
        for action in timed.get(tick, []):
            act(tick, action)
        recorder.look(tick, state)
        if state.animating:
            act(tick + 1, Tick(1 / TICKS))
    recorder.look(length, state)
    return recorder.demo("live", length)


def drag(body: str, start: float, count: int, way: Any) -> dict[float, list[Action]]:
    moves: dict[float, list[Action]] = {start + i / TICKS: [DragTo(way(i), 3)] for i in range(1, count)}
    return {start: [BeginDrag(body, (0.0, 0.0, 0.0))]} | moves | {start + count / TICKS: [EndGesture()]}


def a_minute() -> dict[float, list[Action]]:
    """Two typos, a pause of twelve seconds, and an attempt that fails from 35 s to 42 s."""
    script: dict[float, list[Action]] = {1: [Say("Two boxs")]}
    script |= {3 + i / TICKS: [Orbit(3.0, 0.5 * sin(i / 20), View.WORLD), HoverBody("A")] for i in range(90)}
    script |= {6: [ChooseAlgorithm("gjk"), GoToStep(0)], 8: [StepBy(1)], 10: [StepBy(1)], 12: [StepBy(1)]}
    script |= {13: [Say("Now B mvoes")]} | drag("B", 14, 120, lambda i: (0.01 * i * sin(i / 40), 0.004 * i, 0.0))
    script |= {30: [ChooseLayout(Layout.WORLD)], 31: [LookFrom(View.WORLD, ViewSide.TOP)]}
    script |= drag("A", 35, 60, lambda i: (0.0, 0.05 * i, 0.0)) | {38: [Say("Oops")], 40: [Undo()], 41: [Say(None)]}
    return script | {43: [Say("Then SAT")], 45: [ChooseAlgorithm("sat"), SetVisible("labels", False)], 50: [StepBy(2)]}


@pytest.fixture(scope="module")
def minute() -> Demo:
    return take_of(a_minute(), 60)


@pytest.fixture(scope="module")
def shipped() -> Demo:
    """Parts of a film, with steps of many kinds."""
    film = read_demo(resource("assets", "demos", "gjk-in-2d.gjkdemo.json"))
    return edited_demo(film, [*words(film)[:15], *words(film)[18:24]])


@pytest.fixture(scope="module")
def nested() -> Demo:
    return parse_demo(NESTED)


def test_a_minute_with_faults_becomes_a_clean_film(minute: Demo) -> None:
    film = edit.make_readable(minute)
    assert len(format_demo(film)) * 10 < len(format_demo(minute))
    kinds = [step["do"] for step in words(film)]
    assert {"orbit", "look", "move", "go", "caption", "algorithm", "views"} <= {*kinds}
    assert "Restore" not in format_demo(film)
    assert "recorded" not in kinds
    film = edit.with_caption(edit.with_caption(film, 0, "Two boxes"), 1, "Now B moves")
    film = edit.close_pauses(edit.cut(film, 35 * TICKS, 42 * TICKS), 2 * TICKS)
    assert [text for _, text in texts(film)] == ["Two boxes", "Now B moves", "Then SAT"]
    assert 25 * TICKS < film.length < 45 * TICKS
    assert restoring_loosely(state_at(film, film.length), state_at(minute, minute.length)) == []
    assert film.hashes
    assert parse_demo(format_demo(film)).length == film.length


def test_the_raw_recording_can_be_edited_as_well(minute: Demo) -> None:
    shorter = edit.cut(minute, 35 * TICKS, 42 * TICKS)
    assert [text for _, text in texts(shorter)] == ["Two boxs", "Now B mvoes", "Then SAT"]
    assert shows_same(state_at(shorter, 35 * TICKS), state_at(minute, 42 * TICKS))
    assert ends_like(shorter, minute)
    assert [section.label for section in edit.sections(minute)] == [
        "Recorded",
        "Two boxs",
        "Now B mvoes",
        "Oops",
        "Then SAT",
    ]


def test_no_block_is_labelled_with_the_name_of_a_class() -> None:
    assert set(LABELS_OF_ACTIONS) == {kind.__name__ for kind in UPDATES if kind.recorded}
    actions = [sample for sample in SAMPLES if sample.recorded]
    assert len({type(action) for action in actions}) > 130
    steps = [{"do": name} for name in STEPS if name not in LABELS]
    for step in [*steps, *({"do": "act", "action": to_json(action)} for action in actions)]:
        label = step_label(step)
        assert "_" not in label
        assert "{" not in label
        own = step["action"]["is"] if step["do"] == "act" else ""
        assert len(re.findall("[A-Z][a-z]+", own)) < 2 or own not in label
    assert step_label({"do": "act", "action": to_json(Restore(()))}) == "Go on as before"
    assert step_label({"do": "act", "action": to_json(LookFrom(View.WORLD, ViewSide.TOP))}) == "Look from top"
    assert step_label({"do": "close_up", "on": "A"}) == "Close-up"


@pytest.mark.parametrize("group", range(2))
def test_any_recording_is_readable_with_the_same_states(group: int) -> None:
    shorter = 0
    for seed in range(group, 12, 2):
        random = Random(seed)
        state = start_of(random)
        for _ in range(BEFORE):
            state = is_manual(state, random_action(kind_of(random), random, state))
        first = update(update(state, EndGesture()), ShowRecording(0))
        recorder, states = record(first, draw_actions(random, first, KINDS[seed % len(KINDS)]))
        raw = recorder.demo("live", len(states) - 1)
        film = edit.make_readable(raw)
        assert film.length == raw.length, seed
        assert restoring_loosely(state_at(film, film.length), state_at(raw, raw.length)) == [], seed
        assert texts(film) == texts(raw), seed
        shorter += len(format_demo(film)) < len(format_demo(raw))
    assert shorter > 0


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(6))
def test_a_cut_shows_the_state_that_followed(seed: int, nested: Demo, shipped: Demo) -> None:
    random = Random(seed)
    demo = nested if seed % 2 else shipped
    first = random.randrange(demo.length - 10)
    last = random.randrange(first + 1, min(demo.length, first + 900))
    shorter = edit.cut(demo, first, last)
    assert shorter.length == demo.length - (last - first)
    for tick in (first, (first + shorter.length) // 2, shorter.length):
        assert shows_same(state_at(shorter, tick), state_at(demo, tick + last - first)), (first, last, tick)
    for tick in (0, first // 2, first - 1):
        assert tick < 0 or shows_same(state_at(shorter, tick), state_at(demo, tick))


def test_a_cut_in_a_simulation_continues_from_the_bodies_that_followed() -> None:
    demo = parse_demo(SIMULATED)
    shorter = edit.cut(demo, 30, 80)
    assert shows_same(state_at(shorter, 30), state_at(demo, 80))
    assert ends_like(shorter, demo)


def test_an_attempt_that_was_undone_leaves_nothing_when_it_is_cut() -> None:
    steps = """{"do": "wait", "seconds": 1}, {"do": "move", "body": "B", "by": [1, 0, 0], "seconds": 1},
        {"do": "act", "action": {"is": "Undo"}, "seconds": 2}, {"do": "go", "step": 0}, {"do": "wait", "seconds": 1}"""
    demo = parse_demo(f'{{"gjkdemo": 1, "name": "u", "scene": "boxes-overlap", "steps": [{steps}]}}')
    shorter = edit.cut(demo, 50, 200)
    assert [step["do"] for step in words(shorter)] == ["wait", "wait", "go", "wait"]
    assert ends_like(shorter, demo)


def test_cutting_twice_in_a_motion_leaves_one_step(nested: Demo) -> None:
    shorter = edit.cut(edit.cut(nested, 200, 210), 190, 205)
    assert [step["skip"] for step in words(shorter) if "skip" in step] == [[[0.17, 0.58]]]
    assert len(words(shorter)) == len(words(nested))
    assert shows_same(state_at(shorter, 190), state_at(nested, 215))


def test_a_cut_removes_captions_inside_and_keeps_what_is_shown_at_its_end(nested: Demo) -> None:
    assert texts(nested) == [(0, "One"), (90, "Two"), (240, "Three")]
    assert texts(edit.cut(nested, 80, 100)) == [(0, "One"), (80, "Two"), (220, "Three")]
    assert texts(edit.cut(nested, 80, 250)) == [(0, "One"), (80, "Three")]


def test_captions_are_edited_added_and_moved(nested: Demo) -> None:
    assert texts(edit.with_caption(nested, 1, "2")) == [(0, "One"), (90, "2"), (240, "Three")]
    silent = edit.with_caption(nested, 1, None)
    assert texts(silent) == [(0, "One"), (240, "Three")]
    assert state_at(silent, 150).display.caption is None
    for tick in (30, 61, 130, 200, 280):
        added = edit.add_caption(nested, tick, "New")
        assert (tick, "New") in texts(added)
        assert added.length == nested.length
        caption = state_at(added, tick).display.caption
        assert caption is not None
        assert caption.text == "New"
    assert texts(edit.move_caption(nested, 2, 260)) == [(0, "One"), (90, "Two"), (260, "Three")]
    assert edit.move_caption(nested, 0, 20).length == nested.length


def test_notes_are_added_changed_and_removed(nested: Demo) -> None:
    def written(demo: Demo) -> list[tuple[int, str]]:
        return [(mark.tick, mark.text) for mark in demo.marks_of(MarkKind.NOTES)]

    for tick in (0, 30, 60, 100, 200, 260, nested.length):
        film = edit.with_notes(nested, tick, "Ask")
        assert written(film) == [(tick, "Ask")]
        assert (film.length, texts(film)) == (nested.length, texts(nested))
        assert ends_like(film, nested)
        assert edit.notes_at(film, tick) == "Ask"
        assert edit.notes_at(film, tick - 1) == ""
    film = edit.with_notes(edit.with_notes(nested, 60, "Ask"), 200, "Wait")
    assert written(edit.with_notes(film, 170, "Answer")) == [(60, "Answer"), (200, "Wait")], "in the same block"
    assert written(edit.with_notes(film, 210, "Go")) == [(60, "Ask"), (200, "Go")]
    assert edit.with_notes(film, 210, "Wait") is film
    assert written(edit.with_notes(film, 210, "")) == [(60, "Ask"), (200, "")], "the first ones end there"
    assert words(edit.with_notes(edit.with_notes(nested, 60, "Ask"), 80, "")) == words(nested)
    with pytest.raises(edit.TakeError, match=r"within the demo, 0:00 to 0:06"):
        edit.with_notes(nested, nested.length + 1, "Ask")


def test_notes_divide_a_recording(minute: Demo) -> None:
    film = edit.with_notes(minute, 20 * TICKS, "Ask")
    assert [(step["do"], len(step.get("actions", ()))) for step in words(film)][1] == ("notes", 0)
    assert (film.length, texts(film), film.hashes) == (minute.length, texts(minute), minute.hashes)
    assert ends_like(film, minute)


def test_pauses_are_closed_but_captions_can_be_read() -> None:
    text = "one two three four five six seven eight nine ten"
    steps = f"""{{"do": "caption", "text": "{text}", "seconds": 12}}, {{"do": "orbit", "yaw": 9, "seconds": 1}},
        {{"do": "wait", "seconds": 3}}, {{"do": "act", "action": {{"is": "LockAxis", "axis": 0}}, "seconds": 3}}"""
    demo = parse_demo(f'{{"gjkdemo": 1, "name": "p", "scene": "boxes-overlap", "steps": [{steps}]}}')
    assert edit.pauses(demo, 60) == ((16, 12 * TICKS), (13 * TICKS, 19 * TICKS))
    closed = edit.close_pauses(demo, 60)
    assert closed.length == reading_ticks(text) + TICKS + 60
    assert ends_like(closed, demo)


def test_retiming_moves_what_follows_and_stretches_what_is_inside(nested: Demo) -> None:
    boundary = edit.sections(nested)[1].last
    for to in (boundary - 50, boundary + 33):
        later = edit.retime(nested, boundary, to)
        assert later.length == nested.length + to - boundary
        assert edit.sections(later)[1].last == to
        assert shows_same(state_at(later, to), state_at(nested, boundary))
        assert ends_like(later, nested)
    assert edit.stretch(nested, 20, 200, 90).length == nested.length - 90
    assert ends_like(edit.stretch(nested, 20, 200, 91), nested)


def test_a_stretched_recording_reaches_the_same_states(minute: Demo) -> None:
    longer = edit.stretch(minute, 13 * TICKS, 20 * TICKS, 10 * TICKS)
    assert longer.length == 63 * TICKS
    assert ends_like(longer, minute)
    assert texts(longer)[-1] == (46 * TICKS, "Then SAT")


@pytest.mark.parametrize(("first", "last"), [(0, 60), (30, 100), (100, 100), (200, 215), (150, 330), (0, 330)])
def test_a_punch_in_keeps_before_and_after(first: int, last: int, nested: Demo) -> None:
    script: dict[float, list[Action]] = {0.2: [Say("Again")], 0.3: [SetVisible("grid", False), ChooseAlgorithm("sat")]}
    film = edit.replace_span(nested, first, last, take_of(script, 2 / 3, update(state_at(nested, first), EndGesture())))
    assert film.length == nested.length - (last - first) + 40
    assert (first + 12, "Again") in texts(film)
    assert not state_at(film, first + 25).display.visible.grid
    for tick in {0, first // 2, max(first - 1, 0)} if first else ():
        assert shows_same(state_at(film, tick), state_at(nested, tick))
    if last < nested.length:
        for tick in (last, (last + nested.length) // 2, nested.length):
            assert shows_same(state_at(film, tick + 40 - (last - first)), state_at(nested, tick)), tick


@pytest.fixture(scope="module")
def again(nested: Demo) -> Demo:
    """A readable recording of one second at 4:10, in which B is dragged and the camera turns."""
    script: dict[float, list[Action]] = {0.1: [Say("Again")]} | drag("B", 0.2, 20, lambda i: (0.02 * i, 0.0, 0.0))
    script |= {0.6: [LookFrom(View.WORLD, ViewSide.TOP), SetVisible("grid", False)]}
    return edit.make_readable(take_of(script, 1, update(state_at(nested, 250), EndGesture())))


def place(demo: Demo, tick: int) -> tuple[float, ...]:
    return state_at(demo, tick).document.scene.body("B").pose.position


BLEND, KEEP, CUT = Continuation


@pytest.mark.parametrize(("last", "then"), [(290, BLEND), (290, CUT), (100, BLEND), (100, CUT)])
def test_a_demo_goes_on_after_a_punch_in_with_steps_that_can_be_edited(
    last: int, then: Continuation, nested: Demo, again: Demo
) -> None:
    first = min(last, 250)
    film = edit.replace_span(nested, first, last, again, then)
    seam = first + again.length
    goes_on = seam + (TICKS if then is BLEND else 0)
    added = goes_on - last
    assert film.length == nested.length + added
    for tick in (last, (last + nested.length) // 2, nested.length):
        assert restoring_except_reach(state_at(film, tick + added), state_at(nested, tick)) == [], tick
    new = [span.step for span in spans(film) if seam <= span.first and span.last <= goes_on]
    assert "Restore" not in format_demo(edited_demo(film, new)) or last == 100, "only the known answer is restored"
    kinds = [inner["do"] for step in new for inner in step.get("steps", [step])]
    assert {"views", "move", "camera", "act"} <= {*kinds}
    assert ("caption" in kinds) is (last == 290), "not where the step that goes on says it again"
    assert (goes_on, "Three" if last == 290 else "Two") in texts(film)
    if then is BLEND and last == 290:
        way = [place(film, tick)[0] for tick in range(seam, goes_on)]
        assert way == sorted(way, reverse=True)
        assert max(a - b for a, b in pairwise(way)) < 0.02 < way[0] - way[-1], "it moves, and does not jump"


def test_a_blend_takes_no_time_if_nothing_has_moved(nested: Demo) -> None:
    take = take_of({0.1: [Say("Again")]}, 1, update(state_at(nested, 270), EndGesture()))
    assert edit.replace_span(nested, 270, 330, take, BLEND).length == nested.length


def test_a_demo_can_go_on_from_the_new_places(nested: Demo, again: Demo) -> None:
    film = edit.replace_span(nested, 250, 290, again, KEEP)
    assert place(film, film.length) == place(film, 309) != place(nested, nested.length)
    assert state_at(film, film.length).document.scene.body("A").mass == 3
    # In the middle of a step, its motions begin where things are then.
    film = edit.replace_span(nested, 80, 100, again, KEEP)
    moves = [place(film, tick)[0] for tick in range(130, 200)]
    assert max(abs(a - b) for a, b in pairwise(moves)) < 0.05
    assert moves[-1] == pytest.approx(moves[0] + 0.5, abs=0.05)


def test_a_demo_that_cannot_go_on_from_the_new_places_says_so(nested: Demo) -> None:
    take = take_of({0.1: [DeleteBody("A")]}, 1, update(update(state_at(nested, 250), AddBody("sphere")), EndGesture()))
    with pytest.raises(edit.TakeError, match=r"cannot go on from the new places: .*no body is named 'A'.*blend or cut"):
        edit.replace_span(nested, 250, 280, take, KEEP)
    film = edit.replace_span(nested, 250, 280, take, BLEND)
    assert ends_like(film, nested), "what no step expresses is restored"


def test_a_punch_in_shows_a_caption_only_if_it_can_be_read(nested: Demo) -> None:
    first = update(state_at(nested, 240), EndGesture())
    for seconds, shown in ((0.25, [(255, "Again")]), (3, [(240, "Three"), (420, "Again")])):
        film = edit.replace_span(nested, 240, 300, take_of({seconds: [Say("Again")]}, 4, first), BLEND)
        assert texts(film)[2:] == [*shown, (480, "Three")]


def test_notes_and_chapters_of_a_replaced_span_stay() -> None:
    steps = """{"do": "notes", "text": "old"}, {"do": "wait", "seconds": 1}, {"do": "notes", "text": "new"},
        {"do": "chapter", "name": "Two"}, {"do": "wait", "seconds": 1}, {"do": "wait", "seconds": 1}"""
    demo = parse_demo(f'{{"gjkdemo": 1, "name": "n", "scene": "boxes-overlap", "steps": [{steps}]}}')
    film = edit.replace_span(demo, 30, 120, take_of({}, 0.5, demo.first))
    assert [(mark.tick, mark.text) for mark in film.marks_of(MarkKind.NOTES)] == [(0, "old"), (60, "new")]
    assert [(mark.tick, mark.text) for mark in film.marks_of(MarkKind.CHAPTER)] == [(60, "Two")]


def test_edits_that_are_not_possible_say_why(nested: Demo) -> None:
    with pytest.raises(edit.TakeError, match="Nothing would be left"):
        edit.cut(nested, 0, nested.length)
    with pytest.raises(edit.TakeError, match=r"within the demo, 0 to 6 s"):
        edit.cut(nested, 10, nested.length + 1)
    with pytest.raises(edit.TakeError, match="no caption 7: the demo has 3"):
        edit.with_caption(nested, 6, "x")
    with pytest.raises(edit.TakeError, match="Another caption begins"):
        edit.add_caption(nested, 240, "x")
    with pytest.raises(edit.TakeError, match="No section ends at 0:01"):
        edit.retime(nested, 99, 120)
    with pytest.raises(edit.TakeError, match="cut it instead"):
        edit.stretch(nested, 0, 60, 0)


def test_a_phrase_that_cannot_be_performed_stays_recorded(minute: Demo, monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a choice of an algorithm was written as a step that no demo may contain."""
    monkeypatch.setitem(WORDS, (ChooseAlgorithm,), lambda _: [{"do": "algorithm", "name": "gjk in 4D"}])
    film = edit.make_readable(minute)
    assert [step["do"] for step in words(film)].count("recorded") == 1
    assert {"orbit", "look", "move", "go", "caption", "views"} <= {step["do"] for step in words(film)}
    assert film.length == minute.length
    assert restoring_loosely(state_at(film, film.length), state_at(minute, minute.length)) == []
    monkeypatch.setitem(WORDS, (Say,), lambda _: [{"do": "look", "at": "nobody"}])
    assert texts(edit.make_readable(minute)) == texts(minute), "an error that shows only when it is performed"


def test_the_poster_keeps_its_picture_when_the_time_before_it_changes() -> None:
    demo = parse_demo(NESTED.replace('"name"', '"poster": 3, "name"', 1))
    assert edit.cut(demo, 30, 90).poster_tick == 180 - 60
    assert edit.cut(demo, 150, 210).poster_tick == 150
    assert edit.cut(demo, 60, demo.length).poster_tick == 60
    assert edit.stretch(demo, 0, 60, 90).poster_tick == 180 + 30
    at_end = edit.cut(demo, 52, demo.length)
    assert at_end.poster_tick == at_end.length == 52
    assert parse_demo(format_demo(at_end)).poster_tick == 52, "0.87 s is rounded up, but not after the end"
    assert "poster" not in edited_demo(parse_demo(NESTED), words(demo)).document  # type: ignore[operator]
