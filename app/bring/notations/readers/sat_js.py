"""JavaScript with SAT.js: polygons and boxes by a position, with full sizes from the least corner."""

from gjkscope.app.bring.notations.code.plane_values import POINT
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Forms, of_plane
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.registry import register

_KINDS: dict[str, Forms] = {
    "Polygon": (ShapeForm("polygon", ("center", "points")),),
    "Box": (ShapeForm("box2", ("least", "width", "depth")),),
    "Circle": (ShapeForm("circle", ("center", "radius")),),
    "Vector": POINT,
}

VOCABULARY = of_plane(
    javascript.VOCABULARY,
    name="sat-js",
    title="JavaScript with SAT.js",
    signs=r"\bSAT\.(?:Polygon|Circle|Box|Vector)\b",
    functions={name: forms for kind, forms in _KINDS.items() for name in (kind, f"SAT.{kind}")},
    fields={},
)

register(notation_of(VOCABULARY))
