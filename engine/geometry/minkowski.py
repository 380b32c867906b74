"""The Minkowski difference A − B = { a − b } as a polyhedron for display: the set that GJK and EPA search.

1. Polytopes: the hull of all differences of their vertices.  This is exact.
2. Polytopes with radii (spheres and capsules are a point and a segment with a radius): the difference of the cores as
   in 1, exact, plus a ball.  Its surface is sampled where it bends: faces are offset, edges become parts of cylinders,
   corners parts of spheres.
3. Curved cores: support points s(d) = s_A(d) − s_B(−d) in directions spread evenly over
   the sphere, and in those that define the rims and tips of the two shapes.
4. Polytopes with too many corners for 1: the difference of two hulls inscribed in them, whose
   corners are the support points in evenly spread directions.

2D shapes have a convex polygon as their A − B, plus a disc (outlines.py).

All points belong to A − B, so a sampled hull is always inside it.  The hull depends on the rotations only, and is
cached for them: translating a shape only translates it, A − B = hull + (position_a − position_b).
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import pi

import numpy as np
import numpy.typing as npt

from gjkscope.engine.geometry.outlines import outline_difference, outline_of, rounded_outline
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.box import BOX, BOX_CORNERS
from gjkscope.engine.shapes.directions import RING, SAMPLES, TIP, even_directions, ring
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import CurvedShape, Hull, Shape, common_dimension
from gjkscope.engine.shapes.support import (
    SHAPES_KEPT,
    UNKNOWN_CORE,
    Convex,
    convex,
    core,
    furthest,
    hull_of,
    support,
)
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, cross, neg, sub, unit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# Maximum number of vertex pairs for the hull of all differences, which then takes about 20 ms at most.
MAX_PAIRS = 1 << 16
FEW_CORNERS = 1 << 8  # corners to keep of each polytope if there are more pairs

# A hull of samples misses at most this part of the size (the longest side of its bounding box) in any direction:
# on a ball neighbours 7° apart leave out 0.2 %, and no pair of shapes was measured at more than 0.3 %.
SAMPLING_ERROR = 0.005

# Up to this limit, sums of dozens of coordinates do not overflow.
HUGE = 1e306

DIFFERENCES_KEPT = 64  # some 200 kB each


@dataclass(frozen=True, eq=False)
class MinkowskiDifference:
    """A − B for shapes at the origin, in their rotations; add position_a − position_b to place it."""

    hull: ConvexHull
    core: ConvexHull  # of the cores, which GJK runs on; the same object as `hull` when neither has a radius
    radius: float  # the sum of both radii: A − B is the core and a ball of this radius
    exact: bool  # the hull is A − B, not an approximation
    smooth: bool  # A − B is curved, or has very many faces: use smooth shading


@lru_cache(maxsize=DIFFERENCES_KEPT)
def minkowski_difference(shape_a: Shape, rotation_a: Mat3, shape_b: Shape, rotation_b: Mat3) -> MinkowskiDifference:
    """A − B of two shapes at the origin, turned by `rotation_a` and `rotation_b` (rows; local to world).

    The shapes and rotations must be validated (`as_pair`).  Raises `ValueError` if a shape extends beyond `HUGE`.
    """
    a, b = convex(shape_a, Pose(rotation_a, ZERO)), convex(shape_b, Pose(rotation_b, ZERO))
    _check_reach(aabb(shape_a, Pose(rotation_a)), "shape_a")
    _check_reach(aabb(shape_b, Pose(rotation_b)), "shape_b")
    if common_dimension(shape_a, shape_b) == 2:
        return _difference_in_plane(a, b)
    radius = a.radius + b.radius
    corners_a, corners_b = _corners(shape_a, a), _corners(shape_b, b)
    curved = len(corners_a) == 0 or len(corners_b) == 0
    exact_core = not curved and len(corners_a) * len(corners_b) <= MAX_PAIRS
    if not exact_core and max(len(corners_a), len(corners_b)) > FEW_CORNERS:
        few_a, few_b = simplify(shape_a, FEW_CORNERS), simplify(shape_b, FEW_CORNERS)
        return replace(minkowski_difference(few_a, rotation_a, few_b, rotation_b), exact=False, smooth=True)
    if exact_core:
        core = convex_hull((corners_a[:, None] - corners_b).reshape(-1, 3))
        hull = convex_hull(rounded_surface(core, radius)[0]) if radius > 0 else core
    else:
        telling_a, telling_b = _telling(shape_a, a, corners_a), _telling(shape_b, b, corners_b)
        directions = np.concatenate([even_directions(SAMPLES), telling_a, -telling_b])
        points = np.array([_difference(a, b, direction) for direction in _tuples(directions)])
        core = convex_hull(points)
        hull = convex_hull(points + radius * directions) if radius > 0 else core
    return MinkowskiDifference(hull, core, radius, exact_core and radius == 0, curved or radius > 0)


def _difference_in_plane(a: Convex, b: Convex) -> MinkowskiDifference:
    """A − B of 2D cores; its hulls are flat or straight."""
    outlines = [
        hull.vertices[outline_of(hull)]
        for hull in (convex_hull(_rotated_vertices(a)), convex_hull(_rotated_vertices(b)))
    ]
    core, radius = convex_hull(outline_difference(*outlines)), a.radius + b.radius
    hull = convex_hull(rounded_outline(core, radius)[0]) if radius > 0 else core
    return MinkowskiDifference(hull, core, radius, radius == 0, radius > 0)


@lru_cache(maxsize=SHAPES_KEPT)
def simplify(shape: Shape, most: int) -> Shape:
    """The shape, or if it has more than `most` vertices, the hull of the support points in `most` even directions."""
    vertices = core(shape).vertices
    if len(vertices) <= most:
        return shape
    indices = np.unique([furthest(vertices, direction) for direction in _tuples(even_directions(most))])
    return Hull(tuple(_tuples(vertices[indices])), shape.rounding)


def rounded_surface(hull: ConvexHull, radius: float) -> tuple[Floats, Floats]:
    """Points on the surface of the hull's Minkowski sum with a ball, and the outward unit normals there: (n, 3) each.

    Faces and edges come out exactly flat and straight; bends are sampled `RING` times around.
    """
    spread = even_directions(SAMPLES)
    supporting = np.einsum("ik,jk->ij", spread, hull.vertices).argmax(axis=1)
    bending, normals = _bends(hull)
    normals = np.concatenate([spread, normals])
    return hull.vertices[np.concatenate([supporting, bending])] + radius * normals, normals


def rotation_from_y_to(direction: Vec3) -> Mat3:
    """A rotation that maps y to `direction`, which need not be a unit vector but must not be zero."""
    y = unit(direction)
    x = unit(cross(y, IDENTITY[min(range(3), key=lambda i: abs(y[i]))]))
    z = cross(x, y)
    return ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))


def _check_reach(box: tuple[Vec3, Vec3], name: str) -> None:
    reach = max(abs(coordinate) for corner in box for coordinate in corner)
    if reach > HUGE:
        raise ValueError(f"{name}: extends to {reach:.3g} m, too far to display the Minkowski difference")


def _difference(a: Convex, b: Convex, direction: Vec3) -> Vec3:
    return sub(support(a, direction)[0], support(b, neg(direction))[0])


def _corners(shape: Shape, core: Convex) -> Floats:
    """The corners of a polytope in world coordinates, (n, 3); none of a curved core."""
    if isinstance(shape, CurvedShape):
        return np.empty((0, 3))
    if core.kind == BOX:
        return _rotate(np.array(BOX_CORNERS) * core.size, core.rotation)
    if len(core.vertices) > 0:
        return _rotate(core.vertices[hull_of(shape).indices], core.rotation)
    raise ValueError(UNKNOWN_CORE)


def _rotated_vertices(core: Convex) -> Floats:
    """The vertices of a core that has some, turned."""
    return _rotate(core.vertices, core.rotation)


def _rotate(vectors: Floats, rotation: Mat3) -> Floats:
    """The vectors rotated; term by term as `row_times` does it, so that both give the same bits."""
    x, y, z = vectors.T
    return np.stack([row[0] * x + row[1] * y + row[2] * z for row in rotation], axis=1)


def _telling(shape: Shape, core: Convex, corners: Floats) -> Floats:
    """Unit directions, (n, 3), whose support points define the core's edges, rims and tips."""
    if isinstance(shape, CurvedShape):
        directions = shape.directions()
        return _rotate(directions / _length(directions), core.rotation)
    return _corner_directions(convex_hull(corners))


def _corner_directions(hull: ConvexHull) -> Floats:
    """The directions in which a polytope bends, each tilted so that its support point is unique."""
    vertices, directions = _bends(hull)
    outward = np.zeros_like(hull.vertices)
    np.add.at(outward, vertices, directions)  # if all have a corner as the support point, so does their sum
    tipped = directions + TIP * outward[vertices]
    return tipped / _length(tipped)


def _bends(hull: ConvexHull) -> tuple[Ints, Floats]:
    """Vertices and unit directions, (n,) and (n, 3): the vertex is a support point of the hull in the direction.

    The directions are the normals of faces, for each corner of the face, and those between the normals of two
    faces, for both ends of their edge; for a segment, those around and along it.
    """
    if hull.dimension == 0:
        return np.empty(0, dtype=np.intp), np.empty((0, 3))
    if hull.dimension == 1:
        start, end = _tuples(hull.vertices)
        frame = rotation_from_y_to(sub(end, start))
        around = _rotate(np.concatenate([[(0.0, 1.0, 0.0)], ring(1.0, 0.0)]), frame)
        return np.repeat([1, 0], RING + 1), np.concatenate([around, -around])
    corners = np.concatenate(hull.faces)
    normals = np.repeat(hull.normals, [len(face) for face in hull.faces], axis=0)
    starts, ends, between = _edge_bends(hull)
    return np.concatenate([corners, starts, ends]), np.concatenate([normals, between, between])


def _edge_bends(hull: ConvexHull) -> tuple[Ints, Ints, Floats]:
    """For each direction between the normals of neighbouring faces: both ends of the edge, and the direction."""
    face_of = {side: face for face, loop in enumerate(hull.faces) for side in pairwise((*loop, loop[0]))}
    sides = [side for side in face_of if side[0] < side[1]]
    starts, ends = np.array(sides).T
    normals = hull.normals[[face_of[side] for side in sides]]
    others = hull.normals[[face_of[side[::-1]] for side in sides]]
    along = hull.vertices[ends] - hull.vertices[starts]
    along /= np.abs(along).max(axis=1, keepdims=True)  # the squares of short edges would vanish
    outward = np.cross(along / _length(along), normals)  # in the face's plane, across the edge
    angles = np.arctan2(np.abs(_dots(outward, others)), _dots(normals, others))
    steps = np.ceil(angles / (2 * pi / RING)).astype(np.intp)
    each = np.repeat(np.arange(len(sides)), np.maximum(steps - 1, 0))
    nth = 1 + np.arange(len(each)) - np.searchsorted(each, each)
    turns = (angles[each] * nth / steps[each])[:, None]
    return starts[each], ends[each], np.cos(turns) * normals[each] + np.sin(turns) * outward[each]


def _tuples(vectors: Floats) -> list[Vec3]:
    return [(x, y, z) for x, y, z in vectors.tolist()]


def _dots(a: Floats, b: Floats) -> Floats:
    return np.asarray(np.einsum("ij,ij->i", a, b))


def _length(vectors: Floats) -> Floats:
    """Euclidean lengths, (n, 1)."""
    return np.sqrt(_dots(vectors, vectors))[:, None]
