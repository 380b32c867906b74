"""What playing and stepping advance by: the unit of the workspace, which is a step, a tick or a captured tick."""

from enum import StrEnum

from gjkscope.app.state.model import State, Workspace


class Unit(StrEnum):
    """What playing and stepping advance by; the value is its name in titles."""

    STEP = "step"
    TICK = "tick"
    CAPTURED_TICK = "captured tick"


def transport_unit(state: State) -> Unit:
    """Ticks in Motion, whatever runs in a tick; in Engines those of an open capture."""
    if state.workspace is Workspace.MOTION and not state.document.scene.is_plane:
        return Unit.TICK
    table = state.capture.table
    has_ticks = table is not None and table.timeline.size > 0
    return Unit.CAPTURED_TICK if state.workspace is Workspace.ENGINES and has_ticks else Unit.STEP
