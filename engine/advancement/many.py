"""Many moving bodies at once: `move_pose` of each, to the same bits.

The functions of `vectors` are formulas without branches, so they take arrays for numbers: a vector is then three arrays
with a number for each body.  NumPy rounds each sum, product, quotient and root as Python does.  Sines are Python's own.
"""

from collections.abc import Sequence
from itertools import chain
from math import sin
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import Motion, move_pose, orthonormal, rotation_of_sines
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import LARGE, SMALL, Mat3, Vec3, along, dot, product, scale

# Vectors and matrices whose components are arrays.
Vectors = Any
Matrices = Any

# With fewer bodies, one after the other is faster.
MANY = 48

Flags = npt.NDArray[np.bool_]


def move_poses(poses: Sequence[Pose], motions: Sequence[Motion], dt: float) -> list[Pose]:
    """The poses after `dt` seconds of constant motion."""
    if len(poses) < MANY:
        return [move_pose(*body, dt) for body in zip(poses, motions, strict=True)]
    with np.errstate(all="ignore"):
        positions = along(
            vector_arrays([pose.position for pose in poses]),
            vector_arrays([motion.velocity for motion in motions]),
            dt,
        )
        turns = scale(vector_arrays([motion.angular_velocity for motion in motions]), dt)
        rotations, are_usual = _turned(matrix_arrays([pose.rotation for pose in poses]), turns)
    moved = zip(poses, motions, vectors_of(positions), matrices_of(rotations), are_usual.tolist(), strict=True)
    return [
        Pose(rotation, position) if is_usual else move_pose(pose, motion, dt)
        for pose, motion, position, rotation, is_usual in moved
    ]


def _turned(rotations: Matrices, turns: Vectors) -> tuple[Matrices, Flags]:
    """The rotations after these turns, and which are valid: those where no square is too large or too small."""
    square = dot(turns, turns)
    angle: Any = np.sqrt(square)
    sine, half = (_sines(np.where(np.isfinite(part), part, 0.0)) for part in (angle, angle / 2))
    turned = product(rotation_of_sines(_unit(turns), sine, half), rotations)
    checked = [_is_usual(square)]

    def unit(v: Vectors) -> Vectors:
        checked.append(_is_usual(dot(v, v)))
        return _unit(v)

    after = orthonormal(turned, unit)
    return after, np.logical_and.reduce(checked)


def _sines(angles: Any) -> Any:
    return np.array([sin(angle) for angle in angles.tolist()])


def _is_usual(square: Any) -> Any:
    """Where `vectors.unit` divides by the root of the square."""
    return (square > SMALL) & (square < LARGE)


def _unit(v: Vectors) -> Vectors:
    length = np.sqrt(dot(v, v))
    return v[0] / length, v[1] / length, v[2] / length


# --- arrays ---


def vector_arrays(vectors: Sequence[Vec3]) -> Vectors:
    """Vectors as one of arrays."""
    x, y, z = np.fromiter(chain.from_iterable(vectors), np.float64, 3 * len(vectors)).reshape(-1, 3).T.copy()
    return x, y, z


def matrix_arrays(matrices: Sequence[Mat3]) -> Matrices:
    """Matrices as one of arrays."""
    rows = chain.from_iterable(matrices)
    numbers = np.fromiter(chain.from_iterable(rows), np.float64, 9 * len(matrices)).reshape(-1, 9).T.copy()
    return tuple(numbers[:3]), tuple(numbers[3:6]), tuple(numbers[6:])


def vectors_of(arrays: Vectors) -> list[Vec3]:
    """The vectors in arrays, with Python's floats."""
    x, y, z = (part.tolist() for part in arrays)
    return list(zip(x, y, z, strict=True))


def matrices_of(arrays: Matrices) -> list[Mat3]:
    """The matrices in arrays, with Python's floats."""
    x, y, z = (vectors_of(row) for row in arrays)
    return list(zip(x, y, z, strict=True))
