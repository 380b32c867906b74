"""Effects that edit the open demo, keep unsaved edits, and save it."""

from collections.abc import Callable
from pathlib import Path

from gjkscope.app.base.resources import resource
from gjkscope.app.state.actions import ContinueTake, EditTake, MarkTakeSaved, Notify, PlayDemo, ShowEditing, StepEdits
from gjkscope.app.state.model import Continuation, Demo, InsertedTake, PunchIn
from gjkscope.app.teach.demos.file import DemoError, write_demo
from gjkscope.app.teach.demos.takes import edit
from gjkscope.app.view.panels import requests
from gjkscope.app.window.drafts import drop_draft, keep_draft, kept_draft, set_draft_aside
from gjkscope.app.window.effects.effect import Host, handles, report_error


@handles(requests.CutSpan)
def _cut_span(session: Host, _: requests.CutSpan) -> None:
    show = session.state.show
    if show is None or show.edits.span is None:
        report_error(session, "Nothing is selected: drag over the sections of the track to select the time to cut")
        return
    first, last = show.edits.span
    tick = show.tick if show.tick < first else max(show.tick - (last - first), first)
    _edit(session, "Cut", lambda demo: edit.cut(demo, first, last), tick)


@handles(requests.ClosePauses)
def _close_pauses(session: Host, _: requests.ClosePauses) -> None:
    show = session.state.show
    if show is None:
        return
    longest = show.edits.longest_pause
    removed = sum(max(min(last, show.tick) - first - longest, 0) for first, last in edit.pauses(show.demo, longest))
    _edit(session, "Close pauses", lambda demo: edit.close_pauses(demo, longest), show.tick - removed)


@handles(requests.SetCaption)
def _set_caption(session: Host, request: requests.SetCaption) -> None:
    text, number = request.text.strip(), request.number
    if number is not None:
        words = "Change caption" if text else "Remove caption"
        _edit(session, words, lambda demo: edit.with_caption(demo, number, text), request.tick)
    elif text:
        _edit(session, "Add caption", lambda demo: edit.add_caption(demo, request.tick, text), request.tick)


@handles(requests.SetNotes)
def _set_notes(session: Host, request: requests.SetNotes) -> None:
    text = request.text.strip()
    _edit(session, "Change notes", lambda demo: edit.with_notes(demo, request.tick, text), request.tick)


@handles(requests.MoveCaption)
def _move_caption(session: Host, request: requests.MoveCaption) -> None:
    _edit(session, "Move caption", lambda demo: edit.move_caption(demo, request.number, request.tick), request.tick)


@handles(requests.RetimeTake)
def _retime(session: Host, request: requests.RetimeTake) -> None:
    _edit(session, "Change timing", lambda demo: edit.retime(demo, request.tick, request.to), request.to)


@handles(requests.StretchSpan)
def _stretch(session: Host, request: requests.StretchSpan) -> None:
    show = session.state.show
    if show is not None and show.edits.span is not None:
        first, last = show.edits.span
        _edit(session, "Change speed", lambda demo: edit.stretch(demo, first, last, request.to - first), request.to)


@handles(requests.StepTakeEdits)
def _step(session: Host, request: requests.StepTakeEdits) -> None:
    session.act(StepEdits(request.by))
    _keep(session)


@handles(requests.SaveTake)
def _save(session: Host, _: requests.SaveTake) -> None:
    show = session.state.show
    if show is None:
        return
    has_others = session.demo_file is not None and session.demo_file.has_others
    if show.path is None or has_others or _is_shipped(show.path):
        session.perform([requests.BrowseDemo()])
        return
    try:
        write_demo(show.demo, show.path)
    except DemoError as fault:
        report_error(session, f"Not saved. {fault}")
        return
    mark_saved(session, show.path)
    session.act(Notify(f"Saved {Path(show.path).name}"))


def mark_saved(session: Host, path: str) -> None:
    """Notes that the open demo is saved in that file, and removes the draft of its edits."""
    show = session.state.show
    if show is not None and show.path is not None:
        _drop(session, show.path)
        if session.demo_file is not None and session.demo_file.path == path:
            session.demo_file.note_saved(show.demo)
    session.act(MarkTakeSaved(path))


def punch_in(session: Host, punch: PunchIn, take: Demo) -> bool:
    """Inserts the recording into the open demo, with a blend to how it goes on; returns whether that was possible."""
    inserted = InsertedTake(take, punch.first, punch.end(take.length), Continuation.BLEND)
    words = "Insert recording" if inserted.last == punch.first else "Record over"
    return _edit(session, words, lambda demo: _with_take(demo, inserted), punch.first, inserted)


@handles(requests.GoOnAfterTake)
def _go_on(session: Host, request: requests.GoOnAfterTake) -> None:
    show = session.state.show
    if show is None or show.edits.inserted is None:
        return
    inserted = show.edits.inserted._replace(then=request.then)
    try:
        demo = _with_take(show.edits.past[-1].demo, inserted)
    except edit.TakeError as fault:
        report_error(session, str(fault))
        return
    session.act(ContinueTake(demo, inserted))
    _keep(session)


def _with_take(demo: Demo, inserted: InsertedTake) -> Demo:
    return edit.replace_span(demo, inserted.first, inserted.last, inserted.take, inserted.then)


def restore_draft(session: Host) -> None:
    """Shows the unsaved edits of the demo that was just opened, if there are any."""
    show = session.state.show
    if show is None or show.path is None:
        return
    try:
        draft = kept_draft(session.recordings, show.path)
    except DemoError as fault:
        _set_aside(session, show.path, fault)
        return
    if draft is None:
        return
    session.act(EditTake(draft, "Restore edits", 0))
    if session.state.presenting.on:
        session.act(PlayDemo(playing=True))
        return
    session.act(ShowEditing(on=True))
    session.act(Notify("Restored your unsaved edits of this demo; undo returns to the saved one"))


def _set_aside(session: Host, path: str, fault: DemoError) -> None:
    """Reports a draft that cannot be restored, and keeps it apart from later edits."""
    words = f"The unsaved edits of this demo cannot be restored. {fault}"
    try:
        report_error(session, f"{words}. They are kept as {set_draft_aside(session.recordings, path).name}")
    except DemoError as other:
        report_error(session, f"{words}. {other}")


def _edit(
    session: Host, words: str, change: Callable[[Demo], Demo], tick: int, inserted: InsertedTake | None = None
) -> bool:
    """Shows the changed demo at a tick and keeps it; returns whether it could be changed."""
    show = session.state.show
    assert show is not None
    try:
        demo = change(show.demo)
    except edit.TakeError as fault:
        report_error(session, str(fault))
        return False
    if demo is not show.demo:
        session.act(EditTake(demo, words, tick, inserted))
        _keep(session)
    return True


def _keep(session: Host) -> None:
    """Keeps the unsaved edits in a file; a demo without any has no such file."""
    show = session.state.show
    if show is None or show.path is None:
        return
    try:
        if show.is_unsaved:
            keep_draft(show.demo, session.recordings, show.path)
        else:
            drop_draft(session.recordings, show.path)
    except DemoError as fault:
        report_error(session, f"Your edits are not kept if the window closes. {fault}")


def _drop(session: Host, path: str) -> None:
    try:
        drop_draft(session.recordings, path)
    except DemoError as fault:
        report_error(session, str(fault))


def _is_shipped(path: str) -> bool:
    """Whether the file is part of gjkscope."""
    return Path(path).resolve().is_relative_to(Path(str(resource("assets"))).resolve())
