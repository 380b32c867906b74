"""How bodies move: their velocities, the ways they have come, the pushes of the tick, and what a terrain is made of."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from gjkscope.app.base.identity import Identity
from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color, Floats, Layer
from gjkscope.app.drawing.surfaces import placed, surface
from gjkscope.app.model.simulation import Simulation
from gjkscope.app.runs.answers import is_terrain
from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.engine.simulation.simulation import Tick
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO, Vec3, along, norm, unit

# An arrow shows where the body comes to in this time, but is never longer than the second of these, nor shorter than
# the first, as parts of the scene's radius: a bullet's would leave the view, and a slow body's be lost in it.
SECONDS = 0.25
SHORTEST, LONGEST = 0.08, 0.45
TURN_DASH = 4.0
FAR = 0.06  # of the scene's radius: places further apart than that are seen one by one
MOST_OF_A_WAY = 240  # ticks: longer ways of many bodies would hide them


class Course(NamedTuple):
    """What a simulation has been through up to the tick that is shown: a key for what is drawn of it."""

    start: Identity  # the scene
    ticks: Identity
    number: int

    @property
    def so_far(self) -> tuple[Tick, ...]:
        """The last ticks up to the one that is shown."""
        ticks: tuple[Tick, ...] = self.ticks.value
        return ticks[max(self.number + 1 - MOST_OF_A_WAY, 0) : self.number + 1]


def course_of(simulation: Simulation | None) -> Course | None:
    if simulation is None:
        return None
    return Course(Identity(simulation.start), Identity(simulation.ticks), simulation.number)


def draw_velocity(builder: Builder, body: Body, radius: float) -> None:
    """Nothing for a body that does not move."""
    origin, (velocity, turning) = body.pose.position, body.motion
    if velocity != ZERO:
        tip = along(origin, unit(velocity), _within(norm(velocity) * SECONDS, radius))
        builder.arrow(origin, tip, palette.NEW, 3)
        builder.label(f"{number(norm(velocity), 3)} m/s", tip, palette.NEW, 5, away_from=origin)
    if turning != ZERO:
        tip = along(origin, unit(turning), SHORTEST * 2 * radius)
        builder.line(origin, tip, palette.NEW, 2, TURN_DASH)
        builder.label(f"turns {number(norm(turning), 3)} rad/s", tip, palette.NEW, 3, away_from=origin)


def draw_course(builder: Builder, course: Course, colors: Mapping[str, Color], radius: float) -> None:
    """The ways and the pushes of the bodies that have a colour, by their names; and what terrains are made of."""
    scene: Scene = course.start.value
    ticks = course.so_far
    for i, body in enumerate(scene.bodies):
        if body.name not in colors:
            continue
        if is_terrain(body):
            _draw_triangles(builder, body)
        else:
            _draw_way(builder, np.array([tick.places[i].pose.position for tick in ticks]), colors[body.name], radius)
    for push in ticks[-1].pushes:
        if scene.names[push.body] in colors:
            _draw_push(builder, ticks[-1].places[push.body].pose.position, push.by, radius)


def _draw_triangles(builder: Builder, body: Body) -> None:
    """The edges of all triangles of a terrain: also those in a plane, at which bodies stumble."""
    corners = placed(surface(body.shape), body.pose).positions[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2, 3)
    # On top: in the surface they would flicker, and be lost where it is translucent.
    builder.segments(corners, palette.faded(palette.TEXT, 0.3), 1.0, layer=Layer.ON_TOP)


def _draw_way(builder: Builder, places: Floats, color: Color, radius: float) -> None:
    """The way so far; of what comes far from tick to tick also where it was at each, which is all that is looked at."""
    strides = places[1:] - places[:-1]
    if not strides.any():
        return
    builder.segments(np.stack((places[:-1], places[1:]), axis=1), palette.faded(color, 0.75), 1.6)
    far = np.einsum("ij,ij->i", strides, strides) > (FAR * radius) ** 2
    for x, y, z in places[:-1][far].tolist():
        builder.point((x, y, z), color, 8)


def _draw_push(builder: Builder, to: Vec3, by: Vec3, radius: float) -> None:
    """To where the body is now; one too short to be seen is drawn longer, and its label says how long it is."""
    tail = along(to, unit(by), -_within(norm(by), radius))
    builder.arrow(tail, to, palette.CHOSEN, 4)
    builder.label(f"pushed {number(norm(by), 3)} m", tail, palette.CHOSEN_TEXT, 6, away_from=to)


def _within(length: float, radius: float) -> float:
    return min(max(length, SHORTEST * radius), LONGEST * radius)
