"""Which bodies of a simulation still move."""

from gjkscope.app.scenes.scene import Body, Scene
from gjkscope.app.state.model import State
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.simulation.responses import IMPULSES
from gjkscope.engine.simulation.simulation import TICK
from gjkscope.engine.vectors import norm

# fraction of the speed that gravity adds in a tick; a slower body in contact is at rest: its arrow would be noise
RESTING = 0.1


def is_at_rest(body: Body, start: Scene | None) -> bool:
    """Whether a simulation with impulses has brought the body to rest, apart from the solver's residual motion.

    `start` is the scene in which the simulation began; None if there is none.
    """
    if start is None or start.response != IMPULSES:
        return False
    _, reach = bounding_sphere(body.shape, body.pose)
    fastest = norm(body.velocity) + norm(body.angular_velocity) * reach  # of its points
    return fastest < RESTING * norm(start.gravity) * TICK


def moving_bodies(state: State) -> int:
    """The number of moving bodies, which have velocity arrows."""
    simulation = state.motion.simulation
    start = None if simulation is None else simulation.start
    bodies = state.document.scene.bodies
    return sum(body.motion != STILL and not is_at_rest(body, start) for body in bodies)
