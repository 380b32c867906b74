"""The editor of the open demo: a row of buttons, and the track below."""

from functools import lru_cache
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6 as icons
from imgui_bundle import imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import DraftCaption, DraftNotes, SetLongestPause, ShowEditing
from gjkscope.app.state.model import Continuation, DemoPlayback, State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.takes.edit import pauses
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.demos.caption_field import draw_caption_field, draw_notes_field
from gjkscope.app.view.panels.demos.edit_track import draw_edit_track
from gjkscope.app.view.panels.demos.playing import EXIT, draw_exit, draw_play_buttons, room_for, status
from gjkscope.app.view.panels.demos.track_layout import exact_time
from gjkscope.app.view.panels.requests import (
    ClosePauses,
    CutSpan,
    GoOnAfterTake,
    Outcome,
    RecordOver,
    SaveTake,
    StepTakeEdits,
    ToggleRecording,
)
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.bars import bar_button
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip

DONE = f"{icons.ICON_FA_CHECK}  Done"
PAUSES = (0.5, 1.0, 2.0, 3.0, 5.0)  # seconds
PAUSE_WIDTH = 66.0  # of the list of them, pixels at 100 %
LEAST_WORDS = 60.0  # narrowest name of the demo


CONTINUATIONS = {
    Continuation.BLEND: ("Blend 1 s", "After the recording, bodies and cameras move to where they were, in one second"),
    Continuation.KEEP: ("Keep new", "After the recording, the demo goes on from the new places"),
    Continuation.CUT: ("Cut##at once", "After the recording, the demo goes on as before at once"),
}


class Tool(NamedTuple):
    """A button of the editor."""

    icon: str
    name: str
    tip: str
    outcome: Outcome
    enabled: bool = True
    wordless: bool = False  # the icon is enough

    def label(self, in_words: bool) -> str:
        return f"{self.icon}  {self.name}" if in_words and not self.wordless else f"{self.icon}##{self.name}"


def draw_edit_bar(state: State, show: DemoPlayback, ui: Ui) -> list[Outcome]:
    """Draws the editor of the open demo."""
    outcomes = draw_play_buttons(show, f"{exact_time(show.tick)} / {exact_time(show.demo.length)}", ui)
    outcomes += _draw_tools(show, ui)
    if show.edits.inserted is not None:
        outcomes += _draw_continuations(show.edits.inserted.then, ui)
    layout, asked = draw_edit_track(show, ui)
    outcomes += asked
    if show.edits.draft is not None:
        draw_field = draw_notes_field if show.edits.draft.is_notes else draw_caption_field
        outcomes += draw_field(state, show.edits.draft, layout, ui)
    return outcomes


def _draw_tools(show: DemoPlayback, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    exits = room_for(DONE, EXIT)
    tools = _tools(show)
    needed = room_for(*(tool.label(in_words=True) for tool in tools)) + (PAUSE_WIDTH + LEAST_WORDS) * ui.scale
    imgui.same_line()
    in_words = imgui.get_content_region_avail().x >= needed + exits + 2 * imgui.get_style().item_spacing.x
    for tool in tools:
        outcomes += _draw_tool(tool, in_words)
        imgui.same_line()
        if isinstance(tool.outcome, ClosePauses):
            outcomes += _draw_longest(show, ui)
            imgui.same_line()
    _draw_status(show, imgui.get_content_region_avail().x - exits)
    imgui.same_line()
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(imgui.get_content_region_avail().x - exits, 0.0))
    if imgui.button(DONE):
        outcomes.append(ShowEditing(on=False))
    tool_tip(hint("Close the editor; unsaved edits are kept", "Edit demo"))
    imgui.same_line()
    return outcomes + draw_exit(show)


def _draw_continuations(chosen: Continuation, ui: Ui) -> list[Outcome]:
    """Draws the choice how the demo goes on after the recording that was just inserted."""
    outcomes: list[Outcome] = []
    imgui.align_text_to_frame_padding()
    imgui.text_disabled("Then:")
    for then, (label, tip) in CONTINUATIONS.items():
        imgui.same_line()
        if bar_button(label, then is chosen, ui) and then is not chosen:
            outcomes.append(GoOnAfterTake(then))
        tool_tip(tip)
    return outcomes


def _draw_tool(tool: Tool, in_words: bool) -> list[Outcome]:
    imgui.begin_disabled(not tool.enabled)
    pressed = imgui.button(tool.label(in_words))
    imgui.end_disabled()
    tool_tip(tool.tip, when_disabled=True)
    return [tool.outcome] if pressed else []


def _tools(show: DemoPlayback) -> tuple[Tool, ...]:
    span, past, future = show.edits.span, show.edits.past, show.edits.future
    record = "Record the selected time again; what comes before and after it is kept" if span else RECORD_TIP
    longest = show.edits.longest_pause
    count = len(long_pauses(Identity(show.demo), longest))
    return (
        Tool(icons.ICON_FA_SCISSORS, "Cut", hint("Cut the selected time", "Cut span"), CutSpan(), span is not None),
        Tool(
            icons.ICON_FA_COMPRESS,
            "Close pauses",
            f"Shorten {_pause_words(count)} of more than {longest / TICKS:g} s to this length",
            ClosePauses(),
            count > 0,
        ),
        Tool(
            icons.ICON_FA_CIRCLE,
            "Record over" if span else "Record from here",
            record,
            RecordOver(*span) if span else ToggleRecording(on=True),
        ),
        Tool(icons.ICON_FA_COMMENT, "Caption", hint("Add a caption here", "Write caption"), DraftCaption()),
        Tool(icons.ICON_FA_NOTE_STICKY, "Notes", hint(NOTES_TIP, "Write notes"), DraftNotes()),
        Tool(icons.ICON_FA_ROTATE_LEFT, "undo edit", _undo_tip(show, "Undo"), StepTakeEdits(-1), bool(past), True),
        Tool(icons.ICON_FA_ROTATE_RIGHT, "redo edit", _undo_tip(show, "Redo"), StepTakeEdits(1), bool(future), True),
        Tool(icons.ICON_FA_FLOPPY_DISK, "Save", _save_tip(show), SaveTake(), show.is_unsaved),
    )


NOTES_TIP = "Write notes that only the presenter sees; those of a block are changed anywhere in it"
RECORD_TIP = "Record into the demo from this point on: what comes after the recording is kept"


def _undo_tip(show: DemoPlayback, title: str) -> str:
    past, future = show.edits.past, show.edits.future
    edit = (past[-1].edit if past else "") if title == "Undo" else (future[0].edit if future else "")
    return hint(f"{title}: {edit.lower()}" if edit else f"Nothing to {title.lower()}", title)


def _save_tip(show: DemoPlayback) -> str:
    return hint("Save the edits to the demo's file" if show.is_unsaved else "No unsaved edits", "Save")


def _pause_words(count: int) -> str:
    return "1 pause" if count == 1 else f"{count} pauses"


@lru_cache(maxsize=8)
def long_pauses(known: Identity, longest: int) -> tuple[tuple[int, int], ...]:
    """Cached: finding them plays the whole demo."""
    return tuple(pauses(known.value, longest))


def _draw_longest(show: DemoPlayback, ui: Ui) -> list[Outcome]:
    """Draws the choice of the longest pause."""
    outcomes: list[Outcome] = []
    imgui.set_next_item_width(PAUSE_WIDTH * ui.scale)
    if imgui.begin_combo("##longest pause", f"{show.edits.longest_pause / TICKS:g} s"):
        for seconds in PAUSES:
            ticks = round(seconds * TICKS)
            clicked, _ = imgui.selectable(f"{seconds:g} s", ticks == show.edits.longest_pause)
            if clicked:
                outcomes.append(SetLongestPause(ticks))
        imgui.end_combo()
    tool_tip("The longest pause that stays")
    return outcomes


def _draw_status(show: DemoPlayback, room: float) -> None:
    words, tone = status(show)
    if show.is_unsaved and not show.taken_over and not show.diverged:
        words = f"{words} (edited)"
    imgui.text_colored(theme.rgba(tone), shorten_label(words, max(room, 1.0)))
