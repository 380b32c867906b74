"""C++ with PhysX."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW
from gjkscope.app.bring.notations.registry import register

_IDENTITY_WORD = Form("t", build.IDENTITY_TURN.build)

_FUNCTIONS: dict[str, Forms] = {
    "PxBoxGeometry": (ShapeForm("box", ("half_extents",), names=(("halfExtents", "half_extents"),)),),
    "PxSphereGeometry": (ShapeForm("sphere", ("radius",)),),
    "PxCapsuleGeometry": (
        ShapeForm("capsule", ("radius", "half_height"), axis="x", names=(("halfHeight", "half_height"),)),
    ),
    "PxPlaneGeometry": (ShapeForm("halfspace", (), axis="x", is_axis_named=True, defaults=(("offset", 0.0),)),),
    "PxCreatePlane": (ShapeForm("halfspace", ("_", "plane", "_…")),),
    "PxPlane": (Form("vs", build.plane(-1.0)), Form("ssss", build.plane(-1.0)), Form("vv", build.plane_through)),
    "PxTransformFromPlaneEquation": (Form("4", build.pose_on_plane),),
    "PxBox": (ShapeForm("box", ("position", "half_extents", "rotation?")),),
    "PxSphere": (ShapeForm("sphere", ("position", "radius")),),
    "PxCapsule": (ShapeForm("capsule", ("a", "b", "radius")),),
    "PxMeshScale": (
        Form("v", build.first),
        Form("s", build.repeat(3)),
        Form("vr", build.unturned_scale),
        Form("", build.constant(build.ONE3)),
    ),
    "PxConvexMeshGeometry": (Form("ov…", build.scaled_shape), Form("o…", build.shape_of_description)),
    "PxConvexCoreGeometry": (Form("os", build.rounded_shape), Form("o", build.first)),
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
    "PxTriangleMeshGeometry": (Form("ov…", build.scaled_shape), Form("o…", build.shape_of_description)),
    "PxTriangleMeshDesc": (
        ShapeForm("mesh", ("points?", "faces?"), names=(("points.data", "points"), ("triangles.data", "faces"))),
    ),
    **dict.fromkeys(
        ("PxVec3", "PxExtendedVec3", "PxVec3Padded"),
        (
            *build.VECTOR3[:2],
            Form("s", build.repeat(3)),
            Form("t", lambda _site, _values: build.ZERO3),
            *build.VECTOR3[2:],
        ),
    ),
    "PxVec4": build.VECTOR4,
    "PxQuat": (
        Form("ssss", build.from_quaternion(XYZW)),
        Form("sv", build.axis_angle()),
        Form("r", build.as_rotation),
        _IDENTITY_WORD,
        Form("", build.IDENTITY_TURN.build),
    ),
    "PxMat33": (
        Form("vvv", build.rotation_matrix(COLUMNS)),
        Form("r", build.as_rotation),
        Form("a", build.rotation_matrix(COLUMNS)),
        _IDENTITY_WORD,
        Form("", build.blank(3, 3)),
    ),
    "PxMat44": (
        Form("4444", build.matrix_of(COLUMNS)),
        Form("vvvv", build.translate_and_turn),
        Form("rv", build.pose),
        Form("p", build.pose_from),
        Form("a", build.matrix_of(COLUMNS)),
        Form("t", build.IDENTITY_POSE.build),
        Form("", build.blank(4, 4)),
    ),
    "PxTransform": (
        Form("sss", build.translate_and_turn),
        Form("sssr", build.translate_and_turn),
        Form("vr", build.pose),
        Form("p", build.pose_from),
        Form("v", build.pose_from),
        Form("r", build.pose_from),
        Form("t", build.IDENTITY_POSE.build),
        Form("", build.IDENTITY_POSE.build),
    ),
    "PxShortestRotation": (Form("vv", build.looking_between),),
    "PxGetRotXQuat": (Form("s", lambda site, values: build.axis_angle()(site, [values[0], build.AXES["x"]])),),
    "PxGetRotYQuat": (Form("s", lambda site, values: build.axis_angle()(site, [values[0], build.AXES["y"]])),),
    "PxGetRotZQuat": (Form("s", lambda site, values: build.axis_angle()(site, [values[0], build.AXES["z"]])),),
}

VOCABULARY = Vocabulary(
    name="physx-cpp",
    title="C++ with PhysX",
    language=CPP,
    signs=r"\bPx(?:\w*Geometry|Transform|Quat|Vec3|Mat33|Mat44|Rigid\w+|Create\w+)\b",
    functions=_FUNCTIONS,
    constants={**build.words("PxIdentity", "PxZero", "PxEmpty"), "PxVec3.zero": build.numbers(0.0, 0.0, 0.0)},
    order=XYZW,
    order_why="PxQuat takes x, y, z, w",
    passing=frozenset({"PxCreateConvexMesh", "createConvexMesh", "PxCreateTriangleMesh", "createTriangleMesh"}),
    unsupported=r"Px\w*Geometry",
    confidence=0.95,
    suffixes=(".cpp", ".h"),
)

register(notation_of(VOCABULARY))
