"""Edges against surfaces: where an edge meets faces, and what the pieces between prove.

1. Find all faces that the edge meets (exact signs, see predicates.py), and where.
2. A crossing that remains under small displacements proves penetration.  For flat shapes this is the only proof.
3. The faces cut the edge into pieces.  A piece whose midpoint is inside a solid proves penetration, to the depth of
   the nearest face.

The meeting points are rounded and depths are measured there, so a depth is too large by rounding at most.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.arithmetic.predicates import Meet, meet
from gjkscope.engine.brute.nearest import NEXT, on_edges, on_segments, on_triangles
from gjkscope.engine.brute.parity import Location, locate
from gjkscope.engine.brute.surface import PlacedSurface, corners_of, triangles_near, vec3_from_array
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.vectors import Vec3, along, dot, norm, sub

Floats = npt.NDArray[np.float64]


class EdgeFaceCrossing(NamedTuple):
    """Where an edge meets a face."""

    face: int
    how: Meet
    at: float  # along the edge, 0 … 1
    point: Vec3
    depth: float  # the edge still meets the face under displacements of less than this, metres


class Probe(NamedTuple):
    """The midpoint of a piece of an edge, or the mean of all contact points."""

    point: Vec3
    location: Location
    depth: float  # the least displacement that separates the shapes there, metres


def meetings_of(surface: PlacedSurface, p: Vec3, q: Vec3) -> tuple[EdgeFaceCrossing, ...]:
    """One meeting for each flat face that the edge meets, in any of its triangles."""
    meetings: dict[int, EdgeFaceCrossing] = {}
    for triangle in triangles_near(surface, p, q):
        how = meet(p, q, *corners_of(surface, triangle))
        if how != Meet.APART:
            meeting = _meeting(surface, p, q, triangle, how)
            meetings.setdefault(meeting.face, meeting)
    return tuple(sorted(meetings.values(), key=lambda meeting: meeting.at))


def probes_between(surface: PlacedSurface, p: Vec3, q: Vec3, meetings: Sequence[EdgeFaceCrossing]) -> tuple[Probe, ...]:
    """The midpoints of the pieces into which the meetings cut an edge."""
    cuts = sorted({0.0, 1.0, *(meeting.at for meeting in meetings)})
    return tuple(probe_at((surface,), along(p, sub(q, p), (low + high) / 2)) for low, high in pairwise(cuts))


def probe_at(surfaces: Sequence[PlacedSurface], point: Vec3) -> Probe:
    """A point that is inside all surfaces, with the sum of its depths; the depth is 0 if it is outside any of them.

    A thin shape is convex, so the mean of its points lies on it, although rounding may move it off the plane.
    """
    locations = [
        Location.ON_SURFACE if surface.surface.kind == SurfaceKind.THIN else locate(surface, point)[0]
        for surface in surfaces
    ]
    location = min(locations)
    if location == Location.OUTSIDE:
        return Probe(point, location, 0.0)
    insides = [surface for surface, at in zip(surfaces, locations, strict=True) if at == Location.INSIDE]
    return Probe(point, location, sum(float(on_triangles(point, surface.corners)[1].min()) for surface in insides))


def _meeting(surface: PlacedSurface, p: Vec3, q: Vec3, triangle: int, how: Meet) -> EdgeFaceCrossing:
    face = int(surface.surface.faces[triangle])
    if how == Meet.FLAT:
        point = _common_point(surface.corners[triangle], p, q)
        length = norm(sub(q, p))
        return EdgeFaceCrossing(face, how, norm(sub(point, p)) / length if length > 0 else 0.0, point, 0.0)
    normal, corner = vec3_from_array(surface.normals[triangle]), vec3_from_array(surface.corners[triangle, 0])
    before, behind = dot(normal, sub(p, corner)), dot(normal, sub(q, corner))
    at = min(max(before / (before - behind), 0.0), 1.0) if before != behind else 0.0
    point = along(p, sub(q, p), at)
    # Under a displacement m the ends stay on their sides, and the crossing moves by at most m / sine.
    sine = abs(before - behind) / norm(sub(q, p))
    to_rim = float(on_edges(point, surface.ends)[1].min())
    return EdgeFaceCrossing(face, how, at, point, min(abs(before), abs(behind), sine * to_rim))


def _common_point(corners: Floats, p: Vec3, q: Vec3) -> Vec3:
    """A common point of a coplanar segment and triangle: where the segment passes an edge, or an end that is inside."""
    here, _, distances = on_segments(p, q, np.stack([corners, corners[NEXT]], axis=1))
    candidates = [(float(distance), vec3_from_array(point)) for distance, point in zip(distances, here, strict=True)]
    candidates += [(float(on_triangles(end, corners[None])[1][0]), end) for end in (p, q)]
    return min(candidates)[1]
