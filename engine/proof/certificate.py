"""Certificates: answers about a pair of shapes that can be verified without trusting the algorithm that found them.

The signed distance d of two convex shapes follows from A − B = { a − b }: the distance of the origin from it, or minus
the distance of the origin from its surface if the origin is inside.  A certificate claims a verdict and two numbers,
lower ≤ d ≤ upper, and contains evidence of up to three kinds.  Each proves its bound regardless of its source:

1. An *axis* n.  No point of A − B is higher along n than h = max n·a − min n·b, so the plane at height h / |n| has
   A − B on one side.  If h < 0, the origin is at least −h / |n| away; if h ≥ 0, moving A by h / |n| separates them.
   Either way d ≥ −h / |n|.
2. Non-negative *weights* w of some vertices aᵢ − bᵢ.  A − B is convex, so p = Σ wᵢ (aᵢ − bᵢ) / Σ wᵢ is one of its
   points, and d ≤ |p|.  If p is 0, the same weights give a common point of A and B.
3. *Faces* around the origin: triangles of such vertices, each with the origin strictly behind its plane, that form a
   closed surface: each side occurs equally often in both directions.  Seen from the origin, every triangle is a patch
   of the sphere with anticlockwise corners, and as the surface is closed, patches cover all directions equally
   often, hence at least once.  So every ray from the origin meets a face, at a distance of at least that of the nearest
   plane, r: A − B contains the ball of radius r, and d ≤ −r.

   For 2D shapes, *edges* around the origin take their place: pairs of such vertices, each with the origin strictly on
   its left, that form closed loops: each vertex is the end of as many edges as it is the start.  Seen from the origin,
   every edge is an anticlockwise arc of less than half a turn, and as the loops are closed, arcs cover all directions
   equally often, hence at least once.  So every ray from the origin in the plane meets an edge, at a distance of at
   least that of the nearest line, r: A − B contains the disc of radius r, and d ≤ −r.

The distance of 2D shapes is that in the plane: their axis must lie in it, faces prove nothing about them, and edges
nothing about 3D shapes.

Shapes that are not convex have evidence of another kind, about their triangles: *surfaces* (meshes.py).

The sum R of the radii around both cores is subtracted from both bounds.

Everything is computed in integers from the shapes' own doubles (integers.py); only the final bounds are rounded,
outwards.  This module does not use any of the algorithms.  Curved cores have no vertices: points that satisfy the
shape's inequality replace them, and h is rounded up.  Such a certificate is `bounded`: valid, but never `exact`.

`proof_of` decides what a certificate proves: a *distance* if its bounds are no further apart than `TOUCHING` times the
pair's size, so any number between them is correct to within that; otherwise only the *verdict*, and that the distance
lies between the bounds.
"""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import inf, isfinite
from typing import NamedTuple

import numpy as np

from gjkscope.engine.arguments import short_repr
from gjkscope.engine.arithmetic.filters import undecided_planes
from gjkscope.engine.arithmetic.integers import (
    Int3,
    IntegerCore,
    IntegerPair,
    Length,
    as_integers,
    bracket,
    compare_length,
    int_cross,
    int_dot,
    int_extents,
    int_neg,
    int_sub,
    int_support,
    int_transposed_times,
    length_in_metres,
    less,
    place_pair,
    vertex,
)
from gjkscope.engine.pose import Pose
from gjkscope.engine.proof.meshes import SurfaceEvidence, surface_bounds
from gjkscope.engine.proof.terms import Number, Number3, Unproved
from gjkscope.engine.proof.verdict import TOUCHING, Verdict
from gjkscope.engine.shapes.convexity import is_hull
from gjkscope.engine.shapes.kinds import CurvedShape, PolytopeShape, Shape, as_pair, common_dimension
from gjkscope.engine.vectors import DOUBLE, Vec3


@dataclass(frozen=True)
class Evidence:
    """The evidence for the bounds of a certificate.  Empty fields prove nothing and are valid.

    >>> from gjkscope import Box, Pose, query
    >>> evidence = query(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2.5, 0, 0))).certificate.evidence
    >>> evidence.axis, len(evidence.vertices) == len(evidence.weights)
    ((1.0, 0.0, 0.0), True)
    """

    axis: Number3 | None = None  #: of separation, from A to B, any length
    vertices: tuple[tuple[int, int], ...] = ()  #: points of A − B, as indices of a vertex of A and a vertex of B
    weights: tuple[Number, ...] = ()  #: one for each of `vertices`
    faces: tuple[tuple[int, int, int], ...] = ()  #: indices into `vertices`, counter-clockwise seen from outside
    points_a: tuple[Vec3, ...] = ()  #: of A, local, metres; they replace the vertices of a curved shape
    points_b: tuple[Vec3, ...] = ()  #: the same for B
    edges: tuple[tuple[int, int], ...] = ()  #: of 2D shapes: indices into `vertices`, anticlockwise around the origin
    surfaces: SurfaceEvidence | None = None  #: of shapes that are not convex, by their triangles; alone


class Proof(StrEnum):
    """The strength of a certificate's proof.

    >>> from gjkscope import Box, Pose, Proof, query
    >>> query(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(3, 0, 0))).certificate.proves is Proof.DISTANCE
    True
    """

    VERDICT = "verdict"  #: and that the signed distance lies between the bounds, which may be far apart or infinite
    DISTANCE = "distance"  #: and each number between the bounds is the signed distance, to within 1e-9 of the size


@dataclass(frozen=True)
class Certificate:
    """A claim about the signed distance of two placed shapes, in metres, and the evidence for it.

    The claim is `lower` ≤ signed distance ≤ `upper`, and the verdict that follows.  Verify it with `check`.

    >>> from gjkscope import Box, Pose, check, query
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(2.5, 0, 0))
    >>> certificate = query(*pair).certificate
    >>> certificate.verdict.value, certificate.exact, certificate.lower, certificate.upper
    ('separated', True, 0.5, 0.5)
    >>> check(certificate, *pair)
    True
    """

    verdict: Verdict  #: what is proved about the pair
    proves: Proof  #: how much is proved
    tolerance: float  #: metres: touching means |signed distance| ≤ tolerance; may be 0
    lower: float  #: metres, ≤ signed distance
    upper: float  #: metres, ≥ signed distance
    exact: bool  #: the signed distance is known exactly; `lower` and `upper` are the doubles next to it
    bounded: bool  #: a core is curved: its extent along the axis was rounded outwards
    of_hulls: bool  #: a shape is a mesh that is not convex, and the claim is about its convex hull
    evidence: Evidence  #: from which `check` derives the claim


def check(certificate: Certificate, shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> bool:
    """Whether the evidence of a `certificate` proves its claim about these shapes, in exact integer arithmetic.

    Shapes and poses are as for `query`: poses are `Pose` values or rigid 4×4 matrices, lengths are in metres.
    Evidence that is malformed proves nothing, so the result is `False`; `objection` gives the reason.

    Raises `ValueError` if an argument is not a certificate, a shape or a valid pose.

    >>> from gjkscope import Box, Pose, check, query
    >>> box = Box((1, 1, 1))
    >>> certificate = query(box, Pose(), box, Pose(position=(2.5, 0, 0))).certificate
    >>> check(certificate, box, Pose(), box, Pose(position=(2.5, 0, 0)))
    True
    >>> check(certificate, box, Pose(), box, Pose(position=(2.4, 0, 0)))
    False
    """
    return objection(certificate, shape_a, pose_a, shape_b, pose_b) is None


def objection(certificate: Certificate, shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> str | None:
    """Why the certificate is not valid for these shapes; `None` if its evidence proves its claim.

    Arguments and errors are those of `check`.

    >>> from gjkscope import Box, Pose, objection, query
    >>> box = Box((1, 1, 1))
    >>> certificate = query(box, Pose(), box, Pose(position=(2.5, 0, 0))).certificate
    >>> objection(certificate, box, Pose(), box, Pose(position=(1.5, 0, 0)))
    'verdict: the evidence proves undecided, not separated'
    """
    if not isinstance(certificate, Certificate):
        raise ValueError(f"certificate: must be a Certificate, got {short_repr(certificate)}")
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    try:
        _require_form(certificate)
        return _difference_of_claims(
            certificate, *_prove(certificate.evidence, shape_a, a, shape_b, b, certificate.tolerance)
        )
    except (TypeError, ValueError, LookupError, AttributeError, OverflowError) as fault:  # malformed, or `Unproved`
        return str(fault)


def _difference_of_claims(certificate: Certificate, proved: Certificate, allowed: float) -> str | None:
    """The first claim that the evidence does not prove, or `None`; `allowed` as for `proof_of`."""
    if certificate.verdict != proved.verdict or proved.verdict is Verdict.UNDECIDED:
        return f"verdict: the evidence proves {proved.verdict}, not {certificate.verdict}"
    if not certificate.lower <= proved.lower:
        return f"lower: the evidence proves {proved.lower}, not {short_repr(certificate.lower)}"
    if not certificate.upper >= proved.upper:
        return f"upper: the evidence proves {proved.upper}, not {short_repr(certificate.upper)}"
    if certificate.exact and not proved.exact:
        return "exact: the evidence does not prove one exact number"
    if certificate.exact and (certificate.lower, certificate.upper) != (proved.lower, proved.upper):
        return f"exact: the doubles next to the exact number are {proved.lower} and {proved.upper}"
    if certificate.proves == Proof.DISTANCE:
        provable = proof_of(certificate.lower, certificate.upper, certificate.exact, allowed)
        if provable is not Proof.DISTANCE:
            return "proves: the bounds are too far apart to prove the distance; they prove only the verdict"
    if (certificate.bounded, certificate.of_hulls) != (proved.bounded, proved.of_hulls):
        return "bounded, of_hulls: not true of these shapes"
    return None


def prove(
    evidence: Evidence, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, tolerance: float | None = None
) -> Certificate:
    """The strongest certificate that follows from the evidence; its verdict is `undecided` if none is proved.

    `tolerance` (metres) defaults to the engine's tolerance for touching of these shapes, which is also its maximum.
    Raises `Unproved` if the evidence is not valid for these shapes.
    """
    return _prove(evidence, shape_a, pose_a, shape_b, pose_b, tolerance)[0]


def _prove(
    evidence: Evidence, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, tolerance: float | None
) -> tuple[Certificate, float]:
    """The certificate that `prove` returns, and `TOUCHING` times the size of the pair."""
    points = _finite(evidence.points_a, "points_a"), _finite(evidence.points_b, "points_b")
    pair = place_pair(shape_a, pose_a, shape_b, pose_b, *points)
    a, b = _Side(shape_a, pair.a), _Side(shape_b, pair.b)
    _require(_holds_its_points(a), "points_a: one of them is outside the shape")
    _require(_holds_its_points(b), "points_b: one of them is outside the shape")
    _require_dimension(evidence, common_dimension(shape_a, shape_b))
    most = _most_tolerance(a, b, pair.unit)
    lower, upper = _bounds(evidence, a, b, pair, most)
    tolerance = most if tolerance is None else tolerance
    _require(0 <= tolerance <= most, f"tolerance: must be from 0 to {most} m, got {tolerance}")
    bounded = not (isinstance(shape_a, PolytopeShape) and isinstance(shape_b, PolytopeShape))
    exact = lower is not None and upper is not None and not bounded and not less(lower, upper)
    least, greatest = bracket(lower)[0] if lower else -inf, bracket(upper)[1] if upper else inf
    proved = Certificate(
        _verdict(lower, upper, tolerance),
        proof_of(least, greatest, exact, most),
        tolerance,
        least,
        greatest,
        exact=exact,
        bounded=bounded,
        of_hulls=evidence.surfaces is None and not (is_hull(shape_a) and is_hull(shape_b)),
        evidence=evidence,
    )
    return proved, most


def proof_of(lower: float, upper: float, exact: bool, allowed: float) -> Proof:
    """What the bounds prove about a pair; `allowed` is `TOUCHING` times its size, in metres.

    An exact number is proved, however coarse the doubles around it are.  For small shapes far apart, adjacent doubles
    differ by more than `allowed`; for them, a few rounding errors of the distance are allowed too.
    """
    if exact:
        return Proof.DISTANCE
    if not (isfinite(lower) and isfinite(upper)):
        return Proof.VERDICT
    if upper - lower < allowed:  # rounding the difference cannot have taken it across a double
        return Proof.DISTANCE
    rounding = Fraction(ROUNDINGS * DOUBLE) * max(abs(Fraction(lower)), abs(Fraction(upper)))
    return Proof.DISTANCE if Fraction(upper) - Fraction(lower) <= Fraction(allowed) + rounding else Proof.VERDICT


# Number of rounding errors that a computed signed distance may contain.
ROUNDINGS = 16


# --- the bounds ---


class _Side(NamedTuple):
    shape: Shape
    core: IntegerCore


def _bounds(
    evidence: Evidence, a: _Side, b: _Side, pair: IntegerPair, tolerance: float
) -> tuple[Length | None, Length | None]:
    if evidence.surfaces is None:
        return _lower(evidence, a, b, pair), _upper(evidence, pair)
    _require(
        evidence == Evidence(surfaces=evidence.surfaces), "surfaces: there is other evidence, which is about hulls"
    )
    lower, upper = surface_bounds(evidence.surfaces, a.shape, b.shape, pair)
    _require(compare_length(lower, -tolerance) >= 0, "surfaces: they overlap by their radii, and have no depth")
    return lower, upper


def _lower(evidence: Evidence, a: _Side, b: _Side, pair: IntegerPair) -> Length | None:
    """The lower bound from the axis: the plane at the height of the support point."""
    if evidence.axis is None:
        return None
    x, y, z = _whole(evidence.axis, "axis")
    long = LONG if isinstance(a.shape, CurvedShape) or isinstance(b.shape, CurvedShape) else 1
    direction = (x * long, y * long, z * long)
    _require(direction != (0, 0, 0), "axis: zero is not a direction")
    height = _reach(a, direction) + _reach(b, int_neg(direction))
    return Length(1 if height < 0 else -1, height * height, int_dot(direction, direction), _radii(pair), pair.unit)


def _upper(evidence: Evidence, pair: IntegerPair) -> Length | None:
    """The upper bound: that of the faces or edges, which lies below any that weights give, or else of the weights."""
    points = [_difference(pair, i, j) for i, j in evidence.vertices]
    bounds = []
    if evidence.faces:
        bounds.append(_ball(points, evidence.faces, pair))
    if evidence.edges:
        bounds.append(_disc(points, evidence.edges, pair))
    if evidence.weights:  # checked in any case
        bounds.append(_point(points, evidence.weights, pair))
    return bounds[0] if bounds else None


def _ball(points: list[Int3], faces: tuple[tuple[int, int, int], ...], pair: IntegerPair) -> Length:
    """The ball around the origin that the faces enclose."""
    _require(all(len(face) == 3 for face in faces), "faces: one of them is not a triangle")
    _require_closed([side for i, j, k in faces for side in ((i, j), (j, k), (k, i))])
    _require(
        min(min(face) for face in faces) >= 0 and max(max(face) for face in faces) < len(points),
        "faces: there is no such vertex",
    )
    best, best_square = -1, 1
    for number in range(len(faces)) if len(faces) < MANY_FACES else _undecided_planes(points, faces):
        i, j, k = faces[number]
        normal = int_cross(int_sub(points[j], points[i]), int_sub(points[k], points[i]))
        offset, square = int_dot(normal, points[i]), int_dot(normal, normal)
        _require(offset > 0, "faces: the origin is not strictly behind one of them")
        if best < 0 or offset * offset * best_square < best * best * square:
            best, best_square = offset, square
    return Length(-1, best * best, best_square, _radii(pair), pair.unit)


# From this many faces on, most are excluded in doubles before the rest are compared exactly.
MANY_FACES = 64


def _undecided_planes(points: list[Int3], faces: tuple[tuple[int, int, int], ...]) -> list[int]:
    corners = np.array(faces)
    _require(corners.dtype.kind == "i", "faces: their corners must be indices")
    return undecided_planes(points, corners)


def _require_closed(sides: list[tuple[int, int]]) -> None:
    """Checks that each side occurs as often in one direction as in the other."""
    distinct = set(sides)
    if len(distinct) == len(sides):
        closed = all((j, i) in distinct for i, j in sides)
    else:
        counts = Counter(sides)
        closed = all(counts[j, i] == count for (i, j), count in counts.items())
    _require(closed, "faces: they do not close up")


def _disc(points: list[Int3], edges: tuple[tuple[int, int], ...], pair: IntegerPair) -> Length:
    """The disc around the origin that the edges enclose, in the plane z = 0."""
    _require(all(len(edge) == 2 for edge in edges), "edges: one of them does not have two ends")
    _require(Counter(i for i, _ in edges) == Counter(j for _, j in edges), "edges: they do not close up")
    bound = None
    for i, j in edges:
        _require(min(i, j) >= 0 and max(i, j) < len(points), "edges: there is no such vertex")
        (px, py, _), (qx, qy, _) = points[i], points[j]
        offset = px * qy - py * qx
        _require(offset > 0, "edges: the origin is not strictly on the left of one of them")
        length = (qx - px) * (qx - px) + (qy - py) * (qy - py)
        nearest = Length(-1, offset * offset, length, _radii(pair), pair.unit)
        if bound is None or less(bound, nearest):
            bound = nearest
    assert bound is not None
    return bound


def _point(points: list[Int3], weights: tuple[Number, ...], pair: IntegerPair) -> Length:
    """The distance of the weighted point from the origin."""
    _require(len(weights) == len(points), "weights: there must be as many as vertices")
    parts = _whole(weights, "weights")
    total = sum(parts)
    _require(min(parts) >= 0 and total > 0, "weights: they are not convex")
    x, y, z = (sum([part * point[i] for part, point in zip(parts, points, strict=True)]) for i in range(3))
    return Length(1, x * x + y * y + z * z, total * total, _radii(pair), pair.unit)


def _difference(pair: IntegerPair, i: int, j: int) -> Int3:
    _require(0 <= i < len(pair.a.vertices) and 0 <= j < len(pair.b.vertices), "vertices: there is no such vertex")
    return int_sub(vertex(pair.a, i), vertex(pair.b, j))


def _radii(pair: IntegerPair) -> int:
    return pair.a.radius + pair.b.radius


def _verdict(lower: Length | None, upper: Length | None, tolerance: float) -> Verdict:
    """The verdict that follows from the bounds, compared exactly.  `touching` requires both bounds."""
    if lower is not None and compare_length(lower, tolerance) > 0:
        return Verdict.SEPARATED
    if upper is not None and compare_length(upper, -tolerance) < 0:
        return Verdict.PENETRATING
    if (
        lower is not None
        and upper is not None
        and compare_length(lower, -tolerance) >= 0
        and compare_length(upper, tolerance) <= 0
    ):
        return Verdict.TOUCHING
    return Verdict.UNDECIDED


# --- the shapes ---


def _most_tolerance(a: _Side, b: _Side, unit: int) -> float:
    """`TOUCHING` × the longest side of the larger shape's AABB, metres."""
    sides = [extent + 2 * LONG * side.core.radius for side in (a, b) for extent in _extents(side)]
    return TOUCHING * length_in_metres(max(sides), LONG, unit)


def _extents(side: _Side) -> list[int]:
    """The extents of the core along the world's axes, in units times `LONG`; rounded up for a curved core."""
    if isinstance(side.shape, PolytopeShape):
        return [extent * LONG for extent in int_extents(side.core)]
    return [_reach(side, axis) + _reach(side, int_neg(axis)) for axis in AXES]


# Length of axes for curved cores.  A square root is rounded up to an integer, so a long axis keeps the rounding error
# small.
LONG = 2**64

AXES: tuple[Int3, ...] = ((LONG, 0, 0), (0, LONG, 0), (0, 0, LONG))


def _reach(side: _Side, direction: Int3) -> int:
    """The extent of the core along `direction`, in units times its length; rounded up for a curved core."""
    shape, core = side
    if isinstance(shape, PolytopeShape):
        return int_support(core, direction)[0]
    if isinstance(shape, CurvedShape):
        local = int_transposed_times(core.rotation, direction)
        return shape.exact_reach(core.sizes, local, core.shift) + int_dot(direction, core.position)
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


def _holds_its_points(side: _Side) -> bool:
    """Whether the points that replace a curved core's vertices lie in it, by exact arithmetic."""
    shape, core = side
    if isinstance(shape, PolytopeShape):
        return True
    if isinstance(shape, CurvedShape):
        return all(shape.exactly_contains(core.sizes, point) for point in core.vertices)
    raise ValueError(f"shape: neither a polytope nor curved: {shape!r}")


# --- validation of untrusted input ---


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise Unproved(fault)


def _require_dimension(evidence: Evidence, dimension: int) -> None:
    """Checks that the evidence is about shapes of this dimension."""
    if dimension == 2:
        _require(not evidence.faces, "faces: they prove nothing about 2D shapes, whose evidence is edges")
        _require(evidence.axis is None or evidence.axis[2] == 0, "axis: must lie in the plane z = 0 for 2D shapes")
    else:
        _require(not evidence.edges, "edges: they prove nothing about 3D shapes, whose evidence is faces")


def _require_form(certificate: Certificate) -> None:
    """Checks the types of those fields that `prove` does not check."""
    claim, evidence = certificate, certificate.evidence
    numbers, flags = (claim.tolerance, claim.lower, claim.upper), (claim.exact, claim.bounded, claim.of_hulls)
    _require(isinstance(claim.verdict, str), "verdict: must be a word")
    _require(claim.proves in list(Proof), f"proves: must be one of {', '.join(Proof)}, got {short_repr(claim.proves)}")
    _require(
        all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers),
        "tolerance, lower, upper: must be numbers",
    )
    _require(all(isinstance(flag, bool) for flag in flags), "exact, bounded, of_hulls: must be True or False")
    _require(isinstance(evidence, Evidence), "evidence: must be Evidence")
    parts = (evidence.vertices, evidence.weights, evidence.faces, evidence.points_a, evidence.points_b, evidence.edges)
    _require(all(isinstance(part, tuple | list) for part in parts), "evidence: must be of tuples")
    _require(evidence.surfaces is None or isinstance(evidence.surfaces, SurfaceEvidence), "surfaces: malformed")


def _whole(numbers: tuple[Number, ...], name: str) -> tuple[int, ...]:
    """Integers in the same proportions."""
    _require(all(isinstance(number, int) or isfinite(number) for number in numbers), f"{name}: not all are finite")
    return as_integers(numbers)[0]


def _finite(points: tuple[Vec3, ...], name: str) -> tuple[Vec3, ...]:
    _require(all(isfinite(number) for point in points for number in point), f"{name}: not all are finite")
    return points
