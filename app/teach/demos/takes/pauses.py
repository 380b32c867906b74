"""Pauses of a demo: time in which nothing visible changes."""

from collections.abc import Iterator
from functools import lru_cache, partial
from itertools import pairwise
from math import ceil

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS, MarkKind, without_spans
from gjkscope.app.state.model.ownership import captured_fields, value_at
from gjkscope.app.teach.demos.file import playheads, steps_of
from gjkscope.app.teach.demos.takes.captions import captions_of, is_heard, is_instant
from gjkscope.app.teach.demos.takes.cutting import cut_steps
from gjkscope.app.teach.demos.takes.timeline import (
    StepPiece,
    before_step,
    draft,
    edited_demo,
    in_seconds,
    repair,
    spans,
    state_at,
)

WORDS_PER_SECOND = 2.5  # read while also looking at the picture
GLANCE = 1.0  # seconds, to notice a caption

INVISIBLE = ("tools", "gesture")
CLOCKS = ("elapsed", "turn", "approach", "rules", "rate", "beats")
"""Captured fields that a picture does not show, or shows only by what they change."""


def pauses(demo: Demo, longest: int) -> tuple[tuple[int, int], ...]:
    """The spans, longer than `longest` ticks, in which nothing changes and no sound plays."""
    return tuple((first, last) for first, last in _still(Identity(demo)) if last - first > longest)


def close_pauses(demo: Demo, longest: int) -> Demo:
    """The demo with pauses shortened to `longest` ticks, or to what it takes to read the caption."""
    starts = ((max(first + longest, _reading_end(demo, first)), last) for first, last in pauses(demo, longest))
    spans_to_cut = [(start, last) for start, last in starts if start < last]
    closed = [pause for pause in spans_to_cut if _is_in_still_step(demo, *pause)]
    shorter = _without_still_time(demo, closed) if closed else demo
    for start, last in [pause for pause in reversed(spans_to_cut) if pause not in closed]:
        first, end = (without_spans(tick, tuple(closed)) for tick in (start, last))
        if first > 0 or end < shorter.length:
            shorter = draft(demo, cut_steps(shorter, first, end))
            closed.append((start, last))
    steps = [span.step for span in spans(shorter)]
    return edited_demo(demo, steps, times=partial(without_spans, spans=tuple(sorted(closed))))


def _is_in_still_step(demo: Demo, first: int, last: int) -> bool:
    """Whether these ticks are in a step that happens at once, at a time when nothing moves."""
    known = zip(spans(demo), steps_of(demo), strict=True)
    inside = [model for span, model in known if span.first < first and last <= span.last]
    is_plain = any(is_instant(model) and not is_heard(model) for model in inside)
    return is_plain and not state_at(demo, first).animating


def _without_still_time(demo: Demo, closed: list[tuple[int, int]]) -> Demo:
    """The demo without these ticks, each in a still step.

    All are removed at once, so that the rest has to be played only once.

    Raises `TakeError`.
    """
    pieces = []
    for i, span in enumerate(spans(demo)):
        left_out = sum(last - first for first, last in closed if span.first < first and last <= span.last)
        step = span.step | {"seconds": in_seconds(span.length - left_out)} if left_out else span.step
        pieces.append(StepPiece(step, before_step(demo, i)))
    steps = [piece.step for piece in repair(demo, pieces, before_step(demo, len(pieces)))]
    return draft(demo, steps)


def reading_ticks(text: str) -> int:
    """The time that it takes to read a caption."""
    return ceil((GLANCE + len(text.split()) / WORDS_PER_SECOND) * TICKS)


def _reading_end(demo: Demo, tick: int) -> int:
    """The tick at which the caption shown at that tick has been read."""
    shown = [caption for caption in captions_of(demo) if caption.tick <= tick]
    return shown[-1].tick + reading_ticks(shown[-1].text) if shown else 0


@lru_cache(maxsize=8)
def _still(known: Identity) -> tuple[tuple[int, int], ...]:
    """All spans of several ticks in which nothing changes and no sound plays."""
    demo: Demo = known.value
    changes = [0, *_changes(demo), demo.length + 1]
    return tuple((first, change - 1) for first, change in pairwise(changes) if change - 1 > first)


def _changes(demo: Demo) -> Iterator[int]:
    """The ticks at which the picture or the sound differs from that of the tick before."""
    sounds = [(mark.tick, mark.tick + mark.length) for mark in demo.marks_of(MarkKind.SOUND)]
    before = None
    for head in playheads(replace(demo, hashes=())):
        seen = _visible_parts(head.state)
        sounding = any(first < head.tick <= last for first, last in sounds)
        if before is not None and (sounding or seen != before):
            yield head.tick
        before = seen


def _visible_parts(state: State) -> tuple[object, ...]:
    """What a picture of the state shows."""
    return tuple(value_at(state, path) for path in _paths())


@lru_cache(maxsize=1)
def _paths() -> tuple[tuple[str, ...], ...]:
    return tuple(
        part.path
        for part in captured_fields(State).values()
        if part.path[0] not in INVISIBLE and part.path[-1] not in CLOCKS
    )
