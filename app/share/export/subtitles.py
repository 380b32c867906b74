"""The captions of a demo as subtitles."""

import re

from gjkscope.app.share.export.encoding.extras import Subtitle
from gjkscope.app.state.model import Demo
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import playheads
from gjkscope.app.view.words.markup import plain_text


def caption_subtitles(demo: Demo, first: int, last: int) -> tuple[Subtitle, ...]:
    """The captions from one tick until before another; a film starts at the first."""
    subtitles: list[Subtitle] = []
    for head in playheads(demo):
        caption = head.state.display.caption
        if caption is None or caption.leaving or not first <= head.tick < last:
            continue
        said, start = re.sub(r"\n\s*\n", "\n", plain_text(caption.text)), head.tick - first
        if subtitles and subtitles[-1][1:] == (start, said):
            subtitles[-1] = subtitles[-1]._replace(end=start + 1)
        else:
            subtitles.append(Subtitle(start, start + 1, said))
    return tuple(subtitles)


def srt_text(subtitles: tuple[Subtitle, ...]) -> str:
    """The subtitles as SubRip text."""
    return "\n".join(
        f"{number}\n{_clock(subtitle.start)} --> {_clock(subtitle.end)}\n{subtitle.text}\n"
        for number, subtitle in enumerate(subtitles, start=1)
    )


def _clock(tick: int) -> str:
    seconds, part = divmod(tick, TICKS)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d},{part * 1000 // TICKS:03d}"
