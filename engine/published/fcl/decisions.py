"""The kinds of test that FCL makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from gjkscope.engine.arithmetic.integers import int_cross, int_dot, int_sub
from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.published import ccd
from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    Exact3,
    in_integers,
    rational_points,
    squared_distance_of_first,
    squared_distance_to_triangle,
    zero_to_rounding,
)
from gjkscope.engine.vectors import DOUBLE, ZERO, Vec3, dot

DISTANCE_TOLERANCE = 1e-6
"""`distance_tolerance` of a `DistanceRequest`, metres, whatever the size of the shapes."""


def _sub(a: Exact3, b: Exact3) -> Exact3:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Exact3, b: Exact3) -> Fraction:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Exact3, b: Exact3) -> Exact3:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def _rounding(decision: EngineDecision) -> float:
    """The error of a coordinate of a difference of supports, metres."""
    return ROUNDINGS * DOUBLE * max(abs(x) for vertex in decision.vertices for x in (*vertex.a, *vertex.b))


# --- GJK ---


def _squared_area(points: Sequence[Vec3]) -> Fraction:
    """The square of B × A B, for points A and B."""
    a, b = rational_points(points)
    normal = _cross(b, _sub(b, a))
    return _dot(normal, normal)


def _is_on_line(exact: Fraction, decision: EngineDecision) -> bool | None:
    a, b = rational_points([vertex.point for vertex in decision.vertices])
    square = _dot(_sub(b, a), _sub(b, a))
    return zero_to_rounding(exact / square, decision) if square else None


def _sides(points: Sequence[Vec3]) -> Fraction | None:
    """The sign of the origin's side of the plane of the first three points, less that of the fourth point's."""
    a, b, c, corner = rational_points(points)
    normal = _cross(_sub(b, a), _sub(c, a))
    of_corner = _sign(_dot(normal, _sub(corner, a)))
    return Fraction(_sign(-_dot(normal, a)) - of_corner) if of_corner else None


def _is_same_side(exact: Fraction, _: EngineDecision) -> bool | None:
    return None if abs(exact) == 1 else exact == 0  # 1: the origin is in the plane


# --- distance ---


def _distance_beyond(points: Sequence[Vec3]) -> float:
    """How far the distance of the simplex of the other points is above the bound that the first point proves, metres.

    The first point is a support towards the origin from the closest point v of the simplex, so no point of A − B is
    nearer to the origin than v · w / ‖v‖.
    """
    support, *simplex = points
    nearest = _closest(simplex)
    length = sqrt(dot(nearest, nearest))
    return length - dot(nearest, support) / length if length else 0.0


def _closest(simplex: Sequence[Vec3]) -> Vec3:
    if len(simplex) == 1:
        return simplex[0]
    if len(simplex) == 2:
        return ccd.point_to_segment(ZERO, simplex[0], simplex[1]).witness
    return ccd.point_to_triangle(ZERO, *simplex[:3]).witness


def _may_end(_: Fraction, decision: EngineDecision) -> bool | None:
    beyond = _distance_beyond([vertex.point for vertex in decision.vertices])
    return False if beyond > 2 * DISTANCE_TOLERANCE else None


def _difference_of_distances(points: Sequence[Vec3]) -> Fraction:
    """Of the first point and of the simplex of the others from the origin, rounded: they are roots."""
    nearest = _closest(points[1:])
    return Fraction(abs(sqrt(dot(nearest, nearest)) - sqrt(dot(points[0], points[0]))))


def _fall(points: Sequence[Vec3]) -> Fraction | None:
    """How much nearer the simplex with the first point comes; not computed, since only the bound matters."""
    return Fraction(_distance_beyond(points)) if points else None


# --- EPA ---


def _outside_face(points: Sequence[Vec3], point: Vec3) -> tuple[Fraction, Fraction] | None:
    """The height of a point over a face, times the length of the normal, and the square of that length.

    The face is the first three points, and the centre of the others is inside.  None if that is not so.
    """
    (apex, a, b, c, *inner), divisor = in_integers((point, *points))
    normal = int_cross(int_sub(b, a), int_sub(c, a))
    inside = sum(int_dot(normal, int_sub(vertex, a)) for vertex in inner)
    if inside == 0:
        return None
    height = int_dot(normal, int_sub(apex, a))
    return Fraction(-height if inside > 0 else height, divisor**3), Fraction(int_dot(normal, normal), divisor**4)


def _origin_outside(points: Sequence[Vec3]) -> Fraction | None:
    heights = _outside_face(points, ZERO)
    return None if heights is None else heights[0] / Fraction(sqrt(heights[1]))


def _is_really_outside(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None: the polytope excludes the origin, so that the mistake was made before."""
    return False if exact <= _rounding(decision) else None


def _edge_beyond_faces(points: Sequence[Vec3]) -> Fraction:
    """How much greater the squared distance of an edge is than that of the nearer of its two faces."""
    start, end, *others = points
    faces = (squared_distance_to_triangle((start, end, other)) for other in others)
    return squared_distance_to_triangle((start, end)) - min(faces)


def _edge_is_nearest(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the distances differ by no more than rounding."""
    if exact <= 0:
        return True
    of_edge = sqrt(squared_distance_to_triangle([vertex.point for vertex in decision.vertices[:2]]))
    return None if float(exact) <= 2 * of_edge * _rounding(decision) else False


def _squared_sine(points: Sequence[Vec3]) -> Fraction | None:
    a, b, c = rational_points(points)
    ab, ac = _sub(b, a), _sub(c, a)
    normal, squares = _cross(ab, ac), _dot(ab, ab) * _dot(ac, ac)
    return _dot(normal, normal) / squares if squares else None


def _never(_: Fraction, __: EngineDecision) -> bool:
    return False


def _sees_face(points: Sequence[Vec3]) -> Fraction | None:
    vertex, *rest = points
    heights = _outside_face(rest, vertex)
    return None if heights is None else heights[0]


def _sees(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None within the rounding of the coordinates."""
    (a, b, c), divisor = in_integers([vertex.point for vertex in decision.vertices[1:4]])
    normal = int_cross(int_sub(b, a), int_sub(c, a))
    if exact * exact <= Fraction(_rounding(decision)) ** 2 * Fraction(int_dot(normal, normal), divisor**4):
        return None
    return exact > 0


_ROUNDING = (
    "A correct implementation compares the distance with the rounding of the coordinates, not its square with ε²."
)
_BOUND = (
    "A correct implementation compares the distance with the lower bound v · w / ‖v‖ that the support point proves, "
    "and goes on until the two meet."
)

DECISIONS = {
    "separates": DecisionKind(
        "d · {names}",
        "<",
        "",
        "no point of A − B reaches the origin, so the shapes are apart",
        "the direction does not separate the shapes",
    ),
    "on line": DecisionKind(
        "the squared length of OB × AB for {names}",
        "<",
        "ε² ‖AB‖² ‖OB‖²",
        "the origin lies on the segment",
        "the origin is not on the line",
        _squared_area,
        _is_on_line,
        "A correct implementation compares the distance from the line with the rounding of the coordinates.",
    ),
    "origin on face": DecisionKind(
        "the squared distance of the origin from face {names}",
        "|·| <",
        "ε²",
        "the origin lies on the face, so the shapes intersect",
        "the origin is not on this face",
        squared_distance_to_triangle,
        zero_to_rounding,
        _ROUNDING,
    ),
    "flat": DecisionKind(
        "the squared distance of the newest vertex from the face of the others, {names},",
        "|·| <",
        "ε²",
        "the tetrahedron has no volume, which is taken for no intersection",
        "the tetrahedron has a volume",
        squared_distance_of_first,
        zero_to_rounding,
        "A correct implementation keeps searching from a smaller simplex: a flat one says nothing about the shapes.",
    ),
    "same side": DecisionKind(
        "the sign of the origin's side of a face less that of the opposite corner's, for {names},",
        "|·| <",
        "",
        "the origin is on the corner's side of the face, with ccdSign's absolute ε",
        "the origin is beyond the face, and the corner is dropped",
        _sides,
        _is_same_side,
        "A correct implementation compares the volumes with their rounding, not with an absolute ε.",
        measures="that difference, of the signs without any ε,",
    ),
    "no direction": DecisionKind(
        "the squared length of the next direction",
        "|·| <",
        "ε",
        "there is no direction left, which is taken for no intersection",
        "the next direction can be searched",
    ),
    "progress": DecisionKind(
        "the fall of the distance since the last step",
        "<",
        "the tolerance",
        "the distance is the answer",
        "the distance is still falling",
        _fall,
        _may_end,
        _BOUND,
        measures="the distance above the bound that the last support proves",
    ),
    "as far": DecisionKind(
        "the difference between the distance and that of the new support point, the first of {names},",
        "|·| <",
        "the tolerance",
        "the support is taken for a point of the simplex, and the distance is the answer",
        "the support is a new vertex",
        _difference_of_distances,
        _may_end,
        "Another point may be just as far from the origin. " + _BOUND,
    ),
    "seed face": DecisionKind(
        "the squared distance of the origin from face {names}",
        "|·| <",
        "ε²",
        "the origin lies on this face, and a tetrahedron is built on it",
        "the origin is inside, and the tetrahedron becomes the polytope",
        squared_distance_to_triangle,
        zero_to_rounding,
        "The formula without a witness cancels; a correct implementation uses the one with a witness.",
    ),
    "support on face": DecisionKind(
        "the squared distance of the support from the face of the others, {names},",
        "|·| <",
        "ε",
        "the face lies on the boundary of A − B, so the shapes touch",
        "A − B reaches further on this side",
        squared_distance_of_first,
        zero_to_rounding,
        "A correct implementation compares the distance with the rounding of the coordinates.",
    ),
    "origin outside": DecisionKind(
        "the height of the origin over face {names}",
        ">",
        "2 ε max(1, ‖v₀‖)",
        "the origin is outside of the polytope, and FCL throws",
        "the origin is below the face",
        _origin_outside,
        _is_really_outside,
        "A correct implementation takes a height within rounding for 0, and goes on from the face.",
    ),
    "nearest edge": DecisionKind(
        "the squared distance of the nearest edge less that of the nearer of its two faces, for {names},",
        "<",
        "ε",
        "they are taken for equal, and the edge is nearest: the support must see one of its faces",
        "the face is nearest",
        _edge_beyond_faces,
        _edge_is_nearest,
        "A correct implementation takes the nearer face, as FCL does since pull request 388.",
    ),
    "projections on edge": DecisionKind(
        "the number of the two faces at the nearest edge whose plane has the projection of the origin on the edge",
        "≥",
        "",
        "the edge is nearest",
        "the nearer one of its two faces is nearest",
    ),
    "no area": DecisionKind(
        "the squared sine of the angle at the first corner of face {names}",
        "<",
        "ε²",
        "the face has no area, and FCL throws",
        "the face has a normal",
        _squared_sine,
        _never,
        "A correct implementation never makes a face of points on a line: FCL's box returns only corners since April "
        "2019, before it could return the middle of an edge.",
    ),
    "on edge": DecisionKind(
        "the squared distance of the nearest edge {names}",
        "<",
        "(2 ε)²",
        "the origin lies on the edge",
        "the nearer one of its two faces is nearest",
        squared_distance_to_triangle,
        zero_to_rounding,
        _ROUNDING,
    ),
    "at origin": DecisionKind(
        "the squared distance of the nearest element {names}",
        "|·| <",
        "ε",
        "the origin lies on the element, and the normal of a face is searched",
        "the witness of the element is searched",
        squared_distance_to_triangle,
        zero_to_rounding,
        _ROUNDING,
    ),
    "gain": DecisionKind(
        "the gain d · w − ‖v‖",
        "<",
        "the tolerance",
        "the polytope cannot grow here, and the nearest element is the answer",
        "A − B reaches further",
    ),
    "support on element": DecisionKind(
        "the distance of the support from the nearest element",
        "<",
        "the tolerance",
        "the support lies on the element, which is the answer",
        "the support is a new vertex",
    ),
    "visible": DecisionKind(
        "the height of the new vertex over a face, for {names} (the vertex, the face, four inner ones),",
        ">",
        "",
        "the vertex sees the face, which is removed",
        "the vertex does not see the face",
        _sees_face,
        _sees,
        "A correct implementation decides the side of a face by exact or adaptive arithmetic, and keeps its "
        "orientation from the start.",
    ),
}
"""By name; the left and right sides are as FCL computes them, ε = 2.2e-16, the tolerance 1e-6 m."""
