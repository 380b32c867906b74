"""All shapes, and their names.

All modules of this package are imported, so a new shape need not be listed here; the imports by name are for type
checkers.
"""

from importlib import import_module
from pkgutil import iter_modules

from gjkscope.engine import shapes
from gjkscope.engine.arguments import NotApplicable, short_repr
from gjkscope.engine.pose import Pose, as_plane_pose, as_pose
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.ellipsoid import Ellipsoid
from gjkscope.engine.shapes.fields import Axis
from gjkscope.engine.shapes.halfspace import HalfSpace
from gjkscope.engine.shapes.heightfield import HeightField
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.mesh import Mesh
from gjkscope.engine.shapes.point import Point
from gjkscope.engine.shapes.segment import Segment
from gjkscope.engine.shapes.shape import CurvedShape, PolytopeShape, Shape, registered_shapes
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.superellipsoid import Superellipsoid
from gjkscope.engine.shapes.triangle import Triangle
from gjkscope.engine.shapes.triangle_surface import FacetedShape, TriangleSurface

__all__ = [
    "SHAPE_TYPES",
    "Axis",
    "Box",
    "Capsule",
    "Cone",
    "CurvedShape",
    "Cylinder",
    "Ellipsoid",
    "FacetedShape",
    "HalfSpace",
    "HeightField",
    "Hull",
    "Mesh",
    "PlacedPair",
    "Point",
    "PolytopeShape",
    "Segment",
    "Shape",
    "Sphere",
    "Superellipsoid",
    "Triangle",
    "TriangleSurface",
    "as_pair",
    "as_shape",
    "as_solid",
    "common_dimension",
]

for _name in sorted(module.name for module in iter_modules(shapes.__path__)):
    import_module(f"{shapes.__name__}.{_name}")

SHAPE_TYPES: dict[str, type[Shape]] = registered_shapes()
"""The classes by name: `SHAPE_TYPES["box"]` is `Box`."""

PlacedPair = tuple[Shape, Pose, Shape, Pose]
"""Two shapes with their poses: the arguments of `query`."""


def as_shape(value: object, name: str = "shape") -> Shape:
    """Returns `value` if it is a shape.  Raises `ValueError`, naming the argument `name` and the value, otherwise."""
    if isinstance(value, Shape):
        return value
    kinds = dict.fromkeys([*SHAPE_TYPES, *registered_shapes(dimension=2)])
    raise ValueError(f"{name}: must be one of {', '.join(kinds)}, got {short_repr(value)}")


def as_solid(value: object, name: str = "shape") -> Shape:
    """Returns `value` if it is a 3D shape.

    Raises `NotApplicable`, naming the argument `name`, for a 2D shape, and `ValueError` for what is no shape.
    """
    shape = as_shape(value, name)
    if shape.dimension != 3:
        raise NotApplicable(f"{name}: must be a 3D shape, got a {shape.dimension}D {shape.kind}")
    return shape


def common_dimension(shape_a: Shape, shape_b: Shape) -> int:
    """2 or 3.  Raises `ValueError` if one shape is 2D and the other 3D."""
    if shape_a.dimension != shape_b.dimension:
        kinds = [f"a {shape.dimension}D {shape.kind}" for shape in (shape_a, shape_b)]
        raise ValueError(f"shapes: both must be 2D, or both 3D; got {kinds[0]} and {kinds[1]}")
    return shape_a.dimension


def as_pair(shape_a: object, pose_a: object, shape_b: object, pose_b: object) -> tuple[Pose, Pose]:
    """The validated poses of two shapes.

    Raises `ValueError` if a shape or a pose is invalid, the shapes differ in dimension, or the pose of a 2D shape
    leaves the plane.
    """
    a, b = as_shape(shape_a, "shape_a"), as_shape(shape_b, "shape_b")
    if common_dimension(a, b) == 2:
        return as_plane_pose(pose_a, "pose_a"), as_plane_pose(pose_b, "pose_b")
    return as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
