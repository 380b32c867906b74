"""Marks for manifold generation: candidates for the normal, the faces, each cut of the polygon, and the points.

Each point is drawn on both bodies, joined by its depth.  The last step also shows the exact manifold, dashed, and marks
points that belong to neither body.
"""

from collections.abc import Sequence
from math import atan2

from gjkscope.app.ask.runs.runs import judge_run_contacts
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame
from gjkscope.app.view.drawing.drawlist import Color, PointStyle
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.marks.simplex import draw_plane
from gjkscope.engine.contacts.explain import with_body_names
from gjkscope.engine.contacts.records import Manifold
from gjkscope.engine.contacts.steps import ClipVertex, ContactPhase, State
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, scale, sub

STEPS = (State,)

FACE_A, FACE_B = palette.lighter(palette.A, 0.4), palette.lighter(palette.B, 0.4)
POLYGON = palette.lighter(palette.DIFFERENCE, 0.3)
FACE_WIDTH, POLYGON_WIDTH, ARROW_WIDTH = 4.0, 3.0, 5.0
ARROW = 0.45  # length of the normal, relative to the view's radius
PLANE = 0.5  # side of a clip plane, likewise
MOST_NAMED = 8  # corners with a label; more would cover the polygon


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    match step.phase:
        case ContactPhase.AXIS:
            _draw_axes(builder, step, sight, radius)
        case ContactPhase.FACES:
            _draw_faces(builder, step)
            _draw_polygon(builder, step.after, POLYGON)
        case ContactPhase.POINTS:
            _draw_points(builder, step, sight, radius)
        case _:
            _draw_faces(builder, step)
            _draw_change(builder, step, sight, radius)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the normal from the origin, and after the last step as long as the depth: to the boundary of A − B."""
    if step.normal == ZERO:
        return
    if step.exit == Exit.RUNNING or not step.points:
        builder.arrow(ZERO, scale(step.normal, ARROW * radius), palette.CONTACT, ARROW_WIDTH)
        return
    depth = max(point.depth for point in step.points)
    builder.arrow(ZERO, scale(step.normal, depth), palette.CONTACT, ARROW_WIDTH)
    builder.label(_depth_words(depth), scale(step.normal, depth), palette.CONTACT, 8, away_from=ZERO)


def _draw_axes(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the candidates from A's centre, and the winner."""
    center, length = sight.bodies[0].pose.position, ARROW * radius
    shown = sight.part("choice")
    for axis in step.candidates:
        if not axis.chosen:
            builder.arrow(center, along(center, axis.vector, length * shown), palette.faded(palette.DROPPED, 0.7), 2.0)
    if step.normal == ZERO or shown == 0:
        return
    tip = along(center, step.normal, length * shown)
    builder.arrow(center, tip, palette.CONTACT, ARROW_WIDTH)
    builder.label("normal", tip, palette.CONTACT, 8, away_from=center)


def _draw_faces(builder: Builder, step: State) -> None:
    for corners, color in ((step.face_a, FACE_A), (step.face_b, FACE_B)):
        if len(corners) == 1:
            builder.point(corners[0], color, 12)
        elif corners:
            builder.path(corners, color, FACE_WIDTH, closed=len(corners) > 2)


def _draw_change(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the polygon before, what cuts it, and what is left."""
    if step.plane is not None:
        draw_plane(builder, step.plane.point, step.plane.normal, PLANE * radius * sight.part("plane"), palette.SEARCH)
    shown = sight.part("result")
    _draw_outline(builder, [corner.position for corner in step.before], palette.DROPPED, 5.0)
    if shown == 0:
        _draw_polygon(builder, step.before, POLYGON)
        return
    _draw_polygon(builder, step.after, POLYGON)
    before, after = {corner.id for corner in step.before}, {corner.id for corner in step.after}
    gone = [corner for corner in step.before if corner.id not in after]
    new = [corner for corner in step.after if corner.id not in before]
    for corner in gone:
        builder.point(corner.position, palette.faded(palette.DROPPED, shown), 9)
    for corner in new:
        builder.point(corner.position, palette.NEW, 19 * shown, PointStyle.RING)
    _draw_names(builder, gone, palette.DROPPED, sight, " removed")
    _draw_names(builder, new, POLYGON, sight)


def _draw_points(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws the points on both bodies, and the exact manifold behind them."""
    judged = judge_run_contacts(sight.run.value.whole)
    if judged.exact is not None and step.policy != judged.exact.policy:
        _draw_outline(builder, [point.position for point in judged.exact.points], palette.TEXT, 6.0)
    _draw_outline(builder, _around([point.position for point in step.points], step.normal), POLYGON, 0.0)
    parts = sight.run.value.whole.found.parts
    ghosts = {contact.point.id for contact in parts.contacts if contact.is_ghost} if parts is not None else ()
    for point, fault in zip(step.points, judged.points, strict=True):
        builder.line(point.position_a, point.position_b, palette.CONTACT, 4)
        builder.point(point.position_a, palette.A, 9)
        builder.point(point.position_b, palette.B, 9)
        if point.id in ghosts:
            continue
        words = _depth_words(point.depth)
        if fault.is_phantom:
            builder.point(point.position, palette.WRONG, 23, PointStyle.RING)
            words = f"× phantom, {number(max(fault.off_a, fault.off_b), 3)} m off"
        color = palette.WRONG if fault.is_phantom else palette.CONTACT
        builder.label(words, point.position, color, 9 if fault.is_phantom else 6)
    if step.points:
        center = _mean([point.position for point in step.points])
        builder.arrow(center, along(center, step.normal, ARROW * radius), palette.CONTACT, 3.0)
    for pair in parts.manifolds if parts is not None else ():
        if pair.ghost_of:
            _draw_ghost(builder, pair.manifold, radius)


def _draw_ghost(builder: Builder, contact: Manifold, radius: float) -> None:
    """Draws the points of a pair of parts that push on a face of a seam, and where they push."""
    places = [point.position for point in contact.points]
    _draw_outline(builder, _around(places, contact.normal), palette.WRONG, 4.0)
    center = _mean(places)
    tip = along(center, contact.normal, ARROW * radius)
    builder.arrow(center, tip, palette.WRONG, ARROW_WIDTH)
    builder.label("× ghost contact at a seam", tip, palette.WRONG, 10, away_from=center)


def _draw_polygon(builder: Builder, corners: Sequence[ClipVertex], color: Color) -> None:
    places = [corner.position for corner in corners]
    if len(places) > 2:
        builder.polygon(places, palette.faded(color, 0.35))
    _draw_outline(builder, places, color, 0.0)
    for position in places:
        builder.point(position, color, 8)


def _draw_outline(builder: Builder, places: Sequence[Vec3], color: Color, dash: float) -> None:
    if len(places) > 1:
        builder.path(places, color, POLYGON_WIDTH if dash == 0 else 2.0, dash, closed=len(places) > 2)


def _around(places: Sequence[Vec3], normal: Vec3) -> list[Vec3]:
    """The places in order around the normal: some policies keep points in no order."""
    if len(places) < 4:
        return list(places)
    center, (_, u, v) = _mean(places), frame(normal)

    def angle(point: Vec3) -> float:
        away = sub(point, center)
        return atan2(dot(away, v), dot(away, u))

    return sorted(places, key=angle)


def _mean(places: Sequence[Vec3]) -> Vec3:
    x, y, z = (sum(point[k] for point in places) / len(places) for k in range(3))
    return x, y, z


def _draw_names(builder: Builder, corners: Sequence[ClipVertex], color: Color, sight: Sight, suffix: str = "") -> None:
    if len(corners) > MOST_NAMED:
        return
    a, b = (body.name for body in sight.bodies)
    for corner in corners:
        builder.label(f"{with_body_names(corner.id, a, b)}{suffix}", corner.position, color, 5)


def _depth_words(depth: float) -> str:
    return f"{number(depth, 4)} m deep" if depth >= 0 else f"{number(-depth, 4)} m apart"
