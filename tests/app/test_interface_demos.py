"""Demos in the window: recorded live by real events, played, taken over, recorded on, saved."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imgui

from app.actions import ChooseAlgorithm, Orbit, SeekDemo, update
from app.actions.performing import playhead_at
from app.demo import TICKS, Demo
from app.demos.file import SUFFIX, heads, read_demo
from app.panels.requests import Quit
from app.state import State
from app.trace_hash import trace_hash

# What a demo brings back, to the bit; where the pointer is, or what is told, is not a part of it.
SHOWN = (
    "scene",
    "pair",
    "algorithm",
    "options",
    "step",
    "cameras",
    "selected",
    "layout",
    "visible",
    "playback",
    "turn",
)


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    bench = Bench(1100, 700)
    yield bench
    bench.close()


@pytest.fixture
def folder(bench: Bench, tmp_path: Path) -> Path:
    bench.main.session.recordings = tmp_path / "recordings"
    bench.open(start_state())
    return tmp_path / "recordings"


def recorded(bench: Bench, folder: Path) -> tuple[Demo, dict[int, State]]:
    """A session with mouse and keyboard: the demo it became, and the state at the end of each tick with a frame."""
    seen = {}
    frame = bench.main.loop.run_frame

    def watched(dt: float) -> None:
        frame(dt)
        if bench.main.session.recording is not None:
            seen[bench.main.session.recording.tick] = bench.state

    bench.main.loop.run_frame = watched  # type: ignore[method-assign]
    bench.person.key("F9")
    x, y = bench.pixel_of(bench.state.bodies[1].pose.position)
    bench.person.drag((x, y), (x - 40, y + 10))
    bench.person.key("SPACE")
    bench.person.run_frames(100)
    bench.person.key("NUM_7")
    bench.person.run_frames(20)
    bench.person.key("Z", "ctrl")
    bench.person.key("COMMA")
    bench.choose("Algorithm", "EPA penetration depth")
    bench.person.run_frames(3)
    bench.main.loop.run_frame = frame  # type: ignore[method-assign]
    bench.press("Stop")
    (path,) = folder.iterdir()
    return read_demo(path), seen


def play(bench: Bench) -> None:
    """The recording that was made last, and what was changed meanwhile is given up."""
    bench.person.drop_files(bench.state.recent_files[0])
    if bench.state.unsaved is not None:
        bench.press("Discard and open another##discard")


def test_what_was_recorded_by_real_events_plays_the_same(bench: Bench, folder: Path) -> None:
    demo, seen = recorded(bench, folder)
    assert bench.state.recording is None
    assert bench.state.message is not None
    assert str(folder) in bench.state.message.text
    shown = [head.state for head in heads(demo)]
    assert playhead_at(demo, demo.length).diverged == ()
    assert len({trace_hash(state) for state in shown}) > 3
    assert len(demo.hashes) > 3

    assert len(seen) > 100
    for tick, state in seen.items():
        for name in SHOWN:
            assert getattr(state, name) == getattr(shown[tick], name), (tick, name)


def test_a_recording_is_played_halted_sought_in_and_taken_over(bench: Bench, folder: Path) -> None:
    recorded(bench, folder)
    play(bench)
    bench.person.run_frames(5)
    show = bench.state.show
    assert show is not None
    assert show.playing
    assert 2 <= show.tick <= 12
    bench.person.key("SPACE", "ctrl")
    assert bench.state.show is not None
    assert not bench.state.show.playing
    track = bench.widget("##seek").rect
    bench.person.click(*track.middle)
    middle = bench.state.show.tick
    assert abs(middle - show.demo.length / 2) < show.demo.length / 10
    bench.person.scroll(*bench.picture().middle, up=2)
    assert bench.state.show.taken_over
    assert "yours now" in bench.words
    bench.press("Record from here")
    assert bench.state.show is None
    assert bench.state.recording == 0
    bench.person.run_frames(TICKS + 2)
    assert bench.state.recording == 1
    bench.press("Stop")
    assert len(list(folder.glob(f"*{SUFFIX}"))) == 2
    bench.open(replace(start_state(), recent_files=bench.state.recent_files))
    bench.choose("Record", "Play the latest recording")
    assert bench.state.show is not None
    bench.press("Leave")
    assert bench.state.show is None


def test_captions_are_typed_while_recording(bench: Bench, folder: Path) -> None:
    bench.choose("Record", "Record")
    bench.enter("##caption", "look **here**")
    bench.person.run_frames(30)
    assert bench.state.caption is not None
    assert bench.state.caption.opacity == 1
    bench.press("View")
    context = imgui.get_current_context()
    menu = context.open_popup_stack[0].window
    order = [window.name for window in context.windows if window.active]
    assert order.index("World") < order.index("##caption") < order.index(menu.name)
    bench.person.key("ESCAPE")
    bench.press("Stop")
    assert bench.state.caption is None
    (path,) = folder.iterdir()
    demo = read_demo(path)
    caption = playhead_at(demo, demo.length).state.caption
    assert caption is not None
    assert caption.text == "look **here**"


def test_a_recording_that_cannot_be_kept_is_asked_for(bench: Bench, folder: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    bench.main.session.recordings = tmp_path / "file" / "recordings"
    bench.person.key("F9")
    bench.person.key("F9")
    assert bench.state.message is not None
    assert "cannot be created" in bench.state.message.text
    assert bench.state.dialog is not None
    bench.enter("##name", str(tmp_path / "kept"))
    assert read_demo(tmp_path / f"kept{SUFFIX}").length < TICKS


def test_a_demo_is_no_change_to_be_saved(bench: Bench, folder: Path) -> None:
    demo, _ = recorded(bench, folder)
    play(bench)
    state = bench.show(update(bench.state, SeekDemo(demo.length)))
    assert not state.modified
    taken = update(update(state, Orbit(5.0, 0.0)), ChooseAlgorithm("sat"))
    assert not taken.modified


def test_the_pauses_of_a_recording_are_kept(bench: Bench, folder: Path) -> None:
    bench.person.key("F9")
    bench.now += 5.0  # nothing happens, and nothing is drawn
    bench.press("Stop")
    (path,) = folder.iterdir()
    assert 5 * TICKS <= read_demo(path).length < 6 * TICKS


def test_what_is_recorded_when_the_window_closes_is_kept(bench: Bench, folder: Path) -> None:
    bench.person.key("F9")
    bench.person.run_frames(3)
    bench.main.session.perform([Quit()])
    assert bench.main.session.finished
    assert len(list(folder.iterdir())) == 1
