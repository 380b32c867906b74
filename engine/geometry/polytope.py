"""Polytopes for the separating axis test: corners, face normals, edges, and the faces adjacent to each edge.

1. Every shape except a box is a hull of points (hulls.py) with merged faces; flat and straight ones are allowed.  Data
   that does not depend on the pose is cached for each shape.
2. Placing it rotates corners, edges and normals.  Normals are transformed by the cofactors of the rotation, which gives
   the true normals even if the rotation is not quite orthogonal.
3. A box is never converted to corners: three normals, three edges and its half extents suffice.

An edge has two *wings*, unit vectors from it into the adjacent faces.  The edge is extreme in the directions
perpendicular to it in which no wing rises.  As differences of corners, wings are accurate even if the normal of a
sliver is not.  The two wings of a flat shape's edge are equal.  A segment has none.  Nor do the edges of a box, each
of which represents four parallel ones: together these are extreme in all perpendicular directions.
"""

from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.geometry.projections import box_normals
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.shapes.box import BOX, BOX_CORNERS
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import Box, PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT, VERTICES, convex, mean
from gjkscope.engine.vectors import DOUBLE, SINGLE, ZERO, Mat3, Vec3, add, column, cross, dot, norm, row_times, unit

Floats = npt.NDArray[np.float64]
Numbers = tuple[int, ...]
Wings = tuple[Vec3, Vec3]

NO_WINGS: Wings = (ZERO, ZERO)


class Polytope(NamedTuple):
    """A placed polytope, and the radius of its rounding.  Vectors are along the world's axes; lengths in metres.

    Faces and edges are identified by their index in `normals` and `edges`.  A flat shape has one face.  A box has three
    faces and three edges, each representing all parallel ones.
    """

    kind: int  # BOX or VERTICES
    dimension: int  # 0 point, 1 segment, 2 flat, 3 solid
    position: Vec3
    offset: Vec3  # from the position to the centre
    radius: float
    size: Vec3  # half extents of a box
    axes: tuple[Vec3, Vec3, Vec3]  # of a box: the columns of its rotation as given, which need not be unit vectors
    corners: tuple[Vec3, ...]  # from the centre; empty for a box
    reach: float  # from the centre to the furthest corner
    normals: tuple[Vec3, ...]  # unit, outward
    edges: tuple[Vec3, ...]  # unit
    wings: tuple[Wings, ...]  # of each edge; zero vectors if it has none
    face_corners: tuple[Numbers, ...]  # the corners of each face, by the shape's own vertex indices
    edge_corners: tuple[tuple[int, int], ...]
    roundoff: float  # of the arithmetic used with these numbers: `DOUBLE` or `SINGLE`


def polytope(shape: Shape, pose: Pose) -> Polytope:
    """The polytope of `shape` at `pose`; for a mesh, of its convex hull.  Raises `ValueError` for curved shapes."""
    if isinstance(shape, Box):
        return _box(shape.half_extents, pose, shape.rounding)
    return _place(polytope_body(_require_polytope(shape)), pose, shape.rounding)


def single_polytope(shape: Shape, pose: Pose) -> Polytope:
    """Like `polytope`, rounded to single precision and placed in single precision arithmetic."""
    if isinstance(shape, Box):
        placed = _box(single(shape.half_extents), single(pose), single(shape.rounding))
    else:
        placed = _place(single(polytope_body(_require_polytope(shape))), single(pose), single(shape.rounding))
    return placed._replace(roundoff=SINGLE)


def is_polytope(shape: Shape) -> bool:
    """Whether the separating axis test supports the shape: a polytope, rounded or not, but not a sphere or capsule."""
    return isinstance(shape, PolytopeShape) and shape.ball_radius() == 0


def face_of(polytope: Polytope, index: int, direction: Vec3) -> Numbers:
    """The corners of a face; for a box, of the parallel face that points along `direction`."""
    if polytope.kind != BOX:
        return polytope.face_corners[index]
    looking = furthest_corner(polytope, direction) >> index & 1
    return BOX_FACES[index][looking]


def edge_of(polytope: Polytope, index: int, direction: Vec3) -> Numbers:
    """The corners of an edge; for a box, of the parallel edge that lies furthest along `direction`."""
    if polytope.kind != BOX:
        return polytope.edge_corners[index]
    furthest, other_end = furthest_corner(polytope, direction), 1 << index
    return (furthest & ~other_end, furthest | other_end)


def corners_at(shape: Shape, pose: Pose, numbers: Numbers) -> tuple[Vec3, ...]:
    """The world positions of those corners of a polytope, without its rounding, by the shape's own vertex indices."""
    core = convex(shape, pose)
    x, y, z = core.size
    local = [(u * x, v * y, w * z) for u, v, w in BOX_CORNERS] if core.kind == BOX else core.vertices.tolist()
    return tuple(add(row_times(core.rotation, local[number]), core.position) for number in numbers)


BOX_FACES = tuple(
    tuple(tuple(corner for corner in range(8) if corner >> index & 1 == side) for side in (0, 1)) for index in range(3)
)
"""For each normal of a box, the corners of the faces behind and in front, by the indices of `support`."""


class PolytopeBody(NamedTuple):
    """The pose-independent data of a polytope other than a box, in the shape's own frame."""

    dimension: int
    center: Vec3
    corners: Floats  # (n, 3), from the centre
    normals: Floats  # (f, 3)
    edges: Floats  # (e, 3), unit
    wings: Floats  # (2 e, 3), unit
    face_corners: tuple[Numbers, ...]
    edge_corners: tuple[tuple[int, int], ...]


def _require_polytope(shape: Shape) -> PolytopeShape:
    if isinstance(shape, PolytopeShape) and is_polytope(shape):
        return shape
    raise ValueError(f"shape: must be a polytope, got {shape!r}")


def _box(half_extents: Vec3, pose: Pose, radius: float) -> Polytope:
    axes = (column(pose.rotation, 0), column(pose.rotation, 1), column(pose.rotation, 2))
    return Polytope(
        kind=BOX,
        dimension=3,
        position=pose.position,
        offset=ZERO,
        radius=radius,
        size=half_extents,
        axes=axes,
        corners=(),
        reach=norm(half_extents),
        normals=box_normals(axes),
        edges=(unit(axes[0]), unit(axes[1]), unit(axes[2])),
        wings=(NO_WINGS, NO_WINGS, NO_WINGS),
        face_corners=(),
        edge_corners=(),
        roundoff=DOUBLE,
    )


def _place(body: PolytopeBody, pose: Pose, radius: float) -> Polytope:
    corners = _tuples(_rotate(body.corners, pose.rotation))
    wings = _units(_rotate(body.wings, pose.rotation))
    return Polytope(
        kind=VERTICES,
        dimension=body.dimension,
        position=pose.position,
        offset=row_times(pose.rotation, body.center),
        radius=radius,
        size=ZERO,
        axes=(ZERO, ZERO, ZERO),
        corners=corners,
        reach=max(norm(corner) for corner in corners),
        normals=_units(_rotate(body.normals, cofactors(pose.rotation))),
        edges=_units(_rotate(body.edges, pose.rotation)),
        wings=tuple(zip(wings[::2], wings[1::2], strict=True)),
        face_corners=body.face_corners,
        edge_corners=body.edge_corners,
        roundoff=DOUBLE,
    )


@lru_cache(maxsize=SHAPES_KEPT)
def polytope_body(shape: PolytopeShape) -> PolytopeBody:
    """The corners, faces and edges of a polytope; of a mesh, those of its convex hull."""
    vertices = np.array(shape.corners())
    hull = convex_hull(vertices)
    # A flat hull has its polygon twice, once for each side: the same axis.
    faces = hull.faces[:1] if hull.dimension == 2 else hull.faces
    # The mean of three equal numbers may differ from them by rounding.
    center = mean(vertices) if hull.dimension > 0 else hull.vertices[0]
    numbers = hull.indices.tolist()
    starts, ends = hull.edges.T
    return PolytopeBody(
        hull.dimension,
        (float(center[0]), float(center[1]), float(center[2])),
        hull.vertices - center,
        hull.normals[: len(faces)],
        np.array([unit(edge) for edge in _tuples(hull.vertices[ends] - hull.vertices[starts])]).reshape(-1, 3),
        _wings(hull),
        tuple(tuple(numbers[vertex] for vertex in face) for face in faces),
        tuple((numbers[start], numbers[end]) for start, end in hull.edges.tolist()),
    )


def _wings(hull: ConvexHull) -> Floats:
    """Two for each edge, (2 e, 3): from the edge to the furthest corner of each adjacent face."""
    if hull.dimension < 2:
        return np.zeros((2 * len(hull.edges), 3))
    furthest: dict[tuple[int, int], int] = {}
    for loop in hull.faces:
        furthest |= _furthest_corners(hull.vertices, loop)
    wings: list[Vec3] = []
    for start, end in hull.edges.tolist():
        for side in ((start, end), (end, start)):
            wings += _tuples(hull.vertices[[furthest[side]]] - hull.vertices[start])
    return np.array([unit(wing) for wing in wings])


def _furthest_corners(vertices: Floats, loop: Numbers) -> dict[tuple[int, int], int]:
    """For each side of a face, given by its two ends in loop order, the corner furthest from it."""
    points = vertices[list(loop)]
    points = points - points[0]
    points /= np.abs(points).max()  # scaled for comparison only: the squares of tiny lengths would underflow
    sides = np.roll(points, -1, axis=0) - points
    across = np.cross(sides[:, None], points - points[:, None])
    furthest = (across * across).sum(axis=2).argmax(axis=1)
    return {side: loop[corner] for side, corner in zip(pairwise((*loop, loop[0])), furthest.tolist(), strict=True)}


def furthest_corner(box: Polytope, direction: Vec3) -> int:
    """The number of the box's corner that lies furthest along a direction."""
    x, y, z = box.axes
    return (dot(direction, x) >= 0) + 2 * (dot(direction, y) >= 0) + 4 * (dot(direction, z) >= 0)


def cofactors(m: Mat3) -> Mat3:
    """The matrix that transforms normals if `m` transforms vectors; `m` itself if it is an exact rotation."""
    return (cross(m[1], m[2]), cross(m[2], m[0]), cross(m[0], m[1]))


def _rotate(vectors: Floats, m: Mat3) -> Floats:
    """m · v for each row; term by term, because a matrix product may sum in a different order."""
    x, y, z = vectors.T
    return np.stack([row[0] * x + row[1] * y + row[2] * z for row in m], axis=1)


def _units(vectors: Floats) -> tuple[Vec3, ...]:
    """Renormalises rows that a slightly non-orthogonal rotation has stretched; zero rows stay zero."""
    lengths = np.sqrt(_squares(vectors))
    return _tuples(vectors / np.where(lengths == 0, 1.0, lengths)[:, None])


def _squares(vectors: Floats) -> Floats:
    x, y, z = vectors.T
    return np.asarray(x * x + y * y + z * z)


def _tuples(vectors: Floats) -> tuple[Vec3, ...]:
    # Python floats, which are fast; single precision numbers are unchanged.
    return tuple((x, y, z) for x, y, z in (vectors.tolist() if vectors.dtype == np.float64 else vectors))
