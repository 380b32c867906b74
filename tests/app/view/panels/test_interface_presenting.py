"""Presenter mode in the window, with real keys and a real mouse."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.app.interface import Bench, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state.actions import CloseDialog, OpenDemo, PlaceBody, ShowPanels, update
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import InkTool, View
from gjkscope.app.state.persistence.journal_file import JournalFile
from gjkscope.app.teach.demos.file import parse_demo
from gjkscope.app.teach.lessons.contents import contents
from gjkscope.app.teach.lessons.file import read_lesson
from gjkscope.app.view.panels.requests import NewScene, ReadLesson, RecoverChanges, RestoreKept
from gjkscope.app.view.panels.shell.help_window import topics
from gjkscope.app.view.words.verdict import distance_words
from gjkscope.app.window.platform.display import NoDisplay

TALK = """{"gjkdemo": 1, "name": "talk", "scene": "boxes-edge-edge", "steps": [
    {"do": "caption", "text": "One"}, {"do": "notes", "text": "Wave."}, {"do": "wait", "seconds": 1},
    {"do": "caption", "text": "Two"}, {"do": "wait", "seconds": 1}]}"""
MOVED = PlaceBody("A", PositionOrientation((0.0, 5.0, 0.0)))


@pytest.fixture(scope="module")
def bench() -> Iterator[Bench]:
    bench = Bench(900, 600)
    yield bench
    bench.close()


@pytest.fixture
def talk(bench: Bench) -> Bench:
    """Presents the demo, which waits at its first stop."""
    bench.open(update(start_state(), OpenDemo(parse_demo(TALK))))
    bench.person.key("F5", frames=70)
    return bench


def tick(bench: Bench) -> int:
    assert bench.state.show is not None
    return bench.state.show.tick


def test_clicker_keys_go_from_stop_to_stop_without_bars(talk: Bench) -> None:
    assert tick(talk) == 59
    assert not talk.has("File")
    assert not talk.has("Record from here")
    talk.person.key("PAGEDOWN")
    talk.person.key("PAGEDOWN")  # while it plays: completes the motion
    assert tick(talk) == 120
    for key in ("PAGEUP", "UP", "LEFT"):
        talk.person.key(key)
    assert tick(talk) == 0
    talk.person.key("ESCAPE", frames=2)
    assert talk.has("File")
    assert not talk.state.presenting.on


def test_the_bar_appears_at_the_bottom_edge_only(talk: Bench) -> None:
    assert not talk.has("End (Esc)")
    talk.person.move(450, 590, frames=3)
    assert "1 / 2" in talk.words
    talk.press("End (Esc)")
    assert not talk.state.presenting.on


def test_keys_of_the_presentation_come_before_other_shortcuts(talk: Bench) -> None:
    loops = talk.state.run.playback.loop
    for key in ("B", "PERIOD"):
        talk.person.key(key)
    talk.person.key("L")
    assert (talk.state.presenting.black, talk.state.run.playback.loop, tick(talk)) == (False, loops, 59)
    talk.person.key("_3", "ctrl")
    talk.person.keys("HOME", "PAGEUP", "_3")
    assert tick(talk) == 59


def test_the_pen_draws_instead_of_turning_the_camera(talk: Bench) -> None:
    cameras = talk.state.view.cameras
    talk.person.key("P")
    x, y = talk.picture(View.WORLD).middle
    talk.person.drag((x, y), (x + 80, y + 40))
    (stroke,) = talk.state.presenting.strokes
    assert len(stroke.points) > 3
    height = talk.picture(View.WORLD).size[1]
    across = stroke.points[-1][0] - stroke.points[0][0]
    assert across == pytest.approx(80 / height, abs=1.5 / height)
    assert talk.state.view.cameras == cameras
    before = talk.person.screenshot()
    talk.person.key("Z", "ctrl")
    assert talk.state.presenting.strokes == ()
    assert (talk.person.screenshot() != before).any()
    talk.person.key("ESCAPE")
    assert (talk.state.presenting.tool, talk.state.presenting.on) == (None, True)


def test_the_laser_shines_while_its_key_is_held_or_its_tool_is_chosen(talk: Bench) -> None:
    talk.person.move(450, 590, frames=3)
    talk.press("##laser")
    talk.person.move(300, 200)
    assert talk.state.presenting.tool is InkTool.LASER
    x, y = talk.state.presenting.laser[-1][:2]
    assert (x * 900, y * 600) == pytest.approx((300, 200), abs=1)
    talk.person.key("ESCAPE", frames=1)
    assert talk.state.presenting.laser == ()


def test_the_notes_have_a_window_that_can_be_closed_and_opened_again(talk: Bench) -> None:
    for _ in range(2):
        talk.person.key("N")
        talk.person.run_frames(1, dt=1.0)  # its clock advances
        assert talk.state.presenting.notes
        assert {"Wave.", "One", "Two"} <= set(talk.ear.words)
        notes = talk.main._presenter._notes
        assert notes is not None
        notes._window._enable_event_queue = False  # as in the event loop
        notes._window.dispatch_event("on_close")
        talk.person.run_frames(2)
        assert not talk.state.presenting.notes
        assert talk.main._presenter._notes is None
    talk.person.key("PAGEDOWN")
    assert tick(talk) > 59


def test_a_key_that_closes_the_notes_works_again_at_once(talk: Bench) -> None:
    talk.person.key("N", frames=2)
    notes = talk.main._presenter._notes
    assert notes is not None
    notes._window._enable_event_queue = False  # as in the event loop
    notes._window.dispatch_event("on_key_press", ord("n"), 0)  # its release comes after the window is gone
    talk.person.run_frames(3)
    assert not talk.state.presenting.notes
    talk.person.key("N", frames=2)
    assert talk.state.presenting.notes


def test_a_second_window_that_cannot_be_opened_is_reported(talk: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise NoDisplay("no display found")

    monkeypatch.setattr("gjkscope.app.window.notes_window.open_window", refused)
    talk.person.key("N", frames=2)
    assert not talk.state.presenting.notes
    assert "notes cannot have a window of their own" in talk.words


def test_a_lesson_goes_through_its_steps_and_then_turns_the_page(bench: Bench) -> None:
    name = next(entry.name for entry in contents() if len(read_lesson(entry.path).pages) > 2)
    bench.open(start_state())
    bench.main.session.perform([ReadLesson(name, 1)])
    bench.person.key("F5", frames=3)
    assert bench.state.shows_panels
    for _ in range(200):
        bench.person.key("PAGEDOWN")
        if bench.state.lesson is not None and bench.state.lesson.page == 2:
            return
    raise AssertionError("the page is never turned")


@pytest.mark.thorough
@pytest.mark.parametrize("writes", [True, False], ids=["journal", "memory"])
def test_nothing_asks_during_a_presentation_and_the_work_can_be_restored(
    bench: Bench, tmp_path: Path, writes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = bench.main.session
    bench.open(start_state())
    monkeypatch.setattr(session, "journal", JournalFile(tmp_path) if writes else None)
    session.perform([MOVED])
    bench.person.key("F5")
    session.perform([NewScene()])
    bench.person.run_frames(2)
    assert (bench.state.shell.unsaved, bench.state.presenting.kept) == (None, 1)
    assert bench.state.document.scene.name == "untitled"
    assert len(list(tmp_path.iterdir())) == writes
    bench.person.key("ESCAPE", frames=2)
    assert "Restore kept changes" in bench.words
    bench.choose("File", "Restore kept changes")
    bench.press("Restore")
    body = bench.state.document.scene.body("A")
    assert (body.pose.position, bench.state.modified) == ((0.0, 5.0, 0.0), True)
    assert bench.state.presenting.kept == 0
    if session.journal is not None:
        session.journal.end()


def test_an_experiment_amid_a_demo_is_kept_when_the_demo_continues(talk: Bench) -> None:
    talk.main.session.perform([MOVED])
    assert talk.state.show is not None
    assert talk.state.show.taken_over
    talk.person.key("PAGEDOWN")
    assert talk.state.show.playing
    assert (talk.state.presenting.kept, talk.state.shell.unsaved) == (1, None)
    talk.person.key("ESCAPE")
    talk.main.session.perform([RestoreKept(), CloseDialog(), RecoverChanges()])
    assert talk.state.document.scene.body("A").pose.position == (0.0, 5.0, 0.0)
    assert talk.state.presenting.kept == 0


def test_the_audience_sees_the_verdict_without_small_print(bench: Bench) -> None:
    bench.open(start_state())
    note = distance_words(inspect(bench.state).certified)
    bench.perform(ShowPanels(False), frames=2)
    assert note in bench.words
    bench.person.key("F5", frames=2)
    assert inspect(bench.state).certified.verdict.value.capitalize() in bench.words
    assert note not in bench.words
    bench.person.key("ESCAPE")
    bench.main.session.perform([ShowPanels(True)])


def test_the_button_of_the_playback_bar_presents_and_is_not_offered_to_the_audience(bench: Bench) -> None:
    bench.open(update(start_state(), OpenDemo(parse_demo(TALK))))
    bench.press("Present", frames=2)
    assert bench.state.presenting.on
    assert not bench.has("Present")
    bench.person.key("ESCAPE", frames=2)
    assert bench.has("Present")


def test_a_presented_demo_shows_no_buttons_of_the_probe(bench: Bench) -> None:
    steps = '[{"do": "probe", "shown": true}, {"do": "wait", "seconds": 1}]'
    probed = parse_demo(f'{{"gjkdemo": 1, "name": "probe", "scene": "boxes-edge-edge", "steps": {steps}}}')
    bench.open(update(start_state(), OpenDemo(probed)))
    bench.person.key("F5", frames=5)
    assert bench.state.probe.probing
    assert not bench.has("Scatter")
    bench.person.scroll(*bench.picture().middle, up=2)
    bench.person.run_frames(2)
    assert bench.state.show is not None
    assert bench.state.show.taken_over
    assert bench.has("Scatter"), "the presenter's experiment"
    bench.person.key("ESCAPE")


def test_editing_keys_do_nothing_and_help_begins_with_the_presenter(talk: Bench) -> None:
    before = talk.state.document
    for key in ("H", "X", "DELETE", "W"):
        talk.person.key(key)
    talk.person.key("D", "ctrl")
    assert talk.state.document == before
    assert talk.state.show is not None
    assert not talk.state.show.taken_over
    talk.person.key("F1", frames=3)
    assert talk.words.index("Presenting") < talk.words.index("Mouse")
    assert talk.words.count("Presenting") == 1
    talk.person.key("ESCAPE")


def test_help_finds_presenting() -> None:
    for word in ("lecture", "clicker", "present", "laser", "caption"):
        assert topics(word), word
    assert "Shortcuts: Help" not in dict(topics("cut"))  # words are found from their beginnings
