"""Planes of engines as half-spaces.

An engine's plane is infinite; a half-space of a scene is a slab (`HalfSpace.half_extent`), with the normal along its
local y axis.  A text names no useful extent, so that of an imported plane depends on the other bodies.
"""

from collections.abc import Sequence
from dataclasses import replace
from math import dist

from gjkscope.app.scenes.scene import Body
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.halfspace import HalfSpace
from gjkscope.engine.vectors import Mat3, Vec3, cross, unit

# The other bodies may be moved in the window, so the slab reaches further than they do, by this factor at least.
AMPLE = 2.0

# Local y to z, z to x, x to y: takes the normal of a half-space to that of a plane whose normal is z; exact.
Y_TO_Z = (0.5, 0.5, 0.5, 0.5)  # x, y, z, w


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
    """The bodies, with slabs that cover all other bodies amply for the planes with these names.

    The extent is a power of ten, in metres, or that of a new half-space if there are no other bodies.
    """
    others = [body for body in bodies if body.name not in planes]
    return tuple(_covering(body, others) if body.name in planes else body for body in bodies)


def _covering(plane: Body, others: Sequence[Body]) -> Body:
    reach = 0.0
    for other in others:
        center, radius = bounding_sphere(other.shape, other.pose)
        reach = max(reach, dist(center, plane.pose.position) + radius)
    return replace(plane, shape=HalfSpace(power_of_ten(AMPLE * reach) if reach else HalfSpace().half_extent))


def power_of_ten(length: float) -> float:
    """The smallest power of ten that is no less than a length > 0."""
    exponent = len(f"{length:.0f}") if length >= 1.0 else int(f"{length:e}".split("e")[1])
    candidates = (float(f"1e{i}") for i in range(exponent - 1, exponent + 2))
    return next(one for one in candidates if one >= length)
