"""C++ with GLM, and shapes in structures of the program itself: Sphere, Capsule, Box, OBB, AABB, Triangle."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm, Value, compose_frames
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, WXYZ
from gjkscope.app.bring.notations.registry import register


def _translate(site: Site, values: build.Values) -> Value:
    """glm::translate(pose, v): the translation is in the frame of the pose."""
    return compose_frames(build.frame_of(site, values[0]), build.frame_of(site, build.translation(site, values[1:])))


def _rotate(site: Site, values: build.Values) -> Value:
    """glm::rotate(pose, angle, axis): the rotation is in the frame of the pose."""
    turn = build.axis_angle()(site, values[1:])
    return compose_frames(build.frame_of(site, values[0]), build.frame_of(site, turn))


_CENTERED = (
    ("center", "position"),
    ("half_size", "half_extents"),
    ("half", "half_extents"),
    ("extents", "half_extents"),
)
_BOX = (
    ShapeForm("box", ("half_extents", "placement")),
    ShapeForm("box", ("position", "half_extents", "rotation?"), names=_CENTERED),
    ShapeForm("box", ("half_extents",), names=_CENTERED),
)

_FUNCTIONS: dict[str, Forms] = {
    **dict.fromkeys(("Sphere", "BoundingSphere"), (ShapeForm("sphere", ("position", "radius"), names=_CENTERED),)),
    **dict.fromkeys(("Box", "OBB", "BoxCollider"), _BOX),
    "AABB": (ShapeForm("box", ("min", "max"), names=_CENTERED),),
    "Capsule": (ShapeForm("capsule", ("a", "b", "radius"), names=(("start", "a"), ("end", "b"))),),
    "Triangle": (ShapeForm("triangle", ("a", "b", "c")),),
    **dict.fromkeys(
        ("vec3", "dvec3"), (*build.VECTOR3[:3], Form("s", build.repeat(3)), Form("", lambda *_: build.ZERO3))
    ),
    **dict.fromkeys(("vec4", "dvec4"), build.VECTOR4),
    **dict.fromkeys(
        ("quat", "dquat"), (Form("ssss", build.from_quaternion(WXYZ)), Form("", build.IDENTITY_TURN.build))
    ),
    "quat_identity": (build.IDENTITY_TURN,),
    "angleAxis": (Form("sv", build.axis_angle()),),
    **dict.fromkeys(("mat4_cast", "toMat4"), (Form("r", build.pose_from),)),
    **dict.fromkeys(("mat3_cast", "toMat3", "quat_cast"), (Form("r", build.as_rotation),)),
    **dict.fromkeys(
        ("mat4", "dmat4"),
        (
            Form("4444", build.matrix_of(COLUMNS)),
            Form("s" * 16, build.matrix_of(COLUMNS)),
            Form("s", lambda site, _: build.IDENTITY_POSE.build(site, ())),  # mat4(1.0f)
            Form("", build.IDENTITY_POSE.build),
        ),
    ),
    "translate": (Form("pv", _translate), Form("v", build.translation)),
    "rotate": (Form("psv", _rotate), Form("sv", build.axis_angle())),
    **{f"eulerAngle{axis.upper()}": (Form("s", build.about(axis)),) for axis in "xyz"},
    "normalize": (Form("v", build.unit_value), Form("r", build.unit_value)),
    "value_ptr": (Form("*", build.first),),
}

VOCABULARY = Vocabulary(
    name="glm-cpp",
    title="C++ with GLM",
    language=CPP,
    signs=r"\bglm::(?:d?vec3|d?mat4|d?quat|translate|rotate)\b",
    functions=_FUNCTIONS,
    constants={"glm.zero": build.ZERO3, **{f"{axis}Axis": build.AXES[axis] for axis in "xyz"}},
    order=WXYZ,
    order_why="glm::quat takes w, x, y, z",
    notes=("the shapes are structures of the program: check the sizes, the axes and what their positions mean",),
    confidence=0.8,
)

register(notation_of(VOCABULARY))
