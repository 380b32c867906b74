"""Marks for the continuous tests of triangles: the four moving points, the box of (t, u, v), and F over it.

In the world view the vertex and the face, or the edges, are drawn at the start and at the end of the box's times, with
the lines on which their points move.  In the difference view the eight values of F at the corners of the box are drawn
with the range around them, which either contains the origin or does not; beside it stands the cube of (t, u, v) with
the box in it.
"""

from collections.abc import Mapping, Sequence
from itertools import product

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, PointStyle
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.triangle_impact.cubic import met_at
from gjkscope.engine.triangle_impact.elements import Corners, ElementaryTest, ElementKind, points_at
from gjkscope.engine.triangle_impact.inclusion import WHOLE, Box3, range_holds_origin
from gjkscope.engine.triangle_impact.searches import CubicState, InclusionState
from gjkscope.engine.vectors import ZERO, Vec3

STEPS = (CubicState, InclusionState)

EDGES = tuple((i, i | bit) for bit in (1, 2, 4) for i in range(8) if not i & bit)  # of a box, between its corners
RING = 21.0  # pixels
CUBE = 0.45  # the side of the cube of (t, u, v), relative to the radius of the view
BESIDE = -1.1  # where it begins along x, relative to the radius
NAMES = "tuv"


def draw_in_world(builder: Builder, step: CubicState | InclusionState, sight: Sight, radius: float) -> None:
    """Draws the features of the test where they may meet, and the lines of their points."""
    first, last = _times(step)
    for start, end in zip(step.element.start, step.element.end, strict=True):
        builder.line(start, end, palette.faded(palette.TEXT, 0.5), 1.4, 4)
    _draw_features(builder, step.element, points_at(step.element, first), 1.0)
    if last > first:
        _draw_features(builder, step.element, points_at(step.element, last), 0.4)
    if isinstance(step, CubicState):
        _draw_roots(builder, step)
    elif step.exit == Exit.FIRST_CONTACT:
        where = points_at(step.element, first)[0]
        builder.label(f"contact, not before {number(step.time)} s", where, palette.TEXT, 8)


def draw_in_difference(builder: Builder, step: CubicState | InclusionState, sight: Sight, radius: float) -> None:
    """Draws F over the box and the cube of (t, u, v)."""
    if isinstance(step, CubicState):
        builder.path(_along_time(step), palette.SEARCH, 1.6, 4)
        _draw_values(builder, _along_time(step), palette.SEARCH)
        return
    box = step.examined
    held = range_holds_origin(box.low, box.high)
    color = palette.NEW if held else palette.TEXT
    range_corners = [(x, y, z) for x, y, z in product(*zip(box.low, box.high, strict=True))]
    _draw_box(builder, box.corners, palette.SEARCH, 2.5)
    _draw_box(builder, range_corners, palette.faded(color, 0.7), 1.4, 4)
    _draw_values(builder, box.corners, palette.SEARCH)
    words = "may contain the origin" if held else "misses the origin: dropped"
    builder.label(f"F over the box {words}", range_corners[7], palette.TEXT, 8, away_from=ZERO)
    _draw_parameters(builder, box.box, color, radius)


def moved_bodies(step: CubicState | InclusionState, sight: Sight) -> Mapping[str, Pose]:
    """Where the world view shows the bodies: at the time of the step."""
    names = (body.name for body in sight.run.value.whole.bodies)
    return dict(zip(names, (step.pose_a, step.pose_b), strict=True))


def _times(step: CubicState | InclusionState) -> tuple[float, float]:
    """The times, from 0 to 1, at which the features are drawn."""
    if isinstance(step, InclusionState):
        return step.examined.box[0]
    root = step.tested.roots[-1].time if step.tested.roots else 0.0
    return root, root


def _draw_features(builder: Builder, element: ElementaryTest, points: Corners, opacity: float) -> None:
    p, q, r, s = points
    of_a, of_b = palette.faded(palette.A, opacity), palette.faded(palette.B, opacity)
    if element.kind is ElementKind.EDGE_EDGE:
        builder.line(p, q, of_a, 5)
        builder.line(r, s, of_b, 5)
        return
    vertex, face = (of_b, of_a) if element.kind is ElementKind.FACE_VERTEX else (of_a, of_b)
    builder.path([q, r, s], face, 4, closed=True)
    builder.point(p, vertex, 12)


def _draw_roots(builder: Builder, step: CubicState) -> None:
    for root in step.tested.roots:
        where = points_at(step.element, root.time)[0]
        if root.is_met:
            where = met_at(step.element, root)
            builder.point(where, palette.NEW, RING, PointStyle.RING)
        words = "meet" if root.is_met else "coplanar, but beside each other"
        builder.label(f"{words} at {number(root.time * step.duration)} s", where, palette.TEXT, 8)


def _along_time(step: CubicState) -> Sequence[Vec3]:
    """The first of the four points relative to the second, at the ends of the cubic's parts."""
    ends = [points_at(step.element, t) for t in step.tested.ends]
    return [(p[0] - q[0], p[1] - q[1], p[2] - q[2]) for p, q, _, _ in ends]


def _draw_values(builder: Builder, values: Sequence[Vec3], color: Color) -> None:
    for value in values:
        builder.point(value, color, 8)


def _draw_box(builder: Builder, corners: Sequence[Vec3], color: Color, width: float, dash: float = 0.0) -> None:
    for i, j in EDGES:
        if corners[i] != corners[j]:
            builder.line(corners[i], corners[j], color, width, dash)


def _draw_parameters(builder: Builder, box: Box3, color: Color, radius: float) -> None:
    side = CUBE * radius
    corner = (BESIDE * radius, -0.5 * side, -0.5 * side)
    for shown, tone, width in ((WHOLE, palette.faded(palette.TEXT, 0.6), 1.4), (box, color, 4.0)):
        places = [_place(corner, side, t, u, v) for t, u, v in product(*shown)]
        _draw_box(builder, places, tone, width)
        if len(set(places)) < len(places) or shown is box:
            builder.point(places[0], tone, 9)
    for axis, name in enumerate(NAMES):
        end = _place(corner, side, *(1.08 if axis == i else 0.0 for i in range(3)))
        builder.label(name, end, palette.TEXT, 8)


def _place(corner: Vec3, side: float, t: float, u: float, v: float) -> Vec3:
    return (corner[0] + side * t, corner[1] + side * u, corner[2] + side * v)
