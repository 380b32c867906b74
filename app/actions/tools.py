"""Saves the user's tools (visibility, breakpoints, snapping …) while a demo or lesson uses its own."""

from gjkscope.app.base.records import replace
from gjkscope.app.model import State
from gjkscope.app.model.ownership import Of, with_parts


def store_tools(state: State) -> State:
    """Remembers the user's tools, unless they have been saved already."""
    return state if state.own is not None else replace(state, own=state)


def restore_tools(state: State) -> State:
    """Restores the user's tools when no lesson, demo or recording uses others."""
    learns = state.lesson is not None and not state.lesson.away
    if state.own is None or learns or state.show is not None or state.shell.recording is not None:
        return state
    return replace(with_parts(state, state.own, Of.TOOLS), own=None)
