"""Compiles the search through the triangles of two shapes, and that for any contact, in a loop over pairs of poses.

The functions are those that the interpreter runs (mesh_distance/steps.py and overlaps.py), as in compiled.py, whose
extensions serve here too.  What reads a side, `box_of` and so on, is replaced by functions that read arrays; no list is
copied.

The search stops where two leaves are in contact: what follows (EPA, points inside a solid) is left to the interpreter.

How it can fail: an array of another type or layout than the code is compiled for is misread; mesh_arrays.py makes them.
"""

from collections.abc import Callable
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload

from gjkscope.engine.batch import arrays, compiled, mesh_arrays
from gjkscope.engine.batch.arrays import ROW
from gjkscope.engine.batch.compiled import EXTENSIONS, make_known_beside
from gjkscope.engine.batch.lists import emptied, lent, release, roomy
from gjkscope.engine.batch.mesh_arrays import (
    BLOCK,
    BOX,
    BOXES,
    CONTACT,
    CORNERS,
    COUNTS,
    FIRST,
    LINK,
    LINKS,
    NO_CONTACT,
    NUMBERS,
    OUT_OF_RANGE,
    PLACED,
    PLACED_BOXES,
    POSES,
    SHAPE,
    TRIANGLE,
)
from gjkscope.engine.batch.reading import holds_pose, pose_at
from gjkscope.engine.mesh_distance import overlaps, steps
from gjkscope.engine.mesh_distance.steps import NodePair, PairFate
from gjkscope.engine.meshes import sides
from gjkscope.engine.meshes.boxes import NodeBox
from gjkscope.engine.meshes.sides import compute_gap, search_sides
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.runtime.compilation.compiling import compile_native
from gjkscope.engine.runtime.compilation.options import INLINE, Native
from gjkscope.engine.shapes import blocks
from gjkscope.engine.shapes.blocks import LANES, Blocks
from gjkscope.engine.shapes.support import Convex, Core, place_core
from gjkscope.engine.vectors import ZERO, Vec3, add, row_times, sub

SIDE = 7 * ROW
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
    pair: float  # a number of the pair that no earlier one had
    links: Any  # (n, LINK)
    corners: Any  # (m, TRIANGLE)
    block: Any  # for the corners of the triangle that is measured
    core: Convex  # of a mesh, with this block


def compile_search_of_meshes() -> Native:
    """`search_meshes`, compiled."""
    return _compile(search_meshes, 4)


def compile_search_for_contacts() -> Native:
    """`find_contacts`, compiled."""
    return _compile(find_contacts, 3)


def _compile(function: Callable[..., int], arguments: int) -> Native:
    modules = (compiled, arrays, mesh_arrays, blocks, *EXTENSIONS)
    return compile_native(function, (types.intp,) * arguments, _known_to_numba(), *modules)


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that are reached, known to numba; once per process."""
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
    return make_known_beside((*REACHING, _half_of, _leaf_corners), (*OVERLOADED, *compiled.OVERLOADED), INLINE)


def search_meshes(rows: int, first: int, last: int, limit: int) -> int:
    """Searches the pairs of poses from number `first` up to but not including `last`, each for up to `limit` steps.

    `rows` is the address of the rows of the arrays of A, those of B, the tolerances, and the numbers and the counts of
    the results.  Returns the number of the first pair with an invalid pose, or `last`; no pair after it is searched.
    """
    tolerances = lent(rows + OUT, np.float64)
    numbers, counts = lent(rows + OUT + ROW, np.float64), lent(rows + OUT + 2 * ROW, np.int64)
    pairs, queue = roomy(NodePair(0, 0, 0.0, 0, PairFate.WAITING)), roomy((0.0, 0))
    i = first
    while i < last and _are_poses(rows, i):
        state = _search(_sides(rows, i, tolerances[i]), emptied(pairs), emptied(queue), limit)
        _write(numbers, counts, i, state)
        i += 1
    release((pairs, queue))
    return i


def find_contacts(rows: int, first: int, last: int) -> int:
    """Whether any triangles are in contact, for the pairs of poses from number `first` up to but not including `last`.

    `rows` is the address of the rows of the arrays of A, those of B, and the results, integers.  Returns the number of
    the first pair with an invalid pose, or `last`; no pair after it is searched.
    """
    results = lent(rows + OUT, np.int64)
    stack, found = roomy((0, 0)), roomy((0, 0))
    i = first
    while i < last and _are_poses(rows, i):
        results[i] = _find_contact(_sides(rows, i, 0.0), emptied(stack), emptied(found))
        i += 1
    release((stack, found))
    return i


def _find_contact(placed: Any, stack: Any, found: Any) -> int:
    if steps.exceeds_range(placed.reach):
        return OUT_OF_RANGE
    stack.append((0, 0))
    while len(stack) > 0 and len(found) == 0:
        overlaps.visit_node_pair(placed, stack, found)
    return CONTACT if len(found) > 0 else NO_CONTACT


def _are_poses(rows: int, i: int) -> bool:
    poses_a, poses_b = lent(rows + POSES * ROW, np.float64), lent(rows + SIDE + POSES * ROW, np.float64)
    return holds_pose(poses_a, i) and holds_pose(poses_b, i)


def _sides(rows: int, i: int, tolerance: float) -> Any:
    """Both sides of a pair of poses, relative to A's position."""
    a = pose_at(lent(rows + POSES * ROW, np.float64), i)
    b = pose_at(lent(rows + SIDE + POSES * ROW, np.float64), i)
    there = Pose(b.rotation, sub(b.position, a.position))
    side_a, side_b = _side(rows, Pose(a.rotation, ZERO), i), _side(rows + SIDE, there, i)
    return search_sides(side_a, side_b, tolerance)


def _search(placed: Any, pairs: Any, queue: Any, limit: int) -> Any:
    """The state in which the search ends, or finds two leaves in contact."""
    state = steps.seed(placed, pairs, queue)
    if steps.exceeds_range(placed.reach):
        return state._replace(exit=Exit.DEGENERATE_INPUT)
    while state.iteration < limit and not (steps.is_in_contact(state) or steps.is_search_over(state, queue)):
        state = steps.visit(placed, state, queue)
    return state


def _side(rows: int, pose: Pose, i: int) -> Any:
    shape = lent(rows + SHAPE * ROW, np.float64)
    size, center = (shape[0], shape[1], shape[2]), (shape[4], shape[5], shape[6])
    kind, address, end = int(shape[7]), lent(rows + SHAPE * ROW, np.int64)[8], int(shape[9])
    core = Core(kind, size, shape[3], Blocks(address, end, 0), center, int(shape[10]), shape[11])  # type: ignore[arg-type]
    boxes, links = lent(rows + BOXES * ROW, np.float64), lent(rows + LINKS * ROW, np.int64)
    corners, block = lent(rows + CORNERS * ROW, np.float64), lent(rows + BLOCK * ROW, np.float64)
    placed = lent(rows + PLACED_BOXES * ROW, np.float64)
    return ArraySide(boxes, placed, shape[FIRST] + i, links, corners, block, place_core(core, pose))


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
    _fill_block(side, TRIANGLE * triangle)
    return core._replace(center=center)


def _fill_block(side: Any, i: int) -> None:
    """Copies the corners of a triangle, whose numbers begin at `i`, and fills the other lanes with the first one."""
    corners, block = side.corners, side.block
    for axis in range(3):
        first = corners[i + axis]
        for lane in range(LANES):
            block[LANES * axis + lane] = first
        block[LANES * axis + 1] = corners[i + 3 + axis]
        block[LANES * axis + 2] = corners[i + 6 + axis]


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


# The functions from which all others are reached; the last ones replace others.
REACHING = (search_meshes, find_contacts, _box_of, _core_of, compute_gap)
