"""Planes of engines as half-spaces.

An engine's plane is infinite; a half-space of a scene is a slab (`HalfSpace.half_extent`), with the normal along its
local y axis.  The extent in a text, if any, only limits how far the plane is drawn: an imported slab covers all bodies.
"""

from collections.abc import Sequence
from math import dist

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.halfspace import HalfSpace
from gjkscope.engine.vectors import Mat3, Vec3, cross, unit

SPARE = 2.0  # how much wider a plane is than necessary, so that bodies can be moved


def turn_to(normal: Vec3) -> Mat3:
    """A rotation that takes the local y axis to a unit vector; exact if that is along an axis."""
    if normal == (0.0, 1.0, 0.0):
        return ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
    smallest = min(range(3), key=lambda i: abs(normal[i]))
    x, y, z = (float(i == smallest) for i in range(3))
    first = unit(cross(normal, (x, y, z)))
    third = cross(first, normal)
    rows = zip(first, normal, third, strict=True)
    a, b, c = ((p, q, r) for p, q, r in rows)
    return (a, b, c)


def covering(bodies: Sequence[Body], planes: frozenset[str]) -> tuple[Body, ...]:
    """The bodies, where the slabs of the planes with these names reach under all bodies that are not planes."""
    others = [body for body in bodies if body.name not in planes]
    return tuple(_covering(body, others) if body.name in planes else body for body in bodies)


def _covering(plane: Body, others: Sequence[Body]) -> Body:
    assert isinstance(plane.shape, HalfSpace)
    reach = 0.0
    for other in others:
        center, radius = bounding_sphere(other.shape, other.pose)
        reach = max(reach, dist(center, plane.pose.position) + radius)
    if reach <= plane.shape.half_extent:
        return plane
    return replace(plane, shape=replace(plane.shape, half_extent=SPARE * reach))
