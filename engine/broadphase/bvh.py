"""A bounding volume hierarchy: a tree of boxes, each the smallest around the bodies below it.

Kay, Kajiya, Ray tracing complex scenes, SIGGRAPH 1986; Ericson, Real-Time Collision Detection, 2005, §6.2 and §6.3.

1. Build top down: sort a node's bodies by their centres along the axis of greatest extent, and give one half to each
   child.
2. Query: a body enters the nodes whose boxes intersect its own (tree.py).

It splits bodies, not space: each body is in one leaf, while the boxes of two children may overlap.  Halves keep the
tree balanced and work for any bodies, even coincident ones.  The surface area heuristic (MacDonald, Booth, 1990) gives
a better tree for bodies of very different sizes, but without this guarantee, and is harder to show.

How it can fail: the result is always right, but if all boxes overlap, nothing is pruned and the nodes are compared in
addition to all pairs.  A large body among small ones enlarges every box above it.
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
    latest_of,
    leaf,
    pending,
    plant_tree,
    query_all,
    refit,
    steps_of,
)
from gjkscope.engine.cancellation import checkpoint


def find_pairs(boxes: Boxes) -> Searched:
    """Builds the tree and finds the pairs; a step for each node, and one for each body."""
    tree, number = plant_tree(boxes, list(range(len(boxes))), False), 0
    while number < len(tree.cells):
        checkpoint()
        tree.cells[number] = _divide(boxes, tree, number)
        number += 1
    refit(boxes, tree)
    return query_all(boxes, tree)


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return steps_of(TreeKind.BVH, boxes, find_pairs(boxes))


def _divide(boxes: Boxes, tree: BoxTree, number: int) -> TreeCell:
    """The processed node; its children, if it is split, are appended."""
    cell, items = tree.cells[number], tree.items
    if cell.end - cell.begin <= LEAF_SIZE:
        return leaf(cell, Split.FEW)
    axis = longest_axis(reaches(boxes, items, cell.begin, cell.end))
    _sort(boxes, items, cell, axis)
    middle = (cell.begin + cell.end) // 2
    position = midpoint_between(boxes[items[middle - 1]], boxes[items[middle]], axis)
    low, level = len(tree.cells), cell.level + 1
    for begin, end in ((cell.begin, middle), (middle, cell.end)):
        tree.cells.append(pending(cell.bounds, begin, end, latest_of(items, begin, end), level, number))
    return divide_cell(cell, axis, position, low)


def _sort(boxes: Boxes, items: list[int], cell: TreeCell, axis: int) -> None:
    """Sorts the bodies of a node by their centres; those of equal centres keep their order."""
    before = items[cell.begin : cell.end]
    places = np.argsort(np.array([box_center(boxes[item], axis) for item in before]), kind="mergesort")
    for i, old in enumerate(places):
        items[cell.begin + i] = before[old]
