"""Jolt's manifold: the supporting faces along the penetration axis, one clipped by the other.

1. AXIS: GJK, and EPA if the bodies overlap, give the penetration axis from A to B and one pair of points.  Bodies
   further apart than the speculative distance have no contact.
2. FACES: of each body, what may touch along the axis: a face, a segment on the side of a capsule, a cylinder or a cone,
   or nothing but a point.  See `jolt_faces`.
3. CLIP: B's face is cut by the planes through the sides of A's that are parallel to the axis.  If one body has a
   segment, the plane through it cuts the other's face to a segment too, whose ends are moved to those of the first if
   they are beyond them.
4. DEPTH: each corner that is left is projected along the axis on the plane of A's face, or on that of the segment which
   faces the axis most.  Those above it by the speculative distance and the manifold tolerance, or more, are discarded.
   If none is left, or one body has only a point, or both have segments, the pair of points from step 1 is the only
   contact.
5. REDUCE, of more than four points: the first maximises (distance from A's centre of mass)² × depth², the second
   (distance from the first)² × depth²; the third and the fourth are furthest from their line on each side.
6. POINTS.

Source: Jolt Physics 5.5.0 (commit 23dadd0e; the same at 3b47ec39 of June 2026, shortly before 5.6.0,
https://github.com/jrouwe/JoltPhysics), in Jolt/Physics: `ManifoldBetweenTwoFaces` and `PruneContactPoints` in
Collision/ManifoldBetweenTwoFaces.cpp, `sCollideConvexVsConvex` in Collision/Shape/ConvexShape.cpp, `ProcessBodyPair` in
PhysicsSystem.cpp, `mSpeculativeContactDistance` and `mManifoldTolerance` in PhysicsSettings.h; `ClipPolyVsPoly` and
`ClipPolyVsEdge` in Jolt/Geometry/ClipPoly.h.  Up to 5.2.0 corners were projected along the normal of A's face; up to
5.3.0 a segment of B had a single point.

Departures: the query is that of this engine; Jolt adds a convex radius to cores that it has shrunk.  A is body 1; Jolt
takes the moving body first, and of two moving bodies the one with the smaller id.  A triangle has two sides; Jolt's, of
a mesh, has one.  Corners at the same place are one.  Of points that are equally good, the first is taken, as in Jolt,
but the corners of a box or a hull are in another order.  Clipping is in double precision.

What goes wrong: depths are measured to the plane of A's face, so they differ with the order of the bodies, and where
that plane leaves the face a corner may be deeper than the bodies overlap.  On bodies of centimetres the speculative
distance is a large part of their size; the reduction may drop the deepest point.  Where it chooses two neighbours
first, nothing is left on the other side of their line: three points stay, and one corner of a box has none.  Parallel
capsules, or a cylinder lying on another, have a single point and rock on it.  Eight points of a rim enclose 90 % of its
disc, the four that are left 64 %.  A capsule that is shorter than 2 cm lies on its side however it is tilted, so its
lower end may sink in.
"""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.contacts.clipping import Corner, Side, clipped_by, corner_name
from gjkscope.engine.contacts.hulls import FacePolygon, SidePlane, clip_polygon, side_plane, side_planes
from gjkscope.engine.contacts.jolt_faces import SUPPORTED, is_supported_by_jolt, jolt_face
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.geometry.mass import mass_center
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, neg, scale, sub, unit

NAME = "jolt"
MOST_POINTS = 4
SEGMENT = 2  # corners of a face that is a segment
SPECULATIVE = 0.02  # metres, whatever the size of the bodies: Jolt's mSpeculativeContactDistance
HIGHEST = SPECULATIVE + 1e-3  # metres, of a corner above the plane: and its mManifoldTolerance
LEAST_SQUARE = 1e-6  # m²: Jolt's lower limit of the squared distances and depths that it multiplies


class FacePair(NamedTuple):
    """The data of the steps."""

    first: FacePolygon  # of body 1: its plane is the reference
    second: FacePolygon
    center: Vec3  # A's centre of mass
    touching: ContactPoint | None  # of the query; None if the bodies are too far apart
    sides: tuple[SidePlane, ...]  # planes still to clip by
    polygon: tuple[Corner, ...]
    points: tuple[ContactPoint, ...]
    kept: tuple[ContactPoint, ...]  # chosen from `points`


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = ()) -> State:
    """The step AXIS."""
    result = result_only(shape_a, pose_a, shape_b, pose_b)
    distance = result.lower if result.signed_distance is None else result.signed_distance
    normal = result.normal or ZERO
    touching = None
    if distance < SPECULATIVE and result.witness_a and result.witness_b and normal != ZERO:
        middle = scale(add(result.witness_a, result.witness_b), 0.5)
        touching = ContactPoint(middle, result.witness_a, result.witness_b, -distance, "deepest point")
    state = start_along(normal, touching, shape_a, pose_a, shape_b, pose_b)
    return state._replace(candidates=(ContactCandidate(result.algorithm, normal, distance, True),))


def start_along(
    normal: Vec3, touching: ContactPoint | None, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose
) -> State:
    """The step AXIS with a given axis from A to B, a unit vector, and pair of points; None for bodies too far apart."""
    face_a, face_b = jolt_face(shape_a, pose_a, normal, "A"), jolt_face(shape_b, pose_b, neg(normal), "B")
    first, second = (face_b, face_a) if _is_segment(face_b) and not _is_segment(face_a) else (face_a, face_b)
    return State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=NAME,
        normal=normal,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=(),
        candidates=(),
        measure="signed distance, m",
        reason="within the speculative distance"
        if touching
        else "beyond the speculative distance, or without a normal",
        points=(),
        work=FacePair(first, second, apply(pose_a, mass_center(shape_a)), touching, (), (), (), ()),
        exit=Exit.RUNNING,
    )


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    pair: FacePair = state.work
    ahead = state._replace(
        iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
    )
    if pair.touching is None:
        return ahead._replace(phase=ContactPhase.POINTS, exit=Exit.COMPLETE)
    if state.phase is ContactPhase.AXIS:
        return _found_faces(ahead, pair)
    if pair.sides:
        return _cut_by_segment(ahead, pair) if _is_segment(pair.first) else _clip(ahead, pair)
    if state.phase in (ContactPhase.FACES, ContactPhase.CLIP):
        return _project(ahead, pair, pair.touching)
    if len(pair.points) > MOST_POINTS and not _is_reduced(pair):
        return _reduce(ahead, pair)
    points = _in_order(pair) if len(pair.points) > MOST_POINTS else pair.points
    return ahead._replace(phase=ContactPhase.POINTS, points=points, after=_vertices_of(points), exit=Exit.COMPLETE)


def _is_segment(face: FacePolygon) -> bool:
    return len(face.corners) == SEGMENT


def _axis(pair: FacePair, normal: Vec3) -> Vec3:
    """From body 1 to body 2."""
    return normal if pair.first.owner == "A" else neg(normal)


def _found_faces(ahead: State, pair: FacePair) -> State:
    can_clip = len(pair.first.corners) >= SEGMENT and len(pair.second.corners) > SEGMENT
    polygon = clip_polygon(pair.second) if can_clip else ()
    axis = _axis(pair, ahead.normal)
    if not can_clip:
        sides: tuple[SidePlane, ...] = ()
    elif _is_segment(pair.first):
        sides = _segment_planes(pair.first, pair.second, axis)
    else:
        sides = side_planes(pair.first, axis)
    on_a, on_b = (pair.first, pair.second) if pair.first.owner == "A" else (pair.second, pair.first)
    return ahead._replace(
        phase=ContactPhase.FACES,
        face_a=on_a.corners,
        face_b=on_b.corners,
        after=tuple(ClipVertex(corner.place, corner.id) for corner in polygon),
        work=pair._replace(polygon=polygon, sides=sides),
    )


def _segment_planes(segment: FacePolygon, face: FacePolygon, axis: Vec3) -> tuple[SidePlane, ...]:
    """The plane through the segment, and those at its ends, which are projected on the face."""
    through, normal = side_plane(segment, 0, 1, axis), _plane_normal(face, axis)
    origin = face.corners[0]
    start, end = (along(end, normal, -dot(sub(end, origin), normal)) for end in segment.corners)
    ends = ((start, sub(start, end)), (end, sub(end, start)))
    owner = segment.owner
    return through, *(
        SidePlane(end, unit(outward), Side(owner, (number,)))
        for (end, outward), number in zip(ends, segment.numbers, strict=True)
    )


def _clip(ahead: State, pair: FacePair) -> State:
    side, *others = pair.sides
    left = clipped_by(pair.polygon, side)
    if len(left) <= SEGMENT:  # faces that meet in a line at most
        return _cut(ahead, pair, side, (), ())
    # Jolt begins where the last corner leads to the first; the order decides between equals.
    closing = side.excess(pair.polygon[-1].place) * side.excess(pair.polygon[0].place) < 0
    return _cut(ahead, pair, side, (left[-1], *left[:-1]) if closing else left, tuple(others))


def _cut_by_segment(ahead: State, pair: FacePair) -> State:
    """The points of the face's sides in the plane of the segment; after that, what is beyond an end moves there."""
    side, *others = pair.sides
    if len(others) == SEGMENT:
        return _cut(ahead, pair, side, _crossings(pair.polygon, side), tuple(others))
    moved: dict[str, Corner] = {}
    for corner in pair.polygon:
        kept = Corner(side.point, str(side.side), side.side) if side.excess(corner.place) > 0 else corner
        moved[kept.id] = kept
    return _cut(ahead, pair, side, tuple(moved.values()), tuple(others))


def _crossings(polygon: tuple[Corner, ...], plane: SidePlane) -> tuple[Corner, ...]:
    """Where the sides of a polygon cross a plane; a corner in the plane counts as outside."""
    crossings = []
    for first, second in zip(polygon, (*polygon[1:], polygon[0]), strict=True):
        here, there = plane.excess(first.place), plane.excess(second.place)
        if (here < 0) != (there < 0):
            crossing = along(first.place, sub(second.place, first.place), here / (here - there))
            crossings.append(Corner(crossing, corner_name(first.side, plane.side), plane.side))
    return tuple(crossings)


def _cut(
    ahead: State, pair: FacePair, side: SidePlane, left: tuple[Corner, ...], others: tuple[SidePlane, ...]
) -> State:
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(side.point, side.normal, str(side.side)),
        after=tuple(ClipVertex(corner.place, corner.id) for corner in left),
        work=pair._replace(polygon=left, sides=others),
    )


def _project(ahead: State, pair: FacePair, touching: ContactPoint) -> State:
    """Projects the corners along the axis on the plane of the first body's face; discards those too far above it."""
    axis = _axis(pair, ahead.normal)
    heights = _heights(pair, axis)
    points = tuple(_point(corner, height, axis, pair.first.owner) for corner, height in heights if height < HIGHEST)
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(
            ContactCandidate(corner.id, corner.place, height, height < HIGHEST) for corner, height in heights
        ),
        measure=f"height above the plane of {pair.first.owner}'s face, along the normal, m" if heights else "",
        reason=f"lower than {HIGHEST:g} m" if points else "no corner is left, so the query's points are used",
        after=_vertices_of(points or (touching,)),
        work=pair._replace(points=points or (touching,)),
    )


def _heights(pair: FacePair, axis: Vec3) -> tuple[tuple[Corner, float], ...]:
    """How far each corner is from the plane of the first body's face, along the axis; none if they are parallel."""
    if not pair.polygon:
        return ()
    first, normal = pair.first.corners[0], _plane_normal(pair.first, axis)
    facing = dot(axis, normal)
    if facing == 0:
        return ()
    return tuple((corner, dot(sub(corner.place, first), normal) / facing) for corner in pair.polygon)


def _plane_normal(face: FacePolygon, axis: Vec3) -> Vec3:
    """Outward, of the plane of a face; for a segment, of the plane that faces the axis most."""
    start, end = face.corners[:SEGMENT]
    edge = sub(end, start)
    if _is_segment(face):
        return unit(cross(cross(edge, axis), edge))
    return unit(cross(edge, sub(face.corners[SEGMENT], start)))


def _point(corner: Corner, height: float, axis: Vec3, owner: str) -> ContactPoint:
    """The contact of a corner with the plane of the face of `owner`."""
    foot = along(corner.place, axis, -height)
    on_a, on_b = (foot, corner.place) if owner == "A" else (corner.place, foot)
    return ContactPoint(scale(add(on_a, on_b), 0.5), on_a, on_b, -height, corner.id)


def _is_reduced(pair: FacePair) -> bool:
    return len(pair.kept) == MOST_POINTS


def _reduce(ahead: State, pair: FacePair) -> State:
    """Chooses the next point; the third and fourth are chosen together."""
    if len(pair.kept) == 2:
        return _both_sides(ahead, pair)
    score, measure = _scoring(pair, ahead.normal)
    free = [point for point in pair.points if point not in pair.kept]
    best = max(free, key=score)
    kept = (*pair.kept, best)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(pair.points),
        after=_vertices_of(kept),
        candidates=tuple(ContactCandidate(point.id, point.position, score(point), point is best) for point in free),
        measure=measure,
        reason="the largest product" + (" wins; none of its factors is less than 1 mm" if not pair.kept else ""),
        work=pair._replace(kept=kept),
    )


def _scoring(pair: FacePair, normal: Vec3) -> tuple[Callable[[ContactPoint], float], str]:
    """The criteria for the first two points."""
    origin = _flat(sub(pair.kept[0].position_a, pair.center), normal) if pair.kept else ZERO
    name = "the first point" if pair.kept else "A's centre of mass"

    def score(point: ContactPoint) -> float:
        away = sub(_flat(sub(point.position_a, pair.center), normal), origin)
        return max(LEAST_SQUARE, dot(away, away)) * max(LEAST_SQUARE, point.depth**2)

    return score, f"distance² from {name} × depth², m⁴"


def _both_sides(ahead: State, pair: FacePair) -> State:
    """The points furthest from the line through the first two, on each side."""
    first, second = (_flat(sub(point.position_a, pair.center), ahead.normal) for point in pair.kept)
    across = cross(sub(second, first), ahead.normal)

    def distance(point: ContactPoint) -> float:
        return dot(across, sub(_flat(sub(point.position_a, pair.center), ahead.normal), first))

    free = [point for point in pair.points if point not in pair.kept]
    ends = min(free, key=distance), max(free, key=distance)
    chosen = [point for point, sign in zip(ends, (-1, 1), strict=True) if sign * distance(point) > 0]
    kept = (*pair.kept, *chosen)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(pair.points),
        after=_vertices_of(kept),
        candidates=tuple(
            ContactCandidate(point.id, point.position, distance(point), point in chosen) for point in free
        ),
        measure="distance from the line × its length, m²",
        reason="furthest on each side",
        # With nothing on one side, three points are all.
        work=pair._replace(kept=kept, points=pair.points if len(kept) == MOST_POINTS else kept),
    )


def _in_order(pair: FacePair) -> tuple[ContactPoint, ...]:
    first, second, third, fourth = pair.kept
    return (first, third, second, fourth)


def _flat(vector: Vec3, normal: Vec3) -> Vec3:
    return along(vector, normal, -dot(vector, normal))


def _vertices_of(points: tuple[ContactPoint, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(point.position_b, point.id) for point in points)


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return is_supported_by_jolt(shape_a) and is_supported_by_jolt(shape_b)


POLICY = ContactPolicy(NAME, "Jolt", 2, start, step, _applies, SUPPORTED)
