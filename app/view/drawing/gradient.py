"""Draws the gradient of the signed distance on B: an arrow for the translation, and an arc for the rotation.

At a kink, there is an arrow for each normal, and a dashed arc for each extreme witness point.
"""

from functools import lru_cache
from math import cos, pi, sin

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.cut import frame
from gjkscope.engine.gradients.derivative import DistanceGradient, Kink, PoseGradient, distance_gradient
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import PlacedPair, PolytopeShape, Shape
from gjkscope.engine.text import number
from gjkscope.engine.vectors import Vec3, along, norm, unit

ARROW, RING = 0.45, 0.22  # of the view's radius: the length of the arrow, the radius of the arc
ARC, POINTS = 1.6 * pi, 40  # of the arc: radians, and points to draw it
DASH = 6.0  # pixels: at a kink
LEAST_TURN = 1e-9  # of the view's radius: a slower change by a rotation has no arc
MOST_CORNERS = 100  # of a shape: with more, the axes of two that overlap take too long for a frame


def draw_gradient(builder: Builder, bodies: tuple[Body, Body], radius: float) -> None:
    """Draws the gradient by the pose of the second body; nothing if the pair has none."""
    a, b = bodies
    found = gradient_or_none((a.shape, a.pose, b.shape, b.pose))
    if found is None:
        return
    dash = DASH if found.kink in (Kink.WITNESSES, Kink.AXES) else 0.0
    center = b.pose.position
    for one in found.by_normal:
        head = along(center, one.normal, ARROW * radius)
        builder.arrow(center, head, palette.NEW, 2.5 if dash else 4)
        if one is found.by_normal[0]:
            words = "∂φ/∂t" if found.kink is not Kink.AXES else f"∂φ/∂t jumps, {len(found.by_normal)} normals"
            builder.label(words, head, palette.NEW, 4, away_from=center)
        for number_of, gradient in enumerate(one.gradients):
            named = one is found.by_normal[0] and number_of == 0
            _draw_turn(builder, center, gradient, radius, dash, named)


@lru_cache(maxsize=4)
def gradient_or_none(pair: PlacedPair) -> DistanceGradient | None:
    """The gradient; None if the pair has none, or has too many corners to find it between two frames."""
    if any(_corners(shape) > MOST_CORNERS for shape in pair[::2] if isinstance(shape, Shape)):
        return None
    try:
        return distance_gradient(*pair)
    except NotApplicable:
        return None


def _corners(shape: Shape) -> int:
    return len(shape.corners()) if isinstance(shape, PolytopeShape) else 0


def _draw_turn(builder: Builder, center: Vec3, gradient: PoseGradient, radius: float, dash: float, named: bool) -> None:
    """Draws an arc about the axis of the rotation that lets the distance grow fastest."""
    speed = norm(gradient.rotation)
    if speed <= LEAST_TURN * radius:
        return
    _, u, v = frame(unit(gradient.rotation))
    size = RING * radius
    arc = [
        along(along(center, u, size * cos(ARC * i / POINTS)), v, size * sin(ARC * i / POINTS))
        for i in range(POINTS + 1)
    ]
    builder.path(arc, palette.NEW, 1.5 if dash else 2.5, dash)
    builder.arrow(arc[-3], arc[-1], palette.NEW, 1.5 if dash else 2.5)
    if named:
        words = f"∂φ/∂ω {number(speed, 3)} m/rad" if not dash else "∂φ/∂ω jumps"
        builder.label(words, arc[-1], palette.NEW, 3, away_from=center)
