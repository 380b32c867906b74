"""coal's shapes and their support mappings (`support_functions.cpp`), in its order of operations.

Which point wins a tie decides what the algorithm does.  Components of a direction below 1e-12 in absolute value count
as 0: a box then takes the middle of its side, a capsule and a cylinder the middle of their height.  To prefer a side,
coal makes some supports 1e-10 longer (`inflate`):

- a cylinder's radius across its axis, its height along it, and a cone's lower end along its axis;
- a box's negative sides.  There, `inflate` is a `static` variable: the first direction that the process ever asks a
  box about decides it, for all boxes to come.  It is 1 + 1e-10 if that direction has a component 0, as the first
  direction (−1, 0, 0) has, and this is what we take.  So an answer may depend on the queries before it
  (https://github.com/coal-library/coal/issues/894, fixed after 3.0.4).

A hull of more than 32 vertices is searched along its edges, from the last support point, or from one of 14 stored ones
if the direction has turned by more than the arc cosine of 0.9.
"""

from collections.abc import Callable
from functools import lru_cache
from math import sqrt
from typing import Any, NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.published.coal.eigen import (
    PRECISION,
    eigen_unit,
    is_identity_matrix,
    is_zero_vector,
    quotient,
    relative_rotation,
    times,
)
from gjkscope.engine.published.fcl.shapes import about_z
from gjkscope.engine.published.ieee import root
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, add, dot, neg, sub, transposed_times

INFLATE = 1 + 1e-10
SMALL_HULL = 32  # vertices: `num_vertices_large_convex_threshold`
SAME_DIRECTION = 0.9  # a cosine, `use_warm_start_threshold`


class CoalHint(NamedTuple):
    """What a large hull remembers of its last search."""

    vertex: int = 0
    direction: Vec3 = ZERO  # unit; zero before the first search


class CoalSupport(NamedTuple):
    """A support point in the shape's own frame."""

    point: Vec3
    vertex: int  # `NO_INDEX` on a curved surface
    hint: CoalHint


SupportMapping = Callable[[Vec3, CoalHint], CoalSupport]


class CoalShape(NamedTuple):
    """A placed shape: its support mapping without radius, and the radius around it (`swept_sphere_radius`)."""

    shape: Any  # of one of the supported kinds; the formulas read its sizes
    mapping: SupportMapping
    rotation: Mat3
    position: Vec3
    radius: float

    @property
    def is_hull(self) -> bool:
        """Whether Nesterov's acceleration normalises directions for it (`NeedNesterovNormalizeHeuristic`)."""
        return isinstance(self.shape, kinds.Hull | kinds.Triangle)

    def to_world(self, point: Vec3) -> Vec3:
        """A point of this shape's frame (`Transform3s::transform`)."""
        return add(times(self.rotation, point), self.position)


class CoalDifference(NamedTuple):
    """`MinkowskiDiff`: both support mappings in the frame of the first shape."""

    a: CoalShape
    b: CoalShape
    rotation: Mat3  # from B's frame to A's
    translation: Vec3
    is_identity: bool

    @property
    def radius(self) -> float:
        return self.a.radius + self.b.radius

    def supports(self, direction: Vec3, hints: tuple[CoalHint, CoalHint]) -> tuple[CoalSupport, CoalSupport]:
        """The support of A along the direction, and that of B against it."""
        first = self.a.mapping(direction, hints[0])
        if self.is_identity:
            return first, self.b.mapping(neg(direction), hints[1])
        second = self.b.mapping(neg(transposed_times(self.rotation, direction)), hints[1])
        return first, second._replace(point=add(times(self.rotation, second.point), self.translation))


def coal_difference(shape_a: kinds.Shape, pose_a: Pose, shape_b: kinds.Shape, pose_b: Pose) -> CoalDifference:
    """The difference of two placed shapes.  Raises `NotApplicable` for shapes that coal does not have."""
    a, b = coal_shape(shape_a, pose_a), coal_shape(shape_b, pose_b)
    rotation = relative_rotation(a.rotation, b.rotation)
    translation = transposed_times(a.rotation, sub(b.position, a.position))
    return CoalDifference(a, b, rotation, translation, is_identity_matrix(rotation) and is_zero_vector(translation))


def coal_shape(shape: kinds.Shape, pose: Pose) -> CoalShape:
    mapping = _MAPPINGS.get(type(shape))
    if mapping is None:
        raise NotApplicable(f"coal's shapes are {_SUPPORTED}, got {shape.kind}")
    radius = shape.rounding
    if isinstance(shape, kinds.Sphere | kinds.Capsule):
        radius += shape.radius
    rotation = about_z(pose.rotation, getattr(shape, "axis", "z"))
    return CoalShape(shape, mapping(shape), rotation, pose.position, radius)


def _smooth(support: Callable[[Vec3], Vec3]) -> SupportMapping:
    return lambda direction, hint: CoalSupport(support(direction), NO_INDEX, hint)


def _box(shape: kinds.Box) -> SupportMapping:
    def side(component: float, half: float) -> float:
        return half if component > PRECISION else -INFLATE * half if component < -PRECISION else 0.0

    x, y, z = shape.half_extents
    return _smooth(lambda d: (side(d[0], x), side(d[1], y), side(d[2], z)))


def _sphere(_: kinds.Sphere) -> SupportMapping:
    return _smooth(lambda _: ZERO)


def _ellipsoid(shape: kinds.Ellipsoid) -> SupportMapping:
    a, b, c = (radius * radius for radius in shape.radii)

    def support(d: Vec3) -> Vec3:
        point = (a * d[0], b * d[1], c * d[2])
        return quotient(point, root(dot(point, d)))

    return _smooth(support)


def _capsule(shape: kinds.Capsule) -> SupportMapping:
    half = shape.half_height
    return _smooth(lambda d: (0.0, 0.0, half if d[2] > PRECISION else -half if d[2] < -PRECISION else 0.0))


def _cone(shape: kinds.Cone) -> SupportMapping:
    height, radius = shape.half_height, shape.radius
    sine = radius / sqrt(radius * radius + 4 * height * height)

    def support(d: Vec3) -> Vec3:
        if abs(d[0]) <= PRECISION and abs(d[1]) <= PRECISION:
            return (0.0, 0.0, height if d[2] > PRECISION else -INFLATE * height)
        square = d[0] * d[0] + d[1] * d[1]
        if d[2] > 0 and d[2] > sqrt(square + d[2] * d[2]) * sine:
            return (0.0, 0.0, height)
        factor = radius / sqrt(square)
        return (factor * d[0], factor * d[1], -height)

    return _smooth(support)


def _cylinder(shape: kinds.Cylinder) -> SupportMapping:
    def support(d: Vec3) -> Vec3:
        height, radius = shape.half_height, shape.radius
        is_along_axis = abs(d[0]) <= PRECISION and abs(d[1]) <= PRECISION
        if is_along_axis:
            height *= INFLATE
        if abs(d[2]) <= PRECISION:
            height, radius = 0.0, radius * INFLATE
        z = height if d[2] > 0 else -height
        if is_along_axis:
            return (0.0, 0.0, z)
        across = sqrt(d[0] * d[0] + d[1] * d[1])
        return (d[0] / across * radius, d[1] / across * radius, z)

    return _smooth(support)


def _hull(shape: kinds.Hull | kinds.Triangle) -> SupportMapping:
    vertices, neighbours = _vertices_of(shape)
    if not neighbours:
        raise NotApplicable(f"coal needs a hull with an area, got {shape.kind} on a line")
    if len(vertices) <= SMALL_HULL:
        return lambda direction, hint: _listed(vertices, direction)
    stored = _stored_supports(vertices, neighbours)
    return lambda direction, hint: _search(vertices, neighbours, stored, direction, hint)


def _listed(vertices: tuple[Vec3, ...], direction: Vec3) -> CoalSupport:
    """The first of the vertices with the greatest dot product."""
    heights = [dot(vertex, direction) for vertex in vertices]
    index = heights.index(max(heights))
    return CoalSupport(vertices[index], index, CoalHint(index))


@lru_cache(maxsize=64)
def _vertices_of(shape: kinds.Hull | kinds.Triangle) -> tuple[tuple[Vec3, ...], tuple[tuple[int, ...], ...]]:
    """The corners, and the neighbours of each in the triangles of the surface, in order; none for hulls on a line."""
    hull = convex_hull(shape.vertices)
    vertices: tuple[Vec3, ...] = tuple((x, y, z) for x, y, z in hull.vertices.tolist())
    if hull.dimension < 2:
        return vertices, ()
    around: list[set[int]] = [set() for _ in vertices]
    for triangle in hull.triangles.tolist():
        for corner in triangle:
            around[corner].update(triangle)
    return vertices, tuple(tuple(sorted(others - {corner})) for corner, others in enumerate(around))


Neighbours = tuple[tuple[int, ...], ...]
StoredSupports = tuple[tuple[Vec3, int], ...]


def _stored_supports(vertices: tuple[Vec3, ...], neighbours: Neighbours) -> StoredSupports:
    """`buildSupportWarmStart`: supports along the axes and the diagonals, each search beginning at the last one."""
    axes: list[Vec3] = [(1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)]
    diagonals: list[Vec3] = [(1.0, 1.0, 1.0), (-1.0, 1.0, 1.0), (-1.0, -1.0, 1.0), (1.0, -1.0, 1.0)]
    stored: StoredSupports = ()
    hint = CoalHint()
    for axis in (*axes, *diagonals):
        for direction in (axis, neg(axis)):
            support = _search(vertices, neighbours, stored, direction, hint)
            stored, hint = (*stored, (support.point, support.vertex)), support.hint
    return stored


def _search(
    vertices: tuple[Vec3, ...], neighbours: Neighbours, stored: StoredSupports, direction: Vec3, hint: CoalHint
) -> CoalSupport:
    """`getShapeSupportLog`: from vertex to vertex along the edges, as long as one is higher."""
    unit, best = eigen_unit(direction), hint.vertex
    if not is_zero_vector(hint.direction) and stored and dot(hint.direction, unit) < SAME_DIRECTION:
        best = max(stored, key=lambda one: dot(one[0], direction))[1]
    highest, visited, may_be_equal, climbs = dot(vertices[best], direction), {best}, True, True
    while climbs:
        climbs = False
        for index in neighbours[best]:
            if index in visited:
                continue
            visited.add(index)
            height = dot(vertices[index], direction)
            if height > highest:
                may_be_equal = False
            elif not (may_be_equal and height == highest):
                continue
            highest, best, climbs = height, index, True
    return CoalSupport(vertices[best], best, CoalHint(best, unit))


_MAPPINGS: dict[type, Callable[..., SupportMapping]] = {
    kinds.Box: _box,
    kinds.Sphere: _sphere,
    kinds.Capsule: _capsule,
    kinds.Cylinder: _cylinder,
    kinds.Cone: _cone,
    kinds.Ellipsoid: _ellipsoid,
    kinds.Hull: _hull,
    kinds.Triangle: _hull,
}
_SUPPORTED = "boxes, spheres, capsules, cylinders, cones, ellipsoids, hulls and triangles"
