"""The families of pairs that versions of engines for GPUs lose: hunts draw them, too, if the engine answers batches.

MuJoCo Warp drops contacts where the origin lies on a face of GJK's tetrahedron (bodies in line), and where GJK makes
slow progress between parallel curved sides (bodies side by side); both are common in batches of robots that start at
the same pose.  They are no part of a survey, whose suite is the same for all engines.
"""

import numpy as np

from gjkscope.app.ask.solvers.installations import adapter_of
from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.judge.hunting.families import (
    FAMILIES,
    Family,
    PairRequest,
    drawn_pool,
    least_radii,
    move_to_gap,
    pairs_at_origin,
)
from gjkscope.app.judge.hunting.random_parts import log_uniform, quarter_turns, random_directions, small_rotations

# Relative to the size, and radians: a body that a simulation has moved by the rounding errors of single precision.
DISTURBED = (1e-9, 1e-6)
SHALLOW = (1e-4, 1e-2)  # overlaps, of the smaller radius


def _in_line(request: PairRequest) -> PairBlock:
    """In line along an axis, as stacked crates, with an overlap of 1e-4 to 1e-2 and disturbed by a rounding error."""
    block = _aligned(request)
    up = block.poses_a[:, :3, 1]
    return _disturbed(request, _sunk_along(request, block, up))


def _side_by_side(request: PairRequest) -> PairBlock:
    """The same body twice, with parallel axes, moved sideways by up to 1.5 radii of its bounding ball."""
    block = _aligned(request)
    block = block._replace(b=block.a)
    across = np.cross(block.poses_a[:, :3, 1], random_directions(request.random, request.pairs))
    across /= np.linalg.norm(across, axis=1, keepdims=True)
    block.poses_b[:, :3, 3] += across * (least_radii(block) * request.random.uniform(0.0, 1.5, request.pairs))[:, None]
    return block


BATCH_FAMILIES: dict[str, Family] = {
    family.name: family
    for family in (
        Family("in line", "Stacked in line, slightly overlapping: the origin is on a face.", False, _in_line),
        Family("side by side", "The same body twice, with parallel axes, moved sideways.", False, _side_by_side),
    )
}


def families_for(solver: object) -> dict[str, Family]:
    """The families that a hunt of this solver draws: an address, or a function."""
    adapter = adapter_of(solver) if isinstance(solver, str) else None
    return FAMILIES | BATCH_FAMILIES if adapter is not None and adapter.answers_batches else FAMILIES


def _aligned(request: PairRequest) -> PairBlock:
    """Pairs at the origin, both turned alike by quarter turns."""
    block = pairs_at_origin(request, drawn_pool(request))
    turns = quarter_turns(request.random, request.pairs)
    block.poses_a[:, :3, :3] = block.poses_b[:, :3, :3] = turns
    return block


def _sunk_along(request: PairRequest, block: PairBlock, up: Floats) -> PairBlock:
    """The pairs with B above A along `up`, overlapping slightly."""
    block.poses_b[:, :3, 3] += up * (4 * request.sizes[1])
    depths = least_radii(block) * log_uniform(request.random, *SHALLOW, request.pairs)
    return move_to_gap(block, -depths)


def _disturbed(request: PairRequest, block: PairBlock) -> PairBlock:
    """The pairs with B turned and moved by rounding errors."""
    errors = log_uniform(request.random, *DISTURBED, request.pairs)
    block.poses_b[:, :3, :3] = small_rotations(request.random, errors) @ block.poses_b[:, :3, :3]
    moves = random_directions(request.random, request.pairs) * (errors * least_radii(block))[:, None]
    block.poses_b[:, :3, 3] += moves
    return block
