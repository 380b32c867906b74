"""Effects that record, play and save demos, and copy the command that renders one."""

import shlex
from pathlib import Path

from gjkscope.app.actions import (
    EndGesture,
    LeaveDemo,
    Notify,
    PlayDemo,
    RememberFile,
    SeekDemo,
    ShowDialog,
    ShowRecording,
)
from gjkscope.app.demos.file import SUFFIX, DemoError, write_demo
from gjkscope.app.export.snippet import identifier
from gjkscope.app.model import Demo, FileDialog, Purpose, ThenDemo
from gjkscope.app.model.demo import format_time
from gjkscope.app.panels.requests import BrowseDemo, CopyFilmCommand, ResumeDemo, ToggleRecording
from gjkscope.app.window.effects.effect import Host, handles, needs_prompt, report_error, report_in_dialog, scene_folder
from gjkscope.app.window.recording import LiveRecording, save_recording


@handles(ToggleRecording)
def _record(session: Host, request: ToggleRecording) -> None:
    if request.on and session.recording is None:
        session.perform([EndGesture(), ShowRecording(0), LeaveDemo()])
        session.recording = LiveRecording(session.state)
    elif not request.on and session.recording is not None:
        session.recorded = session.recording.demo(session.state)
        session.recording = None
        session.act(ShowRecording(None))
        _keep(session, session.recorded)


def _keep(session: Host, demo: Demo) -> None:
    try:
        path = save_recording(demo, session.recordings)
    except DemoError as fault:
        report_error(session, f"Not saved. {fault}")
        _browse(session, demo)
        return
    session.act(RememberFile(str(path)))
    session.act(Notify(f"Recorded {format_time(demo.length)} min: {path}"))


@handles(ResumeDemo)
def _follow_demo(session: Host, request: ResumeDemo) -> None:
    exercise = session.state.page is not None  # a solution: the user's scene is not shown, and is kept
    if not needs_prompt(session, request.discard or exercise, ThenDemo(request.tick)):
        session.act(PlayDemo(True) if request.tick is None else SeekDemo(request.tick))


@handles(BrowseDemo)
def _browse_demo(session: Host, _: BrowseDemo) -> None:
    demo = _at_hand(session)
    if demo is not None:
        _browse(session, demo)
    else:
        report_error(session, "No demo to save: record or play one first")


def _browse(session: Host, demo: Demo) -> None:
    session.act(ShowDialog(FileDialog(Purpose.DEMO, str(scene_folder(session)), f"{identifier(demo.name)}{SUFFIX}")))


def save_demo(session: Host, path: Path, dialog: FileDialog | None) -> None:
    """Saves the demo for which the file dialog was opened."""
    demo = _at_hand(session)
    assert demo is not None
    try:
        write_demo(demo, path)
    except DemoError as fault:
        report_in_dialog(session, dialog, f"Not saved. {fault}")
        return
    session.act(RememberFile(str(path)))
    session.act(Notify(f"Saved {path.name}"))


def _at_hand(session: Host) -> Demo | None:
    """The demo being played, or else the last one recorded."""
    show = session.state.show
    return show.demo if show is not None else session.recorded


@handles(CopyFilmCommand)
def _copy_film_command(session: Host, _: CopyFilmCommand) -> None:
    show = session.state.show
    if show is None or show.path is None:
        report_error(session, "The command needs a demo file: play a saved demo first")
        return
    film = Path(show.path).name.removesuffix(SUFFIX) + ".mp4"
    session.clipboard.set_clipboard_text(shlex.join(["gjkscope", "record", show.path, "-o", film]))
    session.act(Notify("Copied the command"))
