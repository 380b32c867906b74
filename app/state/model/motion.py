"""The state of a simulated scene."""

from typing import Annotated

from msgspec import Struct

from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.engine.simulation.simulation import USUAL, Rules


class MotionState(Struct, frozen=True):
    """The state of the simulation; not to be confused with `engine.motion.Motion`, the velocities of one body."""

    simulation: Annotated[Simulation | None, Of.SCENE | Of.SHOW] = None  # None while the scene is at rest
    rules: Rules = USUAL

    @property
    def tick(self) -> int:
        """The displayed tick; 0 while the scene is at rest."""
        return self.simulation.number if self.simulation is not None else 0
