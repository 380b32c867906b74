"""Closest points of a point and triangles, and of two segments, for many at once.

Ericson, Real-Time Collision Detection, 2005, §5.1.  Every candidate (the foot on the plane if it falls inside, and one
point on each edge) is clamped to the triangle before its distance is measured.  So rounding never makes a distance too
short, whatever a sliver does to the foot.

Degenerate triangles and segments are allowed.  Coordinates may range from 1e-75 to 1e75, as the foot's weights are
products of four.  Lengths whose products underflow count as 0.
"""

import numpy as np
import numpy.typing as npt

from gjkscope.engine.vectors import Vec3

Floats = npt.NDArray[np.float64]

NEXT = [1, 2, 0]  # the next corner


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def on_triangles(point: Vec3, corners: Floats) -> tuple[Floats, Floats]:
    """The point of each triangle, corners (n, 3, 3), that is nearest to `point`: points (n, 3), distances (n,)."""
    to_next = corners[:, NEXT] - corners
    feet = corners + _clamp(np.asarray(point) - corners, to_next)[..., None] * to_next
    candidates = np.concatenate([feet, _foot(point, corners, feet[:, 0])[:, None]], axis=1)  # (n, 4, 3)
    distances = _lengths(candidates - np.asarray(point))
    best = distances.argmin(axis=1)
    rows = np.arange(len(corners))
    return candidates[rows, best], distances[rows, best]


def on_edges(point: Vec3, ends: Floats) -> tuple[Floats, Floats]:
    """The point of each segment, ends (n, 2, 3), that is nearest to `point`: points (n, 3), distances (n,)."""
    starts, directions = ends[:, 0], ends[:, 1] - ends[:, 0]
    feet = starts + _clamp(np.asarray(point) - starts, directions)[:, None] * directions
    return feet, _lengths(feet - np.asarray(point))


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def on_segments(p: Vec3, q: Vec3, ends: Floats) -> tuple[Floats, Floats, Floats]:
    """The closest points of the segment `p` `q` and each segment of `ends`, (n, 2, 3), if both are interior.

    Returns points on `p` `q` (n, 3), points on the others (n, 3), distances (n,).  If the closest points are not both
    interior, or the segments are parallel, the distance from an end may be less.
    """
    here, starts = np.asarray(p), ends[:, 0]
    along_here, along_there = np.broadcast_to(np.subtract(q, p), starts.shape), ends[:, 1] - starts
    across = _crosses(along_here, along_there)
    s = _quotient(_dots(_crosses(starts - here, along_there), across), _dots(across, across)).clip(0, 1)
    # Each point is projected from the other again: for almost parallel lines `across` is mostly rounding.
    t = _clamp(here + s[:, None] * along_here - starts, along_there)
    there = starts + t[:, None] * along_there
    s = _clamp(there - here, along_here)
    points = here + s[:, None] * along_here
    return points, there, _lengths(there - points)


def _foot(point: Vec3, corners: Floats, otherwise: Floats) -> Floats:
    """The foot of the perpendicular from the point if it is inside the triangle, else `otherwise`."""
    b, c, p = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0], np.asarray(point) - corners[:, 0]
    normals = _crosses(b, c)
    squares = _dots(normals, normals)
    at_b = _quotient(_dots(_crosses(p, c), normals), squares)
    at_c = _quotient(_dots(_crosses(b, p), normals), squares)
    inside = (squares > 0) & (at_b >= 0) & (at_c >= 0) & (at_b + at_c <= 1)
    return np.where(inside[:, None], corners[:, 0] + at_b[:, None] * b + at_c[:, None] * c, otherwise)


def _clamp(offsets: Floats, directions: Floats) -> Floats:
    """The projection of each offset on its direction, as a parameter clamped to 0 … 1."""
    return _quotient(_dots(offsets, directions), _dots(directions, directions)).clip(0, 1)


def _quotient(numerators: Floats, denominators: Floats) -> Floats:
    return np.divide(numerators, denominators, out=np.zeros_like(numerators), where=denominators > 0)


def _dots(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.einsum("...j,...j->...", a, b))


def _crosses(a: Floats, b: Floats) -> Floats:
    """np.cross without its overhead, which exceeds the cost of the products."""
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)


def _lengths(vectors: Floats) -> Floats:
    return np.asarray(np.hypot(np.hypot(vectors[..., 0], vectors[..., 1]), vectors[..., 2]))
