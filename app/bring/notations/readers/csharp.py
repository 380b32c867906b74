"""C#: arrays of openGJK's example, System.Numerics, BepuPhysics and Jitter."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CSHARP
from gjkscope.app.bring.notations.code.matching import require_value
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, Array, ShapeForm, Value
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW
from gjkscope.app.bring.notations.registry import register

_NAMES = ("Vector3", "JVector", "Vec3", "Vector3D", "Double3", "float3", "double3", "Vector3Wide")

# Edges of boxes, by the names of arguments and of fields.
_EDGES = (
    ("width", "sizes.0"),
    ("height", "sizes.1"),
    ("length", "sizes.2"),
    ("half_width", "half_extents.0"),
    ("half_height", "half_extents.1"),
    ("half_length", "half_extents.2"),
    ("size", "sizes"),
    ("half_extent", "half_extents"),
)
_LOCAL = (("local_offset", "position"), ("local_rotation", "rotation"))  # of Stride's descriptions
_SIZED = ShapeForm("box", ("sizes",), names=(*_EDGES, *_LOCAL))
_HALVED = ShapeForm("box", ("half_extents",), names=(*_EDGES, *_LOCAL))
_LONG = (("length", "height"), ("half_length", "half_height"), *_LOCAL)


def _lane(site: Site, values: Sequence[Value]) -> Value:
    """The first number of a vector of lanes."""
    listed = values[0]
    if not isinstance(listed, Array) or not listed.items:
        raise site.fault("must be a number")
    return require_value(listed.items[0])


def _round(kind: str, *parameters: str) -> Forms:
    """A capsule or cylinder, whose half length may be given by name."""
    full = ShapeForm(kind, parameters, axis="y", names=_LONG)
    halved = tuple("half_height" if parameter == "height" else parameter for parameter in parameters)
    return (full, full._replace(parameters=halved))


_FUNCTIONS: dict[str, Forms] = {
    # BepuPhysics and Jitter take full sizes
    **dict.fromkeys(("Box", "BoxWide"), (_SIZED, _HALVED)),
    "BoxShape": (_SIZED, ShapeForm("box", ("size",))),
    **dict.fromkeys(("Sphere", "SphereShape", "SphereWide"), (ShapeForm("sphere", ("radius",), names=_LOCAL),)),
    **dict.fromkeys(("Capsule", "CapsuleWide", "CapsuleShape"), _round("capsule", "radius", "height")),
    **dict.fromkeys(("Cylinder", "CylinderWide"), _round("cylinder", "radius", "height")),
    "CylinderShape": _round("cylinder", "height", "radius"),
    # Jitter's support functions take half sizes
    "SupportPrimitives.CreateBox": (_HALVED,),
    **dict.fromkeys(
        ("SupportPrimitives.Sphere", "SupportPrimitives.CreateSphere"), (ShapeForm("sphere", ("radius",)),)
    ),
    "SupportPrimitives.CreateCapsule": (ShapeForm("capsule", ("radius", "half_height"), axis="y"),),
    "SupportPrimitives.CreateCylinder": (ShapeForm("cylinder", ("radius", "half_height"), axis="y"),),
    "VertexSupportMap": (ShapeForm("hull", ("points", "_…")),),
    "ConeShape": (ShapeForm("cone", ("radius", "height"), axis="y"),),
    # Stride: full sizes, the length of a capsule without its ends
    **dict.fromkeys(("BoxColliderShapeDesc", "BoxCollider"), (_SIZED,)),
    "BoxColliderShape": (ShapeForm("box", ("_", "sizes"), names=_EDGES),),
    **dict.fromkeys(("SphereColliderShapeDesc", "SphereCollider"), (ShapeForm("sphere", ("radius",), names=_LOCAL),)),
    "SphereColliderShape": (ShapeForm("sphere", ("_", "radius")),),
    **dict.fromkeys(("CapsuleColliderShapeDesc", "CapsuleCollider"), _round("capsule", "radius", "height")),
    "CapsuleColliderShape": (ShapeForm("capsule", ("_", "radius", "height", "axis?"), axis="y", names=_LONG),),
    **dict.fromkeys(("CylinderColliderShapeDesc", "CylinderCollider"), _round("cylinder", "radius", "height")),
    "CylinderColliderShape": (ShapeForm("cylinder", ("height", "radius", "axis?"), axis="y", names=_LONG),),
    "ConvexHull": (ShapeForm("hull", ("points", "_…")),),
    "ConvexHullShape": (ShapeForm("hull", ("points", "_…")),),
    "PointCloudShape": (ShapeForm("hull", ("points", "_…")),),
    "TransformedShape": tuple(Form(kinds, build.moved_shape(build.pose)) for kinds in ("ovr", "ov", "or")),
    **dict.fromkeys(("Triangle", "TriangleShape", "TriangleWide"), (ShapeForm("triangle", ("a", "b", "c")),)),
    "Vector": (Form("s", build.first), Form("a", _lane)),  # of BepuPhysics: the same number in each lane
    **dict.fromkeys(_NAMES, (*build.VECTOR3, Form("s", build.repeat(3)))),
    **dict.fromkeys(("Vector4", "float4"), build.VECTOR4),
    **dict.fromkeys(
        ("Quaternion", "JQuaternion", "quaternion", "QuaternionWide"),
        (
            Form("ssss", build.from_quaternion(XYZW), ("x", "y", "z", "w")),
            Form("vs", build.quaternion_of_vector),
            Form("4", build.from_quaternion(XYZW)),
            Form("", build.IDENTITY_TURN.build),
        ),
    ),
    **{
        f"{name}.CreateFromAxisAngle": (Form("vs", build.axis_angle()),)
        for name in ("Quaternion", "JQuaternion", "Matrix4x4")
    },
    **{
        f"{name}.CreateFromYawPitchRoll": (Form("sss", build.euler("YXZ")),)
        for name in ("Quaternion", "JQuaternion", "Matrix4x4", "QuaternionEx")
    },
    "CreateRotationX": (Form("s", build.about("x")),),
    "CreateRotationY": (Form("s", build.about("y")),),
    "CreateRotationZ": (Form("s", build.about("z")),),
    "CreateFromMatrix": (Form("r", build.as_rotation),),
    "CreateFromRotationMatrix": (Form("p", build.as_rotation),),
    "CreateFromQuaternion": (Form("r", build.as_rotation),),
    "CreateTranslation": (Form("v", build.translation), Form("sss", build.translation)),
    "Matrix4x4": (Form("s" * 16, build.matrix_of(COLUMNS)),),  # for row vectors: the translation is in the last four
    "RigidPose": (
        Form("vr", build.pose),
        Form("v", build.pose_from),
        Form("r", build.pose_from),
        Form("", build.IDENTITY_POSE.build),
    ),
    "Pose": (Form("vr", build.pose),),
    "Transform3D": (Form("rv", build.pose),),
    **dict.fromkeys(
        ("Matrix.Translation", "Matrix4x4.Translation"), (Form("v", build.translation), Form("sss", build.translation))
    ),
    **{f"Matrix.Rotation{axis.upper()}": (Form("s", build.about(axis)),) for axis in "xyz"},
    **{f"Quaternion.Rotation{axis.upper()}": (Form("s", build.about(axis)),) for axis in "xyz"},
    "Quaternion.RotationAxis": (Form("vs", build.axis_angle()),),
    "Quaternion.RotationYawPitchRoll": (Form("sss", build.euler("YXZ")),),
    "Normalize": (Form("v", build.unit_value), Form("r", build.unit_value)),
}

_DIRECTIONS = {"Up": (0.0, 1.0, 0.0), "Down": (0.0, -1.0, 0.0), "Right": (1.0, 0.0, 0.0), "Left": (-1.0, 0.0, 0.0)}

_CONSTANTS: dict[str, Value] = {
    **{f"{name}.Zero": build.ZERO3 for name in _NAMES},
    **{f"{name}.One": build.ONE3 for name in _NAMES},
    **{f"{name}.Unit{axis.upper()}": build.AXES[axis] for name in _NAMES for axis in "xyz"},
    **{f"{name}.{word}": build.numbers(*signs) for name in _NAMES for word, signs in _DIRECTIONS.items()},
    **build.words("UpX", "UpY", "UpZ"),
    **{f"{name}.Identity": IDENTITY_ROTATION for name in ("Quaternion", "JQuaternion", "JMatrix")},
    **{f"{name}.Identity": IDENTITY_PLACEMENT for name in ("RigidPose", "Matrix4x4")},
}

VOCABULARY = Vocabulary(
    name="csharp",
    title="C# (openGJK, System.Numerics, BepuPhysics, Jitter, Stride)",
    language=CSHARP,
    signs=(
        r"\bnew\s+(?:float|double|decimal)\s*\[|\bvar\s+\w+\s*=\s*new\b|\bnew\s+(?:Vector3|Quaternion|RigidPose|JVector)\b"
        r"|\b[A-Z]\w*Shape\s+\w+\s*=\s*new\(|\busing\s+System\b|(?:float|double)\s*\[,*\]\s*\w+\s*="
    ),
    sure_signs=(
        r"\b(?:JVector|JQuaternion|RigidPose|BodyDescription|StaticDescription|CollidableDescription|BepuPhysics|Jitter2)\b"
        r"|\bnew\s+(?:Box|Sphere|Capsule|Cylinder)ColliderShape(?:Desc)?\b|\b(?:Capsule|Triangle|Sphere|Box|Cylinder)Wide\b"
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
