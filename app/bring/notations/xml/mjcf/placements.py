"""Positions and orientations of MJCF elements."""

from collections.abc import Callable
from math import radians

from gjkscope.app.bring.notations.context import ReadContext
from gjkscope.app.bring.notations.placing import XYZW, transform
from gjkscope.app.bring.notations.poses import Placement, frame_of_axes, turn_onto
from gjkscope.app.bring.notations.xml.document import Value
from gjkscope.app.bring.notations.xml.mjcf.model import ORIENTATIONS, Attributes, Model
from gjkscope.app.bring.notations.xml.numbers import NumberList, check_unit, read_numbers
from gjkscope.app.scenes.scene import PositionOrientation
from gjkscope.app.scenes.turns import turn_about, turn_by_euler
from gjkscope.engine.pose import Quaternion
from gjkscope.engine.vectors import ZERO, Vec3, norm, unit

SEQUENCES = ("moving xyz", "fixed xyz", "moving zyx", "fixed zyx")  # the usual ones


def placement_of(attributes: Attributes, model: Model) -> Placement:
    """The placement by `pos` and one of the attributes for the orientation.  Raises `TextError`."""
    position = ZERO
    if "pos" in attributes:
        position = read_numbers(attributes["pos"][0], model.context, 3).vector
    given = [name for name in ORIENTATIONS if name in attributes]
    if not given:
        return PositionOrientation(position)
    if len(given) > 1:
        raise attributes[given[1]][0].fault(f"only one orientation may be given, there is {given[0]} too")
    return _ORIENTED[given[0]](attributes[given[0]][0], position, model)


def quaternion_of(numbers: NumberList, context: ReadContext) -> Quaternion:
    """The quaternion x, y, z, w of four numbers, which MuJoCo normalises whatever their length.  Raises `TextError`."""
    order = context.assume("quaternion", "wxyz", "MJCF", "xyzw")
    check_unit(numbers, "MuJoCo", context)
    a, b, c, d = numbers.values
    return (a, b, c, d) if order == XYZW else (b, c, d, a)


def angle_of(value: float, model: Model) -> float:
    """An angle of the text in radians."""
    degrees = model.compiler.degrees
    if degrees is None:
        degrees = model.context.assume("angles", "degrees", "MJCF's default", "radians") == "degrees"
    return radians(value) if degrees else value


def euler_turn(angles: Vec3, model: Model) -> Quaternion:
    """The turn by Euler angles in the text's unit; lower-case axes move with the body, upper-case ones are fixed."""
    given = model.compiler.sequence
    if given is not None:
        sequence = given.text.strip()
    else:
        moves, letters = model.context.assume("euler", SEQUENCES[0], "MJCF's default eulerseq", *SEQUENCES[1:]).split()
        sequence = letters if moves == "moving" else letters.upper()
    return turn_by_euler(sequence.swapcase(), [angle_of(angle, model) for angle in angles])


def _by_quaternion(value: Value, position: Vec3, model: Model) -> Placement:
    return PositionOrientation(position, quaternion_of(read_numbers(value, model.context, 4), model.context))


def _by_axis_angle(value: Value, position: Vec3, model: Model) -> Placement:
    x, y, z, angle = read_numbers(value, model.context, 4).values
    return PositionOrientation(position, turn_about(_direction((x, y, z), value), angle_of(angle, model)))


def _by_euler(value: Value, position: Vec3, model: Model) -> Placement:
    return PositionOrientation(position, euler_turn(read_numbers(value, model.context, 3).vector, model))


def _by_axes(value: Value, position: Vec3, model: Model) -> Placement:
    a, b, c, d, e, f = read_numbers(value, model.context, 6).values
    frame = frame_of_axes((a, b, c), (d, e, f))
    if frame is None:
        raise value.fault("the x and y axes must not be zero or parallel")
    return transform(frame, position)


def _by_z_axis(value: Value, position: Vec3, model: Model) -> Placement:
    axis = _direction(read_numbers(value, model.context, 3).vector, value)
    return transform(turn_onto(axis), position)


def _direction(axis: Vec3, value: Value) -> Vec3:
    if norm(axis) == 0.0:
        raise value.fault("the axis must not be zero")
    return unit(axis)


_ORIENTED: dict[str, Callable[[Value, Vec3, Model], Placement]] = {
    "quat": _by_quaternion,
    "axisangle": _by_axis_angle,
    "euler": _by_euler,
    "xyaxes": _by_axes,
    "zaxis": _by_z_axis,
}
