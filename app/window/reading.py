"""Reads scenes, demos and texts to import in a background thread, as a large mesh takes seconds.

The thread also computes what the first frame needs (hulls, surfaces, the difference), so that the frame finds it in
the caches.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gjkscope.app.base.input_file import InputError, decode_text, read_input
from gjkscope.app.base.json_document import MAX_BYTES, FileError
from gjkscope.app.scenes.mesh_file import is_mesh_file
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.scenes.scene_file import bodies_of_mesh, open_files
from gjkscope.app.state.actions import initial_state
from gjkscope.app.state.model import CaptureTable, Demo, FileDialog, ImportDialog
from gjkscope.app.teach.demos.file import is_demo_file, read_demo
from gjkscope.app.view.drawing.difference import difference_drawing
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.app.view.panels.requests import AddMeshes, ReadScene
from gjkscope.app.window.background import BackgroundJob
from gjkscope.engine.cancellation import checkpoint

if TYPE_CHECKING:  # imported when a capture is opened
    from gjkscope.app.bring.capture.reader import CaptureIndex

CAPTURE_SUFFIX = ".gjkcap"
CAPTURE_MARK = b"\x89GJKCAP\n"  # begins each capture
SCENE_SUFFIX = ".json"
SCENE_MARK = b'"gjkscope"'  # the key that each scene file has


class CaptureFile(NamedTuple):
    """A capture whose records have been checked."""

    path: str
    data: bytes
    places: "CaptureIndex"


class OpenedPair(NamedTuple):
    """A pair of the open capture as a scene."""

    scene: Scene
    table: CaptureTable | None  # the pairs, if more is known about this one


class MeshBodies(NamedTuple):
    """Bodies to add to the open scene."""

    bodies: tuple[Body, ...]


Readable = Scene | Demo | ImportDialog | CaptureFile | MeshBodies


class ReadProgress:
    """How much has been read: set in the background, looked at by the window."""

    def __init__(self) -> None:
        self.percent: int | None = None  # None: unknown

    def note(self, part: float) -> None:
        """Notes that this part, from 0 to 1, has been read."""
        self.percent = int(100 * part)


class ReadJob(NamedTuple):
    """A read in progress."""

    request: ReadScene | AddMeshes
    before: Scene  # the scene that was open when it began
    dialog: FileDialog | None  # the dialog in which the files were chosen
    job: BackgroundJob[Readable]  # raises `ValueError` for an invalid file
    progress: ReadProgress

    @property
    def is_demo(self) -> bool:
        return len(self.request.paths) == 1 and is_demo_file(self.request.paths[0])

    @property
    def names(self) -> str:
        return " and ".join(Path(path).name for path in self.request.paths)


def read_files(paths: tuple[str, ...], progress: ReadProgress | None = None) -> Readable:
    """Reads a demo, a capture, a scene, mesh files, or a text to import.  Raises `ValueError` for an invalid file."""
    if len(paths) == 1 and is_capture_file(paths[0]):
        return _read_capture_file(paths[0])
    if len(paths) == 1 and is_demo_file(paths[0]):
        return read_demo(paths[0], progress=progress.note if progress is not None else None)
    if len(paths) == 1 and not is_mesh_file(paths[0]) and (text := _text_to_import(paths[0])) is not None:
        return ImportDialog(text, paths[0])
    scene = open_files(paths)
    checkpoint()
    state = initial_state(scene)
    world_drawing(state)
    checkpoint()
    difference_drawing(state)
    return scene


def read_bodies(paths: tuple[str, ...], _: ReadProgress | None = None) -> Readable:
    """Reads the bodies of mesh files.  Raises `ValueError` for an invalid file."""
    return MeshBodies(tuple(body for path in paths for body in bodies_of_mesh(path)))


def may_be_scene(paths: tuple[str, ...]) -> bool:
    """Whether the names of the files are those of scenes, demos and meshes, which replace the open scene."""
    return all(is_mesh_file(path) or path.lower().endswith(SCENE_SUFFIX) for path in paths)


def is_capture_file(path: str) -> bool:
    """Whether the file is a capture, by its name or its first bytes."""
    if path.lower().endswith(CAPTURE_SUFFIX):
        return True
    try:
        if not Path(path).is_file():  # reading a named pipe would block
            return False
        with Path(path).open("rb") as file:
            return file.read(len(CAPTURE_MARK)) == CAPTURE_MARK
    except (OSError, ValueError):
        return False  # reading it reports why


def as_lines(text: str) -> str:
    """The text as the import dialog shows it: with "\\n" at the end of each line, and in valid Unicode."""
    return text.replace("\r\n", "\n").replace("\r", "\n").encode(errors="replace").decode()


def _read_capture_file(path: str) -> CaptureFile:
    from gjkscope.app.bring.capture.reader import capture_bytes, check_pairs, index_capture
    from gjkscope.app.bring.capture.records import CaptureError

    try:
        data = capture_bytes(Path(path))
        checkpoint()
        index = index_capture(data)
        checkpoint()
        check_pairs(data, index)
    except CaptureError as fault:
        raise FileError(path, str(fault)) from None
    return CaptureFile(path, data, index)


def _text_to_import(path: str) -> str | None:
    """The text in the file; None if it is that of a scene."""
    try:
        data = read_input(Path(path), MAX_BYTES)
        if SCENE_MARK in data:
            return None
        return as_lines(decode_text(data))
    except InputError as fault:
        raise FileError(path, str(fault)) from None
