"""A k-d tree: axis-aligned planes split space recursively, until few bodies share a part of it.

Bentley, Multidimensional binary search trees used for associative searching, Communications of the ACM 18(9), 1975;
Ericson, Real-Time Collision Detection, 2005, §7.3.

1. Build top down: the plane is halfway between the two middle centres, perpendicular to the axis of greatest extent.
   A body goes to the side it is on; one that the plane cuts goes to both.
2. A plane that leaves more than `PAYS` of the bodies on one side is rejected, and the next axis is tried.  If all are
   rejected, as for coincident bodies, the node stays a leaf with all its bodies.
3. Query: a body enters the closed cells that its box intersects and is compared with the bodies in their leaves, only
   once with a body that is in several (tree.py).

Departures: Bentley's tree, like SciPy's, stores points and finds all within a distance.  Bodies have sizes, and one
distance for all would have to be that of the largest.

Why no pair is missed: let two intersecting boxes share a node, and let one query for the other.  If the other is on one
side of the plane only, the querying box reaches that side or the plane itself, and enters it.  If it is on both sides,
either will do.

How it can fail: the result is always right, but bodies that overlap heavily are cut by every plane; the tree ends early
and the query compares all pairs.
"""

import numpy as np

from gjkscope.engine.broadphase.boxes import Boxes, box_center, longest_axis, midpoint_between, reaches
from gjkscope.engine.broadphase.tree import (
    LEAF_SIZE,
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
)
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.volumes import Aabb, with_coordinate
from gjkscope.engine.vectors import Vec3

# A child may hold at most this fraction of its parent's bodies.  Both together then hold at most 1.5 times as many,
# which keeps the tree small although cut bodies occur more than once.
PAYS = 0.75

# A tree of n bodies that no plane cuts has log₂ n levels.  With this many more there are always fewer than 8 n nodes.
MORE_LEVELS = 2


def find_pairs(boxes: Boxes) -> Searched:
    """Builds the tree and finds the pairs; a step for each node, and one for each body."""
    tree, number = plant_tree(boxes, list(range(len(boxes))), True), 0
    refit(boxes, tree)
    levels = _most_levels(len(boxes))
    while number < len(tree.cells):
        checkpoint()
        tree.cells[number] = _divide(boxes, tree, number, levels)
        number += 1
    return query_all(boxes, tree)


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return steps_of(TreeKind.KDTREE, boxes, find_pairs(boxes))


def _most_levels(count: int) -> int:
    """The level at which nodes are no longer split."""
    levels = MORE_LEVELS - 1
    while count > 0:
        count, levels = count // 2, levels + 1
    return levels


def _divide(boxes: Boxes, tree: BoxTree, number: int, levels: int) -> TreeCell:
    """The processed node; its children, if it is split, are appended."""
    cell = tree.cells[number]
    if cell.end - cell.begin <= LEAF_SIZE:
        return leaf(cell, Split.FEW)
    if cell.level >= levels:
        return leaf(cell, Split.DEEPEST)
    for axis in _longest_first(reaches(boxes, tree.items, cell.begin, cell.end)):
        plane = _middle_plane(boxes, tree.items, cell, axis)
        if _pays(boxes, tree.items, cell, axis, plane):
            return _cut(boxes, tree, number, axis, plane)
    return leaf(cell, Split.INSEPARABLE)


def _longest_first(extents: Vec3) -> tuple[int, int, int]:
    """The three axes, in order of decreasing extent; equal ones in order of their numbers."""
    first = longest_axis(extents)
    other, another = (1 if first == 0 else 0), (1 if first == 2 else 2)
    return (first, other, another) if extents[other] >= extents[another] else (first, another, other)


def _middle_plane(boxes: Boxes, items: list[int], cell: TreeCell, axis: int) -> float:
    """Halfway between the two middle centres."""
    bodies = items[cell.begin : cell.end]
    by_center = np.argsort(np.array([box_center(boxes[item], axis) for item in bodies]), kind="mergesort")
    half = len(bodies) // 2
    return midpoint_between(boxes[bodies[by_center[half - 1]]], boxes[bodies[by_center[half]]], axis)


def _pays(boxes: Boxes, items: list[int], cell: TreeCell, axis: int, plane: float) -> bool:
    low = high = 0
    for i in range(cell.begin, cell.end):
        low += _is_low(boxes[items[i]], axis, plane)
        high += _is_high(boxes[items[i]], axis, plane)
    return max(low, high) <= PAYS * (cell.end - cell.begin)


def _is_low(box: Aabb, axis: int, plane: float) -> bool:
    return box.lo[axis] < plane


def _is_high(box: Aabb, axis: int, plane: float) -> bool:
    """A flat body in the plane goes to the high side."""
    return box.hi[axis] > plane or box.lo[axis] >= plane


def _cut(boxes: Boxes, tree: BoxTree, number: int, axis: int, plane: float) -> TreeCell:
    """The node split by a plane; the bodies of its children are appended to those of the tree."""
    cell, items, low = tree.cells[number], tree.items, len(tree.cells)
    below, above = _parts(cell.bounds, axis, plane)
    begin = len(items)
    for i in range(cell.begin, cell.end):
        if _is_low(boxes[items[i]], axis, plane):
            items.append(items[i])
    middle = len(items)
    for i in range(cell.begin, cell.end):
        if _is_high(boxes[items[i]], axis, plane):
            items.append(items[i])
    end, level = len(items), cell.level + 1
    tree.cells.append(pending(below, begin, middle, items[middle - 1], level, number))
    tree.cells.append(pending(above, middle, end, items[end - 1], level, number))
    return divide_cell(cell, axis, plane, low)


def _parts(bounds: Aabb, axis: int, plane: float) -> tuple[Aabb, Aabb]:
    """The two parts of a box on either side of the plane."""
    return (
        Aabb(bounds.lo, with_coordinate(bounds.hi, axis, plane)),
        Aabb(with_coordinate(bounds.lo, axis, plane), bounds.hi),
    )
