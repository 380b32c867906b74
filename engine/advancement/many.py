"""Many moving bodies at once: `move_pose` of each, to the same bits.

The vectors of all bodies are one of arrays (`arrays.py`).  Sines are Python's own.
"""

from collections.abc import Sequence
from math import sin
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import Motion, move_pose, orthonormal, rotation_of_sines
from gjkscope.engine.arrays import Matrices, Vectors, matrices_of, matrix_arrays, vector_arrays, vectors_of
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import LARGE, SMALL, along, dot, product, scale

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
        rotations, are_usual = turn_matrices(matrix_arrays([pose.rotation for pose in poses]), turns)
    moved = zip(poses, motions, vectors_of(positions), matrices_of(rotations), are_usual.tolist(), strict=True)
    return [
        Pose(rotation, position) if is_usual else move_pose(pose, motion, dt)
        for pose, motion, position, rotation, is_usual in moved
    ]


def turn_matrices(rotations: Matrices, turns: Vectors) -> tuple[Matrices, Flags]:
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
