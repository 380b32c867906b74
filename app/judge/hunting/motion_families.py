"""Families of motions for caches: slow and fast spins, sliding, resting, teleports.

A is fixed; B is about as large, and moves for `TICKS` ticks of 1/60 s.  To add a family, write a function that draws
B's poses, given its first one, with `@_motion_family("…")`.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gjkscope.app.judge.hunting.random_parts import Generator, random_rotations
from gjkscope.engine.advancement.motion import TICK, Motion, move_pose
from gjkscope.engine.caches.records import TickPair
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import query
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.ellipsoid import Ellipsoid
from gjkscope.engine.shapes.hull import Hull
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import Vec3, add, along, cross, scale, unit

TICKS = 60
SLOW, FAST = np.radians(0.5), np.radians(20.0)  # per tick
SLIDE = 0.01  # metres per tick
NEAR, FAR = 0.02, 0.3  # metres between A and B at first
REST, ROCK = 2e-4, np.radians(0.01)  # how far a body at rest shifts and rocks
JUMP = 8  # ticks between two teleports
CORNERS = 60  # of a hull


class StartingPair(NamedTuple):
    """A at rest, and B where the motion begins, with the normal from A to B."""

    shape_a: Shape
    shape_b: Shape
    pose_b: Pose
    normal: Vec3


class MotionFamily(NamedTuple):
    """A kind of motion."""

    name: str
    about: str
    draw: Callable[[Generator, StartingPair], list[Pose]]


MOTION_FAMILIES: dict[str, MotionFamily] = {}


def drawn_motion(family: str, kind: str, number: int, seed: int) -> tuple[TickPair, ...]:
    """The pair in each tick of one motion of the family, with shapes of a kind of `KINDS`; depends on the seed only."""
    random = np.random.default_rng([seed, list(MOTION_FAMILIES).index(family), list(KINDS).index(kind), number])
    begun = _starting_pair(random, KINDS[kind])
    poses = MOTION_FAMILIES[family].draw(random, begun)
    return tuple(TickPair(begun.shape_a, Pose(), begun.shape_b, pose) for pose in poses)


def _starting_pair(random: Generator, draw: Callable[[Generator], Shape]) -> StartingPair:
    """B in a random direction from A, moved along the normal until it is `NEAR` to `FAR` away."""
    shape_a, shape_b = draw(random), draw(random)
    rotation = _rotation(random)
    away = scale(_direction(random), 4.0)
    found = query(shape_a, Pose(), shape_b, Pose(rotation, away))
    assert found.normal is not None, "bodies that are far apart have a normal"
    gap = float(random.uniform(NEAR, FAR))
    place = along(away, found.normal, gap - found.lower)
    return StartingPair(shape_a, shape_b, Pose(rotation, place), found.normal)


def _motion_family(
    about: str,
) -> Callable[[Callable[[Generator, StartingPair], list[Pose]]], Callable[[Generator, StartingPair], list[Pose]]]:
    def add_family(
        draw: Callable[[Generator, StartingPair], list[Pose]],
    ) -> Callable[[Generator, StartingPair], list[Pose]]:
        name = draw.__name__.strip("_").replace("_", " ")
        MOTION_FAMILIES[name] = MotionFamily(name, about, draw)
        return draw

    return add_family


@_motion_family("B turns on the spot by 0.5° a tick.")
def _slow_spin(random: Generator, begun: StartingPair) -> list[Pose]:
    return _moving(begun, Motion((0.0, 0.0, 0.0), scale(_direction(random), SLOW / TICK)))


@_motion_family("B turns on the spot by 20° a tick.")
def _fast_spin(random: Generator, begun: StartingPair) -> list[Pose]:
    return _moving(begun, Motion((0.0, 0.0, 0.0), scale(_direction(random), FAST / TICK)))


@_motion_family("B moves past A by 1 cm a tick, across the first normal.")
def _sliding(random: Generator, begun: StartingPair) -> list[Pose]:
    across = unit(cross(begun.normal, _direction(random)))
    return _moving(begun, Motion(scale(across, SLIDE / TICK), (0.0, 0.0, 0.0)))


@_motion_family("B lies on A, shifts by up to 0.2 mm and rocks by up to 0.01°.")
def _resting(random: Generator, begun: StartingPair) -> list[Pose]:
    found = query(begun.shape_a, Pose(), begun.shape_b, begun.pose_b)
    assert found.normal is not None, "bodies that are apart have a normal"
    touching = along(begun.pose_b.position, found.normal, -found.lower)
    poses = []
    for _ in range(TICKS):
        shift, turn = random.uniform(-REST, REST, 3).tolist(), scale(_direction(random), random.uniform(0, ROCK))
        rocked = move_pose(Pose(begun.pose_b.rotation, touching), Motion((0.0, 0.0, 0.0), turn), 1.0)
        poses.append(Pose(rocked.rotation, add(touching, (shift[0], shift[1], shift[2]))))
    return poses


@_motion_family("Every 8 ticks, B jumps to another place beside A, in another orientation; between, it turns slowly.")
def _teleport(random: Generator, begun: StartingPair) -> list[Pose]:
    poses: list[Pose] = []
    while len(poses) < TICKS:
        there = _starting_pair(random, lambda _: begun.shape_b)._replace(shape_a=begun.shape_a, shape_b=begun.shape_b)
        motion = Motion((0.0, 0.0, 0.0), scale(_direction(random), SLOW / TICK))
        poses += _moving(there, motion)[:JUMP]
    return poses[:TICKS]


def _moving(begun: StartingPair, motion: Motion) -> list[Pose]:
    return [move_pose(begun.pose_b, motion, tick * TICK) for tick in range(TICKS)]


def _box(random: Generator) -> Shape:
    x, y, z = random.uniform(0.2, 1.0, 3).tolist()
    return Box((x, y, z))


def _hull(random: Generator) -> Shape:
    points = random.normal(size=(CORNERS, 3))
    points *= random.uniform(0.3, 1.0, 3) / np.linalg.norm(points, axis=1)[:, None]
    return Hull(tuple((x, y, z) for x, y, z in points.tolist()))


def _smooth(random: Generator) -> Shape:
    x, y, z = random.uniform(0.2, 0.8, 3).tolist()
    return (Ellipsoid((x, y, z)), Cylinder(x, y), Capsule(x, y))[int(random.integers(3))]


KINDS: dict[str, Callable[[Generator], Shape]] = {"boxes": _box, "hulls": _hull, "smooth": _smooth}
"""The kinds of shapes, by name."""


def _direction(random: Generator) -> Vec3:
    x, y, z = random.normal(size=3).tolist()
    return unit((x, y, z))


def _rotation(random: Generator) -> tuple[Vec3, Vec3, Vec3]:
    rows = random_rotations(random, 1)[0].tolist()
    return (tuple(rows[0]), tuple(rows[1]), tuple(rows[2]))
