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

Reproduces Box3D 0.1.0 (tag v0.1.0, commit 8441b4a, https://github.com/erincatto/box3d), src/convex_manifold.c:
b3CollideSpheres, b3CollideCapsuleAndSphere, b3CollideCapsules, b3CollideHullAndSphere and b3CollideHullAndCapsule.
"""

from typing import NamedTuple, TypeVar

from gjkscope.engine.contacts.box3d_hulls import box3d_hull, edge_axis
from gjkscope.engine.contacts.box3d_limits import (
    EDGE_BIAS,
    EDGE_FACTOR,
    FACE_COSINE,
    LEAST_CENTERS,
    LEAST_DISTANCE,
    LEAST_LENGTH,
    OVERLAP,
    PARALLEL_CAPSULES,
    SPECULATIVE,
)
from gjkscope.engine.contacts.clipping import Corner, Side
from gjkscope.engine.contacts.hulls import (
    HullEdge,
    PlacedHull,
    SidePlane,
    face_polygon,
    facing,
    nearest_on_lines,
    side_planes,
)
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, Result
from gjkscope.engine.shapes.capsule import Capsule
from gjkscope.engine.shapes.point import Point
from gjkscope.engine.shapes.segment import Segment
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.shapes.sphere import Sphere
from gjkscope.engine.vectors import Vec3, add, along, cross, dot, neg, norm, scale, sub, unit

UP: Vec3 = (0.0, 1.0, 0.0)  # Box3D's normal of round bodies with the same centre
NEAREST = "nearest points"
SEGMENT = 2  # ends

Thing = TypeVar("Thing")


class RoundBody(NamedTuple):
    """A placed sphere or capsule, or a hull, which has no ends."""

    owner: str  # "A" or "B"
    ends: tuple[Vec3, ...]
    radius: float


class PassedEdge(NamedTuple):
    """The edge of a hull that a segment passes best."""

    edge: HullEdge
    name: str
    normal: Vec3  # out of the hull
    separation: float  # metres, without the radius


class RoundContact(NamedTuple):
    """Contact points and their normal, from the first body to the second."""

    normal: Vec3
    points: tuple[ContactPoint, ...]


class RoundPair(NamedTuple):
    """The data of the steps."""

    hull: PlacedHull | None  # the first body, unless it is round
    first: RoundBody
    second: RoundBody
    is_deep: bool  # whether a hull overlaps the centre or the segment of the second body
    searched: int  # how many searches for an axis are done
    single: RoundContact | None  # if there are no two points; None for no contact
    face: int | None  # the reference face of the hull
    passed: PassedEdge | None
    sides: tuple[SidePlane, ...]  # planes still to clip by
    segment: tuple[Corner, ...]
    found: RoundContact | None


def is_round(shape: Shape) -> bool:
    return isinstance(shape, Sphere | Capsule)


def start_round(policy: str, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> State:
    """The first step AXIS: the nearest points of the bodies without their radii."""
    bodies = ("A", shape_a, pose_a), ("B", shape_b, pose_b)
    (name, shape, pose), (other_name, other, other_pose) = sorted(bodies, key=lambda body: _rank(body[1]))
    first, second = _round_body(name, shape, pose), _round_body(other_name, other, other_pose)
    hull = box3d_hull(shape, pose) if isinstance(shape, PolytopeShape) and not is_round(shape) else None
    near = result_only(_core(shape), pose, _core(other), other_pose)
    distance = near.lower if near.signed_distance is None else near.signed_distance
    is_deep = hull is not None and distance <= OVERLAP
    pair = RoundPair(hull, first, second, is_deep, 1, None, None, None, (), (), None)
    normal, refusal = _direction(near, hull is not None), _refusal(pair, distance)
    if not refusal and not is_deep:
        pair = _with_segment(pair, normal)._replace(single=_of_nearest(pair, near, normal, distance))
    normal = _from_a(pair, normal)
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
    return ended._replace(normal=_from_a(pair, contact.normal), points=contact.points, after=_vertices_of(contact))


def _rank(shape: Shape) -> int:
    """Orders a pair as Box3D names its functions: a hull, then a capsule, then a sphere."""
    if isinstance(shape, Sphere | Capsule):
        return 3 - len(shape.corners())
    return 0


def _round_body(owner: str, shape: Shape, pose: Pose) -> RoundBody:
    if not isinstance(shape, Sphere | Capsule):
        return RoundBody(owner, (), 0.0)
    return RoundBody(owner, tuple(apply(pose, end) for end in shape.corners()), shape.core().radius)


def _core(shape: Shape) -> Shape:
    if isinstance(shape, Capsule):
        start, end = shape.corners()
        return Segment(start, end)
    if isinstance(shape, Sphere):
        return Point()
    return shape


def _direction(near: Result, has_hull: bool) -> Vec3:
    """From the nearest point of the first body to that of the second."""
    if has_hull or near.witness_a is None or near.witness_b is None:
        return near.normal or UP
    offset = sub(near.witness_b, near.witness_a)
    return unit(offset) if norm(offset) > LEAST_CENTERS else UP


def _refusal(pair: RoundPair, distance: float) -> str:
    """Why there is no contact; empty if there may be one."""
    radii = pair.first.radius + pair.second.radius
    if pair.hull is None and len(pair.second.ends) < SEGMENT:
        return "the surfaces are apart" if distance > radii else ""
    if distance > radii + SPECULATIVE:
        return "the surfaces are further apart than the speculative distance"
    if pair.hull is None and distance < LEAST_DISTANCE:
        return "the axes of the capsules cross, so there is no direction"
    if pair.hull is None and min(_length(pair.first), _length(pair.second)) < LEAST_LENGTH:
        return "a capsule is too short"
    return ""


def _reason(pair: RoundPair) -> str:
    if pair.is_deep:
        return "the hull overlaps the centre" if len(pair.second.ends) < SEGMENT else "the hull overlaps the segment"
    if pair.segment:
        return "parallel capsules" if pair.hull is None else "a face lies along the capsule"
    return "one pair of nearest points"


def _length(body: RoundBody) -> float:
    return norm(sub(body.ends[1], body.ends[0]))


def _of_nearest(pair: RoundPair, near: Result, normal: Vec3, distance: float) -> RoundContact:
    on_first = along(near.witness_a or pair.first.ends[0], normal, pair.first.radius)
    on_second = along(near.witness_b or pair.second.ends[0], normal, -pair.second.radius)
    depth = pair.first.radius + pair.second.radius - distance
    return RoundContact(normal, (_point(pair, on_first, on_second, depth, NEAREST),))


def _with_segment(pair: RoundPair, normal: Vec3) -> RoundPair:
    """With the second body's segment to be clipped, if the first lies along it."""
    if len(pair.second.ends) < SEGMENT:
        return pair
    if pair.hull is None:
        ends, others = pair.first.ends, pair.second.ends
        edge = unit(sub(ends[1], ends[0]))
        if norm(cross(edge, unit(sub(others[1], others[0])))) >= PARALLEL_CAPSULES:
            return pair
        owner = pair.first.owner
        sides = SidePlane(ends[0], neg(edge), Side(owner, (0,))), SidePlane(ends[1], edge, Side(owner, (1,)))
        return pair._replace(sides=sides, segment=_corners(pair.second))
    face = facing(pair.hull, normal)
    if abs(dot(pair.hull.normals[face], normal)) <= FACE_COSINE:
        return pair
    return _with_face(pair, pair.hull, face)


def _with_face(pair: RoundPair, hull: PlacedHull, face: int) -> RoundPair:
    sides = side_planes(face_polygon(hull, face, pair.first.owner), hull.normals[face])
    return pair._replace(face=face, sides=sides, segment=_corners(pair.second))


def _corners(body: RoundBody) -> tuple[Corner, ...]:
    return tuple(Corner(end, f"{body.owner} v{k}", Side(body.owner, (0, 1))) for k, end in enumerate(body.ends))


def _search_faces(ahead: State, pair: RoundPair, hull: PlacedHull) -> State:
    """The face from which the centre, or the nearer end, is furthest."""
    separations = [
        min(dot(normal, sub(end, hull.corners[loop[0]])) for end in pair.second.ends)
        for normal, loop in zip(hull.normals, hull.faces, strict=True)
    ]
    best = max(range(len(separations)), key=separations.__getitem__)
    if len(pair.second.ends) == SEGMENT:
        pair = _with_face(pair, hull, best)
    else:
        pair = pair._replace(single=_deep_center(pair, hull.normals[best], separations[best]))
    normal = _from_a(pair, hull.normals[best])
    return ahead._replace(
        normal=normal,
        candidates=tuple(
            ContactCandidate(f"{pair.first.owner} face {face}", _from_a(pair, hull.normals[face]), value, face == best)
            for face, value in enumerate(separations)
        ),
        measure="separation without the radius, m",
        reason="it is furthest from this face",
        work=pair._replace(searched=2),
    )


def _deep_center(pair: RoundPair, normal: Vec3, separation: float) -> RoundContact:
    """Box3D places the point halfway between the centre and the sphere's deepest point."""
    middle = along(pair.second.ends[0], normal, -pair.second.radius / 2)
    depth = pair.second.radius - separation
    on_first, on_second = along(middle, normal, depth / 2), along(middle, normal, -depth / 2)
    return RoundContact(normal, (_point(pair, on_first, on_second, depth, NEAREST),))


def _search_edges(ahead: State, pair: RoundPair, hull: PlacedHull) -> State:
    """The edge of the hull that the segment passes with the largest separation."""
    axes = [passed for edge in hull.edges if (passed := _pass_edge(pair, hull, edge)) is not None]
    best = max(axes, key=lambda passed: passed.separation, default=None)
    return ahead._replace(
        candidates=tuple(
            ContactCandidate(axis.name, _from_a(pair, axis.normal), axis.separation, axis is best) for axis in axes
        ),
        measure="separation without the radius, m",
        reason="compared with the face after clipping" if best else "the segment passes no edge of the hull",
        work=pair._replace(searched=3, passed=best),
    )


def _pass_edge(pair: RoundPair, hull: PlacedHull, edge: HullEdge) -> PassedEdge | None:
    """The axis perpendicular to the segment and an edge; None if it is not an axis of the two, or they are parallel."""
    start, end = pair.second.ends
    direction = sub(end, start)
    left, right = (hull.normals[face] for face in edge.faces)
    if dot(left, direction) * dot(right, direction) > 0:
        return None
    middle = scale(add(start, end), 0.5)
    axis = edge_axis(end, direction, middle, hull.corners[edge.ends[1]], hull.vector(edge), hull.center)
    if axis is None:
        return None
    normal, separation = neg(axis[0]), axis[1]
    names = f"{Side(pair.first.owner, edge.ends)}", f"{Side(pair.second.owner, (0, 1))}"
    return PassedEdge(edge, " × ".join(sorted(names)), normal, separation)


def _found_features(ahead: State, pair: RoundPair) -> State:
    if pair.hull is not None and pair.face is not None:
        ahead = ahead._replace(normal=_from_a(pair, pair.hull.normals[pair.face]))
        corners = pair.hull.polygon(pair.face)
    else:
        corners = pair.first.ends
    on_a, on_b = _by_owner(pair, corners, pair.second.ends)
    return ahead._replace(phase=ContactPhase.FACES, face_a=on_a, face_b=on_b, after=_clip_vertices(pair.segment))


def _clip(ahead: State, pair: RoundPair) -> State:
    side, *others = pair.sides
    left = _cut(pair.segment, side)
    is_lost = len(left) < SEGMENT
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(side.point, side.normal, str(side.side)),
        after=_clip_vertices(left),
        work=pair._replace(segment=left, sides=() if is_lost else tuple(others)),
    )


def _cut(segment: tuple[Corner, ...], side: SidePlane) -> tuple[Corner, ...]:
    """The part of a segment inside; a cut end keeps its name."""
    first, second = segment
    here, there = side.excess(first.place), side.excess(second.place)
    inside = [end for end, excess in ((first, here), (second, there)) if excess <= 0]
    if here * there < 0:
        crossing = along(first.place, sub(second.place, first.place), here / (here - there))
        inside.append((first if here > 0 else second)._replace(place=crossing))
    return tuple(inside)


def _measure(ahead: State, pair: RoundPair) -> State:
    """The depths of both ends, and in a deep overlap that of the edge."""
    contact, reason = None, "fewer than two ends are left, so the nearest points are the contact"
    if len(pair.segment) == SEGMENT:
        contact, reason = (_on_capsule if pair.hull is None else _on_face)(pair)
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
            for point in (both.points if both else ())
        ),
        measure="depth, m" if both else "",
        reason=reason,
        after=_vertices_of(contact) if contact else (),
        work=pair._replace(found=contact),
    )


def _on_face(pair: RoundPair) -> tuple[RoundContact | None, str]:
    assert pair.hull is not None
    assert pair.face is not None
    normal, radius = pair.hull.normals[pair.face], pair.second.radius
    origin = pair.hull.corners[pair.hull.faces[pair.face][0]]
    points, heights = [], []
    for end in pair.segment:
        height = dot(normal, sub(end.place, origin))
        foot, surface = along(end.place, normal, -height), along(end.place, normal, -radius)
        points.append(_point(pair, foot, surface, radius - height, end.id))
        heights.append(height)
    limit = SPECULATIVE if pair.is_deep else radius + SPECULATIVE
    if min(heights) > limit:
        return None, "both ends are further apart than the speculative distance"
    return RoundContact(normal, tuple(points)), "both ends, halfway between the surfaces"


def _on_capsule(pair: RoundPair) -> tuple[RoundContact | None, str]:
    """The ends of the second segment and the points of the first nearest to them."""
    start, end = pair.first.ends
    axis, length = unit(sub(end, start)), _length(pair.first)
    radii = pair.first.radius, pair.second.radius
    feet = [along(start, axis, min(max(dot(axis, sub(end.place, start)), 0.0), length)) for end in pair.segment]
    offsets = [sub(end.place, foot) for end, foot in zip(pair.segment, feet, strict=True)]
    distances = [norm(offset) for offset in offsets]
    if max(distances) > sum(radii):
        return None, "the surfaces are apart at one end, so the nearest points are the contact"
    if min(distances) < LEAST_DISTANCE:
        return RoundContact(UP, ()), "the axes of the capsules meet, so there is no contact"
    normals = [unit(offset) for offset in offsets]
    normal = unit(add(*normals))
    points = tuple(
        _point(pair, along(foot, own, radii[0]), along(end.place, normal, -radii[1]), sum(radii) - distance, end.id)
        for foot, own, end, distance in zip(feet, normals, pair.segment, distances, strict=True)
    )
    return RoundContact(normal, points), "both ends, halfway between the surfaces"


def _edge_wins(pair: RoundPair, passed: PassedEdge, contact: RoundContact | None) -> bool:
    if contact is None:
        return True
    face_separation = -max(point.depth for point in contact.points)
    return passed.separation - pair.second.radius > EDGE_FACTOR * face_separation + EDGE_BIAS


def _on_edge(pair: RoundPair, hull: PlacedHull, passed: PassedEdge) -> RoundContact | None:
    """The point where the segment passes the edge; None if their lines are nearest beyond an end."""
    start, other = hull.corners[passed.edge.ends[0]], pair.second.ends[0]
    edge, segment = hull.vector(passed.edge), sub(pair.second.ends[1], other)
    part, other_part = nearest_on_lines(start, edge, other, segment)
    if not (0 <= part <= 1 and 0 <= other_part <= 1):
        return None
    on_hull, on_segment = along(start, edge, part), along(other, segment, other_part)
    depth = pair.second.radius - dot(passed.normal, sub(on_segment, on_hull))
    on_second = along(on_segment, passed.normal, -pair.second.radius)
    return RoundContact(passed.normal, (_point(pair, on_hull, on_second, depth, passed.name),))


def _point(pair: RoundPair, on_first: Vec3, on_second: Vec3, depth: float, name: str) -> ContactPoint:
    on_a, on_b = _by_owner(pair, on_first, on_second)
    return ContactPoint(scale(add(on_a, on_b), 0.5), on_a, on_b, depth, name)


def _by_owner(pair: RoundPair, of_first: Thing, of_second: Thing) -> tuple[Thing, Thing]:
    """The parts of A, and those of B."""
    return (of_first, of_second) if pair.first.owner == "A" else (of_second, of_first)


def _from_a(pair: RoundPair, normal: Vec3) -> Vec3:
    return normal if pair.first.owner == "A" else neg(normal)


def _clip_vertices(segment: tuple[Corner, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(end.place, end.id) for end in segment)


def _vertices_of(contact: RoundContact) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(point.position, point.id) for point in contact.points)
