"""C with Chipmunk.

cpShape *box = cpBoxShapeNew(body, 4, 2, 0.5);     // full sizes, and a radius around them
cpBodySetPosition(body, cpv(1, 2));                // places the shapes of the body
"""

from gjkscope.app.bring.notations.code.builders import (
    apply_function,
    negative,
    numbers,
    translation,
    unit_value,
)
from gjkscope.app.bring.notations.code.lexer import CPP
from gjkscope.app.bring.notations.code.plane_values import POINT, placing, plane_bounds, pose_by_angle, turn_by_angle
from gjkscope.app.bring.notations.code.reader import notation_of
from gjkscope.app.bring.notations.code.values import (
    IDENTITY_PLACEMENT,
    ShapeForm,
    add_values,
    multiply_each,
    subtract,
)
from gjkscope.app.bring.notations.code.vocabulary import SURE_OF_PLANE, Form, Forms, Vocabulary
from gjkscope.app.bring.notations.registry import register

_FUNCTIONS: dict[str, Forms] = {
    "cpBoxShapeNew": (ShapeForm("box2", ("body", "width", "depth", "rounding?")),),
    "cpBoxShapeNew2": (ShapeForm("box2", ("body", "bounds", "rounding?")),),
    "cpCircleShapeNew": (ShapeForm("circle", ("body", "radius", "center")),),
    "cpPolyShapeNew": (ShapeForm("polygon", ("body", "count", "points", "placement", "rounding?")),),
    "cpPolyShapeNewRaw": (ShapeForm("polygon", ("body", "count", "points", "rounding?")),),
    "cpSegmentShapeNew": (ShapeForm("corners2", ("body", "a", "b", "rounding?")),),
    **dict.fromkeys(("cpv", "cpVect"), POINT),
    **dict.fromkeys(("cpBB", "cpBBNew"), (Form("ssss", plane_bounds),)),
    "cpTransformTranslate": (Form("v", translation),),
    "cpTransformRotate": (Form("s", turn_by_angle),),
    "cpTransformRigid": (Form("vs", pose_by_angle),),
    "cpvadd": (Form("vv", apply_function(add_values)),),
    "cpvsub": (Form("vv", apply_function(subtract)),),
    "cpvneg": (Form("v", negative),),
    "cpvmult": (Form("vs", apply_function(multiply_each)),),
    "cpvnormalize": (Form("v", unit_value),),
}

VOCABULARY = Vocabulary(
    name="chipmunk",
    title="C with Chipmunk",
    language=CPP,
    signs=r"\bcp(?:Poly|Box|Circle|Segment)Shape\w*\b",
    functions=_FUNCTIONS,
    constants={"cpvzero": numbers(0.0, 0.0, 0.0), "cpTransformIdentity": IDENTITY_PLACEMENT},
    updaters={
        **dict.fromkeys(("cpBodySetPosition", "cpBodySetPos"), placing("position")),
        "cpBodySetAngle": placing("rotation"),
    },
    fields={"a": "rotation", "angle": "rotation"},
    infers_points=True,
    confidence=SURE_OF_PLANE,
    suffixes=(".c", ".cpp"),
    is_plane=True,
)

register(notation_of(VOCABULARY))
