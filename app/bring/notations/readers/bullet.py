"""C++ with Bullet."""

from gjkscope.app.bring.notations.code import builders as build
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
    "btTriangleMesh": (ShapeForm("mesh", ("_…",)),),  # addTriangle(a, b, c) follows
    **dict.fromkeys(("btBvhTriangleMeshShape", "btGImpactMeshShape"), (Form("o|__", build.shape_of_description),)),
    "btTriangleShape": (ShapeForm("triangle", ("a", "b", "c"), names=_MARGIN),),
    "btBU_Simplex1to4": (
        ShapeForm("triangle", ("a", "b", "c"), names=_MARGIN),
        ShapeForm("segment", ("a", "b"), names=_MARGIN),
    ),
    "btVector3": build.VECTOR3,
    "btVector4": build.VECTOR4,
    "btQuaternion": (
        Form("ssss", build.from_quaternion(XYZW)),
        Form("vs", build.axis_angle()),
        Form("sss", build.euler("zxy", places=(2, 1, 0))),  # yaw about y, pitch about x, roll about z
        Form("", build.IDENTITY_TURN.build),
    ),
    "btMatrix3x3": (
        Form("sss" * 3, build.rotation_matrix(ROWS)),
        Form("vvv", build.rotation_matrix(ROWS)),
        Form("r", build.as_rotation),
        Form("", build.blank(3, 3)),
    ),
    "btTransform": (
        Form("rv", build.pose),
        Form("r", build.pose_from),
        Form("p", build.pose_from),
        Form("", build.IDENTITY_POSE.build),
    ),
    "btTransform.getIdentity": (build.IDENTITY_POSE,),
    "btQuaternion.getIdentity": (build.IDENTITY_TURN,),
    "btMatrix3x3.getIdentity": (build.IDENTITY_TURN,),
    "shortestArcQuat": (Form("vv", build.looking_between),),
    "inverseTimes": (Form("pp", build.inverse_product),),
    "btDefaultMotionState": (Form("p|p", build.pose_from), Form("", build.IDENTITY_POSE.build)),
}

VOCABULARY = Vocabulary(
    name="bullet-cpp",
    title="C++ with Bullet",
    language=CPP,
    signs=r"\bbt(?:\w*Shape|Vector3|Transform|Quaternion|Matrix3x3|Scalar|RigidBody|CollisionObject)\b",
    functions=_FUNCTIONS,
    constants={"btVector3_zero": build.ZERO3, "btVector3_one": build.ONE3, "zero": Array(build.ZERO3.items)},
    order=XYZW,
    order_why="btQuaternion takes x, y, z, w",
    unsupported=r"bt(?!Collision|Polyhedral|Convex(?:Shape|InternalShape))\w*Shape\w*",
    methods={
        "setEulerZYX": (Form("sss", build.euler("xyz", places=(2, 1, 0))),),
        "matrix.setEulerZYX": (Form("sss", build.euler("xyz")),),
        "matrix.setEulerYPR": (Form("sss", build.euler("xyz", places=(2, 1, 0))),),
        "setEulerYPR": (Form("sss", build.euler("zxy", places=(2, 1, 0))),),
        "setEuler": (Form("sss", build.euler("zxy", places=(2, 1, 0))),),
        "setFromOpenGLMatrix": (Form("a", build.matrix_of(COLUMNS)),),
        "setRotation": (Form("vs", build.axis_angle()), Form("r", build.as_rotation)),
    },
    confidence=0.95,
    suffixes=(".cpp", ".h"),
)

register(notation_of(VOCABULARY))
