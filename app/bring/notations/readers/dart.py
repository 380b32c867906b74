"""C++ with DART: Eigen's poses, and shapes with full sizes along z."""

from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Forms
from gjkscope.app.bring.notations.readers import eigen
from gjkscope.app.bring.notations.registry import register

_FUNCTIONS: dict[str, Forms] = {
    "BoxShape": (ShapeForm("box", ("sizes",)),),
    "SphereShape": (ShapeForm("sphere", ("radius",)),),
    "CapsuleShape": (ShapeForm("capsule", ("radius", "height"), axis="z"),),
    "CylinderShape": (ShapeForm("cylinder", ("radius", "height"), axis="z"),),
    "ConeShape": (ShapeForm("cone", ("radius", "height"), axis="z"),),
}

VOCABULARY = eigen.VOCABULARY._replace(
    name="dart-cpp",
    title="C++ with DART",
    signs=r"\bdart::(?:dynamics|collision)\b",
    sure_signs=(
        r"\bDARTCollisionDetector\b|\bdart::(?:dynamics|collision)\b"
        r"|\b(?:Box|Sphere|Capsule|Cylinder|Cone)Shape>?\s*(?:\w+\s*)?\(\s*Eigen::"
    ),
    weaker=r"(?!)",
    functions={**eigen.VOCABULARY.functions, **_FUNCTIONS},
    unsupported=r"(?:MultiSphereConvexHull|Ellipsoid|Pyramid|Heightmap|SoftMesh|Plane)Shape",
    suffixes=(),
)

register(notation_of(VOCABULARY))
