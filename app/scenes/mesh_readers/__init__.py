"""Readers of mesh files, strict: what a file claims is compared with what it holds before anything is allocated.

Each reader turns the bytes of a file into vertices and triangles, and raises `FormatError` for anything that it does
not understand or that is missing: a mesh that is read wrongly would be certified wrongly.  The text formats, STL and
PLY are read here, because trimesh fills up, skips or cuts off what does not fit; GLB is read by trimesh once it was
checked.
"""

from collections.abc import Callable

from gjkscope.app.scenes.mesh_readers.format import Floats, FormatError, Ints
from gjkscope.app.scenes.mesh_readers.glb import read_glb
from gjkscope.app.scenes.mesh_readers.obj import read_obj
from gjkscope.app.scenes.mesh_readers.off import read_off
from gjkscope.app.scenes.mesh_readers.ply import read_ply
from gjkscope.app.scenes.mesh_readers.stl import read_stl

READERS: dict[str, Callable[[bytes], tuple[Floats, Ints]]] = {
    ".obj": read_obj,
    ".stl": read_stl,
    ".ply": read_ply,
    ".off": read_off,
    ".glb": read_glb,
}

__all__ = ["READERS", "Floats", "FormatError", "Ints"]
