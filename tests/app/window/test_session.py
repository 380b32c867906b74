"""Reading, saving and quitting: every failure becomes a message, and never loses the open scene."""

import json
from collections.abc import Sequence
from pathlib import Path
from threading import Event
from typing import Any

import numpy as np
import pytest
import trimesh

from gjkscope.app.ask.runs.runs import CANCELLED, WORKING
from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import PositionOrientation, Scene
from gjkscope.app.scenes.scene_file import open_files, read_scene, write_scene
from gjkscope.app.share.export.figure import Painting
from gjkscope.app.share.export.report import as_json
from gjkscope.app.state import actions as do
from gjkscope.app.state.inspection.comparison import awaited_job
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import ComparedRun, Demo, Purpose, State, Task, ThenBrowse, ThenQuit, ThenRead, Unsaved
from gjkscope.app.view.panels import requests
from gjkscope.app.window import exports, reading
from gjkscope.app.window.session import Session
from gjkscope.engine.shapes.kinds import Hull, Mesh

BOXES = resource("assets", "scenes", "boxes-overlap.json")
SPHERE = resource("assets", "scenes", "sphere-box.json")


TETRAHEDRON = "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n"


class Board:
    """A fake clipboard."""

    text = ""

    def get_clipboard_text(self) -> str:
        return self.text

    def set_clipboard_text(self, text: str) -> None:
        self.text = text


def no_paint(_: State, __: Purpose) -> Painting:
    raise AssertionError("no picture was asked for")


def paint(_: State, __: Purpose) -> Painting:
    """Run immediately."""
    yield from ()
    return np.zeros((1, 1, 3), np.uint8)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A scene in a user file."""
    write_scene(open_files([BOXES]), tmp_path / "mine.json")
    return tmp_path / "mine.json"


@pytest.fixture
def session(path: Path) -> Session:
    return Session(do.initial_state(open_files([path]), str(path)), Board(), no_paint)


def move(session: Session, x: float = 7.25) -> None:
    session.perform([do.PlaceBody("B", PositionOrientation((x, 0.1, 1e-300)))])


def text(session: Session) -> str:
    assert session.state.shell.message is not None
    return session.state.shell.message.text


def is_error(session: Session) -> bool:
    return session.state.shell.message is not None and session.state.shell.message.is_error


def glb_file(folder: Path) -> Path:
    """Two boxes and a ring, of which only the ring is not convex."""
    scene = trimesh.Scene()
    for name, x in (("box", 0.0), ("A", 3.0)):
        moved = trimesh.transformations.translation_matrix((x, 0.0, 0.0))
        scene.add_geometry(trimesh.creation.box(), node_name=name, transform=moved)
    scene.add_geometry(trimesh.creation.torus(1.0, 0.3, 12, 8), node_name="ring")
    (folder / "model.glb").write_bytes(scene.export(file_type="glb"))
    return folder / "model.glb"


class TestAddingMeshes:
    def test_nodes_of_a_glb_become_bodies_of_the_open_scene(self, session: Session, tmp_path: Path) -> None:
        before = session.state.document.scene
        session.perform([requests.AddMeshes((str(glb_file(tmp_path)),))])
        state = session.state
        added = {body.name: body for body in state.document.scene.bodies[2:]}
        assert {name: body.shape.kind for name, body in added.items()} == {"box": "hull", "A 2": "hull", "ring": "mesh"}
        assert state.document.scene.bodies[:2] == before.bodies
        (x, _, _), (other, _, _) = (added[name].pose.position for name in ("box", "A 2"))
        assert other - x == pytest.approx(3.0)
        assert text(session) == "Added 3 bodies from model.glb"
        session.perform([do.Undo()])
        assert session.state.document.scene == before

    def test_a_broken_file_adds_nothing(self, session: Session, tmp_path: Path) -> None:
        (tmp_path / "bad.glb").write_bytes(b"glTF")
        session.perform([requests.BrowseMeshes(), requests.AddMeshes((str(tmp_path / "bad.glb"),))])
        assert session.state.shell.dialog is not None  # it stays open, to choose another file
        assert "bad.glb: is not a valid .glb file" in session.state.shell.dialog.fault
        assert len(session.state.document.scene.bodies) == 2

    def test_nothing_is_added_to_a_2d_scene(self, session: Session, tmp_path: Path) -> None:
        session.perform([requests.NewScene(2, discard=True), requests.AddMeshes((str(glb_file(tmp_path)),))])
        assert text(session) == "Not added: untitled is a 2D scene"
        assert is_error(session)


class TestReading:
    def test_an_opened_scene_is_unmodified_and_has_no_history(self, session: Session) -> None:
        move(session)
        session.perform([requests.ReadScene((str(SPHERE),), discard=True)])
        state = session.state
        assert (state.document.scene, state.file.path) == (open_files([SPHERE]), str(SPHERE))
        assert not state.modified
        assert not state.history.past
        assert text(session) == "Opened sphere-box.json"
        assert not is_error(session)

    @pytest.mark.parametrize(
        ("contents", "words"),
        [
            (None, "missing.json"),
            ('{"gjkscope": 1', "missing.json"),
            ('["gjkscope"]', "missing.json"),
            (json.dumps({**json.loads(BOXES.read_text()), "gjkscope": 2}), "gjkscope"),
            (json.dumps({**json.loads(BOXES.read_text()), "colour": 1}), "colour"),
            (json.dumps({**json.loads(BOXES.read_text()), "shapes": [], "pairs": [], "expected": []}), "shapes"),
        ],
        ids=["missing", "broken", "no scene", "version 2", "unknown key", "no shapes"],
    )
    def test_a_read_error_is_reported_and_the_scene_keeps_its_history(
        self, session: Session, tmp_path: Path, contents: str | None, words: str
    ) -> None:
        move(session)
        before = session.state
        bad = tmp_path / "missing.json"
        if contents is not None:
            bad.write_text(contents)
        session.perform([requests.ReadScene((str(bad),), discard=True)])
        assert is_error(session)
        assert words in text(session)
        assert "\n" not in text(session)
        shell = replace(session.state.shell, message=before.shell.message, has_log=before.shell.has_log)
        assert replace(session.state, shell=shell) == before

    def test_a_scene_with_one_shape_is_rejected_with_a_message(self, session: Session, tmp_path: Path) -> None:
        scene = json.loads(BOXES.read_text())
        lonely = {"gjkscope": 1, "name": "one", "shapes": scene["shapes"][:1]}
        (tmp_path / "one.json").write_text(json.dumps(lonely))
        before = session.state.document.scene
        session.perform([requests.ReadScene((str(tmp_path / "one.json"),))])
        assert is_error(session)
        assert "two shapes" in text(session)
        assert session.state.document.scene is before

    def test_a_folder_is_no_scene(self, session: Session, tmp_path: Path) -> None:
        session.perform([requests.ReadScene((str(tmp_path),))])
        assert is_error(session)


class TestWriting:
    def test_a_saved_scene_reads_back_exactly_and_is_unmodified(self, session: Session, path: Path) -> None:
        move(session, 0.1 + 0.2)
        assert session.state.modified
        session.perform([requests.SaveScene()])
        assert not session.state.modified
        assert open_files([path]) == session.state.document.scene
        assert open_files([path]).body("B").pose.position == (0.1 + 0.2, 0.1, 1e-300)
        assert text(session) == "Saved mine.json"

    @pytest.mark.parametrize("theirs", ['"mass": 5', '"mass": '])
    def test_a_file_changed_by_another_program_is_replaced_only_after_confirmation(
        self, session: Session, path: Path, theirs: str
    ) -> None:
        changed = path.read_text().replace('"name": "A"', f'"name": "A", {theirs}')
        path.write_text(changed)
        move(session)
        session.perform([requests.SaveScene()])
        assert path.read_text() == changed
        dialog = session.state.shell.dialog
        assert dialog is not None
        assert (Path(dialog.folder, dialog.name), dialog.replacing) == (path, True)
        assert dialog.fault.startswith("Another program has changed this file")
        session.perform([requests.SaveScene(str(path))])
        assert not session.state.modified
        assert open_files([path]) == session.state.document.scene

    def test_reformatting_a_file_is_no_change(self, session: Session, path: Path) -> None:
        path.write_text(json.dumps(json.loads(path.read_text())))
        move(session)
        session.perform([requests.SaveScene(), do.CloseDialog()])
        assert not session.state.modified

    def test_saving_under_another_name_leaves_the_first_file(self, session: Session, path: Path) -> None:
        before = path.read_bytes()
        move(session)
        other = path.with_name("other.json")
        session.perform([requests.SaveScene(str(other))])
        assert session.state.file.path == str(other)
        assert open_files([other]) == session.state.document.scene
        assert path.read_bytes() == before

    @pytest.mark.parametrize("name", ["no/such/folder.json", "folder"])
    def test_after_a_write_failure_the_scene_stays_modified_and_a_message_is_shown(
        self, session: Session, tmp_path: Path, name: str
    ) -> None:
        (tmp_path / "folder").mkdir()
        move(session)
        before = session.state
        session.perform([requests.SaveScene(str(tmp_path / name))])
        assert is_error(session)
        assert text(session).startswith("Not saved. ")
        assert session.state.modified
        shell = replace(session.state.shell, message=before.shell.message, has_log=before.shell.has_log)
        assert replace(session.state, shell=shell) == before

    def test_a_scene_without_a_file_asks_for_a_name(self, session: Session, tmp_path: Path) -> None:
        session.state = replace(session.state, file=replace(session.state.file, path=None))
        session.perform([requests.SaveScene()])
        dialog = session.state.shell.dialog
        assert dialog is not None
        assert dialog.purpose is Purpose.SAVE
        assert dialog.name.endswith(".json")

    def test_undoing_all_changes_since_saving_leaves_the_scene_unmodified(self, session: Session) -> None:
        move(session)
        assert session.state.modified
        session.perform([do.Undo()])
        assert not session.state.modified


class TestUnsavedChanges:
    """Any command that would lose them prompts first; each of the three answers does what it says."""

    def test_without_changes_there_is_no_prompt(self, session: Session) -> None:
        session.perform([requests.BrowseFiles()])
        assert session.state.shell.unsaved is None
        assert session.state.shell.dialog is not None
        session.perform([do.CloseDialog(), requests.Quit()])
        assert session.finished

    @pytest.mark.parametrize(
        ("asks", "question"),
        [
            (requests.Quit(), ThenQuit()),
            (requests.BrowseFiles(), ThenBrowse()),
            (requests.ReadScene(("other.json",), is_example=True), ThenRead(("other.json",), is_example=True)),
        ],
    )
    def test_quitting_and_opening_prompt(self, session: Session, asks: requests.Outcome, question: Unsaved) -> None:
        move(session)
        scene = session.state.document.scene
        session.perform([asks])
        assert session.state.shell.unsaved == question
        assert session.state.document.scene is scene
        assert session.state.shell.dialog is None
        assert not session.finished

    def test_cancel_keeps_the_changes(self, session: Session) -> None:
        move(session)
        scene = session.state.document.scene
        session.perform([requests.Quit(), do.CloseDialog()])
        assert session.state.document.scene is scene
        assert session.state.shell.unsaved is None
        assert not session.finished

    def test_discard_then_quit(self, session: Session, path: Path) -> None:
        before = path.read_bytes()
        move(session)
        session.perform([requests.Quit(), do.CloseDialog(), requests.Quit(discard=True)])
        assert session.finished
        assert path.read_bytes() == before

    def test_discard_then_open_another_scene(self, session: Session) -> None:
        move(session)
        session.perform(
            [requests.ReadScene((str(SPHERE),)), do.CloseDialog(), requests.ReadScene((str(SPHERE),), discard=True)]
        )
        assert session.state.document.scene == open_files([SPHERE])
        assert session.state.shell.unsaved is None

    def test_discard_then_open_the_dialog(self, session: Session) -> None:
        move(session)
        session.perform([requests.BrowseFiles(), do.CloseDialog(), requests.BrowseFiles(discard=True)])
        assert session.state.shell.dialog is not None
        assert session.state.shell.unsaved is None

    @pytest.mark.parametrize("request_", [requests.ResumeDemo(), requests.ResumeDemo(20)])
    def test_resuming_a_demo_after_takeover_prompts(self, session: Session, request_: requests.ResumeDemo) -> None:
        scene = session.state.document.scene
        session.perform([do.OpenDemo(Demo("still", do.initial_state(scene), (), 60)), requests.ResumeDemo(10)])
        move(session)
        session.perform([request_])
        question = session.state.shell.unsaved
        assert question is not None
        assert session.state.document.scene.body("B").pose.position[0] == 7.25
        session.perform([do.CloseDialog(), requests.resume_request(question, discard=True)])
        assert session.state.document.scene == scene
        assert session.state.show is not None
        assert session.state.show.tick == (request_.tick or 10)
        assert not session.state.show.taken_over

    def test_resuming_an_unmodified_demo_does_not_prompt(self, session: Session) -> None:
        session.perform(
            [do.OpenDemo(Demo("still", do.initial_state(session.state.document.scene), (), 60)), do.Orbit(9.0, 0.0)]
        )
        assert session.state.show is not None
        assert session.state.show.taken_over
        session.perform([requests.ResumeDemo()])
        assert session.state.show.playing

    def test_saving_a_copy_does_not_prompt(self, session: Session) -> None:
        move(session)
        session.perform([requests.BrowseFiles(save=True)])
        assert session.state.shell.unsaved is None
        assert session.state.shell.dialog is not None


def test_saving_never_overwrites_an_example(session: Session) -> None:
    session.perform([requests.ReadScene((str(SPHERE),), is_example=True), requests.SaveScene()])
    assert session.state.file.path is None
    assert session.state.shell.dialog is not None
    assert session.state.shell.dialog.purpose is Purpose.SAVE


def test_the_dialog_starts_in_the_folder_of_the_scene(session: Session, path: Path) -> None:
    session.perform([requests.BrowseFiles()])
    assert session.state.shell.dialog is not None
    assert Path(session.state.shell.dialog.folder) == path.parent.resolve()


class TestShapes:
    def test_points_can_be_pasted_as_vertices_and_undone(self, session: Session) -> None:
        session.perform([do.ChangeKind("B", "hull"), do.EndGesture()])
        before = session.state.document.scene
        session.clipboard.set_clipboard_text("{0,0,0}, {1,0,0}, {0,1/3,0}, {0,0,1}")
        session.perform([requests.PasteVertices("B")])
        assert session.state.document.scene.body("B").shape == Hull(((0, 0, 0), (1, 0, 0), (0, 1 / 3, 0), (0, 0, 1)))
        session.perform([do.Undo()])
        assert session.state.document.scene == before

    def test_a_clipboard_without_points_is_reported(self, session: Session) -> None:
        session.perform([do.ChangeKind("B", "hull"), do.EndGesture()])
        before = session.state.document.scene
        session.clipboard.set_clipboard_text("no points")
        session.perform([requests.PasteVertices("B")])
        assert text(session) == "Cannot paste vertices: must be points of three numbers each, got no numbers"
        assert session.state.document.scene is before

    @pytest.fixture
    def with_mesh(self, tmp_path: Path) -> Session:
        """A scene whose body A is a mesh file with a rounding radius."""
        (tmp_path / "a.off").write_text(TETRAHEDRON)
        entries = [{"name": "A", "type": "mesh", "file": "a.off", "rounding": 0.5}, {"name": "B", "type": "point"}]
        path = tmp_path / "scene.json"
        path.write_text(json.dumps({"gjkscope": 1, "name": "mesh", "shapes": entries}))
        return Session(do.initial_state(open_files([path]), str(path)), Board(), no_paint)

    def test_a_mesh_can_be_reloaded_from_its_file(self, with_mesh: Session, tmp_path: Path) -> None:
        with_mesh.perform([requests.ReloadMesh("A")])
        assert text(with_mesh) == "a.off has not changed"
        (tmp_path / "a.off").write_text(TETRAHEDRON.replace("0 0 1", "0 0 2"))
        with_mesh.perform([requests.ReloadMesh("A")])
        body = with_mesh.state.document.scene.body("A")
        assert isinstance(body.shape, Mesh)
        assert (0.0, 0.0, 2.0) in body.shape.vertices
        assert (body.shape.rounding, body.mesh_file) == (0.5, "a.off")
        assert [edit.label for edit in with_mesh.state.history.past] == ["reshape A"]

    def test_a_missing_mesh_file_keeps_the_mesh(self, with_mesh: Session, tmp_path: Path) -> None:
        (tmp_path / "a.off").unlink()
        before = with_mesh.state.document.scene
        with_mesh.perform([requests.ReloadMesh("A")])
        assert "a.off: cannot be read" in text(with_mesh)
        assert with_mesh.state.document.scene is before


class TestSlowFiles:
    """A slow file is read while the window stays responsive."""

    @pytest.fixture
    def come(self, monkeypatch: pytest.MonkeyPatch) -> Event:
        """Set this event to let the file arrive."""
        come = Event()

        def late(paths: Sequence[str]) -> Scene:
            assert come.wait(30)
            return open_files(paths)

        monkeypatch.setattr(reading, "open_files", late)
        return come

    @pytest.fixture
    def woken(self) -> Event:
        return Event()

    @pytest.fixture
    def session(self, woken: Event, path: Path) -> Session:
        state = do.initial_state(open_files([path]), str(path))
        session = Session(state, Board(), no_paint, wake=woken.set, clock=lambda: self.now)
        session.timeout = 0.0
        return session

    now = 100.0

    def test_it_shows_progress_and_opens_the_file_when_done(self, session: Session, come: Event, woken: Event) -> None:
        session.perform([requests.ReadScene((str(SPHERE),))])
        assert session.state.shell.task is None, "most files are there before one has read that they are being read"
        self.now += 3.5
        session.poll()
        assert (session.state.shell.task, session.state.modified) == (Task(f"Reading {SPHERE.name}", 3), False)
        assert session.state.document.scene != open_files([SPHERE])
        come.set()
        assert woken.wait(30)
        session.poll()
        assert session.state.document.scene == open_files([SPHERE])
        assert text(session) == f"Opened {SPHERE.name}"
        assert session.state.shell.task is None

    def test_it_can_be_cancelled(self, session: Session, come: Event, woken: Event) -> None:
        before = session.state.document.scene
        session.perform([requests.ReadScene((str(SPHERE),)), requests.CancelTask()])
        come.set()
        assert not woken.wait(0.1)
        session.poll()
        assert session.state.document.scene is before

    def test_changes_made_meanwhile_are_not_lost(self, session: Session, come: Event, woken: Event) -> None:
        session.perform([requests.ReadScene((str(SPHERE),))])
        move(session)
        scene = session.state.document.scene
        come.set()
        assert woken.wait(30)
        session.poll()
        assert session.state.document.scene is scene
        assert session.state.shell.unsaved == ThenRead((str(SPHERE),))

    def test_a_fault_is_reported(self, session: Session, come: Event, woken: Event, tmp_path: Path) -> None:
        session.perform([requests.ReadScene((str(tmp_path / "none.json"),))])
        come.set()
        assert woken.wait(30)
        session.poll()
        assert is_error(session)
        assert "none.json: cannot be read" in text(session)


class TestSlowExports:
    """A long trace is written while the window stays responsive."""

    now = 100.0

    @pytest.fixture
    def go_on(self, monkeypatch: pytest.MonkeyPatch) -> Event:
        go_on = Event()

        def late(*arguments: Any, **options: Any) -> str:
            assert go_on.wait(30)
            return as_json(*arguments, **options)

        monkeypatch.setattr(exports, "as_json", late)
        return go_on

    @pytest.fixture
    def over(self) -> Event:
        return Event()

    @pytest.fixture
    def session(self, session: Session, over: Event) -> Session:
        session.wake, session.timeout = over.set, 0.0
        return session

    def test_the_export_shows_the_state_at_the_time_of_the_request(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        session.perform([requests.Export(Purpose.TRACE, str(tmp_path / "trace.json"))])
        answer = inspect(session.state).answer
        move(session)
        go_on.set()
        assert over.wait(30)
        session.poll()
        assert text(session) == "Exported trace.json"
        (result,) = json.loads((tmp_path / "trace.json").read_text())["results"]
        assert result["verdict"] == answer.verdict.value != inspect(session.state).answer.verdict.value

    def test_exports_requested_meanwhile_are_queued_with_their_own_state(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        scene = session.state.document.scene
        session.perform([requests.Export(Purpose.TRACE, str(tmp_path / "trace.json"))])
        session.perform([requests.Export(Purpose.SCENE, str(tmp_path / "copy.json"))])
        move(session)
        session.timeout = None
        go_on.set()
        while session.exports:
            session.exports[0].wait(30)
            session.poll()
        assert (tmp_path / "trace.json").exists()
        assert open_files([tmp_path / "copy.json"]) == scene != session.state.document.scene

    def test_a_cancelled_export_is_not_written(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        session.perform([requests.Export(Purpose.TRACE, str(tmp_path / "trace.json")), requests.CancelTask()])
        go_on.set()
        assert not over.wait(0.1)
        assert not (tmp_path / "trace.json").exists()

    def test_quitting_waits_for_the_export(self, session: Session, go_on: Event, over: Event, tmp_path: Path) -> None:
        session.perform([requests.Export(Purpose.TRACE, str(tmp_path / "trace.json"))])
        session.perform([requests.Quit()])
        assert (session.state.shell.leaving, session.finished) == (True, False)
        go_on.set()
        assert over.wait(30)
        session.poll()
        assert (tmp_path / "trace.json").exists()
        assert session.finished

    def test_quitting_without_waiting_drops_the_export(self, session: Session, go_on: Event, tmp_path: Path) -> None:
        before = set(tmp_path.iterdir())
        session.perform([requests.Export(Purpose.TRACE, str(tmp_path / "trace.json")), requests.Quit(discard=True)])
        go_on.set()
        session.perform([requests.Quit(discard=True, at_once=True)])
        assert session.finished
        assert set(tmp_path.iterdir()) == before

    def test_quitting_can_be_cancelled_during_an_export(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        session.perform(
            [
                requests.Export(Purpose.TRACE, str(tmp_path / "trace.json")),
                requests.Quit(discard=True),
                do.CloseDialog(),
            ]
        )
        go_on.set()
        assert over.wait(30)
        session.poll()
        assert text(session) == "Exported trace.json"
        assert not session.finished

    def test_a_failed_export_is_reported_before_quitting(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        session.perform(
            [requests.BrowseExport(Purpose.TRACE), requests.Export(Purpose.TRACE, str(tmp_path / "no" / "trace.json"))]
        )
        session.perform([requests.Quit()])
        go_on.set()
        assert over.wait(30)
        session.poll()
        assert session.state.shell.dialog is not None
        assert session.state.shell.dialog.fault
        assert (session.state.shell.leaving, session.finished) == (False, False)

    def test_an_unwritable_path_reopens_its_dialog(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        session.perform(
            [requests.BrowseExport(Purpose.TRACE), requests.Export(Purpose.TRACE, str(tmp_path / "no" / "trace.json"))]
        )
        assert session.state.shell.dialog is None
        go_on.set()
        assert over.wait(30)
        session.poll()
        assert session.state.shell.dialog is not None
        assert session.state.shell.dialog.fault.endswith("cannot be written: No such file or directory")

    def test_its_dialog_does_not_replace_one_opened_meanwhile(
        self, session: Session, go_on: Event, over: Event, tmp_path: Path
    ) -> None:
        session.perform(
            [requests.BrowseExport(Purpose.TRACE), requests.Export(Purpose.TRACE, str(tmp_path / "no" / "trace.json"))]
        )
        session.perform([requests.BrowseFiles(save=True)])
        opened = session.state.shell.dialog
        go_on.set()
        assert over.wait(30)
        session.poll()
        assert session.state.shell.dialog is opened
        assert is_error(session)

    def test_a_picture_too_large_to_encode_is_reported(
        self, session: Session, over: Event, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def short_of_memory(_: object) -> bytes:
            raise MemoryError

        monkeypatch.setattr(exports, "png", short_of_memory)
        session.paint = paint
        session.perform([requests.Export(Purpose.PICTURE, str(tmp_path / "big.png"))])
        assert session.render_export()
        assert over.wait(30)
        session.poll()
        assert text(session).endswith("big.png: not enough free memory")

    def test_a_picture_is_rendered_between_frames_with_progress(
        self, session: Session, over: Event, tmp_path: Path
    ) -> None:
        closed = []

        def painting(_: State, __: Purpose) -> Painting:
            try:
                for part in (0.25, 0.5):
                    self.now += 1
                    yield part
            finally:
                closed.append(True)
            return np.zeros((1, 1, 3), np.uint8)

        session.paint, session.clock = painting, lambda: self.now
        for name in ("one.png", "two.png"):
            session.perform([requests.Export(Purpose.PICTURE, str(tmp_path / name))])
        tasks = []
        while not over.is_set() and session.render_export():
            session.poll()
            tasks.append(session.state.shell.task)
        assert tasks[:2] == [Task("Exporting one.png, then two.png", second, 25 * second) for second in (1, 2)]
        while len(session.exports) > 1:
            session.exports[0].wait(30)
            session.poll()
        assert session.render_export()
        session.perform([requests.CancelTask()])
        assert len(closed) == 2
        assert not session.exports
        assert [path.name for path in tmp_path.glob("*.png")] == ["one.png"]


class TestLongRuns:
    def test_a_long_run_is_reported_and_can_be_cancelled_and_restarted(self, session: Session) -> None:
        hull = Hull(tuple(map(tuple, np.random.default_rng(2).normal(size=(40, 3)).tolist())))
        session.state = replace(session.state, waiting=replace(session.state.waiting, live=True))
        session.perform(
            [do.ReshapeBody("A", hull), do.ReshapeBody("B", hull), do.EndGesture(), do.ChooseAlgorithm("sat")]
        )
        now = 0.0
        session.clock = lambda: now
        for now in (0.0, 1.0, 2.0):  # progress and actions meanwhile do not restart it
            session.poll()
            session.perform([do.ShowPanels(now > 0)])
        assert session.state.shell.task == Task("SAT, separating axes", 2)
        assert inspect(session.state).refusal == WORKING
        session.perform([requests.CancelTask()])
        assert (inspect(session.state).trace, inspect(session.state).refusal) == (None, CANCELLED)
        for next_request in (do.CompareWith(ComparedRun("sat", swapped=True)), do.LookForRun()):
            session.perform([requests.CancelTask(), next_request])
            assert inspect(session.state).refusal == WORKING
        session.perform([requests.CancelTask(), requests.CancelTask()])
        assert awaited_job(session.state) is None, "cancelling the second run must not bring back the first"
        session.perform([do.LookForRun(), do.CompareWith(None)])
        session.poll()
        session.runs.run_due(still=True)
        session.runs.wait()
        session.poll()
        assert inspect(session.state).trace is not None


def test_during_motion_saving_keeps_the_start_and_export_writes_the_current_state(tmp_path: Path) -> None:
    start = read_scene(resource("assets", "scenes", "motion", "three-bodies-meet.json"))
    session = Session(do.initial_state(start), Board(), no_paint)
    session.perform([do.StepMotion(5)])
    assert session.state.document.scene != start
    session.perform([requests.SaveScene(str(tmp_path / "moving.json"))])
    assert read_scene(tmp_path / "moving.json") == start
    assert text(session) == "Saved moving.json, with the initial poses"
    session.perform([requests.Export(Purpose.SCENE, str(tmp_path / "copy.json"))])
    assert read_scene(tmp_path / "copy.json").bodies == session.state.document.scene.bodies
    assert text(session) == "Exported copy.json, with the bodies at tick 5"
    assert not session.state.modified
    session.perform([requests.CopyQuery()])
    assert is_error(session)
