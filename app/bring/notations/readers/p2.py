"""JavaScript with p2.js: shapes take objects with their sizes, which are full, and bodies place them."""

from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.registry import register

VOCABULARY = javascript.VOCABULARY._replace(
    name="p2",
    title="JavaScript with p2.js",
    signs=r"\bp2\.(?:Box|Circle|Convex|Body|Capsule)\b",
    sure_signs=r"(?!)",
    functions={
        "p2.Box": (ShapeForm("box2", ("width", "depth"), names=(("height", "depth"),)),),
        "p2.Circle": (ShapeForm("circle", ("radius",)),),
        "p2.Convex": (ShapeForm("polygon", ("points",), names=(("vertices", "points"),)),),
        "p2.Capsule": (ShapeForm("capsule2", ("between", "radius"), names=(("length", "between"),), axis="x"),),
    },
    constants={},
    unsupported=r"(?:Plane|Heightfield|Line|Particle)",
    methods={},
    fields={"angle": "rotation"},
    infers_points=True,
    confidence=0.996,
    is_plane=True,
)

register(notation_of(VOCABULARY))
