"""Brute force, as a trace: is any vertex of one shape inside the other?  Ray parity, one vertex per step.

Ericson, Real-Time Collision Detection, 2005, §5.4 (ray parity: see parity.py).

The obvious test for two meshes: is any vertex of A inside B, or any vertex of B inside A?  It takes shapes as they are:
a mesh need not be convex.

Plan for a vertex:
1. If it lies on the surface, that is contact, and no ray is needed.
2. Cast a ray along +x and count the faces that it crosses.  Odd means inside, at the depth of the nearest face.
3. A vertex inside proves penetration: stop.

As published that is all, and it is wrong: two crossed bars have no vertex inside each other.  Without a vertex inside
nothing is known, so the exit is `NO_VERTEX_INSIDE` and the verdict `undecided`.  With `crossings` the test continues:
4. Test each edge of A against each face of B, and vice versa.  Part of an edge inside the other shape proves
   penetration, and so does a crossing that remains under small displacements (edges.py).
5. If faces coincide, all edges lie on surfaces.  The mean of all contact points is then inside; for convex shapes
   always, as these points span the intersection.
6. If no vertex is inside and no edge meets a face, the shapes are apart, by the distance of their nearest features.

Departures, and why:
- Every sign that decides is exact (predicates.py).  A ray through an edge or a vertex of the surface, which several
  faces share, is counted as if its start were shifted infinitesimally.
- The depth is not computed.  A vertex or an edge proves a lower bound of it; the overlap on the normals of faces and
  edges in contact is an upper bound, which distinguishes resting contact from penetration.

The signs are exact for the placed vertices, relative to A's position and rounded to doubles.

How it can fail: a surface with a hole has no inside.  It still has vertices and faces, but if they prove no contact the
exit is `NOT_WATERTIGHT` and the verdict `undecided`.  Where two components of a mesh overlap, parity counts their
intersection as outside.  The time grows with the product of both sizes.  Coordinates beyond `HUGE` or all below its
inverse end in `DEGENERATE_INPUT`.
"""

from enum import IntEnum
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.brute.edges import EdgeFaceCrossing, Probe, meetings_of, probe_at, probes_between
from gjkscope.engine.brute.nearest import on_segments, on_triangles
from gjkscope.engine.brute.parity import Location, Ray, locate
from gjkscope.engine.brute.surface import PlacedSurface, place_surface, surface_of, vec3_from_array
from gjkscope.engine.options import DEFAULT, Options
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict, all_steps, verdict_of
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.kinds import Shape, TriangleSurface
from gjkscope.engine.shapes.surfaces import Gap, SurfaceKind
from gjkscope.engine.vectors import ZERO, Vec3, add, neg, norm, scale, sub, unit

Floats = npt.NDArray[np.float64]

# The feet of perpendiculars multiply four coordinates: beyond this the product may overflow (the largest double is
# 1.8e308), and if all are below its inverse it may underflow.
HUGE = 1e75


# Vertices of both shapes: each casts a ray, which takes at least half a millisecond and more with more triangles.
MOST_VERTICES = 20_000


class BrutePhase(IntEnum):
    """The kind of feature that a step tests."""

    VERTEX = 0
    EDGE = 1
    MIDDLE = 2


class Nearest(NamedTuple):
    """The closest pair of points so far: distance infinite at first, 0 if the shapes share a point."""

    distance: float
    point_a: Vec3
    point_b: Vec3


class ProvedBounds(NamedTuple):
    """The conclusions proved by the steps so far."""

    nearest: Nearest
    depth: float  # lower bound of the penetration depth; 0 if none is proved
    lower: float  # a lower bound of the signed distance, from the overlap on `normal`
    normal: Vec3  # zero when there is none
    contacts: int  # common points of both shapes, counted as they are found
    contact_sum: Vec3


class State(NamedTuple):
    """One vertex or edge of one shape against the other, or the mean of all contacts.  Relative to A's position.

    `side` is 0 if the feature belongs to A, 1 if to B; `vertices` are numbered as in the shape.
    """

    iteration: int
    phase: BrutePhase
    side: int
    vertices: tuple[int, ...]  # one, the two ends of an edge, or none
    points: tuple[Vec3, ...]  # their positions; for the mean the point itself
    kind: SurfaceKind  # of the surface that it is tested against
    location: Location  # of a vertex or the middle
    ray: Ray | None  # from a vertex; None if none was needed
    meetings: tuple[EdgeFaceCrossing, ...]  # of an edge, in their order along it
    probes: tuple[Probe, ...]  # the pieces between them; or the middle
    distance: float  # from a vertex to the other surface; infinite if not measured, as something nearer was known
    gap: Gap | None  # an edge that shows that a surface is not watertight …
    gap_side: int  # … and which shape it belongs to; the first if both have one
    known: ProvedBounds
    exit: Exit


class SurfacePair(NamedTuple):
    """Two surfaces relative to A's position, and the options of the test."""

    surfaces: tuple[PlacedSurface, PlacedSurface]  # A's, B's
    tolerance: float  # shallower overlaps count as touching, metres
    crossings: bool


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed polyhedral shapes.  A mesh is tested as given, not as its convex hull.

    Raises `NotApplicable` for curved shapes, for `rounding`, for a mesh without faces, and for more than
    `MOST_VERTICES` vertices.
    """
    steps = run(prepare(shape_a, pose_a, shape_b, pose_b, options))
    return Trace("brute", steps, result(steps[-1], pose_a.position, size_of(shape_a, pose_a, shape_b, pose_b)))


def prepare(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> SurfacePair:
    """Two placed surfaces.  Raises `NotApplicable` as `trace` does."""
    a, b = surface_of(shape_a), surface_of(shape_b)
    if a is None or b is None:
        raise NotApplicable(f"{TAKES}, not {_refusal(shape_a if a is None else shape_b)}")
    if (count := len(a.vertices) + len(b.vertices)) > MOST_VERTICES:
        raise NotApplicable(f"brute force takes up to {MOST_VERTICES:,} vertices, the two have {count:,}")
    there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
    surfaces = place_surface(a, pose_a._replace(position=ZERO)), place_surface(b, there)
    return SurfacePair(surfaces, TOUCHING * size_of(shape_a, pose_a, shape_b, pose_b), options.crossings)


def start(pair: SurfacePair) -> State:
    """The first vertex of A against B."""
    nothing = ProvedBounds(Nearest(inf, ZERO, ZERO), 0.0, -inf, ZERO, 0, ZERO)
    reach = max(float(np.abs(surface.points).max()) for surface in pair.surfaces)
    if reach == 0 or 1 / HUGE <= reach <= HUGE:
        return _run_test(pair, nothing, 0)
    return _state(pair, nothing, 0, BrutePhase.VERTEX, 0, ())._replace(exit=Exit.DEGENERATE_INPUT)


def step(pair: SurfacePair, state: State) -> State:
    """The next vertex or edge; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    return _run_test(pair, state.known, state.iteration + 1)


def run(pair: SurfacePair) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(pair), lambda state: step(pair, state))


def result(last: State, origin: Vec3, size: float) -> Result:
    """The result of the last step; `origin` is A's position, `size` as in `bounds.size`.  The depth is only bounded."""
    known, steps = last.known, last.iteration + 1
    if last.exit == Exit.DEGENERATE_INPUT:
        return Result("brute", Verdict.UNDECIDED, last.exit, steps)
    nearest, lower, normal = known.nearest, known.lower, known.normal
    if last.exit == Exit.SURFACES_APART and nearest.distance > lower:
        lower, normal = nearest.distance, unit(sub(nearest.point_b, nearest.point_a))
    upper = -known.depth if known.depth > 0 else nearest.distance
    verdict = verdict_of(lower, upper, size)
    if verdict == Verdict.PENETRATING or upper - lower > TOUCHING * size:
        return Result("brute", verdict, last.exit, steps, lower=lower, upper=upper)
    witnesses = add(nearest.point_a, origin), add(nearest.point_b, origin)
    return Result("brute", verdict, last.exit, steps, upper, normal, *witnesses, lower, upper)


TAKES = "brute force takes points, segments, triangles, boxes, hulls, meshes and heightfields without rounding"


def _refusal(shape: Shape) -> str:
    kind = shape.kind
    if shape.rounding:
        return f"a rounded {kind}"
    return (
        f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}{' without faces' if isinstance(shape, TriangleSurface) else ''}"
    )


# --- the order of the tests ---


def _run_test(pair: SurfacePair, known: ProvedBounds, number: int) -> State:
    """Test `number` in the order A's vertices, B's vertices, A's edges, B's edges, mean of the contacts."""
    index, (a, b) = number, pair.surfaces
    for phase, side, count in (
        (BrutePhase.VERTEX, 0, len(a.vertices)),
        (BrutePhase.VERTEX, 1, len(b.vertices)),
        (BrutePhase.EDGE, 0, len(a.ends)),
        (BrutePhase.EDGE, 1, len(b.ends)),
    ):
        if index < count:
            test = _vertex if phase == BrutePhase.VERTEX else _edge
            return _judge(pair, test(pair, known, number, side, index))
        index -= count
    return _judge(pair, _middle(pair, known, number))


def _judge(pair: SurfacePair, state: State) -> State:
    """The state with its exit, if it is the last one."""
    known = state.known
    if known.depth > pair.tolerance:
        return state._replace(exit=(Exit.VERTEX_INSIDE, Exit.EDGES_CROSS, Exit.MIDDLE_INSIDE)[state.phase])
    if not _is_last(pair, state):
        return state
    if known.nearest.distance <= pair.tolerance and known.lower >= -pair.tolerance:
        return state._replace(exit=Exit.TOUCHING)
    if known.contacts:
        return state._replace(exit=Exit.DEPTH_UNKNOWN)
    if state.gap is not None:
        return state._replace(exit=Exit.NOT_WATERTIGHT)
    return state._replace(exit=Exit.SURFACES_APART if pair.crossings else Exit.NO_VERTEX_INSIDE)


def _is_last(pair: SurfacePair, state: State) -> bool:
    a, b = pair.surfaces
    vertices, edges = len(a.vertices) + len(b.vertices), len(a.ends) + len(b.ends)
    if state.iteration + 1 < (vertices + edges if pair.crossings else vertices):
        return False
    kinds = {a.surface.kind, b.surface.kind}
    has_middle = (
        pair.crossings and state.known.contacts > 0 and SurfaceKind.SOLID in kinds and SurfaceKind.OPEN not in kinds
    )
    return not has_middle or state.phase == BrutePhase.MIDDLE


def _state(
    pair: SurfacePair, known: ProvedBounds, number: int, phase: BrutePhase, side: int, points: tuple[Vec3, ...]
) -> State:
    """A state with the fields that all phases share."""
    gap_side = 0 if pair.surfaces[0].surface.gap else 1
    return State(
        iteration=number,
        phase=phase,
        side=side,
        vertices=(),
        points=points,
        kind=pair.surfaces[1 - side].surface.kind,
        location=Location.OUTSIDE,
        ray=None,
        meetings=(),
        probes=(),
        distance=inf,
        gap=pair.surfaces[gap_side].surface.gap,
        gap_side=gap_side,
        known=known,
        exit=Exit.RUNNING,
    )


# --- a vertex ---


def _vertex(pair: SurfacePair, known: ProvedBounds, number: int, side: int, index: int) -> State:
    own, other = pair.surfaces[side], pair.surfaces[1 - side]
    point = own.vertices[index]
    location, ray = locate(other, point)
    distance = inf
    if location != Location.OUTSIDE or not _far(pair, known, other, point, point):
        places, distances = on_triangles(point, other.corners)
        i = distances.argmin()
        distance = float(distances[i])
        known = _nearer(known, distance, point, vec3_from_array(places[i]), side)
        known = _improve_bound(pair, known, other.normals[distances <= pair.tolerance])
    if location != Location.OUTSIDE:
        known = _count_common_point(known, point)
    if location == Location.INSIDE:
        known = known._replace(depth=max(known.depth, distance))
    state = _state(pair, known, number, BrutePhase.VERTEX, side, (point,))
    names = (own.surface.names[index],)
    return state._replace(vertices=names, location=location, ray=ray, distance=distance)


# --- an edge ---


def _edge(pair: SurfacePair, known: ProvedBounds, number: int, side: int, index: int) -> State:
    own, other = pair.surfaces[side], pair.surfaces[1 - side]
    i, j = own.surface.edges[index]
    p, q = own.vertices[i], own.vertices[j]
    meetings = meetings_of(other, p, q)
    probes = probes_between(other, p, q, meetings) if meetings and other.surface.kind == SurfaceKind.SOLID else ()
    for point in {meeting.at: meeting.point for meeting in meetings}.values():
        known = _count_common_point(known, point)
    if side == 0 and not _far(pair, known, other, p, q):
        known = _prove_by_edges(pair, known, p, q)
    depths = [known.depth, *(meeting.depth for meeting in meetings), *(probe.depth for probe in probes)]
    known = known._replace(depth=max(depths))
    state = _state(pair, known, number, BrutePhase.EDGE, side, (p, q))
    return state._replace(vertices=(own.surface.names[i], own.surface.names[j]), meetings=meetings, probes=probes)


def _prove_by_edges(pair: SurfacePair, known: ProvedBounds, p: Vec3, q: Vec3) -> ProvedBounds:
    """The conclusions proved by the edges of B near the edge of A."""
    ends = pair.surfaces[1].ends
    if not len(ends):
        return known
    here, there, distances = on_segments(p, q, ends)
    i = distances.argmin()
    known = _nearer(known, float(distances[i]), vec3_from_array(here[i]), vec3_from_array(there[i]), 0)
    near = ends[distances <= pair.tolerance]
    return _improve_bound(pair, known, np.cross(np.subtract(q, p), near[:, 1] - near[:, 0]))


# --- the middle ---


def _middle(pair: SurfacePair, known: ProvedBounds, number: int) -> State:
    point = scale(known.contact_sum, 1 / known.contacts)
    probe = probe_at(pair.surfaces, point)
    known = known._replace(depth=max(known.depth, probe.depth))
    state = _state(pair, known, number, BrutePhase.MIDDLE, 0, (point,))
    return state._replace(location=probe.location, probes=(probe,))


# --- what is known ---


def _nearer(known: ProvedBounds, distance: float, own: Vec3, other: Vec3, side: int) -> ProvedBounds:
    if distance >= known.nearest.distance:
        return known
    point_a, point_b = (own, other) if side == 0 else (other, own)
    return known._replace(nearest=Nearest(distance, point_a, point_b))


def _count_common_point(known: ProvedBounds, point: Vec3) -> ProvedBounds:
    """Counts one more common point of both shapes."""
    known = known._replace(contacts=known.contacts + 1, contact_sum=add(known.contact_sum, point))
    return known._replace(nearest=Nearest(0.0, point, point)) if known.contacts == 1 else known


def _improve_bound(pair: SurfacePair, known: ProvedBounds, axes: Floats) -> ProvedBounds:
    """Improves the lower bound: the depth is at most the overlap along any axis, in either direction."""
    for x, y, z in dict.fromkeys((x, y, z) for x, y, z in axes.tolist()):
        axis = unit((x, y, z))
        if axis != ZERO:
            for direction in (axis, neg(axis)):
                bound = float(_heights(pair.surfaces[1], direction).min() - _heights(pair.surfaces[0], direction).max())
                if bound > known.lower:
                    known = known._replace(lower=bound, normal=direction)
    return known


def _heights(surface: PlacedSurface, direction: Vec3) -> Floats:
    x, y, z = surface.points.T
    return np.asarray(x * direction[0] + y * direction[1] + z * direction[2])


def _far(pair: SurfacePair, known: ProvedBounds, other: PlacedSurface, p: Vec3, q: Vec3) -> bool:
    """Whether the box around `p` and `q` is further from the other's box than the nearest points known."""
    gaps = [max(other.low[i] - max(p[i], q[i]), min(p[i], q[i]) - other.high[i], 0.0) for i in range(3)]
    return norm((gaps[0], gaps[1], gaps[2])) > max(known.nearest.distance, pair.tolerance)
