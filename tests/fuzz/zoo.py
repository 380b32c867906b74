"""Pairs for fuzzing the engine: random shapes of every kind, and a zoo of degenerate ones.

A family draws one pair from a seeded generator.  `draw(seed, number)` picks a family and lets it draw, so that a
failing pair can be reproduced from these two numbers.  Sizes are about 1 m before `_transformed` scales and moves the
pair.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import (
    Box,
    Capsule,
    Cone,
    Cylinder,
    Ellipsoid,
    Hull,
    Point,
    Segment,
    Shape,
    Sphere,
    Superellipsoid,
    Triangle,
)
from gjkscope.engine.vectors import IDENTITY, Mat3, Vec3, add, along, scale
from gjkscope.engine.vectors import product as matrix_product
from tests.engine.samples import (
    EXPONENTS,
    Pair,
    moved,
    random_box,
    random_direction,
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
    pair = _transformed(FAMILIES[name](random), random)
    return Case(name, pair)


# --- the families ---


def any_kinds(random: Random) -> Placed:
    return random_shape(random), random_pose(random, 0.8), random_shape(random), random_pose(random, 0.8)


def hulls(random: Random) -> Placed:
    a, b = (random_hull(random, random.choice((4, 5, 8, 12, 20))) for _ in range(2))
    return a, random_pose(random, 0.7), b, random_pose(random, 0.7)


def boxes(random: Random) -> Placed:
    return random_box(random), random_pose(random, 0.8), random_box(random), random_pose(random, 0.8)


def boxes_nearly_aligned(random: Random) -> Placed:
    """Parallel faces and edges up to a tilt of 1e-16 to 1e-2 radians."""
    tilt = 10 ** random.uniform(-16, -2)
    pose_b = Pose(_turned(random_direction(random), tilt), random_vector(random, 1.2))
    return random_box(random), Pose(), random_box(random), pose_b


def boxes_on_a_grid(random: Random) -> Placed:
    """Integers: faces, edges and corners that touch exactly, coincide or nest."""
    halves = [tuple(float(random.randint(1, 2)) for _ in range(3)) for _ in range(2)]
    offset = tuple(float(random.randint(-4, 4)) for _ in range(3))
    return Box(halves[0]), Pose(), Box(halves[1]), Pose(_quarter_turns(random), offset)


def hulls_on_a_grid(random: Random) -> Placed:
    """Few integers: many coplanar, collinear and duplicate vertices, and flat and straight hulls."""
    return _grid_hull(random), Pose(), _grid_hull(random), Pose(_quarter_turns(random), _grid_point(random, 3))


def coincident(random: Random) -> Placed:
    shape, pose = random_shape(random), random_pose(random)
    return shape, pose, shape, pose


def concentric(random: Random) -> Placed:
    pose = random_pose(random)
    return random_shape(random), pose, random_shape(random), Pose(random_rotation(random), pose.position)


def nested(random: Random) -> Placed:
    """Two shapes of the same kind, a small one inside a large one, deep inside or against its surface."""
    shape, pose = random_shape(random), random_pose(random)
    factor = random.choice((0.5, 0.1, 1e-3))
    small = scaled(Pair(shape, Pose(), shape, Pose(), 0.0), factor).shape_a
    return shape, pose, small, Pose(random_rotation(random), add(pose.position, random_vector(random, 0.3)))


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


def of_unlike_size(random: Random) -> Placed:
    """One of the two up to a million times the size of the other, near its surface, inside, or far away."""
    big, ratio = random_shape(random), 10 ** random.uniform(-6, -1)
    small = scaled(Pair(random_shape(random), Pose(), Point(), Pose(), 0.0), ratio).shape_a
    return big, random_pose(random), small, random_pose(random, random.choice((0.3, 1.0, 2.0)))


def far_apart(random: Random) -> Placed:
    distance = 10 ** random.uniform(1, 6)
    offset = scale(random_direction(random), distance)
    return random_shape(random), random_pose(random), random_shape(random), Pose(random_rotation(random), offset)


def same_axis(random: Random) -> Placed:
    """Coaxial shapes of revolution: their nearest points are entire rings."""
    pose = random_pose(random)
    shift = random.choice((0.0, random.uniform(-1.5, 1.5)))
    axis = (pose.rotation[0][1], pose.rotation[1][1], pose.rotation[2][1])
    return _round(random), pose, _round(random), pose._replace(position=along(pose.position, axis, shift))


def round_shapes(random: Random) -> Placed:
    return _round(random), random_pose(random, 0.8), _round(random), random_pose(random, 0.8)


def flat_ellipsoids(random: Random) -> Placed:
    thin = 10 ** random.uniform(-3, 0)
    a, b = Ellipsoid((1.0, thin, random.uniform(0.3, 1))), Ellipsoid(random_sizes(random))
    return a, random_pose(random, 0.7), b, random_pose(random, 0.7)


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
        any_kinds,
        hulls,
        boxes,
        boxes_nearly_aligned,
        boxes_on_a_grid,
        hulls_on_a_grid,
        coincident,
        concentric,
        nested,
        coplanar,
        parallel_planes,
        collinear,
        needles,
        plates,
        doubled_vertices,
        no_extent,
        nearly_touching,
        of_unlike_size,
        far_apart,
        same_axis,
        round_shapes,
        flat_ellipsoids,
        superellipsoids,
        superellipsoids_aligned,
    )
}
NAMES = (*FAMILIES, *CLOSED_FORMS)


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
