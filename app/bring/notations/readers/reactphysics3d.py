"""C++ with ReactPhysics3D."""

from gjkscope.app.bring.notations.code.builders import (
    IDENTITY_POSE,
    IDENTITY_TURN,
    VECTOR3,
    ZERO3,
    constant,
    euler,
    from_quaternion,
    pose,
)
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import XYZW
from gjkscope.app.bring.notations.registry import register

_SHAPES: dict[str, Forms] = {
    "BoxShape": (ShapeForm("box", ("half_extents", "_?")),),
    "SphereShape": (ShapeForm("sphere", ("radius", "_?")),),
    "CapsuleShape": (ShapeForm("capsule", ("radius", "height", "_?"), axis="y"),),
}

VOCABULARY = Vocabulary(
    name="reactphysics3d-cpp",
    title="C++ with ReactPhysics3D",
    language=CPP,
    signs=(
        r"\b(?:rp3d|reactphysics3d)::|\bPI_RP3D\b|\bPhysicsCommon\b|\brp3d_test\b|\b(?:Transform|Quaternion)::identity\(\)"
    ),
    weaker=r"\bcreate(?:Box|Sphere|Capsule|ConvexMesh)Shape\s*\(",
    functions={
        **_SHAPES,
        **{f"create{name}": forms for name, forms in _SHAPES.items()},
        "Vector3": (*VECTOR3, Form("", constant(ZERO3))),
        "Vector3.zero": (Form("", constant(ZERO3)),),
        "Quaternion": (Form("ssss", from_quaternion(XYZW)), Form("", IDENTITY_TURN.build)),
        "Quaternion.identity": (IDENTITY_TURN,),
        "fromEulerAngles": (Form("sss", euler("xyz")), Form("v", euler("xyz"))),
        "Transform": (Form("vr", pose), Form("", IDENTITY_POSE.build)),
        "Transform.identity": (IDENTITY_POSE,),
    },
    order=XYZW,
    order_why="Quaternion takes x, y, z, w",
    unsupported=r"(?:create)?(?:ConvexMesh|ConcaveMesh|HeightField|Triangle)Shape",
    confidence=0.96,
    suffixes=(".cpp", ".h"),
)

register(notation_of(VOCABULARY))
