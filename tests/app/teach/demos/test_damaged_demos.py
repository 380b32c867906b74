"""Demo files with wrong values of every kind: each is rejected with its line, or plays; none crashes the
application."""

import json
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import reduce
from importlib import import_module
from pathlib import Path
from random import Random
from threading import Event
from typing import Any

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window


from imgui_bundle import imgui

from gjkscope.app.command_line.console import UsageError
from gjkscope.app.command_line.record import run_record
from gjkscope.app.state.actions import OpenDemo, OpenScene, Tick
from gjkscope.app.state.model import Approach, ComparedRun, Demo, Turn, View
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.ownership import value_at
from gjkscope.app.state.persistence.action_json import to_json
from gjkscope.app.teach.demos.file import DemoError, encode_start, inline_scene, parse_demo, playheads, read_demo
from gjkscope.app.teach.demos.start import STARTS
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.session import Session
from tests.app.state.persistence.test_action_json import SAMPLES
from tests.app.state.persistence.test_damaged_files import VALUES, places
from tests.app.window.test_session import Board, no_paint
from tests.thorough import cases

MUTATIONS = cases(100, 250)


def demo_with(start: object = None, steps: object = None) -> dict[str, Any]:
    scene = inline_scene(start_state().document.scene)
    wait = [{"do": "wait", "seconds": 1}]
    return {"gjkdemo": 1, "name": "d", "scene": scene, "start": start or {}, "steps": steps or wait}


def fault_of(document: object) -> str:
    with pytest.raises(DemoError) as fault:
        parse_demo(json.dumps(document))
    return str(fault.value).removeprefix("demo: line 1: ")


@pytest.mark.parametrize(
    ("start", "words"),
    [
        ({"step": -5}, "start.step: must be ≥ 0, got -5"),
        ({"step": 10**30}, "start.step: must be a whole number"),
        ({"step": True}, "start.step: must be a whole number, got true"),
        ({"step": None}, "start.step: must be a whole number, got null"),
        ({"line": -1}, "start.line: must be ≥ 0, got -1"),
        ({"algorithm": "zz"}, "start.algorithm: must be one of gjk, "),
        ({"turn": -5}, "start.turn: must be Turn or null, got -5"),
        ({"selected": "Z"}, "start.selected: no body is named 'Z'; the bodies are A, B"),
        ({"hidden": ["A", "Z"]}, "start.hidden: no body is named 'Z'"),
        ({"pair": ["A", "A"]}, "start.pair: names: must name two different shapes, got 'A' twice"),
        ({"axis_lock": 3}, "start.axis_lock: must be from 0 to 2, got 3"),
        ({"motion_rate": 0}, "start.motion_rate: must be one of 1.0, 0.5"),
        ({"comparison": {"is": "ComparedRun", "algorithm": "sweep"}}, "start.comparison: must be one of gjk"),
        ({"playback": {"is": "Playback", "rate": 0}}, "start.playback: rate: must be > 0"),
        ({"nudges": {"is": "Nudges", "count": 10**9}}, "start.nudges: count: must be from 1 to 10000"),
        ({"snap": {"is": "Snap", "angle": 1e9}}, "start.snap: angle: must be from"),
        ({"breakpoints": [{"is": "Breakpoint", "expression": "lower >"}]}, "start.breakpoints: [0]: Character"),
        ({"cameras": {"is": "Cameras", "world": {"is": "OrbitCamera", "distance": -1}}}, "distance: must be from"),
    ],
)
def test_every_value_of_the_start_is_checked(start: dict[str, Any], words: str) -> None:
    assert words in fault_of(demo_with(start))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"is": "SetNudges", "nudges": None}, "SetNudges.nudges: must be a Nudges, got null"),
        ({"is": "LineBy", "count": 10**15}, "LineBy.count: must be from -10000 to 10000, got 1000000000000000"),
        (
            {"is": "LookFrom", "view": "world", "side": {"is": "Side", "value": "top"}},
            "LookFrom.side: is: unknown record 'Side', did you mean Sides?",
        ),
        ({"is": "PlaceBody", "body": "A"}, "PlaceBody.placement: missing"),
        (
            {"is": "BeginDrag", "body": "A", "grabbed": [0, 0]},
            "BeginDrag.grabbed: must have 3 entries, got a list of 2",
        ),
        ({"is": "BeginDrag", "body": "A", "grabbed": [0, 0, float("nan")]}, "BeginDrag.grabbed[2]: must be a finite"),
        ({"is": "RenameBody", "body": "A", "name": "\ud800"}, "steps[0].action.name: must be valid Unicode text"),
        ({"is": "StepBy", "count": 10**18 * 50}, "StepBy.count: must be a whole number"),
    ],
)
def test_every_value_of_an_action_is_checked(action: dict[str, Any], words: str) -> None:
    assert words in fault_of(demo_with(steps=[{"do": "act", "action": action}]))


def test_a_demo_states_its_limits() -> None:
    deep: dict[str, Any] = {"do": "wait"}
    for _ in range(300):
        deep = {"do": "together", "steps": [deep]}
    assert fault_of(demo_with(steps=[deep])).endswith(": must be nested at most 8 levels deep")
    long = [{"do": "wait", "seconds": 3600}] * 5000
    assert fault_of(demo_with(steps=long)) == "steps: must take at most 3600 seconds in total, got 1.8e+07"
    far = demo_with()
    far["scene"]["shapes"][1]["position"] = [1e300, 0, 0]
    assert "must lie within 1e+150 m of the origin" in fault_of(far)


def test_together_may_be_nested_up_to_the_limit() -> None:
    steps: dict[str, Any] = {"do": "wait", "seconds": 0.5}
    for _ in range(8):
        steps = {"do": "together", "steps": [steps]}
    assert parse_demo(json.dumps(demo_with(steps=[steps]))).seconds == 0.5


def rich_start() -> dict[str, Any]:
    """Every key that a start may have, none of them `null`."""
    state = start_state()
    front, top = state.view.cameras.world, state.view.cameras.second
    state = replace(
        state,
        run=replace(state.run, line=2, comparison=ComparedRun("epa")),
        tools=replace(state.tools, axis_lock=1),
        view=replace(state.view, turn=Turn(View.WORLD, (0.0, 0.0), (1.0, 0.5))),
    )
    state = replace(state, view=replace(state.view, approach=Approach(View.WORLD, front, top)))
    assert encode_start(state)
    return {name: to_json(value_at(state, part.path)) for name, part in STARTS.items()}


def mutate(document: dict[str, Any], draw: Random) -> dict[str, Any]:
    """The value with one number changed slightly or greatly, or with another type."""
    document = deepcopy(document)
    candidates = [path for path in places(document) if path[0] in ("start", "steps", "scene")]
    *way, last = draw.choice(candidates)
    holder: Any = document
    for key in way:
        holder = holder[key]
    old = holder[last]
    if type(old) in (int, float) and draw.random() < 0.8:
        holder[last] = draw.choice([-old, old * 1e15, old * 1e150, -old * 1e300, old * 1e-200, old + 1, 0, 0.5])
    else:
        holder[last] = draw.choice(VALUES)
    return document


def read(text: str) -> tuple[Demo | None, str]:
    """The demo in a text, or the reason there is none."""
    try:
        return parse_demo(text), ""
    except DemoError as fault:
        return None, str(fault)


def test_no_mutated_demo_crashes_the_application() -> None:
    draw, start = Random(9), rich_start()
    recorded = [
        {"tick": i, "action": to_json(sample)}
        for i, sample in enumerate(sample for sample in SAMPLES if sample.recorded)
    ]
    outcomes: Counter[str] = Counter()
    for number in range(MUTATIONS):
        first = draw.randrange(len(recorded) - 5)
        some = [{**entry, "tick": i} for i, entry in enumerate(recorded[first : first + 5])]
        document = demo_with(start, [{"do": "recorded", "seconds": 0.1, "actions": some}])
        demo, fault = read(json.dumps(mutate(document, draw)))
        outcomes["refused" if demo is None else "played"] += 1
        if demo is None:
            assert fault.startswith("demo: line 1: "), number
            assert "\n" not in fault
            continue
        for head in list(playheads(demo))[:: TICKS // 10]:
            world_drawing(head.state)
            difference_drawing(head.state)
    assert outcomes["played"] > MUTATIONS / 10
    assert outcomes["refused"] > MUTATIONS / 10


def test_a_demo_that_fails_during_playback_stops_and_names_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "my.gjkdemo.json"
    move = '{"do": "move", "body": "A", "by": [1, 0, 0], "seconds": 1}'
    path.write_text(json.dumps(demo_with()).replace('{"do": "wait", "seconds": 1}', f'{{"do": "wait"}},\n{move}'))
    session = Session(start_state(), Board(), no_paint)
    session.act(OpenDemo(read_demo(path), str(path)))

    def fail(*_: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("gjkscope.app.state.actions.demo_playback.advance_playhead", fail)
    session.act(Tick(0.1))
    assert session.state.show is None
    assert session.state.shell.message is not None
    assert session.state.shell.message.is_error
    assert session.state.shell.message.text == (
        f"{path}: line 2: steps[1]: cannot be performed: no such luck. The demo was stopped."
    )


@pytest.fixture
def playing(tmp_path: Path, shared: Bench) -> Iterator[tuple[Bench, Path]]:
    """A window that plays a demo whose second step, in line 2 of the file, moves A."""
    path = tmp_path / "my.gjkdemo.json"
    move = '{"do": "move", "body": "A", "by": [1, 0, 0], "seconds": 1}'
    path.write_text(json.dumps(demo_with()).replace('{"do": "wait", "seconds": 1}', f'{{"do": "wait"}},\n{move}'))
    shared.open(start_state("sphere-box"))
    shared.main.session.perform([OpenDemo(read_demo(path), str(path))])
    shared.person.run_frames(2, dt=2 / TICKS)
    yield shared, path
    shared.show(start_state())


PARTS_OF_A_FRAME = (
    "app.window.session.awaited_job",
    "app.view.panels.shell.layout.draw_dialogs",
    "app.view.panels.shell.layout.draw_panes",
    "app.view.renderer.renderer.Passes.draw",
)


@pytest.mark.parametrize("part", PARTS_OF_A_FRAME)
def test_a_demo_that_cannot_be_drawn_stops_and_names_its_line(
    playing: tuple[Bench, Path], monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    bench, path = playing
    scene = start_state("sphere-box").document.scene
    assert bench.state.document.scene != scene
    failing_in_demos(bench, f"gjkscope.{part}", monkeypatch)
    bench.person.run_frames(1)
    assert bench.state.show is None
    assert bench.state.document.scene == scene
    message = bench.state.shell.message
    assert message is not None
    assert message.is_error
    assert message.text == f"{path}: line 2: steps[1]: cannot be drawn: no such luck. The demo was stopped."
    bench.person.run_frames(3)
    assert message.text in bench.words
    bench.press("##Swap A and B")  # the window still works
    assert bench.state.document.pair == ("B", "A")
    bench.screenshot()


def test_a_demo_during_which_dear_imgui_fails_stops_with_the_first_error(
    playing: tuple[Bench, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It hid that by another one, and the window ended, as the child window had been ended halfway."""
    bench, _ = playing
    failing_in_demos(bench, "gjkscope.app.view.panels.shell.layout.draw_dialogs", monkeypatch, end_child_too_early)
    bench.person.run_frames(1)
    assert bench.state.show is None
    message = bench.state.shell.message
    assert message is not None
    assert "to extend window/parent boundaries" in message.text
    bench.person.run_frames(3)
    bench.press("##Swap A and B")  # the window still works
    assert bench.state.document.pair == ("B", "A")


def test_without_a_demo_a_frame_that_fails_ends_the_process(shared: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    shared.open(start_state())

    def fail(*_: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("gjkscope.app.window.session.awaited_job", fail)
    with pytest.raises(RuntimeError, match="no such luck"):
        shared.person.run_frames(1)


def have_no_luck() -> None:
    raise RuntimeError("no such luck")


def end_child_too_early() -> None:
    """Without an item at the cursor, which Dear ImGui demands."""
    imgui.begin_child("row", imgui.ImVec2(10, 10))
    imgui.set_cursor_screen_pos(imgui.ImVec2(5000, 5000))
    imgui.end_child()


def failing_in_demos(
    bench: Bench, part: str, monkeypatch: pytest.MonkeyPatch, misfortune: Callable[[], None] = have_no_luck
) -> None:
    """Makes that function fail while a demo is open, within a child window, a table and a style if in a frame."""
    module, *names = part.rsplit(".", 2 if "Passes" in part else 1)
    owner = reduce(getattr, names[:-1], import_module(module))
    real = getattr(owner, names[-1])

    def fail(*arguments: Any) -> Any:
        if bench.state.show is None:
            return real(*arguments)
        if imgui.get_current_context().within_frame_scope:
            imgui.begin_child("inner")
            imgui.push_style_color(imgui.Col_.text, imgui.ImVec4(1, 0, 0, 1))
            imgui.begin_table("columns", 2)
            imgui.table_next_column()
        return misfortune()

    monkeypatch.setattr(owner, names[-1], fail)


def test_a_film_of_a_demo_that_cannot_be_drawn_names_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "my.gjkdemo.json"
    path.write_text(json.dumps(demo_with()))

    def fail(*_: object) -> None:
        raise RuntimeError("no such luck")

    monkeypatch.setattr("gjkscope.app.share.export.film.FilmRenderer.render", fail)
    with pytest.raises(UsageError, match=r"line 1: steps\[0\]: cannot be drawn: no such luck$"):
        run_record([str(path), "-o", str(tmp_path / "out"), "--size", "64x64"])


def stopping_time(function: Callable[[], Any]) -> bool:
    """Whether a thread that runs the function ends soon after it is cancelled; it must have started before."""
    begun = Event()

    def run() -> Any:
        begun.set()
        return function()

    job = BackgroundJob(run, lambda: None)
    assert begun.wait(30)
    assert not job.wait(0.2), "it is over too soon to be cancelled"
    job.cancel()
    return job.wait(20)


def test_the_rehearsal_of_a_long_demo_can_be_cancelled() -> None:
    orbit = {"do": "orbit", "yaw": 360, "seconds": 3600}
    text = json.dumps(demo_with(steps=[orbit]))
    assert stopping_time(lambda: parse_demo(text))


def test_reading_a_large_demo_can_be_cancelled() -> None:
    steps = [{"do": "act", "action": to_json(OpenScene(start_state().document.scene))}] * 20_000
    text = json.dumps(demo_with(steps=steps))
    assert stopping_time(lambda: parse_demo(text))
