"""Saves the user's tools (visibility, breakpoints, snapping …) and scene while a demo or lesson uses its own."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.model import State
from gjkscope.app.state.model.ownership import Of, with_parts


def store_tools(state: State) -> State:
    """Remembers the user's tools, unless they have been saved already."""
    return state if state.own is not None else replace(state, own=state)


def restore_tools(state: State) -> State:
    """Restores the user's tools when no lesson, demo or recording uses others."""
    learns = state.lesson is not None and not state.lesson.away
    if state.own is None or learns or state.show is not None or state.shell.recording is not None:
        return state
    return replace(with_parts(state, state.own, Of.TOOLS), own=None)


def set_aside(state: State) -> State:
    """Shows the user's scene instead of the lesson's; the lesson stays open, and the user can return to its page."""
    known = state.lesson
    if known is None or known.away:
        return state
    kept = known.kept if known.exploring else state
    aside = replace(known, before=None, exploring=False, away=True, kept=kept)
    return replace(_own_scene(state), lesson=aside)


def without_lesson(state: State) -> State:
    """Closes the lesson; the user's scene and tools are restored."""
    known = state.lesson
    if known is None or known.away:
        return state if known is None else restore_tools(replace(state, lesson=None))
    return restore_tools(replace(_own_scene(state), lesson=None))


def _own_scene(state: State) -> State:
    """The user's scene, as it was before the lesson, with the tools of the user if nothing else uses others."""
    before = end_gesture(state.mine)
    own = replace(with_parts(before, state, Of.USER), show=None)
    return restore_tools(replace(own, lesson=None))
