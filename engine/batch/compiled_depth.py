"""Compiles GJK, followed by EPA if the cores overlap, for one pair at a time (`engine/native/depth.py`).

The functions are those that make the trace, as in compiled.py, whose extensions serve here too.  Other than there, the
method does not depend on the pair, so the answer is that of the algorithm "epa", bit for bit.
"""

from typing import Any

import numpy as np
from numba import types

from gjkscope.engine.batch import compiled
from gjkscope.engine.batch.compiled import FACE, SOURCES, VERTEX, known_beside
from gjkscope.engine.batch.lists import lent, release, roomy
from gjkscope.engine.batch.native_reading import lent_core, short_pose_at
from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.polytope import Search
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.native import layout
from gjkscope.engine.native.layout import CORE_A, CORE_B, INTEGERS, NUMBERS, POSES, ROW
from gjkscope.engine.result import Exit, RawAnswer
from gjkscope.engine.runtime.compilation.compiling import compile_native
from gjkscope.engine.runtime.compilation.options import Native
from gjkscope.engine.shapes.bounds import longest_side
from gjkscope.engine.shapes.support import place_core
from gjkscope.engine.vectors import ZERO, Vec3


def compile_measure() -> Native:
    """`measure`, compiled."""
    return compile_native(measure, (types.intp,), known_beside(measure), compiled, layout, *SOURCES)


def measure(rows: int) -> int:
    """Measures a pair, whose numbers are at an address as `layout.py` describes; returns 1 if EPA has run, or 0."""
    poses, found = lent(rows + POSES * ROW, np.float64), lent(rows + INTEGERS * ROW, np.int64)
    out = lent(rows + NUMBERS * ROW, np.float64)
    a = place_core(lent_core(rows + CORE_A * ROW), short_pose_at(poses, 0))
    b = place_core(lent_core(rows + CORE_B * ROW), short_pose_at(poses, 1))
    size = max(longest_side(a), longest_side(b))
    near_a, near_b = gjk.relative(a, b)
    last = gjk.start(near_a, near_b, 0.0)
    while last.exit == Exit.RUNNING:
        last = gjk.step(near_a, near_b, last)
    if epa.is_distance_known(last):
        found[0], found[1] = last.exit, last.iteration + 1
        _write(found, out, gjk.distance_answer(a, b, last, size))
        return 0
    vertices, faces, tried = roomy(VERTEX), roomy(FACE), roomy(ZERO)
    search = Search(roomy(0), roomy((0.0, 0)), roomy(0.0), roomy((0, 0, 0)), roomy((0, 0.0)), roomy((0, 0, 0)))
    depth = compiled._depth(near_a, near_b, epa.seed_polytope(last, vertices, faces, tried, search), search)
    found[0], found[1], found[2] = depth.exit, depth.iteration + 1, last.iteration + 1
    _write(found, out, epa.depth_answer(a, b, depth, size))
    release((vertices, faces, tried, search.few, search.queue, search.keys, search.rim, search.seen, search.waiting))
    return 1


def _write(found: Any, out: Any, answer: RawAnswer) -> None:
    found[3] = answer.verdict
    out[0], out[1], out[2] = answer.lower, answer.upper, answer.signed_distance
    _put(out, 3, answer.normal)
    _put(out, 6, answer.witness_a)
    _put(out, 9, answer.witness_b)


def _put(out: Any, i: int, v: Vec3) -> None:
    out[i], out[i + 1], out[i + 2] = v
