"""What the test of two balls looks like: the squares of the legs from one to the other, against that of the radii."""

from math import cos, pi, sin

import numpy as np

from gjkscope.app.drawing import palette
from gjkscope.app.drawing.builder import Builder
from gjkscope.app.drawing.drawlist import Color
from gjkscope.app.drawing.marks.sight import Sight
from gjkscope.app.drawing.marks.witnesses import draw_between
from gjkscope.engine import sphere
from gjkscope.engine.geometry.volumes import Ball
from gjkscope.engine.result import Exit
from gjkscope.engine.sphere.steps import Kind
from gjkscope.engine.text import AXES, number
from gjkscope.engine.vectors import IDENTITY, Vec3, add, along, scale

STEPS = (sphere.State,)

CIRCLE = 48  # segments
DASHES = (0.0, 8.0)  # of A's and B's balls


def draw_in_world(builder: Builder, step: sphere.State, sight: Sight, radius: float) -> None:
    """The balls that are tested, the legs from one to the other, and in the end what decides."""
    origin = sight.bodies[0].pose.position
    if step.test != Kind.BOX_A_BALL_B:
        _draw_ball(builder, step.volumes_a.ball, origin, palette.A, DASHES[0])
    if step.test != Kind.BALL_A_BOX_B:
        _draw_ball(builder, step.volumes_b.ball, origin, palette.B, DASHES[1])
    if step.exit == Exit.DEGENERATE_INPUT:
        return
    _draw_legs(builder, step, sight, origin)
    if step.exit != Exit.RUNNING:
        on_a, on_b = add(step.closest_a, origin), add(step.closest_b, origin)
        draw_between(builder, on_a, on_b)
        builder.label(_decision(step), scale(add(on_a, on_b), 0.5), palette.TEXT, 9)


def draw_in_difference(builder: Builder, step: sphere.State, sight: Sight, radius: float) -> None:
    """Nothing: the balls are not those of A − B."""


def _draw_ball(builder: Builder, ball: Ball, origin: Vec3, color: Color, dash: float) -> None:
    """Its three great circles along the axes, and its centre."""
    center = add(ball.center, origin)
    turns = [2 * pi * i / CIRCLE for i in range(CIRCLE + 1)]
    for i in range(3):
        u, v = IDENTITY[(i + 1) % 3], IDENTITY[(i + 2) % 3]
        circle = np.array([along(along(center, u, ball.radius * cos(t)), v, ball.radius * sin(t)) for t in turns])
        builder.segments(np.stack([circle[:-1], circle[1:]], axis=1), palette.faded(color, 0.9), 1.4, dash)
    builder.point(center, color, 9)


def _draw_legs(builder: Builder, step: sphere.State, sight: Sight, origin: Vec3) -> None:
    """From one to the other along x, y and z in turn; that of this step is the thick one."""
    from_b = step.test == Kind.BOX_A_BALL_B  # a box has no centre to set out from
    here = add((step.volumes_b if from_b else step.volumes_a).ball.center, origin)
    for one in sight.so_far:
        there = along(here, IDENTITY[one.iteration], -one.offset if from_b else one.offset)
        is_this = one is step
        builder.line(here, there, palette.CHOSEN if is_this else palette.TEXT, 4 if is_this else 2)
        text = f"Δ{AXES[one.iteration]} {number(abs(one.offset))} m"
        builder.label(text, scale(add(here, there), 0.5), palette.CHOSEN_TEXT if is_this else palette.TEXT, 4)
        here = there


def _decision(step: sphere.State) -> str:
    apart = step.exit == Exit.SEPARATING_AXIS
    sign, outcome = (">", "apart") if apart else ("≤", "they meet")
    return f"Δ² {number(step.squared)} {sign} r² {number(step.limit)} m²: {outcome}"
