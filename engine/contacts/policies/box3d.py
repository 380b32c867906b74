"""Box3D's manifold of two hulls: one face clipped by another, or the crossing of two edges if that is clearly better.

Reproduces Box3D 0.1.0 (tag v0.1.0, commit 8441b4a of 30 June 2026, https://github.com/erincatto/box3d):
b3CollideHulls, b3BuildFaceAContact, b3BuildEdgeContact and b3ReduceManifoldPoints in src/convex_manifold.c,
b3FindIncidentFace and b3ClipPolygon in src/manifold.c.

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

A sphere or a capsule takes other steps: see `box3d_round`.  Box3D has neither cylinders nor cones; they are the hulls
of 16 points on each rim (b3CreateCylinder and b3CreateCone in src/hull.c).

Other versions: from commit 2386141 of 20 July 2026 to 30c67b5 of 12 August, the newest version read, A's face must be
better than B's by nothing, the axis of two edges is interpolated between the normals of B's faces, and the edges are
chosen if their separation is greater than that of the clipped face plus 5 mm.  For two days before, c37cfe4 compared
all three axes before clipping, with a bias of 0.5 mm towards faces.

The arcs on the Gauss map are from Gregorius, The separating axis test between convex polyhedra, GDC 2013.

Departures: double precision; no cache of the last axis; Box3D reduces the face's points before it compares the edges,
with the same result; corners that coincide after clipping are one; hulls other than boxes have our order of faces and
corners, which decides between equals and by the 5 % which of more than four points stay; triangles and flat hulls are
hulls of two faces, while Box3D collides triangles in a function of their own.  Box3D itself makes no box thinner than
2 mm; here small boxes stay small.

What goes wrong: all tolerances are absolute, so bodies of millimetres have contacts at a distance.  Where two edges
overlap by less than 2.5 mm, the clipped face wins unless it is much deeper, and its normal is tilted from the direction
of least depth.  A cylinder is a prism: on its side, it rests on a facet, up to 2 % of its radius too low, and does not
roll.  Capsules whose axes cross have no contact.  Spheres have none before they touch, but a sphere and a hull have.
"""

from collections.abc import Callable
from enum import IntEnum
from typing import NamedTuple

from gjkscope.engine.contacts.box3d_hulls import box3d_hull, edge_axis, in_box3d
from gjkscope.engine.contacts.box3d_limits import (
    EDGE_BIAS,
    EDGE_FACTOR,
    FACE_BIAS,
    LATER_BEATS,
    PARALLEL,
    SPECULATIVE,
)
from gjkscope.engine.contacts.box3d_round import RoundPair, is_round, start_round, step_round
from gjkscope.engine.contacts.clipping import Corner, clipped_by
from gjkscope.engine.contacts.hulls import (
    HullEdge,
    PlacedHull,
    SidePlane,
    clip_polygon,
    face_polygon,
    has_faces,
    nearest_on_lines,
    opposite,
    side_planes,
)
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.cone import Cone
from gjkscope.engine.shapes.cylinder import Cylinder
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, neg, scale, sub, transposed_times, unit

NAME = "box3d"
MOST_POINTS = 4


class FaceAxis(NamedTuple):
    """The normal of a face."""

    name: str
    normal: Vec3  # from A to B
    separation: float  # metres
    owner: str  # of the face: "A" or "B"
    face: int  # of the owner
    vertex: int  # of the other body, nearest to that face


class EdgeAxis(NamedTuple):
    """The axis perpendicular to two edges."""

    name: str
    normal: Vec3  # from A to B
    separation: float  # metres
    edges: tuple[HullEdge, HullEdge]


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

    a: PlacedHull
    b: PlacedHull
    poses: tuple[Pose, Pose]
    then: Next
    face: FaceAxis  # the best so far
    edge: EdgeAxis | None  # the best
    sides: tuple[SidePlane, ...]  # planes still to clip by
    polygon: tuple[Corner, ...]
    points: tuple[ContactPoint, ...]
    free: tuple[ContactPoint, ...]  # of the points, not chosen yet; in the order in which they are compared
    kept: tuple[ContactPoint, ...]  # chosen from the points

    @property
    def reference(self) -> PlacedHull:
        return self.a if self.face.owner == "A" else self.b


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = ()) -> State:
    """The first step AXIS: A's faces, or the nearest points if a body is round."""
    known_a, known_b = in_box3d(shape_a), in_box3d(shape_b)
    if is_round(shape_a) or is_round(shape_b):
        return start_round(NAME, known_a, pose_a, known_b, pose_b)
    return start_hulls(box3d_hull(known_a, pose_a), pose_a, box3d_hull(known_b, pose_b), pose_b)


def start_hulls(a: PlacedHull, pose_a: Pose, b: PlacedHull, pose_b: Pose) -> State:
    """The first step of two hulls, whose faces are in the order in which they are compared."""
    axes = _face_axes(a, b, "A")
    best = max(axes, key=_separation)
    pair = HullPair(a, b, (pose_a, pose_b), Next.FACES_OF_B, best, None, (), (), (), (), ())
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
        work=_unless_apart(pair, best.separation),
        exit=Exit.RUNNING,
    )


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    if isinstance(state.work, RoundPair):
        return step_round(state)
    pair: HullPair = state.work
    ahead = state._replace(
        iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
    )
    return STEPS[pair.then](ahead, pair)


def _unless_apart(pair: HullPair, separation: float) -> HullPair:
    return pair._replace(then=Next.POINTS) if separation > SPECULATIVE else pair


def _separation(axis: FaceAxis | EdgeAxis) -> float:
    return axis.separation


def _candidates(
    axes: list[FaceAxis] | list[EdgeAxis], best: FaceAxis | EdgeAxis | None
) -> tuple[ContactCandidate, ...]:
    return tuple(ContactCandidate(axis.name, axis.normal, axis.separation, axis is best) for axis in axes)


def _face_axes(hull: PlacedHull, other: PlacedHull, owner: str) -> list[FaceAxis]:
    axes = []
    for face, normal in enumerate(hull.normals):
        vertex = other.support(neg(normal))
        separation = dot(normal, sub(other.corners[vertex], hull.corners[hull.faces[face][0]]))
        outward = normal if owner == "A" else neg(normal)
        axes.append(FaceAxis(f"{owner} face {face}", outward, separation, owner, face, vertex))
    return axes


def _search_faces_of_b(ahead: State, pair: HullPair) -> State:
    axes = _face_axes(pair.b, pair.a, "B")
    best = max(axes, key=_separation)
    wins = best.separation > pair.face.separation + FACE_BIAS or best.separation > SPECULATIVE
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
    axes = [
        axis
        for edge_b in pair.b.edges
        for edge_a in pair.a.edges
        if (axis := _edge_axis(pair.a, edge_a, pair.b, edge_b)) is not None
    ]
    best = max(axes, key=_separation, default=None)
    is_apart = best is not None and best.separation > SPECULATIVE
    reason = "compared with the face after clipping" if best else "no two edges span an axis, or all are parallel"
    after = pair._replace(edge=best, then=Next.FEATURES)
    return ahead._replace(
        normal=best.normal if best and is_apart else pair.face.normal,
        candidates=_candidates(axes, best),
        measure="separation, m" if axes else "",
        reason="they are further apart than the speculative distance" if is_apart else reason,
        work=_unless_apart(after, best.separation) if best else after,
    )


def _edge_axis(a: PlacedHull, edge_a: HullEdge, b: PlacedHull, edge_b: HullEdge) -> EdgeAxis | None:
    """The axis perpendicular to two edges; None if they span no face of A − B, or are nearly parallel."""
    first, second = (a.normals[face] for face in edge_a.faces)
    third, fourth = (b.normals[face] for face in edge_b.faces)
    along_a, along_b = a.vector(edge_a), b.vector(edge_b)
    start_a, start_b = a.corners[edge_a.ends[0]], b.corners[edge_b.ends[0]]
    name = f"{_edge_name('A', edge_a)} × {_edge_name('B', edge_b)}"
    if first == neg(second) or third == neg(fourth):
        normal = _across_flat(along_a, (first, second), along_b, (neg(third), neg(fourth)))
        if normal is None:
            return None
        return EdgeAxis(name, normal, dot(normal, sub(start_b, start_a)), (edge_a, edge_b))
    sides = dot(third, along_a), dot(fourth, along_a)
    across = -dot(first, along_b), -dot(second, along_b)
    if not (sides[0] * sides[1] < 0 and across[0] * across[1] < 0 and sides[0] * across[1] > 0):
        return None
    measure = edge_axis(start_a, along_a, a.center, start_b, along_b, b.center)
    return None if measure is None else EdgeAxis(name, *measure, (edge_a, edge_b))


def _across_flat(along_a: Vec3, arc_a: tuple[Vec3, Vec3], along_b: Vec3, arc_b: tuple[Vec3, Vec3]) -> Vec3 | None:
    """The axis of two edges one of which bounds a flat body: its arc on the Gauss map is a half circle.

    The ends of a half circle do not say which half it is, so the test for arcs of solid bodies does not apply.
    """
    axis = cross(along_a, along_b)
    if dot(axis, axis) <= PARALLEL**2 * dot(along_a, along_a) * dot(along_b, along_b):
        return None
    arcs = (along_a, arc_a), (along_b, arc_b)  # the faces of −B are on the same sides of an edge as those of B
    normals = [normal for normal in (unit(axis), neg(unit(axis))) if all(_on_arc(normal, *arc) for arc in arcs)]
    return normals[0] if normals else None


def _on_arc(normal: Vec3, edge: Vec3, arc: tuple[Vec3, Vec3]) -> bool:
    """Whether a direction across an edge is between the normals of its left and its right face."""
    left, right = arc
    if left == neg(right):
        return dot(normal, cross(edge, left)) > 0  # outwards within the plane
    turn = cross(left, right)
    return dot(cross(left, normal), turn) > 0 and dot(cross(normal, right), turn) > 0


def _edge_name(owner: str, edge: HullEdge) -> str:
    return f"{owner} e{min(edge.ends)}-{max(edge.ends)}"


def _found_features(ahead: State, pair: HullPair) -> State:
    axis, reference = pair.face, pair.reference
    incident = pair.b if axis.owner == "A" else pair.a
    outward = reference.normals[axis.face]
    front = face_polygon(reference, axis.face, axis.owner)
    back = face_polygon(incident, opposite(incident, axis.vertex, outward), "B" if axis.owner == "A" else "A")
    first, *others = clip_polygon(back)
    polygon = (*others, first)  # Box3D begins with the end of the face's first edge
    on_a, on_b = (front.corners, back.corners) if axis.owner == "A" else (back.corners, front.corners)
    return ahead._replace(
        phase=ContactPhase.FACES,
        face_a=on_a,
        face_b=on_b,
        after=tuple(ClipVertex(corner.place, corner.id) for corner in polygon),
        work=pair._replace(polygon=polygon, sides=side_planes(front, outward), then=Next.CLIP),
    )


def _clip(ahead: State, pair: HullPair) -> State:
    side, *others = pair.sides
    left = _in_order(clipped_by(pair.polygon, side), pair.polygon, side)
    is_lost = len(left) < 3
    then = Next.CLIP if others else Next.DEPTH
    if is_lost:
        then = Next.COMPARE if pair.edge else Next.POINTS
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(side.point, side.normal, str(side.side)),
        after=tuple(ClipVertex(corner.place, corner.id) for corner in left),
        reason="fewer than three corners are left: the face has no contact" if is_lost else "",
        work=pair._replace(polygon=left, sides=tuple(others), then=then),
    )


def _in_order(left: tuple[Corner, ...], polygon: tuple[Corner, ...], side: SidePlane) -> tuple[Corner, ...]:
    """Box3D begins with the cut of the side from the last corner to the first; `clipped_by` ends with it."""
    if side.excess(polygon[-1].place) * side.excess(polygon[0].place) < 0:
        return (*left[-1:], *left[:-1])
    return left


def _measure(ahead: State, pair: HullPair) -> State:
    """Depths from the plane of the reference face; no corner is discarded."""
    reference, axis = pair.reference, pair.face
    origin, outward = reference.corners[reference.faces[axis.face][0]], reference.normals[axis.face]
    points = []
    for corner in pair.polygon:
        height = dot(outward, sub(corner.place, origin))
        foot = along(corner.place, outward, -height)
        on_a, on_b = (foot, corner.place) if axis.owner == "A" else (corner.place, foot)
        points.append(ContactPoint(scale(add(foot, corner.place), 0.5), on_a, on_b, -height, corner.id))
    kept = tuple(points) if max(point.depth for point in points) > -SPECULATIVE else ()
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(ContactCandidate(point.id, point.position, point.depth, bool(kept)) for point in points),
        measure="depth, m",
        reason="halfway between the faces" if kept else "all are further apart than the speculative distance",
        after=_vertices_of(kept),
        work=_choose_points(pair._replace(points=kept), Next.COMPARE if pair.edge else None),
    )


def _choose_points(pair: HullPair, then: Next | None = None) -> HullPair:
    """The state with the face's points as the manifold, unless another step follows."""
    if then is None:
        then = Next.REDUCE if len(pair.points) > MOST_POINTS else Next.POINTS
    return pair._replace(free=pair.points, then=then)


def _compare_with_edges(ahead: State, pair: HullPair) -> State:
    """Chooses between the clipped face and the best pair of edges."""
    face, edge = pair.face, pair.edge
    assert edge is not None
    clipped = max((point.depth for point in pair.points), default=None)
    wins = clipped is None or edge.separation > EDGE_FACTOR * -clipped + EDGE_BIAS
    shown = ContactCandidate(edge.name, edge.normal, edge.separation, wins)
    words = "better than the clipped face by more than a tenth of its depth and the edge bias"
    candidates, reason = [shown], words if wins else f"{edge.name} is not {words}"
    if clipped is None:
        reason = "the face has no contact"
    else:
        candidates.insert(0, ContactCandidate(f"{face.name}, clipped", face.normal, -clipped, not wins))
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
    crossing = _edge_contact(pair, edge)
    if crossing is None:
        beyond = "the lines of the edges are nearest beyond an end"
        reason = f"{beyond}, so the face's points stay" if pair.points else f"{beyond}: no contact"
        return ahead._replace(normal=pair.face.normal, reason=reason, work=_choose_points(pair))
    normal, point = crossing
    hulls = zip((pair.a, pair.b), edge.edges, strict=True)
    face_a, face_b = (tuple(hull.corners[end] for end in side.ends) for hull, side in hulls)
    return ahead._replace(
        normal=normal, face_a=face_a, face_b=face_b, after=(), work=_choose_points(pair._replace(points=(point,)))
    )


def _edge_contact(pair: HullPair, edge: EdgeAxis) -> tuple[Vec3, ContactPoint] | None:
    """The normal, which leads out of A here, and the point; None if the lines are nearest beyond an end."""
    hulls = zip((pair.a, pair.b), edge.edges, strict=True)
    (start_a, along_a), (start_b, along_b) = ((hull.corners[side.ends[0]], hull.vector(side)) for hull, side in hulls)
    part_a, part_b = nearest_on_lines(start_a, along_a, start_b, along_b)
    if not (0 <= part_a <= 1 and 0 <= part_b <= 1):
        return None
    first, second = (pair.a.normals[face] for face in edge.edges[0].faces)
    leads_out = first == neg(second) or dot(edge.normal, sub(start_a, pair.a.center)) >= 0  # a flat A has no inside
    normal = edge.normal if leads_out else neg(edge.normal)
    on_a, on_b = along(start_a, along_a, part_a), along(start_b, along_b, part_b)
    depth = -dot(normal, sub(on_b, on_a))
    return normal, ContactPoint(scale(add(on_a, on_b), 0.5), on_a, on_b, depth, edge.name)


def _reduce(ahead: State, pair: HullPair) -> State:
    """Chooses the next of up to four points."""
    scores, measure, least = _scores(pair)
    best, best_score = None, least
    for point in pair.free:
        if LATER_BEATS * scores[point.id] > best_score and (pair.kept or -point.depth <= SPECULATIVE):
            best, best_score = point, scores[point.id]
    if len(pair.kept) == 1 and best_score < SPECULATIVE**2:
        best = None
    kept = pair.kept if best is None else (*pair.kept, best)
    is_last = best is None or len(kept) == MOST_POINTS
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(pair.points),
        after=_vertices_of(kept),
        candidates=tuple(
            ContactCandidate(point.id, point.position, scores[point.id], point is best) for point in pair.free
        ),
        measure=measure,
        reason="the largest; a later one must beat an earlier one by 5 %" if best else "none is large enough",
        work=pair._replace(
            kept=kept,
            free=_without(pair.free, best),
            points=kept if is_last else pair.points,
            then=Next.POINTS if is_last else Next.REDUCE,
        ),
    )


def _without(points: tuple[ContactPoint, ...], gone: ContactPoint | None) -> tuple[ContactPoint, ...]:
    """Box3D moves the last point to the place of the chosen one, which changes the order of comparison."""
    if gone is None:
        return points
    *others, last = points
    return tuple(last if point is gone else point for point in others)


def _scores(pair: HullPair) -> tuple[dict[str, float], str, float]:
    """The criterion for the next point in the reference body's frame, for each free point, and its least value."""
    pose = pair.poses[0] if pair.face.owner == "A" else pair.poses[1]
    normal = transposed_times(pose.rotation, pair.reference.normals[pair.face.face])
    places = {point.id: transposed_times(pose.rotation, sub(point.position, pose.position)) for point in pair.points}
    kept = [places[point.id] for point in pair.kept]
    if not kept:
        ahead = _fixed_direction(normal)
        scores = {point.id: point.depth + dot(ahead, places[point.id]) for point in pair.free}
        return scores, "depth + distance along a fixed direction, m", -float("inf")
    if len(kept) == 1:
        scores = {
            point.id: _distance_square(places[point.id], kept[0], normal) + 4 * max(0.0, point.depth) ** 2
            for point in pair.free
        }
        return scores, "distance² + 4 depth², m²", 0.0
    areas = {point.id: _area(kept[0], kept[1], places[point.id], normal) for point in pair.free}
    if len(kept) == 2:
        return {name: abs(area) for name, area in areas.items()}, "twice the triangle's area, m²", SPECULATIVE**2
    sign = 1.0 if _area(kept[0], kept[1], kept[2], normal) >= 0 else -1.0
    scores = {point.id: _added_area(places[point.id], kept, normal, sign) for point in pair.free}
    return scores, "twice the added area, m²", SPECULATIVE**2


def _area(first: Vec3, second: Vec3, third: Vec3, normal: Vec3) -> float:
    """Twice the area of a triangle; positive if its corners are counter-clockwise around the normal."""
    return dot(normal, cross(sub(second, first), sub(third, first)))


def _added_area(corner: Vec3, triangle: list[Vec3], normal: Vec3, sign: float) -> float:
    """Twice the area that the place adds to the triangle, beyond its furthest side."""
    first, second, third = triangle
    sides = ((first, second), (second, third), (third, first))
    return max(-sign * _area(p, q, corner, normal) for p, q in sides)


def _distance_square(point: Vec3, other: Vec3, normal: Vec3) -> float:
    away = sub(point, other)
    flat = along(away, normal, -dot(away, normal))
    return dot(flat, flat)


def _fixed_direction(normal: Vec3) -> Vec3:
    """A direction in the contact plane that is not along an edge of an aligned box (b3ArbitraryPerp)."""
    x, y, z = normal
    if abs(x) > 0.5:
        return unit((0.67 * y - 0.42 * z, -0.67 * x, 0.42 * x))
    if abs(y) > 0.5:
        return unit((0.67 * y, -0.67 * x - 0.42 * z, 0.42 * y))
    return unit((0.67 * z, -0.42 * z, -0.67 * x + 0.42 * y))


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

POLICY = ContactPolicy(NAME, "Box3D", 1, start, step, _applies, SUPPORTED)
