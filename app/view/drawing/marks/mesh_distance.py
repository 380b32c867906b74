"""Marks for the distance of meshes: the boxes of both trees, the pair of nodes being visited, and nearest triangles."""

from collections.abc import Iterable
from itertools import islice

import numpy as np

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.boxes import EDGES, HIGH
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Floats
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.brute.parity import DIRECTION, Location
from gjkscope.engine.mesh_distance.explain import node_name
from gjkscope.engine.mesh_distance.inside import PointTest
from gjkscope.engine.mesh_distance.steps import BOTH, MeshPhase, NodePair, PairFate, State, TriangleTest, children_of
from gjkscope.engine.meshes.boxes import NodeBox
from gjkscope.engine.meshes.sides import MeshSide, box_of, place_side, triangle_of
from gjkscope.engine.meshes.tree import NONE, MeshNode
from gjkscope.engine.plane.mesh_distance.steps import State as PlaneState
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, add, along, scale, sub

STEPS = (State, PlaneState)

LEVELS = 3  # a tree's level is drawn down to this one, of up to 8 boxes; the boxes of deeper ones hide each other
PRUNED = 24  # as many boxes of the pairs that were pruned last are drawn
DASH, FINE_DASH = 5.0, 2.5
COLORS = (palette.A, palette.B)


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws what the step visits, over the level of both trees that it is on, and the nearest triangles so far."""
    sides = tuple(place_side(body.shape, body.pose) for body in sight.bodies)
    origin = sight.bodies[0].pose.position
    before = sight.before
    if step.visited != NONE:
        _draw_levels(builder, step.pairs[step.visited], sides)
    _draw_pruned(builder, step, sides)
    shown = before.nearest if before is not None and not _is_new_shown(sight) else step.nearest
    _draw_nearest(builder, shown, sides, origin, sight)
    if step.phase == MeshPhase.INSIDE:
        _draw_points(builder, step.inside, origin, sight, radius)
    elif step.phase == MeshPhase.DEPTH:
        _draw_depth(builder, step.test, sides, origin, sight)
    elif step.visited != NONE:
        _draw_visit(builder, step, sides, sight)
        if step.side != NONE and sight.shows("split"):
            _draw_children(builder, step, sides, sight)
        if step.test.a != NONE and sight.shows("measure"):
            _draw_test(builder, step, sides, origin, sight)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws nothing: the search is in space, not in A − B."""


def _is_new_shown(sight: Sight) -> bool:
    """Whether the beat that finds the step's nearest triangles has ended."""
    return sight.part("measure") == 1


# --- the trees ---


def _draw_levels(builder: Builder, pair: NodePair, sides: tuple[MeshSide, ...]) -> None:
    """Draws faintly all boxes on the levels of the two nodes."""
    for node, side, color in zip((pair.a, pair.b), sides, COLORS, strict=True):
        level = min(side.nodes[node].level, LEVELS)
        boxes = (box_of(side, i) for i, other in enumerate(_top(side)) if other.level == level)
        _draw_boxes(builder, boxes, palette.faded(color, 0.35), 1.0)


def _top(side: MeshSide) -> Iterable[MeshNode]:
    """The nodes down to `LEVELS`, which come first."""
    return islice(side.nodes, 2 ** (LEVELS + 1) - 1)


def _draw_pruned(builder: Builder, step: State, sides: tuple[MeshSide, ...]) -> None:
    """Draws faintly the boxes of the pairs that were pruned last, and of the step's own only once they are."""
    last = step.children if step.children != NONE else len(step.pairs)
    found: list[NodePair] = []
    for i in range(last - 1, -1, -1):
        if len(found) == PRUNED:
            break
        if step.pairs[i].fate == PairFate.PRUNED:
            found.append(step.pairs[i])
    for side, nodes in zip(sides, ({pair.a for pair in found}, {pair.b for pair in found}), strict=True):
        boxes = (box_of(side, node) for node in sorted(nodes))
        _draw_boxes(builder, boxes, palette.faded(palette.DROPPED, 0.4), 1.0, FINE_DASH)


def _draw_visit(builder: Builder, step: State, sides: tuple[MeshSide, ...], sight: Sight) -> None:
    """Draws the two boxes of the pair, which grow, and their bound."""
    pair, grown = step.pairs[step.visited], sight.part("pair")
    boxes = [box_of(side, node) for side, node in zip(sides, (pair.a, pair.b), strict=True)]
    for box, color in zip(boxes, COLORS, strict=True):
        _draw_boxes(builder, [_scaled(box, grown)], color, 2.6)
    if step.test.a == NONE and grown == 1:
        for box, node, body, color in zip(boxes, (pair.a, pair.b), sight.bodies, COLORS, strict=True):
            builder.label(node_name(node, body.name), box.center, color, 3)
    if step.test.a == NONE:
        builder.line(
            boxes[0].center,
            along(boxes[0].center, sub(boxes[1].center, boxes[0].center), grown),
            palette.SEARCH,
            1.2,
            DASH,
        )
    if grown == 1 and step.test.a == NONE:
        middle = scale(add(boxes[0].center, boxes[1].center), 0.5)
        words = f"≥ {number(pair.bound)} m" if pair.bound > 0 else "boxes meet"
        builder.label(words, middle, palette.SEARCH, 5)


def _draw_children(builder: Builder, step: State, sides: tuple[MeshSide, ...], sight: Sight) -> None:
    """Draws the boxes of the children, each with the least bound of its pairs; those with pruned pairs only fade."""
    part = sight.part("split")
    children = [step.pairs[number] for number in children_of(step)]
    for side, placed in enumerate(sides):
        if step.side not in (side, BOTH):
            continue
        for node in sorted({(child.a, child.b)[side] for child in children}):
            nearest = min((child for child in children if (child.a, child.b)[side] == node), key=_by_fate)
            box, pruned = box_of(placed, node), nearest.fate == PairFate.PRUNED and part > 0.5
            color, dash = (palette.DROPPED, DASH) if pruned else (palette.NEW, 0.0)
            _draw_boxes(builder, [_scaled(box, part)], color, 2.2, dash)
            if part == 1:
                builder.label("pruned" if pruned else f"≥ {number(nearest.bound)} m", box.center, color, 4)


def _by_fate(pair: NodePair) -> tuple[bool, float]:
    """The pair that is not pruned and has the least bound comes first."""
    return pair.fate == PairFate.PRUNED, pair.bound


# --- the triangles ---


def _draw_nearest(
    builder: Builder, nearest: TriangleTest, sides: tuple[MeshSide, ...], origin: Vec3, sight: Sight
) -> None:
    """Draws the nearest triangles so far, and the segment between their nearest points."""
    if nearest.a == NONE:
        return
    for side, node in zip(sides, (nearest.a, nearest.b), strict=True):
        corners = _corners(side, node)
        if corners:
            builder.polygon(corners, palette.faded(palette.CHOSEN, 0.8))
            builder.path(corners, palette.CHOSEN, 2.5, closed=True)
    if not sight.is_last:
        on_a, on_b = add(nearest.point_a, origin), add(nearest.point_b, origin)
        draw_between(builder, on_a, on_b)
        words = f"{number(nearest.upper)} m so far" if nearest.upper > 0 else "in contact"
        builder.label(words, scale(add(on_a, on_b), 0.5), palette.CHOSEN_TEXT, 6)


def _draw_test(builder: Builder, step: State, sides: tuple[MeshSide, ...], origin: Vec3, sight: Sight) -> None:
    """Draws the outlines of the two triangles, and the segment that GJK ended with, which grows."""
    test, part = step.test, sight.part("measure")
    on_a, on_b = add(test.point_a, origin), add(test.point_b, origin)
    _outline(builder, test, sides, palette.NEW)
    stopped = test.exit == Exit.RUNNING
    color = palette.DROPPED if stopped else palette.NEW
    builder.point(on_a, color, 8)
    builder.line(on_a, along(on_a, sub(on_b, on_a), part), color, 3.0, DASH if stopped else 0.0)
    if part == 1 and (stopped or test != step.nearest):
        words = f"≥ {number(test.lower)} m" if stopped else f"{number(test.upper)} m"
        builder.label(words, scale(add(on_a, on_b), 0.5), color, 4)


def _draw_depth(builder: Builder, test: TriangleTest, sides: tuple[MeshSide, ...], origin: Vec3, sight: Sight) -> None:
    """Draws the two leaves in contact, and along the normal how deep they overlap."""
    _outline(builder, test, sides, palette.NEW)
    on_b = add(test.point_b, origin)
    tip = along(on_b, sub(add(test.point_a, origin), on_b), sight.part("depth"))
    builder.line(on_b, tip, palette.CHOSEN, 5.0)
    builder.point(on_b, palette.CHOSEN, 10.0 + 2.0 * sight.part("depth"))
    if sight.part("depth") == 1:
        words = f"{number(-test.upper)} m deep" if test.upper < 0 else "touch"
        builder.label(words, tip, palette.CHOSEN_TEXT, 6)


def _outline(builder: Builder, test: TriangleTest, sides: tuple[MeshSide, ...], color: Color) -> None:
    for side, node in zip(sides, (test.a, test.b), strict=True):
        if corners := _corners(side, node):
            builder.path(corners, color, 3.0, closed=True)


def _corners(side: MeshSide, node: int) -> list[Vec3]:
    """The corners of a leaf's triangle in the world; none of a convex shape."""
    triangle = triangle_of(side, node)
    if triangle == NONE:
        return []
    rotation = np.array(side.core.rotation)
    return [(x, y, z) for x, y, z in (side.corners[triangle] @ rotation.T + side.core.position).tolist()]


# --- points inside ---


def _draw_points(builder: Builder, tests: tuple[PointTest, ...], origin: Vec3, sight: Sight, radius: float) -> None:
    """Draws each point tested with its ray, which grows."""
    part = sight.part("inside")
    for test in tests:
        point = add(test.point, origin)
        inside = test.location == Location.INSIDE
        color = palette.CHOSEN if inside else palette.SEARCH
        builder.point(point, color, 11)
        builder.arrow(point, along(point, DIRECTION, 1.2 * radius * part), color, 2.0)
        if part == 1:
            solid, other = (sight.bodies[i].name for i in (test.side, 1 - test.side))
            words = f"{other} is {'in' if inside else 'out'}side {solid} here"
            builder.label(words, point, palette.CHOSEN_TEXT if inside else color, 5)


# --- boxes ---


def _draw_boxes(builder: Builder, boxes: Iterable[NodeBox], color: Color, width: float, dash: float = 0.0) -> None:
    edges = [_edges(box) for box in boxes]
    if edges:
        builder.segments(np.concatenate(edges), color, width, dash)


def _edges(box: NodeBox) -> Floats:
    """The edges of a box, (12, 2, 3)."""
    signs = np.where(HIGH, 1.0, -1.0) * box.half
    corners = signs @ np.array(box.axes) + box.center
    return np.asarray(corners[EDGES])


def _scaled(box: NodeBox, part: float) -> NodeBox:
    return box._replace(half=scale(box.half, part))
