"""The captions of a demo as subtitles."""

import re

from gjkscope.app.share.export.encoding.extras import Subtitle
from gjkscope.app.state.model import Demo
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import playheads
from gjkscope.app.view.words.markup import plain_text


def caption_subtitles(demo: Demo, first: int, last: int) -> tuple[Subtitle, ...]:
    """The captions from one tick until before another, from which on a film shows them."""
    found: list[Subtitle] = []
    for head in playheads(demo):
        caption = head.state.display.caption
        if caption is None or caption.leaving or not first <= head.tick < last:
            continue
        said, start = re.sub(r"\n\s*\n", "\n", plain_text(caption.text)), head.tick - first
        if found and found[-1][1:] == (start, said):
            found[-1] = found[-1]._replace(end=start + 1)
        else:
            found.append(Subtitle(start, start + 1, said))
    return tuple(found)


def srt_text(subtitles: tuple[Subtitle, ...]) -> str:
    """The subtitles as SubRip text."""
    return "\n".join(
        f"{number}\n{_clock(one.start)} --> {_clock(one.end)}\n{one.text}\n"
        for number, one in enumerate(subtitles, start=1)
    )


def _clock(tick: int) -> str:
    seconds, part = divmod(tick, TICKS)
    return f"{seconds // 3600:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d},{part * 1000 // TICKS:03d}"
