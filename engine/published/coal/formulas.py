"""coal's formulas for pairs of spheres, of capsules, and of a sphere with a box, a capsule or a cylinder.

Written from `src/narrowphase/details.h` (`sphereSphereDistance`, `sphereCapsuleDistance`, `sphereCylinderDistance`,
`boxSphereDistance`) and `src/distance/capsule_capsule.cpp` (Ericson, Real-Time Collision Detection, 2005, §5.1.9), in
world coordinates and in their order of operations.  How they fail:

- A sphere's centre between the ends of a cylinder is pushed out through the side, even if an end is nearer.
- On the axis of a cylinder the normal is 0; on that of a capsule it is the x axis of the world; of capsules whose axes
  meet it is 0.
- Segments of less than 1.5e-7 m are points, and capsules are parallel if a e − b² ≤ 2.2e-14 m⁴, whatever their size.
"""

from collections.abc import Callable
from math import fabs
from typing import NamedTuple

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.coal.eigen import LARGEST, across_axis, eigen_norm, eigen_unit, quotient
from gjkscope.engine.published.coal.shapes import CoalShape
from gjkscope.engine.published.decisions import EngineDecisions
from gjkscope.engine.shapes import kinds
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.vectors import (
    Vec3,
    add,
    column,
    cross,
    dot,
    neg,
    nth,
    scale,
    sub,
    transposed_times,
)

EPSILON = 2.0**-52
ROOT_EPSILON = 2.0**-26
SMALL_SQUARE = 100 * EPSILON  # square metres: segments with a smaller square are points
X_AXIS: Vec3 = (1.0, 0.0, 0.0)


class CoalFormula(NamedTuple):
    """An answer, and the point of A − B that it is based on."""

    distance: float
    normal: Vec3  # from A to B; zero if there is none
    witness_a: Vec3
    witness_b: Vec3

    @property
    def swapped(self) -> "CoalFormula":
        return CoalFormula(self.distance, neg(self.normal), self.witness_b, self.witness_a)


Solve = Callable[[CoalShape, CoalShape, EngineDecisions], CoalFormula]


def formula_for(a: CoalShape, b: CoalShape) -> Solve | None:
    """The formula for a pair, if coal has one."""
    kinds_of = type(a.shape), type(b.shape)
    solve, swapped = _FORMULAS.get(kinds_of), _FORMULAS.get(kinds_of[::-1])
    if solve is not None or swapped is None:
        return solve
    return lambda first, second, decisions: swapped(second, first, decisions).swapped


def _vertices(*pairs: tuple[Vec3, Vec3]) -> tuple[Vertex, ...]:
    """Points of the difference of two points each."""
    return tuple(Vertex(sub(a, b), a, b, NO_INDEX, NO_INDEX, birth) for birth, (a, b) in enumerate(pairs))


def _spheres(a: CoalShape, b: CoalShape, _: EngineDecisions) -> CoalFormula:
    between = sub(b.position, a.position)
    apart = eigen_norm(between)
    normal = quotient(between, apart) if apart > EPSILON else X_AXIS
    return _around(a, b, a.position, b.position, normal, apart - a.radius - b.radius)


def _around(a: CoalShape, b: CoalShape, point_a: Vec3, point_b: Vec3, normal: Vec3, distance: float) -> CoalFormula:
    """The answer for two points with the radii of their shapes around them."""
    return CoalFormula(distance, normal, add(point_a, scale(normal, a.radius)), sub(point_b, scale(normal, b.radius)))


def _sphere_capsule(sphere: CoalShape, capsule: CoalShape, decisions: EngineDecisions) -> CoalFormula:
    half, centre = capsule.shape.half_height, sphere.position
    ends = capsule.to_world((0.0, 0.0, half)), capsule.to_world((0.0, 0.0, -half))
    nearest = _nearest_on(centre, *ends)
    between = sub(nearest, centre)
    apart = eigen_norm(between)
    distance = apart - sphere.radius - capsule.radius
    if decisions.holds("off capsule axis", apart, EPSILON, _vertices(*((centre, end) for end in ends))):
        across = sub(ends[0], ends[1])
        normal = eigen_unit(between) if apart > EPSILON else across_axis(across)
    else:
        normal = X_AXIS
    return _around(sphere, capsule, centre, nearest, normal, distance)


def _nearest_on(point: Vec3, start: Vec3, end: Vec3) -> Vec3:
    """`lineSegmentPointClosestToPoint`."""
    way = sub(end, start)
    along, square = dot(sub(point, start), way), dot(way, way)
    if along <= 0:
        return start
    return end if square <= along else add(start, scale(way, along / square))


def _sphere_cylinder(sphere: CoalShape, cylinder: CoalShape, decisions: EngineDecisions) -> CoalFormula:
    half, centre = cylinder.shape.half_height, sphere.position
    bottom, top = cylinder.to_world((0.0, 0.0, -half)), cylinder.to_world((0.0, 0.0, half))
    axis = column(cylinder.rotation, 2)
    along = dot(axis, sub(centre, bottom))
    foot = add(bottom, scale(axis, along))
    beside = sub(centre, foot)
    apart = eigen_norm(beside)
    ends = (centre, bottom), (centre, top)
    across: Vec3 = (0.0, 0.0, 0.0)
    if decisions.holds("off cylinder axis", apart, ROOT_EPSILON, _vertices(*ends)):
        across = scale(beside, 1 / apart) if apart > ROOT_EPSILON else across_axis(axis)
    radius, own = cylinder.shape.radius, sphere.shape.radius
    side = add(foot, scale(across, radius))
    if along > 0 and decisions.holds("between ends", along, half * 2, _vertices(*ends, (centre, side))):
        found = CoalFormula(apart - own - radius, neg(across), sub(centre, scale(across, own)), side)
    elif along <= half:
        found = _end(sphere, bottom, neg(axis), across, (apart, radius), -along, _middle(bottom, top))
    else:
        found = _end(sphere, top, axis, across, (apart, radius), along - half * 2, _middle(bottom, top))
    return _rounded(found, sphere.shape.rounding, cylinder.shape.rounding)


def _end(
    sphere: CoalShape, end: Vec3, out: Vec3, across: Vec3, radii: tuple[float, float], height: float, middle: Vec3
) -> CoalFormula:
    """The answer of a sphere over an end of a cylinder; the radii are those of its centre and of the cylinder."""
    (apart, radius), own, centre = radii, sphere.shape.radius, sphere.position
    if apart <= radius:
        return CoalFormula(height - own, neg(out), sub(centre, scale(out, own)), add(end, scale(across, apart)))
    rim = add(end, scale(across, radius))
    between = sub(rim, centre)
    gap = eigen_norm(between)
    if gap > ROOT_EPSILON:
        normal, distance = scale(between, 1 / gap), gap - own
    else:
        normal, distance = eigen_unit(sub(rim, middle)), -own
    return CoalFormula(distance, normal, add(centre, scale(normal, own)), rim)


def _middle(a: Vec3, b: Vec3) -> Vec3:
    return scale(add(a, b), 0.5)


def _rounded(found: CoalFormula, first: float, second: float) -> CoalFormula:
    """With both swept-sphere radii."""
    if not (first > 0 or second > 0):
        return found
    return CoalFormula(
        found.distance - (first + second),
        found.normal,
        add(found.witness_a, scale(found.normal, first)),
        sub(found.witness_b, scale(found.normal, second)),
    )


def _box_sphere(box: CoalShape, sphere: CoalShape, _: EngineDecisions) -> CoalFormula:
    centre, point = sphere.position, box.position
    local = transposed_times(box.rotation, sub(centre, box.position))
    is_outside, nearest_axis, least = False, 0, LARGEST
    for axis, (coordinate, half) in enumerate(zip(local, box.shape.half_extents, strict=True)):
        kept = max(-half, min(coordinate, half))
        if kept != coordinate:
            is_outside = True
        elif not is_outside and half - fabs(coordinate) < least:
            nearest_axis, least = axis, half - fabs(coordinate)
        point = add(point, scale(column(box.rotation, axis), kept))
    own, between = sphere.shape.radius, sub(point, centre)
    if is_outside:
        apart = eigen_norm(between)
        distance, normal = apart - own, quotient(between, -apart)
    else:
        face = column(box.rotation, nearest_axis)
        distance, normal = -least - own, face if nth(local, nearest_axis) >= 0 else neg(face)
    on_sphere = sub(centre, scale(normal, own))
    on_box = sub(on_sphere, scale(normal, distance)) if not is_outside or distance <= 0 else point
    return _rounded(CoalFormula(distance, normal, on_box, on_sphere), box.shape.rounding, sphere.shape.rounding)


def _capsules(a: CoalShape, b: CoalShape, decisions: EngineDecisions) -> CoalFormula:
    d1, d2 = (scale(column(one.rotation, 2), 2 * one.shape.half_height) for one in (a, b))
    p1, p2 = sub(a.position, scale(d1, 0.5)), sub(b.position, scale(d2, 0.5))
    w1, w2 = _nearest_of_segments(p1, d1, p2, d2, decisions)
    apart = eigen_norm(sub(w1, w2))
    normal = eigen_unit(sub(w2, w1))
    if decisions.holds("axes apart", apart, 0.0, _vertices((w1, w2))) and apart == 0:
        normal = _across(d1, d2)
    return _around(a, b, w1, w2, normal, apart - (a.radius + b.radius))


def _across(d1: Vec3, d2: Vec3) -> Vec3:
    """A unit vector perpendicular to both."""
    both = cross(d1, d2)
    return eigen_unit(both) if dot(both, both) > 0 else across_axis(d1 if dot(d1, d1) > dot(d2, d2) else d2)


def _nearest_of_segments(p1: Vec3, d1: Vec3, p2: Vec3, d2: Vec3, decisions: EngineDecisions) -> tuple[Vec3, Vec3]:
    """The nearest points of the segments p1 + s d1 and p2 + t d2."""
    r = sub(p1, p2)
    a, b, c, e, f = dot(d1, d1), dot(d1, d2), dot(d1, r), dot(d2, d2), dot(d2, r)
    ends = _vertices((p1, p2), (add(p1, d1), p2), (p1, add(p2, d2)))
    has_first = decisions.holds("first segment", a, SMALL_SQUARE, ends)
    has_second = decisions.holds("second segment", e, SMALL_SQUARE, ends)
    if not has_first:
        return p1, _clamped(p2, f, e, d2) if has_second else p2
    if not has_second:
        return _clamped(p1, -c, a, d1), p2
    denominator = max(a * e - b * b, 0.0)
    is_skew = decisions.holds("not parallel", denominator, SMALL_SQUARE, ends) and denominator > 0
    s = _share(b * f - c * e, denominator) if is_skew else 0.0
    t = b * s + f if is_skew else f
    if t <= 0:
        return _clamped(p1, -c, a, d1), p2
    if t >= e:
        return _clamped(p1, b - c, a, d1), add(p2, d2)
    return add(p1, scale(d1, s)), add(p2, scale(d2, t / e))


def _share(part: float, whole: float) -> float:
    return 0.0 if part <= 0 else 1.0 if part >= whole else part / whole


def _clamped(start: Vec3, part: float, whole: float, way: Vec3) -> Vec3:
    if part <= 0:
        return start
    return add(start, way) if part >= whole else add(start, scale(way, part / whole))


_FORMULAS: dict[tuple[type, type], Solve] = {
    (kinds.Sphere, kinds.Sphere): _spheres,
    (kinds.Sphere, kinds.Capsule): _sphere_capsule,
    (kinds.Sphere, kinds.Cylinder): _sphere_cylinder,
    (kinds.Box, kinds.Sphere): _box_sphere,
    (kinds.Capsule, kinds.Capsule): _capsules,
}
