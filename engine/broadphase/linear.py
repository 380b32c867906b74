"""A linear bounding volume hierarchy: the bodies are sorted once, along a space-filling curve, and the tree is cut out
of that order.

Morton, A computer oriented geodetic data base and a new technique in file sequencing, IBM 1966; Lauterbach, Garland,
Sengupta, Luebke, Manocha, Fast BVH construction on GPUs, Eurographics 2009.

1. Divide the space of the centres into cubic cells, 2²¹ of them along its longest side.  The Morton code of a body
   interleaves the bits of the three numbers of its centre's cell.
2. Sort the bodies by their codes.  Bodies that are close on this curve are close in space.
3. A node holds consecutive bodies.  It is split where the highest bit that differs among their codes changes, which is
   a plane through the middle of a cube of cells; bodies in one cell are split in halves.
4. Compute the bounds bottom up: each node joins the boxes of its children.
5. Query: the bodies take their turns along the curve, and each looks for those after it (tree.py).

Departures: Lauterbach et al. build all levels in parallel, and their cells are not cubes.  In a flat scene, those would
be thin, and bodies far apart would be neighbours on the curve.

One sort of integers replaces the sorts at each node of `bvh`; successive queries enter the same nodes, which are then
in the processor's cache.

How it can fail: the result is always right, but where the curve leaps, nodes overlap more than those of `bvh`.  Centres
that are much closer together than the extent of all share a cell, and are in no particular order there.
"""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from gjkscope.engine.broadphase.boxes import Boxes, FoundPairs, greater, lesser, middle_of, note_step, start_search
from gjkscope.engine.broadphase.tree import (
    NONE,
    BoxTree,
    Searched,
    Split,
    State,
    TreeCell,
    TreeKind,
    divide_cell,
    leaf,
    pending,
    plant_tree,
    query_all,
    refit,
    steps_of,
    visit_nodes,
)
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.vectors import Vec3

BITS = 21  # of a coordinate: three fit into a number of 64 bits
LAST_CELL: int = 2**BITS - 1

# The most bodies of a leaf.  Comparing a few more bodies is faster than entering and leaving another level.
LINEAR_LEAF_SIZE = 4


class Grid(NamedTuple):
    """The cells that space is divided into."""

    least: Vec3  # the least coordinates of all centres, metres
    reach: float  # half the longest side; halved, as a side may overflow


def find_pairs(boxes: Boxes) -> Searched:
    """Builds the tree and finds the pairs; a step for each node, and one for each body."""
    grid = _grid(boxes)
    codes, order = _sort_codes(boxes, grid)
    tree, in_order = plant_tree(boxes, order, False), reorder(boxes, order)
    _divide_all(codes, grid, tree)
    refit(in_order, tree)
    return query_all(in_order, tree)


def find_pairs_of(in_order: Boxes, tree: BoxTree, places: Iterable[int]) -> FoundPairs:
    """Refits a tree to boxes that have moved, in its order, and finds all pairs of the bodies at these places.

    A pair of two such bodies is found twice.  The tree stays right however far bodies move, but its nodes grow.
    """
    refit(in_order, tree)
    search, seen, ahead = start_search(), [NONE] * len(in_order), [0][:0]
    for position in places:
        note_step(search, visit_nodes(in_order, tree, position, NONE, seen, ahead, search.pairs))
    return search


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return steps_of(TreeKind.LINEAR, boxes, find_pairs(boxes))


def morton_code(center: Vec3, grid: Grid) -> int:
    """The number of a point's cell on the curve, 63 bits: x takes the highest of each three, z the lowest."""
    x, y, z = _cell(center, grid, 0), _cell(center, grid, 1), _cell(center, grid, 2)
    return 4 * _spread_bits(x) + 2 * _spread_bits(y) + _spread_bits(z)


def reorder(boxes: Boxes, order: list[int]) -> Boxes:
    """The boxes in that order."""
    return [boxes[body] for body in order]


def _grid(boxes: Boxes) -> Grid:
    low = high = (0.0, 0.0, 0.0)
    for i in range(len(boxes)):
        center = middle_of(boxes[i])
        low = lesser(low, center) if i > 0 else center
        high = greater(high, center) if i > 0 else center
    return Grid(low, max(high[0] / 2 - low[0] / 2, high[1] / 2 - low[1] / 2, high[2] / 2 - low[2] / 2))


def _sort_codes(boxes: Boxes, grid: Grid) -> tuple[list[int], list[int]]:
    """The codes in increasing order, and their bodies; those of equal codes by number."""
    codes = [morton_code(middle_of(box), grid) for box in boxes]
    order = [int(body) for body in np.argsort(np.array(codes, np.int64), kind="mergesort")]
    return [codes[body] for body in order], order


def _cell(center: Vec3, grid: Grid, axis: int) -> int:
    """The number of a point's cell on an axis; 0 if all centres coincide."""
    if grid.reach == 0:
        return 0
    return int((center[axis] / 2 - grid.least[axis] / 2) / grid.reach * LAST_CELL)


def _spread_bits(number: int) -> int:
    """The number with two zeros before each of its 21 bits.

    Each step moves the upper half of every group of bits up, by twice the size of that half.
    """
    number = (number | number << 32) & 0x1F00000000FFFF
    number = (number | number << 16) & 0x1F0000FF0000FF
    number = (number | number << 8) & 0x100F00F00F00F00F
    number = (number | number << 4) & 0x10C30C30C30C30C3
    return (number | number << 2) & 0x1249249249249249


def _gather_bits(code: int) -> int:
    """Every third bit of a code: the inverse of `_spread_bits`."""
    code &= 0x1249249249249249
    code = (code | code >> 2) & 0x10C30C30C30C30C3
    code = (code | code >> 4) & 0x100F00F00F00F00F
    code = (code | code >> 8) & 0x1F0000FF0000FF
    code = (code | code >> 16) & 0x1F00000000FFFF
    return (code | code >> 32) & LAST_CELL


def _divide_all(codes: list[int], grid: Grid, tree: BoxTree) -> None:
    number = 0
    while number < len(tree.cells):
        checkpoint()
        tree.cells[number] = _divide(codes, grid, tree, number)
        number += 1


def _divide(codes: list[int], grid: Grid, tree: BoxTree, number: int) -> TreeCell:
    """The processed node; its children, if it is split, are appended."""
    cell = tree.cells[number]
    begin, end, low, level = cell.begin, cell.end, len(tree.cells), cell.level + 1
    if end - begin <= LINEAR_LEAF_SIZE:
        return leaf(cell, Split.FEW)
    bit = _highest_bit(codes[begin] ^ codes[end - 1])
    middle = (begin + end) // 2 if bit < 0 else _first_with(codes, begin, end, bit)
    tree.cells.append(pending(cell.bounds, begin, middle, middle - 1, level, number))
    tree.cells.append(pending(cell.bounds, middle, end, end - 1, level, number))
    if bit < 0:
        return divide_cell(cell, NONE, 0.0, low)
    return divide_cell(cell, 2 - bit % 3, _plane(codes[middle], grid, bit), low)


def _highest_bit(number: int) -> int:
    """The place of the highest bit that is 1; −1 if there is none."""
    highest = -1
    while number > 0:
        number, highest = number >> 1, highest + 1
    return highest


def _first_with(codes: list[int], begin: int, end: int, bit: int) -> int:
    """The first of `codes[begin:end]` in which a bit is 1, by bisection: higher bits are equal in all of them."""
    while begin < end:
        middle = (begin + end) // 2
        if codes[middle] >> bit & 1:
            end = middle
        else:
            begin = middle + 1
    return begin


def _plane(code: int, grid: Grid, bit: int) -> float:
    """The coordinate at which the bit of a code becomes 1."""
    axis = 2 - bit % 3
    cell = _gather_bits(code >> bit << bit >> (2 - axis))
    return 2 * (grid.least[axis] / 2 + cell / LAST_CELL * grid.reach)
