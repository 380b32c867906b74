"""Effects that record, play and save demos."""

from functools import partial
from pathlib import Path

from gjkscope.app.share.export.snippet import identifier
from gjkscope.app.state import actions
from gjkscope.app.state.model import Demo, FileDialog, PunchIn, Purpose, ThenDemo
from gjkscope.app.state.model.demo import format_time
from gjkscope.app.teach.demos.file import SUFFIX, DemoError, write_demo
from gjkscope.app.teach.demos.takes.edit import TakeError, make_readable
from gjkscope.app.view.panels.requests import BrowseDemo, RecordOver, ResumeDemo, ToggleRecording
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.effects.effect import Host, handles, needs_prompt, report_error, report_in_dialog, scene_folder
from gjkscope.app.window.effects.takes import mark_saved, punch_in
from gjkscope.app.window.recording import LiveRecording, TakeJob, save_recording

DRAFT_SECONDS = 1.0  # for which a caption is shown that was unfinished when the recording stopped


@handles(ToggleRecording)
def _record(session: Host, request: ToggleRecording) -> None:
    if request.on and session.recording is None:
        into = session.state.show is not None and session.state.page is None
        _begin(session, actions.BeginPunchIn() if into else actions.LeaveDemo())
    elif not request.on and session.recording is not None:
        _show_draft(session)
        _stop(session, session.recording.demo(session.state))


@handles(RecordOver)
def _record_over(session: Host, request: RecordOver) -> None:
    if session.recording is None and session.state.show is not None:
        _begin(session, actions.BeginPunchIn(request.first, request.last))


def _begin(session: Host, departure: actions.BeginPunchIn | actions.LeaveDemo) -> None:
    finish_take(session)
    session.perform([actions.EndGesture(), actions.ShowRecording(0), departure])
    session.recording = LiveRecording(session.state)
    if session.state.punch is None:  # a film asks first: the user shows the verdict when it is time
        session.act(actions.ShowVerdict(shown=False))
    session.act(actions.WantCaption(on=True))


def _show_draft(session: Host) -> None:
    """Shows an unfinished caption long enough to be found on the track."""
    recording = session.state.shell.recording
    if recording is not None and recording.draft.strip():
        session.perform(
            [actions.TypeCaption(""), actions.PauseRecording(on=False), actions.Say(recording.draft.strip())]
        )
        session.pass_time(DRAFT_SECONDS)


def _stop(session: Host, raw: Demo) -> None:
    punch, session.recording = session.state.punch, None
    session.perform([actions.ShowRecording(None), actions.EndPunchIn()])
    if punch is None:
        session.act(actions.ShowVerdict(shown=True))
    if session.state.preferences.raw_takes:
        _finish(session, punch, raw)
        return
    job = BackgroundJob(partial(make_readable, raw), session.wake)
    session.taking = TakeJob(raw, punch, job)
    job.wait(session.timeout)
    session.poll()


def finish_take(session: Host) -> None:
    """Waits for the recording that is being turned into readable steps, and keeps it."""
    if session.taking is not None:
        session.taking.job.wait(None)
        follow_take(session)


def follow_take(session: Host) -> None:
    """Keeps the recording once it has been turned into readable steps; as raw input if it cannot be."""
    taking = session.taking
    if taking is None or not taking.job.wait(0):
        return
    session.taking = None
    try:
        _finish(session, taking.punch, taking.job.outcome())
    except TakeError as fault:
        _finish(session, taking.punch, taking.raw, f" Saved as raw input: {fault}.")


def keep_raw_take(session: Host) -> None:
    """Keeps the recording as raw input, without waiting."""
    taking = session.taking
    if taking is not None:
        session.taking = None
        taking.job.cancel()
        _finish(session, taking.punch, taking.raw, " Saved as raw input.")


def _finish(session: Host, punch: PunchIn | None, demo: Demo, remark: str = "") -> None:
    """Inserts the recording into its demo, or keeps it as a file if the demo has changed meanwhile."""
    show, session.recorded = session.state.show, demo
    is_same = punch is not None and show is not None and show.demo is punch.show.demo
    if punch is not None and is_same and punch_in(session, punch, demo):
        return
    _keep(session, demo, remark, opens=punch is None and show is None and session.state.lesson is None)


def _keep(session: Host, demo: Demo, remark: str, opens: bool) -> None:
    """Saves the recording in the user's folder, and opens it for editing if `opens`."""
    path, fault = None, ""
    try:
        path = str(save_recording(demo, session.recordings))
    except DemoError as reason:
        fault = f"Not saved. {reason}"
    if opens:
        session.act(actions.OpenTake(demo, path))
    if path is not None:
        session.act(actions.RememberFile(path))
        session.act(actions.Notify(f"Recorded {format_time(demo.length)} min: {path}.{remark}"))
    else:
        report_error(session, fault)
        _browse(session, demo)


@handles(ResumeDemo)
def _follow_demo(session: Host, request: ResumeDemo) -> None:
    show = session.state.show
    # In a solution of a lesson or in a take, the user's scene is not shown, and is kept.
    is_kept = session.state.page is not None or (show is not None and show.before is not None)
    if not needs_prompt(session, request.discard or is_kept, ThenDemo(request.tick)):
        session.act(actions.PlayDemo(True) if request.tick is None else actions.SeekDemo(request.tick))


@handles(BrowseDemo)
def _browse_demo(session: Host, _: BrowseDemo) -> None:
    demo = _at_hand(session)
    if demo is not None:
        _browse(session, demo)
    else:
        report_error(session, "No demo to save: record or play one first")


def _browse(session: Host, demo: Demo) -> None:
    session.act(
        actions.ShowDialog(FileDialog(Purpose.DEMO, str(scene_folder(session)), f"{identifier(demo.name)}{SUFFIX}"))
    )


def save_demo(session: Host, path: Path, dialog: FileDialog | None) -> None:
    """Saves the demo for which the file dialog was opened."""
    demo = _at_hand(session)
    assert demo is not None
    try:
        write_demo(demo, path)
    except DemoError as fault:
        report_in_dialog(session, dialog, f"Not saved. {fault}")
        return
    if session.state.show is not None:
        mark_saved(session, str(path))
    else:
        session.act(actions.RememberFile(str(path)))
    session.act(actions.Notify(f"Saved {path.name}"))


def _at_hand(session: Host) -> Demo | None:
    """The demo being played, or else the last one recorded."""
    show = session.state.show
    return show.demo if show is not None else session.recorded
