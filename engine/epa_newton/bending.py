"""How far A − B reaches along a normal, and how that changes as the normal turns: first and second derivatives.

A box, a segment, a cylinder and an ellipsoid are each the sum of a box with half extents L and an ellipsoid with radii
r, either of which may be flat or missing.  In the core's frame, with m the normal there, it reaches

    h = Σ Lᵢ |mᵢ| + |r ∘ m|,    r ∘ m = (r₀m₀, r₁m₁, r₂m₂),

so the height of A − B along n is h_A + h_B plus a linear term for the positions.  Across n, |r ∘ m| bends upwards: its
second derivative along a tangent t is |r ∘ t|² less the square of its part along r ∘ m, divided by |r ∘ m|.
"""

from math import copysign, sqrt
from typing import NamedTuple

from gjkscope.engine.shapes.box import BOX
from gjkscope.engine.shapes.capsule import SPINE
from gjkscope.engine.shapes.cylinder import CYLINDER
from gjkscope.engine.shapes.ellipsoid import ELLIPSOID
from gjkscope.engine.shapes.point import POINT
from gjkscope.engine.shapes.support import Convex
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, dot, norm, row_times, scale, transposed_times

Form = tuple[float, float, float]
"""A symmetric 2 × 2 matrix: xx, xy, yy."""

FLAT: Form = (0.0, 0.0, 0.0)


class Summands(NamedTuple):
    """A core as the sum of a box and an ellipsoid, in its frame."""

    half: Vec3  # half extents of the box
    radii: Vec3  # of the ellipsoid


class Bending(NamedTuple):
    """What one core adds to the height of A − B along a normal, with derivatives along two tangents."""

    point: Vec3  # the core's furthest point, in its frame
    slope: tuple[float, float]  # the first derivatives
    length: float  # |r ∘ m|
    spread: float  # the most that |r ∘ m| can change per radian
    second: Form  # the second derivatives times the length


def has_summands(core: Convex) -> bool:
    """Whether the core is the sum of a box and an ellipsoid."""
    flat = core.kind == BOX or core.kind == SPINE or core.kind == POINT
    return flat or core.kind == CYLINDER or core.kind == ELLIPSOID


def summands_of(core: Convex) -> Summands:
    """The summands of a core that has some."""
    if core.kind == CYLINDER:
        return Summands((0.0, core.size[1], 0.0), (core.size[0], 0.0, core.size[0]))
    return Summands(ZERO, core.size) if core.kind == ELLIPSOID else Summands(core.size, ZERO)


def furthest_of(summands: Summands, rotation: Mat3, direction: Vec3) -> Vec3:
    """The furthest point of a core along a unit vector, relative to its position, in world axes."""
    half, radii = summands
    m = transposed_times(rotation, direction)
    x = _times(radii, m)
    length = norm(x)
    foot = scale(x, 1.0 / length) if length > 0 else ZERO
    point = (
        copysign(half[0], m[0]) + radii[0] * foot[0],
        copysign(half[1], m[1]) + radii[1] * foot[1],
        copysign(half[2], m[2]) + radii[2] * foot[2],
    )
    return row_times(rotation, point)


def bending_of(summands: Summands, rotation: Mat3, normal: Vec3, right: Vec3, up: Vec3) -> Bending:
    """The bending of a core along a normal and two tangents, in world axes."""
    half, radii = summands
    m, p, q = transposed_times(rotation, normal), transposed_times(rotation, right), transposed_times(rotation, up)
    x, y, z = _times(radii, m), _times(radii, p), _times(radii, q)
    length = norm(x)
    foot = scale(x, 1.0 / length) if length > 0 else ZERO
    point = (
        copysign(half[0], m[0]) + radii[0] * foot[0],
        copysign(half[1], m[1]) + radii[1] * foot[1],
        copysign(half[2], m[2]) + radii[2] * foot[2],
    )
    a, b, yy, zz = dot(foot, y), dot(foot, z), dot(y, y), dot(z, z)
    yz = dot(y, z)
    second = (yy - a * a, yz - a * b, zz - b * b)
    most = -least_eigenvalue((-yy, -yz, -zz))
    spread = 0.5 * (sqrt(most) + sqrt(a * a + b * b))
    return Bending(point, (dot(p, point), dot(q, point)), length, spread, second)


def second_derivative(a: Bending, b: Bending, sine: float) -> Form:
    """The least second derivative in all directions up to an angle from the normal, of which this is the sine.

    At an angle θ in the direction of a tangent t, r ∘ m turns into x cos θ + y sin θ with x = r ∘ m and y = r ∘ t.  Its
    length exceeds its part along x by the square of the part of y across x, times sin²θ, divided by at most twice
    the length; and that is at most |x| + |y| sin θ.  At the angle 0, this is the second derivative itself.
    """
    return sum_of(_divided(a.second, a.length + a.spread * sine), _divided(b.second, b.length + b.spread * sine))


def sum_of(m: Form, n: Form) -> Form:
    return (m[0] + n[0], m[1] + n[1], m[2] + n[2])


def least_eigenvalue(m: Form) -> float:
    """Of a form: the least that it bends in any direction."""
    half = 0.5 * (m[0] - m[2])
    return 0.5 * (m[0] + m[2]) - sqrt(half * half + m[1] * m[1])


def _divided(m: Form, length: float) -> Form:
    if length <= 0:
        return FLAT
    return (m[0] / length, m[1] / length, m[2] / length)


def _times(a: Vec3, b: Vec3) -> Vec3:
    return (a[0] * b[0], a[1] * b[1], a[2] * b[2])
