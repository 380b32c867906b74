"""distance3d's GJK, `gjk_distance_jolt`, of vertices in world coordinates, and the directions that it searches.

    pip install --target DIRECTORY --no-deps distance3d==0.7.1 aabbtree
    pip install --target DIRECTORY numba scipy pytransform3d
    OPENBLAS_CORETYPE=Sandybridge PYTHONPATH=DIRECTORY python -m tests.fidelity distance3d

OpenBLAS's kernels for later processors fuse products and sums in dot products, differently from one to the next.
"""

import os
from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of

import numpy as np

from gjkscope.app.ask.solvers.adapters.distance3d import GjkRun
from gjkscope.engine.published.distance3d.steps import prepare
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

VERSION = "0.7.1"
KERNELS = "Sandybridge"
INFINITE = 1.7976931348623157e308  # `MAX_FLOAT`: further apart than `max_distance_squared`


def version() -> str:
    """Raises `ImportError` if it is not installed, or is another version, `OSError` if OpenBLAS fuses."""
    import_module("distance3d")
    installed = version_of("distance3d")
    if installed != VERSION:
        raise ImportError(f"distance3d: must be {VERSION}, got {installed}")
    if os.environ.get("OPENBLAS_CORETYPE") != KERNELS:
        raise OSError(f"OPENBLAS_CORETYPE: must be {KERNELS}, so that dot products are not fused")
    return installed


@cache
def _run() -> GjkRun:
    return GjkRun()


def ask(pair: Arguments) -> Said:
    colliders = import_module("distance3d.colliders")
    a, b = (colliders.ConvexHullVertices(np.array(vertices)) for vertices in prepare(*pair)[:2])
    searches = tuple(
        (iteration.direction, *(vertex.point for vertex in iteration.simplex)) for iteration in _run().iterations(a, b)
    )
    try:
        distance, *_ = import_module("distance3d.gjk").gjk_distance_jolt(a, b)
    except AssertionError as failure:
        return Said(False, failure=f"AssertionError: {failure}", searches=searches)
    return Said(distance == 0, distance if 0 < distance < INFINITE else None, searches=searches)


REFERENCE = Reference(
    "distance3d",
    "distance3d",
    version,
    ask,
    (kinds.Box, kinds.Hull),
    "distance3d 0.7.1, distance3d/gjk/_gjk_jolt.py",
    departures="All directions and simplexes are compared, too. OpenBLAS is asked for kernels that fuse no products "
    "and sums; those for later processors round some dot products once less.",
)
