"""Marks for brute force: a vertex with its ray and the crossings, or an edge and the faces it intersects."""

import numpy as np

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import PointStyle
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import brute
from gjkscope.engine.brute.explain import measured_feature
from gjkscope.engine.brute.parity import DIRECTION, Location
from gjkscope.engine.brute.steps import BrutePhase
from gjkscope.engine.brute.surface import place_surface, surface_of
from gjkscope.engine.text import counted, number
from gjkscope.engine.vectors import Vec3, add, along

STEPS = (brute.State,)

BEYOND = 0.25  # fraction of the view's radius by which a ray extends past its last crossing
MANY = 12  # number the crossings up to this count; more labels would overlap


def draw_in_world(builder: Builder, step: brute.State, sight: Sight, radius: float) -> None:
    """Draws the vertex or edge under test on its own body, and what it hits on the other."""
    origin = sight.bodies[0].pose.position
    if step.phase == BrutePhase.EDGE:
        _draw_edge(builder, step, sight, origin)
    elif step.ray is not None:
        _draw_ray(builder, step, sight, origin, radius)
    for point in step.points if step.phase != BrutePhase.EDGE else ():
        builder.point(add(point, origin), palette.NEW, 12)
        location = step.location.name.lower().replace("_", " ")
        name = measured_feature(step, *(body.name for body in sight.bodies))
        builder.label(f"{name}: {location}", add(point, origin), palette.NEW, 8)


def draw_in_difference(builder: Builder, step: brute.State, sight: Sight, radius: float) -> None:
    """Draws nothing: brute force does not use A − B."""


def _draw_ray(builder: Builder, step: brute.State, sight: Sight, origin: Vec3, radius: float) -> None:
    """Draws the ray with numbered crossings and their count; crossings on an edge shared by faces get a ring."""
    start, crossings = add(step.points[0], origin), step.ray.crossings if step.ray else ()
    _draw_faces(builder, sight.bodies[1 - step.side], 1 - step.side, {crossing.face for crossing in crossings})
    end = along(start, DIRECTION, max((crossing.distance for crossing in crossings), default=0.0) + BEYOND * radius)
    builder.arrow(start, end, palette.SEARCH, 2.5)
    _number(builder, [add(crossing.point, origin) for crossing in crossings])
    for crossing in crossings:
        if crossing.shared:
            builder.point(add(crossing.point, origin), palette.SEARCH, 17, PointStyle.RING)
    parity = "inside" if step.location == Location.INSIDE else "outside"
    builder.label(f"{counted(len(crossings), 'crossing')}: {parity}", end, palette.SEARCH, 6, away_from=start)


def _draw_edge(builder: Builder, step: brute.State, sight: Sight, origin: Vec3) -> None:
    """Draws the edge, the faces it intersects, the intersections, and the depth of the pieces inside."""
    p, q = (add(point, origin) for point in step.points)
    _draw_faces(builder, sight.bodies[1 - step.side], 1 - step.side, {meeting.face for meeting in step.meetings})
    builder.line(p, q, palette.NEW, 4.5)
    builder.label(measured_feature(step, *(body.name for body in sight.bodies)), q, palette.NEW, 6, away_from=p)
    _number(builder, [add(meeting.point, origin) for meeting in step.meetings])
    for probe in step.probes:
        if probe.location == Location.INSIDE:
            point = add(probe.point, origin)
            builder.point(point, palette.CHOSEN, 12)
            builder.label(f"inside, {number(probe.depth)} m deep", point, palette.CHOSEN_TEXT, 7)


def _number(builder: Builder, points: list[Vec3]) -> None:
    for count, point in enumerate(points, 1):
        builder.point(point, palette.SEARCH, 9)
        if len(points) <= MANY:
            builder.label(f"{count}", point, palette.SEARCH, 5)


def _draw_faces(builder: Builder, body: Body, side: int, faces: set[int]) -> None:
    surface = surface_of(body.shape)
    if surface is None or not faces:
        return
    mine = np.isin(surface.faces, list(faces))
    corners = place_surface(surface, body.pose).corners[mine]
    bright = palette.lighter((palette.A, palette.B)[side], 0.5)
    for polygon in corners.tolist():
        builder.polygon(polygon, palette.faded(bright, 0.5))
