"""Shared by the two trees: they are built node by node, then queried with every body.

1. Build, level by level: one step splits one node in two, or makes it a leaf and records why.
2. Query: one step is the path of one body through the tree.  It enters the nodes whose bounds its box intersects and
   prunes the others; in the leaves it is compared with the bodies there.  As each pair needs to be found only once, a
   body looks only for later ones, and prunes nodes without any.

bvh.py, linear.py and kdtree.py define how a node is split and what its bounds are.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import (
    BoxComparison,
    Boxes,
    FoundPairs,
    Pair,
    box_around,
    comparisons_with,
    note_step,
    pairs_of_steps,
    sort_pair,
    start_search,
)
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.volumes import MEET, Aabb, apart_on
from gjkscope.engine.registry.records import Change, pair_changes
from gjkscope.engine.result import Exit
from gjkscope.engine.sequences.deferred import Deferred
from gjkscope.engine.sequences.versioned import VersionedList
from gjkscope.engine.vectors import ZERO

NONE = -1  # in place of the number of a node or body: none


class TreeKind(IntEnum):
    """The kind of tree."""

    BVH = 0
    KDTREE = 1
    LINEAR = 2


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
    EARLIER = 2  # pruned: all bodies in it have already been queried


class NodeTest(NamedTuple):
    """One node on a body's way through the tree."""

    node: int
    visit: Visit
    apart: int  # the axis on which the body's box and a pruned node are apart; `MEET`
    compared: tuple[BoxComparison, ...]  # in a leaf: the bodies compared there
    repeats: tuple[int, ...]  # in a leaf: later bodies that it has already been compared with in another leaf


class State(NamedTuple):
    """The split of one node, or the query of one body.  `comparisons` are those of all steps so far."""

    iteration: int
    kind: TreeKind
    phase: TreePhase
    order: tuple[int, ...]  # of the bodies in their queries; in a linear hierarchy along its curve
    nodes: Sequence[Node]  # those created so far
    node: int  # processed in this step
    body: int  # queried in this step
    looks: Sequence[NodeTest]  # in the order of the path
    found: tuple[Pair, ...]  # in this step
    comparisons: int  # of a box with a box or with a node
    exit: Exit


class TreeCell(NamedTuple):
    """A node while the tree is built and queried, without copies: its bodies are a part of `BoxTree.items`."""

    bounds: Aabb
    begin: int  # its bodies are `items[begin:end]`
    end: int
    latest: int  # the highest number of a body in it
    level: int
    parent: int
    split: Split
    axis: int
    position: float
    low: int  # the first of its two children, which have consecutive numbers


class BoxTree(NamedTuple):
    """A tree in the form in which it is searched."""

    cells: list[TreeCell]
    order: list[int]  # of the bodies in their queries; a body's number in the tree is its place here
    items: list[int]  # bodies, by their numbers in the tree
    has_copies: bool  # whether a body may be in several leaves


class Searched(NamedTuple):
    """The tree of a search, and what it found."""

    tree: BoxTree
    found: FoundPairs


# The most bodies of a leaf: with fewer, comparisons with two children cost as much as they could save.
LEAF_SIZE = 2


def plant_tree(boxes: Boxes, order: list[int], has_copies: bool) -> BoxTree:
    """A tree with only a root that holds all bodies; without a root if there are no bodies.

    The list of cells is a slice of a longer one, which tells the compiler the type of its items.
    """
    count = len(boxes)
    root = pending(Aabb(ZERO, ZERO), 0, count, count - 1, 0, NONE)
    return BoxTree([root][: min(count, 1)], order, list(range(count)), has_copies)


def pending(bounds: Aabb, begin: int, end: int, latest: int, level: int, parent: int) -> TreeCell:
    """A cell that has not been processed yet."""
    return TreeCell(bounds, begin, end, latest, level, parent, Split.PENDING, NONE, 0.0, NONE)


def latest_of(items: list[int], begin: int, end: int) -> int:
    """The highest number among `items[begin:end]`, at least one."""
    latest = items[begin]
    for i in range(begin + 1, end):
        latest = max(latest, items[i])
    return latest


def leaf(cell: TreeCell, why: Split) -> TreeCell:
    """The cell as a leaf."""
    bounds, begin, end, latest, level, parent = cell.bounds, cell.begin, cell.end, cell.latest, cell.level, cell.parent
    return TreeCell(bounds, begin, end, latest, level, parent, why, NONE, 0.0, NONE)


def divide_cell(cell: TreeCell, axis: int, position: float, low: int) -> TreeCell:
    """The cell with its two children, of which `low` is the first."""
    bounds, begin, end, latest, level, parent = cell.bounds, cell.begin, cell.end, cell.latest, cell.level, cell.parent
    return TreeCell(bounds, begin, end, latest, level, parent, Split.SPLIT, axis, position, low)


def refit(boxes: Boxes, tree: BoxTree) -> None:
    """Makes the bounds of each cell the smallest box around its bodies: children come after their parents."""
    cells = tree.cells
    for number in range(len(cells) - 1, -1, -1):
        cell = cells[number]
        if cell.low != NONE:
            bounds = box_around(cells[cell.low].bounds, cells[cell.low + 1].bounds)
        else:
            bounds = boxes[tree.items[cell.begin]]
            for i in range(cell.begin + 1, cell.end):
                bounds = box_around(bounds, boxes[tree.items[i]])
        cells[number] = TreeCell(
            bounds,
            cell.begin,
            cell.end,
            cell.latest,
            cell.level,
            cell.parent,
            cell.split,
            cell.axis,
            cell.position,
            cell.low,
        )


def query_all(boxes: Boxes, tree: BoxTree) -> Searched:
    """Queries the tree with every body: a step for each.  The boxes are in the tree's order."""
    search, seen, ahead = start_search(), [NONE] * len(boxes), [0][:0]
    for body in range(len(boxes)):
        checkpoint()
        note_step(search, visit_nodes(boxes, tree, body, body, seen, ahead, search.pairs))
    return Searched(tree, search)


def visit_nodes(
    boxes: Boxes,
    tree: BoxTree,
    body: int,
    after: int,
    seen: list[int],
    ahead: list[int],
    pairs: list[Pair],
    looks: list[NodeTest] | None = None,
) -> int:
    """A body's path from the root, low children first.  Returns the number of comparisons.

    It looks for bodies with numbers > `after`.  `seen` holds, for each body, the last one that was compared with it;
    `ahead` is an empty list.  The nodes of the path are appended to `looks`, if it is given.
    """
    comparisons = 0
    ahead.append(0)
    while len(ahead) > 0:
        number = ahead.pop()
        cell = tree.cells[number]
        visit, _ = _entrance(boxes[body], cell, after)
        if looks is not None:
            looks.append(_look(boxes, tree, number, body, seen))
        comparisons += visit != Visit.EARLIER
        if visit != Visit.ENTERED:
            continue
        if cell.low != NONE:
            ahead.append(cell.low + 1)
            ahead.append(cell.low)
        else:
            comparisons += _compare(boxes, tree, cell, body, after, seen, pairs)
    return comparisons


def _entrance(box: Aabb, cell: TreeCell, after: int) -> tuple[Visit, int]:
    """Whether a body enters a node; if not, why, and the axis on which they are apart."""
    if cell.latest <= after:
        return Visit.EARLIER, MEET
    apart = apart_on(box, cell.bounds)
    return (Visit.ENTERED if apart == MEET else Visit.APART), apart


def _compare(
    boxes: Boxes, tree: BoxTree, cell: TreeCell, body: int, after: int, seen: list[int], pairs: list[Pair]
) -> int:
    """Compares a body with the later ones of a leaf, except those that it was compared with in another leaf."""
    comparisons = 0
    for i in range(cell.begin, cell.end):
        other = tree.items[i]
        if other > after and other != body and not (tree.has_copies and seen[other] == body):
            comparisons += 1
            seen[other] = body
            if apart_on(boxes[body], boxes[other]) == MEET:
                pairs.append(sort_pair(tree.order[body], tree.order[other]))
    return comparisons


def _look(boxes: Boxes, tree: BoxTree, number: int, body: int, seen: list[int]) -> NodeTest:
    """What a trace shows of a node, before the bodies of a leaf are compared."""
    cell = tree.cells[number]
    visit, apart = _entrance(boxes[body], cell, body)
    if visit != Visit.ENTERED or cell.low != NONE:
        return NodeTest(number, visit, apart, (), ())
    later = [other for other in tree.items[cell.begin : cell.end] if other > body]
    compared = comparisons_with(boxes, body, [other for other in later if seen[other] != body])
    return NodeTest(number, visit, apart, compared, tuple(other for other in later if seen[other] == body))


def looks_of(boxes: Boxes, tree: BoxTree, body: int) -> tuple[NodeTest, ...]:
    """The path of the body with this number in the tree, with the bodies' own numbers.

    The boxes are in the tree's order.
    """
    looks: list[NodeTest] = []
    visit_nodes(boxes, tree, body, body, [NONE] * len(boxes), [], [], looks)
    return tuple(_renumber(look, tree.order) for look in looks)


def _renumber(look: NodeTest, order: list[int]) -> NodeTest:
    compared = tuple(comparison._replace(other=order[comparison.other]) for comparison in look.compared)
    return look._replace(compared=compared, repeats=tuple(order[other] for other in look.repeats))


def steps_of(kind: TreeKind, boxes: Boxes, searched: Searched) -> tuple[State, ...]:
    """The steps of a search: those of the building, then those of the queries."""
    if not boxes:
        return (State(0, kind, TreePhase.BUILD, (), (), NONE, NONE, (), (), 0, Exit.COMPLETE),)
    steps = _building(kind, searched.tree)
    first, tree, last = steps[-1], searched.tree, len(boxes) - 1
    in_order, order = tuple(boxes[body] for body in tree.order), first.order
    for query, (pairs, comparisons) in enumerate(pairs_of_steps(searched.found)):
        number, body, looks = first.iteration + 1 + query, tree.order[query], Deferred(looks_of, in_order, tree, query)
        reason = Exit.COMPLETE if query == last else Exit.RUNNING
        steps.append(
            State(number, kind, TreePhase.QUERY, order, first.nodes, NONE, body, looks, pairs, comparisons, reason)
        )
    return tuple(steps)


def _building(kind: TreeKind, tree: BoxTree) -> list[State]:
    """A step for each node: it is finished, and its children are appended."""
    nodes, order = [_node(tree, cell) for cell in tree.cells], tuple(tree.order)
    so_far = VersionedList([_unsplit(nodes[0])])
    steps = [State(0, kind, TreePhase.BUILD, order, so_far, NONE, NONE, (), (), 0, Exit.RUNNING)]
    for number, node in enumerate(nodes):
        so_far = so_far.copy()
        so_far[number] = node
        if node.split == Split.SPLIT:
            so_far.append(_unsplit(nodes[node.low]))
            so_far.append(_unsplit(nodes[node.high]))
        steps.append(State(number + 1, kind, TreePhase.BUILD, order, so_far, number, NONE, (), (), 0, Exit.RUNNING))
    return steps


def _node(tree: BoxTree, cell: TreeCell) -> Node:
    items = tuple(sorted(tree.order[item] for item in tree.items[cell.begin : cell.end]))
    high = NONE if cell.low == NONE else cell.low + 1
    return Node(
        cell.bounds, cell.level, items, cell.parent, Split(cell.split), cell.axis, cell.position, cell.low, high
    )


def _unsplit(node: Node) -> Node:
    """The node before it was processed."""
    return node._replace(split=Split.PENDING, axis=NONE, position=0.0, low=NONE, high=NONE)


def changes(before: State, step: State) -> set[Change]:
    """The changes between two steps."""
    happened = set(pair_changes(before, step))
    return happened | {Change.PHASE_CHANGED} if step.phase != before.phase else happened
