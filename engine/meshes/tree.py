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

How it can fail: nothing depends on the axes but time.  Boxes contain their triangles up to the rounding of coordinates
relative to the mesh's centre, which a search must allow for.  Coordinates whose size overflows give infinite boxes,
which a search must refuse.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

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


class MeshNode(NamedTuple):
    """A node of the tree; its number is its index in `MeshTree.nodes`."""

    box: NodeBox  # in the mesh's frame
    low: int  # the first of its two children, which have consecutive numbers; `NONE` for a leaf
    triangle: int  # of a leaf; `NONE` for others
    begin: int  # its triangles are `MeshTree.items[begin:end]`
    end: int
    level: int  # the root's is 0
    parent: int


class MeshTree(NamedTuple):
    """The hierarchy over the triangles of a mesh, level by level: children come after their parents."""

    nodes: tuple[MeshNode, ...]
    items: tuple[int, ...]  # the triangles, numbered as the mesh's faces, in the order of the leaves
    corners: Floats  # (n, 3, 3) of the triangles, in the mesh's frame; read-only
    arrays: "NodeArrays"


class NodeArrays(NamedTuple):
    """The nodes of a tree as arrays, for code that reads many."""

    boxes: Floats  # (n, 15): the centre, the axes and the half extents of each box
    links: Integers  # (n, 2): the first child and the triangle


def node_arrays(nodes: Sequence[MeshNode]) -> NodeArrays:
    """The arrays of some nodes."""
    boxes = [(*box.center, *box.axes[0], *box.axes[1], *box.axes[2], *box.half) for box in (n.box for n in nodes)]
    return NodeArrays(np.array(boxes, np.float64), np.array([(node.low, node.triangle) for node in nodes], np.int64))


class _Ranges(NamedTuple):
    """Nodes during the building; each has the triangles `items[begin:end]`."""

    begin: Integers
    end: Integers
    parent: Integers


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
    centers = local.points.min(axis=1) / 2 + local.points.max(axis=1) / 2
    items = np.arange(len(corners))
    level = _Ranges(np.zeros(1, np.int64), np.array([len(corners)]), np.array([NONE]))
    levels: list[_Ranges] = []
    while len(level.begin):
        levels.append(level)
        level = _split(level, items, centers, local.points, sum(len(each.begin) for each in levels))
    begin, end, parent = (np.concatenate(columns) for columns in zip(*levels, strict=True))
    depth = np.repeat(np.arange(len(levels)), [len(each.begin) for each in levels])
    low = np.full(len(begin), NONE)
    children = np.arange(1, len(begin), 2)
    low[parent[children]] = children
    triangles = np.where(low == NONE, items[begin], NONE)
    boxes = _boxes(local, items, begin, end)
    columns = (low, triangles, begin, end, depth, parent)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    nodes = tuple(MeshNode(box, *row) for box, row in zip(boxes, rows, strict=True))
    return MeshTree(nodes, tuple(items.tolist()), corners, node_arrays(nodes))


def refit_boxes(tree: MeshTree, corners: Floats) -> MeshTree:
    """The hierarchy with the same nodes over triangles that have moved; `corners` are as many as before."""
    if corners.shape != tree.corners.shape:
        raise ValueError(f"corners: must be of shape {tree.corners.shape}, as those of the tree, got {corners.shape}")
    begin, end = (np.array([getattr(node, name) for node in tree.nodes]) for name in ("begin", "end"))
    boxes = _boxes(_normalised(corners), np.array(tree.items), begin, end)
    nodes = tuple(node._replace(box=box) for node, box in zip(tree.nodes, boxes, strict=True))
    return MeshTree(nodes, tree.items, corners, node_arrays(nodes))


class _Normalised(NamedTuple):
    """Corners relative to the middle of all and divided by a power of two, so that no product overflows."""

    points: Floats  # (n, 3, 3)
    origin: Floats  # (3,) of the points, in the same unit
    exponent: int  # the unit is 2 to this power


@np.errstate(under="ignore")  # what is 2⁻¹⁰²² of the largest coordinate is nothing
def _normalised(corners: Floats) -> _Normalised:
    exponent = int(np.frexp(np.abs(corners).max())[1])
    points = np.ldexp(corners, -exponent)
    origin = points.min(axis=(0, 1)) / 2 + points.max(axis=(0, 1)) / 2
    return _Normalised(points - origin, origin, exponent)


def _split(level: _Ranges, items: Integers, centers: Floats, points: Floats, count: int) -> _Ranges:
    """Sorts the triangles of each node of a level that has several; returns the children, numbered from `count`."""
    several = np.flatnonzero(level.end - level.begin > 1)
    begin, end = level.begin[several], level.end[several]
    if not len(begin):
        return _Ranges(begin, end, begin)
    places, owners, starts = _places(begin, end)
    axes = _principal_axes(points[items[places]], starts)[:, 0]
    triangles = items[places]
    heights = _dots(centers[triangles], axes[owners])
    items[places] = triangles[np.lexsort((heights, owners))]  # stable: those of equal heights keep their order
    middle = (begin + end) // 2
    number = count - len(level.begin) + several
    return _Ranges(
        np.stack([begin, middle], axis=1).ravel(), np.stack([middle, end], axis=1).ravel(), np.repeat(number, 2)
    )


def _places(begin: Integers, end: Integers) -> tuple[Integers, Integers, Integers]:
    """All indices of some ranges one after another, the range that each belongs to, and where each range starts."""
    counts = end - begin
    starts = np.cumsum(counts) - counts
    owners = np.repeat(np.arange(len(begin)), counts)
    return np.arange(len(owners)) + (begin - starts)[owners], owners, starts


@np.errstate(over="ignore", under="ignore", invalid="ignore")
def _boxes(local: _Normalised, items: Integers, begin: Integers, end: Integers) -> list[NodeBox]:
    """The box of each range of triangles."""
    places, owners, starts = _places(begin, end)
    points = local.points[items[places]]
    axes = _principal_axes(points, starts)
    single = end - begin == 1
    axes[single] = _triangle_axes(local.points[items[begin[single]]])
    heights = np.stack([_dots(points, axes[owners, axis][:, None]) for axis in range(3)], axis=-1)  # (m, 3, 3)
    least = np.minimum.reduceat(heights.min(axis=1), starts)
    greatest = np.maximum.reduceat(heights.max(axis=1), starts)
    middle, half = least / 2 + greatest / 2, greatest / 2 - least / 2
    centers = sum((axes[:, axis] * middle[:, axis, None] for axis in range(3)), np.zeros(3)) + local.origin
    centers, half = np.ldexp(centers, local.exponent), np.ldexp(half, local.exponent)
    rows = zip(centers.tolist(), axes.tolist(), half.tolist(), strict=True)
    return [NodeBox(_vec(center), (_vec(x), _vec(y), _vec(z)), _vec(size)) for center, (x, y, z), size in rows]


def _vec(numbers: list[float]) -> tuple[float, float, float]:
    x, y, z = numbers
    return (x, y, z)


@np.errstate(under="ignore")
def _principal_axes(points: Floats, starts: Integers) -> Floats:
    """The unit axes, (k, 3, 3), of the points of each range of triangles, that of the greatest variance first."""
    counts = 3 * np.diff(np.append(starts, len(points)))[:, None]
    means = np.add.reduceat(points.sum(axis=1), starts) / counts
    products = {(i, j): points[..., i] * points[..., j] for i in range(3) for j in range(i, 3)}
    covariance = np.empty((len(starts), 3, 3))
    for (i, j), product in products.items():
        mean = np.add.reduceat(product.sum(axis=1), starts) / counts[:, 0]
        covariance[:, i, j] = covariance[:, j, i] = mean - means[:, i] * means[:, j]
    variances, axes = _eigenvectors(covariance)
    order = np.argsort(-variances, axis=1, kind="stable")
    return np.take_along_axis(axes, order[..., None], axis=1)


def _eigenvectors(matrices: Floats) -> tuple[Floats, Floats]:
    """The eigenvalues, (k, 3), and the eigenvectors as rows, (k, 3, 3), of symmetric matrices, by Jacobi rotations."""
    a = matrices.copy()
    v = np.broadcast_to(np.eye(3), a.shape).copy()
    for _ in range(SWEEPS):
        for p, q in ((0, 1), (0, 2), (1, 2)):
            cosine, sine = _rotation(a[:, p, p], a[:, q, q], a[:, p, q])
            _rotate(a, p, q, cosine, sine)
            _rotate(a.transpose(0, 2, 1), p, q, cosine, sine)
            _rotate(v, p, q, cosine, sine)
    return np.stack([a[:, i, i] for i in range(3)], axis=1), v


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
    first, second = a[:, p].copy(), a[:, q].copy()
    a[:, p] = cosine[:, None] * first - sine[:, None] * second
    a[:, q] = sine[:, None] * first + cosine[:, None] * second


def _triangle_axes(points: Floats) -> Floats:
    """Axes along the longest side of each triangle, (k, 3, 3), perpendicular to that in its plane, and its normal."""
    sides = points[:, [1, 2, 0]] - points
    longest = np.take_along_axis(sides, _dots(sides, sides).argmax(axis=1)[:, None, None], axis=1)[:, 0]
    first = _units(longest, np.array([1.0, 0.0, 0.0]))
    normal = _crosses(sides[:, 0], sides[:, 1])
    normal = _units(normal - _dots(normal, first)[:, None] * first, np.zeros(3))
    flat = _dots(normal, normal) == 0
    normal[flat] = _across(first[flat])
    return np.stack([first, _crosses(normal, first), normal], axis=1)


def _across(directions: Floats) -> Floats:
    """A unit vector perpendicular to each: its cross product with the coordinate axis along which it is shortest."""
    axes = np.eye(3)[np.abs(directions).argmin(axis=1)]
    return _units(_crosses(directions, axes), np.zeros(3))


def _units(vectors: Floats, otherwise: Floats) -> Floats:
    """Vectors scaled to length 1; `otherwise` in place of those whose squares underflow."""
    lengths = np.sqrt(_dots(vectors, vectors))[:, None]
    return np.asarray(np.where(lengths > 0, np.divide(vectors, lengths, where=lengths > 0, out=vectors * 0), otherwise))


def _dots(a: Floats, b: Floats) -> Floats:
    """Dot products along the last axis, summed in order: einsum and BLAS may order the sums by processor."""
    return np.asarray(a[..., 0] * b[..., 0] + a[..., 1] * b[..., 1] + a[..., 2] * b[..., 2])


def _crosses(a: Floats, b: Floats) -> Floats:
    (ax, ay, az), (bx, by, bz) = a.T, b.T
    return np.stack([ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx], axis=1)
