"""Helpers for tests of moving bodies: build bodies, set their motion and run ticks."""

from gjkscope.engine import Mesh, Pose
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.simulation.simulation import Rules, WorldBody, WorldTick, advance, world
from gjkscope.engine.vectors import ZERO, Vec3, add, scale


def at(x: float, y: float = 0.0, z: float = 0.0) -> Pose:
    return Pose(position=(x, y, z))


def go(x: float, y: float = 0.0, z: float = 0.0) -> Motion:
    return Motion((x, y, z))


def ticks(bodies: list[WorldBody], rules: Rules, count: int, gravity: Vec3 = ZERO) -> list[WorldTick]:
    begun = world(bodies, gravity)
    run = [begun.first]
    for _ in range(count):
        run.append(advance(begun, run[-1], rules))
    return run


def floor(cells: int = 8) -> Mesh:
    """A floor of 1 m squares, each made of two triangles facing up."""
    side = range(cells + 1)
    vertices = [(float(x), 0.0, float(z)) for x in side for z in side]
    corners = [(x * (cells + 1) + z, x, z) for x in range(cells) for z in range(cells)]
    faces = [(i, i + 1, i + cells + 2) for i, *_ in corners] + [(i, i + cells + 2, i + cells + 1) for i, *_ in corners]
    return Mesh(tuple(vertices), tuple(faces))


FLOOR = WorldBody(floor(), at(0, 0, -4), STILL, 0.0)


def momentum(bodies: list[WorldBody], tick: WorldTick) -> tuple[float, float, float]:
    total = ZERO
    for body, placed in zip(bodies, tick.places, strict=True):
        total = add(total, scale(placed.motion.velocity, body.mass))
    return total
