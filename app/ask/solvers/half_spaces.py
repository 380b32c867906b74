"""Half-spaces of solvers and captures are infinite: here, their slabs are made as wide as each pair needs.

gjkscope bounds a half-space (`HalfSpace`); its answers are those of the infinite one while the other body lies over the
slab and enters it less deeply than the slab reaches.  An engine does not know where gjkscope cuts.

Two half-spaces cannot be bounded in this way: their overlap is infinite unless they face each other.
"""

from math import ceil, frexp

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock, block_of
from gjkscope.app.base.records import replace
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import HalfSpace, PlacedPair, Shape

# How much further a half-space reaches than it must, so that no other way out is as short.  Not much: tolerances are
# relative to sizes, of which its extent is one.
SPARE = 1.05
STEPS = 8  # extents are eighths of a power of two: few different shapes, although bodies move

TWO_HALF_SPACES = "both shapes are half-spaces"


def with_wide_half_spaces(block: PairBlock) -> PairBlock:
    """The same pairs, with each half-space extended beyond the other body; pairs of two half-spaces are unchanged."""
    extents = np.array([shape.half_extent if isinstance(shape, HalfSpace) else np.inf for shape in block.shapes])
    if not np.isfinite(extents).any():
        return block
    balls = [bounding_sphere(shape, Pose()) for shape in block.shapes]
    centers, radii = np.array([center for center, _ in balls]), np.array([radius for _, radius in balls])
    shapes = [*block.shapes]
    places: dict[Shape, int] = {}
    is_single = ~both_half_spaces(block)

    def widen(side: Integers, other: Integers, poses: Floats, others: Floats) -> Integers:
        side = side.copy()
        needed = _needed_extents(poses, others, centers[other], radii[other])
        is_narrow = np.isfinite(extents[side]) & (extents[side] < needed) & is_single
        for i in np.flatnonzero(is_narrow).tolist():
            wide = replace(shapes[side[i]], half_extent=_few_bits(float(needed[i])))
            side[i] = places.setdefault(wide, len(shapes))
            if side[i] == len(shapes):
                shapes.append(wide)
        return side

    a = widen(block.a, block.b, block.poses_a, block.poses_b)
    b = widen(block.b, block.a, block.poses_b, block.poses_a)
    return block._replace(shapes=tuple(shapes), a=a, b=b)


def with_wide_half_space(pair: PlacedPair) -> PlacedPair:
    """The same for a single pair."""
    if not isinstance(pair[0], HalfSpace) and not isinstance(pair[2], HalfSpace):
        return pair
    wide = with_wide_half_spaces(block_of([pair]))
    return wide.side_a[0], pair[1], wide.side_b[0], pair[3]


def any_half_space(block: PairBlock) -> npt.NDArray[np.bool_]:
    """(N,) whether at least one shape of a pair is a half-space."""
    endless = _are_half_spaces(block)
    return np.asarray(endless[block.a] | endless[block.b])


def both_half_spaces(block: PairBlock) -> npt.NDArray[np.bool_]:
    """(N,) whether both shapes of a pair are."""
    endless = _are_half_spaces(block)
    return np.asarray(endless[block.a] & endless[block.b])


def _are_half_spaces(block: PairBlock) -> npt.NDArray[np.bool_]:
    return np.array([isinstance(shape, HalfSpace) for shape in block.shapes], bool)


def _needed_extents(poses: Floats, others: Floats, centers: Floats, radii: Floats) -> Floats:
    """(N,) half extents, metres: the body is over the slab, and leaves it soonest through the boundary.

    A ball with this local centre and radius contains the body.  In the frame of the half-space, let it reach s sideways
    and t below the boundary.  It leaves through a side after at least (half extent) − s, and downwards after (half
    extent) − t, but upwards after t.
    """
    middle = np.einsum("nij,nj->ni", others[:, :3, :3], centers) + others[:, :3, 3]
    between = np.einsum("nji,nj->ni", poses[:, :3, :3], middle - poses[:, :3, 3])
    sideways = np.abs(between[:, [0, 2]]).max(axis=1) + radii
    depth = np.maximum(radii - between[:, 1], 0.0)
    return np.asarray(SPARE * np.maximum(sideways + depth, 2 * depth))


def _few_bits(extent: float) -> float:
    """The least number that is not smaller and has few bits."""
    fraction, power = frexp(extent)
    return float(np.ldexp(ceil(fraction * STEPS) / STEPS, power))
