"""The continuous test of one tick: fast bodies move from contact to contact, the earliest first.

This is event-driven rigid body simulation (Mirtich, Impulse-based Dynamic Simulation, PhD thesis, Berkeley 1996, §2.3;
Redon, Kheddar, Coquillart, Fast Continuous Collision Detection between Rigid Bodies, Eurographics 2002) without
restitution:

1. For each pair that is fast enough to pass through each other, conservative advancement finds when it first touches
   (pairing.touches).
2. All bodies move to the earliest contact.  There the closing velocity along the normal is removed, for this pair and
   for all others that touch at this moment: an impulse propagates from body to body up to the wall (impact.py).
3. Pairs with changed velocities are tested again.  Continue with the next contact until the end of the tick.

After a contact the two bodies move on with the remaining velocity.  Convex bodies that do not close along their normal
never overlap unless they rotate; rotation is slowed for the rest of the tick to what the push-out can correct.

How it can fail: if an advancement reaches `FLIGHT_LIMIT`, it is undecided whether the two touch, and they are held for
the rest of the tick at a place where nothing touches yet.  After `MOST_CONTACTS` all are held.  Both are reported.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from gjkscope.engine.advancement.many import move_poses
from gjkscope.engine.advancement.motion import STILL, move_pose
from gjkscope.engine.broadphase import near_pairs
from gjkscope.engine.broadphase.boxes import Pair, sort_pair
from gjkscope.engine.geometry.volumes import MEET, Aabb, apart_on
from gjkscope.engine.result import TOUCHING
from gjkscope.engine.shapes.bounds import size
from gjkscope.engine.simulation import impact
from gjkscope.engine.simulation.pairing import (
    Placement,
    Solid,
    Touch,
    inside,
    is_fast,
    swept_box,
    swept_box_to,
    swift_bodies,
    touches,
    turning_along,
)
from gjkscope.engine.vectors import Vec3, scale

MOST_CONTACTS = 8  # per tick; each takes some dozen narrow phase queries


class Leg(NamedTuple):
    """A part of the tick in which all velocities are constant."""

    start: float  # seconds since the tick began
    duration: float
    places: tuple[Placement, ...]  # at its start


@dataclass
class TickMotion:
    """The bodies during one tick: where they are now, and what has happened so far."""

    solids: list[Solid]  # mass 0: fixed or held
    places: list[Placement]  # current poses and velocities
    boxes: list[Aabb]  # around all that they sweep in the rest of the tick; none if only its start matters
    duration: float  # of the tick, seconds
    now: float = 0.0  # seconds since the tick began
    legs: list[Leg] = field(default_factory=list)
    contacts: int = 0  # of all pairs so far
    met: dict[Pair, float] = field(default_factory=dict)  # pairs that came into contact, and when
    undecided: dict[Pair, float] = field(default_factory=dict)  # pairs that were held, and when
    kept: dict[int, Vec3] = field(default_factory=dict)  # the velocities of held bodies
    coming: dict[Pair, Touch] = field(default_factory=dict)  # the next contact of a pair, in the tick's time
    touching: dict[Pair, list[Vec3]] = field(default_factory=dict)  # pairs that touch now, and the normals


def travel(solids: Sequence[Solid], places: Sequence[Placement], broad: str, duration: float) -> TickMotion:
    """The course at the end of the tick."""
    course = _begin(solids, places, broad, duration)
    _settle(course, set())
    while course.coming:
        pair = min(course.coming, key=lambda pair: (course.coming[pair].time, pair))
        _meet(course, pair, course.coming.pop(pair))
    _go_to(course, duration)
    return course


def unseen(solids: Sequence[Solid], places: Sequence[Placement], broad: str, duration: float) -> dict[Pair, float]:
    """The fast pairs that would come into contact during a tick without any response, and when."""
    swift = swift_bodies(solids, places, duration)
    ends = move_poses([places[body].pose for body in swift], [places[body].motion for body in swift], duration)
    boxes = [swept_box_to(solids[body], places[body], end) for body, end in zip(swift, ends, strict=True)]
    course = TickMotion(list(solids), list(places), [], duration)
    _look(course, [(swift[i], swift[j]) for i, j in near_pairs(broad, boxes)[0]])
    return {pair: touch.time for pair, touch in course.coming.items() if touch.is_known}


def velocity_after(course: TickMotion, body: int) -> Vec3:
    """The body's velocity after the contacts of the tick, m/s."""
    return course.kept.get(body, course.places[body].motion.velocity)


def _begin(solids: Sequence[Solid], places: Sequence[Placement], broad: str, duration: float) -> TickMotion:
    """The course at the start of the tick, with all fast pairs tested."""
    boxes = [swept_box(*body, duration) for body in zip(solids, places, strict=True)]
    course = TickMotion(list(solids), list(places), boxes, duration)
    _look(course, near_pairs(broad, boxes)[0])
    return course


def _meet(course: TickMotion, pair: Pair, touch: Touch) -> None:
    """Moves all bodies to the time of that contact and resolves it."""
    _go_to(course, touch.time)
    course.contacts += 1
    if course.contacts > MOST_CONTACTS:
        _end_here(course, pair)
        return
    if touch.is_known:
        course.met.setdefault(pair, touch.time)
        course.touching[pair] = [touch.normal]
    else:
        course.undecided[pair] = touch.time
        _hold(course, pair)
    _settle(course, set(pair))


def _end_here(course: TickMotion, pair: Pair) -> None:
    """Holds all bodies for the rest of the tick, as further tests would take too long."""
    course.undecided[pair] = course.now
    course.coming.clear()
    _hold(course, range(len(course.solids)))


def _go_to(course: TickMotion, time: float) -> None:
    if time <= course.now:
        return
    leg = Leg(course.now, time - course.now, tuple(course.places))
    course.legs.append(leg)
    course.places = [placement._replace(pose=move_pose(*placement, leg.duration)) for placement in leg.places]
    course.now = time
    course.touching.clear()


def _hold(course: TickMotion, bodies: Iterable[int]) -> None:
    """Holds these bodies for the rest of the tick."""
    for body in bodies:
        if course.solids[body].mass > 0:
            course.kept[body] = course.places[body].motion.velocity
            course.places[body] = course.places[body]._replace(motion=STILL)
            course.solids[body] = course.solids[body]._replace(mass=0.0)


def _look(course: TickMotion, pairs: Iterable[Pair]) -> None:
    """Finds when these pairs touch next, and which of them touch now."""
    for pair in pairs:
        course.coming.pop(pair, None)
        if not (any(course.solids[body].mass > 0 for body in pair) and _is_fast(course, pair)):
            continue
        contacts = touches(course.solids, course.places, pair, course.duration - course.now)
        now = [touch.normal for touch in contacts if touch.time == 0]
        if now:
            course.touching[pair] = now
        if len(contacts) > len(now):
            first = contacts[len(now)]
            course.coming[pair] = first._replace(time=course.now + first.time)


def _is_fast(course: TickMotion, pair: Pair) -> bool:
    # Over the whole tick, as short paths in its parts add up.
    return is_fast(course.solids, course.places, pair, course.duration)


def _settle(course: TickMotion, moved: set[int]) -> None:
    """Removes closing velocities at the current contacts, and tests the pairs of changed bodies again."""
    for _ in range(2 * len(course.solids)):  # an impulse propagates by one body each time, there and back
        moved |= _struck(course) | _slow_rotation(course)
        if not moved:
            return
        _look_again(course, moved)
        moved = set()


def _struck(course: TickMotion) -> set[int]:
    """Removes closing velocities; returns the bodies whose velocities change."""
    contacts = [
        impact.ImpactContact(*pair, normal, _least(course, pair))
        for pair, normals in course.touching.items()
        for normal in normals
        if any(course.solids[body].mass > 0 for body in pair)
    ]
    before = [placement.motion.velocity for placement in course.places]
    inverse = [1 / solid.mass if solid.mass > 0 else 0.0 for solid in course.solids]
    after = impact.after_impact(impact.Impact(contacts, before, inverse))
    for body, velocity in enumerate(after):
        placement = course.places[body]
        course.places[body] = placement._replace(motion=placement.motion._replace(velocity=velocity))
    return {body for body, velocity in enumerate(after) if velocity != before[body]}


def _least(course: TickMotion, pair: Pair) -> float:
    """The closing speed, m/s, that stays within the tolerance for touching until the end of the tick."""
    (shape_a, *_), (shape_b, *_) = (course.solids[body] for body in pair)
    (pose_a, _), (pose_b, _) = (course.places[body] for body in pair)
    left = course.duration - course.now
    return TOUCHING * size(shape_a, pose_a, shape_b, pose_b) / left if left > 0 else inf


def _slow_rotation(course: TickMotion) -> set[int]:
    """Slows the rotation of touching bodies to what the push-out can correct; returns those bodies."""
    contacts = [(pair, normal) for pair, normals in course.touching.items() for normal in normals]
    return {body for contact in contacts for body in _slow(course, *contact)}


def _slow(course: TickMotion, pair: Pair, normal: Vec3) -> Pair | tuple[()]:
    turns = sum(turning_along(course.solids[body], course.places[body], normal) for body in pair)
    most = inside(course.solids, pair) / course.duration
    if turns - most <= _least(course, pair):
        return ()
    for body in pair:
        placement = course.places[body]
        slower = placement.motion._replace(angular_velocity=scale(placement.motion.angular_velocity, most / turns))
        course.places[body] = placement._replace(motion=slower)
    return pair


def _look_again(course: TickMotion, bodies: Iterable[int]) -> None:
    """Tests all pairs of these bodies again, as their velocities changed."""
    bodies = sorted(bodies)
    for body in bodies:
        course.boxes[body] = swept_box(course.solids[body], course.places[body], course.duration - course.now)
    near = {
        sort_pair(body, other)
        for body in bodies
        for other, box in enumerate(course.boxes)
        if other != body and apart_on(course.boxes[body], box) == MEET
    }
    gone = [pair for pair in course.coming if pair not in near and not {*pair}.isdisjoint(bodies)]
    for pair in gone:
        del course.coming[pair]
    _look(course, sorted(near))
