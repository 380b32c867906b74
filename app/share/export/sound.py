"""Mixes the sounds of a demo: each at the exact sample of its tick, added up, loudness unchanged."""

from collections.abc import Iterator
from math import log10
from pathlib import Path

import numpy as np

from gjkscope.app.state.model import Demo
from gjkscope.app.state.model.demo import TICKS, DemoMark, MarkKind, Spans, format_time
from gjkscope.app.teach.demos.sounds import SAMPLE_RATE, SAMPLES_PER_TICK, Samples, SoundError, decode_sound

AUDIBLE = 1.01  # times full scale: 0.1 dB, below which clipping is not worth a warning


class SoundMix:
    """The sounds of a demo from a tick on, read from there to the end."""

    def __init__(self, demo: Demo, first: int = 0) -> None:
        self._sources = [_Source(mark) for mark in demo.marks_of(MarkKind.SOUND)]
        self._position = self._begin = first * SAMPLES_PER_TICK
        self._peak, self._peak_at = 0.0, 0  # the largest sample, and its position

    def read(self, count: int) -> Samples:
        """The next samples.  Raises `SoundError`."""
        mixed = np.zeros((count, 2), np.float32)
        for source in self._sources:
            source.add_to(mixed, self._position)
        self._measure(mixed)
        self._position += count
        return mixed

    def _measure(self, mixed: Samples) -> None:
        levels = np.abs(mixed).max(axis=1, initial=0.0)
        if len(levels) and levels.max() > self._peak:
            self._peak, self._peak_at = float(levels.max()), self._position + int(levels.argmax())

    @property
    def excess(self) -> str | None:
        """Where and by how much the samples so far exceed full scale; None if they do not."""
        if self._peak <= AUDIBLE:
            return None
        tick = (self._peak_at - self._begin) * TICKS // SAMPLE_RATE
        return (
            f"the sounds together exceed full scale, by {20 * log10(self._peak):.1f} dB at {format_time(tick)}: "
            "players will distort them; make the files quieter"
        )


class _Source:
    """A sound from its first sample on."""

    def __init__(self, mark: DemoMark) -> None:
        self._path = Path(mark.text)
        self._skips = mark.skips
        self._start = mark.tick * SAMPLES_PER_TICK
        self._parts: Iterator[Samples] | None = None  # opened when it is first heard
        self._left: Samples | None = np.zeros((0, 2), np.float32)  # decoded but not yet heard; None at the end

    def add_to(self, mixed: Samples, position: int) -> None:
        """Adds what is heard in these samples, which begin at `position`."""
        self._skip(position)
        offset = max(self._start - position, 0)
        while self._left is not None and offset < len(mixed):
            part = self._left[: len(mixed) - offset]
            mixed[offset : offset + len(part)] += part
            offset += len(part)
            self._start += len(part)
            self._left = self._left[len(part) :] if len(part) < len(self._left) else self._next()

    def _skip(self, position: int) -> None:
        """Drops what would have been heard before `position`."""
        while self._left is not None and (late := position - self._start) > 0:
            part = self._left[:late]
            self._start += len(part)
            self._left = self._left[len(part) :] if len(part) < len(self._left) else self._next()

    def _next(self) -> Samples | None:
        if self._parts is None:
            self._parts = _without(decode_sound(self._path), self._skips)
        try:
            return next(self._parts, None)
        except SoundError as fault:  # the file changed after the demo was read
            raise SoundError(f"{self._path}: {fault}") from None


def _without(parts: Iterator[Samples], skips: Spans) -> Iterator[Samples]:
    """The samples without those of the skipped spans."""
    position = 0
    for part in parts:
        heard = np.ones(len(part), bool)
        for first, last in skips:
            start, end = (min(max(tick * SAMPLES_PER_TICK - position, 0), len(part)) for tick in (first, last))
            heard[start:end] = False
        position += len(part)
        yield part[heard] if skips else part


def truncated_sounds(demo: Demo) -> tuple[str, ...]:
    """Warnings about sounds that are still playing when the demo ends."""
    return tuple(
        f"{Path(mark.text).name} is cut off {(mark.tick + mark.length - demo.length) / TICKS:.1f} s before its end, "
        f"as the demo ends at {format_time(demo.length)}"
        for mark in demo.marks_of(MarkKind.SOUND)
        if mark.tick + mark.length > demo.length
    )
