"""What Space, `,`, `.`, Home and End and the buttons of the timeline do, in the unit of the workspace."""

from gjkscope.app.state.actions import (
    Action,
    GoToCaptureTick,
    GoToLast,
    GoToStep,
    GoToTick,
    PlayCapture,
    PlayMotion,
    StepBy,
    StepCaptureTick,
    StepMotion,
    TogglePlay,
)
from gjkscope.app.state.inspection.transport import Unit, transport_unit
from gjkscope.app.state.model import State


def play_or_pause(state: State) -> Action:
    """Plays or pauses what the workspace shows."""
    unit, simulation = transport_unit(state), state.motion.simulation
    if unit is Unit.TICK:
        return PlayMotion(simulation is None or not simulation.playing)
    return PlayCapture(not state.capture.player.playing) if unit is Unit.CAPTURED_TICK else TogglePlay()


def step_by(state: State, count: int) -> Action:
    """Steps by one unit forward (1) or back (-1)."""
    unit = transport_unit(state)
    if unit is Unit.TICK:
        return StepMotion(count)
    return StepCaptureTick(count) if unit is Unit.CAPTURED_TICK else StepBy(count)


def go_to_first(state: State) -> Action:
    """Goes to the first step or tick."""
    unit, table = transport_unit(state), state.capture.table
    if unit is Unit.TICK:
        return GoToTick(0)
    return GoToCaptureTick(int(table.timeline.ticks[0])) if unit is Unit.CAPTURED_TICK and table else GoToStep(0)


def go_to_last(state: State) -> Action:
    """Goes to the last step, or to the last tick so far."""
    unit, simulation, table = transport_unit(state), state.motion.simulation, state.capture.table
    if unit is Unit.TICK:
        return GoToTick(0 if simulation is None else len(simulation.ticks) - 1)
    return GoToCaptureTick(int(table.timeline.ticks[-1])) if unit is Unit.CAPTURED_TICK and table else GoToLast()
