"""The Gauss map of two polytopes: which edge pairs form a face of A − B, and which need no test.

The Gauss map of a polytope is the sphere of its outward normals: a face is a point on it, an edge the arc between the
points of its two faces, a corner the region between arcs.  An edge of A and an edge of B span a face of A − B exactly
when A's arc crosses the arc of B reflected through the origin (Gregorius, The separating axis test between convex
polyhedra, Game Developers Conference 2013).  Of the thousands of edge pairs of two hulls some dozens are left.

1. For all pairs at once: how far do the faces beside the edges p, q rise along p × q?  An arc consists of the
   directions perpendicular to its edge in which neither face rises, so the signs show whether the arcs cross.
2. The pairs skipped between two steps are recorded as runs, in order, each run with one reason.

Departure: Gregorius tests the normals at the ends of each arc against the plane of the other.  Here the *wings* of an
edge are tested, unit vectors from it into its two faces.  For a wing w the number w · (p × q) is the same as his, up to
scale.  But wings also describe the arcs of a flat shape (half a circle with antipodal ends) and of a segment or of a
box's parallel edges together (a full circle: they have no wings); and as differences of corners they are accurate even
if the normal of a sliver is not.

Compiled code has loops in place of NumPy here (batch/polytopes.py): the same sums in the same order.

How it can fail: numbers within rounding of zero have no sign.  Such arcs count as crossing: a needless axis costs a
step, a missing one may cost a correct answer.
"""

from enum import IntEnum
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.geometry.polytope import Polytope

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# Arcs that miss each other by fewer roundoffs may cross.  Rotated unit vectors are off by a few roundoffs, and a
# product of three by their sum.
ROUNDINGS = 32

# Why an edge pair has no step; a number from 0 on is that of the step with the same axis.
NOT_A_FACE, PARALLEL = -2, -1


class Skipped(IntEnum):
    """Why an axis was not tested."""

    TESTED = 0
    PARALLEL = 1  # the two edges are parallel: their cross product is not an axis
    DUPLICATE = 2  # an earlier step has the same axis
    NOT_A_FACE = 3  # the arcs of the two edges do not cross: they make no face of A − B


class Rises(NamedTuple):
    """How far the two faces beside A's edge p, and those beside B's edge q, rise along p × q.

    Heights of unit vectors from the edge into the face, times the sine of the angle between the edges.
    """

    a: tuple[float, float] = (0.0, 0.0)
    b: tuple[float, float] = (0.0, 0.0)


NO_RISES = Rises()


class PassedOver(NamedTuple):
    """Consecutive edge pairs, A's by B's, B's varying fastest, that were skipped for the same reason."""

    reason: Skipped
    pairs: int  # how many
    first: tuple[int, int]  # edge of A, edge of B
    last: tuple[int, int]
    same_as: int  # for DUPLICATE the number of the step; else −1
    nearest: tuple[int, int]  # for NOT_A_FACE the pair whose arcs come nearest to crossing; else the first
    rises: Rises  # of the nearest


class PairCount(NamedTuple):
    """How many edge pairs there are, and of how many the arcs cross; no axis is needed for the others."""

    total: int = 0
    crossing: int = 0


class Arcs(NamedTuple):
    """All edge pairs, numbered A's by B's, B's varying fastest."""

    heights: Floats  # (4, n): the numbers of `Rises`
    misses: Floats  # (n,): `miss` of each
    columns: int  # how many edges B has
    roundoff: float  # of the arithmetic


def arcs(a: Polytope, b: Polytope) -> Arcs:
    """Pairs every edge of A with every edge of B."""
    p, q = _array(a.edges, 3), _array(b.edges, 3)
    beside_p, beside_q = _array(a.wings, 2, 3), _array(b.wings, 2, 3)
    # w · (p × q) is (w × p) · q and p · (q × w): one product a pair of edges, of what is known for each edge alone.
    of_a = [_dots(np.cross(beside_p[:, side], p), q) for side in (0, 1)]
    of_b = [_dots(p, np.cross(q, beside_q[:, side])) for side in (0, 1)]
    heights = np.stack(of_a + of_b).reshape(4, -1)
    return Arcs(heights, _misses(heights), len(q), a.roundoff)


def crossing(table: Arcs) -> list[tuple[int, int]]:
    """The pairs, edge of A and edge of B, whose arcs cross, or nearly so."""
    near = np.flatnonzero(table.misses <= ROUNDINGS * table.roundoff)
    return [divmod(number, table.columns) for number in near.tolist()]


def arcs_cross(table: Arcs, edge_a: int, edge_b: int) -> bool:
    """Whether the arcs of these two edges cross, or miss each other by less than rounding."""
    return bool(table.misses[edge_a * table.columns + edge_b] <= ROUNDINGS * table.roundoff)


def count_pairs(table: Arcs) -> PairCount:
    return PairCount(len(table.misses), len(crossing(table)))


def rises(table: Arcs, edge_a: int, edge_b: int) -> Rises:
    a, b, c, d = table.heights[:, edge_a * table.columns + edge_b].tolist()
    return Rises((a, b), (c, d))


def miss(heights: Rises) -> float:
    """By how much two arcs miss each other; ≤ 0 where they cross.

    p × q or its opposite must be an outward normal at A's edge, so that no face beside it rises, and an inward one at
    B's, where both do.
    """
    return float(_misses(np.array([*heights.a, *heights.b])))


def unknown_fates(table: Arcs) -> Ints:
    """Room for why each pair is skipped: at first, because its arcs do not cross."""
    return np.full(len(table.misses), NOT_A_FACE)


def add_skipped_runs(runs: list[PassedOver], table: Arcs, fates: Ints, begin: int, end: int) -> None:
    """Appends the runs of pairs from number `begin` up to `end` that share a fate."""
    if begin == end:
        return
    cuts = (np.flatnonzero(np.diff(fates[begin:end])) + begin + 1).tolist()
    runs += [_run(table, int(fates[first]), first, after) for first, after in pairwise([begin, *cuts, end])]


def _run(table: Arcs, fate: int, first: int, after: int) -> PassedOver:
    apart = fate == NOT_A_FACE
    nearest = first + int(table.misses[first:after].argmin()) if apart else first
    edges = divmod(nearest, table.columns)
    return PassedOver(
        reason=Skipped.NOT_A_FACE if apart else Skipped.PARALLEL if fate == PARALLEL else Skipped.DUPLICATE,
        pairs=after - first,
        first=divmod(first, table.columns),
        last=divmod(after - 1, table.columns),
        same_as=max(fate, -1),
        nearest=edges,
        rises=rises(table, *edges),
    )


def _misses(heights: Floats) -> Floats:
    """The least by which one of the signs is wrong: along p × q, or along its opposite."""
    a, b, c, d = heights
    one_way = np.maximum(np.maximum(a, b), np.maximum(-c, -d))
    other_way = np.maximum(np.maximum(-a, -b), np.maximum(c, d))
    return np.asarray(np.minimum(one_way, other_way))


def _array(vectors: tuple[object, ...], *shape: int) -> Floats:
    return np.array(vectors).reshape(-1, *shape)


def _dots(rows: Floats, columns: Floats) -> Floats:
    """The product of each vector of `rows` with each of `columns`, (n, m)."""
    x, y, z = rows.T[:, :, None]
    u, v, w = columns.T
    return np.asarray(x * u + y * v + z * w)
