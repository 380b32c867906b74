"""Rigid body motion: poses at constant velocity, and velocities under gravity.

Velocities are those of the body's origin (the position of its pose), about which the body rotates.  In a time dt

    position → position + v · dt,        rotation → exp([ω · dt]×) · rotation

which is exact for constant v and ω and any dt: exp is Rodrigues' formula, a rotation about the world axis ω by the
angle |ω| · dt (Murray, Li, Sastry, A Mathematical Introduction to Robotic Manipulation, 1994, §2.2).  The product is
orthonormalised, as rounding accumulates from tick to tick.

Gravity changes the velocity first, and the new velocity moves the body: semi-implicit (symplectic) Euler, whose energy
does not drift (Hairer, Lubich, Wanner, Geometric Numerical Integration, 2006, §I.1.2).  After n ticks a falling body
is g · dt² · n / 2 too low.
"""

from collections.abc import Callable
from math import sin
from typing import Any, NamedTuple

from gjkscope.engine.arguments import as_vector, short_repr
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import IDENTITY, ZERO, Mat3, Vec3, along, column, cross, dot, norm, product, scale, unit

TICK = 1 / 60
"""The length of a tick of a simulation, seconds."""

EARTH: Vec3 = (0.0, -9.81, 0.0)
"""The gravity on Earth, m/s²."""


class Motion(NamedTuple):
    """Constant `velocity` of a body's origin in m/s and `angular_velocity` in rad/s, both in world coordinates.

    >>> from gjkscope import Motion
    >>> Motion(velocity=(0, -9.8, 0)).angular_velocity
    (0.0, 0.0, 0.0)
    """

    velocity: Vec3 = ZERO
    angular_velocity: Vec3 = ZERO


STILL = Motion()


def move_pose(pose: Pose, motion: Motion, dt: float) -> Pose:
    """The pose after `dt` seconds of constant motion; a body that does not rotate keeps its rotation bit for bit."""
    position = along(pose.position, motion.velocity, dt)
    if motion.angular_velocity == ZERO:
        return Pose(pose.rotation, position)
    turn = scale(motion.angular_velocity, dt)
    angle = norm(turn)
    return Pose(turned(pose.rotation, turn, sin(angle), sin(angle / 2)), position)


def accelerate(motion: Motion, acceleration: Vec3, dt: float) -> Motion:
    """The motion after `dt` seconds of constant acceleration, m/s²."""
    return Motion(along(motion.velocity, acceleration, dt), motion.angular_velocity)


def as_motion(value: Any, name: str = "motion") -> Motion:
    """The motion, validated.  Raises `ValueError` that names the argument `name` and the value."""
    if not isinstance(value, Motion):
        raise ValueError(f"{name}: must be a Motion, got {short_repr(value)}")
    velocity, turning = (as_vector(f"{name}.{field}", part) for field, part in value._asdict().items())
    return Motion(velocity, turning)


def turned(rotation: Mat3, turn: Vec3, sine: float, half: float) -> Mat3:
    """The rotation, followed by one about the axis `turn`, given the sines of its angle and of half of it."""
    return orthonormal(product(rotation_of_sines(unit(turn), sine, half), rotation), unit)


def rotation_by(turn: Vec3) -> Mat3:
    """The rotation about the axis `turn` by the angle |turn| in radians: the exponential map."""
    angle = norm(turn)
    return rotation_of_sines(unit(turn), sin(angle), sin(angle / 2))


def rotation_of_sines(axis: Vec3, sine: float, half: float) -> Mat3:
    """The rotation about a unit vector by an angle with this sine; `half` is that of half the angle."""
    versine = 2 * half * half
    x, y, z = IDENTITY
    return _matrix_of(_rotate(x, axis, sine, versine), _rotate(y, axis, sine, versine), _rotate(z, axis, sine, versine))


def orthonormal(rotation: Mat3, unit: Callable[[Vec3], Vec3] = unit) -> Mat3:
    """The matrix with its columns orthonormalised (Gram–Schmidt)."""
    x = unit(column(rotation, 0))
    y = column(rotation, 1)
    y = unit(along(y, x, -dot(x, y)))
    return _matrix_of(x, y, cross(x, y))


def _rotate(v: Vec3, axis: Vec3, sine: float, versine: float) -> Vec3:
    """Rodrigues' formula, with 1 − cos: v + sin · (axis × v) + (1 − cos) · (axis × (axis × v))."""
    once = cross(axis, v)
    return along(along(v, once, sine), cross(axis, once), versine)


def _matrix_of(x: Vec3, y: Vec3, z: Vec3) -> Mat3:
    """The matrix with these columns."""
    return (x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2])
