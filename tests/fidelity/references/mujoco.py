"""MuJoCo's `mjc_ccd`, called in its shared library, without the models that would turn and round hulls first.

Its wheel is in no extra: `pip install mujoco==3.12.0`.  The structures below are those of that version.
"""

import ctypes
from ctypes import (
    CDLL,
    POINTER,
    Structure,
    byref,
    c_double,
    c_float,
    c_int,
    c_size_t,
    c_void_p,
    cast,
    create_string_buffer,
)
from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from gjkscope.engine.published.mujoco.geoms import MujocoGeom, mujoco_geom
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

VERSION = "3.12"
CONTACTS = 50  # mjMAXCONPAIR
FURTHEST = 1.7976931348623157e308
ITERATIONS = 35
TOLERANCE = 1e-6

XML = """<mujoco><asset><mesh name="m" vertex="0 0 0 1 0 0 0 1 0 0 0 1"/></asset><worldbody>
<geom type="sphere" size="1"/><geom type="capsule" size="1 1"/><geom type="ellipsoid" size="1 1 1"/>
<geom type="cylinder" size="1 1"/><geom type="box" size="1 1 1"/><geom type="mesh" mesh="m"/></worldbody></mujoco>"""
GEOMS = ("sphere", "capsule", "ellipsoid", "cylinder", "box", "hull")  # of the model, in this order


class MeshData(Structure):
    _fields_ = [("nvert", c_int), ("mesh_polynum", c_int), ("vert", c_void_p), ("others", c_void_p * 9)]


class Data(ctypes.Union):
    _fields_ = [("mesh", MeshData), ("bytes", ctypes.c_char * 160)]


class CcdObject(Structure):
    """`mjCCDObj`"""

    _fields_ = [
        ("geom", c_int),
        ("geom_type", c_int),
        ("size", c_double * 4),
        ("pos", c_double * 3),
        ("mat", c_double * 9),
        ("known", c_int * 5),
        ("margin", c_double),
        ("rotate", c_double * 4),
        ("data", Data),
        ("center", c_void_p),
        ("support", c_void_p),
    ]


class CcdConfig(Structure):
    """`mjCCDConfig`"""

    _fields_ = [
        ("max_iterations", c_int),
        ("tolerance", c_double),
        ("max_contacts", c_int),
        ("dist_cutoff", c_double),
        ("buffer", c_void_p),
        ("npolygonmax", c_int),
        ("nmeshdegmax", c_int),
    ]


class CcdVertex(Structure):
    """`Vertex`"""

    _fields_ = [("points", c_double * 9), ("indices", c_int * 2)]


class CcdStatus(Structure):
    """`mjCCDStatus`"""

    _fields_ = [
        ("separated", c_int),
        ("dist", c_double * CONTACTS),
        ("x1", c_double * (3 * CONTACTS)),
        ("x2", c_double * (3 * CONTACTS)),
        ("nx", c_int),
        ("max_iterations", c_int),
        ("tolerance", c_double),
        ("max_contacts", c_int),
        ("dist_cutoff", c_double),
        ("gjk_iterations", c_int),
        ("epa_iterations", c_int),
        ("epa_status", c_int),
        ("simplex", CcdVertex * 4),
        ("nsimplex", c_int),
    ]


class Library(NamedTuple):
    """The library, and an initialised object of each kind."""

    code: Any
    objects: dict[str, CcdObject]
    buffer: Any


def version() -> str:
    """Raises `ImportError` if it is not installed, or is another version."""
    import_module("mujoco")
    installed = version_of("mujoco")
    if not installed.startswith(VERSION):
        raise ImportError(f"mujoco: must be {VERSION}, whose structures are known here, got {installed}")
    return installed


@cache
def library() -> Library:
    mujoco = import_module("mujoco")
    (path,) = Path(mujoco.__file__).parent.glob("libmujoco.so*")
    code = CDLL(str(path))
    code.mjc_ccd.restype = c_double
    code.mjc_ccd.argtypes = [POINTER(CcdConfig), POINTER(CcdStatus), POINTER(CcdObject), POINTER(CcdObject)]
    code.mjc_ccdSize.restype = c_size_t
    code.mjc_initCCDObj.argtypes = [POINTER(CcdObject), c_void_p, c_void_p, c_int, c_double]
    model = mujoco.MjModel.from_xml_string(XML)
    data = mujoco.MjData(model)
    objects = {}
    for number, kind in enumerate(GEOMS):
        objects[kind] = CcdObject()
        code.mjc_initCCDObj(byref(objects[kind]), model._address, data._address, number, 0.0)
    return Library(code, objects, create_string_buffer(code.mjc_ccdSize(0, 0, ITERATIONS) + 4096))


def placed(geom: MujocoGeom) -> tuple[CcdObject, Any]:
    """The object of a geom, and what must be kept alive with it."""
    made = CcdObject.from_buffer_copy(library().objects[geom.kind])
    made.size[:3] = geom.size
    made.pos[:] = geom.position
    made.mat[:] = [number for row in geom.rotation for number in row]
    vertices = (c_float * (3 * len(geom.vertices)))(*(number for vertex in geom.vertices for number in vertex))
    if geom.vertices:
        made.data.mesh.nvert = len(geom.vertices)
        made.data.mesh.vert = cast(vertices, c_void_p)
    return made, vertices


def asked(pair: Arguments, cutoff: float, iterations: int = ITERATIONS) -> tuple[float, CcdStatus]:
    """What `mjc_ccd` returns, and its record."""
    status = CcdStatus()
    config = CcdConfig(iterations, TOLERANCE, 1, cutoff, cast(library().buffer, c_void_p), 0, 0)
    (a, kept_a), (b, kept_b) = (placed(mujoco_geom(*pair[i : i + 2])) for i in (0, 2))
    distance = library().code.mjc_ccd(byref(config), byref(status), byref(a), byref(b))
    del kept_a, kept_b
    return distance, status


def ask(pair: Arguments) -> Said:
    distance, status = asked(pair, FURTHEST)
    if distance == 0 or not status.nx:
        return Said(True, distance)
    return Said(distance <= 0, distance, normal_of(status, distance))


def normal_of(status: CcdStatus, distance: float) -> tuple[float, ...]:
    """From A to B, between the witness points."""
    sign = -1.0 if distance < 0 else 1.0
    way = [sign * (b - a) for a, b in zip(status.x1[:3], status.x2[:3], strict=True)]
    length = sqrt(way[0] * way[0] + way[1] * way[1] + way[2] * way[2])
    if length < 1e-15:
        return (1.0, 0.0, 0.0)
    return tuple(part * (1.0 / length) for part in way)


SHAPES = (kinds.Box, kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Ellipsoid, kinds.Hull)

REFERENCE = Reference(
    "mujoco",
    "MuJoCo, mjc_ccd",
    version,
    ask,
    SHAPES,
    "MuJoCo 3.12.0, commit 13827e9e, src/engine/engine_collision_gjk.c",
    departures="Hulls are searched vertex by vertex, as MuJoCo does with fewer than 10 vertices; it walks along the "
    "edges of others, and turns meshes to their principal axes before it rounds their vertices. Pairs with formulas of "
    "their own, such as two spheres, are compared with this code, too.",
)
