"""Checks an iteration of an engine's EPA: the polytope that it ends with, and the face that it expanded.

1. The expanded face must be the nearest one of the polytope before, unless that is on the boundary of A − B already:
   otherwise the depth may be that of another face.
2. Each edge must belong to two faces: where a horizon is open, the origin escapes.
3. A vertex that is new must not see a face that stays: the polytope would not be convex.
4. The origin must be inside: EPA measures depths from there.
5. The last polytope must justify the depth: it is the distance of the nearest face, and A − B reaches no further.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gjkscope.engine.iterations.difference import CheckedDifference, closest_of
from gjkscope.engine.iterations.steps import IterationFault, IterationFinding, ReportedFace, ReportedVertex, State
from gjkscope.engine.vectors import ZERO, Vec3, cross, dot, neg, norm, scale, sub, unit


class NearestFace(NamedTuple):
    """A face, its point nearest to the origin, and the distance of that point, metres."""

    face: ReportedFace
    point: Vec3
    distance: float


def nearest_face(faces: tuple[ReportedFace, ...]) -> NearestFace:
    """The face nearest to the origin; there must be one."""
    near = ((face, closest_of([vertex.point for vertex in face]).point) for face in faces)
    return min((NearestFace(face, point, norm(point)) for face, point in near), key=lambda one: one.distance)


def polytope_vertices(faces: tuple[ReportedFace, ...]) -> tuple[ReportedVertex, ...]:
    """The vertices of a polytope, each once, in order of appearance."""
    return tuple(dict.fromkeys(vertex for face in faces for vertex in face))


def polytope_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    """The faults of the polytope of a step."""
    yield from _expanded_findings(pair, step)
    yield from _horizon_findings(step)
    inside = _mean(polytope_vertices(step.faces_before or step.faces))
    yield from _convexity_findings(pair, step, inside)
    beyond, face = max(((_height(face, ZERO, inside), face) for face in step.faces), key=lambda one: one[0])
    if beyond > pair.unseen:
        yield IterationFinding(IterationFault.ORIGIN_OUTSIDE, beyond, kept=_births(face))


def depth_finding(pair: CheckedDifference, step: State, depth: float) -> IterationFinding | None:
    """The fault of a depth, metres, that claims to follow from the last polytope."""
    nearest = nearest_face(step.faces)
    off = abs(depth - (nearest.distance + pair.subtracted))
    if off > pair.unseen:
        return IterationFinding(IterationFault.WRONG_DEPTH, off, kept=_births(nearest.face), least=nearest.distance)
    beyond = _beyond(pair, nearest, step.faces)
    if beyond > pair.unseen:
        return IterationFinding(IterationFault.STOPPED_EARLY, beyond, kept=_births(nearest.face), part="face")
    return None


def _expanded_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    if step.face is None or not step.faces_before:
        return
    nearest, expanded = nearest_face(step.faces_before), nearest_face((step.face,))
    # Of faces in one plane either may be expanded, so the distance of the plane counts.
    of_plane = abs(_height(step.face, ZERO, _mean(polytope_vertices(step.faces_before))))
    further = min(expanded.distance, of_plane) - nearest.distance
    if further > pair.unseen and _beyond(pair, nearest, step.faces_before) > pair.unseen:
        yield IterationFinding(IterationFault.NOT_NEAREST, further, kept=_births(nearest.face), least=nearest.distance)


def _horizon_findings(step: State) -> Iterator[IterationFinding]:
    counts = Counter(
        frozenset((face[i].birth, face[j].birth)) for face in step.faces for i, j in ((0, 1), (1, 2), (2, 0))
    )
    for edge, count in counts.items():
        if count != 2:
            yield IterationFinding(IterationFault.OPEN_HORIZON, float(count), kept=tuple(sorted(edge)))
            return


def _convexity_findings(pair: CheckedDifference, step: State, inside: Vec3) -> Iterator[IterationFinding]:
    before = {frozenset(_births(face)) for face in step.faces_before}
    kept = [face for face in step.faces if frozenset(_births(face)) in before]
    seen = [
        (_height(face, vertex.point, inside), vertex, face)
        for vertex in step.added
        for face in kept
        if vertex not in face
    ]
    if seen:
        height, vertex, face = max(seen, key=lambda one: one[0])
        if height > pair.unseen:
            yield IterationFinding(IterationFault.KEPT_VISIBLE, height, vertex.birth, kept=_births(face))


def _beyond(pair: CheckedDifference, nearest: NearestFace, faces: tuple[ReportedFace, ...]) -> float:
    """How far A − B reaches beyond the nearest face of a polytope, metres."""
    normal = _outward(nearest.face, _mean(polytope_vertices(faces)))
    return dot(normal, pair.support(normal)) - nearest.distance if normal != ZERO else 0.0


def _outward(face: ReportedFace, inside: Vec3) -> Vec3:
    """The unit normal of a face, away from an inner point; zero for a face without area."""
    a, b, c = (vertex.point for vertex in face)
    normal = unit(cross(sub(b, a), sub(c, a)))
    return normal if dot(normal, sub(a, inside)) >= 0 else neg(normal)


def _height(face: ReportedFace, point: Vec3, inside: Vec3) -> float:
    """How far a point is above the plane of a face, metres."""
    return dot(_outward(face, inside), sub(point, face[0].point))


def _mean(vertices: tuple[ReportedVertex, ...]) -> Vec3:
    sums = [sum(vertex.point[i] for vertex in vertices) for i in range(3)]
    return scale((sums[0], sums[1], sums[2]), 1 / len(vertices))


def _births(face: ReportedFace) -> tuple[int, ...]:
    return tuple(vertex.birth for vertex in face)
