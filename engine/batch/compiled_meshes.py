"""Compiles the search through the triangles of two shapes, unmodified, in a loop over pairs of poses.

The functions are those that make the trace (mesh_distance/steps.py), as in compiled.py, whose extensions serve here
too.  What reads a side, `box_of` and so on, is replaced by functions that read arrays; no list is copied.

The search stops where two leaves are in contact: what follows (EPA, points inside a solid) is left to the interpreter.

How it can fail: an array of another type or layout than the code is compiled for is misread; mesh_arrays.py makes them.
"""

from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload, register_jitable

from gjkscope.engine.batch import arrays, blocks, compiled, mesh_arrays
from gjkscope.engine.batch.arrays import ROW
from gjkscope.engine.batch.blocks import BYTES, Blocks
from gjkscope.engine.batch.compiled import EXTENSIONS, known_to_numba
from gjkscope.engine.batch.lists import emptied, lent, release, roomy
from gjkscope.engine.batch.mesh_arrays import BOX, COUNTS, LINK, NUMBERS, PLACED, TRIANGLE
from gjkscope.engine.batch.reading import holds_pose, pose_at
from gjkscope.engine.mesh_distance import steps
from gjkscope.engine.mesh_distance.steps import NodePair, PairFate
from gjkscope.engine.meshes import sides
from gjkscope.engine.meshes.boxes import NodeBox
from gjkscope.engine.meshes.sides import compute_gap, search_sides
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.runtime.compilation.functions import functions_reached_from, source_files
from gjkscope.engine.runtime.compilation.options import INLINE, Native, native_code
from gjkscope.engine.runtime.compilation.progress import report_progress
from gjkscope.engine.shapes.support import Convex, Core, place_core
from gjkscope.engine.vectors import ZERO, Vec3, add, row_times, sub

# Arrays of a side: its shape, three of its tree, and the poses.
SHAPE, BOXES, LINKS, CORNERS, POSES = range(5)
SIDE = 5 * ROW
OUT = 2 * SIDE

OVERLOADED = (
    sides.box_of,
    sides.half_of,
    sides.low_of,
    sides.triangle_of,
    sides.core_of,
    sides.leaf_corners,
    sides.gap_of_child,
    steps.copy_list,
)


class ArraySide(NamedTuple):
    """A `MeshSide` in arrays."""

    boxes: Any  # (n, BOX)
    placed: Any  # (n, PLACED): boxes relative to A's position, and the pair for which they were placed
    pair: float  # the number of the pair, from 1
    links: Any  # (n, LINK)
    corners: Any  # (m, TRIANGLE)
    core: Convex  # of a mesh, with all its triangles, one block each


def compile_search_of_meshes() -> Native:
    """`search_meshes`, compiled."""
    functions = _known_to_numba()
    modules = (compiled, arrays, mesh_arrays, blocks, *EXTENSIONS)
    files = (__file__, *(module.__file__ for module in modules))
    with report_progress(functions):
        arguments = (types.intp, types.intp, types.intp, types.intp)
        return native_code(search_meshes, arguments, source_files(functions, *files))


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that `search_meshes` reaches, known to numba; once per process."""
    known = known_to_numba()
    functions = tuple(functions_reached_from(search_meshes, _box_of, _half_of, _core_of, _leaf_corners, compute_gap))
    for function, replacement in (
        (sides.box_of, lambda side, number: lambda side, number: _box_of(side, number)),
        (sides.half_of, lambda side, number: lambda side, number: _half_of(side, number)),
        (sides.low_of, lambda side, number: lambda side, number: side.links[LINK * number]),
        (sides.triangle_of, lambda side, number: lambda side, number: side.links[LINK * number + 1]),
        (sides.leaf_corners, lambda side, number: lambda side, number: _leaf_corners(side, number)),
        (
            sides.gap_of_child,
            lambda sides, number, child, a, b: lambda sides, number, child, a, b: compute_gap(sides, a, b),
        ),
        (sides.core_of, lambda side, number, center: lambda side, number, center: _core_of(side, number, center)),
        (steps.copy_list, lambda items: lambda items: items),
    ):
        overload(function, jit_options=INLINE)(replacement)
    for function in functions:
        if function not in (*known, *OVERLOADED, *compiled.OVERLOADED):
            register_jitable(**INLINE)(function)
    return functions


def search_meshes(rows: int, first: int, last: int, limit: int) -> int:
    """Searches the pairs of poses from number `first` up to but not including `last`, each for up to `limit` steps.

    `rows` is the address of the rows of the arrays of A, those of B, the tolerances, the numbers and the counts of
    the results, and the placed boxes of A and of B, zeros at first.  Returns the number of the first pair with an
    invalid pose, or `last`; no pair after it is searched.
    """
    poses_a, poses_b = lent(rows + POSES * ROW, np.float64), lent(rows + SIDE + POSES * ROW, np.float64)
    tolerances = lent(rows + OUT, np.float64)
    numbers, counts = lent(rows + OUT + ROW, np.float64), lent(rows + OUT + 2 * ROW, np.int64)
    kept = rows + OUT + 3 * ROW
    pairs, queue = roomy(NodePair(0, 0, 0.0, 0, PairFate.WAITING)), roomy((0.0, 0))
    valid, i = True, first
    while valid and i < last:
        valid = holds_pose(poses_a, i) and holds_pose(poses_b, i)
        if valid:
            a, b = pose_at(poses_a, i), pose_at(poses_b, i)
            there = Pose(b.rotation, sub(b.position, a.position))
            side_a = _side(rows, Pose(a.rotation, ZERO), kept, i + 1.0)
            side_b = _side(rows + SIDE, there, kept + ROW, i + 1.0)
            placed = search_sides(side_a, side_b, tolerances[i])
            state = _search(placed, emptied(pairs), emptied(queue), limit)
            _write(numbers, counts, i, state)
            i += 1
    release((pairs, queue))
    return i


def _search(placed: Any, pairs: Any, queue: Any, limit: int) -> Any:
    """The state in which the search ends, or finds two leaves in contact."""
    state = steps.seed(placed, pairs, queue)
    if steps.exceeds_range(placed.reach):
        return state._replace(exit=Exit.DEGENERATE_INPUT)
    while state.iteration < limit and not (steps.is_in_contact(state) or steps.is_search_over(state, queue)):
        state = steps.visit(placed, state, queue)
    return state


def _side(rows: int, pose: Pose, placed: int, pair: float) -> Any:
    shape = lent(rows + SHAPE * ROW, np.float64)
    size, center = (shape[0], shape[1], shape[2]), (shape[4], shape[5], shape[6])
    kind, address, end = int(shape[7]), lent(rows + SHAPE * ROW, np.int64)[8], int(shape[9])
    core = Core(kind, size, shape[3], Blocks(address, end, 0), center, int(shape[10]), shape[11])  # type: ignore[arg-type]
    boxes, links = lent(rows + BOXES * ROW, np.float64), lent(rows + LINKS * ROW, np.int64)
    corners = lent(rows + CORNERS * ROW, np.float64)
    return ArraySide(boxes, lent(placed, np.float64), pair, links, corners, place_core(core, pose))


def _box_of(side: Any, number: int) -> NodeBox:
    """The box of a node, placed when it is first read."""
    placed, i = side.placed, PLACED * number
    if placed[i + 12] != side.pair:
        _place_box(side, number)
    center = (placed[i], placed[i + 1], placed[i + 2])
    x = (placed[i + 3], placed[i + 4], placed[i + 5])
    y = (placed[i + 6], placed[i + 7], placed[i + 8])
    z = (placed[i + 9], placed[i + 10], placed[i + 11])
    return NodeBox(center, (x, y, z), _half_of(side, number))


def _place_box(side: Any, number: int) -> None:
    placed, i, k = side.placed, PLACED * number, BOX * number
    center = add(_turned(side, k), side.core.position)
    x, y, z = _turned(side, k + 3), _turned(side, k + 6), _turned(side, k + 9)
    placed[i], placed[i + 1], placed[i + 2] = center
    placed[i + 3], placed[i + 4], placed[i + 5] = x
    placed[i + 6], placed[i + 7], placed[i + 8] = y
    placed[i + 9], placed[i + 10], placed[i + 11] = z
    placed[i + 12] = side.pair


def _half_of(side: Any, number: int) -> Vec3:
    boxes, i = side.boxes, BOX * number + 12
    return (boxes[i], boxes[i + 1], boxes[i + 2])


def _turned(side: Any, i: int) -> Vec3:
    return row_times(side.core.rotation, (side.boxes[i], side.boxes[i + 1], side.boxes[i + 2]))


def _leaf_corners(side: Any, number: int) -> tuple[Vec3, Vec3, Vec3]:
    c, i = side.corners, TRIANGLE * side.links[LINK * number + 1]
    return (c[i], c[i + 1], c[i + 2]), (c[i + 3], c[i + 4], c[i + 5]), (c[i + 6], c[i + 7], c[i + 8])


def _core_of(side: Any, number: int, center: Vec3) -> Any:
    triangle, core = side.links[LINK * number + 1], side.core
    if triangle == NONE:
        return core
    vertices = Blocks(core.vertices.address + BYTES * triangle, 1, 0)
    return core._replace(vertices=vertices, center=center)


def _write(numbers: Any, counts: Any, i: int, state: Any) -> None:
    """Writes the last state of a search."""
    n, c, nearest = NUMBERS * i, COUNTS * i, state.nearest
    numbers[n], numbers[n + 1] = state.lower, state.upper
    numbers[n + 2], numbers[n + 3], numbers[n + 4] = nearest.point_a
    numbers[n + 5], numbers[n + 6], numbers[n + 7] = nearest.point_b
    numbers[n + 8], numbers[n + 9], numbers[n + 10] = nearest.normal
    counts[c], counts[c + 1], counts[c + 2] = state.iteration, len(state.pairs), state.measured
    counts[c + 3], counts[c + 4] = nearest.a, nearest.b
    counts[c + 5] = nearest.exit
    counts[c + 6] = state.exit
    counts[c + 7] = int(steps.is_in_contact(state))
