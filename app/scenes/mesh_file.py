"""Reads mesh files (`.obj`, `.stl`, `.ply`, `.off` and `.glb`) into an engine `Mesh`.

If a file holds several objects, their transforms are applied and they become one mesh, or one for each object.  Bitwise
identical vertices are merged, since STL repeats each vertex for every triangle; nothing else is repaired.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.app.base.short_line import short_line
from gjkscope.engine.cancellation import Cancelled, checkpoint
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import ZERO, Vec3

if TYPE_CHECKING:  # the readers are imported when a mesh is read
    from gjkscope.app.scenes.mesh_readers.format import Surface

Contents = TypeVar("Contents")
Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SUFFIXES = (".obj", ".stl", ".ply", ".off", ".glb")
MAX_VERTICES = 500_000
"""Beyond this limit a hull takes half a minute, and memory use exceeds a gigabyte."""

MAX_BYTES = 500_000_000  # a million triangles take about 300 MB of ASCII STL


class PlacedMesh(NamedTuple):
    """An object of a mesh file: its mesh, around its own origin, and where that is, in metres."""

    name: str
    mesh: Mesh
    position: Vec3


class MeshError(ValueError):
    """A mesh file that cannot be used; the message is one line, `file: what is wrong`."""

    def __init__(self, path: Path, fault: str) -> None:
        self.fault = short_line(fault)
        super().__init__(f"{path}: {self.fault}")


def is_mesh_file(path: Path | str) -> bool:
    """Whether the file name has the suffix of a mesh format."""
    return Path(path).suffix.lower() in SUFFIXES


def read_mesh(path: Path | str) -> Mesh:
    """Reads a mesh; the file's units are taken as metres.

    A file with points only gives a mesh without faces.  Raises `MeshError`.
    """
    from gjkscope.app.scenes.mesh_readers import READERS

    path = Path(path)
    return _mesh_of(path, _read(path, READERS[_suffix(path)]))


def read_mesh_objects(path: Path | str) -> tuple[PlacedMesh, ...]:
    """Reads the objects of a file, or if its format does not tell them apart, its mesh, which is named after the file.

    Raises `MeshError`.
    """
    from gjkscope.app.scenes.mesh_readers import OBJECT_READERS

    path = Path(path)
    reader = OBJECT_READERS.get(_suffix(path))
    if reader is None:
        return (PlacedMesh(path.stem, read_mesh(path), ZERO),)
    objects = _read(path, reader)
    if not objects:
        raise MeshError(path, "holds no vertices")
    return tuple(
        PlacedMesh(_name(found.name, path), _mesh_of(path, found.surface), _tuples(found.position[None])[0])
        for found in objects
    )


def _name(name: str, path: Path) -> str:
    return name.strip() if name.strip() and name.isprintable() else path.stem


def _suffix(path: Path) -> str:
    if not is_mesh_file(path):
        raise MeshError(path, f"must be one of {', '.join(SUFFIXES)}, got {path.suffix or 'no suffix'!r}")
    return path.suffix.lower()


def _mesh_of(path: Path, surface: "Surface") -> Mesh:
    vertices, faces = surface
    if faces.size and not 0 <= faces.min() <= faces.max() < len(vertices):
        fault = f"a face has an invalid vertex index: there are {len(vertices)} vertices"
        raise MeshError(path, f"is not a valid {path.suffix.lower()} file: {fault}")
    checkpoint()
    if not len(vertices):
        raise MeshError(path, "holds no vertices")
    if len(vertices) > MAX_VERTICES:
        raise MeshError(path, f"holds {len(vertices):,} vertices: must be at most {MAX_VERTICES:,}; simplify it first")
    if not np.isfinite(vertices).all():
        raise MeshError(path, f"vertex {int(np.argmin(np.isfinite(vertices).all(axis=1)))} is not finite")
    return Mesh(*_without_repeats(vertices, faces))  # type: ignore[arg-type]  # arrays are validated in bulk


def convex_hull_vertices(vertices: tuple[Vec3, ...]) -> tuple[Vec3, ...]:
    """The vertices of the convex hull of `vertices`."""
    from gjkscope.engine.shapes.hulls import convex_hull  # imports SciPy, which is slow

    return _tuples(convex_hull(np.array(vertices)).vertices)


def _read(path: Path, reader: Callable[[bytes], Contents]) -> Contents:
    from gjkscope.app.scenes.mesh_readers import UnsupportedFeature

    try:
        data = read_input(path, MAX_BYTES)
    except InputError as fault:
        raise MeshError(path, str(fault)) from None
    try:
        with np.errstate(all="ignore"):  # infinity and NaN are checked for afterwards
            return reader(data)
    except Cancelled:
        raise
    except UnsupportedFeature as fault:
        raise MeshError(path, f"cannot be read: {fault}") from None
    except Exception as error:  # trimesh may raise any exception for a broken file
        reason = str(error) or type(error).__name__
        raise MeshError(path, f"is not a valid {path.suffix.lower()} file: {reason}") from None


def _without_repeats(vertices: Floats, faces: Ints) -> tuple[Floats, Ints]:
    """Merges identical vertices, in order of first appearance."""
    _, first, which = np.unique(vertices, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return vertices[first[order]], rank[which.reshape(-1)][faces]


def _tuples(vertices: Floats) -> tuple[Vec3, ...]:
    return tuple((x, y, z) for x, y, z in vertices.tolist())
