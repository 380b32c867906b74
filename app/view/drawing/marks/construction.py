"""Marks for the construction of A − B: copies of −B on A, the differences of vertices, and what −B has swept over.

The difference view shows A as seen from the centre of B, and −B on it, so that A − B grows where the algorithms place
it.  The world view shows the same copy of −B on A itself, and B's vertices joined to the vertex of A under it: an arrow
from b to a is the difference a − b.
"""

from math import cos, pi, sin
from typing import assert_never

import numpy as np

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer, PointStyle, at
from gjkscope.app.view.drawing.ghost import draw_ghost, draw_ghost_of
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.app.view.drawing.outline import folds
from gjkscope.app.view.drawing.reflected import reflected, resize_surface
from gjkscope.app.view.drawing.surfaces import drawn_hull, surface
from gjkscope.engine.construction.steps import Construction, ConstructionPhase, State
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, add, along, product, row_times, scale, sub

STEPS = (State,)

REFLECTED = palette.lighter(palette.B, 0.4)  # −B, so that it is not taken for B
POINT = palette.lighter(palette.DIFFERENCE, 0.35)  # a difference a − b
FEW = 6  # label and join the differences of one vertex up to this count
RINGED = 8  # mark new differences up to this count; more rings would overlap
MANY_EDGES = 200  # more would cover the surface
MOST_EARLIER = 12  # earlier copies of −B are drawn as ghosts up to this count, to leave the points visible


def shows_difference(step: State) -> bool:
    """Whether A − B itself is shown: only once it has been built."""
    return step.phase is ConstructionPhase.COMPLETE


def draw_in_world(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws −B on A, and the differences as arrows from the vertices of B to the vertex of A."""
    (_, b), built = sight.run.value.whole
    if step.phase in (ConstructionPhase.START, ConstructionPhase.HULL, ConstructionPhase.COMPLETE):
        return
    center = add(step.center(progress_of(step, sight)), built.reference)
    if step.phase is ConstructionPhase.REFLECT:
        _draw_reflecting(builder, step, b, built, built.reference, sight.part("reflect"))
        _draw_reflection(builder, step, built, sight.part("reflect"))
        return
    _draw_reflected(builder, b, built, center, 0.2)
    builder.point(center, palette.A, 13)
    if step.phase is ConstructionPhase.TRAVEL:
        builder.line(add(step.start, built.reference), add(step.end, built.reference), palette.A, 4)
        return
    if not sight.shows("differences"):
        return
    builder.point(center, palette.NEW, 21, PointStyle.RING)
    builder.label(f"a{step.end_vertex}", center, palette.A, 8, away_from=sight.bodies[0].pose.position)
    _draw_arrows(builder, step, built, center)


def draw_in_difference(builder: Builder, step: State, sight: Sight, radius: float) -> None:
    """Draws A as seen from the centre of B, −B on it, and the part of A − B built so far."""
    (a, b), built = sight.run.value.whole
    progress = progress_of(step, sight)
    draw_ghost(builder, a, built.pose_a, palette.A, 0.16)
    builder.label(a.name, built.pose_a.position, palette.A, 3)
    match step.phase:
        case ConstructionPhase.START:
            draw_ghost(builder, b, Pose(b.pose.rotation, sub(b.pose.position, built.reference)), palette.B, 0.3)
            builder.label(b.name, scale(step.corners[0], -1), palette.B, 3, away_from=ZERO)
        case ConstructionPhase.REFLECT:
            draw_ghost(builder, b, Pose(b.pose.rotation, sub(b.pose.position, built.reference)), palette.B, 0.2)
            _draw_reflecting(builder, step, b, built, ZERO, progress)
            builder.label(f"−{b.name}", scale(step.corners[0], 2 * progress - 1), REFLECTED, 7, away_from=ZERO)
        case ConstructionPhase.VERTEX:
            _draw_earlier(builder, step, b, built)
            _draw_reflected(builder, b, built, step.center(progress), 0.3)
            _draw_new_points(builder, step, sight.part("differences"))
        case ConstructionPhase.HULL:
            _draw_hull(builder, built, progress)
            _draw_points(builder, built, len(built.points), 8)
        case ConstructionPhase.TRAVEL:
            _draw_swept(builder, built, sight.number, progress)
            _draw_way(builder, step, built, sight.number, progress)
            _draw_reflected(builder, b, built, step.center(progress), 0.35)
            builder.point(step.center(progress), palette.A, 11)
        case ConstructionPhase.COMPLETE:
            _draw_points(builder, built, len(built.points), 6)
            builder.label(f"{a.name} − {b.name}", _highest(built), palette.lighter(palette.DIFFERENCE, 0.4), 7)
        case _:
            assert_never(step.phase)


BEAT_OF = {
    ConstructionPhase.REFLECT: "reflect",
    ConstructionPhase.VERTEX: "place",
    ConstructionPhase.HULL: "hull",
    ConstructionPhase.TRAVEL: "sweep",
}


def progress_of(step: State, sight: Sight) -> float:
    """The fraction of the motion of the step that has passed, 0 … 1."""
    if step.phase is ConstructionPhase.TRAVEL and sight.is_at("sweep") and sight.beat is not None:
        return sight.beat.progress  # at constant speed, as the sweep does not stop at the vertices
    return sight.part(BEAT_OF[step.phase]) if step.phase in BEAT_OF else 1.0


def _draw_reflecting(
    builder: Builder, step: State, b: Body, built: Construction, center: Vec3, progress: float
) -> None:
    """Draws B on its way to −B: in 2D it turns about its centre, in 3D each point moves through the centre."""
    if progress >= 1:
        _draw_reflected(builder, b, built, center, 0.3)
        return
    skin = surface(b.shape)
    if step.planar:
        turn = Pose(_about_z(pi * progress), center)
        start = Pose(b.pose.rotation, sub(b.pose.position, built.reference))
        pose = Pose(product(turn.rotation, start.rotation), apply(turn, start.position))
    else:
        # Scaled about the centre, by a factor from 1 to −1.
        factor = 1 - 2 * progress
        skin = resize_surface(skin if factor > 0 else reflected(skin), abs(factor))
        away = sub(b.pose.position, built.reference)
        pose = Pose(b.pose.rotation, add(center, scale(away, factor)))
    builder.skin(skin, pose, palette.faded(palette.B, 0.3), Layer.TRANSLUCENT)
    builder.edges(skin.edges, pose, REFLECTED, 2.0, 6)


def _about_z(angle: float) -> Mat3:
    return ((cos(angle), -sin(angle), 0.0), (sin(angle), cos(angle), 0.0), (0.0, 0.0, 1.0))


def _draw_reflected(builder: Builder, b: Body, built: Construction, center: Vec3, alpha: float) -> None:
    """Draws −B with its centre there."""
    skin, pose = reflected(surface(b.shape)), built.reflected_pose(center)
    builder.skin(skin, pose, palette.faded(palette.B, alpha), Layer.TRANSLUCENT)
    if len(skin.edges) <= MANY_EDGES:  # on top, as it is inside of A and of what it has been swept over
        builder.segments(at(skin.edges, pose), REFLECTED, 2.0, 6, Layer.ON_TOP)
    else:
        builder.edges(skin.edges, pose, REFLECTED, 1.2)
    if skin.soft:
        builder.outline(folds(skin), pose, REFLECTED, 2.0)


def _draw_reflection(builder: Builder, step: State, built: Construction, progress: float) -> None:
    """Joins each vertex of B to its reflection, if there are few."""
    builder.point(built.reference, palette.B, 9)
    builder.label("c", built.reference, palette.B, 6)
    if len(step.corners) > FEW:
        return
    for name, corner in zip(step.vertices_b, step.corners, strict=True):
        before, after = sub(built.reference, corner), along(built.reference, corner, 2 * progress - 1)
        if step.planar and progress < 1:
            after = add(built.reference, row_times(_about_z(pi * (progress - 1)), corner))
        builder.line(before, after, palette.faded(REFLECTED, 0.6), 1.4, 4)
        builder.point(after, REFLECTED, 8)
        builder.label(f"b{name}", before, palette.B, 5, away_from=built.reference)
        builder.label(f"−b{name}", after, REFLECTED, 5, away_from=built.reference)


def _draw_arrows(builder: Builder, step: State, built: Construction, center: Vec3) -> None:
    """Draws the differences of this vertex of A as arrows from the vertices of B."""
    if len(step.corners) > FEW:
        return
    for name, corner in zip(step.vertices_b, step.corners, strict=True):
        tail = sub(center, corner)
        builder.arrow(tail, center, palette.faded(POINT, 0.75), 2)
        builder.point(tail, palette.B, 8)
        builder.label(f"b{name}", tail, palette.B, 5, away_from=built.reference)


def _draw_earlier(builder: Builder, step: State, b: Body, built: Construction) -> None:
    """Draws the earlier copies of −B faintly, and their corners."""
    visited = step.found // len(step.corners) - 1
    ghost = reflected(surface(b.shape))
    for center in built.centers[max(visited - MOST_EARLIER, 0) : visited].tolist():
        pose = built.reflected_pose((center[0], center[1], center[2]))
        builder.edges(ghost.edges, pose, palette.faded(REFLECTED, 0.4), 1.1, 4)
    _draw_points(builder, built, visited, 7)


def _draw_new_points(builder: Builder, step: State, progress: float) -> None:
    """Draws the differences of this step, with their names and the arrows from the origin if there are few."""
    few = len(step.corners) <= FEW
    if progress == 0:
        return
    for name, corner in zip(step.vertices_b, step.corners, strict=True):
        builder.point(corner, POINT, 10 if few else 7)
        if len(step.corners) <= RINGED:
            builder.point(corner, palette.NEW, 17, PointStyle.RING)
        if few:
            builder.arrow(ZERO, scale(corner, progress), palette.faded(POINT, 0.75), 2)
            builder.label(f"a{step.end_vertex} − b{name}", corner, POINT, 6, away_from=step.end)
    builder.point(step.end, palette.A, 11)
    builder.label(f"a{step.end_vertex}", step.end, palette.A, 5)


def _draw_points(builder: Builder, built: Construction, count: int, size: float) -> None:
    """Draws the differences of the first `count` vertices of A."""
    for x, y, z in built.points[:count].reshape(-1, 3).tolist():
        builder.point((x, y, z), POINT, size)


def _draw_hull(builder: Builder, built: Construction, progress: float) -> None:
    hull = drawn_hull(built.hull)
    draw_ghost_of(builder, hull, Pose(position=built.offset), palette.DIFFERENCE, 0.22 * progress)
    builder.edges(hull.edges, Pose(position=built.offset), palette.faded(POINT, progress), 2.2)


def _draw_swept(builder: Builder, built: Construction, number: int, progress: float) -> None:
    """Draws what −B has been swept over, and in dashes the hull that it will fill."""
    placed = Pose(position=built.offset)
    for swept in built.swept(number, progress):
        piece = built.piece(swept)
        builder.skin(drawn_hull(piece.hull, piece.smooth), placed, _cover_color(), Layer.SOLID)
    if not built.difference.smooth:
        builder.edges(drawn_hull(built.hull).edges, placed, POINT, 1.4, 5)


def _cover_color() -> Color:
    """An opaque colour, so that overlapping pieces look like one."""
    return palette.DIFFERENCE


def _draw_way(builder: Builder, step: State, built: Construction, number: int, progress: float) -> None:
    """Draws the edges of A that −B has been swept along."""
    first = number - next(i for i, entry in enumerate(built.steps) if entry.phase is ConstructionPhase.TRAVEL)
    for move in built.moves[:first]:
        builder.line(_center(built, move.start), _center(built, move.end), palette.A, 3.5)
    builder.line(step.start, step.center(progress), palette.A, 3.5)


def _center(built: Construction, vertex: int) -> Vec3:
    x, y, z = built.centers[vertex].tolist()
    return (x, y, z)


def _highest(built: Construction) -> Vec3:
    points = built.points.reshape(-1, 3)
    x, y, z = points[int(np.argmax(points[:, 1]))].tolist()
    return (x, y, z)
