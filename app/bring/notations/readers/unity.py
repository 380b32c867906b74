"""C# with Unity: colliders and transforms of game objects.

Unity's coordinates are left-handed.  The numbers stay as given: the picture is mirrored, distances and depths are not.
"""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CSHARP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import ByWord, Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW
from gjkscope.app.bring.notations.registry import register

_BEVEL = ("bevel_radius", "convex_radius")  # inside the sizes
_MATH_EULER = build.euler("zxy", places=(2, 0, 1))  # of Unity.Mathematics, in radians
_EULER = build.euler("zxy", build.DEGREES, places=(2, 0, 1))  # about z, then x, then y, of fixed axes; given as x, y, z

_PRIMITIVES = {
    "Cube": ShapeForm("box", ("size?", "center?"), defaults=(("size", 1.0),)),
    "Sphere": ShapeForm("sphere", ("radius?", "center?"), defaults=(("radius", 0.5),)),
    "Capsule": ShapeForm(
        "capsule", ("radius?", "total_height?"), "y", defaults=(("radius", 0.5), ("total_height", 2.0))
    ),
}

_FUNCTIONS: dict[str, Forms] = {
    "BoxCollider": (ShapeForm("box", ("sizes?", "center?"), names=(("size", "sizes"),)),),
    "SphereCollider": (ShapeForm("sphere", ("radius?", "center?")),),
    "CreatePrimitive": (ByWord(_PRIMITIVES),),
    "CapsuleCollider": (
        ShapeForm(
            "capsule",
            ("radius?", "total_height?", "center?", "axis?"),
            axis="y",
            names=(("height", "total_height"), ("direction", "axis")),
        ),
    ),
    "MeshCollider": (ShapeForm("hull", ("points?",), names=(("vertices", "points"), ("sharedMesh", "points"))),),
    **dict.fromkeys(
        ("BoxGeometry", "PrimitiveBoxGeometry"),
        (ShapeForm("box", ("sizes?", "center?"), names=(("size", "sizes"), _BEVEL)),),
    ),
    "SphereGeometry": (ShapeForm("sphere", ("radius?", "center?")),),
    "CapsuleGeometry": (ShapeForm("capsule", ("a?", "b?", "radius?"), names=(("vertex_0", "a"), ("vertex_1", "b"))),),
    "CylinderGeometry": (ShapeForm("cylinder", ("radius?", "height?", "center?"), axis="z", names=(_BEVEL,)),),
    "Physics.SphereCast": (ShapeForm("sphere", ("position", "radius", "velocity", "_?", "distance?", "_…")),),
    "Physics.BoxCast": (
        ShapeForm("box", ("position", "half_extents", "velocity", "rotation", "distance?")),
        ShapeForm("box", ("position", "half_extents", "velocity", "_?", "rotation?", "distance?", "_…")),
    ),
    "Physics.CapsuleCast": (ShapeForm("capsule", ("a", "b", "radius", "velocity", "_?", "distance?", "_…")),),
    **dict.fromkeys(
        ("RigidTransform", "LocalTransform.FromPositionRotation"), (Form("rv", build.pose), Form("vr", build.pose))
    ),
    "LocalTransform.FromPosition": (Form("v", build.translation), Form("sss", build.translation)),
    **{f"quaternion.Rotate{axis.upper()}": (Form("s", build.about(axis)),) for axis in "xyz"},
    "quaternion.AxisAngle": (Form("vs", build.axis_angle()),),
    **{f"quaternion.Euler{order}": (Form("sss", build.euler(order.lower())),) for order in ("XYZ", "ZYX")},
    **dict.fromkeys(("Vector3", "float3", "UnityEngine.Vector3"), build.VECTOR3),
    **dict.fromkeys(("Vector4", "float4"), build.VECTOR4),
    **dict.fromkeys(
        ("Quaternion", "quaternion"), (Form("ssss", build.from_quaternion(XYZW)), Form("", build.IDENTITY_TURN.build))
    ),
    "Quaternion.Euler": (Form("sss", _EULER), Form("v", _EULER)),
    "quaternion.Euler": (Form("sss", _MATH_EULER), Form("v", _MATH_EULER)),
    "Quaternion.AngleAxis": (Form("sv", build.axis_angle(build.DEGREES)),),
    "Quaternion.FromToRotation": (Form("vv", build.looking_between),),
    "Quaternion.Normalize": (Form("r", build.unit_value),),
    "Matrix4x4": (Form("4444", build.matrix_of(COLUMNS)), Form("", build.IDENTITY_POSE.build)),
    "Matrix4x4.TRS": (Form("vr*", lambda site, values: build.pose(site, values[:2])),),
    "Matrix4x4.Translate": (Form("v", build.translation),),
    "Pose": (Form("vr", build.pose),),
}

_CONSTANTS = {
    **{
        f"{owner}.{word}": value
        for owner in ("Vector3", "float3", "math")
        for word, value in {
            "zero": build.ZERO3,
            "one": build.ONE3,
            "right": build.AXES["x"],
            "left": build.numbers(-1.0, 0.0, 0.0),
            "up": build.AXES["y"],
            "down": build.numbers(0.0, -1.0, 0.0),
            "forward": build.AXES["z"],
            "back": build.numbers(0.0, 0.0, -1.0),
        }.items()
    },
    "RigidTransform.identity": IDENTITY_PLACEMENT,
    "Quaternion.identity": IDENTITY_ROTATION,
    "quaternion.identity": IDENTITY_ROTATION,
    "Matrix4x4.identity": IDENTITY_PLACEMENT,
    **build.words(*_PRIMITIVES),
}

VOCABULARY = Vocabulary(
    name="unity",
    title="C# with Unity",
    language=CSHARP,
    signs=(
        r"\b(?:Box|Sphere|Capsule|Mesh)Collider\b|\bUnityEngine\b|\bGameObject\b|\bMonoBehaviour\b|\bQuaternion\.Euler\b"
        r"|\b(?:Box|Sphere|Capsule|Cylinder)Geometry\s*[\{\r\n]|\bUnity\.(?:Physics|Mathematics)\b|\bLocalTransform\b"
        r"|\btransform\.(?:position|rotation|localPosition|eulerAngles)\b"
    ),
    functions=_FUNCTIONS,
    constants=_CONSTANTS,
    order=XYZW,
    order_why="UnityEngine.Quaternion takes x, y, z, w",
    titled=frozenset({"GameObject"}),
    passing=frozenset({"Create"}),  # SphereCollider.Create(geometry)
    unsupported=r"(?:Terrain|Wheel|Mesh)Collider",
    methods={"euler": (Form("v", _EULER),)},
    notes=("Unity's coordinates are left-handed: the numbers stay as given, so the picture is mirrored",),
    confidence=0.85,
    suffixes=(".cs",),
)

register(notation_of(VOCABULARY))
