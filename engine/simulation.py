"""Bodies that move: one tick after another of a fixed length, each a frozen record of all that happened in it.

A sandbox to see collision detection at work, not a physics engine: no friction, no bounce, no torque from contacts.

1. Velocities: gravity changes those of the bodies that are free (mass > 0).  The others never move.
2. Bodies move by the whole tick; with the continuous test, fast ones from contact to contact (continuous.py).
3. Broad phase: the pairs that are near.  Narrow phase: how deep each overlaps, and along which normal.
4. Push-out by inverse mass, pair by pair: the deepest first, or in the order listed.  A fixed mesh is a terrain, out
   of whose triangles bodies are pushed in that same order (terrain.py).
5. Velocities along the normals of contacts are stopped, if wished: what closes no longer does, and momentum is shared
   as at a perfectly plastic impact (Millington, Game Physics Engine Development, 2010, chapter 7).

`advance` is pure: the same world, tick and rules give the same next tick to the bit.

How it can fail: each pair is pushed apart once a tick, so a stack sinks into itself a little.  A discrete test sees
nothing of what happens between two ticks: a fast body passes a thin one (tunnelling), which is told, not mended.  Where
the continuous test comes to no end it is not decided who touches: those bodies are held for the rest of the tick, where
nothing touches yet.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from .arguments import choice, flag, length, listed, shown, vector
from .broadphase import BROADPHASES, broad_phase
from .broadphase.boxes import Pair
from .continuous import Leg, travelled, unseen, velocity_after
from .motion import STILL, Motion, accelerated, as_motion, carried
from .pairing import Contact, Place, Push, Solid, blocked, in_contact, measured, parted, solid, touches
from .pose import Pose, as_pose
from .result import Verdict
from .shapes import Shape, as_shape
from .terrain import ORDERS
from .vectors import ZERO, Vec3

TICK = 1 / 60
"""Seconds."""


class Body(NamedTuple):
    """A body as it is when the world begins."""

    shape: Shape
    pose: Pose
    motion: Motion = STILL
    mass: float = 1.0  # kg; 0 is fixed


@dataclass(frozen=True)
class Rules:
    """How a tick goes.  Raises `ValueError` that names the field and the value."""

    continuous: bool = False  # fast bodies stop closing where they first touch
    order: str = "greatest"  # of push-outs; or "in order"
    broad_phase: str = "sweep"
    stops: bool = True  # velocities along the normals of contacts are stopped

    def __post_init__(self) -> None:
        for name in ("continuous", "stops"):
            flag(name, getattr(self, name))
        choice("order", self.order, ORDERS)
        choice("broad_phase", self.broad_phase, BROADPHASES)


USUAL = Rules()


class Meeting(NamedTuple):
    """The moment of a pair's first contact."""

    pair: Pair
    time: float  # seconds since the world began


@dataclass(frozen=True)
class Tick:
    """The world after a tick, and what happened in it.  Bodies go by their numbers."""

    number: int  # 0: as it began
    places: tuple[Place, ...]  # of the bodies, after the push-out
    candidates: tuple[Pair, ...]  # of the broad phase, but for pairs of which neither can move
    contacts: tuple[Contact, ...]  # what the narrow phase says of each candidate, before the push-out
    pushes: tuple[Push, ...]
    caught: tuple[Pair, ...]  # kept by the continuous test from passing one another
    missed: tuple[Meeting, ...]  # touched on the way, when nobody looked: tunnelling
    undecided: tuple[Meeting, ...]  # held by it, and from when on, as nobody knows when they touch
    meetings: tuple[Meeting, ...]  # first contacts in this tick
    met: tuple[Pair, ...]  # all that have ever been in contact, sorted
    comparisons: int  # of the broad phase

    @property
    def time(self) -> float:
        """Seconds since the world began."""
        return self.number * TICK


class Way(NamedTuple):
    """How the bodies come through a tick, before they are pushed apart."""

    places: tuple[Place, ...]  # at its end
    legs: tuple[Leg, ...]
    met: dict[Pair, float]  # who was kept from passing one another, and when in the tick, seconds
    undecided: dict[Pair, float]  # who was held, and when


class World(NamedTuple):
    """What stays the same from tick to tick."""

    solids: tuple[Solid, ...]
    gravity: Vec3  # m/s²
    first: Tick


def world(bodies: Sequence[Body], gravity: Vec3 = ZERO) -> World:
    """The world that begins with these bodies; `gravity` in m/s².

    Raises `ValueError` that names the body, or the argument, and the value.
    """
    gravity = vector("gravity", gravity)
    checked = [_checked(f"bodies[{i}]", body) for i, body in enumerate(listed("bodies", bodies, "bodies"))]
    solids = tuple(solid(body.shape, body.pose, body.mass) for body in checked)
    places = tuple(Place(body.pose, body.motion if body.mass > 0 else STILL) for body in checked)
    candidates, comparisons = _near(solids, places, USUAL.broad_phase)
    contacts = tuple(measured(solids, places, pair) for pair in candidates)
    met = tuple(contact.pair for contact in contacts if in_contact(contact))
    meetings = tuple(Meeting(pair, 0.0) for pair in met)
    return World(solids, gravity, Tick(0, places, candidates, contacts, (), (), (), (), meetings, met, comparisons))


def advance(world: World, tick: Tick, rules: Rules) -> Tick:
    """The next tick."""
    solids = world.solids
    before = tuple(_accelerated(one, place, world.gravity) for one, place in zip(solids, tick.places, strict=True))
    way = _continuous(solids, before, rules) if rules.continuous else _discrete(before)
    candidates, comparisons = _near(solids, way.places, rules.broad_phase)
    contacts = tuple(measured(solids, way.places, pair) for pair in candidates)
    after, pushes = _resolved(solids, way.places, contacts, rules)
    new = {contact.pair for contact in contacts if in_contact(contact)} | set(way.met)
    meetings = (Meeting(pair, tick.time + _contact_time(solids, way, pair)) for pair in sorted(new - set(tick.met)))
    return Tick(
        number=tick.number + 1,
        places=after,
        candidates=candidates,
        contacts=contacts,
        pushes=pushes,
        caught=tuple(sorted(way.met)),
        missed=() if rules.continuous else _missed(world, tick, before, rules, new),
        undecided=tuple(Meeting(pair, tick.time + time) for pair, time in way.undecided.items()),
        meetings=tuple(meetings),
        met=tuple(sorted({*tick.met, *new})),
        comparisons=comparisons,
    )


def _checked(name: str, body: Any) -> Body:
    if not isinstance(body, Body):
        raise ValueError(f"{name}: must be a Body, got {shown(body)}")
    return Body(
        as_shape(body.shape, f"{name}.shape"),
        as_pose(body.pose, f"{name}.pose"),
        as_motion(body.motion, f"{name}.motion"),
        length(f"{name}.mass", body.mass, zero=True),
    )


def _accelerated(one: Solid, place: Place, gravity: Vec3) -> Place:
    return place._replace(motion=accelerated(place.motion, gravity, TICK)) if one.mass > 0 else place


def _near(solids: Sequence[Solid], places: Sequence[Place], name: str) -> tuple[tuple[Pair, ...], int]:
    """The pairs whose boxes meet and of which one can move; how many comparisons they took to find."""
    found = broad_phase(name, [(one.shape, place.pose) for one, place in zip(solids, places, strict=True)])
    return _free(solids, found.pairs), found.comparisons


def _free(solids: Sequence[Solid], pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple((i, j) for i, j in pairs if solids[i].mass > 0 or solids[j].mass > 0)


def _discrete(places: tuple[Place, ...]) -> Way:
    """All move by the whole tick, whatever is between."""
    moved = tuple(place._replace(pose=carried(*place, TICK)) for place in places)
    return Way(moved, (Leg(0.0, TICK, places),), {}, {})


def _continuous(solids: tuple[Solid, ...], places: tuple[Place, ...], rules: Rules) -> Way:
    """All go from contact to contact; they keep their turning, and what velocity the contacts leave them, if wished."""
    course = travelled(solids, places, rules.broad_phase, TICK)
    moved = tuple(
        Place(here.pose, place.motion._replace(velocity=velocity_after(course, body)) if rules.stops else place.motion)
        for body, (here, place) in enumerate(zip(course.places, places, strict=True))
    )
    return Way(moved, tuple(course.legs), course.met, course.undecided)


def _missed(world: World, tick: Tick, places: tuple[Place, ...], rules: Rules, seen: set[Pair]) -> tuple[Meeting, ...]:
    """Who touched on the way through a discrete tick, and does not at its end."""
    found = unseen(world.solids, places, rules.broad_phase, TICK)
    return tuple(Meeting(pair, tick.time + time) for pair, time in sorted(found.items()) if pair not in seen)


def _contact_time(solids: Sequence[Solid], way: Way, pair: Pair) -> float:
    """When in the tick the two first touched, seconds; at its end, where it was a push that brought them together."""
    if pair in way.met:
        return way.met[pair]
    for leg in way.legs:
        for touch in touches(solids, leg.places, pair, leg.duration):
            if touch.is_known:
                return leg.start + touch.time
    return TICK


def _resolved(
    solids: Sequence[Solid], places: tuple[Place, ...], contacts: Sequence[Contact], rules: Rules
) -> tuple[tuple[Place, ...], tuple[Push, ...]]:
    """The bodies after each overlapping pair was pushed apart; and what else touches no longer closes."""
    after, pushes = list(places), []
    for contact in _ordered([one for one in contacts if in_contact(one)], rules.order):
        if contact.verdict is Verdict.PENETRATING:
            pushes += parted(solids, after, contact, rules.order, rules.stops)
        elif rules.stops:
            blocked(solids, after, contact)
    return tuple(after), tuple(pushes)


def _ordered(contacts: list[Contact], order: str) -> list[Contact]:
    """The deepest first; or as they are listed."""
    return sorted(contacts, key=lambda contact: -contact.depth) if order == "greatest" else contacts
