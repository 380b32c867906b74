"""C++ with DirectXCollision: bounding volumes and the functions of DirectXMath."""

from gjkscope.app.bring.notations.code import builders as build
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, Vocabulary
from gjkscope.app.bring.notations.placing import XYZW
from gjkscope.app.bring.notations.registry import register

_PLACED = (("center", "position"), ("extents", "half_extents"), ("orientation", "rotation"))

_FUNCTIONS: dict[str, Forms] = {
    "BoundingSphere": (ShapeForm("sphere", ("position?", "radius?"), names=_PLACED),),
    "BoundingBox": (ShapeForm("box", ("position?", "half_extents?"), names=_PLACED),),
    "BoundingOrientedBox": (ShapeForm("box", ("position?", "half_extents?", "rotation?"), names=_PLACED),),
    **dict.fromkeys(("XMFLOAT3", "XMFLOAT3A", "Vector3"), build.VECTOR3),
    **dict.fromkeys(("XMFLOAT4", "XMFLOAT4A", "Vector4"), build.VECTOR4),
    "XMVectorSet": (Form("ssss", lambda site, values: build.VECTOR4[0].build(site, values)),),
    "Quaternion": (Form("ssss", build.from_quaternion(XYZW)), Form("", build.IDENTITY_TURN.build)),
    "XMQuaternionIdentity": (Form("", build.constant(build.IDENTITY_TURN.build(None, ()))),),  # type: ignore[arg-type]
    "XMQuaternionRotationAxis": (Form("vs", build.axis_angle()),),
    "XMQuaternionRotationNormal": (Form("vs", build.axis_angle()),),
    "XMQuaternionRotationRollPitchYaw": (Form("sss", build.euler("zxy", places=(2, 0, 1))),),  # pitch x, yaw y, roll z
    **{f"XMMatrixRotation{axis.upper()}": (Form("s", build.about(axis)),) for axis in "xyz"},
    "XMLoadFloat3": (Form("v", build.first),),
    "XMLoadFloat4": (Form("*", build.first),),
}

VOCABULARY = Vocabulary(
    name="directx-cpp",
    title="C++ with DirectXCollision",
    language=CPP,
    signs=r"\bBounding(?:OrientedBox|Sphere|Box|Frustum)\b|\bXMFLOAT3A?\b",
    functions=_FUNCTIONS,
    order=XYZW,
    order_why="XMFLOAT4 of an orientation is x, y, z, w",
    unsupported=r"BoundingFrustum",
    confidence=0.8,
)

register(notation_of(VOCABULARY))
