"""Captions: text over the views that fades in and out."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.model import State
from gjkscope.app.state.model.demo import Caption

FADE_SECONDS = 0.25


class Say(Action, frozen=True):
    """Shows a caption (Markdown) in place of the previous one; None removes it."""

    text: str | None
    passing = True


@updates(Say)
def _say(state: State, action: Say) -> State:
    caption = state.display.caption
    if action.text:
        opacity = caption.opacity if caption is not None else 0.0  # no new fade-in when the text is replaced
        return replace(state, display=replace(state.display, caption=Caption(action.text, opacity)))
    return (
        state
        if caption is None
        else replace(state, display=replace(state.display, caption=replace(caption, leaving=True)))
    )


def spoken_on(state: State, seconds: float) -> State:
    """The state after the caption has faded for `seconds`."""
    caption = state.display.caption
    if caption is None or not caption.changing:
        return state
    change = seconds / FADE_SECONDS
    opacity = caption.opacity - change if caption.leaving else min(caption.opacity + change, 1.0)
    return replace(
        state, display=replace(state.display, caption=replace(caption, opacity=opacity) if opacity > 0 else None)
    )
