"""Edits of the presenter's notes: adds them at a tick, and changes those of the same section."""

from gjkscope.app.state.model import Demo
from gjkscope.app.state.model.demo import MarkKind, format_time
from gjkscope.app.teach.demos.takes.captions import (
    PlacedText,
    insert_step,
    placed_texts,
    wait_of,
    with_value,
    without_empty,
)
from gjkscope.app.teach.demos.takes.sections import demo_sections
from gjkscope.app.teach.demos.takes.timeline import TakeError, document_of, edited_demo


def notes_at(demo: Demo, tick: int) -> str:
    """The notes that apply at a tick; empty if there are none."""
    return next((notes.text for notes in reversed(_until(demo, tick))), "")


def with_notes(demo: Demo, tick: int, text: str) -> Demo:
    """The demo with these notes, which apply until the next ones.

    They replace those that begin in the same section, up to the tick; otherwise they begin at the tick.
    """
    if not 0 <= tick <= demo.length:
        raise TakeError(f"Notes must begin within the demo, 0:00 to {format_time(demo.length)}")
    known, begin = _until(demo, tick), _begin_of_section(demo, tick)
    if text == (known[-1].text if known else ""):
        return demo
    if not known or known[-1].tick < begin:
        return edited_demo(demo, insert_step(demo, tick, {"do": "notes", "text": text}))
    *earlier, own = known
    steps, keys = document_of(demo)["steps"], own.keys[1:]
    if text or (earlier and earlier[-1].text):
        return edited_demo(demo, with_value(steps, (*keys, "text"), text))
    removed = edited_demo(demo, with_value(steps, keys, wait_of(own.step(demo))))
    return edited_demo(removed, without_empty(removed))


def _until(demo: Demo, tick: int) -> list[PlacedText]:
    """The notes that begin up to a tick, in order."""
    return [notes for notes in placed_texts(demo, MarkKind.NOTES) if notes.tick <= tick]


def _begin_of_section(demo: Demo, tick: int) -> int:
    return next((section.first for section in demo_sections(demo) if section.first <= tick < section.last), tick)
