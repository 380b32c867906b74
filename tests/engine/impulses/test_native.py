"""Machine code solves ticks as the interpreter does, to the last bit, and leaves to it what it cannot tell."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import Box, Exit, Motion, Pose, Sphere
from gjkscope.engine.batch.compiled_impulses import softness_of
from gjkscope.engine.batch.loading import impulse_solver
from gjkscope.engine.cancellation import Cancelled, cancellable_by
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.geometry.mass import mass_properties
from gjkscope.engine.impulses.constraints import point_constraints
from gjkscope.engine.impulses.native import IMPULSE_CODE, DoneTasks, run_tasks
from gjkscope.engine.impulses.records import ImpulseSettings, ImpulseTick, SolverBody, SolverContact
from gjkscope.engine.impulses.registry import SOLVERS, solve_tick
from gjkscope.engine.impulses.solver import TickTime
from gjkscope.engine.impulses.tick import first_step, run_plan
from gjkscope.engine.native.code import known_address
from gjkscope.engine.native.on_demand import IMPULSES
from gjkscope.engine.simulation import simulation
from gjkscope.engine.simulation.response import response_policies
from gjkscope.engine.simulation.responses import IMPULSES as WITH_IMPULSES
from gjkscope.engine.simulation.simulation import Rules, WorldBody, WorldTick, advance, world
from gjkscope.engine.vectors import ZERO, Vec3, scale, unit
from tests.engine.impulses.test_impulses import CORNERS, DT, FLOOR, GRAVITY, many_bodies, on_floor
from tests.engine.moving import FLOOR as TERRAIN
from tests.engine.moving import at
from tests.engine.samples import random_pose, random_shape, random_vector
from tests.thorough import cases

Tick = tuple[list[SolverBody], list[SolverContact], float, Vec3, ImpulseSettings]


@pytest.fixture
def answers(monkeypatch: pytest.MonkeyPatch) -> list[DoneTasks | None]:
    """Machine code is loaded; what it answers."""
    found: list[DoneTasks | None] = []

    def noted(*asked: Any) -> DoneTasks | None:
        found.append(run_tasks(*asked))
        return found[-1]

    monkeypatch.setattr(IMPULSE_CODE, "function", impulse_solver())
    monkeypatch.setattr(sys.modules[run_plan.__module__], "run_tasks", noted)
    return found


def interpreted(*asked: Any) -> ImpulseTick:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules[run_plan.__module__], "run_tasks", lambda *_: None)
        return solve_tick(*asked, keep_steps=False)


def random_ticks(random: Random, count: int) -> Iterator[Tick]:
    """Bodies of all scales, fixed ones among them, some turning slowly or not at all; some that overflow."""
    names = sorted(SOLVERS)
    for number in range(count):
        reach = 10.0 ** random.choice((0, 0, 0, -9, 9, -120, 120, 153, 307))
        bodies = [random_body(random, reach) for _ in range(random.randint(1, 12))]
        contacts = [random_contact(random, bodies, reach) for _ in range(random.randint(0, 9))]
        settings = ImpulseSettings(
            solver=names[number % len(names)],
            warm_starting=random.random() < 0.7,
            iterations=random.randint(1, 4),
            substeps=random.randint(1, 4),
            slop=random.choice((0.0, 0.005)),
            hertz=10.0 ** random.uniform(-2, 4),
        )
        yield bodies, contacts, DT * 10.0 ** random.choice((0, 0, -6, 3)), scale(GRAVITY, reach), settings


def random_body(random: Random, reach: float) -> SolverBody:
    pose = random_pose(random)
    pose = pose._replace(position=scale(pose.position, reach))
    turning = scale(random_vector(random), 10.0 ** random.choice((0, 1, -20, -170)))
    motion = Motion(scale(random_vector(random), reach), random.choice((ZERO, turning, turning)))
    if random.random() < 0.2:
        return SolverBody(pose, random.choice((motion, Motion())), size=reach)
    mass = 10.0 ** random.uniform(-3, 3)
    properties = mass_properties(Box((0.5, 0.3, random.uniform(0.01, 2))), mass)
    return SolverBody(pose, motion, 1 / mass, properties.inverse_inertia, properties.inertia, reach)


def random_contact(random: Random, bodies: list[SolverBody], reach: float) -> SolverContact:
    points = tuple(random_point(random, bodies, reach, number) for number in range(random.randint(1, 4)))
    first, second = (random.randrange(len(bodies)) for _ in range(2))
    friction, restitution = random.choice((0.0, 0.4, 30.0)), random.choice((0.0, 0.0, 0.5, 1.0))
    return SolverContact(first, second, unit(random_vector(random)), points, friction, restitution)


def random_point(random: Random, bodies: list[SolverBody], reach: float, number: int) -> ContactPoint:
    place = bodies[0].pose.position
    on_a, on_b = (tuple(x + reach * random.uniform(-1, 1) for x in place) for _ in range(2))
    depth = reach * random.choice((0.0, random.uniform(-0.1, 0.1)))
    normal = unit(random_vector(random)) if random.random() < 0.2 else None
    return ContactPoint(on_a, on_a, on_b, depth, f"B v{number}", normal)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", range(cases(4, 60)))
def test_ticks_are_those_of_the_interpreter_to_the_bit(seed: int, answers: list[DoneTasks | None]) -> None:
    exits = []
    for bodies, contacts, duration, gravity, settings in random_ticks(Random(seed), 60):
        earlier: tuple[Any, ...] = ()
        for _ in range(2):
            tick = bodies, contacts, duration, gravity, settings, earlier
            solved = solve_tick(*tick, keep_steps=False)
            assert repr(solved) == repr(interpreted(*tick))  # which tells 0 from −0
            earlier = solved.impulses
            exits.append(solved.exit)
    assert [answer is not None for answer in answers] == [reason is Exit.COMPLETE for reason in exits]
    assert 0.5 < exits.count(Exit.COMPLETE) / len(exits) < 0.95


@pytest.mark.parametrize("name", SOLVERS)
def test_bodies_at_rest_stay_the_same_to_the_bit(name: str, answers: list[DoneTasks | None]) -> None:
    (floor, box), (contact,) = on_floor()
    above = box._replace(pose=Pose(position=(0.0, 1.5, 0.0)))
    higher = contact._replace(
        first=1,
        second=2,
        friction=0.6,
        points=tuple(point._replace(position=(x, 1.0, z)) for point in CORNERS for x, _, z in [point.position]),
    )
    runs = []
    for run in (solve_tick, interpreted):
        bodies, earlier = [floor, box, above], ()
        for _ in range(cases(20, 200)):
            more = {"keep_steps": False} if run is solve_tick else {}
            tick = run(bodies, [contact, higher], DT, GRAVITY, ImpulseSettings(name), earlier, **more)
            bodies = [
                body._replace(pose=pose, motion=motion)
                for body, pose, motion in zip(bodies, tick.poses, tick.motions, strict=True)
            ]
            earlier = tick.impulses
        runs.append(repr((bodies, earlier)))
    assert runs[0] == runs[1]
    assert None not in answers
    assert abs(bodies[2].pose.position[1] - 1.5) < 0.02


@pytest.mark.parametrize("seed", range(cases(4, 30)))
def test_simulations_are_the_same_to_the_bit(
    seed: int, answers: list[DoneTasks | None], monkeypatch: pytest.MonkeyPatch
) -> None:
    names, policies = sorted(SOLVERS), response_policies()
    settings = ImpulseSettings(names[seed % len(names)], warm_starting=seed % 3 > 0)
    rules = Rules(policy=policies[seed % len(policies)], impulses=settings)
    bodies = pile(Random(seed), 7)
    fast = ticks(bodies, rules, cases(25, 60))
    monkeypatch.setattr(IMPULSE_CODE, "function", None)
    monkeypatch.setattr(IMPULSE_CODE, "load", lambda: None)
    assert None not in answers
    assert sum(bool(answer and answer.impulses) for answer in answers) > 5
    assert repr(ticks(bodies, rules, cases(25, 60))) == repr(fast)


def pile(random: Random, count: int) -> list[WorldBody]:
    """Bodies of all kinds, some with restitution, that fall onto a terrain and each other."""
    bodies = [TERRAIN]
    for number in range(count):
        pose = random_pose(random)._replace(position=(random.uniform(1, 4), 0.8 + 0.6 * number, random.uniform(-2, 1)))
        motion, mass = Motion(random_vector(random), random_vector(random, 3)), 10 ** random.uniform(-1, 1)
        friction, restitution = random.choice((0.0, 0.5)), random.choice((0.0, 0.6))
        bodies.append(WorldBody(random_shape(random), pose, motion, mass, friction, restitution))
    return bodies


def ticks(bodies: list[WorldBody], rules: Rules, count: int) -> list[WorldTick]:
    begun = world(bodies, GRAVITY, WITH_IMPULSES)
    run = [begun.first]
    for _ in range(count):
        run.append(advance(begun, run[-1], rules))
    return run


def test_no_bodies_at_all_are_solved(answers: list[DoneTasks | None]) -> None:
    tick = [], [], DT, GRAVITY, ImpulseSettings()
    assert repr(solve_tick(*tick, keep_steps=False)) == repr(interpreted(*tick))
    assert answers == [DoneTasks((), (), ())]


def test_numbers_that_are_no_floats_are_left_to_the_interpreter(answers: list[DoneTasks | None]) -> None:
    bodies, contacts = on_floor((1.0, -2.0, 0.0), 0.5)
    single = np.float32(0.1)
    for number in (1, single):
        other = [FLOOR._replace(size=number), bodies[1]._replace(motion=Motion((number, 0.0, 0.0)))]
        tick = other, contacts, DT, GRAVITY, ImpulseSettings()
        assert repr(solve_tick(*tick, keep_steps=False)) == repr(interpreted(*tick))
    for settings in (ImpulseSettings(hertz=30), ImpulseSettings(slop=single)):
        tick = bodies, contacts, DT, GRAVITY, settings
        assert repr(solve_tick(*tick, keep_steps=False)) == repr(interpreted(*tick))
    assert answers == [None] * 4


def test_a_substep_without_a_length_is_left_to_the_interpreter(answers: list[DoneTasks | None]) -> None:
    bodies, contacts = on_floor()
    with pytest.raises(ZeroDivisionError):
        solve_tick(bodies, contacts, 5e-324, GRAVITY, ImpulseSettings("soft"), keep_steps=False)
    assert answers == [None]


def test_a_turn_beyond_all_doubles_is_left_to_the_interpreter(answers: list[DoneTasks | None]) -> None:
    bodies = [FLOOR._replace(motion=Motion(ZERO, (1.7e308, -1.7e308, 1e308)), inverse_mass=1.0)]
    with pytest.raises(ValueError, match=r"domain|finite"):
        solve_tick(bodies, [], 1.0, ZERO, ImpulseSettings(substeps=1), keep_steps=False)
    assert answers == [None]


def test_a_solver_that_is_newer_than_the_code_is_left_to_the_interpreter(answers: list[DoneTasks | None]) -> None:
    newer = SOLVERS["soft"]._replace(order=1 + max(solver.order for solver in SOLVERS.values()))
    bodies, contacts = on_floor()
    firsts = [
        first_step(solver, bodies, contacts, GRAVITY, DT, ImpulseSettings(), {}) for solver in (newer, SOLVERS["soft"])
    ]
    slow, fast = (run_plan(first)._replace(work=None) for first in firsts)
    assert [answer is None for answer in answers] == [True, False]
    assert repr(slow) == repr(fast)


def test_compiled_code_tells_solvers_apart_by_their_order() -> None:
    assert len({solver.order for solver in SOLVERS.values()}) == len(SOLVERS)
    bodies, contacts = on_floor()
    time = TickTime(DT, DT / 4, 0.1)
    for point in point_constraints(bodies, contacts):
        for solver in SOLVERS.values():
            asked: Any = (point, -0.1, True, time, ImpulseSettings())
            assert softness_of(solver.order, *asked) == solver.softness(*asked)


def test_a_tick_can_be_cancelled(answers: list[DoneTasks | None]) -> None:
    bodies, contacts = many_bodies()
    with cancellable_by(lambda: True), pytest.raises(Cancelled):
        solve_tick(bodies, contacts, DT, GRAVITY, keep_steps=False)


def test_without_code_the_interpreter_answers(answers: list[DoneTasks | None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IMPULSE_CODE, "function", None)
    solve_tick(*on_floor(), DT, GRAVITY, keep_steps=False)
    assert answers == [None]


def test_code_is_loaded_where_many_bodies_are_near(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[int] = []
    monkeypatch.setattr(IMPULSE_CODE, "load", lambda: loaded.append(1))
    for count, response in ((0, WITH_IMPULSES), (1, "push-out"), (1, WITH_IMPULSES)):
        bodies = [WorldBody(Sphere(1), at(1.5 * i)) for i in range(simulation.MANY_NEAR + count)]
        begun = world(bodies, GRAVITY, response)
        assert not loaded
        advance(begun, begun.first, Rules())
    assert loaded


def test_code_is_found_without_the_compiler() -> None:
    impulse_solver()
    assert known_address(IMPULSES) is not None
