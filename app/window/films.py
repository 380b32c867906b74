"""Films of the open demo, rendered by `gjkscope record` in a child process, and previews of their first second."""

import shlex
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from gjkscope.app.base.progress import CommandProgress
from gjkscope.app.state.model import PREVIEW_RATE, Demo, DemoPlayback, Film
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import SUFFIX, write_demo
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.commands import run_child_command
from gjkscope.engine.cancellation import checkpoint

PREVIEW_SIDE = 360  # pixels: the longer side of a preview
PREVIEW_TICKS = TICKS  # one second

Span = tuple[int, int]
"""The first and last tick of a film."""


def film_words(film: Film, span: Span | None, path: Path | str, output: Path | str) -> list[str]:
    """The command that renders the film of a demo file."""
    words = [
        "record",
        str(path),
        "-o",
        str(output),
        "--size",
        f"{film.size[0]}x{film.size[1]}",
        "--fps",
        str(film.rate),
    ]
    if span is not None:
        words += ["--from", _seconds(span[0]), "--to", _seconds(span[1])]
    if film.theme is not None:
        words += ["--theme", film.theme.value]
    if not film.captions:
        words.append("--no-captions")
    if film.subtitles:
        words.append("--srt")
    return [*words, "--speak", film.voice] if film.voice else words


def film_command(film: Film, span: Span | None, path: str) -> str:
    """The command line that does the same in a terminal."""
    output = Path(path).name.removesuffix(SUFFIX) + f".{film.format}"
    return shlex.join(["gjkscope", *film_words(film, span, path, output)])


def render_film(
    show: DemoPlayback, film: Film, span: Span | None, path: Path, follow: Callable[[CommandProgress], None]
) -> None:
    """Renders the film to `path`, with its companion files, completely or not at all.

    Raises `CommandError`, `DemoError` and `OSError`.
    """
    # In the same folder, so that finished files can be moved into place.
    with demo_path(show) as demo, TemporaryDirectory(prefix=".gjkscope-", dir=path.parent) as folder:
        run_child_command(film_words(film, span, demo, Path(folder, path.name)), follow)
        checkpoint()
        for written in Path(folder).iterdir():
            written.replace(path.with_name(written.name))


@contextmanager
def demo_path(show: DemoPlayback) -> Iterator[Path]:
    """The file of the demo; if it has been edited, a copy in the folder of its sounds.  Raises `DemoError`."""
    if show.path is not None and not show.is_unsaved:
        yield Path(show.path)
        return
    with TemporaryDirectory(prefix=".gjkscope-") as temporary:
        folder = show.demo.folder or Path(temporary)
        copy = folder / f"{Path(temporary).name}{SUFFIX}"
        try:
            write_demo(show.demo, copy)
            yield copy
        finally:
            copy.unlink(missing_ok=True)


class FilmPreview:
    """A preview in progress: the pictures of the film's first second, at a lower size."""

    def __init__(self, show: DemoPlayback, film: Film, span: Span | None, wake: Callable[[], None]) -> None:
        self.film, self.span = film, span
        self._show = show
        self._folder = TemporaryDirectory(prefix="gjkscope-preview-")
        self.job: BackgroundJob[tuple[str, ...]] = BackgroundJob(self._render, wake)

    def end(self) -> None:
        """Cancels it, and removes its pictures."""
        self.job.cancel()
        self._folder.cleanup()

    def _render(self) -> tuple[str, ...]:
        """The paths of the pictures.  Raises as `render_film` does."""
        first = self.span[0] if self.span is not None else 0
        last = min(first + PREVIEW_TICKS, self.span[1] if self.span is not None else self._show.demo.length)
        small = preview_film(self.film)
        pictures = Path(self._folder.name, "pictures")
        with demo_path(self._show) as demo:
            run_child_command(film_words(small, (first, last), demo, pictures), lambda _: None)
        return tuple(sorted(map(str, pictures.glob("*.png"))))


def preview_film(film: Film) -> Film:
    """The film at the size and rate of a preview, without what is heard."""
    factor = min(PREVIEW_SIDE / max(film.size), 1.0)
    width, height = (max(round(side * factor / 2) * 2, 2) for side in film.size)
    return Film(film.format, (width, height), PREVIEW_RATE, film.theme, film.captions)


def film_warnings(film: Film, demo: Demo) -> Sequence[str]:
    """What the film cannot show as intended."""
    from gjkscope.app.share.export.film import FilmStyle
    from gjkscope.app.share.export.limits import film_limits

    look = FilmStyle(film.size, captions=film.captions, theme=film.theme)
    return tuple(film_limits(demo, look, film.rate, Path(f"film.{film.format}")))


def _seconds(tick: int) -> str:
    return f"{tick / TICKS:.6f}".rstrip("0").rstrip(".")
