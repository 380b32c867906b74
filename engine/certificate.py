"""Certificates: answers about a pair of shapes that can be checked without trusting whoever found them.

The signed distance d of two convex shapes is told by A − B = { a − b }: the distance of the origin from it, or minus
the distance of the origin from its surface when the origin is inside.  A certificate claims a verdict and two numbers,
lower ≤ d ≤ upper, and holds evidence of up to three kinds.  Each proves its bound whatever it came from:

1. An *axis* n.  No point of A − B is higher along n than h = max n·a − min n·b, so a plane at the height h / |n| has
   A − B on one side.  Where h < 0, the origin is at least −h / |n| away; where h ≥ 0, A can leave by moving h / |n|.
   Either way d ≥ −h / |n|.
2. *Weights* w of some vertices aᵢ − bᵢ, none negative.  A − B is convex, so p = Σ wᵢ (aᵢ − bᵢ) / Σ wᵢ is one of its
   points, and d ≤ |p|.  Where p is 0, the same weights make one point of A and of B: the common point.
3. *Faces* around the origin: triangles of such vertices, each with the origin strictly behind its plane, that close
   up: each of their sides is run along as often one way as the other.  Seen from the origin every triangle is a patch
   of the sphere that is passed anticlockwise, and where no side is left over, patches cover all directions equally
   often, hence at least once.  So every ray from the origin meets a face, no nearer than the nearest plane, at r:
   A − B holds the ball of radius r, and d ≤ −r.

A ball around both cores with the sum of the radii, R, takes R off both bounds.

All of it is computed in whole numbers from the shapes' own doubles (integers.py); nothing is rounded but the two
bounds in the end, outwards.  Of the algorithms this module uses nothing.  Curved cores (cylinder, cone, ellipsoid) have
no vertices: points take their place that must satisfy the shape's inequality, and the square root in h is rounded up.
Such a certificate is `bounded`: true, but never `exact`.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from math import inf, isfinite, isqrt
from typing import NamedTuple

from .arguments import shown
from .integers import (
    Int3,
    Length,
    Pair,
    Placed,
    PolytopeShape,
    bracket,
    compare,
    cross,
    dot,
    less,
    metres,
    neg,
    placed,
    sub,
    support,
    transposed_times,
    vertex,
    whole,
)
from .pose import Pose, as_pose
from .result import TOUCHING, Verdict
from .shapes import Cone, Cylinder, Ellipsoid, Mesh, Shape, as_shape
from .vectors import Vec3

Number = int | float
"""Taken for exactly what it is.  A direction or a set of weights may have any length, and so needs no fractions."""

Number3 = tuple[Number, Number, Number]


@dataclass(frozen=True)
class Evidence:
    """What proves the bounds; see above.  What is empty proves nothing, and is no fault."""

    axis: Number3 | None = None  # from A to B, any length
    vertices: tuple[tuple[int, int], ...] = ()  # points of A − B: the number of a vertex of A, of one of B
    weights: tuple[Number, ...] = ()  # of all vertices, in their order
    faces: tuple[tuple[int, int, int], ...] = ()  # by the place of `vertices`, anticlockwise seen from outside
    points_a: tuple[Vec3, ...] = ()  # local, metres: what stands for the vertices of a curved shape
    points_b: tuple[Vec3, ...] = ()


@dataclass(frozen=True)
class Certificate:
    """A claim about the signed distance of two placed shapes, metres, and its evidence."""

    verdict: Verdict
    tolerance: float  # what the verdict calls touching: |signed distance| ≤ tolerance.  0 is the word's plain meaning
    lower: float  # ≤ signed distance
    upper: float
    exact: bool  # the two bounds are one and the same number; `lower` and `upper` are the doubles around it
    bounded: bool  # a core is curved: its reach along the axis was rounded outwards
    of_hulls: bool  # one of the shapes is a mesh, and spoken of is its convex hull
    evidence: Evidence


class Unproved(ValueError):
    """The evidence does not fit the shapes; the message says where."""


def check(certificate: Certificate, shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> bool:
    """Whether the certificate's evidence proves its claim about these shapes.

    Poses are `Pose` values or 4×4 matrices.  Raises `ValueError` for what is no certificate, no shape or no pose;
    evidence that makes no sense proves nothing.
    """
    return objection(certificate, shape_a, pose_a, shape_b, pose_b) is None


def objection(certificate: Certificate, shape_a: Shape, pose_a: object, shape_b: Shape, pose_b: object) -> str | None:
    """What is wrong with a certificate about these shapes, in words; `None` when its evidence proves its claim.

    Takes the same as `check`.
    """
    if not isinstance(certificate, Certificate):
        raise ValueError(f"certificate: must be a Certificate, got {shown(certificate)}")
    a, b = as_pose(pose_a, "pose_a"), as_pose(pose_b, "pose_b")
    shape_a, shape_b = as_shape(shape_a, "shape_a"), as_shape(shape_b, "shape_b")
    try:
        _require_form(certificate)
        proved = prove(certificate.evidence, shape_a, a, shape_b, b, certificate.tolerance)
    except (TypeError, ValueError, OverflowError) as fault:  # ill-formed, or `Unproved`
        return str(fault)
    if certificate.verdict != proved.verdict or proved.verdict is Verdict.UNDECIDED:
        return f"verdict: the evidence proves {proved.verdict}, not {certificate.verdict}"
    if not certificate.lower <= proved.lower:
        return f"lower: the evidence proves {proved.lower}, not {shown(certificate.lower)}"
    if not certificate.upper >= proved.upper:
        return f"upper: the evidence proves {proved.upper}, not {shown(certificate.upper)}"
    if certificate.exact and not proved.exact:
        return "exact: the two bounds are not the same number"
    if (certificate.bounded, certificate.of_hulls) != (proved.bounded, proved.of_hulls):
        return "bounded, of_hulls: not true of these shapes"
    return None


def prove(
    evidence: Evidence, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, tolerance: float | None = None
) -> Certificate:
    """The most that the evidence proves about these shapes; the verdict is `undecided` where it does not prove one.

    Without a `tolerance` (metres) it is the engine's for these shapes, which is also the most that it may be.
    Raises `Unproved` when this is no evidence about such shapes.
    """
    points = _finite(evidence.points_a, "points_a"), _finite(evidence.points_b, "points_b")
    pair = placed(shape_a, pose_a, shape_b, pose_b, *points)
    a, b = _Side(shape_a, pair.a), _Side(shape_b, pair.b)
    _require(_holds_its_points(a), "points_a: one of them is outside the shape")
    _require(_holds_its_points(b), "points_b: one of them is outside the shape")
    lower, upper = _lower(evidence, a, b, pair), _upper(evidence, pair)
    most = _most_tolerance(a, b, pair.unit)
    tolerance = most if tolerance is None else tolerance
    _require(0 <= tolerance <= most, f"tolerance: must be from 0 to {most} m, got {tolerance}")
    return Certificate(
        _verdict(lower, upper, tolerance),
        tolerance,
        bracket(lower)[0] if lower else -inf,
        bracket(upper)[1] if upper else inf,
        exact=lower is not None and upper is not None and not less(lower, upper),
        bounded=not (isinstance(shape_a, PolytopeShape) and isinstance(shape_b, PolytopeShape)),
        of_hulls=isinstance(shape_a, Mesh) or isinstance(shape_b, Mesh),
        evidence=evidence,
    )


# --- the bounds ---


class _Side(NamedTuple):
    shape: Shape
    core: Placed


def _lower(evidence: Evidence, a: _Side, b: _Side, pair: Pair) -> Length | None:
    """By the axis: the plane at the height of the support."""
    if evidence.axis is None:
        return None
    x, y, z = _whole(evidence.axis, "axis")
    direction = (x * LONG, y * LONG, z * LONG)
    _require(direction != (0, 0, 0), "axis: zero is no direction")
    height = _reach(a, direction) + _reach(b, neg(direction))
    return Length(1 if height < 0 else -1, height * height, dot(direction, direction), _radii(pair), pair.unit)


def _upper(evidence: Evidence, pair: Pair) -> Length | None:
    """By the faces and the weights: the lesser bound."""
    points = [_difference(pair, i, j) for i, j in evidence.vertices]
    bounds = []
    if evidence.faces:
        bounds.append(_ball(points, evidence.faces, pair))
    if evidence.weights:
        bounds.append(_point(points, evidence.weights, pair))
    if len(bounds) == 2 and less(bounds[1], bounds[0]):
        return bounds[1]
    return bounds[0] if bounds else None


def _ball(points: list[Int3], faces: tuple[tuple[int, int, int], ...], pair: Pair) -> Length:
    """The ball around the origin that the faces enclose."""
    _require(all(len(face) == 3 for face in faces), "faces: one of them is no triangle")
    sides = Counter(side for face in faces for side in pairwise((*face, face[0])))
    _require(all(sides[j, i] == count for (i, j), count in sides.items()), "faces: they do not close up")
    bound = None
    for i, j, k in faces:
        _require(min(i, j, k) >= 0 and max(i, j, k) < len(points), "faces: there is no such vertex")
        normal = cross(sub(points[j], points[i]), sub(points[k], points[i]))
        offset = dot(normal, points[i])
        _require(offset > 0, "faces: the origin is not strictly behind one of them")
        nearest = Length(-1, offset * offset, dot(normal, normal), _radii(pair), pair.unit)
        if bound is None or less(bound, nearest):
            bound = nearest
    assert bound is not None
    return bound


def _point(points: list[Int3], weights: tuple[Number, ...], pair: Pair) -> Length:
    """The distance of the weighted point."""
    _require(len(weights) == len(points), "weights: there must be as many as vertices")
    parts = _whole(weights, "weights")
    total = sum(parts)
    _require(min(parts) >= 0 and total > 0, "weights: they are not convex")
    x, y, z = (sum([part * point[i] for part, point in zip(parts, points, strict=True)]) for i in range(3))
    return Length(1, x * x + y * y + z * z, total * total, _radii(pair), pair.unit)


def _difference(pair: Pair, i: int, j: int) -> Int3:
    _require(0 <= i < len(pair.a.vertices) and 0 <= j < len(pair.b.vertices), "vertices: there is no such vertex")
    return sub(vertex(pair.a, i), vertex(pair.b, j))


def _radii(pair: Pair) -> int:
    return pair.a.radius + pair.b.radius


def _verdict(lower: Length | None, upper: Length | None, tolerance: float) -> Verdict:
    """What the bounds say, compared exactly.  Contact within the tolerance needs both."""
    if lower is not None and compare(lower, tolerance) > 0:
        return Verdict.SEPARATED
    if upper is not None and compare(upper, -tolerance) < 0:
        return Verdict.PENETRATING
    if lower is not None and upper is not None and compare(lower, -tolerance) >= 0 and compare(upper, tolerance) <= 0:
        return Verdict.TOUCHING
    return Verdict.UNDECIDED


# --- the shapes ---


def _most_tolerance(a: _Side, b: _Side, unit: int) -> float:
    """`TOUCHING` × the longest side of the larger shape's AABB, metres."""
    sides = [
        _reach(side, axis) + _reach(side, neg(axis)) + 2 * LONG * side.core.radius for side in (a, b) for axis in AXES
    ]
    return TOUCHING * metres((max(sides), 0, 0), LONG, unit)[0]


# A square root is rounded to a whole unit times the length of the axis, and the axis may have any length.
LONG = 2**64

AXES: tuple[Int3, ...] = ((LONG, 0, 0), (0, LONG, 0), (0, 0, LONG))


def _reach(side: _Side, direction: Int3) -> int:
    """How far the core reaches along `direction`, units times its length; of a curved one, no less than that."""
    shape, core = side
    if isinstance(shape, PolytopeShape):
        return support(core, direction)[0]
    d = transposed_times(core.rotation, direction)
    r, s, t = core.sizes
    if isinstance(shape, Ellipsoid):
        reach = _root((r * d[0]) ** 2 + (s * d[1]) ** 2 + (t * d[2]) ** 2, core.shift)
    else:
        along, across = _split(shape, d)
        rim = _root(r * r * across, core.shift)
        if isinstance(shape, Cylinder):
            reach = rim + (s * abs(along) << core.shift)
        else:
            reach = max(s * along << core.shift, rim - (s * along << core.shift))
    return reach + dot(direction, core.position)


def _root(square: int, shift: int) -> int:
    """√square · 2^shift, rounded up."""
    square <<= 2 * shift
    root = isqrt(square)
    return root if root * root == square else root + 1


def _split(shape: Cylinder | Cone, v: Int3) -> tuple[int, int]:
    """The part of a local vector along the shape's axis, and the square of the part across it."""
    along = v["xyz".index(shape.axis)]
    return along, dot(v, v) - along * along


def _holds_its_points(side: _Side) -> bool:
    """Whether the points that stand for a curved core's vertices are in it: inequalities of whole numbers."""
    shape, core = side
    r, s, t = core.sizes
    if isinstance(shape, PolytopeShape):
        return True
    if isinstance(shape, Ellipsoid):
        return all(
            (x * s * t) ** 2 + (y * t * r) ** 2 + (z * r * s) ** 2 <= (r * s * t) ** 2 for x, y, z in core.vertices
        )
    split = [_split(shape, point) for point in core.vertices]
    if isinstance(shape, Cylinder):
        return all(abs(along) <= s and across <= r * r for along, across in split)
    # A cone is r (s − along) / 2s wide.
    return all(abs(along) <= s and across * (2 * s) ** 2 <= (r * (s - along)) ** 2 for along, across in split)


# --- numbers of unknown origin ---


def _require(holds: bool, fault: str) -> None:
    if not holds:
        raise Unproved(fault)


def _require_form(certificate: Certificate) -> None:
    """That each field is of its type, as far as `prove` does not see to it."""
    claim, evidence = certificate, certificate.evidence
    numbers, flags = (claim.tolerance, claim.lower, claim.upper), (claim.exact, claim.bounded, claim.of_hulls)
    _require(isinstance(claim.verdict, str), "verdict: must be a word")
    _require(
        all(isinstance(number, int | float) and not isinstance(number, bool) for number in numbers),
        "tolerance, lower, upper: must be numbers",
    )
    _require(all(isinstance(one, bool) for one in flags), "exact, bounded, of_hulls: must be True or False")
    _require(isinstance(evidence, Evidence), "evidence: must be Evidence")
    parts = (evidence.vertices, evidence.weights, evidence.faces, evidence.points_a, evidence.points_b)
    _require(all(isinstance(part, tuple | list) for part in parts), "evidence: must be of tuples")


def _whole(numbers: tuple[Number, ...], name: str) -> tuple[int, ...]:
    """Whole numbers in the same proportions."""
    _require(all(isinstance(number, int) or isfinite(number) for number in numbers), f"{name}: not all are finite")
    return whole(numbers)[0]


def _finite(points: tuple[Vec3, ...], name: str) -> tuple[Vec3, ...]:
    _require(all(isfinite(number) for point in points for number in point), f"{name}: not all are finite")
    return points
