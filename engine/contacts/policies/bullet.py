"""Bullet's persistent manifold: the points of a query, collected over several ticks.

1. Two boxes: a detector of their own gives up to four points at once; see `bullet_boxes`.
   AXIS, for all others: GJK, and EPA if the bodies overlap, give one normal and one pair of points.
2. MATCH, for each new point: if an earlier point is nearer to it on A than the breaking distance, it takes the place
   and the id of the nearest such point; else it is added, unless it is further apart than the breaking distance.
3. REDUCE, of five points: the new one replaces one of the other four.  The deepest is safe; of the others the one
   without which the area is largest.  The area is that of two diagonals which Bullet pairs by their slots, whether or
   not they cross (gContactCalcArea3Points, which is on by default).
4. MATCH, for each earlier point that is left: carried along with the bodies, its depth is measured along the normal of
   the query that found it.  It is removed if it is further apart than the breaking distance, or has moved sideways by
   more.
5. POINTS.

The breaking distance is `BREAKING` times the smaller of both bodies' radii.  A body's radius is half the diagonal of
its bounding box in its own frame, plus the distance of that box's centre from its origin.

Reproduces Bullet 3.27 (commit 6c888f4), which is in pybullet 3.2.7 (https://github.com/bulletphysics/bullet3), with
its defaults: btManifoldResult::addContactPoint, btPersistentManifold (getCacheEntry, addManifoldPoint,
sortCachedPoints, refreshContactPoints), btCollisionShape::getContactBreakingThreshold, and
CD_USE_RELATIVE_CONTACT_BREAKING_THRESHOLD of btCollisionDispatcher, in src/BulletCollision.

Departures: the query of other shapes is that of this engine, on the true shapes; Bullet shrinks or grows most of them
by a margin, and has functions of their own for spheres, triangles and planes.  Ids are numbers; Bullet has none, and
keeps a point's impulse in its slot.

What goes wrong: except for two boxes, a body that lands flat has a single point in its first tick and tips over it
before others are found.  The breaking distance is relative to the size, but gravity is not: a body that moves further
in one tick loses the points of the last.  Two boxes have no point before they touch, but for 1e-5 of their sizes.
"""

from collections.abc import Iterable
from itertools import count
from math import hypot
from typing import NamedTuple

from gjkscope.engine.contacts import bullet_boxes
from gjkscope.engine.contacts.bullet_boxes import DetectorState, detector_state, start_boxes, step_boxes
from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, Result
from gjkscope.engine.shapes.bounds import aabb
from gjkscope.engine.shapes.box import Box
from gjkscope.engine.shapes.shape import CurvedShape, PolytopeShape, Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, norm, scale, sub

NAME = "bullet"
MOST_POINTS = 4
NEAREST = "nearest points"
BREAKING = 0.02  # Bullet's gContactBreakingThreshold, a part of the body's radius since version 2.78


class PersistentManifold(NamedTuple):
    """The data of the steps."""

    boxes: DetectorState | None  # while their detector runs
    found: tuple[ContactPoint, ...]  # by the query, still to be matched
    points: tuple[ContactPoint, ...]  # by slots; a fifth is new, and replaces another
    waiting: tuple[str, ...]  # the ids of earlier points that are still to be measured
    breaking: float  # metres
    used: frozenset[str]  # the ids of the earlier points, so that a new one has none of them


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, earlier: Earlier = ()) -> State:
    """The first step AXIS."""
    ids = tuple(old.id for old in earlier)
    work = PersistentManifold(None, (), earlier, ids, breaking_distance(shape_a, shape_b), frozenset(ids))
    first = State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=NAME,
        normal=ZERO,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=_vertices_of(earlier),
        candidates=(),
        measure="",
        reason="",
        points=(),
        work=work,
        exit=Exit.RUNNING,
    )
    if _is_sharp_box(shape_a) and _is_sharp_box(shape_b):
        assert isinstance(shape_a, Box)
        assert isinstance(shape_b, Box)
        return _with_boxes(*start_boxes(first, detector_state(shape_a, pose_a, shape_b, pose_b)))
    return _query(first, work, result_only(shape_a, pose_a, shape_b, pose_b))


def breaking_distance(shape_a: Shape, shape_b: Shape) -> float:
    """The distance from which two points are different, and bodies apart, in metres.

    >>> from gjkscope import Box
    >>> round(breaking_distance(Box((10, 1, 10)), Box((0.01, 0.01, 0.01))), 6)
    0.000346
    """
    return BREAKING * min(_motion_disc(shape_a), _motion_disc(shape_b))


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    work: PersistentManifold = state.work
    ahead = state._replace(
        iteration=state.iteration + 1, plane=None, before=state.after, candidates=(), measure="", reason=""
    )
    if work.boxes is not None:
        return _with_boxes(*step_boxes(ahead, work.boxes))
    if len(work.points) > MOST_POINTS:
        return _reduce(ahead, work)
    if work.found:
        return _match(ahead, work)
    if work.waiting:
        return _measure(ahead, work)
    return ahead._replace(
        phase=ContactPhase.POINTS, points=work.points, after=_vertices_of(work.points), exit=Exit.COMPLETE
    )


def _is_sharp_box(shape: Shape) -> bool:
    return isinstance(shape, Box) and shape.rounding == 0


def _motion_disc(shape: Shape) -> float:
    low, high = aabb(shape, Pose())
    return norm(sub(high, low)) / 2 + norm(add(high, low)) / 2


def _with_boxes(ahead: State, boxes: DetectorState) -> State:
    """Of the last step of the detector, the points are to be matched."""
    work: PersistentManifold = ahead.work
    is_done = boxes.then is bullet_boxes.Stage.DONE
    return ahead._replace(work=work._replace(boxes=None, found=boxes.points) if is_done else work._replace(boxes=boxes))


def _query(first: State, work: PersistentManifold, result: Result) -> State:
    point = _contact(result)
    distance = result.lower if result.signed_distance is None else result.signed_distance
    normal = ZERO if result.normal is None else result.normal
    return first._replace(
        normal=normal,
        candidates=(ContactCandidate(result.algorithm, normal, distance, True),),
        measure="signed distance, m",
        reason="one query gives one point" if point else "the query found no normal",
        work=work._replace(found=() if point is None else (point,)),
    )


def _contact(result: Result) -> ContactPoint | None:
    if result.normal is None or result.signed_distance is None or not (result.witness_a and result.witness_b):
        return None
    middle = scale(add(result.witness_a, result.witness_b), 0.5)
    return ContactPoint(middle, result.witness_a, result.witness_b, -result.signed_distance, NEAREST, result.normal)


def _match(ahead: State, work: PersistentManifold) -> State:
    """Puts the new point in the place of the nearest earlier one, or adds it."""
    new, *others = work.found
    distances = [norm(sub(old.position_a, new.position_a)) for old in work.points]
    near = min(range(len(distances)), key=distances.__getitem__, default=None)
    points, waiting, same = work.points, work.waiting, False
    if -new.depth > work.breaking:
        reason = f"{new.id} is further apart than the breaking distance"
    elif near is not None and distances[near] < work.breaking:
        same, known = True, work.points[near].id
        points = (*points[:near], new._replace(id=known), *points[near + 1 :])
        waiting = tuple(point for point in waiting if point != known)
        reason = f"nearer to {new.id} than the breaking distance: it is the same"
    else:
        points = (*points, new._replace(id=_unused_name({*work.used, *(point.id for point in points)})))
        reason = f"no point is as near to {new.id} as the breaking distance: it is new"
    return ahead._replace(
        phase=ContactPhase.MATCH,
        after=_vertices_of(points),
        candidates=tuple(
            ContactCandidate(old.id, old.position, distance, same and k == near)
            for k, (old, distance) in enumerate(zip(work.points, distances, strict=True))
        ),
        measure="distance from the new point on A, m",
        reason=reason,
        work=work._replace(found=tuple(others), points=points, waiting=waiting),
    )


def _unused_name(used: Iterable[str]) -> str:
    return next(name for name in map("point {}".format, count(1)) if name not in used)


def _reduce(ahead: State, work: PersistentManifold) -> State:
    """Puts the fifth point in the place of one of the others."""
    *old, new = work.points
    deepest = max(range(len(work.points)), key=lambda k: (work.points[k].depth, k == MOST_POINTS, -k))
    areas = {k: _area_without(k, old, new) for k in range(MOST_POINTS) if k != deepest}
    gone = max(areas, key=areas.__getitem__)
    points = (*old[:gone], new, *old[gone + 1 :])
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        after=_vertices_of(points),
        candidates=tuple(ContactCandidate(old[k].id, old[k].position, area, k == gone) for k, area in areas.items()),
        measure="twice the area between the new point and the others, m²",
        reason="without it, the area is largest; the deepest point is not considered",
        work=work._replace(points=points, waiting=tuple(point for point in work.waiting if point != old[gone].id)),
    )


def _area_without(gone: int, old: list[ContactPoint], new: ContactPoint) -> float:
    """Twice the area between four points on A, if the new one is opposite the first of the three that stay."""
    first, second, third = (point.position_a for k, point in enumerate(old) if k != gone)
    return norm(cross(sub(new.position_a, first), sub(third, second)))


def _measure(ahead: State, work: PersistentManifold) -> State:
    """Measures the last earlier point where its bodies have taken it; the last slot fills the gap of a removed one."""
    slot = max(k for k, point in enumerate(work.points) if point.id in work.waiting)
    old = work.points[slot]
    assert old.normal is not None
    between = sub(old.position_a, old.position_b)
    depth = dot(between, old.normal)
    drift = norm(along(between, old.normal, -depth))
    *others, last = work.points
    if -depth > work.breaking:
        reason = "further apart than the breaking distance"
    elif drift > work.breaking:
        reason = "moved sideways by more than the breaking distance"
    else:
        reason = "neither further apart nor moved further sideways than the breaking distance"
    keeps = reason.startswith("neither")
    points = tuple(point._replace(depth=depth) if k == slot else point for k, point in enumerate(work.points))
    if not keeps:
        points = tuple(last if k == slot else point for k, point in enumerate(others))
    return ahead._replace(
        phase=ContactPhase.MATCH,
        after=_vertices_of(points),
        candidates=(ContactCandidate(old.id, old.position, hypot(drift, min(depth, 0.0)), keeps),),
        measure="distance between its two places, m",
        reason=reason,
        work=work._replace(waiting=tuple(point for point in work.waiting if point != old.id), points=points),
    )


def _vertices_of(points: Iterable[ContactPoint]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(_on_b(point), point.id) for point in points)


def _on_b(point: ContactPoint) -> Vec3:
    return point.position_b


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return all(isinstance(shape, PolytopeShape | CurvedShape) for shape in (shape_a, shape_b))


POLICY = ContactPolicy(NAME, "Bullet", 3, start, step, _applies, "all convex shapes", remembers=True)
