"""Demos in the window: recorded with real events, played, taken over, continued and saved."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gjkscope.app.base.records import replace

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window
from imgui_bundle import imgui

from gjkscope.app.state.actions import ChooseAlgorithm, Orbit, SeekDemo, update
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.inspection.traces import trace_hash
from gjkscope.app.state.model import Demo, DemoPlayback, Recording, State
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.state.model.ownership import captured_fields, value_at
from gjkscope.app.teach.demos.file import SUFFIX, playheads, read_demo
from gjkscope.app.view.panels.demos.track_layout import MARGIN
from gjkscope.app.view.panels.requests import CancelTask, Quit, ToggleRecording

# What a demo restores to the bit; pointer position and messages are not part of it.
SHOWN = tuple("scene pair algorithm options step cameras selected layout visible playback turn".split())

SEEN = captured_fields(State)


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


def record(bench: Bench, folder: Path, frames: int = 100) -> tuple[Demo, dict[int, State]]:
    """A session with mouse and keyboard: the resulting demo, and the state at the end of each tick with a frame.

    The run is played for that many frames.
    """
    seen = {}
    frame = bench.main.loop.run_frame

    def watched(dt: float) -> None:
        frame(dt)
        if bench.main.session.recording is not None:
            seen[bench.main.session.recording.tick] = bench.state

    bench.main.loop.run_frame = watched  # type: ignore[method-assign]
    bench.person.key("F9")
    x, y = bench.pixel_of(bench.state.document.pair_bodies[1].pose.position)
    bench.person.drag((x, y), (x - 40, y + 10))
    bench.person.key("SPACE", frames=frames)
    bench.person.key("NUM_7", frames=20)
    bench.person.key("Z", "ctrl")
    bench.person.key("COMMA")
    bench.choose("Algorithm", "EPA penetration depth")
    bench.person.run_frames(3)
    bench.main.loop.run_frame = frame  # type: ignore[method-assign]
    bench.press("Stop")
    (path,) = folder.glob(f"*{SUFFIX}")
    return read_demo(path), seen


def play(bench: Bench) -> None:
    """The most recent recording; changes made meanwhile are discarded."""
    bench.person.drop_files(bench.state.preferences.recent_files[0])
    if bench.state.shell.unsaved is not None:
        bench.press("Discard and open##discard")


@pytest.mark.thorough
def test_a_recording_of_real_events_plays_identically(bench: Bench, folder: Path) -> None:
    bench.choose("Record", "Keep raw input")
    demo, seen = record(bench, folder)
    assert bench.state.shell.recording is None
    assert bench.state.shell.message is not None
    assert str(folder) in bench.state.shell.message.text
    shown = [head.state for head in playheads(demo)]
    assert playhead_at(demo, demo.length).diverged == ()
    assert len({trace_hash(state) for state in shown}) > 3
    assert len(demo.hashes) > 3

    assert len(seen) > 100
    for tick, state in seen.items():
        for name in SHOWN:
            assert value_at(state, SEEN[name].path) == value_at(shown[tick], SEEN[name].path), (tick, name)


def test_a_recording_can_be_played_paused_seeked_and_taken_over(bench: Bench, folder: Path) -> None:
    record(bench, folder)
    play(bench)
    bench.person.run_frames(5)
    bench.person.click(*bench.picture().at(0.05, 0.5))
    show = bench.state.show
    assert show is not None, "a click on nothing lets it play on"
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
    assert "you have control" in bench.words
    bench.press("Record from here")
    assert bench.state.show is None
    length = show.demo.length
    assert bench.state.shell.recording == Recording()
    bench.person.run_frames(TICKS + 2)
    assert bench.state.shell.recording == Recording(seconds=1)
    bench.press("Stop")
    assert bench.state.show is not None, "what follows the recording is kept"
    assert bench.state.show.edits.past[-1].edit == "Record over"
    assert abs(bench.state.show.demo.length - (length + TICKS)) <= 1, "the camera moves back in a second"
    assert len(list((folder / "drafts").glob(f"*{SUFFIX}"))) == 1
    bench.press("Exit")
    bench.open(replace(start_state(), preferences=bench.state.preferences))
    bench.choose("Record", "Play latest recording")
    assert bench.state.show is not None
    bench.press("Exit")
    assert bench.state.show is None


def test_captions_can_be_typed_while_recording(bench: Bench, folder: Path) -> None:
    bench.choose("Record", "Record")
    bench.enter("##caption", "look **here**")
    bench.person.run_frames(30)
    assert bench.state.display.caption is not None
    assert bench.state.display.caption.opacity == 1
    band, world = (imgui.internal.find_window_by_name(name) for name in ("##caption", "World"))
    assert band.pos.y >= world.pos.y + world.size.y, "the caption covers nothing"
    bench.press("Stop")
    assert bench.state.display.caption is None
    (path,) = folder.glob(f"*{SUFFIX}")
    demo = read_demo(path)
    caption = playhead_at(demo, demo.length).state.display.caption
    assert caption is not None
    assert caption.text == "look **here**"


def test_a_recording_hides_the_verdict_until_it_is_asked_for(bench: Bench, folder: Path) -> None:
    bench.person.key("F9")
    bench.person.run_frames(10)
    assert not bench.state.direction.verdict
    assert bench.state.shell.recording is not None
    bench.press("Show the verdict")
    assert bench.state.direction.verdict
    bench.person.run_frames(10)
    bench.press("Stop")
    (path,) = folder.glob(f"*{SUFFIX}")
    demo = read_demo(path)
    steps: Any = [step for step in demo.document["steps"] if step["do"] == "views"] if demo.document else []
    assert [step["verdict"] for step in steps] == ["hidden", "shown"]
    assert not playhead_at(demo, 5).state.direction.verdict
    assert playhead_at(demo, demo.length).state.direction.verdict
    bench.press("Exit")
    assert bench.state.direction.verdict, "the user's own scene is not asked about"


def test_a_recording_that_cannot_be_saved_automatically_prompts_for_a_file(
    bench: Bench, folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("in the way")
    bench.main.session.recordings = tmp_path / "file" / "recordings"
    bench.person.keys("F9", "F9")
    assert bench.state.shell.message is not None
    assert "cannot be created" in bench.state.shell.message.text
    assert bench.state.shell.dialog is not None
    bench.enter("##name", str(tmp_path / "kept"))
    assert read_demo(tmp_path / f"kept{SUFFIX}").length < TICKS


def test_a_demo_is_no_unsaved_change(bench: Bench, folder: Path) -> None:
    demo, _ = record(bench, folder, frames=10)
    play(bench)
    state = bench.show(update(bench.state, SeekDemo(demo.length)))
    assert not state.modified
    taken = update(update(state, Orbit(5.0, 0.0)), ChooseAlgorithm("sat"))
    assert not taken.modified


def test_pauses_are_part_of_a_recording(bench: Bench, folder: Path) -> None:
    bench.person.key("F9")
    bench.now += 5.0  # nothing happens, and nothing is drawn
    bench.press("Stop")
    (path,) = folder.glob(f"*{SUFFIX}")
    assert 5 * TICKS <= read_demo(path).length < 6 * TICKS


def test_a_recording_is_saved_when_the_window_closes(bench: Bench, folder: Path) -> None:
    bench.person.key("F9", frames=3)
    bench.main.session.perform([Quit()])
    assert bench.main.session.finished
    assert len(list(folder.iterdir())) == 1


TAKE = """{"gjkdemo": 1, "name": "a take", "scene": "boxes-vertex-face", "steps": [
 {"do": "caption", "text": "How far **form** B?"},
 {"do": "move", "body": "B", "by": [0, 0.5, 0], "seconds": 2},
 {"do": "caption", "text": "Wrong"},
 {"do": "move", "body": "B", "by": [1, 0, 0], "seconds": 2},
 {"do": "wait", "seconds": 6}
]}"""


@pytest.fixture
def take(bench: Bench, folder: Path, tmp_path: Path) -> Path:
    """A demo that is open for editing."""
    path = tmp_path / f"take{SUFFIX}"
    path.write_text(TAKE)
    bench.person.drop_files(str(path))
    bench.person.key("F9", "ctrl")
    assert playback(bench).edits.open
    return path


def playback(bench: Bench) -> DemoPlayback:
    show = bench.state.show
    assert show is not None
    return show


def captions(bench: Bench) -> list[tuple[int, str]]:
    return [(mark.tick, mark.text) for mark in playback(bench).demo.marks_of(MarkKind.CAPTION)]


def at(bench: Bench, seconds: float, row: float) -> tuple[float, float]:
    """The pixel of the track at that time, in a row: 0.1 ruler, 0.4 sections, 0.75 captions."""
    rect = bench.widget("##track").rect
    share = seconds * TICKS / playback(bench).demo.length
    return rect.left + MARGIN + share * (rect.size[0] - 2 * MARGIN), rect.at(0, row)[1]


def test_a_take_is_cleaned_on_the_playback_bar(bench: Bench, take: Path) -> None:
    bench.person.click(*at(bench, 1, 0.75))
    bench.person.click(*at(bench, 1, 0.75))
    bench.person.key("A", "ctrl")
    bench.type("How far **from** B?")
    bench.person.key("RETURN")
    assert captions(bench)[0] == (0, "How far **from** B?")
    bench.person.drag(at(bench, 2.3, 0.4), at(bench, 3.7, 0.4))
    span = playback(bench).edits.span
    assert span is not None
    assert abs(span[0] - 2.3 * TICKS) <= 3, "the span begins where the mouse was pressed"
    assert playback(bench).tick == span[1], "the views show the end of the span while it is dragged"
    bench.person.key("X", "ctrl")
    assert playback(bench).demo.length == 10 * TICKS - (span[1] - span[0])
    assert playhead_at(playback(bench).demo, 10**6).state.document.scene.body("B").pose.position[0] > 0.5
    bench.press("Close pauses")
    assert playback(bench).demo.length <= 5 * TICKS
    assert [version.edit for version in playback(bench).edits.past] == ["Change caption", "Cut", "Close pauses"]
    clean = playback(bench).demo
    bench.person.key("S", "ctrl")
    assert not playback(bench).is_unsaved
    assert read_demo(take).length == clean.length
    for _ in range(3):
        bench.person.key("Z", "ctrl")
    assert captions(bench)[0] == (0, "How far **form** B?")
    assert playback(bench).demo.length == 10 * TICKS
    for _ in range(3):
        bench.person.key("Z", "ctrl+shift")
    assert playback(bench).demo is clean


@pytest.mark.thorough
def test_timing_changes_by_dragging(bench: Bench, take: Path) -> None:
    bench.person.drag(at(bench, 2, 0.4), at(bench, 3, 0.4), modifiers="shift")
    span = playback(bench).edits.span
    assert span is not None, "with Shift, a drag selects also from the end of a section"
    assert span[1] - span[0] > TICKS - 6
    assert not playback(bench).edits.past
    bench.person.drag(at(bench, 2, 0.4), at(bench, 3, 0.4))
    longer = playback(bench).demo.length
    assert abs(longer - 11 * TICKS) <= 3, "what follows the section moves along"
    bench.person.drag(at(bench, captions(bench)[1][0] / TICKS, 0.75), at(bench, 1, 0.75))
    assert abs(captions(bench)[1][0] - TICKS) <= 3
    assert playback(bench).demo.length == longer
    bench.person.click(*at(bench, 1, 0.4))
    assert playback(bench).edits.span == (0, 3 * TICKS)
    bench.person.drag(at(bench, 3, 0.4), at(bench, 2, 0.4), modifiers="ctrl")
    assert abs(playback(bench).demo.length - 10 * TICKS) <= 6, "the selected time is faster"
    edits = [version.edit for version in playback(bench).edits.past]
    assert edits == ["Change timing", "Move caption", "Change speed"]
    bench.person.click(*at(bench, 1, 0.4))


@pytest.mark.thorough
def test_a_caption_is_added_discarded_and_removed_in_place(bench: Bench, take: Path) -> None:
    bench.person.click(*at(bench, 5, 0.1))
    bench.person.key("F4")
    bench.person.type_text("i 7.")
    assert len(captions(bench)) == 2
    bench.person.key("ESCAPE")
    assert playback(bench).edits.draft is None
    assert len(captions(bench)) == 2
    bench.person.key("F4")
    bench.person.type_text("i 7.")
    bench.person.key("RETURN")
    tick, text = captions(bench)[2]
    assert text == "i 7.", "typing is no shortcut"
    assert abs(tick - 5 * TICKS) <= 3
    bench.person.click(*at(bench, 6, 0.75))
    assert playback(bench).edits.span == (tick, 10 * TICKS)
    bench.person.click(*at(bench, 6, 0.75))
    bench.person.key("END")
    bench.person.type_text("8")
    bench.person.key("RETURN")
    bench.person.click(*at(bench, 6, 0.75))
    bench.person.click(*at(bench, 6, 0.75))
    bench.person.type_text("ii")
    bench.person.key("RETURN")
    assert captions(bench)[2] == (tick, "ii"), "all of the text is selected, also when the field opens again"
    bench.person.click(*at(bench, 6, 0.75))
    bench.person.click(*at(bench, 6, 0.75))
    bench.person.key("A", "ctrl")
    bench.person.key("DELETE")
    bench.person.click(*at(bench, 1, 0.1))
    assert len(captions(bench)) == 2, "a field that is left keeps what was written"


def notes(bench: Bench) -> list[tuple[int, str]]:
    return [(mark.tick, mark.text) for mark in playback(bench).demo.marks_of(MarkKind.NOTES)]


def test_notes_are_written_at_the_playhead(bench: Bench, take: Path) -> None:
    bench.person.click(*at(bench, 5, 0.1))
    bench.press("Notes")
    bench.person.type_text("Ask 7 people.")
    bench.person.key("ESCAPE")
    assert notes(bench) == []
    bench.person.key("F4", "shift")
    bench.person.type_text("Ask 7.")
    bench.person.key("RETURN", "ctrl")
    bench.person.type_text("Wait.")
    bench.person.key("RETURN")
    ((tick, text),) = notes(bench)
    assert text == "Ask 7.\nWait."
    assert abs(tick - 5 * TICKS) <= 3
    assert playback(bench).edits.past[-1].edit == "Change notes"
    bench.person.click(*at(bench, 8, 0.1))
    bench.press("Notes")
    bench.person.key("A", "ctrl")
    bench.person.type_text("Later")
    bench.person.key("RETURN")
    assert notes(bench) == [(tick, "Later")], "the same block"
    bench.person.key("Z", "ctrl")
    assert notes(bench) == [(tick, text)]


def test_unsaved_edits_outlive_the_window(bench: Bench, take: Path) -> None:
    bench.person.click(*at(bench, 3, 0.4))
    bench.press("Cut")
    assert playback(bench).is_unsaved
    shorter = playback(bench).demo.length
    bench.open(start_state())  # as after a crash
    bench.person.drop_files(str(take))
    assert playback(bench).demo.length == shorter
    assert read_demo(take).length == 10 * TICKS
    bench.person.key("Z", "ctrl")
    assert playback(bench).demo.length == 10 * TICKS
    assert not list((bench.main.session.recordings / "drafts").iterdir()), "the saved demo needs no draft"


@pytest.mark.thorough
def test_recording_over_a_span_keeps_what_follows(bench: Bench, take: Path) -> None:
    bench.person.click(*at(bench, 1, 0.4))
    bench.person.click(*at(bench, 3, 0.4), modifiers="shift")
    assert playback(bench).edits.span == (0, 4 * TICKS), "Shift+click selects up to another section"
    bench.person.drag(at(bench, 2.06, 0.4), at(bench, 3.96, 0.4))
    assert playback(bench).edits.span == (2 * TICKS, 4 * TICKS), "a selection snaps to edges"
    bench.press("Record over")
    assert "into 0:02–0:04" in bench.words
    bench.person.type_text("Right")
    bench.person.key("RETURN")
    bench.person.run_frames(TICKS)
    bench.person.key("F9")
    assert [text for _, text in captions(bench)] == ["How far **form** B?", "Right", "Wrong"], "the last one goes on"
    assert 8 * TICKS < playback(bench).demo.length < 11 * TICKS, "with a second in which B moves back"
    assert place(bench) > 0.5, "what follows begins as it did before"


def place(bench: Bench) -> float:
    """Where B is at the end of the demo."""
    demo = playback(bench).demo
    return playhead_at(demo, demo.length).state.document.scene.body("B").pose.position[0]


@pytest.mark.thorough
def test_the_demo_goes_on_after_a_recording_as_the_user_chooses(bench: Bench, take: Path) -> None:
    before = playback(bench).demo
    bench.person.drag(at(bench, 2.06, 0.4), at(bench, 3.96, 0.4))
    bench.press("Record over")
    bench.person.run_frames(TICKS)
    bench.press("Stop")
    blended = playback(bench).demo
    assert "Then:" in bench.words
    assert place(bench) > 0.5
    bench.press("Keep new")
    kept = playback(bench).demo
    assert place(bench) < 0.5
    assert abs(blended.length - kept.length - TICKS) <= 1
    bench.press("Cut##at once")
    assert place(bench) > 0.5
    assert playback(bench).demo.length == kept.length
    bench.press("Blend 1 s")
    assert playback(bench).demo.length == blended.length
    assert [version.edit for version in playback(bench).edits.past] == ["Record over"]
    bench.person.key("Z", "ctrl")
    assert playback(bench).demo is before, "all of it is one edit"
    assert "Then:" not in bench.words
    bench.person.key("Z", "ctrl+shift")
    assert playback(bench).demo.length == blended.length
    assert "Then:" not in bench.words, "until the next edit"


@pytest.mark.thorough
def test_the_caption_field_has_the_keyboard_and_time_stands_still(bench: Bench, folder: Path) -> None:
    before = bench.state
    bench.person.key("F9")
    bench.person.type_text("g 1,")
    recording = bench.main.session.recording
    assert recording is not None
    tick = recording.tick
    bench.person.run_frames(20)
    assert recording.tick == tick, "time stands still while a caption is typed"
    assert bench.state.run.step == before.run.step
    bench.person.key("RETURN")
    assert bench.state.display.caption is not None
    assert bench.state.display.caption.text == "g 1,"
    bench.person.run_frames(20)
    assert recording.tick > tick
    bench.person.key("F9", "shift")
    tick = recording.tick
    bench.person.run_frames(20)
    assert recording.tick == tick, "the recording is paused"
    bench.person.key("F9", "shift")
    bench.person.key("HOME")
    assert bench.state.run.step == 0, "keys are shortcuts again"
    bench.person.key("F4")
    bench.person.type_text("half a wo")
    bench.person.key("F9")
    assert bench.state.shell.recording is None
    assert playback(bench).before is not None
    last = playback(bench).demo.length
    assert captions(bench)[1] == (last - TICKS, "half a wo"), "a caption is not lost when the recording stops"
    bench.press("Exit")
    assert bench.state.run.step == 0
    assert bench.state.document.scene is before.document.scene, "the user's scene comes back"


def test_a_recording_is_turned_into_steps_in_the_background(bench: Bench, folder: Path) -> None:
    session = bench.main.session
    known, session.timeout = session.timeout, 0.0
    try:
        for end in (CancelTask(), Quit(), ToggleRecording(on=True)):
            session.perform([ToggleRecording(on=True), ToggleRecording(on=False), end])
            assert session.taking is None
    finally:
        session.timeout = known
        session.perform([ToggleRecording(on=False)])
    assert len(list(folder.glob(f"*{SUFFIX}"))) == 4
