"""JavaScript with matter.js: bodies by their centres and full sizes.

Bodies.rectangle(400, 200, 80, 40, { angle: 0.3 })
Bodies.fromVertices(10, 20, points)                    // the centroid of the points is at (10, 20)
Body.setAngle(body, 0.5)
"""

from gjkscope.app.bring.notations.code.plane_values import POINT, placing
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import of_plane
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.registry import register

_OPTIONS = (("angle", "rotation"), ("isStatic", "_"), ("isSensor", "_"))

VOCABULARY = of_plane(
    javascript.VOCABULARY,
    name="matter",
    title="JavaScript with matter.js",
    signs=r"\bBodies\.(?:rectangle|circle|polygon|fromVertices)\b",
    functions={
        "Bodies.rectangle": (ShapeForm("box2", ("xy", "width", "depth"), names=_OPTIONS),),
        "Bodies.circle": (ShapeForm("circle", ("xy", "radius", "_…"), names=_OPTIONS),),
        "Bodies.polygon": (ShapeForm("regular", ("xy", "sides", "radius"), names=_OPTIONS),),
        "Bodies.fromVertices": (ShapeForm("polygon", ("xy", "points", "_…"), names=_OPTIONS, is_centered=True),),
        "Vector.create": POINT,
    },
    unsupported=r"trapezoid",
    updaters={"setPosition": placing("position"), "setAngle": placing("rotation")},
)

register(notation_of(VOCABULARY))
