"""Mesh files: triangles from `.obj`, `.stl`, `.ply`, `.off` and `.glb`, as a `Mesh` of the engine.

A file may hold several objects, each with a transform: they are placed and become one mesh.  Vertices that are the
same to the bit become one, since STL repeats each for every triangle that it belongs to; nothing else is mended.
"""

from pathlib import Path

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.engine.cancellation import CalledOff, checkpoint
from gjkscope.engine.shapes.kinds import Mesh
from gjkscope.engine.vectors import Vec3

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

SUFFIXES = (".obj", ".stl", ".ply", ".off", ".glb")
MOST_VERTICES = 500_000
"""Of more a hull takes half a minute, and what is held of them a gigabyte."""

MAX_BYTES = 500_000_000  # a million triangles make some 300 MB of ASCII STL


class MeshError(ValueError):
    """A mesh file that cannot be used; as text one line, `file: what is wrong`."""

    def __init__(self, path: Path, fault: str) -> None:
        self.fault = " ".join(fault.splitlines())
        super().__init__(f"{path}: {self.fault}")


def is_mesh_file(path: Path | str) -> bool:
    """Whether the name says that this is a mesh file."""
    return Path(path).suffix.lower() in SUFFIXES


def read_mesh(path: Path | str) -> Mesh:
    """The mesh in a file, in the file's units, which are taken for metres.

    A file of points alone gives a mesh without faces.  Raises `MeshError`.
    """
    path = Path(path)
    if not is_mesh_file(path):
        raise MeshError(path, f"must be one of {', '.join(SUFFIXES)}, got {path.suffix or 'no suffix'!r}")
    vertices, faces = _loaded(path)
    checkpoint()
    if not len(vertices):
        raise MeshError(path, "holds no vertices")
    if len(vertices) > MOST_VERTICES:
        raise MeshError(path, f"holds {len(vertices):,} vertices: must be at most {MOST_VERTICES:,}; simplify it first")
    if not np.isfinite(vertices).all():
        raise MeshError(path, f"vertex {int(np.argmin(np.isfinite(vertices).all(axis=1)))} is not finite")
    vertices, faces = _without_repeats(vertices, faces)
    return Mesh(vertices, faces)  # type: ignore[arg-type]  # any list will do: arrays are looked at as a whole


def hull_vertices(vertices: tuple[Vec3, ...]) -> tuple[Vec3, ...]:
    """Those of `vertices` that are corners of their convex hull."""
    from gjkscope.engine.shapes.hulls import convex_hull  # it takes scipy, which is slow to import

    return _tuples(convex_hull(np.array(vertices)).vertices)


def _loaded(path: Path) -> tuple[Floats, Ints]:
    from gjkscope.app.scenes.mesh_readers import READERS

    kind = path.suffix.lower()
    try:
        data = read_input(path, MAX_BYTES)
    except InputError as fault:
        raise MeshError(path, str(fault)) from None
    try:
        with np.errstate(all="ignore"):  # what comes of it, infinity or NaN, is looked at afterwards
            vertices, faces = READERS[kind](data)
        if faces.size and not 0 <= faces.min() <= faces.max() < len(vertices):
            raise ValueError(f"a face has a vertex that is not one of the {len(vertices)}")
    except CalledOff:
        raise
    except Exception as error:  # trimesh raises whatever its parsing of a broken file runs into
        raise MeshError(path, f"is not a sound {kind} file: {str(error) or type(error).__name__}") from None
    return vertices, faces


def _without_repeats(vertices: Floats, faces: Ints) -> tuple[Floats, Ints]:
    """Each vertex once, in the order of first appearance."""
    _, first, which = np.unique(vertices, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(first)
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    return vertices[first[order]], rank[which.reshape(-1)][faces]


def _tuples(vertices: Floats) -> tuple[Vec3, ...]:
    return tuple((x, y, z) for x, y, z in vertices.tolist())
