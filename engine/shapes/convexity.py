"""Whether a mesh is its convex hull: only then do answers about the hull hold for the mesh.

A mesh is its hull if its faces lie on the boundary of the hull and cover it.  For a mesh in the plane, the hull is a
polygon, and the faces must cover that.

1. Scale the mesh to unit size, and merge vertices that coincide.
2. Each face must lie in the plane of a face of the hull.  A face that does not is a dent, a cavity or an inner wall.
3. Faces that coincide count once.  Those that are left must be closed: modulo 2, their sides cancel.  A side may also
   cancel with several shorter ones on the same line (T-junctions).  In the plane, what remains must be the outline.
4. A closed surface on the boundary of the hull covers each of its points an even number of times, or each an odd number
   of times.  One point decides.
5. Sheets of two sides cover everything twice, so the faces that look outwards, and those that look inwards, are tried
   alone as well.

How it can fail: a mesh that covers its hull in another way (inner walls, walls tiled twice in different ways and with
the same orientation) is not recognised.  Its answers are then labelled as being about its hull, which is true but
weaker than necessary.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from itertools import chain, combinations, product
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.shapes.hulls import ConvexHull
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT, hull_of
from gjkscope.engine.shapes.triangle_surface import FacetedShape

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# How far a mesh may lie inside its hull and still be it, relative to the longest side of its bounding box.  A tenth of
# what "certified" promises, 1e-9 of the pair's size, so an answer about the hull is one about the mesh.  Rounding of
# coordinates stays below it up to 1e5 sizes from the origin.
DENT = 1e-10

# To half of the cells around a cell of a grid; it is around the others.
STEPS = [step for step in product((-1, 0, 1), repeat=3) if step > (0, 0, 0)]


class Convexity(StrEnum):
    """Whether a mesh is its convex hull, or why it is not."""

    CONVEX = "convex"  #: the mesh is its hull, to within 1e-10 of its size
    CONCAVE = "concave"  #: a face lies inside the hull
    OPEN = "open"  #: all faces lie on the hull, but do not cover it
    NO_FACES = "without faces"  #: only vertices


def is_hull(shape: Shape) -> bool:
    """Whether the shape is its own convex hull: all are, except meshes and chains that are not convex."""
    return not isinstance(shape, FacetedShape) or convexity(shape) is Convexity.CONVEX


@lru_cache(maxsize=SHAPES_KEPT)
def convexity(mesh: FacetedShape) -> Convexity:
    """Whether the mesh is its convex hull.  The decision depends on the mesh alone, not on its pose or rounding.

    >>> from gjkscope import Mesh
    >>> corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    >>> faces = [(0, 2, 1), (0, 1, 3), (0, 3, 2), (1, 2, 3)]
    >>> convexity(Mesh(corners, faces)).value, convexity(Mesh(corners, faces[1:])).value
    ('convex', 'open')
    """
    hull = hull_of(mesh)
    if hull.dimension == 0:
        return Convexity.CONVEX
    if not mesh.faces:
        return Convexity.NO_FACES
    with np.errstate(under="ignore"):  # lengths too small to square are negligible relative to the size
        points, number = _unit_size(np.array(mesh.corners()))
        faces = number[np.array(mesh.faces)]
        faces = faces[_rows(np.sort(faces, axis=1), len(points))[0]]
        if hull.dimension == 1:
            return _of_segments(points, faces)
        return _of_surface(points, faces, hull, number[hull.indices])


def _unit_size(vertices: Floats) -> tuple[Floats, Ints]:
    """The vertices around the origin with unit size, and for each the number of the one that represents it."""
    low, high = vertices.min(axis=0), vertices.max(axis=0)
    half = float((high / 2 - low / 2).max())
    points = (vertices / half - (low / 2 + high / 2) / half) / 2
    return points, _merge(points)


def _merge(points: Floats) -> Ints:
    """For each point, the first one that coincides with it: within `DENT`, or less than a cell of that size apart."""
    cells, first, cell = np.unique(np.round(points / DENT), axis=0, return_index=True, return_inverse=True)
    pairs = _close_pairs(points[first], cells.astype(np.intp))
    stands = np.arange(len(first))
    np.minimum.at(stands, pairs.max(axis=1), pairs.min(axis=1))
    return np.asarray(first[stands[cell.reshape(-1)]], dtype=np.intp)


def _close_pairs(points: Floats, cells: Ints) -> Ints:
    """Pairs of points within `DENT`, by number: one point in each of the cells, which are of that size and differ."""
    names = [np.unique(column) for column in cells.T]  # so that a number of 63 bits tells cells apart, as in `_rows`

    def key(cells: Ints) -> Any:
        ranks = [np.searchsorted(name, column) for name, column in zip(names, cells.T, strict=True)]
        return (ranks[0] * len(points) + ranks[1]) * len(points) + ranks[2]

    keys = key(cells)  # ascending, as the cells are
    found = [np.empty((0, 2), dtype=np.intp)]
    for step in STEPS:
        asked = cells + step
        exists = np.all([np.isin(column, name) for name, column in zip(names, asked.T, strict=True)], axis=0)
        one = np.flatnonzero(exists)
        other = np.minimum(np.searchsorted(keys, wanted := key(asked[one])), len(keys) - 1)
        is_close = (keys[other] == wanted) & (np.linalg.norm(points[one] - points[other], axis=1) <= DENT)
        found.append(np.stack([one, other], axis=1)[is_close])
    return np.concatenate(found)


def _rows(rows: Ints, count: int) -> tuple[Ints, Ints]:
    """Where each different row of numbers below `count` first occurs, and how often, as `np.unique` but faster."""
    key = np.zeros(len(rows), dtype=np.int64)
    for column in rows.T:  # of three numbers of points, as many as fit into memory make no more than 63 bits
        key = key * count + column
    _, first, counts = np.unique(key, return_index=True, return_counts=True)
    return first, counts


def _of_segments(points: Floats, faces: Ints) -> Convexity:
    """All vertices lie on a line: the faces are segments, and must leave no gap."""
    far = points[np.abs(points).sum(axis=1).argmax()]
    along = points @ (far / np.linalg.norm(far))
    ends = np.sort(along[faces], axis=1)[:, [0, 2]]
    ends = ends[ends[:, 0].argsort()]
    reached = np.maximum.accumulate(ends[:, 1])
    is_whole = (ends[1:, 0] <= reached[:-1] + DENT).all() and ends[0, 0] <= along.min() + DENT
    return Convexity.CONVEX if is_whole and reached[-1] >= along.max() - DENT else Convexity.OPEN


def _of_surface(points: Floats, faces: Ints, hull: ConvexHull, corners: Ints) -> Convexity:
    """`corners` are the points of the hull's vertices."""
    members = _members(hull, corners)
    heights = np.einsum("ij,ij->i", points[members.point], hull.normals[members.plane])
    starts = np.searchsorted(members.plane, np.arange(len(hull.faces)))
    planes = np.column_stack([hull.normals, np.maximum.reduceat(heights, starts)])
    on = _planes_of_faces(points, faces, planes, members)
    if on is None:
        return Convexity.CONCAVE
    has_area = (faces != np.roll(faces, 1, axis=1)).all(axis=1)
    a, b, c = np.moveaxis(points[faces], 1, 0)
    outwards = np.einsum("ij,ij->i", np.cross(b - a, c - a), hull.normals[on]) > 0
    outline = _sides(corners[list(hull.faces[0])][None]) if hull.dimension == 2 else np.empty((0, 2), dtype=np.intp)
    for some in (has_area, has_area & outwards, has_area & ~outwards):
        sides = np.vstack([_sides(faces[some]), outline])
        if _cancel(points, sides) and (hull.dimension == 2 or _is_odd(points, faces[some], planes, hull, corners)):
            return Convexity.CONVEX
    return Convexity.OPEN


# --- faces on planes ---

# Pairs of points and planes, or of faces and planes, that are compared at once: some 10 MB.
AT_ONCE = 200_000

# A corner where more faces meet, such as the tip of a cone, is asked only about faces whose other corners have as many.
MOST_MEETING = 64


class _Members(NamedTuple):
    """Points, and for each the number of a plane of the hull that it lies in; a point may occur several times."""

    point: Ints
    plane: Ints


def _members(hull: ConvexHull, corners: Ints) -> _Members:
    """The corners of each face of the hull, in the order of the faces."""
    loops = np.fromiter(chain.from_iterable(hull.faces), dtype=np.intp)
    return _Members(corners[loops], np.repeat(np.arange(len(hull.faces)), [len(loop) for loop in hull.faces]))


def _planes_of_faces(points: Floats, faces: Ints, planes: Floats, known: _Members) -> Ints | None:
    """For each face the number of a plane of the hull that it lies in; None if one lies in none."""
    meeting = _planes_of_points(points, np.unique(faces), planes, known)
    if meeting is None:
        return None
    starts, members = meeting
    degrees = np.diff(starts)
    numbers = np.full(len(faces), -1, dtype=np.intp)
    ordered = np.take_along_axis(faces, degrees[faces].argsort(axis=1, kind="stable"), axis=1)
    for part in _parts(degrees[ordered[:, 0]]):
        for column in range(3):
            asked = part[numbers[part] < 0]
            asked = asked[degrees[ordered[asked, column]] <= MOST_MEETING] if column else asked
            _find_planes(points, faces, planes, asked, ordered[asked, column], starts, members, numbers)
        if (numbers[part] < 0).any():
            return None
    return numbers


def _find_planes(
    points: Floats, faces: Ints, planes: Floats, asked: Ints, corner: Ints, starts: Ints, members: Ints, numbers: Ints
) -> None:
    """Enters the planes of the faces `asked` that lie in one of those that meet at a `corner` of them."""
    counts = starts[corner + 1] - starts[corner]
    rows = np.repeat(asked, counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    plane = members[np.repeat(starts[corner], counts) + within]
    heights = np.einsum("ijk,ik->ij", points[faces[rows]], planes[plane, :3]) - planes[plane, 3:]
    lies = (np.abs(heights) <= DENT).all(axis=1)
    numbers[rows[lies]] = plane[lies]


def _planes_of_points(points: Floats, used: Ints, planes: Floats, known: _Members) -> tuple[Ints, Ints] | None:
    """The planes that each point lies in: where those of each begin in the list that follows; None if one has none.

    A corner of the hull lies in the planes that meet there; only the other points are compared with all planes.
    """
    point, plane = [known.point], [known.plane]
    for some in _blocks(np.setdiff1d(used, known.point), len(planes)):
        checkpoint()
        near = np.abs(points[some] @ planes[:, :3].T - planes[:, 3]) <= DENT
        if not near.any(axis=1).all():
            return None
        rows, columns = near.nonzero()
        point.append(some[rows])
        plane.append(columns)
    points_of, members = np.concatenate(point), np.concatenate(plane)
    order = points_of.argsort(kind="stable")
    starts = np.zeros(len(points) + 1, dtype=np.intp)
    np.cumsum(np.bincount(points_of, minlength=len(points)), out=starts[1:])
    return starts, members[order]


def _blocks(items: Ints, width: int) -> Iterator[Ints]:
    """The items in blocks that have at most `AT_ONCE` pairs with `width` others."""
    length = max(AT_ONCE // width, 1)
    return (items[i : i + length] for i in range(0, len(items), length))


def _parts(counts: Ints) -> Iterator[Ints]:
    """The indices in parts whose counts add up to some `AT_ONCE`."""
    group = np.cumsum(counts) // AT_ONCE
    return iter(np.split(np.arange(len(counts)), np.flatnonzero(np.diff(group)) + 1))


# --- covering ---


def _sides(loops: Ints) -> Ints:
    """The sides of polygons with as many corners each, (n, 2), each starting at its lower end."""
    return np.sort(np.stack([loops, np.roll(loops, -1, axis=1)], axis=-1).reshape(-1, 2), axis=1)


def _cancel(points: Floats, sides: Ints) -> bool:
    """Whether the sides cancel modulo 2; those on one line may do so together."""
    if not len(sides):
        return False
    first, counts = _rows(sides, len(points))
    odd = sides[first[counts % 2 == 1]]
    lines = _lines(points, odd)
    return lines is not None and all(
        count % 2 == 0 for line in lines for count in Counter(odd[line].ravel().tolist()).values()
    )


def _lines(points: Floats, sides: Ints) -> list[list[int]] | None:
    """The sides grouped by the line that they lie on; None if one ends where no other one is on its line."""
    at: dict[int, list[int]] = defaultdict(list)
    for side, ends in enumerate(sides.tolist()):
        for end in ends:
            at[end].append(side)
    spans = points[sides[:, 1]] - points[sides[:, 0]]
    lengths = np.linalg.norm(spans, axis=1)
    group = list(range(len(sides)))

    def root(side: int) -> int:
        while group[side] != side:
            group[side] = side = group[group[side]]
        return side

    for here in at.values():
        if len(here) > MOST_MEETING:
            return None
        joined = set()
        for first, second in combinations(here, 2):
            width = np.linalg.norm(np.cross(spans[first], spans[second])) / max(lengths[first], lengths[second])
            if width <= DENT:
                joined |= {first, second}
                group[root(first)] = root(second)
        if len(joined) < len(here):
            return None
    lines: dict[int, list[int]] = defaultdict(list)
    for side in range(len(sides)):
        lines[root(side)].append(side)
    return list(lines.values()) if all(_is_straight(points[sides[line]]) for line in lines.values()) else None


def _is_straight(ends: Floats) -> bool:
    """Whether segments, (n, 2, 3), that follow each other lie on one line as a whole."""
    offsets = ends.reshape(-1, 3) - ends[0, 0]
    distances = np.linalg.norm(offsets, axis=1)
    along = offsets[distances.argmax()] / distances.max()
    return bool((np.linalg.norm(np.cross(offsets, along), axis=1) <= DENT).all())


def _is_odd(points: Floats, faces: Ints, planes: Floats, hull: ConvexHull, corners: Ints) -> bool:
    """Whether an odd number of the faces contains a point of the hull's largest triangle, and so any of its points."""
    triangles = points[corners[hull.triangles]]
    areas = np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1)
    largest = int(areas.argmax())
    plane = planes[hull.triangle_faces[largest]]
    near = points[faces]
    near = near[(np.abs(near @ plane[:3] - plane[3]) <= 4 * DENT).all(axis=1)]  # its own corners may vary by one
    for weights in PLACES:
        point = np.array(weights) @ triangles[largest]
        turns = np.einsum("ijk,k->ij", np.cross(np.roll(near, -1, axis=1) - near, point - near), plane[:3])
        if (np.abs(turns) > CLEAR).all():  # the point lies on no side's line
            return bool(((turns > 0).all(axis=1) | (turns < 0).all(axis=1)).sum() % 2)
    return False


# Barycentric coordinates of the points that are tried: another one if the first lies on the line of a face's side.
PLACES = ((0.31, 0.33, 0.36), (0.23, 0.36, 0.41), (0.57, 0.26, 0.17), (0.13, 0.29, 0.58), (0.09, 0.74, 0.17))

# The area, in a mesh of unit size, above which the sign of an area is not a rounding error.
CLEAR = 1e-14
