"""libccd's MPR, called through ctypes with the support functions of our algorithm, and FCL's centers."""

import ctypes
from math import nan
from typing import Any

from gjkscope.app.ask.solvers.adapters.libccd import CcdSettings, CcdSupport, CcdVec3
from gjkscope.engine.published.ccd_supports import CcdShape, ccd_shape
from gjkscope.engine.published.libccd_mpr.steps import MPR_TOLERANCE, PENETRATION_LIMIT
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said
from tests.fidelity.references.libccd import REFERENCE as LIBCCD
from tests.fidelity.references.libccd import library, version

MOST_SUPPORTS = 10_000
"""More than any answer needs.  A support that is not a number then ends each of libccd's loops."""

CENTER = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.POINTER(CcdVec3))


class _Counted:
    """The callbacks of a shape; they count their calls."""

    def __init__(self, shape: CcdShape) -> None:
        self.shape, self.calls = shape, 0
        self.support, self.center = CcdSupport(self._support), CENTER(self._center)

    def _support(self, _: int, direction: Any, point: Any) -> None:
        self.calls += 1
        is_endless = self.calls > MOST_SUPPORTS
        point.contents.v[:] = (nan,) * 3 if is_endless else self.shape.support(tuple(direction.contents.v))

    def _center(self, _: int, point: Any) -> None:
        point.contents.v[:] = self.shape.center


def ask(pair: Arguments) -> Said:
    shape_a, pose_a, shape_b, pose_b = pair
    a, b = _Counted(ccd_shape(shape_a, pose_a)), _Counted(ccd_shape(shape_b, pose_b))
    first = ctypes.cast(library().ccdFirstDirDefault, ctypes.c_void_p)
    centers = (ctypes.cast(shape.center, ctypes.c_void_p) for shape in (a, b))
    settings = CcdSettings(first, a.support, b.support, *centers, PENETRATION_LIMIT, MPR_TOLERANCE, MPR_TOLERANCE, 1e-6)
    depth, direction, position = ctypes.c_double(), CcdVec3(), CcdVec3()
    numbers = (ctypes.byref(number) for number in (settings, depth, direction, position))
    overlaps = library().ccdMPRPenetration(None, None, *numbers) == 0
    if a.calls > MOST_SUPPORTS:
        return Said(False, failure="endless loop")
    return Said(True, -depth.value, tuple(direction.v)) if overlaps else Said(False)


REFERENCE = Reference(
    "libccd-mpr",
    "libccd",
    version,
    ask,
    LIBCCD.shapes,
    "libccd 2.1, commit 36345e40, src/mpr.c, src/vec3.c",
)
