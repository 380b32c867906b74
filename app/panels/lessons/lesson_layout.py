"""Where a lesson's text, views and panels are: rectangles, without Dear ImGui.

The text is a column on the left, and the views share the rest: at least `VIEWS_SHARE` of the window, whatever its size
and the scale of the text.  The panels of a page are below the views if the views can spare the height, otherwise below
the text.  In a narrow window the text is below the views.

A lesson does not use the dock, so that the user's own layout waits unchanged.
"""

from typing import NamedTuple

from gjkscope.app.panels.toolkit.ui import Rect

VIEWS_SHARE = 0.6  # of the window, at least
COLUMN_WIDTH = 430.0  # pixels at 100 % scale, as are all sizes here: about 55 characters
NARROWEST_COLUMN = 230.0  # a narrower one would break most lines after three words
MOST_COLUMN = 1 - VIEWS_SHARE - 0.02  # of the width
STRIP_HEIGHT, LEAST_STRIP = 250.0, 170.0  # of panels below the views
TIMELINE_HEIGHT = 112.0
STRIP_PANEL_WIDTH = 280.0  # two panels are side by side only if each is so wide
ONE_PANEL, TWO_PANELS = 0.42, 0.56  # of the column's height
GAP = 1.0  # between views

TIMELINE = "Timeline"


class LessonLayout(NamedTuple):
    """The rectangles of a page, in pixels; `panels` in the order in which the page declares them."""

    text: Rect
    views: tuple[Rect, ...]
    panels: tuple[Rect, ...]


def lesson_layout(room: Rect, scale: float, views: int, panels: tuple[str, ...], has_text: bool = True) -> LessonLayout:
    """Shares `room` out among the text, a number of views, and the panels with these titles."""
    left, top, width, height = room
    if not has_text:
        return LessonLayout((left, top, 0.0, 0.0), _shared(room, views, scale), ())
    column = min(COLUMN_WIDTH * scale, MOST_COLUMN * width)
    if column < NARROWEST_COLUMN * scale:
        return _stacked(room, scale, views, panels)
    strip = _strip(width - column, height, width * height, scale, panels)
    seen = (left + column, top, width - column, height - strip)
    text: Rect = (left, top, column, height)
    if strip > 0:
        below = (left + column, top + height - strip, width - column, strip)
        return LessonLayout(text, _shared(seen, views, scale), _in_row(below, len(panels)))
    text, below = _text_and_panels(text, len(panels))
    return LessonLayout(text, _shared(seen, views, scale), _in_column(below, len(panels)))


def _strip(width: float, height: float, window: float, scale: float, panels: tuple[str, ...]) -> float:
    """The height of the panels below views of that width; 0 if they do not fit there."""
    if not panels or width < len(panels) * STRIP_PANEL_WIDTH * scale:
        return 0.0
    least, wanted = (LEAST_STRIP, STRIP_HEIGHT) if panels != (TIMELINE,) else (TIMELINE_HEIGHT, TIMELINE_HEIGHT)
    spare = height - VIEWS_SHARE * window / width
    return min(wanted * scale, spare) if spare >= least * scale else 0.0


def _stacked(room: Rect, scale: float, views: int, panels: tuple[str, ...]) -> LessonLayout:
    """The views above the text, across the window; panels are beside the text."""
    left, top, width, height = room
    high = VIEWS_SHARE * height
    below = (left, top + high, width, height - high)
    seen = _shared((left, top, width, high), views, scale)
    if not panels:
        return LessonLayout(below, seen, ())
    text, aside = (*below[:2], width / 2, below[3]), (left + width / 2, below[1], width / 2, below[3])
    return LessonLayout(text, seen, _in_column(aside, len(panels)))


def _text_and_panels(column: Rect, panels: int) -> tuple[Rect, Rect]:
    left, top, width, height = column
    part = (0.0, ONE_PANEL, TWO_PANELS)[min(panels, 2)] * height
    return (left, top, width, height - part), (left, top + height - part, width, part)


def _shared(room: Rect, views: int, scale: float) -> tuple[Rect, ...]:
    """The views side by side or one above the other, whichever leaves more room for a round scene."""
    _, _, width, height = room
    gap = GAP * scale * (views - 1)
    if min((width - gap) / views, height) >= min(width, (height - gap) / views):
        return _in_row(room, views, GAP * scale)
    return _in_column(room, views, GAP * scale)


def _in_row(room: Rect, count: int, gap: float = 0.0) -> tuple[Rect, ...]:
    left, top, width, height = room
    side = (width - gap * (count - 1)) / max(count, 1)
    return tuple((left + i * (side + gap), top, side, height) for i in range(count))


def _in_column(room: Rect, count: int, gap: float = 0.0) -> tuple[Rect, ...]:
    left, top, width, height = room
    side = (height - gap * (count - 1)) / max(count, 1)
    return tuple((left, top + i * (side + gap), width, side) for i in range(count))
