"""Reloads the open demo when its file changes, without losing what the user has done in the window."""

from pathlib import Path

from gjkscope.app.state.actions import Notify, ReloadDemo
from gjkscope.app.state.model import Demo, DemoPlayback
from gjkscope.app.teach.demos.file import DemoError
from gjkscope.app.window.demo_file import DemoFileWatch
from gjkscope.app.window.effects.effect import Host, report_error


def follow_demo_file(session: Host) -> None:
    """Watches the file of the open demo, and shows its changes."""
    show, watch = session.state.show, session.demo_file
    if show is None or show.path is None:
        end_demo_file(session)
        return
    if watch is None or watch.path != show.path:
        end_demo_file(session)
        session.demo_file = watch = DemoFileWatch(show.path, show.demo)
        if session.timeout is not None:
            watch.start(session.wake)
    if session.timeout is None:  # file operations block
        watch.look()
    if session.recording is None and (contents := watch.take()) is not None:
        _reload(session, watch, show, contents)


def end_demo_file(session: Host) -> None:
    """Stops watching."""
    if session.demo_file is not None:
        session.demo_file.end()
    session.demo_file = None


def _reload(session: Host, watch: DemoFileWatch, show: DemoPlayback, contents: Demo | DemoError) -> None:
    """Reloads the demo; keeps unsaved edits in the window, and the open demo if its file has an error."""
    name = Path(watch.path).name
    if isinstance(contents, DemoError):
        watch.is_broken = True
        report_error(session, f"{contents}. The version before is still open.")
        return
    before, watch.known = watch.known, contents
    was_broken, watch.is_broken = watch.is_broken, False
    if contents.document == show.demo.document:  # the window has saved it, or an error has been corrected
        if was_broken:
            session.act(Notify(f"Reloaded {name}"))
        return
    if show.demo.document != before.document:
        watch.has_others = True
        report_error(session, f"{name} has changed on disk; your unsaved edits are kept. Save them under another name.")
        return
    session.act(ReloadDemo(contents))
    session.act(Notify(f"Reloaded {name}"))
