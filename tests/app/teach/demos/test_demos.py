"""Demos: strict parsing, playback that does not depend on how a tick is reached, recording and replay."""

import json
import re
from collections.abc import Sequence
from itertools import pairwise
from math import radians
from pathlib import Path

import pytest

from gjkscope.app.ask.breakpoints import Breakpoint
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    Action,
    BeginDrag,
    ChooseAlgorithm,
    ChoosePair,
    DragTo,
    EndGesture,
    GoToTick,
    HideBody,
    HoverAxis,
    HoverBody,
    HoverFace,
    LeaveDemo,
    OpenDemo,
    Orbit,
    PlaceBody,
    PlayDemo,
    PlayMotion,
    ResetMotion,
    SeekDemo,
    SetDemoRate,
    SetRules,
    SetShapeField,
    ShowRecording,
    StepBy,
    StepMotion,
    TakeOver,
    Tick,
    TogglePlay,
    Undo,
    initial_state,
    is_manual,
    update,
)
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.inspection.traces import inspect, trace_hash
from gjkscope.app.state.model import LAST_STEP, AxisFilter, Beats, Demo, Layout, Playback, Snap, State, TurnedAxis, View
from gjkscope.app.state.model.demo import TICKS, DemoMark, MarkKind
from gjkscope.app.state.model.ownership import Of, captured_fields, state_parts, value_at
from gjkscope.app.teach.demos import models
from gjkscope.app.teach.demos.file import DemoError, format_demo, parse_demo, playheads, read_demo, write_demo
from gjkscope.app.teach.demos.takes.recorder import DemoRecorder
from gjkscope.app.view.panels.demos.player_bar import marks
from gjkscope.engine import Box, Verdict
from gjkscope.engine.simulation.simulation import Rules

SCENE = {
    "gjkscope": 1,
    "name": "two boxes",
    "shapes": [
        {"name": "A", "type": "box", "half_extents": [0.5, 0.5, 0.5]},
        {"name": "B", "type": "box", "half_extents": [0.5, 0.5, 0.5], "position": [2, 0, 0]},
    ],
}
STEPS = """[
  {"do": "caption", "text": "Two **boxes**", "seconds": 1},
  {"do": "look", "at": "all"},
  {"do": "together", "steps": [
    {"do": "orbit", "yaw": 40, "seconds": 2},
    {"do": "go", "step": 0, "seconds": 1}
  ]},
  {"do": "algorithm", "name": "sat"},
  {"do": "move", "body": "B", "by": [-0.5, 0, 0], "seconds": 1},
  {"do": "turn", "body": "B", "degrees": 90, "seconds": 1},
  {"do": "set", "body": "B", "name": "half_extents", "to": [1, 1, 1], "seconds": 0.5},
  {"do": "go", "step": "last", "seconds": 1},
  {"do": "highlight", "axis": 2, "seconds": 1},
  {"do": "views", "layout": "world", "hidden": ["labels"]},
  {"do": "act", "action": {"is": "StepBy", "count": -1}},
  {"do": "caption", "text": null, "seconds": 0.5}
 ]"""
TEXT = f'{{\n "gjkdemo": 1,\n "name": "trial",\n "scene": {json.dumps(SCENE)},\n "steps": {STEPS}\n}}'

SEEN = captured_fields(State)


@pytest.fixture(scope="module")
def demo() -> Demo:
    return parse_demo(TEXT)


def start_state() -> State:
    bodies = (Body("A", Box((0.5,) * 3)), Body("B", Box((0.5,) * 3), PositionOrientation((2.0, 0.0, 0.0))))
    return initial_state(Scene("two boxes", bodies))


def controlled_part(state: State) -> State:
    """What a demo controls: everything except the display settings."""
    shell = replace(state.shell, message=None, has_log=False)
    return replace(state, file=replace(state.file, saved=None), show=None, own=None, shell=shell)


def test_steps_run_in_sequence_with_their_durations(demo: Demo) -> None:
    first = demo.first
    assert demo.length == 8 * TICKS
    assert demo.marks == (DemoMark(0, "Two **boxes**"),)
    opening = playhead_at(demo, 0).state
    assert (opening.display.caption.text, opening.display.caption.opacity) == ("Two **boxes**", 0)  # type: ignore[union-attr]
    early = playhead_at(demo, TICKS - 1).state
    assert early.view.cameras == first.view.cameras
    assert early.display.caption.opacity == 1
    framed, turned = (playhead_at(demo, tick).state.view.cameras.world for tick in (TICKS, 3 * TICKS))
    assert turned.yaw == pytest.approx(framed.yaw + radians(40), abs=1e-15)
    assert [playhead_at(demo, tick).state.run.step for tick in (TICKS + 1, 2 * TICKS)] == [LAST_STEP, 0]
    moved, spun, grown = (playhead_at(demo, int(tick * TICKS)).state.document.scene.body("B") for tick in (4, 5, 5.5))
    assert moved.pose.position == (1.5, 0, 0)
    assert spun.placement.orientation == pytest.approx((0, 2**-0.5, 0, 2**-0.5), abs=1e-15)  # type: ignore[union-attr]
    assert grown.shape == Box((1.0, 1.0, 1.0))
    assert playhead_at(demo, int(6.5 * TICKS)).state.run.step == LAST_STEP
    assert playhead_at(demo, 7 * TICKS).state.pointer.hovered_axis == 2
    end = playhead_at(demo, demo.length).state
    assert (end.display.layout, end.display.visible.labels, end.display.caption, end.run.algorithm) == (
        Layout.WORLD,
        False,
        None,
        "sat",
    )
    halfway = playhead_at(demo, int(3.5 * TICKS)).state.document.scene.body("B").pose.position
    assert halfway == (1.75, 0, 0)  # an eased motion is halfway at half time


def test_a_tick_is_the_same_however_it_is_reached(demo: Demo) -> None:
    straight = [head.state for head in playheads(demo)]
    for tick in (200, 37, 399, 400, 61, 60, 59, 0, demo.length):
        assert playhead_at(demo, tick).state == straight[tick]


def test_a_file_is_written_as_it_was_read(demo: Demo, tmp_path: Path) -> None:
    path = tmp_path / "again.gjkdemo.json"
    write_demo(demo, path)
    again = read_demo(path)
    assert (again.document, again.first, again.length) == (demo.document, demo.first, demo.length)
    assert format_demo(again) == path.read_text(encoding="utf-8")
    with pytest.raises(DemoError, match="cannot be written: "):
        write_demo(demo, tmp_path / "no folder" / "x.gjkdemo.json")


WRONG = [
    ('"body": "B", "by"', '"body": "C", "by"', "line 13: steps[4].body: no body is named 'C'; the bodies are A, B"),
    (
        '"step": 0',
        '"step": 99',
        "line 10: steps[2].steps[1].step: must be at most 1, the last step of this run, got 99",
    ),
    ('"do": "orbit"', '"do": "orbti"', "line 9: steps[2].steps[0].do: unknown do 'orbti', did you mean orbit"),
    ('"yaw"', '"jaw"', "line 9: steps[2].steps[0].jaw: unknown key, did you mean yaw?"),
    ('["labels"]', '["lables"]', "line 18: steps[9].hidden: must be among aabbs, witnesses"),
    ('"count": -1', '"cout": 1', "line 19: steps[10].action: StepBy"),
    ('"is": "StepBy"', '"is": "Tick"', "line 19: steps[10].action: Tick"),
    ('"StepBy", "count": -1', '"TakeOver"', "line 19: steps[10].action: 'TakeOver' is not allowed in a demo"),
    (json.dumps(SCENE), '"nowhere"', "line 4: scene: no example is named 'nowhere'"),
    (json.dumps(SCENE), '"../secret.json"', "line 4: scene: must be a relative path inside the demo's folder"),
    ('"two boxes"', '""', "line 4: scene: name: must not be empty"),
    ('"gjkdemo": 1', '"gjkdemo": 2', "line 2: gjkdemo: made by a newer version of gjkscope: must be 1, got 2"),
    ('boxes**", "seconds": 1', 'boxes**", "seconds": -1', "line 6: steps[0].seconds: must be ≥ 0, got -1"),
    ("[-0.5, 0, 0]", "[-0.5, 0]", "line 13: steps[4].by: must have 3 entries"),
    ('"by": [-0.5, 0, 0]', '"ease": "in"', "line 13: steps[4].to: exactly one of to, by and path must be given"),
    ('half_extents", "to"', 'half_extent", "to"', "line 15: steps[6].name: B has no 'half_extent'"),
    ("[1, 1, 1], ", "[1, -1, 1], ", "line 15: steps[6]: B: half extents y: must be > 0"),
    ('"name": "sat"', '"name": "tas"', "line 12: steps[3].name: must be one of gjk"),
    ('"trial",', '"trial" "x",', "line 3, column 18: not JSON"),
]


@pytest.mark.parametrize(("right", "wrong", "words"), WRONG)
def test_a_fault_is_reported_with_its_line(right: str, wrong: str, words: str) -> None:
    assert right in TEXT
    with pytest.raises(DemoError) as fault:
        parse_demo(TEXT.replace(right, wrong, 1), "my.gjkdemo.json", Path("/somewhere"))
    message = str(fault.value)
    assert message.startswith(f"my.gjkdemo.json: {words}")
    assert "\n" not in message


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ('{"do": "go", "step": "x"}', "step: must be a whole number or 'last', got 'x'"),
        ('{"do": "go", "step": -1}', "step: must be ≥ 0 or 'last', got -1"),
        ('{"do": "go", "step": {"a": 1}}', "step: must be a whole number or 'last', got an object"),
        ('{"do": "go", "step": [1]}', "step: must be a whole number or 'last', got a list of 1"),
        ('{"do": "open", "scene": 5}', "scene: must be an object { } or text in quotes, got 5"),
        ('{"do": "views", "layout": 3}', "layout: must be one of both, world, difference, three, got 3"),
        ('{"do": "together", "steps": []}', "steps: must not be empty"),
    ],
)
def test_a_value_of_several_possible_types_names_all_of_them(step: str, fault: str) -> None:
    text = f'{{"gjkdemo": 1, "name": "n", "scene": "boxes-overlap", "steps": [{step}]}}'
    with pytest.raises(DemoError) as caught:
        parse_demo(text, "my.gjkdemo.json", Path("/somewhere"))
    assert str(caught.value) == f"my.gjkdemo.json: line 1: steps[0].{fault}"


def test_the_start_is_validated() -> None:
    for start, words in (
        ('{"colour": 1}', "start.colour: unknown key"),
        ('{"layout": 3}', "start.layout: must be one of both, world, difference, three, got 3"),
        ('{"layout": {"is": "Nothing"}}', "start.layout: is: unknown record"),
    ):
        with pytest.raises(DemoError, match=f"line 2: {words}".replace(".", r"\.")):
            parse_demo(TEXT.replace('"gjkdemo": 1', f'"gjkdemo": 1, "start": {start}'))


SESSION: list[Action | int] = [
    *(Orbit(30.0, 5.0), 3, ChooseAlgorithm("epa"), 1, BeginDrag("B", (2.0, 0.0, 0.0)), 2, DragTo((1.1, 0.2, 0.0)), 4),
    *(DragTo((0.7, 0.3, 0.1)), EndGesture(), 10, TogglePlay(), 150, StepBy(-2), 1, Undo(), 5, StepBy(1), 7, Undo(), 3),
]


MOVING: list[Action | int] = [
    *(9, PlayMotion(False), 2, StepMotion(-3), 1, ChoosePair(("cone", "box")), 1, Undo(), 2, StepMotion(2), 1),
    *(SetRules(Rules(continuous=True)), PlayMotion(True), 14, GoToTick(5), 3, PlayMotion(True), 4, ResetMotion(), 2),
]


def record_session(first: State, session: Sequence[Action | int] = SESSION) -> tuple[DemoRecorder, list[State]]:
    """A recorded session: its recorder, and the state at the end of each tick."""
    recorder, state, states = DemoRecorder(first), first, []
    for action in session:
        if isinstance(action, Action):
            before, state = state, update(state, action)
            recorder.note(len(states), action, before, state)
            continue
        for _ in range(action):
            recorder.look(len(states), state)
            states.append(state)
            state = update(state, Tick(1 / TICKS))
    return recorder, states


def test_a_recording_replays_to_the_same_states_and_traces() -> None:
    before = update(update(start_state(), ChooseAlgorithm("gjk")), BeginDrag("A", (0.0, 0.0, 0.0)))
    before = update(update(before, DragTo((-0.1, 0.0, 0.0))), EndGesture())
    recorder, states = record_session(before)
    demo = parse_demo(format_demo(recorder.demo("live", len(states))))
    shown = [head.state for head in playheads(demo)]
    assert demo.length == len(states)
    assert len(demo.hashes) > 4
    for tick, (live, again) in enumerate(zip(states, shown, strict=False)):
        for name in ("scene", "pair", "algorithm", "step", "cameras", "selected", "playback", "drag"):
            assert value_at(live, SEEN[name].path) == value_at(again, SEEN[name].path), (tick, name)
        assert trace_hash(live) == trace_hash(again)
    assert playhead_at(demo, demo.length).diverged == ()


def test_a_recording_that_starts_in_motion_replays_to_the_same_poses() -> None:
    scene = read_scene(resource("assets", "scenes", "motion", "three-bodies-meet.json"))
    before = update(update(initial_state(scene), StepMotion(20)), PlayMotion(True))
    recorder, states = record_session(before, MOVING)
    demo = parse_demo(format_demo(recorder.demo("live", len(states))))
    shown = [head.state for head in playheads(demo)]
    places = [[body.pose for body in state.document.scene.bodies] for state in states]
    assert [[body.pose for body in state.document.scene.bodies] for state in shown[:-1]] == places
    assert [state.document.pair for state in shown[:-1]] == [state.document.pair for state in states]
    assert playhead_at(demo, demo.length).diverged == ()
    assert len({str(pose) for pose in places}) > 20


def test_a_diverging_replay_says_where_and_continues() -> None:
    recorder, states = record_session(start_state())
    document = json.loads(format_demo(recorder.demo("live", len(states))))
    changed = document["hashes"][2]
    changed["trace"] = "0" * 16
    demo = parse_demo(json.dumps(document))
    assert playhead_at(demo, demo.length).diverged == (changed["tick"],)
    assert playhead_at(demo, changed["tick"] - 1).diverged == ()
    state = update(update(start_state(), OpenDemo(demo)), SeekDemo(demo.length))
    assert state.show is not None
    assert state.show.diverged == (changed["tick"],)
    back = update(state, SeekDemo(0)).show
    assert back is not None
    assert [mark.tick for mark in marks(back) if mark.is_bad] == [changed["tick"]]  # the divergence remains marked


def test_a_demo_can_be_played_paused_seeked_and_closed(demo: Demo) -> None:
    state = update(start_state(), OpenDemo(demo))
    assert state.animating
    assert state.show is not None
    assert not state.modified
    for _ in range(90):
        state = update(state, Tick(1 / TICKS))
    assert state.show is not None
    assert state.show.tick == 90
    assert controlled_part(state) == controlled_part(
        replace(
            playhead_at(demo, 90).state,
            preferences=replace(playhead_at(demo, 90).state.preferences, recent_files=state.preferences.recent_files),
        )
    )
    halted = update(state, PlayDemo(False))
    assert update(halted, Tick(1.0)) is halted
    fast = update(update(update(halted, SetDemoRate(4.0)), PlayDemo(True)), Tick(0.5))
    assert fast.show is not None
    assert fast.show.tick == 90 + 2 * TICKS
    assert update(halted, SetDemoRate(3.0)) is halted
    over = update(fast, Tick(60.0))
    assert over.show is not None
    assert over.show.is_over
    assert not over.animating
    again = update(over, PlayDemo(True))
    assert again.show is not None
    assert again.show.tick == 0
    assert again.document.scene == demo.first.document.scene
    assert update(again, SeekDemo(-5)).show.tick == 0  # type: ignore[union-attr]
    left = update(again, LeaveDemo())
    assert left.show is None
    assert left.display.caption is None
    assert left.document.scene == demo.first.document.scene


def test_the_view_is_kept_after_taking_over_until_the_demo_resumes(demo: Demo) -> None:
    state = update(update(start_state(), OpenDemo(demo)), SeekDemo(100))
    own = update(update(state, TakeOver()), Orbit(50.0, 0.0))
    assert own.show is not None
    assert own.show.taken_over
    assert not own.show.playing
    assert own.view.cameras.of(View.WORLD) != state.view.cameras.of(View.WORLD)
    assert update(own, Tick(0.1)) is own
    resumed = update(own, PlayDemo(True))
    assert not resumed.show.taken_over


@pytest.mark.parametrize("back", [PlayDemo(True), SeekDemo(100)], ids=["play", "seek"])
def test_the_cameras_return_smoothly_to_the_demo_after_a_takeover(demo: Demo, back: Action) -> None:
    state = update(update(start_state(), OpenDemo(demo)), SeekDemo(100))
    own = is_manual(state, Orbit(50.0, 0.0))
    now = update(own, back)
    assert now.animating
    yaws = [own.view.cameras.world.yaw, now.view.cameras.world.yaw]
    while now.show.way_back is not None:
        now = update(now, Tick(1 / TICKS))
        yaws.append(now.view.cameras.world.yaw)
    assert yaws[0] == pytest.approx(yaws[1], abs=1e-12)
    assert max(abs(b - a) for a, b in pairwise(yaws)) < 0.3 * abs(yaws[-1] - yaws[0])
    assert now.view.cameras == playhead_at(demo, now.show.tick).state.view.cameras
    assert now.animating == isinstance(back, PlayDemo)
    assert (now.show.tick > 100) == isinstance(back, PlayDemo)


def test_a_highlight_stays_while_paused_and_yields_to_the_pointer() -> None:
    steps = [{"do": "highlight", "body": "A", "axis": 2, "seconds": 1}, {"do": "highlight", "seconds": 1}]
    demo = parse_demo(json.dumps({"gjkdemo": 1, "name": "mark", "scene": SCENE, "steps": steps}))
    halted = is_manual(update(update(start_state(), OpenDemo(demo)), SeekDemo(30)), PlayDemo(False))
    for none in (HoverBody(None), HoverAxis(None), HoverFace(None)):
        assert is_manual(halted, none) is halted, "nothing is under the pointer"
    pointed = is_manual(halted, HoverBody("B"))
    assert (pointed.pointer.hovered, pointed.pointer.hovered_axis) == ("B", 2)
    assert is_manual(pointed, HoverBody(None)) == halted
    later = update(halted, SeekDemo(90))
    assert (later.pointer.hovered, later.pointer.hovered_axis) == (None, None)
    own = is_manual(halted, Orbit(50.0, 0.0))
    assert is_manual(own, HoverBody(None)).pointer.hovered is None


def test_parallel_steps_are_separate_edits() -> None:
    moves = [{"do": "move", "body": name, "by": [0.1, 0, 0], "seconds": 0.5} for name in "AB"]
    text = json.dumps({"gjkdemo": 1, "name": "two", "scene": SCENE, "steps": [{"do": "together", "steps": moves}]})
    demo = parse_demo(text)
    state = playhead_at(demo, demo.length).state
    assert [edit.label for edit in state.history.past] == ["move A", "move B"]
    assert update(update(state, Undo()), Undo()).document.scene == demo.first.document.scene


@pytest.mark.parametrize("halts", [True, False])
def test_a_manual_edit_during_a_demo_s_move_is_an_edit_of_its_own(demo: Demo, halts: bool) -> None:
    amid = update(update(start_state(), OpenDemo(demo)), SeekDemo(int(3.5 * TICKS)))
    state = update(amid, PlayDemo(False)) if halts else amid
    moved = is_manual(state, PlaceBody("B", PositionOrientation((9.0, 0.0, 0.0))))
    assert moved.show is not None
    assert moved.show.taken_over
    assert update(moved, Undo()).document.scene == amid.document.scene
    held = is_manual(state, BeginDrag("B", (1.5, 0.5, 0.5)))
    assert held.gesture.drag is not None  # the grab is kept


def test_a_body_held_by_the_demo_is_not_held_by_the_pointer() -> None:
    recorder, _ = record_session(start_state(), [BeginDrag("B", (2.0, 0.5, 0.5)), DragTo((1.0, 0.5, 0.5)), 60])
    demo = recorder.demo("held", 60)
    assert playhead_at(demo, 30).state.gesture.drag is not None
    state = update(update(start_state(), OpenDemo(demo)), Tick(0.5))
    assert state.gesture.drag is None
    orbited = is_manual(state, Orbit(9.0, 0.0))
    assert orbited.show is not None
    assert orbited.show.taken_over
    for left in (orbited, update(state, PlayDemo(False)), update(state, TakeOver()), update(state, LeaveDemo())):
        assert left.gesture.label is None
        assert left.document.scene == state.document.scene


def test_closing_a_demo_restores_the_user_s_tools(demo: Demo) -> None:
    mine = with_own_tools(start_state())
    shown = update(update(mine, OpenDemo(demo)), SeekDemo(demo.length))
    assert not shown.display.visible.labels
    assert shown.tools.breakpoints != mine.tools.breakpoints
    branch = update(update(shown, ShowRecording(0)), LeaveDemo())
    assert not branch.display.visible.labels  # a recording from here continues with the demo's settings
    for left in (update(shown, LeaveDemo()), update(branch, ShowRecording(None))):
        for part in state_parts(State, Of.TOOLS):
            assert value_at(left, part.path) == value_at(mine, part.path), part.name
        assert left.own is None
        assert left.document.scene == shown.document.scene


def with_own_tools(state: State) -> State:
    """All of them different from the defaults."""
    mine = replace(
        state,
        display=replace(
            state.display,
            visible=replace(state.display.visible, grid=False),
            layout=Layout.DIFFERENCE,
            gizmo=None,
            axis_filter=AxisFilter(text="edge"),
            plots_width=True,
            turned_axis=TurnedAxis(0, 0.5),
        ),
        probe=replace(state.probe, probing=True),
        tools=replace(
            state.tools,
            breakpoints=(Breakpoint("distance < 1"),),
            snap=Snap(on=True),
            axis_lock=1,
            on_ground=True,
            motion_rate=0.5,
            seed=7,
        ),
        run=replace(state.run, playback=Playback(rate=4.0), beats=Beats(on=True)),
        view=replace(state.view, cameras=replace(state.view.cameras, linked=False, z_up=True)),
    )
    tools = state_parts(State, Of.TOOLS)
    assert [part.name for part in tools if value_at(mine, part.path) == value_at(state, part.path)] == []
    return mine


def test_the_user_keeps_their_appearance_settings(demo: Demo) -> None:
    mine = replace(
        start_state(),
        appearance=replace(start_state().appearance, lecture=True, panels=False),
        preferences=replace(start_state().preferences, ui_scale=1.5),
    )
    shown = update(update(mine, OpenDemo(demo)), SeekDemo(300))
    assert (shown.appearance.lecture, shown.preferences.ui_scale, shown.appearance.panels) == (True, 1.5, False)


def test_without_a_demo_its_actions_do_nothing() -> None:
    state = start_state()
    for action in (PlayDemo(True), SeekDemo(3), SetDemoRate(2.0), TakeOver(), LeaveDemo()):
        assert update(state, action) is state


def test_a_view_can_move_closer_to_a_point_or_away(demo: Demo) -> None:
    look = '{"do": "look", "view": "difference", "point": [0, 1, 0], "zoom": 2, "seconds": 1}'
    there = playhead_at(parse_demo(TEXT.replace('{"do": "look", "at": "all"}', look)), 2 * TICKS).state.view.cameras
    assert there.difference.target == (0, 1, 0)
    assert there.difference.distance == pytest.approx(demo.first.view.cameras.difference.distance / 2)
    assert there.world.distance == demo.first.view.cameras.world.distance


def test_the_example_of_the_guide_is_a_valid_demo() -> None:
    page = (Path(__file__).parents[4] / "docs" / "record.md").read_text(encoding="utf-8")
    (example,) = (block for block in re.findall(r"```json\n(.*?)```", page, re.DOTALL) if "gjkdemo" in block)
    demo = parse_demo(example)
    assert len(demo.marks) == 4
    assert inspect(playhead_at(demo, demo.length).state).answer.verdict is Verdict.PENETRATING


def test_the_published_schema_matches_the_models() -> None:
    """If this fails, regenerate it with the command at the top of `app/teach/demos/models.py`."""
    assert resource("assets", "demo.schema.json").read_text(encoding="utf-8") == models.demo_schema()


def test_a_recording_that_shows_a_rejection_can_be_opened_again() -> None:
    first = start_state()
    recorder = DemoRecorder(first)
    refused = SetShapeField("A", "half_extents", (1.0, -1.0, 1.0))
    recorder.note(3, refused, first, update(first, refused))
    demo = parse_demo(format_demo(recorder.demo("refused", 30)))
    assert playhead_at(demo, 30).state.shell.message == update(first, refused).shell.message


def test_a_recording_can_start_during_a_camera_transition() -> None:
    first = start_state()
    for action in (BeginDrag("B", (0.0, 0.0, 0.0)), DragTo((9.0, 0.0, 0.0)), EndGesture()):
        first = update(first, action)
    recorder, states = record_session(first, (20,))
    assert states[0].view.cameras != states[5].view.cameras != states[19].view.cameras
    demo = parse_demo(format_demo(recorder.demo("away", 20)))
    assert [playhead_at(demo, tick).state.view.cameras for tick in range(20)] == [
        state.view.cameras for state in states
    ]


def test_undo_of_edits_before_the_recording_is_replayed_exactly() -> None:
    scene = Scene("three", (*start_state().document.scene.bodies, Body("C", Box((0.5,) * 3))))
    first = update(update(initial_state(scene), ChoosePair(("B", "C"))), HideBody("A", True))
    recorder, state = DemoRecorder(first), first
    for tick, action in enumerate((Undo(), Undo())):
        before, state = state, update(state, action)
        recorder.note(tick, action, before, state)
    assert state.document.pair == ("A", "B")
    shown = playhead_at(recorder.demo("undone", 10), 10).state
    assert (shown.document.pair, shown.document.hidden, shown.document.selected) == (
        state.document.pair,
        state.document.hidden,
        state.document.selected,
    )


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ('{"is": "GoToStep", "step": "x"}', "action: GoToStep.step: must be a whole number"),
        ('{"is": "GoToStep", "step": 0.5}', "action: GoToStep.step: must be a whole number"),
        ('{"is": "ChoosePair", "pair": 3}', "action: ChoosePair.pair: must be a list [ ], got 3"),
    ],
)
def test_an_invalid_action_is_rejected(action: str, words: str) -> None:
    with pytest.raises(DemoError) as fault:
        parse_demo(TEXT.replace('{"is": "StepBy", "count": -1}', action))
    assert words in str(fault.value)


def test_a_typo_in_a_time_does_not_take_days() -> None:
    with pytest.raises(DemoError, match=r"steps\[0\]\.seconds: must be ≤ 3600, got 1e"):
        parse_demo(TEXT.replace('boxes**", "seconds": 1', 'boxes**", "seconds": 1e300'))
    late = '{"do": "recorded", "seconds": 1, "actions": [{"tick": 61, "action": {"is": "StepBy", "count": 1}}]}'
    text = TEXT.replace(STEPS, f"[{late}]")
    with pytest.raises(DemoError, match=r"actions\[0\]\.tick: must be at most 60, the end of the demo, got 61"):
        parse_demo(text)


def test_motion_in_a_demo_stops_while_it_is_paused() -> None:
    playing = TEXT.replace('{"is": "StepBy", "count": -1}', '{"is": "TogglePlay"}').replace("0.5}\n ]", "9}\n ]")
    demo = parse_demo(playing)
    state = update(update(update(start_state(), OpenDemo(demo)), SeekDemo(demo.length - 500)), PlayDemo(False))
    assert state.run.playback.playing
    assert not state.animating
    assert update(state, Tick(1.0)) is state


def test_all_captions_are_marked_on_the_track() -> None:
    together = '{"do": "together", "steps": [{"do": "caption", "text": "both"}, {"do": "wait", "seconds": 1}]}'
    said = '{"do": "recorded", "seconds": 1, "actions": [{"tick": 30, "action": {"is": "Say", "text": "live"}}]}'
    assert parse_demo(TEXT.replace(STEPS, f"[{together}, {said}]")).marks == (DemoMark(0, "both"), DemoMark(90, "live"))


def test_chapters_pauses_and_notes_mark_the_time_line_and_take_no_time() -> None:
    said = """{"do": "chapter", "name": "Start"}, {"do": "notes", "text": "Ask the class."},
    {"do": "wait", "seconds": 1},
    {"do": "together", "steps": [{"do": "pause"}, {"do": "chapter", "name": "End"}]}, {"do": "wait", "seconds": 0.5}"""
    demo = parse_demo(TEXT.replace(STEPS, f"[{said}]"))
    assert demo.length == 90
    assert demo.marks_of(MarkKind.CHAPTER) == (
        DemoMark(0, "Start", MarkKind.CHAPTER),
        DemoMark(60, "End", MarkKind.CHAPTER),
    )
    assert demo.marks_of(MarkKind.PAUSE) == (DemoMark(60, kind=MarkKind.PAUSE),)
    assert demo.marks_of(MarkKind.NOTES) == (DemoMark(0, "Ask the class.", MarkKind.NOTES),)
    assert demo.marks_of(MarkKind.CAPTION) == ()
