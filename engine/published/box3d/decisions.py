"""The kinds of test that Box3D makes, and when exact arithmetic decides otherwise.

Box3D computes a test from coordinates of single precision.  Its answer counts as wrong only if the exact left side
differs from the right one by more than rounding those coordinates can explain.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import prod, sqrt

from gjkscope.engine.gjk.steps import ROUNDINGS, Vertex
from gjkscope.engine.published.decisions import (
    DecisionKind,
    EngineDecision,
    Exact3,
    exact_cross,
    exact_difference,
    exact_dot,
    nearest_to_origin,
    rational_points,
)
from gjkscope.engine.vectors import DOUBLE, SINGLE, Vec3, dot

ShouldHold = Callable[[Fraction, EngineDecision], bool | None]

SUM_ROUNDINGS = 4
"""A distance along a normal, n · w, is off by no more roundoffs of the coordinates."""

SIGN_ROUNDINGS = 16
"""A sum of three products of differences is off by less than this many roundoffs of the product of their lengths."""


# --- the region of a simplex ---


def _edge_weight(points: Sequence[Vec3]) -> Fraction:
    """The weight of the first point, times the squared length."""
    first, other = rational_points(points)
    return exact_dot(other, exact_difference(other, first))


def _face_weight(points: Sequence[Vec3]) -> Fraction:
    """The weight of the first point, times the square of twice the area."""
    first, p, q = rational_points(points)
    return exact_dot(exact_cross(p, q), exact_cross(exact_difference(p, first), exact_difference(q, first)))


def _volume_weight(points: Sequence[Vec3]) -> Fraction | None:
    """The weight of the first point, times six volumes; None for a flat tetrahedron, which has no inner side."""
    return _weight_in(rational_points(points))


def _weight_in(corners: list[Exact3]) -> Fraction | None:
    first, p, q, r = corners
    whole = _triple(*(exact_difference(corner, first) for corner in (p, q, r)))
    return _triple(p, q, r) * (1 if whole > 0 else -1) if whole else None


def _sign(holds: Callable[[Fraction], bool]) -> ShouldHold:
    """The sign of the weight, where it is not within rounding of 0."""

    def should_hold(exact: Fraction, decision: EngineDecision) -> bool | None:
        scale = prod(sqrt(dot(vertex.point, vertex.point)) for vertex in decision.vertices[1:])
        scale *= _area(decision) if len(decision.vertices) < 4 else 1.0
        return None if abs(exact) <= Fraction(SIGN_ROUNDINGS * SINGLE * scale) else holds(exact)

    return should_hold


def _is_beyond_face(exact: Fraction, decision: EngineDecision) -> bool | None:
    """As the sign says, unless the tetrahedron is flat to within rounding: then either side is its inner one."""
    first, *others = rational_points([vertex.point for vertex in decision.vertices])
    edges = [exact_difference(other, first) for other in others]
    scale = prod(sqrt(exact_dot(edge, edge)) for edge in edges)
    is_flat = abs(_triple(*edges)) <= Fraction(SIGN_ROUNDINGS * SINGLE * scale)
    return None if is_flat else _sign(lambda number: number < 0)(exact, decision)


def _area(decision: EngineDecision) -> float:
    """The length of the edge, or twice the area of the face."""
    first, *others = rational_points([vertex.point for vertex in decision.vertices])
    edges = [exact_difference(other, first) for other in others]
    across = edges[0] if len(edges) == 1 else exact_cross(edges[0], edges[1])
    return sqrt(exact_dot(across, across))


# --- the end of the search ---


def _side(points: Sequence[Vec3]) -> Fraction:
    """(AB × AC) · A; the points are of A − B, where Box3D has B − A."""
    return -_triple(*rational_points(points))


def _is_negative(exact: Fraction, decision: EngineDecision) -> bool | None:
    """The sign, but for rounding in double precision: where the origin is on the face, either side is a guess."""
    scale = prod(sqrt(dot(vertex.point, vertex.point)) for vertex in decision.vertices)
    return None if abs(exact) <= Fraction(SIGN_ROUNDINGS * DOUBLE * scale) else exact < 0


def _bound_below(points: Sequence[Vec3]) -> Fraction | None:
    """How far the distance of the simplex of the other points is above the bound that the first one proves, metres."""
    if len(points) < 2:
        return None
    support, *simplex = rational_points(points)
    nearest = nearest_to_origin(simplex)
    length = Fraction(sqrt(exact_dot(nearest, nearest)))
    return length - exact_dot(nearest, support) / length if length else None


def exact_distance(points: Sequence[Vec3]) -> Fraction | None:
    """Of the points' convex hull from the origin, metres, its root rounded; None if there are no points."""
    corners = rational_points(points)
    if not corners:
        return None
    sides = [[corner for corner in corners if corner is not left_out] for left_out in corners]
    if len(corners) == 4 and all((_weight_in([p, *side]) or -1) > 0 for p, side in zip(corners, sides, strict=True)):
        return Fraction(0)
    nearest = (nearest_to_origin(part) for part in (sides if len(corners) == 4 else [corners]))
    return Fraction(sqrt(min(exact_dot(point, point) for point in nearest)))


def _is_large(exact: Fraction, decision: EngineDecision) -> bool | None:
    """Whether a length is more than rounding explains; None if it is not."""
    return True if exact > ROUNDINGS * roundoff_of(decision.vertices) else None


def _is_small(exact: Fraction, decision: EngineDecision) -> bool | None:
    return False if _is_large(exact, decision) else None


def _is_apart(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the distance as computed is right to within rounding."""
    is_right = abs(exact - Fraction(decision.left)) <= SUM_ROUNDINGS * roundoff_of(decision.vertices)
    return None if is_right else exact > decision.right


# --- shared ---


def roundoff_of(vertices: Sequence[Vertex]) -> Fraction:
    """The roundoff of the extent of the points of A and B, metres, wherever they are."""
    points = [point for vertex in vertices for point in (vertex.a, vertex.b)]
    return Fraction(SINGLE * max(max(axis) - min(axis) for axis in zip(*points, strict=True)))


def _triple(a: Exact3, b: Exact3, c: Exact3) -> Fraction:
    return exact_dot(a, exact_cross(b, c))


_SCALED = (
    "The direction is a product of up to three lengths, so its size says nothing about the distance. A correct "
    "implementation first scales it to a moderate length, and compares the distance with the rounding of coordinates."
)
_BOUND = "A correct implementation compares these two, and goes on until they meet to within rounding."
_GAP = "the distance less the lower bound v · w / ‖v‖ that the support proves"
_DISTANCE = "the distance of {names} from the origin"
_SIGN = "A correct implementation decides signs within rounding by exact or adaptive arithmetic."

DECISIONS = {
    "beyond end": DecisionKind(
        "the weight that edge {names} gives to its first vertex",
        "≤",
        "",
        "the origin is beyond the other end",
        "the origin is not beyond the other end",
        _edge_weight,
        _sign(lambda exact: exact <= 0),
        _SIGN,
    ),
    "beyond edge": DecisionKind(
        "the weight that face {names} gives to its first vertex",
        "≤",
        "",
        "the origin is beyond the opposite edge",
        "the origin is on the vertex's side of the opposite edge",
        _face_weight,
        _sign(lambda exact: exact <= 0),
        _SIGN,
    ),
    "beyond face": DecisionKind(
        "the weight that tetrahedron {names} gives to its first vertex",
        "<",
        "",
        "the origin is beyond the opposite face",
        "the origin is on the vertex's side of the opposite face",
        _volume_weight,
        _is_beyond_face,
        _SIGN,
    ),
    "no extent": DecisionKind(
        "the squared length or area of {names}",
        "≤",
        "",
        "there is nothing to divide by, and the simplex before is restored",
        "the weights are divided by it",
    ),
    "inside": DecisionKind(
        "six times the volume of tetrahedron {names}",
        "≤",
        "",
        "the tetrahedron is flat, and the simplex before is restored",
        "no other region claimed the origin, so it is inside, and the shapes overlap",
        exact_distance,
        _is_large,
        "The volume says nothing about where the origin is. A correct implementation checks that all four weights are "
        "positive.",
        _DISTANCE,
    ),
    "no progress": DecisionKind(
        "the new squared distance",
        "≥",
        "the last one",
        "the simplex before is restored, and its distance is the answer",
        "the distance is still falling",
        _bound_below,
        _is_small,
        _BOUND,
        _GAP,
    ),
    "no direction": DecisionKind(
        "the squared length of the direction from {names}",
        "<",
        "1000 FLT_MIN",
        "the origin is taken to lie on the simplex, so that the shapes overlap",
        "the direction can be searched",
        exact_distance,
        _is_small,
        _SCALED,
        _DISTANCE,
    ),
    "side": DecisionKind(
        "the normal of face {names} times its first vertex",
        "<",
        "",
        "the origin is on the side of the normal, which is searched",
        "the origin is on the other side, which is searched",
        _side,
        _is_negative,
        "A correct implementation decides this sign exactly; if the origin is on the face to within rounding, it "
        "searches both sides.",
    ),
    "repeated": DecisionKind(
        "the number of vertices kept with the same points of A and B as the support",
        "≥",
        "",
        "A − B reaches no further, and the distance of the simplex is the answer",
        "the support is a new vertex",
        _bound_below,
        _is_small,
        _BOUND,
        _GAP,
    ),
    "unit": DecisionKind(
        "the error |1 − n · n| of the normalised direction n",
        "<",
        "100 FLT_EPSILON",
        "n is the normal",
        "there is no normal, which is taken for an overlap",
        exact_distance,
        _is_large,
        "The square of the direction overflows or vanishes. " + _SCALED,
        _DISTANCE,
    ),
    "apart": DecisionKind(
        "the distance of the witness points, from {names},",
        ">",
        "the sum of the radii",
        "the shapes are apart by the difference",
        "the shapes overlap",
        exact_distance,
        _is_apart,
        "The witness points are sums of coordinates, each rounded in proportion to its own size. A correct "
        "implementation measures along the normal, n · w for a vertex w, which is as accurate as the coordinates.",
    ),
}
"""By name; the left and right sides are as Box3D computes them."""
