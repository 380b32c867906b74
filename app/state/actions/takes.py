"""Actions on takes: recordings into a demo, and the edits of a demo on the playback bar.

The edits themselves are in `demos.takes.edit`, which makes a new demo; `EditTake` shows it and keeps the old one for
undo.
"""

from typing import Any

from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.demos import showing, uncover
from gjkscope.app.state.actions.files import note_used_file
from gjkscope.app.state.actions.history import end_gesture
from gjkscope.app.state.actions.tools import restore_tools, store_tools
from gjkscope.app.state.model import (
    CaptionDraft,
    Demo,
    DemoPlayback,
    InsertedTake,
    PunchIn,
    State,
    TakeEdits,
    TakeVersion,
)
from gjkscope.app.state.model.demo import MarkKind

SHORTEST_SHOWN = 30.0  # ticks, of the part of the track that is shown


class PauseRecording(Action, frozen=True):
    """Pauses or resumes the recording."""

    on: bool
    passing = True
    recorded = False


class TypeCaption(Action, frozen=True):
    """The caption being typed during the recording, which pauses for it if the user prefers; "" if none is."""

    text: str
    passing = True
    recorded = False


class WantCaption(Action, frozen=True):
    """Whether the caption field of the recorder gets the focus in the next frame."""

    on: bool
    passing = True
    recorded = False


class PauseToType(Action, frozen=True):
    """Whether a recording is paused while a caption is typed."""

    on: bool
    passing = True
    recorded = False


class KeepRawInput(Action, frozen=True):
    """Whether recordings are saved as every single input rather than as readable steps."""

    on: bool
    passing = True
    recorded = False


class BeginPunchIn(Action, frozen=True):
    """Sets the demo aside to record into it.

    The recording replaces the ticks `first` to `last`; without them, it begins at the position, with the user's changes
    to that state.
    """

    first: int | None = None
    last: int | None = None
    recorded = False


class InsertRecording(Action, frozen=True):
    """Whether the recording is inserted into the demo, instead of replacing a part of it."""

    on: bool
    passing = True
    recorded = False


class EndPunchIn(Action, frozen=True):
    """Shows the demo that was recorded into, as it was."""

    recorded = False


class OpenTake(Action, frozen=True):
    """Opens a recording for editing, paused at its start; leaving it returns to the user's scene."""

    demo: Demo
    path: str | None = None
    recorded = False


class ShowEditing(Action, frozen=True):
    """Shows or hides the track on which the open demo can be edited."""

    on: bool
    passing = True
    recorded = False


class SelectSpan(Action, frozen=True):
    """Selects the ticks from `first` to `last`, in either order; nothing if they are equal."""

    first: int
    last: int
    passing = True
    recorded = False


class ExtendSpan(Action, frozen=True):
    """Moves the position by some ticks, and selects the time between; a span that ends at the position is extended."""

    by: int
    passing = True
    recorded = False


class BoundSpan(Action, frozen=True):
    """Makes the position the start or the end of the span; its other end may be that of the demo."""

    end: bool
    passing = True
    recorded = False


class DraftCaption(Action, frozen=True):
    """Opens the field for the caption with that number, or for a new one at the position if None."""

    number: int | None = None
    passing = True
    recorded = False


class DraftNotes(Action, frozen=True):
    """Opens the field for the presenter's notes at the position."""

    passing = True
    recorded = False


class CloseCaptionDraft(Action, frozen=True):
    """Closes the field of the caption or the notes, without a change."""

    passing = True
    recorded = False


class SetLongestPause(Action, frozen=True):
    """Sets how long pauses may be, in ticks; closing pauses shortens longer ones to this."""

    ticks: int
    passing = True
    recorded = False


class ZoomTrack(Action, frozen=True):
    """Shows these ticks on the track, limited to those of the demo."""

    first: float
    last: float
    passing = True
    recorded = False


class EditTake(Action, frozen=True):
    """Replaces the demo by an edited one, at position `tick`; `edit` names the edit for undo: "Cut".

    `inserted` is the recording that the edit has inserted, if it has.
    """

    demo: Demo
    edit: str
    tick: int
    inserted: InsertedTake | None = None
    recorded = False


class ContinueTake(Action, frozen=True):
    """Replaces the demo that the last edit has made, in which the demo goes on in another way after the recording."""

    demo: Demo
    inserted: InsertedTake
    recorded = False


class StepEdits(Action, frozen=True):
    """Undoes the last edit of the demo (−1), or redoes the next one (1)."""

    by: int
    recorded = False


class MarkTakeSaved(Action, frozen=True):
    """Remembers that the demo is saved, in that file."""

    path: str
    passing = True
    recorded = False


@updates(PauseRecording)
def _pause_recording(state: State, action: PauseRecording) -> State:
    return _recording(state, paused=action.on)


@updates(TypeCaption)
def _type_caption(state: State, action: TypeCaption) -> State:
    return _recording(state, draft=action.text, typing=bool(action.text) and state.preferences.pauses_to_type)


@updates(WantCaption)
def _want_caption(state: State, action: WantCaption) -> State:
    return replace(state, shell=replace(state.shell, caption_wanted=action.on))


@updates(PauseToType)
def _pause_to_type(state: State, action: PauseToType) -> State:
    after = replace(state, preferences=replace(state.preferences, pauses_to_type=action.on))
    return after if action.on else _recording(after, typing=False)


@updates(KeepRawInput)
def _keep_raw_input(state: State, action: KeepRawInput) -> State:
    return replace(state, preferences=replace(state.preferences, raw_takes=action.on))


def _recording(state: State, **fields: Any) -> State:
    recording = state.shell.recording
    if recording is None:
        return state
    return replace(state, shell=replace(state.shell, recording=replace(recording, **fields)))


@updates(BeginPunchIn)
def _begin_punch_in(state: State, action: BeginPunchIn) -> State:
    show = state.show
    if show is None:
        return state
    first, last = action.first, action.last
    if first is None:
        first = show.tick
    else:
        first = min(max(first, 0), show.demo.length)
        state = showing(state, replace(show, position=float(first), playing=False, taken_over=False, way_back=None))
    if last is not None:
        last = min(max(last, first), show.demo.length)
    kept = replace(show, position=float(first), playing=False, taken_over=False, way_back=None)
    return end_gesture(replace(state, show=None, punch=PunchIn(kept, first, last)))


@updates(InsertRecording)
def _insert_recording(state: State, action: InsertRecording) -> State:
    return state if state.punch is None else replace(state, punch=replace(state.punch, inserts=action.on))


@updates(EndPunchIn)
def _end_punch_in(state: State, _: EndPunchIn) -> State:
    punch = state.punch
    if punch is None:
        return state
    edits = replace(punch.show.edits, open=True)
    return showing(store_tools(replace(state, punch=None)), replace(punch.show, edits=edits))


@updates(OpenTake)
def _open_take(state: State, action: OpenTake) -> State:
    before = end_gesture(restore_tools(state))
    opened = uncover(note_used_file(store_tools(before), action.path))
    saved = action.demo if action.path is not None else None
    edits = TakeEdits(open=True, saved=saved)
    return showing(opened, DemoPlayback(action.demo, action.path, playing=False, edits=edits, before=before))


@updates(ShowEditing)
def _show_editing(state: State, action: ShowEditing) -> State:
    show = state.show
    if show is None:
        return state
    edits = replace(show.edits, open=action.on, span=None, draft=None)
    return replace(state, show=replace(show, edits=edits, playing=show.playing and not action.on))


@updates(SelectSpan)
def _select_span(state: State, action: SelectSpan) -> State:
    return _set_span(state, action.first, action.last)


@updates(ExtendSpan)
def _extend_span(state: State, action: ExtendSpan) -> State:
    show = state.show
    if show is None:
        return state
    here = show.tick
    to = min(max(here + action.by, 0), show.demo.length)
    span = show.edits.span
    other = here if span is None or here not in span else span[0] if here == span[1] else span[1]
    moved = replace(show, position=float(to), playing=False, taken_over=False, way_back=None)
    return _set_span(showing(state, moved), other, to)


@updates(BoundSpan)
def _bound_span(state: State, action: BoundSpan) -> State:
    show = state.show
    if show is None:
        return state
    here, whole = show.tick, (0, show.demo.length)
    first, last = show.edits.span or whole
    if action.end:
        return _set_span(state, first if first < here else whole[0], here)
    return _set_span(state, here, last if last > here else whole[1])


def _set_span(state: State, first: int, last: int) -> State:
    """The state with that span of the demo selected; none if it is empty."""
    if state.show is None:
        return state
    low, high = (min(max(tick, 0), state.show.demo.length) for tick in sorted((first, last)))
    return _edit(state, span=(low, high) if low < high else None)


@updates(DraftCaption)
def _draft_caption(state: State, action: DraftCaption) -> State:
    show = state.show
    if show is None:
        return state
    captions = show.demo.marks_of(MarkKind.CAPTION)
    if action.number is None:
        draft = CaptionDraft(show.tick)
    elif 0 <= action.number < len(captions):
        draft = CaptionDraft(captions[action.number].tick, action.number)
    else:
        return state
    return _drafting(state, show, draft)


@updates(DraftNotes)
def _draft_notes(state: State, _: DraftNotes) -> State:
    show = state.show
    return state if show is None else _drafting(state, show, CaptionDraft(show.tick, is_notes=True))


def _drafting(state: State, show: DemoPlayback, draft: CaptionDraft) -> State:
    """The state with the field open and focused, and the demo paused."""
    paused = replace(state, show=replace(show, playing=False), shell=replace(state.shell, caption_wanted=True))
    return _edit(paused, open=True, draft=draft)


@updates(CloseCaptionDraft)
def _close_caption_draft(state: State, _: CloseCaptionDraft) -> State:
    return _edit(state, draft=None)


@updates(SetLongestPause)
def _set_longest_pause(state: State, action: SetLongestPause) -> State:
    return _edit(state, longest_pause=max(action.ticks, 1))


@updates(ZoomTrack)
def _zoom_track(state: State, action: ZoomTrack) -> State:
    if state.show is None:
        return state
    length = float(state.show.demo.length)
    width = min(max(action.last - action.first, SHORTEST_SHOWN), length)
    first = min(max(action.first, 0.0), length - width)
    return _edit(state, shown=None if width >= length else (first, first + width))


def _edit(state: State, **fields: Any) -> State:
    """The state with other `TakeEdits`."""
    show = state.show
    return state if show is None else replace(state, show=replace(show, edits=replace(show.edits, **fields)))


@updates(EditTake)
def _edit_take(state: State, action: EditTake) -> State:
    show = state.show
    if show is None:
        return state
    edits = replace(show.edits, past=(*show.edits.past, TakeVersion(show.demo, action.edit, show.tick)), future=())
    return _with_version(state, edits, action.demo, action.tick, action.inserted)


@updates(ContinueTake)
def _continue_take(state: State, action: ContinueTake) -> State:
    show = state.show
    if show is None or show.edits.inserted is None:
        return state
    return _with_version(state, show.edits, action.demo, show.tick, action.inserted)


@updates(StepEdits)
def _step_edits(state: State, action: StepEdits) -> State:
    show = state.show
    if show is None:
        return state
    past, future = show.edits.past, show.edits.future
    if action.by < 0 and past:
        version = past[-1]
        undone = TakeVersion(show.demo, version.edit, show.tick)
        edits = replace(show.edits, past=past[:-1], future=(undone, *future))
    elif action.by > 0 and future:
        version = future[0]
        redone = TakeVersion(show.demo, version.edit, show.tick)
        edits = replace(show.edits, past=(*past, redone), future=future[1:])
    else:
        return state
    return _with_version(state, edits, version.demo, version.tick)


def _with_version(state: State, edits: TakeEdits, demo: Demo, tick: int, inserted: InsertedTake | None = None) -> State:
    """The state that shows another version of the open demo, paused at a tick."""
    assert state.show is not None
    shown = edits.shown if edits.shown is not None and edits.shown[1] <= demo.length else None
    edits = replace(edits, span=None, draft=None, shown=shown, inserted=inserted)
    position = float(min(max(tick, 0), demo.length))
    show = replace(
        state.show, demo=demo, edits=edits, position=position, playing=False, taken_over=False, way_back=None
    )
    return showing(state, replace(show, diverged=()))


@updates(MarkTakeSaved)
def _mark_take_saved(state: State, action: MarkTakeSaved) -> State:
    show = state.show
    if show is None:
        return state
    saved = replace(show, path=action.path, edits=replace(show.edits, saved=show.demo))
    return note_used_file(replace(state, show=saved), action.path)
