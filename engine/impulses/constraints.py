"""The constraint at a contact point: its effective masses, its velocities, and what an impulse does to the bodies.

With the levers r from the centres of mass to the point, an impulse λ along d changes the velocities of the second body
by λ / m · d and λ · I⁻¹ (r × d), those of the first by the negative.  The velocity at the point along d is

    s = d · (v₂ − v₁) + (r₂ × d) · ω₂ − (r₁ × d) · ω₁

and λ changes it by λ / M, with the effective mass M = 1 / (1/m₁ + 1/m₂ + (r₁ × d) · I₁⁻¹ (r₁ × d) + …)
(Catto, Iterative dynamics with temporal coherence, GDC 2005).
"""

from collections.abc import Mapping, Sequence
from math import hypot
from typing import NamedTuple

from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.impulses.records import PointKey, SolverBody, SolverContact
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.vectors import (
    Mat3,
    Vec3,
    cross,
    dot,
    product,
    row_times,
    sub,
    transposed_times,
    unit,
)


class Lever(NamedTuple):
    """The effect of an impulse of 1 N·s along a direction."""

    direction: Vec3
    turn_first: Vec3  # r₁ × d
    turn_second: Vec3
    spin_first: Vec3  # I₁⁻¹ (r₁ × d)
    spin_second: Vec3
    inverse_mass: float  # the change of the velocity at the point


class PointConstraint(NamedTuple):
    """A contact point as the solvers see it; constant over a tick."""

    key: PointKey
    first: int
    second: int
    normal: Lever
    tangents: tuple[Lever, Lever]
    friction_mass: float  # kg, the least in any direction across the normal
    normal_mass: float  # kg; 0 if neither body can move
    depth: float
    on_first: Vec3  # the place of the point on the first body, in its frame
    on_second: Vec3
    apart: Vec3  # from the first place to the second at the start, in world coordinates
    speed: float  # of separation at the start, before gravity, m/s
    size: float  # of the smaller of both bodies
    friction: float
    restitution: float
    is_static: bool  # one of the bodies is fixed
    inverse_masses: tuple[float, float]  # 1/kg


def point_constraints(bodies: Sequence[SolverBody], contacts: Sequence[SolverContact]) -> tuple[PointConstraint, ...]:
    """The constraints of all points that can change something, in order."""
    met = {body for contact in contacts for body in (contact.first, contact.second)}
    inverse = {i: world_inertia(bodies[i].inverse_inertia, bodies[i].pose.rotation) for i in met}
    return tuple(
        _constraint(bodies, inverse, contact, point)
        for contact in contacts
        if bodies[contact.first].inverse_mass + bodies[contact.second].inverse_mass > 0
        for point in contact.points
    )


def world_inertia(inertia: Mat3, rotation: Mat3) -> Mat3:
    """R I Rᵀ."""
    x, y, z = product(rotation, inertia)
    return row_times(rotation, x), row_times(rotation, y), row_times(rotation, z)


def turning_after(inertia: Mat3, inverse: Mat3, before: Mat3, after: Mat3, turning: Vec3) -> Vec3:
    """The angular velocity after another rotation with the same angular momentum; also of `arrays`."""
    momentum = row_times(world_inertia(inertia, before), turning)
    return row_times(world_inertia(inverse, after), momentum)


def speed_along(lever: Lever, first: Motion, second: Motion) -> float:
    """The velocity of the second body relative to the first at the point, along the direction, m/s."""
    direction, turn_first, turn_second, _, _, _ = lever
    (x, y, z), (dx, dy, dz) = first
    (u, v, w), (du, dv, dw) = second
    return (
        (direction[0] * (u - x) + direction[1] * (v - y) + direction[2] * (w - z))
        + (turn_second[0] * du + turn_second[1] * dv + turn_second[2] * dw)
        - (turn_first[0] * dx + turn_first[1] * dy + turn_first[2] * dz)
    )


def gap_of(point: PointConstraint, poses: Sequence[Pose]) -> float:
    """The gap at the point now, along the normal of the start; < 0: overlap (Box2D v3)."""
    now = sub(apply(poses[point.second], point.on_second), apply(poses[point.first], point.on_first))
    return dot(sub(now, point.apart), point.normal.direction) - point.depth


def _constraint(
    bodies: Sequence[SolverBody], inverse: Mapping[int, Mat3], contact: SolverContact, point: ContactPoint
) -> PointConstraint:
    i, j = contact.first, contact.second
    first, second = bodies[i], bodies[j]
    arms = sub(point.position, first.pose.position), sub(point.position, second.pose.position)
    masses = first.inverse_mass + second.inverse_mass
    directions = _frame(contact.normal if point.normal is None else point.normal)
    levers = [_lever(d, arms, (inverse[i], inverse[j]), masses) for d in directions]
    return PointConstraint(
        key=(i, j, point.id),
        first=i,
        second=j,
        normal=levers[0],
        tangents=(levers[1], levers[2]),
        friction_mass=_least_mass(levers[1], levers[2]),
        normal_mass=1 / levers[0].inverse_mass,
        depth=point.depth,
        on_first=_local(first.pose, point.position_a),
        on_second=_local(second.pose, point.position_b),
        apart=sub(point.position_b, point.position_a),
        speed=speed_along(levers[0], first.motion, second.motion),
        size=min(first.size, second.size),
        friction=contact.friction,
        restitution=contact.restitution,
        is_static=first.inverse_mass == 0 or second.inverse_mass == 0,
        inverse_masses=(first.inverse_mass, second.inverse_mass),
    )


def _frame(normal: Vec3) -> tuple[Vec3, Vec3, Vec3]:
    """The normal and two tangents; the first is perpendicular to the axis along which the normal is shortest."""
    least = min(range(3), key=lambda i: abs(normal[i]))
    axis = (1.0 if least == 0 else 0.0, 1.0 if least == 1 else 0.0, 1.0 if least == 2 else 0.0)
    tangent = unit(cross(normal, axis))
    return normal, tangent, cross(normal, tangent)


def _lever(direction: Vec3, arms: tuple[Vec3, Vec3], inverse: tuple[Mat3, Mat3], masses: float) -> Lever:
    turn_first, turn_second = cross(arms[0], direction), cross(arms[1], direction)
    spin_first, spin_second = row_times(inverse[0], turn_first), row_times(inverse[1], turn_second)
    inverse_mass = masses + dot(turn_first, spin_first) + dot(turn_second, spin_second)
    return Lever(direction, turn_first, turn_second, spin_first, spin_second, inverse_mass)


def _least_mass(x: Lever, y: Lever) -> float:
    """1 / the largest eigenvalue of the 2×2 matrix that maps an impulse across the normal to the change of the slip.

    With it, a sliding point ends with a friction against its slip; the inverse matrix would turn it away.
    """
    shared = dot(x.turn_first, y.spin_first) + dot(x.turn_second, y.spin_second)
    return 2 / (x.inverse_mass + y.inverse_mass + hypot(x.inverse_mass - y.inverse_mass, 2 * shared))


def _local(pose: Pose, point: Vec3) -> Vec3:
    return transposed_times(pose.rotation, sub(point, pose.position))
