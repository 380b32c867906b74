"""Marks for EPA with Newton's method: those of EPA, and the cap around the normal in which the depth is known."""

from math import cos, pi, sin, sqrt

from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame
from gjkscope.app.view.drawing.marks import epa as epa_marks
from gjkscope.app.view.drawing.marks.sight import Sight
from gjkscope.engine import epa_newton
from gjkscope.engine.epa_newton.explain import cap_angle, has_cap
from gjkscope.engine.vectors import ZERO, Vec3, along, scale

STEPS = (epa_newton.State,)

CIRCLE = 48  # corners of the rim of a cap
DASH = 5.0  # pixels


def draw_in_world(builder: Builder, step: epa_newton.State, sight: Sight, radius: float) -> None:
    """Draws the support points."""
    epa_marks.draw_in_world(builder, step.polytope, sight, radius)


def draw_in_difference(builder: Builder, step: epa_newton.State, sight: Sight, radius: float) -> None:
    """Draws the polytope, the search and the bounds as for EPA, and the cap on the sphere inside A − B."""
    epa_marks.draw_in_difference(builder, step.polytope, sight, radius)
    if not has_cap(step):
        return
    minimum = step.minimum
    builder.line(ZERO, scale(minimum.normal, minimum.height), palette.CHOSEN, 3)
    if minimum.cosine > -1:
        rim = _rim(step)
        builder.path(rim, palette.CHOSEN, 2, DASH, closed=True)
        builder.label(f"cap of {cap_angle(step):.0f}°", rim[0], palette.CHOSEN_TEXT, 6, away_from=ZERO)


def _rim(step: epa_newton.State) -> list[Vec3]:
    """The points of the sphere whose directions are at the cap's angle from the normal."""
    minimum = step.minimum
    _, u, v = frame(minimum.normal)
    middle = scale(minimum.normal, minimum.height * minimum.cosine)
    wide = minimum.height * sqrt(1 - minimum.cosine * minimum.cosine)
    turns = [2 * pi * i / CIRCLE for i in range(CIRCLE)]
    return [along(along(middle, u, wide * cos(turn)), v, wide * sin(turn)) for turn in turns]
