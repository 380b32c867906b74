"""C with the Open Dynamics Engine.

Sizes are full, capsules and cylinders lie along z, a capsule's length is that between its centres, quaternions have w
first, and a dMatrix3 has three rows of four numbers, of which the last is unused.
"""

from collections.abc import Sequence

from gjkscope.app.bring.notations.code.builders import IDENTITY_TURN, VECTOR3, axis_angle, euler, from_quaternion, plane
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.plane_values import placing
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import (
    Array,
    OperandMismatch,
    ShapeForm,
    Value,
    array,
    flatten,
)
from gjkscope.app.bring.notations.code.vocabulary import Form, Site, Vocabulary
from gjkscope.app.bring.notations.placing import WXYZ
from gjkscope.app.bring.notations.registry import register


def _rows_of_four(_: Site, values: Sequence[Value]) -> Value:
    """A dMatrix3: the rotation in the first three of each row of four numbers."""
    flat = flatten(Array(tuple(values)))
    if flat is None or len(flat) != 12:
        raise OperandMismatch("must be the twelve numbers of a dMatrix3")
    return array((flat[:3], flat[4:7], flat[8:11]))


def _axis_and_angle(site: Site, values: Sequence[Value]) -> Value:
    return axis_angle()(site, [Array(tuple(values[:3])), values[3]])


_TURN_FROM_AXIS = (Form("ssss", _axis_and_angle),)

VOCABULARY = Vocabulary(
    name="ode-c",
    title="C with ODE",
    language=CPP,
    signs=r"\bd(?:Create(?:Box|Sphere|Capsule|CCylinder|Cylinder|Plane|Convex)|Geom(?:Set\w+|ID)|BodySet\w+|ContactGeom)\b",
    functions={
        "dCreateBox": (ShapeForm("box", ("_", "sizes")),),
        "dCreateSphere": (ShapeForm("sphere", ("_", "radius")),),
        "dCreateCapsule": (ShapeForm("capsule", ("_", "radius", "height"), axis="z"),),
        "dCreateCCylinder": (ShapeForm("capsule", ("_", "radius", "height"), axis="z"),),
        "dCreateCylinder": (ShapeForm("cylinder", ("_", "radius", "height"), axis="z"),),
        "dCreatePlane": (ShapeForm("halfspace", ("_", "plane")),),
        "dCreateConvex": (ShapeForm("hull", ("_", "_", "_", "points", "_…")),),
        "dPlane": (Form("ssss", plane(1.0)),),
        "dVector3": VECTOR3,
        "dQuaternion": (Form("ssss", from_quaternion(WXYZ)), Form("", IDENTITY_TURN.build)),
        "dMatrix3": (Form("a", _rows_of_four), Form("s…", _rows_of_four), Form("", IDENTITY_TURN.build)),
    },
    order=WXYZ,
    order_why="dQuaternion is w, x, y, z",
    unsupported=r"dCreate(?:TriMesh|Heightfield|Ray)|dGeomTriMeshDataBuild\w+",
    setters={
        "dQFromAxisAndAngle": _TURN_FROM_AXIS,
        "dRFromAxisAndAngle": _TURN_FROM_AXIS,
        "dRFromEulerAngles": (Form("sss", euler("xyz")),),
        "dQSetIdentity": (IDENTITY_TURN,),
        "dRSetIdentity": (IDENTITY_TURN,),
    },
    updaters={
        **dict.fromkeys(("dGeomSetPosition", "dBodySetPosition"), placing("position")),
        **dict.fromkeys(
            ("dGeomSetQuaternion", "dBodySetQuaternion", "dGeomSetRotation", "dBodySetRotation"), placing("rotation")
        ),
    },
    writing=r"d[QR](?:From|Multiply|Set)\w+|d(?:Geom|Body)SetOffset\w+",
    confidence=0.93,
    suffixes=(".c", ".cpp"),
)

register(notation_of(VOCABULARY))
