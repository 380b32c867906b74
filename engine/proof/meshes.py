"""Certificates of the distance between two surfaces of triangles, verified without trusting the search that found them.

The distance d of two surfaces is the least of any triangle of A and any of B.  A certificate claims lower ≤ d ≤ upper:

1. *Upper*: a triangle of each, and weights of their corners.  Two points of the surfaces follow; d is at most their
   distance.
2. *Lower*: a tree that splits the pairs of triangles, and ends in axes.  The triangles of each surface are listed in an
   order, each exactly once.  A node of the tree holds a range of each order, the root all.  A split cuts one range in
   two, or both; its children together hold all pairs of the node.  A leaf has an axis n: no corner of its triangles of
   A is higher along n than h, none of B lower than h', so they are at least (h' − h) / |n| apart.  The least of all
   leaves is a lower bound.

The corners are the shapes' own doubles, placed exactly (integers.py); only the final bounds are rounded, outwards.
This module does not use any of the algorithms.

The claim is about surfaces.  If one of them is closed, the other may be inside: that is another question.
"""

from collections.abc import Iterator, Sequence
from math import isfinite
from typing import NamedTuple

from gjkscope.engine.arithmetic.integers import (
    Int3,
    IntegerPair,
    Length,
    as_integers,
    bracket,
    int_dot,
    int_sub,
    less,
    place_pair,
    vertex,
)
from gjkscope.engine.pose import as_pose
from gjkscope.engine.proof.certificate import Number3, Unproved
from gjkscope.engine.shapes.kinds import Shape, TriangleSurface
from gjkscope.engine.vectors import Vec3

WHOLE_RANGE = -1  # in place of a middle: the range is not split


class SurfaceNode(NamedTuple):
    """A node of the tree: a split, or a leaf with an axis."""

    middle_a: int  # where the range of A's order is cut; `WHOLE_RANGE`
    middle_b: int
    axis: Number3 | None  # of a leaf, from A to B, any length


class SurfaceEvidence(NamedTuple):
    """The evidence for both bounds; triangles are numbered as the faces of their surfaces."""

    order_a: tuple[int, ...]
    order_b: tuple[int, ...]
    nodes: tuple[SurfaceNode, ...]  # each before its children: those of A's first range first, and then B's
    triangles: tuple[int, int]
    weights: tuple[tuple[float, float, float], tuple[float, float, float]]  # of their corners, not negative


class SurfaceCertificate(NamedTuple):
    """A claim about the distance of two surfaces, metres, and the evidence for it."""

    lower: float
    upper: float
    evidence: SurfaceEvidence


def prove_surfaces(
    evidence: SurfaceEvidence, shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object
) -> SurfaceCertificate:
    """The strongest certificate that follows from the evidence.

    Raises `Unproved` if the evidence is not valid for these shapes, and `ValueError` for an invalid pose.
    """
    a, b = _surface(shape_a, "shape_a"), _surface(shape_b, "shape_b")
    pair = place_pair(a, as_pose(pose_a, "pose_a"), b, as_pose(pose_b, "pose_b"))
    corners = _corners(a, pair, 0), _corners(b, pair, 1)
    lower, upper = _least_gap(evidence, corners, pair), _witness_distance(evidence, corners, pair)
    return SurfaceCertificate(bracket(lower)[0], bracket(upper)[1], evidence)


def check_surfaces(
    certificate: SurfaceCertificate, shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object
) -> bool:
    """Whether the evidence of a certificate proves its bounds about these surfaces."""
    try:
        proved = prove_surfaces(certificate.evidence, shape_a, pose_a, shape_b, pose_b)
    except (TypeError, ValueError, LookupError, OverflowError):  # malformed, or `Unproved`
        return False
    return certificate.lower <= proved.lower and certificate.upper >= proved.upper


Corners = Sequence[tuple[Int3, Int3, Int3]]
"""The placed corners of each triangle, in units of the pair."""


def _surface(shape: Shape, name: str) -> TriangleSurface:
    if not isinstance(shape, TriangleSurface) or not shape.faces:
        raise Unproved(f"{name}: must be a surface of triangles")
    return shape


def _corners(shape: TriangleSurface, pair: IntegerPair, side: int) -> Corners:
    placed = [vertex((pair.a, pair.b)[side], i) for i in range(len(shape.vertices))]
    return [(placed[i], placed[j], placed[k]) for i, j, k in shape.faces]


def _least_gap(evidence: SurfaceEvidence, corners: tuple[Corners, Corners], pair: IntegerPair) -> Length:
    """The least gap of all leaves; they hold all pairs of triangles."""
    for order, triangles in zip((evidence.order_a, evidence.order_b), corners, strict=True):
        if sorted(order) != list(range(len(triangles))):
            raise Unproved("order: each triangle must be listed once")
    ranges, least = [(0, len(corners[0]), 0, len(corners[1]))], None
    for node in evidence.nodes:
        if not ranges:
            raise Unproved("nodes: there are more than the tree has")
        here = ranges.pop()
        if node.axis is None:
            ranges += reversed(list(_split(here, node)))
            continue
        gap = _gap(node.axis, evidence, corners, here, pair)
        least = gap if least is None or less(gap, least) else least
    if ranges or least is None:
        raise Unproved("nodes: some pairs of triangles are in none")
    return least


def _split(here: tuple[int, int, int, int], node: SurfaceNode) -> Iterator[tuple[int, int, int, int]]:
    """The ranges of the children, each of which has a triangle of both surfaces."""
    begin_a, end_a, begin_b, end_b = here
    parts_a, parts_b = _parts(begin_a, node.middle_a, end_a), _parts(begin_b, node.middle_b, end_b)
    if len(parts_a) + len(parts_b) == 2:
        raise Unproved("nodes: one has no axis and is not split")
    for b in parts_b:
        for a in parts_a:
            yield (*a, *b)


def _parts(begin: int, middle: int, end: int) -> list[tuple[int, int]]:
    if middle == WHOLE_RANGE:
        return [(begin, end)]
    if not begin < middle < end:
        raise Unproved("nodes: one is split outside its range")
    return [(begin, middle), (middle, end)]


def _gap(
    axis: Number3,
    evidence: SurfaceEvidence,
    corners: tuple[Corners, Corners],
    here: tuple[int, int, int, int],
    pair: IntegerPair,
) -> Length:
    if not all(isfinite(number) for number in axis):
        raise Unproved("axis: must be finite")
    x, y, z = as_integers(axis)[0]
    direction = (x, y, z)
    if direction == (0, 0, 0):
        raise Unproved("axis: zero is not a direction")
    begin_a, end_a, begin_b, end_b = here
    highest = max(int_dot(direction, p) for i in evidence.order_a[begin_a:end_a] for p in corners[0][i])
    lowest = min(int_dot(direction, p) for i in evidence.order_b[begin_b:end_b] for p in corners[1][i])
    height = lowest - highest
    sign, radius = 1 if height > 0 else -1, pair.a.radius + pair.b.radius
    return Length(sign, height * height, int_dot(direction, direction), radius, pair.unit)


def _witness_distance(evidence: SurfaceEvidence, corners: tuple[Corners, Corners], pair: IntegerPair) -> Length:
    """The distance of a point of each surface."""
    if min(evidence.triangles) < 0:
        raise Unproved("triangles: must not be negative")
    (point_a, total_a), (point_b, total_b) = (
        _weighted(corners[side][evidence.triangles[side]], evidence.weights[side]) for side in (0, 1)
    )
    across = int_sub(_scaled(point_a, total_b), _scaled(point_b, total_a))
    total = total_a * total_b
    return Length(1, int_dot(across, across), total * total, pair.a.radius + pair.b.radius, pair.unit)


def _weighted(corners: tuple[Int3, Int3, Int3], weights: Vec3) -> tuple[Int3, int]:
    """The weighted sum of three corners, and the sum of the weights, as integers."""
    if not (all(isfinite(weight) and weight >= 0 for weight in weights) and sum(weights) > 0):
        raise Unproved("weights: they are not convex")
    parts = as_integers(weights)[0]
    x, y, z = (sum(part * p[i] for part, p in zip(parts, corners, strict=True)) for i in range(3))
    return (x, y, z), sum(parts)


def _scaled(v: Int3, factor: int) -> Int3:
    return (v[0] * factor, v[1] * factor, v[2] * factor)
