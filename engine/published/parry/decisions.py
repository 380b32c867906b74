"""The kinds of test that parry makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
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
    rational_points,
    squared_distance_of_first,
)
from gjkscope.engine.published.parry.exact_regions import (
    FACES,
    NOWHERE,
    holds_origin_inside,
    nearest_in_simplex,
    side_of_origin,
)
from gjkscope.engine.vectors import SINGLE, Vec3

RELATIVE_TOLERANCE = sqrt(10 * 2.0**-23)
"""parry's own tolerance of a gap, as a part of the distance."""


def _rounding(decision: EngineDecision) -> Fraction:
    """The error of a coordinate of a difference of supports, metres."""
    reach = max(abs(x) for vertex in decision.vertices for x in (*vertex.a, *vertex.b))
    return Fraction(ROUNDINGS * SINGLE * reach)


def _root(square: Fraction) -> Fraction:
    return Fraction(sqrt(square))


def _zero_to_single(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether a length is zero; either answer is legitimate within the rounding of single precision."""
    return True if exact == 0 else None if abs(exact) <= _rounding(decision) else False


# --- GJK ---


def _distance(points: Sequence[Vec3]) -> Fraction:
    nearest = nearest_in_simplex(points)
    return _root(exact_dot(nearest, nearest))


def _is_off(exact: Fraction, decision: EngineDecision) -> bool | None:
    return True if exact > _rounding(decision) else None


def _falls_no_longer(exact: Fraction, decision: EngineDecision) -> bool | None:
    return False if exact < Fraction(decision.right) - _rounding(decision) else None


def _bound(points: Sequence[Vec3]) -> Fraction | None:
    """v · w / |v| for the first point w and the nearest point v of the simplex of the others: no point is nearer."""
    support, *_ = rational_points(points)
    nearest = nearest_in_simplex(points[1:])
    square = exact_dot(nearest, nearest)
    return exact_dot(nearest, support) / _root(square) if square else None


def _gap(points: Sequence[Vec3]) -> Fraction | None:
    proved = _bound(points)
    return None if proved is None else _distance(points[1:]) - proved


def _is_within(exact: Fraction, decision: EngineDecision) -> bool | None:
    return False if exact > 2 * Fraction(decision.right) + _rounding(decision) else None


def _distance_of_first(points: Sequence[Vec3]) -> Fraction:
    return _root(squared_distance_of_first(points))


def _distance_from_line(points: Sequence[Vec3]) -> Fraction | None:
    """Of the first point from the line through the others, metres."""
    w, a, b = rational_points(points)
    way = exact_difference(b, a)
    area, square = exact_cross(way, exact_difference(w, a)), exact_dot(way, way)
    return _root(exact_dot(area, area) / square) if square else None


def _height(points: Sequence[Vec3]) -> Fraction | None:
    """Of the first point over the plane of the others."""
    w, a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    square = exact_dot(normal, normal)
    return exact_dot(normal, exact_difference(w, a)) / _root(square) if square else None


def _regions(points: Sequence[Vec3]) -> Fraction:
    return Fraction(0 if holds_origin_inside(rational_points(points)) else 1)


def _is_inside(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the origin is outside, or could be, only by the rounding of the points."""
    corners = rational_points([vertex.point for vertex in decision.vertices])
    if exact:
        return None if _distance([vertex.point for vertex in decision.vertices]) <= _rounding(decision) else False
    return True if all(side_of_origin(corners, face) > 0 for face in FACES) else None


def _is_apart(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if abs(exact) <= _rounding(decision) else exact > 0


# --- EPA ---


def _over_face(points: Sequence[Vec3], point: Exact3) -> Fraction | None:
    """The height of a point over a face whose corners turn counter-clockwise seen from outside, metres."""
    a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    square = exact_dot(normal, normal)
    return exact_dot(normal, exact_difference(point, a)) / _root(square) if square else None


def _of_origin(points: Sequence[Vec3]) -> Fraction | None:
    return _over_face(points, NOWHERE)


def _face_distance(points: Sequence[Vec3]) -> Fraction | None:
    height = _of_origin(points)
    return None if height is None else -height


def _of_first(points: Sequence[Vec3]) -> Fraction | None:
    support, *rest = points
    return _over_face(rest, rational_points([support])[0])


def _is_behind(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None: the polytope excludes the origin, so that the mistake was made before."""
    return False if exact <= _rounding(decision) else None


def _is_nearer(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None: the polytope is not convex, so that the mistake was made before."""
    return False if exact >= Fraction(decision.right) - _rounding(decision) else None


def _sees(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if abs(exact) <= _rounding(decision) else exact > 0


def _has_converged(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether the face is on the boundary, to within the tolerance as a part of the size."""
    size = max(abs(x) for vertex in decision.vertices for x in vertex.point)
    return False if exact > 2 * Fraction(decision.right) * Fraction(size) + _rounding(decision) else None


def _may_stop(exact: Fraction, decision: EngineDecision) -> bool | None:
    """False if the face that is answered is far below the surface of A − B."""
    size = max(abs(x) for vertex in decision.vertices for x in vertex.point)
    return False if exact > 2 * Fraction(RELATIVE_TOLERANCE) * Fraction(size) else None


_SIZE = (
    "The tolerance is absolute: for small shapes it is a large part of them. A correct implementation compares a "
    "length with the rounding of the coordinates."
)
_REGION = (
    "The signs of the regions are rounded. A correct implementation decides them by exact or adaptive arithmetic, or "
    "takes the feature with the least distance."
)

DECISIONS = {
    "off origin": DecisionKind(
        "the distance of the origin from {names}",
        ">",
        "10 ε",
        "the search goes on towards the origin",
        "the origin is taken to lie on the simplex, so the shapes intersect",
        _distance,
        _is_off,
        _SIZE,
    ),
    "no fall": DecisionKind(
        "the distance of the nearest point of {names}",
        "≥",
        "the one before",
        "the distance falls no longer: the search is stuck",
        "the distance has fallen",
        _distance,
        _falls_no_longer,
        _REGION,
    ),
    "gap": DecisionKind(
        "the distance less the bound −d · w, for w and the simplex {names},",
        "≤",
        "√(10 ε) of the distance",
        "the distance is the answer",
        "the distance may still fall",
        _gap,
        _is_within,
        "A correct implementation goes on until the bound and the distance meet.",
    ),
    "same point": DecisionKind(
        "the squared distance of the new vertex from the other one, for {names},",
        "<",
        "10 ε",
        "the vertex is taken for one of the simplex, and rejected",
        "the vertex is new",
        _distance_of_first,
        _zero_to_single,
        _SIZE,
        measures="the distance of the vertices {names}, metres,",
    ),
    "same line": DecisionKind(
        "the squared area of the triangle {names}, doubled,",
        "<",
        "10 ε",
        "the vertex is taken to lie on the line of the others, and rejected",
        "the vertex is new",
        _distance_from_line,
        _zero_to_single,
        _SIZE,
        measures="the distance of the new vertex from that line, metres,",
    ),
    "same plane": DecisionKind(
        "the height of the new vertex over the triangle of the others, for {names},",
        "|·| <",
        "10 ε",
        "the vertex is taken to lie in the plane of the others, and rejected",
        "the vertex is new",
        _height,
        _zero_to_single,
        _SIZE,
    ),
    "no region": DecisionKind(
        "the number of Voronoi regions of the tetrahedron {names} that contain the origin",
        "<",
        "",
        "the origin is taken to be inside",
        "the origin is nearest to the feature of that region",
        _regions,
        _is_inside,
        _REGION,
    ),
    "bound": DecisionKind(
        "the bound −d · w, for w and the simplex {names},",
        "≥",
        "10 ε",
        "the support does not reach the origin, and the simplex of the step before is the answer",
        "the shapes intersect",
        _bound,
        _is_apart,
        "A positive bound proves that the shapes are apart, however small it is.",
    ),
    "apart": DecisionKind(
        "the greatest bound −d · w so far",
        ">",
        "",
        "the shapes are apart, and the distance is the answer",
        "no support has shown that the shapes are apart",
    ),
    "nearly apart": DecisionKind(
        "the greatest bound −d · w so far",
        "≥",
        "−√(10 ε) of the longest vertex",
        "a support reaches the origin hardly, so the shapes are taken to be apart, and the distance is the answer",
        "the search goes on",
    ),
    "nudges": DecisionKind(
        "the number of directions that were changed by 0.01",
        "≥",
        "",
        "the shapes are taken to intersect",
        "the direction is changed by 0.01, and searched",
    ),
    "projected": DecisionKind(
        "the number of faces of {names} onto which the origin projects",
        ">",
        "",
        "EPA begins with them",
        "EPA gives up, which is answered by no contact",
    ),
    "outside": DecisionKind(
        "the height of the origin over face {names}",
        ">",
        "10 ε",
        "the origin is outside of the polytope, and EPA gives up, which is answered by no contact",
        "the origin is below the face",
        _of_origin,
        _is_behind,
        "A correct implementation takes a height within rounding for 0, and answers that the shapes touch.",
    ),
    "converged": DecisionKind(
        "the least height of a support less the distance of the expanded face",
        "<",
        "100 ε",
        "A − B reaches no further, and the face of the least height is the answer, at its own distance",
        "A − B reaches further than the face",
        _of_first,
        _has_converged,
        "The tolerance is absolute, and the face of the least height need not be the one that was expanded last. "
        "A correct implementation answers the expanded face, and compares the gain with the size.",
        measures="the height of its support over the face of the least height, {names},",
    ),
    "limit": DecisionKind(
        "the number of iterations",
        ">",
        "",
        "the face of the least height is the answer, at its own distance, however far its support is from it",
        "the expanded face is the answer",
        _of_first,
        _may_stop,
        "The least height bounds the depth from above, the distance of the expanded face from below. A correct "
        "implementation answers the expanded face, which is nearest.",
        measures="the height of its support over the face of the least height, {names},",
    ),
    "nearer": DecisionKind(
        "the distance of the new face {names}",
        "<",
        "the expanded face's",
        "numerical errors are suspected, and the expanded face is the answer, although A − B reaches further",
        "the polytope grows",
        _face_distance,
        _is_nearer,
        "Of two faces in one plane, rounding makes either one nearer. A correct implementation goes on.",
    ),
    "visible": DecisionKind(
        "the height of the new vertex over a face, for {names} (the vertex, then the face),",
        "≥",
        "−10 ε",
        "the vertex sees the face, which is removed",
        "the vertex does not see the face",
        _of_first,
        _sees,
        "A correct implementation decides the side of a face by exact or adaptive arithmetic.",
    ),
    "in line": DecisionKind(
        "the squared area, doubled, of the new vertex and the edge before that face, {names},",
        "≤",
        "(100 ε)²",
        "the vertex is taken to lie on the line of the edge, and the face is removed although it is not seen",
        "the edge is part of the border",
        _distance_from_line,
        _zero_to_single,
        "The tolerance is absolute: of pairs of millimetres every triangle is below it, and no border is left. A "
        "correct implementation compares the distance from the line with the rounding of the coordinates.",
        measures="the distance of the new vertex from that line, metres,",
    ),
}
"""By name; the left and right sides are as parry computes them, ε = 1.2e-7."""


def _simplex_distance(points: Sequence[Vec3]) -> Fraction:
    return _distance(points[1:])


def _proves_distance(exact: Fraction, decision: EngineDecision) -> bool | None:
    """False if the bound is not near the distance, or if there is none, since the origin is on the simplex."""
    gap = _gap([vertex.point for vertex in decision.vertices])
    return False if gap is None or gap > 2 * Fraction(RELATIVE_TOLERANCE) * exact + _rounding(decision) else None


def _ending(name: str) -> DecisionKind:
    """A rejected vertex ends the search of old releases."""
    kind = DECISIONS[name]
    return kind._replace(
        if_holds=kind.if_holds.replace("and rejected", "and the distance is the answer"),
        exact=_simplex_distance,
        should_hold=_proves_distance,
        remedy="That the vertex adds nothing proves no distance: the bound −d · w is far below it. A correct "
        "implementation searches elsewhere, or answers that shapes touch if the origin is on the simplex.",
        measures="the distance of the simplex without the new vertex, the first of {names},",
    )


OLD_DECISIONS = {
    **DECISIONS,
    "no fall": DECISIONS["no fall"]._replace(
        if_holds="the distance falls no longer, and the simplex of the step before is the answer"
    ),
    **{name: _ending(name) for name in ("same point", "same line", "same plane")},
}
"""The tests of parry 0.25."""
