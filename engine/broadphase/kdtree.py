"""A k-d tree: space is halved by planes square to the axes, again and again, until few bodies share a part of it.

Bentley, Multidimensional binary search trees used for associative searching, Communications of the ACM 18(9), 1975;
Ericson, Real-Time Collision Detection, 2005, §7.3.

1. Build from the top: a plane halfway between the two middle centres, square to the axis on which the centres reach
   furthest.  A body goes to the side on which it lies; one that the plane cuts goes to both.
2. A plane that leaves more than `PAYS` of the bodies on one side does not pay: the next axis is tried.  Where none
   pays, as for bodies in one place, the node stays a leaf, with however many it has.
3. Query: a body enters the parts of space that it reaches into, their surface included, and is compared with the
   bodies in their leaves; only once with one that it meets in several (tree.py).

Departures: Bentley's tree, and SciPy's, holds points, and asks for all within a distance; bodies have sizes, and one
distance for all would be that of the largest.

Why no pair is missed: let two boxes meet, one of which asks for the other in a node that both reach into.  Where the
other lies on one side of the plane only, the asking box reaches that side or the plane itself, and enters.  Where it
lies on both, any side will do.

How it can fail: it is never wrong, but bodies that overlap much are cut by every plane: the tree ends early, and it
comes to comparing all pairs.
"""

from ..calling_off import checkpoint
from ..result import Exit
from ..volumes import Aabb, with_coordinate
from .boxes import Boxes, between, longest_first, middle
from .tree import LEAF_SIZE, Division, Kind, Node, Part, Split, State, started, stepped

# A child may have this part of its parent's bodies.  Both together then have 1.5 times as many at most, which keeps
# the tree small although cut bodies stand in it more than once.
PAYS = 0.75

# A tree of n bodies that no plane cuts has log₂ n levels.  With so many more the nodes stay below 8 n in any case.
MORE_LEVELS = 2


def start(boxes: Boxes) -> State:
    """Only the root is known, with all bodies in it and around them all the space that matters."""
    return started(Kind.KDTREE, boxes)


def step(boxes: Boxes, state: State) -> State:
    """The next node or the next query; a state that has an exit is returned as it is."""
    return stepped(boxes, state, _divide)


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    steps = [start(boxes)]
    while steps[-1].exit == Exit.RUNNING:
        checkpoint()
        steps.append(step(boxes, steps[-1]))
    return tuple(steps)


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
    """The node cut by the plane between its two middle centres.  A flat body in the plane goes to the high side."""
    by_center = sorted(node.items, key=lambda item: middle(boxes[item], axis))
    half = len(by_center) // 2
    plane = between(boxes[by_center[half - 1]], boxes[by_center[half]], axis)
    low = tuple(item for item in node.items if boxes[item].lo[axis] < plane)
    high = tuple(item for item in node.items if boxes[item].hi[axis] > plane or boxes[item].lo[axis] >= plane)
    below, above = _parts(node.bounds, axis, plane)
    return Division(axis, plane, Part(below, low), Part(above, high))


def _parts(bounds: Aabb, axis: int, plane: float) -> tuple[Aabb, Aabb]:
    low = bounds._replace(hi=with_coordinate(bounds.hi, axis, plane))
    return low, bounds._replace(lo=with_coordinate(bounds.lo, axis, plane))
