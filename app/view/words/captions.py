"""The words below the views: the caption on display, from a demo, a film or a page, or the sentence of the step."""

from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.beats import beat_words
from gjkscope.app.state.inspection.sentences import step_sentence
from gjkscope.app.state.model import State
from gjkscope.app.state.model.demo import Caption
from gjkscope.app.view.words.subscripts import with_subscripts


def visible_caption(state: State) -> Caption | None:
    caption, title = state.display.caption, state.direction.title
    if caption is None or title is None:
        return caption
    return replace(caption, opacity=caption.opacity * (1 - title.presence.shown))


def sentence_below(state: State) -> str:
    """The sentence of the beat or the step, or why there is none."""
    beat = beat_words(state)
    return with_subscripts(beat[1] if beat is not None else step_sentence(state))
