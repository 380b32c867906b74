"""Random pairs with known answers: shapes, poses and the closed forms that the engine is checked against.

Each family draws a pair whose signed distance is given by a formula (or by the exact minimum of a convex piecewise
quadratic) that shares no code with the engine.  Distances are drawn so that about half of the pairs overlap, and a test
asserts that share: an oracle that only ever sees separated pairs proves nothing about contact.

Lengths are about 1 m.  The arithmetic here uses plain floats; `ROUNDING` bounds its error.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from functools import cache
from itertools import combinations, pairwise, product
from math import hypot, inf
from random import Random
from typing import Any

from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.registry.algorithms import ALGORITHMS, ENGINE_ALGORITHMS
from gjkscope.engine.result import NotApplicable
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
from gjkscope.engine.vectors import Mat3, Vec3, add, along, column, cross, dot, neg, norm, scale, sub, unit
from gjkscope.engine.vectors import product as matrix_product

# Error bound, relative to the pair's extent, for a closed form, a pose and a few hundred operations on numbers of about
# 1. Measured: below 4e-15 over all families; the rest is margin for other seeds.
ROUNDING = 2e-14


@dataclass(frozen=True)
class Pair:
    """Two placed shapes and their true distance.

    `core_gap` is the signed distance of the cores (the shapes without radius). It is −inf for overlapping cores whose
    depth has no formula, and then so is `signed_distance`.
    """

    shape_a: Shape
    pose_a: Pose
    shape_b: Shape
    pose_b: Pose
    signed_distance: float

    @property
    def arguments(self) -> tuple[Shape, Pose, Shape, Pose]:
        return self.shape_a, self.pose_a, self.shape_b, self.pose_b

    @property
    def extent(self) -> float:
        """The scale that rounding errors are relative to: the shapes' sizes plus the distance between their
        positions."""
        return _longest(self.shape_a) + _longest(self.shape_b) + norm(sub(self.pose_b.position, self.pose_a.position))

    @property
    def overlaps(self) -> bool:
        return self.signed_distance < 0


def swap(pair: Pair) -> Pair:
    return Pair(pair.shape_b, pair.pose_b, pair.shape_a, pair.pose_a, pair.signed_distance)


def move(pair: Pair, motion: Pose) -> Pair:
    """Apply the rigid `motion` to both shapes."""
    return replace(pair, pose_a=compose(motion, pair.pose_a), pose_b=compose(motion, pair.pose_b))


def scale_pair(pair: Pair, factor: float) -> Pair:
    """Multiply all lengths by `factor`."""
    return Pair(
        scaled_shape(pair.shape_a, factor),
        pair.pose_a._replace(position=scale(pair.pose_a.position, factor)),
        scaled_shape(pair.shape_b, factor),
        pair.pose_b._replace(position=scale(pair.pose_b.position, factor)),
        pair.signed_distance * factor,
    )


def scaled_shape(shape: Any, factor: float) -> Any:
    return replace(shape, **{name: _times(getattr(shape, name), factor) for name in length_fields(shape)})


def compose(outer: Pose, inner: Pose) -> Pose:
    return Pose(matrix_product(outer.rotation, inner.rotation), apply(outer, inner.position))


# --- random values ---


def random_direction(random: Random) -> Vec3:
    return unit((random.gauss(0, 1), random.gauss(0, 1), random.gauss(0, 1)))


def random_rotation(random: Random) -> Mat3:
    """A uniform random rotation: two random directions, orthonormalised, and their cross product."""
    x = random_direction(random)
    y = random_direction(random)
    y = unit(along(y, x, -dot(x, y)))
    z = cross(x, y)
    return ((x[0], y[0], z[0]), (x[1], y[1], z[1]), (x[2], y[2], z[2]))


def random_pose(random: Random, spread: float = 1.0) -> Pose:
    return Pose(random_rotation(random), random_vector(random, spread))


def random_vector(random: Random, spread: float = 1.0) -> Vec3:
    return (random.uniform(-spread, spread), random.uniform(-spread, spread), random.uniform(-spread, spread))


def random_sizes(random: Random) -> Vec3:
    return (random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1))


def random_box(random: Random) -> Box:
    return Box(random_sizes(random))


def random_hull(random: Random, count: int = 12) -> Hull:
    return Hull(tuple(scale(random_direction(random), random.uniform(0.5, 1)) for _ in range(count)))


# Of a superellipsoid: an octahedron, an ellipsoid, almost a box, and others between and close to them.
EXPONENTS = (1.0, 1 + 1e-9, 1.001, 1.1, 1.5, 2.0, 2.5, 4.0, 10.0, 100.0, 1e4)


def random_shape(random: Random) -> Shape:
    """A random convex shape of any kind, sometimes rounded."""
    radius, height = random.uniform(0.2, 1), random.uniform(0.2, 1)
    axis = random.choice("xyz")
    kinds: tuple[Callable[[], Shape], ...] = (
        lambda: Point(rounding),
        lambda: Segment(random_vector(random), random_vector(random), rounding),
        lambda: Triangle((random_vector(random), random_vector(random), random_vector(random)), rounding),
        lambda: Sphere(radius, rounding),
        lambda: replace(random_box(random), rounding=rounding),
        lambda: Capsule(radius / 2, height, axis, rounding),
        lambda: Cylinder(radius, height, axis, rounding),
        lambda: Cone(radius, height, axis, rounding),
        lambda: Ellipsoid(random_sizes(random), rounding),
        lambda: Superellipsoid(random_sizes(random), random.choice(EXPONENTS), rounding),
        lambda: replace(random_hull(random), rounding=rounding),
    )
    rounding = random.choice((0.0, random.uniform(0, 0.2)))
    return random.choice(kinds)()


def random_pair(random: Random, spread: float = 0.8) -> tuple[Shape, Pose, Shape, Pose]:
    return random_shape(random), random_pose(random, spread), random_shape(random), random_pose(random, spread)


# --- families: random pairs with closed forms ---


def sphere_sphere(random: Random) -> Pair:
    ra, rb = random.uniform(0.2, 1), random.uniform(0.2, 1)
    offset = scale(random_direction(random), random.uniform(0, 2 * (ra + rb)))
    return Pair(Sphere(ra), Pose(), Sphere(rb), Pose(position=offset), norm(offset) - ra - rb)


def sphere_box(random: Random) -> Pair:
    box, radius, center = random_box(random), random.uniform(0.2, 0.8), random_vector(random, 1.2)
    return Pair(Sphere(radius), Pose(position=center), box, Pose(), _point_box(center, box.half_extents) - radius)


def sphere_capsule(random: Random) -> Pair:
    capsule, radius = Capsule(random.uniform(0.1, 0.5), random.uniform(0.2, 1)), random.uniform(0.2, 0.8)
    center, tip = random_vector(random), (0.0, capsule.half_height, 0.0)
    gap = point_segment(center, neg(tip), tip) - radius - capsule.radius
    return Pair(Sphere(radius), Pose(position=center), capsule, Pose(), gap)


def sphere_cylinder(random: Random) -> Pair:
    cylinder, radius = Cylinder(random.uniform(0.2, 1), random.uniform(0.2, 1)), random.uniform(0.2, 0.8)
    center = random_vector(random, 1.2)
    out, up = hypot(center[0], center[2]) - cylinder.radius, abs(center[1]) - cylinder.half_height
    gap = hypot(max(out, 0), max(up, 0)) + min(max(out, up), 0)
    return Pair(Sphere(radius), Pose(position=center), cylinder, Pose(), gap - radius)


def sphere_cone(random: Random) -> Pair:
    cone, radius = Cone(random.uniform(0.2, 1), random.uniform(0.2, 1)), random.uniform(0.2, 0.8)
    center = random_vector(random)
    return Pair(Sphere(radius), Pose(position=center), cone, Pose(), _point_cone(center, cone) - radius)


def sphere_ellipsoid(random: Random) -> Pair:
    """Built in reverse: from a point of the ellipsoid along its normal, so that the distance is known."""
    radii, radius = random_sizes(random), random.uniform(0.2, 0.8)
    on_ball = random_direction(random)
    foot = (radii[0] * on_ball[0], radii[1] * on_ball[1], radii[2] * on_ball[2])
    normal = unit((on_ball[0] / radii[0], on_ball[1] / radii[1], on_ball[2] / radii[2]))
    gap = random.uniform(0, 2 * radius)
    return Pair(Sphere(radius), Pose(position=along(foot, normal, gap)), Ellipsoid(radii), Pose(), gap - radius)


def sphere_triangle(random: Random) -> Pair:
    triangle = Triangle((random_vector(random), random_vector(random), random_vector(random)))
    radius, center = random.uniform(0.2, 0.9), random_vector(random)
    gap = point_triangle(center, *triangle.vertices) - radius
    return Pair(Sphere(radius), Pose(position=center), triangle, Pose(), gap)


def capsule_capsule(random: Random) -> Pair:
    a, b = (Capsule(random.uniform(0.1, 0.5), random.uniform(0.2, 1)) for _ in range(2))
    pose_b = random_pose(random)
    tip_a = (0.0, a.half_height, 0.0)
    tip_b = scale(column(pose_b.rotation, 1), b.half_height)
    ends_b = sub(pose_b.position, tip_b), add(pose_b.position, tip_b)
    return Pair(a, Pose(), b, pose_b, segment_segment(neg(tip_a), tip_a, *ends_b) - a.radius - b.radius)


def capsule_box(random: Random) -> Pair:
    capsule, box = Capsule(random.uniform(0.1, 0.5), random.uniform(0.2, 1)), random_box(random)
    pose = random_pose(random, 1.3)
    tip = scale(column(pose.rotation, 1), capsule.half_height)
    gap = segment_box(sub(pose.position, tip), add(pose.position, tip), box.half_extents)
    return Pair(capsule, pose, box, Pose(), gap - capsule.radius if gap > 0 else -inf)


def triangle_triangle(random: Random) -> Pair:
    """Rounded so that about half of the pairs overlap."""
    a, b = ((random_vector(random), random_vector(random), random_vector(random)) for _ in range(2))
    rounding, offset = random.uniform(0, 0.7), random_vector(random, 0.8)
    placed = tuple(add(vertex, offset) for vertex in b)
    gap = _triangle_triangle(a, (placed[0], placed[1], placed[2]))
    signed = gap - rounding if gap > 0 else -inf
    return Pair(Triangle(a, rounding), Pose(), Triangle(b), Pose(position=offset), signed)


def box_box_aligned(random: Random) -> Pair:
    a, b, offset = random_box(random), random_box(random), random_vector(random, 1.4)
    gaps = [abs(offset[i]) - a.half_extents[i] - b.half_extents[i] for i in range(3)]
    return Pair(a, Pose(), b, Pose(position=offset), _outside_or_depth(gaps))


def box_point(random: Random) -> Pair:
    box, point = random_box(random), random_vector(random, 0.7)
    return Pair(box, Pose(), Point(), Pose(position=point), _point_box(point, box.half_extents))


Family = Callable[[Random], Pair]

FAMILIES: dict[str, Family] = {
    family.__name__: family
    for family in (
        sphere_sphere,
        sphere_box,
        sphere_capsule,
        sphere_cylinder,
        sphere_cone,
        sphere_ellipsoid,
        sphere_triangle,
        capsule_capsule,
        capsule_box,
        triangle_triangle,
        box_box_aligned,
        box_point,
    )
}


@cache
def pairs(family: str, count: int) -> tuple[Pair, ...]:
    """Return `count` reproducible pairs, each with a random rigid motion so that nothing sits at the origin."""
    random = Random(family)
    return tuple(move(FAMILIES[family](random), random_pose(random)) for _ in range(count))


# --- closed forms ---


def point_segment(p: Vec3, a: Vec3, b: Vec3) -> float:
    ab = sub(b, a)
    t = min(max(dot(sub(p, a), ab) / dot(ab, ab), 0), 1)
    return norm(sub(p, along(a, ab, t)))


def segment_segment(p: Vec3, q: Vec3, r: Vec3, s: Vec3) -> float:
    """The minimum of the four endpoint–segment distances and, if both feet are inside, the line–line distance."""
    ends = min(point_segment(p, r, s), point_segment(q, r, s), point_segment(r, p, q), point_segment(s, p, q))
    d1, d2 = sub(q, p), sub(s, r)
    n = cross(d1, d2)
    if dot(n, n) == 0:
        return ends
    t, u = (dot(cross(sub(r, p), d), n) / dot(n, n) for d in (d2, d1))
    if 0 <= t <= 1 and 0 <= u <= 1:
        return abs(dot(sub(r, p), unit(n)))
    return ends


def point_triangle(p: Vec3, a: Vec3, b: Vec3, c: Vec3) -> float:
    n = cross(sub(b, a), sub(c, a))
    inside = all(dot(n, cross(sub(end, start), sub(p, start))) >= 0 for start, end in ((a, b), (b, c), (c, a)))
    if inside and norm(n) > 0:
        return abs(dot(sub(p, a), unit(n)))
    return min(point_segment(p, a, b), point_segment(p, b, c), point_segment(p, c, a))


def segment_box(p: Vec3, q: Vec3, half: Vec3) -> float:
    """The distance from a segment to a box at the origin; 0 if they intersect.

    The squared distance along the segment is convex and piecewise quadratic, with breaks where the segment crosses a
    face plane, so the minimum of each piece is a quotient.
    """
    d = sub(q, p)
    cuts = {0.0, 1.0}
    for i, side in product(range(3), (-1, 1)):
        if d[i] != 0:
            cuts.add(min(max((side * half[i] - p[i]) / d[i], 0.0), 1.0))
    stops = sorted(cuts)
    candidates = list(stops)
    for low, high in pairwise(stops):
        middle = along(p, d, (low + high) / 2)
        outside = [i for i in range(3) if abs(middle[i]) > half[i]]
        square = sum(d[i] * d[i] for i in outside)
        if square > 0:
            t = sum(d[i] * ((half[i] if middle[i] > 0 else -half[i]) - p[i]) for i in outside) / square
            candidates.append(min(max(t, low), high))
        elif not outside:
            return 0.0
    return max(min(_point_box(along(p, d, t), half) for t in candidates), 0.0)


def _point_box(p: Vec3, half: Vec3) -> float:
    return _outside_or_depth([abs(p[i]) - half[i] for i in range(3)])


def _outside_or_depth(gaps: list[float]) -> float:
    """The distance for gaps along three orthogonal axes; if all overlap, minus the smallest overlap."""
    return max(gaps) if max(gaps) <= 0 else norm((max(gaps[0], 0), max(gaps[1], 0), max(gaps[2], 0)))


def _point_cone(p: Vec3, cone: Cone) -> float:
    """In the plane through the axis, the cone is a right triangle with corners (0, −h), (r, −h), (0, h)."""
    x, y, r, h = hypot(p[0], p[2]), p[1], cone.radius, cone.half_height
    slant = hypot(r, 2 * h)
    beyond_slant, below = (2 * h * x + r * (y - h)) / slant, -h - y
    if beyond_slant <= 0 and below <= 0:
        return max(beyond_slant, below)
    base = point_segment((x, y, 0.0), (0.0, -h, 0.0), (r, -h, 0.0))
    return min(base, point_segment((x, y, 0.0), (r, -h, 0.0), (0.0, h, 0.0)))


def _triangle_triangle(a: tuple[Vec3, Vec3, Vec3], b: tuple[Vec3, Vec3, Vec3]) -> float:
    """The minimum over all edge–edge and vertex–face pairs; 0 if an edge passes through a face."""
    edges_a, edges_b = list(combinations(a, 2)), list(combinations(b, 2))
    if any(_pierces(p, q, b) for p, q in edges_a) or any(_pierces(p, q, a) for p, q in edges_b):
        return 0.0
    return min(
        min(segment_segment(*e, *f) for e in edges_a for f in edges_b),
        min(point_triangle(p, *b) for p in a),
        min(point_triangle(p, *a) for p in b),
    )


def _pierces(p: Vec3, q: Vec3, triangle: tuple[Vec3, Vec3, Vec3]) -> bool:
    """Whether the segment crosses the triangle: endpoints on opposite sides, and the line inside all three edges."""
    a, b, c = triangle
    n = cross(sub(b, a), sub(c, a))
    if dot(sub(p, a), n) * dot(sub(q, a), n) > 0:
        return False
    volumes = [dot(sub(q, p), cross(sub(s, p), sub(e, p))) for s, e in ((a, b), (b, c), (c, a))]
    return min(volumes) >= 0 or max(volumes) <= 0


def _times(value: Any, factor: float) -> Any:
    return tuple(_times(item, factor) for item in value) if isinstance(value, tuple) else value * factor


def _longest(shape: Any) -> float:
    """Approximate diameter: twice the largest length among the shape's fields."""
    return 2 * max(abs(x) for name in length_fields(shape) for x in _flat(getattr(shape, name)))


NO_LENGTHS = ("axis", "faces", "exponent", "diagonal", "holes")


def length_fields(shape: Any) -> list[str]:
    """The fields that hold lengths."""
    return [field.name for field in fields(shape) if field.name not in NO_LENGTHS]


def _flat(value: Any) -> list[float]:
    return [x for item in value for x in _flat(item)] if isinstance(value, tuple) else [value]


def suit(name: str, pair: tuple[Shape, Pose, Shape, Pose]) -> tuple[Shape, Pose, Shape, Pose]:
    """The pair, with A replaced by a ball or a capsule for an algorithm that takes only pairs with one."""
    for shape_a in (pair[0], Sphere(0.5), Capsule(0.5, 0.5)):
        with suppress(NotApplicable):
            (ALGORITHMS | ENGINE_ALGORITHMS)[name].trace(shape_a, *pair[1:], DEFAULT)
            return shape_a, *pair[1:]
    return pair
