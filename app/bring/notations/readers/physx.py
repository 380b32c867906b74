"""C++ with PhysX."""

from gjkscope.app.bring.notations.code.builders import (
    AXES,
    IDENTITY_POSE,
    IDENTITY_TURN,
    ONE3,
    VECTOR3,
    VECTOR4,
    ZERO3,
    as_rotation,
    axis_angle,
    blank,
    constant,
    first,
    from_quaternion,
    looking_between,
    matrix_of,
    numbers,
    plane,
    plane_through,
    pose_from,
    posed,
    posed_on_plane,
    repeated,
    rotation_matrix,
    rounded_shape,
    scaled_shape,
    shape_of_description,
    translated_and_turned,
    unturned_scale,
    words,
)
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW
from gjkscope.app.bring.notations.registry import register

_IDENTITY_WORD = Form("t", IDENTITY_TURN.build)

_FUNCTIONS: dict[str, Forms] = {
    "PxBoxGeometry": (ShapeForm("box", ("half_extents",), names=(("halfExtents", "half_extents"),)),),
    "PxSphereGeometry": (ShapeForm("sphere", ("radius",)),),
    "PxCapsuleGeometry": (
        ShapeForm("capsule", ("radius", "half_height"), axis="x", names=(("halfHeight", "half_height"),)),
    ),
    "PxPlaneGeometry": (ShapeForm("halfspace", (), axis="x", is_axis_named=True, defaults=(("offset", 0.0),)),),
    "PxCreatePlane": (ShapeForm("halfspace", ("_", "plane", "_…")),),
    "PxPlane": (Form("vs", plane(-1.0)), Form("ssss", plane(-1.0)), Form("vv", plane_through)),
    "PxTransformFromPlaneEquation": (Form("4", posed_on_plane),),
    "PxBox": (ShapeForm("box", ("position", "half_extents", "rotation?")),),
    "PxSphere": (ShapeForm("sphere", ("position", "radius")),),
    "PxCapsule": (ShapeForm("capsule", ("a", "b", "radius")),),
    "PxMeshScale": (Form("v", first), Form("s", repeated(3)), Form("vr", unturned_scale), Form("", constant(ONE3))),
    "PxConvexMeshGeometry": (Form("ov…", scaled_shape), Form("o…", shape_of_description)),
    "PxConvexCoreGeometry": (Form("os", rounded_shape), Form("o", first)),
    "PxConvexCore.Cylinder": (ShapeForm("cylinder", ("height", "radius"), axis="x"),),
    "PxConvexCore.Cone": (ShapeForm("cone", ("height", "radius"), axis="x"),),
    "PxConvexCore.Box": (ShapeForm("box", ("sizes",)),),
    "PxConvexCore.Ellipsoid": (ShapeForm("ellipsoid", ("radii",)),),
    "PxConvexCoreCylinder": (ShapeForm("cylinder", ("height", "radius"), axis="x"),),
    "PxConvexCoreCone": (ShapeForm("cone", ("height", "radius"), axis="x"),),
    "PxConvexCoreBox": (ShapeForm("box", ("sizes",)),),
    "PxConvexCoreEllipsoid": (ShapeForm("ellipsoid", ("radii",)),),
    "PxConvexCore.Point": (ShapeForm("sphere", ("radius?",)),),
    "PxConvexMeshDesc": (
        ShapeForm(
            "hull",
            ("points?",),
            names=(
                ("points", "points"),
                ("points.data", "points"),
                ("data", "points"),
                ("polygons.data", "_"),
                ("indices.data", "_"),
            ),
        ),
    ),
    "PxTriangleMeshGeometry": (Form("ov…", scaled_shape), Form("o…", shape_of_description)),
    "PxTriangleMeshDesc": (
        ShapeForm("mesh", ("points?", "faces?"), names=(("points.data", "points"), ("triangles.data", "faces"))),
    ),
    **dict.fromkeys(
        ("PxVec3", "PxExtendedVec3", "PxVec3Padded"),
        (*VECTOR3[:2], Form("s", repeated(3)), Form("t", lambda _site, _values: ZERO3), *VECTOR3[2:]),
    ),
    "PxVec4": VECTOR4,
    "PxQuat": (
        Form("ssss", from_quaternion(XYZW)),
        Form("sv", axis_angle()),
        Form("r", as_rotation),
        _IDENTITY_WORD,
        Form("", IDENTITY_TURN.build),
    ),
    "PxMat33": (
        Form("vvv", rotation_matrix(COLUMNS)),
        Form("r", as_rotation),
        Form("a", rotation_matrix(COLUMNS)),
        _IDENTITY_WORD,
        Form("", blank(3, 3)),
    ),
    "PxMat44": (
        Form("4444", matrix_of(COLUMNS)),
        Form("vvvv", translated_and_turned),
        Form("rv", posed),
        Form("p", pose_from),
        Form("a", matrix_of(COLUMNS)),
        Form("t", IDENTITY_POSE.build),
        Form("", blank(4, 4)),
    ),
    "PxTransform": (
        Form("sss", translated_and_turned),
        Form("sssr", translated_and_turned),
        Form("vr", posed),
        Form("p", pose_from),
        Form("v", pose_from),
        Form("r", pose_from),
        Form("t", IDENTITY_POSE.build),
        Form("", IDENTITY_POSE.build),
    ),
    "PxShortestRotation": (Form("vv", looking_between),),
    "PxGetRotXQuat": (Form("s", lambda site, values: axis_angle()(site, [values[0], AXES["x"]])),),
    "PxGetRotYQuat": (Form("s", lambda site, values: axis_angle()(site, [values[0], AXES["y"]])),),
    "PxGetRotZQuat": (Form("s", lambda site, values: axis_angle()(site, [values[0], AXES["z"]])),),
}

VOCABULARY = Vocabulary(
    name="physx-cpp",
    title="C++ with PhysX",
    language=CPP,
    signs=r"\bPx(?:\w*Geometry|Transform|Quat|Vec3|Mat33|Mat44|Rigid\w+|Create\w+)\b",
    functions=_FUNCTIONS,
    constants={**words("PxIdentity", "PxZero", "PxEmpty"), "PxVec3.zero": numbers(0.0, 0.0, 0.0)},
    order=XYZW,
    order_why="PxQuat takes x, y, z, w",
    passing=frozenset({"PxCreateConvexMesh", "createConvexMesh", "PxCreateTriangleMesh", "createTriangleMesh"}),
    unsupported=r"Px\w*Geometry",
    confidence=0.95,
    suffixes=(".cpp", ".h"),
)

register(notation_of(VOCABULARY))
