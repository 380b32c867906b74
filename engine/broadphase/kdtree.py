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

from gjkscope.engine.broadphase.boxes import Boxes, box_center, longest_first, midpoint_between
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
from gjkscope.engine.geometry.volumes import Aabb, with_coordinate
from gjkscope.engine.result import all_steps

# A child may hold at most this fraction of its parent's bodies.  Both together then hold at most 1.5 times as many,
# which keeps the tree small although cut bodies occur more than once.
PAYS = 0.75

# A tree of n bodies that no plane cuts has log₂ n levels.  With this many more there are always fewer than 8 n nodes.
MORE_LEVELS = 2


def start(boxes: Boxes) -> State:
    """The state with the root alone, which holds all bodies and the space that they occupy."""
    return started(TreeKind.KDTREE, boxes)


def step(boxes: Boxes, state: State) -> State:
    """The next node or the next query; a state that has an exit is returned unchanged."""
    return stepped(boxes, state, _divide)


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(boxes), lambda state: step(boxes, state))


def _divide(boxes: Boxes, node: Node) -> Division | Split:
    if len(node.items) <= LEAF_SIZE:
        return Split.FEW
    if node.level >= len(boxes).bit_length() + MORE_LEVELS - 1:
        return Split.DEEPEST
    for axis in longest_first(boxes, node.items):
        division = _cut(boxes, node, axis)
        if max(len(division.low.items), len(division.high.items)) <= PAYS * len(node.items):
            return division
    return Split.INSEPARABLE


def _cut(boxes: Boxes, node: Node, axis: int) -> Division:
    """The node split by the plane between its two middle centres.  A flat body in the plane goes to the high side."""
    by_center = sorted(node.items, key=lambda item: box_center(boxes[item], axis))
    half = len(by_center) // 2
    plane = midpoint_between(boxes[by_center[half - 1]], boxes[by_center[half]], axis)
    low = tuple(item for item in node.items if boxes[item].lo[axis] < plane)
    high = tuple(item for item in node.items if boxes[item].hi[axis] > plane or boxes[item].lo[axis] >= plane)
    below, above = _parts(node.bounds, axis, plane)
    return Division(axis, plane, ChildShare(below, low), ChildShare(above, high))


def _parts(bounds: Aabb, axis: int, plane: float) -> tuple[Aabb, Aabb]:
    low = bounds._replace(hi=with_coordinate(bounds.hi, axis, plane))
    return low, bounds._replace(lo=with_coordinate(bounds.lo, axis, plane))
