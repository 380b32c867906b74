"""Effects that bring text into the import dialog, and open the scene that it makes."""

from pathlib import Path

from gjkscope.app.state.actions import CloseDialog, ImportScene, LeaveDemo, Notify, ShowDialog, ShowImport
from gjkscope.app.state.model import FileDialog, ImportDialog, Purpose, ThenImport
from gjkscope.app.view.panels.requests import BrowseText, PasteText, TakeImport
from gjkscope.app.window.effects.effect import Host, handles, needs_prompt, report_error, scene_folder
from gjkscope.app.window.reading import as_lines


@handles(PasteText)
def _paste_text(session: Host, _: PasteText) -> None:
    text = as_lines(session.clipboard.get_clipboard_text())
    if not text.strip():
        report_error(session, "The clipboard contains no text: copy the text of a pair of shapes first")
        return
    session.act(ShowImport(ImportDialog(text)))


@handles(BrowseText)
def _browse_text(session: Host, _: BrowseText) -> None:
    overlay = session.state.shell.overlay
    file = overlay.file if isinstance(overlay, ImportDialog) else ""
    folder = Path(file).resolve().parent if file else scene_folder(session)
    session.act(ShowDialog(FileDialog(Purpose.IMPORT, str(folder))))


@handles(TakeImport)
def _take_import(session: Host, request: TakeImport) -> None:
    if needs_prompt(session, request.discard, ThenImport(request.scene, request.z_up)):
        return
    session.perform([CloseDialog(), LeaveDemo(), ImportScene(request.scene, request.z_up)])
    note = session.state.shell.message  # the message that the algorithm does not support the new pair
    names = " and ".join(session.state.document.pair)
    session.act(Notify(f"Imported {names}" + (f". {note.text}" if note else "")))
