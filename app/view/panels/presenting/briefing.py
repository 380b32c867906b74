"""The presenter's information at each moment: pure functions of the state, without Dear ImGui."""

from bisect import bisect_left
from typing import NamedTuple

from gjkscope.app.state.actions.presenting import place_name, program_follower
from gjkscope.app.state.actions.stops import stops
from gjkscope.app.state.model import Demo, State
from gjkscope.app.state.model.demo import TICKS, MarkKind, format_time


class Briefing(NamedTuple):
    """What the notes window shows; texts are Markdown, and empty if there are none.

    `stop` and `page` count from 1; without stops or pages, `of` is 0.
    """

    title: str
    number: int
    of: int
    now: str
    after: str
    notes: str


def briefing(state: State) -> Briefing:
    """The number and texts of the current stop of a demo or page of a lesson, and what follows."""
    if state.show is not None:
        return _of_demo(state.show.demo, state.show.position, program_follower(state))
    lesson, page = state.lesson, state.page
    if lesson is None or page is None:
        return Briefing(place_name(state), 0, 0, "", "", "")
    pages, number = lesson.lesson.pages, lesson.page
    after = pages[number + 1].title if number + 1 < len(pages) else ""
    return Briefing(lesson.lesson.title, number + 1, len(pages), page.title, after, page.notes)


def _of_demo(demo: Demo, position: float, follower: str) -> Briefing:
    """`follower` is what comes after the demo."""
    all_stops = stops(demo)
    number = bisect_left(all_stops, position)
    stop = all_stops[min(number, len(all_stops) - 1)]  # where it waits, or what it is playing towards
    following = (mark.text for mark in demo.marks_of(MarkKind.CAPTION) if mark.tick > stop)
    return Briefing(
        demo.name,
        number,
        len(all_stops) - 1,
        _text_at(demo, stop, MarkKind.CAPTION),
        next(following, follower),
        _text_at(demo, stop, MarkKind.NOTES),
    )


def _text_at(demo: Demo, tick: int, kind: MarkKind) -> str:
    """The text of the last mark of this kind up to that tick; empty if there is none."""
    texts = [mark.text for mark in demo.marks_of(kind) if mark.tick <= tick]
    return texts[-1] if texts else ""


def elapsed_words(seconds: int) -> str:
    """The elapsed time, such as 12:05, or 1:02:05 after an hour."""
    hours = seconds // 3600
    return f"{hours}:{seconds // 60 % 60:02d}:{seconds % 60:02d}" if hours else format_time(seconds * TICKS)
