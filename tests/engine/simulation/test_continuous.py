"""Continuous collision within a tick: contacts in time order against closed forms, and what it leaves undecided."""

from itertools import pairwise
from random import Random

import pytest

from gjkscope.engine import Box, Capsule, Cone, Cylinder, Ellipsoid, Shape, Sphere, Verdict, query
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.simulation import continuous
from gjkscope.engine.simulation.simulation import TICK, Rules, WorldBody, WorldTick
from gjkscope.engine.vectors import ZERO, norm
from tests.engine.moving import FLOOR, at, go, momentum, ticks
from tests.engine.samples import random_box, random_hull, random_pose, random_vector

CONTINUOUS = Rules(continuous=True)
BULLET = Sphere(0.05)
WALL = WorldBody(Box((0.01, 2, 2)), at(1), STILL, 0.0)  # its near face is at 0.99


def tick(bodies: list[WorldBody], rules: Rules = CONTINUOUS) -> WorldTick:
    return ticks(bodies, rules, 1)[1]


def x(after: WorldTick, body: int = 0) -> float:
    return after.places[body].pose.position[0]


def speeds(after: WorldTick) -> list[float]:
    return [body.motion.velocity[0] for body in after.places]


def times(after: WorldTick) -> dict[tuple[int, int], float]:
    return {meeting.pair: meeting.time for meeting in after.meetings}


def test_a_body_that_hits_a_wall_slides_along_it() -> None:
    """The rest of the tick is not lost: the velocity along the wall remains."""
    after = tick([WorldBody(BULLET, at(0), go(300, 30), 1.0), WALL])
    assert after.places[0].pose.position == pytest.approx((0.94, 30 * TICK, 0), abs=1e-8)
    assert after.places[0].motion.velocity == pytest.approx((0, 30, 0), abs=1e-6)
    assert times(after) == {(0, 1): pytest.approx(0.94 / 300)}


def test_two_bullets_head_on_move_on_together() -> None:
    """1 kg at 300 m/s and 2 kg at −300 m/s, 1.9 m apart, meet after 1.9 / 600 s and continue at −100 m/s."""
    bodies = [WorldBody(BULLET, at(-1), go(300), 1.0), WorldBody(BULLET, at(1), go(-300), 2.0)]
    after, met = tick(bodies), 1.9 / 600
    assert times(after) == {(0, 1): pytest.approx(met)}
    assert speeds(after) == pytest.approx([-100, -100])
    assert x(after, 0) == pytest.approx(-1 + 300 * met - 100 * (TICK - met))
    assert x(after, 1) - x(after, 0) == pytest.approx(0.1, abs=1e-8)
    assert not after.pushes


def test_an_impulse_travels_along_a_row() -> None:
    """Bodies at 0, 1 and 2 m: the first moves at v, then two at v / 2, then all three at v / 3."""
    bodies = [WorldBody(BULLET, at(0), go(300), 1.0), *(WorldBody(BULLET, at(x), STILL, 1.0) for x in (1, 2))]
    after = tick(bodies)
    first = 0.9 / 300
    assert times(after) == {(0, 1): pytest.approx(first), (1, 2): pytest.approx(first + 0.9 / 150)}
    assert speeds(after) == pytest.approx([100, 100, 100])
    assert x(after, 2) == pytest.approx(2 + 100 * (TICK - first - 0.9 / 150))


@pytest.mark.parametrize("stops", [True, False])
def test_an_impulse_does_not_push_through_the_wall_behind(stops: bool) -> None:
    """A bullet hits a body that leans on a wall, and one that the wall has just stopped."""
    leaning = [WorldBody(BULLET, at(-1), go(300), 5.0), WorldBody(BULLET, at(0.94), STILL, 0.1), WALL]
    flying = [WorldBody(BULLET, at(-1), go(300), 5.0), WorldBody(BULLET, at(0.5), go(200), 0.1), WALL]
    for bodies in (leaning, flying):
        run = ticks(bodies, Rules(continuous=True, stops=stops), 4)
        assert x(run[1], 1) == pytest.approx(0.94, abs=1e-8)
        assert x(run[1], 0) == pytest.approx(0.84, abs=1e-8)
        assert run[1].met == ((0, 1), (1, 2))
        for after in run[1:]:
            assert x(after, 0) <= x(after, 1) - 0.1 + 1e-6
            assert x(after, 1) <= 0.94 + 1e-6
        left = [0, 0, 0] if stops else [body.motion.velocity[0] for body in bodies]
        assert speeds(run[1]) == pytest.approx(left, abs=1e-6)


def test_a_row_between_two_bullets_and_a_wall_comes_to_rest() -> None:
    row = [WorldBody(BULLET, at(0.94 - 0.1 * k), STILL, 1.0) for k in range(4)]
    after = tick([WALL, *row, WorldBody(BULLET, at(-1), go(300), 1.0), WorldBody(BULLET, at(-2), go(400), 1.0)])
    assert speeds(after) == pytest.approx([0] * 7, abs=1e-6)
    assert [x(after, 1 + k) for k in range(6)] == pytest.approx([0.94 - 0.1 * k for k in range(6)], abs=1e-7)


def test_the_earliest_contact_comes_first() -> None:
    """A gate falls in time to stop the bullet; without it the bullet would hit the target, which is listed first."""
    target = WorldBody(BULLET, at(2), STILL, 1.0)
    gate = WorldBody(Box((0.01, 1, 1)), at(1, 2.2), go(0, -200), 1e6)
    bullet = WorldBody(BULLET, at(-1), go(300), 0.001)
    after = tick([bullet, target, gate])
    assert times(after) == {(0, 2): pytest.approx(1.94 / 300)}
    assert x(after, 1) == 2
    assert times(tick([bullet, target])) == {(0, 1): pytest.approx(2.9 / 300)}


STANDING = WorldBody(BULLET, at(9, 9), STILL, 1.0)


def test_a_body_pushed_into_the_path_is_hit() -> None:
    """The second body is far from the third's path until the first pushes it there."""
    bodies = [
        WorldBody(BULLET, at(0, -1), go(0, 400), 9.0),
        WorldBody(BULLET, at(0, 0), STILL, 0.001),
        WorldBody(BULLET, at(-2.5, 2.5), go(300), 1.0),
    ]
    after = tick(bodies)
    assert set(times(after)) >= {(0, 1), (1, 2)}
    assert (1, 2) not in times(tick([STANDING, *bodies[1:]]))


def tunnels(before: WorldTick, after: WorldTick, i: int, j: int) -> bool:
    """Whether two bodies have swapped sides along x."""
    return (x(before, i) < x(before, j)) is not (x(after, i) < x(after, j))


def test_many_simultaneous_contacts_keep_order_and_momentum() -> None:
    """Plates on a rail with many masses and speeds: none passes or overlaps another."""
    random = Random(3)
    met = 0
    for _ in range(6):
        bodies = [
            WorldBody(Box((0.01, 1, 1)), at(k * 0.7), go(random.uniform(-200, 200)), 10 ** random.uniform(-1, 1))
            for k in range(6)
        ]
        run = ticks(bodies, CONTINUOUS, 3)
        for before, after in pairwise(run):
            met += len(after.caught)
            assert momentum(bodies, after) == pytest.approx(momentum(bodies, before), abs=1e-6)
            for i in range(5):
                assert not tunnels(before, after, i, i + 1)
                assert x(after, i + 1) - x(after, i) >= 0.02 - 1e-6
    assert met > 15


@pytest.mark.parametrize("shape", [Cylinder(0.5, 1.0), Cone(0.5, 0.5), Capsule(0.2, 0.5), Ellipsoid((0.5, 1, 0.5))])
def test_a_spinning_body_of_revolution_costs_as_little_as_one_that_does_not_rotate(shape: Shape) -> None:
    """A body of revolution is unchanged by spin about its axis, so it falls as if it did not rotate."""
    spun, still = (
        ticks([WorldBody(shape, at(0.3, 2, 0.2), Motion((0, -200, 0), (0, turn, 0)), 1.0), FLOOR], CONTINUOUS, 1)[1]
        for turn in (300.0, 0.0)
    )
    assert spun.undecided == still.undecided == ()
    assert spun.meetings[0].time == pytest.approx(still.meetings[0].time, rel=1e-9)
    assert spun.places[0].pose.position == pytest.approx(still.places[0].pose.position, abs=1e-7)


def test_undecided_contacts_are_reported_and_held_at_the_last_safe_time() -> None:
    """A blade spins just above a floor that it never reaches: the step limit is hit before that is proved."""
    blade, floor = Box((0.05, 1, 0.05)), WorldBody(Box((5, 0.5, 5)), at(0, -0.5), STILL, 0.0)
    height = norm((0.05, 1, 0)) + 1e-6
    spinning = WorldBody(blade, at(0, height), Motion(ZERO, (0, 0, 300)), 1.0)
    run = ticks([spinning, floor], CONTINUOUS, 3)
    assert not any(after.met for after in run)
    for before, after in pairwise(run):
        (held,) = after.undecided
        assert held.pair == (0, 1)
        assert before.time < held.time < after.time
        assert after.places[0].motion == spinning.motion
        assert after.places[0].pose != before.places[0].pose  # it rotates as far as is proved safe
        assert query(blade, after.places[0].pose, floor.shape, floor.pose).verdict is Verdict.SEPARATED


def test_contacts_over_the_limit_wait_for_the_next_tick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row of six contacts in a fraction of a tick: the rest is held and reported, and no body tunnels."""
    monkeypatch.setattr(continuous, "MOST_CONTACTS", 3)
    row = [WorldBody(BULLET, at(0.2 * k), STILL, 1.0) for k in range(6)]
    run = ticks([WorldBody(BULLET, at(-0.2), go(9000), 1e6), *row], CONTINUOUS, 2)
    assert len(run[1].caught) == 3
    assert [(held.pair, held.time < TICK) for held in run[1].undecided] == [((3, 4), True)]
    for after in run:
        assert all(x(after, k + 1) - x(after, k) > 0.1 - 1e-6 for k in range(6))
    assert run[2].met == tuple((k, k + 1) for k in range(6))
    assert speeds(run[2]) == pytest.approx([9000 * 1e6 / (1e6 + 6)] * 7)


def test_nothing_falls_through_the_floor() -> None:
    random, hits = Random(4), 0
    floor = WorldBody(Box((50, 0.01, 50)), at(0, -0.01), STILL, 0.0)
    for _ in range(8):
        shape = random.choice((random_box, random_hull))(random)
        pose = random_pose(random)._replace(position=(0.0, 4.0, 0.0))
        falling = WorldBody(shape, pose, Motion((0, -250, 0), random_vector(random, 40)), 1.0)
        run = ticks([falling, floor], CONTINUOUS, 3)
        hits += len(run[-1].met)
        assert run[-1].places[0].pose.position[1] > 0
    assert hits == 8


def test_rotation_into_contact_is_slowed_and_kept() -> None:
    """A rod about to swing its end through a plate stays in front of it, and rotates again once it is free."""
    plate = WorldBody(Box((3, 0.01, 3)), at(0, 0), STILL, 0.0)
    rod = WorldBody(Box((1, 0.02, 0.02)), at(0, 0.5), Motion(ZERO, (0, 0, 100)), 1.0)
    run = ticks([rod, plate], CONTINUOUS, 6)
    assert run[-1].met == ((0, 1),)
    assert all(after.places[0].motion.angular_velocity == (0, 0, 100) for after in run)
    assert all(after.places[0].pose.position[1] > 0.3 for after in run)
