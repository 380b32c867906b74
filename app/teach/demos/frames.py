"""The states of a demo that the pictures of a film show."""

from collections.abc import Iterable, Iterator
from itertools import chain
from math import ceil
from typing import NamedTuple

from gjkscope.app.state.actions.demo_playback import advance_playhead, opening
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS


class FilmFrame(NamedTuple):
    """A picture of the film: the state to show, and how far the demo has diverged."""

    number: int
    tick: int
    state: State
    diverged: tuple[int, ...]  # ticks so far at which the demo diverged from its recording


class FilmSpan(NamedTuple):
    """The part of a demo that a film shows, in ticks."""

    first: int
    last: int


def whole_span(demo: Demo) -> FilmSpan:
    return FilmSpan(0, demo.length)


def frame_count(span: FilmSpan, fps: int) -> int:
    """Number of pictures in the film, at least one."""
    return max(ceil((span.last - span.first) * fps / TICKS), 1)


def frames(demo: Demo, fps: int, span: FilmSpan) -> Iterator[FilmFrame]:
    """What each picture shows; the last one is the end of the span."""
    count = frame_count(span, fps)
    ticks = (span.first + number * TICKS // fps for number in range(count - 1))
    return shots(demo, chain(ticks, (span.last,)))


def shots(demo: Demo, ticks: Iterable[int]) -> Iterator[FilmFrame]:
    """What pictures at these ticks show, which ascend."""
    head = opening(demo)
    for number, tick in enumerate(ticks):
        while head.tick < tick:
            head = advance_playhead(demo, head)
        yield FilmFrame(number, head.tick, head.state, head.diverged)
