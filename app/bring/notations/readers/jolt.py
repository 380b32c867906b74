"""C++ with Jolt Physics."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import Scalar, ShapeForm, invert_motion
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, XYZW
from gjkscope.app.bring.notations.registry import register

_RADIUS = (("mConvexRadius", "convex_radius"), ("mMaxConvexRadius", "convex_radius"))


def _shape(form: ShapeForm, name: str) -> dict[str, Forms]:
    """A shape and its settings, which take the same arguments; the latter may also be filled in."""
    optional = form._replace(parameters=tuple(f"{parameter.rstrip('?')}?" for parameter in form.parameters))
    of_settings = Form("o|*", build.shape_of_description)  # new BoxShape(settings, result)
    return {name: (of_settings, form, *((optional,) if form.names else ())), f"{name}Settings": (form, optional)}


_FUNCTIONS: dict[str, Forms] = {
    # geometry, and helpers of Jolt's unit tests
    "AABox": (ShapeForm("box", ("min", "max")),),
    "sFromTwoPoints": (ShapeForm("box", ("min", "max")),),
    "OrientedBox": (ShapeForm("box", ("placement", "half_extents")),),
    "Sphere": (ShapeForm("sphere", ("center", "radius")),),
    "TriangleConvexSupport": (ShapeForm("triangle", ("a", "b", "c")),),
    "CreateSphere": (ShapeForm("sphere", ("position", "radius", "_…")),),
    "CreateBox": (ShapeForm("box", ("position", "rotation", "_", "_", "_", "half_extents", "_…")),),
    **dict.fromkeys(("ScaledShape", "ScaledShapeSettings"), (Form("ov", build.scaled_shape),)),
    "GetCenterOfMass": (Form("", build.constant(build.ZERO3)),),
    **_shape(
        ShapeForm("box", ("half_extents", "convex_radius?", "_?"), names=(("mHalfExtent", "half_extents"), *_RADIUS)),
        "BoxShape",
    ),
    **_shape(ShapeForm("sphere", ("radius", "_?"), names=(("mRadius", "radius"),)), "SphereShape"),
    **_shape(
        ShapeForm(
            "capsule",
            ("half_height", "radius", "_?"),
            axis="y",
            names=(("mHalfHeightOfCylinder", "half_height"), ("mRadius", "radius")),
        ),
        "CapsuleShape",
    ),
    **_shape(
        ShapeForm(
            "cylinder",
            ("half_height", "radius", "convex_radius?", "_?"),
            axis="y",
            names=(("mHalfHeight", "half_height"), ("mRadius", "radius"), *_RADIUS),
        ),
        "CylinderShape",
    ),
    **_shape(
        ShapeForm(
            "triangle",
            ("a", "b", "c", "rounding?", "_?"),
            names=(("mV1", "a"), ("mV2", "b"), ("mV3", "c"), ("mConvexRadius", "rounding")),
        ),
        "TriangleShape",
    ),
    **_shape(ShapeForm("halfspace", ("plane", "_…"), names=(("mPlane", "plane"),)), "PlaneShape"),
    "Plane": (Form("vs", build.plane(-1.0)), Form("4", build.plane(-1.0)), Form("ssss", build.plane(-1.0))),
    "Plane.sFromPointAndNormal": (Form("vv", build.plane_through),),
    **_shape(
        ShapeForm("hull", ("points", "convex_radius?", "_?"), names=(("mPoints", "points"), *_RADIUS)),
        "ConvexHullShape",
    ),
    "MeshShapeSettings": (ShapeForm("mesh", ("points", "faces", "_…")),),
    "IndexedTriangle": (Form("sss|__", build.first_three),),
    "ConvexHullShapeSettings": (  # also with a pointer and a count
        ShapeForm("hull", ("points", "_", "convex_radius", "_?")),
        ShapeForm("hull", ("points", "convex_radius?", "_?"), names=(("mPoints", "points"), *_RADIUS)),
        ShapeForm("hull", ("points?", "convex_radius?", "_?"), names=(("mPoints", "points"), *_RADIUS)),
    ),
    **dict.fromkeys(
        ("RotatedTranslatedShape", "RotatedTranslatedShapeSettings"), (Form("vro", build.moved_shape(build.pose)),)
    ),
    **dict.fromkeys(("Vec3", "RVec3", "DVec3", "Float3", "Vec3Arg", "RVec3Arg"), build.VECTOR3),
    "Vec4": build.VECTOR4,
    **dict.fromkeys(("sReplicate",), (Form("s", build.repeat(3)),)),
    "sZero": (Form("", build.constant(build.ZERO3)),),
    "sOne": (Form("", build.constant(build.ONE3)),),
    "sAxisX": (Form("", build.constant(build.AXES["x"])),),
    "sAxisY": (Form("", build.constant(build.AXES["y"])),),
    "sAxisZ": (Form("", build.constant(build.AXES["z"])),),
    "Quat": (
        Form("ssss", build.from_quaternion(XYZW)),
        Form("4", build.from_quaternion(XYZW)),
        Form("r", build.as_rotation),
        Form("", build.IDENTITY_TURN.build),
    ),
    "Quat.sIdentity": (build.IDENTITY_TURN,),
    "Quat.sRotation": (Form("vs", build.axis_angle()),),
    "Quat.sEulerAngles": (Form("v", build.euler("xyz")),),
    "Quat.sFromTo": (Form("vv", build.looking_between),),
    **dict.fromkeys(
        ("Mat44", "RMat44", "DMat44"),
        (
            Form("4444", build.matrix_of(COLUMNS)),
            Form("444v", build.matrix_of(COLUMNS)),
            Form("p", build.pose_from),
            Form("", build.blank(4, 4)),
        ),
    ),
    "sIdentity": (build.IDENTITY_POSE,),
    "sTranslation": (Form("v", build.translation),),
    "sRotationX": (Form("s", build.about("x")),),
    "sRotationY": (Form("s", build.about("y")),),
    "sRotationZ": (Form("s", build.about("z")),),
    "sRotation": (Form("vs", build.axis_angle()), Form("r", build.as_rotation)),
    "sRotationTranslation": (Form("rv", build.pose),),
    "sInverseRotationTranslation": (Form("rv", lambda site, values: invert_motion(build.pose(site, values))),),
    "ToQuat": (Form("*", build.first),),
    "Negate": (Form("*", build.negative),),
    "Normalize": (Form("v", build.unit_value),),
}


VOCABULARY = Vocabulary(
    name="jolt-cpp",
    title="C++ with Jolt Physics",
    language=CPP,
    signs=(
        r"\b(?:Box|Sphere|Capsule|Cylinder|Triangle|ConvexHull|RotatedTranslated|TaperedCapsule)Shape(?:Settings)?\b(?!\s+\w+\s*=\s*new\()"
        r"|\bJPH(?:::|_)|\b(?:AABox|OrientedBox)\b[^;\n]*\bVec3\(|\b(?:Mat44|Quat|RMat44|Vec3|RVec3)::s[A-Z]|\bBodyCreationSettings\b"
    ),
    functions=_FUNCTIONS,
    constants={"cDefaultConvexRadius": Scalar(0.05)},
    order=XYZW,
    order_why="Quat takes x, y, z, w",
    unsupported=r"(?!Decorated|Collide|Cast|Get|Set|Create|Add|Transformed)[A-Z]\w*Shape(?:Settings)?",
    methods={
        "GetCenterOfMass": (Form("", build.constant(build.ZERO3)),),
        **dict.fromkeys(("Collide", "Cast"), (ShapeForm("triangle", ("a", "b", "c", "_…")),)),
    },
    centered=frozenset(
        "sCollideShapeVsShape sCastShapeVsShapeLocalSpace CollideShape ShapeCast RShapeCast "
        "CollideShapeWithInternalEdgeRemoval sCastShapeVsShapeWorldSpace CastShape".split()
    ),
    rounding_word="convex radius",
    default_rounding={"box": 0.05, "cylinder": 0.05, "hull": 0.05},
    confidence=0.92,
    suffixes=(".cpp", ".h"),
)

register(notation_of(VOCABULARY))
