"""Impulses in moving scenes: closed forms, a stack of six boxes, a sliding box, terrain, parts, and determinism."""

from dataclasses import replace
from itertools import pairwise
from math import cos, radians, sin, sqrt

import pytest

from gjkscope.engine import Box, Capsule, ContactPoint, Cylinder, Exit, Hull, Mesh, Sphere
from gjkscope.engine.advancement import many
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.impulses import tick as solver_steps
from gjkscope.engine.impulses.records import ImpulseSettings
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.pose import apply
from gjkscope.engine.simulation.lanes import contact_lanes
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.response import REPORTED, policy_for
from gjkscope.engine.simulation.responses import IMPULSES
from gjkscope.engine.simulation.simulation import TICK, Rules, WorldBody, WorldTick, advance, solver_tick, world
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, norm, scale, sub
from tests.engine.moving import FLOOR, at
from tests.thorough import cases

CUBE = Box((0.5, 0.5, 0.5))
EARTH = (0.0, -9.81, 0.0)
SLAB = WorldBody(Box((20, 0.5, 20)), at(0, -0.5), STILL, 0.0)
every_solver = pytest.mark.parametrize("solver", SOLVERS)
every_policy = pytest.mark.parametrize("policy", POLICIES)


def rules(policy: str = "box3d", solver: str = "soft", warm_starting: bool = True, iterations: int = 10) -> Rules:
    return Rules(policy=policy, impulses=ImpulseSettings(solver, warm_starting, iterations))


def run(bodies: list[WorldBody], count: int, how: Rules, gravity: Vec3 = EARTH) -> list[WorldTick]:
    begun = world(bodies, gravity, IMPULSES)
    done = [begun.first]
    for _ in range(count):
        done.append(advance(begun, done[-1], how))
    return done


def stack(count: int) -> list[WorldBody]:
    return [SLAB, *(WorldBody(CUBE, at(0, 0.5 + i)) for i in range(count))]


def deepest(ticks: list[WorldTick]) -> float:
    return max(tick.response.deepest for tick in ticks if tick.response)


@pytest.mark.slow
def test_boxes_stand_for_seconds() -> None:
    count = cases(4, 6)
    ticks = run(stack(count), cases(100, 180), rules())
    last = ticks[-1]
    assert last.response is not None
    assert last.response.energy.kinetic < 1e-4
    height, overlaps = last.places[count].pose.position[1], 0.012 * count  # 2 % each at most
    assert height == pytest.approx(count - 0.5, abs=overlaps)
    assert norm(sub(last.places[count].pose.position, (0.0, 0.99 * count - 0.5, 0.0))) < 0.01 * count
    assert last.response.points == 4 * count
    weights = sum(range(1, count + 1))  # each carries those above
    assert last.response.pushed == pytest.approx(weights * 9.81 * TICK, rel=0.01)


@pytest.mark.slow
def test_without_warm_starting_the_stack_sinks_deeper() -> None:
    warm, cold = (run(stack(3), 45, rules(warm_starting=warm)) for warm in (True, False))
    assert deepest(cold[30:]) > 3 * deepest(warm[30:])


@pytest.mark.slow
def test_ten_rounds_without_warm_starting_do_not_carry_a_stack() -> None:
    warm, cold = (run(stack(5), 45, rules("box3d", "sequential", warm)) for warm in (True, False))
    assert cold[-1].places[5].pose.position[1] < warm[-1].places[5].pose.position[1] - 0.01


@every_solver
def test_bodies_are_moved_together_as_one_by_one_to_the_bit(solver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tumbling = [
        WorldBody(Box((0.5, 0.3, 0.4)), at(0.2 * i, 1.0 + i), Motion((0.1, 0, 0), (i, 2.0 - i, 1)), 1.0 + i)
        for i in range(4)
    ]
    bodies = [SLAB, *tumbling, WorldBody(CUBE, at(9, 9))]
    alone = run(bodies, 30, rules(solver=solver))
    for module in (many, solver_steps):
        monkeypatch.setattr(module, "MANY", 0)
    assert repr(run(bodies, 30, rules(solver=solver))) == repr(alone)
    assert any(done.response.points for done in alone if done.response)


@every_solver
def test_a_sliding_box_stops_after_the_distance_of_the_closed_form(solver: str) -> None:
    speed, friction = 2.0, 0.6
    box = WorldBody(CUBE, at(0, 0.5), Motion((speed, 0.0, 0.0)), 3.0, friction)
    ticks = run([SLAB._replace(friction=friction), box], 60, rules("box3d", solver, iterations=40))
    distance = ticks[-1].places[1].pose.position[0]
    expected = speed * speed / (2 * friction * 9.81)
    # The velocity is constant within a tick: the sum is at most half of the first tick's way from the integral.
    assert distance == pytest.approx(expected, abs=0.55 * speed * TICK)
    assert norm(ticks[-1].places[1].motion.velocity) < 1e-3


@every_solver
@pytest.mark.parametrize(("degrees", "slides"), [(20, False), (33, True)])
def test_a_box_on_an_incline_slides_if_the_slope_exceeds_the_friction(solver: str, degrees: int, slides: bool) -> None:
    angle = radians(degrees)
    gravity = (9.81 * sin(angle), -9.81 * cos(angle), 0.0)  # tan 26.6° = 0.5
    ticks = run([SLAB, WorldBody(CUBE, at(0, 0.5))], 60, rules("box3d", solver, iterations=40), gravity)
    moved = ticks[-1].places[1].pose.position[0]
    if slides:
        expected = 0.5 * 9.81 * (sin(angle) - 0.5 * cos(angle))  # after one second
        assert moved == pytest.approx(expected, rel=0.06)
    else:
        assert abs(moved) < 0.01


@every_solver
@pytest.mark.parametrize("restitution", [0.0, 0.5, 0.9])
def test_a_ball_bounces_to_the_square_of_its_restitution(solver: str, restitution: float) -> None:
    ball = WorldBody(Sphere(0.25), at(0, 1.25), restitution=restitution)
    ticks = run([SLAB, ball], 90, rules("box3d", solver))
    heights = [tick.places[1].pose.position[1] - 0.25 for tick in ticks]
    landed = next(i for i, tick in enumerate(ticks) if any(impulse.total > 0 for impulse in tick.response.impulses))  # type: ignore[union-attr]
    rebound = max(heights[landed + 1 : landed + 40])
    assert rebound == pytest.approx(restitution**2, abs=0.09)


@every_solver
def test_two_balls_conserve_momentum_and_only_restitution_keeps_their_energy(solver: str) -> None:
    for restitution, kept in ((1.0, 1.0), (0.0, 0.0)):
        balls = [
            WorldBody(Sphere(0.5), at(x), Motion((-3 * x, 0.0, 0.0)), 2.0, 0.0, restitution) for x in (-1.02, 1.02)
        ]
        ticks = run(balls, 40, rules("box3d", solver), ZERO)
        first, last = ticks[0].response, ticks[-1].response
        assert first is not None
        assert last is not None
        # Sequential impulses push overlap out with a velocity that stays.
        # Box3D's normals have single precision.
        most = (0.03 if solver == "sequential" else 1e-6) * first.energy.kinetic
        assert last.energy.kinetic == pytest.approx(kept * first.energy.kinetic, abs=most)
        assert add(ticks[-1].places[0].motion.velocity, ticks[-1].places[1].motion.velocity) == pytest.approx(ZERO)


def test_a_free_body_keeps_its_momenta_about_its_centre_of_mass() -> None:
    wedge = Hull([(0, 0, 0), (2, 0, 0), (0, 1, 0), (0, 0, 0.5)])  # its centre of mass is off its origin
    ticks = run([WorldBody(wedge, at(0), Motion((0.3, 0, 0), (1.0, 2.0, -0.5)), 2.0)], 120, rules(), ZERO)
    center = (0.5, 0.25, 0.125)
    paths = [apply(body.pose, center) for body in (tick.places[0] for tick in ticks)]
    steps = [sub(after, before) for before, after in pairwise(paths)]
    for step in steps:
        assert step == pytest.approx(steps[0], abs=1e-12)
    expected = add((0.3, 0.0, 0.0), cross((1.0, 2.0, -0.5), center))
    assert scale(steps[0], 1 / TICK) == pytest.approx(expected)


@every_policy
@pytest.mark.slow
def test_every_policy_holds_a_box_on_a_box(policy: str) -> None:
    ticks = run(stack(2), 45, rules(policy))
    assert norm(sub(ticks[-1].places[2].pose.position, (0.0, 1.5, 0.0))) < 0.05
    assert all(contact.policy == policy for contact in ticks[-1].response.manifolds)  # type: ignore[union-attr]


@pytest.mark.parametrize("shape", [Sphere(0.4), Capsule(0.3, 0.4), Cylinder(0.4, 0.4)])
@every_policy
def test_round_bodies_rest_on_the_ground(shape: object, policy: str) -> None:
    ticks = run([SLAB, WorldBody(shape, at(0, 0.75))], 50, rules(policy))  # type: ignore[arg-type]
    height = ticks[-1].places[1].pose.position[1]
    assert height == pytest.approx(0.7 if isinstance(shape, Capsule) else 0.4, abs=0.02)


def test_a_policy_that_does_not_support_a_pair_is_replaced() -> None:
    used = {
        (policy, shape.kind): policy_for(policy, CUBE, shape) for policy in POLICIES for shape in (CUBE, Cylinder(1, 1))
    }
    assert used["exact", "cylinder"] == "bullet"
    assert all(used[policy, "box"] == policy for policy in POLICIES)


@pytest.mark.slow
def test_a_box_rests_on_a_terrain_of_triangles() -> None:
    ticks = run([FLOOR, WorldBody(CUBE, at(4.1, 0.6, 0.2))], 25, rules("exact"))  # it lands after 9 ticks
    assert ticks[-1].places[1].pose.position == pytest.approx((4.1, 0.5, 0.2), abs=0.02)
    names = {contact.prefix for contact in ticks[-1].response.manifolds}  # type: ignore[union-attr]
    assert len(names) > 1
    keys = [impulse.key for impulse in ticks[-1].response.impulses]  # type: ignore[union-attr]
    assert len(set(keys)) == len(keys)


def test_a_body_of_parts_touches_with_each_part() -> None:
    def block(x: float) -> list[Vec3]:
        return [(x + u, v, w) for u in (-0.25, 0.25) for v in (0.0, 0.5) for w in (-0.25, 0.25)]

    table = Mesh([*block(-1), *block(1)], [], parts=[block(-1), block(1)])
    ticks = run([SLAB, WorldBody(table, at(0, 0.02))], 90, rules())
    last = ticks[-1].response
    assert last is not None
    assert {contact.part_b for contact in last.manifolds} == {0, 1}
    assert last.points == 8
    assert abs(ticks[-1].places[1].pose.position[1]) < 0.02


@pytest.mark.parametrize(
    ("policy", "solver"),
    [*((policy, "soft") for policy in POLICIES), *(("box3d", solver) for solver in SOLVERS if solver != "soft")],
)
def test_the_same_bodies_give_the_same_ticks_to_the_bit(policy: str, solver: str) -> None:
    bodies = [*stack(2), WorldBody(Sphere(0.3), at(0.2, 3), Motion((0.1, 0.0, 0.0)), 0.5, 0.2, 0.3)]
    first, again = (run(bodies, 13, rules(policy, solver)) for _ in range(2))
    assert first == again
    resumed = advance(world(bodies, EARTH, IMPULSES), first[11], rules(policy, solver))
    assert resumed == first[12]


def test_the_steps_of_a_tick_lead_to_its_impulses() -> None:
    begun = world(stack(2), EARTH, IMPULSES)
    assert solver_tick(begun, begun.first) is None
    tick = advance(begun, advance(begun, begun.first, rules()), rules(solver="sequential"))
    done = solver_tick(begun, tick)
    assert done is not None
    assert tick.response is not None
    assert done.impulses == tick.response.impulses
    assert done.exit is Exit.COMPLETE
    assert {step.solver for step in done.steps} == {"sequential"}


def test_reported_points_keep_their_places_and_lose_depth_as_the_bodies_part() -> None:
    position = (0.2, 0.0, 0.1)
    deep = ContactPoint(position, (0.2, 0.1, 0.1), (0.2, -0.1, 0.1), 0.2, "reported 1")
    report = PairManifold((0, 1), 0, 0, REPORTED, (0.0, 1.0, 0.0), (deep,))
    sunk = [SLAB, WorldBody(CUBE, at(0, 0.3))]
    begun = world(sunk, EARTH, IMPULSES, [report])
    how = Rules(policy=REPORTED)
    first = advance(begun, begun.first, how)
    assert first.response is not None
    assert first.response.manifolds[0].points[0].depth == pytest.approx(0.2)
    assert first.places[1].motion.velocity[1] > 0  # it is thrown
    later = advance(begun, first, how).response
    assert later is not None
    assert 0 < later.manifolds[0].points[0].depth < 0.2
    other = advance(begun, begun.first, rules()).response
    assert other is not None
    assert other.points == 4
    for pair in ((1, 0), (0, 2), (1, 1)):
        with pytest.raises(ValueError, match=r"reports\[0\]: pair"):
            world(stack(1), EARTH, IMPULSES, [report._replace(pair=pair)])


def test_lanes_say_when_each_point_lived() -> None:
    ball = WorldBody(Sphere(0.25), at(0, 0.6), restitution=0.8)
    ticks = run([SLAB, ball], 120, rules())
    lanes = contact_lanes(ticks)
    assert lanes
    for lane in lanes:
        lived = {number for life in lane.lives for number in range(life.first, life.last + 1)}
        seen = {tick.number for tick in ticks for impulse in tick.response.impulses if impulse.key == lane.key}  # type: ignore[union-attr]
        assert lived == seen
        assert len(lane.impulses) == len(seen)
    assert max(lane.restarts for lane in lanes) >= 2  # it bounces


def test_a_bullet_still_passes_through_a_thin_plate_and_that_is_reported() -> None:
    plate = WorldBody(Box((0.01, 1, 1)), at(0), STILL, 0.0)
    ticks = run([plate, WorldBody(Sphere(0.05), at(-1), Motion((50.0, 0.0, 0.0)))], 3, rules(), ZERO)
    assert [miss.pair for tick in ticks for miss in tick.missed] == [(0, 1)]


@pytest.mark.parametrize(
    ("change", "message"), [({"friction": -1.0}, "friction"), ({"restitution": float("nan")}, "restitution")]
)
def test_wrong_surfaces_are_refused_by_name(change: dict[str, float], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        world([WorldBody(CUBE, at(0))._replace(**change)], EARTH, IMPULSES)


def test_wrong_rules_are_refused_by_name() -> None:
    for change in ({"policy": "none"}, {"impulses": 3}, {"impulses": ImpulseSettings("none")}):
        with pytest.raises(ValueError, match=next(iter(change))):
            replace(Rules(), **change)
    with pytest.raises(ValueError, match="response"):
        world([], EARTH, "bounce")


def test_the_potential_energy_of_a_falling_body_becomes_kinetic() -> None:
    ticks = run([WorldBody(CUBE, at(0, 10))], 30, rules())
    energies = [tick.response.energy for tick in ticks if tick.response]
    fallen = 10 - ticks[-1].places[0].pose.position[1]
    assert energies[0].potential - energies[-1].potential == pytest.approx(9.81 * fallen)
    # Semi-implicit Euler in four substeps: the speed is exact, the way is longer by half of the last substep's.
    assert energies[-1].kinetic == pytest.approx(0.5 * (9.81 * 30 * TICK) ** 2)
    assert sqrt(2 * energies[-1].kinetic) == pytest.approx(9.81 * 0.5)


@pytest.mark.parametrize(("height", "rise"), [(1.0, 0.2406), (2.0, 0.4461)])
def test_a_soft_bounce_aims_at_a_part_of_the_speed_at_the_start_of_its_tick(height: float, rise: float) -> None:
    """It loses height: the ball is stopped inside the ground, and its speed lacks the gravity of the tick."""
    ball = WorldBody(Sphere(0.25), at(0, 0.25 + height), restitution=0.5)
    ticks = run([SLAB, ball], 90, rules("exact", "soft"))
    before, after = next(pair for pair in pairwise(ticks) if pair[1].places[1].motion.velocity[1] > 0)
    falling = before.places[1].motion.velocity[1]
    assert after.places[1].motion.velocity[1] == pytest.approx(-0.5 * falling, rel=1e-12)
    assert before.places[1].pose.position[1] < 0.25  # contact is found only in the tick after it
    top = max(tick.places[1].pose.position[1] for tick in ticks[after.number :]) - 0.25
    assert top == pytest.approx(rise, abs=1e-3)
