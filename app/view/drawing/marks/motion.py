"""Marks for a simulation: velocities, paths, pushes or contact points of the current tick, triangles of a terrain."""

from collections.abc import Collection, Mapping, Sequence
from math import cos, sin
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.runs.answers import is_terrain
from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Floats, Layer
from gjkscope.app.view.drawing.surfaces import surface, surface_at
from gjkscope.engine.simulation.response import Response
from gjkscope.engine.simulation.simulation import WorldTick
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, along, norm, unit

# A velocity arrow shows the distance covered in SECONDS, clamped to these fractions of the scene's radius: otherwise a
# bullet's arrow would leave the view, and a slow body's would be invisible.
SECONDS = 0.25
SHORTEST, LONGEST = 0.08, 0.45
LONGEST_IMPULSE, LEAST_IMPULSE = 0.16, 0.2  # of the arrow of the strongest impulse; of that, the shortest arrow
TURN_DASH = 4.0
ARC, ARC_LINES = 2.0, 12  # the arc of an angular velocity in 2D: radians, and the number of its lines
FAR = 0.06  # fraction of the scene's radius: positions further apart than this get a dot each
MOST_OF_A_WAY = 240  # ticks: longer paths of many bodies would hide the bodies


class MotionTrail(NamedTuple):
    """The ticks of a simulation up to the one shown; hashable, so drawings can be cached by it."""

    start: Identity  # the scene
    ticks: Identity
    number: int

    @property
    def so_far(self) -> tuple[WorldTick, ...]:
        """The last ticks up to the one shown."""
        ticks: tuple[WorldTick, ...] = self.ticks.value
        return ticks[max(self.number + 1 - MOST_OF_A_WAY, 0) : self.number + 1]


class ContactMark(NamedTuple):
    """A contact point of a tick with impulses."""

    place: Vec3
    normal: Vec3
    impulse: float  # along the normal, N·s
    is_new: bool  # was not there in the previous tick


def trail_of(simulation: Simulation | None) -> MotionTrail | None:
    """The course of a simulation; None without one."""
    if simulation is None:
        return None
    return MotionTrail(Identity(simulation.start), Identity(simulation.ticks), simulation.number)


def draw_velocity(builder: Builder, body: Body, radius: float, labelled: bool = True) -> None:
    """Draws the linear and angular velocity, with their numbers if `labelled`; nothing for a body at rest."""
    origin, (velocity, turning) = body.pose.position, body.motion
    if velocity != ZERO:
        tip = along(origin, unit(velocity), _within(norm(velocity) * SECONDS, radius))
        builder.arrow(origin, tip, palette.NEW, 3)
        if labelled:
            builder.label(f"{number(norm(velocity), 3)} m/s", tip, palette.NEW, 5, away_from=origin)
    if turning != ZERO and body.shape.dimension == 2:
        _draw_turning(builder, origin, turning[2], radius)
    elif turning != ZERO:
        tip = along(origin, unit(turning), SHORTEST * 2 * radius)
        builder.line(origin, tip, palette.NEW, 2, TURN_DASH)
        if labelled:
            builder.label(f"turns {number(norm(turning), 3)} rad/s", tip, palette.NEW, 3, away_from=origin)


def _draw_turning(builder: Builder, center: Vec3, speed: float, radius: float) -> None:
    """Draws the angular velocity of a 2D body as an arc around its origin that ends in an arrow."""
    reach, way = 2 * SHORTEST * radius, 1.0 if speed > 0 else -1.0
    angles = [way * ARC * i / ARC_LINES for i in range(ARC_LINES + 1)]
    places = [(center[0] + reach * cos(angle), center[1] + reach * sin(angle), center[2]) for angle in angles]
    builder.path(places[:-1], palette.NEW, 2)
    builder.arrow(places[-2], places[-1], palette.NEW, 2)
    builder.label(f"turns {number(speed, 3)} rad/s", places[-1], palette.NEW, 3, away_from=center)


def draw_trail(
    builder: Builder, course: MotionTrail, colors: Mapping[str, Color], radius: float, contacts: bool = True
) -> None:
    """Draws the paths and pushes of the bodies named in `colors`, their `contacts`, and the triangles of terrains."""
    scene: Scene = course.start.value
    ticks = course.so_far
    for i, body in enumerate(scene.bodies):
        if body.name not in colors:
            continue
        if is_terrain(body):
            _draw_triangles(builder, body)
        else:
            _draw_way(builder, np.array([tick.places[i].pose.position for tick in ticks]), colors[body.name], radius)
    if contacts and ticks[-1].response is not None:
        _draw_contacts(builder, _contact_marks(ticks[-1].response, scene.names, colors), radius)
    for push in ticks[-1].pushes:
        if scene.names[push.body] in colors:
            _draw_push(builder, ticks[-1].places[push.body].pose.position, push.by, radius)


def _draw_contacts(builder: Builder, marks: list[ContactMark], radius: float) -> None:
    """Draws contact points, with an arrow along the normal that is as long as the impulse is great.

    Points that were not there in the previous tick are rings of another colour: their impulses started from zero.
    """
    most = max((mark.impulse for mark in marks), default=0.0)
    for mark in marks:
        color = palette.NEW if mark.is_new else palette.CONTACT
        if mark.impulse > 0:
            reach = max(mark.impulse / most, LEAST_IMPULSE) * LONGEST_IMPULSE * radius
            builder.arrow(mark.place, along(mark.place, mark.normal, reach), color, 3)
        builder.point(mark.place, color, 9)
        if mark.is_new:
            builder.point(mark.place, palette.BLACK, 4)
    strongest = max(marks, key=lambda mark: mark.impulse, default=None)
    if strongest is not None and strongest.impulse > 0:
        builder.label(f"{number(strongest.impulse, 3)} N·s", strongest.place, palette.CONTACT, 6)


def _contact_marks(response: Response, names: Sequence[str], shown: Collection[str]) -> list[ContactMark]:
    """The contact points of a tick between bodies that are shown."""
    impulses = {impulse.key: impulse.total for impulse in response.impulses}
    known = {impulse.key for impulse in response.earlier}
    return [
        ContactMark(point.position, contact.normal_at(point), impulses.get(key, 0.0), key not in known)
        for contact in response.manifolds
        if {names[body] for body in contact.pair} <= set(shown)
        for point in contact.points
        for key in [contact.key_of(point)]
    ]


def _draw_triangles(builder: Builder, body: Body) -> None:
    """Draws all triangle edges of a terrain, including those between coplanar triangles, where bodies catch."""
    corners = surface_at(surface(body.shape), body.pose).positions[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2, 3)
    # On top: within the surface they would flicker, and vanish where it is translucent.
    builder.segments(corners, palette.faded(palette.TEXT, 0.3), 1.0, layer=Layer.ON_TOP)


def _draw_way(builder: Builder, places: Floats, color: Color, radius: float) -> None:
    """Draws the path so far, with a dot at each tick after which a fast body has moved far.

    The dots show that only the positions at the ticks are tested for contact, not those in between.
    """
    strides = places[1:] - places[:-1]
    if not strides.any():
        return
    builder.segments(np.stack((places[:-1], places[1:]), axis=1), palette.faded(color, 0.75), 1.6)
    far = np.einsum("ij,ij->i", strides, strides) > (FAR * radius) ** 2
    for x, y, z in places[:-1][far].tolist():
        builder.point((x, y, z), color, 8)


def _draw_push(builder: Builder, to: Vec3, by: Vec3, radius: float) -> None:
    """Draws an arrow that ends at the body; it is clamped to a visible length, and the label gives the true one."""
    tail = along(to, unit(by), -_within(norm(by), radius))
    builder.arrow(tail, to, palette.CHOSEN, 4)
    builder.label(f"pushed {number(norm(by), 3)} m", tail, palette.CHOSEN_TEXT, 6, away_from=to)


def _within(length: float, radius: float) -> float:
    return min(max(length, SHORTEST * radius), LONGEST * radius)
