"""The pictures of a demo one after the other, as `record` needs them for films, stills and contact sheets."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gjkscope.app.command_line.console import UsageError
from gjkscope.app.demos.file import step_location
from gjkscope.app.model import Demo

if TYPE_CHECKING:
    from gjkscope.app.export import film


def pictured(
    shown: "Iterator[film.FilmFrame]", renderer: "film.FilmRenderer", demo: Demo, path: Path
) -> "Iterator[tuple[film.FilmFrame, film.Pixels]]":
    """The frames and their pictures; a demo that fails although it was rehearsed is unusable, and its line is named."""
    import moderngl  # loaded by the renderer

    tick, done = 0, "performed"
    while True:
        try:
            frame = next(shown)
            tick, done = frame.tick, "drawn"
            pixels = renderer.render(frame.state)
        except StopIteration:
            return
        except moderngl.Error:  # the driver's fault, not the demo's
            raise
        except Exception as fault:  # whatever the demo runs into
            place = step_location(demo, tick, path)
            raise UsageError(f"{place}: cannot be {done}: {fault or type(fault).__name__}") from None
        yield frame, pixels
        tick, done = frame.tick + 1, "performed"


@contextmanager
def film_progress(count: int) -> Iterator[Callable[[], None]]:
    """A progress bar with the time left, on a terminal; call what it yields after each picture."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(compact=True))
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=count)
        yield lambda: bar.advance(task)
