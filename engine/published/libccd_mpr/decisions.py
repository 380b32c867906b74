"""The kinds of test that libccd's MPR makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction
from math import isqrt

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    Exact3,
    exact_cross,
    exact_difference,
    exact_dot,
    rational_points,
    squared_distance_to_triangle,
)
from gjkscope.engine.vectors import DOUBLE, Vec3

DIGITS = 2**256
"""The square of the precision of roots."""


def _rounding(decision: EngineDecision) -> Fraction:
    """An error of the points, from the rounding of their largest coordinate."""
    reach = max(abs(coordinate) for vertex in decision.vertices for coordinate in (*vertex.a, *vertex.b))
    return Fraction(ROUNDINGS * DOUBLE * reach)


def _root(square: Fraction) -> Fraction:
    """To about 38 digits after the point, relative to a number of the square's own size."""
    top, bottom = square.numerator, square.denominator
    return Fraction(isqrt(top * bottom * DIGITS), bottom * isqrt(DIGITS))


def _length(v: Exact3) -> Fraction:
    return _root(exact_dot(v, v))


def _along(normal: Exact3, point: Exact3) -> Fraction | None:
    """The component of the point along the normal; None if it has no length."""
    length = _length(normal)
    return exact_dot(normal, point) / length if length else None


def _largest(points: Sequence[Vec3]) -> Fraction:
    return max(abs(Fraction(coordinate)) for coordinate in points[-1])


def _first_height(points: Sequence[Vec3]) -> Fraction | None:
    v0, v1 = rational_points(points)
    return _along((-v0[0], -v0[1], -v0[2]), v1)


def _second_height(points: Sequence[Vec3]) -> Fraction | None:
    v0, v1, v2 = rational_points(points)
    return _along(exact_cross(v0, v1), v2)


def _third_height(points: Sequence[Vec3]) -> Fraction | None:
    """Of v3, or of v0 if there are three points."""
    v0, v1, v2, *others = rational_points(points)
    return _along(exact_cross(exact_difference(v1, v0), exact_difference(v2, v0)), others[0] if others else v0)


def _portal_height(points: Sequence[Vec3]) -> Fraction | None:
    """Of v4, or of v1 if there are three points."""
    v1, v2, v3, *others = rational_points(points)
    return _along(exact_cross(exact_difference(v2, v1), exact_difference(v3, v1)), others[0] if others else v1)


def _gain(points: Sequence[Vec3]) -> Fraction | None:
    """In exact arithmetic, all three vertices of the portal are equally far."""
    v1, v2, v3, v4 = rational_points(points)
    normal = exact_cross(exact_difference(v2, v1), exact_difference(v3, v1))
    return _along(normal, exact_difference(v4, v1))


def _squared_area(points: Sequence[Vec3]) -> Fraction:
    normal = exact_cross(*rational_points(points))
    return exact_dot(normal, normal)


def _triple(points: Sequence[Vec3]) -> Fraction:
    a, b, c = rational_points(points)
    return exact_dot(exact_cross(a, b), c)


def _distance(points: Sequence[Vec3]) -> Fraction:
    return _root(squared_distance_to_triangle(points))


def _below(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether a height is below 0; either answer is legitimate within the rounding of the points."""
    return None if abs(exact) <= _rounding(decision) else exact < 0


def _above(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if abs(exact) <= _rounding(decision) else exact > 0


def _zero(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether a length is zero."""
    return True if exact == 0 else None if exact <= _rounding(decision) else False


def _on_ray(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether v1 lies on the ray from v0: by its distance from the ray, not by the product with |v0|."""
    v0 = rational_points([decision.vertices[0].point])[0]
    return _zero(_root(exact / exact_dot(v0, v0)), decision) if any(v0) else None


def _triple_rounding(decision: EngineDecision) -> Fraction:
    """An error of a triple product, from the rounding of its points."""
    a, b, c = (_length(point) for point in rational_points([vertex.point for vertex in decision.vertices]))
    return _rounding(decision) * (a * b + b * c + c * a)


def _triple_below(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if abs(exact) <= _triple_rounding(decision) else exact < 0


def _triple_above(exact: Fraction, decision: EngineDecision) -> bool | None:
    return None if abs(exact) <= _triple_rounding(decision) else exact > 0


def _no_way_out(exact: Fraction, decision: EngineDecision) -> bool | None:
    """False if the search can go on, and v4 does not separate the shapes."""
    height = _portal_height([vertex.point for vertex in decision.vertices])
    rounding = _rounding(decision)
    return None if height is None or height <= rounding or exact <= rounding else False


def _support(name: str, along: str, exact: object) -> DecisionKind:
    """A search that ends with "no intersection" if its support is not above ε."""
    return DecisionKind(
        f"the height of {name} along {along}, for {{names}},",
        "<",
        "ε",
        f"{name} is taken not to reach the origin, so the shapes do not intersect",
        f"{name} reaches the origin",
        exact,  # type: ignore[arg-type]
        _below,
        "A correct implementation compares the height with the rounding of the coordinates, not with ε.",
    )


_SIDE = "A correct implementation compares the product with the rounding of its own factors."

DECISIONS = {
    "same center": DecisionKind(
        "the largest coordinate of v0",
        "<",
        "ε",
        "the centers coincide, and v0 is moved along x",
        "the centers differ",
    ),
    "v1 short": _support("v1", "the ray from v0 to the origin", _first_height),
    "on ray": DecisionKind(
        "the squared length of v0 × v1 for {names}",
        "|·| <",
        "ε",
        "v1 is taken to lie on the ray, and its distance is the depth",
        "v1 is not on the ray",
        _squared_area,
        _on_ray,
        "A correct implementation compares the distance of v1 from the ray with the rounding of the coordinates, not a "
        "square with ε, which a product of 1.5e−8 m² is already below.",
    ),
    "v1 at origin": DecisionKind(
        "the largest coordinate of {names}",
        "<",
        "ε",
        "the origin is v1, so the shapes touch",
        "the origin lies between v0 and v1",
        _largest,
        _zero,
        "A correct implementation compares it with the rounding of the coordinates.",
    ),
    "v2 short": _support("v2", "v0 × v1", _second_height),
    "turned away": DecisionKind(
        "the height of v0 along the normal of {names}",
        ">",
        "",
        "v1 and v2 are swapped, so that the normal points to the origin's side",
        "the normal points to the origin's side",
        _third_height,
        _above,
        "A correct implementation takes the sign of v0 · (v1 × v2).",
    ),
    "v3 short": _support("v3", "the normal of v0, v1, v2", _third_height),
    "outside": DecisionKind(
        "the volume (a × b) · v0 for {names}",
        "≤",
        "−ε",
        "the origin lies outside the plane, and the vertex inside it is replaced",
        "the origin lies inside the plane",
        _triple,
        _triple_below,
        _SIDE,
    ),
    "contains": DecisionKind(
        "the height of the portal {names}",
        ">",
        "−ε",
        "the origin lies between v0 and the portal, so the shapes intersect",
        "the origin lies beyond the portal",
        _portal_height,
        _above,
        "A correct implementation compares the height with the rounding of the coordinates, not with ε.",
    ),
    "reaches": DecisionKind(
        "the height of v4 along the portal's normal, for {names},",
        ">",
        "−ε",
        "v4 reaches the origin",
        "v4 does not reach the origin, so the shapes do not intersect",
        _portal_height,
        _above,
        "A correct implementation compares the height with the rounding of the coordinates, not with ε.",
    ),
    "no way out": DecisionKind(
        "the gain of v4 over the portal, for {names},",
        "<",
        "the tolerance",
        "the portal is taken for the surface, so the origin is outside: no intersection",
        "A − B reaches further",
        _gain,
        _no_way_out,
        "v4 is beyond the origin, so nothing separates the shapes yet: a correct implementation goes on, or measures "
        "the tolerance by the size of the shapes.",
    ),
    "above": DecisionKind(
        "the volume v · (v4 × v0) for {names}",
        ">",
        "",
        "the ray passes on this side of the plane through v0, v4 and the vertex",
        "the ray passes on the other side",
        _triple,
        _triple_above,
        _SIDE,
    ),
    "surface": DecisionKind(
        "the gain of v4 over the portal",
        "<",
        "the tolerance",
        "the portal is the surface, and its distance is the depth",
        "A − B reaches further",
    ),
    "touches": DecisionKind(
        "the distance of the origin from the portal {names}",
        "|·| <",
        "ε",
        "the origin lies on the portal, so the shapes touch",
        "the origin is inside",
        _distance,
        _zero,
        "A correct implementation compares the distance with the rounding of the coordinates, not with ε.",
    ),
}
"""By name; the left and right sides are as libccd computes them, ε = 2.2e-16."""
