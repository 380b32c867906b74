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

from gjkscope.engine.broadphase.boxes import Boxes, box_center, longest_first, midpoint_between, union
from gjkscope.engine.broadphase.tree import (
    LEAF_SIZE,
    ChildShare,
    Division,
    Node,
    Split,
    State,
    TreeKind,
    started,
    stepped,
)
from gjkscope.engine.result import all_steps


def start(boxes: Boxes) -> State:
    """The state with the root alone, which holds all bodies."""
    return started(TreeKind.BVH, boxes)


def step(boxes: Boxes, state: State) -> State:
    """The next node or the next query; a state that has an exit is returned unchanged."""
    return stepped(boxes, state, _divide)


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(boxes), lambda state: step(boxes, state))


def _divide(boxes: Boxes, node: Node) -> Division | Split:
    if len(node.items) <= LEAF_SIZE:
        return Split.FEW
    axis = longest_first(boxes, node.items)[0]
    items = sorted(node.items, key=lambda item: box_center(boxes[item], axis))
    half = len(items) // 2
    position = midpoint_between(boxes[items[half - 1]], boxes[items[half]], axis)
    return Division(axis, position, _part(boxes, items[:half]), _part(boxes, items[half:]))


def _part(boxes: Boxes, items: list[int]) -> ChildShare:
    return ChildShare(union([boxes[item] for item in items]), tuple(sorted(items)))
