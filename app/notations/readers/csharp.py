"""C#: arrays of openGJK's example, System.Numerics, BepuPhysics and Jitter."""

from gjkscope.app.notations.code.builders import (
    AXES,
    IDENTITY_POSE,
    IDENTITY_TURN,
    ONE3,
    VECTOR3,
    VECTOR4,
    ZERO3,
    about,
    as_rotation,
    axis_angle,
    euler,
    from_quaternion,
    matrix_of,
    moved_shape,
    pose_from,
    posed,
    quaternion_of_vector,
    repeated,
    translation,
    unit_value,
)
from gjkscope.app.notations.code.lexer import CSHARP
from gjkscope.app.notations.code.reader import notation_of
from gjkscope.app.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, ShapeForm, Value
from gjkscope.app.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.notations.placing import COLUMNS, XYZW
from gjkscope.app.notations.registry import register

_NAMES = ("Vector3", "JVector", "Vec3", "Vector3D", "Double3", "float3", "double3", "System.Numerics.Vector3")

_FUNCTIONS: dict[str, Forms] = {
    # BepuPhysics and Jitter take full sizes
    "Box": (ShapeForm("box", ("sizes",)),),
    "BoxShape": (ShapeForm("box", ("sizes",)), ShapeForm("box", ("size",))),
    **dict.fromkeys(("Sphere", "SphereShape"), (ShapeForm("sphere", ("radius",)),)),
    "Capsule": (ShapeForm("capsule", ("radius", "height"), axis="y"),),
    "CapsuleShape": (ShapeForm("capsule", ("radius", "height"), axis="y"),),
    "Cylinder": (ShapeForm("cylinder", ("radius", "height"), axis="y"),),
    "CylinderShape": (ShapeForm("cylinder", ("height", "radius"), axis="y"),),
    "ConeShape": (ShapeForm("cone", ("radius", "height"), axis="y"),),
    "ConvexHull": (ShapeForm("hull", ("points", "_…")),),
    "ConvexHullShape": (ShapeForm("hull", ("points", "_…")),),
    "PointCloudShape": (ShapeForm("hull", ("points", "_…")),),
    "TransformedShape": tuple(Form(kinds, moved_shape(posed)) for kinds in ("ovr", "ov", "or")),
    "Triangle": (ShapeForm("triangle", ("a", "b", "c")),),
    **dict.fromkeys(_NAMES, (*VECTOR3, Form("s", repeated(3)))),
    **dict.fromkeys(("Vector4", "float4"), VECTOR4),
    **dict.fromkeys(
        ("Quaternion", "JQuaternion", "quaternion"),
        (
            Form("ssss", from_quaternion(XYZW)),
            Form("vs", quaternion_of_vector),
            Form("4", from_quaternion(XYZW)),
            Form("", IDENTITY_TURN.build),
        ),
    ),
    **{
        f"{name}.CreateFromAxisAngle": (Form("vs", axis_angle()),)
        for name in ("Quaternion", "JQuaternion", "Matrix4x4")
    },
    **{
        f"{name}.CreateFromYawPitchRoll": (Form("sss", euler("YXZ")),)
        for name in ("Quaternion", "JQuaternion", "Matrix4x4", "QuaternionEx")
    },
    "CreateRotationX": (Form("s", about("x")),),
    "CreateRotationY": (Form("s", about("y")),),
    "CreateRotationZ": (Form("s", about("z")),),
    "CreateFromMatrix": (Form("r", as_rotation),),
    "CreateFromRotationMatrix": (Form("p", as_rotation),),
    "CreateFromQuaternion": (Form("r", as_rotation),),
    "CreateTranslation": (Form("v", translation), Form("sss", translation)),
    "Matrix4x4": (Form("s" * 16, matrix_of(COLUMNS)),),  # for row vectors: the translation is in the last four
    "RigidPose": (Form("vr", posed), Form("v", pose_from), Form("", IDENTITY_POSE.build)),
    "Pose": (Form("vr", posed),),
    "Normalize": (Form("v", unit_value), Form("r", unit_value)),
}

_CONSTANTS: dict[str, Value] = {
    **{f"{name}.Zero": ZERO3 for name in _NAMES},
    **{f"{name}.One": ONE3 for name in _NAMES},
    **{f"{name}.Unit{axis.upper()}": AXES[axis] for name in _NAMES for axis in "xyz"},
    **{f"{name}.Identity": IDENTITY_ROTATION for name in ("Quaternion", "JQuaternion", "JMatrix")},
    **{f"{name}.Identity": IDENTITY_PLACEMENT for name in ("RigidPose", "Matrix4x4")},
}

VOCABULARY = Vocabulary(
    name="csharp",
    title="C# (openGJK, System.Numerics, BepuPhysics)",
    language=CSHARP,
    signs=(
        r"\bnew\s+(?:float|double|decimal)\s*\[|\bvar\s+\w+\s*=\s*new\b|\bnew\s+(?:Vector3|Quaternion|RigidPose|JVector)\b"
        r"|\busing\s+System\b|(?:float|double)\s*\[,*\]\s*\w+\s*="
    ),
    sure_signs=(
        r"\b(?:JVector|JQuaternion|RigidPose|BodyDescription|StaticDescription|CollidableDescription|BepuPhysics|Jitter2)\b"
        r"|\bNarrowPhase\.|\bSimulation\.(?:Shapes|Bodies|Statics)\b|\bBepuUtilities\b|\bStride\.\w"
    ),
    functions=_FUNCTIONS,
    constants=_CONSTANTS,
    fields={"Linear": "velocity", "Angular": "velocity"},
    order=XYZW,
    order_why="System.Numerics.Quaternion takes x, y, z, w",
    unsupported=r"(?:Mesh|Compound|BigCompound|TerrainShape|\w+Shape)",
    infers_points=True,
    confidence=0.7,
    suffixes=(".cs",),
)

register(notation_of(VOCABULARY))
