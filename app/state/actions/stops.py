"""Where a presented demo stops: a pure function of the demo.

A stop is the last tick of what the audience sees at once: the tick before a caption, title or card appears or is
replaced, before a title or card fades out, before a `pause` or a chapter, at the end of each slow beat, and the end.
So a caption is read over the picture that it describes, with its motion completed.  To the audience, fast beats are one
movement, which runs to the end of its caption.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from functools import lru_cache

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions.demo_playback import playhead_at
from gjkscope.app.state.inspection.beats import shown_beat
from gjkscope.app.state.inspection.comparison import position
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.state.model.direction import FADE_SECONDS

OVER_VIEWS = (MarkKind.TITLE, MarkKind.CARD)
DIVIDING = (MarkKind.CAPTION, MarkKind.CHAPTER, MarkKind.PAUSE, *OVER_VIEWS)
FADE_TICKS = round(FADE_SECONDS * TICKS)
SLOW = TICKS  # ticks of a beat that is long enough to be talked about
CLOSEST = TICKS // 2  # ticks between a beat and another stop: a nearer one is the same picture


def stops(demo: Demo) -> tuple[int, ...]:
    """The ticks at which a presentation of the demo waits, in order; the first is 0, the last the demo's length."""
    return _stops(Identity(demo))


def stop_after(demo: Demo, tick: float) -> int:
    """The first stop after that time; the end if there is none."""
    ticks = stops(demo)
    return ticks[min(bisect_right(ticks, tick), len(ticks) - 1)]


def stop_before(demo: Demo, tick: float) -> int:
    """The last stop before that time; the beginning if there is none."""
    ticks = stops(demo)
    return ticks[max(bisect_left(ticks, tick) - 1, 0)]


@lru_cache(maxsize=4)
def _stops(known: Identity) -> tuple[int, ...]:
    demo: Demo = known.value
    divided = {max(mark.tick - 1, 0) for mark in demo.marks if mark.kind in DIVIDING}
    for shown, gone in _departures(demo):
        divided = {shown, *(tick for tick in divided if not shown <= tick <= gone)}
    ticks = sorted({0, demo.length, *(tick for tick in divided if tick < demo.length)})
    for tick in _slow_beat_ends(demo):
        i = bisect_left(ticks, tick)
        neighbours = ticks[max(i - 1, 0) : i + 1]
        if all(abs(tick - other) >= CLOSEST for other in neighbours):
            ticks.insert(i, tick)
    return tuple(ticks)


def _departures(demo: Demo) -> Iterator[tuple[int, int]]:
    """For each title and card that disappears, the last tick at which it is entirely visible, and that of its end."""
    for mark in demo.marks:
        if mark.kind in OVER_VIEWS and mark.length:
            yield mark.tick + max(mark.length - FADE_TICKS, mark.length // 2), mark.tick + mark.length


def _slow_beat_ends(demo: Demo) -> list[int]:
    """The ticks before the beat in progress changes, within a step or with it, if it has lasted."""
    ends, before, begun = [], _beat(playhead_at(demo, 0).state), 0
    for tick in range(1, demo.length + 1):
        now = _beat(playhead_at(demo, tick).state)
        if now != before:
            if before is not None and tick - begun >= SLOW:
                ends.append(tick - 1)
            before, begun = now, tick
    return ends


def _beat(state: State) -> tuple[int, int] | None:
    """The step and the beat in progress; None if the step is shown as a whole."""
    at = shown_beat(state) if state.run.beat is not None else None
    return (position(state), at.number) if at is not None else None
