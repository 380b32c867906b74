"""Pairs like a given one, changed by a little: a solver that fails on one pair usually fails on others near it.

Of bodies made of convex parts, the pairs are those of their parts.
"""

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.hunting.random_parts import Generator, log_uniform, random_directions, small_rotations
from gjkscope.app.shapes.entry import ENTRIES, FieldKind
from gjkscope.app.solvers.pair_block import Floats, PairBlock, PlacedPair, block_of
from gjkscope.engine.compound.parts import parts_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape

POOL = 16  # shapes on each side, unless it has more parts: the given ones and changed ones

# The magnitudes of changes, log-uniform: radians, and parts of the size.  Half of the poses keep one of them.
TURNS = (1e-9, 0.5)
MOVES = (1e-9, 0.5)
GROWTH = (1e-9, 0.3)


def drawn_near(pair: PlacedPair, random: Generator, count: int) -> PairBlock:
    """Pairs whose sizes and poses are changed by random amounts, from rounding errors to half of the size."""
    pool_a, pool_b = _changed_shapes(pair[0], random), _changed_shapes(pair[2], random)
    placed = block_of([pair]).only(np.zeros(count, np.int64))
    block = placed._replace(
        shapes=(*pool_a, *pool_b),
        a=random.integers(len(pool_a), size=count),
        b=len(pool_a) + random.integers(len(pool_b), size=count),
    )
    turns = _magnitudes(random, TURNS, count) * (random.random(count) < 0.75)
    moves = _magnitudes(random, MOVES, count) * (random.random(count) < 0.75) * size_of(*pair)
    block.poses_b[:, :3, :3] = small_rotations(random, turns) @ block.poses_b[:, :3, :3]
    block.poses_b[:, :3, 3] += moves[:, None] * random_directions(random, count)
    return block


def _changed_shapes(shape: Shape, random: Generator) -> list[Shape]:
    """The shape, or its convex parts, and changed ones."""
    parts = parts_of(shape)
    return [*parts, *(_changed(parts[i % len(parts)], random) for i in range(POOL - len(parts)))]


def _changed(shape: Shape, random: Generator) -> Shape:
    """The shape with its lengths changed, each by a factor of its own; vertices along each axis."""
    changes = {}
    for field in ENTRIES[type(shape)].fields:
        value = getattr(shape, field.name)
        if field.kind is FieldKind.LENGTH:
            changes[field.name] = value * float(_factors(random, 1)[0])
        elif field.kind is FieldKind.SIZES:
            changes[field.name] = tuple((np.array(value) * _factors(random, 3)).tolist())
        elif field.kind in (FieldKind.POINTS, FieldKind.TRIANGLE):
            changes[field.name] = tuple(map(tuple, (np.array(value) * _factors(random, 3)).tolist()))
    return replace(shape, **changes)


def _factors(random: Generator, count: int) -> Floats:
    return np.asarray(1 + _magnitudes(random, GROWTH, count) * random.choice([-1.0, 1.0], count))


def _magnitudes(random: Generator, limits: tuple[float, float], count: int) -> Floats:
    return log_uniform(random, *limits, count)
