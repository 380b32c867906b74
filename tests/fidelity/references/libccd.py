"""libccd's shared library (Debian: libccd2), called through ctypes with the support functions of our algorithm."""

from functools import cache
from typing import Any

from gjkscope.app.ask.solvers.adapters.libccd import CcdQuery, load_libccd
from gjkscope.engine.published.ccd_supports import ccd_shape
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said


@cache
def library() -> Any:
    """Raises `OSError` if it is not installed."""
    return load_libccd()


def version() -> str:
    library()
    return "2.1"


def ask(pair: Arguments) -> Said:
    shape_a, pose_a, shape_b, pose_b = pair
    query = CcdQuery(library(), ccd_shape(shape_a, pose_a), ccd_shape(shape_b, pose_b))
    return Said(True, -query.depth.value, tuple(query.direction.v)) if query.run() else Said(False)


REFERENCE = Reference(
    "libccd",
    "libccd",
    version,
    ask,
    (kinds.Box, kinds.Hull, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Triangle),
    "libccd 2.1, commit 2947b74f, src/ccd.c, src/polytope.c, src/vec3.c",
    departures="Our EPA ends after 500 rounds, libccd's never: two spheres may need more.",
)
