"""Reports of engines as values: the same report about the pair in the other order, and rules between its fields."""

from collections.abc import Iterator
from typing import Any

from gjkscope.app.base.numbers import with_one_nan
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import MOST_CORNERS, Pair, Reported, ReportedPoint
from gjkscope.engine.analysis.reports import ReportedAnswer, ReportedContact, finite_point, is_finite
from gjkscope.engine.iterations.records import (
    MOST_FACES,
    MOST_ITERATIONS,
    MOST_VERTICES,
    FaceCorners,
    Iteration,
    IterationVertex,
)
from gjkscope.engine.result import Verdict
from gjkscope.engine.vectors import ZERO, Vec3, scale, sub, unit

HULL_NOTE = "of the convex hull of the mesh"
"""The note on the answer of an engine that was asked about the hull, and is therefore judged by it."""
TRIANGLES_NOTE = "of the triangles of the mesh"
"""The note on the answer of an engine that took a mesh as triangles, and is therefore judged by these."""


def orient_report(report: Reported, pair: Pair) -> Reported:
    """The report about the pair in this order: for the other order, the witness points and the normal are swapped."""
    if report.pair == pair:
        return report
    iterations = tuple(_turned_iteration(iteration) for iteration in report.iterations)
    return replace(
        report,
        pair=pair,
        normal=_negate(report.normal),
        witness_a=report.witness_b,
        witness_b=report.witness_a,
        points=tuple(map(_turned_point, report.points)),
        iterations=iterations,
        face_a=report.face_b,
        face_b=report.face_a,
    )


def _turned_point(point: ReportedPoint) -> ReportedPoint:
    """The contact point of B and A."""
    return point._replace(position_a=point.position_b, position_b=point.position_a, normal=_negate(point.normal))


def _turned_iteration(iteration: Iteration) -> Iteration:
    """The iteration of B − A."""
    vertices = (IterationVertex(_opposite(vertex.point), vertex.b, vertex.a) for vertex in iteration.simplex)
    return iteration._replace(
        simplex=tuple(vertices),
        direction=_negate(iteration.direction),
        closest=_negate(iteration.closest),
        faces=tuple(map(_turned_face, iteration.faces)),
        face=None if iteration.face is None else _turned_face(iteration.face),
        interior=_negate(iteration.interior),
    )


def _turned_face(face: FaceCorners) -> FaceCorners:
    """The face of B − A, whose corners turn the other way round."""
    a, b, c = map(_opposite, face)
    return a, c, b


def _negate(vector: Vec3 | None) -> Vec3 | None:
    return None if vector is None else _opposite(vector)


def _opposite(vector: Vec3) -> Vec3:
    opposite: Vec3 = with_one_nan(sub(ZERO, vector))  # without −0, which `neg` would give
    return opposite


def not_finite_words(answer: ReportedAnswer) -> str | None:
    """The numbers of an answer that are not finite: "signed distance nan, normal inf 0.0 0.0"; None if all are."""
    distance = answer.signed_distance
    numbers = {
        "signed distance": () if distance is None else (distance,),
        "normal": answer.normal or (),
        "witness on A": answer.witness_a or (),
        "witness on B": answer.witness_b or (),
        "contact points": tuple(number for point in answer.points for number in _numbers_of(point)),
    }
    bad = [f"{name} {' '.join(map(str, parts))}" for name, parts in numbers.items() if not is_finite(parts)]
    return ", ".join(bad) or None


def _numbers_of(point: ReportedContact) -> Iterator[float]:
    for part in (point.position, point.depth, point.position_a, point.position_b, point.normal):
        yield from () if part is None else part if isinstance(part, tuple) else (part,)


def usable_parts(report: Reported) -> Reported:
    """The report without non-finite numbers and zero normals: the part that can be drawn and computed with."""
    return replace(
        report,
        signed_distance=report.signed_distance if is_finite(report.signed_distance) else None,
        normal=_direction(report.normal),
        witness_a=report.witness_a if is_finite(report.witness_a) else None,
        witness_b=report.witness_b if is_finite(report.witness_b) else None,
        points=tuple(point._replace(normal=_direction(point.normal)) for point in report.points if finite_point(point)),
        face_a=report.face_a if is_finite(*report.face_a) else (),
        face_b=report.face_b if is_finite(*report.face_b) else (),
    )


def _direction(normal: Vec3 | None) -> Vec3 | None:
    """The normal, if it is a direction."""
    return normal if normal is not None and is_finite(normal) and any(normal) else None


def reported_depth(report: Reported) -> float | None:
    """The penetration depth that the report states, or that of its deepest contact point; metres, > 0."""
    report = usable_parts(report)
    if report.signed_distance is not None:
        return -report.signed_distance if report.signed_distance < 0 else None
    deepest = max((point.depth for point in report.points if point.depth is not None), default=0.0)
    return deepest if deepest > 0 else None


def reported_push_out(report: Reported) -> Vec3 | None:
    """The translation of the first body of the pair that, by the report, just separates the pair; metres."""
    report = usable_parts(report)
    depth = reported_depth(report)
    if depth is not None and report.normal is not None:
        return scale(unit(report.normal), -depth)
    if depth is not None and report.witness_a is not None and report.witness_b is not None:
        return sub(report.witness_b, report.witness_a)
    return None


def iteration_entry(iteration: Iteration) -> dict[str, Any]:
    """An iteration as in scene files; a vertex without witnesses is a plain list."""
    simplex = [
        vertex.point if vertex.a is None and vertex.b is None else _fields(vertex) for vertex in iteration.simplex
    ]
    return {"simplex": simplex} | {name: value for name, value in _fields(iteration).items() if name != "simplex"}


def _fields(record: Iteration | IterationVertex) -> dict[str, Any]:
    return {name: value for name, value in record._asdict().items() if value is not None and value != ()}


def check_report(report: Reported) -> None:
    """Raises `ValueError` with the field and what is wrong.

    Numbers may be anything that an engine answers, including zero normals, infinity and NaN: these are judged, not
    refused.
    """
    _check_line("by", report.by)
    if report.verdict is not None and report.verdict not in tuple(Verdict):
        raise ValueError(f"verdict: must be one of {', '.join(Verdict)}, got {report.verdict[:40]!r}")
    for i, point in enumerate(report.points):
        _check_point(f"points[{i}]", point)
    if report.crashed is not None:
        _check_line("crashed", report.crashed)
    if len(report.iterations) > MOST_ITERATIONS:
        raise ValueError(f"iterations: must be at most {MOST_ITERATIONS}, got {len(report.iterations)}")
    for name, face in (("face_a", report.face_a), ("face_b", report.face_b)):
        if len(face) > MOST_CORNERS:
            raise ValueError(f"{name}: must have at most {MOST_CORNERS} corners, got {len(face)}")
    for i, iteration in enumerate(report.iterations):
        _check_iteration(f"iterations[{i}]", iteration)


def _check_point(field: str, point: ReportedPoint) -> None:
    if (point.position_a is None) != (point.position_b is None):
        raise ValueError(f"{field}: must have both position_a and position_b, or neither")


def _check_iteration(field: str, iteration: Iteration) -> None:
    if len(iteration.simplex) > MOST_VERTICES:
        raise ValueError(f"{field}.simplex: must have at most {MOST_VERTICES} vertices, got {len(iteration.simplex)}")
    if len(iteration.faces) > MOST_FACES:
        raise ValueError(f"{field}.faces: must have at most {MOST_FACES:,} faces, got {len(iteration.faces)}")
    if iteration.not_finite is not None:
        _check_line(f"{field}.not_finite", iteration.not_finite)


def _check_line(field: str, text: str) -> None:
    if not text or not text.isprintable():
        raise ValueError(f"{field}: must be printable characters on one line, got {text[:40]!r}")
