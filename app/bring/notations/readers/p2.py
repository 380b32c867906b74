"""JavaScript with p2.js: shapes take objects with their sizes, which are full, and bodies place them."""

from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import of_plane
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.registry import register

VOCABULARY = of_plane(
    javascript.VOCABULARY,
    name="p2",
    title="JavaScript with p2.js",
    signs=r"\bp2\.(?:Box|Circle|Convex|Body|Capsule)\b",
    functions={
        "p2.Box": (ShapeForm("box2", ("width", "depth"), names=(("height", "depth"),)),),
        "p2.Circle": (ShapeForm("circle", ("radius",)),),
        "p2.Convex": (ShapeForm("polygon", ("points",), names=(("vertices", "points"),)),),
        "p2.Capsule": (ShapeForm("capsule2", ("between", "radius"), names=(("length", "between"),), axis="x"),),
    },
    unsupported=r"(?:Plane|Heightfield|Line|Particle)",
)

register(notation_of(VOCABULARY))
