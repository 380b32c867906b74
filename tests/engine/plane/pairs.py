"""Seeded pairs of 2D shapes, one family for each kind of difficulty."""

import random
from collections.abc import Callable
from math import pi
from typing import Any, NamedTuple

from gjkscope import Box2, Capsule2, Circle, Point2, Polygon, Pose, Segment2, Shape, plane_pose


class PlanePair(NamedTuple):
    """Two placed 2D shapes, and the family that they were drawn from."""

    family: str
    a: Shape
    pose_a: Pose
    b: Shape
    pose_b: Pose

    @property
    def setting(self) -> tuple[Shape, Pose, Shape, Pose]:
        """The arguments of `query`."""
        return self[1:]


def draw(family: str, seed: int) -> PlanePair:
    """A pair of the family; the same for the same seed."""
    return PlanePair(family, *FAMILIES[family](random.Random(f"{family} {seed}")))


def any_shape(rng: random.Random, size: float = 1.0, rounded: bool = False) -> Any:
    """A shape of any kind, of about this size."""
    rounding = rng.uniform(0.05, 0.5) * size if rounded else 0.0

    def length() -> float:
        return rng.uniform(0.1, 1.0) * size

    kind = rng.randrange(6)
    if kind == 0:
        return Point2(rounding)
    if kind == 1:
        return Segment2(_point(rng, size), _point(rng, size), rounding)
    if kind == 2:
        return Circle(length(), rounding)
    if kind == 3:
        return Box2((length(), length()), rounding)
    if kind == 4:
        return Capsule2(length(), length(), rng.choice(["x", "y"]), rounding)
    return any_polygon(rng, size, rounding)


def any_polygon(rng: random.Random, size: float = 1.0, rounding: float = 0.0) -> Polygon:
    return Polygon([_point(rng, size) for _ in range(rng.randrange(3, 9))], rounding)


def _point(rng: random.Random, size: float) -> tuple[float, float]:
    return (rng.uniform(-1, 1) * size, rng.uniform(-1, 1) * size)


def _pose(rng: random.Random, spread: float) -> Pose:
    return plane_pose(_point(rng, spread), rng.uniform(-pi, pi))


def _scale(size: float) -> Callable[[random.Random], tuple[Shape, Pose, Shape, Pose]]:
    def pair(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
        shapes = any_shape(rng, size, rng.random() < 0.3), any_shape(rng, size, rng.random() < 0.3)
        return shapes[0], _pose(rng, size), shapes[1], _pose(rng, size)

    return pair


def _round_value(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    return any_shape(rng, 1, True), _pose(rng, 1.5), any_shape(rng, 1, True), _pose(rng, 1.5)


def _grid_shape(rng: random.Random) -> Shape:
    """A shape whose coordinates are small multiples of 1/4, and so exact, also after a quarter turn."""

    def number() -> float:
        return rng.randrange(-4, 5) / 4

    return rng.choice(
        [
            Polygon([(number(), number()) for _ in range(rng.randrange(1, 6))]),
            Box2((rng.randrange(1, 5) / 4, rng.randrange(1, 5) / 4)),
            Segment2((number(), number()), (number(), number())),
            Capsule2(rng.randrange(1, 4) / 4, rng.randrange(1, 4) / 4, rng.choice(["x", "y"])),
            Circle(rng.randrange(1, 4) / 4),
            Point2(),
        ]
    )


QUARTERS = (((1.0, 0.0), (0.0, 1.0)), ((0.0, -1.0), (1.0, 0.0)), ((-1.0, 0.0), (0.0, -1.0)), ((0.0, 1.0), (-1.0, 0.0)))


def quarter_pose(x: float, y: float, quarters: int) -> Pose:
    """A pose turned by a multiple of a quarter, without rounding."""
    (xx, xy), (yx, yy) = QUARTERS[quarters % 4]
    return Pose(((xx, xy, 0.0), (yx, yy, 0.0), (0.0, 0.0, 1.0)), (x, y, 0.0))


def _grid(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    """On a grid, where contact, common vertices and collinear edges are frequent and exact."""
    poses = [quarter_pose(rng.randrange(-6, 7) / 4, rng.randrange(-6, 7) / 4, rng.randrange(4)) for _ in range(2)]
    return _grid_shape(rng), poses[0], _grid_shape(rng), poses[1]


def _touching(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    """Two boxes side by side or corner to corner, or a box and a circle: exactly in contact."""
    x, y, u, v = (rng.randrange(1, 9) / 8 for _ in range(4))
    if rng.random() < 0.3:
        return Box2((x, y)), plane_pose(), Circle(u), plane_pose((x + u, rng.uniform(-y, y)))
    offset = rng.choice([(x + u, rng.uniform(-v, v)), (x + u, y + v), (rng.uniform(-u, u), -y - v)])
    return Box2((x, y)), plane_pose(), Box2((u, v)), plane_pose(offset)


def _nest(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    inner, rounded = any_shape(rng, 0.1, rng.random() < 0.3), rng.choice([0.0, 0.2])
    outer = rng.choice([Box2((1.0, 1.5), rounded), Circle(1.2), Polygon([(-2, -1), (2, -1), (0, 3)], rounded)])
    pair = (outer, _pose(rng, 0.1), inner, _pose(rng, 0.3))
    return pair if rng.random() < 0.5 else (inner, pair[3], outer, pair[1])


def _coincident(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    shape = any_shape(rng, 1, rng.random() < 0.3)
    pose = _pose(rng, 1)
    return shape, pose, shape, pose


def _collinear(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    """Segments and flat polygons on one line, before a rotation rounds them."""

    def flat() -> Shape:
        x, dx = rng.uniform(-1, 1), rng.uniform(0, 1)
        points = [(x, 0.0), (x + dx, 0.0)]
        return rng.choice([Segment2(points[0], points[1]), Polygon([*points, (x + dx / 2, 0.0)]), Point2()])

    angle = rng.choice([0.0, rng.uniform(-pi, pi)])
    pose = plane_pose((0, 0), angle)
    return flat(), pose, flat(), pose


def _degenerate(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    """Polygons of one or two points, repeated points, and needles."""

    def thin() -> Shape:
        p, q = _point(rng, 1), _point(rng, 1)
        width = rng.choice([0.0, 1e-15, 1e-12, 1e-9])
        return Polygon(rng.choice([[p], [p, p], [p, q], [p, q, p], [p, q, (q[0] + width, q[1])]]))

    other = thin() if rng.random() < 0.5 else any_shape(rng, 1)
    return thin(), _pose(rng, 0.5), other, _pose(rng, 0.5)


def _distant(rng: random.Random) -> tuple[Shape, Pose, Shape, Pose]:
    """Both a million metres from the origin, or from each other."""
    a, pose_a, b, pose_b = _scale(1.0)(rng)
    far = (1e6 + rng.uniform(0, 1), -1e6, 0.0)
    moved = pose_a._replace(position=(pose_a.position[0] + far[0], pose_a.position[1] + far[1], 0.0))
    if rng.random() < 0.3:
        return a, moved, b, pose_b
    return a, moved, b, pose_b._replace(position=(pose_b.position[0] + far[0], pose_b.position[1] + far[1], 0.0))


FAMILIES: dict[str, Callable[[random.Random], tuple[Shape, Pose, Shape, Pose]]] = {
    "ordinary": _scale(1.0),
    "rounded": _round_value,
    "grid": _grid,
    "touching": _touching,
    "nested": _nest,
    "coincident": _coincident,
    "collinear": _collinear,
    "degenerate": _degenerate,
    "tiny": _scale(1e-6),
    "huge": _scale(1e6),
    "distant": _distant,
}
