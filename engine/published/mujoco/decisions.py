"""The kinds of test that MuJoCo makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from math import isqrt

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
    squared_distance_of_first,
)
from gjkscope.engine.vectors import DOUBLE, Vec3

_DIGITS = 200  # bits of a root


def _root(square: Fraction) -> Fraction:
    """The root, to 100 bits beyond those of the square."""
    shift = _DIGITS + max(square.denominator.bit_length() - square.numerator.bit_length(), 0)
    return Fraction(isqrt((square.numerator << 2 * shift) // square.denominator), 1 << shift)


def _distance_of_simplex(points: Sequence[Vec3]) -> Fraction | None:
    """The distance of the origin from a simplex of up to three vertices."""
    if not 1 <= len(points) <= 3:
        return None
    nearest = nearest_to_origin(rational_points(points))
    return _root(exact_dot(nearest, nearest))


def _gap(points: Sequence[Vec3]) -> Fraction | None:
    """x · (x − w), of a support w and the point x of a simplex that is nearest to the origin."""
    if not 2 <= len(points) <= 4:
        return None
    support, *corners = rational_points(points)
    nearest = nearest_to_origin(corners)
    return exact_dot(nearest, exact_difference(nearest, support))


def _is_no_gain(roundoff: float, exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether A − B reaches no nearer to the origin; either answer is legitimate within the rounding of its points."""
    nearest = nearest_to_origin(rational_points([vertex.point for vertex in decision.vertices[1:]]))
    gain = exact / _root(exact_dot(nearest, nearest)) if any(nearest) else exact
    return None if gain <= _rounding(roundoff, decision) else exact < Fraction(decision.right)


def _is_at_rest(roundoff: float, _: Fraction, decision: EngineDecision) -> bool | None:
    """Whether A − B reaches no nearer to the origin than the simplex, by more than the tolerance as a length."""
    gap = _gap([vertex.point for vertex in decision.vertices])
    if gap is None:
        return None
    nearest = nearest_to_origin(rational_points([vertex.point for vertex in decision.vertices[1:]]))
    gain = gap / _root(exact_dot(nearest, nearest)) if any(nearest) else gap
    return None if gain <= max(_rounding(roundoff, decision), Fraction(decision.right)) else False


def _rounding(roundoff: float, decision: EngineDecision) -> Fraction:
    reach = max((abs(x) for vertex in decision.vertices for x in (*vertex.a, *vertex.b)), default=0.0)
    return Fraction(ROUNDINGS * roundoff * reach)


def _squared_distance_of_plane(points: Sequence[Vec3]) -> Fraction | None:
    """The squared distance of the origin from the plane of three points; None if they are on a line."""
    _, height, square = _plane(points)
    return height * height / square if square else None


def _plane(points: Sequence[Vec3]) -> tuple[Exact3, Fraction, Fraction]:
    """The normal of the plane of three points, normal · point, and the normal's square."""
    a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    return normal, exact_dot(normal, a), exact_dot(normal, normal)


def _height_over(points: Sequence[Vec3]) -> Fraction:
    """n · (o − a) for the origin o and the normal n of the first three points, turned towards the fourth."""
    normal, height, _ = _plane(points[:3])
    side = exact_dot(normal, rational_points(points[3:])[0]) - height
    return height if side < 0 else -height if side > 0 else Fraction(0)


def _distance_of_first(points: Sequence[Vec3]) -> Fraction:
    return _root(squared_distance_of_first(points))


def _above_plane(points: Sequence[Vec3]) -> Fraction | None:
    """v · w − v², of a support w and the projection v of the origin on the plane of the others."""
    normal, height, square = _plane(points[1:])
    return height * (exact_dot(normal, rational_points(points[:1])[0]) - height) / square if square else None


def _is_beyond(roundoff: float, exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether the support is beyond the plane; either answer is legitimate within the rounding of its points."""
    _, height, square = _plane([vertex.point for vertex in decision.vertices[1:]])
    beyond = abs(exact) / _root(height * height / square) if height else Fraction(0)
    return None if beyond <= _rounding(roundoff, decision) else exact > 0


def _least_coordinate(points: Sequence[Vec3]) -> Fraction | None:
    """The least affine coordinate of the projection of the origin on the plane of three points."""
    normal, _, square = _plane(points)
    if not square:
        return None
    corners = rational_points(points)
    sides = (exact_cross(corners[i], corners[(i + 1) % 3]) for i in range(3))
    return min(exact_dot(side, normal) for side in sides) / square


def _is_in_face(roundoff: float, _: Fraction, decision: EngineDecision) -> bool | None:
    """It must be, unless the rounding of the corners explains its distance from the face."""
    points = [vertex.point for vertex in decision.vertices]
    nearest = nearest_to_origin(rational_points(points))
    off = exact_dot(nearest, nearest) - (_squared_distance_of_plane(points) or Fraction(0))
    return None if off <= _rounding(roundoff, decision) ** 2 else True


def _is_zero_square(roundoff: float, exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether a squared length is 0; either answer is legitimate within the rounding of its points."""
    if exact == 0:
        return True
    return None if exact <= _rounding(roundoff, decision) ** 2 else False


def _is_zero_length(roundoff: float, exact: Fraction, decision: EngineDecision) -> bool | None:
    return _is_zero_square(roundoff, exact * exact, decision)


def _must_go_on(_: Fraction, decision: EngineDecision) -> bool:
    """The bounds have not met."""
    return True


_ROUNDED = "A correct implementation compares the distance with the rounding of the coordinates."


def mujoco_decisions(roundoff: float) -> dict[str, DecisionKind]:
    """The kinds by name, for arithmetic with this unit roundoff; both sides are as the engine has them."""
    return _of_gjk(roundoff) | _of_the_first_polytope(roundoff) | _of_epa(roundoff)


def _of_gjk(roundoff: float) -> dict[str, DecisionKind]:
    return {
        "at origin": DecisionKind(
            "|x|, the distance of the origin from the simplex {names},",
            "<",
            "the tolerance",
            "x is taken for the origin, and GJK ends",
            "the origin is not reached",
        ),
        "stagnates": DecisionKind(
            "the change of |x|",
            "<",
            "the least change",
            "GJK makes no progress, and ends",
            "GJK goes on",
            None,
            partial(_is_at_rest, roundoff),
            "A − B reaches further towards the origin: two slow steps prove nothing. A correct implementation ends by "
            "the gap between the bounds.",
        ),
        "gap": DecisionKind(
            "the gap x · (x − w) for {names}",
            "<",
            "",
            "A − B reaches no nearer to the origin: x is the nearest point",
            "A − B reaches nearer to the origin",
            _gap,
            partial(_is_no_gain, roundoff),
            "A correct implementation computes the gap from the vertices, as a short x consists of rounding errors.",
        ),
        "separates": DecisionKind(
            "x · w for {names}",
            ">",
            "",
            "no point of A − B reaches the origin, so the shapes are separated",
            "x does not separate the shapes",
        ),
        "beyond radii": DecisionKind(
            "the square of x · w for {names}",
            "≥",
            "the squared radii times x²",
            "the cores are further apart than the radii, so there is no contact",
            "the cores may be nearer than the radii",
        ),
        "rounds": DecisionKind(
            "the number of iterations",
            "<",
            "ccd_iterations",
            "the search goes on",
            "the search ends, and what it has is the answer, although its bounds have not met",
            None,
            _must_go_on,
            "A correct implementation goes on until the bounds meet, or returns the bounds; with MuJoCo, set "
            "ccd_iterations higher.",
        ),
        "beyond cores": DecisionKind(
            "the distance of the cores",
            ">",
            "the tolerance",
            "the distance of the shapes is that of the cores less the radii",
            "the cores meet, and all is repeated with the whole shapes",
        ),
        "overlap": DecisionKind(
            "|x|, the distance of the origin from the simplex {names},",
            "≤",
            "the tolerance",
            "the shapes are taken to meet, and EPA is asked for the depth",
            "|x| is the distance",
        ),
    }


def _of_the_first_polytope(roundoff: float) -> dict[str, DecisionKind]:
    return {
        "has simplex": DecisionKind(
            "the number of vertices of the simplex",
            ">",
            "",
            "EPA can make a polytope of it",
            "EPA is not asked, and the shapes are said to touch",
            None,
            lambda count, _: True if count == 0 else None,
            "Positions that coincide are a point inside both shapes, so the depth is not 0: a correct implementation "
            "searches along any direction to get a simplex.",
        ),
        "all inside": DecisionKind(
            "the least height of the origin below a face",
            ">",
            "",
            "the tetrahedron contains the origin",
            "the origin is beyond that face, and the vertex opposite is replaced",
        ),
        "does not reach": DecisionKind(
            "n · w for {names}",
            "<",
            "",
            "A − B does not reach the origin, so the shapes are separated",
            "the support is a new vertex",
        ),
        "no normal": DecisionKind(
            "the length of the normal of {names}",
            "<",
            "mjMINVAL",
            "the triangle has no normal: mjEPA_P3_BAD_NORMAL, no contact",
            "the triangle has a normal",
            lambda points: _root(_plane(points)[2]),
            lambda exact, _: exact == 0,
            "The length is an area, and is compared with an absolute 1e-15. A correct implementation compares it with "
            "the squares of the edges.",
        ),
        "support on triangle": DecisionKind(
            "the distance of the support from the triangle, {names},",
            "<",
            "mjMINVAL",
            "the triangle lies on the boundary of A − B: no polytope, no contact",
            "the support is a new vertex",
            _distance_of_first,
            partial(_is_zero_length, roundoff),
            _ROUNDED,
        ),
        "origin on face": DecisionKind(
            "the squared distance of the origin from face {names}",
            "<",
            "",
            "the origin lies on this face",
            "the origin is not on this face",
            _squared_distance_of_plane,
            partial(_is_zero_square, roundoff),
            _ROUNDED,
        ),
        "inside": DecisionKind(
            "n · o, the height of the origin over the first three of {names}, seen from the fourth,",
            ">",
            "",
            "the origin is on the same side as the fourth vertex",
            "the origin is taken to be outside: mjEPA_P4_MISSING_ORIGIN, no contact",
            _height_over,
            lambda exact, _: exact >= 0,
            "The origin is inside or on the face: a correct implementation makes the polytope of the nearest face.",
        ),
    }


def _of_epa(roundoff: float) -> dict[str, DecisionKind]:
    return {
        "crossed": DecisionKind(
            "the squared distance of the nearest face",
            ">",
            "the squared upper bound",
            "no face is nearer than the upper bound, and the face before is the answer",
            "the depth may be smaller than the upper bound",
        ),
        "no depth": DecisionKind(
            "the squared distance of the nearest face {names}",
            "≤",
            "",
            "the origin lies on the face, so the depth is 0",
            "the origin is inside",
        ),
        "bounds met": DecisionKind(
            "the difference of the bounds of the depth, at {names},",
            "<",
            "the tolerance",
            "A − B reaches no further than the nearest face",
            "A − B reaches further",
        ),
        "crossed at first": DecisionKind(
            "the upper bound of the depth",
            "<",
            "the lower bound less 1e-10",
            "the first polytope is wrong: no contact",
            "the first face is the answer",
        ),
        "projection in face": DecisionKind(
            "the least affine coordinate of the origin's projection on face {names}",
            "≥",
            "",
            "the witness points lie on the shapes",
            "the witness points are extrapolated, as MuJoCo never asks this",
            _least_coordinate,
            partial(_is_in_face, roundoff),
            "The ends of the segment are not on the shapes. Several faces are equally near; a correct implementation "
            "takes the one that contains the projection, or the point of the face that is nearest to the origin.",
        ),
        "visible": DecisionKind(
            "v · w − v² for w and a face, {names},",
            ">",
            "mjMINVAL",
            "the face is visible from w and is removed",
            "the face is kept, and the horizon runs along its edge",
            _above_plane,
            partial(_is_beyond, roundoff),
            "The polytope is no longer convex. A correct implementation computes the height of w over the face from "
            "the vertices, and compares it with the rounding of the coordinates.",
        ),
    }


DECISIONS = mujoco_decisions(DOUBLE)
"""mjMINVAL = 1e-15."""
