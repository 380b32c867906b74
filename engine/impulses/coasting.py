"""Bodies without contact points, moved through a tick on arrays: what the steps do to them, to the same bits.

Nothing in the tick depends on such a body, nor does it depend on any other, so it takes no steps.  The arrays are made
once a tick, where the steps, which have tuples for everyone to read, make them in each substep.

How it can fail: `many` is valid for the usual numbers only.  Bodies with others, and those whose velocity is no longer
finite, are left to the steps.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.advancement.many import MANY, Flags, turn_matrices
from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.arrays import Matrices, Vectors, matrices_of, matrix_arrays, vector_arrays, vectors_of
from gjkscope.engine.impulses.constraints import turning_after
from gjkscope.engine.impulses.records import ImpulsePhase, SolverBody, SolverTask
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Vec3, along, scale


class Coasting(NamedTuple):
    """A body after the tick."""

    pose: Pose
    motion: Motion


class _Bodies(NamedTuple):
    """Bodies as arrays, with a number for each body."""

    position: Vectors
    rotation: Matrices
    velocity: Vectors
    turning: Vectors
    is_valid: Flags


def coast(
    bodies: Sequence[SolverBody], numbers: Sequence[int], plan: Sequence[SolverTask], gravity: Vec3, dt: float
) -> dict[int, Coasting]:
    """Those of the bodies with these numbers that can be moved so, after the tasks; all without contact points.

    Only those that can move coast.  `dt` is the length of a substep, seconds.
    """
    numbers = [number for number in numbers if bodies[number].inverse_mass > 0]
    if len(numbers) < MANY:
        return {}
    moving = [bodies[number] for number in numbers]
    inertia = matrix_arrays([body.inertia for body in moving]), matrix_arrays([body.inverse_inertia for body in moving])
    with np.errstate(all="ignore"):
        after = _arrays_of(moving)
        for task in plan:
            if task.phase is ImpulsePhase.VELOCITIES:
                after = _check(after._replace(velocity=along(after.velocity, gravity, dt)))
            elif task.phase is ImpulsePhase.POSITIONS:
                after = _check(_move(after, *inertia, dt))
    return _valid(numbers, after)


def _arrays_of(bodies: Sequence[SolverBody]) -> _Bodies:
    return _Bodies(
        vector_arrays([body.pose.position for body in bodies]),
        matrix_arrays([body.pose.rotation for body in bodies]),
        vector_arrays([body.motion.velocity for body in bodies]),
        vector_arrays([body.motion.angular_velocity for body in bodies]),
        np.ones(len(bodies), np.bool_),
    )


def _check(after: _Bodies) -> _Bodies:
    """As the steps do after each change of velocities."""
    return after._replace(is_valid=after.is_valid & np.isfinite(sum(after.velocity) + sum(after.turning)))


def _move(before: _Bodies, inertia: Matrices, inverse: Matrices, dt: float) -> _Bodies:
    """The poses after a substep, and the angular velocities; a body that does not turn keeps its rotation."""
    x, y, z = before.turning
    is_still = (x == 0) & (y == 0) & (z == 0)
    rotation, are_usual = turn_matrices(before.rotation, scale(before.turning, dt))
    turning = turning_after(inertia, inverse, before.rotation, rotation, before.turning)
    return _Bodies(
        along(before.position, before.velocity, dt),
        tuple(_choose(is_still, old, new) for old, new in zip(before.rotation, rotation, strict=True)),
        before.velocity,
        _choose(is_still, before.turning, turning),
        before.is_valid & (are_usual | is_still),
    )


def _choose(chosen: Flags, first: Vectors, second: Vectors) -> Any:
    """Of each body, the vector of the first where it is chosen."""
    return tuple(np.where(chosen, a, b) for a, b in zip(first, second, strict=True))


def _valid(numbers: Sequence[int], after: _Bodies) -> dict[int, Coasting]:
    places = vectors_of(after.position), matrices_of(after.rotation)
    motions = vectors_of(after.velocity), vectors_of(after.turning)
    return {
        number: Coasting(Pose(rotation, position), Motion(velocity, turning))
        for number, is_valid, position, rotation, velocity, turning in zip(
            numbers, after.is_valid.tolist(), *places, *motions, strict=True
        )
        if is_valid
    }
