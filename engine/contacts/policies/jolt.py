"""Jolt's manifold: the supporting faces along the penetration axis, one clipped by the other.

1. AXIS: Jolt's GJK, and its EPA if the bodies overlap, give the penetration axis from A to B and one pair of points
   (see `published/jolt/steps.py`).  Bodies further apart than the speculative distance have no contact.
2. FACES: of each body, what may touch along the axis: a face, a segment on the side of a capsule, a cylinder or a cone,
   or nothing but a point.  See `contacts/jolt/faces.py`.
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

Source: Jolt Physics 5.6, commit 3b47ec39 of 30 June 2026 (https://github.com/jrouwe/JoltPhysics), which is in the npm
package jolt-physics 1.1.0, in single precision and in its order of operations, relative to body 1's centre of mass:
`ManifoldBetweenTwoFaces` and `PruneContactPoints` in Jolt/Physics/Collision/ManifoldBetweenTwoFaces.cpp,
`sCollideConvexVsConvex` in Jolt/Physics/Collision/Shape/ConvexShape.cpp, `ProcessBodyPair` in
Jolt/Physics/PhysicsSystem.cpp, `mSpeculativeContactDistance` and `mManifoldTolerance` in
Jolt/Physics/PhysicsSettings.h; `ClipPolyVsPlane` and `ClipPolyVsEdge` in Jolt/Geometry/ClipPoly.h.  The same in 5.5.0,
commit 23dadd0e.  Up to 5.2.0 corners were projected along the normal of A's face; up to 5.3.0 a segment of B had a
single point.

Departures: A is body 1, or the body that is no triangle; Jolt takes the moving body first, and of two moving bodies the
one with the smaller id.  Convex radii are 0 unless a body has a rounding.  A triangle has two sides; Jolt's, of a mesh,
has one.  A sphere with a triangle, flat hulls, and those that Jolt's builder rejects are queried by this engine.

What goes wrong: depths are measured to the plane of A's face, so they differ with the order of the bodies, and where
that plane leaves the face a corner may be deeper than the bodies overlap.  On bodies of centimetres the speculative
distance is a large part of their size, also in EPA, whose tolerance is relative to the padded depth; the reduction may
drop the deepest point.  Where it chooses two neighbours first, nothing is left on the other side of their line: three
points stay, and one corner of a box has none.  Parallel capsules, or a cylinder lying on another, have a single point
and rock on it.  Eight points of a rim enclose 90 % of its disc, the four that are left 64 %.  A capsule that is shorter
than 2 cm lies on its side however it is tilted, so its lower end may sink in.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from gjkscope.engine.contacts.clipping import Corner, Side, corner_name
from gjkscope.engine.contacts.jolt.faces import SUPPORTED, SupportingFace, is_supported_by_jolt, jolt_face
from gjkscope.engine.contacts.policy import SINGLE_ACCURACY, ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.precision import single
from gjkscope.engine.published.jolt.arithmetic import (
    SingleTransform,
    body_transform,
    divided_by,
    float32,
    plain,
    quiet,
    single_length,
)
from gjkscope.engine.published.jolt.hull_builder import ZERO32
from gjkscope.engine.published.jolt.shapes import JoltShape, jolt_shape
from gjkscope.engine.published.jolt.steps import collide, jolt_pair
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, NotApplicable, Result
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.triangle import Triangle
from gjkscope.engine.vectors import ZERO, Vec3, add, cross, dot, neg, scale, sub, unit

NAME = "jolt"
MOST_POINTS = 4
SEGMENT = 2  # corners of a face that is a segment
SPECULATIVE = 0.02  # metres, whatever the size of the bodies: Jolt's mSpeculativeContactDistance
MANIFOLD_TOLERANCE = 1e-3  # metres: Jolt's mManifoldTolerance
HIGHEST = float(float32(SPECULATIVE) + float32(MANIFOLD_TOLERANCE))  # metres, of a corner above the plane
LEAST_SQUARE = 1e-6  # m²: Jolt's lower limit of the squared distances and depths that it multiplies
TOUCHING = "deepest point"


class JoltBody(NamedTuple):
    """A body, with the transform of its centre of mass relative to that of body 1."""

    owner: str  # "A" or "B"
    shape: Shape
    transform: SingleTransform


class JoltContact(NamedTuple):
    """What the query answers."""

    axis: Vec3  # from body 1 to body 2, of any length, in body 1's frame
    on_one: Vec3
    on_two: Vec3
    distance: float  # metres


class JoltContactPoint(NamedTuple):
    """A contact point."""

    on_one: Vec3
    on_two: Vec3
    id: str


class ClipSide(NamedTuple):
    """A plane through a side of the reference face; what lies along its normal stays."""

    point: Vec3
    inward: Vec3  # of any length
    side: Side


class FacePair(NamedTuple):
    """The data of the steps, relative to body 1's centre of mass and in single precision."""

    base: Vec3  # that centre, world, with Python's numbers
    one: str  # body 1's owner
    normal: Vec3  # unit, from body 1 to body 2
    contact: JoltContact | None  # None if the bodies are too far apart
    axis: Vec3  # from the first face's body to the other
    first: SupportingFace  # its plane is the reference
    second: SupportingFace
    sides: tuple[ClipSide, ...]  # planes still to clip by
    polygon: tuple[Corner, ...]
    points: tuple[JoltContactPoint, ...]
    kept: tuple[JoltContactPoint, ...]  # chosen from `points`

    def world(self, point: Vec3) -> Vec3:
        return add(self.base, plain(point))

    def contact_point(self, point: JoltContactPoint) -> ContactPoint:
        on_one, on_two = self.world(point.on_one), self.world(point.on_two)
        on_a, on_b = (on_one, on_two) if self.one == "A" else (on_two, on_one)
        depth = dot(sub(plain(point.on_one), plain(point.on_two)), plain(self.normal))
        return ContactPoint(scale(add(on_a, on_b), 0.5), on_a, on_b, depth, point.id)


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = ()) -> State:
    """The step AXIS."""
    bodies = [("A", shape_a, pose_a), ("B", shape_b, pose_b)]
    if isinstance(shape_a, Triangle) and not isinstance(shape_b, Triangle):
        bodies.reverse()
    with quiet():
        placed = [_placed(shape, pose) for _, shape, pose in bodies]
        base = placed[0].transform.position
        one, two = (
            JoltBody(owner, shape, SingleTransform(known.transform.rotation, sub(known.transform.position, base)))
            for (owner, shape, _), known in zip(bodies, placed, strict=True)
        )
        if all(known.mappings for known in placed) and not (isinstance(one.shape, Sphere) and _is_triangle(two)):
            contact = _collided(placed, one, two)
        else:
            contact = _queried(bodies[0], bodies[1], one.transform, plain(base))
        pair = _with_faces(plain(base), one, two, contact)
    return _first_step(pair) if pair.contact else _apart(pair, result_only(shape_a, pose_a, shape_b, pose_b))


class PlacedBody(NamedTuple):
    """The transform of a centre of mass in the world, and the support mappings, unless Jolt has none of the shape."""

    transform: SingleTransform
    mappings: Any


def _placed(shape: Shape, pose: Pose) -> PlacedBody:
    try:
        known = jolt_shape(shape, pose)
    except NotApplicable:
        return PlacedBody(body_transform(pose, getattr(shape, "axis", "y"), ZERO32), None)
    return PlacedBody(known.transform, known.mappings)


def _is_triangle(body: JoltBody) -> bool:
    return isinstance(body.shape, Triangle)


def _collided(placed: Sequence[PlacedBody], one: JoltBody, two: JoltBody) -> JoltContact | None:
    """The hit of Jolt's query."""
    first, second = (JoltShape(known.mappings, body.transform) for known, body in zip(placed, (one, two), strict=True))
    pair = jolt_pair(first, second, two.shape, is_swapped=False)
    hit = collide(pair._replace(separation=float32(SPECULATIVE)))
    if hit is None:
        return None
    on_one, on_two = (one.transform.point(point) for point in (hit.first, hit.second))
    return JoltContact(hit.axis, on_one, on_two, 0.0 - float(hit.depth))


def _queried(
    one: tuple[str, Shape, Pose], two: tuple[str, Shape, Pose], transform: SingleTransform, base: Vec3
) -> JoltContact | None:
    """What this engine answers about shapes that Jolt's query does not take."""
    result = result_only(*one[1:], *two[1:])
    distance = result.lower if result.signed_distance is None else result.signed_distance
    if distance >= SPECULATIVE or not result.witness_a or not result.witness_b or not result.normal:
        return None
    first, second = (single(sub(point, base)) for point in (result.witness_a, result.witness_b))
    return JoltContact(transform.local_direction(single(result.normal)), first, second, distance)


def _apart(pair: FacePair, result: Result) -> State:
    """The first step of bodies without contact, with the direction and the distance that this engine finds."""
    distance = result.lower if result.signed_distance is None else result.signed_distance
    normal = result.normal or ZERO
    return _first_step(pair)._replace(
        normal=normal,
        candidates=(ContactCandidate(result.algorithm, normal, distance, False),),
        reason="beyond the speculative distance, or without a normal",
    )


def _first_step(pair: FacePair) -> State:
    normal, distance = _from_a(pair), pair.contact.distance if pair.contact else 0.0
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
        candidates=(ContactCandidate("GJK, EPA", normal, distance, True),),
        measure="signed distance, m",
        reason="within the speculative distance",
        points=(),
        work=pair,
        exit=Exit.RUNNING,
    )


def _with_faces(base: Vec3, one: JoltBody, two: JoltBody, contact: JoltContact | None) -> FacePair:
    """The supporting faces along the axis; the first one's plane is the reference."""
    none = SupportingFace(one.owner, (), ()), SupportingFace(two.owner, (), ())
    if contact is None or single_length(contact.axis) == 0:
        return FacePair(base, one.owner, ZERO, None, ZERO, *none, (), (), (), ())
    two_to_one = one.transform.inverse().times(two.transform)
    first = jolt_face(one.shape, one.transform, contact.axis, one.owner)
    second = jolt_face(two.shape, two.transform, neg(two_to_one.local_direction(contact.axis)), two.owner)
    axis = one.transform.direction(contact.axis)
    normal = _normalized(_normalized(axis))  # once for the hit, and once for the manifold
    if len(second.corners) == SEGMENT < len(first.corners):
        first, second, axis = second, first, neg(axis)
    return FacePair(base, one.owner, normal, contact, axis, first, second, (), (), (), ())


def _from_a(pair: FacePair) -> Vec3:
    return plain(pair.normal if pair.one == "A" else neg(pair.normal))


def _normalized(v: Vec3) -> Vec3:
    return divided_by(v, single_length(v))


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    with quiet():
        return _advanced(state, state.work)


def _advanced(state: State, pair: FacePair) -> State:
    ahead = state._replace(
        iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
    )
    if pair.contact is None:
        return ahead._replace(phase=ContactPhase.POINTS, exit=Exit.COMPLETE)
    if state.phase is ContactPhase.AXIS:
        return _found_faces(ahead, pair)
    if pair.sides:
        return _cut_by_segment(ahead, pair) if _is_segment(pair.first) else _clip(ahead, pair)
    if state.phase in (ContactPhase.FACES, ContactPhase.CLIP):
        return _project(ahead, pair, pair.contact)
    if len(pair.points) > MOST_POINTS and not _is_reduced(pair):
        return _reduce(ahead, pair)
    chosen = _in_order(pair) if len(pair.points) > MOST_POINTS else pair.points
    points = tuple(pair.contact_point(point) for point in chosen)
    return ahead._replace(
        phase=ContactPhase.POINTS, points=points, after=_vertices_of(pair, chosen), exit=Exit.COMPLETE
    )


def _is_segment(face: SupportingFace) -> bool:
    return len(face.corners) == SEGMENT


def _found_faces(ahead: State, pair: FacePair) -> State:
    can_clip = len(pair.first.corners) >= SEGMENT and len(pair.second.corners) > SEGMENT
    polygon, sides = (_polygon(pair.second), _sides(pair)) if can_clip else ((), ())
    on_a, on_b = (pair.first, pair.second) if pair.first.owner == "A" else (pair.second, pair.first)
    return ahead._replace(
        phase=ContactPhase.FACES,
        face_a=tuple(map(pair.world, on_a.corners)),
        face_b=tuple(map(pair.world, on_b.corners)),
        after=_clip_vertices(pair, polygon),
        work=pair._replace(polygon=polygon, sides=sides),
    )


def _polygon(face: SupportingFace) -> tuple[Corner, ...]:
    return tuple(
        Corner(corner, f"{face.owner} v{number}", Side(face.owner, (number, after)))
        for corner, number, after in zip(face.corners, face.numbers, _turned(face.numbers), strict=True)
    )


def _sides(pair: FacePair) -> tuple[ClipSide, ...]:
    """The planes through the sides of the reference face along the axis; of a segment, its own, then its ends."""
    face, axis = pair.first, pair.axis
    places = zip(face.corners, _turned(face.corners), face.numbers, _turned(face.numbers), strict=True)
    sides = tuple(
        ClipSide(first, cross(axis, sub(second, first)), Side(face.owner, (number, after)))
        for first, second, number, after in places
    )
    return (sides[0], *_ends(pair)) if _is_segment(face) else sides


def _ends(pair: FacePair) -> tuple[ClipSide, ...]:
    """The ends of the segment, projected on the plane of the other face."""
    origin, second, third, *_ = pair.second.corners
    normal = cross(sub(third, origin), sub(second, origin))
    square = dot(normal, normal)
    first, last = (
        add(end, divided_by(scale(normal, dot(normal, sub(origin, end))), square)) for end in pair.first.corners
    )
    ways = (first, sub(last, first)), (last, sub(first, last))
    return tuple(
        ClipSide(point, inward, Side(pair.first.owner, (number,)))
        for (point, inward), number in zip(ways, pair.first.numbers, strict=True)
    )


def _turned(items: tuple[Any, ...]) -> tuple[Any, ...]:
    """Each of a loop's items replaced by the next."""
    return (*items[1:], items[0])


def _clip(ahead: State, pair: FacePair) -> State:
    side, *others = pair.sides
    left = _inside(pair.polygon, side)
    if len(left) <= SEGMENT:  # faces that meet in a line at most
        return _cut(ahead, pair, side, (), ())
    return _cut(ahead, pair, side, left, tuple(others))


def _inside(polygon: tuple[Corner, ...], side: ClipSide) -> tuple[Corner, ...]:
    """`ClipPolyVsPlane`: a corner in the plane counts as outside, and the polygon is cut there."""
    kept = []
    before, last = polygon[-1], _outside(side, polygon[-1])
    was_inside = last < 0
    for corner in polygon:
        height = _outside(side, corner)
        is_inside = height < 0
        if is_inside != was_inside:
            along = sub(corner.place, before.place)
            slope = dot(along, side.inward)
            if slope == 0:
                is_inside = was_inside
            else:
                begins = side.side if was_inside else before.side
                place = add(before.place, scale(along, last / slope))
                kept.append(Corner(place, corner_name(before.side, side.side), begins))
        if is_inside:
            kept.append(corner)
        before, last, was_inside = corner, height, is_inside
    return tuple(kept)


def _outside(side: ClipSide, corner: Corner) -> Any:
    """How far a corner is outside, in units of the normal."""
    return dot(sub(side.point, corner.place), side.inward)


def _cut_by_segment(ahead: State, pair: FacePair) -> State:
    """The points of the face's sides in the plane of the segment; after that, what is beyond an end moves there."""
    side, *others = pair.sides
    if len(others) == SEGMENT:
        return _cut(ahead, pair, side, _crossings(pair.polygon, side), tuple(others))
    names, moved = {corner.id for corner in pair.polygon}, []
    for corner in pair.polygon:
        if _is_beyond(corner, side):
            # Both may move to the same end: then the second one keeps its name.
            name = str(side.side) if str(side.side) not in names else corner.id
            names.add(name)
            moved.append(Corner(side.point, name, side.side))
        else:
            moved.append(corner)
    return _cut(ahead, pair, side, tuple(moved), tuple(others))


def _is_beyond(corner: Corner, side: ClipSide) -> bool:
    return bool(dot(sub(corner.place, side.point), side.inward) < 0)


def _crossings(polygon: tuple[Corner, ...], plane: ClipSide) -> tuple[Corner, ...]:
    """Where the sides of a polygon cross a plane; a corner in the plane counts as outside."""
    crossings = []
    before, last = polygon[-1], _outside(plane, polygon[-1])
    for corner in polygon:
        height = _outside(plane, corner)
        if (height < 0) != (last < 0):
            along = sub(corner.place, before.place)
            slope = dot(along, plane.inward)
            place = before.place if slope == 0 else add(before.place, scale(along, last / slope))
            crossings.append(Corner(place, corner_name(before.side, plane.side), plane.side))
        before, last = corner, height
    return tuple(crossings)


def _cut(ahead: State, pair: FacePair, side: ClipSide, left: tuple[Corner, ...], others: tuple[ClipSide, ...]) -> State:
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(pair.world(side.point), unit(neg(plain(side.inward))), str(side.side)),
        after=_clip_vertices(pair, left),
        work=pair._replace(polygon=left, sides=others),
    )


def _clip_vertices(pair: FacePair, polygon: tuple[Corner, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(pair.world(corner.place), corner.id) for corner in polygon)


def _project(ahead: State, pair: FacePair, contact: JoltContact) -> State:
    """Projects the corners along the axis on the plane of the first body's face; discards those too far above it."""
    heights, size = _heights(pair), single_length(pair.axis)
    points = tuple(_point(pair, corner, part) for corner, part in heights if part * size < float32(HIGHEST))
    touching = JoltContactPoint(contact.on_one, contact.on_two, TOUCHING)
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(
            ContactCandidate(
                corner.id, pair.world(corner.place), float(part * size), bool(part * size < float32(HIGHEST))
            )
            for corner, part in heights
        ),
        measure=f"height above the plane of {pair.first.owner}'s face, along the normal, m" if heights else "",
        reason=f"lower than {SPECULATIVE + MANIFOLD_TOLERANCE:g} m"
        if points
        else "no corner is left, so the query's points are used",
        after=_vertices_of(pair, points or (touching,)),
        work=pair._replace(points=points or (touching,)),
    )


def _heights(pair: FacePair) -> tuple[tuple[Corner, Any], ...]:
    """How far each corner is from the plane of the first body's face, along the axis and in its length.

    None if they are parallel.
    """
    if not pair.polygon:
        return ()
    origin, normal = pair.first.corners[0], _plane_normal(pair.first, pair.axis)
    facing = dot(pair.axis, normal)
    if facing == 0:
        return ()
    return tuple((corner, dot(sub(corner.place, origin), normal) / facing) for corner in pair.polygon)


def _plane_normal(face: SupportingFace, axis: Vec3) -> Vec3:
    """Outward, of the plane of a face; for a segment, of the plane that faces the axis most."""
    start, end = face.corners[:SEGMENT]
    edge = sub(end, start)
    if _is_segment(face):
        return cross(cross(edge, axis), edge)
    return cross(edge, sub(face.corners[SEGMENT], start))


def _point(pair: FacePair, corner: Corner, part: Any) -> JoltContactPoint:
    """The contact of a corner with the plane of the reference face."""
    foot = sub(corner.place, scale(pair.axis, part))
    on_one, on_two = (foot, corner.place) if pair.first.owner == pair.one else (corner.place, foot)
    return JoltContactPoint(on_one, on_two, corner.id)


def _is_reduced(pair: FacePair) -> bool:
    return len(pair.kept) == MOST_POINTS


def _reduce(ahead: State, pair: FacePair) -> State:
    """Chooses the next point; the third and fourth are chosen together."""
    if len(pair.kept) == 2:
        return _both_sides(ahead, pair)
    score, measure = _scoring(pair)
    free = [point for point in pair.points if not _is_any(point, pair.kept)]
    best = max(free, key=score)
    kept = (*pair.kept, best)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(pair, pair.points),
        after=_vertices_of(pair, kept),
        candidates=tuple(
            ContactCandidate(point.id, pair.contact_point(point).position, float(score(point)), point is best)
            for point in free
        ),
        measure=measure,
        reason="the largest product" + (" wins; none of its factors is less than 1 mm" if not pair.kept else ""),
        work=pair._replace(kept=kept),
    )


def _is_any(point: JoltContactPoint, points: Sequence[JoltContactPoint]) -> bool:
    return any(point is other for other in points)


def _scoring(pair: FacePair) -> tuple[Callable[[JoltContactPoint], Any], str]:
    """The criteria for the first two points."""
    least = float32(LEAST_SQUARE)
    name = "the first point" if pair.kept else f"{pair.one}'s centre of mass"

    def score(point: JoltContactPoint) -> Any:
        away, apart = _flat(point, pair.normal), sub(point.on_two, point.on_one)
        away = sub(away, _flat(pair.kept[0], pair.normal)) if pair.kept else away
        return max(least, dot(away, away)) * max(least, dot(apart, apart))

    return score, f"distance² from {name} × depth², m⁴"


def _both_sides(ahead: State, pair: FacePair) -> State:
    """The points furthest from the line through the first two, on each side."""
    first, second = (_flat(point, pair.normal) for point in pair.kept)
    across = cross(sub(second, first), pair.normal)

    def distance(point: JoltContactPoint) -> Any:
        return dot(across, sub(_flat(point, pair.normal), first))

    free = [point for point in pair.points if not _is_any(point, pair.kept)]
    ends = min(free, key=distance), max(free, key=distance)
    chosen = [point for point, sign in zip(ends, (-1, 1), strict=True) if sign * distance(point) > 0]
    kept = (*pair.kept, *chosen)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_vertices_of(pair, pair.points),
        after=_vertices_of(pair, kept),
        candidates=tuple(
            ContactCandidate(
                point.id, pair.contact_point(point).position, float(distance(point)), _is_any(point, chosen)
            )
            for point in free
        ),
        measure="distance from the line × its length, m²",
        reason="furthest on each side",
        # With nothing on one side, three points are all.
        work=pair._replace(kept=kept, points=pair.points if len(kept) == MOST_POINTS else _three(kept, distance)),
    )


def _three(
    kept: tuple[JoltContactPoint, ...], distance: Callable[[JoltContactPoint], Any]
) -> tuple[JoltContactPoint, ...]:
    """Two points, or three in the order of a polygon."""
    if len(kept) == 3 and distance(kept[2]) < 0:
        return (kept[0], kept[2], kept[1])
    return kept


def _in_order(pair: FacePair) -> tuple[JoltContactPoint, ...]:
    first, second, third, fourth = pair.kept
    return (first, third, second, fourth)


def _flat(point: JoltContactPoint, normal: Vec3) -> Vec3:
    """Where a point of body 1 is in the plane through its centre of mass."""
    return sub(point.on_one, scale(normal, dot(point.on_one, normal)))


def _vertices_of(pair: FacePair, points: Sequence[JoltContactPoint]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(pair.contact_point(point).position_b, point.id) for point in points)


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return is_supported_by_jolt(shape_a) and is_supported_by_jolt(shape_b)


POLICY = ContactPolicy(NAME, "Jolt", 2, start, step, _applies, SUPPORTED, accuracy=SINGLE_ACCURACY)
