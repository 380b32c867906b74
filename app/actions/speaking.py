"""Captions: words over the views that come and go softly."""

from dataclasses import dataclass, replace

from ..demo import Caption
from ..state import State
from .action import Action, updates

FADE_SECONDS = 0.25


@dataclass(frozen=True)
class Say(Action):
    """Shows a caption, Markdown, in place of the one before; None takes it away."""

    text: str | None
    passing = True


@updates(Say)
def _say(state: State, action: Say) -> State:
    caption = state.caption
    if action.text:
        opacity = caption.opacity if caption is not None else 0.0  # words that follow words need not come up again
        return replace(state, caption=Caption(action.text, opacity))
    return state if caption is None else replace(state, caption=replace(caption, leaving=True))


def spoken_on(state: State, seconds: float) -> State:
    """The state after the caption has come, or gone, for so long."""
    caption = state.caption
    if caption is None or not caption.changing:
        return state
    change = seconds / FADE_SECONDS
    opacity = caption.opacity - change if caption.leaving else min(caption.opacity + change, 1.0)
    return replace(state, caption=replace(caption, opacity=opacity) if opacity > 0 else None)
