"""JavaScript with the 2D part of rapier.js: cuboid(hx, hy), setTranslation(x, y), castShape, contactShape."""

import re

from gjkscope.app.bring.notations.code.reader import code_reader
from gjkscope.app.bring.notations.code.values import ShapeForm
from gjkscope.app.bring.notations.code.vocabulary import Forms
from gjkscope.app.bring.notations.readers import javascript
from gjkscope.app.bring.notations.registry import Notation, register

_SURE = 0.997  # more than the notations of 3D rapier.js and of 2D shapes
_SEARCHED = 300_000  # characters
_RAPIER = re.compile(r"\b(?:RAPIER|Rapier|rapier)\.\w|\bColliderDesc\.\w")
_TWO = r"\(\s*[^(),{}]{1,60},\s*[^(),{}]{1,60}\)"  # two arguments
_PLANE = re.compile(
    rf"rapier2d|\b(?:cuboid|Cuboid|setTranslation){_TWO}"
    r"|\b(?:setTranslation|castShape|contactShape)\(\s*\{\s*x:[^{},]{1,60},\s*y:[^{},]{1,60}\}"
)


def _forms(name: str, *forms: ShapeForm) -> dict[str, Forms]:
    shape = name[0].upper() + name[1:]
    return {f"{owner}.{word}": forms for owner, word in (("ColliderDesc", name), ("RAPIER", shape), ("rapier", shape))}


_FUNCTIONS: dict[str, Forms] = {
    **{name: forms for name, forms in javascript.VOCABULARY.functions.items() if name in javascript.VALUES},
    **_forms("ball", ShapeForm("circle", ("radius",))),
    **_forms("cuboid", ShapeForm("box2", ("half_width", "half_depth"))),
    **_forms("roundCuboid", ShapeForm("box2", ("half_width", "half_depth", "rounding"))),
    **_forms("capsule", ShapeForm("capsule2", ("half_height", "radius"))),
    **_forms("convexHull", ShapeForm("polygon", ("points",))),
    **_forms("roundConvexHull", ShapeForm("polygon", ("points", "rounding"))),
    **_forms("convexPolyline", ShapeForm("polygon", ("points",))),
    **_forms("triangle", ShapeForm("corners2", ("a", "b", "c"))),
    **_forms("segment", ShapeForm("corners2", ("a", "b"))),
}

VOCABULARY = javascript.VOCABULARY._replace(
    name="rapier-2d",
    title="JavaScript with 2D rapier",
    functions=_FUNCTIONS,
    unsupported=r"(?:heightfield|polyline|Polyline|halfspace|HalfSpace|trimesh|TriMesh)",
    methods={},
    fields={},
    queries={
        "castShape": ("a", "pose a", "_", "b", "pose b"),
        "contactShape": ("a", "pose a", "b", "pose b"),
        "intersectsShape": ("a", "pose a", "b", "pose b"),
    },
    is_plane=True,
)


def recognize(text: str) -> float:
    start = text[:_SEARCHED]
    return _SURE if _RAPIER.search(start) and _PLANE.search(start) and "rapier3d" not in start else 0.0


register(Notation(VOCABULARY.name, VOCABULARY.title, recognize, code_reader(VOCABULARY), VOCABULARY.suffixes))
