"""C with libccd."""

from collections.abc import Mapping
from typing import TypeVar

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import (
    ShapeForm,
    add_values,
    multiply,
    multiply_each,
    subtract,
    vector_product,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import XYZW
from gjkscope.app.bring.notations.registry import register

Entry = TypeVar("Entry")

_OBJECT = (("pos", "position"), ("quat", "rotation"), ("type", "_"))
_BOX = ShapeForm("box", ("sizes?",), names=(*_OBJECT, ("x", "sizes.0"), ("y", "sizes.1"), ("z", "sizes.2")))
_SPHERE = ShapeForm("sphere", ("radius?",), names=_OBJECT)
_CYLINDER = ShapeForm("cylinder", ("radius?", "height?"), axis="z", names=_OBJECT)


def _with_old_names(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """The entries, also under the names of the first versions, when the library was called gjk: gjkVec3Set."""
    old = {key.replace("ccd", "gjk").replace("CCD", "GJK"): entry for key, entry in entries.items()}
    return {**entries, **old}


_FUNCTIONS: dict[str, Forms] = {
    "ccd_box_t": (_BOX,),
    "ccd_sphere_t": (_SPHERE,),
    "ccd_cyl_t": (_CYLINDER,),
    "CCD_BOX": (_BOX,),
    "CCD_SPHERE": (_SPHERE,),
    "CCD_CYL": (_CYLINDER,),
    "ccd_vec3_t": build.VECTOR3,
    "CCD_VEC3_STATIC": build.VECTOR3,
    "ccd_quat_t": (
        Form("ssss", build.from_quaternion(XYZW)),
        Form("4", build.from_quaternion(XYZW)),
        Form("", build.IDENTITY_TURN.build),
    ),
    "CCD_QUAT": (Form("ssss", build.from_quaternion(XYZW)),),
    "CCD_REAL": (Form("s", build.first),),
}

VOCABULARY = Vocabulary(
    name="libccd-c",
    title="C with libccd",
    language=CPP,
    signs=(
        r"\b(?:ccd|gjk)(?:_(?:box|sphere|cyl|vec3|quat|real)_t|Vec3\w+|Quat\w+)\b|\bccd(?:GJK|MPR)\w+"
        r"|\b(?:CCD|GJK)_(?:BOX|SPHERE|CYL|VEC3|QUAT)\b"
    ),
    functions=_with_old_names(_FUNCTIONS),
    order=XYZW,
    order_why="ccd_quat_t is x, y, z, w",
    setters=_with_old_names(
        {
            "ccdVec3Set": build.VECTOR3,
            "ccdVec3Copy": (Form("v", build.first),),
            "ccdVec3Sub2": (Form("vv", build.apply_function(subtract)),),
            "ccdVec3Cross": (Form("vv", build.apply_function(vector_product)),),
            "ccdQuatMul2": (Form("rr", build.product_of),),
            "ccdQuatInvert2": (Form("r", build.inverse_of),),
            "ccdQuatSet": (Form("ssss", build.from_quaternion(XYZW)),),
            "ccdQuatCopy": (Form("r", build.first),),
            "ccdQuatSetAngleAxis": (Form("sv", build.axis_angle()),),
        }
    ),
    updaters=_with_old_names(
        {
            "ccdVec3Add": (Form("vv", build.apply_function(add_values)),),
            "ccdVec3Sub": (Form("vv", build.apply_function(subtract)),),
            "ccdVec3Scale": (Form("vs", build.apply_function(multiply_each)),),
            "ccdVec3Normalize": (Form("v", build.unit_value),),
            "ccdQuatNormalize": (Form("r", build.unit_value),),
            "ccdQuatMul": (Form("rr", build.product_of),),
            "ccdQuatInvert": (Form("r", build.inverse_of),),
            "ccdQuatRotVec": (Form("vr", lambda _, values: multiply(values[1], values[0])),),
        }
    ),
    writing=r"(?:ccd|gjk)(?:Vec3|Quat)(?!Eq|Dist|Dot|Len|X$|Y$|Z$|Point|Tri)\w+",
    implied={"box": "CCD_BOX", "sphere": "CCD_SPHERE", "sph": "CCD_SPHERE", "cyl": "CCD_CYL", "cylinder": "CCD_CYL"},
    macros=tuple(_with_old_names(dict.fromkeys(("CCD_BOX", "CCD_SPHERE", "CCD_CYL", "CCD_VEC3", "CCD_QUAT")))),
    confidence=0.95,
    suffixes=(".c",),
)

register(notation_of(VOCABULARY))
