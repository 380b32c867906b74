"""Both solvers on hand-made contacts: closed forms, conservation, limits, warm starting and degenerate input."""

from dataclasses import replace
from itertools import pairwise
from math import cos, pi, sin

import numpy as np
import pytest

from gjkscope.engine import Box, ContactPoint, Exit, Motion, Pose, Shape, Sphere
from gjkscope.engine.advancement.many import MANY
from gjkscope.engine.geometry.mass import mass_properties
from gjkscope.engine.impulses.coasting import coast
from gjkscope.engine.impulses.constraints import point_constraints
from gjkscope.engine.impulses.records import (
    ImpulsePhase,
    ImpulseSettings,
    ImpulseTick,
    PointImpulse,
    SolverBody,
    SolverContact,
)
from gjkscope.engine.impulses.registry import SOLVERS, solve_tick
from gjkscope.engine.impulses.solver import TickTime
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, norm, row_times, scale, sub

DT = 1 / 60
GRAVITY = (0.0, -9.8, 0.0)
every_solver = pytest.mark.parametrize("settings", [ImpulseSettings(solver=name) for name in SOLVERS], ids=SOLVERS)


def body(shape: Shape, mass: float, position: Vec3, velocity: Vec3 = ZERO, turning: Vec3 = ZERO) -> SolverBody:
    properties = mass_properties(shape, mass)
    return SolverBody(
        Pose(position=position),
        Motion(velocity, turning),
        1 / mass,
        properties.inverse_inertia,
        properties.inertia,
        1.0,
    )


FLOOR = SolverBody(Pose())
TINY = 1e-20  # rad/s: its square is not a usual number (`many`)


def points(*places: Vec3, depth: float = 0.0) -> tuple[ContactPoint, ...]:
    return tuple(ContactPoint(position, position, position, depth, f"B v{i}") for i, position in enumerate(places))


CORNERS = points(*((x, 0.0, z) for x in (-0.5, 0.5) for z in (-0.5, 0.5)))


def on_floor(velocity: Vec3 = ZERO, friction: float = 0.0, restitution: float = 0.0) -> tuple[list, list]:
    box = body(Box((0.5, 0.5, 0.5)), 2.0, (0.0, 0.5, 0.0), velocity)
    return [FLOOR, box], [SolverContact(0, 1, (0.0, 1.0, 0.0), CORNERS, friction, restitution)]


def many_bodies() -> tuple[list[SolverBody], list[SolverContact]]:
    """A box on the floor, two that hit each other, another floor, and bodies that touch nothing: still, turning."""
    random = np.random.default_rng(20261201)
    turns = [ZERO, (0.0, 0.0, TINY), (-0.0, 3.0, 0.0), *map(tuple, random.normal(scale=9, size=(60, 3)).tolist())]
    flying = [
        body(Box((0.5, 0.3, 0.4)), 1.0 + k, (9.0 * k, 0.0, 7.0), tuple(random.normal(size=3).tolist()), turn)
        for k, turn in enumerate(turns)
    ]
    (floor, box), contacts = on_floor((1.0, -2.0, 0.3), 0.5, 0.2)
    hit = SolverContact(6, 5, (-1.0, 0.0, 0.0), points((22.5, 0.0, 7.0)), 0.3)
    return [floor, box, FLOOR, *flying], [*contacts, hit]


def momentum(bodies: list[SolverBody], tick: ImpulseTick) -> Vec3:
    total = ZERO
    for body, motion in zip(bodies, tick.motions, strict=True):
        total = add(total, scale(motion.velocity, 1 / body.inverse_mass))
    return total


@every_solver
def test_a_box_at_rest_is_carried_by_its_four_corners(settings: ImpulseSettings) -> None:
    settings = replace(settings, iterations=60, substeps=8)
    earlier: tuple[PointImpulse, ...] = ()
    for _ in range(10):
        tick = solve_tick(*on_floor(), DT, GRAVITY, settings, earlier)
        earlier = tick.impulses
    assert sum(impulse.total for impulse in tick.impulses) == pytest.approx(2.0 * 9.8 * DT, rel=1e-3)
    assert norm(tick.motions[1].velocity) < 1e-3
    assert tick.exit is Exit.COMPLETE


@every_solver
@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_two_balls_separate_at_the_coefficient_of_restitution(settings: ImpulseSettings, restitution: float) -> None:
    bodies = [
        body(Sphere(0.5), 1.0, (-0.5, 0.0, 0.0), (3.0, 0.0, 0.0)),
        body(Sphere(0.5), 3.0, (0.5, 0.0, 0.0), (-1.0, 0.0, 0.0)),
    ]
    contact = SolverContact(0, 1, (1.0, 0.0, 0.0), points(ZERO), 0.5, restitution)
    tick = solve_tick(bodies, [contact], DT, settings=settings)
    apart = dot(sub(tick.motions[1].velocity, tick.motions[0].velocity), (1.0, 0.0, 0.0))
    assert apart == pytest.approx(4.0 * restitution, abs=1e-12)
    assert momentum(bodies, tick) == pytest.approx((0.0, 0.0, 0.0), abs=1e-12)
    assert tick.impulses[0].total == pytest.approx(0.75 * 4.0 * (1 + restitution))


@every_solver
@pytest.mark.parametrize("angle", [0.0, 0.4, pi / 2])
def test_friction_slows_a_sliding_box_by_its_coefficient_in_every_direction(
    settings: ImpulseSettings, angle: float
) -> None:
    velocity = (3 * cos(angle), 0.0, 3 * sin(angle))
    bodies, contacts = on_floor(velocity, friction=0.3)
    tick = solve_tick(bodies, contacts, DT, GRAVITY, replace(settings, iterations=100, substeps=20))
    slid = tick.motions[1].velocity
    assert norm((slid[0], 0.0, slid[2])) == pytest.approx(3 - 0.3 * 9.8 * DT, rel=2e-4)
    assert slid[0] * velocity[2] == pytest.approx(slid[2] * velocity[0], abs=2e-3)
    assert any(step.friction.is_sliding for step in tick.steps if step.friction)


@every_solver
def test_a_slow_box_sticks_and_a_pull_below_the_limit_moves_nothing(settings: ImpulseSettings) -> None:
    bodies, contacts = on_floor(friction=0.6)
    tilted = (0.5 * 9.8 * 0.5, -9.8, 0.0)  # an acceleration sideways of a quarter of the weight
    tick = solve_tick(bodies, contacts, DT, tilted, replace(settings, iterations=100, substeps=20))
    assert abs(tick.motions[1].velocity[0]) < 2e-3
    assert not any(step.friction.is_sliding for step in tick.steps[-4:] if step.friction)


@every_solver
def test_an_oblique_impact_conserves_both_momenta_and_loses_energy(settings: ImpulseSettings) -> None:
    bodies = [
        body(Box((0.5, 0.6, 0.7)), 1.5, (-0.5, 0.2, 0.1), (2.0, 1.0, -0.5), (0.5, -1.0, 0.3)),
        body(Box((0.5, 0.4, 0.3)), 0.7, (0.5, -0.1, 0.0), (-1.0, 0.0, 0.5), (-0.2, 0.1, 2.0)),
    ]
    contact = SolverContact(0, 1, (1.0, 0.0, 0.0), points((0.0, 0.1, 0.2), (0.0, -0.2, 0.1)), 0.4)
    steps = solve_tick(bodies, [contact], DT, settings=settings).steps
    for before, after in pairwise(steps):
        if after.task.phase is not ImpulsePhase.POSITIONS:
            assert angular(bodies, after.motions) == pytest.approx(angular(bodies, before.motions), abs=1e-12)
        if after.task.phase is ImpulsePhase.SOLVE and before.impulses[after.task.point].normal == 0:
            assert kinetic(bodies, after.motions) <= kinetic(bodies, before.motions) + 1e-12
    assert kinetic(bodies, steps[-1].motions) < kinetic(bodies, steps[0].motions)


def angular(bodies: list[SolverBody], motions: tuple[Motion, ...]) -> Vec3:
    """About the origin, with the places and inertia of the start, as the solvers keep their levers."""
    total = ZERO
    for body, motion in zip(bodies, motions, strict=True):
        moved = scale(motion.velocity, 1 / body.inverse_mass)
        total = add(total, add(cross(body.pose.position, moved), row_times(body.inertia, motion.angular_velocity)))
    return total


def kinetic(bodies: list[SolverBody], motions: tuple[Motion, ...]) -> float:
    return sum(
        0.5 * dot(motion.velocity, motion.velocity) / body.inverse_mass
        + 0.5 * dot(motion.angular_velocity, row_times(body.inertia, motion.angular_velocity))
        for body, motion in zip(bodies, motions, strict=True)
    )


@every_solver
def test_no_impulse_pulls_and_friction_stays_in_its_cone(settings: ImpulseSettings) -> None:
    bodies, contacts = on_floor((4.0, 1.0, 2.0), friction=0.7)
    clamped = 0
    for step in solve_tick(bodies, contacts, DT, GRAVITY, settings).steps:
        clamped += step.normal is not None and step.normal.is_clamped
        for impulse in step.impulses:
            assert impulse.normal >= 0
    assert clamped > 0  # the box rises
    bodies, contacts = on_floor((4.0, -1.0, 2.0), friction=0.7)
    for step in solve_tick(bodies, contacts, DT, GRAVITY, settings).steps:
        if step.friction:
            assert norm(step.friction.after) <= step.friction.most * (1 + 1e-12)


@every_solver
def test_warm_starting_begins_with_the_impulses_of_the_same_ids(settings: ImpulseSettings) -> None:
    earlier = solve_tick(*on_floor(), DT, GRAVITY, settings).impulses
    warm = solve_tick(*on_floor(), DT, GRAVITY, settings, earlier)
    assert [impulse.normal for impulse in warm.steps[0].impulses] == [impulse.normal for impulse in earlier]
    cold = solve_tick(*on_floor(), DT, GRAVITY, replace(settings, warm_starting=False), earlier)
    assert {impulse.normal for impulse in cold.steps[0].impulses} == {0.0}
    renamed = [impulse._replace(key=(0, 1, f"other {i}")) for i, impulse in enumerate(earlier)]
    assert {
        impulse.normal for impulse in solve_tick(*on_floor(), DT, GRAVITY, settings, renamed).steps[0].impulses
    } == {0.0}


@every_solver
def test_a_gap_may_close_and_an_overlap_beyond_the_slop_is_pushed_apart(settings: ImpulseSettings) -> None:
    ball = body(Sphere(0.5), 1.0, (0.0, 0.6, 0.0), (0.0, -3.0, 0.0))
    far = SolverContact(0, 1, (0.0, 1.0, 0.0), points(ZERO, depth=-0.1))
    assert solve_tick([FLOOR, ball], [far], DT, settings=settings).impulses[0].total == 0
    near = SolverContact(0, 1, (0.0, 1.0, 0.0), points(ZERO, depth=-0.01))
    assert solve_tick([FLOOR, ball], [near], DT, settings=settings).poses[1].position[1] == pytest.approx(0.59)
    still = ball._replace(motion=Motion())
    for depth, moves in ((0.004, False), (0.02, True)):
        deep = SolverContact(0, 1, (0.0, 1.0, 0.0), points(ZERO, depth=depth))
        moved = solve_tick([FLOOR, still], [deep], DT, settings=settings).poses[1].position[1] - 0.6
        assert (moved > 1e-4) == moves
        assert moved <= depth


@every_solver
def test_two_fixed_bodies_and_no_contacts_at_all_change_nothing(settings: ImpulseSettings) -> None:
    contact = SolverContact(0, 1, (0.0, 1.0, 0.0), CORNERS)
    tick = solve_tick([FLOOR, FLOOR], [contact], DT, GRAVITY, settings)
    assert (tick.impulses, tick.poses) == ((), (FLOOR.pose, FLOOR.pose))
    assert solve_tick([], [], DT, GRAVITY, settings).exit is Exit.COMPLETE


@every_solver
def test_a_velocity_beyond_all_doubles_ends_as_degenerate(settings: ImpulseSettings) -> None:
    bodies, contacts = on_floor((0.0, -1e308, 0.0), restitution=1.0)
    faster = [bodies[0], bodies[1]._replace(motion=Motion((0.0, -1.7e308, 1.7e308), (1e308, 1e308, 0.0)))]
    assert solve_tick(faster, contacts, DT, (0.0, -1e308, 0.0), settings).exit is Exit.DEGENERATE_INPUT


@every_solver
def test_the_same_tick_is_the_same_bit_for_bit(settings: ImpulseSettings) -> None:
    first, second = (solve_tick(*on_floor((1.0, -2.0, 0.3), 0.5, 0.2), DT, GRAVITY, settings) for _ in range(2))
    assert repr(first.steps) == repr(second.steps)


@every_solver
def test_the_last_step_alone_is_that_of_all_steps_bit_for_bit(settings: ImpulseSettings) -> None:
    bodies, contacts = many_bodies()
    for gravity in (GRAVITY, ZERO):
        whole = solve_tick(bodies, contacts, DT, gravity, settings)
        last = solve_tick(bodies, contacts, DT, gravity, settings, keep_steps=False)
        assert repr(last._replace(steps=())) == repr(whole._replace(steps=()))
        assert repr(last.steps) == repr(whole.steps[-1:])


@every_solver
def test_the_last_step_alone_is_that_at_which_a_velocity_is_no_longer_finite(settings: ImpulseSettings) -> None:
    bodies, contacts = many_bodies()
    hits, flies = list(bodies), list(bodies)
    hits[1] = hits[1]._replace(motion=Motion((0.0, -1.7e308, 1.7e308), (1e308, 1e308, 0.0)))
    flies[-1] = flies[-1]._replace(motion=Motion((0.0, -1.797e308, 0.0)))
    for faster in (hits, flies):
        whole = solve_tick(faster, contacts, DT, (0.0, -1e308, 0.0), settings)
        last = solve_tick(faster, contacts, DT, (0.0, -1e308, 0.0), settings, keep_steps=False)
        assert whole.exit is Exit.DEGENERATE_INPUT
        assert repr(last.steps) == repr(whole.steps[-1:])


def test_bodies_without_contact_points_take_no_steps_unless_their_numbers_are_unusual() -> None:
    bodies, contacts = many_bodies()
    met = {body for contact in contacts for body in (contact.first, contact.second)}
    free = [i for i in range(len(bodies)) if i not in met]
    plan = SOLVERS["soft"].plan(0, ImpulseSettings())
    coasting = coast(bodies, free, plan, GRAVITY, DT / 4)
    left = [i for i in free if i not in coasting]
    assert [bodies[i] for i in left] == [FLOOR, *(body for body in bodies if TINY in body.motion.angular_velocity)]
    assert coast(bodies, free[: MANY - 1], plan, GRAVITY, DT / 4) == {}


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("solver", "jacobi", "solver: "),
        ("iterations", 0, "iterations: must be at least 1"),
        ("substeps", -1, "substeps: must be at least 1"),
        ("hertz", 0.0, "hertz: must"),
        ("warm_starting", 1, "warm_starting: "),
    ],
)
def test_invalid_settings_are_named(field: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        solve_tick([], [], DT, settings=replace(ImpulseSettings(), **{field: value}))


def test_invalid_bodies_and_contacts_are_named() -> None:
    contact = SolverContact(0, 2, (0.0, 1.0, 0.0), CORNERS)
    with pytest.raises(ValueError, match=r"contacts\[0\]: there is no body 2"):
        solve_tick([FLOOR], [contact], DT)
    with pytest.raises(ValueError, match=r"contacts\[0\].friction: must"):
        solve_tick([FLOOR, FLOOR], [contact._replace(second=1, friction=-1.0)], DT)
    with pytest.raises(ValueError, match=r"bodies\[0\].size: must"):
        solve_tick([FLOOR._replace(size=0.0)], [], DT)


def test_a_spring_is_at_most_as_fast_as_the_substeps_allow_and_twice_as_fast_against_fixed_bodies() -> None:
    """The bias of a spring is ω / (2 ζ + h ω) · gap: from it follows ω."""
    settings = ImpulseSettings(slop=0.0, push_speed=1e6)
    for tick, hertz in ((1 / 60, 30.0), (1 / 15, 7.5)):
        assert _frequency(tick, settings, fixed=False) == pytest.approx(hertz)
        assert _frequency(tick, settings, fixed=True) == pytest.approx(2 * hertz)


def _frequency(tick: float, settings: ImpulseSettings, fixed: bool) -> float:
    (lower, box), contacts = on_floor()
    lower = lower if fixed else body(Box((0.5, 0.5, 0.5)), 2.0, (0.0, -0.5, 0.0))
    (point, *_) = point_constraints([lower, box], contacts)
    time = TickTime(tick, tick / settings.substeps, 0.0)
    bias = SOLVERS["soft"].softness(point, -0.01, True, time, settings).bias / -0.01
    return 2 * settings.damping_ratio * bias / (1 - time.substep * bias) / (2 * pi)
