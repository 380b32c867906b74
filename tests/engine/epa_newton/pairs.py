"""Pairs of shapes whose support functions are sums, as Newton's method needs them."""

from random import Random

from gjkscope.engine import Box, Capsule, Cylinder, Ellipsoid, Pose, Shape, Sphere
from gjkscope.engine.pose import is_square
from gjkscope.engine.vectors import DOUBLE
from tests.engine.samples import random_pose, random_sizes

ALIGNED = 0.3  # of the pairs: ends and faces are parallel


def a_shape(random: Random, length: float = 1.0) -> Shape:
    x, y, z = (length * part for part in random_sizes(random))
    rounding = random.choice((0.0, 0.0, 0.1 * length))
    kinds = (
        Box((x, y, z), rounding),
        Capsule(x, y, random.choice("xyz")),
        Cylinder(x, y, random.choice("xyz"), rounding),
        Cylinder(x, y, random.choice("xyz")),
        Ellipsoid((x, y, z), rounding),
        Ellipsoid((x, y, z)),
        Sphere(x),
    )
    return random.choice(kinds)


def square_pose(random: Random, spread: float) -> Pose:
    return next(pose for pose in iter(lambda: random_pose(random, spread), None) if is_square(pose.rotation, DOUBLE))


def pairs(seed: int, count: int) -> list[tuple[Shape, Pose, Shape, Pose]]:
    """Pairs whose centres are close to each other: most of them overlap."""
    random, drawn = Random(seed), []
    for _ in range(count):
        length, spread = random.choice((1e-6, 1.0, 1e6)), random.choice((0.1, 0.5, 1.0))
        pose_a, pose_b = square_pose(random, spread * length), square_pose(random, spread * length)
        if random.random() < ALIGNED:
            pose_b = Pose(pose_a.rotation, pose_b.position)
        drawn.append((a_shape(random, length), pose_a, a_shape(random, length), pose_b))
    return drawn
