"""Rotations as quaternions x, y, z, w, from the ways in which texts and people write them.

turn_by_euler("xyz", (0.1, 0.2, 0.3))   # about the world's x, then y, then z axis
turn_by_euler("ZYX", (0.3, 0.2, 0.1))   # about the body's own z, then y, then x axis: the same
"""

from collections.abc import Sequence
from math import cos, hypot, sin

from gjkscope.engine.pose import Quaternion
from gjkscope.engine.vectors import IDENTITY, Vec3, scale

NO_TURN: Quaternion = (0.0, 0.0, 0.0, 1.0)


def turn_about(axis: Vec3, angle: float) -> Quaternion:
    """The turn about a unit axis, by radians."""
    x, y, z = scale(axis, sin(angle / 2))
    return (x, y, z, cos(angle / 2))


def turn_by_vector(vector: Vec3) -> Quaternion:
    """The turn about the vector by its length in radians."""
    angle = hypot(*vector)
    return turn_about(scale(vector, 1.0 / angle), angle) if angle > 0.0 else NO_TURN


def turn_by_euler(order: str, angles: Sequence[float]) -> Quaternion:
    """Turns by radians about axes, one after the other: x, y, z are the world's, X, Y, Z move with the body."""
    turn = NO_TURN
    for letter, angle in zip(order, angles, strict=True):
        step = turn_about(IDENTITY["xyz".index(letter.lower())], angle)
        turn = combine_turns(step, turn) if letter.islower() else combine_turns(turn, step)
    return turn


def combine_turns(p: Quaternion, q: Quaternion) -> Quaternion:
    """The rotation by q followed by that by p."""
    (a, b, c, d), (x, y, z, w) = p, q
    return (
        d * x + a * w + b * z - c * y,
        d * y - a * z + b * w + c * x,
        d * z + a * y - b * x + c * w,
        d * w - a * x - b * y - c * z,
    )
