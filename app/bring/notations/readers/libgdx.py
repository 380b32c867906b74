"""Java with the 2D shapes of libGDX: polygons of coordinates, in degrees, and rectangles by their corner."""

from gjkscope.app.bring.notations.code.builders import DEGREES
from gjkscope.app.bring.notations.code.plane_values import POINT
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import of_plane
from gjkscope.app.bring.notations.readers import java
from gjkscope.app.bring.notations.registry import register

VOCABULARY = of_plane(
    java.VOCABULARY,
    name="libgdx-2d",
    title="Java with 2D libGDX",
    signs=r"\bnew Polygon\(\s*new float\b",
    functions={
        "Polygon": (ShapeForm("polygon", ("points",)),),
        "Rectangle": (ShapeForm("box2", ("corner_xy", "width", "depth")),),
        "Circle": (ShapeForm("circle", ("xy", "radius")), ShapeForm("circle", ("center", "radius"))),
        "Vector2": POINT,
    },
    fields={},
    angles=DEGREES,
)

register(notation_of(VOCABULARY))
