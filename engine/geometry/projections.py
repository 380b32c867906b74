"""Projections of boxes on axes, and the axes of pairs of edges, for all tests of separating axes."""

from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot, norm, scale, unit

# In roundoffs.  Two unit edges are parallel if their cross product is shorter than this: the rest is rounding.
PARALLEL = 8

# The sine of an angle from which the cross product of two unit edges is perpendicular to both up to a few roundoffs:
# its error is that of its terms, divided by the sine.
WELL_APART = 0.25

# The error of a sum of projections, in roundoffs of the sizes and the distance in it.  Overlaps that differ by less are
# equal: boxes that only touch are not called separated, and parallel faces not attributed to a pair of edges.
PROJECTION_ROUNDINGS = 16


Axes = tuple[Vec3, Vec3, Vec3]
"""The axes of a placed box, which a pose within its tolerance leaves neither of unit length nor perpendicular."""


def box_normals(axes: Axes) -> Axes:
    """The unit normals of the faces of a box."""
    x, y, z = axes
    return (unit(cross(y, z)), unit(cross(z, x)), unit(cross(x, y)))


def box_reach(half: Vec3, axes: Axes, direction: Vec3) -> float:
    """Half the length of a box's projection on a unit direction, from its half extents and its axes."""
    return (
        half[0] * abs(dot(direction, axes[0]))
        + half[1] * abs(dot(direction, axes[1]))
        + half[2] * abs(dot(direction, axes[2]))
    )


def edge_normal(p: Vec3, q: Vec3, roundoff: float) -> Vec3:
    """The unit vector perpendicular to both unit edges; zero if they are parallel.

    For nearly parallel edges the cross product has a large relative error.  Its part along the edges is removed, since
    the projections are long in those directions.  One edge is enough: the part along the other is smaller by the angle
    between them.
    """
    normal = cross(p, q)
    sine = norm(normal)
    if sine >= WELL_APART:
        return scale(normal, 1.0 / sine)
    if sine <= PARALLEL * roundoff:
        return ZERO
    normal = unit(normal)
    normal = along(normal, p, -dot(normal, p))
    return unit(normal)
