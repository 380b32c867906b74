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
from gjkscope.engine.shapes.kinds import (
    SHAPE_TYPES,
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    HalfSpace,
    Hull,
    Mesh,
    Point,
    Segment,
    Shape,
    Sphere,
    Superellipsoid,
    Triangle,
)
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, along, scale
from gjkscope.engine.vectors import product as matrix_product
from tests.engine.samples import (
    EXPONENTS,
    Pair,
    moved,
    random_box,
    random_hull,
    random_pose,
    random_rotation,
    random_shape,
    random_sizes,
    random_vector,
    scaled,
    swapped,
)
from tests.engine.samples import (
    FAMILIES as CLOSED_FORMS,
)

Placed = tuple[Shape, Pose, Shape, Pose]

# A mesh is answered as its hull, and a half-space is a slab as large as its scene.
KINDS = tuple(name for name, kind in SHAPE_TYPES.items() if kind not in (Mesh, HalfSpace))
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
    pair = _hunted(name, random) if name in HUNTED else FAMILIES[name](random)
    return Case(name, _transformed(pair, random))


# --- the families of shapes that hunts do not draw ---


def hulls_on_a_grid(random: Random) -> Placed:
    """Few integers: many coplanar, collinear and duplicate vertices, and flat and straight hulls."""
    return _grid_hull(random), Pose(), _grid_hull(random), Pose(_quarter_turns(random), _grid_point(random, 3))


def coplanar(random: Random) -> Placed:
    """Two flat shapes in one plane, up to rounding of the pose."""
    pose = random_pose(random)
    return _flat(random), pose, _flat(random), pose


def parallel_planes(random: Random) -> Placed:
    pose = random_pose(random)
    gap = random.choice((1e-12, 1e-9, 1e-6, 1e-3, 0.3))
    normal = (pose.rotation[0][2], pose.rotation[1][2], pose.rotation[2][2])
    return _flat(random), pose, _flat(random), pose._replace(position=along(pose.position, normal, gap))


def collinear(random: Random) -> Placed:
    pose = random_pose(random)
    return _straight(random), pose, _straight(random), pose


def needles(random: Random) -> Placed:
    thin = 10 ** random.uniform(-7, -2)
    a = Box((1.0, thin, thin)) if random.random() < 0.5 else _stretched(random_hull(random, 8), (1.0, thin, thin))
    return a, random_pose(random, 0.4), random_shape(random), random_pose(random, 0.4)


def plates(random: Random) -> Placed:
    thin = 10 ** random.uniform(-7, -2)
    a, b = (_stretched(random_hull(random, 12), (1.0, thin, 1.0)) for _ in range(2))
    return a, random_pose(random, 0.3), b, random_pose(random, 0.3)


def doubled_vertices(random: Random) -> Placed:
    """Hulls with duplicate vertices, some of them a rounding error apart."""
    vertices = random_hull(random, 8).vertices
    again = (scale(vertex, random.choice((1.0, 1.0, 1 + 2**-52))) for vertex in vertices)
    return Hull((*vertices, *again)), random_pose(random, 0.6), random_hull(random, 8), random_pose(random, 0.6)


def no_extent(random: Random) -> Placed:
    """Points, and segments and triangles degenerated to points."""
    p = random_vector(random)
    shapes = (Point(), Segment(p, p), Triangle((p, p, p)), Hull((p,)), Hull((p, p, p)))
    position = random_vector(random)
    there = random.choice((position, random_vector(random)))
    return random.choice(shapes), Pose(position=position), random.choice(shapes), Pose(position=there)


def nearly_touching(random: Random) -> Placed:
    """A vertex, edge or face of a box against a face of another, very near contact or exactly touching."""
    box_a, box_b = random_box(random), random_box(random)
    turn = random.choice((IDENTITY, _turned((0.0, 0.0, 1.0), random.uniform(0, 2)), random_rotation(random)))
    reach = sum(abs(turn[0][i]) * box_b.half_extents[i] for i in range(3))
    hair = random.choice((0.0, 1e-16, -1e-16, 1e-13, -1e-13, 1e-10, -1e-10, 1e-8, -1e-8))
    offset = (box_a.half_extents[0] + reach + hair, random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5))
    return box_a, Pose(), box_b, Pose(turn, offset)


def superellipsoids(random: Random) -> Placed:
    a, b = _superellipsoid(random), random.choice((random_shape, _superellipsoid))(random)
    return a, random_pose(random, 0.8), b, random_pose(random, 0.8)


def superellipsoids_aligned(random: Random) -> Placed:
    """Parallel axes: flat spots and sharp edges meet, and the nearest points may be many."""
    others = (_superellipsoid, random_box, _round)
    a, b = _superellipsoid(random), random.choice(others)(random)
    offset = random.choice((random_vector(random), (random.uniform(-2, 2), 0.0, 0.0), (0.0, 0.0, 0.0)))
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


def _hunted(name: str, random: Random) -> Placed:
    """One of four pairs that a family of hunts draws of two types: each type with itself, and in both orders."""
    request = PairRequest(
        np.random.default_rng(random.getrandbits(64)), 4, (random.choice(KINDS), random.choice(KINDS)), SIZES
    )
    a, pose_a, b, pose_b = HUNTED[name].draw(request).pair(random.randrange(request.pairs))
    return a, pose_a, b, pose_b


# --- transformations of a pair ---


def _transformed(pair: Placed, random: Random) -> Placed:
    """Randomly rounded, scaled by up to 1e±12, moved far away, or swapped."""
    a, pose_a, b, pose_b = pair
    if random.random() < 0.15:
        a = replace(a, rounding=random.choice((1e-9, 1e-3, 0.1)))
    whole = Pair(a, pose_a, b, pose_b, 0.0)
    if random.random() < 0.2:
        whole = scaled(whole, 10 ** random.uniform(-12, 12))
    elif random.random() < 0.2:
        whole = moved(whole, random_pose(random, 10 ** random.uniform(0, 6)))
    return (swapped(whole) if random.random() < 0.5 else whole).arguments


def _closed_form(name: str, random: Random) -> Case:
    pair = moved(CLOSED_FORMS[name](random), random_pose(random))
    known = pair.signed_distance if pair.signed_distance > float("-inf") else None
    return Case(name, pair.arguments, known)


# --- shapes and rotations ---


def _round(random: Random) -> Shape:
    radius, height = random.uniform(0.2, 1), random.uniform(0.2, 1)
    return random.choice(
        (
            Sphere(radius),
            Capsule(radius, height),
            Cylinder(radius, height),
            Cone(radius, height),
            Ellipsoid((radius, height, radius)),
        )
    )


def _superellipsoid(random: Random) -> Superellipsoid:
    """From an octahedron to a box, by one of typical and extreme exponents or one between; sometimes flat."""
    exponent = random.choice((*EXPONENTS, random.uniform(1, 3), 10 ** random.uniform(0, 4)))
    thin = random.choice((1.0, 1.0, 1.0, 10 ** random.uniform(-4, 0)))
    x, y, z = random_sizes(random)
    return Superellipsoid((x, y * thin, z), exponent)


def _flat(random: Random) -> Shape:
    points = tuple((random.uniform(-1, 1), random.uniform(-1, 1), 0.0) for _ in range(random.choice((3, 4, 6))))
    return Triangle((points[0], points[1], points[2])) if len(points) == 3 else Hull(points)


def _straight(random: Random) -> Shape:
    a, b = sorted(random.uniform(-1, 1) for _ in range(2))
    return random.choice((Segment((a, 0.0, 0.0), (b, 0.0, 0.0)), Hull(((a, 0.0, 0.0), (0.0, 0.0, 0.0), (b, 0.0, 0.0)))))


def _grid_hull(random: Random) -> Hull:
    return Hull(tuple(_grid_point(random, 2) for _ in range(random.randint(1, 8))))


def _grid_point(random: Random, reach: int) -> Vec3:
    x, y, z = (float(random.randint(-reach, reach)) for _ in range(3))
    return (x, y, z)


def _stretched(hull: Hull, factors: Vec3) -> Hull:
    return Hull(tuple((v[0] * factors[0], v[1] * factors[1], v[2] * factors[2]) for v in hull.vertices))


def _turned(axis: Vec3, angle: float) -> Mat3:
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
