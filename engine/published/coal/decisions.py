"""The kinds of test that coal makes, and when exact arithmetic decides otherwise."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import sqrt

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    Exact3,
    exact_cross,
    exact_difference,
    exact_dot,
    nearest_to_origin,
    rational_points,
    zero_to_rounding,
)
from gjkscope.engine.vectors import DOUBLE, Vec3

GJK_TOLERANCE = 1e-6
"""`gjk_tolerance` of a `DistanceRequest`: metres, square metres for the duality gap, and relative."""

EPA_TOLERANCE = 1e-6
"""`epa_tolerance`: metres, and relative."""

SINE = Fraction(1, 1000)
"""Of the angle by which a normal may differ: EPA's tolerance turns the normal of a face of 1 mm by as much."""


def _rounding(decision: EngineDecision) -> Fraction:
    """The error of a coordinate of a difference of supports, metres."""
    return Fraction(ROUNDINGS * DOUBLE * max(abs(x) for vertex in decision.vertices for x in (*vertex.a, *vertex.b)))


def _exact_points(decision: EngineDecision) -> list[Exact3]:
    return rational_points([vertex.point for vertex in decision.vertices])


def _normal(a: Exact3, b: Exact3, c: Exact3) -> Exact3:
    return exact_cross(exact_difference(b, a), exact_difference(c, a))


def _length(v: Exact3) -> Fraction:
    return Fraction(sqrt(exact_dot(v, v)))


def _sharpness(a: Exact3, b: Exact3, c: Exact3) -> Fraction | None:
    """By how much the error of a corner moves the plane of a triangle, and its edges; None if it has no area."""
    area = _length(_normal(a, b, c))
    if not area:
        return None
    square = max(exact_dot(d, d) for d in (exact_difference(b, a), exact_difference(c, a), exact_difference(c, b)))
    return max(Fraction(1), square / area)


# --- the regions of a simplex ---


def _along(points: Sequence[Vec3]) -> Fraction:
    """AP · AO."""
    a, p = rational_points(points)
    return -exact_dot(exact_difference(p, a), a)


def _against(points: Sequence[Vec3]) -> Fraction:
    return -_along(points)


def _beyond(points: Sequence[Vec3]) -> Fraction:
    """AO · (AP × (AP × AQ)): positive if the origin is beyond edge AP, seen from Q."""
    a, p, q = rational_points(points)
    edge = exact_difference(p, a)
    return -exact_dot(a, exact_cross(edge, _normal(a, p, q)))


def _within(points: Sequence[Vec3]) -> Fraction:
    return -_beyond(points)


def _side(points: Sequence[Vec3]) -> Fraction:
    """Q · (A × P)."""
    a, p, q = rational_points(points)
    return exact_dot(q, exact_cross(a, p))


def _height(points: Sequence[Vec3]) -> Fraction:
    return abs(_side(points))


def _is_along(exact: Fraction, decision: EngineDecision) -> bool | None:
    a, p = _exact_points(decision)
    edge = _length(exact_difference(p, a))
    return None if abs(exact) <= _rounding(decision) * edge else _holds(exact, decision)


def _is_beyond(exact: Fraction, decision: EngineDecision) -> bool | None:
    a, p, q = _exact_points(decision)
    sharpness = _sharpness(a, p, q)
    if sharpness is None:
        return None
    size = _length(_normal(a, p, q)) * _length(exact_difference(p, a))
    return None if abs(exact) <= _rounding(decision) * sharpness * size else _holds(exact, decision)


def _is_side(exact: Fraction, decision: EngineDecision) -> bool | None:
    a, p, q = _exact_points(decision)
    sharpness = _sharpness(a, p, q)
    if sharpness is None:
        return None
    return (
        None if abs(exact) <= _rounding(decision) * sharpness * _length(_normal(a, p, q)) else _holds(exact, decision)
    )


_POSITIVE = ("beyond edge", "toward end", "off plane")


def _holds(exact: Fraction, decision: EngineDecision) -> bool:
    return exact > 0 if decision.kind in _POSITIVE else exact < 0


_REGION = (
    "The products of coordinates cancel; a correct implementation bounds their rounding error, or computes with "
    "differences of coordinates."
)

_REGIONS = {
    "past vertex": DecisionKind(
        "AB · AO for A B = {names}",
        "≤",
        "",
        "the newest vertex is nearest",
        "the origin is nearest to the segment",
        _along,
        _is_along,
        _REGION,
    ),
    "toward end": DecisionKind(
        "AP · AO for A P = {names}",
        "≥",
        "",
        "the origin is nearest to the edge",
        "the origin is behind the newest vertex, A",
        _along,
        _is_along,
        _REGION,
    ),
    "beyond edge": DecisionKind(
        "AO · (AP × (AP × AQ)) for A P Q = {names}",
        "≥",
        "",
        "the origin is beyond edge AP of the triangle",
        "the origin is on Q's side of edge AP",
        _beyond,
        _is_beyond,
        _REGION,
    ),
    "off plane": DecisionKind(
        "the absolute value of AO · (AB × AC) for A B C = {names}",
        ">",
        "",
        "the origin is off the plane of the triangle",
        "the origin lies in the triangle, so the shapes intersect",
        _height,
        _is_side,
        "A correct implementation compares the distance from the plane with the rounding of the coordinates.",
    ),
    "along edge": DecisionKind(
        "AP · A for A P = {names}",
        "≤",
        "",
        "the origin is on P's side of the newest vertex, A",
        "the origin is behind A, seen from P",
        _against,
        _is_along,
        _REGION,
    ),
    "outside face": DecisionKind(
        "Q · (A × P) for A P Q = {names}",
        "≤",
        "",
        "the origin is outside of face APQ",
        "the origin is inside of face APQ",
        _side,
        _is_side,
        _REGION,
    ),
    "inside edge": DecisionKind(
        "AO · (AP × (AP × AQ)) for A P Q = {names}",
        "≤",
        "",
        "the origin is on Q's side of edge AP",
        "the origin is beyond edge AP",
        _beyond,
        _is_beyond,
        _REGION,
    ),
    "outside edge": DecisionKind(
        "AO · ((AP × AQ) × AP) for A P Q = {names}",
        "≤",
        "",
        "the origin is beyond edge AP",
        "the origin is on Q's side of edge AP",
        _within,
        _is_beyond,
        _REGION,
    ),
}


# --- EPA ---


def _volume(points: Sequence[Vec3]) -> Fraction:
    a, b, c, d = rational_points(points)
    sides = [exact_difference(corner, d) for corner in (a, b, c)]
    return abs(exact_dot(sides[0], exact_cross(sides[1], sides[2])))


def _has_volume(exact: Fraction, _: EngineDecision) -> bool | None:
    """Any volume does, though one of rounding errors leads nowhere."""
    return None if exact else False


def _above_face(points: Sequence[Vec3]) -> Fraction | None:
    """The height of the first point above the face of the next three; the mean of the rest is inside."""
    vertex, a, b, c, *inner = rational_points(points)
    normal = _normal(a, b, c)
    inside = sum((exact_dot(normal, exact_difference(point, a)) for point in inner), Fraction(0))
    length = _length(normal)
    if not length or not inside:
        return None
    height = exact_dot(normal, exact_difference(vertex, a)) / length
    return height if inside < 0 else -height


def _is_below(exact: Fraction, decision: EngineDecision) -> bool | None:
    sharpness = _sharpness(*_exact_points(decision)[1:4])
    return None if sharpness is None or abs(exact) <= _rounding(decision) * sharpness else exact < 0


def _edge_side(points: Sequence[Vec3]) -> Fraction | None:
    """The least of the distances of the origin's projection from the edges, times their lengths."""
    corners = rational_points(points)
    normal = _normal(*corners)
    length = _length(normal)
    if not length:
        return None
    a, b, c = corners
    return min(exact_dot(p, exact_cross(exact_difference(q, p), normal)) / length for p, q in ((a, b), (b, c), (c, a)))


def _is_above(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the origin is beside the face: the nearest face of a polytope around it is not, so this does no harm."""
    a, b, c = _exact_points(decision)
    sharpness = _sharpness(a, b, c)
    if sharpness is None:
        return None
    longest = max(_length(exact_difference(q, p)) for p, q in ((a, b), (b, c), (c, a)))
    return True if exact > _rounding(decision) * sharpness * longest else None


def _plane_distance(points: Sequence[Vec3]) -> Fraction | None:
    a, b, c = rational_points(points)
    normal = _normal(a, b, c)
    length = _length(normal)
    return abs(exact_dot(normal, a)) / length if length else None


def _is_normal(exact: Fraction, decision: EngineDecision) -> bool | None:
    """False if the point of the face that is nearest to the origin is in another direction than the normal."""
    nearest = nearest_to_origin(_exact_points(decision))
    square = exact_dot(nearest, nearest)
    return False if square and 1 - exact**2 / square > SINE * SINE else None


def _area(points: Sequence[Vec3]) -> Fraction:
    return _length(_normal(*rational_points(points)))


def _has_area(exact: Fraction, decision: EngineDecision) -> bool | None:
    return zero_to_rounding(exact, decision) is False


_EPA = {
    "has volume": DecisionKind(
        "six times the volume of {names}",
        ">",
        "",
        "the tetrahedron can be the first polytope",
        "the tetrahedron is flat, and coal looks for another one",
        _volume,
        _has_volume,
        "A correct implementation compares the volume with its rounding.",
    ),
    "enclosed": DecisionKind(
        "six times the volume that supports around {names} span",
        ">",
        "",
        "EPA has a first polytope",
        "EPA goes into fallback mode: it returns the most negative double, and a normal that is not a number",
        lambda _: Fraction(0),
        lambda _exact, _decision: True,
        "A difference without volume has a depth, too: that of the radii. A correct implementation takes the normal of "
        "its plane.",
    ),
    "has area": DecisionKind(
        "twice the area of face {names}",
        ">",
        "ε",
        "the face has a normal",
        "the face has no area, and EPA ends",
        _area,
        None,
    ),
    "above face": DecisionKind(
        "the least of the origin's distances from the edges of face {names}, times their lengths,",
        "≥",
        "−tolerance",
        "the origin is above the face, which may be expanded",
        "the origin is beside the face, which is never expanded",
        _edge_side,
        _is_above,
        "A correct implementation compares distances with their rounding.",
    ),
    "in front": DecisionKind(
        "the distance of the new face {names}",
        "≥",
        "−tolerance",
        "the origin is inside of the face",
        "the origin is outside of the face, and EPA ends",
    ),
    "below face": DecisionKind(
        "the height of the new vertex above a face, for {names} (the vertex, the face, four inner ones),",
        "<",
        "3 √ε",
        "the face is kept",
        "the vertex sees the face, which is removed",
        _above_face,
        _is_below,
        "A correct implementation removes each face that the vertex is above, by exact or adaptive arithmetic.",
    ),
    "no gain": DecisionKind(
        "the height of the support above the closest face, for {names},",
        "≤",
        "the tolerance",
        "the polytope cannot grow here, and the closest face is the answer",
        "A − B reaches further",
    ),
    "at corner": DecisionKind(
        "the least distance of the support from a corner, for {names},",
        "≤",
        "the tolerance",
        "the support is taken for a corner of the face, which is the answer",
        "the support is a new vertex",
    ),
    "between witnesses": DecisionKind(
        "the distance of the witness points of face {names}",
        ">",
        "the precision",
        "the normal is the direction between the witness points",
        "the normal is that of the face",
        _plane_distance,
        _is_normal,
        "The origin is beside the face, so the nearest point of the face is in another direction than its plane; a "
        "correct implementation returns the normal of the face.",
        measures="the distance of the origin from the plane of {names}",
    ),
}

# --- formulas ---


def _axis_distance(points: Sequence[Vec3]) -> Fraction:
    """Of a sphere's centre from the segment between two ends; a point is the centre less an end."""
    nearest = nearest_to_origin(rational_points(points))
    return _length(nearest)


def _line_distance(points: Sequence[Vec3]) -> Fraction:
    """Of a sphere's centre from the line through both ends."""
    bottom, top = rational_points(points)
    axis = exact_difference(bottom, top)
    length = _length(axis)
    return _length(exact_cross(bottom, axis)) / length if length else _length(bottom)


def _apart(points: Sequence[Vec3]) -> Fraction:
    return _length(rational_points(points)[0])


def _has_direction(_: Fraction, decision: EngineDecision) -> bool | None:
    """A direction across the axis exists unless the ends coincide."""
    first, second = _exact_points(decision)
    return True if first != second else None


def _way_to_end(points: Sequence[Vec3]) -> Fraction | None:
    """From a sphere's centre inside of a cylinder to the nearer end; None outside.

    The points are the centre less both ends of the axis, and less the nearest point of the side.
    """
    bottom, top, side = rational_points(points)
    axis, outward = exact_difference(bottom, top), exact_difference(bottom, side)
    length = _length(axis)
    if not length:
        return None
    along = exact_dot(bottom, axis) / length
    is_inside = exact_dot(bottom, bottom) < exact_dot(outward, outward)
    return min(along, length - along) if is_inside and 0 < along < length else None


def _is_side_nearer(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether the way out of a cylinder through its side is shorter; None if it is a tie."""
    to_side = _length(_exact_points(decision)[2])
    return None if abs(exact - to_side) <= _rounding(decision) else to_side < exact


def _square_of(which: int) -> Callable[[Sequence[Vec3]], Fraction]:
    """The squared length of the first or the second segment: the points are of both starts, then of one end each."""

    def squared(points: Sequence[Vec3]) -> Fraction:
        starts, *ends = rational_points(points)
        way = exact_difference(ends[which], starts)
        return exact_dot(way, way)

    return squared


def _is_segment(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if exact <= _rounding(decision) ** 2 else True


def _squared_area(points: Sequence[Vec3]) -> Fraction:
    normal = _normal(*rational_points(points))
    return exact_dot(normal, normal)


def _is_skew(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the segments are parallel up to rounding."""
    starts, *ends = _exact_points(decision)
    squares = [exact_dot(way, way) for way in (exact_difference(end, starts) for end in ends)]
    return None if exact <= (_rounding(decision) ** 2) * max(squares) else True


_SIZE = "A correct implementation compares with the size of the shapes, not with a fixed number."
_DIRECTION = "A correct implementation takes any direction across the axis."

_FORMULAS = {
    "off capsule axis": DecisionKind(
        "the distance of the sphere's centre from the capsule's axis",
        ">",
        "ε",
        "the normal points from the centre to the axis",
        "the normal is the x axis of the world",
        _axis_distance,
        _has_direction,
        _DIRECTION,
    ),
    "off cylinder axis": DecisionKind(
        "the distance of the sphere's centre from the cylinder's axis",
        ">",
        "√ε",
        "there is a direction across the axis",
        "there is no direction across the axis, and a normal through the side is 0",
        _line_distance,
        _has_direction,
        _DIRECTION,
    ),
    "between ends": DecisionKind(
        "the position of the sphere's centre along the cylinder's axis",
        "≤",
        "the height",
        "the centre is between the ends, and the side is taken to be nearest",
        "the centre is above the top",
        _way_to_end,
        _is_side_nearer,
        "The side is further away; a correct implementation compares both.",
        measures="the distance of the centre from the nearer end",
    ),
    "first segment": DecisionKind(
        "the squared length of the first capsule's segment",
        ">",
        "100 ε",
        "it is a segment",
        "it is taken for a point",
        _square_of(0),
        _is_segment,
        _SIZE,
    ),
    "second segment": DecisionKind(
        "the squared length of the second capsule's segment",
        ">",
        "100 ε",
        "it is a segment",
        "it is taken for a point",
        _square_of(1),
        _is_segment,
        _SIZE,
    ),
    "not parallel": DecisionKind(
        "the squared length of the cross product of both segments",
        ">",
        "100 ε",
        "their lines have two nearest points",
        "they are taken to be parallel",
        _squared_area,
        _is_skew,
        _SIZE,
    ),
    "axes apart": DecisionKind(
        "the distance of both segments",
        ">",
        "",
        "the normal points from one to the other",
        "the segments meet, and the normal is 0",
        _apart,
        lambda _exact, _decision: True,
        "A correct implementation takes the direction across both segments.",
    ),
}

_GJK = {
    "origin reached": DecisionKind(
        "the distance of the origin from {names}",
        "<",
        "the tolerance",
        "the shapes count as touching, and EPA is to find their depth",
        "the shapes are still apart",
    ),
    "momentum": DecisionKind(
        "the duality gap 2 v · (v − w)",
        "≤",
        "the tolerance",
        "the acceleration ends",
        "the acceleration goes on",
    ),
    "converged": DecisionKind(
        "the distance less its lower bound",
        "≤",
        "the tolerance",
        "the distance is the answer, except in the first step",
        "the bounds are still apart",
    ),
}

DECISIONS = {**_GJK, **_REGIONS, **_EPA, **_FORMULAS}
"""By name; the left and right sides are as coal computes them, ε = 2.2e-16, the tolerance 1e-6 m."""
