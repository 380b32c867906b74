"""Importing in the window: entry points, the dialog's switches and highlights, and bad input."""

import json
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest

from tests.app.interface import Bench, Picture, Rect, scene, scene_path  # isort: skip  first of all that loads pyglet.window

from imgui_bundle import imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.jobs import JobQueue
from gjkscope.app.bring.notations import importer
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.scenes.scene_file import format_scene, open_files
from gjkscope.app.state.actions import EndGesture, OfferRecovery, PlaceBody, ShowStart, Undo, initial_state
from gjkscope.app.state.model import ImportDialog, Purpose, Recovery, ThenImport
from gjkscope.app.state.persistence.settings import settings_text
from gjkscope.app.view import tones
from gjkscope.app.view.drawing.palette import hex_color
from gjkscope.app.view.panels.importing import import_dialog, interpreting
from gjkscope.app.view.panels.importing.text_pane import Mark
from gjkscope.app.view.panels.requests import NewScene, ReadScene
from gjkscope.engine.shapes.kinds import Box, Sphere
from tests.app.bring.notations.simple import process_of_simple, simple, simple_in_window  # noqa: F401  fixtures

PAIR = "pair\nbox 0.5 0.5 0.5 at 0 0 0 quat 1 0 0 0\nsphere 0.25 at 0 0.7 0\n"
Z_UP = '<mujoco><worldbody><geom size="1"/><geom size="1" pos="0 0 3"/></worldbody></mujoco>'
ASKING = PAIR.replace("pair\n", "pair\nunits\n")
CAST = (
    "BoxShape base(Vec3(0.5f, 0.25f, 1.0f));\nSphereShape ball(0.75f);\n"
    "Mat44 start = Mat44::sTranslation(Vec3(0, 2.5f, 0));\n"
    "ShapeProbe cast(&ball, Vec3::sOne(), start, Vec3(0, -1.5f, 0.5f));\n"
)
NOTE = "imported with 3 tokens unread"
THREE = PAIR + "sphere 0.125 at 5 0 0\n"

pytestmark = pytest.mark.usefixtures("simple_in_window")


@pytest.fixture
def bench(shared: Bench) -> Bench:
    path = scene_path("boxes-overlap")
    shared.open(initial_state(open_files([path]), path))
    shared.window.clipboard = ""
    return shared


def settle(bench: Bench) -> None:
    """Let the background jobs of the dialog finish."""
    for _ in range(3):  # the text, then the answer and what else its preview needs
        bench.person.run_frames()
        bench.main.jobs.wait()
    bench.person.run_frames(2)


def paste(bench: Bench, text: str) -> ImportDialog:
    bench.window.clipboard = text
    bench.person.key("V", "ctrl")
    settle(bench)
    return dialog(bench)


def dialog(bench: Bench) -> ImportDialog:
    overlay = bench.state.shell.overlay
    assert isinstance(overlay, ImportDialog)
    return overlay


def is_open(bench: Bench) -> bool:
    return isinstance(bench.state.shell.overlay, ImportDialog)


def message(bench: Bench) -> str:
    return bench.state.shell.message.text if bench.state.shell.message else ""


def change(bench: Bench) -> None:
    bench.perform(PlaceBody("A", PositionOrientation((0.25, 0.0, 0.0))), EndGesture(), frames=1)
    assert bench.state.modified


def delay_interpretation(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Delays the interpretation of texts until the event is set."""
    goes_on = Event()

    def slow(*arguments: Any) -> interpreting.Interpretation:
        goes_on.wait(10)
        return interpreting.interpret(*arguments)

    monkeypatch.setattr(import_dialog, "interpret", slow)
    return goes_on


def field(bench: Bench) -> Rect:
    return bench.widget("##text to import").rect


def pixel_of(bench: Bench, text: str, offset: int) -> tuple[float, float]:
    """Where a character of the text is in the window."""
    before = text[:offset]
    line, column = before.count("\n"), offset - before.rfind("\n") - 1
    imgui.push_font(*bench.main._layer.fonts.mono)
    wide, high = imgui.calc_text_size("0").x, imgui.get_font_size()
    imgui.pop_font()
    padding, rect = imgui.get_style().frame_padding, field(bench)
    return rect.left + padding.x + (column + 0.5) * wide, rect.top + padding.y + (line + 0.5) * high


def near(picture: Picture, color: str, slack: int = 24) -> int:
    """The number of pixels of about that colour."""
    return int((np.abs(picture - np.array(hex_color(color)[:3]) * 255).max(axis=2) < slack).sum())


class TestImporting:
    def test_ctrl_v_shows_the_interpretation_and_enter_imports_it(self, bench: Bench) -> None:
        paste(bench, PAIR)
        for words in ("box 2  ·  box", "sphere 3  ·  sphere", "0.5 0.5 0.5", "Penetrating", "−0.05\xa0m", "quaternion"):
            assert words in bench.words, words
        bench.person.key("RETURN", frames=3)
        assert not is_open(bench)
        assert bench.state.document.pair == ("box 2", "sphere 3")
        assert bench.state.document.scene.body("sphere 3").shape == Sphere(0.25)
        assert message(bench) == "Imported box 2 and sphere 3"

    def test_enter_before_the_text_is_read_does_not_cancel(self, bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
        goes_on = delay_interpretation(monkeypatch)
        bench.perform(OfferRecovery(Recovery(1, "pair", "1 May, 14:32")), frames=3)
        bench.person.key("ESCAPE")  # from now on, Dear ImGui shows the keyboard focus
        bench.window.clipboard = PAIR
        bench.person.key("V", "ctrl", frames=3)
        bench.person.key("RETURN", frames=2)
        assert is_open(bench)
        goes_on.set()
        settle(bench)
        bench.person.key("RETURN", frames=3)
        assert bench.state.document.pair == ("box 2", "sphere 3")

    def test_undo_returns_to_the_scene_its_file_and_its_changes(self, bench: Bench) -> None:
        change(bench)
        before = bench.state
        paste(bench, PAIR)
        bench.press("Import")
        assert bench.state.shell.unsaved == ThenImport(bench.state.shell.unsaved.scene)  # type: ignore[union-attr]
        bench.press("Discard and import", frames=2)
        after = bench.state
        assert (after.file.path, after.modified) == (None, True)
        bench.person.key("Z", "ctrl")
        assert (bench.state.document.scene, bench.state.file) == (before.document.scene, before.file)
        assert bench.state.modified
        bench.main.session.perform([Undo()])
        assert bench.state.document.scene == scene("boxes-overlap")
        bench.person.key("Y", "ctrl")
        bench.person.key("Y", "ctrl")
        assert (bench.state.document.scene, bench.state.file) == (after.document.scene, after.file)

    def test_cancelling_the_prompt_about_changes_returns_to_the_dialog(self, bench: Bench) -> None:
        change(bench)
        paste(bench, PAIR)
        bench.press("Import")
        bench.press("Cancel")
        settle(bench)
        assert bench.state.shell.unsaved is None
        assert dialog(bench).text == PAIR
        assert bench.has("Import")

    @pytest.mark.parametrize("way", ["Cancel", "ESCAPE"])
    def test_it_can_be_cancelled(self, bench: Bench, way: str) -> None:
        before = bench.state
        paste(bench, PAIR)
        if way == "Cancel":
            bench.press("Cancel")
        else:
            bench.person.key(way)
        bench.person.run_frames(2)
        assert bench.state == before

    def test_a_single_shape_is_paired_with_its_copy(self, bench: Bench) -> None:
        paste(bench, "pair\nsphere 0.5 at 1 2 3\n")
        bench.press("Import")
        a, b = bench.state.document.pair_bodies
        assert a.shape == b.shape == Sphere(0.5)
        assert b.pose.position == (1 + 1 + 0.25, 2, 3)


class TestSwitches:
    def test_an_assumption_can_be_changed(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.press("xyzw##quaternion")
        settle(bench)
        assert dialog(bench).choices == (("quaternion", "xyzw"),)
        bench.press("Import")
        placement = bench.state.document.scene.body("box 2").placement
        assert isinstance(placement, PositionOrientation)
        assert placement.orientation == (1, 0, 0, 0)

    def test_a_question_must_be_answered(self, bench: Bench) -> None:
        paste(bench, ASKING)
        assert "Answer the questions first" in bench.words
        bench.press("Import")
        bench.person.key("RETURN")
        assert is_open(bench)
        bench.press("mm##units")
        settle(bench)
        assert "Answer the questions first" not in bench.words
        bench.press("Import")
        assert bench.state.document.scene.body("sphere 4").shape == Sphere(0.25e-3)

    def test_what_was_not_read_is_marked_and_its_confirmation_can_be_taken_back(self, bench: Bench) -> None:
        paste(bench, CAST)
        question = "3 tokens unread (line 4: Vec3 0, -1.5f, 0.5f): part of a shape or a pose?"
        assert f"{question} Left out is shown." in bench.words
        (note,) = [rect for words, rect in bench.ear.places.items() if words.endswith(NOTE)]
        certified = bench.ear.places["certified"]
        assert certified.right < note.left
        assert certified.top == note.top, "in the same line"
        marks = import_dialog._lasting_highlights(Identity(interpreting.interpret(CAST, "", ())))
        marked = [CAST[mark.span.start : mark.span.end] for mark in marks if mark.mark is Mark.QUESTION]
        assert marked == ["0, -1.5f, 0.5f"]
        bench.press("left out##unread")
        settle(bench)
        assert question in bench.words
        assert NOTE not in bench.words
        bench.press("left out##unread")
        settle(bench)
        assert NOTE in bench.words
        assert "Answer the questions first" in bench.words

    def test_bodies_can_be_chosen_from_many(self, bench: Bench) -> None:
        paste(bench, THREE)
        assert "3 of 3 bodies chosen" in bench.words
        bench.press("box 2  ·  box##body 0")
        settle(bench)
        assert "2 of 3 bodies chosen" in bench.words
        bench.press("Import")
        assert bench.state.document.scene.names == ("sphere 3", "sphere 4")
        assert bench.state.document.pair == ("sphere 3", "sphere 4")

    def test_the_first_two_or_all_bodies_can_be_taken(self, bench: Bench) -> None:
        paste(bench, THREE)
        bench.press("First two")
        settle(bench)
        assert "2 of 3 bodies chosen" in bench.words
        bench.press("All")
        settle(bench)
        bench.press("Import")
        assert len(bench.state.document.scene.bodies) == 3

    def test_the_notation_can_be_changed(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.press("xyzw##quaternion")
        settle(bench)
        bench.choose("##notation", "##notation simple")
        settle(bench)
        assert dialog(bench).choices == (("notation", "simple"),)
        bench.choose("##notation", "Recognise##notation")
        settle(bench)
        assert dialog(bench).choices == ()

    def test_the_preview_follows_the_switches_and_the_mouse(self, bench: Bench) -> None:
        paste(bench, ASKING)
        assert "Penetrating" in bench.words
        rect = bench.widget("##preview").rect
        before = bench.screenshot(rect)
        bench.person.drag(rect.at(0.3, 0.8), rect.at(0.5, 0.8))
        settle(bench)
        assert dialog(bench).camera is not None
        assert (bench.screenshot(rect) != before).any(axis=2).mean() > 0.05
        bench.pause()
        bench.person.double_click(*rect.at(0.3, 0.8))
        assert dialog(bench).camera is None

    def test_undo_returns_to_an_import_after_another_scene_was_opened(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.press("Import", frames=2)
        bench.perform(NewScene(), frames=2)
        assert bench.state.document.pair == ("A", "B")
        bench.person.key("Z", "ctrl")
        assert bench.state.document.pair == ("box 2", "sphere 3")
        assert bench.state.modified

    def test_printed_digits_that_decide_the_verdict_are_pointed_out(self, bench: Bench) -> None:
        paste(bench, "pair\nsphere 0.333333 at 0 0 0\nsphere 0.333333 at 0 0.666667 0\n")
        assert "The verdict depends on the printed digits" in bench.words
        assert "from penetrating (−" in bench.words
        assert "to separated (" in bench.words
        bench.press("Import and examine in Stability", frames=4)
        assert not is_open(bench)
        assert "Compare" in bench.ear.drawn  # it was behind another tab
        bench.main.jobs.wait()
        bench.person.run_frames(2)
        assert all(f" {verdict}" in bench.words for verdict in ("penetrating", "separated"))  # both are reached

    def test_an_imported_z_up_model_is_shown_upright_without_changing_the_setting(self, bench: Bench) -> None:
        paste(bench, Z_UP)
        bench.press("Import", frames=2)
        assert bench.state.view.cameras.world.z_up
        assert not json.loads(settings_text(bench.state, (800, 600), ""))["z_up"]
        bench.perform(ReadScene((scene_path("boxes-overlap"),)), frames=2)
        assert not bench.state.view.cameras.world.z_up

    def test_an_untouched_import_is_replaced_without_a_prompt(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.press("Import", frames=2)
        first = bench.state.document.scene
        assert bench.state.modified  # it has no file
        paste(bench, THREE)
        bench.press("Import", frames=2)
        assert len(bench.state.document.scene.bodies) == 3
        bench.person.key("Z", "ctrl")
        assert bench.state.document.scene == first
        bench.main.session.perform([PlaceBody("box 2", PositionOrientation((0.25, 0.0, 0.0))), EndGesture()])
        paste(bench, THREE)
        bench.press("Import")
        assert isinstance(bench.state.shell.unsaved, ThenImport)
        bench.press("Cancel")


class TestText:
    def test_an_error_in_the_text_before_is_not_shown_while_another_is_read(
        self, bench: Bench, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        paste(bench, "pair\nsphere 0.5x at 0 0 0\n")
        assert "0.5x" in bench.words
        goes_on = delay_interpretation(monkeypatch)
        bench.window.clipboard = PAIR
        bench.person.key("V", "ctrl", frames=2)
        assert "0.5x" not in bench.words
        assert "Reading…" in bench.words
        goes_on.set()
        settle(bench)
        assert "Penetrating" in bench.words

    def test_an_edit_is_interpreted(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.person.click(*field(bench).at(0.5, 0.9))
        bench.person.key("END", "ctrl")
        bench.type("sphere 1 at 9 9 9\n")
        settle(bench)
        assert dialog(bench).text.endswith("sphere 1 at 9 9 9\n")
        assert "3 of 3 bodies chosen" in bench.words

    def test_enter_breaks_a_line_and_ctrl_enter_imports(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.person.click(*field(bench).at(0.5, 0.9))
        bench.person.key("RETURN")
        settle(bench)
        assert is_open(bench)
        assert dialog(bench).text.count("\n") == PAIR.count("\n") + 1
        bench.person.key("RETURN", "ctrl", frames=2)
        assert bench.state.document.pair == ("box 2", "sphere 3")

    def test_ctrl_v_in_the_text_inserts_and_elsewhere_replaces(self, bench: Bench) -> None:
        paste(bench, PAIR)
        bench.window.clipboard = THREE
        bench.person.key("V", "ctrl")
        settle(bench)
        assert dialog(bench).text == THREE
        bench.window.clipboard = "# end\n"
        bench.person.click(*field(bench).at(0.5, 0.9))
        bench.person.key("END", "ctrl")
        bench.person.key("V", "ctrl")
        settle(bench)
        assert dialog(bench).text == THREE + "# end\n"

    def test_pointing_at_a_value_and_at_its_text_mark_each_other(self, bench: Bench) -> None:
        paste(bench, PAIR)
        start = PAIR.index("0 0.7 0")
        bench.person.move(*pixel_of(bench, PAIR, start + 2), frames=3)
        assert dialog(bench).pointed == (start, start + len("0 0.7 0"))
        row = bench.ear.places["0 0.7 0"]
        marked = bench.screenshot(row)
        bench.person.move(*row.middle, frames=3)
        assert dialog(bench).pointed == (start, start + len("0 0.7 0"))
        bench.person.move(*field(bench).at(0.5, 0.9), frames=3)
        assert dialog(bench).pointed is None
        assert (bench.screenshot(row) != marked).any()

    @pytest.mark.thorough
    def test_a_long_text_is_shown_but_not_edited(self, bench: Bench) -> None:
        text = PAIR + "# comment\n" * 20_000 + "sphere 1 at nan 0 0\n"
        paste(bench, text)
        assert not bench.has("##text to import")
        assert "line 20004, column 13: 'nan' is not finite" in bench.words

    @pytest.mark.thorough
    def test_another_long_text_replaces_a_long_text(self, bench: Bench) -> None:
        first, second = (PAIR + f"# {name}\n" * 20_000 for name in ("one", "other"))
        paste(bench, first)
        paste(bench, second)
        assert dialog(bench).text == second
        assert "Penetrating" in bench.words


class TestEntryPoints:
    def test_a_dropped_text_opens_the_dialog_without_a_prompt(self, bench: Bench, tmp_path: Path) -> None:
        (tmp_path / "robot.simple").write_text(PAIR.replace("\n", "\r\n"))
        change(bench)
        bench.person.drop_files(str(tmp_path / "robot.simple"))
        settle(bench)
        assert (dialog(bench).text, dialog(bench).file) == (PAIR, str(tmp_path / "robot.simple"))
        assert bench.state.shell.unsaved is None

    def test_json_that_is_no_scene_opens_the_dialog(self, bench: Bench, tmp_path: Path) -> None:
        (tmp_path / "bodies.json").write_text(json.dumps({"bodies": []}))
        bench.person.drop_files(str(tmp_path / "bodies.json"))
        settle(bench)
        assert is_open(bench)

    def test_a_dropped_scene_opens_directly(self, bench: Bench) -> None:
        bench.person.drop_files(scene_path("sphere-box"))
        assert not is_open(bench)
        assert bench.state.document.scene == scene("sphere-box")

    def test_a_file_can_be_chosen_in_the_menu(self, bench: Bench, tmp_path: Path) -> None:
        (tmp_path / "pair.txt").write_text(PAIR)
        bench.choose("File", "Import…")
        assert bench.state.shell.dialog is not None
        assert bench.state.shell.dialog.purpose is Purpose.IMPORT
        bench.type(str(tmp_path / "pair.txt"))
        bench.person.key("RETURN")
        settle(bench)
        assert dialog(bench).text == PAIR

    def test_another_file_can_be_chosen_in_the_dialog(self, bench: Bench, tmp_path: Path) -> None:
        (tmp_path / "pair.txt").write_text(PAIR)
        (tmp_path / "three.txt").write_text(THREE)
        bench.person.drop_files(str(tmp_path / "pair.txt"))
        settle(bench)
        bench.press("File…")
        assert bench.has("  three.txt")
        bench.person.key("ESCAPE")
        settle(bench)
        assert dialog(bench).text == PAIR
        bench.press("File…")
        bench.press("  three.txt", double=True)
        settle(bench)
        assert dialog(bench).text == THREE

    def test_the_start_page_opens_it_empty(self, bench: Bench) -> None:
        bench.perform(ShowStart(), frames=2)
        bench.press("##start Import a pair", frames=3)
        assert dialog(bench) == ImportDialog()
        bench.type("pair\nsphere 1 at 0 0 0\nsphere 1 at 0 3 0\n")
        settle(bench)
        assert "Separated" in bench.words

    def test_ctrl_v_works_on_the_start_page(self, bench: Bench) -> None:
        bench.perform(ShowStart(), frames=2)
        assert paste(bench, PAIR).text == PAIR
        assert "box 2  ·  box" in bench.words

    def test_the_palette_finds_it(self, bench: Bench) -> None:
        bench.window.clipboard = PAIR
        bench.person.key("P", "ctrl")
        bench.type("paste pair")
        bench.person.key("RETURN")
        settle(bench)
        assert dialog(bench).text == PAIR

    def test_an_empty_clipboard_is_reported(self, bench: Bench) -> None:
        bench.person.key("V", "ctrl", frames=2)
        assert not is_open(bench)
        assert message(bench) == "The clipboard contains no text: copy the text of a pair of shapes first"

    def test_ctrl_v_in_a_text_field_only_pastes_there(self, bench: Bench) -> None:
        bench.window.clipboard = PAIR
        bench.person.key("P", "ctrl", frames=2)
        bench.person.key("V", "ctrl", frames=2)
        assert not is_open(bench)


class TestBadInput:
    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            (PAIR.replace("0.7", "nan"), "line 3, column 18: 'nan' is not finite"),
            (PAIR.replace("0.25", "1e400"), "line 3, column 8: '1e400' is too large for a double"),
            (PAIR.replace("0.7", "\0"), "line 3, column 18: '\\x00' is not text"),
            ("Good morning.", "no notation is recognised"),
            ("pair\n", "found no shapes"),
            ("pair\nendless\n", "takes longer than 0.2 s to read"),
        ],
    )
    def test_it_is_explained_and_the_scene_stays(
        self, bench: Bench, text: str, fault: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        if "endless" in text:
            monkeypatch.setattr(importer, "LEAST_SECONDS", 0.2)
        before = bench.state.document.scene
        paste(bench, text)
        assert fault in bench.words
        bench.press("Import")
        bench.person.key("RETURN")
        assert is_open(bench)
        assert bench.state.document.scene is before
        bench.person.key("ESCAPE", frames=2)
        assert not is_open(bench)

    def test_the_offending_token_is_highlighted_and_scrolled_to(self, bench: Bench) -> None:
        text = "pair\n" + "sphere 1 at 0 0 0\n" * 200 + "sphere 1 at nan 0 0\n" + "sphere 1 at 0 0 0\n" * 200
        paste(bench, text)
        marked = near(bench.screenshot(field(bench)), tones.BAD.dark, slack=120)
        assert marked > 100
        span = interpreting.interpret(text, "", ()).place
        assert span is not None
        assert text[span.start : span.end] == "nan"

    def test_a_binary_file_is_rejected_with_a_message(self, bench: Bench, tmp_path: Path) -> None:
        (tmp_path / "model.bin").write_bytes(b"pair\n\xff\xfe\x00")
        bench.person.drop_files(str(tmp_path / "model.bin"))
        bench.person.run_frames(2)
        assert not is_open(bench)
        assert message(bench) == (
            f"{tmp_path / 'model.bin'}: line 2, byte 1: 0xff is not text: must be UTF-8; is this a binary file?"
        )

    def test_cancelling_stops_the_job(self, bench: Bench) -> None:
        bench.window.clipboard = "pair\nendless\n"
        bench.person.key("V", "ctrl", frames=3)
        jobs: JobQueue = bench.main.jobs
        assert jobs.busy
        assert "Reading…" in bench.words
        bench.press("Cancel", frames=3)
        jobs.wait()  # although the child process is busy for some seconds
        assert not is_open(bench)


@pytest.mark.thorough
@pytest.mark.parametrize("size", [(200, 150), (900, 80)])
def test_a_window_without_room_for_the_text_does_not_crash(bench: Bench, size: tuple[int, int]) -> None:
    paste(bench, "box 1 1 1\nsphere 0.5 at 1 0 0\n")
    bench.person.resize(*size, frames=3)
    bench.person.resize(900, 623, frames=6)
    assert field(bench).size[1] > 100


def test_the_imported_scene_is_valid_and_recorded(bench: Bench) -> None:
    paste(bench, PAIR)
    bench.press("Import")
    text = format_scene(bench.state.document.scene)
    assert json.loads(text)["shapes"][0]["half_extents"] == [0.5, 0.5, 0.5]
    assert bench.state.document.scene.body("box 2").shape == Box((0.5, 0.5, 0.5))
    assert bench.state.history.past[-1].label == "import"
