"""Effects that open scenes, demos and lessons, save scenes, reload meshes, cancel jobs and quit."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from gjkscope.app.base.records import replace
from gjkscope.app.base.system_fonts import missing_characters
from gjkscope.app.scenes.mesh_file import is_mesh_file
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.scenes.scene_file import SceneError, matches_file, reload_mesh, write_scene
from gjkscope.app.state import actions, model
from gjkscope.app.teach.lessons.contents import entry_of
from gjkscope.app.teach.lessons.file import LessonError, read_lesson
from gjkscope.app.view.panels import requests
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.effects.capturing import open_capture
from gjkscope.app.window.effects.decomposing import cancel_decomposition
from gjkscope.app.window.effects.demos import finish_take, keep_raw_take
from gjkscope.app.window.effects.effect import (
    Host,
    close_dialog,
    handles,
    needs_prompt,
    report_error,
    report_in_dialog,
    scene_folder,
)
from gjkscope.app.window.effects.exporting import cancel_all_exports, cancel_export
from gjkscope.app.window.effects.takes import restore_draft
from gjkscope.app.window.reading import (
    CaptureFile,
    MeshBodies,
    Readable,
    ReadJob,
    ReadProgress,
    may_be_scene,
    read_bodies,
    read_files,
)
from gjkscope.engine.text import counted


@handles(requests.NewScene)
def _create_new(session: Host, request: requests.NewScene) -> None:
    if not needs_prompt(session, request.discard, model.ThenNew(request.dimension)):
        session.perform(
            [
                actions.LeaveDemo(),
                actions.OpenScene(actions.NEW_PLANE_SCENE if request.dimension == 2 else actions.NEW_SCENE),
            ]
        )


@handles(requests.ReadScene)
def _read(session: Host, request: requests.ReadScene) -> None:
    if needs_prompt(session, request.discard or not may_be_scene(request.paths), _unsaved_prompt(request)):
        return
    _begin_reading(session, request, read_files)


@handles(requests.BrowseMeshes)
def _browse_meshes(session: Host, _: requests.BrowseMeshes) -> None:
    session.act(actions.ShowDialog(model.FileDialog(model.Purpose.ADD, str(scene_folder(session)))))


@handles(requests.AddMeshes)
def _add_meshes(session: Host, request: requests.AddMeshes) -> None:
    _begin_reading(session, request, read_bodies)


def _begin_reading(
    session: Host,
    request: requests.ReadScene | requests.AddMeshes,
    read: Callable[[tuple[str, ...], ReadProgress], Readable],
) -> None:
    """Reads the files of a request in the background, in place of what is being read."""
    if session.reading is not None:
        session.reading.job.cancel()
    progress = ReadProgress()
    job = BackgroundJob(partial(read, request.paths, progress), session.wake)
    session.reading = ReadJob(request, session.state.authored_scene, close_dialog(session), job, progress)
    job.wait(session.timeout)
    session.poll()


def open_read_file(session: Host, reading: ReadJob) -> None:
    """Opens or adds the result of a finished read."""
    if isinstance(reading.request, requests.ReadScene):
        _open_read(session, reading, reading.request)
    elif (contents := _outcome(session, reading)) is not None:
        assert isinstance(contents, MeshBodies)
        _add(session, contents.bodies, reading.names)


def _open_read(session: Host, reading: ReadJob, request: requests.ReadScene) -> None:
    """Opens what was read.  Prompts first if the document was changed in the meantime."""
    changed = session.state.authored_scene is not reading.before
    is_text = not may_be_scene(request.paths)
    if needs_prompt(session, is_text or (request.discard and not changed), _unsaved_prompt(request)):
        return
    contents = _outcome(session, reading)
    if isinstance(contents, CaptureFile):
        open_capture(session, contents)
    elif isinstance(contents, model.Demo):
        session.act(actions.OpenDemo(contents, request.paths[0]))
        restore_draft(session)
    elif isinstance(contents, model.ImportDialog):
        session.act(actions.ShowImport(replace(contents, discard=request.discard and not is_text)))
    elif contents is not None:
        assert isinstance(contents, Scene)
        _open(session, contents, reading, request)


def _outcome(session: Host, reading: ReadJob) -> Readable | None:
    """What was read; None if that failed, which is reported."""
    try:
        return reading.job.outcome()
    except ValueError as fault:
        report_in_dialog(session, reading.dialog, str(fault))
    except MemoryError:
        report_in_dialog(session, reading.dialog, f"{reading.names}: not enough free memory")
    except Exception as fault:  # no file may crash the window, whatever exception a library raises
        report_in_dialog(session, reading.dialog, f"{reading.names}: cannot be read: {type(fault).__name__}: {fault}")
    return None


def _open(session: Host, scene: Scene, reading: ReadJob, request: requests.ReadScene) -> None:
    has_file = not request.is_example and not is_mesh_file(request.paths[0])
    try:
        session.perform([actions.LeaveDemo(), actions.OpenScene(scene, request.paths[0] if has_file else None)])
        if request.is_example and actions.is_failure_known(session.state):
            session.act(actions.ExplainFailure())
    except ValueError as fault:
        report_in_dialog(session, reading.dialog, str(fault))
        return
    note = session.state.shell.message  # the message that the algorithm does not support the new pair
    missing = missing_characters((scene.name, *(body.name for body in scene.bodies)))
    notes = [*([note.text] if note else []), *map(str, missing)]
    session.act(actions.Notify(". ".join([f"Opened {reading.names}", *notes])))


def _add(session: Host, bodies: tuple[Body, ...], names: str) -> None:
    before = session.state.shell.message
    session.act(actions.AddBodies(bodies))
    said = session.state.shell.message
    if said is None or said is before or not said.is_error:
        note = f". {said.text}" if said is not None and said is not before else ""
        session.act(actions.Notify(f"Added {counted(len(bodies), 'body', 'bodies')} from {names}{note}"))


@handles(requests.SaveScene)
def _write(session: Host, request: requests.SaveScene) -> None:
    path = request.path or session.state.file.path
    if path is None:
        _browse(session, save=True, discard=True, then=request.then)
        return
    scene, dialog = session.state.authored_scene, close_dialog(session)
    if _is_changed_by_others(session.state, path) and not (dialog and dialog.replacing):
        _ask_whether_to_replace(session, Path(path), request.then)
        return
    try:
        write_scene(replace(scene, opens=session.state.opening), Path(path))
    except SceneError as fault:
        report_in_dialog(session, dialog, f"Not saved. {fault}")
        return
    session.act(actions.MarkSaved(scene, path))
    where = ", with the initial poses" if session.state.motion.tick > 0 else ""
    session.act(actions.Notify(f"Saved {Path(path).name}{where}"))
    if request.then is not None:
        session.perform([requests.resume_request(request.then)])


def _is_changed_by_others(state: model.State, path: str) -> bool:
    """Whether the scene's file has changed since it was last read or saved."""
    return (
        path == state.file.path
        and state.file.saved is not None
        and Path(path).exists()
        and not matches_file(state.file.saved, path)
    )


def _ask_whether_to_replace(session: Host, path: Path, then: model.Unsaved | None) -> None:
    fault = "Another program has changed this file since it was opened: replace it, or choose another name."
    folder = str(path.absolute().parent)
    session.act(
        actions.ShowDialog(
            model.FileDialog(model.Purpose.SAVE, folder, path.name, replacing=True, then=then, fault=fault)
        )
    )


@handles(requests.BrowseFiles)
def _browse_files(session: Host, request: requests.BrowseFiles) -> None:
    _browse(session, request.save, request.discard)


def _browse(session: Host, save: bool, discard: bool, then: model.Unsaved | None = None) -> None:
    if needs_prompt(session, save or discard, model.ThenBrowse()):
        return
    state = session.state
    name = (Path(state.file.path).name if state.file.path else f"{state.document.scene.name}.json") if save else ""
    purpose = model.Purpose.SAVE if save else model.Purpose.OPEN
    session.act(actions.ShowDialog(model.FileDialog(purpose, str(scene_folder(session)), name, then=then)))


@handles(requests.ReadLesson)
def _read_lesson(session: Host, request: requests.ReadLesson) -> None:
    try:
        lesson = read_lesson(entry_of(request.name).path)
    except LessonError as fault:
        report_error(session, str(fault))
        return
    session.act(actions.OpenLesson(lesson, request.page))


@handles(requests.ReloadMesh)
def _read_mesh_again(session: Host, request: requests.ReloadMesh) -> None:
    body = session.state.document.scene.body(request.body)
    try:
        mesh = reload_mesh(body, session.state.file.path or "")
    except SceneError as fault:
        report_error(session, str(fault))
        return
    if mesh == body.shape:
        session.act(actions.Notify(f"{body.mesh_file} has not changed"))
    else:
        session.perform([actions.ReshapeBody(request.body, mesh, body.mesh_file), actions.EndGesture()])


@handles(requests.CancelTask)
def _cancel(session: Host, _: requests.CancelTask) -> None:
    """Cancels the first job, which is the one on display."""
    if session.reading is not None:
        session.reading.job.cancel()
        session.reading = None
        if session.state.show is None:
            session.act(actions.Present(on=False))  # of the demo that was read
    elif session.exports:
        cancel_export(session)
    elif session.taking is not None:
        keep_raw_take(session)
    elif session.decomposing is not None:
        cancel_decomposition(session)
    else:
        session.act(actions.CancelRun())


@handles(requests.Quit)
def _quit(session: Host, request: requests.Quit) -> None:
    if needs_prompt(session, request.discard, model.ThenQuit()):
        return
    dialog = session.state.shell.dialog
    session.perform([requests.ToggleRecording(on=False)])
    finish_take(session)
    if session.state.shell.dialog is not dialog:
        return  # the recording could not be saved, and a dialog asks for another place
    if session.exports and not request.at_once:
        session.act(actions.AwaitExports())
        return
    cancel_all_exports(session)
    session.finished = True


def _unsaved_prompt(request: requests.ReadScene) -> model.Unsaved:
    """The form in which the request waits while the prompt about unsaved changes is open."""
    return model.ThenRead(request.paths, request.is_example)
