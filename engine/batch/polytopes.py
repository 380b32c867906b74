"""The separating axis test in compiled code: its polytopes, and lists in place of NumPy's arrays.

The test itself (`sat/steps.py`) is compiled as it is.  What it takes from `geometry/polytope.py` and from the Gauss map
depends on NumPy, so it is written here as loops, with the same sums in the same order; so is what a tuple of any length
is made by.

How it can fail: a sum in another order has other bits.  Tests compare all numbers of all steps with the interpreter's.
"""

from functools import cache
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numba.extending import overload

from gjkscope.engine import cancellation
from gjkscope.engine.batch.arrays import ROW
from gjkscope.engine.batch.bodies import CENTER, DIMENSION, BodyArrays
from gjkscope.engine.batch.lists import lent, lent_like, roomy, short
from gjkscope.engine.geometry import polytope
from gjkscope.engine.geometry.polytope import BOX_FACES, Polytope, cofactors, furthest_corner
from gjkscope.engine.geometry.projections import box_normals
from gjkscope.engine.pose import Pose
from gjkscope.engine.runtime.compilation.options import INNER
from gjkscope.engine.sat import gauss_map, steps
from gjkscope.engine.sat.gauss_map import (
    NO_RISES,
    NOT_A_FACE,
    PARALLEL,
    ROUNDINGS,
    Arcs,
    PassedOver,
    Rises,
    Skipped,
)
from gjkscope.engine.sat.steps import AxisKind, CandidateAxis, are_equal
from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.support import VERTICES, Convex
from gjkscope.engine.vectors import DOUBLE, ZERO, Mat3, Vec3, column, cross, dot, norm, row_times, unit

# Examples of the items of lists, for type inference.
WINGS = (ZERO, ZERO)
EDGE = (0, 0)
CANDIDATE = CandidateAxis(AxisKind.CLOSEST, 0, 0, Skipped.TESTED, ZERO, 0, NO_RISES, True, (0, 0))
RUN = PassedOver(Skipped.TESTED, 0, (0, 0), (0, 0), 0, (0, 0), NO_RISES)
SEEN = (ZERO, 0, 0)  # direction, cell, number

BODY_ROWS = len(BodyArrays._fields)


class LentBody(NamedTuple):
    """`BodyArrays`, as lists."""

    numbers: Any
    corners: Any
    normals: Any
    edges: Any
    wings: Any
    starts: Any
    face_corners: Any
    edge_corners: Any


def lent_body(rows: int) -> LentBody:
    return LentBody(
        lent(rows, np.float64),
        lent_like(rows + ROW, ZERO),
        lent_like(rows + 2 * ROW, ZERO),
        lent_like(rows + 3 * ROW, ZERO),
        lent_like(rows + 4 * ROW, ZERO),
        lent(rows + 5 * ROW, np.int64),
        lent(rows + 6 * ROW, np.int64),
        lent_like(rows + 7 * ROW, EDGE),
    )


def placed_polytope(core: Convex, pose: Pose, body: LentBody) -> Any:
    """`polytope.polytope`."""
    corners, normals, edges, wings = roomy(ZERO), roomy(ZERO), roomy(ZERO), roomy(WINGS)
    kind, dimension, offset, reach = VERTICES, 3, ZERO, 0.0
    axes = (ZERO, ZERO, ZERO)
    if core.kind == BOX:
        kind, reach = BOX, norm(core.size)
        axes = (column(pose.rotation, 0), column(pose.rotation, 1), column(pose.rotation, 2))
        of_faces = box_normals(axes)
        for i in range(3):
            normals.append(of_faces[i])
            edges.append(unit(axes[i]))
            wings.append(WINGS)
    else:
        numbers, rotation = body.numbers, pose.rotation
        dimension = int(numbers[DIMENSION])
        offset = row_times(rotation, (numbers[CENTER], numbers[CENTER + 1], numbers[CENTER + 2]))
        for i in range(len(body.corners)):
            corners.append(row_times(rotation, body.corners[i]))
            reach = max(reach, norm(corners[i]))
        turned = cofactors(rotation)
        for i in range(len(body.normals)):
            normals.append(_turned(turned, body.normals[i]))
        for i in range(len(body.edges)):
            edges.append(_turned(rotation, body.edges[i]))
            wings.append((_turned(rotation, body.wings[2 * i]), _turned(rotation, body.wings[2 * i + 1])))
    faces = (body.starts, body.face_corners)
    size = core.size if kind == BOX else ZERO
    return Polytope(
        kind, dimension, pose.position, offset, core.radius, size, axes, corners, reach, normals, edges, wings,
        faces, body.edge_corners, DOUBLE,
    )  # fmt: skip


def _turned(rotation: Mat3, v: Vec3) -> Vec3:
    """`polytope._units` of a rotated vector."""
    x, y, z = row_times(rotation, v)
    length = sqrt(x * x + y * y + z * z)
    return (x / length, y / length, z / length) if length != 0 else (x, y, z)


# --- the Gauss map ---


def _arcs(a: Any, b: Any) -> Arcs:
    heights, misses = roomy(NO_RISES), roomy(0.0)
    for i in range(len(a.edges)):
        p, (left, right) = a.edges[i], a.wings[i]
        beside, other = cross(left, p), cross(right, p)
        for j in range(len(b.edges)):
            q, (near, far) = b.edges[j], b.wings[j]
            found = Rises((dot(beside, q), dot(other, q)), (dot(p, cross(q, near)), dot(p, cross(q, far))))
            heights.append(found)
            misses.append(_miss(found))
    return Arcs(heights, misses, len(b.edges), a.roundoff)


def _miss(heights: Rises) -> float:
    (a, b), (c, d) = heights
    return min(max(max(a, b), max(-c, -d)), max(max(-a, -b), max(c, d)))


def _crossing(table: Any) -> Any:
    pairs = roomy(EDGE)
    for number in range(len(table.misses)):
        if table.misses[number] <= ROUNDINGS * table.roundoff:
            pairs.append((number // table.columns, number % table.columns))
    return pairs


def _rises(table: Any, edge_a: int, edge_b: int) -> Any:
    return table.heights[edge_a * table.columns + edge_b]


def _unknown_fates(table: Any) -> Any:
    fates = roomy(0)
    for _ in range(len(table.misses)):
        fates.append(NOT_A_FACE)
    return fates


def _add_skipped_runs(runs: Any, table: Any, fates: Any, begin: int, end: int) -> None:
    first = begin
    for number in range(begin, end):
        if number + 1 == end or fates[number + 1] != fates[first]:
            runs.append(_run(table, fates[first], first, number + 1))
            first = number + 1


def _run(table: Any, fate: int, first: int, after: int) -> PassedOver:
    nearest = first
    if fate == NOT_A_FACE:
        for number in range(first, after):
            if table.misses[number] < table.misses[nearest]:
                nearest = number
    apart = fate == NOT_A_FACE
    reason = Skipped.NOT_A_FACE if apart else Skipped.PARALLEL if fate == PARALLEL else Skipped.DUPLICATE
    columns = table.columns
    last = after - 1
    return PassedOver(
        reason,
        after - first,
        (first // columns, first % columns),
        (last // columns, last % columns),
        max(fate, -1),
        (nearest // columns, nearest % columns),
        table.heights[nearest],
    )


# --- axes ---


def _seen_before(seen: Any, direction: Vec3, cell: int, margin: float) -> int:
    for beside in range(cell - 1, cell + 2):
        for i in range(len(seen)):
            other, its_cell, number = seen[i]
            if its_cell == beside and are_equal(direction, other, margin):
                return number  # type: ignore[no-any-return]
    return -1


def _see(seen: Any, direction: Vec3, cell: int, number: int) -> None:
    seen.append((direction, cell, number))


def _runs_after(pair: Any, axis: CandidateAxis) -> Any:
    first, end = axis.passed_over
    runs = short(RUN)
    for i in range(first, end):
        runs.append(pair.passed_over[i])
    return runs


def _corner_extent(corners: Any, direction: Vec3) -> tuple[float, float]:
    """By index, as a list has no iterator in compiled code; the interpreter would take up to 20 % longer."""
    x, y, z = direction
    low = high = dot(direction, corners[0])
    for i in range(len(corners)):
        corner = corners[i]
        height = corner[0] * x + corner[1] * y + corner[2] * z
        if height < low:
            low = height
        elif height > high:
            high = height
    return low, high


def _face_of(shape: Any, index: int, direction: Vec3) -> Any:
    found = short(0)
    if shape.kind == BOX:
        looking = furthest_corner(shape, direction) >> index & 1
        for k in range(4):
            found.append(BOX_FACES[index][looking][k])
    else:
        starts, corners = shape.face_corners
        for k in range(starts[index], starts[index + 1]):
            found.append(corners[k])
    return found


def _edge_of(shape: Any, index: int, direction: Vec3) -> Any:
    found = short(0)
    if shape.kind == BOX:
        furthest, other_end = furthest_corner(shape, direction), 1 << index
        found.append(furthest & ~other_end)
        found.append(furthest | other_end)
    else:
        start, end = shape.edge_corners[index]
        found.append(start)
        found.append(end)
    return found


OVERLOADED = {
    gauss_map.arcs: lambda a, b: lambda a, b: _arcs(a, b),
    gauss_map.crossing: lambda table: lambda table: _crossing(table),
    gauss_map.rises: lambda table, edge_a, edge_b: lambda table, edge_a, edge_b: _rises(table, edge_a, edge_b),
    gauss_map.unknown_fates: lambda table: lambda table: _unknown_fates(table),
    gauss_map.add_skipped_runs: lambda runs, table, fates, begin, end: (
        lambda runs, table, fates, begin, end: _add_skipped_runs(runs, table, fates, begin, end)
    ),
    steps.nothing_seen: lambda: lambda: roomy(SEEN),
    steps.seen_before: lambda seen, direction, cell, margin: (
        lambda seen, direction, cell, margin: _seen_before(seen, direction, cell, margin)
    ),
    steps.see: lambda seen, direction, cell, number: (
        lambda seen, direction, cell, number: _see(seen, direction, cell, number)
    ),
    steps.no_corners: lambda: lambda: short(0),
    steps.no_runs: lambda: lambda: short(RUN),
    steps.runs_after: lambda pair, axis: lambda pair, axis: _runs_after(pair, axis),
    steps.corner_extent: lambda corners, direction: lambda corners, direction: _corner_extent(corners, direction),
    polytope.face_of: lambda polytope, index, direction: (
        lambda polytope, index, direction: _face_of(polytope, index, direction)
    ),
    polytope.edge_of: lambda polytope, index, direction: (
        lambda polytope, index, direction: _edge_of(polytope, index, direction)
    ),
    cancellation.checkpoint: lambda: lambda: None,
}
"""What replaces the functions that compiled code cannot run."""


OWN = (
    lent_body,
    placed_polytope,
    _arcs,
    _crossing,
    _rises,
    _unknown_fates,
    _add_skipped_runs,
    _seen_before,
    _see,
    _runs_after,
    _corner_extent,
    _face_of,
    _edge_of,
)
"""The functions that these call."""


@cache
def register() -> None:
    """Makes compiled code use these functions; once per process."""
    for function, replacement in OVERLOADED.items():
        overload(function, jit_options=INNER)(replacement)
