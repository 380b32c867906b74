"""The families of pairs for hunts of wrong contact points: bodies that rest on each other by a face, edge or vertex.

Each draws a block of pairs that overlap slightly, as in a game that is simulated with small steps: by `SUNK` of the
smaller radius unless the family says otherwise.  `CONTACT_FAMILIES` lists them, ordinary ones first.

How a body is laid on a feature: each feature has a direction d, in the body's frame, along which it is furthest: the
normal of a face, or the mean of the normals around an edge or a vertex.  B is rotated so that its d is opposite to that
of A, then about d, and moved until it overlaps.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.pair_block import Floats, PairBlock
from gjkscope.app.judge.hunting.families import (
    Draw,
    Family,
    PairRequest,
    ShapePool,
    around_zero,
    bounding_radii,
    drawn_pool,
    least_radii,
    move_to_gap,
    of_unlike_size,
    pairs_at_origin,
    typical_extent,
)
from gjkscope.app.judge.hunting.random_parts import (
    Generator,
    log_uniform,
    quarter_turns,
    random_directions,
    random_rotations,
    small_rotations,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import Capsule, Cone, Cylinder, HalfSpace, Hull, PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT

SUNK = (1e-4, 2e-2)  # depths, relative to the smaller radius
TILTS = (1e-6, 0.03)  # radians
ASIDE = 0.5  # the furthest that B is moved sideways, relative to the least half extent of both: it stays on its face
AHEAD = 1.5  # how far B starts from A, relative to the sum of their radii
SIDES = (3, 12)  # of prisms
ALONG_AXIS = 1e-12  # components of normals below this are rounding: a side of a box is along an axis exactly
LEAST_NORMAL = 1e-6  # a mean of normals shorter than this has no direction, as on a flat shape

Mask = npt.NDArray[np.bool_]


class Feature(StrEnum):
    """What a body rests on."""

    FACE = "face"
    EDGE = "edge"
    VERTEX = "vertex"


CONTACT_FAMILIES: dict[str, Family] = {}


def _family(about: str, ordinary: bool = True) -> Callable[[Draw], Draw]:
    def add(draw: Draw) -> Draw:
        name = draw.__name__.strip("_").replace("_", " ")
        CONTACT_FAMILIES[name] = Family(name, about, ordinary, draw)
        return draw

    return add


# --- ordinary families ---


@_family("A face on a face, turned about the normal.")
def _face_on_face(request: PairRequest) -> PairBlock:
    return _sunk(request, _resting(request, drawn_pool(request), Feature.FACE, Feature.FACE))


@_family("Equal bodies, one on top of the other, in line; half of them moved sideways by a quarter of their size.")
def _crates(request: PairRequest) -> PairBlock:
    block = pairs_at_origin(request, drawn_pool(request))
    block = block._replace(b=block.a)
    turns = quarter_turns(request.random, request.pairs)
    block.poses_a[:, :3, :3] = block.poses_b[:, :3, :3] = turns
    up, across, _ = (turns[:, :, axis] for axis in request.random.permutation(3))
    aside = least_radii(block) * 0.25 * request.random.integers(0, 2, request.pairs)
    block.poses_b[:, :3, 3] = _ahead(block)[:, None] * up + aside[:, None] * across
    return _sunk(request, block)


@_family("A face on a face, tilted by 1e-6 to 0.03 radians.")
def _tilted(request: PairRequest) -> PairBlock:
    block = _resting(request, drawn_pool(request), Feature.FACE, Feature.FACE)
    tilts = small_rotations(request.random, log_uniform(request.random, *TILTS, request.pairs))
    block.poses_b[:, :3, :3] = tilts @ block.poses_b[:, :3, :3]
    return _sunk(request, block)


@_family("Upright prisms with 3 to 12 sides, one on top of the other: more corners than engines keep.")
def _prisms(request: PairRequest) -> PairBlock:
    pool = drawn_pool(request)
    pool = ShapePool(*(tuple(_prism(shape, request.random) for shape in side) for side in pool))
    return _sunk(request, _resting(request, pool, Feature.FACE, Feature.FACE))


@_family("An edge on a face.")
def _edge_on_face(request: PairRequest) -> PairBlock:
    return _sunk(request, _resting(request, drawn_pool(request), Feature.FACE, Feature.EDGE))


@_family("Two edges that cross.")
def _edge_on_edge(request: PairRequest) -> PairBlock:
    return _sunk(request, _resting(request, drawn_pool(request), Feature.EDGE, Feature.EDGE, aside=0.0))


@_family("A vertex on a face.")
def _vertex_on_face(request: PairRequest) -> PairBlock:
    return _sunk(request, _resting(request, drawn_pool(request), Feature.FACE, Feature.VERTEX))


@_family("A face on a face of a body that is 2 to 100 times larger.")
def _small_on_large(request: PairRequest) -> PairBlock:
    pool = of_unlike_size(request, 0.01, 0.5)
    return _sunk(request, _resting(request, pool, Feature.FACE, Feature.FACE))


# --- degenerate families ---


@_family("A face on a face, in line with the axes and not moved sideways, so that sides coincide.", ordinary=False)
def _flush(request: PairRequest) -> PairBlock:
    return _sunk(request, _resting(request, drawn_pool(request), Feature.FACE, Feature.FACE, is_flush=True))


@_family("A face on a face, touching up to 1e-9 to 1e-6 of their size.", ordinary=False)
def _just_touching(request: PairRequest) -> PairBlock:
    block = _resting(request, drawn_pool(request), Feature.FACE, Feature.FACE)
    return move_to_gap(block, around_zero(request, least_radii(block), 1e-9, 1e-6))


# --- laying one body on another ---


def _resting(
    request: PairRequest, pool: ShapePool, below: Feature, above: Feature, aside: float = ASIDE, is_flush: bool = False
) -> PairBlock:
    """B with the centre of its feature in front of that of A, not yet in contact."""
    random, block = request.random, pairs_at_origin(request, pool)
    count = block.size
    down_a, centers_a = _drawn_features(block.side_a, below, random)
    down_b, centers_b = _drawn_features(block.side_b, above, random)
    turns_a = quarter_turns(random, count) if is_flush else random_rotations(random, count)
    frames = _frames(_rotate(turns_a, down_a))
    spins = _spins(random.integers(4, size=count)) if is_flush else _turns_about_z(random.uniform(0, 2 * np.pi, count))
    block.poses_a[:, :3, :3] = turns_a
    block.poses_b[:, :3, :3] = frames @ spins @ OVER @ np.swapaxes(_frames(down_b), 1, 2)
    if not is_flush:
        block.poses_a[:, :3, 3] = typical_extent(request) * random.uniform(-1, 1, (count, 3))
    sideways = random.uniform(-1, 1, (count, 2)) * (0.0 if is_flush else aside) * _least_half_extents(block)[:, None]
    between = _rotate(frames, np.column_stack([sideways, _ahead(block)]))
    between += _rotate(turns_a, centers_a) - _rotate(block.poses_b[:, :3, :3], centers_b)
    block.poses_b[:, :3, 3] = block.poses_a[:, :3, 3] + between
    return block


OVER = np.diag([1.0, -1.0, -1.0])  # half a turn about x: z points the other way


def _sunk(request: PairRequest, block: PairBlock) -> PairBlock:
    """The pairs, with B moved along the normal until it overlaps A slightly."""
    return move_to_gap(block, -least_radii(block) * log_uniform(request.random, *SUNK, request.pairs))


def _ahead(block: PairBlock) -> Floats:
    """(N,) distances of the origins at which the bodies are apart, metres."""
    return np.asarray(AHEAD * sum(bounding_radii(block)))


def _least_half_extents(block: PairBlock) -> Floats:
    """(N,) sizes of the boxes around both shapes, metres."""
    boxes = np.array([aabb(shape, Pose()) for shape in block.shapes])
    least = (boxes[:, 1] - boxes[:, 0]).min(axis=1) / 2
    return np.asarray(np.minimum(least[block.a], least[block.b]))


def _rotate(rotations: Floats, vectors: Floats) -> Floats:
    return np.asarray(np.einsum("nij,nj->ni", rotations, vectors))


def _frames(directions: Floats) -> Floats:
    """(N, 3, 3) rotations whose z axes are these unit vectors; exact for those along an axis."""
    least = np.eye(3)[np.argmin(np.abs(directions), axis=1)]
    x = np.cross(directions, least)
    x /= np.linalg.norm(x, axis=1, keepdims=True)
    return np.asarray(np.stack([x, np.cross(directions, x), directions], axis=2))


def _spins(quarters: npt.NDArray[np.int64]) -> Floats:
    """(N, 3, 3) exact rotations about z by quarter turns."""
    turn = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    return np.array([np.linalg.matrix_power(turn, quarter) for quarter in range(4)])[quarters]


def _turns_about_z(angles: Floats) -> Floats:
    turns = np.tile(np.eye(3), (len(angles), 1, 1))
    turns[:, 0, 0] = turns[:, 1, 1] = np.cos(angles)
    turns[:, 1, 0] = np.sin(angles)
    turns[:, 0, 1] = -turns[:, 1, 0]
    return turns


def _prism(shape: Shape, random: Generator) -> Shape:
    """An upright prism in place of a hull; other shapes have a flat face or none."""
    if not isinstance(shape, Hull):
        return shape
    x, y, z = np.abs(np.array(shape.vertices)).max(axis=0).tolist()
    angles = np.sort(random.uniform(0, 2 * np.pi, random.integers(SIDES[0], SIDES[1] + 1)))
    corners = np.column_stack([x * np.cos(angles), z * np.sin(angles)]).tolist()
    return Hull(tuple((u, height, v) for height in (-y, y) for u, v in corners))


# --- features ---


class FeatureSet(NamedTuple):
    """The features of a shape of one kind, in its frame; none if it has no such feature."""

    directions: Floats  # (N, 3) unit vectors: in each, the feature is the furthest
    centers: Floats  # (N, 3), metres


def _drawn_features(shapes: Sequence[Shape], feature: Feature, random: Generator) -> tuple[Floats, Floats]:
    """(N, 3) the direction and the centre of a feature of each shape; a sphere may have any direction."""
    chosen = [_drawn_feature(features_of(shape, feature), random) for shape in shapes]
    return np.array([direction for direction, _ in chosen]), np.array([center for _, center in chosen])


def _drawn_feature(known: FeatureSet, random: Generator) -> tuple[Floats, Floats]:
    if not len(known.directions):
        return np.asarray(random_directions(random, 1)[0]), np.zeros(3)
    which = random.integers(len(known.directions))
    return known.directions[which], known.centers[which]


@lru_cache(maxsize=SHAPES_KEPT)
def features_of(shape: Shape, feature: Feature) -> FeatureSet:
    """The features of a kind.  Of round bodies: the caps, a line along the side, and the apex or a point of the rim.

    >>> from gjkscope.app.judge.hunting.contact_families import Feature, features_of
    >>> from gjkscope.engine import Box
    >>> [len(features_of(Box((1, 1, 1)), feature).directions) for feature in Feature]
    [6, 12, 8]
    """
    if isinstance(shape, HalfSpace):
        return _features((np.array([0.0, 1.0, 0.0]), np.zeros(3)))  # its plane, whatever the feature
    if isinstance(shape, Capsule | Cylinder | Cone):
        return _of_axis(shape, feature)
    if isinstance(shape, PolytopeShape):
        return _of_hull(convex_hull(shape.corners()), feature)
    return NO_FEATURES


NO_FEATURES = FeatureSet(np.empty((0, 3)), np.empty((0, 3)))


def _of_hull(hull: ConvexHull, feature: Feature) -> FeatureSet:
    """The mean of the normals of the faces around each feature, and the mean of its corners."""
    if not len(hull.faces):
        return NO_FEATURES
    normals = np.where(np.abs(hull.normals) < ALONG_AXIS, 0.0, hull.normals)
    corners: list[tuple[int, ...]] = [*hull.faces]
    if feature is Feature.EDGE:
        corners = [(int(i), int(j)) for i, j in hull.edges]
    elif feature is Feature.VERTEX:
        corners = [(vertex,) for vertex in range(len(hull.vertices))]
    means = normals
    if feature is not Feature.FACE:  # a flat hull has two faces with the same corners
        means = np.array([[{*some} <= {*loop} for loop in hull.faces] for some in corners]) @ normals
    lengths = np.linalg.norm(means, axis=1)
    fine: Mask = lengths > LEAST_NORMAL
    centers = np.array([hull.vertices[[*some]].mean(axis=0) for some in corners])
    return FeatureSet(means[fine] / lengths[fine, None], centers[fine])


def _of_axis(shape: Capsule | Cylinder | Cone, feature: Feature) -> FeatureSet:
    along = np.eye(3)["xyz".index(shape.axis)]
    across = np.roll(along, 1)
    top, side = shape.half_height * along, shape.radius * across
    if isinstance(shape, Cone):
        slant = 2 * shape.half_height * across + shape.radius * along
        return {
            Feature.FACE: _features((-along, -top)),
            Feature.EDGE: _features((slant, side / 2)),
            Feature.VERTEX: _features((along, top)),
        }[feature]
    rim = along + across
    return {
        Feature.FACE: _features((along, top), (-along, -top)),
        Feature.EDGE: _features((across, side)),
        Feature.VERTEX: _features((rim, top + side)),
    }[feature]


def _features(*known: tuple[Floats, Floats]) -> FeatureSet:
    directions = np.array([direction / np.linalg.norm(direction) for direction, _ in known])
    return FeatureSet(directions, np.array([center for _, center in known]))
