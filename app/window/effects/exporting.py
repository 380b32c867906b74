"""Effects that export files (pictures, traces, tests) and copy commands and tests as text."""

from pathlib import Path

from gjkscope.app.ask.runs.choices import SLIDES
from gjkscope.app.share.export.snippet import chosen_command, identifier
from gjkscope.app.state.actions import CloseDialog, Notify, ShowDialog
from gjkscope.app.state.inspection.traces import names_in_steps, run_options
from gjkscope.app.state.model import FileDialog, Purpose
from gjkscope.app.view.panels.requests import BrowseExport, CopyAs, CopyQuery, CopySnippet, Export, Quit
from gjkscope.app.window.effects.demos import save_demo
from gjkscope.app.window.effects.effect import Host, close_dialog, handles, report_error, report_in_dialog, scene_folder
from gjkscope.app.window.effects.films import film_folder, film_stem
from gjkscope.app.window.exports import ExportError, ExportJob, snippet
from gjkscope.engine.result import NotApplicable

CANCEL_TIMEOUT = 2.0  # seconds to wait on exit for a cancelled thread, which deletes its temporary file


@handles(BrowseExport)
def _browse_export(session: Host, request: BrowseExport) -> None:
    state = session.state
    stem = Path(state.file.path).stem if state.file.path else identifier(state.document.scene.name)
    name = {
        Purpose.PICTURE: f"{stem}.png",
        Purpose.DRAWING: f"{stem}.svg",
        Purpose.PAGE: f"{stem}.html",
        Purpose.MODEL: f"{stem}.glb",
        Purpose.SCENE: f"{stem}-copy.json",
        Purpose.TRACE: f"{stem}-{state.run.algorithm}-trace.json",
        Purpose.TEST: f"test_{identifier(f'{stem}_{state.run.algorithm}')}.py",
        Purpose.REPORT: f"{stem}-report.zip",
        Purpose.FILM: f"{film_stem(state)}.{state.preferences.film.format}",
        Purpose.SITE: "gjkscope-course",
    }[request.purpose]
    is_film = request.purpose is Purpose.FILM
    folder, suffix = (
        (film_folder(session), f".{state.preferences.film.format}") if is_film else (scene_folder(session), "")
    )
    session.act(ShowDialog(FileDialog(request.purpose, str(folder), name, suffix=suffix)))


@handles(Export)
def _export(session: Host, request: Export) -> None:
    state, path, dialog = session.state, Path(request.path), close_dialog(session)
    if request.purpose is Purpose.DEMO:
        save_demo(session, path, dialog)
        return
    if request.purpose is Purpose.FILM:
        session.act(CloseDialog())  # its settings; the film is rendered in the background
    session.exports.append(ExportJob(state, request.purpose, path, dialog, session.wake))
    if len(session.exports) == 1:
        _begin_next(session)
        session.exports[0].wait(session.timeout)
        session.poll()


def finish_export(session: Host) -> None:
    """Reports the outcome of the first export in the queue, and starts the next."""
    over = session.exports.popleft()
    _begin_next(session)
    try:
        over.outcome()
    except ExportError as fault:
        if session.state.shell.leaving:
            session.act(CloseDialog())  # makes room for the error
        report_in_dialog(session, over.dialog, f"Not exported. {fault}")
        return
    when = f", with the bodies at tick {over.tick}" if over.tick > 0 else ""
    session.act(Notify(f"Exported {over.path.name}{when}{over.loss}"))
    if session.state.shell.leaving and not session.exports:
        session.perform([Quit(discard=True)])


def cancel_export(session: Host) -> None:
    """Cancels the first export in the queue, and starts the next."""
    session.exports.popleft().cancel()
    _begin_next(session)


def cancel_all_exports(session: Host) -> None:
    """Cancels all exports and waits for them to remove their temporary files."""
    under_way = [*session.exports]
    session.exports.clear()
    for exporting in under_way:
        exporting.cancel()
        exporting.wait(CANCEL_TIMEOUT)


def _begin_next(session: Host) -> None:
    if session.exports:
        session.exports[0].begin(session.paint)


@handles(CopySnippet)
def _copy_snippet(session: Host, _: CopySnippet) -> None:
    try:
        session.clipboard.set_clipboard_text(snippet(session.state))
    except NotApplicable as refusal:
        report_error(session, f"Nothing copied. {refusal}")
        return
    session.act(Notify("Copied a test for pytest"))


@handles(CopyAs)
def _copy_as(session: Host, request: CopyAs) -> None:
    from gjkscope.app.bring.notations.writing import NotExpressible, write_pair, writers  # not needed to start

    document, title = session.state.document, writers()[request.writer].title
    try:
        written = write_pair(document.scene, document.pair, request.writer)
    except NotExpressible as refusal:
        report_error(session, f"Nothing copied. {refusal}")
        return
    session.clipboard.set_clipboard_text(written.text)
    session.act(Notify(". ".join((f"Copied the pair for {title}", *written.notes))))


@handles(CopyQuery)
def _copy_query(session: Host, _: CopyQuery) -> None:
    state = session.state
    if state.motion.tick > 0:
        report_error(session, "The file has the initial poses: reset the simulation, or keep the current poses")
        return
    if state.file.path is None or state.modified:
        report_error(session, "The command needs a scene file: save the scene first")
        return
    names = names_in_steps(state) if state.run.algorithm in SLIDES else state.document.pair
    command = chosen_command(state.file.path, (names[0], names[1]), state.run.algorithm, run_options(state))
    session.clipboard.set_clipboard_text(command)
    session.act(Notify("Copied the command"))
