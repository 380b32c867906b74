"""Bullet's persistent manifold: one point per query, collected over several ticks.

1. AXIS: GJK, and EPA if the bodies overlap, give one normal and one pair of points.
2. MATCH, for each earlier point: carried along with the bodies, its depth is measured along the normal of the query
   that found it.  It is removed if it is further apart than the breaking distance, or has moved sideways by more.
3. MATCH, for the new point: if an earlier point is nearer to it on B than the breaking distance, it takes that point's
   place and id; else it is added, unless it is further apart than the breaking distance.
4. REDUCE: of five points, one is replaced by the new point.  The deepest is safe; of the others the one without which
   the four span the largest area.
5. POINTS.

The breaking distance is `BREAKING` times the smaller of both bodies' radii around their origins.

Source: Bullet 3, btPersistentManifold, btManifoldResult and btCollisionShape::getContactBreakingThreshold
(https://github.com/bulletphysics/bullet3, src/BulletCollision).

Departures: the query is that of this engine, on the true shapes; Bullet shrinks most of them by a margin.  Bullet
compares the new point on the body that it processes first, here always on B.  Ids are numbers; Bullet has none, and
keeps a point's impulse in its slot.

What goes wrong: a box that lands flat has a single point in its first tick and tips over it before others are found; a
sliding box loses its points and finds them again.
"""

from collections.abc import Iterable
from itertools import count
from math import hypot
from typing import NamedTuple

from gjkscope.engine.contacts.policy import ContactPolicy, Earlier
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import ClipVertex, ContactCandidate, ContactPhase, State
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Exit, Result
from gjkscope.engine.shapes.shape import CurvedShape, PolytopeShape, Shape
from gjkscope.engine.vectors import ZERO, Vec3, add, along, cross, dot, norm, scale, sub

NAME = "bullet"
MOST_POINTS = 4
BREAKING = 0.02  # Bullet's gContactBreakingThreshold, a part of the body's radius since version 2.78


class PersistentManifold(NamedTuple):
    """What the steps compute with."""

    found: ContactPoint | None  # by the query; None if it is too far apart, or already in its place
    waiting: tuple[ContactPoint, ...]  # earlier points that are still to be measured
    points: tuple[ContactPoint, ...]
    breaking: float  # metres
    used: frozenset[str]  # the ids of the earlier points, so that a new one has none of them


def start(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, earlier: Earlier = ()) -> State:
    """The step AXIS."""
    found = result_only(shape_a, pose_a, shape_b, pose_b)
    breaking = BREAKING * min(_motion_disc(shape_a), _motion_disc(shape_b))
    point = _contact(found)
    distance = found.lower if found.signed_distance is None else found.signed_distance
    normal = ZERO if found.normal is None else found.normal
    work = PersistentManifold(
        None if point is None or -point.depth > breaking else point,
        earlier,
        (),
        breaking,
        frozenset(old.id for old in earlier),
    )
    return State(
        iteration=0,
        phase=ContactPhase.AXIS,
        policy=NAME,
        normal=normal,
        face_a=(),
        face_b=(),
        plane=None,
        before=(),
        after=_shown(earlier),
        candidates=(ContactCandidate(found.algorithm, normal, distance, True),),
        measure="signed distance, m",
        reason="one query gives one point" if point else "the query found no normal",
        points=(),
        work=work,
        exit=Exit.RUNNING,
    )


def step(state: State) -> State:
    """The next step; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    work: PersistentManifold = state.work
    ahead = state._replace(iteration=state.iteration + 1, before=state.after, candidates=(), measure="", reason="")
    if work.waiting:
        return _measured(ahead, work)
    if work.found is not None:
        return _matched(ahead, work, work.found)
    if len(work.points) > MOST_POINTS:
        return _reduced(ahead, work)
    return ahead._replace(phase=ContactPhase.POINTS, points=work.points, exit=Exit.COMPLETE)


def _motion_disc(shape: Shape) -> float:
    """The radius of a ball around the body's origin that contains the shape."""
    center, radius = shape.core_ball()
    return norm(center) + radius + shape.core().radius


def _contact(found: Result) -> ContactPoint | None:
    if found.normal is None or found.signed_distance is None or not (found.witness_a and found.witness_b):
        return None
    middle = scale(add(found.witness_a, found.witness_b), 0.5)
    return ContactPoint(middle, found.witness_a, found.witness_b, -found.signed_distance, "", found.normal)


def _measured(ahead: State, work: PersistentManifold) -> State:
    """Measures the next earlier point where its bodies have taken it."""
    old, *others = work.waiting
    assert old.normal is not None
    between = sub(old.position_a, old.position_b)
    depth = dot(between, old.normal)
    drift = norm(along(between, old.normal, -depth))
    keeps = -depth <= work.breaking and drift <= work.breaking
    points = (*work.points, old._replace(depth=depth)) if keeps else work.points
    if keeps:
        reason = "neither further apart nor moved further sideways than the breaking distance"
    elif drift > work.breaking:
        reason = "moved sideways by more than the breaking distance"
    else:
        reason = "further apart than the breaking distance"
    return ahead._replace(
        phase=ContactPhase.MATCH,
        after=_shown((*points, *others)),
        candidates=(ContactCandidate(old.id, old.position, hypot(drift, min(depth, 0.0)), keeps),),
        measure="distance between its two places, m",
        reason=reason,
        work=work._replace(waiting=tuple(others), points=points),
    )


def _matched(ahead: State, work: PersistentManifold, found: ContactPoint) -> State:
    """Puts the new point in the place of the nearest earlier one, or adds it."""
    distances = [norm(sub(old.position_b, found.position_b)) for old in work.points]
    near = min(range(len(distances)), key=distances.__getitem__, default=None)
    same = near is not None and distances[near] < work.breaking
    if near is not None and same:
        known = found._replace(id=work.points[near].id)
        points = (*work.points[:near], known, *work.points[near + 1 :])
        reason = "nearer to the new point than the breaking distance: it is the same"
    else:
        known = found._replace(id=_unused(work.used))
        points = (*work.points, known)
        reason = "no earlier point is as near as the breaking distance: it is new"
    return ahead._replace(
        phase=ContactPhase.MATCH,
        after=_shown(points),
        candidates=tuple(
            ContactCandidate(old.id, old.position, distance, same and k == near)
            for k, (old, distance) in enumerate(zip(work.points, distances, strict=True))
        ),
        measure="distance from the new point on B, m",
        reason=reason,
        work=work._replace(found=None, points=points),
    )


def _unused(used: Iterable[str]) -> str:
    return next(name for name in map("point {}".format, count(1)) if name not in used)


def _reduced(ahead: State, work: PersistentManifold) -> State:
    """Removes one of five points; the last is the new one, which stays."""
    *old, new = work.points
    deepest = max(range(len(work.points)), key=lambda k: work.points[k].depth)
    areas = {k: _quad_area([new, *old[:k], *old[k + 1 :]]) for k in range(len(old)) if k != deepest}
    gone = max(areas, key=areas.__getitem__)
    points = (*old[:gone], new, *old[gone + 1 :])
    return ahead._replace(
        phase=ContactPhase.REDUCE,
        after=_shown(points),
        candidates=tuple(ContactCandidate(old[k].id, old[k].position, area, k == gone) for k, area in areas.items()),
        measure="area of the four points without it, m²",
        reason="without it, the area is largest; the deepest point is not considered",
        work=work._replace(points=points),
    )


def _quad_area(corners: list[ContactPoint]) -> float:
    """Twice the largest area of the quadrilaterals through four points; their places on A, as in Bullet."""
    p, q, r, s = (corner.position_a for corner in corners)
    pairs = ((p, q, r, s), (p, r, q, s), (p, s, q, r))
    return max(norm(cross(sub(first, second), sub(third, fourth))) for first, second, third, fourth in pairs)


def _shown(points: Iterable[ContactPoint]) -> tuple[ClipVertex, ...]:
    return tuple(ClipVertex(_on_b(point), point.id) for point in points)


def _on_b(point: ContactPoint) -> Vec3:
    return point.position_b


def _applies(shape_a: Shape, shape_b: Shape) -> bool:
    return all(isinstance(shape, PolytopeShape | CurvedShape) for shape in (shape_a, shape_b))


POLICY = ContactPolicy(NAME, "Bullet", 3, start, step, _applies, "all convex shapes", remembers=True)
