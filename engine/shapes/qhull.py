"""Qhull (Barber, Dobkin, Huhdanpaa, The quickhull algorithm for convex hulls, ACM TOMS 1996), called from Python.

The package cmeel-qhull is Qhull's own C library, in 8 MB.  SciPy wraps the same release and gives the same triangles
in the same order, bit for bit, but takes 114 MB, and a quarter of a second to import.  cmeel-qhull does not exist for
Windows, where SciPy is used.

A facet is read with the layout of `libqhull_r.h` of this release, on all 64-bit systems; the version is checked.
"""

import ctypes
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import repeat
from pathlib import Path
from struct import Struct
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

VERSION = b"2020.2.r"
LIBRARY = Path("cmeel.prefix/lib") / ("libqhull_r.dylib" if sys.platform == "darwin" else "libqhull_r.so")

TRIANGULATED = "Qt"
"""The option that cuts merged facets with more corners into simplices; the numbers below rely on it."""

# Bytes for Qhull's state, which takes 9 kB; how many depends on `jmp_buf`, and so on the C library.
STATE_BYTES = 1 << 16

# facetT, up to its flags; pointers are addresses.  A set (setT) is the number of entries that it has room for, and
# after 8 bytes the entries; a vertex (vertexT) has the address of its point after 16 bytes.
FACET = np.dtype(
    {
        "names": ["offset", "normal", "vertices", "neighbors", "flags"],
        "formats": ["f8", "u8", "u8", "u8", "u4"],
        "offsets": [16, 24, 64, 80, 112],
        "itemsize": 120,
    }
)
PREVIOUS, NEXT = 48, Struct("56xQ")
TOP_ORIENTED, SIMPLICIAL = 1 << 12, 1 << 13
ENTRIES, POINT = np.uint64(8), np.uint64(16)

FAULTS = {1: "the input", 2: "a flat input", 3: "a loss of precision", 4: "a lack of memory", 5: "an internal error"}
"""What Qhull's exit codes say."""


class QhullError(RuntimeError):
    """Qhull rejects the points: they are flat, or too few."""


class Triangulation(NamedTuple):
    """The hull of points in d dimensions: k simplices (triangles, or segments in the plane).

    `equations` are the planes: normal · x + offset = 0, with the normal outwards.  The neighbour in column i of
    `neighbors` shares all corners with the simplex but the one in column i of `simplices`.  `vertices` are numbers of
    points, counter-clockwise in the plane, otherwise ascending.
    """

    points: Floats  # (n, d)
    simplices: Ints  # (k, d): numbers of points, not oriented
    neighbors: Ints  # (k, d): numbers of simplices
    equations: Floats  # (k, d + 1)
    vertices: Ints  # (m,)


def qhull(points: npt.ArrayLike, options: str = TRIANGULATED) -> Triangulation:
    """The hull of finite points, shape (n, d), d ≥ 2, by Qhull with these options, among them Qt.

    Raises `QhullError` if there are fewer than d + 1 points, or these do not span d dimensions.
    """
    given = np.ascontiguousarray(points, dtype=np.float64)
    return _by_scipy(given, options) if sys.platform == "win32" else _by_library(given, options)


def load_qhull() -> None:
    """Loads Qhull now, so that the first hull need not wait for it: on Windows, it takes half a second."""
    if sys.platform == "win32":
        import_module("scipy.spatial")
    else:
        _libraries()


def is_loaded() -> bool:
    """Whether Qhull is loaded."""
    return "scipy.spatial" in sys.modules if sys.platform == "win32" else _libraries.cache_info().currsize > 0


def _by_scipy(points: Floats, options: str) -> Triangulation:
    from scipy import spatial

    try:
        hull = spatial.ConvexHull(points, qhull_options=options)
    except spatial.QhullError as fault:
        raise QhullError(str(fault)) from None
    return Triangulation(points, hull.simplices, hull.neighbors, hull.equations, hull.vertices)


def _by_library(points: Floats, options: str) -> Triangulation:
    count, dimension = points.shape
    library, streams = _libraries()
    nowhere = streams.fopen(os.fsencode(os.devnull), b"w")  # for messages
    state = ctypes.create_string_buffer(STATE_BYTES)
    try:
        library.qh_zero(state, nowhere)
        command = f"qhull i {options}".encode()
        fault = library.qh_new_qhull(state, dimension, count, points.ctypes.data, 0, command, None, nowhere)
        if fault:
            raise QhullError(f"Qhull reports {FAULTS.get(fault, f'fault {fault}')}")
        return _read(points, _first_facet(library, state, points))
    finally:
        library.qh_freeqhull(state, 1)
        library.qh_memfreeshort(state, ctypes.byref(ctypes.c_int()), ctypes.byref(ctypes.c_int()))
        streams.fclose(nowhere)


@cache
def _libraries() -> tuple[Any, Any]:
    """Qhull, and the C library, with the types of the functions that are called."""
    library, streams = ctypes.CDLL(str(_path())), ctypes.CDLL(None)
    version = ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, "qh_version")))
    if not version.startswith(VERSION):
        raise ImportError(f"cmeel-qhull: expected Qhull {VERSION.decode()}, got {version.decode()}")
    pointer, integer, flag, text = ctypes.c_void_p, ctypes.c_int, ctypes.c_uint, ctypes.c_char_p
    library.qh_zero.argtypes = (pointer, pointer)
    library.qh_new_qhull.argtypes = (pointer, integer, integer, pointer, flag, text, pointer, pointer)
    library.qh_findbestfacet.argtypes = (pointer, pointer, flag, pointer, pointer)
    library.qh_findbestfacet.restype = pointer
    library.qh_freeqhull.argtypes = (pointer, flag)
    library.qh_memfreeshort.argtypes = (pointer, pointer, pointer)
    streams.fopen.argtypes, streams.fopen.restype = (text, text), pointer
    streams.fclose.argtypes = (pointer,)
    return library, streams


def _path() -> Path:
    """Where pip, or the self-contained application, has put the library."""
    for folder in sys.path:
        if (path := Path(folder) / LIBRARY).exists():
            return path
    raise ImportError(f"cmeel-qhull is not installed: there is no {LIBRARY}")


def _first_facet(library: Any, state: Any, points: Floats) -> int:
    """The address of the first facet.

    Qhull's state has it at a place that depends on the C library, so it is found from any other facet.
    """
    distance, is_outside = ctypes.c_double(), ctypes.c_uint()
    where = (ctypes.byref(distance), ctypes.byref(is_outside))
    address = int(library.qh_findbestfacet(state, points.ctypes.data, 0, *where))
    while previous := _number(address + PREVIOUS, 8):
        address = previous
    return address


def _facets(first: int) -> Iterator[tuple[int, bytes]]:
    """The address of each facet, and its contents (`FACET`); an empty facet ends Qhull's list."""
    address = first
    while True:
        facet = ctypes.string_at(address, FACET.itemsize)
        (following,) = NEXT.unpack_from(facet)
        if not following:
            return
        yield address, facet
        address = following


def _read(points: Floats, first: int) -> Triangulation:
    dimension = points.shape[1]
    listed, records = zip(*_facets(first), strict=True)
    addresses, facets = np.array(listed, dtype=np.uint64), np.frombuffer(b"".join(records), FACET)
    _check_simplices(facets, dimension)
    corners = _memory(facets["vertices"] + ENTRIES, dimension, np.uint64)
    neighbors = _memory(facets["neighbors"] + ENTRIES, dimension, np.uint64)
    equations = np.column_stack([_memory(facets["normal"], dimension, np.float64), facets["offset"]])
    vertices, occurrence = np.unique(corners, return_inverse=True)
    places = _memory(vertices + POINT, 1, np.uint64)[:, 0] - np.uint64(points.ctypes.data)
    numbers = (places // np.uint64(points.strides[0])).astype(np.intp)
    simplices = numbers[occurrence].reshape(corners.shape)
    order = np.argsort(addresses)
    adjacent = order[np.searchsorted(addresses, neighbors, sorter=order)]
    is_top = (facets["flags"] & TOP_ORIENTED) != 0
    around = _around(simplices, adjacent, is_top) if dimension == 2 else np.sort(numbers)
    return Triangulation(points, simplices, adjacent, equations, around)


def _check_simplices(facets: npt.NDArray[np.void], dimension: int) -> None:
    """Raises `QhullError` if a facet has more corners than a simplex."""
    for facet in facets[(facets["flags"] & SIMPLICIAL) == 0]:
        if any(_size(int(facet[name])) != dimension for name in ("vertices", "neighbors")):
            raise QhullError("Qhull has left a facet that is no simplex")


def _around(simplices: Ints, neighbors: Ints, is_top: npt.NDArray[np.bool_]) -> Ints:
    """The corners of a polygon, counter-clockwise from the first segment on.

    The corner at which a segment starts is the first one where its orientation is that of the top.
    """
    first = np.where(is_top, 0, 1)
    starts = simplices[np.arange(len(simplices)), first].tolist()
    following = neighbors[np.arange(len(simplices)), first].tolist()
    segments = [0]
    while segment := following[segments[-1]]:
        segments.append(segment)
    return np.array([starts[segment] for segment in segments])


def _memory(addresses: npt.NDArray[np.uint64], count: int, kind: type[np.generic]) -> npt.NDArray[Any]:
    """`count` numbers of 8 bytes at each address."""
    contents = map(ctypes.string_at, addresses.tolist(), repeat(8 * count))
    return np.frombuffer(b"".join(contents), kind).reshape(-1, count)


def _size(address: int) -> int:
    """The number of entries of a set: one less than the number after its last place, unless that is 0: all of them."""
    room = _number(address, 4)
    return _number(address + int(ENTRIES) + 8 * room, 4) - 1 if _number(address + int(ENTRIES) + 8 * room, 4) else room


def _number(address: int, size: int) -> int:
    return int.from_bytes(ctypes.string_at(address, size), sys.byteorder)
