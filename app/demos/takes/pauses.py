"""Pauses of a demo: time in which nothing visible changes."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.demos.file import playheads
from gjkscope.app.demos.takes.captions import captions_of
from gjkscope.app.demos.takes.cutting import cut_steps
from gjkscope.app.demos.takes.timeline import draft, edited_demo, spans
from gjkscope.app.model import Demo, State
from gjkscope.app.model.demo import TICKS, MarkKind, without_spans
from gjkscope.app.model.ownership import captured, value_at

WORDS_PER_SECOND = 2.5  # read while also looking at the picture
GLANCE = 1.0  # seconds, to notice a caption

INVISIBLE = ("tools", "gesture")
CLOCKS = ("elapsed", "turn", "approach", "rules", "rate", "beats")
"""Captured fields that a picture does not show, or shows only by what they change."""


def pauses(demo: Demo, longest: int) -> tuple[tuple[int, int], ...]:
    """The spans, longer than `longest` ticks, in which nothing changes and no sound plays."""
    return tuple((first, last) for first, last in _still(Identity(demo)) if last - first > longest)


def closed_pauses(demo: Demo, longest: int) -> Demo:
    """The demo with pauses shortened to `longest` ticks, or to what it takes to read the caption."""
    shorter, closed = demo, []
    for first, last in reversed(pauses(demo, longest)):
        start = max(first + longest, _read_by(demo, first))
        if start < last and (start > 0 or last < shorter.length):
            shorter = draft(demo, cut_steps(shorter, start, last))
            closed.append((start, last))
    steps = [span.step for span in spans(shorter)]
    return edited_demo(demo, steps, times=partial(without_spans, spans=tuple(closed)))


def reading_ticks(text: str) -> int:
    """How long it takes to read a caption."""
    return ceil((GLANCE + len(text.split()) / WORDS_PER_SECOND) * TICKS)


def _read_by(demo: Demo, tick: int) -> int:
    """When the caption that is shown at that tick has been read."""
    shown = [one for one in captions_of(demo) if one.tick <= tick]
    return shown[-1].tick + reading_ticks(shown[-1].text) if shown else 0


@lru_cache(maxsize=8)
def _still(known: Identity) -> tuple[tuple[int, int], ...]:
    """All spans of several ticks in which nothing changes and no sound plays."""
    demo: Demo = known.value
    changes = [0, *_changes(demo), demo.length + 1]
    return tuple((first, change - 1) for first, change in pairwise(changes) if change - 1 > first)


def _changes(demo: Demo) -> Iterator[int]:
    """The ticks at which the picture or the sound is another than one tick before."""
    sounds = [(mark.tick, mark.tick + mark.length) for mark in demo.marks_of(MarkKind.SOUND)]
    before = None
    for head in playheads(replace(demo, hashes=())):
        seen = _seen(head.state)
        sounding = any(first < head.tick <= last for first, last in sounds)
        if before is not None and (sounding or seen != before):
            yield head.tick
        before = seen


def _seen(state: State) -> tuple[object, ...]:
    """What a picture of the state shows."""
    return tuple(value_at(state, path) for path in _paths())


@lru_cache(maxsize=1)
def _paths() -> tuple[tuple[str, ...], ...]:
    return tuple(
        part.path for part in captured(State).values() if part.path[0] not in INVISIBLE and part.path[-1] not in CLOCKS
    )
