"""Box3D's manifold of two hulls: one face clipped by another, or the crossing of two edges if that is clearly better.

Reproduces Box3D 0.1.0 (tag v0.1.0, commit 8441b4a of 30 June 2026, https://github.com/erincatto/box3d) in single
precision and in its order of operations: b3CollideHulls, b3BuildFaceAContact, b3BuildEdgeContact and
b3ReduceManifoldPoints in src/convex_manifold.c, b3FindIncidentFace and b3ClipPolygon in src/manifold.c.  It works in
A's frame, or in B's if the reference face is B's; the steps show world coordinates.

1. AXIS, three times: of A's faces the one from which B is furthest; of B's faces the one from which A is furthest,
   which must be better by 2.5 mm; and of the pairs of edges whose arcs cross on the Gauss map the best.  An axis with a
   gap wider than the speculative distance, 20 mm, ends the search.
2. FACES: the reference face is that of the best face axis.  The incident face is at the other body's nearest vertex: of
   the edges there, the one most perpendicular to the axis; of its two faces, the one that faces the reference face.
3. CLIP: the incident face is cut by the planes through the sides of the reference face.  If fewer than three corners
   are left, the face has no contact.
4. DEPTH: of each corner, measured from the plane of the reference face.
5. AXIS, again, if there is a pair of edges: its separation is compared with that of the clipped face, which is that of
   its deepest corner.  The edges are chosen if theirs is greater than 0.9 times that, plus 2.5 mm, or if the face has
   no contact.
6. FACES, if the edges are chosen: they have one contact point, halfway between the points where their lines are
   nearest.  If one of these is beyond an edge's ends, the face's points stay.
7. REDUCE, of more than four points: the first is furthest along a fixed direction in the frame of the reference body,
   plus its depth; the second is furthest from it; the third makes the largest triangle; the fourth adds the largest
   area to that.  A later candidate must beat an earlier one by 5 %, so that the choice does not flicker.
8. POINTS, halfway between the faces.

A sphere or a capsule takes other steps: see `round_pairs`.  Box3D has neither cylinders nor cones; they are the hulls
of 16 points on each rim (b3CreateCylinder and b3CreateCone in src/hull.c).

Other versions: from commit 2386141 of 20 July 2026 to 30c67b5 of 12 August, the newest version read, A's face must be
better than B's by nothing, the axis of two edges is interpolated between the normals of B's faces, and the edges are
chosen if their separation is greater than that of the clipped face plus 5 mm.  For two days before, c37cfe4 compared
all three axes before clipping, with a bias of 0.5 mm towards faces.

The arcs on the Gauss map are from Gregorius, The separating axis test between convex polyhedra, GDC 2013.

Departures: no cache of the last axis, for which see caches/policies/box3d.py; Box3D reduces the face's points before it
compares the edges, with the same result; triangles and flat hulls are hulls of two faces, while Box3D collides
triangles in a function of their own, and rejects flat hulls.  Box3D itself makes no box thinner than 2 mm; here small
boxes stay small.  The pose of B in A's frame is rounded once; Box3D multiplies quaternions of single precision.

What goes wrong: all tolerances are absolute, so bodies of millimetres have contacts at a distance.  Where two edges
overlap by less than 2.5 mm, the clipped face wins unless it is much deeper, and its normal is tilted from the direction
of least depth.  A cylinder is a prism: on its side, it rests on a facet, up to 2 % of its radius too low, and does not
roll.  Capsules whose axes cross have no contact.  Spheres have none before they touch, but a sphere and a hull have.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.arrays import vectors_of
from gjkscope.engine.contacts.box3d.arithmetic import (
    FLT_MAX,
    RelativeTransform,
    SinglePlane,
    edge_separations,
    mul_add,
    mul_sub,
    nearest_on_single_lines,
    normalize,
    python_floats,
    relative_transform,
    single_plane,
)
from gjkscope.engine.contacts.box3d.flat import flat_crossings
from gjkscope.engine.contacts.box3d.hull_data import Box3dHull
from gjkscope.engine.contacts.box3d.hulls import box3d_hull, in_box3d, is_flat
from gjkscope.engine.contacts.box3d.limits import (
    EDGE_BIAS,
    EDGE_FACTOR,
    FACE_BIAS,
    LATER_BEATS,
    PARALLEL,
    SPECULATIVE,
)
from gjkscope.engine.contacts.box3d.round_pairs import RoundPair, is_round, start_round, step_round
from gjkscope.engine.contacts.clipping import Side, corner_name
from gjkscope.engine.contacts.hulls import has_faces
from gjkscope.engine.contacts.policy import SINGLE_ACCURACY, ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.published.box3d.vertices import float32
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import Mat3, Vec3, add, cross, dot, neg, row_times, scale, sub

NAME = "box3d"
MOST_POINTS = 4


class FaceAxis(NamedTuple):
    """The normal of a face."""

    name: str
    normal: Vec3  # from A to B, in the world
    separation: float  # metres
    owner: str  # of the face: "A" or "B"
    face: int  # of the owner
    vertex: int  # of the other body, nearest to that face


class EdgeAxis(NamedTuple):
    """The axis perpendicular to two edges."""

    name: str
    normal: Vec3  # from A to B, in the world
    separation: float  # metres
    edges: tuple[int, int]


class ClipCorner(NamedTuple):
    """`b3ClipVertex`: a corner of the polygon, with the sides that end and begin there."""

    place: Vec3  # in the reference body's frame
    separation: Any  # from the reference face
    incoming: Side
    outgoing: Side

    @property
    def id(self) -> str:
        return corner_name(self.incoming, self.outgoing)


class FacePoint(NamedTuple):
    """`b3LocalManifoldPoint`, in the reference body's frame: halfway between the faces, and on the incident face."""

    place: Vec3
    incident: Vec3
    separation: Any
    id: str


class Next(IntEnum):
    """The task of the next step."""

    FACES_OF_B = 0
    EDGES = 1
    FEATURES = 2
    CLIP = 3
    DEPTH = 4
    COMPARE = 5
    CROSSING = 6
    REDUCE = 7
    POINTS = 8


class HullPair(NamedTuple):
    """The data of the steps."""

    a: Box3dHull
    b: Box3dHull
    to_a: RelativeTransform  # from B's frame
    turn: Mat3  # its rotation
    pose_a: Pose
    then: Next
    face: FaceAxis  # the best so far
    edge: EdgeAxis | None  # the best
    sides: tuple[int, ...]  # edges of the reference face still to clip by
    polygon: tuple[ClipCorner, ...]
    clipped: tuple[FacePoint, ...]  # the corners that are left
    free: tuple[FacePoint, ...]  # of them, not chosen yet; in the order in which they are compared
    kept: tuple[FacePoint, ...]  # chosen from them
    points: tuple[ContactPoint, ...]  # in the world: those that are clipped, until some are chosen
    is_shown: bool  # otherwise the steps lack what is in them for a view only

    @property
    def reference(self) -> Box3dHull:
        return self.a if self.face.owner == "A" else self.b

    @property
    def incident(self) -> Box3dHull:
        return self.b if self.face.owner == "A" else self.a

    @property
    def to_reference(self) -> RelativeTransform:
        """From the incident body's frame to that of the reference body."""
        return self.to_a if self.face.owner == "A" else self.to_a.inverse()

    @property
    def plane(self) -> SinglePlane:
        """The plane of the reference face, in its body's frame."""
        return self.reference.planes[self.face.face]

    def world(self, point: Vec3, owner: str = "A") -> Vec3:
        """A point in a body's frame, in the world."""
        if owner == "B":
            point = add(row_times(self.turn, point), self.to_a.position)
        return apply(self.pose_a, python_floats(point))

    def world_direction(self, direction: Vec3, owner: str = "A") -> Vec3:
        if owner == "B":
            direction = row_times(self.turn, direction)
        return row_times(self.pose_a.rotation, python_floats(direction))

    def world_directions(self, directions: Any, owner: str) -> list[Vec3]:
        """`world_direction` of each, given as arrays."""
        x, y, z = directions
        if len(x) == 1:
            return [self.world_direction((x[0], y[0], z[0]), owner)]
        if owner == "B":
            directions = row_times(self.turn, directions)
        x, y, z = (part.astype(np.float64) for part in directions)
        return vectors_of(row_times(self.pose_a.rotation, (x, y, z)))


def start(
    shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = (), is_shown: bool = True
) -> State:
    """The first step AXIS: A's faces, or the nearest points if a body is round."""
    known_a, known_b = in_box3d(shape_a), in_box3d(shape_b)
    with np.errstate(all="ignore"):
        if is_round(shape_a) or is_round(shape_b):
            return start_round(NAME, known_a, pose_a, known_b, pose_b)
        hulls = box3d_hull(known_a), box3d_hull(known_b)
        return _start_hulls(*hulls, relative_transform(pose_a, pose_b), pose_a, is_shown)


def start_unseen(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, earlier: Earlier = ()) -> State:
    """`start` of steps that nobody is shown."""
    return start(shape_a, pose_a, shape_b, pose_b, earlier, is_shown=False)


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    with np.errstate(all="ignore"):
        if isinstance(state.work, RoundPair):
            return step_round(state)
        pair: HullPair = state.work
        ahead = state._replace(
            iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
        )
        return STEPS[pair.then](ahead, pair)


def _start_hulls(a: Box3dHull, b: Box3dHull, to_a: RelativeTransform, pose_a: Pose, is_shown: bool) -> State:
    nothing = FaceAxis("", (0.0, 0.0, 0.0), 0.0, "A", 0, 0)
    then, turn = Next.FACES_OF_B, to_a.matrix()
    pair = HullPair(a, b, to_a, turn, pose_a, then, nothing, None, (), (), (), (), (), (), is_shown)
    axes = _face_axes(pair, "A")
    best = max(axes, key=_separation)
    return State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=NAME,
        normal=best.normal,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=(),
        candidates=_candidates(axes, best),
        measure="separation, m",
        reason="the other body is furthest from this face",
        points=(),
        work=_unless_apart(pair._replace(face=best), best.separation),
        exit=Exit.RUNNING,
    )


def _unless_apart(pair: HullPair, separation: float) -> HullPair:
    return pair._replace(then=Next.POINTS) if separation > float32(SPECULATIVE) else pair


def _separation(axis: FaceAxis | EdgeAxis) -> float:
    return axis.separation


def _candidates(
    axes: list[FaceAxis] | list[EdgeAxis], best: FaceAxis | EdgeAxis | None
) -> tuple[ContactCandidate, ...]:
    return tuple(ContactCandidate(axis.name, axis.normal, axis.separation, axis is best) for axis in axes)


def _face_axes(pair: HullPair, owner: str) -> list[FaceAxis]:
    """`b3QueryFaceDirections`; only the best axis if nobody is shown the others."""
    hull = pair.a if owner == "A" else pair.b
    return _axes_of(pair, owner, hull.plane_arrays, range(len(hull.planes)))


def face_axis(pair: HullPair, owner: str, face: int) -> FaceAxis:
    """The axis of one face."""
    planes: Any = (pair.a if owner == "A" else pair.b).plane_arrays
    (x, y, z), offset = planes
    (axis,) = _axes_of(pair, owner, SinglePlane((x[[face]], y[[face]], z[[face]]), offset[[face]]), [face])
    return axis


def _axes_of(pair: HullPair, owner: str, planes: SinglePlane, faces: Sequence[int]) -> list[FaceAxis]:
    """The axes of faces with these planes, given as arrays, measured in the frame of the other body."""
    other = pair.b if owner == "A" else pair.a
    to_other = pair.to_a.inverse() if owner == "A" else pair.to_a.inverse().inverse()
    placed = to_other.plane(planes)
    points: Any = other.point_arrays
    heights: Any = dot(_as_rows(neg(placed.normal)), points)
    vertices = heights.argmax(axis=1)
    separations = placed.separation(tuple(part[vertices] for part in points)).tolist()
    chosen = _seen(pair, separations)
    directions: Any = planes.normal
    outward = pair.world_directions(tuple(part[chosen] for part in directions), owner)
    normals = outward if owner == "A" else [neg(normal) for normal in outward]
    return [
        FaceAxis(f"{owner} face {faces[k]}", normal, separations[k], owner, faces[k], int(vertices[k]))
        for k, normal in zip(chosen, normals, strict=True)
    ]


def _seen(pair: HullPair, separations: list[float]) -> list[int]:
    """Which axes to describe: all, or the first of the best if nobody is shown the others."""
    numbers = range(len(separations))
    return [*numbers] if pair.is_shown or not separations else [max(numbers, key=separations.__getitem__)]


def _search_faces_of_b(ahead: State, pair: HullPair) -> State:
    axes = _face_axes(pair, "B")
    best = max(axes, key=_separation)
    needed = float32(pair.face.separation) + float32(FACE_BIAS)
    wins = best.separation > needed or best.separation > float32(SPECULATIVE)
    chosen = best if wins else pair.face
    reason = f"better than {pair.face.name} by more than the face bias"
    return ahead._replace(
        normal=chosen.normal,
        candidates=_candidates(axes, chosen),
        measure="separation, m",
        reason=reason if wins else f"none is {reason}",
        work=_unless_apart(pair._replace(face=chosen, then=Next.EDGES), chosen.separation),
    )


def _search_edges(ahead: State, pair: HullPair) -> State:
    """The best pair of edges; it is compared with the face once that is clipped."""
    axes = edge_axes(pair)
    best = max(axes, key=_separation, default=None)
    is_apart = best is not None and best.separation > float32(SPECULATIVE)
    reason = "compared with the face after clipping" if best else "no two edges span an axis, or all are parallel"
    after = pair._replace(edge=best, then=Next.FEATURES)
    return ahead._replace(
        normal=best.normal if best and is_apart else pair.face.normal,
        candidates=_candidates(axes, best),
        measure="separation, m" if axes else "",
        reason="they are further apart than the speculative distance" if is_apart else reason,
        work=_unless_apart(after, best.separation) if best else after,
    )


def edge_axes(pair: HullPair) -> list[EdgeAxis]:
    """`b3QueryEdgeDirections`: the pairs of edges that span a face of A − B and are not parallel, in its order.

    Only the best one if nobody is shown the others.
    """
    a, b = pair.a, pair.b
    end_a, along_a, *normals_a = a.edge_arrays
    faces_a = normals_a[0], normals_a[1]
    columns: Any = row_times(pair.turn, b.edge_columns)
    end_b, along_b, left_b, right_b = zip(*columns, strict=True)
    end_b = add(end_b, pair.to_a.position)
    is_reversed = None
    if is_flat(a) or is_flat(b):
        outward, inward = flat_crossings(along_a, faces_a, along_b, (left_b, right_b))
        spans, is_reversed = outward | inward, ~outward
    else:
        sides = dot(left_b, along_a), dot(right_b, along_a)
        across = -dot(faces_a[0], along_b), -dot(faces_a[1], along_b)
        spans = (sides[0] * sides[1] < 0) & (across[0] * across[1] < 0) & (sides[0] * across[1] > 0)
    center_b = pair.to_a.point(b.center)
    axes: Any = edge_separations(end_a, along_a, a.center, end_b, along_b, center_b, PARALLEL, is_reversed)
    normals, separations = axes
    j, i = np.nonzero(spans & (separations > -FLT_MAX))
    chosen = _seen(pair, separations[j, i].tolist())
    j, i = j[chosen], i[chosen]
    directions = pair.world_directions(tuple(part[j, i] for part in normals), "A")
    of_a, of_b = (2 * i).tolist(), (2 * j).tolist()
    names_a = {edge: str(_side("A", a, edge)) for edge in set(of_a)}
    names_b = {edge: str(_side("B", b, edge)) for edge in set(of_b)}
    found = zip(of_a, of_b, directions, separations[j, i].tolist(), strict=True)
    return [
        EdgeAxis(f"{names_a[edge]} × {names_b[other]}", normal, separation, (edge, other))
        for edge, other, normal, separation in found
    ]


def _as_rows(v: Any) -> Vec3:
    """Arrays of which each combines with all of another."""
    return (v[0][:, None], v[1][:, None], v[2][:, None])


def _side(owner: str, hull: Box3dHull, edge: int) -> Side:
    return Side(owner, hull.ends(edge))


def _found_features(ahead: State, pair: HullPair) -> State:
    axis, reference, incident = pair.face, pair.reference, pair.incident
    other = "B" if axis.owner == "A" else "A"
    to_reference = pair.to_reference
    face = _incident_face(incident, to_reference.inverse_rotate(pair.plane.normal), axis.vertex)
    around, matrix = list(incident.around_face(face)), to_reference.matrix()
    polygon = []
    for edge, after in zip(around, (*around[1:], around[0]), strict=True):
        place = add(row_times(matrix, incident.start(after)), to_reference.position)
        sides = _side(other, incident, edge), _side(other, incident, after)
        polygon.append(ClipCorner(place, pair.plane.separation(place), *sides))
    sides_of_face = tuple(reference.around_face(axis.face))
    ahead = ahead._replace(
        phase=ContactPhase.FACES, work=pair._replace(polygon=tuple(polygon), sides=sides_of_face, then=Next.CLIP)
    )
    if not pair.is_shown:
        return ahead
    front = tuple(pair.world(reference.start(edge), axis.owner) for edge in sides_of_face)
    back = tuple(pair.world(corner.place, axis.owner) for corner in polygon)
    on_a, on_b = (front, back) if axis.owner == "A" else (back, front)
    return ahead._replace(face_a=on_a, face_b=on_b, after=_clip_vertices(pair, polygon))


def _incident_face(hull: Box3dHull, normal: Vec3, vertex: int) -> int:
    """`b3FindIncidentFace`."""
    flattest = min(hull.around_vertex(vertex), key=lambda edge: abs(dot(normalize(hull.vector(edge)), normal)))
    edge = hull.edges[flattest]
    first, second = edge.face, hull.edges[edge.twin].face
    is_first = dot(hull.planes[first].normal, normal) < dot(hull.planes[second].normal, normal)
    return first if is_first else second


def _clip_vertices(pair: HullPair, polygon: list[ClipCorner] | tuple[ClipCorner, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(pair.world(corner.place, pair.face.owner), corner.id) for corner in polygon)


def _clip(ahead: State, pair: HullPair) -> State:
    edge, *others = pair.sides
    reference, owner = pair.reference, pair.face.owner
    tangent = normalize(reference.vector(edge))
    plane = single_plane(cross(tangent, pair.plane.normal), reference.start(edge))
    side = _side(owner, reference, edge)
    left = _clip_polygon(pair.polygon, plane, side, pair.plane)
    is_lost = len(left) < 3
    then = Next.CLIP if others else Next.DEPTH
    if is_lost:
        then = Next.COMPARE if pair.edge else Next.POINTS
    ahead = ahead._replace(
        phase=ContactPhase.CLIP, work=pair._replace(polygon=tuple(left), sides=tuple(others), then=then)
    )
    if not pair.is_shown:
        return ahead
    return ahead._replace(
        plane=ClipPlane(pair.world(reference.start(edge), owner), pair.world_direction(plane.normal, owner), str(side)),
        after=_clip_vertices(pair, left),
        reason="fewer than three corners are left: the face has no contact" if is_lost else "",
    )


def _clip_polygon(
    polygon: tuple[ClipCorner, ...], plane: SinglePlane, side: Side, reference: SinglePlane
) -> list[ClipCorner]:
    """`b3ClipPolygon`; a corner where the plane cuts has the sides that meet there."""
    left = []
    first, here = polygon[-1], plane.separation(polygon[-1].place)
    for second in polygon:
        there = plane.separation(second.place)
        if (here <= 0) != (there <= 0):
            place = mul_add(first.place, here / (here - there), sub(second.place, first.place))
            sides = (second.incoming, side) if here <= 0 else (side, first.outgoing)
            left.append(ClipCorner(place, reference.separation(place), *sides))
        if there <= 0:
            left.append(second)
        first, here = second, there
    return left


def _measure(ahead: State, pair: HullPair) -> State:
    """Depths from the plane of the reference face; no corner is discarded."""
    half, normal = float32(0.5), pair.plane.normal
    points = tuple(
        FacePoint(mul_sub(corner.place, half * corner.separation, normal), corner.place, corner.separation, corner.id)
        for corner in pair.polygon
    )
    is_near = min(point.separation for point in points) < float32(SPECULATIVE)
    kept = points if is_near else ()
    shown = tuple(_in_world(pair, point) for point in points)
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(ContactCandidate(point.id, point.position, point.depth, is_near) for point in shown),
        measure="depth, m",
        reason="halfway between the faces" if is_near else "all are further apart than the speculative distance",
        after=_vertices_of(shown if is_near else ()),
        work=_choose_points(
            pair._replace(clipped=kept, points=shown if is_near else ()), Next.COMPARE if pair.edge else None
        ),
    )


def _in_world(pair: HullPair, point: FacePoint) -> ContactPoint:
    owner, normal = pair.face.owner, pair.plane.normal
    foot = mul_sub(point.incident, point.separation, normal)
    on_a, on_b = (foot, point.incident) if owner == "A" else (point.incident, foot)
    place, on_a, on_b = (pair.world(place, owner) for place in (point.place, on_a, on_b))
    return ContactPoint(place, on_a, on_b, 0.0 - float(point.separation), point.id)


def _choose_points(pair: HullPair, then: Next | None = None) -> HullPair:
    """The state with the face's points as the manifold, unless another step follows."""
    if then is None:
        then = Next.REDUCE if len(pair.clipped) > MOST_POINTS else Next.POINTS
    return pair._replace(free=pair.clipped, then=then)


def _compare_with_edges(ahead: State, pair: HullPair) -> State:
    """Chooses between the clipped face and the best pair of edges."""
    face, edge = pair.face, pair.edge
    assert edge is not None
    clipped = min((point.separation for point in pair.clipped), default=None)
    wins = clipped is None or edge.separation > float32(EDGE_FACTOR) * clipped + float32(EDGE_BIAS)
    shown = ContactCandidate(edge.name, edge.normal, edge.separation, bool(wins))
    words = "better than the clipped face by more than a tenth of its depth and the edge bias"
    candidates, reason = [shown], words if wins else f"{edge.name} is not {words}"
    if clipped is None:
        reason = "the face has no contact"
    else:
        candidates.insert(0, ContactCandidate(f"{face.name}, clipped", face.normal, float(clipped), not wins))
    return ahead._replace(
        phase=ContactPhase.AXIS,
        normal=edge.normal if wins else face.normal,
        candidates=tuple(candidates),
        measure="separation, m",
        reason=reason,
        work=pair._replace(then=Next.CROSSING) if wins else _choose_points(pair),
    )


def _cross_edges(ahead: State, pair: HullPair) -> State:
    """The contact point of two edges; if their lines are nearest beyond an end, the face's points stay."""
    edge = pair.edge
    assert edge is not None
    ahead = ahead._replace(phase=ContactPhase.FACES)
    crossing = edge_contact(pair, edge)
    if crossing is None:
        beyond = "the lines of the edges are nearest beyond an end"
        reason = f"{beyond}, so the face's points stay" if pair.clipped else f"{beyond}: no contact"
        return ahead._replace(normal=pair.face.normal, reason=reason, work=_choose_points(pair))
    normal, point = crossing
    face_a, face_b = (
        tuple(pair.world(end, owner) for end in (hull.start(number), hull.end(number)))
        for owner, hull, number in zip("AB", (pair.a, pair.b), edge.edges, strict=True)
    )
    work = pair._replace(points=(point,), then=Next.POINTS)
    return ahead._replace(normal=normal, face_a=face_a, face_b=face_b, after=(), work=work)


def edge_contact(pair: HullPair, edge: EdgeAxis) -> tuple[Vec3, ContactPoint] | None:
    """`b3BuildEdgeContact`: the normal, which leads out of A here, and the point; None if it is beyond an end."""
    on_a, on_b = edge.edges
    start_a, along_a = pair.a.start(on_a), pair.a.vector(on_a)
    start_b, end_b = (pair.to_a.point(end) for end in (pair.b.start(on_b), pair.b.end(on_b)))
    along_b = sub(end_b, start_b)
    nearest = nearest_on_single_lines(start_a, along_a, start_b, along_b)
    if not nearest.is_within:
        return None
    normal = normalize(cross(along_a, along_b))
    if is_flat(pair.a):  # which has no inside
        leads_out = dot(pair.world_direction(normal), edge.normal) >= 0
    else:
        leads_out = dot(normal, sub(start_a, pair.a.center)) >= 0
    normal = normal if leads_out else neg(normal)
    first, second = nearest.points
    separation = dot(normal, sub(second, first))
    middle = scale(add(first, second), float32(0.5))
    place, first, second = (pair.world(place) for place in (middle, first, second))
    return pair.world_direction(normal), ContactPoint(place, first, second, 0.0 - float(separation), edge.name)


def _reduce(ahead: State, pair: HullPair) -> State:
    """Chooses the next of up to four points."""
    scores, measure, least = _scores(pair)
    best, best_score = None, least
    later_beats = float32(LATER_BEATS)
    for point, score in zip(pair.free, scores, strict=True):
        beats = later_beats * score >= best_score if len(pair.kept) == 2 else later_beats * score > best_score
        if beats and (pair.kept or point.separation <= float32(SPECULATIVE)):
            best, best_score = point, score
    if len(pair.kept) == 1 and best_score < _least_area():
        best = None
    kept = pair.kept if best is None else (*pair.kept, best)
    is_last = best is None or len(kept) == MOST_POINTS
    shown = {id(point): in_world for point, in_world in zip(pair.clipped, pair.points, strict=True)}
    points = tuple(shown[id(point)] for point in (kept if is_last else pair.clipped))
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(tuple(shown.values())),
        after=_vertices_of(tuple(shown[id(point)] for point in kept)),
        candidates=tuple(
            ContactCandidate(point.id, shown[id(point)].position, float(score), point is best)
            for point, score in zip(pair.free, scores, strict=True)
        ),
        measure=measure,
        reason="the largest; a later one must beat an earlier one by 5 %" if best else "none is large enough",
        work=pair._replace(
            kept=kept, free=_without(pair.free, best), points=points, then=Next.POINTS if is_last else Next.REDUCE
        ),
    )


def _without(points: tuple[FacePoint, ...], gone: FacePoint | None) -> tuple[FacePoint, ...]:
    """Box3D moves the last point to the place of the chosen one, which changes the order of comparison."""
    if gone is None:
        return points
    *others, last = points
    return tuple(last if point is gone else point for point in others)


def _least_area() -> Any:
    return float32(SPECULATIVE) * float32(SPECULATIVE)


def _scores(pair: HullPair) -> tuple[list[Any], str, Any]:
    """The criterion for the next point in the reference body's frame, for each free point, and its least value."""
    normal, places = pair.plane.normal, [point.place for point in pair.free]
    if not pair.kept:
        ahead = _fixed_direction(normal)
        scores = [dot(ahead, point.place) - point.separation for point in pair.free]
        return scores, "depth + distance along a fixed direction, m", float32(-FLT_MAX)
    first, *others = (point.place for point in pair.kept)
    if not others:
        scores = [_spread(point, first, normal) for point in pair.free]
        return scores, "distance² + 4 depth², m²", float32(0.0)
    second, *third = others
    if not third:
        areas = [_area(normal, sub(second, first), sub(place, first)) for place in places]
        return [abs(area) for area in areas], "twice the triangle's area, m²", _least_area()
    is_clockwise = _area(normal, sub(second, first), sub(third[0], first)) < 0
    sign = float32(-1.0 if is_clockwise else 1.0)
    scores = [_added_area(place, first, second, third[0], normal, sign) for place in places]
    return scores, "twice the added area, m²", _least_area()


def _area(normal: Vec3, along: Vec3, across: Vec3) -> Any:
    """Twice the area of a triangle; positive if its corners are counter-clockwise around the normal."""
    return dot(normal, cross(along, across))


def _added_area(corner: Vec3, first: Vec3, second: Vec3, third: Vec3, normal: Vec3, sign: Any) -> Any:
    """Twice the area that the place adds to the triangle, beyond its furthest side."""
    sides = (first, sub(second, first)), (second, sub(third, second)), (third, sub(first, third))
    return max(sign * _area(normal, sub(corner, start), along) for start, along in sides)


def _spread(point: FacePoint, other: Vec3, normal: Vec3) -> Any:
    away = sub(point.place, other)
    flat = mul_sub(away, dot(away, normal), normal)
    depth = max(float32(0.0), -point.separation)
    return dot(flat, flat) + float32(4.0) * depth * depth


def _fixed_direction(normal: Vec3) -> Vec3:
    """`b3ArbitraryPerp`: a direction in the contact plane that is not along an edge of an aligned box."""
    x, y, z = normal
    a, b = float32(0.67), float32(-0.42)
    if abs(x) > 0.5:
        return normalize((a * y + b * z, -a * x, -b * x))
    if abs(y) > 0.5:
        return normalize((a * y, -a * x + b * z, -b * y))
    return normalize((a * z, b * z, -a * x - b * y))


def _vertices_of(points: tuple[ContactPoint, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(point.position, point.id) for point in points)


def _end(ahead: State, pair: HullPair) -> State:
    return ahead._replace(
        phase=ContactPhase.POINTS, points=pair.points, after=_vertices_of(pair.points), exit=Exit.COMPLETE
    )


STEPS: dict[Next, Callable[[State, HullPair], State]] = {
    Next.FACES_OF_B: _search_faces_of_b,
    Next.EDGES: _search_edges,
    Next.FEATURES: _found_features,
    Next.CLIP: _clip,
    Next.DEPTH: _measure,
    Next.COMPARE: _compare_with_edges,
    Next.CROSSING: _cross_edges,
    Next.REDUCE: _reduce,
    Next.POINTS: _end,
}


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return _is_supported(shape_a) and _is_supported(shape_b)


def _is_supported(shape: Shape) -> bool:
    return is_round(shape) or has_faces(shape) or (isinstance(shape, Cylinder | Cone) and shape.rounding == 0)


SUPPORTED = "spheres and capsules; without a rounding, boxes, hulls, triangles, and cylinders and cones as hulls"

POLICY = ContactPolicy(
    NAME, "Box3D", 1, start, step, _applies, SUPPORTED, accuracy=SINGLE_ACCURACY, start_unseen=start_unseen
)
