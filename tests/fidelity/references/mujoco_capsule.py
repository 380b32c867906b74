"""MuJoCo's `mjc_CapsuleBox`, called in its shared library.

Its wheel is in no extra: `pip install mujoco==3.12.0`.
"""

from ctypes import CDLL, POINTER, byref, c_double, c_int, c_void_p
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from gjkscope.engine.published.mujoco.geoms import mujoco_geom
from gjkscope.engine.shapes import kinds
from tests.fidelity.pairs import Arguments
from tests.fidelity.reference import Reference, Said
from tests.fidelity.references.mujoco import version
from tests.fidelity.references.mujoco_boxes import CONTACTS, PreContact

NO_LIMIT = 1e10
XML = '<mujoco><worldbody><geom type="capsule" size="1 1"/><geom type="box" size="1 1 1"/></worldbody></mujoco>'


@cache
def _library() -> tuple[Any, Any, Any]:
    mujoco = import_module("mujoco")
    (path,) = Path(mujoco.__file__).parent.glob("libmujoco.so*")
    code = CDLL(str(path))
    code.mjc_CapsuleBox.argtypes = [c_void_p, c_void_p, POINTER(PreContact * CONTACTS), c_int, c_int, c_double]
    model = mujoco.MjModel.from_xml_string(XML)
    return code, model, mujoco.MjData(model)


def ask(pair: Arguments) -> Said:
    """The deepest contact; of two boxes or two capsules, nothing."""
    code, model, data = _library()
    geoms = [mujoco_geom(*pair[i : i + 2]) for i in (0, 2)]
    is_swapped = geoms[0].kind == "box"
    for number, geom in enumerate(reversed(geoms) if is_swapped else geoms):
        model.geom_size[number] = geom.size
        data.geom_xpos[number] = geom.position
        data.geom_xmat[number] = [part for row in geom.rotation for part in row]
    found = (PreContact * CONTACTS)()
    count = code.mjc_CapsuleBox(model._address, data._address, byref(found), 0, 1, NO_LIMIT)
    if not count:
        return Said(False)
    deepest = min(found[:count], key=lambda contact: contact.dist)
    sign = -1.0 if is_swapped else 1.0
    return Said(deepest.dist <= 0, deepest.dist, tuple(sign * part for part in deepest.normal))


REFERENCE = Reference(
    "mujoco-capsule",
    "MuJoCo, mjc_CapsuleBox",
    version,
    ask,
    (kinds.Capsule, kinds.Box),
    "MuJoCo 3.12.0, commit 13827e9e, src/engine/engine_collision_box.c",
)
