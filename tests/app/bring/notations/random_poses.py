"""Random rotations for tests that print a pair and read it back."""

from random import Random

from gjkscope.engine.pose import Quaternion, rotation_from_quaternion


def random_quaternion(draw: Random) -> Quaternion:
    """A unit quaternion, x, y, z, w."""
    parts = [draw.gauss(0.0, 1.0) for _ in range(4)]
    length = sum(part * part for part in parts) ** 0.5
    x, y, z, w = (part / length for part in parts)
    return (x, y, z, w)


def rotation_rows(draw: Random) -> list[list[float]]:
    """Three rows of a rotation and a position."""
    rotation = rotation_from_quaternion(random_quaternion(draw))
    return [[*row, draw.uniform(-5.0, 5.0)] for row in rotation]
