"""Java with the 2D shapes of libGDX: polygons of coordinates, in degrees, and rectangles by their corner."""

from gjkscope.app.bring.notations.code.builders import DEGREES
from gjkscope.app.bring.notations.code.plane_values import POINT
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.readers import java
from gjkscope.app.bring.notations.registry import register

VOCABULARY = java.VOCABULARY._replace(
    name="libgdx-2d",
    title="Java with 2D libGDX",
    signs=r"\bnew Polygon\(\s*new float\b",
    sure_signs=r"(?!)",
    functions={
        "Polygon": (ShapeForm("polygon", ("points",)),),
        "Rectangle": (ShapeForm("box2", ("corner_xy", "width", "depth")),),
        "Circle": (ShapeForm("circle", ("xy", "radius")), ShapeForm("circle", ("center", "radius"))),
        "Vector2": POINT,
    },
    constants={},
    unsupported=r"(?!)",
    methods={},
    fields={},
    infers_points=True,
    confidence=0.996,
    is_plane=True,
    angles=DEGREES,
)

register(notation_of(VOCABULARY))
