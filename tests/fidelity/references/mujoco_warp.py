"""MuJoCo Warp's `ccd` on the CPU, called for one pair at a time.

Its wheels are in no extra: `pip install mujoco-warp==3.10.0.2 warp-lang==1.19.0 mujoco==3.12.0`.  The first question
compiles it, which takes minutes.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from math import sqrt
from typing import Any

import numpy as np

from gjkscope.engine.published.mujoco.geoms import mujoco_geom
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

VERSION = "3.10.0.2"
ITERATIONS, BOX_ITERATIONS = 35, 16
TOLERANCE = 1e-6
KINDS = {"sphere": 2, "capsule": 3, "ellipsoid": 4, "cylinder": 5, "box": 6, "hull": 7}  # `GeomType`


def version() -> str:
    """Raises `ImportError` if it is not installed, or is another version."""
    import_module("mujoco_warp")
    installed = version_of("mujoco-warp")
    if installed != VERSION:
        raise ImportError(f"mujoco-warp: must be {VERSION}, got {installed}")
    return installed


@cache
def _kernel() -> Any:
    wp = import_module("warp")
    gjk = import_module("mujoco_warp._src.collision_gjk")
    core = import_module("mujoco_warp._src.collision_core")
    wp.config.quiet = True
    geom_type, ccd = core.Geom, gjk.ccd

    @wp.struct
    class Asked:
        kind: int
        size: wp.vec3
        pos: wp.vec3
        rot: wp.mat33
        first: int
        count: int

    @wp.kernel(module="unique", enable_backward=False)
    def run(
        a: Asked,
        b: Asked,
        mesh: wp.array(dtype=wp.vec3),
        limit: int,
        vert: wp.array(dtype=wp.vec3),
        vert_index: wp.array(dtype=int),
        face: wp.array(dtype=int),
        face_pr: wp.array(dtype=wp.vec3),
        face_norm2: wp.array(dtype=float),
        horizon: wp.array(dtype=int),
        distance: wp.array(dtype=float),
        witnesses: wp.array(dtype=wp.vec3),
    ):
        geom1 = geom_type()
        geom1.index = -1
        geom1.margin = 0.0
        geom1.pos = a.pos
        geom1.rot = a.rot
        geom1.size = a.size
        geom1.graphadr = -1
        geom1.vert = mesh
        geom1.vertadr = a.first
        geom1.vertnum = a.count
        geom2 = geom_type()
        geom2.index = -1
        geom2.margin = 0.0
        geom2.pos = b.pos
        geom2.rot = b.rot
        geom2.size = b.size
        geom2.graphadr = -1
        geom2.vert = mesh
        geom2.vertadr = b.first
        geom2.vertnum = b.count
        dist, _count, x1, x2, _face = ccd(
            1.0e-6, 0.0, 35, limit, geom1, geom2, a.kind, b.kind, a.pos, b.pos,
            vert, vert_index, face, face_pr, face_norm2, horizon,
        )  # fmt: skip
        distance[0] = dist
        witnesses[0] = x1
        witnesses[1] = x2

    return wp, run, Asked


def asked(pair: Arguments) -> tuple[float, Any]:
    """What `ccd` returns: the distance and the witness points."""
    wp, run, record = _kernel()
    geoms = [mujoco_geom(*pair[i : i + 2]) for i in (0, 2)]
    mesh, parts = [vertex for geom in geoms for vertex in geom.vertices], []
    first = 0
    for geom in geoms:
        made = record()
        made.kind, made.first, made.count = KINDS[geom.kind], first, len(geom.vertices)
        made.size, made.pos = wp.vec3(*geom.size), wp.vec3(*geom.position)
        made.rot = wp.mat33(*(number for row in geom.rotation for number in row))
        first += made.count
        parts.append(made)
    limit = BOX_ITERATIONS if {geom.kind for geom in geoms} == {"box"} else ITERATIONS
    with wp.ScopedDevice("cpu"):
        vertices = wp.array(mesh or [(0.0, 0.0, 0.0)], dtype=wp.vec3)
        vectors = [wp.zeros(size, dtype=wp.vec3) for size in (10 + 2 * limit, 6 + 5 * limit, 2)]
        whole = [wp.zeros(size, dtype=int) for size in (10 + 2 * limit, 6 + 5 * limit, 24)]
        squares, distance = wp.zeros(6 + 5 * limit, dtype=float), wp.zeros(1, dtype=float)
        arrays = [vectors[0], whole[0], whole[1], vectors[1], squares, whole[2], distance, vectors[2]]
        wp.launch(run, dim=1, inputs=[*parts, vertices, limit, *arrays])
        return float(distance.numpy()[0]), vectors[2].numpy()


def ask(pair: Arguments) -> Said:
    distance, (x1, x2) = asked(pair)
    if not distance < 0:
        return Said(False)
    way = (x1 - x2).astype(np.float32)
    length = np.float32(sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2]))
    return Said(True, distance, tuple(float(part / length) for part in way) if length > 0 else (0.0, 0.0, 0.0))


SHAPES = (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Ellipsoid, kinds.Hull)

REFERENCE = Reference(
    "mujoco-warp",
    "MuJoCo Warp, ccd on a CPU",
    version,
    ask,
    SHAPES,
    "mujoco_warp 3.10.0.2, commit 3108df4d, mujoco_warp/_src/collision_gjk.py",
    roundoff=2.0**-24,
    departures="As for `mujoco`. On a GPU products and sums are fused, which may decide a test otherwise. Further "
    "contact points of the pair are not computed.",
)
