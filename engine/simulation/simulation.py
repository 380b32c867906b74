"""A simulation of moving bodies in ticks of fixed length, each a frozen record of everything that happened in it.

A sandbox for collision detection, not a physics engine.  A world has one of two responses to contacts: `PUSH_OUT`,
without friction, restitution or torque, or `IMPULSES` (response.py).  With push-outs:

1. Gravity changes the velocities of free bodies (mass > 0).  The others never move.
2. Bodies move by the whole tick; with the continuous test, fast ones from contact to contact (continuous.py).
3. The broad phase finds the pairs that are near; the narrow phase measures their depths and normals.
4. Overlapping pairs are pushed apart by inverse mass, the deepest first or in the order listed.  A fixed mesh is a
   terrain: bodies are pushed out of its triangles in the same order (terrain.py).
5. Optionally, velocities that close a contact along its normal are removed, and momentum is shared as in a perfectly
   plastic impact (Millington, Game Physics Engine Development, 2010, chapter 7).

With impulses, the solver does all of this from the contact points of the start of the tick; the narrow phase measures
what remains at its end.

`advance` is a pure function: the same world, tick and rules give the same next tick, bit for bit.

How it can fail: each pair is pushed apart once per tick, so stacks sink slightly.  The discrete test misses what
happens between two ticks: a fast body may pass through a thin one (tunnelling), which is reported but not corrected.
If the continuous test reaches its limits, contact is undecided, and those bodies are held for the rest of the tick at
a place where nothing touches yet.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from gjkscope.engine.advancement.many import move_poses
from gjkscope.engine.advancement.motion import STILL, Motion, accelerate, as_motion
from gjkscope.engine.advancement.motion import TICK as TICK
from gjkscope.engine.arguments import as_flag, as_items, as_vector, choice, length, short_repr
from gjkscope.engine.broadphase import BROADPHASES, near_pairs
from gjkscope.engine.broadphase.boxes import Pair, expand_all
from gjkscope.engine.contacts.registry import POLICIES
from gjkscope.engine.edges.registry import EDGE_POLICIES
from gjkscope.engine.impulses.native import IMPULSE_CODE
from gjkscope.engine.impulses.records import ImpulseSettings, ImpulseTick
from gjkscope.engine.impulses.registry import SOLVERS, USUAL_SETTINGS
from gjkscope.engine.native.boxes import BOX_CODE
from gjkscope.engine.native.depth import DEPTH_CODE
from gjkscope.engine.pose import Pose, as_pose
from gjkscope.engine.resolution.terrain import ORDERS
from gjkscope.engine.result import Verdict
from gjkscope.engine.shapes.kinds import Shape, as_solid
from gjkscope.engine.simulation.continuous import Leg, travel, unseen, velocity_after
from gjkscope.engine.simulation.internal_edges import NO_POLICY
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.pairing import (
    PairContact,
    Placement,
    PushApart,
    Solid,
    in_contact,
    make_solid,
    pair_contact,
    push_pair_apart,
    stop_closing,
    touches,
)
from gjkscope.engine.simulation.response import (
    ImpulseRules,
    ReportedManifold,
    Response,
    no_response,
    respond,
    response_policies,
    solver_steps,
)
from gjkscope.engine.simulation.responses import FRICTION, IMPULSES, PUSH_OUT, RESPONSES
from gjkscope.engine.vectors import ZERO, Vec3

# Pairs near each other from which on it takes a second of a simulation to gain what loading machine code takes.
MANY_NEAR = 8
# The same of bodies, whose boxes it finds.
MANY_BODIES = 100


class WorldBody(NamedTuple):
    """A body at the start of the simulation."""

    shape: Shape
    pose: Pose
    motion: Motion = STILL
    mass: float = 1.0  # kg; 0 is fixed
    friction: float = FRICTION  # coefficient; used by impulses
    restitution: float = 0.0  # 0: plastic, 1: elastic; used by impulses


@dataclass(frozen=True)
class Rules:
    """The options of a tick.  Raises `ValueError` that names the field and the value.

    With impulses, `continuous`, `order` and `stops` have no effect; with push-outs, `policy`, `edges` and `impulses`
    have none.
    """

    continuous: bool = False  # stop fast bodies from closing where they first touch
    order: str = "greatest"  # of push-outs; or "in order"
    broad_phase: str = "sweep"
    stops: bool = True  # remove velocities that close a contact along its normal
    policy: str = "box3d"  # generates the contact points
    edges: str = NO_POLICY  # decides which contacts with the internal edges of a terrain count; a key of EDGE_POLICIES
    impulses: ImpulseSettings = USUAL_SETTINGS

    def __post_init__(self) -> None:
        for name in ("continuous", "stops"):
            as_flag(name, getattr(self, name))
        if self.policy not in POLICIES:  # listing the names in order imports all policies
            choice("policy", self.policy, response_policies(), "contact policy")
        if self.edges not in EDGE_POLICIES:
            choice("edges", self.edges, EDGE_POLICIES, "edge policy")
        if not isinstance(self.impulses, ImpulseSettings):
            raise ValueError(f"impulses: must be ImpulseSettings, got {short_repr(self.impulses)}")
        choice("impulses.solver", self.impulses.solver, SOLVERS, "solver")
        choice("order", self.order, ORDERS)
        choice("broad_phase", self.broad_phase, BROADPHASES)


USUAL = Rules()


class FirstTouch(NamedTuple):
    """The moment of a pair's first contact."""

    pair: Pair
    time: float  # seconds since the world began


@dataclass(frozen=True)
class WorldTick:
    """The world after a tick, and what happened in it.  Bodies are given by number."""

    number: int  # 0: the initial state
    places: tuple[Placement, ...]  # of the bodies, after the push-out
    candidates: tuple[Pair, ...]  # of the broad phase, without pairs of fixed bodies
    contacts: tuple[PairContact, ...]  # the narrow phase's result for each candidate, before the push-out
    pushes: tuple[PushApart, ...]
    caught: tuple[Pair, ...]  # stopped by the continuous test before they passed through each other
    missed: tuple[FirstTouch, ...]  # touched between two ticks without being noticed: tunnelling
    undecided: tuple[FirstTouch, ...]  # held by the continuous test, from that time on, as their contact is undecided
    meetings: tuple[FirstTouch, ...]  # first contacts in this tick
    met: tuple[Pair, ...]  # all pairs that have ever been in contact, sorted
    comparisons: int  # of the broad phase
    response: Response | None = None  # with impulses

    @property
    def time(self) -> float:
        """Seconds since the world began."""
        return self.number * TICK


class TickPath(NamedTuple):
    """The motion of the bodies in a tick, before the push-out, or with impulses."""

    places: tuple[Placement, ...]  # at its end
    legs: tuple[Leg, ...]
    met: dict[Pair, float]  # pairs stopped before they passed through each other, and when in the tick, seconds
    undecided: dict[Pair, float]  # pairs held, and when


class World(NamedTuple):
    """The constant properties of a simulation, and its first tick."""

    solids: tuple[Solid, ...]
    gravity: Vec3  # m/s²
    first: WorldTick
    response: str = PUSH_OUT
    reports: tuple[ReportedManifold, ...] = ()


def world(
    bodies: Sequence[WorldBody],
    gravity: Vec3 = ZERO,
    response: str = PUSH_OUT,
    reports: Sequence[PairManifold] = (),
) -> World:
    """The world of these bodies; `gravity` in m/s², `response` one of `RESPONSES`.

    `reports` are the contact points that engines gave for pairs at these poses, used by the policy `REPORTED`.

    Raises `ValueError` that names the body, or the argument, and the value; `NotApplicable` (a `ValueError`) for a 2D
    shape.
    """
    choice("response", response, RESPONSES)
    gravity = as_vector("gravity", gravity)
    checked = [_check_body(f"bodies[{i}]", body) for i, body in enumerate(as_items("bodies", bodies, "bodies"))]
    solids = tuple(make_solid(body.shape, body.pose, body.mass, body.friction, body.restitution) for body in checked)
    places = tuple(Placement(body.pose, body.motion if body.mass > 0 else STILL) for body in checked)
    candidates, comparisons = _near(solids, places, USUAL.broad_phase)
    _expect(candidates)
    contacts = tuple(pair_contact(solids, places, pair) for pair in candidates)
    met = tuple(contact.pair for contact in contacts if in_contact(contact))
    meetings = tuple(FirstTouch(pair, 0.0) for pair in met)
    first = WorldTick(0, places, candidates, contacts, (), (), (), (), meetings, met, comparisons)
    if response == IMPULSES:
        first = replace(first, response=no_response(solids, places, gravity))
    known = tuple(_report(f"reports[{k}]", report, places) for k, report in enumerate(reports))
    return World(solids, gravity, first, response, known)


def advance(world: World, tick: WorldTick, rules: Rules) -> WorldTick:
    """The next tick."""
    _expect(tick.candidates)
    return _with_impulses(world, tick, rules) if world.response == IMPULSES else _with_push_outs(world, tick, rules)


def solver_tick(world: World, tick: WorldTick) -> ImpulseTick | None:
    """All steps of the solver that led to this tick; none before the first one, and with push-outs."""
    return solver_steps(world.solids, tick.response) if tick.response else None


def _with_push_outs(world: World, tick: WorldTick, rules: Rules) -> WorldTick:
    solids = world.solids
    before = tuple(
        _accelerate(solid, placement, world.gravity) for solid, placement in zip(solids, tick.places, strict=True)
    )
    way = _continuous(solids, before, rules) if rules.continuous else _discrete(before)
    candidates, comparisons = _near(solids, way.places, rules.broad_phase)
    contacts = tuple(pair_contact(solids, way.places, pair) for pair in candidates)
    after, pushes = _resolve(solids, way.places, contacts, rules)
    new = _touching_pairs(contacts) | set(way.met)
    meetings = (FirstTouch(pair, tick.time + _contact_time(solids, way, pair)) for pair in sorted(new - set(tick.met)))
    return WorldTick(
        number=tick.number + 1,
        places=after,
        candidates=candidates,
        contacts=contacts,
        pushes=pushes,
        caught=tuple(sorted(way.met)),
        missed=() if rules.continuous else _missed_touches(world, tick, before, rules, new),
        undecided=tuple(FirstTouch(pair, tick.time + time) for pair, time in way.undecided.items()),
        meetings=tuple(meetings),
        met=tuple(sorted({*tick.met, *new})),
        comparisons=comparisons,
    )


def _with_impulses(world: World, tick: WorldTick, rules: Rules) -> WorldTick:
    """The next tick; its contacts are those at its end, and a pair also meets if its points were pushed apart."""
    solids, before = world.solids, tick.response
    assert before is not None, "every tick of a world with impulses has a response"
    if len(tick.candidates) >= MANY_NEAR:
        IMPULSE_CODE.load()
    wanted = ImpulseRules(rules.policy, rules.impulses, world.gravity, TICK, rules.edges)
    after, response = respond(solids, tick.places, tick.candidates, wanted, before, world.reports)
    moving = tuple(Placement(start.pose, end.motion) for start, end in zip(tick.places, after, strict=True))
    way = TickPath(after, (Leg(0.0, TICK, moving),), {}, {})
    candidates, comparisons = _near(solids, after, rules.broad_phase)
    contacts = tuple(pair_contact(solids, after, pair) for pair in candidates)
    new = _touching_pairs(contacts) | {impulse.key[:2] for impulse in response.impulses if impulse.total > 0}
    meetings = (FirstTouch(pair, tick.time + _contact_time(solids, way, pair)) for pair in sorted(new - set(tick.met)))
    return WorldTick(
        number=tick.number + 1,
        places=after,
        candidates=candidates,
        contacts=contacts,
        pushes=(),
        caught=(),
        missed=_missed_touches(world, tick, moving, rules, new),
        undecided=(),
        meetings=tuple(meetings),
        met=tuple(sorted({*tick.met, *new})),
        comparisons=comparisons,
        response=response,
    )


def _expect(near: Sequence[Pair]) -> None:
    """Prepares for ticks that measure these pairs, and more."""
    if len(near) >= MANY_NEAR:
        DEPTH_CODE.load()


def _touching_pairs(contacts: Sequence[PairContact]) -> set[Pair]:
    return {contact.pair for contact in contacts if in_contact(contact)}


def _report(name: str, report: PairManifold, places: Sequence[Placement]) -> ReportedManifold:
    i, j = report.pair
    if not 0 <= i < j < len(places):
        raise ValueError(f"{name}: pair: must be two bodies, the lesser first, of {len(places)}; got {report.pair}")
    return ReportedManifold(report, (places[i].pose, places[j].pose))


def _check_body(name: str, body: Any) -> WorldBody:
    if not isinstance(body, WorldBody):
        raise ValueError(f"{name}: must be a Body, got {short_repr(body)}")
    return WorldBody(
        as_solid(body.shape, f"{name}.shape"),
        as_pose(body.pose, f"{name}.pose"),
        as_motion(body.motion, f"{name}.motion"),
        length(f"{name}.mass", body.mass, zero=True),
        length(f"{name}.friction", body.friction, zero=True),
        length(f"{name}.restitution", body.restitution, zero=True),
    )


def _accelerate(solid: Solid, placement: Placement, gravity: Vec3) -> Placement:
    return placement._replace(motion=accelerate(placement.motion, gravity, TICK)) if solid.mass > 0 else placement


def _near(solids: Sequence[Solid], places: Sequence[Placement], name: str) -> tuple[tuple[Pair, ...], int]:
    """The pairs with intersecting boxes and at least one movable body, and the number of comparisons."""
    if len(solids) >= MANY_BODIES:
        BOX_CODE.load()
    boxes = expand_all([solid.shape for solid in solids], [place.pose for place in places])
    pairs, comparisons = near_pairs(name, boxes)
    return _free(solids, pairs), comparisons


def _free(solids: Sequence[Solid], pairs: Iterable[Pair]) -> tuple[Pair, ...]:
    return tuple((i, j) for i, j in pairs if solids[i].mass > 0 or solids[j].mass > 0)


def _discrete(places: tuple[Placement, ...]) -> TickPath:
    """Moves all bodies by the whole tick, ignoring contacts."""
    poses = move_poses([place.pose for place in places], [place.motion for place in places], TICK)
    moved = tuple(Placement(pose, placement.motion) for pose, placement in zip(poses, places, strict=True))
    return TickPath(moved, (Leg(0.0, TICK, places),), {}, {})


def _continuous(solids: tuple[Solid, ...], places: tuple[Placement, ...], rules: Rules) -> TickPath:
    """Moves all bodies from contact to contact.  Angular velocities stay; contacts change velocities if `stops`."""
    course = travel(solids, places, rules.broad_phase, TICK)
    moved = tuple(
        Placement(
            here.pose,
            placement.motion._replace(velocity=velocity_after(course, body)) if rules.stops else placement.motion,
        )
        for body, (here, placement) in enumerate(zip(course.places, places, strict=True))
    )
    return TickPath(moved, tuple(course.legs), course.met, course.undecided)


def _missed_touches(
    world: World,
    tick: WorldTick,
    places: tuple[Placement, ...],
    rules: Rules,
    seen: set[Pair],
) -> tuple[FirstTouch, ...]:
    """The pairs that touched during a discrete tick but not at its end."""
    times = unseen(world.solids, places, rules.broad_phase, TICK)
    return tuple(FirstTouch(pair, tick.time + time) for pair, time in sorted(times.items()) if pair not in seen)


def _contact_time(solids: Sequence[Solid], way: TickPath, pair: Pair) -> float:
    """When in the tick the two first touched, seconds; its end if the push-out brought them together."""
    if pair in way.met:
        return way.met[pair]
    for leg in way.legs:
        for touch in touches(solids, leg.places, pair, leg.duration):
            if touch.is_known:
                return leg.start + touch.time
    return TICK


def _resolve(
    solids: Sequence[Solid], places: tuple[Placement, ...], contacts: Sequence[PairContact], rules: Rules
) -> tuple[tuple[Placement, ...], tuple[PushApart, ...]]:
    """The bodies after overlapping pairs were pushed apart and touching pairs stopped from closing."""
    after, pushes = list(places), []
    for contact in _sort_contacts([contact for contact in contacts if in_contact(contact)], rules.order):
        if contact.verdict is Verdict.PENETRATING:
            pushes += push_pair_apart(solids, after, contact, rules.order, rules.stops)
        elif rules.stops:
            stop_closing(solids, after, contact)
    return tuple(after), tuple(pushes)


def _sort_contacts(contacts: list[PairContact], order: str) -> list[PairContact]:
    """The contacts with the deepest first, or as listed."""
    return sorted(contacts, key=lambda contact: -contact.depth) if order == "greatest" else contacts
