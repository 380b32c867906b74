"""Convex hulls with merged faces, for any finite points: coplanar, collinear, tiny, huge or distant ones too.

Qhull (qhull.py) computes the hull, but rejects flat and tiny input.  Therefore:

1. scale to unit size and find three axes: along the furthest pair, to the point furthest from that line, and
   across the plane of the two; the extents along them say whether the points span 0, 1, 2 or 3 dimensions;
2. stretch each axis to unit extent.  A convex hull stays the same under an affine map, and a needle or a plate
   becomes a body that Qhull accepts;
3. in three dimensions, orient Qhull's triangles, merge coplanar ones into faces, and drop all vertices that are not
   corners.

The map is used for selection only: vertices are returned as given, bit for bit.  A large hull can be cancelled between
these steps, but not inside Qhull.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from gjkscope.engine.arguments import as_float, items, short_repr
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.shapes.components import connected_components
from gjkscope.engine.shapes.large_faces import large_faces, on_bases, with_tips
from gjkscope.engine.shapes.qhull import qhull

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]
Loop = tuple[int, ...]

# How far, relative to the largest coordinate (a distance from the origin costs digits, too), points may lie
# from a plane that they share by construction: rotating, adding and measuring costs a few units in the last place.
ROUNDING = 8 * float(np.finfo(np.float64).eps)

# Points thinner than this, relative to the largest coordinate, are flat.  This is well above rounding error, so the
# sides of a solid exceed the rounding error.
FLAT = 16 * ROUNDING

# A triangle whose tetrahedron with the centre is smaller than this, in a hull of unit extents, is a sliver whose
# computed orientation is noise.  The error of the volume is some 1e-16.
SLIVER_VOLUME = 1e-12

FEWEST_FACES = 4  # of a tetrahedron


@dataclass(frozen=True, eq=False)
class ConvexHull:
    """The convex hull of a set of points; its arrays are read-only.

    A flat hull (`dimension` 2) has its polygon as two faces, one for each side; a segment has one edge and no
    faces; a point has neither.
    """

    vertices: Floats  # (m, 3): the corners, a subset of the input points
    indices: Ints  # (m,): their indices in the input
    faces: tuple[Loop, ...]  # convex polygons: vertex numbers, counter-clockwise seen from outside
    normals: Floats  # (f, 3): the outward unit normal of each face
    edges: Ints  # (e, 2): vertex numbers, each edge between two faces once
    triangles: Ints  # (k, 3): the faces as fans, counter-clockwise seen from outside
    triangle_faces: Ints  # (k,): the face that each triangle is a part of
    dimension: int  # 0 point, 1 segment, 2 polygon, 3 solid


def convex_hull(points: npt.ArrayLike) -> ConvexHull:
    """The convex hull of `points`, shape (n, 3), n ≥ 1.

    Raises `ValueError` if there are no points, the shape is wrong, or an entry is not a finite number.
    """
    array = _numbers(points)
    if array.ndim != 2 or array.shape[1] != 3 or not len(array):
        raise ValueError(f"points: expected an array of shape (n, 3) with n ≥ 1, got shape {array.shape}")
    for i, j in np.argwhere(~np.isfinite(array)).tolist():
        raise ValueError(f"points[{i}][{j}]: must be finite, got {array[i, j]}")
    with np.errstate(under="ignore"):  # lengths too small to square are negligible relative to the size
        axes, extents, coordinates = _span(array)
        if len(extents) == 3:
            indices, faces, normals = _solid(coordinates, extents, axes)
        elif len(extents) == 2:
            indices, faces, normals = _polygon(coordinates, extents, axes)
        else:
            indices, faces, normals = _straight(coordinates)
    return _assemble(array, indices, faces, normals, len(extents))


def _numbers(points: npt.ArrayLike) -> Floats:
    try:
        given = np.asarray(points)
        if given.dtype.kind in "iuf" or not given.size:
            with np.errstate(over="ignore"):  # numbers with a wider range than doubles
                return given.astype(np.float64, order="C")
        return np.array([[as_float(number) for number in items(point)] for point in items(given)])
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"points: must be numbers of shape (n, 3), got {short_repr(points)}") from None


def _span(points: Floats) -> tuple[Floats, Floats, Floats]:
    """The axes that the points span (rows), the extents along them, and the coordinates in units of the extents."""
    largest = np.abs(points).max()
    scaled = points / largest if largest > 0 else points
    from_center = scaled - scaled.mean(axis=0)
    offsets = scaled - scaled[_length(from_center).argmax()]
    axes = np.empty((0, 3))
    residue = offsets
    while len(axes) < 3:
        furthest = residue[_length(residue).argmax()]
        if _length(furthest) <= FLAT:
            break
        # Orthogonalise twice: the residue of a needle is mostly rounding error along the needle.
        axis = _without(furthest / _length(furthest), axes)
        axes = np.vstack([axes, axis / _length(axis)])
        residue = _without(offsets, axes)
    if len(axes) == 3 and np.linalg.det(axes) < 0:  # right-handed, so that counter-clockwise stays so
        axes[2] = -axes[2]
    coordinates = np.einsum("ij,kj->ik", offsets, axes)
    extents = np.abs(coordinates).max(axis=0)
    return axes, extents, coordinates / extents


def _without(vectors: Floats, axes: Floats) -> Floats:
    """The part of the vectors that is perpendicular to the axes."""
    along = np.einsum("...j,kj->...k", vectors, axes)
    return np.asarray(vectors - np.einsum("...k,kj->...j", along, axes))


def _length(vectors: Floats) -> Floats:
    return np.asarray(np.sqrt(np.einsum("...j,...j->...", vectors, vectors)))


def _straight(coordinates: Floats) -> tuple[Ints, list[Loop], Floats]:
    """A point (no coordinates) or a segment (one)."""
    ends = [0] if coordinates.shape[1] == 0 else [coordinates.argmin(), coordinates.argmax()]
    return np.array(ends, dtype=np.intp), [], np.empty((0, 3))


def _polygon(coordinates: Floats, extents: Floats, axes: Floats) -> tuple[Ints, list[Loop], Floats]:
    distinct = _distinct(coordinates, extents, qhull(coordinates).vertices)
    around = distinct[qhull(coordinates[distinct]).vertices]  # counter-clockwise in two dimensions
    indices = _bending(coordinates, extents, around)
    loop = tuple(range(len(indices)))
    normal = np.cross(axes[0], axes[1])
    return indices, [loop, loop[::-1]], np.array([normal, -normal])


def _bending(coordinates: Floats, extents: Floats, loop: Ints) -> Ints:
    """The loop without points that lie between their neighbours up to rounding."""
    slack = ROUNDING / extents.min()
    while len(loop) > 3:
        to_next = coordinates[np.roll(loop, -1)] - coordinates[loop]
        across = coordinates[np.roll(loop, -1)] - coordinates[np.roll(loop, 1)]
        heights = np.abs(to_next[:, 0] * across[:, 1] - to_next[:, 1] * across[:, 0]) / _length(across)
        if heights.min() > slack:
            break
        loop = np.delete(loop, heights.argmin())  # one at a time: two close points may form a corner together
    return loop


def _solid(coordinates: Floats, extents: Floats, axes: Floats) -> tuple[Ints, list[Loop], Floats]:
    distinct, polygons = _surface_of_pyramids(coordinates, extents) or _surface(coordinates, extents)
    checkpoint()
    corners = sorted({vertex for loop, _ in polygons for vertex in loop})
    number = {vertex: i for i, vertex in enumerate(corners)}
    checkpoint()
    faces = [tuple(number[vertex] for vertex in loop) for loop, _ in polygons]
    normals = np.einsum("ik,kj->ij", np.array([normal for _, normal in polygons]) / extents, axes)
    return distinct[corners], faces, normals / _length(normals)[:, None]


Surface = tuple[Ints, list[tuple[Loop, Floats]]]
"""The points that may be corners, and the faces: loops of these, each with its normal."""


def _surface(coordinates: Floats, extents: Floats) -> Surface:
    checkpoint()
    hull = qhull(coordinates)
    checkpoint()
    distinct = _distinct(coordinates, extents, hull.vertices)
    if len(distinct) < len(coordinates):
        coordinates = coordinates[distinct]
        hull = qhull(coordinates)
    triangles, volumes = _orient(coordinates, hull.simplices, hull.neighbors)
    groups = _coplanar_groups(coordinates, extents, hull.simplices, hull.neighbors, hull.equations)
    polygons = _polygons(triangles, groups, volumes)
    if len(polygons) < FEWEST_FACES:
        polygons = _polygons(triangles, np.arange(len(triangles)), volumes)
    return distinct, [(loop, hull.equations[triangle, :3]) for loop, triangle in polygons]


def _surface_of_pyramids(coordinates: Floats, extents: Floats) -> Surface | None:
    """`_surface` of a hull with large faces, if pyramids on these work out (see large_faces.py)."""
    checkpoint()
    large = large_faces(coordinates, lambda planes: _slack(planes, extents))
    checkpoint()
    hull = with_tips(coordinates, large)
    if hull is None:
        return None
    distinct = _distinct(coordinates, extents, hull.vertices[hull.vertices < len(coordinates)])
    if len(distinct) < len(coordinates):
        coordinates = coordinates[distinct]
        hull = with_tips(coordinates, large)
    if hull is None:
        return None
    triangles, volumes = _orient(hull.points, hull.simplices, hull.neighbors)
    groups = _coplanar_groups(hull.points, extents, hull.simplices, hull.neighbors, hull.equations)
    lowered = on_bases(hull, large, len(coordinates), groups, _slack(large.planes, extents))
    if lowered is None:
        return None
    polygons = _polygons(triangles, lowered.groups, volumes)
    faces = [(loop, lowered.equations[triangle, :3]) for loop, triangle in polygons]
    return (distinct, faces) if len(faces) >= FEWEST_FACES else None


def _distinct(coordinates: Floats, extents: Floats, vertices: Ints) -> Ints:
    """The first of each group of vertices that coincide up to rounding, as such groups cause meaningless facets."""
    cells = np.round(coordinates[vertices] * extents / FLAT)
    return np.sort(vertices[np.unique(cells, axis=0, return_index=True)[1]]).astype(np.intp)


def _orient(coordinates: Floats, simplices: Ints, neighbors: Ints) -> tuple[list[list[int]], Floats]:
    """The triangles, counter-clockwise seen from outside, and the volumes (times 6) of their tetrahedra."""
    corners = coordinates[simplices] - coordinates[np.flatnonzero(np.bincount(simplices.ravel()))].mean(axis=0)
    volumes = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2]))
    triangles = np.where(volumes[:, None] < 0, simplices[:, [0, 2, 1]], simplices).tolist()
    unsure = set(np.flatnonzero(np.abs(volumes) < min(SLIVER_VOLUME, np.abs(volumes).max())).tolist())
    waiting = deque(unsure)
    while waiting:  # orient slivers by a reliable neighbour: the common edge runs in opposite directions
        triangle = waiting.popleft()
        sure = next((n for n in neighbors[triangle].tolist() if n not in unsure), None)
        if sure is None:
            waiting.append(triangle)
            continue
        if set(_sides(triangles[triangle])) & set(_sides(triangles[sure])):
            triangles[triangle].reverse()
        unsure.remove(triangle)
    return triangles, volumes


def _coplanar_groups(coordinates: Floats, extents: Floats, simplices: Ints, neighbors: Ints, equations: Floats) -> Ints:
    """A group number for each triangle; neighbours are in one group if each lies in the other's plane."""
    first, second = np.repeat(np.arange(len(simplices)), 3), neighbors.ravel()
    slack = _slack(equations, extents)

    def lies_in_plane(first: Ints, plane: Ints) -> npt.NDArray[np.bool_]:
        heights = np.einsum("ijk,ik->ij", coordinates[simplices[first]], equations[plane, :3])
        return np.asarray((np.abs(heights + equations[plane, 3:]) <= slack[plane, None]).all(axis=1))

    joined = lies_in_plane(first, second) & lies_in_plane(second, first)
    return connected_components(len(simplices), first[joined], second[joined])


def _slack(planes: Floats, extents: Floats) -> Floats:
    """The rounding error of the points along the normals of planes, in coordinates that were divided by the extents."""
    return np.asarray(ROUNDING * (np.abs(planes[:, :3]) / extents).sum(axis=1))


def _polygons(triangles: list[list[int]], groups: Ints, volumes: Floats) -> list[tuple[Loop, int]]:
    """The outline of each group, with its largest triangle, whose normal is the most accurate.

    Empty if rounding merged triangles into something other than a convex polygon, as in nearly flat bodies.
    """
    members: dict[int, list[int]] = {}
    for triangle in np.argsort(-np.abs(volumes), kind="stable").tolist():
        members.setdefault(int(groups[triangle]), []).append(triangle)
    loops = [_outline([triangles[triangle] for triangle in group]) for group in members.values()]
    if not all(loops):
        return []
    largest = [group[0] for group in members.values()]
    return [(loop, triangle) for loop, triangle in zip(_corners_only(loops), largest, strict=True) if loop]


def _outline(triangles: list[list[int]]) -> Loop:
    """The sides that belong to one triangle only, as a loop; empty if they do not form a single loop."""
    checkpoint()  # there may be a million of them
    if len(triangles) == 1:
        return tuple(triangles[0])
    sides = [side for triangle in triangles for side in _sides(triangle)]
    backward = {(b, a) for a, b in sides}
    outline = [side for side in sides if side not in backward]
    following = dict(outline)
    if not outline or len(following) < len(outline):  # closed, or pinched at a vertex
        return ()
    start = vertex = outline[0][0]
    loop = [start]
    while (vertex := following[vertex]) != start:
        loop.append(vertex)
    return tuple(loop) if len(loop) == len(outline) else ()


def _corners_only(loops: list[Loop]) -> list[Loop]:
    """The loops without vertices at which fewer than three faces meet, as these lie on an edge, not at a corner.

    A face left with two vertices has no area: it becomes an empty loop, and its vertices may then be removed too.
    """
    while True:
        checkpoint()
        meeting = Counter(vertex for loop in loops for vertex in loop)
        kept = [tuple(vertex for vertex in loop if meeting[vertex] >= 3) for loop in loops]
        kept = [loop if len(loop) >= 3 else () for loop in kept]
        if kept == loops:
            return loops
        loops = kept


def _assemble(points: Floats, indices: Ints, faces: list[Loop], normals: Floats, dimension: int) -> ConvexHull:
    checkpoint()
    sides = [(0, 1)] if dimension == 1 else [side for loop in faces for side in _sides(loop) if side[0] < side[1]]
    fans = [(loop[0], b, c) for loop in faces for b, c in pairwise(loop[1:])]
    checkpoint()
    fan_faces = [face for face, loop in enumerate(faces) for _ in loop[2:]]
    arrays = (
        points[indices],
        indices,
        normals,
        np.array(sides, dtype=np.intp).reshape(-1, 2),
        np.array(fans, dtype=np.intp).reshape(-1, 3),
        np.array(fan_faces, dtype=np.intp),
    )
    for array in arrays:
        array.flags.writeable = False
    vertices, indices, normals, edges, triangles, triangle_faces = arrays
    return ConvexHull(vertices, indices, tuple(faces), normals, edges, triangles, triangle_faces, dimension)


def _sides(loop: Sequence[int]) -> Iterable[tuple[int, int]]:
    return pairwise((*loop, loop[0]))
