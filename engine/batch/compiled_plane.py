"""Compiles the default run on pairs of 2D shapes, GJK and then EPA in the plane, and the steps of both, for pages.

The functions are those that make the trace, as in compiled.py, and what is called from outside takes the same arrays as
`solve` and `record_steps` there: a page answers pairs of either dimension in the same way, by another module.

1. The vertices of a shape are those of its blocks (`blocks.py`), placed once for each pair.  Copies in the last block
   change nothing: of equal vertices, the first is the support.
2. `_copy` is replaced, as in compiled.py, and `_remembered` by a copy: the polygon before a step has a list of its own.

How it can fail: as in compiled.py.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba import types
from numba.extending import intrinsic, overload

from gjkscope.engine.batch import compiled, compiled_steps, layout, writing
from gjkscope.engine.batch.arrays import BatchSide, Columns, ShapeTable
from gjkscope.engine.batch.compiled import (
    ORDER,
    OUT,
    OVERLOADED,
    PAIR_ARGUMENTS,
    SOURCES,
    make_known_beside,
)
from gjkscope.engine.batch.compiled_steps import LOG
from gjkscope.engine.batch.lists import lent, release, roomy
from gjkscope.engine.batch.reading import SIDE_A, SIDE_B, core_at, holds_pose, lent_side, lent_table, pose_at
from gjkscope.engine.batch.stepped import GJK
from gjkscope.engine.batch.writing import append_numbers, shadows_of, write_record
from gjkscope.engine.plane.cores import Mat2, PlaneCore, PlaneVertex, place_point
from gjkscope.engine.plane.epa import steps as epa
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.vectors import ORIGIN2, Vec2, in_plane, sub2
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.runtime.compilation.compiling import compile_instructions
from gjkscope.engine.runtime.compilation.object_code import ObjectCode
from gjkscope.engine.runtime.compilation.options import INLINE, INNER
from gjkscope.engine.shapes.blocks import LANES, ROWS
from gjkscope.engine.shapes.bounds import longest_side
from gjkscope.engine.shapes.support import place_core
from gjkscope.engine.vectors import DOUBLE

# Examples of the items of EPA's lists, for type inference.
VERTEX = PlaneVertex(ORIGIN2, ORIGIN2, ORIGIN2, 0, 0, 0)
EDGE = epa.PlaneEdge(ORIGIN2, 0.0, False)


class PlacedCores(NamedTuple):
    """A pair, relative to A's position."""

    a: PlaneCore
    b: PlaneCore
    origin: Vec2  # A's position
    size: float  # `bounds.size`, metres
    gap: float  # `wanted_gap`, metres


OWN_OVERLOADED = (*OVERLOADED, epa._copy, epa._remembered)


def compile_plane_solve() -> ObjectCode:
    """`solve_plane`, compiled for pages."""
    return _compile(solve_plane)


def compile_plane_steps() -> ObjectCode:
    """`record_plane_steps`, compiled for pages."""
    return _compile(record_plane_steps)


def _compile(function: Callable[..., int]) -> ObjectCode:
    modules = (compiled, compiled_steps, layout, writing, *SOURCES)
    return compile_instructions(function, PAIR_ARGUMENTS, _known_to_numba(), *modules)


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that pages call for 2D pairs, and all that these reach, known to numba; once per process."""
    writing.register()
    overload(epa._copy, jit_options=INLINE)(lambda items: lambda items: items)
    overload(epa._remembered, jit_options=INNER)(_remembered)
    return make_known_beside((solve_plane, record_plane_steps), (*OWN_OVERLOADED, *writing.KNOWN), INNER)


def _remembered(items: Any, before: Any) -> Any:
    """The list of the state before, with copies of the items, which the step is going to change."""

    def code(items: Any, before: Any) -> Any:
        before.clear()
        for i in range(len(items)):
            before.append(items[i])
        return before

    return code


def solve_plane(rows: int, first: int, last: int, tolerance: float) -> int:
    """Solves some pairs of 2D shapes; as `compiled.solve` in all else."""
    table, a, b = lent_table(rows), lent_side(rows + SIDE_A), lent_side(rows + SIDE_B)
    order, out = lent(rows + ORDER, np.int64), compiled._lent_columns(rows + OUT)
    valid, k = True, first
    while valid and k < last:
        i = order[k]
        valid = holds_pose(a.poses, i) and holds_pose(b.poses, i)
        if valid:
            _solve_pair(table, (a, b), i, tolerance, out)
            k += 1
    return k


def record_plane_steps(rows: int, algorithm: int, most: int, tolerance: float) -> int:
    """Writes the steps of GJK or EPA in the plane on a pair; as `compiled_steps.record_steps` in all else."""
    table, a, b = lent_table(rows), lent_side(rows + SIDE_A), lent_side(rows + SIDE_B)
    if not (holds_pose(a.poses, 0) and holds_pose(b.poses, 0)):
        return -1
    log = lent(rows + LOG, np.int64)
    pair = _placed_pair(table, a, b, 0, tolerance)
    count, verdict = _record_search(log, pair, algorithm, most)
    release((pair.a.vertices, pair.b.vertices))
    append_numbers(log, verdict)
    return count


def _record_search(log: Any, pair: PlacedCores, algorithm: int, most: int) -> tuple[int, int]:
    """Writes the steps of GJK, or those of EPA after it; returns how many, and the number of the verdict."""
    a, b, origin, size, gap = pair
    count, last = 0, gjk.start(a, b, gap)
    none = shadows_of(last)
    if algorithm == GJK:
        write_record(log, none, last)
        count = 1
    while last.exit == Exit.RUNNING and count < most:
        last = gjk.step(a, b, last)
        if algorithm == GJK:
            write_record(log, none, last)
            count += 1
    verdict = gjk.distance_answer_in_plane(a, b, last, origin, size).verdict
    if algorithm == GJK:
        return count, verdict
    count, depth = _record_depth(log, a, b, last, most)
    known = depth.exit == Exit.DISTANCE_KNOWN
    verdict_of_depth = epa.depth_answer_in_plane(a, b, depth, origin, size).verdict
    release((depth.polygon, depth.edges, depth.before, depth.edges_before))
    return count, verdict if known else verdict_of_depth


def _record_depth(log: Any, a: PlaneCore, b: PlaneCore, last: gjk.State, most: int) -> tuple[int, epa.State]:
    """Writes EPA's steps, given GJK's last step; returns how many, and the last one."""
    depth = epa.seed_polygon(last, roomy(VERTEX), roomy(EDGE), roomy(VERTEX), roomy(EDGE))
    shadows = shadows_of(depth)
    write_record(log, shadows, depth)
    count = 1
    while depth.exit == Exit.RUNNING and count < most:
        depth = epa.step(a, b, depth)
        write_record(log, shadows, depth)
        count += 1
    release(shadows)
    return count, depth


def _solve_pair(table: ShapeTable, sides: tuple[BatchSide, BatchSide], i: int, tolerance: float, out: Columns) -> None:
    pair = _placed_pair(table, sides[0], sides[1], i, tolerance)
    a, b, origin, size, gap = pair
    last = gjk.start(a, b, gap)
    while last.exit == Exit.RUNNING:
        last = gjk.step(a, b, last)
    if epa.distance_known_in_plane(last):
        answer = gjk.distance_answer_in_plane(a, b, last, origin, size)
        compiled._write(out, i, last.exit, last.iteration + 1, answer)
    else:
        depth = epa.seed_polygon(last, roomy(VERTEX), roomy(EDGE), roomy(VERTEX), roomy(EDGE))
        while depth.exit == Exit.RUNNING:
            depth = epa.step(a, b, depth)
        answer = epa.depth_answer_in_plane(a, b, depth, origin, size)
        compiled._write(out, i, depth.exit, last.iteration + depth.iteration + 2, answer)
        release((depth.polygon, depth.edges, depth.before, depth.edges_before))
    release((a.vertices, b.vertices))


def _placed_pair(table: Any, a: Any, b: Any, i: int, tolerance: float) -> PlacedCores:
    m, n, pose_a, pose_b = a.shapes[i], b.shapes[i], pose_at(a.poses, i), pose_at(b.poses, i)
    origin = in_plane(pose_a.position)
    side_a = longest_side(place_core(core_at(table, m), pose_a))
    side_b = longest_side(place_core(core_at(table, n), pose_b))
    return PlacedCores(
        _placed(table, m, pose_a, sub2(origin, origin)),
        _placed(table, n, pose_b, sub2(in_plane(pose_b.position), origin)),
        origin,
        max(side_a, side_b),
        tolerance * (0.5 * max(table.ball[m], table.ball[n])),
    )


def _placed(table: Any, m: int, pose: Pose, position: Vec2) -> PlaneCore:
    rotation: Mat2 = (in_plane(pose.rotation[0]), in_plane(pose.rotation[1]))
    vertices: Any = roomy(ORIGIN2)
    for block in range(table.end[m]):
        for lane in range(LANES):
            x = ROWS * LANES * block + lane
            point = (number_at(table.address[m], x), number_at(table.address[m], x + LANES))
            vertices.append(place_point(rotation, position, point))
    center = (table.center[3 * m], table.center[3 * m + 1])
    return PlaneCore(vertices, place_point(rotation, position, center), table.radius[m], DOUBLE)


def _number_at(typing: Any, address: Any, place: Any) -> Any:
    """The number at a place, counted in numbers, from an address."""

    def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        address, place = arguments
        return builder.load(builder.gep(builder.inttoptr(address, ir.DoubleType().as_pointer()), [place]))

    return types.float64(types.intp, types.intp), code


number_at: Any = intrinsic(_number_at)
