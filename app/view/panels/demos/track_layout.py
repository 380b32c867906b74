"""Where the parts of a demo are on the track of its editor, and which part a mouse press grabs."""

from enum import Enum, auto
from functools import lru_cache
from math import ceil
from typing import NamedTuple

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.model import Demo, DemoPlayback
from gjkscope.app.state.model.demo import TICKS, MarkKind
from gjkscope.app.teach.demos.takes.edit import Section, sections

RULER, SECTIONS, CAPTIONS, GAP = 18.0, 26.0, 24.0, 3.0  # heights of the rows, pixels at 100 %
MARGIN = 12.0  # left and right of the track
REACH = 5.0  # how near to its edge a block is grabbed
RULER_STEPS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600)  # seconds between labels of the ruler


class Scale(NamedTuple):
    """The ticks that the track shows, and the pixels where they are."""

    left: float
    width: float
    first: float
    last: float

    @property
    def per_tick(self) -> float:
        """Pixels per tick."""
        return self.width / max(self.last - self.first, 1e-9)

    def x(self, tick: float) -> float:
        return self.left + (tick - self.first) * self.per_tick

    def tick(self, x: float) -> float:
        return self.first + (x - self.left) / self.per_tick

    def zoomed(self, x: float, factor: float) -> tuple[float, float]:
        """The ticks to show at `factor` times the size, with the tick at `x` in place."""
        here = self.tick(x)
        return here - (here - self.first) / factor, here + (self.last - here) / factor


class CaptionBlock(NamedTuple):
    """A caption on the track: the ticks during which it is the last one, and its text."""

    first: int
    last: int
    text: str


class Rows(NamedTuple):
    """The vertical extent of each row, in pixels."""

    ruler: tuple[float, float]
    sections: tuple[float, float]
    captions: tuple[float, float]


class TrackPart(Enum):
    """The parts of the track that can be grabbed."""

    TIME = auto()  # the ruler: seek
    SPAN = auto()  # the sections: select a span
    BOUNDARY = auto()  # the end of a section: change its length
    CAPTION = auto()
    CAPTION_EDGE = auto()  # its beginning: move it
    SPAN_END = auto()  # the end of the selection: change its speed


class Grab(NamedTuple):
    """What is under the pointer; `number` is that of the section or caption."""

    part: TrackPart
    number: int = 0


class TrackLayout(NamedTuple):
    """The track of a demo as it is drawn."""

    scale: Scale
    rows: Rows
    sections: tuple[Section, ...]
    captions: tuple[CaptionBlock, ...]

    def grab(self, x: float, y: float, reach: float) -> Grab:
        """The part that a press at that pixel grabs; edges can be grabbed within `reach` pixels on either side."""
        if y < self.rows.ruler[1]:
            return Grab(TrackPart.TIME)
        if y < self.rows.sections[1]:
            ends = [self.scale.x(section.last) for section in self.sections]
            near = _nearest(ends, x, reach)
            return Grab(TrackPart.SPAN, self.section_at(x)) if near is None else Grab(TrackPart.BOUNDARY, near)
        near = _nearest([self.scale.x(caption.first) for caption in self.captions], x, reach)
        if near is not None:
            return Grab(TrackPart.CAPTION_EDGE, near)
        tick = self.scale.tick(x)
        over = (number for number, caption in enumerate(self.captions) if caption.first <= tick < caption.last)
        number = next(over, None)
        return Grab(TrackPart.TIME) if number is None else Grab(TrackPart.CAPTION, number)

    def snapped(self, x: float, reach: float) -> int:
        """The tick at that pixel: of the nearest edge of a section or beginning of a caption within reach, if any."""
        sections = (tick for section in self.sections for tick in (section.first, section.last))
        edges = [*sections, *(caption.first for caption in self.captions)]
        near = _nearest([self.scale.x(tick) for tick in edges], x, reach)
        return round(self.scale.tick(x)) if near is None else edges[near]

    def section_at(self, x: float) -> int:
        """The number of the section at that pixel."""
        tick = self.scale.tick(x)
        known = (number for number, section in enumerate(self.sections) if tick < section.last)
        return next(known, max(len(self.sections) - 1, 0))


def track_layout(show: DemoPlayback, left: float, top: float, width: float, ui_scale: float) -> TrackLayout:
    """The layout of the demo's track in `width` pixels."""
    first, last = show.edits.shown or (0.0, float(max(show.demo.length, 1)))
    scale = Scale(left + MARGIN * ui_scale, max(width - 2 * MARGIN * ui_scale, 1.0), first, last)
    known = Identity(show.demo)
    return TrackLayout(scale, _rows(top, ui_scale), _sections(known), caption_blocks(known))


def _rows(top: float, scale: float) -> Rows:
    ruler = top + RULER * scale
    sections = ruler + SECTIONS * scale
    captions = sections + GAP * scale
    return Rows((top, ruler), (ruler, sections), (captions, captions + CAPTIONS * scale))


@lru_cache(maxsize=4)
def _sections(known: Identity) -> tuple[Section, ...]:
    """The sections that take time."""
    return tuple(section for section in sections(known.value) if section.last > section.first)


@lru_cache(maxsize=4)
def caption_blocks(known: Identity) -> tuple[CaptionBlock, ...]:
    demo: Demo = known.value
    captions = demo.marks_of(MarkKind.CAPTION)
    ends = [*(caption.tick for caption in captions[1:]), demo.length]
    return tuple(CaptionBlock(caption.tick, end, caption.text) for caption, end in zip(captions, ends, strict=False))


def _nearest(places: list[float], x: float, reach: float) -> int | None:
    """The index of the place nearest to `x`, if it is within reach; of equal ones, the last."""
    within = [(abs(position - x), -number) for number, position in enumerate(places) if abs(position - x) <= reach]
    return -min(within)[1] if within else None


def ruler_step(scale: Scale, room: float) -> float:
    """The seconds between two labels of the ruler that need `room` pixels each."""
    least = room / (scale.per_tick * TICKS)
    return next((step for step in RULER_STEPS if step >= least), RULER_STEPS[-1] * ceil(least / RULER_STEPS[-1]))


def exact_time(tick: float) -> str:
    """A tick as minutes and seconds to a tenth, such as 1:05.3."""
    tenths = round(10 * tick / TICKS)
    return f"{tenths // 600}:{tenths % 600 / 10:04.1f}"
