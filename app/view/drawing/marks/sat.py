"""Marks for the separating axis test: one axis, in the world view and in the difference view."""

from math import sqrt

from gjkscope.app.scenes.cameras.camera import FRAME_MARGIN, STANDARD_ANGLES, OrbitCamera, ViewSide
from gjkscope.app.scenes.cameras.easing import direction_between, interpolate, point_between, segment_between
from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import sort_around
from gjkscope.app.view.drawing.drawlist import Color, Layer
from gjkscope.app.view.drawing.marks.segments import draw_bar
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.timing import stage
from gjkscope.engine import sat
from gjkscope.engine.geometry.polytope import corners_at
from gjkscope.engine.sat.explain import overlap, provenance
from gjkscope.engine.shapes.support import convex, support
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, neg, norm, scale, sub, unit

STEPS = (sat.Axis,)

FEATURE_WIDTH = 4.5
SIDE = 2  # corners of an edge
BRIGHT = 0.5  # how much lighter than its body the feature is that an axis comes from
SWEPT = 0.35  # opacity of the face that two edges sweep
SAME_WAY = 1e-3  # sine of the angle between axes that look the same
# Fractions of the view's radius: the gap between two bars, their distance from the bodies and the least one, and the
# range from the centre that is surely in the view.
RAIL, ASIDE, NEAREST, SEEN = 0.07, 0.12, 0.02, FRAME_MARGIN
CORNER = unit(OrbitCamera().looking(*STANDARD_ANGLES[ViewSide.CORNER]).eye)
FACING = 0.25  # sine of the angle to the corner's view below which an axis points at it


def draw_in_world(builder: Builder, axis: sat.Axis, sight: Sight, radius: float) -> None:
    """Draws the axis beside the shapes, both projections as bars, and lines from their ends to the support points."""
    body_a, body_b = sight.bodies
    center_a = convex(body_a.shape, body_a.pose).center
    if axis.skipped:
        return
    ends = _ends(axis)
    up, base = _beside(sight.bodies, axis.direction, ends, builder.center, radius)
    rails = tuple(i * RAIL * radius for i in range(3))
    for body, interval, color, rail, part in (
        (body_a, axis.interval_a, palette.A, rails[0], sight.part("a")),
        (body_b, axis.interval_b, palette.B, rails[1], sight.part("b")),
    ):
        _draw_projection(builder, body, along(base, up, rail), axis.direction, interval, color, part)
    tail, head = _swung(builder, _arrow(builder, axis, ends, base, radius), sight, radius)
    builder.arrow(tail, head, palette.TEXT, 1.6)
    if sight.shows("overlap"):
        away = None if sight.visible.number_line else center_a
        _draw_overlap(builder, axis, along(base, up, rails[2]), away, sight.part("overlap"))
    if not sight.visible.number_line:  # which names it
        builder.label(provenance(axis, body_a.name, body_b.name), head, palette.TEXT, 3, away_from=tail)
    _draw_feature(builder, body_a, axis.corners_a, axis.direction, palette.A)
    _draw_feature(builder, body_b, axis.corners_b, axis.direction, palette.B)
    if runner_up := _runner_up(sight):
        tip = along(center_a, runner_up.direction, 0.4 * radius)
        _draw_runner_up(builder, center_a, tip, _runner_up_name(sight), provenance(runner_up, body_a.name, body_b.name))


def draw_in_difference(builder: Builder, axis: sat.Axis, sight: Sight, radius: float) -> None:
    """Draws the axis as a normal of A − B: the overlap is the origin's distance from the supporting plane."""
    if axis.skipped:
        return
    foot, measured = scale(axis.direction, axis.overlap), sight.part("overlap")
    if measured > 0:
        color = palette.TEXT if axis.relation == sat.Relation.GAP else palette.OVERLAP
        builder.arrow(ZERO, scale(foot, measured), color, 3.5)
    if measured == 1:
        builder.label(" ".join(overlap(axis)), foot, palette.OVERLAP, 6, away_from=ZERO)
    _draw_normal(builder, axis, sight, radius)
    if sight.visible.face_kinds:
        _draw_face(builder, axis, sight)
    if runner_up := _runner_up(sight):
        foot = scale(runner_up.direction, runner_up.overlap)
        _draw_runner_up(builder, ZERO, foot, _runner_up_name(sight), " ".join(overlap(runner_up)))


def _draw_face(builder: Builder, axis: sat.Axis, sight: Sight) -> None:
    """Highlights the face of A − B with this normal; its sides have the colours of the edges that they come from.

    Two edges sweep it: while the axis appears, that of A moves along that of B.
    """
    body_a, body_b = sight.bodies
    of_a = corners_at(body_a.shape, body_a.pose, axis.corners_a)
    of_b = corners_at(body_b.shape, body_b.pose, axis.corners_b)
    if len(of_a) == len(of_b) == SIDE:
        swept = point_between(of_b[0], of_b[1], sight.part("axis"))
        near, far = [sub(point, of_b[0]) for point in of_a], [sub(point, swept) for point in of_a]
        builder.polygon([*near, *reversed(far)], palette.faded(palette.NEW, SWEPT))
        for sides, color in (((near, far), palette.A), (zip(near, far, strict=True), palette.B)):
            for start, end in sides:
                builder.line(start, end, palette.lighter(color, 0.35), FEATURE_WIDTH)
        return
    moved = support(convex(body_b.shape, body_b.pose), neg(axis.direction))[0] if len(of_a) > SIDE else None
    fixed = support(convex(body_a.shape, body_a.pose), axis.direction)[0]
    face = [sub(point, moved) for point in of_a] if moved is not None else [sub(fixed, point) for point in of_b]
    color = palette.A if moved is not None else palette.B
    if len(face) > SIDE:
        builder.path(sort_around(face, axis.direction), palette.lighter(color, 0.35), FEATURE_WIDTH, closed=True)


def axis_middle(axis: sat.Axis, bodies: tuple[Body, Body], center: Vec3, radius: float) -> Vec3:
    """The middle of the gap or overlap as the world view shows it."""
    ends = (min(axis.interval_a[0], axis.interval_b[0]), max(axis.interval_a[1], axis.interval_b[1]))
    up, base = _beside(bodies, axis.direction, ends, center, radius)
    middle = (axis.interval_b[0] + axis.interval_a[1]) / 2
    return along(along(base, up, 2 * RAIL * radius), axis.direction, middle)


def _draw_normal(builder: Builder, axis: sat.Axis, sight: Sight, radius: float) -> None:
    """Draws the line along the axis through the origin, which turns from the axis before."""
    previous, part = _axis_before(sight), sight.part("axis")
    reach, way = radius * (1.0 if previous else part), axis.direction
    if previous is not None:
        start = previous.direction if dot(previous.direction, way) >= 0 else neg(previous.direction)
        way = direction_between(start, way, part)
    builder.line(scale(way, -reach), scale(way, reach), palette.faded(palette.TEXT, 0.7), 1.5, 6)


def _swung(builder: Builder, arrow: tuple[Vec3, Vec3], sight: Sight, radius: float) -> tuple[Vec3, Vec3]:
    """The arrow along the axis on its way from that of the axis before; the first one grows."""
    (tail, head), part, previous = arrow, sight.part("axis"), _axis_before(sight)
    if part == 1 or previous is None:
        return tail, point_between(tail, head, part)
    ends = _ends(previous)
    _, base = _beside(sight.bodies, previous.direction, ends, builder.center, radius)
    return segment_between(_arrow(builder, previous, ends, base, radius), arrow, part)


def _axis_before(sight: Sight) -> sat.Axis | None:
    """The last axis before this step's that was drawn, if it has another direction.

    None for the first one, and in a step that is drawn as a whole.
    """
    if sight.beat is None:
        return None
    before = next((step.axis for step in reversed(sight.so_far[:-1]) if not step.axis.skipped), None)
    is_same = before is not None and norm(cross(before.direction, sight.step.value.direction)) < SAME_WAY
    return None if is_same else before


def _ends(axis: sat.Axis) -> tuple[float, float]:
    """The ends of both intervals together."""
    return min(axis.interval_a[0], axis.interval_b[0]), max(axis.interval_a[1], axis.interval_b[1])


def _arrow(builder: Builder, axis: sat.Axis, ends: tuple[float, float], base: Vec3, radius: float) -> tuple[Vec3, Vec3]:
    """The tail and the head of the arrow along the axis, beyond the bars."""
    back = neg(axis.direction)
    tail = along(base, back, _arrow_end(builder, base, back, -ends[0], radius))
    return tail, along(base, axis.direction, _arrow_end(builder, base, axis.direction, ends[1], radius))


def _draw_projection(
    builder: Builder,
    body: Body,
    base: Vec3,
    direction: Vec3,
    interval: tuple[float, float],
    color: Color,
    part: float,
) -> None:
    """Draws lines from the body's furthest points to the axis, then the interval between them as a bar."""
    if part == 0:
        return
    core = convex(body.shape, body.pose)
    dropped, spread = stage(part, 0.0, 0.6), stage(part, 0.5, 1.0)
    middle = (interval[0] + interval[1]) / 2
    if spread > 0:
        low, high = (interpolate(middle, end, spread) for end in interval)
        draw_bar(builder, base, direction, (low, high), color)
    for length, towards in zip(interval, (neg(direction), direction), strict=True):
        furthest = along(support(core, towards)[0], towards, core.radius)
        tip = point_between(furthest, along(base, direction, length), dropped)
        builder.line(tip, furthest, palette.faded(color, 0.8), 1.3, 5, Layer.SOLID)


def _draw_feature(builder: Builder, body: Body, corners: tuple[int, ...], direction: Vec3, color: Color) -> None:
    """Highlights the face or edge that the axis comes from."""
    points = corners_at(body.shape, body.pose, corners)
    bright = palette.lighter(color, BRIGHT)
    if len(points) > 2:
        loop = sort_around(points, direction)
        builder.polygon(loop, palette.faded(bright, 0.45))
        builder.path(loop, bright, FEATURE_WIDTH, closed=True)
    elif points:
        builder.line(points[0], points[-1], bright, FEATURE_WIDTH)


def _runner_up(sight: Sight) -> sat.Axis | None:
    """The axis with the second smallest overlap, at the end of a run; None while another axis is shown."""
    if not sight.is_last or not sight.so_far or sight.so_far[-1].runner_up_at < 0:
        return None
    runner_up: sat.Axis = sight.so_far[sight.so_far[-1].runner_up_at].axis
    return runner_up


def _runner_up_name(sight: Sight) -> str:
    return "tie" if sat.axes_tie(sight.so_far[-1]) else "runner-up"


def _draw_runner_up(builder: Builder, tail: Vec3, head: Vec3, name: str, words: str) -> None:
    builder.arrow(tail, head, palette.DROPPED, 2)
    builder.label(f"{name}: {words}", head, palette.DROPPED, 2, away_from=tail)


def _draw_overlap(builder: Builder, axis: sat.Axis, base: Vec3, below: Vec3 | None, part: float) -> None:
    """Draws the overlap or gap between A's end and B's start, with a label away from `below`, or none for None."""
    start, end = (along(base, axis.direction, t) for t in (axis.interval_b[0], axis.interval_a[1]))
    if part < 1:
        builder.line(start, point_between(start, end, part), palette.TEXT, 3)
        return
    builder.line(start, end, palette.TEXT if axis.relation == sat.Relation.GAP else palette.OVERLAP, 3)
    if below is not None:
        middle = scale(add(start, end), 0.5)
        builder.label(" ".join(overlap(axis)), middle, palette.OVERLAP, 5, away_from=below)


def _beside(
    bodies: tuple[Body, Body], direction: Vec3, ends: tuple[float, float], middle: Vec3, radius: float
) -> tuple[Vec3, Vec3]:
    """The direction in which the bars are stacked, and their base point: like a dimension line beside the shapes.

    It is beside them as seen from the usual corner, whatever the camera is, so that nothing jumps while that orbits: to
    the side that leaves more room in the view.  An axis that points at the corner has its bars above the shapes.
    """
    across = cross(direction, CORNER)
    side = unit(across) if norm(across) > FACING else _square_to_axis(direction)
    center = convex(bodies[0].shape, bodies[0].pose).center

    def room(way: Vec3) -> float:
        starts = (sub(along(center, direction, end), middle) for end in ends)
        return min(_leaving(start, way, SEEN * radius) for start in starts) - 2 * RAIL * radius

    def excess(way: Vec3) -> float:
        return max(round(_height(bodies, way, center) + ASIDE * radius - room(way), 9), 0.0)

    way = min((side, neg(side)), key=excess)
    top = _height(bodies, way, center)
    return way, along(center, way, max(top + NEAREST * radius, min(top + ASIDE * radius, room(way))))


def _arrow_end(builder: Builder, base: Vec3, way: Vec3, end: float, radius: float) -> float:
    """How far the arrow reaches from `base`: beyond the end of the bars, as far as it is in the view."""
    return max(end, min(end + ASIDE * radius, _leaving(sub(base, builder.center), way, SEEN * radius)))


def _leaving(start: Vec3, way: Vec3, radius: float) -> float:
    """How far from `start` a ray along a unit vector leaves a ball around the zero point, or where it passes by it."""
    past = -dot(way, start)
    return past + sqrt(max(past * past - dot(start, start) + radius * radius, 0.0))


def _square_to_axis(direction: Vec3) -> Vec3:
    """The unit vector perpendicular to the axis that points most upwards; sideways for a vertical axis."""
    up = (0.0, 1.0, 0.0) if abs(direction[1]) < 0.9 else (1.0, 0.0, 0.0)
    return unit(along(up, direction, -dot(up, direction)))


def _height(bodies: tuple[Body, Body], up: Vec3, base: Vec3) -> float:
    """The extent of the two bodies along `up`, measured from `base`."""
    tops = [support(convex(body.shape, body.pose), up)[0] for body in bodies]
    return max(dot(up, sub(top, base)) for top in tops)
