"""A user's tools (what the views show, breakpoints, snapping …), set aside while a demo or a lesson has its own."""

from dataclasses import replace

from ..ownership import Of, parts_of
from ..state import State


def set_aside(state: State) -> State:
    """The state that remembers how the user has it, before somebody else's tools come."""
    return state if state.own is not None else replace(state, own=state)


def own_again(state: State) -> State:
    """With the user's tools as they were, once nothing is shown or recorded that goes by others."""
    learns = state.lesson is not None and not state.lesson.away
    if state.own is None or learns or state.show is not None or state.recording is not None:
        return state
    tools = {name: getattr(state.own, name) for name in parts_of(State, Of.TOOLS)}
    playback = replace(state.playback, rate=state.own.playback.rate)
    cameras = replace(state.cameras, linked=state.own.cameras.linked)
    return replace(state, own=None, playback=playback, cameras=cameras, **tools)
