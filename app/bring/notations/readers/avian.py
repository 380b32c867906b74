"""Rust with Avian (formerly bevy_xpbd): like the other Rust libraries, but its colliders have full sizes."""

from gjkscope.app.bring.notations.code.builders import VECTOR3, as_rotation, first
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms
from gjkscope.app.bring.notations.readers import rust
from gjkscope.app.bring.notations.registry import register


def _round(kind: str) -> tuple[ShapeForm]:
    return (ShapeForm(kind, ("radius", "height"), axis="y"),)


_LENGTHS = (("x_length", "sizes.0"), ("y_length", "sizes.1"), ("z_length", "sizes.2"))

_FUNCTIONS: dict[str, Forms] = {
    **dict.fromkeys(("Collider.cuboid", "Cuboid.new"), (ShapeForm("box", ("sizes",)),)),
    "Cuboid.from_size": (ShapeForm("box", ("sizes",)),),
    "Cuboid": (ShapeForm("box", ("half_extents",), names=(("half_size", "half_extents"),)),),
    "Sphere": (ShapeForm("sphere", ("radius",)),),
    "Collider.round_cuboid": (ShapeForm("box", ("sizes", "rounding")),),
    **dict.fromkeys(("Collider.sphere", "Collider.ball", "Sphere.new"), (ShapeForm("sphere", ("radius",)),)),
    **dict.fromkeys(("Collider.capsule", "Capsule3d.new"), _round("capsule")),
    "Collider.capsule_endpoints": (
        ShapeForm("capsule", ("radius", "a", "b")),
        ShapeForm("capsule", ("a", "b", "radius")),
    ),
    **dict.fromkeys(("Collider.cylinder", "Cylinder.new"), _round("cylinder")),
    **dict.fromkeys(("Collider.cone", "Cone.new"), _round("cone")),
    **dict.fromkeys(
        ("Collider.half_space", "ColliderConstructor.HalfSpace"),
        (ShapeForm("halfspace", ("normal",), names=(("outward_normal", "normal"),)),),
    ),
    "ColliderConstructor.Cuboid": (ShapeForm("box", (), names=_LENGTHS),),
    "ColliderConstructor.RoundCuboid": (ShapeForm("box", (), names=(*_LENGTHS, ("border_radius", "rounding"))),),
    **dict.fromkeys(("Position", "Position.new"), (Form("v", first),)),
    "Position.from_xyz": VECTOR3,
    **dict.fromkeys(("Rotation", "Rotation.from"), (Form("r", as_rotation),)),
}

register(
    notation_of(
        rust.VOCABULARY._replace(
            name="avian",
            title="Rust with Avian",
            sure_signs=(
                r"\bavian[23]d\b|\bbevy_xpbd_[23]d\b|\bRigidBody::(?:Static|Kinematic)\b|\bCollider::(?:sphere|half_space)\("
                r"|\bCollider::capsule_endpoints\(|\bIsometry3d::(?:new|from_|IDENTITY)|\bCapsule3d\b|\bCuboid::from_size\b|\bbevy_math\b|\bColliderConstructor\b"
            ),
            signs=r"(?!)",
            weaker=r"\bCollider::\w+\(",
            functions={**rust.VOCABULARY.functions, **_FUNCTIONS},
            constants={**rust.VOCABULARY.constants, "Isometry3d.IDENTITY": IDENTITY_PLACEMENT},
        )
    )
)
