"""Opening, saving and quitting in the window: dialogs, dropped files and error messages."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from tests.app.interface import Bench, Picture, Rect, scene, scene_path, start_state  # isort: skip  first of all that loads pyglet.window

from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.scenes.scene_file import open_files, write_scene
from gjkscope.app.state.actions import (
    NEW_SCENE,
    ChooseAlgorithm,
    ChoosePair,
    ChooseWorkspace,
    EndGesture,
    PlaceBody,
    initial_state,
)
from gjkscope.app.state.model import Purpose, ThenBrowse, Workspace
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.palette import hex_color
from gjkscope.app.view.panels.requests import ReadScene, SaveScene
from gjkscope.app.view.panels.shell.dialogs import TITLES
from gjkscope.app.window.platform.display import AppWindow


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The user's folder: a scene, another one in a subfolder, and invalid files."""
    write_scene(scene("boxes-overlap"), tmp_path / "mine.json")
    (tmp_path / "more").mkdir()
    write_scene(scene("sphere-box"), tmp_path / "more" / "ball.json")
    (tmp_path / "notes.txt").write_text("not a scene")
    (tmp_path / "broken.json").write_text('{"gjkscope": 1')
    return tmp_path


@pytest.fixture
def bench(shared: Bench, folder: Path) -> Bench:
    mine = folder / "mine.json"
    shared.open(initial_state(open_files([mine]), str(mine)))
    return shared


def change(bench: Bench) -> None:
    bench.perform(PlaceBody("A", PositionOrientation((0.1 + 0.2, 0.0, 0.0))), EndGesture(), frames=1)
    assert bench.state.modified


def say(bench: Bench) -> str:
    return bench.state.shell.message.text if bench.state.shell.message else ""


def shows_an_error(bench: Bench) -> bool:
    """Whether the error colour is visible at the bottom of the world view, with that text."""
    bench.person.run_frames(2)
    message = bench.state.shell.message
    assert message is not None
    rect = bench.picture()
    return message.is_error and reads_as_error(bench, message.text, rect._replace(top=rect.bottom - 120))


def reads_as_error(bench: Bench, words: str, rect: Rect) -> bool:
    return words in bench.words and near(bench.screenshot(rect), tones.BAD.dark) > 20


def refusal(bench: Bench) -> str:
    """The error about the name, shown in red by the file dialog, which is still open."""
    bench.person.run_frames(2)
    dialog = bench.state.shell.dialog
    assert dialog is not None
    assert bench.state.shell.message is None
    assert reads_as_error(bench, dialog.fault, bench.panel(TITLES[dialog.purpose]))
    return dialog.fault


def near(picture: Picture, color: str) -> int:
    """The number of pixels of that colour, not counting the soft edges of glyphs."""
    distance = np.abs(picture - np.array(hex_color(color)[:3]) * 255).max(axis=2)
    return int((distance < 24).sum())


class TestOpenDialog:
    def test_a_name_can_be_typed_and_confirmed_with_enter(self, bench: Bench, folder: Path) -> None:
        browse(bench)
        bench.type("more/ball.json")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.name == "more/ball.json"
        bench.person.key("RETURN", frames=1)
        assert bench.state.shell.dialog is None
        assert bench.state.file.path == str(folder / "more" / "ball.json")
        assert bench.state.document.scene == scene("sphere-box")
        assert "ball.json" in bench.title
        assert say(bench) == "Opened ball.json"

    def test_folders_can_be_entered_and_left_and_a_file_opened_by_the_button(self, bench: Bench, folder: Path) -> None:
        bench.choose("File", "Open…")
        for row, shown in [("  more", folder / "more"), ("  ..", folder), ("  more", folder / "more")]:
            bench.press(row)
            assert folder_shown(bench) == shown
            bench.pause()
        bench.press("  ball.json")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.name == "ball.json"
        bench.press("Open")
        assert bench.state.file.path == str(folder / "more" / "ball.json")

    def test_a_double_click_opens_a_file(self, bench: Bench, folder: Path) -> None:
        browse(bench)
        bench.press("  mine.json", double=True)
        assert bench.state.shell.dialog is None
        assert bench.state.file.path == str(folder / "mine.json")
        assert say(bench) == "Opened mine.json"

    def test_a_double_click_on_a_folder_only_enters_it(self, bench: Bench, folder: Path) -> None:
        before = bench.state.document.scene
        browse(bench)
        bench.press("  more", double=True)
        assert folder_shown(bench) == folder / "more"
        assert bench.state.document.scene is before

    def test_only_supported_files_are_listed(self, bench: Bench, folder: Path) -> None:
        (folder / "loop").symlink_to("loop")
        browse(bench)
        assert bench.has("  mine.json")
        assert not bench.has("notes.txt")

    def test_a_folder_typed_as_a_name_is_entered(self, bench: Bench, folder: Path) -> None:
        browse(bench)
        bench.type("more")
        bench.person.key("RETURN", frames=2)
        assert folder_shown(bench) == folder / "more"

    @pytest.mark.parametrize("way", ["Cancel", "Escape"])
    def test_it_can_be_cancelled(self, bench: Bench, way: str) -> None:
        before = bench.state
        browse(bench)
        bench.type("x")
        if way == "Cancel":
            bench.press("Cancel")
        else:
            bench.person.key("ESCAPE")
        bench.person.run_frames(2)
        assert bench.state == before
        assert not bench.has("##name")

    def test_no_key_reaches_the_scene_through_it(self, bench: Bench) -> None:
        before = bench.state
        browse(bench)
        bench.person.type_text(",.fwer ")
        bench.person.key("HOME")
        bench.person.key("Z", "ctrl")
        bench.person.drag(bench.picture().at(0.1, 0.1), bench.picture().at(0.1, 0.3), 2)
        bench.person.key("ESCAPE", frames=2)
        assert bench.state == before


class TestWhatCannotBeOpened:
    @pytest.mark.thorough
    @pytest.mark.parametrize("name", ["broken.json", "missing.json", "two.json"])
    def test_an_error_is_shown_and_the_scene_keeps_its_history(self, bench: Bench, folder: Path, name: str) -> None:
        (folder / "two.json").write_text(json.dumps({**json.loads((folder / "mine.json").read_text()), "gjkscope": 2}))
        change(bench)
        bench.person.key("S", "ctrl")
        before = bench.state
        browse(bench)
        bench.type(name)
        bench.person.key("RETURN")
        assert name in refusal(bench)
        assert (bench.state.document.scene, bench.state.file.path) == (before.document.scene, before.file.path)
        bench.person.key("ESCAPE")
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene == scene("boxes-overlap")

    def test_a_click_dismisses_the_message(self, bench: Bench, folder: Path) -> None:
        bench.person.drop_files(str(folder / "broken.json"))
        assert shows_an_error(bench)
        scene_before = bench.state.document.scene
        bench.person.click(*bench.panel("##message").middle)
        assert bench.state.shell.message is None
        assert bench.state.document.scene is scene_before


class TestDroppedFiles:
    def test_the_source_application_is_told_that_the_drop_finished(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """It waited for that: the message went to the root window."""
        from pyglet.libs.x11 import xlib

        sent = []
        monkeypatch.setattr(xlib, "XSendEvent", lambda *message: sent.append(message))
        monkeypatch.setattr(xlib, "XFlush", lambda _: 0)
        atoms = {"XdndFinished": 5, "XdndActionCopy": 6}
        AppWindow._finish_drop(SimpleNamespace(_xdnd_atoms=atoms, _xdnd_source=123, _window=77, _x_display=None))
        ((_, receiver, _, _, event),) = sent
        message = event._obj.xclient
        assert (receiver, message.window, message.message_type, list(message.data.l)[:3]) == (123, 123, 5, [77, 1, 6])

    def test_a_drag_with_few_formats_is_accepted_if_files_are_among_them(self) -> None:
        """It crashed the program: an X11 client message as in XDND, with source, version and flags, and three
        formats."""
        for formats, taken in (((7, 8, 0), None), ((7, 9, 0), 9)):
            window = SimpleNamespace(_xdnd_atoms={"text/uri-list": 9})
            message = SimpleNamespace(xclient=SimpleNamespace(data=SimpleNamespace(l=[123, 5 << 24, *formats])))
            AppWindow._event_drag_enter(window, message)
            assert vars(window).items() >= {"_xdnd_source": 123, "_xdnd_version": 5, "_xdnd_format": taken}.items()

    def test_a_scene_opens(self, bench: Bench, folder: Path) -> None:
        bench.person.drop_files(str(folder / "more" / "ball.json"))
        assert bench.state.document.scene == scene("sphere-box")

    def test_a_mesh_opens_as_a_hull(self, bench: Bench, folder: Path) -> None:
        (folder / "tetra.off").write_text(
            "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"
        )
        bench.person.drop_files(str(folder / "tetra.off"))
        assert not bench.state.shell.message or not bench.state.shell.message.is_error, say(bench)
        assert bench.state.file.path is None
        assert {type(body.shape).__name__ for body in bench.state.document.scene.bodies} == {"Hull"}

    def test_two_meshes_open_as_a_pair(self, bench: Bench, folder: Path) -> None:
        for name in ("one.off", "two.off"):
            (folder / name).write_text("OFF\n4 0 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n")
        bench.person.drop_files(str(folder / "one.off"), str(folder / "two.off"))
        assert [body.name for body in bench.state.document.scene.bodies] == ["one", "two"]
        assert say(bench) == "Opened one.off and two.off"

    def test_files_that_cannot_be_opened_together_are_rejected(self, bench: Bench, folder: Path) -> None:
        bench.person.drop_files(str(folder / "mine.json"), str(folder / "more" / "ball.json"))
        assert "too many files at once" in say(bench)
        assert shows_an_error(bench)


class TestNewAndRecent:
    def test_a_new_scene_has_a_pair_and_no_file(self, bench: Bench) -> None:
        bench.person.key("N", "ctrl")
        assert bench.state.document.scene == NEW_SCENE
        assert bench.state.file.path is None
        assert not bench.state.modified

    def test_a_new_scene_asks_about_unsaved_changes(self, bench: Bench) -> None:
        change(bench)
        before = bench.state.document.scene
        bench.choose("File", "New")
        assert bench.state.document.scene is before
        bench.press("Discard and create new")
        assert bench.state.document.scene == NEW_SCENE

    def test_recent_files_open_from_the_menu_and_missing_ones_can_be_removed(self, bench: Bench, folder: Path) -> None:
        bench.person.drop_files(str(folder / "more" / "ball.json"))
        assert [Path(path).name for path in bench.state.preferences.recent_files] == ["ball.json", "mine.json"]
        bench.choose("File", "Open recent", "mine.json  ·")
        assert bench.state.file.path == str(folder / "mine.json")
        (folder / "more" / "ball.json").unlink()
        bench.choose("File", "Open recent", "ball.json  ·")  # disabled: the click does nothing
        assert bench.state.file.path == str(folder / "mine.json")
        bench.press("Remove missing files")
        assert bench.state.preferences.recent_files == (str(folder / "mine.json"),)


class TestSaving:
    def test_ctrl_s_saves_bit_for_bit(self, bench: Bench, folder: Path) -> None:
        change(bench)
        assert "*" in bench.title
        bench.person.key("S", "ctrl")
        assert not bench.state.modified
        assert "*" not in bench.title
        assert open_files([folder / "mine.json"]) == bench.state.document.scene
        assert open_files([folder / "mine.json"]).bodies[0].pose.position[0] == 0.1 + 0.2

    def test_save_as_asks_for_a_name_and_keeps_using_it(self, bench: Bench, folder: Path) -> None:
        before = (folder / "mine.json").read_bytes()
        change(bench)
        bench.person.key("S", "ctrl+shift")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.purpose is Purpose.SAVE
        bench.person.key("A", "ctrl")
        bench.type("other")
        bench.person.key("RETURN", frames=1)
        assert bench.state.file.path == str(folder / "other.json")
        assert open_files([folder / "other.json"]) == bench.state.document.scene
        assert (folder / "mine.json").read_bytes() == before
        bench.person.key("Z", "ctrl")
        bench.person.key("S", "ctrl")
        assert open_files([folder / "other.json"]) == scene("boxes-overlap")

    def test_a_write_failure_is_reported_and_the_changes_are_kept(self, bench: Bench, folder: Path) -> None:
        change(bench)
        before = bench.state.document.scene
        bench.choose("File", "Save as…")
        bench.person.key("A", "ctrl")
        bench.type("no/such/place.json")
        bench.person.key("RETURN")
        assert refusal(bench).endswith("cannot be written: No such file or directory")
        assert bench.state.modified
        assert bench.state.document.scene is before
        assert bench.state.file.path == str(folder / "mine.json")
        bench.person.key("END")  # the name is still there to be corrected
        bench.type(".json")
        assert bench.state.shell.dialog is not None
        assert (bench.state.shell.dialog.name, bench.state.shell.dialog.fault) == ("no/such/place.json.json", "")
        bench.person.key("A", "ctrl")
        bench.type("place.json")
        bench.person.key("RETURN")
        assert bench.state.file.path == str(folder / "place.json")
        assert bench.state.shell.dialog is None

    def test_a_file_in_another_folder_is_replaced_there(self, bench: Bench, folder: Path) -> None:
        bench.choose("File", "Save as…")
        bench.person.key("A", "ctrl")
        bench.type("more/ball.json")
        bench.person.key("RETURN")
        bench.pause()
        assert folder_shown(bench) == folder / "more"
        bench.person.key("RETURN")
        assert bench.state.file.path == str(folder / "more" / "ball.json")
        assert open_files([folder / "more" / "ball.json"]) == bench.state.document.scene

    def test_the_suffix_must_match_the_file_format(self, bench: Bench, folder: Path) -> None:
        bench.choose("File", "Save as…")
        bench.person.key("A", "ctrl")
        bench.type("boxes 1.2")
        bench.person.key("RETURN")
        assert bench.state.file.path == str(folder / "boxes 1.2.json")

    def test_a_file_name_that_is_too_long_is_reported(self, bench: Bench) -> None:
        change(bench)
        bench.choose("File", "Save as…")
        bench.person.key("A", "ctrl")
        bench.type("x" * 300)
        bench.person.key("RETURN")
        assert refusal(bench).endswith("File name too long")
        assert bench.state.modified

    def test_another_file_is_replaced_only_after_confirmation(self, bench: Bench, folder: Path) -> None:
        (folder / "other.json").write_text("precious")
        change(bench)
        bench.choose("File", "Save as…")
        bench.person.key("A", "ctrl")
        bench.type("other.json")
        bench.person.key("RETURN")
        bench.pause()
        assert "“other.json” already exists." in bench.words
        assert (folder / "other.json").read_text() == "precious"
        assert bench.state.modified
        bench.press("Replace")
        assert open_files([folder / "other.json"]) == bench.state.document.scene
        assert bench.state.file.path == str(folder / "other.json")
        assert not bench.state.modified

    def test_save_is_disabled_until_something_changes(self, bench: Bench, folder: Path) -> None:
        before = (folder / "mine.json").stat().st_mtime_ns
        bench.choose("File", "Save")
        assert (folder / "mine.json").stat().st_mtime_ns == before


class TestUnsavedChanges:
    def test_ctrl_q_quits_when_nothing_was_changed(self, bench: Bench) -> None:
        bench.person.key("Q", "ctrl")
        assert has_left(bench)

    @pytest.mark.parametrize("way", ["key", "menu", "close button"])
    def test_quitting_asks_first(self, bench: Bench, way: str) -> None:
        change(bench)
        leave(bench, way)
        assert not has_left(bench)
        assert all(bench.has(word) for word in ("Save", "Discard", "Cancel"))
        assert "unsaved changes" in bench.words

    @pytest.mark.parametrize("way", ["Save", "Enter"])
    def test_save_saves_and_quits(self, bench: Bench, folder: Path, way: str) -> None:
        change(bench)
        leave(bench, "menu")
        if way == "Save":
            bench.press("Save")
        else:
            bench.person.key("ENTER", frames=3)
        assert open_files([folder / "mine.json"]) == bench.state.document.scene
        assert has_left(bench)

    def test_discard_leaves_the_file_unchanged(self, bench: Bench, folder: Path) -> None:
        change(bench)
        leave(bench)
        bench.press("Discard")
        assert open_files([folder / "mine.json"]) == scene("boxes-overlap")
        assert has_left(bench)

    @pytest.mark.parametrize("way", ["Cancel", "Escape"])
    def test_cancel_returns_to_the_scene(self, bench: Bench, way: str) -> None:
        change(bench)
        leave(bench)
        if way == "Cancel":
            bench.press("Cancel")
        else:
            bench.person.key("ESCAPE")
        bench.person.run_frames(2)
        assert not has_left(bench)
        assert bench.state.shell.unsaved is None
        assert bench.state.modified

    def test_the_close_button_also_asks_while_a_file_dialog_is_open(self, bench: Bench) -> None:
        change(bench)
        bench.choose("File", "Save as…")
        leave(bench, "close button")
        assert not has_left(bench)
        bench.pause()
        bench.press("Discard")
        assert has_left(bench)

    def test_the_window_s_close_button_closes_at_once_when_nothing_was_changed(self, bench: Bench) -> None:
        leave(bench, "close button")
        assert has_left(bench)

    def test_opening_asks_and_continues_after_discard(self, bench: Bench) -> None:
        change(bench)
        browse(bench)
        assert bench.state.shell.unsaved is not None
        assert bench.state.shell.unsaved == ThenBrowse()
        bench.press("Discard")
        assert bench.state.shell.unsaved is None
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.purpose is Purpose.OPEN

    @pytest.mark.parametrize("way", ["example", "drop"])
    def test_every_other_way_to_open_a_scene_asks_too(self, bench: Bench, folder: Path, way: str) -> None:
        change(bench)
        before = bench.state.document.scene
        if way == "example":
            bench.perform(ReadScene((scene_path("sphere-box"),), is_example=True), frames=2)
        else:
            bench.person.drop_files(str(folder / "more" / "ball.json"))
        bench.person.run_frames(2)
        assert bench.state.document.scene is before
        bench.press("Save")
        assert open_files([folder / "mine.json"]) == before
        assert bench.state.document.scene == scene("sphere-box")

    def test_a_new_scene_is_given_a_name_first_and_then_the_pending_command_runs(
        self, bench: Bench, folder: Path
    ) -> None:
        bench.open(start_state())
        change(bench)
        leave(bench)
        bench.press("Save")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.purpose is Purpose.SAVE
        assert not has_left(bench)
        bench.person.key("A", "ctrl")
        bench.type(str(folder / "more"))  # entering a folder on the way keeps the pending command
        bench.person.key("RETURN", frames=2)
        bench.enter("##name", "named.json")
        bench.person.run_frames(2)
        assert open_files([folder / "more" / "named.json"]) == bench.state.document.scene
        assert has_left(bench)

    def test_the_pending_command_is_dropped_if_no_name_is_given(self, bench: Bench, folder: Path) -> None:
        bench.open(start_state())
        change(bench)
        leave(bench)
        bench.press("Save")
        bench.press("Cancel")
        bench.choose("File", "Save as…")
        bench.person.key("A", "ctrl")
        bench.type(str(folder / "named.json"))
        bench.person.key("RETURN")
        assert not bench.state.modified
        assert not has_left(bench)


def test_a_modified_example_is_not_saved_over_the_original(bench: Bench) -> None:
    before = Path(scene_path("sphere-box")).read_bytes()
    bench.perform(ReadScene((scene_path("sphere-box"),), is_example=True), frames=2)
    change(bench)
    bench.person.key("S", "ctrl", frames=1)
    assert bench.state.shell.dialog is not None
    assert Path(scene_path("sphere-box")).read_bytes() == before


def test_a_saved_scene_opens_as_it_was_shown(bench: Bench, tmp_path: Path) -> None:
    path = tmp_path / "shown.json"
    bench.main.session.perform([ChooseAlgorithm("contacts-exact"), ChoosePair(("B", "A")), SaveScene(str(path))])
    bench.main.session.perform([ChooseWorkspace(Workspace.PAIR), ChoosePair(("A", "B")), ReadScene((str(path),))])
    shown = bench.state
    assert (shown.workspace, shown.run.algorithm) == (Workspace.CONTACTS, "contacts-exact")
    assert shown.document.pair == ("B", "A")
    assert not shown.modified


def browse(bench: Bench) -> None:
    bench.person.key("O", "ctrl", frames=2)


def folder_shown(bench: Bench) -> Path:
    dialog = bench.state.shell.dialog
    assert dialog is not None
    return Path(dialog.folder)


def leave(bench: Bench, way: str = "key") -> None:
    if way == "key":
        bench.person.key("Q", "ctrl")
    elif way == "menu":
        bench.choose("File", "Quit")
    else:
        bench.window.dispatch_event("on_close")
    bench.person.run_frames(2)


def has_left(bench: Bench) -> bool:
    return bool(bench.main.loop.has_exit)
