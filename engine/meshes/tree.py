"""A hierarchy of oriented boxes over the triangles of a mesh, built once per mesh.

Gottschalk, Lin, Manocha, OBBTree: a hierarchical structure for rapid interference detection, SIGGRAPH 1996; Ericson,
Real-Time Collision Detection, 2005, §4.4 and §6.2.

1. The root holds all triangles.  The axes of a node's box are the principal axes of its triangles' corners (the
   eigenvectors of their covariance), so that the box of a patch of surface is as flat as the patch.
2. A node with several triangles is split: they are sorted by their centres along the longest axis, and each child
   takes one half.  A leaf is one triangle; its box lies in its plane, along its longest side.
3. `refit_boxes` keeps the nodes and their triangles and computes all boxes again, for a mesh whose vertices have moved.

Departures from the paper, and why:
- The corners are not weighted by the areas of their triangles, which may be 0.
- A node is halved at its median, not at its mean: the tree is balanced whatever the triangles, even coincident ones.
- The eigenvectors come from Jacobi rotations in plain arithmetic and not from a library, so that the same mesh has the
  same tree on every machine.

Nodes are rows of arrays, and the work on each level is done by NumPy for all of its nodes; arrays during the building
have one column for each triangle or node, so that each operation runs through contiguous memory.

How it can fail: nothing depends on the axes but time.  Boxes contain their triangles up to the rounding of coordinates
relative to the mesh's centre, which a search must allow for.  Coordinates whose size overflows give infinite boxes,
which a search must refuse.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple, overload

import numpy as np
import numpy.typing as npt

from gjkscope.engine.meshes.boxes import NodeBox
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.shapes.triangle_surface import FacetedShape

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

NONE = -1  # in place of the number of a node or triangle

# Sweeps of Jacobi rotations, which converge quadratically: after five, no element off the diagonal of a 3 × 3 matrix is
# above rounding.
SWEEPS = 5

# Columns that are processed at once, as far as nodes permit: intermediate results then stay in the processor's cache.
CHUNK = 16_384


class MeshNode(NamedTuple):
    """A node of the tree; its number is its index in `MeshTree.nodes`."""

    box: NodeBox  # in the mesh's frame
    low: int  # the first of its two children, which have consecutive numbers; `NONE` for a leaf
    triangle: int  # of a leaf; `NONE` for others
    begin: int  # its triangles are `MeshTree.items[begin:end]`
    end: int
    level: int  # the root's is 0
    parent: int


class NodeArrays(NamedTuple):
    """The nodes of a tree, one row each."""

    boxes: Floats  # (n, 15): the centre, the axes and the half extents of each box
    links: Integers  # (n, 2): the first child and the triangle
    ranges: Integers  # (n, 4): begin, end, level and parent


class MeshTree(NamedTuple):
    """The hierarchy over the triangles of a mesh, level by level: children come after their parents."""

    arrays: NodeArrays
    items: Integers  # the triangles, numbered as the mesh's faces, in the order of the leaves
    corners: Floats  # (n, 3, 3) of the triangles, in the mesh's frame; read-only

    @property
    def nodes(self) -> "Nodes":
        """The nodes as records."""
        return Nodes(self.arrays)


class Nodes(Sequence[MeshNode]):
    """The nodes of a tree as records, each made when it is read: as objects, a million would take gigabytes."""

    def __init__(self, arrays: NodeArrays) -> None:
        self._arrays = arrays

    def __len__(self) -> int:
        return len(self._arrays.boxes)

    @overload
    def __getitem__(self, number: int) -> MeshNode: ...

    @overload
    def __getitem__(self, number: slice) -> Sequence[MeshNode]: ...

    def __getitem__(self, number: int | slice) -> MeshNode | Sequence[MeshNode]:
        boxes, links, ranges = self._arrays
        if isinstance(number, slice):
            return Nodes(NodeArrays(boxes[number], links[number], ranges[number]))
        return MeshNode(box_of_row(boxes[number].tolist()), *links[number].tolist(), *ranges[number].tolist())


def box_of_row(row: list[float]) -> NodeBox:
    """The box whose numbers are a row of `NodeArrays.boxes`."""
    a, b, c, d, e, f, g, h, i, j, k, m, x, y, z = row
    return NodeBox((a, b, c), ((d, e, f), (g, h, i), (j, k, m)), (x, y, z))


@lru_cache(maxsize=SHAPES_KEPT)
def tree_of(mesh: FacetedShape) -> MeshTree:
    """The hierarchy of a mesh with faces; cached, as it does not depend on the pose."""
    return build_tree(triangle_corners(mesh))


def triangle_corners(mesh: FacetedShape) -> Floats:
    """The corners of the mesh's triangles, (n, 3, 3)."""
    corners = np.array(mesh.corners())[np.array(mesh.faces, dtype=np.intp)]
    corners.flags.writeable = False
    return corners


def build_tree(corners: Floats) -> MeshTree:
    """The hierarchy of triangles, at least one, whose corners are (n, 3, 3)."""
    local = _normalised(corners)
    levels, items = _sort_triangles(local.points)
    begin, end = (np.concatenate(columns) for columns in zip(*levels, strict=True))
    counts = [len(level.begin) for level in levels]
    inner = np.flatnonzero(end - begin > 1)
    low, parent = np.full(len(begin), NONE), np.full(len(begin), NONE)
    low[inner] = np.arange(1, len(begin), 2)
    parent[1:] = np.repeat(inner, 2)
    links = np.stack([low, np.where(low == NONE, items[begin], NONE)], axis=1)
    ranges = np.stack([begin, end, np.repeat(np.arange(len(levels)), counts), parent], axis=1)
    return MeshTree(NodeArrays(_boxes(local, items, ranges), links, ranges), items, corners)


def refit_boxes(tree: MeshTree, corners: Floats) -> MeshTree:
    """The hierarchy with the same nodes over triangles that have moved; `corners` are as many as before."""
    if corners.shape != tree.corners.shape:
        raise ValueError(f"corners: must be of shape {tree.corners.shape}, as those of the tree, got {corners.shape}")
    boxes = _boxes(_normalised(corners), tree.items, tree.arrays.ranges)
    return MeshTree(tree.arrays._replace(boxes=boxes), tree.items, corners)


class _Normalised(NamedTuple):
    """Corners relative to the middle of all and divided by a power of two, so that no product overflows."""

    points: Floats  # (3, 3, n): coordinate, corner, triangle
    origin: Floats  # (3,) of the points, in the same unit
    exponent: int  # the unit is 2 to this power


@np.errstate(under="ignore")  # what is 2⁻¹⁰²² of the largest coordinate is nothing
def _normalised(corners: Floats) -> _Normalised:
    exponent = int(np.frexp(np.abs(corners).max())[1])
    points = np.ldexp(np.ascontiguousarray(corners.transpose(2, 1, 0)), -exponent)
    origin = points.min(axis=(1, 2)) / 2 + points.max(axis=(1, 2)) / 2
    points -= origin[:, None, None]
    return _Normalised(points, origin, exponent)


# --- the order of the triangles ---


class _Level(NamedTuple):
    """The nodes of a level; each has the triangles `items[begin:end]`."""

    begin: Integers
    end: Integers


def _sort_triangles(points: Floats) -> tuple[list[_Level], Integers]:
    """The nodes of all levels, and the triangles in an order in which each node has a range."""
    count = points.shape[2]
    items, moments = np.arange(count), _moments(points)
    low, high = _extremes(points.transpose(1, 0, 2))
    columns = np.concatenate([moments, low / 2 + high / 2])  # in the order of the items
    levels = [_Level(np.zeros(1, np.int64), np.array([count]))]
    while True:
        several = np.flatnonzero(levels[-1].end - levels[-1].begin > 1)
        begin, end = levels[-1].begin[several], levels[-1].end[several]
        if not len(begin):
            return levels, items
        where = _places(begin, end)
        order = _order_along_axes(columns[:, where], end - begin)
        items[where], columns[:, where] = items[where][order], columns[:, where][:, order]
        middle = (begin + end) // 2
        levels.append(_Level(np.stack([begin, middle], axis=1).ravel(), np.stack([middle, end], axis=1).ravel()))


def _places(begin: Integers, end: Integers) -> slice | Integers:
    """All indices of some ranges one after another; a slice if they are adjacent."""
    if (begin[1:] == end[:-1]).all():
        return slice(int(begin[0]), int(end[-1]))
    counts = end - begin
    starts = np.cumsum(counts) - counts
    places: Integers = np.arange(counts.sum()) + np.repeat(begin - starts, counts)
    return places


def _order_along_axes(columns: Floats, counts: Integers) -> Integers:
    """The order of triangles along the first axes of their nodes, which have these counts; equals keep their order."""
    starts = np.cumsum(counts) - counts
    axes = _principal_axes(columns[:9], counts)[0]
    heights = _dots(columns[9:], np.repeat(axes, counts, axis=1))
    order = np.empty(len(heights), np.int64)
    for size in {*counts.tolist()}:  # at most two, as nodes are halved
        rows = starts[counts == size][:, None] + np.arange(size)
        order[rows] = np.take_along_axis(rows, heights[rows].argsort(axis=1, kind="stable"), axis=1)
    return order


# --- boxes ---


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def _boxes(local: _Normalised, items: Integers, ranges: Integers) -> Floats:
    """The boxes of all nodes, (m, 15), level by level."""
    points = local.points[..., items]
    moments = _moments(points)
    boxes = np.empty((len(ranges), 15))
    begin, end, levels, _ = ranges.T
    leaves = np.flatnonzero(end - begin == 1)
    boxes[leaves] = _rows(local, _triangle_axes(points[..., begin[leaves]]), points[..., begin[leaves]], None)
    inner = np.flatnonzero(end - begin > 1)
    for nodes in np.split(inner, np.flatnonzero(np.diff(levels[inner])) + 1):
        for part in _chunks(end[nodes] - begin[nodes]):
            numbers = nodes[part]
            where, counts = _places(begin[numbers], end[numbers]), end[numbers] - begin[numbers]
            axes = _principal_axes(moments[:, where], counts)
            boxes[numbers] = _rows(local, axes, points[..., where], counts)
    return boxes


def _rows(local: _Normalised, axes: Floats, points: Floats, counts: Integers | None) -> Floats:
    """The rows of boxes with these axes, (3, 3, k), each around the next few triangles, or around one."""
    least, greatest = np.empty((2, *axes.shape[1:]))
    for axis in range(3):
        along = axes[axis] if counts is None else np.repeat(axes[axis], counts, axis=1)
        low, high = _extremes(_dots(points, along[:, None]))
        if counts is not None:
            starts = np.cumsum(counts) - counts
            low, high = np.minimum.reduceat(low, starts), np.maximum.reduceat(high, starts)
        least[axis], greatest[axis] = low, high
    middle, half = least / 2 + greatest / 2, greatest / 2 - least / 2
    centers = sum((axes[axis] * middle[axis] for axis in range(3)), np.zeros((3, 1))) + local.origin[:, None]
    rows = [np.ldexp(centers, local.exponent), axes.reshape(9, -1), np.ldexp(half, local.exponent)]
    return np.concatenate(rows).T


def _chunks(counts: Integers) -> Iterator[slice]:
    """Slices of nodes that have these counts of triangles, each of about `CHUNK` triangles or of one node."""
    ends = np.cumsum(counts)
    first = 0
    while first < len(counts):
        reached = ends[first - 1] if first else 0
        last = max(int(np.searchsorted(ends, reached + CHUNK, side="right")), first + 1)
        yield slice(first, last)
        first = last


# --- axes ---


@np.errstate(under="ignore")
def _moments(points: Floats) -> Floats:
    """The sums over the corners of each triangle, (9, n), of their coordinates and of the products of two of these."""
    pairs = [(i, j) for i in range(3) for j in range(i, 3)]
    products = (points[i] * points[j] for i, j in pairs)
    return np.stack([a + b + c for a, b, c in (*points, *products)])


@np.errstate(under="ignore")
def _principal_axes(moments: Floats, counts: Integers) -> Floats:
    """The unit axes, (3, 3, k), of the corners of the next few triangles each, that of the greatest variance first."""
    sums = np.add.reduceat(moments, np.cumsum(counts) - counts, axis=1) / (3 * counts)
    means, products = sums[:3], iter(sums[3:])
    covariance = np.empty((3, 3, len(counts)))
    for i in range(3):
        for j in range(i, 3):
            covariance[i, j] = covariance[j, i] = next(products) - means[i] * means[j]
    axes = np.empty_like(covariance)
    for first in range(0, len(counts), CHUNK):
        part = slice(first, first + CHUNK)
        variances, vectors = _eigenvectors(covariance[..., part])
        order = np.argsort(-variances, axis=0, kind="stable")
        axes[..., part] = np.take_along_axis(vectors, order[:, None], axis=0)
    return axes


def _eigenvectors(matrices: Floats) -> tuple[Floats, Floats]:
    """The eigenvalues, (3, k), and the eigenvectors, (3, 3, k), of symmetric matrices, by Jacobi rotations."""
    a, v = matrices.copy(), np.zeros(matrices.shape)
    v[range(3), range(3)] = 1.0
    for _ in range(SWEEPS):
        for p, q in ((0, 1), (0, 2), (1, 2)):
            cosine, sine = _rotation(a[p, p], a[q, q], a[p, q])
            _rotate(a, p, q, cosine, sine)
            _rotate(a.transpose(1, 0, 2), p, q, cosine, sine)
            _rotate(v, p, q, cosine, sine)
    return a[range(3), range(3)], v


@np.errstate(over="ignore", invalid="ignore", divide="ignore")
def _rotation(pp: Floats, qq: Floats, pq: Floats) -> tuple[Floats, Floats]:
    """The cosine and sine of the rotation that makes the element `pq` of a symmetric matrix 0."""
    ratio = (qq - pp) / (2 * pq)
    tangent = np.where(ratio < 0, -1.0, 1.0) / (np.abs(ratio) + np.sqrt(1 + ratio * ratio))
    tangent = np.where((pq == 0) | ~np.isfinite(tangent), 0.0, tangent)
    cosine = 1 / np.sqrt(1 + tangent * tangent)
    return cosine, cosine * tangent


def _rotate(a: Floats, p: int, q: int, cosine: Floats, sine: Floats) -> None:
    """Rotates the rows `p` and `q` of each matrix."""
    first, second = cosine * a[p] - sine * a[q], sine * a[p] + cosine * a[q]
    a[p], a[q] = first, second


def _triangle_axes(points: Floats) -> Floats:
    """Axes along the longest side of each triangle, (3, 3, k), perpendicular to that in its plane, and its normal."""
    sides = points[:, [1, 2, 0]] - points
    longest = np.take_along_axis(sides, _dots(sides, sides).argmax(axis=0)[None, None], axis=1)[:, 0]
    first = _units(longest, np.array([[1.0], [0.0], [0.0]]))
    normal = _crosses(sides[:, 0], sides[:, 1])
    normal = _units(normal - _dots(normal, first) * first, np.zeros((3, 1)))
    flat = _dots(normal, normal) == 0
    normal[:, flat] = _across(first[:, flat])
    return np.stack([first, _crosses(normal, first), normal])


def _across(directions: Floats) -> Floats:
    """A unit vector perpendicular to each: its cross product with the coordinate axis along which it is shortest."""
    axes = np.eye(3)[:, np.abs(directions).argmin(axis=0)]
    return _units(_crosses(directions, axes), np.zeros((3, 1)))


def _units(vectors: Floats, otherwise: Floats) -> Floats:
    """Vectors scaled to length 1; `otherwise` in place of those whose squares underflow."""
    lengths = np.sqrt(_dots(vectors, vectors))
    return np.asarray(np.where(lengths > 0, np.divide(vectors, lengths, where=lengths > 0, out=vectors * 0), otherwise))


def _dots(a: Floats, b: Floats) -> Floats:
    """Dot products along the first axis, summed in order: einsum and BLAS may order the sums by processor."""
    return np.asarray(a[0] * b[0] + a[1] * b[1] + a[2] * b[2])


def _extremes(a: Floats) -> tuple[Floats, Floats]:
    """The least and the greatest of three arrays, several times faster than by a reduction along a short axis."""
    x, y, z = a
    return np.minimum(np.minimum(x, y), z), np.maximum(np.maximum(x, y), z)


def _crosses(a: Floats, b: Floats) -> Floats:
    (ax, ay, az), (bx, by, bz) = a, b
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx])
