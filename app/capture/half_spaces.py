"""Half-spaces of captures, which are infinite: the slabs that stand for them are made as wide as each pair needs.

gjkscope bounds a half-space (`HalfSpace`); its answers are those of the infinite one while the other body lies over the
slab and enters it less deeply than the slab reaches.  An engine does not know where gjkscope cuts.
"""

from functools import lru_cache
from math import ceil, log2

import numpy as np

from gjkscope.app.base.records import replace
from gjkscope.app.solvers.pair_block import Floats, Integers, PairBlock
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import HalfSpace, Shape


def with_wide_half_spaces(block: PairBlock) -> PairBlock:
    """The same pairs, in which each half-space reaches beyond the other body; no pair has two half-spaces."""
    extents = np.array([getattr(shape, "half_extent", np.inf) for shape in block.shapes])
    if not np.isfinite(extents).any():
        return block
    balls = np.array([bounding_sphere(shape, Pose())[1] for shape in block.shapes])
    shapes = [*block.shapes]
    places: dict[Shape, int] = {}

    def widened(side: Integers, other: Integers, poses: Floats, others: Floats) -> Integers:
        side = side.copy()
        needed = _needed(poses, others, balls[other])
        for i in np.flatnonzero(np.isfinite(extents[side]) & (extents[side] < needed)).tolist():
            wide = _wide(shapes[side[i]], ceil(log2(needed[i])))
            side[i] = places.setdefault(wide, len(shapes))
            if side[i] == len(shapes):
                shapes.append(wide)
        return side

    a = widened(block.a, block.b, block.poses_a, block.poses_b)
    b = widened(block.b, block.a, block.poses_b, block.poses_a)
    return block._replace(shapes=tuple(shapes), a=a, b=b)


def _needed(poses: Floats, others: Floats, balls: Floats) -> Floats:
    """(N,) the least half extents, metres: the body is over the slab, and leaves it soonest through the boundary.

    In the frame of the half-space, let the other body reach s sideways and t below the boundary.  It leaves through a
    side after at least (half extent) − s, and downwards after (half extent) − t, but upwards after t.
    """
    between = np.einsum("nji,nj->ni", poses[:, :3, :3], others[:, :3, 3] - poses[:, :3, 3])
    sideways = np.abs(between[:, [0, 2]]).max(axis=1) + balls
    depth = np.maximum(balls - between[:, 1], 0.0)
    return np.asarray(np.maximum(sideways + depth, 2 * depth))


@lru_cache(maxsize=1 << 8)
def _wide(shape: HalfSpace, power: int) -> HalfSpace:
    """The half-space with a half extent of a power of two: few different shapes, although bodies move."""
    return replace(shape, half_extent=2.0**power)
