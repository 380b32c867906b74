"""The sizes of a shape that code asks for: `cylinder.halfLength`, `box.side`, `capsule->getRadius()`."""

import re

from gjkscope.app.bring.notations.code.values import (
    Array,
    Failed,
    Scalar,
    SolidValue,
    Value,
    multiply_each,
    subtract,
    vector_in,
)

# Prefixes of members and of methods that return them: m_radius, mRadius, getRadius, GetRadius, get_radius.
_PREFIX = re.compile(r"^(?:m_|m(?=[A-Z])|get_?|Get(?=[A-Z]))")

_RADIUS = {"radius"}
_RADII = {"radii"}
_HALF_HEIGHT = {"halflength", "halfheight", "halfheightofcylinder"}
_HEIGHT = {"length", "lz", "height"}
_HALF_EXTENTS = {"halfside", "halfextent", "halfextents", "halfextentswithmargin", "halfsize"}
_SIZES = {"side"}  # not Drake's size(), from which FCL's box of the same body is made
_EDGES = {"width": 0, "depth": 1, "height": 2}  # of Drake's boxes: along x, y and z

_AXIAL = {"capsule", "cylinder", "cone"}


def measure_of(solid: SolidValue, name: str) -> Value | None:
    """The size that a member or a method without arguments gives; None if the text does not state it."""
    plain = _PREFIX.sub("", name).replace("_", "").lower()
    if solid.form.kind == "box":
        if plain in _HALF_EXTENTS:
            return _box(solid, 0.5)
        if plain in _SIZES:
            return _box(solid, 1.0)
        edges = vector_in(_box(solid, 1.0) or Array(()))
        return edges[_EDGES[plain]] if edges is not None and plain in _EDGES else None
    if plain in _RADIUS:
        return solid.arguments.get("radius")
    if plain in _RADII:
        return solid.arguments.get("radii")
    if solid.form.kind in _AXIAL and plain in _HALF_HEIGHT:
        return _height(solid, 0.5)
    if solid.form.kind in _AXIAL and plain in _HEIGHT:
        is_total = plain == "height" and "total_height" in solid.arguments
        return solid.arguments["total_height"] if is_total else _height(solid, 1.0)
    return None


def _scale(value: Value, factor: float) -> Value:
    return value if factor == 1.0 or isinstance(value, Failed) else multiply_each(value, Scalar(factor))


def _box(solid: SolidValue, factor: float) -> Value | None:
    """The sizes of a box times a factor."""
    for parameter, own in (("sizes", 1.0), ("half_extents", 2.0), ("size", 1.0), ("half", 2.0)):
        value = solid.arguments.get(parameter)
        if value is not None:
            edge = _scale(value, own * factor)
            return Array((edge, edge, edge)) if isinstance(edge, Scalar) else edge
    return None


def _height(solid: SolidValue, factor: float) -> Value | None:
    """The height of a shape times a factor; of a capsule, the distance between the centres."""
    for parameter, own in (("height", 1.0), ("half_height", 2.0)):
        if parameter in solid.arguments:
            return _scale(solid.arguments[parameter], own * factor)
    total, radius = solid.arguments.get("total_height"), solid.arguments.get("radius")
    if isinstance(total, Scalar) and isinstance(radius, Scalar):
        return _scale(subtract(total, _scale(radius, 2.0)), factor)
    return None
