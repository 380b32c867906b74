"""A contact sheet: pictures of a demo in a grid, each with its time and its caption, to judge the whole at a glance."""

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import ceil, sqrt
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from gjkscope.app.share.export.film import Pixels
from gjkscope.app.state.model import Demo, Theme
from gjkscope.app.state.model.demo import MarkKind, format_time
from gjkscope.app.teach.demos.frames import FilmFrame, FilmSpan
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.words.markup import plain_text

WIDTH = 1920  # of a sheet, pixels
GAP, LINE = 12, 0.07  # between pictures, pixels; height of the line below a picture, relative to its width
TEXT = 0.45  # height of the text, relative to the line
SETTLED = 0.75  # of a section has passed in its picture: captions have faded in, and what they are about has happened


class SheetSection(NamedTuple):
    """A part of the film, in ticks, that `pictures` of the sheet show."""

    first: int
    last: int
    pictures: int = 1

    @property
    def length(self) -> int:
        return self.last - self.first


def moments(demo: Demo, span: FilmSpan, count: int) -> list[int]:
    """The ticks of `count` pictures: one for each caption and chapter, then more in the longest, or fewer if there are
    too many.
    """
    marked = {mark.tick for mark in demo.marks if mark.kind in (MarkKind.CAPTION, MarkKind.CHAPTER)}
    starts = sorted({span.first, *(tick for tick in marked if span.first < tick < span.last)})
    sections = [SheetSection(*ends) for ends in pairwise((*starts, span.last))]
    while len(sections) > count:
        sections = _merge(sections)
    while sum(section.pictures for section in sections) < count:
        i = max(range(len(sections)), key=lambda i: sections[i].length / sections[i].pictures)
        sections[i] = sections[i]._replace(pictures=sections[i].pictures + 1)
    return [
        round(section.first + (i + SETTLED) / section.pictures * section.length)
        for section in sections
        for i in range(section.pictures)
    ]


def _merge(sections: list[SheetSection]) -> list[SheetSection]:
    """The sections, with the shortest two neighbours merged."""
    i = min(range(len(sections) - 1), key=lambda i: sections[i].length + sections[i + 1].length)
    return [*sections[:i], SheetSection(sections[i].first, sections[i + 1].last), *sections[i + 2 :]]


def contact_sheet(demo: Demo, shown: Iterable[tuple[FilmFrame, Pixels]]) -> npt.NDArray[np.uint8]:
    """The pictures row by row, each with a line below it."""
    pictures = list(shown)
    columns = ceil(sqrt(len(pictures)))
    width = (WIDTH - GAP) // columns - GAP
    high, wide = pictures[0][1].shape[:2]
    height, line = round(width * high / wide), round(LINE * width)
    rows = ceil(len(pictures) / columns)
    look = demo.first.appearance.theme
    sheet = Image.new("RGB", (WIDTH, GAP + rows * (height + line + GAP)), tones.ABYSS.of(look))
    for i, (frame, pixels) in enumerate(pictures):
        left, top = GAP + i % columns * (width + GAP), GAP + i // columns * (height + line + GAP)
        small = Image.fromarray(np.ascontiguousarray(pixels)).resize((width, height), Image.Resampling.LANCZOS)
        sheet.paste(small, (left, top))
        _write(sheet, (left, top + height), (width, line), look, format_time(frame.tick), _words(demo, frame))
    return np.asarray(sheet)


def _words(demo: Demo, frame: FilmFrame) -> str:
    """The caption, otherwise the chapter."""
    caption = frame.state.display.caption
    if caption is not None:
        return " ".join(plain_text(caption.text).split())
    return next((mark.text for mark in reversed(demo.marks_of(MarkKind.CHAPTER)) if mark.tick <= frame.tick), "")


def _write(
    sheet: Image.Image, corner: tuple[int, int], room: tuple[int, int], look: Theme, time: str, words: str
) -> None:
    """Writes the time, and as much of the words as fits on the line."""
    canvas, size = ImageDraw.Draw(sheet), round(TEXT * room[1])
    bold, regular = _font("Bold", size), _font("Regular", size)
    x, middle = corner[0], corner[1] + room[1] // 2
    canvas.text((x, middle), time, tones.TEXT.of(look), bold, anchor="lm")
    x += round(bold.getlength(f"{time}  "))
    shown, left = words, corner[0] + room[0] - x
    while shown and regular.getlength(shown) > left:
        shown = f"{shown[:-2].rstrip()}…"
    canvas.text((x, middle), shown, tones.TEXT_DIM.of(look), regular, anchor="lm")


@cache
def _font(weight: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(theme.FONT_ASSETS / "fonts" / "Roboto" / f"Roboto-{weight}.ttf", size)
