"""Seeded pairs that touch: boxes by the features that meet, prisms, hulls and round bodies, in six situations."""

from collections.abc import Callable, Collection, Iterator
from random import Random

from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import add, along, scale
from tests.bench.contact_policies import KINDS as FACETED
from tests.engine.samples import compose, random_direction, random_rotation, scaled_shape
from tests.fidelity.pairs import Arguments, NamedPair, random_shape

ROUND = (kinds.Sphere, kinds.Capsule, kinds.Cylinder, kinds.Cone)
SITUATIONS = ("ordinary", "touching", "apart", "deep", "tiny", "far")

FAR, TINY = 1000.0, 0.01  # metres from the origin; the size of bodies
SHALLOW, WIDE, DEEP = 0.02, 0.015, 0.4  # relative to the size of the bodies


def contact_pairs(count: int, seed: int, allowed: Collection[type]) -> Iterator[NamedPair]:
    """That many pairs of shapes of the allowed types, in equal parts of each kind and situation."""
    makers = dict(_makers(allowed))
    names = list(makers)
    for number in range(count):
        kind, situation = names[number % len(names)], SITUATIONS[number // len(names) % len(SITUATIONS)]
        random = Random(f"contacts {seed} {number}")
        yield NamedPair(kind, f"{kind}, {situation} {number}", _placed(random, makers[kind](random), situation))


def _makers(allowed: Collection[type]) -> Iterator[tuple[str, Callable[[Random], Arguments]]]:
    """What draws the pairs of each kind, by its name: of faceted shapes, then of each two that are not both faceted."""
    yield from ((name, draw) for name, draw in FACETED.items() if kinds.Hull in allowed or name not in _OF_HULLS)
    faceted = [kind for kind in (kinds.Box, kinds.Hull) if kind in allowed]
    curved = [kind for kind in ROUND if kind in allowed]
    for position, kind in enumerate(curved):
        for other in (*faceted, *curved[: position + 1]):
            yield f"{other.__name__.lower()} × {kind.__name__.lower()}", _drawing(other, kind)


def _drawing(first: type, second: type) -> Callable[[Random], Arguments]:
    def draw(random: Random) -> Arguments:
        shapes = [random_shape(random, (kind,)) for kind in (first, second)]
        random.shuffle(shapes)
        # Every third pair is not turned: axes lie along edges and faces.
        turn = random_rotation(random) if random.random() < 2 / 3 else Pose().rotation
        return shapes[0], Pose(), shapes[1], Pose(turn, scale(random_direction(random), 9.0))

    return draw


def _placed(random: Random, drawn: Arguments, situation: str) -> Arguments:
    """The pair with B moved along the normal until it is as deep or as far as it should be, and both together."""
    a, pose_a, b, pose_b = drawn
    near = result_only(a, pose_a, b, pose_b)
    if near.normal is not None:
        pose_b = pose_b._replace(position=along(pose_b.position, near.normal, _gap(random, situation) - near.lower))
    together = Pose() if random.random() < 0.3 else Pose(random_rotation(random))
    poses = [compose(together, pose) for pose in (pose_a, pose_b)]
    if situation == "far":
        away = scale(random_direction(random), FAR)
        poses = [pose._replace(position=add(pose.position, away)) for pose in poses]
    if situation == "tiny":
        a, b = scaled_shape(a, TINY), scaled_shape(b, TINY)
        poses = [pose._replace(position=scale(pose.position, TINY)) for pose in poses]
    return a, poses[0], b, poses[1]


def _gap(random: Random, situation: str) -> float:
    """The signed distance, metres, of bodies of about 1 m."""
    match situation:
        case "touching":
            return random.choice((0.0, 1e-7, -1e-7, 1e-5, -1e-5))
        case "apart":
            return random.uniform(0.0, WIDE)
        case "deep":
            return -random.uniform(SHALLOW, DEEP)
        case _:
            return -random.uniform(0.0, SHALLOW)


_OF_HULLS = ("prisms", "hulls")
