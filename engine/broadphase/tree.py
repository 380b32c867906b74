"""Shared by the two trees: they are built node by node, then queried with every body.

1. Build, level by level: one step splits one node in two, or makes it a leaf and records why.
2. Query: one step is the path of one body through the tree.  It enters the nodes whose bounds its box intersects and
   prunes the others; in the leaves it is compared with the bodies there.  As each pair needs to be found only once, a
   body looks only for bodies with higher numbers, and prunes nodes without any.

bvh.py and kdtree.py define how a node is split and what its bounds are.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import BoxComparison, Boxes, Pair, union
from gjkscope.engine.geometry.volumes import MEET, Aabb, apart_on
from gjkscope.engine.registry.records import Change, pairs_found
from gjkscope.engine.result import Exit

NONE = -1  # in place of the number of a node or body: there is none


class TreeKind(IntEnum):
    """Which tree it is."""

    BVH = 0
    KDTREE = 1


class TreePhase(IntEnum):
    """First the tree is built, then it is queried with each body."""

    BUILD = 0
    QUERY = 1


class Split(IntEnum):
    """The state of a node."""

    PENDING = 0  # not processed yet
    SPLIT = 1  # it has two children
    FEW = 2  # a leaf: too few bodies to be worth a split
    INSEPARABLE = 3  # a leaf: every plane would leave too many of its bodies on one side
    DEEPEST = 4  # a leaf at the maximum depth


class Node(NamedTuple):
    """A node of the tree; its number is its index in `State.nodes`."""

    bounds: Aabb  # k-d tree: its part of space; BVH: the smallest box around its bodies
    level: int  # the root's is 0
    items: tuple[int, ...]  # its bodies, ascending
    parent: int
    split: Split
    axis: int  # of the split; `NONE` for a leaf
    position: float  # where the axis is split: the plane of a k-d tree, between the two middle centres of a BVH
    low: int  # the two children
    high: int


class Visit(IntEnum):
    """Why a node was entered or pruned."""

    ENTERED = 0
    APART = 1  # pruned: the body's box does not meet it
    EARLIER = 2  # pruned: all bodies in it have asked before


class NodeTest(NamedTuple):
    """One node on a body's way through the tree."""

    node: int
    visit: Visit
    apart: int  # the axis on which the body's box and a pruned node are apart; `MEET`
    compared: tuple[BoxComparison, ...]  # in a leaf: the bodies compared there
    repeats: tuple[int, ...]  # in a leaf: those that it was compared with in another


class State(NamedTuple):
    """The split of one node, or the query of one body.  `comparisons` are those of all steps so far."""

    iteration: int
    kind: TreeKind
    phase: TreePhase
    nodes: tuple[Node, ...]  # those created so far
    node: int  # processed in this step
    body: int  # queried in this step
    looks: tuple[NodeTest, ...]  # in the order of the path
    found: tuple[Pair, ...]  # in this step
    comparisons: int  # of a box with a box or with a node
    exit: Exit


class ChildShare(NamedTuple):
    """The bounds and bodies of one child."""

    bounds: Aabb
    items: tuple[int, ...]  # ascending


class Division(NamedTuple):
    """A node split in two."""

    axis: int
    position: float
    low: ChildShare
    high: ChildShare


Divide = Callable[[Boxes, Node], Division | Split]  # `Split` is the reason why it stays a leaf

# The most bodies of a leaf: with fewer, comparisons with two children cost as much as they could save.
LEAF_SIZE = 2


def started(kind: TreeKind, boxes: Boxes) -> State:
    """The state with the root alone, which holds all bodies; complete if there are none."""
    if not boxes:
        return State(0, kind, TreePhase.BUILD, (), NONE, NONE, (), (), 0, Exit.COMPLETE)
    root = _pending(ChildShare(union(boxes), tuple(range(len(boxes)))), 0, NONE)
    return State(0, kind, TreePhase.BUILD, (root,), NONE, NONE, (), (), 0, Exit.RUNNING)


def stepped(boxes: Boxes, state: State, divide: Divide) -> State:
    """The next node or the next query; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    if state.phase == TreePhase.BUILD and state.node < len(state.nodes) - 1:
        return _built(boxes, state, state.node + 1, divide)
    return _queried(boxes, state, state.body + 1)


def _built(boxes: Boxes, state: State, number: int, divide: Divide) -> State:
    """Splits a node and appends its children, or makes it a leaf."""
    node = state.nodes[number]
    division = divide(boxes, node)
    children: tuple[Node, ...] = ()
    if isinstance(division, Split):
        node = node._replace(split=division)
    else:
        low, high = len(state.nodes), len(state.nodes) + 1
        node = node._replace(split=Split.SPLIT, axis=division.axis, position=division.position, low=low, high=high)
        children = tuple(_pending(part, node.level + 1, number) for part in (division.low, division.high))
    nodes = (*state.nodes[:number], node, *state.nodes[number + 1 :], *children)
    return state._replace(iteration=state.iteration + 1, nodes=nodes, node=number)


def _pending(part: ChildShare, level: int, parent: int) -> Node:
    return Node(part.bounds, level, part.items, parent, Split.PENDING, NONE, 0.0, NONE, NONE)


def _queried(boxes: Boxes, state: State, body: int) -> State:
    looks, comparisons = _way(boxes, state.nodes, body)
    compared = [one for look in looks for one in look.compared]
    return state._replace(
        iteration=state.iteration + 1,
        phase=TreePhase.QUERY,
        node=NONE,
        body=body,
        looks=looks,
        found=tuple((body, one.other) for one in compared if one.apart == MEET),
        comparisons=state.comparisons + comparisons,
        exit=Exit.COMPLETE if body == len(boxes) - 1 else Exit.RUNNING,
    )


def _way(boxes: Boxes, nodes: tuple[Node, ...], body: int) -> tuple[tuple[NodeTest, ...], int]:
    """A body's path from the root, low children first, and the number of comparisons."""
    looks: list[NodeTest] = []
    seen: set[int] = set()
    ahead, comparisons = [0], 0
    while ahead:
        look = _look(boxes, nodes, ahead.pop(), body, seen)
        node = nodes[look.node]
        looks.append(look)
        comparisons += len(look.compared) + (look.visit != Visit.EARLIER)
        seen.update(one.other for one in look.compared)
        if look.visit == Visit.ENTERED and node.split == Split.SPLIT:
            ahead += [node.high, node.low]
    return tuple(looks), comparisons


def _look(boxes: Boxes, nodes: tuple[Node, ...], number: int, body: int, seen: set[int]) -> NodeTest:
    node, box = nodes[number], boxes[body]
    if node.items[-1] <= body:
        return NodeTest(number, Visit.EARLIER, MEET, (), ())
    apart = apart_on(box, node.bounds)
    if apart != MEET:
        return NodeTest(number, Visit.APART, apart, (), ())
    if node.split == Split.SPLIT:
        return NodeTest(number, Visit.ENTERED, MEET, (), ())
    later = [item for item in node.items if item > body]
    compared = tuple(BoxComparison(item, apart_on(box, boxes[item])) for item in later if item not in seen)
    return NodeTest(number, Visit.ENTERED, MEET, compared, tuple(item for item in later if item in seen))


def changes(before: State, step: State) -> set[Change]:
    """What happened between two steps."""
    happened = set(pairs_found(before, step))
    return happened | {Change.PHASE_CHANGED} if step.phase != before.phase else happened
