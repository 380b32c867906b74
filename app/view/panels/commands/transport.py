"""What Space, `,` and `.` and the buttons of the timeline do, in the unit of the workspace."""

from gjkscope.app.state.actions import Action, PlayCapture, PlayMotion, StepBy, StepCaptureTick, StepMotion, TogglePlay
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
