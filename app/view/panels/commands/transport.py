"""What Space, `,` and `.` mean: the unit of the workspace, which is a step, a tick or a captured tick."""

from enum import StrEnum

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.state.actions import PlayCapture, PlayMotion, StepBy, StepCaptureTick, StepMotion, TogglePlay
from gjkscope.app.state.model import State, Workspace
from gjkscope.app.view.panels.requests import Outcome


class Unit(StrEnum):
    """What playing and stepping advance by; the value is its name in titles."""

    STEP = "step"
    TICK = "tick"
    CAPTURED_TICK = "captured tick"


def transport_unit(state: State) -> Unit:
    """Ticks in Motion, unless the chosen algorithm searches for a contact, which it does in steps."""
    if state.workspace is Workspace.MOTION and not state.document.scene.is_plane:
        return Unit.STEP if group_of(state.run.algorithm) is Group.MOTION else Unit.TICK
    table = state.capture.table
    has_ticks = table is not None and table.timeline.size > 0
    return Unit.CAPTURED_TICK if state.workspace is Workspace.ENGINES and has_ticks else Unit.STEP


def play_or_pause(state: State) -> Outcome:
    """Plays or pauses what the workspace shows."""
    unit, simulation = transport_unit(state), state.motion.simulation
    if unit is Unit.TICK:
        return PlayMotion(simulation is None or not simulation.playing)
    return PlayCapture(not state.capture.player.playing) if unit is Unit.CAPTURED_TICK else TogglePlay()


def step_by(state: State, count: int) -> Outcome:
    """Steps by one unit forward (1) or back (-1)."""
    unit = transport_unit(state)
    if unit is Unit.TICK:
        return StepMotion(count)
    return StepCaptureTick(count) if unit is Unit.CAPTURED_TICK else StepBy(count)
