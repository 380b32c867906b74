"""C# with BulletSharp, which takes half extents like Bullet itself."""

from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Forms
from gjkscope.app.bring.notations.readers import csharp
from gjkscope.app.bring.notations.registry import register

_FUNCTIONS: dict[str, Forms] = {
    "BoxShape": (ShapeForm("box", ("half_extents",)), ShapeForm("box", ("half",))),
    "SphereShape": (ShapeForm("sphere", ("radius",)),),
    **{
        f"CapsuleShape{axis.upper()}".removesuffix("Y"): (
            ShapeForm("capsule", ("radius", "height"), axis=axis, is_axis_named=axis != "y"),
        )
        for axis in "xyz"
    },
    "ConeShape": (ShapeForm("cone", ("radius", "height"), axis="y"),),
    **{
        f"CylinderShape{axis.upper()}".removesuffix("Y"): (
            ShapeForm("cylinder", ("half_extents",), axis=axis, is_axis_named=axis != "y"),
        )
        for axis in "xyz"
    },
}

VOCABULARY = csharp.VOCABULARY._replace(
    name="bullet-csharp",
    title="C# with BulletSharp",
    signs=r"\bBulletSharp\b",
    sure_signs=(
        r"(?s)\A(?!.*(?:\bRef(?:Const)?<|\bJPH\b|\bR?Vec3::s))"  # that is C++ with Jolt
        r".*?(?:\bBulletSharp\b|\bnew\s+(?:RigidBodyConstructionInfo|DefaultMotionState|VoronoiSimplexSolver|GjkPairDetector)\b"
        r"|\bnew\s+(?:DiscreteDynamicsWorld|DbvtBroadphase|ConvexHullShape|CapsuleShape[XZ]|CylinderShape[XZ])\b)"
    ),
    weaker=r"(?!)",
    functions={**csharp.VOCABULARY.functions, **_FUNCTIONS},
    order_why="Quaternion takes x, y, z, w",
    rounding_word="margin",
    suffixes=(),
)

register(notation_of(VOCABULARY))
