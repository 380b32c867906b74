"""libccd's shared library (Debian: libccd2), called through ctypes with the support functions of our algorithm."""

import ctypes
from collections.abc import Callable
from ctypes.util import find_library
from functools import cache
from typing import Any

from gjkscope.engine.published.fcl_supports import FclShape, fcl_shape
from gjkscope.engine.published.libccd.steps import EPA_TOLERANCE, GJK_LIMIT
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said


class Vec3(ctypes.Structure):
    """`ccd_vec3_t`."""

    _fields_ = [("v", ctypes.c_double * 3)]


SUPPORT = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(Vec3), ctypes.POINTER(Vec3))


class Settings(ctypes.Structure):
    """`ccd_t`."""

    _fields_ = [
        ("first_dir", ctypes.c_void_p),
        ("support1", SUPPORT),
        ("support2", SUPPORT),
        ("center1", ctypes.c_void_p),
        ("center2", ctypes.c_void_p),
        ("max_iterations", ctypes.c_ulong),
        ("epa_tolerance", ctypes.c_double),
        ("mpr_tolerance", ctypes.c_double),
        ("dist_tolerance", ctypes.c_double),
    ]


@cache
def library() -> Any:
    """Raises `OSError` if it is not installed."""
    name = find_library("ccd")
    if name is None:
        raise OSError("libccd is not installed: apt install libccd2")
    return ctypes.CDLL(name)


def version() -> str:
    library()
    return "2.1"


def ask(pair: Arguments) -> Said:
    shape_a, pose_a, shape_b, pose_b = pair
    supports = [callback(fcl_shape(shape_a, pose_a)), callback(fcl_shape(shape_b, pose_b))]
    first = ctypes.cast(library().ccdFirstDirDefault, ctypes.c_void_p)
    settings = Settings(first, *supports, None, None, GJK_LIMIT, EPA_TOLERANCE, 1e-6, 1e-6)
    depth, direction, position = ctypes.c_double(), Vec3(), Vec3()
    numbers = (ctypes.byref(number) for number in (settings, depth, direction, position))
    if library().ccdGJKPenetration(None, None, *numbers) != 0:
        return Said(False)
    return Said(True, -depth.value, tuple(direction.v))


def callback(shape: FclShape) -> Callable[..., None]:
    def support(_: int, direction: Any, point: Any) -> None:
        point.contents.v[:] = shape.support(tuple(direction.contents.v))

    return SUPPORT(support)


REFERENCE = Reference(
    "libccd",
    "libccd",
    version,
    ask,
    (kinds.Box, kinds.Hull, kinds.Sphere, kinds.Triangle),
    "libccd 2.1, commit 2947b74f, src/ccd.c, src/polytope.c, src/vec3.c",
    departures="Our EPA ends after 500 rounds, libccd's never: two spheres may need more.",
)
