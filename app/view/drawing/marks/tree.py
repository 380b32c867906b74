"""Marks for a bounding-volume tree: its levels, the node being split, and the traversal of a query."""

from collections.abc import Iterable

import numpy as np

from gjkscope.app.scenes.cameras.easing import interpolate
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.boxes import box_edges
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.marks.broad_phase import (
    DASH,
    body_boxes,
    box_between,
    draw_compared,
    draw_found,
    draw_in_difference,
    scale_box,
)
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.sweep import plane_corners
from gjkscope.engine.broadphase import tree
from gjkscope.engine.broadphase.tree import Node, Split, State, TreeKind, TreePhase, Visit

STEPS = (State,)

__all__ = ["draw_in_difference", "draw_in_world"]

LEVELS = 6  # levels drawn; boxes of deeper nodes are hardly larger than those of bodies
LIGHTER = 0.13  # how much lighter each level is than the next deeper one
FINE_DASH = 2.5


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    draw_found(builder, sight)
    if step.phase == TreePhase.QUERY:
        _draw_query(builder, step, sight)
    elif step.nodes:
        if step.kind == TreeKind.LINEAR:
            _draw_curve(builder, step, sight)
        node = step.nodes[step.node] if step.node != tree.NONE else None
        is_divided = sight.part("children") == 1 or node is None or node.split != Split.SPLIT
        _draw_levels(builder, step.nodes if node is None or is_divided else step.nodes[: node.low])
        if node is not None:
            _draw_split(builder, step, node, sight)


def _draw_curve(builder: Builder, step: State, sight: Sight) -> None:
    """Draws the order of a linear hierarchy as a line through the centres of the bodies."""
    boxes = body_boxes(sight)
    centers = np.array([boxes[body] for body in step.order]).mean(axis=1)
    builder.segments(np.stack([centers[:-1], centers[1:]], axis=1), palette.faded(palette.SEARCH, 0.6), 1.4)


def _draw_levels(builder: Builder, nodes: Iterable[Node]) -> None:
    """Draws the nodes as nested boxes; deeper levels are darker and thinner."""
    by_level: dict[int, list[Node]] = {}
    for node in nodes:
        by_level.setdefault(node.level, []).append(node)
    for level, nodes_of_level in by_level.items():
        if level < LEVELS:
            color = palette.lighter(palette.DIFFERENCE, LIGHTER * (LEVELS - 1 - level))
            _draw_nodes(builder, nodes_of_level, color, 2.4 - 0.25 * level)


def _draw_split(builder: Builder, step: State, node: Node, sight: Sight) -> None:
    """Draws the node of this step with its splitting plane; the second child of a hierarchy is dashed.

    The plane sweeps through the node to its place, then the children part.
    """
    builder.segments(box_edges([scale_box(node.bounds, sight.part("node"))]), palette.NEW, 3.2)
    if node.split != Split.SPLIT or not sight.shows("split"):
        return
    parted = sight.part("children")
    if node.axis != tree.NONE:
        _draw_plane(builder, step, node, sight)
    if step.kind != TreeKind.KDTREE or 0 < parted < 1:
        for child, dash in ((node.low, 0.0), (node.high, DASH)):
            box = box_between(node.bounds, step.nodes[child].bounds, parted)
            if parted > 0:
                builder.segments(box_edges([box]), palette.SEARCH, 2.2, dash)


def _draw_plane(builder: Builder, step: State, node: Node, sight: Sight) -> None:
    """Draws the plane of a split as it sweeps through the node."""
    position = interpolate(node.bounds.lo[node.axis], node.position, sight.part("split"))
    opacity = 0.25 if step.kind == TreeKind.KDTREE or sight.is_at("split") else 0.10
    builder.polygon(plane_corners(node.bounds, node.axis, position), palette.faded(palette.SEARCH, opacity))


def _draw_query(builder: Builder, step: State, sight: Sight) -> None:
    """Draws the entered nodes, the pruned ones, and the boxes that the body is compared with."""
    looks = tuple(step.looks)
    done = sight.part("visit") * len(looks)
    of = {visit: [step.nodes[look.node] for look in looks[: int(done)] if look.visit == visit] for visit in Visit}
    if done < len(looks):
        box = scale_box(step.nodes[looks[int(done)].node].bounds, done % 1)
        builder.segments(box_edges([box]), palette.faded(palette.SEARCH, done % 1), 2.0)
    _draw_nodes(builder, of[Visit.EARLIER], palette.DROPPED, 1.0, FINE_DASH)
    _draw_nodes(builder, of[Visit.APART], palette.DROPPED, 1.4, DASH)
    _draw_nodes(builder, of[Visit.ENTERED], palette.DIFFERENCE, 2.0)
    draw_compared(builder, sight, step.body, [comparison for look in looks for comparison in look.compared])


def _draw_nodes(builder: Builder, nodes: list[Node], color: Color, width: float, dash: float = 0.0) -> None:
    if nodes:
        builder.segments(box_edges(node.bounds for node in nodes), color, width, dash)
