"""JavaScript and TypeScript: cannon-es, rapier.js, and the ports of Jolt (JoltPhysics.js) and Bullet (ammo.js)."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import JAVASCRIPT
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, IDENTITY_ROTATION, ShapeForm, Value
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW
from gjkscope.app.bring.notations.readers import bullet, jolt
from gjkscope.app.bring.notations.registry import register

_TALL = ("half_height", "radius")


_ARRAYS = ("Float32", "Float64", "Int32", "Uint32", "Uint16", "Uint8")


def _rapier(name: str, *forms: ShapeForm) -> dict[str, Forms]:
    """A shape of rapier.js: ColliderDesc.roundCuboid(…) and new RAPIER.RoundCuboid(…)."""
    shape = name[0].upper() + name[1:]
    return {f"{owner}.{word}": forms for owner, word in (("ColliderDesc", name), ("RAPIER", shape), ("rapier", shape))}


VALUES: dict[str, Forms] = {
    **dict.fromkeys(
        ("Vec3", "Vector3", "RVec3", "DVec3", "Float3", "btVector3"), (*build.VECTOR3, Form("s", build.repeat(3)))
    ),
    **dict.fromkeys(("Vec4", "Vector4"), build.VECTOR4),
    **dict.fromkeys(
        ("Quaternion", "Quat", "btQuaternion"),
        (
            Form("ssss", build.from_quaternion(XYZW), ("x", "y", "z", "w")),
            Form("4", build.from_quaternion(XYZW)),
            Form("", build.IDENTITY_TURN.build),
        ),
    ),
    "Euler": (Form("sss|t", build.euler_in_order),),
    "Matrix4": (build.IDENTITY_POSE,),
    **dict.fromkeys((f"{kind}Array{how}" for kind in _ARRAYS for how in ("", ".from")), (Form("a", build.first),)),
}

METHODS: dict[str, Forms] = {
    "setFromAxisAngle": (Form("vs", build.axis_angle()),),
    "setFromEuler": (Form("r", build.as_rotation), Form("sss|t", build.euler_in_order)),
    "setFromVectors": (Form("vv", build.looking_between),),
    "setFromUnitVectors": (Form("vv", build.looking_between),),
    "setRotationFromAxisAngle": (Form("vs", build.axis_angle()),),
    "fromArray": (Form("a", build.matrix_of(COLUMNS)),),
    "euler": (Form("v", build.euler("XYZ")), Form("r", build.as_rotation)),
}

_OWN: dict[str, Forms] = {
    # cannon-es
    **dict.fromkeys(("Box", "CANNON.Box"), (ShapeForm("box", ("half_extents",)),)),
    **dict.fromkeys(("Sphere", "CANNON.Sphere"), (ShapeForm("sphere", ("radius",)),)),
    **dict.fromkeys(
        ("Cylinder", "CANNON.Cylinder"), (ShapeForm("cylinder", ("top_radius", "radius", "height", "_?"), axis="y"),)
    ),
    **dict.fromkeys(("Plane", "CANNON.Plane"), (ShapeForm("halfspace", (), axis="z", is_axis_named=True),)),
    "ConvexPolyhedron": (ShapeForm("hull", ("points", "faces?", "_…"), names=(("vertices", "points"),)),),
    "Trimesh": (ShapeForm("mesh", ("points", "faces")),),
    **dict.fromkeys(
        ("Heightfield", "CANNON.Heightfield"),
        (ShapeForm("heightfield", ("heights", "cell?"), names=(("elementSize", "cell"),)),),
    ),
    # rapier.js
    **_rapier("ball", ShapeForm("sphere", ("radius",))),
    **_rapier("cuboid", ShapeForm("box", ("half_extents",))),
    **_rapier("roundCuboid", ShapeForm("box", ("half_extents", "rounding"))),
    **_rapier("capsule", ShapeForm("capsule", _TALL, axis="y")),
    **_rapier("cylinder", ShapeForm("cylinder", _TALL, axis="y")),
    **_rapier("roundCylinder", ShapeForm("cylinder", (*_TALL, "rounding"), axis="y")),
    **_rapier("cone", ShapeForm("cone", _TALL, axis="y")),
    **_rapier("roundCone", ShapeForm("cone", (*_TALL, "rounding"), axis="y")),
    **_rapier("convexHull", ShapeForm("hull", ("points",))),
    **_rapier("roundConvexHull", ShapeForm("hull", ("points", "rounding"))),
    **_rapier("convexMesh", ShapeForm("hull", ("points", "_…"))),
    **_rapier("trimesh", ShapeForm("mesh", ("points", "faces", "_…"))),
    **_rapier("heightfield", ShapeForm("heightfield", ("rows", "columns", "heights", "field_size", "_?"))),
    **_rapier("triangle", ShapeForm("triangle", ("a", "b", "c"))),
    **_rapier("segment", ShapeForm("segment", ("a", "b"))),
    **_rapier("halfspace", ShapeForm("halfspace", ("normal",))),
}

CONSTANTS: dict[str, Value] = {
    "Vec3.ZERO": build.ZERO3,
    "Vec3.ONE": build.ONE3,
    **{f"Vec3.UNIT_{axis.upper()}": build.AXES[axis] for axis in "xyz"},
    **{f"{name}.IDENTITY": IDENTITY_ROTATION for name in ("Quaternion", "Quat")},
    "Matrix4.IDENTITY": IDENTITY_PLACEMENT,
}

VOCABULARY = Vocabulary(
    name="javascript",
    title="JavaScript (cannon-es, rapier.js, JoltPhysics.js, ammo.js)",
    language=JAVASCRIPT,
    signs=r"\b(?:const|let)\s+\w+\s*(?::\s*[\w.]+\s*)?=\s*(?:await\s+)?new\b|\bFloat32Array\b|===",
    sure_signs=(
        r"\b(?:CANNON|RAPIER|Rapier|Ammo|AMMO)\.[A-Za-z]|\bnew\s+(?:CANNON|[Jj]olt\.)|\bColliderDesc\.\w"
        r"|^[^\S\n]{0,40}import\b[^;\n]{0,300}\bfrom\s{0,9}['\"]|\brequire\(['\"]|\b(?:const|let)\s+\w+\s*=\s*(?:await\s+)?new\s+[\w.]+\("
    ),
    functions={**bullet.VOCABULARY.functions, **jolt.VOCABULARY.functions, **VALUES, **_OWN},
    constants=CONSTANTS,
    order=XYZW,
    order_why="JavaScript libraries take x, y, z, w",
    unsupported=r"(?:HeightFieldShape\w*|Particle|MeshShape\w*|polyline|TaperedCapsuleShape\w*)",
    methods={**bullet.VOCABULARY.methods, **METHODS},
    fields={"rotation": "euler", "quaternion": "rotation"},
    rounding_word="convex radius",
    confidence=0.75,
    suffixes=(".js", ".ts", ".mjs", ".jsx", ".tsx"),
)

register(notation_of(VOCABULARY))
