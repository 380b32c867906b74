"""Effects of the settings of a film: its preview, and the command that renders it."""

from pathlib import Path

from gjkscope.app.base.records import replace
from gjkscope.app.base.resources import resource
from gjkscope.app.share.export.snippet import identifier
from gjkscope.app.state.actions import Notify, ShowFilm
from gjkscope.app.state.model import FilmCard, State
from gjkscope.app.teach.demos.file import SUFFIX, DemoError
from gjkscope.app.view.panels.requests import CopyFilmCommand, PreviewFilm
from gjkscope.app.window.commands import CommandError
from gjkscope.app.window.effects.effect import Host, handles, report_error, scene_folder
from gjkscope.app.window.films import FilmPreview, film_command, film_warnings


def film_stem(state: State) -> str:
    """The name of the open demo's film, without its suffix."""
    show = state.show
    if show is None:
        return "film"
    return Path(show.path).name.removesuffix(SUFFIX) if show.path is not None else identifier(show.demo.name)


def film_folder(session: Host) -> Path:
    """Beside the demo's file, unless that is bundled."""
    show = session.state.show
    if show is None or show.path is None or Path(show.path).is_relative_to(resource("assets")):
        return scene_folder(session)
    return Path(show.path).resolve().parent


@handles(PreviewFilm)
def _preview_film(session: Host, request: PreviewFilm) -> None:
    show, film, preview = session.state.show, session.state.preferences.film, session.preview
    if show is None or (preview is not None and (preview.film, preview.span) == (film, request.span)):
        return
    end_preview(session)
    session.preview = FilmPreview(show, film, request.span, session.wake)


def follow_preview(session: Host) -> None:
    """Shows the pictures of a preview once they are rendered; its end when the settings are closed."""
    preview, card, show = session.preview, session.state.shell.overlay, session.state.show
    if preview is None:
        return
    if not isinstance(card, FilmCard):
        if session.state.shell.dialog is None:
            end_preview(session)
        return
    if card.previewed == preview.film or card.span != preview.span or show is None or not preview.job.wait(0):
        return
    warnings = tuple(film_warnings(preview.film, show.demo))
    shown = replace(card, previewed=preview.film, warnings=warnings, pictures=(), fault="")
    try:
        shown = replace(shown, pictures=preview.job.outcome())
    except (CommandError, DemoError, OSError) as fault:
        shown = replace(shown, fault=f"No preview. {fault}")
    session.act(ShowFilm(shown))


def end_preview(session: Host) -> None:
    """Cancels the preview, if there is one, and removes its pictures."""
    if session.preview is not None:
        session.preview.end()
        session.preview = None


@handles(CopyFilmCommand)
def _copy_film_command(session: Host, _: CopyFilmCommand) -> None:
    show, card = session.state.show, session.state.shell.overlay
    if show is None or show.path is None or show.is_unsaved:
        report_error(session, "The command needs a demo file: save the demo first")
        return
    span = card.span if isinstance(card, FilmCard) else None
    session.clipboard.set_clipboard_text(film_command(session.state.preferences.film, span, show.path))
    session.act(Notify("Copied the command"))
