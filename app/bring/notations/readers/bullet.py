"""C++ with Bullet."""

from gjkscope.app.bring.notations.code.builders import (
    IDENTITY_POSE,
    IDENTITY_TURN,
    ONE3,
    VECTOR3,
    VECTOR4,
    ZERO3,
    as_rotation,
    axis_angle,
    blank,
    euler,
    from_quaternion,
    inverse_product,
    looking_between,
    matrix_of,
    pose_from,
    posed,
    rotation_matrix,
)
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import Array, ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, XYZW
from gjkscope.app.bring.notations.registry import register

_MARGIN = (("margin", "rounding"),)

_FUNCTIONS: dict[str, Forms] = {
    "btBoxShape": (ShapeForm("box", ("half_extents",)),),
    "createBoxShape": (ShapeForm("box", ("half_extents",)),),  # of Bullet's example browser
    "btSphereShape": (ShapeForm("sphere", ("radius",)),),
    "btCapsuleShape": (ShapeForm("capsule", ("radius", "height"), axis="y"),),
    "btCapsuleShapeX": (ShapeForm("capsule", ("radius", "height"), axis="x", is_axis_named=True),),
    "btCapsuleShapeZ": (ShapeForm("capsule", ("radius", "height"), axis="z", is_axis_named=True),),
    "btCylinderShape": (ShapeForm("cylinder", ("half_extents",), axis="y"),),
    "btCylinderShapeX": (ShapeForm("cylinder", ("half_extents",), axis="x", is_axis_named=True),),
    "btCylinderShapeZ": (ShapeForm("cylinder", ("half_extents",), axis="z", is_axis_named=True),),
    "btConeShape": (ShapeForm("cone", ("radius", "height"), axis="y"),),
    "btConeShapeX": (ShapeForm("cone", ("radius", "height"), axis="x", is_axis_named=True),),
    "btConeShapeZ": (ShapeForm("cone", ("radius", "height"), axis="z", is_axis_named=True),),
    "btStaticPlaneShape": (ShapeForm("halfspace", ("normal", "offset")),),
    "btConvexHullShape": (
        ShapeForm("hull", ("points", "_…"), names=_MARGIN),
        ShapeForm("hull", ("_…",), names=(*_MARGIN, ("points", "points"))),
    ),
    "btTriangleShape": (ShapeForm("triangle", ("a", "b", "c"), names=_MARGIN),),
    "btBU_Simplex1to4": (
        ShapeForm("triangle", ("a", "b", "c"), names=_MARGIN),
        ShapeForm("segment", ("a", "b"), names=_MARGIN),
    ),
    "btVector3": VECTOR3,
    "btVector4": VECTOR4,
    "btQuaternion": (
        Form("ssss", from_quaternion(XYZW)),
        Form("vs", axis_angle()),
        Form("sss", euler("zxy", places=(2, 1, 0))),  # yaw about y, pitch about x, roll about z
        Form("", IDENTITY_TURN.build),
    ),
    "btMatrix3x3": (
        Form("sss" * 3, rotation_matrix(ROWS)),
        Form("vvv", rotation_matrix(ROWS)),
        Form("r", as_rotation),
        Form("", blank(3, 3)),
    ),
    "btTransform": (Form("rv", posed), Form("r", pose_from), Form("p", pose_from), Form("", IDENTITY_POSE.build)),
    "btTransform.getIdentity": (IDENTITY_POSE,),
    "btQuaternion.getIdentity": (IDENTITY_TURN,),
    "btMatrix3x3.getIdentity": (IDENTITY_TURN,),
    "shortestArcQuat": (Form("vv", looking_between),),
    "inverseTimes": (Form("pp", inverse_product),),
    "btDefaultMotionState": (Form("p|p", pose_from), Form("", IDENTITY_POSE.build)),
}

VOCABULARY = Vocabulary(
    name="bullet-cpp",
    title="C++ with Bullet",
    language=CPP,
    signs=r"\bbt(?:\w*Shape|Vector3|Transform|Quaternion|Matrix3x3|Scalar|RigidBody|CollisionObject)\b",
    functions=_FUNCTIONS,
    constants={"btVector3_zero": ZERO3, "btVector3_one": ONE3, "zero": Array(ZERO3.items)},
    order=XYZW,
    order_why="btQuaternion takes x, y, z, w",
    unsupported=r"bt(?!Collision|Polyhedral|Convex(?:Shape|InternalShape))\w*Shape\w*",
    methods={
        "setEulerZYX": (Form("sss", euler("xyz", places=(2, 1, 0))),),
        "matrix.setEulerZYX": (Form("sss", euler("xyz")),),
        "matrix.setEulerYPR": (Form("sss", euler("xyz", places=(2, 1, 0))),),
        "setEulerYPR": (Form("sss", euler("zxy", places=(2, 1, 0))),),
        "setEuler": (Form("sss", euler("zxy", places=(2, 1, 0))),),
        "setFromOpenGLMatrix": (Form("a", matrix_of(COLUMNS)),),
        "setRotation": (Form("vs", axis_angle()), Form("r", as_rotation)),
    },
    confidence=0.95,
    suffixes=(".cpp", ".h"),
)

register(notation_of(VOCABULARY))
