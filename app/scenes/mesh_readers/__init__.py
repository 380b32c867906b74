"""Strict readers of mesh files, which check the sizes in a header against the file before allocating memory.

Each reader converts the bytes of a file into vertices and triangles, and raises `FormatError` for anything unknown or
missing: answers for a misread mesh would be certified, and wrong.  OBJ, OFF, STL and PLY have their own readers,
because trimesh pads, skips or truncates bad data; GLB is validated here and then read by trimesh.

To add a format: a module here with a function from bytes to vertices and triangles, its entry in `READERS`, its suffix
in `SUFFIXES` in `app/scenes/mesh_file.py`, and a sample in `SAMPLES` in `tests/app/scenes/test_mesh_file.py`, which the
tests truncate and damage.  Compare each count in the file with the length of the file before allocating; reject by name
anything that would give wrong geometry.
"""

from collections.abc import Callable

from gjkscope.app.scenes.mesh_readers.format import Floats, FormatError, Ints, MeshObject, Surface, UnsupportedFeature
from gjkscope.app.scenes.mesh_readers.glb import read_glb, read_glb_objects
from gjkscope.app.scenes.mesh_readers.obj import read_obj
from gjkscope.app.scenes.mesh_readers.off import read_off
from gjkscope.app.scenes.mesh_readers.ply import read_ply
from gjkscope.app.scenes.mesh_readers.stl import read_stl

READERS: dict[str, Callable[[bytes], Surface]] = {
    ".obj": read_obj,
    ".stl": read_stl,
    ".ply": read_ply,
    ".off": read_off,
    ".glb": read_glb,
}

OBJECT_READERS: dict[str, Callable[[bytes], tuple[MeshObject, ...]]] = {".glb": read_glb_objects}
"""Of formats in which a file may hold several objects that are told apart."""

__all__ = ["OBJECT_READERS", "READERS", "Floats", "FormatError", "Ints", "MeshObject", "UnsupportedFeature"]
