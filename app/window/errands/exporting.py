"""What is written beside the scene, or copied as text for others to run."""

from pathlib import Path
from typing import TYPE_CHECKING

from app.actions import ShowDialog, Tell
from app.choices import known_options, of_query
from app.panels.requests import BrowseExport, CopyQuery, CopySnippet, Export
from app.snippet import identifier, query_command
from app.state import FileDialog, Purpose
from engine.result import NotApplicable

from ..aside import Aside
from ..exports import ExportError, Exporting, export, snippet
from .demos import save_demo
from .errand import carries_out, complain, folder_of, put_away, refuse

if TYPE_CHECKING:
    from ..session import Session


@carries_out(BrowseExport)
def _browse_export(session: "Session", request: BrowseExport) -> None:
    state = session.state
    stem = Path(state.path).stem if state.path else identifier(state.scene.name)
    name = {
        Purpose.PICTURE: f"{stem}.png",
        Purpose.SCENE: f"{stem}-copy.json",
        Purpose.TRACE: f"{stem}-{state.algorithm}-trace.json",
        Purpose.TEST: f"test_{identifier(f'{stem}_{state.algorithm}')}.py",
    }[request.purpose]
    session.act(ShowDialog(FileDialog(request.purpose, str(folder_of(session)), name)))


@carries_out(Export)
def _export(session: "Session", request: Export) -> None:
    path, dialog = Path(request.path), put_away(session)
    if request.purpose is Purpose.DEMO:
        save_demo(session, path, dialog)
        return
    if session.exporting is not None:
        refuse(session, dialog, f"Not exported. {session.exporting.path.name} is still being written")
        return
    try:
        write = export(session.state, request.purpose, path, session.paint)
    except ExportError as fault:
        refuse(session, dialog, f"Not exported. {fault}")
        return
    session.exporting = Exporting(path, session.state.tick, dialog, Aside(write, session.announce))
    session.exporting.aside.wait(session.patience)
    session.look()


def finish_export(session: "Session") -> None:
    """Waits for what is being written, if something is."""
    exporting, session.exporting = session.exporting, None
    if exporting is not None:
        exporting.aside.wait(None)
        tell_of_export(session, exporting)


def tell_of_export(session: "Session", exporting: Exporting) -> None:
    """It is over."""
    try:
        exporting.aside.outcome()
    except ExportError as fault:
        refuse(session, exporting.dialog, f"Not exported. {fault}")
        return
    when = f", with the bodies as they are at tick {exporting.tick}" if exporting.tick > 0 else ""
    session.act(Tell(f"Exported {exporting.path.name}{when}"))


@carries_out(CopySnippet)
def _copy_snippet(session: "Session", _: CopySnippet) -> None:
    try:
        session.clipboard.set_clipboard_text(snippet(session.state))
    except NotApplicable as refusal:
        complain(session, f"Nothing copied. {refusal}")
        return
    session.act(Tell("Copied a test for pytest"))


@carries_out(CopyQuery)
def _copy_query(session: "Session", _: CopyQuery) -> None:
    state = session.state
    if state.tick > 0:
        complain(session, "The file has the bodies where they began to move: go back there, or keep these poses")
        return
    if state.path is None or state.modified:
        complain(session, "The command line reads the scene from its file: save it first")
        return
    options = known_options(state.algorithm, state.options)
    command = query_command(state.path, state.pair, of_query(state.algorithm), options)
    session.clipboard.set_clipboard_text(command)
    session.act(Tell("Copied the command"))
