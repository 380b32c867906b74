"""Describes steps of the broad phases that build a tree: how it was built, and the queries of its bodies."""

from gjkscope.engine.broadphase import tree
from gjkscope.engine.broadphase.sentences import (
    Names,
    body_name,
    body_names,
    compared_words,
    node_names,
    subject,
    total_words,
)
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.text import AXES, number


def explain(step: tree.State, *names: str) -> str:
    """How a node was built, or the path of one body's query through the tree."""
    if not step.nodes:
        return "There are no bodies, so there is no tree."
    if step.phase == tree.TreePhase.QUERY:
        return _query(step, names)
    if step.node == tree.NONE:
        return f"The root holds {body_names(step.nodes[0].items, names)}.{_curve(step, names)}"
    return _build(step, step.nodes[step.node], names)


def headline(step: tree.State, *names: str) -> str:
    if step.phase == tree.TreePhase.QUERY:
        return f"query of {body_name(step.body, names)}"
    if step.node == tree.NONE:
        return "root" if step.nodes else "no tree"
    node = step.nodes[step.node]
    return f"node {step.node}: {'split' if node.split == tree.Split.SPLIT else 'leaf'}"


def _build(step: tree.State, node: tree.Node, names: Names) -> str:
    name = f"Node {step.node} on level {node.level}"
    if node.split == tree.Split.FEW:
        return f"{name} holds {body_names(node.items, names)}: few enough for a leaf."
    if node.split == tree.Split.DEEPEST:
        return f"{name} holds {body_names(node.items, names)} and stays a leaf at the maximum depth."
    if node.split == tree.Split.INSEPARABLE:
        return (
            f"{name} holds {body_names(node.items, names)} and stays a leaf: on every axis, the median plane leaves "
            "too many of them on one side."
        )
    low, high = step.nodes[node.low].items, step.nodes[node.high].items
    if step.kind == tree.TreeKind.LINEAR:
        return (
            f"{name}: its {len(node.items)} bodies follow each other on the curve. {_reason(node)} "
            f"Node {node.low} takes the first {len(low)}, {body_names(low, names)}; "
            f"node {node.high} the other {len(high)}, {body_names(high, names)}."
        )
    axis, position = AXES[node.axis], number(node.position)
    if step.kind == tree.TreeKind.BVH:
        return (
            f"{name}: the centres of its {len(node.items)} bodies extend furthest along {axis}. Node {node.low} takes "
            f"the lower half, {body_names(low, names)}; "
            f"node {node.high} takes the upper half, {body_names(high, names)}."
        )
    both = sorted(set(low) & set(high))
    cut = f"The plane cuts {body_names(both, names)}: in both nodes." if both else "The plane cuts no body."
    return (
        f"{name} is split by the plane {axis} = {position} m. On the low side, node {node.low} holds "
        f"{body_names(low, names)}; on the high side, node {node.high} holds {body_names(high, names)}. {cut}"
    )


def _query(step: tree.State, names: Names) -> str:
    looks = tuple(step.looks)
    entered = [look.node for look in looks if look.visit == tree.Visit.ENTERED]
    apart = sorted(look.node for look in looks if look.visit == tree.Visit.APART)
    earlier = sorted(look.node for look in looks if look.visit == tree.Visit.EARLIER)
    compared = [comparison for look in looks for comparison in look.compared]
    repeats = [body for look in looks for body in look.repeats]
    parts = [f"{subject(step.body, names)} enters {node_names(entered) if entered else 'no node'}."]
    if apart:
        parts.append(f"Pruned because the boxes do not intersect: {node_names(apart)}.")
    if earlier:
        parts.append(f"Pruned because they hold no later body: {node_names(earlier)}.")
    if compared:
        parts.append(f"It is compared with {compared_words(compared, names)}.")
    if repeats:
        parts.append(f"Already compared, not repeated: {body_names(sorted(set(repeats)), names)}.")
    return " ".join(parts) + total_words(step.exit, step.comparisons)


def _curve(step: tree.State, names: Names) -> str:
    """The order of a linear hierarchy; empty for the others."""
    if step.kind != tree.TreeKind.LINEAR:
        return ""
    return f" Sorted by the Morton codes of their centres, they are in this order: {body_names(step.order, names)}."


def _reason(node: tree.Node) -> str:
    """Why a node of a linear hierarchy is split where it is."""
    if node.axis == tree.NONE:
        return "Their codes are equal, so they are split in halves."
    return (
        f"The highest bit that differs among their codes belongs to {AXES[node.axis]}: it is 0 below "
        f"{AXES[node.axis]} = {number(node.position)} m and 1 above."
    )


def _explain_node(step: tree.State, *names: str) -> str:
    node = step.nodes[step.node]
    if node.split != tree.Split.SPLIT:
        return _build(step, node, names)
    return f"Node {step.node} on level {node.level} holds {body_names(node.items, names)}."


def _explain_plane(step: tree.State, *_names: str) -> str:
    node = step.nodes[step.node]
    if step.kind == tree.TreeKind.LINEAR:
        return _reason(node)
    plane = f"{AXES[node.axis]} = {number(node.position)} m"
    if step.kind == tree.TreeKind.BVH:
        return f"The centres of its bodies extend furthest along {AXES[node.axis]}: they are divided at {plane}."
    return f"The plane {plane} splits it."


def _explain_children(step: tree.State, *names: str) -> str:
    return _build(step, step.nodes[step.node], names)


def _explain_visits(step: tree.State, *names: str) -> str:
    entered = [look.node for look in step.looks if look.visit == tree.Visit.ENTERED]
    return f"{subject(step.body, names)} enters {node_names(entered) if entered else 'no node'}. The others are pruned."


def _is_built(step: tree.State) -> bool:
    return step.phase == tree.TreePhase.BUILD and step.node != tree.NONE


def _is_split(step: tree.State) -> bool:
    return _is_built(step) and step.nodes[step.node].split == tree.Split.SPLIT


def _is_query(step: tree.State) -> bool:
    return step.phase == tree.TreePhase.QUERY


def _compares(step: tree.State) -> bool:
    return any(look.compared for look in step.looks)


BEATS = (
    Beat("node", "Node", _explain_node, _is_built),
    Beat("split", "Split", _explain_plane, _is_split),
    Beat("children", "Children", _explain_children, _is_split),
    Beat("visit", "Path", _explain_visits, _is_query),
    Beat("compare", "Comparisons", explain, _compares),
)
