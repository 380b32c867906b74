"""The nearest point of a core to a point, and the core's extent in a direction, by formulas for each kind of core.

All vectors are in the core's frame.
"""

from math import sqrt
from typing import NamedTuple

from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.capsule import SPINE
from gjkscope.engine.shapes.cone import CONE
from gjkscope.engine.shapes.cylinder import CYLINDER
from gjkscope.engine.shapes.ellipsoid import ELLIPSOID
from gjkscope.engine.shapes.point import POINT
from gjkscope.engine.shapes.support import Convex
from gjkscope.engine.vectors import Vec3, along, norm

# An ellipsoid is a smaller body plus a ball of this part of its least radius of curvature.  With all of it, the smaller
# body could have a corner, near which the nearest point is found in many steps.
ROLLING = 0.9

# Newton's method ends with the step that starts this close to the solution: the next error is about its square.
NEARLY = 2.0**-27

# Its start is within a factor of √3 of the solution, which takes five steps.  The limit only guards against bugs.
NEWTON_LIMIT = 32


# Squares of lengths have full precision from here on.
LEAST_SQUARE = 2.0**-1000


def has_nearest_point(core: Convex) -> bool:
    """Whether there are formulas for this kind of core: for boxes, cores without thickness, and curved cores."""
    flat = core.kind == BOX or core.kind == SPINE or core.kind == POINT
    return flat or core.kind == CYLINDER or core.kind == CONE or core.kind == ELLIPSOID


def has_tiny_size(core: Convex) -> bool:
    """Whether the squares of an ellipsoid's radii, or of a cone's sizes, underflow."""
    least = min(core.size[0], core.size[1])
    if core.kind == ELLIPSOID:
        least = min(least, core.size[2])
    return (core.kind == ELLIPSOID or core.kind == CONE) and least * least < LEAST_SQUARE


def margin_of(core: Convex) -> float:
    """The radius of the ball whose sum with a smaller body is the core; `point_in_core` works on the smaller body.

    A ball of the ellipsoid's least radius of curvature, c²/a with radii a ≥ b ≥ c, rolls along its inside without
    leaving it (Blaschke, Kreis und Kugel, 1916, §24).
    """
    if core.kind == ELLIPSOID:
        least, most = min(core.size[0], core.size[1], core.size[2]), max(core.size[0], core.size[1], core.size[2])
        return ROLLING * (least * (least / most))
    return 0.0


def point_in_core(core: Convex, margin: float, p: Vec3) -> Vec3:
    """The nearest point to `p` of the core without its margin: `p` itself if it is inside."""
    if core.kind == CYLINDER:
        return _nearest_in_cylinder(core.size[0], core.size[1], p)
    if core.kind == CONE:
        return _nearest_in_cone(core.size[0], core.size[1], p)
    if core.kind == ELLIPSOID:
        return _nearest_in_ellipsoid(core.size, margin, p)
    x, y, z = core.size
    return (min(max(p[0], -x), x), min(max(p[1], -y), y), min(max(p[2], -z), z))


def extent(core: Convex, n: Vec3) -> float:
    """How far the whole core reaches in the direction of the unit vector `n`, from the origin of its frame."""
    x, y, z = core.size
    if core.kind == CYLINDER:
        return x * sqrt(n[0] * n[0] + n[2] * n[2]) + y * abs(n[1])
    if core.kind == CONE:
        return max(y * n[1], x * sqrt(n[0] * n[0] + n[2] * n[2]) - y * n[1])
    if core.kind == ELLIPSOID:
        return norm((x * n[0], y * n[1], z * n[2]))
    return x * abs(n[0]) + y * abs(n[1]) + z * abs(n[2])


def _nearest_in_cylinder(radius: float, half_height: float, p: Vec3) -> Vec3:
    across = sqrt(p[0] * p[0] + p[2] * p[2])
    inwards = radius / across if across > radius else 1.0
    return (p[0] * inwards, min(max(p[1], -half_height), half_height), p[2] * inwards)


def _nearest_in_cone(radius: float, half_height: float, p: Vec3) -> Vec3:
    """In the half-plane through `p`, the cone is a triangle of its axis, its base and its slope from rim to apex."""
    height, across = 2.0 * half_height, sqrt(p[0] * p[0] + p[2] * p[2])
    if height * across + radius * p[1] <= radius * half_height:  # on the inner side of the slope
        width, y = min(across, radius), max(p[1], -half_height)
    else:
        rise = height * (p[1] + half_height) - radius * (across - radius)
        up = min(max(rise / (height * height + radius * radius), 0.0), 1.0)
        width, y = radius * (1.0 - up), height * up - half_height
    inwards = width / across if across > width else 1.0
    return (p[0] * inwards, y, p[2] * inwards)


def _nearest_in_ellipsoid(radii: Vec3, margin: float, p: Vec3) -> Vec3:
    """The point at the depth `margin` below the foot of the perpendicular from `p` to the surface.

    The foot q satisfies p − q = t · g, where gᵢ = qᵢ / rᵢ² is a normal of the surface.  So gᵢ = pᵢ / (rᵢ² + t), and
    Σ (rᵢ gᵢ)² = 1 determines t (Eberly, Distance from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid,
    www.geometrictools.com, 2013).  As for trust regions, Newton's method is applied to the inverse root of the sum,
    which is nearly linear in t (Conn, Gould, Toint, Trust-Region Methods, 2000, §7.3).
    """
    r, s, u = radii
    squares = (r * r, s * s, u * u)
    floor = -ROLLING * min(squares[0], squares[1], squares[2])  # points deeper than the margin have a lesser t
    single = max(r * abs(p[0]) - squares[0], s * abs(p[1]) - squares[1], u * abs(p[2]) - squares[2])
    t = max(floor, single)  # where no term of the sum is more than 1, and one is 1 unless this is the floor
    terms = _terms(squares, t, p)
    if terms.total <= 1.0 and single <= floor:
        return p
    steps = 0
    while terms.total - 1.0 > NEARLY and steps < NEWTON_LIMIT:
        t = _newton(t, terms)
        terms = _terms(squares, t, p)
        steps += 1
    t = _newton(t, terms)
    g = _terms(squares, t, p).normal
    back = t + margin / norm(g)
    return p if back <= 0.0 else along(p, g, -back)


class _Terms(NamedTuple):
    """The sum that determines t, and what follows from it, at one t."""

    normal: Vec3  # g, in the docstring above
    total: float
    slope: float  # −½ of the derivative of the total


def _terms(squares: Vec3, t: float, p: Vec3) -> _Terms:
    u, v, w = 1.0 / (squares[0] + t), 1.0 / (squares[1] + t), 1.0 / (squares[2] + t)
    x, y, z = p[0] * u, p[1] * v, p[2] * w
    a, b, c = squares[0] * x * x, squares[1] * y * y, squares[2] * z * z
    return _Terms((x, y, z), a + b + c, a * u + b * v + c * w)


def _newton(t: float, terms: _Terms) -> float:
    """The zero of the tangent to 1 − 1/√total, with √x ≈ (1 + 3x) / (3 + x), whose error is of third order at 1."""
    return t + 2.0 * terms.total * (terms.total - 1.0) / ((3.0 + terms.total) * terms.slope)
