"""C++ with Eigen: FCL, coal (hpp-fcl) and Drake."""

from gjkscope.app.bring.notations.code.builders import (
    AXES,
    IDENTITY_POSE,
    IDENTITY_TURN,
    ONE3,
    TRANSLATION,
    VECTOR3,
    VECTOR4,
    ZERO3,
    about,
    as_rotation,
    axis_angle,
    blank,
    blank_of_sizes,
    constant,
    euler,
    first,
    from_quaternion,
    inverse_of,
    looking_between,
    mapped_matrix,
    matrix_of,
    negative,
    pose_from,
    posed,
    posed_in_order,
    repeated,
    rotation_matrix,
    rotation_vector,
    unit_value,
    words,
)
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import ROWS, WXYZ
from gjkscope.app.bring.notations.registry import register

_WXYZ = from_quaternion(WXYZ)
_QUATERNION = (
    Form("ssss", _WXYZ, ("w", "x", "y", "z")),
    Form("sv", lambda site, values: _WXYZ(site, values)),
    Form("r", as_rotation),
    Form("4", from_quaternion("xyzw")),  # from its coefficients
    Form("", IDENTITY_TURN.build),
)
_ROTATION = (Form("r", as_rotation), Form("sss" * 3, rotation_matrix(ROWS)), Form("", blank(3, 3)))
_POSE = (
    Form("p", pose_from),
    Form("rv", posed_in_order(position_first=False)),
    Form("3v", posed_in_order(position_first=False)),
    Form("vr", posed),
    Form("v", pose_from),
    Form("r", pose_from),
    Form("", IDENTITY_POSE.build),
)
_MATRIX4 = (Form("p", first), Form("s" * 16, matrix_of(ROWS)), Form("", blank(4, 4)))

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
    "Halfspace": (ShapeForm("halfspace", ("normal", "offset")),),
    # vectors
    **dict.fromkeys(("Vector3", "Vec3f", "Vec3s", "Vec3", "Vector3f", "Point3", "CoalVec3"), VECTOR3),
    **dict.fromkeys(("Vector4", "Vec4", "Quaternion4"), VECTOR4),
    **{f"{name}.Zero": (Form("", constant(ZERO3)),) for name in ("Vector3", "Vec3", "Vec3f", "Vec3s", "Vector3d")},
    **{f"{name}.Zero": (Form("", constant(ZERO3)),) for name in ("Vector3f", "Vector3s")},
    **{f"{name}.Ones": (Form("", constant(ONE3)),) for name in ("Vector3", "Vec3", "Vec3f", "Vec3s", "Vector3d")},
    "Constant": (Form("s", repeated(3)),),
    "UnitX": (Form("", constant(AXES["x"])),),
    "UnitY": (Form("", constant(AXES["y"])),),
    "UnitZ": (Form("", constant(AXES["z"])),),
    # rotations
    **dict.fromkeys(("Quaternion", "Quaternionf", "Quatf", "Quats", "Quaternion3f", "makeQuat", "Quat"), _QUATERNION),
    "FromTwoVectors": (Form("vv", looking_between),),
    **dict.fromkeys(("AngleAxis", "AngleAxisf"), (Form("sv", axis_angle()), Form("r", as_rotation))),
    **dict.fromkeys(("RotationMatrix", "Rotation3"), (*_ROTATION[:2], Form("", IDENTITY_TURN.build))),
    **dict.fromkeys(("Matrix3", "Matrix3f", "Mat3f", "Matrix3s", "Mat3s", "Mat3"), _ROTATION),
    "MakeXRotation": (Form("s", about("x")),),
    "MakeYRotation": (Form("s", about("y")),),
    "MakeZRotation": (Form("s", about("z")),),
    "RollPitchYaw": (Form("sss", euler("xyz")), Form("v", euler("xyz"))),
    "fromAxisAngle": (Form("vs", axis_angle()),),
    "rotationVector": (Form("v", rotation_vector),),
    # poses
    **dict.fromkeys(
        ("Transform3", "Transform3f", "Transform3s", "RigidTransform", "Isometry3", "Isometry3f", "Affine3"), _POSE
    ),
    **dict.fromkeys(("SE3", "Affine3f", "Transform"), _POSE),
    **dict.fromkeys(("Translation3", "Translation3f", "Translation"), TRANSLATION),
    **dict.fromkeys(("Matrix4", "Matrix4f"), _MATRIX4),
    **{f"{name}.Identity": (IDENTITY_POSE,) for name in ("Transform3", "Isometry3", "Affine3", "RigidTransform")},
    **{f"{name}.Identity": (IDENTITY_POSE,) for name in ("Transform3d", "Transform3f", "Transform3s", "Isometry3d")},
    **{f"{name}.Identity": (IDENTITY_POSE,) for name in ("RigidTransformd", "Isometry3f", "Affine3d", "Matrix4d")},
    "SE3.Identity": (IDENTITY_POSE,),
    **{f"{name}.Identity": (IDENTITY_POSE,) for name in ("Affine3f", "Matrix4")},
    "Identity": (IDENTITY_TURN,),
    "inverse": (Form("p", inverse_of),),
    "Map": (Form("a", mapped_matrix),),
    "normalized": (Form("v", unit_value),),
    "negate": (Form("*", negative),),
    "MatrixXd": (Form("ss", blank_of_sizes),),
    "VectorXd": (Form("s", blank_of_sizes),),
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
    constants={**words("GEOM_BOX"), **{f"Unit{axis.upper()}": AXES[axis] for axis in AXES}},
    methods={
        "fromAxisAngle": (Form("vs", axis_angle()),),
        "fromRotation": (Form("r", as_rotation),),
        "fromEuler": (Form("sss", euler("xyz", places=(2, 1, 0))),),  # yaw, pitch, roll
        "setEulerYPR": (Form("sss", euler("xyz", places=(2, 1, 0))),),
        "setEulerZYX": (Form("sss", euler("xyz")),),
        "setFromTwoVectors": (Form("vv", looking_between),),
    },
    order="xyzw",
    order_why="Eigen stores coefficients as x, y, z, w",
    ignored=r"(?:.*\.)?RegisterVisualGeometry",
    unsupported=r"(?:TriangleMesh|OcTree|BVHModel|HeightField|Plane|HalfSpace|Mesh)",
    confidence=0.85,
    weaker=r"\b(?:Box|Sphere|Capsule|Cylinder|Cone)\s+\w+\(",
    suffixes=(".cpp", ".h", ".hpp", ".cc", ".cxx"),
)

register(notation_of(VOCABULARY))
