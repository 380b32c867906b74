"""The families of pairs: ordinary ones as a game or a robot meets them, and degenerate ones that break solvers.

A family draws a block of pairs from a seeded generator.  Half extents are drawn from a range that the caller chooses;
`FAMILIES` lists all families, ordinary ones first, because those are what people fix first.  `SUITE` is the version of
this list: a survey states it, and its figures can only be compared with figures of the same version.

To add a family, write a function that draws a block of pairs, with `@_family("…")`, at the end of its group, and
increase `SUITE`: the same seed now gives other pairs.  Increase it, too, if a change of a family or of
`app/judge/surveying/suite.py` changes the pairs of a survey.  `make fuzz` draws from the families, too; a family of
shapes that hunts do not draw belongs in `tests/fuzz/zoo.py`.  `.venv/bin/pytest
tests/app/judge/hunting/test_families.py` checks it.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.half_spaces import with_wide_half_spaces
from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.judge.hunting.random_parts import (
    Generator,
    drawn_shape,
    log_uniform,
    poses,
    quarter_turns,
    random_directions,
    random_rotations,
    small_rotations,
)
from gjkscope.app.judge.hunting.truth import truth_of_pairs
from gjkscope.engine import batch
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import HalfSpace, Shape

SUITE = 2

ORDINARY_SIZES = (0.2, 2.0)  # metres: full extents, unless others are chosen
SHAPES_PER_KIND = 4  # of each side, in a block


class PairRequest(NamedTuple):
    """What to draw."""

    random: Generator
    pairs: int
    kinds: tuple[str, ...]
    sizes: tuple[float, float] = ORDINARY_SIZES  # the least and the greatest full extent, metres


class Family(NamedTuple):
    """A kind of situation that pairs are drawn in."""

    name: str
    about: str  # one sentence
    is_ordinary: bool
    draw: "Draw"


FAMILIES: dict[str, Family] = {}


Draw = Callable[[PairRequest], PairBlock]


def _family(about: str, ordinary: bool = False) -> Callable[[Draw], Draw]:
    def add(draw: Draw) -> Draw:
        name = draw.__name__.strip("_").replace("_", " ")
        FAMILIES[name] = Family(name, about, ordinary, draw)
        return draw

    return add


# --- ordinary families ---


@_family("Any two shapes at random poses; about half of them overlap.", ordinary=True)
def _any_pose(request: PairRequest) -> PairBlock:
    return scatter(request, drawn_pool(request), 0.0, 1.1)


@_family("Apart by 0.001 to 1 of their size.", ordinary=True)
def _apart(request: PairRequest) -> PairBlock:
    return _at_gap(request, scatter(request, drawn_pool(request), 0.8, 1.5), 1e-3, 1.0)


@_family("Overlapping by 0.001 to 0.1 of their size, as in a game that is simulated with small steps.", ordinary=True)
def _shallow_overlap(request: PairRequest) -> PairBlock:
    return _at_gap(request, scatter(request, drawn_pool(request), 0.8, 1.5), -1e-3, -0.1)


@_family("Overlapping deeply: the centres are close.", ordinary=True)
def _deep_overlap(request: PairRequest) -> PairBlock:
    return scatter(request, drawn_pool(request), 0.0, 0.3)


@_family("Parallel to the axes, at random positions: crates, walls and floors.", ordinary=True)
def _parallel(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.0, 1.1)
    block.poses_a[:, :3, :3] = quarter_turns(request.random, request.pairs)
    block.poses_b[:, :3, :3] = quarter_turns(request.random, request.pairs)
    return block


@_family("Resting on each other, turned about the vertical: touching up to 1e-6 of their size.", ordinary=True)
def _stacked(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.0, 0.0)
    angles = request.random.uniform(0, 2 * np.pi, request.pairs)
    turns = poses(request.pairs)[:, :3, :3]
    turns[:, 0, 0], turns[:, 0, 2], turns[:, 2, 0], turns[:, 2, 2] = (
        np.cos(angles),
        np.sin(angles),
        -np.sin(angles),
        np.cos(angles),
    )
    block.poses_a[:, :3, :3] = np.eye(3)
    block.poses_b[:, :3, :3] = turns
    lift = (bounding_radii(block)[0] + bounding_radii(block)[1]) * 1.5
    block.poses_b[:, :3, 3] = block.poses_a[:, :3, 3] + lift[:, None] * np.array([0.0, 1.0, 0.0])
    return move_to_gap(block, around_zero(request, least_radii(block), 1e-12, 1e-6))


# --- degenerate families ---


@_family("Touching up to 1e-9 to 1e-3 of their size, on either side.")
def _nearly_touching(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.8, 1.5)
    return move_to_gap(block, around_zero(request, least_radii(block), 1e-9, 1e-3))


@_family("Touching, as exactly as coordinates allow.")
def _touching(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.8, 1.5)
    return move_to_gap(block, np.zeros(block.size))


@_family("Parallel to each other up to a tilt of 1e-12 to 1e-2 radians.")
def _nearly_parallel(request: PairRequest) -> PairBlock:
    block = _parallel(request)
    tilts = small_rotations(request.random, 10 ** request.random.uniform(-12, -2, request.pairs))
    block.poses_b[:, :3, :3] = tilts @ block.poses_b[:, :3, :3]
    return block


@_family("Nearly parallel, and overlapping slightly or just apart.")
def _nearly_flush(request: PairRequest) -> PairBlock:
    block = _nearly_parallel(request)
    return move_to_gap(block, around_zero(request, least_radii(block), 1e-6, 1e-1))


@_family("On a grid: sizes and positions are multiples of a quarter of a unit, so that features coincide exactly.")
def _grid(request: PairRequest) -> PairBlock:
    unit = typical_extent(request) / 4
    pool = drawn_pool(request, lambda count: np.asarray(unit * request.random.integers(1, 5, size=(count, 3))))
    block = pairs_at_origin(request, pool)
    block.poses_a[:, :3, :3] = quarter_turns(request.random, request.pairs)
    block.poses_b[:, :3, :3] = quarter_turns(request.random, request.pairs)
    block.poses_b[:, :3, 3] = unit * request.random.integers(-8, 9, size=(request.pairs, 3))
    return block


@_family("Centres that coincide exactly.")
def _concentric(request: PairRequest) -> PairBlock:
    return scatter(request, drawn_pool(request), 0.0, 0.0)


@_family("The same shape twice, at the same pose.")
def _coincident(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.0, 0.0)
    return block._replace(b=block.a, poses_b=block.poses_a.copy())


@_family("Axes that coincide, at random distances along them.")
def _coaxial(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.0, 0.0)
    block.poses_b[:, :3, :3] = block.poses_a[:, :3, :3]
    reach = sum(bounding_radii(block)) * request.random.uniform(-1.1, 1.1, request.pairs)
    block.poses_b[:, :3, 3] += reach[:, None] * block.poses_a[:, :3, 1]
    return block


@_family("A small shape inside a large one, 2 to 100 times smaller.")
def _nested(request: PairRequest) -> PairBlock:
    return scatter(request, of_unlike_size(request, 0.01, 0.5), 0.0, 0.5)


@_family("A body beside one that is 100 to 100,000 times larger, near its surface.")
def _unlike_sizes(request: PairRequest) -> PairBlock:
    block = scatter(request, of_unlike_size(request, 1e-5, 1e-2), 0.9, 1.1)
    small = np.minimum(*bounding_radii(block))
    return move_to_gap(block, small * request.random.uniform(-0.5, 0.5, request.pairs))


@_family("Needles and plates: one or two extents are 10 to 10,000 times smaller than the others.")
def _thin(request: PairRequest) -> PairBlock:
    def half_extents(count: int) -> Floats:
        factors = 10 ** request.random.uniform(-4, -1, (count, 1))
        which = request.random.permuted(np.tile([True, False, False], (count, 1)), axis=1)
        which ^= request.random.random((count, 1)) < 0.5  # one thin extent, or two
        return np.asarray(drawn_half_extents(request, count) * np.where(which, factors, 1.0))

    return scatter(request, drawn_pool(request, half_extents), 0.0, 1.0)


@_family("Apart by 10 to 10,000 times their size.")
def _far_apart(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 1.0, 1.0)
    between = block.poses_b[:, :3, 3] - block.poses_a[:, :3, 3]
    block.poses_b[:, :3, 3] += between * 10 ** request.random.uniform(1, 4, (request.pairs, 1))
    return block


@_family("Far from the origin: coordinates 100 to 100,000 times as large as the shapes.")
def _far_from_the_origin(request: PairRequest) -> PairBlock:
    block = scatter(request, drawn_pool(request), 0.0, 1.1)
    away = random_directions(request.random, request.pairs) * typical_extent(request)
    away *= 10 ** request.random.uniform(2, 5, (request.pairs, 1))
    block.poses_a[:, :3, 3] += away
    block.poses_b[:, :3, 3] += away
    return block


@_family("Tiny or huge: 1,000 to 1,000,000 times smaller or larger than ordinary shapes.")
def _extreme_sizes(request: PairRequest) -> PairBlock:
    low, high = request.sizes
    factor = 10 ** (request.random.uniform(3, 6) * request.random.choice([-1.0, 1.0]))
    scaled = request._replace(sizes=(low * factor, high * factor))
    return scatter(scaled, drawn_pool(scaled), 0.0, 1.1)


@_family("Thin plates in nearly one plane, apart sideways: the simplices of GJK are nearly flat.")
def _nearly_flat(request: PairRequest) -> PairBlock:
    return _beside(request, (False, True, False))


@_family("Needles on nearly one line, apart along it or sideways: the simplices of GJK are nearly collinear.")
def _nearly_collinear(request: PairRequest) -> PairBlock:
    return _beside(request, (False, True, True))


# --- parts ---


class ShapePool(NamedTuple):
    """`SHAPES_PER_KIND` shapes of each kind for either side, ordered by kind."""

    side_a: tuple[Shape, ...]
    side_b: tuple[Shape, ...]


def drawn_half_extents(request: PairRequest, count: int) -> Floats:
    """(count, 3), log-uniform."""
    return log_uniform(request.random, *request.sizes, (count, 3)) / 2


def typical_extent(request: PairRequest) -> float:
    """The typical extent of a shape."""
    low, high = request.sizes
    return float(np.sqrt(low * high))


def drawn_pool(request: PairRequest, half_extents: Callable[[int], Floats] | None = None) -> ShapePool:
    per_side = len(request.kinds) * SHAPES_PER_KIND
    half = (half_extents or (lambda count: drawn_half_extents(request, count)))(2 * per_side)
    kinds = [kind for _ in "ab" for kind in request.kinds for _ in range(SHAPES_PER_KIND)]
    shapes = tuple(drawn_shape(kind, size, request.random) for kind, size in zip(kinds, half, strict=True))
    return ShapePool(shapes[:per_side], shapes[per_side:])


def of_unlike_size(request: PairRequest, least: float, most: float) -> ShapePool:
    """One side, chosen at random, is smaller by a factor between `least` and `most`."""
    factors = log_uniform(request.random, least, most, (2 * len(request.kinds) * SHAPES_PER_KIND, 1))
    small = drawn_pool(request, lambda count: drawn_half_extents(request, count) * factors)
    large = drawn_pool(request)
    if request.random.random() < 0.5:
        return ShapePool(small.side_a, large.side_b)
    return ShapePool(large.side_a, small.side_b)


def pairs_at_origin(request: PairRequest, pool: ShapePool) -> PairBlock:
    """Each ordered pair of kinds equally often, except two half-spaces; all shapes at the origin."""
    kinds, per_kind = len(request.kinds), SHAPES_PER_KIND
    combinations = [
        (a, b) for a in range(kinds) for b in range(kinds) if not _endless(request.kinds[a], request.kinds[b])
    ]
    drawn = request.random.permutation(request.pairs) % len(combinations)
    kind_a, kind_b = np.array(combinations)[drawn].T
    a = kind_a * per_kind + request.random.integers(per_kind, size=request.pairs)
    b = kind_b * per_kind + request.random.integers(per_kind, size=request.pairs) + len(pool.side_a)
    return PairBlock((*pool.side_a, *pool.side_b), a, b, poses(request.pairs), poses(request.pairs))


def _endless(kind_a: str, kind_b: str) -> bool:
    return kind_a == kind_b == HalfSpace.kind


def scatter(request: PairRequest, pool: ShapePool, least: float, most: float) -> PairBlock:
    """At random rotations; the centres are `least` to `most` of the sum of the bounding radii apart."""
    block = pairs_at_origin(request, pool)
    block.poses_a[:, :3, :3] = random_rotations(request.random, request.pairs)
    block.poses_b[:, :3, :3] = random_rotations(request.random, request.pairs)
    block.poses_a[:, :3, 3] = typical_extent(request) * request.random.uniform(-1, 1, (request.pairs, 3))
    distance = sum(bounding_radii(block)) * request.random.uniform(least, most, request.pairs)
    offset = random_directions(request.random, request.pairs) * distance[:, None]
    block.poses_b[:, :3, 3] = block.poses_a[:, :3, 3] + offset
    return block


def _beside(request: PairRequest, thin: tuple[bool, bool, bool]) -> PairBlock:
    """Shapes that are 1,000 to 1e8 times smaller along the thin axes, and parallel up to 1e-9 to 1e-3 radians.

    They are turned as one, and lie apart along an axis that is not thin, by at least 0.001 of their size.
    """

    def half_extents(count: int) -> Floats:
        factors = 10 ** request.random.uniform(-8, -3, (count, 1))
        return np.asarray(drawn_half_extents(request, count) * np.where(thin, factors, 1.0))

    block = scatter(request, drawn_pool(request, half_extents), 0.0, 0.0)
    tilts = small_rotations(request.random, 10 ** request.random.uniform(-9, -3, request.pairs))
    block.poses_b[:, :3, :3] = block.poses_a[:, :3, :3] @ tilts
    reach = sum(bounding_radii(block)) * log_uniform(request.random, 1.001, 2.0, request.pairs)
    block.poses_b[:, :3, 3] += reach[:, None] * block.poses_a[:, :3, 0]
    return block


def bounding_radii(block: PairBlock) -> tuple[Floats, Floats]:
    """The radii of bounding balls, (N,) for each side, metres."""
    radii = np.array([bounding_sphere(shape, Pose())[1] for shape in block.shapes])
    return radii[block.a], radii[block.b]


def least_radii(block: PairBlock) -> Floats:
    return np.minimum(*bounding_radii(block))


def _at_gap(request: PairRequest, block: PairBlock, least: float, most: float) -> PairBlock:
    """At signed distances of `least` to `most` of the smaller radius, log-uniform; both of the same sign."""
    gaps = np.sign(least) * log_uniform(request.random, abs(least), abs(most), request.pairs)
    return move_to_gap(block, gaps * least_radii(block))


def around_zero(request: PairRequest, scale: Floats, least: float, most: float) -> Floats:
    """(N,) lengths of either sign whose magnitudes are `least` to `most` of the scale, log-uniform."""
    signs = request.random.choice([-1.0, 1.0], request.pairs)
    return np.asarray(signs * scale * log_uniform(request.random, least, most, request.pairs))


def truth_of(block: PairBlock) -> batch.Results:
    """The answers of the default algorithm, with their bounds; half-spaces are infinite."""
    block = with_wide_half_spaces(block)
    return truth_of_pairs(block)


def move_to_gap(block: PairBlock, gaps: Floats) -> PairBlock:
    """The pairs with B moved along the normal so that their signed distances, (N,) metres, are these.

    A distance below zero may be reached only approximately, or not at all if the shapes cannot overlap that deeply.
    """
    truth = truth_of(block)
    moves = (gaps - truth.signed_distance)[:, None] * truth.normal
    block.poses_b[:, :3, 3] += np.where(np.isfinite(moves), moves, 0.0)
    return block
