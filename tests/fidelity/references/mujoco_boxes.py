"""MuJoCo's `mjc_BoxBox`, called in its shared library.

Its wheel is in no extra: `pip install mujoco==3.10.0`; version 3.12 replaced this function.
"""

from ctypes import CDLL, POINTER, Structure, byref, c_double, c_int, c_void_p
from functools import cache
from importlib import import_module
from importlib.metadata import version as version_of
from pathlib import Path
from typing import Any

from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said

VERSION = "3.10"
CONTACTS = 50  # mjMAXCONPAIR
XML = '<mujoco><worldbody><geom type="box" size="1 1 1"/><geom type="box" size="1 1 1"/></worldbody></mujoco>'


class PreContact(Structure):
    """`mjPreContact`"""

    _fields_ = [("dist", c_double), ("pos", c_double * 3), ("normal", c_double * 3), ("tangent", c_double * 3)]


def version() -> str:
    """Raises `ImportError` if it is not installed, or is another version."""
    import_module("mujoco")
    installed = version_of("mujoco")
    if not installed.startswith(VERSION):
        raise ImportError(f"mujoco: must be {VERSION}, the last with this function, got {installed}")
    return installed


@cache
def _library() -> tuple[Any, Any, Any]:
    mujoco = import_module("mujoco")
    (path,) = Path(mujoco.__file__).parent.glob("libmujoco.so*")
    code = CDLL(str(path))
    code.mjc_BoxBox.argtypes = [c_void_p, c_void_p, POINTER(PreContact * CONTACTS), c_int, c_int, c_double]
    model = mujoco.MjModel.from_xml_string(XML)
    return code, model, mujoco.MjData(model)


def contacts(pair: Arguments) -> list[PreContact]:
    code, model, data = _library()
    for number, (shape, pose) in enumerate((pair[:2], pair[2:])):
        model.geom_size[number] = shape.half_extents
        data.geom_xpos[number] = pose.position
        data.geom_xmat[number] = [number for row in pose.rotation for number in row]
    found = (PreContact * CONTACTS)()
    count = code.mjc_BoxBox(model._address, data._address, byref(found), 0, 1, 0.0)
    return list(found[:count])


def ask(pair: Arguments) -> Said:
    deepest = min(contacts(pair), key=lambda contact: contact.dist, default=None)
    if deepest is None or deepest.dist > 0:
        return Said(False)
    return Said(True, deepest.dist, tuple(deepest.normal))


REFERENCE = Reference(
    "mujoco-boxes",
    "MuJoCo, mjc_BoxBox",
    version,
    ask,
    (kinds.Box,),
    "MuJoCo 3.10.0, commit 28009f91, src/engine/engine_collision_box.c",
)
