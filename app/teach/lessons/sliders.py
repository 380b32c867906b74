"""The sliders of pages: what a slider shows of its body, and the action that sets it."""

from math import degrees

from gjkscope.app.scenes.cameras.maths import euler_from_rotation
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action, PlaceBody, TurnBody
from gjkscope.app.state.model.lesson import Slider
from gjkscope.engine.text import number

AXES, ANGLE = "xyz", "angle"
DECIMALS, ANGLE_DECIMALS = 3, 1  # of what a slider sets: metres, degrees
SHOWN_DECIMALS = 2  # of metres


def slider_value(slider: Slider, body: Body) -> float:
    """The coordinate in metres, or the angle about z in degrees."""
    if slider.part == ANGLE:
        return degrees(euler_from_rotation(body.pose.rotation)[2])
    return body.pose.position[AXES.index(slider.part)]


def slider_words(slider: Slider, value: float) -> str:
    """The value with its unit.

    >>> slider_words(Slider("A", "angle", 0.0, 90.0), 12.34), slider_words(Slider("A", "x", 0.0, 1.0), 0.125)
    ('12.3°', '0.12 m')
    """
    turns = slider.part == ANGLE
    return f"{number(round(value, ANGLE_DECIMALS if turns else SHOWN_DECIMALS))}{'°' if turns else ' m'}"


def slider_action(slider: Slider, body: Body, value: float) -> Action:
    """Moves the body along the slider's axis, or turns it about z."""
    if slider.part == ANGLE:
        return TurnBody(slider.body, (0.0, 0.0, round(value, ANGLE_DECIMALS)))
    position = body.pose.position
    x, y, z = (round(value, DECIMALS) if axis == slider.part else at for axis, at in zip(AXES, position, strict=True))
    return PlaceBody(slider.body, body.placement.moved((x, y, z)))
