"""How a body moves, as arrows from its origin: its velocity, and the axis that it turns about."""

from engine.vectors import ZERO, Vec3, along, norm, unit
from engine.words import number

from ..scene import Body
from . import palette
from .builder import Builder

# An arrow shows where the body comes to in this time, but is never longer than the second of these, nor shorter than
# the first, as parts of the scene's radius: a bullet's would leave the view, and a slow body's be lost in it.
SECONDS = 0.25
SHORTEST, LONGEST = 0.08, 0.45
TURN_DASH = 4.0


def draw_velocity(builder: Builder, body: Body, radius: float) -> None:
    """Nothing for a body that does not move."""
    origin, (velocity, turning) = body.pose.position, body.motion
    if velocity != ZERO:
        tip = along(origin, unit(velocity), _length(velocity, radius))
        builder.arrow(origin, tip, palette.NEW, 3)
        builder.label(f"{number(norm(velocity), 3)} m/s", tip, palette.NEW, 5, away_from=origin)
    if turning != ZERO:
        tip = along(origin, unit(turning), SHORTEST * 2 * radius)
        builder.line(origin, tip, palette.NEW, 2, TURN_DASH)
        builder.label(f"turns {number(norm(turning), 3)} rad/s", tip, palette.NEW, 3, away_from=origin)


def _length(velocity: Vec3, radius: float) -> float:
    return min(max(norm(velocity) * SECONDS, SHORTEST * radius), LONGEST * radius)
