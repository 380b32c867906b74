"""Velocities of bodies that a simulation with impulses has brought to rest are not drawn."""

import pytest

from gjkscope.app.scenes.scene import Body, PositionOrientation, Scene
from gjkscope.app.state.actions import SetGravity, SetResponse, StepMotion, initial_state, update
from gjkscope.app.state.model import State
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.world import world_drawing
from gjkscope.engine import Box
from gjkscope.engine.simulation.responses import IMPULSES
from tests.app.view.drawing.test_drawing import arrows

SLOW = (0.01, 0.0, 0.0)  # m/s: gravity adds 0.16 in a tick


def sliding(velocity: tuple[float, float, float]) -> State:
    """A box on the ground, before it moves."""
    ground = Body("ground", Box((2.0, 0.5, 2.0)), PositionOrientation((0.0, -0.5, 0.0)), mass=0.0)
    box = Body("box", Box((0.5, 0.5, 0.5)), PositionOrientation((0.0, 0.5, 0.0)), velocity=velocity, friction=0.0)
    scene = Scene("a box", (ground, box), gravity=(0.0, -9.81, 0.0), response=IMPULSES)
    return initial_state(scene)


@pytest.mark.parametrize(("velocity", "shown"), [(SLOW, 0), ((0.5, 0.0, 0.0), 1)])
def test_in_contact_only_a_body_that_moves_has_an_arrow(velocity: tuple[float, float, float], shown: int) -> None:
    drawn = arrows(world_drawing(update(sliding(velocity), StepMotion(40))), palette.NEW)
    assert len(drawn) == shown


def test_without_a_simulation_a_slow_velocity_is_shown() -> None:
    state = sliding(SLOW)
    assert len(arrows(world_drawing(state), palette.NEW)) == 1
    pushed = update(update(state, SetResponse("push-out")), SetGravity((0.0, 0.0, 0.0)))
    assert len(arrows(world_drawing(update(pushed, StepMotion(2))), palette.NEW)) == 1
