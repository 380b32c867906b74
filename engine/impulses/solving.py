"""One contact point: what its impulses become, and the velocities of its two bodies after them.

A point first solves along the normal, then friction with the new normal impulse.  The functions change the list of
motions that they are given, and compiled code runs them, too (`engine/batch/compiled_impulses.py`).
"""

from collections.abc import MutableSequence
from math import isfinite, sqrt

from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.impulses.constraints import Lever, PointConstraint, speed_along
from gjkscope.engine.impulses.records import FrictionSolve, NormalSolve, PointImpulse
from gjkscope.engine.impulses.solver import Softness
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, scale, sub

Motions = MutableSequence[Motion]


def solve_normal(
    motions: Motions, point: PointConstraint, before: PointImpulse, gap: float, softness: Softness
) -> tuple[PointImpulse, NormalSolve]:
    """Adds to the impulse along the normal, which never pulls."""
    speed = speed_along(point.normal, motions[point.first], motions[point.second])
    change = -point.normal_mass * softness.mass * (speed + softness.bias) - softness.impulse * before.normal
    wanted = before.normal + change
    after = max(wanted, 0.0)
    push(motions, point, point.normal, after - before.normal)
    total = before.total + (after - before.normal)
    solved = NormalSolve(speed, softness.bias, gap, point.normal_mass, wanted, before.normal, after)
    return PointImpulse(before.key, after, before.friction, total), solved


def solve_friction(
    motions: Motions, point: PointConstraint, impulse: PointImpulse
) -> tuple[PointImpulse, FrictionSolve]:
    """Adds to the impulse across the normal, which is limited by that along the normal."""
    first, second = motions[point.first], motions[point.second]
    s, t = point.tangents
    slip = along(scale(s.direction, speed_along(s, first, second)), t.direction, speed_along(t, first, second))
    wanted = along(impulse.friction, slip, -point.friction_mass)
    most = point.friction * impulse.normal
    after = _limit_length(wanted, most)
    rub(motions, point, sub(after, impulse.friction))
    solved = FrictionSolve(slip, wanted, impulse.friction, after, most)
    return PointImpulse(impulse.key, impulse.normal, after, impulse.total), solved


def apply_again(motions: Motions, point: PointConstraint, impulse: PointImpulse) -> PointImpulse:
    """Applies the accumulated impulses again; returns them."""
    push(motions, point, point.normal, impulse.normal)
    rub(motions, point, impulse.friction)
    return PointImpulse(impulse.key, impulse.normal, impulse.friction, impulse.total + impulse.normal)


def forget(impulse: PointImpulse) -> PointImpulse:
    """No accumulated impulses: without warm starting, each substep starts from zero."""
    return PointImpulse(impulse.key, 0.0, ZERO, impulse.total)


def bounces(point: PointConstraint, impulse: PointImpulse, resting: float) -> bool:
    """Whether the point has restitution, closed faster than at rest, and was pushed."""
    return not (point.restitution == 0 or point.speed > -resting or impulse.total == 0)


def push(motions: Motions, point: PointConstraint, lever: Lever, impulse: float) -> None:
    """Applies an impulse (N·s) along the direction of the lever, from the first body to the second."""
    (first, turning_first), (second, turning_second) = motions[point.first], motions[point.second]
    mass_first, mass_second = point.inverse_masses
    direction, _, _, spin_first, spin_second, _ = lever
    motions[point.first] = Motion(
        along(first, direction, -impulse * mass_first), along(turning_first, spin_first, -impulse)
    )
    motions[point.second] = Motion(
        along(second, direction, impulse * mass_second), along(turning_second, spin_second, impulse)
    )


def rub(motions: Motions, point: PointConstraint, friction: Vec3) -> None:
    """Applies an impulse across the normal, along one tangent and then along the other."""
    s, t = point.tangents
    push(motions, point, s, dot(friction, s.direction))
    push(motions, point, t, dot(friction, t.direction))


def has_finite_sum(motion: Motion) -> bool:
    """Whether velocities are finite, and so is their sum."""
    (x, y, z), (u, v, w) = motion
    return isfinite((x + y + z) + (u + v + w))


def _limit_length(v: Vec3, most: float) -> Vec3:
    """The vector, shortened to at most this length."""
    square = dot(v, v)
    return scale(v, most / sqrt(square)) if square > most * most else v
