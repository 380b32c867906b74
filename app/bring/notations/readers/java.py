"""Java and Kotlin: jMonkeyEngine (Minie), libGDX and JBullet, all based on Bullet."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import JAVA
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, Scalar, ShapeForm, Value
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, ROWS, XYZW
from gjkscope.app.bring.notations.readers import bullet
from gjkscope.app.bring.notations.registry import register

_VECTORS = ("Vector3f", "Vector3", "Vec3", "Vector3d")
_YAW_PITCH_ROLL = Form("sss", build.euler("YXZ", build.DEGREES))  # libGDX, about moving axes

_FUNCTIONS: dict[str, Forms] = {
    # jMonkeyEngine
    "BoxCollisionShape": (ShapeForm("box", ("half_extents",)), ShapeForm("box", ("half",))),
    "SphereCollisionShape": (ShapeForm("sphere", ("radius",)),),
    "CapsuleCollisionShape": (
        ShapeForm("capsule", ("radius", "height"), axis="y"),
        ShapeForm("capsule", ("radius", "height", "axis"), axis="y"),
    ),
    "CylinderCollisionShape": (
        ShapeForm("cylinder", ("half_extents",), axis="z"),
        ShapeForm("cylinder", ("half_extents", "axis"), axis="z"),
        ShapeForm("cylinder", ("radius", "height", "axis"), axis="z"),
    ),
    "ConeCollisionShape": (
        ShapeForm("cone", ("radius", "height"), axis="y"),
        ShapeForm("cone", ("radius", "height", "axis"), axis="y"),
    ),
    "HullCollisionShape": (ShapeForm("hull", ("points",)),),
    "SimplexCollisionShape": (ShapeForm("triangle", ("a", "b", "c")), ShapeForm("segment", ("a", "b"))),
    "PlaneCollisionShape": (ShapeForm("halfspace", ("plane",)),),
    "Plane": (Form("vs", build.plane(1.0)),),
    # JBullet
    "BoxShape": (ShapeForm("box", ("half_extents",)),),
    "SphereShape": (ShapeForm("sphere", ("radius",)),),
    "CapsuleShape": (ShapeForm("capsule", ("radius", "height"), axis="y"),),
    "CapsuleShapeX": (ShapeForm("capsule", ("radius", "height"), axis="x", is_axis_named=True),),
    "CapsuleShapeZ": (ShapeForm("capsule", ("radius", "height"), axis="z", is_axis_named=True),),
    "CylinderShape": (ShapeForm("cylinder", ("half_extents",), axis="y"),),
    "CylinderShapeX": (ShapeForm("cylinder", ("half_extents",), axis="x", is_axis_named=True),),
    "CylinderShapeZ": (ShapeForm("cylinder", ("half_extents",), axis="z", is_axis_named=True),),
    "ConeShape": (ShapeForm("cone", ("radius", "height"), axis="y"),),
    "ConvexHullShape": (ShapeForm("hull", ("points",)),),
    "StaticPlaneShape": (ShapeForm("halfspace", ("normal", "offset")),),
    # values
    **dict.fromkeys(_VECTORS, (*build.VECTOR3, Form("s", build.repeat(3)))),
    **dict.fromkeys(("Vector4f", "Vector4"), build.VECTOR4),
    **dict.fromkeys(
        ("Quaternion", "Quat4f", "Quaternionf"),
        (
            Form("ssss", build.from_quaternion(XYZW)),
            Form("vs", build.axis_angle(build.DEGREES)),  # libGDX
            Form("r", build.as_rotation),
            Form("", build.IDENTITY_TURN.build),
        ),
    ),
    "AxisAngle4f": (
        Form("sss" + "s", lambda site, values: build.axis_angle()(site, [build.as_list(site, values[:3]), values[3]])),
    ),
    **dict.fromkeys(
        ("Matrix4", "Matrix4f"),
        (
            Form("rvs", lambda site, values: build.pose(site, values[:2])),  # JBullet: rotation, position, scale 1
            Form("vr|v", lambda site, values: build.pose(site, values[:2])),
            Form("a", build.matrix_of(COLUMNS)),
            Form("p", build.pose_from),
            Form("", build.IDENTITY_POSE.build),
        ),
    ),
    **dict.fromkeys(
        ("Matrix3f", "Matrix3"), (Form("sss" * 3, build.rotation_matrix(ROWS)), Form("", build.blank(3, 3)))
    ),
    "Transform": (
        Form("vr|v", lambda site, values: build.pose(site, values[:2])),
        Form("p", build.pose_from),
        Form("v", build.pose_from),
        Form("r", build.pose_from),
        Form("", build.IDENTITY_POSE.build),
    ),
    **dict.fromkeys(
        ("asList", "List.of", "listOf", "arrayOf", "arrayListOf", "floatArrayOf", "arrayOf"),
        (Form("…", build.as_list),),
    ),
}

_CONSTANTS: dict[str, Value] = {
    **{f"{name}.{zero}": build.ZERO3 for name in _VECTORS for zero in ("ZERO", "Zero")},
    **{f"{name}.UNIT_XYZ": build.ONE3 for name in _VECTORS},
    **{
        f"{name}.{unit}{axis.upper()}": build.AXES[axis]
        for name in _VECTORS
        for unit in ("UNIT_", "")
        for axis in "xyz"
    },
    "Quaternion.IDENTITY": IDENTITY_ROTATION,
    "Quaternion.DIRECTION_Z": IDENTITY_ROTATION,
    "Transform.IDENTITY": IDENTITY_PLACEMENT,
    **{f"PhysicsSpace.AXIS_{axis}": Scalar(float(i)) for i, axis in enumerate("XYZ")},
}

VOCABULARY = Vocabulary(
    name="java",
    title="Java and Kotlin (jMonkeyEngine, libGDX, JBullet)",
    language=JAVA,
    signs=r"\bimport\s+(?:com|org|java|javax)\.\w|\bval\s+\w+\s*=\s*[A-Z]\w*\(",
    sure_signs=(
        r"\bval\s+\w+\s*(?::\s*\w+\s*)?=\s*bt\w+\("
        r"|"
        r"\bcom\.(?:jme3|badlogic|bulletphysics)\b|\b(?:Box|Sphere|Capsule|Cylinder|Cone|Hull|Simplex)CollisionShape\s*\("
        r"|\bnew\s+Vector3f\(|\bnew\s+Matrix4\(|\bnew\s+bt(?:Box|Cylinder)\w*\(\s*new\s+Vector3\(|\bRigidBodyControl\b"
        r"|\b(?:bt)?\w+Shape\s*=\s*new\s+bt\w+Shape\(\s*(?:new\s+Vector3\(|[\d.]+f\s*[,)])"
    ),
    functions={**bullet.VOCABULARY.functions, **_FUNCTIONS},
    constants=_CONSTANTS,
    order=XYZW,
    order_why="jMonkeyEngine and libGDX take x, y, z, w",
    unsupported=r"(?:Compound|Mesh|GImpact|Heightfield|MultiSphere)CollisionShape|btCompoundShape|btBvh\w*Shape",
    methods={
        "fromAngles": (
            Form("sss", build.euler("YZX", places=(1, 2, 0))),
            Form("v", build.euler("YZX", places=(1, 2, 0))),
        ),
        "fromAngleAxis": (Form("sv", build.axis_angle()),),
        "fromAngleNormalAxis": (Form("sv", build.axis_angle()),),
        "fromRotationMatrix": (Form("r", build.as_rotation),),
        "setEulerAngles": (_YAW_PITCH_ROLL,),
        "setFromEulerAngles": (_YAW_PITCH_ROLL,),
        "setFromAxis": (Form("vs", build.axis_angle(build.DEGREES)),),
        "setFromAxisRad": (Form("vs", build.axis_angle()),),
        "setToRotation": (Form("vs", build.axis_angle(build.DEGREES)), Form("r", build.as_rotation)),
        "setToRotationRad": (Form("vs", build.axis_angle()),),
        "setToTranslation": (Form("sss", build.translation), Form("v", build.translation)),
        "rotate": (Form("vs", build.axis_angle(build.DEGREES)), Form("r", build.as_rotation)),
        "rotateRad": (Form("vs", build.axis_angle()),),
    },
    fields={
        "physicsLocation": "position",
        "physicsRotation": "rotation",
        "localTranslation": "position",
        "localRotation": "rotation",
    },
    confidence=0.7,
    suffixes=(".java", ".kt"),
)

register(notation_of(VOCABULARY))
