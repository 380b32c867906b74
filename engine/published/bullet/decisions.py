"""The kinds of test that Bullet makes, and when exact arithmetic decides otherwise."""

from collections.abc import Sequence
from fractions import Fraction
from math import sqrt

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.published.bullet.shapes import MARGIN
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
from gjkscope.engine.published.libccd.decisions import DECISIONS as LIBCCD
from gjkscope.engine.vectors import DOUBLE, Vec3

MOST_FACES = 256
"""`EPA_MAX_FACES`."""

RELATIVE = Fraction(1, 10**6)
"""The root of `REL_ERROR2`: the relative error of a distance that Bullet means to allow."""


def _rounding(decision: EngineDecision) -> Fraction:
    """The error of a coordinate of a difference of supports, metres."""
    return Fraction(ROUNDINGS * DOUBLE * max(abs(x) for vertex in decision.vertices for x in (*vertex.a, *vertex.b)))


# --- ends of a search: a support, then the simplex that it was searched from ---


def _gap(points: Sequence[Vec3]) -> Fraction | None:
    """How far the distance of the simplex is above the bound v · w / ‖v‖ that the support proves, metres."""
    support, *simplex = rational_points(points)
    if not simplex:
        return None
    nearest = _nearest(simplex)
    square = exact_dot(nearest, nearest)
    return (square - exact_dot(nearest, support)) / Fraction(sqrt(square)) if square else Fraction(0)


def _nearest(simplex: Sequence[tuple[Fraction, Fraction, Fraction]]) -> tuple[Fraction, Fraction, Fraction]:
    if len(simplex) < 4:
        return nearest_to_origin(simplex)
    faces = ([corner for corner in simplex if corner is not left_out] for left_out in simplex)
    return min((nearest_to_origin(face) for face in faces), key=lambda point: exact_dot(point, point))


def _may_end(exact: Fraction, decision: EngineDecision) -> bool | None:
    """False if the distance may fall by more than a millionth of it, and than rounding."""
    simplex = rational_points([vertex.point for vertex in decision.vertices[1:]])
    nearest = _nearest(simplex)
    length = Fraction(sqrt(exact_dot(nearest, nearest)))
    return False if exact > RELATIVE * length + _rounding(decision) else None


# --- volumes: three vertices of a face, then the opposite one ---


def _squared_volume(points: Sequence[Vec3]) -> Fraction:
    a, b, c, d = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    return exact_dot(normal, exact_difference(d, a)) ** 2


def _may_be_flat(_: Fraction, decision: EngineDecision) -> bool | None:
    """False if the newest vertex proves that the distance may still fall."""
    newest = max(decision.vertices, key=lambda vertex: vertex.birth)
    others = [vertex for vertex in decision.vertices if vertex is not newest]
    about = decision._replace(vertices=(newest, *others))
    gap = _gap([vertex.point for vertex in about.vertices])
    return None if gap is None else _may_end(gap, about)


def _sides(points: Sequence[Vec3]) -> Fraction:
    a, b, c, d = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    return -exact_dot(a, normal) * exact_dot(exact_difference(d, a), normal)


def _is_opposite(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the origin, or the vertex, is in the plane to within rounding."""
    a, b, c, d = rational_points([vertex.point for vertex in decision.vertices])
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    limit = _rounding(decision) ** 2 * exact_dot(normal, normal)
    heights = exact_dot(a, normal), exact_dot(exact_difference(d, a), normal)
    return None if any(height * height <= limit for height in heights) else exact < 0


# --- EPA: a vertex, a face, and four vertices whose centre is inside ---


def _height(points: Sequence[Vec3]) -> Fraction | None:
    """The height of the vertex over the plane of the face, metres."""
    vertex, *rest = rational_points(points)
    a, b, c, *inner = rest
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    inside = sum((exact_dot(normal, exact_difference(point, a)) for point in inner), Fraction(0))
    if not inside:
        return None
    height = exact_dot(normal, exact_difference(vertex, a)) / Fraction(sqrt(exact_dot(normal, normal)))
    return height if inside < 0 else -height


def _gain(points: Sequence[Vec3]) -> Fraction | None:
    """The height of the vertex over the plane of the face, away from the origin, metres."""
    vertex, a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    square = exact_dot(normal, normal)
    side = exact_dot(normal, a)
    if not square or not side:
        return None
    height = exact_dot(normal, exact_difference(vertex, a)) / Fraction(sqrt(square))
    return height if side > 0 else -height


def _grows(exact: Fraction, decision: EngineDecision) -> bool | None:
    """True if the polytope can grow by more than rounding, and by a millionth of its depth."""
    depth = Fraction(sqrt(squared_distance_to_triangle([vertex.point for vertex in decision.vertices[1:]])))
    return True if exact > RELATIVE * depth + _rounding(decision) else None


def _area(points: Sequence[Vec3]) -> Fraction:
    a, b, c = rational_points(points)
    normal = exact_cross(exact_difference(b, a), exact_difference(c, a))
    return Fraction(sqrt(exact_dot(normal, normal)))


def _has_area(exact: Fraction, decision: EngineDecision) -> bool | None:
    """None if the height of the triangle is within rounding, or its edges are so short that the depth is settled.

    Between points of a smooth shape at a distance e the depth falls by about e² relative to it.
    """
    points = [vertex.point for vertex in decision.vertices]
    a, b, c = rational_points(points)
    ways = (exact_difference(b, a), exact_difference(c, b), exact_difference(a, c))
    longest = max(exact_dot(way, way) for way in ways)
    if longest <= RELATIVE * squared_distance_to_triangle(points):
        return None
    return exact > 0 if exact * exact > _rounding(decision) ** 2 * longest else None


_BOUND = "A correct implementation compares the distance with that bound, v · w / ‖v‖, and goes on until the two meet."
_GAP = "the gap between the distance and the lower bound that the support proves, metres,"
_HEIGHT = "the height over the plane of the face, metres,"

DECISIONS = {
    **{name: LIBCCD[name] for name in ("separates", "flat", "no direction")},
    # Cores that are taken to intersect too early only cause a search for the depth with margins, which is right then.
    **{name: LIBCCD[name]._replace(should_hold=None, remedy="") for name in ("on line", "origin on face")},
    "margin": DecisionKind(
        "the margin",
        "<",
        "the least half extent",
        "the shape is shrunk by its margin",
        "the core is turned inside out: half extents are below 0",
        lambda _: Fraction(MARGIN),
        lambda _, decision: None if decision.holds else True,
        "A margin may be a tenth of the least half extent at most, as Bullet's setSafeMargin has it; pybullet sets "
        "0.001 m afterwards.",
    ),
    "same vertex": DecisionKind(
        "the squared distance of the new support point from a vertex, for {names},",
        "≤",
        "10⁻¹²",
        "the support is a vertex of the simplex, and the distance is the answer",
        "the support is new",
        _gap,
        _may_end,
        _BOUND,
        _GAP,
    ),
    "no gain": DecisionKind(
        "‖v‖² − v · w for {names}",
        "≤",
        "10⁻¹² ‖v‖²",
        "the distance is the answer",
        "the distance can still fall",
        _gap,
        _may_end,
        _BOUND,
        _GAP,
    ),
    "no progress": DecisionKind(
        "the fall of the squared distance with {names}",
        "≤",
        "ε ‖v‖²",
        "the distance does not fall any more, and is the answer",
        "the distance is still falling",
        _gap,
        _may_end,
        _BOUND,
        _GAP,
    ),
    "degenerate": DecisionKind(
        "the square of area times height of the tetrahedron {names}",
        "<",
        "10⁻¹⁶",
        "the tetrahedron is taken for flat, which ends the search",
        "the tetrahedron has a volume",
        _squared_volume,
        _may_be_flat,
        "A correct implementation compares the height of the fourth vertex with the rounding of the coordinates: a "
        "volume of lengths below a millimetre is always this small.",
    ),
    "outside": DecisionKind(
        "the product of the volumes on both sides of a face, for {names} (the face, the opposite vertex),",
        "<",
        "",
        "the origin is outside of this face",
        "the origin is on the inner side of this face",
        _sides,
        _is_opposite,
        "A correct implementation decides the side of a face by exact or adaptive arithmetic.",
    ),
    "at origin": DecisionKind(
        "the squared distance of the nearest element {names}",
        "<",
        "10⁻¹²",
        "the cores touch",
        "the cores are apart",
    ),
    "cores touch": DecisionKind(
        "the distance of the cores",
        "<",
        "10⁻¹² m",
        "the depth is searched with margins",
        "the distance is the answer",
    ),
    "touches": DecisionKind(
        "the distance of the closest point of {names}",
        "<",
        "10⁻¹² m",
        "the origin lies on the simplex, so that the shapes overlap",
        "the origin is off the simplex",
    ),
    "repeated": DecisionKind(
        "the squared distance of the new support point from one of the last four, for {names},",
        "<",
        "10⁻¹²",
        "the support is repeated, so that the origin is outside",
        "the support is new",
        _gap,
        _may_end,
        _BOUND,
        _GAP,
    ),
    "converged": DecisionKind(
        "the distance from the bound, less the tolerance, for {names}",
        "≤",
        "",
        "bounds meet, so that the origin is outside",
        "bounds have not met",
        _gap,
        _may_end,
        _BOUND,
        _GAP,
    ),
    "projects": DecisionKind(
        "the squared distance of the simplex {names}",
        "≥",
        "",
        "the simplex is reduced to the nearest feature",
        "the simplex has no extent, so that the search ends as if outside",
    ),
    "volume": DecisionKind(
        "the volume of the tetrahedron {names}",
        ">",
        "",
        "the tetrahedron is the first polytope, whether it contains the origin or not",
        "the tetrahedron is flat, and another support is tried",
    ),
    "area": DecisionKind(
        "the doubled area of face {names}",
        ">",
        "10⁻¹²",
        "the face has a normal",
        "the face is degenerate, which ends EPA",
        _area,
        _has_area,
        "A correct implementation compares the height of a triangle with the rounding of its coordinates: of edges "
        "below a micrometre every area is this small.",
    ),
    "convex": DecisionKind(
        "the offset of face {names}",
        "≥",
        "−10⁻¹⁴ m",
        "the origin is below the face",
        "the origin is above the face, which ends EPA",
    ),
    "unseen": DecisionKind(
        "the number of earlier visits to face {names}",
        "<",
        "one",
        "the walk goes on over the face",
        "the walk has gone in a circle, which ends EPA",
        lambda _: Fraction(1),
        lambda *_: True,
        "The face is already in the patch; a correct implementation skips it and continues with the next edge.",
    ),
    "room": DecisionKind(
        "the number of faces",
        "<",
        "EPA_MAX_FACES",
        "there is room for a face",
        "there is no room for a face, which ends EPA",
        lambda _: Fraction(MOST_FACES),
        lambda *_: True,
        "Smooth shapes need more faces than a polytope has room for; a correct implementation goes on until the bounds "
        "meet, or says that it did not.",
    ),
    "gain": DecisionKind(
        "n · w − d for {names} (the support, the face)",
        ">",
        "10⁻¹² m",
        "A − B reaches beyond the face",
        "the face is on the boundary of A − B, and its offset is the depth",
        _gain,
        _grows,
        "The offset is the distance of an edge if the origin projects outside of the triangle. A correct "
        "implementation measures from the plane.",
        _HEIGHT,
    ),
    "hidden": DecisionKind(
        "n · w − d for {names} (the vertex, the face, four inner ones)",
        "<",
        "−10⁻¹⁴ m",
        "the vertex does not see the face, whose edge is on the border of the patch",
        "the vertex sees the face, which is removed",
        _height,
        measures=_HEIGHT,
    ),
    "reversed": DecisionKind(
        "the distance along the opposite normal less that along the normal",
        ">",
        "",
        "the normal points the wrong way, and is reversed",
        "the normal stays",
    ),
    "first normal": DecisionKind(
        "the distance along the normal of GJK",
        ">",
        "the distance",
        "this distance and its normal are taken instead",
        "the answer stays",
    ),
}
"""By name; the left and right sides are as Bullet computes them, ε = 2.2e-16."""
