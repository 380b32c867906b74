"""The kinds of test that Jolt makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    exact_cross,
    exact_difference,
    exact_dot,
    nearest_to_origin,
    rational_points,
    squared_distance_to_triangle,
)
from gjkscope.engine.vectors import SINGLE, Vec3

COLLISION_TOLERANCE = 1e-4
"""`cDefaultCollisionTolerance`, metres, whatever the size of the shapes."""

MOST_FACES = 256
"""`cMaxTriangles`."""

MOST_POINTS = MOST_FACES // 2
"""`cMaxPoints`."""

CONTACT_TOLERANCE = 1e-3
"""Ours, relative: how much the distance of the contact points may differ from the depth, which Jolt does not test."""

PENETRATION_TOLERANCE = 1e-4
"""`cDefaultPenetrationTolerance`, relative to the squared depth."""


def _rounding(decision: EngineDecision) -> Fraction:
    """The error of a coordinate of a difference of supports in single precision, metres."""
    return Fraction(ROUNDINGS * SINGLE * max(abs(x) for vertex in decision.vertices for x in (*vertex.a, *vertex.b)))


def _squared_area(points: Sequence[Vec3]) -> Fraction:
    """The square of twice the area of a triangle."""
    a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    return exact_dot(normal, normal)


def _is_line(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the height of the triangle is within rounding."""
    a, b, c = rational_points([vertex.point for vertex in decision.vertices])
    sides = (exact_difference(b, a), exact_difference(c, b), exact_difference(a, c))
    longest = max(exact_dot(side, side) for side in sides)
    if exact == 0:
        return True
    return None if exact <= _rounding(decision) ** 2 * longest else False


def _has_area(exact: Fraction, decision: EngineDecision) -> bool | None:
    line = _is_line(exact, decision)
    return None if line is None else not line


def _origin_volume(points: Sequence[Vec3]) -> Fraction | None:
    """Six times the volume of the origin and a face, the first three points: positive if the fourth is beyond it."""
    a, b, c, corner = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    side = exact_dot(normal, exact_difference(corner, a))
    if side == 0:
        return None
    return exact_dot(normal, a) if side > 0 else -exact_dot(normal, a)


def _is_beyond(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None within the rounding of the coordinates."""
    a, b, c, *_ = rational_points([vertex.point for vertex in decision.vertices])
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    if exact * exact <= _rounding(decision) ** 2 * exact_dot(normal, normal):
        return None
    return exact > 0


def _squared_distance_of_all(points: Sequence[Vec3]) -> Fraction:
    """Of the origin from the hull of up to four points."""
    if len(points) < 4:
        return squared_distance_to_triangle(points)
    a, b, c, d = points
    faces = ((a, b, c, d), (a, c, d, b), (a, d, b, c), (b, d, c, a))
    volumes = [_origin_volume(face) for face in faces]
    if all(volume is not None and volume < 0 for volume in volumes):
        return Fraction(0)
    return min(squared_distance_to_triangle(face[:3]) for face in faces)


def _is_closer(exact: Fraction, decision: EngineDecision) -> bool | None:
    """True if the distance falls by more than rounding."""
    before = Fraction(decision.right) if decision.right < 1e38 else None
    if before is None or exact > before or before == 0:
        return None
    return True if sqrt(before) - sqrt(exact) > _rounding(decision) else None


def _beyond_bound(points: Sequence[Vec3]) -> Fraction | None:
    """How far the distance of the simplex is above the bound that the last support proves, metres."""
    *simplex, support = rational_points(points)
    if not simplex:
        return None
    nearest = nearest_to_origin(simplex)
    square = exact_dot(nearest, nearest)
    return (square - exact_dot(nearest, support)) / Fraction(sqrt(square)) if square else None


def _is_converged(exact: Fraction, decision: EngineDecision) -> bool | None:
    """False if the distance exceeds its bound by more than Jolt's own tolerance."""
    return False if exact > max(Fraction(COLLISION_TOLERANCE), _rounding(decision)) else None


def _height(points: Sequence[Vec3]) -> Fraction:
    """Of the first point over the face of the others, times the length of its normal."""
    point, a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    return exact_dot(normal, exact_difference(point, a))


def _sees(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None within the rounding of the coordinates."""
    _, a, b, c = rational_points([vertex.point for vertex in decision.vertices])
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    if exact * exact <= _rounding(decision) ** 2 * exact_dot(normal, normal):
        return None
    return exact > 0


def _signed_square(points: Sequence[Vec3]) -> Fraction | None:
    """The squared distance of the origin from the plane of a face, negative above it."""
    a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    size, height = exact_dot(normal, normal), exact_dot(normal, a)
    return height * abs(height) / size if size else None


def _face_height(points: Sequence[Vec3]) -> Fraction:
    a, b, c = rational_points(points)
    return exact_dot(exact_cross(exact_difference(b, a), exact_difference(c, a)), a)


def _is_above(exact: Fraction, decision: EngineDecision) -> bool | None:
    points = [vertex.point for vertex in decision.vertices]
    square = _signed_square(points)
    below = None if square is None else _is_below(square, decision)
    return None if below is None else exact < 0


def _is_below(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if abs(exact) <= _rounding(decision) ** 2 else exact > 0


def _should(_: Fraction, __: EngineDecision) -> bool | None:
    """Of a test that always holds in a correct implementation."""
    return True


_SCALE = "A correct implementation compares with the rounding of the coordinates, which shrinks with the shapes."

DECISIONS = {
    "too far": DecisionKind(
        "the square of the height −d · {names} below the origin",
        ">",
        "‖d‖² (r₁ + r₂)²",
        "no point of A − B is as near to the origin as the radii reach, so the shapes are apart",
        "the direction does not separate the shapes",
    ),
    "flat": DecisionKind(
        "the squared length of the normal of {names}",
        "<",
        "1e-10",
        "the triangle counts as a line, and only corners and edges are measured",
        "the triangle has an area",
        _squared_area,
        _is_line,
        f"1e-10 m⁴ is a triangle with sides of 3 mm. {_SCALE}",
    ),
    "beyond face": DecisionKind(
        "the origin's volume over a face, of {names},",
        "≥",
        "−ε",
        "the origin is beyond the face, which may be nearest",
        "the origin is on the inner side of the face",
        _origin_volume,
        _is_beyond,
        f"ε is absolute: in a tetrahedron of a few millimetres no origin is inside. {_SCALE}",
    ),
    "closer": DecisionKind(
        "the squared distance of the simplex with the new vertex, {names},",
        "<",
        "the last one",
        "the simplex comes nearer",
        "nothing is nearer, and the last simplex is the answer",
        _squared_distance_of_all,
        _is_closer,
        "A correct implementation measures all features of the simplex.",
    ),
    "within tolerance": DecisionKind(
        "the squared distance of the simplex {names}",
        "≤",
        "the squared tolerance",
        "the shapes without their radii are taken to overlap, and EPA decides",
        "the shapes without their radii are apart by more",
        squared_distance_to_triangle,
    ),
    "within precision": DecisionKind(
        "the squared distance of the simplex {names}",
        "≤",
        "ε max ‖w‖²",
        "the distance is rounding, and EPA decides",
        "the distance is more than rounding",
        squared_distance_to_triangle,
    ),
    "stalls": DecisionKind(
        "the fall of the squared distance, with the simplex and its new vertex {names},",
        "≤",
        "ε ‖v‖²",
        "the distance is the answer",
        "the distance is still falling",
        _beyond_bound,
        _is_converged,
        "A correct implementation compares the distance with this bound, and goes on until the two meet.",
        measures="the distance above the bound that the last support proves",
    ),
    "area": DecisionKind(
        "the squared length of the normal of face {names}",
        ">",
        "1e-10",
        "the face may be searched",
        "the face is too small to be searched",
        _squared_area,
        _has_area,
        f"1e-10 m⁴ is a face with sides of 3 mm. {_SCALE}",
    ),
    "visible": DecisionKind(
        "the height of a vertex over a face, of {names} (the vertex, the face),",
        ">",
        "",
        "the vertex sees the face, which is removed",
        "the vertex does not see the face, which stays",
        _height,
        _sees,
        "A correct implementation decides the side of a face by exact or adaptive arithmetic.",
    ),
    "encloses": DecisionKind(
        "the squared distance of the origin below face {names}, negative above it,",
        "≥",
        "",
        "the hull contains the origin",
        "the origin is above the face, and the hull must grow there",
        _signed_square,
        _is_below,
        "A correct implementation decides the side of a face by exact or adaptive arithmetic.",
    ),
    "apart": DecisionKind(
        "n · {names}, for the normal n of the nearest face,",
        "<",
        "",
        "no point of A − B reaches the origin, so the shapes are apart",
        "A − B reaches the origin's side",
    ),
    "converged": DecisionKind(
        "the gain of the squared distance by {names}",
        "<",
        "1e-4 times that of the nearest face",
        "the nearest face is the answer",
        "A − B reaches further",
    ),
    "no nearer": DecisionKind(
        "the squared distance of the nearest face {names}",
        "≥",
        "the least squared height of a support point",
        "no other face can be nearer, and the last one is the answer",
        "the face is searched",
    ),
    "defect": DecisionKind(
        "the height of the new face {names} over the origin, times its normal,",
        "<",
        "",
        "the hull has a defect, and the search ends",
        "the origin is below the face",
        _face_height,
        _is_above,
        "A correct implementation decides the side of a face by exact or adaptive arithmetic.",
    ),
    "full": DecisionKind(
        "the number of points, or of faces, of the hull",
        "<",
        "the limit",
        "there is room for more",
        "the hull is full, and the last face is the answer",
        None,
        _should,
        "A correct implementation goes on: the last support shows that A − B reaches further.",
    ),
    "contact": DecisionKind(
        "the difference between the depth and the distance of the contact points",
        "|·| <",
        "",
        "the contact points are as far apart as the shapes are deep",
        "the contact points are not those of the nearest point, and Jolt takes their distance for the depth",
        lambda _: Fraction(0),
        _should,
        "The weights of the contact points are quotients of determinants that cancel in a sliver. A correct "
        "implementation takes the depth from the plane of the face, or from ‖v‖.",
    ),
    "no depth": DecisionKind(
        "the squared depth",
        "≤",
        "1e-12 m²",
        "there is no good normal, which is taken for no collision",
        "the depth is the answer",
    ),
}
"""By name; the left and right sides are as Jolt computes them in single precision, ε = 1.2e-7."""
