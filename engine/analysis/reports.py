"""Judges what an engine reported about a pair, each field separately, against the certified answer.

1. The truth is a `Result` of `query`.  If it is certified, or its bounds have met, the signed distance d is one number;
   otherwise it lies between bounds.  A field is wrong only if no distance between the bounds is compatible with it.
2. The *verdict* and the *signed distance* are compared with d.
3. A *normal* n proves a gap of g(n) = min n·b − max n·a, and d is the largest of these: separated shapes are at least
   g apart, overlapping ones separate after moving A by −g along −n.  So d − g(n) ≥ 0 is the *cost* of the normal: how
   much further than the least depth it moves A, or how much of the gap it misses.  Any normal of least cost is right.
4. A *witness point* must lie on the surface of its shape, and the two must be as far apart as the reported distance
   claims.
5. A *contact point* must lie between a point of A and a point of B that are |d| apart, so that its distances from the
   two shapes (0 inside) add up to at most |d|: engines give a point on A, on B, or half-way.  Where they also give its
   places on A and on B, neither may be further outside its body than |d|.  A point that fails is a phantom.  It cannot
   be deeper than the pair; between polytopes its depth must also be that of the overlap at its place
   (`contacts.local_depth`).
6. The *support area* is that of the polygon of all contact points, compared with the exact manifold's,
   unless the faces are tilted against each other.  Four points on
   the boundary of any convex region can cover 2/π of it (Sas, Über eine Extremumeigenschaft der Ellipsen, Compositio
   Mathematica 1939), so a reduction to four does not explain a greater loss.

The truth about a mesh that is not convex is that of its hull (`Result.of_hulls`), and an engine may answer about the
mesh.  Such a report is *not judged*, unless the engine was asked about the hull as well: only what no mesh with this
hull allows is wrong.  Where the hulls are apart, that is an overlap, or a smaller distance.

A number that is infinite or NaN is *not finite*: the field that has it is wrong, whatever the truth is, and a zero
vector is not a normal.  Nothing is computed with either; the other fields are judged without them.

The tolerance is relative to the pair's size, or to its largest coordinate if that is larger: engines compute in single
precision, which rounds coordinates to 6e-8 of their magnitude, and 1e-6 is sixteen such roundings.
"""

from collections.abc import Iterator, Sequence
from math import inf, isfinite, pi
from typing import NamedTuple, Protocol

from gjkscope.engine.analysis.judge import angle
from gjkscope.engine.arguments import length
from gjkscope.engine.contacts.judge import area_across, is_uneven
from gjkscope.engine.contacts.local_depth import local_depth
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.geometry.minkowski import minkowski_difference
from gjkscope.engine.geometry.outlines import outline_normals
from gjkscope.engine.plane.shapes.point2 import Point2
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import TOUCHING, Result, Verdict
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Point, PolytopeShape, Shape, as_pair
from gjkscope.engine.shapes.support import Convex, convex, support
from gjkscope.engine.vectors import ZERO, Vec3, column, dot, neg, norm, scale, sub, unit

# Relative to the size of the pair: engines compute in single precision and stop early.
TOLERANCE = 1e-6

# Some engines return the largest double, or its negative, if they have no result.  Such a value is not a distance, just
# like infinity: bodies end at 1e150 m.
NO_RESULT = 1e300

# A wrong normal is flipped if its opposite costs less than this part of it: for two balls, within 35° of the best one.
FLIPPED = 0.1

# Degrees between two normals that count as different answers; directions closer to the best one cost almost nothing.
DISTINCT = 10.0

# The support area that a reduction to four points may cost: a quadrilateral can cover 2/π of any convex region.
MOST_AREA_LOST = 1 - 2 / pi

# Pairs of corners up to which all normals of A − B are tried, which takes about 5 ms.
FEW_PAIRS = 1 << 12


class ReportedContact(Protocol):
    """A contact point that an engine reported: world space, metres; depth > 0 inside."""

    @property
    def position(self) -> Vec3: ...
    @property
    def depth(self) -> float | None: ...
    @property
    def position_a(self) -> Vec3 | None: ...
    @property
    def position_b(self) -> Vec3 | None: ...
    @property
    def normal(self) -> Vec3 | None: ...


class ReportedAnswer(Protocol):
    """What an engine reported about a pair, in the conventions of `Result`; `None` means not reported."""

    @property
    def verdict(self) -> str | None: ...
    @property
    def signed_distance(self) -> float | None: ...
    @property
    def normal(self) -> Vec3 | None: ...
    @property
    def witness_a(self) -> Vec3 | None: ...
    @property
    def witness_b(self) -> Vec3 | None: ...
    @property
    def points(self) -> Sequence[ReportedContact]: ...
    @property
    def crashed(self) -> str | None: ...


class JudgedVerdict(NamedTuple):
    """`right` is `None` if it cannot be decided, here and in the other records: the truth or the claim is undecided."""

    said: Verdict
    truth: Verdict
    right: bool | None


class JudgedDistance(NamedTuple):
    """Metres; the truth is between `lower` and `upper`, which are equal if it is known.

    If the reported value is not finite, there is no `error`, and `right` is false.
    """

    said: float
    truth: float | None
    lower: float
    upper: float
    error: float | None  #: reported − truth
    relative: float | None  #: |error| / |truth|; `None` for touching shapes
    right: bool | None


class JudgedNormal(NamedTuple):
    """A normal, as reported, and its cost."""

    said: Vec3
    proves: float | None  #: the gap that it proves, metres; < 0: A separates after moving by −proves against the normal
    cost: float | None  #: ≥ 0, metres: the signed distance minus what it proves; `None`: it is zero or not finite
    flipped: bool  #: it is wrong, and its opposite is (nearly) right
    unique: bool | None  #: whether no very different normal is equally good
    right: bool | None


class JudgedWitness(NamedTuple):
    """A witness point and its distance from the surface of its shape, metres; infinite if the point is not finite."""

    said: Vec3
    off_surface: float
    inside: bool
    right: bool


class JudgedWitnesses(NamedTuple):
    """How far the two witness points are apart, and how far they should be, metres."""

    apart: float
    claimed: float | None  #: |reported distance|, or |true distance| if none is reported
    right: bool | None


class JudgedContact(NamedTuple):
    """A contact point; metres.  Where the position or a place on a body is not finite, the distances are infinite."""

    said: Vec3
    depth: float | None
    off_surface: float  #: how much further from the two shapes it is than any point between them
    too_deep: float | None  #: how much deeper it claims to be than the pair, ≥ 0
    off_surface_a: float  #: how far its place on A, or the point itself, is outside A
    off_surface_b: float
    is_phantom: bool
    depth_error: float | None  #: its depth minus that of the overlap there; `None` if one of them is not known
    is_depth_wrong: bool
    normal: JudgedNormal | None  #: its own, if it has one
    right: bool | None
    is_finite: bool = True  #: whether its position, its places on the bodies and its depth are


class JudgedSupport(NamedTuple):
    """The area of the polygon of the contact points, m²."""

    area: float
    exact_area: float
    lost: float  #: the part of the exact area that is missing, 0 … 1
    right: bool | None  #: `None` for a single point: some engines give one per query, on purpose

    @property
    def exceeds_reduction(self) -> bool:
        """Whether more is lost than a reduction to four points can cost."""
        return self.lost > MOST_AREA_LOST + TOLERANCE


class ReportJudgement(NamedTuple):
    """The judgement of a report; `judge_report` makes it.

    >>> from gjkscope import Box, Pose, Reported, judge_report, query
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.9, 0))
    >>> found = judge_report(Reported(("A", "B"), "FCL 0.7", "penetrating", -0.12), query(*pair), *pair)
    >>> found.right, found.verdict.right, found.signed_distance.right, found.normal
    (False, True, False, None)
    """

    truth: Result  #: the answer that it is compared with
    tolerance: float  #: metres
    verdict: JudgedVerdict | None  #: like the next ones: the judgement of this field, None if it was not reported
    signed_distance: JudgedDistance | None  #: whether it is right, and by how much it is wrong
    normal: JudgedNormal | None  #: the same, by the cost of moving along the unit vector
    witness_a: JudgedWitness | None  #: by its distance from the surface of A
    witness_b: JudgedWitness | None  #: by its distance from the surface of B
    witnesses: JudgedWitnesses | None  #: by their distance from each other
    points: tuple[JudgedContact, ...]  #: a judgement of each contact point
    support_area: JudgedSupport | None  #: how much of it the contact points leave out
    crashed: str | None  #: how the engine ended if it gave no answer
    of_mesh: bool = False  #: the truth is of the hull, the engine's answer of the mesh: see `judge_report`
    by_triangles: bool = False  #: the truth and the answer are of the triangles of a mesh (mesh_reports.py)

    @property
    def right(self) -> bool | None:
        """Whether every field is right; `None` if none can be judged."""
        return _all_right(self)


def _all_right(judgement: ReportJudgement) -> bool | None:
    if judgement.crashed is not None:
        return False
    fields = (
        judgement.verdict,
        judgement.signed_distance,
        judgement.normal,
        judgement.witness_a,
        judgement.witness_b,
        judgement.witnesses,
        *judgement.points,
        judgement.support_area,
    )
    known = [field.right for field in fields if field is not None and field.right is not None]
    return all(known) if known else None


def judge_report(
    report: ReportedAnswer,
    truth: Result,
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    tolerance: float = TOLERANCE,
    support: bool = True,
    asked_hulls: bool = False,
) -> ReportJudgement:
    """Judges each field of a report about the pair separately.

    `truth` is the result of `query` for the same pair in the same order; shapes and poses are as for `query`, and a
    mesh is replaced by its convex hull.  If it is not convex, and the engine was not asked about its hull as well
    (`asked_hulls`), only what contradicts both is judged.  `report` is a `Reported`, or any object with its fields.
    `tolerance` is relative to the pair's size, or to its largest coordinate if that is larger; below 1e-9, the accuracy
    of the truth, it has no effect.  `support`: whether to judge the support area, for which the exact manifold is
    needed.

    Raises `ValueError` for an invalid shape, pose or tolerance, and for a report about 2D shapes with a vector that
    leaves the plane z = 0.

    >>> from gjkscope import Box, Pose, Reported, judge_report, query
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.9, 0))
    >>> said = Reported(("A", "B"), "FCL 0.7", "penetrating", -0.12, normal=(0, 1, 0))
    >>> found = judge_report(said, query(*pair), *pair)
    >>> found.verdict.right, found.normal.right, found.signed_distance.right, round(found.signed_distance.relative, 6)
    (True, True, False, 0.2)
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    pair = _Pair(shape_a, a, shape_b, b)
    slack = judged_tolerance(tolerance, *pair)
    if shape_a.dimension == 2:
        _require_plane(report)
    known = _bounds_of(truth, size_of(*pair))
    if truth.of_hulls and not asked_hulls:
        return _judge_mesh(report, truth, known, slack, pair)
    return ReportJudgement(
        truth,
        slack,
        None if report.verdict is None else _verdict(Verdict(report.verdict), known, slack),
        None if report.signed_distance is None else _distance(report.signed_distance, known, slack),
        None if report.normal is None else _normal(report.normal, known, slack, pair),
        None if report.witness_a is None else _witness(report.witness_a, pair.a, pair.pose_a, slack),
        None if report.witness_b is None else _witness(report.witness_b, pair.b, pair.pose_b, slack),
        _witnesses(report, known, slack),
        tuple(_contact(point, known, slack, pair) for point in report.points),
        _support(report, known, slack, pair) if support else None,
        report.crashed,
    )


def is_finite(*said: float | tuple[float, ...] | None) -> bool:
    """Whether all numbers that an engine reported are finite: not NaN, not infinite, not a stand-in for "no result".

    >>> is_finite(0.5, (0.0, 1.0, 0.0), None), is_finite((0.0, float("nan"), 0.0)), is_finite(-1.7e308)
    (True, False, False)
    """
    numbers = (number for part in said for number in (part if isinstance(part, tuple) else (part,)))
    return all(number is None or abs(number) < NO_RESULT for number in numbers)  # false for NaN


def finite_point(point: ReportedContact) -> bool:
    """Whether the position of a contact point, its places on the bodies and its depth are finite."""
    return is_finite(point.position, point.position_a, point.position_b, point.depth)


def _require_plane(report: ReportedAnswer) -> None:
    """Raises `ValueError` unless all vectors of the report lie in the plane z = 0."""
    vectors = {"normal": report.normal, "witness_a": report.witness_a, "witness_b": report.witness_b}
    vectors |= {f"points[{i}].position": point.position for i, point in enumerate(report.points)}
    for name, vector in vectors.items():
        if vector is not None and vector[2] != 0:
            raise ValueError(f"{name}: must lie in the plane z = 0 for 2D shapes, got {vector}")


class _Pair(NamedTuple):
    """The arguments of `query`, validated."""

    a: Shape
    pose_a: Pose
    b: Shape
    pose_b: Pose


class _Known(NamedTuple):
    """The known bounds on the signed distance, metres."""

    verdict: Verdict
    lower: float
    upper: float
    best: float | None  # the best estimate
    normal: Vec3 | None

    def right(self, contradicted: bool) -> bool | None:
        """A field's `right`: without a decided truth, only a contradiction can be found."""
        if contradicted:
            return False
        return None if self.verdict is Verdict.UNDECIDED else True


def _bounds_of(truth: Result, size: float) -> _Known:
    """One number if the distance is certified or the bounds have met, otherwise the certificate's bounds."""
    lower, upper, proved = truth.lower, truth.upper, truth.certificate
    distance = truth.signed_distance
    if distance is not None and (truth.certified or upper - lower <= TOUCHING * max(size, abs(distance))):
        lower = upper = distance
    elif proved is not None:
        lower = proved.lower if isfinite(proved.lower) else lower
        upper = proved.upper if isfinite(proved.upper) else upper
    return _Known(truth.verdict, lower, upper, distance, truth.normal)


def tolerance_unit(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> float:
    """The size of a pair, or its largest coordinate if that is larger, metres: the unit of relative tolerances.

    >>> from gjkscope import Box, Pose
    >>> from gjkscope.engine.analysis.reports import tolerance_unit
    >>> tolerance_unit(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(9, 0, 0)))
    10.0
    """
    corners = (*aabb(shape_a, pose_a), *aabb(shape_b, pose_b))
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    return max(size, *(abs(coordinate) for corner in corners for coordinate in corner))


def judged_tolerance(tolerance: float, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> float:
    """The allowed error of a pair, metres, given the tolerance of `judge_report`.  Raises `ValueError` for one < 0."""
    relative = max(length("tolerance", tolerance, zero=True), TOUCHING)
    return relative * tolerance_unit(shape_a, pose_a, shape_b, pose_b)


def _judge_mesh(report: ReportedAnswer, truth: Result, known: _Known, slack: float, pair: _Pair) -> ReportJudgement:
    """The faults of an answer about any mesh with this hull, given the truth about the hull.

    Bodies are at least as far apart as their hulls; hulls that overlap say nothing about the bodies in them.
    """
    apart = truth.verdict is Verdict.SEPARATED
    bounds = _Known(Verdict.UNDECIDED, known.lower if apart else -inf, inf, None, None)
    verdict = None if report.verdict is None else _verdict(Verdict(report.verdict), bounds, slack)
    points = [point for point in report.points if not finite_point(point)]
    return ReportJudgement(
        truth,
        slack,
        verdict if verdict is None or not apart else verdict._replace(truth=truth.verdict),
        None if report.signed_distance is None else _distance_of_mesh(report.signed_distance, bounds, slack),
        None if _is_direction(report.normal) else _normal(report.normal or ZERO, bounds, slack, pair),
        None if is_finite(report.witness_a) else _witness(report.witness_a or ZERO, pair.a, pair.pose_a, slack),
        None if is_finite(report.witness_b) else _witness(report.witness_b or ZERO, pair.b, pair.pose_b, slack),
        None,
        tuple(_contact(point, bounds, slack, pair) for point in points),
        None,
        report.crashed,
        of_mesh=True,
    )


def _distance_of_mesh(said: float, bounds: _Known, slack: float) -> JudgedDistance:
    """With the least error, if it is smaller than the distance of the hulls."""
    judged = _distance(said, bounds, slack)
    return judged._replace(error=said - bounds.lower) if judged.right is False and is_finite(said) else judged


def _is_direction(normal: Vec3 | None) -> bool:
    """Whether a normal is a direction, or none was reported."""
    return normal is None or (is_finite(normal) and unit(normal) != ZERO)


# --- verdict and distance ---


def _verdict(said: Verdict, known: _Known, slack: float) -> JudgedVerdict:
    apart, overlapping = known.lower > slack, known.upper < -slack
    contradicted = {
        Verdict.SEPARATED: overlapping,
        Verdict.TOUCHING: apart or overlapping,
        Verdict.PENETRATING: apart,
        Verdict.UNDECIDED: False,
    }[said]
    right = None if said is Verdict.UNDECIDED else known.right(contradicted)
    return JudgedVerdict(said, known.verdict, right)


def _distance(said: float, known: _Known, slack: float) -> JudgedDistance:
    if not is_finite(said):
        return JudgedDistance(said, known.best, known.lower, known.upper, None, None, False)
    contradicted = said < known.lower - slack or said > known.upper + slack
    error = None if known.best is None else said - known.best
    relative = abs(error) / abs(known.best) if error is not None and known.best else None
    if relative is not None and not isfinite(relative):
        relative = None
    return JudgedDistance(said, known.best, known.lower, known.upper, error, relative, known.right(contradicted))


# --- normal ---


def gap_along(direction: Vec3, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> float:
    """min n·b − max n·a over the points of the shapes, metres, for a unit vector n in world space.

    Positive if n separates the shapes, by that much; otherwise minus how far A must move along −n to separate them.
    The arguments must be validated.
    """
    a, b = convex(shape_a, Pose(pose_a.rotation)), convex(shape_b, Pose(pose_b.rotation))
    # Relative to A's position, so that coordinates far from the origin cost no precision.
    between = dot(direction, sub(pose_b.position, pose_a.position))
    return between - _reach(a, direction) - _reach(b, neg(direction))


def _reach(core: Convex, direction: Vec3) -> float:
    """The largest height of a shape along a unit vector, relative to its position."""
    return dot(direction, support(core, direction)[0]) + core.radius


def _normal(said: Vec3, known: _Known, slack: float, pair: _Pair) -> JudgedNormal:
    direction = unit(said) if is_finite(said) else ZERO
    if direction == ZERO:
        return JudgedNormal(said, None, None, False, None, False)
    proves, opposite = gap_along(direction, *pair), gap_along(neg(direction), *pair)
    contradicted = known.lower - proves > slack
    best = known.lower if known.best is None else known.best
    cost, cost_of_opposite = max(best - proves, 0.0), max(best - opposite, 0.0)
    return JudgedNormal(
        said,
        proves,
        cost if isfinite(cost) else None,
        contradicted and cost_of_opposite < FLIPPED * cost,
        _is_unique(direction, known, slack, pair),
        known.right(contradicted),
    )


def _is_unique(said: Vec3, known: _Known, slack: float, pair: _Pair) -> bool | None:
    """Whether all directions that reach the signed distance are close to each other."""
    if known.lower > slack:
        return True  # two separated convex shapes have one
    if known.best is None:
        return None
    first: Vec3 | None = None
    for direction in _candidates(said, known, pair):
        if known.best - gap_along(direction, *pair) > slack:
            continue
        if first is not None and angle(first, direction) > DISTINCT:
            return False
        first = first or direction
    return True


def _candidates(said: Vec3, known: _Known, pair: _Pair) -> Iterator[Vec3]:
    """Directions in which overlapping shapes may separate: the axes of both, and for few corners all faces of A − B."""
    if known.normal is not None:
        yield known.normal
        yield neg(known.normal)
    yield said
    yield neg(said)
    for pose in (pair.pose_a, pair.pose_b):
        for axis in range(pair.a.dimension):
            yield column(pose.rotation, axis)
            yield neg(column(pose.rotation, axis))
    yield from _face_normals(pair)


def _face_normals(pair: _Pair) -> Sequence[Vec3]:
    """The outward normals of A − B, which point from A to B; none if they are not exact, or too many."""
    a, b = pair.a, pair.b
    if not (isinstance(a, PolytopeShape) and isinstance(b, PolytopeShape)):
        return ()
    if len(a.corners()) * len(b.corners()) > FEW_PAIRS:
        return ()
    difference = minkowski_difference(a, pair.pose_a.rotation, b, pair.pose_b.rotation)
    normals = difference.core.normals if a.dimension == 3 else outline_normals(difference.core)
    return [(x, y, z) for x, y, z in normals.tolist()]


# --- points ---


def _witness(said: Vec3, shape: Shape, pose: Pose, slack: float) -> JudgedWitness:
    if not is_finite(said):
        return JudgedWitness(said, inf, False, False)
    offset = _from_surface(said, shape, pose)
    return JudgedWitness(said, abs(offset.best), offset.best < 0, not (offset.lower > slack or offset.upper < -slack))


class _Offset(NamedTuple):
    """The signed distance of a point from a shape, metres, > 0 outside: bounds and the best estimate."""

    lower: float
    upper: float
    best: float


def _from_surface(point: Vec3, shape: Shape, pose: Pose) -> _Offset:
    answer = result_only(Point() if shape.dimension == 3 else Point2(), Pose(position=point), shape, pose)
    best = answer.signed_distance
    if best is None:  # further away than the square of a double reaches: at that scale, shapes are points
        best = norm(sub(point, pose.position))
        return _Offset(best, best, best)
    return _Offset(answer.lower, answer.upper, best)


def _witnesses(report: ReportedAnswer, known: _Known, slack: float) -> JudgedWitnesses | None:
    if report.witness_a is None or report.witness_b is None or not is_finite(report.witness_a, report.witness_b):
        return None
    apart = 2 * norm(sub(scale(report.witness_b, 0.5), scale(report.witness_a, 0.5)))  # halves cannot overflow
    if report.signed_distance is not None and is_finite(report.signed_distance):
        claimed = abs(report.signed_distance)
        return JudgedWitnesses(apart, claimed, abs(apart - claimed) <= slack)
    least = max(known.lower, -known.upper, 0.0)
    most = max(abs(known.lower), abs(known.upper))
    contradicted = apart < least - slack or apart > most + slack
    return JudgedWitnesses(apart, None if known.best is None else abs(known.best), known.right(contradicted))


def _contact(point: ReportedContact, known: _Known, slack: float, pair: _Pair) -> JudgedContact:
    if not finite_point(point):
        normal = None if point.normal is None else _normal(point.normal, known, slack, pair)
        is_depth_wrong = point.depth is not None and not is_finite(point.depth)
        return JudgedContact(
            point.position, point.depth, inf, None, inf, inf, False, None, is_depth_wrong, normal, False, False
        )
    from_a = _from_surface(point.position, pair.a, pair.pose_a)
    from_b = _from_surface(point.position, pair.b, pair.pose_b)
    gap = max(abs(known.lower), abs(known.upper))
    far = max(from_a.lower, 0.0) + max(from_b.lower, 0.0) - gap
    off_surface = max(from_a.best, 0.0) + max(from_b.best, 0.0) - gap
    if point.position_a is not None and point.position_b is not None:
        from_a = _from_surface(point.position_a, pair.a, pair.pose_a)
        from_b = _from_surface(point.position_b, pair.b, pair.pose_b)
        far = max(far, max(from_a.lower, from_b.lower) - gap)
        off_surface = max(off_surface, max(from_a.best, from_b.best) - gap)
    too_deep = None if point.depth is None else max(point.depth - max(-known.lower, 0.0), 0.0)
    depth_error, is_depth_wrong = _depth_error(point, known, slack, pair)
    is_depth_wrong |= too_deep is not None and too_deep > slack
    normal = None if point.normal is None else _normal(point.normal, known, slack, pair)
    contradicted = far > slack or is_depth_wrong or (normal is not None and normal.right is False)
    return JudgedContact(
        point.position,
        point.depth,
        max(off_surface, 0.0),
        too_deep,
        max(from_a.best, 0.0),
        max(from_b.best, 0.0),
        far > slack,
        depth_error,
        is_depth_wrong,
        normal,
        known.right(contradicted),
    )


def _depth_error(point: ReportedContact, known: _Known, slack: float, pair: _Pair) -> tuple[float | None, bool]:
    """The difference between the depth of a point and that of the overlap at its place, and whether it is too large."""
    if point.depth is None or known.normal is None:
        return None, False
    local = local_depth(point.position, known.normal, *pair, slack)
    if local is None:
        return None, False
    error = point.depth - local.depth
    return error, abs(error) > local.uncertainty + slack


def _support(report: ReportedAnswer, known: _Known, slack: float, pair: _Pair) -> JudgedSupport | None:
    """Only of shapes that touch or overlap, and where the exact manifold has an area of about the same depth."""
    if not report.points or known.normal is None or known.lower > slack:
        return None
    if not all(map(finite_point, report.points)):
        return None
    if not POLICIES["exact"].applies(pair.a, pair.b):
        return None
    points = manifold(*pair).points
    exact = area_across([point.position for point in points], known.normal)
    if exact <= slack * slack or is_uneven(points, known.normal):
        return None
    area = area_across([point.position for point in report.points], known.normal)
    lost = max(0.0, 1.0 - area / exact)
    judged = JudgedSupport(area, exact, lost, None)
    return judged if len(report.points) == 1 else judged._replace(right=not judged.exceeds_reduction)
