"""C# with JoltPhysicsSharp, which takes half extents like Jolt itself."""

from gjkscope.app.bring.notations.code.builders import AXES, VECTOR3
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Forms
from gjkscope.app.bring.notations.readers import csharp
from gjkscope.app.bring.notations.registry import register


def _shape(name: str, form: ShapeForm) -> dict[str, Forms]:
    """A shape and its settings."""
    return dict.fromkeys((name, f"{name}Settings"), (form,))


_FUNCTIONS: dict[str, Forms] = {
    **_shape(
        "BoxShape", ShapeForm("box", ("half_extents", "convex_radius?", "_?"), names=(("half_extent", "half_extents"),))
    ),
    **_shape("SphereShape", ShapeForm("sphere", ("radius", "_?"))),
    **_shape(
        "CapsuleShape",
        ShapeForm("capsule", ("half_height", "radius", "_?"), "y", names=(("half_height_of_cylinder", "half_height"),)),
    ),
    **_shape("CylinderShape", ShapeForm("cylinder", ("half_height", "radius", "convex_radius?", "_?"), axis="y")),
    **_shape(
        "TriangleShape",
        ShapeForm("triangle", ("a", "b", "c", "rounding?", "_?"), names=(("v1", "a"), ("v2", "b"), ("v3", "c"))),
    ),
    **_shape("ConvexHullShape", ShapeForm("hull", ("points", "convex_radius?", "_?"))),
    **dict.fromkeys(("RVector3", "Double3"), VECTOR3),
}

VOCABULARY = csharp.VOCABULARY._replace(
    name="jolt-csharp",
    title="C# with JoltPhysicsSharp",
    signs=r"\bJoltPhysicsSharp\b",
    sure_signs=(
        r"\bJoltPhysicsSharp\b"
        r"|\bnew\s+BodyCreationSettings\b|\bBodyCreationSettings\s+\w+\s*=\s*new\b"
    ),
    weaker=r"(?!)",
    functions={**csharp.VOCABULARY.functions, **_FUNCTIONS},
    constants={**csharp.VOCABULARY.constants, **{f"RVector3.Unit{axis.upper()}": AXES[axis] for axis in "xyz"}},
    order_why="Quaternion takes x, y, z, w",
    rounding_word="convex radius",
    default_rounding={"box": 0.05, "cylinder": 0.05, "hull": 0.05},
    suffixes=(),
)

register(notation_of(VOCABULARY))
