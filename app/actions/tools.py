"""Saves the user's tools (visibility, breakpoints, snapping …) while a demo or lesson uses its own."""

from engine.dataclass import replace

from ..ownership import Of, parts_of
from ..state import State


def set_aside(state: State) -> State:
    """Remembers the user's tools, unless they have been saved already."""
    return state if state.own is not None else replace(state, own=state)


def own_again(state: State) -> State:
    """Restores the user's tools when no lesson, demo or recording uses others."""
    learns = state.lesson is not None and not state.lesson.away
    if state.own is None or learns or state.show is not None or state.recording is not None:
        return state
    tools = {name: getattr(state.own, name) for name in parts_of(State, Of.TOOLS)}
    playback = replace(state.playback, rate=state.own.playback.rate)
    cameras = replace(state.cameras, linked=state.own.cameras.linked)
    return replace(state, own=None, playback=playback, cameras=cameras, **tools)
