"""Describes broad phase steps.  Bodies are called by name, or by number if no names are given."""

from collections.abc import Sequence

from gjkscope.engine.broadphase import allpairs, sweep, tree
from gjkscope.engine.broadphase.boxes import BoxComparison
from gjkscope.engine.geometry.volumes import MEET
from gjkscope.engine.result import Exit
from gjkscope.engine.text import AXES, counted, number, series

# A sentence names at most this many bodies or nodes and counts the rest.
NAMED = 6

Names = tuple[str, ...]  # of all bodies, by number; empty if they are called by number


def explain_sweep(step: sweep.State, *names: str) -> str:
    """The choice of the axis; or which box begins or ends, and what it is compared with."""
    axis = AXES[step.axis]
    if step.at < 0:
        if not step.events:
            return "There are no bodies, so there are no pairs."
        spreads = ", ".join(f"{number(step.spreads[i])} m on {AXES[i]}" for i in range(3))
        return (
            f"The centres have a standard deviation of {spreads}. Both ends of each box are sorted along {axis}, "
            f"{len(step.events)} in total."
        )
    event = step.events[step.at]
    place = f"at {axis} = {number(event.position)} m"
    if event.side == sweep.EndpointKind.END:
        return (
            f"{_subject(event.body, names)} ends {place} and leaves the active list.{_sum(step.exit, step.comparisons)}"
        )
    if not step.compared:
        return f"{_subject(event.body, names)} begins {place}. No other box is active, so nothing is compared."
    return f"{_subject(event.body, names)} begins {place} and is compared with {_counted(step.compared, names)}."


def headline_sweep(step: sweep.State, *names: str) -> str:
    if step.at < 0:
        return f"sort along {AXES[step.axis]}"
    event = step.events[step.at]
    return f"{_body(event.body, names)} {'begins' if event.side == sweep.EndpointKind.BEGIN else 'ends'}"


def explain_tree(step: tree.State, *names: str) -> str:
    """How a node was built, or the path of one body's query through the tree."""
    if not step.nodes:
        return "There are no bodies, so there is no tree."
    if step.phase == tree.TreePhase.QUERY:
        return _query(step, names)
    if step.node == tree.NONE:
        return f"The root holds {_bodies(step.nodes[0].items, names)}."
    return _build(step, step.nodes[step.node], names)


def headline_tree(step: tree.State, *names: str) -> str:
    if step.phase == tree.TreePhase.QUERY:
        return f"query of {_body(step.body, names)}"
    if step.node == tree.NONE:
        return "root" if step.nodes else "no tree"
    node = step.nodes[step.node]
    return f"node {step.node}: {'split' if node.split == tree.Split.SPLIT else 'leaf'}"


def explain_all_pairs(step: allpairs.State, *names: str) -> str:
    """States which bodies a body is compared with."""
    if step.body < 0:
        return "Each body is compared with every body after it."
    if not step.compared:
        return f"No body comes after {_body(step.body, names)}.{_sum(step.exit, step.comparisons)}"
    return f"{_subject(step.body, names)} is compared with {_counted(step.compared, names)}."


def headline_all_pairs(step: allpairs.State, *names: str) -> str:
    return "all pairs" if step.body < 0 else _body(step.body, names)


def _build(step: tree.State, node: tree.Node, names: Names) -> str:
    name = f"Node {step.node} on level {node.level}"
    if node.split == tree.Split.FEW:
        return f"{name} holds {_bodies(node.items, names)}: few enough for a leaf."
    if node.split == tree.Split.DEEPEST:
        return f"{name} holds {_bodies(node.items, names)} and stays a leaf at the maximum depth."
    if node.split == tree.Split.INSEPARABLE:
        return (
            f"{name} holds {_bodies(node.items, names)} and stays a leaf: on every axis, the median plane leaves too "
            "many of them on one side."
        )
    low, high = step.nodes[node.low].items, step.nodes[node.high].items
    axis, place = AXES[node.axis], number(node.position)
    if step.kind == tree.TreeKind.BVH:
        return (
            f"{name}: the centres of its {len(node.items)} bodies extend furthest along {axis}. Node {node.low} takes "
            f"the lower half, {_bodies(low, names)}; node {node.high} takes the upper half, {_bodies(high, names)}."
        )
    both = sorted(set(low) & set(high))
    cut = f"The plane cuts {_bodies(both, names)}: in both nodes." if both else "The plane cuts no body."
    return (
        f"{name} is split by the plane {axis} = {place} m. On the low side, node {node.low} holds "
        f"{_bodies(low, names)}; on the high side, node {node.high} holds {_bodies(high, names)}. {cut}"
    )


def _query(step: tree.State, names: Names) -> str:
    entered = [look.node for look in step.looks if look.visit == tree.Visit.ENTERED]
    apart = sorted(look.node for look in step.looks if look.visit == tree.Visit.APART)
    earlier = sorted(look.node for look in step.looks if look.visit == tree.Visit.EARLIER)
    compared = [one for look in step.looks for one in look.compared]
    repeats = [body for look in step.looks for body in look.repeats]
    parts = [f"{_subject(step.body, names)} enters {_nodes(entered) if entered else 'no node'}."]
    if apart:
        parts.append(f"Pruned because the boxes do not intersect: {_nodes(apart)}.")
    if earlier:
        parts.append(f"Pruned because they hold no later body: {_nodes(earlier)}.")
    if compared:
        parts.append(f"It is compared with {_counted(compared, names)}.")
    if repeats:
        parts.append(f"Already compared, not repeated: {_bodies(sorted(set(repeats)), names)}.")
    return " ".join(parts) + _sum(step.exit, step.comparisons)


def _counted(compared: Sequence[BoxComparison], names: Names) -> str:
    """ "body 1 (apart on y), body 4 (boxes intersect)"; of many, how many and which of them intersect."""
    if len(compared) <= NAMED:
        return ", ".join(f"{_body(one.other, names)} ({_outcome(one)})" for one in compared)
    met = [one.other for one in compared if one.apart == MEET]
    return f"{len(compared)} bodies: its box intersects {_bodies(met, names) if met else 'none'}"


def _outcome(one: BoxComparison) -> str:
    return "boxes intersect" if one.apart == MEET else f"apart on {AXES[one.apart]}"


def _sum(reason: Exit, comparisons: int) -> str:
    if reason != Exit.COMPLETE:
        return ""
    return f" This was the last: {counted(comparisons, 'comparison')} in total."


def _subject(body: int, names: Names) -> str:
    """A body at the beginning of a sentence."""
    return names[body] if names else f"Body {body}"


def _body(body: int, names: Names) -> str:
    return names[body] if names else f"body {body}"


def _bodies(numbers: Sequence[int], names: Names) -> str:
    if names:
        return series([names[number] for number in numbers], NAMED)
    return _listed("body", "bodies", numbers)


def _nodes(numbers: Sequence[int]) -> str:
    return _listed("node", "nodes", numbers)


def _listed(one: str, many: str, numbers: Sequence[int]) -> str:
    """ "body 3", "bodies 3 and 5", "bodies 1, 2, 3 and 20 more"."""
    return f"{one if len(numbers) == 1 else many} {series([str(n) for n in numbers], NAMED)}"
