"""A scene in motion: its bodies as the engine's simulation has them, and the scene as it is at a tick."""

from dataclasses import dataclass, replace
from functools import lru_cache

from engine.motion import STILL, Motion
from engine.pose import Pose
from engine.simulation import Body as Moving
from engine.simulation import Rules, Tick, World, advance, world
from engine.vectors import Vec3

from .camera import OrbitCamera
from .identity import Identity
from .scene import Body, PositionOrientation, Scene, Transform

# A minute.  All ticks are kept, to go back to any.
MOST_TICKS = 3600


@dataclass(frozen=True)
class Simulation:
    """The ticks of a scene so far, and which of them is shown; `start` is the scene that they began with."""

    start: Scene
    ticks: tuple[Tick, ...]
    number: int = 0  # of the tick that is shown
    playing: bool = False
    elapsed: float = 0.0  # seconds since that tick was shown
    drawn_back: tuple[OrbitCamera, OrbitCamera] | None = None  # of A − B: before motion drew it back, and since

    @property
    def tick(self) -> Tick:
        return self.ticks[self.number]

    @property
    def is_full(self) -> bool:
        """Whether no more ticks are kept."""
        return len(self.ticks) > MOST_TICKS


def begun(scene: Scene) -> Simulation:
    """The simulation at its beginning.  Raises `ValueError` where doubles do not reach as far as a body."""
    return Simulation(scene, (_world(Identity(scene)).first,))


def under(gravity: Vec3, simulation: Simulation) -> Simulation:
    """The simulation that goes on from this tick with that gravity, m/s²; later ticks are forgotten."""
    return replace(forgetful(simulation), start=replace(simulation.start, gravity=gravity))


def forgetful(simulation: Simulation) -> Simulation:
    """The simulation without the ticks after the one that is shown."""
    return replace(simulation, ticks=simulation.ticks[: simulation.number + 1])


def after(simulation: Simulation, rules: Rules) -> Simulation:
    """The simulation a tick later, one that is known or the next.  Raises `ValueError` as `begun` does."""
    number = simulation.number + 1
    ticks = simulation.ticks
    if number == len(ticks):
        ticks = (*ticks, advance(_world(Identity(simulation.start)), ticks[-1], rules))
    return replace(simulation, ticks=ticks, number=number)


def scene_at(simulation: Simulation) -> Scene:
    """The scene as the tick has it: where its bodies are, and how they move; nothing is known of its truth any more."""
    start, places = simulation.start, simulation.tick.places
    if simulation.number == 0:
        return start
    bodies = (_moved(body, *place) for body, place in zip(start.bodies, places, strict=True))
    return replace(start, bodies=tuple(bodies), expected=())


def can_move(scene: Scene) -> bool:
    """Whether there is a body that will ever move."""
    free = [body for body in scene.bodies if body.mass > 0]
    return any(body.motion != STILL for body in free) or (bool(free) and any(scene.gravity))


@lru_cache(maxsize=4)
def _world(scene: Identity) -> World:
    bodies: tuple[Body, ...] = scene.value.bodies
    return world([Moving(body.shape, body.pose, body.motion, body.mass) for body in bodies], scene.value.gravity)


def _moved(body: Body, pose: Pose, motion: Motion) -> Body:
    """The same object where it neither moved nor changed its velocity."""
    if body.mass == 0 or (pose, motion) == (body.pose, body.motion):
        return body
    return replace(
        body, placement=_placed(body, pose), velocity=motion.velocity, angular_velocity=motion.angular_velocity
    )


def _placed(body: Body, pose: Pose) -> PositionOrientation | Transform:
    """To the bit the pose; as it was given before, where it has not turned."""
    if pose.rotation == body.pose.rotation:
        return body.placement.moved(pose.position)
    rows = [(*row, coordinate) for row, coordinate in zip(pose.rotation, pose.position, strict=True)]
    return Transform((rows[0], rows[1], rows[2], (0.0, 0.0, 0.0, 1.0)))
