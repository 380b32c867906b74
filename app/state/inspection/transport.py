"""What playing and stepping advance by: the unit of the workspace, which is a step, a tick or a captured tick."""

from enum import StrEnum

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.state.model import State, Workspace


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
