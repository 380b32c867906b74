"""Marks for a bounding-volume tree: its levels, the node being split, and the traversal of a query."""

from collections.abc import Iterable

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.boxes import box_edges
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color
from gjkscope.app.drawing.marks.broad_phase import DASH, draw_compared, draw_found, draw_in_difference
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.sweep import plane_corners
from gjkscope.engine.broadphase import tree
from gjkscope.engine.broadphase.tree import Node, Split, State, TreeKind, TreePhase, Visit

__all__ = ["draw_in_difference", "draw_in_world"]

LEVELS = 6  # levels drawn; boxes of deeper nodes are hardly larger than those of bodies
LIGHTER = 0.13  # how much lighter each level is than the next deeper one
FINE_DASH = 2.5


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    draw_found(builder, sight)
    if step.phase == TreePhase.QUERY:
        _draw_query(builder, step, sight)
    elif step.nodes:
        _draw_levels(builder, step.nodes)
        _draw_split(builder, step)


def _draw_levels(builder: Builder, nodes: Iterable[Node]) -> None:
    """Draws the nodes as nested boxes; deeper levels are darker and thinner."""
    by_level: dict[int, list[Node]] = {}
    for node in nodes:
        by_level.setdefault(node.level, []).append(node)
    for level, found in by_level.items():
        if level < LEVELS:
            color = palette.lighter(palette.DIFFERENCE, LIGHTER * (LEVELS - 1 - level))
            _draw_nodes(builder, found, color, 2.4 - 0.25 * level)


def _draw_split(builder: Builder, step: State) -> None:
    """Draws the node of this step with its splitting plane; a BVH's second child is dashed."""
    if step.node == tree.NONE:
        return
    node = step.nodes[step.node]
    _draw_nodes(builder, [node], palette.NEW, 3.2)
    if node.split != Split.SPLIT:
        return
    plane = plane_corners(node.bounds, node.axis, node.position)
    builder.polygon(plane, palette.faded(palette.SEARCH, 0.25 if step.kind == TreeKind.KDTREE else 0.10))
    if step.kind == TreeKind.BVH:
        _draw_nodes(builder, [step.nodes[node.low]], palette.SEARCH, 2.2)
        _draw_nodes(builder, [step.nodes[node.high]], palette.SEARCH, 2.2, DASH)


def _draw_query(builder: Builder, step: State, sight: Sight) -> None:
    """Draws the entered nodes, the pruned ones, and the boxes that the body is compared with."""
    of = {visit: [step.nodes[look.node] for look in step.looks if look.visit == visit] for visit in Visit}
    _draw_nodes(builder, of[Visit.EARLIER], palette.DROPPED, 1.0, FINE_DASH)
    _draw_nodes(builder, of[Visit.APART], palette.DROPPED, 1.4, DASH)
    _draw_nodes(builder, of[Visit.ENTERED], palette.DIFFERENCE, 2.0)
    draw_compared(builder, sight, step.body, [one for look in step.looks for one in look.compared])


def _draw_nodes(builder: Builder, nodes: list[Node], color: Color, width: float, dash: float = 0.0) -> None:
    if nodes:
        builder.segments(box_edges(node.bounds for node in nodes), color, width, dash)
