"""Mass properties of every shape: its centre of mass and its inertia, for a body of uniform density.

Curved shapes know their moments (`mass_moments`); a ball around a point or a segment is a sphere or a capsule, in
closed form.  All other polytopes are sums over simplices (Mirtich, Fast and accurate computation of polyhedral mass
properties, 1996, integrates over the faces instead): a simplex of dimension k has

    ∫ x xᵀ = volume / ((k + 1) (k + 2)) · (Σ vᵢ vᵢᵀ + (Σ vᵢ)(Σ vᵢ)ᵀ)

over its k + 1 corners; a solid is cut into tetrahedra from its mean vertex, a flat hull, which is a lamina, into
triangles.

Departures: the mass of a rounded shape is that of the sharp shape grown by the rounding: a curved shape
by its extents, a polytope in proportion.  This moves the mass outwards by at most the corners that the ball
rounds off.  A mesh counts as its convex hull, as for the contacts.

How it can fail: the inertia of a rod about its axis is zero, and that of a point about all axes.  `inverse_inertia`
has zeros there, so that no impulse turns the body about such an axis.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from gjkscope.engine.arguments import length
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import CurvedShape, PolytopeShape, Shape, as_solid
from gjkscope.engine.shapes.shape import Floats
from gjkscope.engine.shapes.support import SHAPES_KEPT, core
from gjkscope.engine.vectors import Mat3, Vec3, add, norm, scale, sub, unit

# An inertia below this part of the largest is rounding of zero: the sum over a hull's simplices is correct to 1e-14.
NO_INERTIA = 1e-12


class MassProperties(NamedTuple):
    """Of a body, in the frame of its shape."""

    mass: float  # kg
    center: Vec3  # of mass, metres
    inertia: Mat3  # about the centre of mass, kg·m²
    inverse_inertia: Mat3  # 0 about axes without inertia


def mass_properties(shape: Shape, mass: float) -> MassProperties:
    """The mass properties of a body of this mass (kilograms, > 0) and uniform density.

    Raises `ValueError`, naming the argument and the value, if the mass is not positive, and `NotApplicable` (a
    `ValueError`) for a 2D shape.

    >>> from gjkscope import Box
    >>> mass_properties(Box((1, 1, 1)), 3).inertia[0][0]
    2.0
    """
    mass = length("mass", mass)
    center, inertia = _of_one_kilogram(as_solid(shape))
    x, y, z = (scale(row, mass) for row in inertia)
    return MassProperties(mass, center, (x, y, z), _inverse(np.array((x, y, z))))


def mass_center(shape: Shape) -> Vec3:
    """The centre of mass of a 3D shape of uniform density, in its frame, metres.

    >>> from gjkscope import Cone
    >>> mass_center(Cone(radius=1, half_height=2))
    (0.0, -1.0, 0.0)
    """
    return _of_one_kilogram(shape)[0]


@lru_cache(maxsize=SHAPES_KEPT)
def _of_one_kilogram(shape: Shape) -> tuple[Vec3, Mat3]:
    """The centre of mass, and the inertia about it."""
    if isinstance(shape, PolytopeShape):
        return _polytope(convex_hull(shape.corners()), core(shape).radius)
    if isinstance(shape, CurvedShape):
        center, squares = shape.mass_moments()
        return center, _from_moments(squares)
    raise ValueError(f"shape: no mass properties for a {shape.kind}")


def _ball(radius: float) -> float:
    return 0.4 * radius * radius


def _capsule(radius: float, half: float) -> tuple[float, float]:
    """A cylinder and two half balls, whose centres are 3/8 of the radius beyond its ends; without a radius, a rod."""
    if radius == 0:
        return 0.0, half * half / 3
    along, across = radius * radius / 2, radius * radius / 4 + half * half / 3  # of the cylinder
    barrel = half / (half + 2 / 3 * radius)  # its share of the volume
    ends = _ball(radius)
    return (
        barrel * along + (1 - barrel) * ends,
        barrel * across + (1 - barrel) * (ends + half * half + 0.75 * half * radius),
    )


def _polytope(hull: ConvexHull, rounding: float) -> tuple[Vec3, Mat3]:
    """The sum over simplices from the mean vertex, of the dimension of the hull."""
    points = np.array(hull.vertices, dtype=float)
    if hull.dimension == 0:
        return _vector(points[0]), _diagonal(_ball(rounding))
    if hull.dimension == 1:
        return _straight(points, rounding)
    start = points.mean(axis=0)
    reach = float(np.abs(points - start).max())
    local = (points - start) / reach  # of unit size, so that products neither overflow nor underflow
    first, second = _moments(_simplices(hull, local), hull.dimension)
    first[np.abs(first) < NO_INERTIA] = 0.0  # a symmetric body stays symmetric
    grown = (1 + rounding / float(np.linalg.norm(local, axis=1).max() * reach)) * reach
    covariance = (second - np.outer(first, first)) * (grown * grown)
    inertia = np.trace(covariance) * np.eye(3) - covariance
    inertia[np.abs(inertia) < NO_INERTIA * np.abs(inertia).max()] = 0.0
    return _vector(start + first * reach), _matrix((inertia + inertia.T) / 2)


def _straight(points: Floats, radius: float) -> tuple[Vec3, Mat3]:
    """A rod, or with a radius a capsule."""
    start, end = (_vector(point) for point in points)
    return scale(add(start, end), 0.5), _about(unit(sub(end, start)), *_capsule(radius, norm(sub(end, start)) / 2))


def _simplices(hull: ConvexHull, local: Floats) -> Floats:
    """The corners of each simplex, (n, k + 1, 3)."""
    if hull.dimension == 2:  # the face has two sides
        return np.asarray(local[hull.triangles[hull.triangle_faces == 0]])
    corners = local[hull.triangles]
    return np.concatenate([np.zeros((len(corners), 1, 3)), corners], axis=1)


def _moments(simplices: Floats, dimension: int) -> tuple[Floats, Floats]:
    """The mean of x and of x xᵀ over all simplices."""
    sides = simplices[:, 1:] - simplices[:, :1]
    volumes = np.sqrt(np.maximum(np.linalg.det(sides @ sides.transpose(0, 2, 1)), 0.0))
    shares = volumes / volumes.sum()
    sums = simplices.sum(axis=1)
    first = np.einsum("n,ni->i", shares, sums) / (dimension + 1)
    squares = np.einsum("nki,nkj->nij", simplices, simplices) + np.einsum("ni,nj->nij", sums, sums)
    return first, np.einsum("n,nij->ij", shares, squares) / ((dimension + 1) * (dimension + 2))


def _from_moments(squares: Sequence[float]) -> Mat3:
    """The inertia, given the means of x², y² and z²."""
    x, y, z = squares
    return (y + z, 0.0, 0.0), (0.0, x + z, 0.0), (0.0, 0.0, x + y)


def _diagonal(moment: float) -> Mat3:
    return (moment, 0.0, 0.0), (0.0, moment, 0.0), (0.0, 0.0, moment)


def _about(axis: Vec3, along: float, across: float) -> Mat3:
    """The inertia of a body with an axis of symmetry."""
    return _matrix(across * np.eye(3) + (along - across) * np.outer(axis, axis))


def _inverse(inertia: Floats) -> Mat3:
    """The inverse, with zeros about axes without inertia."""
    largest = float(np.abs(inertia).max())
    if largest == 0:
        return _diagonal(0.0)
    if not np.any(inertia - np.diag(np.diag(inertia))):  # without the rounding of a decomposition
        x, y, z = (1 / moment if moment > NO_INERTIA * largest else 0.0 for moment in np.diag(inertia).tolist())
        return (x, 0.0, 0.0), (0.0, y, 0.0), (0.0, 0.0, z)
    moments, axes = np.linalg.eigh(inertia / largest)
    inverse = [1 / moment if moment > NO_INERTIA else 0.0 for moment in moments.tolist()]
    return _matrix(axes @ np.diag(inverse) @ axes.T / largest)


def _matrix(rows: Floats) -> Mat3:
    x, y, z = (_vector(row) for row in rows)
    return x, y, z


def _vector(numbers: Floats) -> Vec3:
    x, y, z = numbers.tolist()
    return x, y, z
