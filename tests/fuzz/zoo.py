"""Pairs for fuzzing the engine: the families of hunts over all types of shapes, closed forms, and families of shapes
that hunts do not draw, such as flat hulls with coincident vertices.

`draw(seed, number)` picks a family and lets it draw, so that a failing pair can be reproduced from these two numbers.
Sizes are about 1 m before `_transformed` scales and moves the pair.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

import numpy as np

from gjkscope.app.judge.hunting.families import FAMILIES as HUNTED
from gjkscope.app.judge.hunting.families import PairRequest
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes import kinds
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, along, scale
from gjkscope.engine.vectors import product as matrix_product
from tests.engine import samples
from tests.engine.samples import FAMILIES as CLOSED_FORMS

Placed = tuple[kinds.Shape, Pose, kinds.Shape, Pose]

# A surface of triangles is answered as its hull, and a half-space is a slab as large as its scene.
OTHERS = (kinds.Mesh, kinds.HeightField, kinds.HalfSpace)
KINDS = tuple(name for name, kind in kinds.SHAPE_TYPES.items() if kind not in OTHERS)
SIZES = (0.4, 2.0)  # full extents, metres


@dataclass(frozen=True)
class Case:
    """One pair, its origin, and its signed distance if a closed form gives it."""

    family: str
    pair: Placed
    known: float | None = None


def draw(seed: int, number: int) -> Case:
    """The pair with that number, which is reproducible."""
    random = Random(f"{seed}/{number}")
    name = random.choice(NAMES)
    if name in CLOSED_FORMS:
        return _closed_form(name, random)
    pair = _draw_of_hunt(name, random) if name in HUNTED else FAMILIES[name](random)
    return Case(name, _transform(pair, random))


# --- the families of shapes that hunts do not draw ---


def hulls_on_a_grid(random: Random) -> Placed:
    """Few integers: many coplanar, collinear and duplicate vertices, and flat and straight hulls."""
    return _grid_hull(random), Pose(), _grid_hull(random), Pose(_quarter_turns(random), _grid_point(random, 3))


def coplanar(random: Random) -> Placed:
    """Two flat shapes in one plane, up to rounding of the pose."""
    pose = samples.random_pose(random)
    return _flat(random), pose, _flat(random), pose


def parallel_planes(random: Random) -> Placed:
    pose = samples.random_pose(random)
    gap = random.choice((1e-12, 1e-9, 1e-6, 1e-3, 0.3))
    normal = (pose.rotation[0][2], pose.rotation[1][2], pose.rotation[2][2])
    return _flat(random), pose, _flat(random), pose._replace(position=along(pose.position, normal, gap))


def collinear(random: Random) -> Placed:
    pose = samples.random_pose(random)
    return _straight(random), pose, _straight(random), pose


def needles(random: Random) -> Placed:
    thin = 10 ** random.uniform(-7, -2)
    a = (
        kinds.Box((1.0, thin, thin))
        if random.random() < 0.5
        else _stretch(samples.random_hull(random, 8), (1.0, thin, thin))
    )
    return a, samples.random_pose(random, 0.4), samples.random_shape(random), samples.random_pose(random, 0.4)


def plates(random: Random) -> Placed:
    thin = 10 ** random.uniform(-7, -2)
    a, b = (_stretch(samples.random_hull(random, 12), (1.0, thin, 1.0)) for _ in range(2))
    return a, samples.random_pose(random, 0.3), b, samples.random_pose(random, 0.3)


def doubled_vertices(random: Random) -> Placed:
    """Hulls with duplicate vertices, some of them a rounding error apart."""
    vertices = samples.random_hull(random, 8).vertices
    again = (scale(vertex, random.choice((1.0, 1.0, 1 + 2**-52))) for vertex in vertices)
    return (
        kinds.Hull((*vertices, *again)),
        samples.random_pose(random, 0.6),
        samples.random_hull(random, 8),
        samples.random_pose(random, 0.6),
    )


def no_extent(random: Random) -> Placed:
    """Points, and segments and triangles degenerated to points."""
    p = samples.random_vector(random)
    shapes = (kinds.Point(), kinds.Segment(p, p), kinds.Triangle((p, p, p)), kinds.Hull((p,)), kinds.Hull((p, p, p)))
    position = samples.random_vector(random)
    there = random.choice((position, samples.random_vector(random)))
    return random.choice(shapes), Pose(position=position), random.choice(shapes), Pose(position=there)


def nearly_touching(random: Random) -> Placed:
    """A vertex, edge or face of a box against a face of another, very near contact or exactly touching."""
    box_a, box_b = samples.random_box(random), samples.random_box(random)
    turn = random.choice((IDENTITY, _turn((0.0, 0.0, 1.0), random.uniform(0, 2)), samples.random_rotation(random)))
    reach = sum(abs(turn[0][i]) * box_b.half_extents[i] for i in range(3))
    hair = random.choice((0.0, 1e-16, -1e-16, 1e-13, -1e-13, 1e-10, -1e-10, 1e-8, -1e-8))
    offset = (box_a.half_extents[0] + reach + hair, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5))
    return box_a, Pose(), box_b, Pose(turn, offset)


def superellipsoids(random: Random) -> Placed:
    a, b = _superellipsoid(random), random.choice((samples.random_shape, _superellipsoid))(random)
    return a, samples.random_pose(random, 0.8), b, samples.random_pose(random, 0.8)


def superellipsoids_aligned(random: Random) -> Placed:
    """Parallel axes: flat spots and sharp edges meet, and the nearest points may be many."""
    others = (_superellipsoid, samples.random_box, _round)
    a, b = _superellipsoid(random), random.choice(others)(random)
    offset = random.choice((samples.random_vector(random), (random.uniform(-2, 2), 0.0, 0.0), (0.0, 0.0, 0.0)))
    return a, Pose(), b, Pose(_quarter_turns(random), offset)


FAMILIES: dict[str, Callable[[Random], Placed]] = {
    family.__name__: family
    for family in (
        hulls_on_a_grid,
        coplanar,
        parallel_planes,
        collinear,
        needles,
        plates,
        doubled_vertices,
        no_extent,
        nearly_touching,
        superellipsoids,
        superellipsoids_aligned,
    )
}
NAMES = (*HUNTED, *FAMILIES, *CLOSED_FORMS)


def _draw_of_hunt(name: str, random: Random) -> Placed:
    """One of four pairs that a family of hunts draws of two types: each type with itself, and in both orders."""
    request = PairRequest(
        np.random.default_rng(random.getrandbits(64)), 4, (random.choice(KINDS), random.choice(KINDS)), SIZES
    )
    a, pose_a, b, pose_b = HUNTED[name].draw(request).pair(random.randrange(request.pairs))
    return a, pose_a, b, pose_b


# --- transformations of a pair ---


def _transform(pair: Placed, random: Random) -> Placed:
    """Randomly rounded, scaled by up to 1e±12, moved far away, or swapped."""
    a, pose_a, b, pose_b = pair
    if random.random() < 0.15:
        a = replace(a, rounding=random.choice((1e-9, 1e-3, 0.1)))
    whole = samples.Pair(a, pose_a, b, pose_b, 0.0)
    if random.random() < 0.2:
        whole = samples.scale_pair(whole, 10 ** random.uniform(-12, 12))
    elif random.random() < 0.2:
        whole = samples.move(whole, samples.random_pose(random, 10 ** random.uniform(0, 6)))
    return (samples.swap(whole) if random.random() < 0.5 else whole).arguments


def _closed_form(name: str, random: Random) -> Case:
    pair = samples.move(CLOSED_FORMS[name](random), samples.random_pose(random))
    known = pair.signed_distance if pair.signed_distance > float("-inf") else None
    return Case(name, pair.arguments, known)


# --- shapes and rotations ---


def _round(random: Random) -> kinds.Shape:
    radius, height = random.uniform(0.2, 1), random.uniform(0.2, 1)
    return random.choice(
        (
            kinds.Sphere(radius),
            kinds.Capsule(radius, height),
            kinds.Cylinder(radius, height),
            kinds.Cone(radius, height),
            kinds.Ellipsoid((radius, height, radius)),
        )
    )


def _superellipsoid(random: Random) -> kinds.Superellipsoid:
    """From an octahedron to a box, by one of typical and extreme exponents or one between; sometimes flat."""
    exponent = random.choice((*samples.EXPONENTS, random.uniform(1, 3), 10 ** random.uniform(0, 4)))
    thin = random.choice((1.0, 1.0, 1.0, 10 ** random.uniform(-4, 0)))
    x, y, z = samples.random_sizes(random)
    return kinds.Superellipsoid((x, y * thin, z), exponent)


def _flat(random: Random) -> kinds.Shape:
    points = tuple((random.uniform(-1, 1), random.uniform(-1, 1), 0.0) for _ in range(random.choice((3, 4, 6))))
    return kinds.Triangle((points[0], points[1], points[2])) if len(points) == 3 else kinds.Hull(points)


def _straight(random: Random) -> kinds.Shape:
    a, b = sorted(random.uniform(-1, 1) for _ in range(2))
    return random.choice(
        (kinds.Segment((a, 0.0, 0.0), (b, 0.0, 0.0)), kinds.Hull(((a, 0.0, 0.0), (0.0, 0.0, 0.0), (b, 0.0, 0.0))))
    )


def _grid_hull(random: Random) -> kinds.Hull:
    return kinds.Hull(tuple(_grid_point(random, 2) for _ in range(random.randint(1, 8))))


def _grid_point(random: Random, reach: int) -> Vec3:
    x, y, z = (float(random.randint(-reach, reach)) for _ in range(3))
    return (x, y, z)


def _stretch(hull: kinds.Hull, factors: Vec3) -> kinds.Hull:
    return kinds.Hull(tuple((v[0] * factors[0], v[1] * factors[1], v[2] * factors[2]) for v in hull.vertices))


def _turn(axis: Vec3, angle: float) -> Mat3:
    """The rotation by a small or large angle (Rodrigues' formula)."""
    from math import cos, sin

    x, y, z = axis
    c, s, t = cos(angle), sin(angle), 1 - cos(angle)
    return (
        (t * x * x + c, t * x * y - s * z, t * x * z + s * y),
        (t * x * y + s * z, t * y * y + c, t * y * z - s * x),
        (t * x * z - s * y, t * y * z + s * x, t * z * z + c),
    )


def _quarter_turns(random: Random) -> Mat3:
    """An exact rotation that permutes the axes."""
    x: Mat3 = ((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0))
    y: Mat3 = ((0.0, 0.0, 1.0), (0.0, 1.0, 0.0), (-1.0, 0.0, 0.0))
    rotation: Mat3 = IDENTITY
    for _ in range(random.randint(0, 3)):
        rotation = matrix_product(rotation, random.choice((x, y)))
    return rotation
