"""The points of the two shapes that belong to a point of a simplex: FCL's `extractClosestPoints`."""

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published import ccd
from gjkscope.engine.published.fcl.rules import EPSILON_SQUARED
from gjkscope.engine.published.ieee import divide, root
from gjkscope.engine.published.vertices import Vertices
from gjkscope.engine.vectors import Vec3, add, cross, dot, scale, sub


def closest_points(simplex: Vertices, point: Vec3, guarded: bool = True) -> tuple[Vec3, Vec3]:
    """Without the guard, as before June 2018, a triangle without area gives 0/0."""
    if len(simplex) == 1:
        return simplex[0].a, simplex[0].b
    if len(simplex) == 2:
        return _of_segment(simplex[0], simplex[1], point)
    return _of_triangle(simplex, point, guarded)


def is_without_area(a: Vec3, b: Vec3, c: Vec3) -> bool:
    """Whether corners coincide, or the sine of the angle at a is below ε: `triangle_area_is_zero`."""
    return squared_sine(a, b, c) < EPSILON_SQUARED


def squared_sine(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Of the angle at a; 0 if a coincides with another corner."""
    if _coincide(a, b) or _coincide(a, c):
        return 0.0
    x, y, z = cross(normalised(sub(b, a)), normalised(sub(c, a)))
    return x * x + y * y + z * z


def normalised(v: Vec3) -> Vec3:
    """`ccdVec3Normalize`: multiplied by the inverse of the length, which may be infinite."""
    x, y, z = v
    inverse = divide(1.0, root(x * x + y * y + z * z))
    return (x * inverse, y * inverse, z * inverse)


def _coincide(a: Vec3, b: Vec3) -> bool:
    for x, y in zip(a, b, strict=True):
        if abs(x - y) > max(1.0, abs(x), abs(y)) * ccd.EPSILON:
            return False
    return True


def _of_segment(first: Vertex, second: Vertex, point: Vec3) -> tuple[Vec3, Vec3]:
    """By the largest component of the segment."""
    way = sub(second.point, first.point)
    x, y, z = map(abs, way)
    largest = 0 if x >= y and x >= z else 1 if y >= z else 2
    if abs(way[largest]) < ccd.EPSILON:
        return first.a, first.b
    along = (point[largest] - first.point[largest]) / way[largest]
    return (
        add(first.a, scale(sub(second.a, first.a), along)),
        add(first.b, scale(sub(second.b, first.b), along)),
    )


def _of_triangle(simplex: Vertices, point: Vec3, guarded: bool) -> tuple[Vec3, Vec3]:
    """By barycentric coordinates; by the longest edge if the triangle has no area."""
    a, b, c = simplex
    if guarded and is_without_area(a.point, b.point, c.point):
        lengths = [_squared(p, q) for p, q in ((a, b), (a, c), (b, c))]
        if lengths[0] >= lengths[1] and lengths[0] >= lengths[2]:
            return _of_segment(a, b, point)
        if lengths[1] >= lengths[0] and lengths[1] >= lengths[2]:
            return _of_segment(a, c, point)
        return _of_segment(b, c, point)
    ab, ac, ap = sub(b.point, a.point), sub(c.point, a.point), sub(point, a.point)
    normal = cross(ab, ac)
    square = dot(normal, normal)
    beta = divide(dot(normal, cross(ap, ac)), square)
    gamma = divide(dot(normal, cross(ab, ap)), square)

    def between(p: Vec3, q: Vec3, r: Vec3) -> Vec3:
        return add(add(p, scale(sub(q, p), beta)), scale(sub(r, p), gamma))

    return between(a.a, b.a, c.a), between(a.b, b.b, c.b)


def _squared(p: Vertex, q: Vertex) -> float:
    way = sub(q.point, p.point)
    return dot(way, way)
