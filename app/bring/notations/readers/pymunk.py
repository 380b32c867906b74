"""Python with pymunk: the shapes of Chipmunk, which bodies place."""

from gjkscope.app.bring.notations.code.plane_values import POINT, plane_bounds
from gjkscope.app.bring.notations.code.python_vocabulary import VOCABULARY as PYTHON_VOCABULARY
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import IDENTITY_PLACEMENT, ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Form, Forms, of_plane
from gjkscope.app.bring.notations.registry import register

_OFFSET = (("offset", "center"),)
_VERTICES = (("vertices", "points"), ("transform", "placement"), ("radius", "rounding"))
_RADIUS = (("radius", "rounding"),)

_FUNCTIONS: dict[str, Forms] = {
    "pymunk.Circle": (ShapeForm("circle", ("body?", "radius", "center?"), names=_OFFSET),),
    "pymunk.Segment": (ShapeForm("corners2", ("body?", "a", "b", "rounding"), names=_RADIUS),),
    "pymunk.Poly": (ShapeForm("polygon", ("body?", "points", "placement?", "rounding?"), names=_VERTICES),),
    "Poly.create_box": (
        ShapeForm("box2", ("body?", "full_sizes", "rounding?"), names=(("size", "full_sizes"), *_RADIUS)),
    ),
    "Poly.create_box_bb": (ShapeForm("box2", ("body?", "bounds", "rounding?"), names=(("bb", "bounds"), *_RADIUS)),),
    "BB": (Form("ssss", plane_bounds),),
    "Vec2d": POINT,
}

VOCABULARY = of_plane(
    PYTHON_VOCABULARY,
    name="pymunk",
    title="Python with pymunk",
    signs=r"\bpymunk\.(?:Poly|Circle|Segment)\b",
    functions={
        **{name: forms for name, forms in PYTHON_VOCABULARY.functions.items() if name.startswith(("array", "np."))},
        **_FUNCTIONS,
    },
    constants=dict.fromkeys(("Transform.identity", "None"), IDENTITY_PLACEMENT),
)

register(notation_of(VOCABULARY))
