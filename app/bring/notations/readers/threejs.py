"""JavaScript with three.js: meshes of simple geometries, for code without a physics engine."""

from gjkscope.app.bring.notations.code.lexer import JAVASCRIPT
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Forms, Vocabulary
from gjkscope.app.bring.notations.placing import XYZW
from gjkscope.app.bring.notations.readers.javascript import CONSTANTS, METHODS, VALUES
from gjkscope.app.bring.notations.registry import register

_BOX = (ShapeForm("box", ("sizes?", "_…"), defaults=(("size", 1.0),)),)


def _geometry(name: str, *forms: ShapeForm) -> dict[str, Forms]:
    """A geometry, which older versions call BufferGeometry too."""
    return {f"{name}Geometry": forms, f"{name}BufferGeometry": forms}


_FUNCTIONS: dict[str, Forms] = {
    **VALUES,
    **_geometry("Box", *_BOX),
    **_geometry("Cube", *_BOX),
    **_geometry("Sphere", ShapeForm("sphere", ("radius?", "_…"), defaults=(("radius", 1.0),))),
    **_geometry(
        "Cylinder",
        ShapeForm(
            "cylinder",
            ("top_radius?", "radius?", "height?", "_…"),
            axis="y",
            defaults=(("top_radius", 1.0), ("radius", 1.0), ("height", 1.0)),
        ),
    ),
    **_geometry(
        "Capsule",
        ShapeForm("capsule", ("radius?", "height?", "_…"), axis="y", defaults=(("radius", 1.0), ("height", 1.0))),
    ),
    **_geometry(
        "Cone", ShapeForm("cone", ("radius?", "height?", "_…"), axis="y", defaults=(("radius", 1.0), ("height", 1.0)))
    ),
    **_geometry("Convex", ShapeForm("hull", ("points",))),
}

VOCABULARY = Vocabulary(
    name="threejs",
    title="JavaScript with three.js",
    language=JAVASCRIPT,
    signs=r"\bTHREE\.\w+Geometry\b|\bnew\s+(?:Box|Sphere|Capsule|Cylinder|Cone|Convex)(?:Buffer)?Geometry\b",
    functions=_FUNCTIONS,
    constants=CONSTANTS,
    order=XYZW,
    order_why="three.js takes x, y, z, w",
    methods=METHODS,
    fields={"rotation": "euler", "quaternion": "rotation"},
    confidence=0.6,
    suffixes=(".js", ".ts"),
)

register(notation_of(VOCABULARY))
