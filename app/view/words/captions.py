"""The caption on display, from a demo, a film or a page."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import State
from gjkscope.app.state.model.demo import Caption


def visible_caption(state: State) -> Caption | None:
    caption, title = state.display.caption, state.direction.title
    if caption is None or title is None:
        return caption
    return replace(caption, opacity=caption.opacity * (1 - title.presence.shown))
