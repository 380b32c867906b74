"""Seeded pairs of every difficulty: ordinary, touching, nested, deep, tiny, far from the origin, and the museum."""

from collections.abc import Callable, Collection, Iterator
from random import Random
from typing import NamedTuple

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import kinds
from tests.engine import samples

Arguments = tuple[kinds.Shape, Pose, kinds.Shape, Pose]


class NamedPair(NamedTuple):
    """A pair, and where it comes from: a family with a number, or a scene of the museum."""

    family: str
    name: str
    arguments: Arguments


def random_kinds() -> frozenset[type]:
    """The types of all shapes that are drawn."""
    return frozenset(_MAKERS)


def random_shape(random: Random, allowed: Collection[type]) -> kinds.Shape:
    """A shape of about 1 m of an allowed type."""
    return _MAKERS[random.choice([kind for kind in _MAKERS if kind in allowed])](random)


def seeded_pairs(count: int, seed: int, allowed: Collection[type]) -> Iterator[NamedPair]:
    """That many pairs of shapes of the allowed types, in equal parts of each family."""
    families = list(_FAMILIES)
    for number in range(count):
        family = families[number % len(families)]
        random = Random(f"{seed} {number}")
        a, b = (random_shape(random, allowed) for _ in range(2))
        yield NamedPair(family, f"{family} {number}", _FAMILIES[family](random, a, b))


def museum_pairs(allowed: Collection[type]) -> Iterator[NamedPair]:
    """The first pair of each scene of the museum whose shapes are allowed."""
    for path in sorted(resource("assets", "scenes", "museum").glob("*.json")):
        scene = read_scene(path)
        bodies = {body.name: body for body in scene.bodies}
        names = scene.pairs[0] if scene.pairs else tuple(bodies)[:2]
        a, b = bodies[names[0]], bodies[names[1]]
        if type(a.shape) in allowed and type(b.shape) in allowed:
            yield NamedPair("museum", path.stem, (a.shape, a.pose, b.shape, b.pose))


def _ordinary(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    return a, samples.random_pose(random, 0.3), b, samples.random_pose(random, random.choice((0.3, 1.0, 2.0)))


def _grid(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    """At few positions and without rotations, so that faces, edges and vertices meet exactly."""
    position = tuple(random.choice((-1.0, -0.5, 0.0, 0.5, 1.0, 1.9)) for _ in range(3))
    return a, Pose(), b, Pose(position=position)


def _touching(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    """Boxes and others at a distance of about a rounding error from contact."""
    pose_a, turn = Pose(), samples.random_pose(random, 0.0)
    direction = samples.random_direction(random)
    reach = _extent(a, pose_a, direction) + _extent(b, turn, tuple(-x for x in direction))
    gap = random.choice((0.0, 1e-15, -1e-15, 1e-9, -1e-9, 1e-5, -1e-5))
    return a, pose_a, b, Pose(turn.rotation, tuple(x * (reach + gap) for x in direction))


def _nest(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    small = samples.scaled_shape(b, random.uniform(0.05, 0.3))
    return a, samples.random_pose(random, 0.1), small, samples.random_pose(random, 0.05)


def _deep(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    return a, samples.random_pose(random, 0.0), b, samples.random_pose(random, 0.01)


def _tiny(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    size = random.choice((1e-3, 1e-5))
    shape_a, pose_a, shape_b, pose_b = _ordinary(random, a, b)
    return (
        samples.scaled_shape(shape_a, size),
        Pose(pose_a.rotation, tuple(x * size for x in pose_a.position)),
        samples.scaled_shape(shape_b, size),
        Pose(pose_b.rotation, tuple(x * size for x in pose_b.position)),
    )


def _far(random: Random, a: kinds.Shape, b: kinds.Shape) -> Arguments:
    shape_a, pose_a, shape_b, pose_b = _ordinary(random, a, b)
    away = tuple(1000.0 * x for x in samples.random_direction(random))
    moved = [
        Pose(pose.rotation, tuple(x + y for x, y in zip(pose.position, away, strict=True))) for pose in (pose_a, pose_b)
    ]
    return shape_a, moved[0], shape_b, moved[1]


def _extent(shape: kinds.Shape, pose: Pose, direction: samples.Vec3) -> float:
    from gjkscope.engine.published.vertices import whole_support
    from gjkscope.engine.shapes.support import convex

    point, _ = whole_support(convex(shape, pose), direction)
    return samples.dot(point, direction)


_FAMILIES: dict[str, Callable[[Random, kinds.Shape, kinds.Shape], Arguments]] = {
    "ordinary": _ordinary,
    "grid": _grid,
    "touching": _touching,
    "nested": _nest,
    "deep": _deep,
    "tiny": _tiny,
    "far": _far,
}
_MAKERS: dict[type, Callable[[Random], kinds.Shape]] = {
    kinds.Box: samples.random_box,
    kinds.Hull: samples.random_hull,
    kinds.Sphere: lambda random: kinds.Sphere(random.uniform(0.1, 1.0)),
    kinds.Capsule: lambda random: kinds.Capsule(random.uniform(0.1, 0.6), random.uniform(0.1, 0.8)),
    kinds.Cylinder: lambda random: kinds.Cylinder(random.uniform(0.1, 0.8), random.uniform(0.1, 0.8)),
    kinds.Cone: lambda random: kinds.Cone(random.uniform(0.1, 0.8), random.uniform(0.1, 0.8)),
    kinds.Ellipsoid: lambda random: kinds.Ellipsoid(samples.random_sizes(random)),
    kinds.Triangle: lambda random: kinds.Triangle(tuple(samples.random_vector(random) for _ in range(3))),
}
