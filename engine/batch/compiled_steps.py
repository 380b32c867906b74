"""Compiles the steps of algorithms, for pages that show them at poses which nobody has recorded.

The functions are those that make the trace, as in compiled.py, whose extensions serve here too.  Each step is written
as numbers: `writing.py` writes what `layout.py` describes.

How it can fail: as in compiled.py.  A run that is longer than the caller wants ends with a step that has no exit.  The
lists of SAT and MPR are not freed: pages give up all memory before the next call.
"""

from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from gjkscope.engine.batch import bodies, compiled, layout, polytopes, portals, writing
from gjkscope.engine.batch.arrays import ROW, Columns
from gjkscope.engine.batch.bodies import INNER_RADIUS, IS_HULLED, IS_SKIPPING
from gjkscope.engine.batch.compiled import (
    FACE,
    OUT,
    OVERLOADED,
    PAIR_ARGUMENTS,
    SOURCES,
    VERTEX,
    make_known_beside,
)
from gjkscope.engine.batch.lists import lent, release, roomy
from gjkscope.engine.batch.polytopes import (
    BODY_ROWS,
    CANDIDATE,
    RUN,
    LentBody,
    lent_body,
    placed_polytope,
)
from gjkscope.engine.batch.reading import SIDE_A, SIDE_B, core_at, holds_pose, lent_side, lent_table, pose_at
from gjkscope.engine.batch.stepped import GJK, MPR, SAT
from gjkscope.engine.batch.writing import append_numbers, shadows_of, write_record
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.polytope import Search
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.mpr import steps as mpr
from gjkscope.engine.result import TOUCHING, Exit, verdict_number
from gjkscope.engine.runtime.compilation.compiling import compile_instructions
from gjkscope.engine.runtime.compilation.object_code import ObjectCode
from gjkscope.engine.runtime.compilation.options import INNER
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.shapes.bounds import longest_side
from gjkscope.engine.shapes.support import Convex, place_core
from gjkscope.engine.vectors import ZERO, sub

# Bytes to the rows of the log and of both bodies, among the arguments of `record_steps`.
LOG = OUT + len(Columns._fields) * ROW
BODY_A = LOG + ROW
BODY_B = BODY_A + BODY_ROWS * ROW


def compile_steps() -> ObjectCode:
    """`record_steps`, compiled for pages."""
    modules = (compiled, bodies, layout, polytopes, portals, writing, *SOURCES)
    return compile_instructions(record_steps, PAIR_ARGUMENTS, _known_to_numba(), *modules)


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that `record_steps` reaches, known to numba; once per process."""
    writing.register()
    polytopes.register()
    portals.register()
    replaced = (*OVERLOADED, *polytopes.OVERLOADED, *portals.OVERLOADED, *writing.KNOWN)
    return make_known_beside((record_steps, *polytopes.OWN), replaced, INNER)


def record_steps(rows: int, algorithm: int, most: int, tolerance: float) -> int:
    """Writes the steps of an algorithm (`stepped.py`) on a pair, at most that many, and then the number of the verdict.

    `rows` is as in `compiled.solve`, of one pair, followed by the row of the log, an empty list whose capacity is
    positive, and the rows of both bodies (`polytopes.py`).  Returns how many steps, or −1 if a pose is invalid.
    """
    table, a, b = lent_table(rows), lent_side(rows + SIDE_A), lent_side(rows + SIDE_B)
    if not (holds_pose(a.poses, 0) and holds_pose(b.poses, 0)):
        return -1
    log, body_a, body_b = lent(rows + LOG, np.int64), lent_body(rows + BODY_A), lent_body(rows + BODY_B)
    m, n = a.shapes[0], b.shapes[0]
    pose_a, pose_b = pose_at(a.poses, 0), pose_at(b.poses, 0)
    core_a, core_b = place_core(core_at(table, m), pose_a), place_core(core_at(table, n), pose_b)
    size = max(longest_side(core_a), longest_side(core_b))
    if algorithm == SAT:
        placed_a, placed_b = placed_polytope(core_a, pose_a, body_a), placed_polytope(core_b, pose_b, body_b)
        count, verdict = _record_axes(log, placed_a, placed_b, (core_a, core_b), body_a, body_b, most)
    elif algorithm == MPR:
        near_a = place_core(core_at(table, m), pose_a._replace(position=ZERO))
        there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
        near_b = place_core(core_at(table, n), there)
        clearance = body_a.numbers[INNER_RADIUS] + body_b.numbers[INNER_RADIUS]
        count, verdict = _record_portals(log, near_a, near_b, clearance, size, most)
    else:
        gap = tolerance * (0.5 * max(table.ball[m], table.ball[n]))
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


def _record_axes(
    log: Any, a: Any, b: Any, cores: tuple[Convex, Convex], body_a: LentBody, body_b: LentBody, most: int
) -> tuple[int, int]:
    """Writes the steps of SAT on two placed polytopes; returns how many, and the number of the verdict."""
    hulled = (body_a.numbers[IS_HULLED] != 0, body_b.numbers[IS_HULLED] != 0)
    skips = body_a.numbers[IS_SKIPPING] != 0 or body_b.numbers[IS_SKIPPING] != 0
    pair = sat.polytope_pair(a, b, cores, hulled, skips, roomy(CANDIDATE), roomy(RUN))
    last = sat.start(pair)
    shadows = shadows_of(last)
    write_record(log, shadows, last)
    count = 1
    while last.exit == Exit.RUNNING and count < most:
        last = sat.step(pair, last)
        write_record(log, shadows, last)
        count += 1
    return count, sat.verdict_of_last(pair, last)


def _record_portals(
    log: Any, core_a: Convex, core_b: Convex, clearance: float, size: float, most: int
) -> tuple[int, int]:
    """Writes the steps of MPR; returns how many, and the number of the verdict."""
    a, b = gjk.relative(core_a, core_b)
    last = mpr.start(a, b, clearance, TOUCHING * size)
    shadows = shadows_of(last)
    write_record(log, shadows, last)
    count = 1
    while last.exit == Exit.RUNNING and count < most:
        last = mpr.step(a, b, last)
        write_record(log, shadows, last)
        count += 1
    return count, verdict_number(last.lower, last.upper, size)
