"""The continuous test of one tick: fast bodies go from contact to contact, the earliest first.

As event-driven rigid bodies do (Mirtich, Impulse-based Dynamic Simulation, PhD thesis, Berkeley 1996, §2.3; Redon,
Kheddar, Coquillart, Fast Continuous Collision Detection between Rigid Bodies, Eurographics 2002), without bounce:

1. Conservative advancement says of each pair that is fast enough to pass through one another when it first touches
   (pairing.touches).
2. All bodies go to the earliest contact.  There, what closes along the normal is taken out of both velocities; and of
   all others who touch at that moment: a push goes on from body to body, up to the wall behind them (impact.py).
3. Who moves differently now is looked at again.  On to the next contact, until the tick is over.

After a contact the two go on, with what velocity is left to them.  Convex bodies that do not close along their normal
never overlap while they do not turn; turning is slowed for the rest of the tick to what the push-out sees.

How it can fail: where an advancement comes to no end (`FLIGHT_LIMIT`), it is not decided whether the two touch: they
are held for the rest of the tick where nothing touches yet.  After `MOST_CONTACTS` all are held.  Either is told.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import NamedTuple

from . import impact
from .bounds import size
from .broadphase import broad_phase
from .broadphase.boxes import Pair, ordered
from .motion import STILL, carried
from .pairing import Place, Solid, Touch, inside, is_fast, swept, touches, turning_along
from .result import TOUCHING
from .vectors import Vec3, scale
from .volumes import MEET, Aabb, apart_on

MOST_CONTACTS = 8  # a tick; each takes some dozen queries of the narrow phase


class Leg(NamedTuple):
    """A part of the tick in which all bodies move steadily."""

    start: float  # seconds since the tick began
    duration: float
    places: tuple[Place, ...]  # at its start


@dataclass
class Course:
    """The bodies on their way through one tick: where they are now, and what has happened so far."""

    solids: list[Solid]  # with the mass 0: what is fixed, or held
    places: list[Place]  # now, and how they go on
    boxes: list[Aabb]  # around all that they still cover
    duration: float  # of the tick, seconds
    now: float = 0.0  # seconds since the tick began
    legs: list[Leg] = field(default_factory=list)
    contacts: int = 0  # on the way so far, of whomever
    met: dict[Pair, float] = field(default_factory=dict)  # who came into contact on the way, and when
    undecided: dict[Pair, float] = field(default_factory=dict)  # who was held, and when
    kept: dict[int, Vec3] = field(default_factory=dict)  # the velocities of those who are held
    coming: dict[Pair, Touch] = field(default_factory=dict)  # the next contact of a pair, by the tick's time
    touching: dict[Pair, list[Vec3]] = field(default_factory=dict)  # who touches now, and the normals


def travelled(solids: Sequence[Solid], places: Sequence[Place], broad: str, duration: float) -> Course:
    """The course of a tick, at its end."""
    course = _begun(solids, places, broad, duration)
    _settle(course, set())
    while course.coming:
        pair = min(course.coming, key=lambda pair: (course.coming[pair].time, pair))
        _meet(course, pair, course.coming.pop(pair))
    _go_to(course, duration)
    return course


def unseen(solids: Sequence[Solid], places: Sequence[Place], broad: str, duration: float) -> dict[Pair, float]:
    """Which fast bodies come into contact on their way through a tick in which nobody stops them, and when."""
    course = _begun(solids, places, broad, duration)
    return {pair: touch.time for pair, touch in course.coming.items() if touch.is_known}


def velocity_after(course: Course, body: int) -> Vec3:
    """What the contacts of the tick leave of the body's velocity, m/s."""
    return course.kept.get(body, course.places[body].motion.velocity)


def _begun(solids: Sequence[Solid], places: Sequence[Place], broad: str, duration: float) -> Course:
    """The course of a tick at its beginning, all fast pairs looked at."""
    boxes = [swept(one, place, duration) for one, place in zip(solids, places, strict=True)]
    course = Course(list(solids), list(places), boxes, duration)
    _look(course, broad_phase(broad, boxes).pairs)
    return course


def _meet(course: Course, pair: Pair, touch: Touch) -> None:
    """All go to the moment of that contact, and it is settled."""
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


def _end_here(course: Course, pair: Pair) -> None:
    """All stay where they are for the rest of the tick, as looking on would take too long."""
    course.undecided[pair] = course.now
    course.coming.clear()
    _hold(course, range(len(course.solids)))


def _go_to(course: Course, time: float) -> None:
    if time <= course.now:
        return
    leg = Leg(course.now, time - course.now, tuple(course.places))
    course.legs.append(leg)
    course.places = [place._replace(pose=carried(*place, leg.duration)) for place in leg.places]
    course.now = time
    course.touching.clear()


def _hold(course: Course, bodies: Iterable[int]) -> None:
    """These stay where they are for the rest of the tick."""
    for body in bodies:
        if course.solids[body].mass > 0:
            course.kept[body] = course.places[body].motion.velocity
            course.places[body] = course.places[body]._replace(motion=STILL)
            course.solids[body] = course.solids[body]._replace(mass=0.0)


def _look(course: Course, pairs: Iterable[Pair]) -> None:
    """Finds when these touch next, and who of them touches now."""
    for pair in pairs:
        course.coming.pop(pair, None)
        if not (any(course.solids[body].mass > 0 for body in pair) and _is_fast(course, pair)):
            continue
        found = touches(course.solids, course.places, pair, course.duration - course.now)
        now = [touch.normal for touch in found if touch.time == 0]
        if now:
            course.touching[pair] = now
        if len(found) > len(now):
            first = found[len(now)]
            course.coming[pair] = first._replace(time=course.now + first.time)


def _is_fast(course: Course, pair: Pair) -> bool:
    # By the whole tick, as slow ways in each part of it may add up.
    return is_fast(course.solids, course.places, pair, course.duration)


def _settle(course: Course, moved: set[int]) -> None:
    """Takes out what closes at the contacts of this moment, and looks again at whom that moves differently."""
    for _ in range(2 * len(course.solids)):  # a push goes on by a body each time, there and back
        moved |= _struck(course) | _slowed(course)
        if not moved:
            return
        _look_again(course, moved)
        moved = set()


def _struck(course: Course) -> set[int]:
    """Takes out what closes; the bodies whose velocities change."""
    contacts = [
        impact.Contact(*pair, normal, _least(course, pair))
        for pair, normals in course.touching.items()
        for normal in normals
        if any(course.solids[body].mass > 0 for body in pair)
    ]
    before = [place.motion.velocity for place in course.places]
    inverse = [1 / one.mass if one.mass > 0 else 0.0 for one in course.solids]
    after = impact.after_impact(impact.Impact(contacts, before, inverse))
    for body, velocity in enumerate(after):
        place = course.places[body]
        course.places[body] = place._replace(motion=place.motion._replace(velocity=velocity))
    return {body for body, velocity in enumerate(after) if velocity != before[body]}


def _least(course: Course, pair: Pair) -> float:
    """The speed, m/s, that brings the two no nearer by the end of the tick than what counts as touching."""
    (shape_a, *_), (shape_b, *_) = (course.solids[body] for body in pair)
    (pose_a, _), (pose_b, _) = (course.places[body] for body in pair)
    left = course.duration - course.now
    return TOUCHING * size(shape_a, pose_a, shape_b, pose_b) / left if left > 0 else inf


def _slowed(course: Course) -> set[int]:
    """Slows the turning of those that touch to what the push-out still sees; whom that concerns."""
    contacts = [(pair, normal) for pair, normals in course.touching.items() for normal in normals]
    return {body for contact in contacts for body in _slow(course, *contact)}


def _slow(course: Course, pair: Pair, normal: Vec3) -> Pair | tuple[()]:
    turns = sum(turning_along(course.solids[body], course.places[body], normal) for body in pair)
    most = inside(course.solids, pair) / course.duration
    if turns - most <= _least(course, pair):
        return ()
    for body in pair:
        place = course.places[body]
        slower = place.motion._replace(angular_velocity=scale(place.motion.angular_velocity, most / turns))
        course.places[body] = place._replace(motion=slower)
    return pair


def _look_again(course: Course, bodies: Iterable[int]) -> None:
    """At all pairs of these, which go on differently."""
    bodies = sorted(bodies)
    for body in bodies:
        course.boxes[body] = swept(course.solids[body], course.places[body], course.duration - course.now)
    near = {
        ordered(body, other)
        for body in bodies
        for other, box in enumerate(course.boxes)
        if other != body and apart_on(course.boxes[body], box) == MEET
    }
    gone = [pair for pair in course.coming if pair not in near and not {*pair}.isdisjoint(bodies)]
    for pair in gone:
        del course.coming[pair]
    _look(course, sorted(near))
