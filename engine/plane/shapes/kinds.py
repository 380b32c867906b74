"""All 2D shapes, and their names.

All modules of this package are imported, so a new shape need not be listed here; the imports by name are for type
checkers.
"""

from importlib import import_module
from pkgutil import iter_modules

from gjkscope.engine.plane import shapes
from gjkscope.engine.plane.shapes.box2 import Box2
from gjkscope.engine.plane.shapes.capsule2 import Capsule2
from gjkscope.engine.plane.shapes.chain import Chain
from gjkscope.engine.plane.shapes.circle import Circle
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.shapes.point2 import Point2
from gjkscope.engine.plane.shapes.polygon import Polygon
from gjkscope.engine.plane.shapes.segment2 import Segment2
from gjkscope.engine.shapes.shape import Shape, registered_shapes

__all__ = [
    "PLANAR_TYPES",
    "Box2",
    "Capsule2",
    "Chain",
    "Circle",
    "PlanarShape",
    "Point2",
    "Polygon",
    "Segment2",
]

for _name in sorted(module.name for module in iter_modules(shapes.__path__)):
    import_module(f"{shapes.__name__}.{_name}")

PLANAR_TYPES: dict[str, type[Shape]] = registered_shapes(dimension=2)
"""The 2D classes by name: `PLANAR_TYPES["box"]` is `Box2`."""
