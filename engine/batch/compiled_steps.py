"""Compiles the steps of GJK and EPA, for pages that show them at poses which nobody has recorded.

The functions are those that make the trace, as in compiled.py, whose extensions serve here too.  Each step is written
as numbers: `writing.py` writes what `layout.py` describes.

How it can fail: as in compiled.py.  A run that is longer than the caller wants ends with a step that has no exit.
"""

from functools import cache
from types import FunctionType
from typing import Any

import numpy as np
from numba import types
from numba.extending import register_jitable

from gjkscope.engine.batch import arrays, blocks, compiled, layout, writing
from gjkscope.engine.batch.arrays import ROW, Columns
from gjkscope.engine.batch.compiled import (
    EXTENSIONS,
    FACE,
    OUT,
    OVERLOADED,
    VERTEX,
    known_to_numba,
)
from gjkscope.engine.batch.lists import lent, release, roomy
from gjkscope.engine.batch.reading import SIDE_A, SIDE_B, core_at, is_pose, lent_side, lent_table, pose_at
from gjkscope.engine.batch.stepped import GJK
from gjkscope.engine.batch.writing import append_numbers, shadows_of, write_record
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.polytope import Search
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.result import Exit
from gjkscope.engine.runtime.compilation.functions import functions_reached_from, source_files
from gjkscope.engine.runtime.compilation.options import INNER, Native, native_code
from gjkscope.engine.runtime.compilation.progress import report_progress
from gjkscope.engine.shapes import cells
from gjkscope.engine.shapes.bounds import longest_side
from gjkscope.engine.shapes.support import Convex, place_core
from gjkscope.engine.vectors import ZERO

LOG = OUT + len(Columns._fields) * ROW  # bytes to the row of the log among the arguments of `record_steps`


def compile_steps() -> Native:
    """`record_steps`, compiled."""
    functions = _known_to_numba()
    modules = (compiled, arrays, blocks, cells, layout, writing, *EXTENSIONS)
    files = (__file__, *(module.__file__ for module in modules))
    with report_progress(functions):
        arguments = (types.intp, types.intp, types.intp, types.float64)
        return native_code(record_steps, arguments, source_files(functions, *files))


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that `record_steps` reaches, known to numba; once per process."""
    known = known_to_numba()
    writing.register()
    functions = tuple(functions_reached_from(record_steps))
    for function in functions:
        if function not in (*known, *OVERLOADED) and function.__module__ != writing.__name__:
            register_jitable(**INNER)(function)
    return functions


def record_steps(rows: int, algorithm: int, most: int, tolerance: float) -> int:
    """Writes the steps of an algorithm (`stepped.py`) on a pair, at most that many, and then the number of the verdict.

    `rows` is as in `compiled.solve`, of one pair, followed by the row of the log: an empty list whose capacity is
    positive.  Returns how many steps, or −1 if a pose is invalid.
    """
    table, a, b = lent_table(rows), lent_side(rows + SIDE_A), lent_side(rows + SIDE_B)
    if not (is_pose(a.poses, 0) and is_pose(b.poses, 0)):
        return -1
    m, n = a.shapes[0], b.shapes[0]
    core_a = place_core(core_at(table, m), pose_at(a.poses, 0))
    core_b = place_core(core_at(table, n), pose_at(b.poses, 0))
    gap = tolerance * (0.5 * max(table.ball[m], table.ball[n]))
    size = max(longest_side(core_a), longest_side(core_b))
    log = lent(rows + LOG, np.int64)
    count, verdict = _record_search(log, core_a, core_b, algorithm, most, gap, size)
    append_numbers(log, verdict)
    return count


def _record_search(
    log: Any, core_a: Convex, core_b: Convex, algorithm: int, most: int, gap: float, size: float
) -> tuple[int, int]:
    """Writes the steps of GJK, or those of EPA after it; returns how many, and the number of the verdict."""
    a, b = gjk.relative(core_a, core_b)
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
    verdict = gjk.distance_answer(core_a, core_b, last, size).verdict
    if algorithm == GJK:
        return count, verdict
    count, depth = _record_depth(log, a, b, last, most)
    known = depth.exit == Exit.DISTANCE_KNOWN
    return count, verdict if known else epa.depth_answer(core_a, core_b, depth, size).verdict


def _record_depth(log: Any, a: Convex, b: Convex, last: gjk.State, most: int) -> tuple[int, epa.State]:
    """Writes EPA's steps, given GJK's last step; returns how many, and the last one."""
    vertices, faces, tried = roomy(VERTEX), roomy(FACE), roomy(ZERO)
    search = Search(roomy(0), roomy((0.0, 0)), roomy(0.0), roomy((0, 0, 0)), roomy((0, 0.0)), roomy((0, 0, 0)))
    depth = epa.seed_polytope(last, vertices, faces, tried, search)
    shadows = shadows_of(depth)
    write_record(log, shadows, depth)
    count = 1
    while depth.exit == Exit.RUNNING and count < most:
        depth = epa.step_with_search(a, b, depth, search)
        write_record(log, shadows, depth)
        count += 1
    release((vertices, faces, tried, search.few, search.queue, search.keys, search.rim, search.seen, search.waiting))
    release(shadows)
    return count, depth
