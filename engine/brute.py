"""Brute force, as a trace: is any vertex of one shape inside the other?  Ray parity, one vertex a step.

A point is inside a closed surface when a ray from it crosses the surface an odd number of times (Jordan's curve
theorem; Shimrat, Algorithm 112: position of point relative to polygon, CACM 5(8), 1962; in space: Ericson, Real-Time
Collision Detection, 2005, §5.4).  The first test that one thinks of for two meshes asks this for every vertex of A
against B, and for every vertex of B against A.  It takes shapes as they are: a mesh need not be convex.

Plan for a vertex:
1. It may lie on the surface itself: that is contact, and no ray is needed.
2. Cast a ray along +x and count the faces that it crosses.  Odd: inside, as deep as the nearest face is far away.
3. A vertex inside proves that the shapes penetrate: done.

As published that is all, and it is wrong: two bars that cross have no vertex in each other.  Without a vertex inside
nothing is known, so the exit is NO_VERTEX_INSIDE and the verdict `undecided`.  With `crossings` the test goes on:
4. Each edge of A against each face of B, and the other way round.  Cut at the faces that it meets, an edge has pieces;
   a piece that runs inside the other shape proves penetration.  So does a crossing that stays one wherever the shapes
   are moved a little, which is all there is for flat shapes.
5. Faces that coincide leave all edges on surfaces.  The middle of all points of contact is then inside: for convex
   shapes always, since these points span what both have in common.
6. No vertex inside, and no edge that meets a face: the shapes are apart, as far as their nearest features.

Departures, and why:
- No sign that decides is computed with rounding (see predicates.py).  A ray through an edge or a vertex of the surface
  belongs to several faces; it is counted as if its start were shifted by (0, ε, ε²) for an infinitely small ε
  (Edelsbrunner, Mücke, Simulation of simplicity, ACM ToG 9(1), 1990), so that of the faces around the edge the right
  number claims it and a face that the ray grazes claims nothing.  Such crossings are marked.
- Depth is not computed.  What a vertex or an edge proves about it is a bound, and so is the overlap on the normals of
  faces and edges in contact: that tells resting contact from penetration.

Exact is the answer for the vertices as they are placed, relative to A's position and rounded to doubles.

How it can fail: a surface with a hole has no inside.  It still has vertices and faces, but when they prove no contact
the exit is NOT_WATERTIGHT and the verdict `undecided`.  Where two components of a mesh overlap, parity calls what is in
both outside.  The time grows with the product of both sizes.  Beyond `HUGE` and below its inverse products of
coordinates are no numbers any more: DEGENERATE_INPUT.
"""

from collections.abc import Sequence
from enum import IntEnum
from itertools import pairwise
from math import inf
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from .bounds import size as size_of
from .nearest import on_edges, on_segments, on_triangles
from .options import DEFAULT, Options
from .pose import Pose
from .predicates import Meet, Vec2, meet, on_triangle, orient2d, orient3d
from .result import TOUCHING, Exit, NotApplicable, Result, Trace, Verdict, verdict_of
from .shapes import Mesh, Shape
from .surface import Kind, Placed, placed, surface_of, vec3
from .vectors import ZERO, Vec3, add, along, dot, neg, norm, scale, sub, unit

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.intp]

# The feet of perpendiculars multiply four coordinates: beyond this the product may be infinite (the largest double is
# 1.8e308), and when none is larger than its inverse it may vanish.
HUGE = 1e75

DIRECTION: Vec3 = (1.0, 0.0, 0.0)
"""That of every ray."""


class Phase(IntEnum):
    VERTEX = 0
    EDGE = 1
    MIDDLE = 2


class Location(IntEnum):
    OUTSIDE = 0  # or against a shape that has no inside
    ON_SURFACE = 1
    INSIDE = 2


class Crossing(NamedTuple):
    """Where a ray crosses a face."""

    face: int
    distance: float  # along the ray
    point: Vec3
    shared: bool  # on an edge or a corner of the face, which other faces may share: decided by the shift


class Ray(NamedTuple):
    """A ray from a vertex along `DIRECTION`; crossings are sorted by distance, and odd is inside."""

    crossings: tuple[Crossing, ...]
    grazed: tuple[int, ...]  # faces that the ray touches and that do not count


class Meeting(NamedTuple):
    """Where an edge meets a face."""

    face: int
    how: Meet
    at: float  # along the edge, 0 … 1
    point: Vec3
    depth: float  # the edge still meets the face when either is moved by less than this


class Probe(NamedTuple):
    """A point in the middle of a piece of an edge, or of all points of contact."""

    point: Vec3
    location: Location
    depth: float  # how far the shapes must be moved, at the least, to part there


class Nearest(NamedTuple):
    """The closest pair of points that was met so far; infinite at first, 0 where the shapes share a point."""

    distance: float
    point_a: Vec3
    point_b: Vec3


class Known(NamedTuple):
    """What all steps so far have proved."""

    nearest: Nearest
    depth: float  # of penetration, at least; 0 when none is proved
    lower: float  # a lower bound of the signed distance, from the overlap on `normal`
    normal: Vec3  # zero when there is none
    contacts: int  # points that both shapes have, counted as they are met
    contact_sum: Vec3


class State(NamedTuple):
    """One vertex or one edge of one shape against the other, or the middle of all contacts.  Relative to A's position.

    `side` is 0 where the feature is A's, 1 where it is B's, and `vertices` are the numbers that the shape gives them.
    """

    iteration: int
    phase: Phase
    side: int
    vertices: tuple[int, ...]  # one, the two ends of an edge, or none
    points: tuple[Vec3, ...]  # theirs; for the middle the point itself
    kind: Kind  # of the surface that it is tested against
    location: Location  # of a vertex or the middle
    ray: Ray | None  # from a vertex; None where none was needed
    meetings: tuple[Meeting, ...]  # of an edge, in their order along it
    probes: tuple[Probe, ...]  # the pieces between them; or the middle
    distance: float  # from a vertex to the other surface; infinite where something nearer was known already
    gap: tuple[int, int, int, int] | None  # not watertight: side (0 is A), the two ends of an edge, its faces
    known: Known
    exit: Exit


class Pair(NamedTuple):
    """Two surfaces, measured from A's position, and what is asked of them."""

    surfaces: tuple[Placed, Placed]  # A's, B's
    tolerance: float  # what is less deep than this only touches, metres
    crossings: bool


def trace(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, options: Options = DEFAULT) -> Trace:
    """All steps on two placed shapes with corners.  A mesh is taken as it is, not as its convex hull.

    Raises `NotApplicable` for round shapes, for `rounding`, and for a mesh without faces.
    """
    a, b = surface_of(shape_a), surface_of(shape_b)
    if a is None or b is None:
        raise NotApplicable(f"{TAKES}, not {_refused(shape_a if a is None else shape_b)}")
    size = size_of(shape_a, pose_a, shape_b, pose_b)
    there = pose_b._replace(position=sub(pose_b.position, pose_a.position))
    surfaces = placed(a, pose_a._replace(position=ZERO)), placed(b, there)
    pair = Pair(surfaces, TOUCHING * size, options.crossings)
    steps = run(pair)
    return Trace("brute", steps, result(steps[-1], pose_a.position, size))


def start(pair: Pair) -> State:
    """The first vertex of A against B."""
    nothing = Known(Nearest(inf, ZERO, ZERO), 0.0, -inf, ZERO, 0, ZERO)
    reach = max(float(np.abs(surface.points).max()) for surface in pair.surfaces)
    if reach == 0 or 1 / HUGE <= reach <= HUGE:
        return _tested(pair, nothing, 0)
    return _state(pair, nothing, 0, Phase.VERTEX, 0, ())._replace(exit=Exit.DEGENERATE_INPUT)


def step(pair: Pair, state: State) -> State:
    """The next vertex or edge; a state that has an exit is returned as it is."""
    if state.exit != Exit.RUNNING:
        return state
    return _tested(pair, state.known, state.iteration + 1)


def run(pair: Pair) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    steps = [start(pair)]
    while steps[-1].exit == Exit.RUNNING:
        steps.append(step(pair, steps[-1]))
    return tuple(steps)


def result(last: State, origin: Vec3, size: float) -> Result:
    """What the last step says; `origin` is A's position, `size` as in `bounds.size`.  No depth: only its bounds."""
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


def locate(surface: Placed, point: Vec3) -> tuple[Location, Ray | None]:
    """Where a point lies, without any rounding, and the ray that says so where one is needed."""
    for triangle in _boxes_meet(surface, point, point):
        if on_triangle(point, *_corners(surface, triangle)):
            return Location.ON_SURFACE, None
    if surface.surface.kind != Kind.SOLID:
        return Location.OUTSIDE, None
    ray = cast(surface, point)
    return Location.INSIDE if len(ray.crossings) % 2 else Location.OUTSIDE, ray


def cast(surface: Placed, point: Vec3) -> Ray:
    """The ray along +x from a point that is not on the surface, with all faces that it crosses or touches."""
    x, y, z = point
    end = (max(surface.high[0], x), y, z)
    crossings: list[Crossing] = []
    touched: list[int] = []
    for triangle in _boxes_meet(surface, point, end):
        corners = _corners(surface, triangle)
        passes, shared = _passes(point, *corners)
        face = int(surface.surface.faces[triangle])
        if passes:
            distance = _ahead(surface, triangle, point)
            crossings.append(Crossing(face, distance, along(point, DIRECTION, distance), shared))
        elif shared and meet(point, end, *corners) != Meet.APART:
            touched.append(face)
    crossings.sort(key=lambda crossing: crossing.distance)
    counted = {crossing.face for crossing in crossings}
    return Ray(tuple(crossings), tuple(sorted(set(touched) - counted)))


TAKES = "brute force takes points, segments, triangles, boxes, hulls and meshes, none of them rounded"


def _refused(shape: Shape) -> str:
    kind = type(shape).__name__.lower()
    if shape.rounding:
        return f"a rounded {kind}"
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}{' without faces' if isinstance(shape, Mesh) else ''}"


# --- the order of the tests ---


def _tested(pair: Pair, known: Known, number: int) -> State:
    """The test of that number: A's vertices, B's vertices, A's edges, B's edges, the middle."""
    index, (a, b) = number, pair.surfaces
    for phase, side, count in (
        (Phase.VERTEX, 0, len(a.vertices)),
        (Phase.VERTEX, 1, len(b.vertices)),
        (Phase.EDGE, 0, len(a.ends)),
        (Phase.EDGE, 1, len(b.ends)),
    ):
        if index < count:
            test = _vertex if phase == Phase.VERTEX else _edge
            return _judged(pair, test(pair, known, number, side, index))
        index -= count
    return _judged(pair, _middle(pair, known, number))


def _judged(pair: Pair, state: State) -> State:
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


def _is_last(pair: Pair, state: State) -> bool:
    a, b = pair.surfaces
    vertices, edges = len(a.vertices) + len(b.vertices), len(a.ends) + len(b.ends)
    if state.iteration + 1 < (vertices + edges if pair.crossings else vertices):
        return False
    kinds = {a.surface.kind, b.surface.kind}
    has_middle = pair.crossings and state.known.contacts > 0 and Kind.SOLID in kinds and Kind.OPEN not in kinds
    return not has_middle or state.phase == Phase.MIDDLE


def _state(pair: Pair, known: Known, number: int, phase: Phase, side: int, points: tuple[Vec3, ...]) -> State:
    """What all states have in common."""
    gaps = [(i, *one.surface.gap.ends, one.surface.gap.faces) for i, one in enumerate(pair.surfaces) if one.surface.gap]
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
        gap=gaps[0] if gaps else None,
        known=known,
        exit=Exit.RUNNING,
    )


# --- a vertex ---


def _vertex(pair: Pair, known: Known, number: int, side: int, index: int) -> State:
    own, other = pair.surfaces[side], pair.surfaces[1 - side]
    point = own.vertices[index]
    location, ray = locate(other, point)
    distance = inf
    if location != Location.OUTSIDE or not _far(pair, known, other, point, point):
        places, distances = on_triangles(point, other.corners)
        i = distances.argmin()
        distance = float(distances[i])
        known = _nearer(known, distance, point, vec3(places[i]), side)
        known = _bounded(pair, known, other.normals[distances <= pair.tolerance])
    if location != Location.OUTSIDE:
        known = _met(known, point)
    if location == Location.INSIDE:
        known = known._replace(depth=max(known.depth, distance))
    state = _state(pair, known, number, Phase.VERTEX, side, (point,))
    names = (own.surface.names[index],)
    return state._replace(vertices=names, location=location, ray=ray, distance=distance)


def _passes(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> tuple[bool, bool]:
    """Whether the ray, shifted by (0, ε, ε²), crosses the triangle, and whether the shift had a part in that."""
    p, corners = (point[1], point[2]), ((a[1], a[2]), (b[1], b[2]), (c[1], c[2]))
    sides, shared = [], False
    for i in range(3):
        start, end = corners[i], corners[i - 2]
        side = orient2d(start, end, p)
        shared = shared or side == 0
        sides.append(side or _shifted_side(start, end))
    if sides[0] == 0 or not sides[0] == sides[1] == sides[2]:
        return False, shared
    return orient3d(a, b, c, point) == -sides[0], shared  # all on the left: the triangle looks along the ray


def _shifted_side(start: Vec2, end: Vec2) -> int:
    """The side on which a point of the line comes to lie when it is shifted by (ε, ε²); 0 where there is no line."""
    if start[1] != end[1]:
        return 1 if start[1] > end[1] else -1
    return (end[0] > start[0]) - (end[0] < start[0])


def _ahead(surface: Placed, triangle: int, point: Vec3) -> float:
    """How far along the ray the triangle is; never beyond its own extent, whatever a sliver's normal says."""
    normal, corner = vec3(surface.normals[triangle]), vec3(surface.corners[triangle, 0])
    height = dot(normal, sub(corner, point))
    least, most = float(surface.lo[triangle, 0]) - point[0], float(surface.hi[triangle, 0]) - point[0]
    distance = height / normal[0] if abs(normal[0]) * most > abs(height) else most
    return max(distance, least, 0.0)


# --- an edge ---


def _edge(pair: Pair, known: Known, number: int, side: int, index: int) -> State:
    own, other = pair.surfaces[side], pair.surfaces[1 - side]
    i, j = own.surface.edges[index]
    p, q = own.vertices[i], own.vertices[j]
    meetings = _meetings(other, p, q)
    probes = _probes(other, p, q, meetings) if meetings and other.surface.kind == Kind.SOLID else ()
    for point in {meeting.at: meeting.point for meeting in meetings}.values():
        known = _met(known, point)
    if side == 0 and not _far(pair, known, other, p, q):
        known = _passed(pair, known, p, q)
    depths = [known.depth, *(meeting.depth for meeting in meetings), *(probe.depth for probe in probes)]
    known = known._replace(depth=max(depths))
    state = _state(pair, known, number, Phase.EDGE, side, (p, q))
    return state._replace(vertices=(own.surface.names[i], own.surface.names[j]), meetings=meetings, probes=probes)


def _meetings(surface: Placed, p: Vec3, q: Vec3) -> tuple[Meeting, ...]:
    """One for each flat face that is met, in whichever of its triangles."""
    found: dict[int, Meeting] = {}
    for triangle in _boxes_meet(surface, p, q):
        how = meet(p, q, *_corners(surface, triangle))
        if how != Meet.APART:
            meeting = _meeting(surface, p, q, triangle, how)
            found.setdefault(meeting.face, meeting)
    return tuple(sorted(found.values(), key=lambda meeting: meeting.at))


def _meeting(surface: Placed, p: Vec3, q: Vec3, triangle: int, how: Meet) -> Meeting:
    face = int(surface.surface.faces[triangle])
    if how == Meet.FLAT:
        point = _common_point(surface.corners[triangle], p, q)
        length = norm(sub(q, p))
        return Meeting(face, how, norm(sub(point, p)) / length if length > 0 else 0.0, point, 0.0)
    normal, corner = vec3(surface.normals[triangle]), vec3(surface.corners[triangle, 0])
    before, behind = dot(normal, sub(p, corner)), dot(normal, sub(q, corner))
    at = min(max(before / (before - behind), 0.0), 1.0) if before != behind else 0.0
    point = along(p, sub(q, p), at)
    # Moved by m, the ends stay on their sides, and the crossing wanders by no more than m / sine.
    sine = abs(before - behind) / norm(sub(q, p))
    to_rim = float(on_edges(point, surface.ends)[1].min())
    return Meeting(face, how, at, point, min(abs(before), abs(behind), sine * to_rim))


def _common_point(corners: Floats, p: Vec3, q: Vec3) -> Vec3:
    """A point of a segment and a triangle in one plane: where it passes an edge, or an end that is inside."""
    here, _, distances = on_segments(p, q, np.stack([corners, corners[[1, 2, 0]]], axis=1))
    candidates = [(float(distance), vec3(point)) for distance, point in zip(distances, here, strict=True)]
    candidates += [(float(on_triangles(end, corners[None])[1][0]), end) for end in (p, q)]
    return min(candidates)[1]


def _probes(surface: Placed, p: Vec3, q: Vec3, meetings: Sequence[Meeting]) -> tuple[Probe, ...]:
    """The middles of the pieces into which the meetings cut an edge."""
    cuts = sorted({0.0, 1.0, *(meeting.at for meeting in meetings)})
    return tuple(_probe((surface,), along(p, sub(q, p), (low + high) / 2)) for low, high in pairwise(cuts))


def _passed(pair: Pair, known: Known, p: Vec3, q: Vec3) -> Known:
    """What the edges of B say that pass the edge of A."""
    ends = pair.surfaces[1].ends
    if not len(ends):
        return known
    here, there, distances = on_segments(p, q, ends)
    i = distances.argmin()
    known = _nearer(known, float(distances[i]), vec3(here[i]), vec3(there[i]), 0)
    near = ends[distances <= pair.tolerance]
    return _bounded(pair, known, np.cross(np.subtract(q, p), near[:, 1] - near[:, 0]))


# --- the middle ---


def _middle(pair: Pair, known: Known, number: int) -> State:
    point = scale(known.contact_sum, 1 / known.contacts)
    probe = _probe(pair.surfaces, point)
    known = known._replace(depth=max(known.depth, probe.depth))
    state = _state(pair, known, number, Phase.MIDDLE, 0, (point,))
    return state._replace(location=probe.location, probes=(probe,))


def _probe(surfaces: Sequence[Placed], point: Vec3) -> Probe:
    """A point that is in all surfaces, as deep as it is in each of them together; outside of one, not deep at all.

    A thin shape is convex, so that the middle of its points is one of them, which rounding would not let it be.
    """
    locations = [
        Location.ON_SURFACE if surface.surface.kind == Kind.THIN else locate(surface, point)[0] for surface in surfaces
    ]
    location = min(locations)
    if location == Location.OUTSIDE:
        return Probe(point, location, 0.0)
    insides = [one for one, at in zip(surfaces, locations, strict=True) if at == Location.INSIDE]
    return Probe(point, location, sum(float(on_triangles(point, one.corners)[1].min()) for one in insides))


# --- what is known ---


def _nearer(known: Known, distance: float, own: Vec3, other: Vec3, side: int) -> Known:
    if distance >= known.nearest.distance:
        return known
    point_a, point_b = (own, other) if side == 0 else (other, own)
    return known._replace(nearest=Nearest(distance, point_a, point_b))


def _met(known: Known, point: Vec3) -> Known:
    """One more point that both shapes have."""
    known = known._replace(contacts=known.contacts + 1, contact_sum=add(known.contact_sum, point))
    return known._replace(nearest=Nearest(0.0, point, point)) if known.contacts == 1 else known


def _bounded(pair: Pair, known: Known, axes: Floats) -> Known:
    """No way out is longer than the overlap on any axis, either way along it."""
    for x, y, z in {(x, y, z) for x, y, z in axes.tolist()}:
        axis = unit((x, y, z))
        if axis != ZERO:
            for direction in (axis, neg(axis)):
                bound = float(_heights(pair.surfaces[1], direction).min() - _heights(pair.surfaces[0], direction).max())
                if bound > known.lower:
                    known = known._replace(lower=bound, normal=direction)
    return known


def _heights(surface: Placed, direction: Vec3) -> Floats:
    x, y, z = surface.points.T
    return np.asarray(x * direction[0] + y * direction[1] + z * direction[2])


def _far(pair: Pair, known: Known, other: Placed, p: Vec3, q: Vec3) -> bool:
    """Whether the box around `p` and `q` is further from the other's than what is known already."""
    gaps = [max(other.low[i] - max(p[i], q[i]), min(p[i], q[i]) - other.high[i], 0.0) for i in range(3)]
    return norm((gaps[0], gaps[1], gaps[2])) > max(known.nearest.distance, pair.tolerance)


def _boxes_meet(surface: Placed, p: Vec3, q: Vec3) -> list[int]:
    """The triangles whose bounding boxes meet that of `p` and `q`."""
    meets = (surface.lo <= np.maximum(p, q)) & (surface.hi >= np.minimum(p, q))
    triangles: list[int] = np.flatnonzero(meets.all(axis=1)).tolist()
    return triangles


def _corners(surface: Placed, triangle: int) -> tuple[Vec3, Vec3, Vec3]:
    a, b, c = surface.surface.triangles[triangle]
    return surface.vertices[a], surface.vertices[b], surface.vertices[c]
