"""Bullet's persistent manifold over several ticks: a box on a floor, moved, lifted and tilted."""

from itertools import pairwise
from math import cos, pi, sin
from random import Random

from gjkscope.engine import Box, Hull, Pose, Sphere
from gjkscope.engine.contacts.matching import carried_points, matching
from gjkscope.engine.contacts.policies import bullet
from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.registry import manifold
from gjkscope.engine.contacts.steps import ContactPhase, State
from gjkscope.engine.pose import rotation_from_quaternion
from gjkscope.engine.shapes.shape import Shape

FLOOR, CUBE = Box((10, 1, 10)), Box((0.5, 0.5, 0.5))
GROUND = Pose()
PRISM = Hull(tuple((0.5 * cos(k * pi / 4), y, 0.5 * sin(k * pi / 4)) for k in range(8) for y in (-0.5, 0.5)))


def tilted(x: float, z: float, height: float, along: float = 0.0) -> Pose:
    """The cube's pose with small rotations about x and z, its centre `height` above the floor."""
    return Pose(rotation_from_quaternion((x / 2, 0.0, z / 2, 1.0)), (along, 1.0 + height, 0.0))


def over_ticks(poses: list[Pose], shape: Shape = CUBE) -> list[Manifold]:
    found: list[Manifold] = []
    for number, pose in enumerate(poses):
        before = GROUND, poses[max(0, number - 1)]
        earlier = carried_points(found[-1].points, before, (GROUND, pose)) if found else ()
        found.append(manifold(FLOOR, GROUND, shape, pose, "bullet", earlier))
    return found


def rocking(ticks: int) -> list[Pose]:
    """The cube rocks so that each corner is deepest in turn."""
    signs = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
    return [tilted(0.004 * signs[k % 4][0], 0.004 * signs[k % 4][1], 0.499) for k in range(ticks)]


def test_the_first_query_gives_one_point() -> None:
    (only,) = over_ticks([tilted(0.01, 0.01, 0.5)])
    assert len(only.points) == 1
    assert only.points[0].id == "point 1"


def test_a_rocking_cube_collects_its_four_corners() -> None:
    ticks = over_ticks(rocking(6))
    assert [len(tick.points) for tick in ticks] == [1, 2, 3, 4, 4, 4]
    last = ticks[-1].points
    assert {(round(p.position_b[0], 1), round(p.position_b[2], 1)) for p in last} == {
        (x, z) for x in (-0.5, 0.5) for z in (-0.5, 0.5)
    }
    assert matching(ticks[-2].points, last).kept == tuple(point.id for point in last)


def test_a_lifted_cube_loses_its_points_at_the_breaking_distance() -> None:
    breaking = bullet.BREAKING * 0.75**0.5  # the radius of the cube
    for gap, left in ((0.9 * breaking, 4), (1.1 * breaking, 0)):
        *_, landed, lifted = over_ticks([*rocking(4), tilted(0.0, 0.0, 0.5 + gap)])
        assert len(landed.points) == 4
        assert len(lifted.points) == left


def test_a_sliding_cube_loses_points_that_drift() -> None:
    breaking = bullet.BREAKING * 0.75**0.5
    *_, moved = over_ticks([*rocking(4), tilted(0.004, 0.004, 0.499, 1.1 * breaking)])
    assert len(moved.points) == 1
    assert moved.points[0].id not in {f"point {k}" for k in (1, 2, 3, 4)}
    reasons = [step.reason for step in states(moved) if step.phase is ContactPhase.MATCH]
    assert reasons.count("moved sideways by more than the breaking distance") == 4


def test_of_five_points_the_deepest_and_the_largest_area_stay() -> None:
    square = [(x, 0.0, z) for x in (-1.0, 1.0) for z in (-1.0, 1.0)]
    old = [ContactPoint(p, p, p, 0.1 if k == 0 else 0.01, str(k), (0.0, 1.0, 0.0)) for k, p in enumerate(square)]
    inner = (0.5, 0.0, 0.5)
    new = ContactPoint(inner, inner, inner, 0.02, "new", (0.0, 1.0, 0.0))
    start = bullet.start(FLOOR, GROUND, CUBE, tilted(0.0, 0.0, 0.5))
    crowded = start._replace(work=bullet.PersistentManifold(None, (), (*old, new), 1.0, frozenset()))
    reduced = bullet.step(crowded)
    assert reduced.phase is ContactPhase.REDUCE
    assert "0" not in [one.name for one in reduced.candidates]  # the deepest is safe
    assert [one.name for one in reduced.candidates if one.chosen] == ["3"]  # in whose corner the new point lies
    assert [point.id for point in reduced.work.points] == ["0", "1", "2", "new"]


def test_a_random_walk_keeps_the_rules() -> None:
    """At most four points, no id twice, no point beyond the breaking distance; all phases occur."""
    random, phases, full = Random("bullet"), set[ContactPhase](), 0
    walk = [[random.uniform(-limit, limit) for limit in (0.01, 0.01, 0.005, 0.005)] for _ in range(120)]
    for tick in over_ticks([tilted(x, z, 0.5 + rise, aside) for x, z, rise, aside in walk], PRISM):
        ids = [point.id for point in tick.points]
        assert len(ids) == len({*ids}) <= bullet.MOST_POINTS
        assert all(-point.depth <= bullet.BREAKING * 0.5**0.5 for point in tick.points)
        phases |= {step.phase for step in states(tick)}
        full += len(ids) == bullet.MOST_POINTS
    assert phases == {ContactPhase.AXIS, ContactPhase.MATCH, ContactPhase.REDUCE, ContactPhase.POINTS}
    assert full > 30


def test_each_step_can_be_repeated() -> None:
    steps = states(over_ticks(rocking(5))[-1])
    assert all(bullet.step(before) == after for before, after in pairwise(steps))
    assert bullet.step(steps[-1]) == steps[-1]


def test_a_ball_has_one_point_that_moves_along() -> None:
    ticks = over_ticks([Pose(position=(0.005 * k, 1.49, 0.0)) for k in range(8)], Sphere(0.5))
    assert all(len(tick.points) == 1 for tick in ticks)
    assert {tick.points[0].id for tick in ticks} == {"point 1"}


def test_bodies_far_apart_have_none() -> None:
    (only,) = over_ticks([tilted(0.0, 0.0, 3.0)])
    assert only.points == ()


def states(found: Manifold) -> list[State]:
    return [step for step in found.steps if isinstance(step, State)]
