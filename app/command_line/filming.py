"""The pictures of a demo one after the other, as `record` needs them for films, stills and contact sheets."""

import os
import signal
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from ctypes import Array, c_uint8
from itertools import islice
from math import prod
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gjkscope.app.command_line.console import UsageError, progress_bar
from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.file import read_demo, step_location
from gjkscope.app.teach.demos.frames import FilmFrame, FilmSpan, frame_count, frames
from gjkscope.engine.batch.processors import processors
from gjkscope.engine.text import counted

if TYPE_CHECKING:
    from gjkscope.app.share.export import film

LEAST_EACH = 60  # pictures for each process, which takes about two seconds to start
PLACES_EACH = 8  # pictures in progress for each process: some take several times as long as others
MOST_PROCESSES = 8  # each needs about 300 MB


class FilmPicture(NamedTuple):
    """A picture of a film, and the ticks so far at which the demo diverged from its recording."""

    number: int
    diverged: tuple[int, ...]
    pixels: "film.Pixels"


@contextmanager
def film_pictures(
    demo: Demo, path: Path, look: "film.FilmStyle", fps: int, span: FilmSpan, alone: bool = False
) -> Iterator[Iterator[FilmPicture]]:
    """The pictures of a film; a long one is rendered by several processes, as a software renderer uses one processor.

    Each picture depends on its state alone, so the film is the same however the work is divided.  With `alone`, this
    process renders all of them, because the others would read a different demo from `path`.
    """
    from gjkscope.app.share.export.film import FilmRenderer

    count = frame_count(span, fps)
    jobs = 1 if alone else min(processors(), count // LEAST_EACH, MOST_PROCESSES)
    if jobs < 2:
        with FilmRenderer(look) as renderer:
            shown = picture_frames(frames(demo, fps, span), renderer, demo, path)
            yield (FilmPicture(frame.number, frame.diverged, pixels) for frame, pixels in shown)
        return
    context, shelf = get_context("spawn"), _Shelf((look.size[1], look.size[0], look.channels), PLACES_EACH * jobs)
    memory = context.RawArray(c_uint8, shelf.size)
    with ProcessPoolExecutor(jobs, context, _begin, (memory, shelf, path, path.read_bytes(), look, fps, span)) as crew:
        try:
            yield _collect(crew, count, shelf, memory)
        finally:
            crew.shutdown(cancel_futures=True)


class _Shelf(NamedTuple):
    """The layout of the shared memory for pictures in progress; a pipe would take ten times as long."""

    shape: tuple[int, int, int]  # of a picture: height, width, channels
    places: int

    @property
    def size(self) -> int:
        """In bytes."""
        return self.places * prod(self.shape)

    def place(self, memory: Array[c_uint8], number: int) -> "film.Pixels":
        """The place of the picture with that number, until the one `places` later replaces it."""
        import numpy as np

        places = np.ctypeslib.as_array(memory).reshape(self.places, *self.shape)
        pixels: film.Pixels = places[number % self.places]
        return pixels


def _collect(crew: Executor, count: int, shelf: _Shelf, memory: Array[c_uint8]) -> Iterator[FilmPicture]:
    """Yields the pictures of the processes in order; as many as fit on the shelf are in progress."""
    waiting: deque[Future[_Painted]] = deque()
    numbers = iter(range(count))
    pixels: film.Pixels | None = None
    for number in range(count):
        with _hold_interrupts():  # this may start a process
            waiting.extend(crew.submit(_picture, later) for later in islice(numbers, shelf.places - len(waiting)))
        painted = waiting.popleft().result()
        if painted.is_new:
            pixels = shelf.place(memory, number).copy()
        assert pixels is not None
        yield FilmPicture(number, painted.diverged, pixels)


@contextmanager
def _hold_interrupts() -> Iterator[None]:
    """Blocks Ctrl+C.  A process started here never receives it, not even before `_begin` has run."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Painted(NamedTuple):
    """A picture that a process has put on the shelf, unless it is the same as the one before."""

    diverged: tuple[int, ...]
    is_new: bool


class _Painter:
    """In a process of the crew: performs the whole demo, and draws the requested pictures in order."""

    def __init__(self, path: Path, content: bytes, look: "film.FilmStyle", fps: int, span: FilmSpan) -> None:
        from gjkscope.app.share.export.film import FilmRenderer

        self._path, self._demo = path, read_demo(path)
        if path.read_bytes() != content:  # the processes would show different demos
            raise UsageError(f"{path}: was changed while the film was rendered")
        self._renderer = FilmRenderer(look)
        self._frames = frames(self._demo, fps, span)
        self._frame: FilmFrame | None = None  # the last one performed

    def paint(self, number: int, pixels: "film.Pixels") -> _Painted:
        """Paints the picture of that number, unless it is the same as the one before."""
        import moderngl

        done, before, frame = "performed", None, self._frame
        try:
            while frame is None or frame.number < number:
                before, frame = frame, next(self._frames)
                self._frame = frame
            if before is not None and self._renderer.shown(before.state) == self._renderer.shown(frame.state):
                return _Painted(frame.diverged, is_new=False)
            done = "drawn"
            pixels[:] = self._renderer.render(frame.state)
            return _Painted(frame.diverged, is_new=True)
        except moderngl.Error:  # the driver's fault, not the demo's
            raise
        except Exception as fault:  # any failure of the demo
            tick = frame.tick + (done == "performed") if frame is not None else 0
            raise _unusable(self._demo, tick, self._path, done, fault) from None


_painting: dict[str, Any] = {}  # of a process of the crew: what it was begun with, and its painter


def _begin(memory: Array[c_uint8], shelf: _Shelf, *arguments: object) -> None:
    """Ctrl+C in a terminal reaches all processes; only the first one acts on it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault("LP_NUM_THREADS", "0")  # Mesa's software renderer: the processes share the processors
    _painting.update(memory=memory, shelf=shelf, arguments=arguments)


def _picture(number: int) -> _Painted:
    if "painter" not in _painting:  # not in `_begin`, whose exceptions are lost
        _painting["painter"] = _Painter(*_painting["arguments"])
    painter: _Painter = _painting["painter"]
    return painter.paint(number, _painting["shelf"].place(_painting["memory"], number))


def picture_frames(
    shown: Iterator[FilmFrame], renderer: "film.FilmRenderer", demo: Demo, path: Path
) -> "Iterator[tuple[FilmFrame, film.Pixels]]":
    """The frames and their pictures; if a demo fails although it was rehearsed, the error names its line."""
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
        except Exception as fault:  # any failure of the demo
            raise _unusable(demo, tick, path, done, fault) from None
        yield frame, pixels
        tick, done = frame.tick + 1, "performed"


def _unusable(demo: Demo, tick: int, path: Path, done: str, fault: Exception) -> UsageError:
    location = step_location(demo, tick, path)
    return UsageError(f"{location}: cannot be {done}: {fault or type(fault).__name__}")


@contextmanager
def film_progress(count: int) -> Iterator[Callable[[], None]]:
    """Shows how many of the pictures are ready; yields a function to call after each of them."""
    numbers = iter(range(1, count + 1))
    with progress_bar() as show:

        def advance() -> None:
            number = next(numbers)
            show("Rendering", number, count, f"{number} of {counted(count, 'picture')}")

        yield advance
