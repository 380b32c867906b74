"""The switch for gravity, in the Motion panel and in the menu."""

from gjkscope.app.state.actions import SetGravity
from gjkscope.engine.advancement.motion import EARTH
from gjkscope.engine.vectors import ZERO, Vec3


def toggle_gravity(gravity: Vec3) -> SetGravity:
    """The action that turns gravity off, or on with Earth's value."""
    return SetGravity(ZERO if gravity != ZERO else EARTH)
