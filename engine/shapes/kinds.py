"""All shapes, and their names.

All modules of this package are imported, so a new shape need not be listed here; the imports by name are for type
checkers.
"""

from importlib import import_module
from pkgutil import iter_modules

from gjkscope.engine import shapes
from gjkscope.engine.arguments import short_repr
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.ellipsoid import Ellipsoid
from gjkscope.engine.shapes.fields import Axis
from gjkscope.engine.shapes.halfspace import HalfSpace
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.mesh import Mesh
from gjkscope.engine.shapes.point import Point
from gjkscope.engine.shapes.segment import Segment
from gjkscope.engine.shapes.shape import CurvedShape, PolytopeShape, Shape, registered_shapes
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.superellipsoid import Superellipsoid
from gjkscope.engine.shapes.triangle import Triangle

__all__ = [
    "SHAPE_TYPES",
    "Axis",
    "Box",
    "Capsule",
    "Cone",
    "CurvedShape",
    "Cylinder",
    "Ellipsoid",
    "HalfSpace",
    "Hull",
    "Mesh",
    "Point",
    "PolytopeShape",
    "Segment",
    "Shape",
    "Sphere",
    "Superellipsoid",
    "Triangle",
    "as_shape",
]

for _name in sorted(module.name for module in iter_modules(shapes.__path__)):
    import_module(f"{shapes.__name__}.{_name}")

SHAPE_TYPES: dict[str, type[Shape]] = registered_shapes()
"""The classes by name: `SHAPE_TYPES["box"]` is `Box`."""


def as_shape(value: object, name: str = "shape") -> Shape:
    """Returns `value` if it is a shape.  Raises `ValueError`, naming the argument `name` and the value, otherwise."""
    if isinstance(value, Shape):
        return value
    raise ValueError(f"{name}: must be one of {', '.join(SHAPE_TYPES)}, got {short_repr(value)}")
