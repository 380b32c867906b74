"""Many bodies at once move as each of them alone, to the last bit."""

from collections.abc import Sequence
from random import Random

import pytest

from gjkscope.engine.advancement import many
from gjkscope.engine.advancement.many import move_poses
from gjkscope.engine.advancement.motion import STILL, Motion, move_pose
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import ZERO, Vec3, scale
from tests.engine.samples import random_pose, random_vector
from tests.thorough import cases

TICK = 1 / 60
Body = tuple[Pose, Motion]


def random_turn(random: Random) -> Vec3:
    """An angular velocity of any size, sometimes about an axis."""
    size = 10.0 ** random.choice((0, 0, 0, -3, 2, -20, -200, 20, 160))
    turn = scale(random_vector(random), size)
    return random.choice((turn, turn, ZERO, (0.0, turn[1], 0.0), (-0.0, 0.0, turn[2])))


def random_bodies(random: Random, count: int) -> list[Body]:
    bodies = []
    for _ in range(count):
        pose, place = random_pose(random), scale(random_vector(random), 10.0 ** random.uniform(-9, 9))
        if random.random() < 0.2:
            pose = Pose()
        motion = Motion(scale(random_vector(random), 10.0 ** random.uniform(-3, 3)), random_turn(random))
        bodies.append((pose._replace(position=place), random.choice((motion, motion, motion, STILL))))
    return bodies


def together(bodies: Sequence[Body], dt: float) -> list[Pose]:
    return move_poses([pose for pose, _ in bodies], [motion for _, motion in bodies], dt)


@pytest.mark.parametrize("seed", range(4))
def test_they_move_as_one_by_one_to_the_bit(seed: int) -> None:
    bodies = random_bodies(Random(seed), cases(300, 3000))
    alone = [move_pose(*body, TICK) for body in bodies]
    assert repr(together(bodies, TICK)) == repr(alone)  # which tells 0 from −0
    assert sum(pose.rotation != before.rotation for pose, (before, _) in zip(alone, bodies, strict=True)) > 100


def test_they_stay_the_same_over_many_ticks() -> None:
    bodies = random_bodies(Random(9), many.MANY)
    alone = bodies
    for _ in range(200):
        motions = [motion for _, motion in bodies]
        bodies = list(zip(together(bodies, TICK), motions, strict=True))
        alone = [(move_pose(pose, motion, TICK), motion) for pose, motion in alone]
    assert repr(bodies) == repr(alone)


def test_few_are_moved_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    bodies = random_bodies(Random(3), many.MANY - 1)
    expected = repr(together(bodies, TICK))
    monkeypatch.setattr(many, "MANY", 0)
    assert repr(together(bodies, TICK)) == expected


def test_an_angle_that_overflows_fails_as_alone() -> None:
    turning = Motion(angular_velocity=(1.5e308, 1.5e308, 1.5e308))
    bodies = [*random_bodies(Random(4), many.MANY), (Pose(), turning)]
    for move in (lambda: together(bodies, 1.0), lambda: move_pose(Pose(), turning, 1.0)):
        with pytest.raises(ValueError, match=r"domain error|finite"):
            move()
