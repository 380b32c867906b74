"""Files that a model refers to: meshes and includes, only from inside the folder of the text."""

from functools import lru_cache
from pathlib import Path, PurePosixPath

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.app.base.tokens import quoted
from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.xml.document import Value
from gjkscope.app.scenes.mesh_file import MeshError, convex_hull_vertices, read_mesh
from gjkscope.app.scenes.scene_file import path_inside
from gjkscope.engine.vectors import Vec3

SCHEMES = ("package://", "model://", "file://")
MOST_BYTES = 20_000_000  # of an included file, like LONGEST of a text


def find_file(reference: Value, context: ReadContext, *folders: str, main: str = "") -> Path | None:
    """The file that a value refers to, or None if there is none, the text has no folder, or the file is on a server.

    If the value names a folder, it is the file `main` in it.

    The file is searched in the folder of the text and in `folders` inside it.  The package or model of a URI may be
    that folder itself or a folder in it.  Raises `TextError` if the reference leads out of the folder.
    """
    name = reference.text.strip()
    scheme = next((prefix for prefix in SCHEMES if name.startswith(prefix)), "")
    if "://" in name and not scheme:
        return None
    path = PurePosixPath(name.removeprefix(scheme).replace("\\", "/"))
    if main and not path.suffix:
        path /= main
    if scheme == "file://" and path.is_absolute():
        path = PurePosixPath(path.name)
    folder = context.folder or Path()
    starts = [path]
    if scheme in ("package://", "model://") and ".." not in path.parts:
        starts += [PurePosixPath(*path.parts[i:]) for i in range(1, len(path.parts))]
    tried = [inside / start for start in starts for inside in (*map(PurePosixPath, folders), PurePosixPath())]
    places = [path_inside(folder, str(candidate)) for candidate in tried]
    if not any(places):
        raise reference.fault(
            f"{quoted(name)} lies outside of the folder of the text: copy it there, and refer to it by a relative path"
        )
    if context.folder is None:
        return None
    return next((path_of_file for path_of_file in places if path_of_file is not None and _is_file(path_of_file)), None)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long for the file system
        return False


def file_text_of(reference: Value, path: Path) -> str:
    """The text of an included file.  Raises `TextError` at the reference if it cannot be read."""
    try:
        return read_input(path, MOST_BYTES).decode("utf-8")
    except InputError as fault:
        raise reference.fault(f"{path.name}: {fault}") from None
    except UnicodeDecodeError:
        raise reference.fault(f"{path.name}: must be UTF-8 text") from None


def hull_vertices_of(reference: Value, path: Path) -> tuple[Vec3, ...]:
    """The vertices of the convex hull of a mesh file.  Raises `TextError` at the reference if it cannot be read."""
    try:
        stamp = path.stat()
        return _hull_vertices(path, stamp.st_mtime_ns, stamp.st_size)
    except OSError as error:
        raise reference.fault(f"{path.name}: {error.strerror or error}") from None
    except MeshError as error:
        raise reference.fault(f"{path.name}: {error.fault}") from None


@lru_cache(maxsize=32)  # a text is read again for each choice and each digit
def _hull_vertices(path: Path, changed: int, size: int) -> tuple[Vec3, ...]:
    return convex_hull_vertices(read_mesh(path).vertices)
