"""C with Box3D."""

from collections.abc import Sequence

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    IDENTITY_ROTATION,
    Array,
    OperandMismatch,
    PlacedFrame,
    Scalar,
    ShapeForm,
    Value,
    add_values,
    inner,
    length_of,
    multiply,
    multiply_each,
    negate_value,
    scalars,
    subtract,
    vector_product,
)
from gjkscope.app.bring.notations.code.vocabulary import EachForm, Form, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.placing import XYZW
from gjkscope.app.bring.notations.registry import register

_PROXY = (("radius", "rounding"),)


def _start_of_sweep(site: Site, values: Sequence[Value]) -> Value:
    center, start, end, rotation, last = values
    if build.rotation_of(site, rotation).rows != build.rotation_of(site, last).rows:
        raise OperandMismatch("a sweep that turns is not read: write q2 = q1, or give the bodies velocities")
    pose = multiply(build.pose(site, [start, rotation]), build.pose_from(site, [negate_value(center)]))
    return pose._replace(way=subtract(end, start)) if isinstance(pose, PlacedFrame) else pose


_FUNCTIONS: dict[str, Forms] = {
    "b3MakeBoxHull": (ShapeForm("box", ("half_extents",)),),
    "b3MakeCubeHull": (ShapeForm("box", ("half",)),),
    "b3MakeOffsetBoxHull": (ShapeForm("box", ("half_extents", "center")),),
    "b3MakeTransformedBoxHull": (ShapeForm("box", ("half_extents", "placement")),),
    "b3Sphere": (ShapeForm("sphere", ("center", "radius")), ShapeForm("sphere", ("center?", "radius?"))),
    "b3Capsule": (
        ShapeForm("capsule", ("a", "b", "radius"), names=(("center1", "a"), ("center2", "b"))),
        ShapeForm("capsule", ("a?", "b?", "radius?"), names=(("center1", "a"), ("center2", "b"))),
    ),
    "b3Segment": (
        ShapeForm("segment", ("a", "b"), names=(("point1", "a"), ("point2", "b"))),
        ShapeForm("segment", ("a?", "b?"), names=(("point1", "a"), ("point2", "b"))),
    ),
    "b3CreateHull": (ShapeForm("hull", ("points", "_…")),),
    "b3ShapeProxy": (
        Form("o*s", build.round_further),
        ShapeForm("sphere", ("center", "count", "radius")),
        ShapeForm("cloud", ("points", "_", "rounding"), names=_PROXY),
        ShapeForm("cloud", ("points?", "_?", "rounding?"), names=_PROXY),
    ),
    "b3MakeProxy": (
        Form("o*s", build.round_further),
        ShapeForm("sphere", ("center", "count", "radius")),
        ShapeForm("cloud", ("points", "_", "rounding")),
    ),
    "b3GetHullPoints": (Form("o", build.first),),
    "b3OffsetPos": (Form("vv", build.apply_function(add_values)),),
    "b3ToVec3": (Form("v", build.first),),
    "b3MakePolygon": (ShapeForm("hull", ("points", "rounding?")),),
    "ARRAY_COUNT": (Form("*", build.constant(Scalar(1.0))),),
    **dict.fromkeys(
        ("b3Vec3", "b3Pos", "B3_VEC3"),
        # C sets the components that an initialiser leaves out to 0
        (*build.VECTOR3, Form("ss", lambda _site, values: Array((*values, Scalar(0.0))))),
    ),
    "b3Quat": (
        Form("ssss", build.from_quaternion(XYZW)),
        Form("vs", build.quaternion_of_vector, ("v", "s")),
        Form("", build.IDENTITY_TURN.build),
    ),
    **dict.fromkeys(
        ("b3Transform", "b3WorldTransform"),
        (
            Form("vr", build.pose, ("p", "q")),
            Form("v", build.pose_from, ("p",)),
            Form("", lambda _site, _values: IDENTITY_PLACEMENT),
        ),
    ),
    # the start and the extent of a motion: the local centre, its positions and the rotations at both ends
    "b3Sweep": (Form("vvvrr", _start_of_sweep, ("localCenter", "c1", "c2", "q1", "q2")),),
    "b3MakeQuatFromAxisAngle": (Form("vs", build.axis_angle()),),
    "b3ComputeQuatBetweenUnitVectors": (Form("vv", build.looking_between),),
    "b3NormalizeQuat": (Form("r", build.unit_value),),
    "b3Normalize": (Form("v", build.unit_value),),
    "b3MulTransforms": (Form("pp", build.product_of),),
    "b3InvMulTransforms": (Form("pp", build.inverse_product),),
    "b3MulQuat": (Form("rr", build.product_of),),
    "b3Matrix3": (Form("", build.blank(3, 3)),),
    "b3Add": (Form("vv", build.apply_function(add_values)),),
    "b3Sub": (Form("vv", build.apply_function(subtract)),),
    "b3Neg": (Form("v", build.negative),),
    "b3MulSV": (Form("sv", build.apply_function(multiply_each)),),
    "b3Mul": (Form("vv", build.apply_function(multiply_each)),),
    "b3MulAdd": (Form("vsv", build.plus_multiple(1.0)),),
    "b3MulSub": (Form("vsv", build.plus_multiple(-1.0)),),
    "b3Lerp": (Form("vvs", build.interpolate_values),),
    "b3Cross": (Form("vv", build.apply_function(vector_product)),),
    "b3Dot": (Form("vv", lambda _, values: inner(scalars(values[0]) or (), scalars(values[1]) or ())),),
    "b3Length": (Form("v", build.apply_function(length_of)),),
    "b3Distance": (Form("vv", lambda _, values: length_of(subtract(values[1], values[0]))),),
    "b3RotateVector": (Form("rv", build.product_of),),
    "b3InvRotateVector": (Form("rv", build.inverse_product),),
    "b3TransformPoint": (Form("pv", build.product_of),),
    "b3InvTransformPoint": (Form("pv", build.inverse_product),),
    "b3InvertTransform": (Form("p", build.inverse_of),),
    "b3Conjugate": (Form("r", build.inverse_of),),
    "b3InvMulQuat": (Form("rr", build.inverse_product),),
    # shapes that only a call describes
    "b3SegmentDistance": (
        EachForm((ShapeForm("segment", ("a", "b", "_", "_")), ShapeForm("segment", ("_", "_", "a", "b")))),
    ),
    **dict.fromkeys(
        ("b3CollideTriangleAndCapsule", "b3CollideTriangleAndSphere", "b3CollideTriangleAndHull"),
        (ShapeForm("triangle", ("_", "_", "points", "_…")), ShapeForm("triangle", ("_", "_", "a", "b", "c", "_…"))),
    ),
}

_CONSTANTS: dict[str, Value] = {
    "b3Quat_identity": IDENTITY_ROTATION,
    "b3Transform_identity": IDENTITY_PLACEMENT,
    "b3WorldTransform_identity": IDENTITY_PLACEMENT,
    "b3Vec3_zero": build.ZERO3,
    "b3Pos_zero": build.ZERO3,
    "b3Vec3_one": build.ONE3,
    **{f"b3Vec3_axis{axis.upper()}": build.AXES[axis] for axis in "xyz"},
}

VOCABULARY = Vocabulary(
    name="box3d-c",
    title="C with Box3D",
    language=CPP,
    signs=r"\bb3(?:Vec3|Quat|Transform|Make\w+|Create\w+|Sphere|Capsule|BoxHull|Hull\w*|ShapeProxy|BodyDef|WorldTransform)\b",
    functions=_FUNCTIONS,
    constants=_CONSTANTS,
    order=XYZW,
    order_why="b3Quat is {{x, y, z}, s}",
    unsupported=r"b3(?:CreateMesh|CreateHeightField|CreateCompound|CreateCylinder|CreateCone|CreateRock|MeshData)",
    fields={
        "localTransform": "placement",
        "p": "position",
        "q": "rotation",
        "sweep": "placement",
        "translation": "motion",  # translationB of a shape cast: how far B moves
    },
    queries={
        "b3Body_OverlapShape": ("a", "pose b", "b", "_", "pose a"),
        "b3Body_CastShape": ("a", "pose b", "b", "_", "_", "_", "_", "pose a"),
        "b3Body_CollideMover": ("a", "_", "_", "pose b", "b", "_", "pose a"),
        **dict.fromkeys(("b3World_OverlapShape", "b3World_CastShape", "b3World_CollideMover"), ("_", "pose b", "b")),
    },
    confidence=0.95,
    suffixes=(".c", ".cpp"),
)

register(notation_of(VOCABULARY))
