"""Where a lesson's text, views and panels are: rectangles, without Dear ImGui.

The text is a column on the left, and the views share the rest: at least `VIEWS_SHARE` of the window, whatever its size
and the scale of the text.  The panels of a page are below the views if the views can spare the height; otherwise they
follow the text in its column, as do panels of sentences.  In a narrow window the text is below the views.

A lesson does not use the dock, so that the user's own layout waits unchanged.
"""

from collections.abc import Mapping
from typing import NamedTuple

from gjkscope.app.teach.lessons.seen import SENTENCE
from gjkscope.app.view.panels.toolkit.ui import Rect

VIEWS_SHARE = 0.6  # of the window, at least
COLUMN_WIDTH = 430.0  # pixels at 100 % scale, as are all sizes here: about 55 characters
NARROWEST_COLUMN = 230.0  # a narrower one would break most lines after three words
MOST_COLUMN = 1 - VIEWS_SHARE - 0.02  # of the width
STRIP_HEIGHT, LEAST_STRIP = 250.0, 170.0  # of panels below the views
TIMELINE_HEIGHT = 112.0
STRIP_PANEL_WIDTH = 280.0  # two panels are side by side only if each is so wide
GAP, OF_GAPS = 1.0, 0.005  # between views; at most this part of the window

TIMELINE = "Timeline"
OF_TEXT = (SENTENCE, "Step")  # panels of sentences, which are read in the column


class LessonLayout(NamedTuple):
    """The rectangles of a page, in pixels: of its text, of its views, and of the panels below them by title.

    The panels in `inline` follow the text in its column.
    """

    text: Rect
    views: tuple[Rect, ...]
    panels: Mapping[str, Rect]
    inline: tuple[str, ...]


def lesson_layout(room: Rect, scale: float, views: int, panels: tuple[str, ...], has_text: bool = True) -> LessonLayout:
    """Divides `room` among the text, a number of views, and the panels with these titles."""
    left, top, width, height = room
    if not has_text:
        return LessonLayout((left, top, 0.0, 0.0), _share_room(room, views, scale), {}, ())
    column = min(COLUMN_WIDTH * scale, MOST_COLUMN * width)
    if column < NARROWEST_COLUMN * scale:
        return _stack(room, scale, views, panels)
    text: Rect = (left, top, column, height)
    others: Rect = (left + column, top, width - column, height)
    below = tuple(title for title in panels if title not in OF_TEXT)
    strip = _strip(others, width * height, scale, below)
    if strip == 0:
        return LessonLayout(text, _share_room(others, views, scale), {}, panels)
    seen: Rect = (others[0], top, others[2], height - strip)
    foot: Rect = (others[0], top + height - strip, others[2], strip)
    places = dict(zip(below, _in_row(foot, len(below)), strict=True))
    return LessonLayout(
        text, _share_room(seen, views, scale), places, tuple(title for title in panels if title in OF_TEXT)
    )


def _strip(room: Rect, window: float, scale: float, panels: tuple[str, ...]) -> float:
    """The height of the panels below views that share `room` with them; 0 if they do not fit there."""
    width, height = room[2:]
    if not panels or width < len(panels) * STRIP_PANEL_WIDTH * scale:
        return 0.0
    least, wanted = (LEAST_STRIP, STRIP_HEIGHT) if panels != (TIMELINE,) else (TIMELINE_HEIGHT, TIMELINE_HEIGHT)
    spare = height - (VIEWS_SHARE + OF_GAPS) * window / width
    return min(wanted * scale, spare) if spare >= least * scale else 0.0


def _stack(room: Rect, scale: float, views: int, panels: tuple[str, ...]) -> LessonLayout:
    """The views above the text, across the window."""
    left, top, width, height = room
    high = VIEWS_SHARE * height
    seen = _share_room((left, top, width, high), views, scale)
    return LessonLayout((left, top + high, width, height - high), seen, {}, panels)


def _share_room(room: Rect, views: int, scale: float) -> tuple[Rect, ...]:
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
