"""C++ with GLM, and shapes in structures of the program itself: Sphere, Capsule, Box, OBB, AABB, Triangle."""

from gjkscope.app.bring.notations.code.builders import (
    AXES,
    IDENTITY_POSE,
    IDENTITY_TURN,
    VECTOR3,
    VECTOR4,
    ZERO3,
    Values,
    about,
    as_rotation,
    axis_angle,
    first,
    frame_of,
    from_quaternion,
    matrix_of,
    pose_from,
    repeated,
    translation,
    unit_value,
)
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm, Value, composed
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Site, Vocabulary
from gjkscope.app.bring.notations.placing import COLUMNS, WXYZ
from gjkscope.app.bring.notations.registry import register


def _translated(site: Site, values: Values) -> Value:
    """glm::translate(pose, v): the translation is in the frame of the pose."""
    return composed(frame_of(site, values[0]), frame_of(site, translation(site, values[1:])))


def _rotated(site: Site, values: Values) -> Value:
    """glm::rotate(pose, angle, axis): the rotation is in the frame of the pose."""
    turn = axis_angle()(site, values[1:])
    return composed(frame_of(site, values[0]), frame_of(site, turn))


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
    **dict.fromkeys(("vec3", "dvec3"), (*VECTOR3[:3], Form("s", repeated(3)), Form("", lambda *_: ZERO3))),
    **dict.fromkeys(("vec4", "dvec4"), VECTOR4),
    **dict.fromkeys(("quat", "dquat"), (Form("ssss", from_quaternion(WXYZ)), Form("", IDENTITY_TURN.build))),
    "quat_identity": (IDENTITY_TURN,),
    "angleAxis": (Form("sv", axis_angle()),),
    **dict.fromkeys(("mat4_cast", "toMat4"), (Form("r", pose_from),)),
    **dict.fromkeys(("mat3_cast", "toMat3", "quat_cast"), (Form("r", as_rotation),)),
    **dict.fromkeys(
        ("mat4", "dmat4"),
        (
            Form("4444", matrix_of(COLUMNS)),
            Form("s" * 16, matrix_of(COLUMNS)),
            Form("s", lambda site, _: IDENTITY_POSE.build(site, ())),  # mat4(1.0f)
            Form("", IDENTITY_POSE.build),
        ),
    ),
    "translate": (Form("pv", _translated), Form("v", translation)),
    "rotate": (Form("psv", _rotated), Form("sv", axis_angle())),
    **{f"eulerAngle{axis.upper()}": (Form("s", about(axis)),) for axis in "xyz"},
    "normalize": (Form("v", unit_value), Form("r", unit_value)),
    "value_ptr": (Form("*", first),),
}

VOCABULARY = Vocabulary(
    name="glm-cpp",
    title="C++ with GLM",
    language=CPP,
    signs=r"\bglm::(?:d?vec3|d?mat4|d?quat|translate|rotate)\b",
    functions=_FUNCTIONS,
    constants={"glm.zero": ZERO3, **{f"{axis}Axis": AXES[axis] for axis in "xyz"}},
    order=WXYZ,
    order_why="glm::quat takes w, x, y, z",
    notes=("the shapes are structures of the program: check the sizes, the axes and what their positions mean",),
    confidence=0.8,
)

register(notation_of(VOCABULARY))
