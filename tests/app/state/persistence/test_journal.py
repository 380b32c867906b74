"""Crash recovery: the lines of the journal, its file, and a process that is really killed."""

import resource
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.app.interface import Bench, scene, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.state import actions as do
from gjkscope.app.state.model import ImportDialog, Message, State, View
from gjkscope.app.state.persistence.journal import JournalError, JournalWriter, read_journal, restore, touches_document
from gjkscope.app.state.persistence.journal_file import JournalFile, orphaned_journals
from gjkscope.app.window.session import Session
from gjkscope.app.window.window import KEPT_AGAIN
from tests.app.state.acting import act
from tests.app.window.test_session import Board, no_paint

MOVED = (
    do.BeginDrag("A", (0.0, 0.0, 0.0)),
    *(do.DragTo((0.1 * i, 1 / 3, -0.0)) for i in range(1, 60)),
    do.EndGesture(),
    do.RenameBody("B", "box"),
)
MOTION = (do.StepMotion(3), do.PlayMotion(True), do.Tick(0.05), do.StepMotion(-2))
MOVE_BOX = (do.BeginDrag("box", (0.0, 0.0, 0.0)), do.DragTo((0.5, 0.0, 0.0)), do.EndGesture())


def write(state: State, *actions: do.Action) -> tuple[str, State]:
    """The journal of these actions, and the state after them."""
    record = JournalWriter(do.OpenScene(state.file.saved or state.document.scene, state.file.path), state, 0.0)
    for action in actions:
        before, state = state, do.update(state, action)
        if touches_document(before, state):
            record.note(action)
    return record.lines(state), state


class TestLines:
    def test_the_document_is_restored_exactly_with_its_history(self) -> None:
        text, state = write(start_state(), *MOVED)
        journal = read_journal(text)
        back = restore(journal)
        assert (back.document.scene, back.document.pair) == (state.document.scene, state.document.pair)
        assert [edit.label for edit in back.history.past] == ["move A", "rename B to box"]
        assert back.modified

    def test_edits_in_motion_are_restored_and_playback_itself_is_not_recorded(self) -> None:
        opened = do.initial_state(scene("motion/three-bodies-meet"))
        for actions in (
            (do.StepMotion(5), do.RenameBody("box", "crate")),
            (do.StepMotion(4), do.KeepPoses()),
            (*MOTION, *MOVE_BOX),
        ):
            text, state = write(opened, *actions)
            journal = read_journal(text)
            assert (back := restore(journal)).document == state.document != opened.document
            assert back.motion.simulation is None
        text, _ = write(opened, *MOTION)
        assert read_journal(text).actions == ()

    def test_only_the_end_of_a_drag_is_recorded(self) -> None:
        assert write(start_state(), *MOVED)[0].count("\n") == 6  # head, scene, begin, last move, end, name

    def test_actions_that_do_not_touch_the_document_are_not_recorded(self) -> None:
        text, _ = write(start_state(), do.HoverBody("A"), do.Pan(View.WORLD, 1.0, 0.0, 600.0))
        assert read_journal(text).actions == ()

    @pytest.mark.parametrize(
        "actions",
        [
            (do.Pan(View.WORLD, 400.0, 0.0, 600.0), do.AddBody("sphere")),  # it is placed where the camera looked
            (do.PlaceBody("A", PositionOrientation((9.0, 0.0, 0.0))), do.EndGesture(), do.Undo(), do.Redo()),
        ],
    )
    def test_it_is_restored_even_where_the_actions_alone_would_not_suffice(
        self, actions: tuple[do.Action, ...]
    ) -> None:
        text, state = write(start_state(), *actions)
        journal = read_journal(text)
        assert restore(journal).document.scene == state.document.scene

    def test_undone_edits_of_a_saved_scene_are_restored(self) -> None:
        moved = act(start_state(), do.PlaceBody("A", PositionOrientation((9.0, 0.0, 0.0))), do.EndGesture())
        saved = act(moved, do.MarkSaved(moved.document.scene, "saved.json"))
        text, state = write(saved, do.Undo())
        journal = read_journal(text)
        assert restore(journal).document.scene == state.document.scene == start_state().document.scene
        assert restore(journal).file.saved == moved.document.scene

    @pytest.mark.parametrize("end", ["", '{"is":"DragTo","point":[0.', "\x00\x00", '{"is":"Explode"}\n', "[1]\n"])
    def test_a_damaged_end_loses_only_itself(self, end: str) -> None:
        text, state = write(start_state(), *MOVED)
        journal = read_journal(text + end)
        assert restore(journal).document.scene == state.document.scene

    @pytest.mark.parametrize("text", ["", "{", "null\nnull\n", '{"gjkscope journal": 2, "began": 0}\n{}\n', "\n\n\n"])
    def test_an_invalid_journal_is_rejected(self, text: str) -> None:
        with pytest.raises(JournalError, match=r"^line [12]: "):
            read_journal(text)


class TestFile:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        return tmp_path / "journals"

    @pytest.fixture
    def journal(self, folder: Path) -> Iterator[JournalFile]:
        journal = JournalFile(folder, Clock())
        yield journal
        journal.end()

    def test_changes_are_written_within_a_second_and_removed_once_saved(
        self, folder: Path, journal: JournalFile
    ) -> None:
        session = Session(start_state(), Board(), no_paint, journal)
        session.perform(MOVED)
        journal.flush(session.state)
        assert not list(folder.glob("*"))
        clock_of(journal).now += 0.5
        journal.flush(session.state)
        assert len(list(folder.glob("*.jsonl"))) == 1
        session.perform([do.MarkSaved(session.state.document.scene, "saved.json")])
        assert not list(folder.glob("*"))

    def test_a_drag_is_one_change_even_if_it_was_written_before_it_ended(
        self, folder: Path, journal: JournalFile
    ) -> None:
        clock = clock_of(journal)
        session = Session(start_state(), Board(), no_paint, journal)
        session.perform([do.BeginDrag("A", (0.0, 0.0, 0.0))])
        clock.now += 1.0
        journal.flush(session.state)
        assert not list(folder.glob("*")), "there is nothing to lose yet"
        for x in (0.1, 0.2):
            session.perform([do.DragTo((x, 0.0, 0.0))])
            clock.now += 1.0
            journal.flush(session.state)
        session.perform([do.EndGesture()])
        journal.flush(session.state, at_once=True)
        back = restore_from(folder)
        assert back.document.scene == session.state.document.scene
        assert [edit.label for edit in back.history.past] == ["move A"]

    def test_undone_changes_leave_nothing(self, folder: Path, journal: JournalFile) -> None:
        session = Session(start_state(), Board(), no_paint, journal)
        session.perform([do.PlaceBody("A", PositionOrientation((9.0, 0.0, 0.0))), do.EndGesture()])
        journal.flush(session.state, at_once=True)
        assert len(list(folder.glob("*"))) == 1
        session.perform([do.Undo()])
        assert not list(folder.glob("*"))

    def test_the_journal_of_a_running_process_is_not_offered(self, folder: Path, journal: JournalFile) -> None:
        session = Session(start_state(), Board(), no_paint, journal)
        session.perform(MOVED)
        journal.flush(session.state, at_once=True)
        assert orphaned_journals(folder) == []
        assert len(list(folder.glob("*.jsonl"))) == 1

    def test_two_processes_do_not_offer_the_same_journal(self, folder: Path) -> None:
        leave(folder)
        first = orphaned_journals(folder)
        assert len(first) == 1
        assert orphaned_journals(folder) == []
        first[0].release()
        (again,) = orphaned_journals(folder)
        again.delete()
        assert not list(folder.glob("*"))

    def test_a_journal_without_changes_is_removed_and_a_new_one_is_kept(self, folder: Path) -> None:
        folder.mkdir()
        (folder / "1-1.jsonl").write_text("rubbish")
        (folder / "2-2.jsonl").write_text("")
        assert orphaned_journals(folder) == []
        assert [path.name for path in folder.glob("*.jsonl")] == ["2-2.jsonl"]

    def test_an_unwritable_folder_is_retried_with_the_next_change(self, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("")
        journal = JournalFile(tmp_path / "file" / "journals", Clock())
        session = Session(start_state(), Board(), no_paint, journal)
        move(session, journal, 1.0)
        assert journal.fault is not None
        assert journal.fault.startswith("Crash recovery does not work. ")
        (tmp_path / "file").unlink()
        journal.flush(session.state, at_once=True)
        assert not (tmp_path / "file").exists(), "not before there is another change"
        move(session, journal, 2.0)
        assert journal.fault is None
        assert restore_from(tmp_path / "file" / "journals").document.scene == session.state.document.scene
        journal.end()

    def test_changes_that_a_full_disk_rejected_are_written_once_there_is_room(
        self, folder: Path, journal: JournalFile
    ) -> None:
        session = Session(start_state(), Board(), no_paint, journal)
        for limit, x in ((9, 1.0), (50, 2.0)):
            with limited_files(limit):
                move(session, journal, x)
            assert journal.fault is not None
            assert [path.stat().st_size for path in folder.glob("*")] == [limit]
        assert not orphaned_journals(folder), "it is still the one of a living process"
        move(session, journal, 3.0)
        assert journal.fault is None
        back = restore_from(folder)
        assert back.document.scene == session.state.document.scene
        assert [edit.label for edit in back.history.past] == ["move A"] * 3

    def test_a_full_disk_is_reported(self, folder: Path, journal: JournalFile) -> None:
        folder.mkdir()
        journal._path.symlink_to("/dev/full")
        session = Session(start_state(), Board(), no_paint, journal)
        move(session, journal, 1.0)
        assert journal.fault is not None
        assert journal.fault.endswith("No space left on device")


class TestAtTheWindow:
    @pytest.fixture
    def bench(self, shared: Bench) -> Bench:
        shared.open(start_state("boxes-overlap"))
        return shared

    def test_failed_and_resumed_journaling_are_reported(
        self, bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "file").write_text("")
        journal = JournalFile(tmp_path / "file" / "journals", Clock())
        monkeypatch.setattr(bench.main, "_journal", journal)
        monkeypatch.setattr(bench.main.session, "journal", journal)
        move(bench.main.session, journal, 1.0)
        bench.person.run_frames(1)
        assert bench.state.shell.message is not None
        assert (bench.state.shell.message.text, bench.state.shell.message.is_error) == (journal.fault, True)
        (tmp_path / "file").unlink()
        move(bench.main.session, journal, 2.0)
        bench.person.run_frames(1)
        assert (bench.state.shell.message, bench.state.shell.fault) == (Message(KEPT_AGAIN), None)
        journal.end()

    def test_a_leftover_journal_is_offered_and_restored(self, bench: Bench, tmp_path: Path) -> None:
        lost = leave(tmp_path)
        bench.main.session.offer(orphaned_journals(tmp_path))
        bench.person.run_frames(2)
        assert "2 unsaved changes to “two boxes, a vertex above a face” (" in bench.words
        bench.person.key("ENTER")  # presses Restore
        bench.person.run_frames(3)
        assert bench.state.document.scene == lost.document.scene
        assert bench.state.modified
        assert not list(tmp_path.glob("*.jsonl"))
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene.bodies[1].name == "B"

    def test_a_discarded_journal_is_removed_and_the_next_one_is_offered(self, bench: Bench, tmp_path: Path) -> None:
        leave(tmp_path)
        leave(tmp_path, 2)
        before = bench.state.document.scene
        bench.main.session.offer(orphaned_journals(tmp_path))
        bench.person.run_frames(2)
        bench.press("Discard")
        bench.pause()
        assert len(list(tmp_path.glob("*.jsonl"))) == 1
        bench.press("Discard")
        assert bench.state.shell.recovery is None
        assert not list(tmp_path.glob("*.jsonl"))
        assert bench.state.document.scene is before

    @pytest.mark.parametrize("answer", ["Restore", "Discard", "Ask later"])
    def test_a_text_given_on_the_command_line_is_imported_after_the_decision(
        self, bench: Bench, tmp_path: Path, answer: str
    ) -> None:
        leave(tmp_path)
        bench.main.session.offer(orphaned_journals(tmp_path))
        bench.perform(do.ShowImport(ImportDialog("box 1 1 1")), frames=2)
        bench.press(answer, frames=2)
        assert bench.state.shell.recovery is None
        assert isinstance(bench.state.shell.overlay, ImportDialog)
        bench.main.session.close()

    def test_the_decision_can_be_postponed(self, bench: Bench, tmp_path: Path) -> None:
        leave(tmp_path)
        bench.main.session.offer(orphaned_journals(tmp_path))
        bench.person.run_frames(2)
        bench.person.key("ESCAPE")
        assert bench.state.shell.recovery is None
        assert orphaned_journals(tmp_path) == []  # held for the duration of this run
        bench.main.session.close()
        (journal,) = orphaned_journals(tmp_path)
        journal.delete()


DRAGGED = """
import sys, time
from pathlib import Path
from tests.app.harness import Harness, headless_window
from gjkscope.app.state.actions import initial_state
from gjkscope.app.scenes.scene_file import open_files
from gjkscope.app.base.resources import resource
from gjkscope.app.window.window import MainWindow

state = initial_state(open_files([resource("assets", "scenes", "boxes-vertex-face.json")]))
main = MainWindow(state, headless_window(900, 600), journals=Path(sys.argv[1]))
person = Harness(main.window, main.loop.run_frame)
person.run_frames(3)
from tests.app.state.persistence.test_journal import MOVED
main.session.perform(MOVED[:-1])
begun = time.monotonic()
while (due := main.loop._pacer.due()) is not None:  # as the event loop does, until all is still
    time.sleep(max(0.0, due - main.loop.clock.time()))
    main.loop.idle()
print(time.monotonic() - begun, flush=True)
time.sleep(60)
"""


@pytest.mark.thorough
def test_kill_9_loses_only_the_last_second(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", DRAGGED, str(tmp_path)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        assert orphaned_journals(tmp_path) == []  # the process is alive
        process.kill()
    (journal,) = orphaned_journals(tmp_path)
    journal.release()
    expected = act(do.initial_state(scene("boxes-vertex-face")), *MOVED[:-1])
    assert restore(journal.contents).document.scene == expected.document.scene


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def clock_of(journal: JournalFile) -> Clock:
    assert isinstance(journal._clock, Clock)
    return journal._clock


def move(session: Session, journal: JournalFile, x: float) -> None:
    session.perform([do.PlaceBody("A", PositionOrientation((x, 0.0, 0.0))), do.EndGesture()])
    journal.flush(session.state, at_once=True)


def restore_from(folder: Path) -> State:
    """What the only journal there restores."""
    (path,) = folder.glob("*")
    contents = read_journal(path.read_text())
    return restore(contents)


@contextmanager
def limited_files(size: int) -> Iterator[None]:
    """Limit file sizes to that many bytes: further data is cut off, as on a full disk."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


def leave(folder: Path, number: int = 1) -> State:
    """What a process killed after `MOVED` leaves in the folder."""
    folder.mkdir(exist_ok=True)
    text, state = write(start_state(), *MOVED)
    (folder / f"{number}-1.jsonl").write_text(text)
    return state
