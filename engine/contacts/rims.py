"""Points on the rims of cylinders and cones, by which engines approximate them."""

from math import cos, pi, sin

from gjkscope.engine.shapes.axial import AxialShape
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.vectors import IDENTITY, Vec3, add, cross, dot, scale


def axis_direction(shape: AxialShape) -> Vec3:
    """The unit vector along the shape's axis, in its frame."""
    return IDENTITY["xyz".index(shape.axis)]


def rim_points(
    shape: AxialShape, count: int, radius: float, height: float, first: Vec3 | None = None
) -> tuple[Vec3, ...]:
    """Points on a circle around the axis, counter-clockwise seen from the positive end, in the shape's frame.

    `first` is the direction of the first one, a unit vector across the axis; by default it is the next coordinate axis.
    """
    axis = axis_direction(shape)
    first = first or IDENTITY[("xyz".index(shape.axis) + 1) % 3]
    second, center = cross(axis, first), scale(axis, height)
    angles = (2 * pi * k / count for k in range(count))
    return tuple(add(center, add(scale(first, radius * cos(t)), scale(second, radius * sin(t)))) for t in angles)


def inscribed_hull(shape: AxialShape, count: int) -> Hull:
    """The hull of points on the rims of a cylinder or a cone: those at the base first, then the top or the apex.

    >>> from gjkscope import Cylinder
    >>> len(inscribed_hull(Cylinder(radius=1, half_height=2), 8).vertices)
    16
    """
    base = rim_points(shape, count, shape.radius, -shape.half_height)
    if isinstance(shape, Cone):
        return Hull((*base, scale(axis_direction(shape), shape.half_height)))
    return Hull((*base, *rim_points(shape, count, shape.radius, shape.half_height)))


def split_along(axis: Vec3, direction: Vec3) -> tuple[float, Vec3]:
    """The part of a direction along a unit vector, and the rest."""
    height = dot(axis, direction)
    return height, add(direction, scale(axis, -height))
