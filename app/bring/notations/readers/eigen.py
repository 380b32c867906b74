"""C++ with Eigen: FCL, coal (hpp-fcl) and Drake."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import ROWS, WXYZ
from gjkscope.app.bring.notations.registry import register

_WXYZ = build.from_quaternion(WXYZ)
_QUATERNION = (
    Form("ssss", _WXYZ, ("w", "x", "y", "z")),
    Form("sv", lambda site, values: _WXYZ(site, values)),
    Form("r", build.as_rotation),
    Form("4", build.from_quaternion("xyzw")),  # from its coefficients
    Form("", build.IDENTITY_TURN.build),
)
_VECTORS = ("Vector3", "Vec3", "Vec3f", "Vec3s", "Vector3d")
_POSES = (
    "Transform3 Isometry3 Affine3 RigidTransform Transform3d Transform3f Transform3s Isometry3d "
    "RigidTransformd Isometry3f Affine3d Matrix4d Affine3f Matrix4"
).split()
_ROTATION = (Form("r", build.as_rotation), Form("sss" * 3, build.rotation_matrix(ROWS)), Form("", build.blank(3, 3)))
_POSE = (
    Form("p", build.pose_from),
    Form("rv", build.pose_in_order(position_first=False)),
    Form("3v", build.pose_in_order(position_first=False)),
    Form("vr", build.pose),
    Form("v", build.pose_from),
    Form("r", build.pose_from),
    Form("", build.IDENTITY_POSE.build),
)
_MATRIX4 = (Form("p", build.first), Form("s" * 16, build.matrix_of(ROWS)), Form("", build.blank(4, 4)))

_FUNCTIONS: dict[str, Forms] = {
    # shapes: full sizes; lengths are those of the cylindrical part
    "Box": (ShapeForm("box", ("sizes",)), ShapeForm("box", ("sizes", "_"))),
    "MakeCube": (ShapeForm("box", ("size",)),),
    "Sphere": (ShapeForm("sphere", ("radius",)),),
    "Ellipsoid": (ShapeForm("ellipsoid", ("radii",)),),
    "Capsule": (ShapeForm("capsule", ("radius", "height"), axis="z"),),
    "Cylinder": (ShapeForm("cylinder", ("radius", "height"), axis="z"),),
    "Cone": (ShapeForm("cone", ("radius", "height"), axis="z"),),
    "MeshcatCone": (ShapeForm("cone", ("height", "radius"), axis="z"),),
    "TriangleP": (ShapeForm("triangle", ("a", "b", "c")),),
    "Convex": (ShapeForm("hull", ("points", "_…")),),
    "ConvexBase": (ShapeForm("hull", ("points", "_…")),),
    "ConvexTpl": (ShapeForm("hull", ("points", "_…")),),
    "convexHull": (ShapeForm("hull", ("points", "_…")),),
    "BVHModel": (ShapeForm("mesh", ()),),  # addSubModel(vertices, triangles) follows
    "Triangle": (Form("sss", build.as_list),),
    "Halfspace": (ShapeForm("halfspace", ("normal", "offset")),),
    # vectors
    **dict.fromkeys(("Vector3", "Vec3f", "Vec3s", "Vec3", "Vector3f", "Point3", "CoalVec3"), build.VECTOR3),
    **dict.fromkeys(("Vector4", "Vec4", "Quaternion4"), build.VECTOR4),
    **{f"{name}.Zero": (Form("", build.constant(build.ZERO3)),) for name in (*_VECTORS, "Vector3f", "Vector3s")},
    **{f"{name}.Ones": (Form("", build.constant(build.ONE3)),) for name in _VECTORS},
    "Constant": (Form("s", build.repeat(3)),),
    "UnitX": (Form("", build.constant(build.AXES["x"])),),
    "UnitY": (Form("", build.constant(build.AXES["y"])),),
    "UnitZ": (Form("", build.constant(build.AXES["z"])),),
    # rotations
    **dict.fromkeys(("Quaternion", "Quaternionf", "Quatf", "Quats", "Quaternion3f", "makeQuat", "Quat"), _QUATERNION),
    "FromTwoVectors": (Form("vv", build.looking_between),),
    **dict.fromkeys(("AngleAxis", "AngleAxisf"), (Form("sv", build.axis_angle()), Form("r", build.as_rotation))),
    **dict.fromkeys(("RotationMatrix", "Rotation3"), (*_ROTATION[:2], Form("", build.IDENTITY_TURN.build))),
    **dict.fromkeys(("Matrix3", "Matrix3f", "Mat3f", "Matrix3s", "Mat3s", "Mat3"), _ROTATION),
    "MakeXRotation": (Form("s", build.about("x")),),
    "MakeYRotation": (Form("s", build.about("y")),),
    "MakeZRotation": (Form("s", build.about("z")),),
    "RollPitchYaw": (Form("sss", build.euler("xyz")), Form("v", build.euler("xyz"))),
    "fromAxisAngle": (Form("vs", build.axis_angle()),),
    "rotationVector": (Form("v", build.rotation_vector),),
    # poses
    **dict.fromkeys(
        ("Transform3", "Transform3f", "Transform3s", "RigidTransform", "Isometry3", "Isometry3f", "Affine3"), _POSE
    ),
    **dict.fromkeys(("SE3", "Affine3f", "Transform"), _POSE),
    **dict.fromkeys(("Translation3", "Translation3f", "Translation"), build.TRANSLATION),
    **dict.fromkeys(("Matrix4", "Matrix4f"), _MATRIX4),
    **{f"{name}.Identity": (build.IDENTITY_POSE,) for name in _POSES},
    "SE3.Identity": (build.IDENTITY_POSE,),
    "Identity": (build.IDENTITY_TURN,),
    "inverse": (Form("p", build.inverse_of),),
    "Map": (Form("a", build.mapped_matrix),),
    "normalized": (Form("v", build.unit_value),),
    "negate": (Form("*", build.negative),),
    "MatrixXd": (Form("ss", build.blank_of_sizes),),
    "VectorXd": (Form("s", build.blank_of_sizes),),
}  # fmt: skip

VOCABULARY = Vocabulary(
    name="eigen",
    title="C++ with Eigen (FCL, coal, Drake)",
    language=CPP,
    signs=(
        r"\b(?:fcl|coal|hpp::fcl|Eigen|drake)::|\b(?:Transform3[fs]?|Isometry3|RigidTransform|AngleAxis)(?:<|[df]\b|\s+\w)"
        r"|\b(?:Translation3|Quaternion|Vector3|Matrix[34])(?:<\w+>|[df])\s*\(?|\bmake_(?:shared|unique)<\s*(?:\w+::)*"
        r"(?:Box|Sphere|Capsule|Cylinder|Cone|Ellipsoid|Convex)\b|\.\s*(?:matrix|translation|linear)\(\)\s*<<"
        r"|\bTransform3[fs]\b|\bVec3[fs]\b|\b(?:Box|Sphere|Capsule|Cylinder|Ellipsoid|Cone)<(?:S|double|float|T)>\s+\w+\s*[({]"
    ),
    functions=_FUNCTIONS,
    constants={**build.words("GEOM_BOX"), **{f"Unit{axis.upper()}": build.AXES[axis] for axis in build.AXES}},
    methods={
        "fromAxisAngle": (Form("vs", build.axis_angle()),),
        "fromRotation": (Form("r", build.as_rotation),),
        "fromEuler": (Form("sss", build.euler("xyz", places=(2, 1, 0))),),  # yaw, pitch, roll
        "setEulerYPR": (Form("sss", build.euler("xyz", places=(2, 1, 0))),),
        "setEulerZYX": (Form("sss", build.euler("xyz")),),
        "setFromTwoVectors": (Form("vv", build.looking_between),),
    },
    order="xyzw",
    order_why="Eigen stores coefficients as x, y, z, w",
    ignored=r"(?:.*\.)?RegisterVisualGeometry",
    unsupported=r"(?:TriangleMesh|OcTree|HeightField|Plane|HalfSpace|Mesh)",
    confidence=0.85,
    weaker=r"\b(?:Box|Sphere|Capsule|Cylinder|Cone)\s+\w+\(",
    suffixes=(".cpp", ".h", ".hpp", ".cc", ".cxx"),
)

register(notation_of(VOCABULARY))
