"""Reads mesh files (`.obj`, `.stl`, `.ply`, `.off` and `.glb`) into an engine `Mesh`.

If a file holds several objects, their transforms are applied and they become one mesh.  Bitwise identical vertices are
merged, since STL repeats each vertex for every triangle; nothing else is repaired.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.engine.cancellation import Cancelled, checkpoint
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import Vec3

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SUFFIXES = (".obj", ".stl", ".ply", ".off", ".glb")
MAX_VERTICES = 500_000
"""Beyond this limit a hull takes half a minute, and memory use exceeds a gigabyte."""

MAX_BYTES = 500_000_000  # a million triangles take about 300 MB of ASCII STL


class MeshError(ValueError):
    """A mesh file that cannot be used; the message is one line, `file: what is wrong`."""

    def __init__(self, path: Path, fault: str) -> None:
        self.fault = " ".join(fault.splitlines())
        super().__init__(f"{path}: {self.fault}")


def is_mesh_file(path: Path | str) -> bool:
    """Whether the file name has the suffix of a mesh format."""
    return Path(path).suffix.lower() in SUFFIXES


def read_mesh(path: Path | str) -> Mesh:
    """Reads a mesh; the file's units are taken as metres.

    A file with points only gives a mesh without faces.  Raises `MeshError`.
    """
    path = Path(path)
    if not is_mesh_file(path):
        raise MeshError(path, f"must be one of {', '.join(SUFFIXES)}, got {path.suffix or 'no suffix'!r}")
    vertices, faces = _load(path)
    checkpoint()
    if not len(vertices):
        raise MeshError(path, "holds no vertices")
    if len(vertices) > MAX_VERTICES:
        raise MeshError(path, f"holds {len(vertices):,} vertices: must be at most {MAX_VERTICES:,}; simplify it first")
    if not np.isfinite(vertices).all():
        raise MeshError(path, f"vertex {int(np.argmin(np.isfinite(vertices).all(axis=1)))} is not finite")
    vertices, faces = _without_repeats(vertices, faces)
    return Mesh(vertices, faces)  # type: ignore[arg-type]  # arrays are accepted, and validated in bulk


def convex_hull_vertices(vertices: tuple[Vec3, ...]) -> tuple[Vec3, ...]:
    """The vertices of the convex hull of `vertices`."""
    from gjkscope.engine.shapes.hulls import convex_hull  # imports SciPy, which is slow

    return _tuples(convex_hull(np.array(vertices)).vertices)


def _load(path: Path) -> tuple[Floats, Ints]:
    from gjkscope.app.scenes.mesh_readers import READERS, UnsupportedFeature

    kind = path.suffix.lower()
    try:
        data = read_input(path, MAX_BYTES)
    except InputError as fault:
        raise MeshError(path, str(fault)) from None
    try:
        with np.errstate(all="ignore"):  # infinity and NaN are checked for afterwards
            vertices, faces = READERS[kind](data)
        if faces.size and not 0 <= faces.min() <= faces.max() < len(vertices):
            raise ValueError(f"a face has an invalid vertex index: there are {len(vertices)} vertices")
    except Cancelled:
        raise
    except UnsupportedFeature as fault:
        raise MeshError(path, f"cannot be read: {fault}") from None
    except Exception as error:  # trimesh may raise any exception for a broken file
        raise MeshError(path, f"is not a valid {kind} file: {str(error) or type(error).__name__}") from None
    return vertices, faces


def _without_repeats(vertices: Floats, faces: Ints) -> tuple[Floats, Ints]:
    """Merges identical vertices, in order of first appearance."""
    _, first, which = np.unique(vertices, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return vertices[first[order]], rank[which.reshape(-1)][faces]


def _tuples(vertices: Floats) -> tuple[Vec3, ...]:
    return tuple((x, y, z) for x, y, z in vertices.tolist())
