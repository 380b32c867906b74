"""Jolt's manifold: the supporting faces along the penetration axis, one clipped by the other.

1. AXIS: GJK, and EPA if the bodies overlap, give the penetration axis from A to B and one pair of points.  Bodies
   further apart than the speculative distance have no contact.
2. FACES: of each body, the face whose normal is nearest to the axis (for B, against it).
3. CLIP: B's face is cut by the planes through the sides of A's that are parallel to the axis.
4. DEPTH: each corner that is left is projected on the plane of A's face.  Those above it by the speculative distance or
   more are discarded.  If none is left, the pair of points from step 1 is the only contact.
5. REDUCE, of more than four points: the first maximises (distance from A's centre of mass)² × depth², the second
   (distance from the first)² × depth²; the third and the fourth are furthest from their line on each side.
6. POINTS.

Source: Jolt Physics, Jolt/Physics/Collision/ManifoldBetweenTwoFaces.cpp and the shapes' GetSupportingFace
(https://github.com/jrouwe/JoltPhysics); the speculative distance is PhysicsSettings::mSpeculativeContactDistance.

Departures: the query is that of this engine; Jolt adds a convex radius to cores that it has shrunk.  A's position is
taken for its centre of mass.  A is always body 1: Jolt orders bodies by their ids and motion types.  Clipping is in
double precision.

What goes wrong: depths are measured along the normal of A's face, not along the axis, so they differ with the order of
the bodies; on small bodies the speculative distance is a large part of their size; the reduction may drop the deepest
point.
"""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.contacts.clipping import Corner, clipped_by
from gjkscope.engine.contacts.hulls import (
    FLAT_FACED,
    PlacedHull,
    SidePlane,
    clip_polygon,
    facing,
    has_faces,
    placed_hull,
    side_planes,
)
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipPlane, ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.shape import PolytopeShape, Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, neg, scale, sub, unit

NAME = "jolt"
MOST_POINTS = 4
SPECULATIVE = 0.02  # metres, whatever the size of the bodies: Jolt's default
LEAST_SQUARE = 1e-6  # m²: Jolt's lower limit of the squared distances and depths that it multiplies


class FacePair(NamedTuple):
    """What the steps compute with."""

    a: PlacedHull
    b: PlacedHull
    face_a: int
    face_b: int
    center: Vec3  # A's position
    touching: ContactPoint | None  # of the query; None if the bodies are too far apart
    sides: tuple[SidePlane, ...]  # still to clip by
    polygon: tuple[Corner, ...]
    points: tuple[ContactPoint, ...]
    kept: tuple[ContactPoint, ...]  # chosen from `points`


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, _earlier: Earlier = ()) -> State:
    """The step AXIS."""
    assert isinstance(shape_a, PolytopeShape)
    assert isinstance(shape_b, PolytopeShape)
    found = result_only(shape_a, pose_a, shape_b, pose_b)
    distance = found.lower if found.signed_distance is None else found.signed_distance
    normal = found.normal or ZERO
    touching = None
    if distance < SPECULATIVE and found.witness_a and found.witness_b and normal != ZERO:
        middle = scale(add(found.witness_a, found.witness_b), 0.5)
        touching = ContactPoint(middle, found.witness_a, found.witness_b, -distance, "deepest point")
    a, b = placed_hull(shape_a, pose_a), placed_hull(shape_b, pose_b)
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
        candidates=(ContactCandidate(found.algorithm, normal, distance, True),),
        measure="signed distance, m",
        reason="within the speculative distance"
        if touching
        else "beyond the speculative distance, or without a normal",
        points=(),
        work=FacePair(a, b, facing(a, normal), facing(b, neg(normal)), pose_a.position, touching, (), (), (), ()),
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
        return _clipped(ahead, pair)
    if state.phase is ContactPhase.CLIP:
        return _projected(ahead, pair, pair.touching)
    if len(pair.points) > MOST_POINTS and not _is_reduced(pair):
        return _reduced(ahead, pair)
    points = _in_order(pair) if len(pair.points) > MOST_POINTS else pair.points
    return ahead._replace(phase=ContactPhase.POINTS, points=points, after=_shown(points), exit=Exit.COMPLETE)


def _found_faces(ahead: State, pair: FacePair) -> State:
    polygon = clip_polygon(pair.b, pair.face_b, "B")
    sides = side_planes(pair.a, pair.face_a, "A", ahead.normal)
    return ahead._replace(
        phase=ContactPhase.FACES,
        face_a=pair.a.polygon(pair.face_a),
        face_b=pair.b.polygon(pair.face_b),
        after=tuple(ClipVertex(corner.place, corner.id) for corner in polygon),
        work=pair._replace(polygon=polygon, sides=sides),
    )


def _clipped(ahead: State, pair: FacePair) -> State:
    side, *others = pair.sides
    left = clipped_by(pair.polygon, side)
    return ahead._replace(
        phase=ContactPhase.CLIP,
        plane=ClipPlane(side.point, side.normal, str(side.side)),
        after=tuple(ClipVertex(corner.place, corner.id) for corner in left),
        work=pair._replace(polygon=left, sides=tuple(others)),
    )


def _projected(ahead: State, pair: FacePair, touching: ContactPoint) -> State:
    """Projects the corners on A's face, and discards those too far above it."""
    first, second, third = ahead.face_a[:3]
    normal = unit(cross(sub(second, first), sub(third, first)))
    found = [(corner, dot(sub(corner.place, first), normal)) for corner in pair.polygon]
    points = tuple(_point(corner, height, normal) for corner, height in found if height < SPECULATIVE)
    return ahead._replace(
        phase=ContactPhase.DEPTH,
        candidates=tuple(
            ContactCandidate(corner.id, corner.place, height, height < SPECULATIVE) for corner, height in found
        ),
        measure="height above A's face, m",
        reason="lower than the speculative distance" if points else "no corner is left, so the query's points are used",
        after=_shown(points or (touching,)),
        work=pair._replace(points=points or (touching,)),
    )


def _point(corner: Corner, height: float, normal: Vec3) -> ContactPoint:
    on_a = along(corner.place, normal, -height)
    return ContactPoint(scale(add(on_a, corner.place), 0.5), on_a, corner.place, -height, corner.id)


def _is_reduced(pair: FacePair) -> bool:
    return len(pair.kept) == MOST_POINTS


def _reduced(ahead: State, pair: FacePair) -> State:
    """Chooses the next point; the third and fourth are chosen together."""
    if len(pair.kept) == 2:
        return _both_sides(ahead, pair)
    score, measure = _scoring(pair, ahead.normal)
    free = [point for point in pair.points if point not in pair.kept]
    best = max(free, key=score)
    kept = (*pair.kept, best)
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        before=_shown(pair.points),
        after=_shown(kept),
        candidates=tuple(ContactCandidate(one.id, one.position, score(one), one is best) for one in free),
        measure=measure,
        reason="the largest product" + (" wins; none of its factors is less than 1 mm" if not pair.kept else ""),
        work=pair._replace(kept=kept),
    )


def _scoring(pair: FacePair, normal: Vec3) -> tuple[Callable[[ContactPoint], float], str]:
    """What the first two points are chosen by."""
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
        before=_shown(pair.points),
        after=_shown(kept),
        candidates=tuple(ContactCandidate(one.id, one.position, distance(one), one in chosen) for one in free),
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


def _shown(points: tuple[ContactPoint, ...]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(point.position_b, point.id) for point in points)


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return has_faces(shape_a) and has_faces(shape_b)


POLICY = ContactPolicy(NAME, "Jolt", 2, start, step, _applies, FLAT_FACED)
