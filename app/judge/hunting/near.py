"""Pairs like a given one: a solver that fails on one pair usually fails on others near it.

1. The pair itself comes first, in the first chunk.
2. Then pairs that keep its alignments, as many faults need these: B at another gap or moved along a face, coordinates
   that are equal kept equal, both scaled, turned by quarter turns, or moved together.
3. Then pairs whose sizes and poses are changed by a little, which loses the alignments.

Of bodies made of convex parts, the pairs are those of their parts; the pair itself is that of the parts that decide.
"""

from collections.abc import Callable
from functools import reduce
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock, block_of
from gjkscope.app.base.records import replace
from gjkscope.app.judge.hunting.laws import scale_block
from gjkscope.app.judge.hunting.random_parts import (
    Generator,
    log_uniform,
    quarter_turns,
    random_directions,
    small_rotations,
)
from gjkscope.app.scenes.shapes.entry import ENTRIES, FieldKind
from gjkscope.engine.compound.parts import is_compound, parts_of
from gjkscope.engine.compound.query import query_parts
from gjkscope.engine.query import result_only
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import PlacedPair, Shape

POOL = 16  # shapes on each side, unless it has more parts: the given ones and changed ones

# The magnitudes of changes, log-uniform: radians, and parts of the size.  Half of the poses keep one of them.
TURNS = (1e-9, 0.5)
MOVES = (1e-9, 0.5)
GROWTH = (1e-9, 0.3)

# Sizes of scaled pairs: powers of two, which keep all digits, and other factors.
POWERS = (-20, 20)
FACTORS = (1e-3, 1e3)
SCALES = 8  # number of factors that scaled pairs share, as preparing a shape costs more than asking about it

# How far both bodies are moved together, in sizes: distances from the origin cost digits.
AWAY = (1e-3, 1e4)

# An axis whose cosine with the normal is at most this lies in the plane of contact: the rounding of a rotation.
IN_PLANE = 1e-9


def drawn_near(pair: PlacedPair, random: Generator, count: int, is_first: bool = False) -> PairBlock:
    """`count` pairs: if it is the first chunk, the pair itself, then aligned ones, then as many with other changes."""
    given = _given_pairs(pair)
    block = block_of(given).only(np.arange(min(len(given), count) if is_first else 0))
    aligned = (count - block.size + 1) // 2
    block = block.joined(_align(given, random, aligned))
    return block.joined(_change_pairs(pair, random, count - block.size))


def _given_pairs(pair: PlacedPair) -> list[PlacedPair]:
    """The pair; of bodies made of parts all pairs of parts, those that decide first."""
    a, pose_a, b, pose_b = pair
    if not is_compound(a, b):
        return [pair]
    decision = query_parts(*pair)
    pairs = [(part_a, pose_a, part_b, pose_b) for part_a in parts_of(a) for part_b in parts_of(b)]
    decided = pairs.pop(decision.part_a * len(parts_of(b)) + decision.part_b)
    return [decided, *pairs]


# --- pairs that keep alignments ---


class _Given(NamedTuple):
    """Pairs to be changed, and what is known about each."""

    block: PairBlock
    sizes: Floats  # (N,) metres
    gaps: Floats  # (N,) signed distances, metres; 0 if unknown
    normals: Floats  # (N, 3); zero if unknown


def _align(given: list[PlacedPair], random: Generator, count: int) -> PairBlock:
    """Pairs that keep the alignments of the given ones, each in one of the ways below."""
    used = random.integers(len(given), size=count) * (random.random(count) < 0.5)  # half of them are of the first pair
    results = {i: result_only(*given[i]) for i in np.unique(used).tolist()}
    known = _Given(
        block_of(given).only(used),
        np.array([size_of(*given[i]) for i in used]),
        np.array([results[i].signed_distance or 0.0 for i in used.tolist()]),
        np.array([results[i].normal or (0.0, 0.0, 0.0) for i in used.tolist()]).reshape(-1, 3),
    )
    blocks = []
    for number, way in enumerate(WAYS):
        some = np.arange(number, count, len(WAYS))
        part = _Given(known.block.only(some), known.sizes[some], known.gaps[some], known.normals[some])
        blocks.append(way(part, random))
    return reduce(PairBlock.joined, blocks)


def _at_other_gap(given: _Given, random: Generator) -> PairBlock:
    """With B moved along the normal, to a small gap or overlap."""
    gaps = _lengths(given, random, MOVES)
    return _move_b(given.block, (gaps - given.gaps)[:, None] * given.normals)


def _along_a_face(given: _Given, random: Generator) -> PairBlock:
    """With B moved along an axis of A or B that is perpendicular to the normal; if there is none, along any tangent."""
    axes = np.concatenate([given.block.poses_a[:, :3, :3], given.block.poses_b[:, :3, :3]], axis=2)
    across = np.abs(np.einsum("nij,ni->nj", axes, given.normals)) <= IN_PLANE
    chosen = (across * random.random(across.shape)).argmax(axis=1)
    along = np.take_along_axis(axes, chosen[:, None, None], axis=2)[:, :, 0]
    tangents = np.cross(given.normals, random_directions(random, len(along)))
    along = np.where(across.any(axis=1)[:, None], along, tangents)
    return _move_b(given.block, _lengths(given, random, MOVES)[:, None] * along)


def _with_equal_coordinates(given: _Given, random: Generator) -> PairBlock:
    """With some coordinates of B relative to A changed or negated; those that are equal stay equal, to the bit."""
    a, b = given.block.poses_a[:, :3, 3], given.block.poses_b[:, :3, 3]
    factors = _factors(random, b.size).reshape(b.shape) * random.choice([-1.0, 1.0], b.shape)
    is_kept = (a == b) | (random.random(b.shape) < 0.5)
    return _move_b(given.block, np.where(is_kept, 0.0, (b - a) * (factors - 1)))


def _scale(given: _Given, random: Generator) -> PairBlock:
    """With all lengths multiplied."""
    block, parts = given.block, []
    for start in range(SCALES):
        factor = 2.0 ** int(random.integers(POWERS[0], POWERS[1] + 1)) if start % 2 else _one(random, FACTORS)
        part = block.only(np.arange(start, block.size, SCALES))
        parts.append(scale_block(part, factor))
    return reduce(PairBlock.joined, parts)


def _turn(given: _Given, random: Generator) -> PairBlock:
    """With both bodies turned about the origin by quarter turns, which are exact."""
    turns = quarter_turns(random, given.block.size)
    poses_a, poses_b = given.block.poses_a.copy(), given.block.poses_b.copy()
    poses_a[:, :3], poses_b[:, :3] = turns @ poses_a[:, :3], turns @ poses_b[:, :3]
    return given.block._replace(poses_a=poses_a, poses_b=poses_b)


def _move_together(given: _Given, random: Generator) -> PairBlock:
    """With both bodies moved by the same vector."""
    moves = _lengths(given, random, AWAY)[:, None] * random_directions(random, given.block.size)
    moved = _move_b(given.block, moves)
    moved.poses_a[:, :3, 3] += moves
    return moved


WAYS: tuple[Callable[[_Given, Generator], PairBlock], ...] = (
    _at_other_gap,
    _along_a_face,
    _with_equal_coordinates,
    _scale,
    _turn,
    _move_together,
)


def _move_b(block: PairBlock, moves: Floats) -> PairBlock:
    poses_b = block.poses_b.copy()
    poses_b[:, :3, 3] += moves
    return block._replace(poses_a=block.poses_a.copy(), poses_b=poses_b)


def _lengths(given: _Given, random: Generator, limits: tuple[float, float]) -> Floats:
    """(N,) metres of either sign, of a magnitude within these parts of the size."""
    count = given.block.size
    return np.asarray(given.sizes * _magnitudes(random, limits, count) * random.choice([-1.0, 1.0], count))


def _one(random: Generator, limits: tuple[float, float]) -> float:
    return float(_magnitudes(random, limits, 1)[0])


# --- pairs that lose them ---


def _change_pairs(pair: PlacedPair, random: Generator, count: int) -> PairBlock:
    """Pairs whose sizes and poses are changed by random amounts, from rounding errors to half of the size."""
    pool_a, pool_b = _change_shapes(pair[0], random), _change_shapes(pair[2], random)
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


def _change_shapes(shape: Shape, random: Generator) -> list[Shape]:
    """The shape, or its convex parts, and changed ones."""
    parts = parts_of(shape)
    return [*parts, *(_change(parts[i % len(parts)], random) for i in range(POOL - len(parts)))]


def _change(shape: Shape, random: Generator) -> Shape:
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
