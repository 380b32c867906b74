"""Commands of presenter mode.

Its keys, which have other meanings outside it, are in `app/view/panels/presenting/keys.py`.
"""

from gjkscope.app.state import actions
from gjkscope.app.state.actions.presenting import program_neighbour
from gjkscope.app.state.inspection.beats import is_complete
from gjkscope.app.state.inspection.comparison import end, position
from gjkscope.app.state.model import InkTool, State
from gjkscope.app.state.model.presenting import BOOKMARKS
from gjkscope.app.teach.lessons.contents import before, page_after
from gjkscope.app.view.panels.commands.command import Command
from gjkscope.app.view.panels.requests import (
    Outcome,
    ReadLesson,
    ReadScene,
    RecallPlace,
    RestoreKept,
    ResumePresentation,
)

MENU = "Record"
PRESENTING = f"{MENU}/Presenting"
STEPPED = ("Timeline", "Step", "Steps", "Sentence")  # panels of a page that goes through the steps of its run


def next_stop(state: State) -> Outcome:
    """What the forward key does: the next stop of a demo, the next beat, or the next page of a lesson."""
    if (path := program_neighbour(state, 1)) is not None:
        return ReadScene((path,))
    if _moves_demo(state) and not _has_shown_solution(state):
        return _move(state, 1)
    page = page_after(*_open_page(state)) if state.page is not None else None
    if page is None or (_goes_through_steps(state) and not _is_at_end(state)):
        return actions.BeatBy(1)
    return ReadLesson(*page)


def previous_stop(state: State) -> Outcome:
    """What the back key does."""
    if (path := program_neighbour(state, -1)) is not None:
        return ReadScene((path,))
    if _moves_demo(state):
        return _move(state, -1)
    page = before(*_open_page(state)) if state.page is not None else None
    if page is None or (_goes_through_steps(state) and not _is_at_start(state)):
        return actions.BeatBy(-1)
    return ReadLesson(*page)


def _moves_demo(state: State) -> bool:
    return state.show is not None or state.presenting.black


def _has_shown_solution(state: State) -> bool:
    """Whether the demo that solves a task of the open page has ended; the next page follows."""
    return state.page is not None and state.show is not None and state.show.is_over and not state.presenting.black


def _move(state: State, count: int) -> Outcome:
    is_changed = state.show is not None and state.show.taken_over
    return ResumePresentation(count) if is_changed else actions.PresentBy(count)


def _open_page(state: State) -> tuple[str, int]:
    assert state.lesson is not None
    return state.lesson.lesson.name, state.lesson.page


def _goes_through_steps(state: State) -> bool:
    """Whether the keys step through the open page, up to a question about its steps."""
    assert state.page is not None
    display = state.page.display
    has_steps = "step" in display.controls or any(title in STEPPED for title in display.panels)
    return has_steps and state.visible_steps is None


def _is_at_end(state: State) -> bool:
    return position(state) >= end(state) and is_complete(state)


def _is_at_start(state: State) -> bool:
    """Whether the page shows the step that it began with, or an earlier one."""
    assert state.page is not None
    return position(state) <= position(state.page.first)


def toggle_tool(state: State, tool: InkTool) -> actions.Action:
    return actions.ChooseInk(None if state.presenting.tool is tool else tool)


def left_presentation(state: State) -> list[actions.Action]:
    """What Escape does: it puts the tool down or shows the views again, and otherwise ends the presentation."""
    if state.presenting.tool is not None:
        return [actions.ChooseInk(None)]
    if state.presenting.black:
        return [actions.ShowBlack(on=False)]
    return [actions.PlayDemo(playing=False), actions.EndGesture(), actions.Present(on=False)]


def _is_on(state: State) -> bool:
    return state.presenting.on


def _tool(title: str, tool: InkTool, note: str, help_: str) -> Command:
    return Command(
        title,
        lambda state: toggle_tool(state, tool),
        PRESENTING,
        "ink",
        enabled=_is_on,
        checked=lambda state: state.presenting.tool is tool,
        help=help_,
        note=note,
        also="annotate draw",
    )


def _bookmark(number: int) -> tuple[Command, Command]:
    return (
        Command(
            f"Set bookmark {number}",
            actions.StorePlace(number),
            f"{PRESENTING}/Set bookmark",
            "bookmarks",
            enabled=_is_on,
            note=f"Ctrl+{number}",
        ),
        Command(
            f"Go to bookmark {number}",
            RecallPlace(number),
            f"{PRESENTING}/Go to bookmark",
            "bookmarks",
            enabled=lambda state: _is_on(state) and state.presenting.place(number) is not None,
            says=lambda state: _bookmark_words(state, number),
            note=str(number),
        ),
    )


def _bookmark_words(state: State, number: int) -> str:
    bookmark = state.presenting.place(number)
    return f"{number}: {bookmark.name}" if bookmark is not None else f"Go to bookmark {number}"


COMMANDS = (
    Command(
        "Present",
        lambda state: actions.Present(not state.presenting.on, from_start=True),
        MENU,
        "present",
        keys=("F5",),
        checked=_is_on,
        help="Shows the open demo from its start, the page of a lesson, or the scene full screen in large type; "
        "Page down and Page up, which clickers send, go from stop to stop",
        also="presenter mode, lecture, slides, clicker, projector, full screen, talk",
    ),
    Command(
        "Present from here",
        actions.Present(on=True),
        MENU,
        "present",
        keys=("Shift+F5",),
        enabled=lambda state: state.show is not None and not state.presenting.on,
        help="Presents the open demo from its current time",
        also="resume presentation",
    ),
    Command("Next stop", next_stop, PRESENTING, "stops", enabled=_is_on, note="Page down"),
    Command("Previous stop", previous_stop, PRESENTING, "stops", enabled=_is_on, note="Page up"),
    Command(
        "Black screen",
        lambda state: actions.ShowBlack(not state.presenting.black),
        PRESENTING,
        "stops",
        enabled=_is_on,
        checked=lambda state: state.presenting.black,
        note="B",
    ),
    _tool("Laser pointer", InkTool.LASER, "hold L", "A glowing dot at the mouse pointer; holding L shows it as well"),
    _tool(
        "Pen",
        InkTool.PEN,
        "P",
        "Draws over the views; strokes belong to the stop of a demo, a page, or the scene",
    ),
    _tool("Eraser", InkTool.ERASER, "E", "Erases whole strokes"),
    Command("Undo stroke", actions.UndoStroke(), PRESENTING, "ink", enabled=_is_on, note="Ctrl+Z"),
    Command("Clear strokes", actions.ClearInk(), PRESENTING, "ink", enabled=_is_on, note="C"),
    Command(
        "Notes window",
        lambda state: actions.ShowNotes(not state.presenting.notes),
        PRESENTING,
        "notes",
        enabled=_is_on,
        checked=lambda state: state.presenting.notes,
        help="A second window, for the presenter: notes, elapsed time, this caption and the next",
        note="N",
        also="speaker view, second window, time",
    ),
    *(command for number in BOOKMARKS for command in _bookmark(number)),
    Command(
        "Restore kept changes",
        RestoreKept(),
        "File",
        "save",
        enabled=lambda state: state.presenting.kept > 0,
        shown=lambda state: state.presenting.kept > 0,
        help="Brings back unsaved changes that were set aside during a presentation",
        also="recover, journal",
    ),
)
