"""The steps of broad phases in plain language.  Bodies go by their names, or by their numbers where none are given."""

from collections.abc import Sequence

from .broadphase import allpairs, sweep, tree
from .broadphase.boxes import Compared
from .result import Exit
from .volumes import MEET
from .words import AXES, counted, number, series

# A sentence names so many bodies or nodes, and counts the rest.
NAMED = 6

Names = tuple[str, ...]  # of all bodies, by number; empty where they go by their numbers


def explain_sweep(step: sweep.State, *names: str) -> str:
    """The choice of the axis, or which box begins or ends, and what it is compared with."""
    axis = AXES[step.axis]
    if step.at < 0:
        if not step.events:
            return "There are no bodies: nothing can meet."
        spreads = ", ".join(f"{number(step.spreads[i])} m on {AXES[i]}" for i in range(3))
        return (
            f"The centres are spread by {spreads}. The two ends of each box are sorted along {axis}: "
            f"{len(step.events)} in all."
        )
    event = step.events[step.at]
    place = f"at {axis} = {number(event.position)} m"
    if event.side == sweep.Side.END:
        return (
            f"{_subject(event.body, names)} ends {place} and leaves the active list.{_sum(step.exit, step.comparisons)}"
        )
    if not step.compared:
        return f"{_subject(event.body, names)} begins {place}. No other is active, so there is nothing to compare."
    return f"{_subject(event.body, names)} begins {place} and is compared with {_counted(step.compared, names)}."


def headline_sweep(step: sweep.State, *names: str) -> str:
    if step.at < 0:
        return f"sort along {AXES[step.axis]}"
    event = step.events[step.at]
    return f"{_body(event.body, names)} {'begins' if event.side == sweep.Side.BEGIN else 'ends'}"


def explain_tree(step: tree.State, *names: str) -> str:
    """What became of a node, or the way of one body through the tree."""
    if not step.nodes:
        return "There are no bodies, and so there is no tree."
    if step.phase == tree.Phase.QUERY:
        return _query(step, names)
    if step.node == tree.NONE:
        return f"The root holds {_bodies(step.nodes[0].items, names)}."
    return _build(step, step.nodes[step.node], names)


def headline_tree(step: tree.State, *names: str) -> str:
    if step.phase == tree.Phase.QUERY:
        return f"query of {_body(step.body, names)}"
    if step.node == tree.NONE:
        return "root" if step.nodes else "no tree"
    node = step.nodes[step.node]
    return f"node {step.node}: {'split' if node.split == tree.Split.SPLIT else 'leaf'}"


def explain_all_pairs(step: allpairs.State, *names: str) -> str:
    """What a body is compared with."""
    if step.body < 0:
        return "Each body is compared with all that come after it."
    if not step.compared:
        return f"After {_body(step.body, names)} there is none to compare.{_sum(step.exit, step.comparisons)}"
    return f"{_subject(step.body, names)} is compared with {_counted(step.compared, names)}."


def headline_all_pairs(step: allpairs.State, *names: str) -> str:
    return "all pairs" if step.body < 0 else _body(step.body, names)


def _build(step: tree.State, node: tree.Node, names: Names) -> str:
    name = f"Node {step.node} on level {node.level}"
    if node.split == tree.Split.FEW:
        return f"{name} holds {_bodies(node.items, names)}: few enough for a leaf."
    if node.split == tree.Split.DEEPEST:
        return f"{name} holds {_bodies(node.items, names)} and stays a leaf: the tree may not grow deeper."
    if node.split == tree.Split.INSEPARABLE:
        return (
            f"{name} holds {_bodies(node.items, names)} and stays a leaf: on every axis the plane between the middle "
            "ones leaves too many of them on one side."
        )
    low, high = step.nodes[node.low].items, step.nodes[node.high].items
    axis, place = AXES[node.axis], number(node.position)
    if step.kind == tree.Kind.BVH:
        return (
            f"{name}: the centres of its {len(node.items)} bodies reach furthest along {axis}. Node {node.low} takes "
            f"the lower half, {_bodies(low, names)}, node {node.high} the upper, {_bodies(high, names)}."
        )
    both = sorted(set(low) & set(high))
    cut = f" The plane cuts {_bodies(both, names)}: in both." if both else " The plane cuts none."
    return (
        f"{name} is cut by the plane {axis} = {place} m: {_bodies(low, names)} on the low side, node {node.low}; "
        f"{_bodies(high, names)} on the high side, node {node.high}.{cut}"
    )


def _query(step: tree.State, names: Names) -> str:
    entered = [look.node for look in step.looks if look.visit == tree.Visit.ENTERED]
    apart = sorted(look.node for look in step.looks if look.visit == tree.Visit.APART)
    earlier = sorted(look.node for look in step.looks if look.visit == tree.Visit.EARLIER)
    compared = [one for look in step.looks for one in look.compared]
    repeats = [body for look in step.looks for body in look.repeats]
    parts = [f"{_subject(step.body, names)} enters {_nodes(entered) if entered else 'no node'}."]
    if apart:
        parts.append(f"Pruned, as its box does not reach them: {_nodes(apart)}.")
    if earlier:
        parts.append(f"Pruned, as all bodies there have asked before: {_nodes(earlier)}.")
    if compared:
        parts.append(f"It is compared with {_counted(compared, names)}.")
    if repeats:
        parts.append(f"It was already compared with {_bodies(sorted(set(repeats)), names)}, met here again.")
    return " ".join(parts) + _sum(step.exit, step.comparisons)


def _counted(compared: Sequence[Compared], names: Names) -> str:
    """ "body 1 (apart on y), body 4 (they meet)"; of many, how many and which of them meet."""
    if len(compared) <= NAMED:
        return ", ".join(f"{_body(one.other, names)} ({_outcome(one)})" for one in compared)
    met = [one.other for one in compared if one.apart == MEET]
    return f"{len(compared)} bodies: it meets {_bodies(met, names) if met else 'none'}"


def _outcome(one: Compared) -> str:
    return "they meet" if one.apart == MEET else f"apart on {AXES[one.apart]}"


def _sum(reason: Exit, comparisons: int) -> str:
    if reason != Exit.COMPLETE:
        return ""
    return f" That was the last: {counted(comparisons, 'comparison')} in all."


def _subject(body: int, names: Names) -> str:
    """At the beginning of a sentence."""
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
