"""Box3D's manifold of a pair with a sphere or a capsule: nearest features, and a segment that is clipped.

The hull comes first, then the capsule, then the sphere, whatever the order of the bodies.  A sphere is its centre and a
capsule the segment between its ends, each with a radius.

1. AXIS: the nearest points of hull, segment or centre, without the radii.  No contact if they are further apart than
   the radii, plus the speculative distance unless one body is a sphere and the other round too.
   If a hull overlaps the centre or the segment, the axis is that of the face from which it is furthest; for a segment,
   also those of the hull's edges whose arcs on the Gauss map cross the circle of the segment.
2. FACES, for two points: two capsules whose axes are parallel within 3°; or a capsule and the face nearest to the axis,
   if the nearest points are apart along its normal, within 3.6°, or if they overlap.
3. CLIP: the second segment is cut by the planes through the ends of the first, or through the sides of the face.  A cut
   end keeps its name.  If fewer than two ends are left, the nearest points are the only contact.
4. DEPTH: of each end, less the radii.  Two capsules must overlap at both ends.  In a deep overlap, the point where the
   segment passes an edge of the hull replaces those of the face if it is better by 10 % and 2.5 mm.
5. POINTS, halfway between the surfaces.

Reproduces Box3D 0.1.0 (tag v0.1.0, commit 8441b4a, https://github.com/erincatto/box3d) in single precision and in its
order of operations, in the frame of the first body: b3CollideSpheres, b3CollideCapsuleAndSphere, b3CollideCapsules,
b3CollideHullAndSphere and b3CollideHullAndCapsule in src/convex_manifold.c, and `b3ShapeDistance`.
"""

from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from gjkscope.engine.contacts.box3d.arithmetic import (
    RelativeTransform,
    SinglePlane,
    edge_separations,
    length_and_direction,
    lerp_half,
    mul_add,
    mul_sub,
    nearest_on_segment,
    nearest_on_segments,
    nearest_on_single_lines,
    normalize,
    python_floats,
    relative_transform,
    single_norm,
    single_plane,
)
from gjkscope.engine.contacts.box3d.hull_data import Box3dHull
from gjkscope.engine.contacts.box3d.hulls import box3d_hull
from gjkscope.engine.contacts.box3d.limits import (
    EDGE_BIAS,
    EDGE_FACTOR,
    FACE_COSINE,
    LEAST_CENTERS_SQUARE,
    LEAST_DISTANCE,
    LEAST_LENGTH,
    OVERLAP,
    PARALLEL,
    PARALLEL_CAPSULES,
    SPECULATIVE,
)
from gjkscope.engine.contacts.clipping import Side
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.precision import single
from gjkscope.engine.published.box3d.shapes import Box3dPair, PointCloud, point_cloud
from gjkscope.engine.published.box3d.steps import shape_distance
from gjkscope.engine.published.box3d.vertices import float32
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3, add, cross, dot, neg, row_times, scale, sub

UP: Vec3 = (0.0, 1.0, 0.0)  # Box3D's normal of round bodies with the same centre
NEAREST = "nearest points"
SEGMENT = 2  # ends
HALF = float32(0.5)
NO_ROTATION: Any = single(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
NO_SHIFT: Any = single((0.0, 0.0, 0.0))

Thing = TypeVar("Thing")


class RoundBody(NamedTuple):
    """A sphere or a capsule in the first body's frame, or a hull, which has no ends."""

    owner: str  # "A" or "B"
    ends: tuple[Vec3, ...]
    radius: Any


class RoundShape(NamedTuple):
    """A sphere or a capsule in its own frame."""

    ends: tuple[Vec3, ...]
    radius: Any
    cloud: PointCloud  # the ends, without the radius


class NearestPoints(NamedTuple):
    """What Box3D's query answers, without the radii."""

    normal: Vec3  # from the first body to the second
    distance: Any
    on_first: Vec3
    on_second: Vec3


class SegmentEnd(NamedTuple):
    """`b3ClipVertex` of a segment; a cut end keeps its name."""

    place: Vec3
    id: str


class SegmentSide(NamedTuple):
    """A plane to clip by, through a point."""

    plane: SinglePlane
    point: Vec3
    side: Side


class PassedEdge(NamedTuple):
    """The edge of a hull that a segment passes best."""

    edge: int
    name: str
    normal: Vec3  # out of the hull
    separation: Any  # metres, without the radius


class RoundPoint(NamedTuple):
    """A contact point in the first body's frame."""

    place: Vec3
    on_first: Vec3
    on_second: Vec3
    separation: Any
    id: str


class RoundContact(NamedTuple):
    """Contact points and their normal, from the first body to the second."""

    normal: Vec3
    points: tuple[RoundPoint, ...]


class RoundPair(NamedTuple):
    """The data of the steps; all in the first body's frame."""

    hull: Box3dHull | None  # the first body, unless it is round
    first: RoundBody
    second: RoundBody
    pose: Pose  # of the first body
    is_deep: bool  # whether a hull overlaps the centre or the segment of the second body
    searched: int  # how many searches for an axis are done
    nearest: NearestPoints
    single: RoundContact | None  # if there are no two points; None for no contact
    face: int | None  # the reference face of the hull
    passed: PassedEdge | None
    sides: tuple[SegmentSide, ...]  # planes still to clip by
    segment: tuple[SegmentEnd, ...]
    found: RoundContact | None

    def world(self, point: Vec3) -> Vec3:
        return apply(self.pose, python_floats(point))

    def world_normal(self, normal: Vec3) -> Vec3:
        """From A to B."""
        turned = row_times(self.pose.rotation, python_floats(normal))
        return turned if self.first.owner == "A" else neg(turned)


def is_round(shape: Shape) -> bool:
    return isinstance(shape, Sphere | Capsule)


def start_round(policy: str, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> State:
    """The first step AXIS: the nearest points of the bodies without their radii."""
    bodies = ("A", shape_a, pose_a), ("B", shape_b, pose_b)
    (name, shape, pose), (other_name, other, other_pose) = sorted(bodies, key=lambda body: _rank(body[1]))
    to_first = relative_transform(pose, other_pose)
    first, second = _round_body(name, shape, None), _round_body(other_name, other, to_first)
    hull = box3d_hull(shape) if isinstance(shape, PolytopeShape) and not is_round(shape) else None
    near = _nearest(hull, first, second, other, to_first)
    is_deep = bool(hull is not None and near.distance <= float32(OVERLAP))
    pair = RoundPair(hull, first, second, pose, is_deep, 1, near, None, None, None, (), (), None)
    refusal = _refusal(pair)
    if not refusal and not is_deep:
        pair = _with_segment(pair)._replace(single=_of_nearest(pair))
    normal = pair.world_normal(near.normal)
    distance = float(near.distance)
    return State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=policy,
        normal=normal,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=(),
        candidates=(ContactCandidate(NEAREST, normal, distance, pair.single is not None),),
        measure="distance without the radii, m",
        reason=refusal or _reason(pair),
        points=(),
        work=pair,
        exit=Exit.RUNNING,
    )


def step_round(state: State) -> State:
    """The next step."""
    pair: RoundPair = state.work
    ahead = state._replace(
        iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
    )
    if state.phase is ContactPhase.AXIS:
        return _after_axis(ahead, pair)
    if pair.sides:
        return _clip(ahead, pair)
    if state.phase is ContactPhase.CLIP:
        return _measure(ahead, pair)
    return _end(ahead, pair, pair.found)


def _after_axis(ahead: State, pair: RoundPair) -> State:
    if pair.hull and pair.is_deep and pair.searched == 1:
        return _search_faces(ahead, pair, pair.hull)
    if pair.hull and pair.is_deep and pair.searched == 2 and pair.segment:
        return _search_edges(ahead, pair, pair.hull)
    return _found_features(ahead, pair) if pair.segment else _end(ahead, pair, pair.single)


def _end(ahead: State, pair: RoundPair, contact: RoundContact | None) -> State:
    ended = ahead._replace(phase=ContactPhase.POINTS, exit=Exit.COMPLETE)
    if contact is None:
        return ended._replace(after=())
    points = tuple(_in_world(pair, point) for point in contact.points)
    return ended._replace(normal=pair.world_normal(contact.normal), points=points, after=_vertices_of(pair, contact))


def _rank(shape: Shape) -> int:
    """Orders a pair as Box3D names its functions: a hull, then a capsule, then a sphere."""
    if isinstance(shape, Sphere | Capsule):
        return 3 - len(shape.corners())
    return 0


def _round_body(owner: str, shape: Shape, to_first: RelativeTransform | None) -> RoundBody:
    if not isinstance(shape, Sphere | Capsule):
        return RoundBody(owner, (), float32(0.0))
    ends, radius, _ = _round_shape(shape)
    placed = ends if to_first is None else tuple(to_first.point(end) for end in ends)
    return RoundBody(owner, placed, radius)


@lru_cache(maxsize=SHAPES_KEPT)
def _round_shape(shape: Sphere | Capsule) -> RoundShape:
    ends = single(tuple(shape.corners()))
    return RoundShape(ends, single(shape.core().radius), point_cloud(ends, float32(0.0)))


def _nearest(
    hull: Box3dHull | None, first: RoundBody, second: RoundBody, other: Shape, to_first: RelativeTransform
) -> NearestPoints:
    if hull is not None:
        return _nearest_to_hull(hull, second, other, to_first)
    if len(second.ends) == SEGMENT:
        return _between(*nearest_on_segments(*first.ends, *second.ends).points)
    center = second.ends[0]
    foot = nearest_on_segment(first.ends[0], first.ends[-1], center)
    return _between(foot, center)


def _between(on_first: Vec3, on_second: Vec3) -> NearestPoints:
    offset = sub(on_second, on_first)
    distance = single_norm(offset)
    if not distance * distance > LEAST_CENTERS_SQUARE:
        return NearestPoints(single(UP), distance, on_first, on_second)
    return NearestPoints(scale(offset, float32(1.0) / distance), distance, on_first, on_second)


def _nearest_to_hull(hull: Box3dHull, second: RoundBody, other: Shape, to_first: RelativeTransform) -> NearestPoints:
    """`b3ShapeDistance` of the hull and a centre in its frame, or a segment in its own."""
    assert isinstance(other, Sphere | Capsule)
    if len(second.ends) == SEGMENT:
        pair = Box3dPair(hull.cloud, _round_shape(other).cloud, to_first.matrix(), to_first.position, Pose())
    else:
        pair = Box3dPair(hull.cloud, point_cloud(second.ends, float32(0.0)), NO_ROTATION, NO_SHIFT, Pose())
    answer = shape_distance(pair)
    assert answer.witness_a is not None
    assert answer.witness_b is not None
    on_hull, on_other, normal = single((answer.witness_a, answer.witness_b, answer.normal or UP))
    if len(second.ends) < SEGMENT and answer.signed_distance:
        normal = normalize(sub(on_other, on_hull))
    return NearestPoints(normal, single(answer.signed_distance or 0.0), on_hull, on_other)


def _refusal(pair: RoundPair) -> str:
    """Why there is no contact; empty if there may be one."""
    radii = pair.first.radius + pair.second.radius
    most = radii + float32(SPECULATIVE)
    if pair.hull is not None:
        is_apart = pair.nearest.distance > most
        return "the surfaces are further apart than the speculative distance" if is_apart else ""
    offset = sub(pair.nearest.on_second, pair.nearest.on_first)
    square = dot(offset, offset)
    if len(pair.second.ends) < SEGMENT:
        return "the surfaces are apart" if square > radii * radii else ""
    if square > most * most:
        return "the surfaces are further apart than the speculative distance"
    if square < float32(LEAST_DISTANCE) * float32(LEAST_DISTANCE):
        return "the axes of the capsules cross, so there is no direction"
    if min(_length(pair.first), _length(pair.second)) < float32(LEAST_LENGTH):
        return "a capsule is too short"
    return ""


def _reason(pair: RoundPair) -> str:
    if pair.is_deep:
        return "the hull overlaps the centre" if len(pair.second.ends) < SEGMENT else "the hull overlaps the segment"
    if pair.segment:
        return "parallel capsules" if pair.hull is None else "a face lies along the capsule"
    return "one pair of nearest points"


def _length(body: RoundBody) -> Any:
    return single_norm(sub(body.ends[1], body.ends[0]))


def _of_nearest(pair: RoundPair) -> RoundContact:
    """The contact of the nearest points; for each pair, Box3D adds the terms of its place in another order."""
    normal, distance, on_first, on_second = pair.nearest
    first, second = pair.first.radius, pair.second.radius
    surfaces = mul_add(on_first, first, normal), mul_sub(on_second, second, normal)
    if pair.hull is not None and len(pair.second.ends) < SEGMENT:
        return _center_contact(pair, normal, distance)
    if pair.hull is not None:
        place = scale(add(mul_sub(on_first, second, normal), on_second), HALF)
    elif len(pair.second.ends) < len(pair.first.ends):
        place = scale(mul_add(add(mul_sub(on_second, second, normal), on_first), first, normal), HALF)
    else:
        if len(pair.second.ends) == SEGMENT:
            distance, normal = length_and_direction(sub(on_second, on_first))
        place = scale(mul_sub(add(mul_add(on_first, first, normal), on_second), second, normal), HALF)
    return RoundContact(normal, (RoundPoint(place, *surfaces, distance - (first + second), NEAREST),))


def _center_contact(pair: RoundPair, normal: Vec3, distance: Any) -> RoundContact:
    """Of a hull and a sphere; in a deep overlap the point is half way between the centre and the sphere's surface."""
    (center,), radius = pair.second.ends, pair.second.radius
    on_hull = mul_add(center, float32(0.0) - dot(sub(center, pair.nearest.on_first), normal), normal)
    on_sphere = mul_sub(center, radius, normal)
    separation = distance - radius
    foot = mul_sub(on_sphere, separation, normal)
    return RoundContact(normal, (RoundPoint(lerp_half(on_hull, on_sphere), foot, on_sphere, separation, NEAREST),))


def _with_segment(pair: RoundPair) -> RoundPair:
    """With the second body's segment to be clipped, if the first lies along it."""
    if len(pair.second.ends) < SEGMENT:
        return pair
    if pair.hull is None:
        ends, others = pair.first.ends, pair.second.ends
        (_, edge), (_, other) = (length_and_direction(sub(b, a)) for a, b in (ends, others))
        axis = cross(edge, other)
        if not dot(axis, axis) < float32(PARALLEL_CAPSULES) * float32(PARALLEL_CAPSULES):
            return pair
        planes = SinglePlane(neg(edge), -dot(edge, ends[0])), SinglePlane(edge, dot(edge, ends[1]))
        sides = tuple(
            SegmentSide(plane, end, Side(pair.first.owner, (number,)))
            for number, (plane, end) in enumerate(zip(planes, ends, strict=True))
        )
        return pair._replace(sides=sides, segment=_ends(pair.second))
    face = pair.hull.support_face(pair.nearest.normal)
    if not abs(dot(pair.hull.planes[face].normal, pair.nearest.normal)) > float32(FACE_COSINE):
        return pair
    return _with_face(pair, pair.hull, face)


def _with_face(pair: RoundPair, hull: Box3dHull, face: int) -> RoundPair:
    normal = hull.planes[face].normal
    sides = tuple(
        SegmentSide(
            single_plane(cross(normalize(hull.vector(edge)), normal), hull.start(edge)),
            hull.start(edge),
            Side(pair.first.owner, hull.ends(edge)),
        )
        for edge in hull.around_face(face)
    )
    return pair._replace(face=face, sides=sides, segment=_ends(pair.second))


def _ends(body: RoundBody) -> tuple[SegmentEnd, ...]:
    return tuple(SegmentEnd(end, f"{body.owner} v{number}") for number, end in enumerate(body.ends))


def _search_faces(ahead: State, pair: RoundPair, hull: Box3dHull) -> State:
    """The face from which the centre, or the nearer end, is furthest."""
    separations = [plane.separation(_nearer_end(pair.second, plane.normal)) for plane in hull.planes]
    best = max(range(len(separations)), key=separations.__getitem__)
    normal = hull.planes[best].normal
    is_apart = len(pair.second.ends) == SEGMENT and separations[best] > pair.second.radius
    if len(pair.second.ends) < SEGMENT:
        pair = pair._replace(single=_center_contact(pair, normal, separations[best]))
    elif not is_apart:
        pair = _with_face(pair, hull, best)
    return ahead._replace(
        normal=pair.world_normal(normal),
        candidates=tuple(
            ContactCandidate(
                f"{pair.first.owner} face {face}", pair.world_normal(plane.normal), float(separation), face == best
            )
            for face, (plane, separation) in enumerate(zip(hull.planes, separations, strict=True))
        ),
        measure="separation without the radius, m",
        reason="the surfaces are apart along it" if is_apart else "it is furthest from this face",
        work=pair._replace(searched=2),
    )


def _nearer_end(body: RoundBody, normal: Vec3) -> Vec3:
    """`b3GetPointSupport`, which measures from the first end."""
    first, *others = body.ends
    return next((end for end in others if dot(neg(normal), sub(end, first)) > 0), first)


def _search_edges(ahead: State, pair: RoundPair, hull: Box3dHull) -> State:
    """The edge of the hull that the segment passes with the largest separation."""
    axes = [passed for edge in range(0, len(hull.edges), 2) if (passed := _pass_edge(pair, hull, edge)) is not None]
    best = max(axes, key=lambda passed: passed.separation, default=None)
    is_apart = best is not None and best.separation > pair.second.radius
    reason = "compared with the face after clipping" if best else "the segment passes no edge of the hull"
    after = pair._replace(searched=3, passed=best)
    return ahead._replace(
        candidates=tuple(
            ContactCandidate(axis.name, pair.world_normal(axis.normal), float(axis.separation), axis is best)
            for axis in axes
        ),
        measure="separation without the radius, m",
        reason="the surfaces are apart along it" if is_apart else reason,
        work=after._replace(segment=(), sides=()) if is_apart else after,
    )


def _pass_edge(pair: RoundPair, hull: Box3dHull, edge: int) -> PassedEdge | None:
    """The axis perpendicular to the segment and an edge; None if it is not an axis of the two, or they are parallel."""
    start, end = pair.second.ends
    direction = sub(end, start)
    left, right = (hull.planes[hull.edges[side].face].normal for side in (edge, edge + 1))
    if not dot(left, direction) * dot(right, direction) <= 0:
        return None
    middle = scale(add(end, start), HALF)
    normal, separation = edge_separations(
        end, direction, middle, hull.end(edge), hull.vector(edge), hull.center, PARALLEL
    )
    if not separation > -1e30:
        return None
    names = f"{Side(pair.first.owner, hull.ends(edge))}", f"{Side(pair.second.owner, (0, 1))}"
    x, y, z = normal
    return PassedEdge(edge, " × ".join(sorted(names)), neg((x[()], y[()], z[()])), separation[()])  # type: ignore[index]


def _found_features(ahead: State, pair: RoundPair) -> State:
    if pair.hull is not None and pair.face is not None:
        ahead = ahead._replace(normal=pair.world_normal(pair.hull.planes[pair.face].normal))
        corners = tuple(pair.hull.start(edge) for edge in pair.hull.around_face(pair.face))
    else:
        corners = pair.first.ends
    on_a, on_b = _by_owner(pair, *(tuple(map(pair.world, places)) for places in (corners, pair.second.ends)))
    return ahead._replace(phase=ContactPhase.FACES, face_a=on_a, face_b=on_b, after=_clip_vertices(pair, pair.segment))


def _clip(ahead: State, pair: RoundPair) -> State:
    side, *others = pair.sides
    left = _cut(pair.segment, side.plane)
    is_lost = len(left) < SEGMENT
    normal = row_times(pair.pose.rotation, python_floats(side.plane.normal))
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(pair.world(side.point), normal, str(side.side)),
        after=_clip_vertices(pair, left),
        work=pair._replace(segment=left, sides=() if is_lost else tuple(others)),
    )


def _cut(segment: tuple[SegmentEnd, ...], plane: SinglePlane) -> tuple[SegmentEnd, ...]:
    """`b3ClipSegment`: the part of a segment inside; a cut end keeps its name."""
    first, second = segment
    here, there = plane.separation(first.place), plane.separation(second.place)
    inside = [end for end, separation in ((first, here), (second, there)) if separation <= 0]
    if here * there < 0:
        part = here / (here - there)
        crossing = add(scale(first.place, float32(1.0) - part), scale(second.place, part))
        inside.append((first if here > 0 else second)._replace(place=crossing))
    return tuple(inside)


def _measure(ahead: State, pair: RoundPair) -> State:
    """The depths of both ends, and in a deep overlap that of the edge."""
    contact, reason = None, "fewer than two ends are left, so the nearest points are the contact"
    if len(pair.segment) == SEGMENT:
        contact, reason = _on_capsule(pair) if pair.hull is None else _on_face(pair, pair.hull)
    both = contact
    if pair.passed is not None and pair.hull is not None and _edge_wins(pair, pair.passed, contact):
        passing = _on_edge(pair, pair.hull, pair.passed)
        contact = passing or contact
        reason = f"{pair.passed.name} is better" if passing else f"{pair.passed.name} is beyond an end"
    contact = contact or pair.single
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(
            ContactCandidate(point.id, point.position, point.depth, contact is both)
            for point in (_in_world(pair, point) for point in (both.points if both else ()))
        ),
        measure="depth, m" if both else "",
        reason=reason,
        after=_vertices_of(pair, contact) if contact else (),
        work=pair._replace(found=contact),
    )


def _on_face(pair: RoundPair, hull: Box3dHull) -> tuple[RoundContact | None, str]:
    assert pair.face is not None
    plane, radius = hull.planes[pair.face], pair.second.radius
    points, heights = [], []
    for end in pair.segment:
        height = plane.separation(end.place)
        place = mul_sub(end.place, HALF * (height + radius), plane.normal)
        foot, surface = mul_sub(end.place, height, plane.normal), mul_sub(end.place, radius, plane.normal)
        points.append(RoundPoint(place, foot, surface, height - radius, end.id))
        heights.append(height)
    limit = float32(SPECULATIVE) if pair.is_deep else radius + float32(SPECULATIVE)
    if min(heights) > limit:
        return None, "both ends are further apart than the speculative distance"
    return RoundContact(plane.normal, tuple(points)), "both ends, halfway between the surfaces"


def _on_capsule(pair: RoundPair) -> tuple[RoundContact | None, str]:
    """The ends of the second segment and the points of the first nearest to them."""
    first, second = pair.first.radius, pair.second.radius
    start, finish = pair.first.ends
    feet = [nearest_on_segment(start, finish, end.place) for end in pair.segment]
    offsets = [sub(end.place, foot) for end, foot in zip(pair.segment, feet, strict=True)]
    distances = [single_norm(offset) for offset in offsets]
    if not max(distances) <= first + second:
        return None, "the surfaces are apart at one end, so the nearest points are the contact"
    if min(distances) < float32(LEAST_DISTANCE):
        return RoundContact(single(UP), ()), "the axes of the capsules meet, so there is no contact"
    one = float32(1.0)
    normals = [scale(offset, one / distance) for offset, distance in zip(offsets, distances, strict=True)]
    normal = normalize(add(*normals))
    points = []
    for foot, own, end, distance in zip(feet, normals, pair.segment, distances, strict=True):
        place = scale(mul_sub(add(mul_add(end.place, first, own), foot), second, normal), HALF)
        surfaces = mul_add(foot, first, own), mul_sub(end.place, second, normal)
        points.append(RoundPoint(place, *surfaces, distance - (first + second), end.id))
    return RoundContact(normal, tuple(points)), "both ends, halfway between the surfaces"


def _edge_wins(pair: RoundPair, passed: PassedEdge, contact: RoundContact | None) -> bool:
    if contact is None:
        return True
    clipped = min(point.separation for point in contact.points)
    needed = float32(EDGE_FACTOR) * clipped + float32(EDGE_BIAS)
    return bool(passed.separation - pair.second.radius > needed)


def _on_edge(pair: RoundPair, hull: Box3dHull, passed: PassedEdge) -> RoundContact | None:
    """The point where the segment passes the edge; None if their lines are nearest beyond an end."""
    start, (other, end) = hull.start(passed.edge), pair.second.ends
    edge, segment = hull.vector(passed.edge), sub(end, other)
    nearest = nearest_on_single_lines(start, edge, other, segment)
    if not nearest.is_within:
        return None
    normal = normalize(cross(segment, edge))
    normal = neg(normal) if dot(normal, sub(start, hull.center)) < 0 else normal
    (on_hull, on_segment), radius = nearest.points, pair.second.radius
    place = scale(add(mul_sub(on_hull, radius, normal), on_segment), HALF)
    separation = dot(normal, sub(on_segment, on_hull)) - radius
    on_second = mul_sub(on_segment, radius, normal)
    return RoundContact(normal, (RoundPoint(place, on_hull, on_second, separation, passed.name),))


def _in_world(pair: RoundPair, point: RoundPoint) -> ContactPoint:
    on_a, on_b = _by_owner(pair, point.on_first, point.on_second)
    place, on_a, on_b = (pair.world(place) for place in (point.place, on_a, on_b))
    return ContactPoint(place, on_a, on_b, 0.0 - float(point.separation), point.id)


def _by_owner(pair: RoundPair, of_first: Thing, of_second: Thing) -> tuple[Thing, Thing]:
    """The parts of A, and those of B."""
    return (of_first, of_second) if pair.first.owner == "A" else (of_second, of_first)


def _clip_vertices(pair: RoundPair, segment: tuple[SegmentEnd, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(pair.world(end.place), end.id) for end in segment)


def _vertices_of(pair: RoundPair, contact: RoundContact) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(pair.world(point.place), point.id) for point in contact.points)
