"""Judges what an engine reported about meshes that it took as triangles, against the distance of the triangles.

1. The truth is a `Result` of `mesh-distance` (or `brute`): a distance, or that the surfaces overlap.
2. The *verdict* and a *signed distance* above 0 are compared with it.  No depth is defined for surfaces: engines name
   that of one triangle.  Of a report below 0, only the sign is judged.
3. A *normal* n of surfaces that are d apart is right if A meets B after moving by d along n.  What is left of the gap
   is its cost.  For two parallel faces, that is what `judge_report` calls the cost.
4. A *witness point* must lie on the surface of its shape, and the two must be as far apart as the reported distance.

What is inside a closed mesh overlaps the solid, but not the surface.  Engines take either, so that there neither the
verdict nor the distance is judged.  Of surfaces that overlap, only the verdict is judged, and that all numbers are
finite.
"""

from math import inf

import numpy as np

from gjkscope.engine.analysis.reports import (
    FLIPPED,
    JudgedContact,
    JudgedDistance,
    JudgedNormal,
    JudgedVerdict,
    JudgedWitness,
    JudgedWitnesses,
    ReportedAnswer,
    ReportJudgement,
    finite_point,
    is_finite,
    judged_tolerance,
)
from gjkscope.engine.brute.nearest import on_triangles
from gjkscope.engine.meshes.sides import is_triangles
from gjkscope.engine.meshes.tree import triangle_corners
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, Result, Verdict
from gjkscope.engine.shapes.kinds import Point, Shape, TriangleSurface, as_pair
from gjkscope.engine.vectors import ZERO, Vec3, along, neg, norm, sub, unit


def judge_mesh_report(
    report: ReportedAnswer,
    truth: Result,
    shape_a: Shape,
    pose_a: object,
    shape_b: Shape,
    pose_b: object,
    tolerance: float,
) -> ReportJudgement:
    """Judges a report about meshes as triangles; arguments and errors are those of `judge_report`.

    `truth` is the result of `query(…, "mesh-distance")` or `query(…, "brute")` for the same pair in the same order.

    >>> from gjkscope import Mesh, Pose, Reported, Sphere, query
    >>> frame = Mesh([(x, y, 0) for x in (-2, -1, 1, 2) for y in (-2, 2)], [(0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7)])
    >>> pair = frame, Pose(), Sphere(0.25), Pose()
    >>> said = Reported(("A", "B"), "an engine", signed_distance=-0.25)
    >>> judge_mesh_report(said, query(*pair, "mesh-distance"), *pair, 1e-6).verdict.right
    False
    """
    a, b = as_pair(shape_a, pose_a, shape_b, pose_b)
    slack = judged_tolerance(tolerance, shape_a, a, shape_b, b)
    distance, normal = report.signed_distance, report.normal
    gap = truth.signed_distance if truth.verdict is not Verdict.PENETRATING else None
    is_known = gap is not None
    return ReportJudgement(
        truth,
        slack,
        _verdict(report, truth, slack),
        None if distance is None else _distance(distance, truth, slack),
        None if normal is None else _normal(normal, gap, slack, (shape_a, a, shape_b, b)),
        _witness(report.witness_a, shape_a, a, slack, is_known),
        _witness(report.witness_b, shape_b, b, slack, is_known),
        _witnesses(report, gap, slack),
        tuple(_contact(point.position, point.depth) for point in report.points if not finite_point(point)),
        None,
        report.crashed,
        by_triangles=True,
    )


def _verdict(report: ReportedAnswer, truth: Result, slack: float) -> JudgedVerdict | None:
    """That of the report, or that of its distance."""
    if report.verdict is not None:
        said = Verdict(report.verdict)
    elif report.signed_distance is None or not is_finite(report.signed_distance):
        return None
    elif report.signed_distance == 0:
        said = Verdict.TOUCHING
    else:
        said = Verdict.SEPARATED if report.signed_distance > 0 else Verdict.PENETRATING
    if said is Verdict.UNDECIDED or truth.exit is Exit.CONTAINED:
        return JudgedVerdict(said, truth.verdict, None)
    apart, overlapping = truth.lower > slack, truth.upper < -slack
    contradicted = (apart and said is not Verdict.SEPARATED) or (overlapping and said is not Verdict.PENETRATING)
    is_decided = truth.verdict is not Verdict.UNDECIDED
    return JudgedVerdict(said, truth.verdict, False if contradicted else True if is_decided else None)


def _distance(said: float, truth: Result, slack: float) -> JudgedDistance:
    """A depth is not judged, nor is a distance inside a closed mesh."""
    lower, upper, best = truth.lower, truth.upper, truth.signed_distance
    if not is_finite(said):
        return JudgedDistance(said, best, lower, upper, None, None, False)
    if truth.exit is Exit.CONTAINED or (said < 0 and truth.verdict is not Verdict.SEPARATED):
        return JudgedDistance(said, None, -inf, upper, None, None, None)
    contradicted = said < lower - slack or said > upper + slack
    is_known = best is not None and truth.verdict is not Verdict.UNDECIDED
    error = said - best if best is not None else None
    relative = abs(error) / abs(best) if error is not None and best else None
    return JudgedDistance(
        said, best, lower, upper, error, relative, False if contradicted else True if is_known else None
    )


def _normal(said: Vec3, gap: float | None, slack: float, pair: tuple[Shape, Pose, Shape, Pose]) -> JudgedNormal:
    direction = unit(said) if is_finite(said) else ZERO
    if direction == ZERO:
        return JudgedNormal(said, None, None, False, None, False)
    if gap is None or gap <= slack:
        return JudgedNormal(said, None, None, False, None, None)
    cost, opposite = (_left_of_gap(way, gap, pair) for way in (direction, neg(direction)))
    is_wrong = cost > slack
    return JudgedNormal(said, None, cost, is_wrong and opposite < FLIPPED * cost, None, not is_wrong)


def _left_of_gap(direction: Vec3, gap: float, pair: tuple[Shape, Pose, Shape, Pose]) -> float:
    """The distance that is proved once A has moved by the gap along a direction, ≥ 0."""
    a, pose_a, b, pose_b = pair
    moved = pose_a._replace(position=along(pose_a.position, direction, gap))
    return max(result_only(a, moved, b, pose_b, "mesh-distance").lower, 0.0)


def _witness(said: Vec3 | None, shape: Shape, pose: Pose, slack: float, is_known: bool) -> JudgedWitness | None:
    if said is None:
        return None
    if not is_finite(said):
        return JudgedWitness(said, inf, False, False)
    if not is_known:
        return None
    offset = _from_surface(said, shape, pose)
    return JudgedWitness(said, abs(offset), offset < 0, abs(offset) <= slack)


def _from_surface(point: Vec3, shape: Shape, pose: Pose) -> float:
    """The distance of a point from a surface, metres; < 0 inside of a convex solid, or within a mesh's rounding."""
    if isinstance(shape, TriangleSurface) and is_triangles(shape):
        corners = triangle_corners(shape) @ np.array(pose.rotation).T
        return float(on_triangles(sub(point, pose.position), corners)[1].min()) - shape.rounding
    found = result_only(Point(), Pose(position=point), shape, pose)
    return found.lower if found.signed_distance is None else found.signed_distance


def _witnesses(report: ReportedAnswer, gap: float | None, slack: float) -> JudgedWitnesses | None:
    if gap is None or report.witness_a is None or report.witness_b is None:
        return None
    if not is_finite(report.witness_a, report.witness_b):
        return None
    apart, said = norm(sub(report.witness_b, report.witness_a)), report.signed_distance
    claimed = gap if said is None or not is_finite(said) else abs(said)
    return JudgedWitnesses(apart, claimed, abs(apart - claimed) <= slack)


def _contact(said: Vec3, depth: float | None) -> JudgedContact:
    """A contact point that is not finite."""
    is_depth_wrong = depth is not None and not is_finite(depth)
    return JudgedContact(said, depth, inf, None, inf, inf, False, None, is_depth_wrong, None, False, False)
