"""The kinds of test that libccd makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction

from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    nearest_to_origin,
    rational_points,
    squared_distance_of_first,
    squared_distance_to_triangle,
    zero_to_rounding,
)
from gjkscope.engine.vectors import Vec3


def _squared_area(points: Sequence[Vec3]) -> Fraction:
    """The square of A B × A O, for points A and B."""
    a, b = ([Fraction(x) for x in point] for point in points)
    ab = [q - p for p, q in zip(a, b, strict=True)]
    x = ab[2] * a[1] - ab[1] * a[2]
    y = ab[0] * a[2] - ab[2] * a[0]
    z = ab[1] * a[0] - ab[0] * a[1]
    return x * x + y * y + z * z


def _gain(points: Sequence[Vec3]) -> Fraction:
    """w · n − n², of a support w and the point n of an element that is nearest to the origin."""
    support, *corners = rational_points(points)
    nearest = nearest_to_origin(corners)
    along = sum((a * b for a, b in zip(support, nearest, strict=True)), Fraction(0))
    return along - sum((a * a for a in nearest), Fraction(0))


def _is_within_tolerance(_: Fraction, decision: EngineDecision) -> bool:
    """Whether A − B reaches no further than the element, by more than the tolerance as a length in metres."""
    points = [vertex.point for vertex in decision.vertices]
    gain, square = _gain(points), squared_distance_to_triangle(points[1:])
    return gain <= 0 or gain * gain <= Fraction(decision.right) ** 2 * square


_FACE = "the origin lies on the face, so the shapes intersect"

DECISIONS = {
    "separates": DecisionKind(
        "d · {names}",
        "<",
        "",
        "no point of A − B reaches the origin, so the shapes do not intersect",
        "the direction does not separate the shapes",
    ),
    "on line": DecisionKind(
        "the squared length of AB × AO for {names}",
        "|·| <",
        "ε",
        "the origin lies on the line through the segment",
        "the origin is not on the line",
        _squared_area,
        zero_to_rounding,
        "A correct implementation compares the distance from the line with the rounding of the coordinates.",
    ),
    "origin on face": DecisionKind(
        "the squared distance of the origin from face {names}",
        "|·| <",
        "ε",
        _FACE,
        "the origin is not on this face",
        squared_distance_to_triangle,
        zero_to_rounding,
        "A correct implementation compares the distance with the rounding of the coordinates, not its square with ε.",
    ),
    "flat": DecisionKind(
        "the squared distance of the newest vertex from the face of the others, {names},",
        "|·| <",
        "ε",
        "the tetrahedron has no volume, which is taken for no intersection",
        "the tetrahedron has a volume",
        squared_distance_of_first,
        zero_to_rounding,
        "A correct implementation keeps searching from a smaller simplex: a flat one says nothing about the shapes.",
    ),
    "no direction": DecisionKind(
        "the squared length of the next direction",
        "|·| <",
        "ε",
        "there is no direction left, which is taken for no intersection",
        "the next direction can be searched",
    ),
    "seed face": DecisionKind(
        "the squared distance of the origin from face {names}",
        "|·| <",
        "ε",
        "the origin lies on this face, and two tetrahedra are built on it",
        "the origin is inside, and the tetrahedron becomes the polytope",
        squared_distance_to_triangle,
        zero_to_rounding,
        "The formula without a witness cancels; a correct implementation uses one formula for both questions, and "
        "builds the polytope on both sides of this face.",
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
    "touches": DecisionKind(
        "the squared distance of the nearest element {names}",
        "|·| <",
        "ε",
        "the origin lies on the boundary of A − B, so the shapes touch and the depth is 0",
        "the origin is inside",
        squared_distance_to_triangle,
        zero_to_rounding,
        "A correct implementation compares the distance with the rounding of the coordinates, not its square with ε.",
    ),
    "gain": DecisionKind(
        "the gain d · w − d²",
        "<",
        "the tolerance",
        "the polytope cannot grow here, and the nearest element is the answer",
        "A − B reaches further",
        _gain,
        _is_within_tolerance,
        "The gain is an area; a correct implementation divides it by d, and compares a length with the tolerance.",
    ),
    "support on element": DecisionKind(
        "the squared distance of the support from the nearest element",
        "<",
        "the tolerance",
        "the support lies on the element, which is the answer",
        "the support is a new vertex",
        squared_distance_of_first,
        _is_within_tolerance,
        "A − B reaches further than the element along d, so the element is not on its boundary: a correct "
        "implementation keeps the polytope convex, and goes on.",
    ),
}
"""By name; the left and right sides are as libccd computes them, ε = 2.2e-16."""
