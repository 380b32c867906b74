"""Checks an iteration of an engine's MPR: a portal, and the ray from an interior point of A − B through the origin.

1. The interior point must be a point of A − B.
2. The ray must pass through the portal.
3. For an overlap, the last portal must have the origin on the side of the interior point.
"""

from collections.abc import Iterator

from gjkscope.engine.iterations.difference import CheckedDifference, closest_of
from gjkscope.engine.iterations.steps import IterationFault, IterationFinding, State
from gjkscope.engine.vectors import ZERO, Vec3, along, cross, dot, neg, norm, sub, unit

PORTAL = 3  # vertices; fewer are not a portal yet


def portal_findings(pair: CheckedDifference, step: State) -> Iterator[IterationFinding]:
    """The faults of the interior point and the portal of a step."""
    interior = step.interior
    if interior is None:
        return
    if (off := pair.outside(interior)) > pair.slack:
        yield IterationFinding(IterationFault.OUTSIDE, off, part="interior point")
    if len(step.simplex) != PORTAL:
        return
    missed = _missed(interior, [vertex.point for vertex in step.simplex])
    if missed > pair.unseen:
        births = tuple(vertex.birth for vertex in step.simplex)
        yield IterationFinding(IterationFault.OUT_OF_PORTAL, missed, kept=births)


def beyond_portal(step: State) -> float:
    """How far the origin is beyond the portal, seen from the interior point, metres; below 0: inside."""
    interior = step.interior
    if interior is None or len(step.simplex) != PORTAL:
        return 0.0
    a, b, c = (vertex.point for vertex in step.simplex)
    normal = unit(cross(sub(b, a), sub(c, a)))
    outward = normal if dot(normal, sub(a, interior)) >= 0 else neg(normal)
    return -dot(outward, a)


def _missed(interior: Vec3, portal: list[Vec3]) -> float:
    """How far the ray passes beside the portal, metres; 0 if it is parallel to the portal's plane."""
    a, b, c = portal
    normal, way = cross(sub(b, a), sub(c, a)), sub(ZERO, interior)
    across = dot(normal, way)
    if across == 0:
        return 0.0
    crossing = along(interior, way, max(dot(normal, sub(a, interior)) / across, 0.0))
    return norm(closest_of([sub(corner, crossing) for corner in portal]).point)
