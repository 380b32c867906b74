"""JavaScript with planck.js, whose shapes are those of Box2D 2: half sizes, and an angle behind the position."""

from gjkscope.app.bring.notations.code.plane_values import POINT, pose_by_angle
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, of_plane
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.registry import register

_HALF = ("half_width", "half_depth")


def shapes_of(owner: str) -> dict[str, Forms]:
    """The constructors of shapes, including the names under which code imports them."""
    forms: dict[str, Forms] = {
        "Polygon": (ShapeForm("polygon", ("points",)),),
        "Box": (ShapeForm("box2", _HALF), ShapeForm("box2", (*_HALF, "center", "angle?"))),
        "Circle": (ShapeForm("circle", ("center", "radius")), ShapeForm("circle", ("radius",))),
        "Edge": (ShapeForm("corners2", ("a", "b")),),
    }
    return {name: own for kind, own in forms.items() for name in (kind, f"{kind}Shape", f"{owner}.{kind}")}


VOCABULARY = of_plane(
    javascript.VOCABULARY,
    name="planck",
    title="JavaScript with planck.js",
    signs=r"\bplanck\b|\bpl\.(?:Box|Polygon|Circle|Edge|Vec2)\(",
    functions={
        **shapes_of("planck"),
        **dict.fromkeys(("Vec2", "planck.Vec2"), POINT),
        "Transform": (Form("vs", pose_by_angle),),
    },
    unsupported=r"(?:Chain|ChainShape)",
)

register(notation_of(VOCABULARY))
