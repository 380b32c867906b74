"""Compiles the engine's own functions with numba, unmodified, in a loop over pairs.

Every plain function that the loop reaches is registered with numba (`register_jitable`) and otherwise unchanged: the
interpreter keeps running the same function objects.  Extensions cover what numba does not support, or only slowly:
`_replace` of a named tuple (replace.py), the support function of a core (dispatch.py), lists that need no copy
(lists.py), the search for a hull's highest vertex (highest.py), and rarely executed code that is not inlined
(seldom.py).

1. Everything is inlined into the loop, so values that a trace shows but no later step uses are never computed, and no
   state is copied.  This alone makes it four times faster.
2. Strict floating point: nothing is reordered, and no multiplication is fused with an addition, so the results are
   bitwise those of the interpreter.  The exception is that a division by zero does not raise: no function divides by
   what may be zero, and checking for it would keep values alive that are otherwise never computed.
3. The loop takes addresses and numbers and returns a number, so that later processes can call it without numba
   (`runtime/compilation/stored.py`).

How it can fail: an array of another type or layout than the code is compiled for is misread (arrays.py makes them).
"""

from collections.abc import Callable, Sequence
from functools import cache
from math import inf, isfinite, isnan, nan
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import types

from gjkscope.engine import vectors
from gjkscope.engine.alternating import steps as alternating
from gjkscope.engine.batch import arrays, dispatch, highest, lists, replace, seldom
from gjkscope.engine.batch.arrays import ROW, Columns
from gjkscope.engine.batch.lists import emptied, lent, release, roomy
from gjkscope.engine.batch.reading import OTHERS, SIDE_A, SIDE_B, core_at, holds_pose, lent_side, lent_table, pose_at
from gjkscope.engine.clamp import steps as clamp
from gjkscope.engine.epa import settling
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.polytope import EpaFace, Search
from gjkscope.engine.epa_newton import steps as epa_newton
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.obb import steps as obb
from gjkscope.engine.result import TOUCHING, Exit, RawAnswer, bounds_only, verdict_number
from gjkscope.engine.runtime.compilation.compiling import compile_native, make_known
from gjkscope.engine.runtime.compilation.functions import functions_reached_from
from gjkscope.engine.runtime.compilation.options import INLINE, INNER, Native
from gjkscope.engine.shapes import blocks, cells, support
from gjkscope.engine.shapes.bounds import longest_side
from gjkscope.engine.shapes.support import SUPPORTS, Convex, place_core
from gjkscope.engine.vectors import ZERO, Vec3

# Large functions that rarely run: not inlined, to save compile time.
CALLED = (
    "_nearest_feature",
    "_write_refined",
    "nearest_apart",
    "_depth",
    "_curved_depth",
    "_what_touches",
    "bending_of",
    "_cap",
    "furthest_leaving",
    "step_with_search",
    "check_surface",
    "_contact_apart",
    "longest_side",
)

# Examples of the items of EPA's lists, for type inference.
VERTEX = Vertex(ZERO, ZERO, ZERO, 0, 0, 0)
FACE = EpaFace((0, 0, 0), (0, 0, 0), ZERO, 0.0, 0.0, 0, 0)


ORDER, OUT = OTHERS, OTHERS + ROW  # bytes to the rows of the other arguments of `solve`

PAIR_ARGUMENTS = (types.intp, types.intp, types.intp, types.float64)  # of `solve`, and of what else answers pairs


class Seed(NamedTuple):
    """EPA's lists, which are reused from pair to pair."""

    vertices: Any
    faces: Any
    tried: Any
    search: Search


# Numba extensions, all modules with code that numba sees and no function names, and the functions that are replaced.
EXTENSIONS = (dispatch, highest, lists, replace, seldom)
SOURCES = (arrays, blocks, cells, *EXTENSIONS)
OVERLOADED = (
    epa._copy,
    settling._copy,
    support.local_support,
    support.vertex_support,
    vectors._scaled_norm,
    vectors._scaled_unit,
)


def compile_solve() -> Native:
    """`solve`, compiled."""
    return compile_native(solve, PAIR_ARGUMENTS, known_to_numba(), *SOURCES)


@cache
def known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that `solve` reaches, known to numba with its extensions; once per process."""
    functions = tuple(functions_reached_from(solve, *SUPPORTS.values()))
    for extension in EXTENSIONS:
        extension.register()
    called = [function for function in functions if function.__name__ in CALLED]
    make_known(called, OVERLOADED, INNER)
    make_known(functions, (*called, *OVERLOADED), INLINE)
    return functions


@cache
def known_beside(function: Callable[..., int]) -> tuple[FunctionType, ...]:
    """All functions that this one reaches, known to numba beside those of `solve`; once per process."""
    return make_known_beside((function,), OVERLOADED, INLINE)


def make_known_beside(
    functions: Sequence[Callable[..., Any]], replaced: Sequence[object], options: dict[str, Any]
) -> tuple[FunctionType, ...]:
    """Makes numba know all functions that these reach, but for those that extensions replace; returns all.

    What `solve` reaches it knows already, or is made to know first.  Support functions are reached, by dispatch.py.
    """
    known = known_to_numba()
    reached = tuple(functions_reached_from(*functions, *SUPPORTS.values()))
    make_known(reached, (*known, *replaced), options)
    return reached


def solve(rows: int, first: int, last: int, tolerance: float) -> int:
    """Solves some pairs, from place `first` up to but not including `last` in their order.

    `rows` is the address of `list_rows(*table, *a, *b, order, *out)`: a `ShapeTable`, two `BatchSide`s, the order of
    the pairs, and `Columns`.  Returns the place of the first pair with an invalid pose, or `last`; no pair after it is
    solved.
    """
    table, a, b = lent_table(rows), lent_side(rows + SIDE_A), lent_side(rows + SIDE_B)
    order, out = lent(rows + ORDER, np.int64), _lent_columns(rows + OUT)
    vertices, faces, tried = roomy(VERTEX), roomy(FACE), roomy(ZERO)
    search = Search(roomy(0), roomy((0.0, 0)), roomy(0.0), roomy((0, 0, 0)), roomy((0, 0.0)), roomy((0, 0, 0)))
    seed = Seed(vertices, faces, tried, search)
    valid, k = True, first
    while valid and k < last:
        i = order[k]
        valid = holds_pose(a.poses, i) and holds_pose(b.poses, i)
        if valid:
            _solve_pair(table, a, b, i, tolerance, out, seed)
            k += 1
    release((vertices, faces, tried, search.few, search.queue, search.keys, search.rim, search.seen, search.waiting))
    return k


def _solve_pair(table: Any, a: Any, b: Any, i: int, tolerance: float, out: Any, seed: Seed) -> None:
    m, n = a.shapes[i], b.shapes[i]
    core_a, core_b = (
        place_core(core_at(table, m), pose_at(a.poses, i)),
        place_core(core_at(table, n), pose_at(b.poses, i)),
    )
    near_a, near_b = gjk.relative(core_a, core_b)
    ball = max(table.ball[m], table.ball[n])
    gap = tolerance * (0.5 * ball)
    if _has_closed_form(out, i, core_a, core_b, near_a, near_b, ball):
        return
    if alternating.takes_cores(core_a, core_b) and _write_walked(out, i, core_a, core_b, near_a, near_b, ball, gap):
        return
    last = gjk.start(near_a, near_b, gap)
    while last.exit == Exit.RUNNING:
        last = gjk.step(near_a, near_b, last, False)
    if gjk.is_open_end(last):
        _write_refined(out, i, core_a, core_b, near_a, near_b, ball, gap, seed)
    else:
        _write_found(out, i, core_a, core_b, near_a, near_b, ball, last, seed)


def _write_refined(
    out: Any,
    i: int,
    core_a: Convex,
    core_b: Convex,
    near_a: Convex,
    near_b: Convex,
    ball: float,
    gap: float,
    seed: Seed,
) -> None:
    """Solves a pair again, now with refined weights.

    If all pairs were solved so, they would take up to a tenth longer, for one in a million.
    """
    last = gjk.start(near_a, near_b, gap)
    while last.exit == Exit.RUNNING:
        last = gjk.step(near_a, near_b, last)
    _write_found(out, i, core_a, core_b, near_a, near_b, ball, last, seed)


def _write_found(
    out: Any,
    i: int,
    core_a: Convex,
    core_b: Convex,
    near_a: Convex,
    near_b: Convex,
    ball: float,
    last: gjk.State,
    seed: Seed,
) -> None:
    """Writes the distance from the last step of GJK; if it does not know that, EPA's depth."""
    if epa.is_distance_known(last):
        size = _size(core_a, core_b, ball, last.lower, last.upper)
        _write(out, i, last.exit, last.iteration + 1, gjk.distance_answer(core_a, core_b, last, size))
        return
    search = seed.search
    emptied(search.few)
    emptied(search.keys)
    emptied(search.queue)
    first = epa.seed_polytope(last, emptied(seed.vertices), emptied(seed.faces), emptied(seed.tried), search)
    if epa_newton.takes_sums(core_a, core_b):
        depth = _curved_depth(near_a, near_b, first, search)
    else:
        depth = _depth(near_a, near_b, first, search)
    size = _size(core_a, core_b, ball, depth.lower, depth.upper)
    steps = last.iteration + depth.iteration + 2
    _write(out, i, depth.exit, steps, epa.depth_answer(core_a, core_b, depth, size))


def _lent_columns(rows: int) -> Any:
    return Columns(
        lent(rows, np.int8),
        lent(rows + ROW, np.int8),
        lent(rows + 2 * ROW, np.int64),
        lent(rows + 3 * ROW, np.float64),
        lent(rows + 4 * ROW, np.float64),
        lent(rows + 5 * ROW, np.float64),
        lent(rows + 6 * ROW, np.float64),
        lent(rows + 7 * ROW, np.float64),
        lent(rows + 8 * ROW, np.float64),
    )


def _has_closed_form(
    out: Any, i: int, core_a: Convex, core_b: Convex, near_a: Convex, near_b: Convex, ball: float
) -> bool:
    """Solves a sphere and a box, or two boxes that overlap; `False` for all other pairs."""
    if clamp.takes_ball_and_box(core_a, core_b):
        _write_clamped(out, i, core_a, core_b, near_a, near_b, ball)
        return True
    if obb.takes_boxes(core_a, core_b) and obb.balls_meet(near_a, near_b):
        return _write_overlap(out, i, core_a, core_b, near_a, near_b, ball)
    return False


def _write_clamped(
    out: Any, i: int, core_a: Convex, core_b: Convex, near_a: Convex, near_b: Convex, ball: float
) -> None:
    pair = clamp.clamp_pair(near_a, near_b)
    last = clamp.start(pair)
    while last.exit == Exit.RUNNING:
        last = clamp.step(pair, last)
    size = _size(core_a, core_b, ball, last.distance, last.distance)
    _write(out, i, last.exit, last.iteration + 1, clamp.clamped_answer(core_a, core_b, last, size))


def _write_overlap(
    out: Any, i: int, core_a: Convex, core_b: Convex, near_a: Convex, near_b: Convex, ball: float
) -> bool:
    pair = obb.box_pair(near_a, near_b)
    last = obb.start(pair)
    while last.exit == Exit.RUNNING:
        last = obb.step(pair, last)
    if last.exit != Exit.ALL_AXES_OVERLAP:
        return False
    size = _size(core_a, core_b, ball, pair.radius - last.least, pair.radius - last.least)
    _write(out, i, last.exit, last.iteration + 1, obb.overlap_answer(pair, last, core_a.position, size))
    return True


def _write_walked(
    out: Any, i: int, core_a: Convex, core_b: Convex, near_a: Convex, near_b: Convex, ball: float, gap: float
) -> bool:
    """Solves two shapes between which one can walk, unless they overlap, or nearly touch."""
    pair = alternating.core_pair(near_a, near_b, gap)
    last = alternating.start(pair)
    while last.exit == Exit.RUNNING:
        last = alternating.step(pair, last)
    if not alternating.is_measured(last):
        return False
    size = _size(core_a, core_b, ball, last.lower, last.upper)
    _write(out, i, last.exit, last.iteration + 1, alternating.answer_of_walks(pair, last, core_a.position, size))
    return True


def _depth(a: Convex, b: Convex, depth: epa.State, search: Search) -> epa.State:
    """EPA's last step, given its first, which needs only part of GJK's last state."""
    while depth.exit == Exit.RUNNING:
        if not epa.expands(depth):
            depth = epa.step_with_search(a, b, depth, search)
        else:  # only this loop is inlined, as a call in it would write a whole state to memory at each step
            while epa.expands(depth):
                depth = epa.expand(a, b, depth, search)
            depth = epa.check_surface(a, b, depth)
    return depth


def _curved_depth(a: Convex, b: Convex, depth: epa.State, search: Search) -> epa.State:
    """EPA's last state after steps of Newton's method, given its first."""
    pair, state = epa_newton.summed_pair(a, b), epa_newton.start_at_seed(depth)
    while state.polytope.exit == Exit.RUNNING:
        if not epa.expands(state.polytope):
            state = epa_newton.follow_epa(pair, state, search)
        while state.following == epa_newton.Reason.EXPAND and epa.expands(state.polytope):
            state = epa_newton.expand_once(pair, state, search)
        if state.polytope.exit != Exit.RUNNING:
            state = state._replace(polytope=epa.check_surface(a, b, state.polytope))
        while state.following == epa_newton.Reason.NEWTON:
            state = epa_newton.try_normal(pair, state, search)
        while state.following == epa_newton.Reason.OUTSIDE:
            state = epa_newton.search_outside(pair, state, search)
    return state.polytope


def _size(a: Convex, b: Convex, ball: float, lower: float, upper: float) -> float:
    """The pair's `bounds.size`, or an estimate if no comparison with `TOUCHING` times the size depends on the value.

    The bounds (here the cores', so the radii are subtracted) and their difference are compared with it.  The bounding
    ball of the larger shape bounds its longest side from above and from below, which is usually enough; computing the
    boxes would double the run time.
    """
    radius, least, most = a.radius + b.radius, 0.5 * ball, 2.1 * ball
    for number in (abs(lower - radius), abs(upper - radius), upper - lower):
        if TOUCHING * least <= number <= TOUCHING * most:
            return max(longest_side(a), longest_side(b))
    return most


def _write(out: Any, i: int, reason: Exit, steps: int, answer: RawAnswer) -> None:
    """Writes one result; like `result.finite`, it replaces non-finite values by "unknown"."""
    if isnan(answer.lower) or isnan(answer.upper):
        reason, answer = Exit.DEGENERATE_INPUT, bounds_only(verdict_number(-inf, inf, 0.0), -inf, inf)
    out.verdict[i], out.exit[i], out.iterations[i] = answer.verdict, reason, steps
    out.lower[i], out.upper[i] = answer.lower, answer.upper
    out.signed_distance[i] = answer.signed_distance if isfinite(answer.signed_distance) else nan
    _put(out.normal, i, answer.normal)
    _put(out.witness_a, i, answer.witness_a)
    _put(out.witness_b, i, answer.witness_b)


def _put(column: Any, i: int, v: Vec3) -> None:
    known = isfinite(v[0]) and isfinite(v[1]) and isfinite(v[2])
    column[3 * i], column[3 * i + 1], column[3 * i + 2] = v if known else (nan, nan, nan)
