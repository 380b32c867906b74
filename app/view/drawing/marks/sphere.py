"""Marks for the bounding-sphere test: the squared offset per axis, compared with the squared sum of radii."""

from math import cos, pi, sin

import numpy as np

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.drawing.marks.segments import draw_between
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import sphere
from gjkscope.engine.geometry.volumes import Ball
from gjkscope.engine.result import Exit
from gjkscope.engine.sphere.steps import VolumeTest
from gjkscope.engine.text import AXES, number
from gjkscope.engine.vectors import IDENTITY, Vec3, add, along, scale

STEPS = (sphere.State,)

CIRCLE = 48  # segments
DASHES = (0.0, 8.0)  # of A's and B's spheres


def draw_in_world(builder: Builder, step: sphere.State, sight: Sight, radius: float) -> None:
    """Draws the tested spheres, the offsets between them along the axes, and in the last step the decision."""
    origin = sight.bodies[0].pose.position
    if step.test != VolumeTest.BOX_A_BALL_B:
        _draw_ball(builder, step.volumes_a.ball, origin, palette.A, DASHES[0])
    if step.test != VolumeTest.BALL_A_BOX_B:
        _draw_ball(builder, step.volumes_b.ball, origin, palette.B, DASHES[1])
    if step.exit == Exit.DEGENERATE_INPUT:
        return
    _draw_legs(builder, step, sight, origin)
    if step.exit != Exit.RUNNING:
        on_a, on_b = add(step.closest_a, origin), add(step.closest_b, origin)
        draw_between(builder, on_a, on_b)
        builder.label(_decision(step), scale(add(on_a, on_b), 0.5), palette.TEXT, 9)


def draw_in_difference(builder: Builder, step: sphere.State, sight: Sight, radius: float) -> None:
    """Draws nothing: the spheres bound A and B, not A − B."""


def _draw_ball(builder: Builder, ball: Ball, origin: Vec3, color: Color, dash: float) -> None:
    """Draws the sphere as three axis-aligned great circles and its centre."""
    center = add(ball.center, origin)
    turns = [2 * pi * i / CIRCLE for i in range(CIRCLE + 1)]
    for i in range(3):
        u, v = IDENTITY[(i + 1) % 3], IDENTITY[(i + 2) % 3]
        circle = np.array([along(along(center, u, ball.radius * cos(t)), v, ball.radius * sin(t)) for t in turns])
        builder.segments(np.stack([circle[:-1], circle[1:]], axis=1), palette.faded(color, 0.9), 1.4, dash)
    builder.point(center, color, 9)


def _draw_legs(builder: Builder, step: sphere.State, sight: Sight, origin: Vec3) -> None:
    """Draws the offsets along x, y and z in turn, the current step's as a thick line."""
    from_b = step.test == VolumeTest.BOX_A_BALL_B  # a box has no centre to start from
    here = add((step.volumes_b if from_b else step.volumes_a).ball.center, origin)
    for leg in sight.so_far:
        there = along(here, IDENTITY[leg.iteration], -leg.offset if from_b else leg.offset)
        is_this = leg is step
        builder.line(here, there, palette.CHOSEN if is_this else palette.TEXT, 4 if is_this else 2)
        text = f"Δ{AXES[leg.iteration]} {number(abs(leg.offset))} m"
        builder.label(text, scale(add(here, there), 0.5), palette.CHOSEN_TEXT if is_this else palette.TEXT, 4)
        here = there


def _decision(step: sphere.State) -> str:
    apart = step.exit == Exit.SEPARATING_AXIS
    sign, outcome = (">", "apart") if apart else ("≤", "spheres overlap")
    return f"Δ² {number(step.squared)} {sign} r² {number(step.limit)} m²: {outcome}"
