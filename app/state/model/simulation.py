"""Simulates a scene: converts it to the engine's simulation and the simulated ticks back to scenes."""

from collections.abc import Iterator
from functools import lru_cache
from math import atan2
from typing import NamedTuple

from msgspec import Struct

from gjkscope.app.ask.runs.choices import IMPULSES, Run
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.reports import usable_parts
from gjkscope.app.scenes.scene import Body, Placement, Planar, Reported, Scene, Transform
from gjkscope.engine.advancement.motion import STILL, Motion
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.impulses.records import ImpulseTick
from gjkscope.engine.pose import Pose
from gjkscope.engine.simulation.internal_edges import TriangleDecision
from gjkscope.engine.simulation.manifolds import PairManifold
from gjkscope.engine.simulation.response import REPORTED, Response, ghosts_of
from gjkscope.engine.simulation.simulation import Rules, World, WorldTick, advance, solver_tick, world
from gjkscope.engine.simulation.simulation import WorldBody as Moving
from gjkscope.engine.vectors import ZERO, Vec3, along, dot, neg, sub

# One minute.  All ticks are kept, so that the user can go back to any.
MOST_TICKS = 3600
MOST_COMPUTED = 64  # ticks ahead of their use
# Ticks that are remembered, in case the same ones are wanted again: twice those of the longest shipped demo.  A tick of
# ten stacked boxes with impulses takes about 0.1 MB.
MOST_REMEMBERED = 600
MOST_WORLDS = 32  # the ticks of a world that is made again are computed again; a lesson has one for each task


class Simulation(Struct, frozen=True):
    """The simulated ticks of a scene; `start` is the initial scene."""

    start: Scene
    ticks: tuple[WorldTick, ...]
    number: int = 0  # of the displayed tick
    playing: bool = False
    elapsed: float = 0.0  # seconds since that tick was first displayed
    drawn_back: tuple[OrbitCamera, OrbitCamera] | None = None  # A − B's camera before and after zooming out

    @property
    def tick(self) -> WorldTick:
        return self.ticks[self.number]

    @property
    def is_full(self) -> bool:
        """Whether the maximum number of ticks has been simulated."""
        return len(self.ticks) > MOST_TICKS


def start_simulation(scene: Scene) -> Simulation:
    """Starts a simulation.  Raises `ValueError` if the coordinates of a body exceed the range of doubles."""
    return Simulation(scene, (_world(Identity(scene)).first,))


def with_gravity(gravity: Vec3, simulation: Simulation) -> Simulation:
    """Changes gravity, in m/s², from this tick on; discards later ticks."""
    return replace(without_later_ticks(simulation), start=replace(simulation.start, gravity=gravity))


def solver_trace(simulation: Simulation) -> ImpulseTick | None:
    """All steps of the solver that led to the displayed tick; none with push-outs or at the start."""
    return solver_tick(_world(Identity(simulation.start)), simulation.tick)


class SolvedTick(NamedTuple):
    """The solver's steps in a tick, and what they started from."""

    response: Response
    tick: ImpulseTick


def solver_run(simulation: Simulation) -> Run | None:
    """The solver's steps in the displayed tick, as a run; none where `solver_trace` has none."""
    return _solver_run(Identity(simulation.start), Identity(simulation.tick))


@lru_cache(maxsize=4)
def _solver_run(start: Identity, tick: Identity) -> Run | None:
    shown: WorldTick = tick.value
    done = solver_tick(_world(start), shown)
    if done is None or shown.response is None:
        return None
    return Run(IMPULSES, done.steps, SolvedTick(shown.response, done), start.value.names)


def without_later_ticks(simulation: Simulation) -> Simulation:
    """Discards the ticks after the displayed one."""
    return replace(simulation, ticks=simulation.ticks[: simulation.number + 1])


def tick_after(simulation: Simulation, rules: Rules) -> Simulation:
    """Advances by one tick, computing it if necessary.  Raises `ValueError`, as `begun` does."""
    number = simulation.number + 1
    ticks = simulation.ticks
    if number == len(ticks):
        ticks = (*ticks, _next_tick(Identity(simulation.start), Identity(ticks[-1]), rules))
    return replace(simulation, ticks=ticks, number=number)


def compute_ticks(start: Identity, last: Identity | None, rules: Rules, count: int) -> None:
    """Computes the next ticks of a simulation, so that `start_simulation` and `tick_after` take no time.

    `last` is the last known tick; None: of a simulation that has not begun.  Raises `ValueError`, as these do.
    """
    tick = Identity(_world(start).first) if last is None else last
    for _ in range(count):
        tick = Identity(_next_tick(start, tick, rules))


@lru_cache(maxsize=MOST_REMEMBERED)  # a demo is rehearsed first, then divided into stops, then shown
def _next_tick(start: Identity, last: Identity, rules: Rules) -> WorldTick:
    return advance(_world(start), last.value, rules)


def ghosts_in(scene: Scene, tick: WorldTick) -> tuple[TriangleDecision, ...]:
    """The triangles of terrains that pushed a body along a normal that their surface does not have there."""
    return ghosts_of(_world(Identity(scene)).solids, tick.response) if tick.response else ()


def scene_at(simulation: Simulation) -> Scene:
    """The scene at the displayed tick, with its poses and velocities; `expected` and `reported` no longer apply."""
    start, places = simulation.start, simulation.tick.places
    if simulation.number == 0:
        return start
    bodies = (_move(body, *placement) for body, placement in zip(start.bodies, places, strict=True))
    return replace(start, bodies=tuple(bodies), expected=(), reported=())


def has_reported_points(scene: Scene) -> bool:
    """Whether an engine reported contact points that a simulation can use."""
    return any(True for report in scene.reported for _ in _points(report))


def can_move(scene: Scene) -> bool:
    """Whether any body will ever move."""
    free = [body for body in scene.bodies if body.mass > 0]
    return any(body.motion != STILL for body in free) or (bool(free) and any(scene.gravity))


@lru_cache(maxsize=MOST_WORLDS)
def _world(scene: Identity) -> World:
    bodies: tuple[Body, ...] = scene.value.bodies
    moving = [Moving(body.shape, body.pose, body.motion, body.mass, body.friction, body.restitution) for body in bodies]
    return world(moving, scene.value.gravity, scene.value.response, _reports(scene.value))


def _reports(scene: Scene) -> tuple[PairManifold, ...]:
    """The first report of each pair that has contact points with a normal."""
    by_pair: dict[tuple[int, int], PairManifold] = {}
    for report in scene.reported:
        i, j = (scene.names.index(name) for name in report.pair)
        points = tuple(_points(report))
        if points and (min(i, j), max(i, j)) not in by_pair:
            normal = usable_parts(report).normal or points[0].normal or ZERO
            contact = PairManifold((i, j), 0, 0, REPORTED, normal, points)
            by_pair[min(i, j), max(i, j)] = contact if i < j else _swap(contact)
    return tuple(by_pair.values())


def _points(report: Reported) -> Iterator[ContactPoint]:
    """The reported points that have a depth and a normal; missing places on the bodies follow from these."""
    usable = usable_parts(report)
    for number, point in enumerate(usable.points):
        normal = point.normal or usable.normal
        if normal is None or (point.depth is None and point.position_a is None):
            continue
        half = (point.depth or 0.0) / 2
        on_a, on_b = point.position_a, point.position_b
        on_a = along(point.position, normal, half) if on_a is None else on_a
        on_b = along(point.position, normal, -half) if on_b is None else on_b
        depth = dot(sub(on_a, on_b), normal)
        yield ContactPoint(point.position, on_a, on_b, depth, f"reported {number + 1}", point.normal)


def _swap(contact: PairManifold) -> PairManifold:
    """The manifold with its bodies in the other order."""
    points = tuple(
        point._replace(
            position_a=point.position_b, position_b=point.position_a, normal=point.normal and neg(point.normal)
        )
        for point in contact.points
    )
    return contact._replace(pair=(contact.pair[1], contact.pair[0]), normal=neg(contact.normal), points=points)


def _move(body: Body, pose: Pose, motion: Motion) -> Body:
    """The body with a new pose and motion; the same object if both are unchanged."""
    if body.mass == 0 or (pose, motion) == (body.pose, body.motion):
        return body
    return body.moved(_place(body, pose), motion)


def _place(body: Body, pose: Pose) -> Placement:
    """The exact pose as a placement, of the same type as before if the body has not rotated.

    That of a 2D body is the nearest angle.
    """
    if pose.rotation == body.pose.rotation:
        return body.placement.moved(pose.position)
    if isinstance(body.placement, Planar):
        (cosine, _, _), (sine, _, _), _ = pose.rotation
        x, y, _ = pose.position
        return Planar((x, y), atan2(sine, cosine))
    (a, b, c), (x, y, z) = pose
    return Transform(((*a, x), (*b, y), (*c, z), (0.0, 0.0, 0.0, 1.0)))
