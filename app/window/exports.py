"""Exports pictures, scenes, traces, tests, pages and bug reports.  A file is written completely or not at all.

The trace of a long run and a large picture take seconds, so a background thread writes them.  Only the main thread
can use OpenGL: it renders a picture tile by tile, between frames.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import moderngl
import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.runs.answers import answer_of, answers
from gjkscope.app.ask.runs.choices import CHOICES, is_of_pair
from gjkscope.app.ask.runs.pair_traces import trace_of
from gjkscope.app.base.atomic_file import write_atomically
from gjkscope.app.base.png import png
from gjkscope.app.base.progress import CommandProgress
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene_file import write_scene
from gjkscope.app.share.export.figure import Painting
from gjkscope.app.share.export.report import Report, as_json
from gjkscope.app.share.export.snippet import pytest_snippet
from gjkscope.app.state.inspection.traces import pair_of, run_options
from gjkscope.app.state.model import FileDialog, FilmCard, Layout, Picture, Purpose, State
from gjkscope.app.state.model.demo import MarkKind
from gjkscope.app.teach.demos.file import DemoError
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.commands import CommandError, run_child_command
from gjkscope.app.window.films import render_film
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.result import NotApplicable

if TYPE_CHECKING:
    from gjkscope.app.share.export.vector.figure import Drawing

Pixels = npt.NDArray[np.uint8]
Paint = Callable[[State, Purpose], "Painting | Drawing"]
"""Renders the views step by step: for a picture the pixels, for a drawing the file."""

PAINTED = (Purpose.PICTURE, Purpose.DRAWING, Purpose.REPORT)


class ExportError(Exception):
    """An export that failed; the message is one line."""


class ExportJob:
    """An export in progress, from a fixed state to a file."""

    def __init__(
        self, state: State, purpose: Purpose, path: Path, dialog: FileDialog | None, wake: Callable[[], None]
    ) -> None:
        """`path` was chosen in `dialog`.  `wake` is called from the writing thread when it has finished."""
        self.path, self.dialog = path, dialog
        self.tick = state.motion.tick  # of the simulation
        self.painted: float | None = None  # completed part of the picture, 0 … 1, while it is rendered
        self._percent: int | None = None  # of a film or the course
        self._state, self._purpose, self._wake = state, purpose, wake
        self._painting: Painting | Drawing | None = None
        self._writing: BackgroundJob[None] | None = None
        self._fault: ExportError | None = None

    @property
    def percent(self) -> int | None:
        """How much of it is done, if that is known."""
        return self._percent if self.painted is None else int(100 * self.painted)

    @property
    def loss(self) -> str:
        """What the file lacks, as a sentence; empty if nothing."""
        show = self._state.show
        if self._purpose is not Purpose.PAGE or show is None or not show.demo.marks_of(MarkKind.SOUND):
            return ""
        from gjkscope.app.share.web.film import NO_SOUNDS

        return f". {NO_SOUNDS.capitalize()}"

    def begin(self, paint: Paint) -> None:
        """Starts the export; `paint` renders the views."""
        if self._purpose in PAINTED:
            self._painting, self.painted = paint(self._painted_state, self._purpose), 0.0
        else:
            self._write(None)

    def paint(self) -> None:
        """Renders the next tile."""
        assert self._painting is not None
        try:
            self.painted = next(self._painting)
        except StopIteration as end:
            self._end_painting()
            self._write(end.value)
        except (moderngl.Error, MemoryError) as fault:
            self._end_painting()
            self._fault = ExportError(f"the picture is too large for this graphics driver: {fault}")

    def wait(self, seconds: float | None) -> bool:
        """Waits for at most `seconds`, or without limit for None; returns whether the export has finished."""
        while seconds is None and self.painted is not None:
            self.paint()
        return self._fault is not None or (self._writing is not None and self._writing.wait(seconds))

    def outcome(self) -> None:
        """Raises `ExportError` if the finished export failed."""
        if self._fault is not None:
            raise self._fault
        assert self._writing is not None
        self._writing.outcome()

    def cancel(self) -> None:
        """Cancels the export; no file is written."""
        if self._painting is not None:
            self._painting.close()
            self._end_painting()
        if self._writing is not None:
            self._writing.cancel()

    @property
    def _painted_state(self) -> State:
        """The settings of the picture: a report explains its picture, whatever the user's preferences are."""
        if self._purpose is Purpose.PICTURE:
            return self._state
        preferences = replace(self._state.preferences, picture=Picture(1, words=True))
        return replace(self._state, preferences=preferences, display=replace(self._state.display, layout=Layout.BOTH))

    def _end_painting(self) -> None:
        self._painting = self.painted = None

    def _write(self, picture: Pixels | bytes | None) -> None:
        if self._purpose in (Purpose.FILM, Purpose.SITE):
            write = partial(_render, self._state, self._purpose, self.path, self._follow)
        else:
            write = partial(_write, self._state, self._purpose, self.path, picture)
        self._writing = BackgroundJob(write, self._wake)

    def _follow(self, progress: CommandProgress) -> None:
        self._percent = progress.percent


def _render(state: State, purpose: Purpose, path: Path, follow: Callable[[CommandProgress], None]) -> None:
    """Renders a film, or the course as a website, in a child process."""
    try:
        if purpose is Purpose.SITE:
            run_child_command(["export", "--site", path], follow)
            return
        card = state.shell.overlay
        if state.show is None:
            raise ExportError("a film shows a demo: open or record one first")
        render_film(state.show, state.preferences.film, card.span if isinstance(card, FilmCard) else None, path, follow)
    except (CommandError, DemoError) as fault:
        raise ExportError(str(fault)) from None
    except OSError as fault:
        raise ExportError(f"{path}: cannot be written: {fault.strerror or fault}") from None


def _write(state: State, purpose: Purpose, path: Path, picture: Pixels | bytes | None) -> None:
    try:
        if purpose is Purpose.SCENE:
            write_scene(replace(state.document.scene, opens=state.opening), path)
            return
        data = _data(state, purpose, picture)
        checkpoint()
        write_atomically(path, data)
    except OSError as fault:
        raise ExportError(f"{path}: cannot be written: {fault.strerror or fault}") from None
    except MemoryError:
        raise ExportError(f"{path}: not enough free memory") from None
    except (NotApplicable, ValueError) as fault:
        raise ExportError(str(fault)) from None


def _data(state: State, purpose: Purpose, picture: Pixels | bytes | None) -> bytes:
    # What is imported here is not needed for the first frame.
    if isinstance(picture, bytes):
        return picture
    if purpose is Purpose.REPORT:
        from gjkscope.app.share.reporting.displayed import displayed_report

        return displayed_report(state, png(picture) if picture is not None else None)
    if purpose is Purpose.MODEL:
        from gjkscope.app.share.export.gltf import scene_gltf

        return scene_gltf(state.document.scene, state.document.pair, state.view.cameras.shows_z_up)
    return png(picture) if picture is not None else _text(state, purpose).encode()


def snippet(state: State) -> str:
    """A pytest test of the displayed pair and algorithm.  Raises `NotApplicable`."""
    _check_pair(state)
    return pytest_snippet(
        state.document.scene,
        state.document.pair,
        state.run.algorithm,
        run_options(state),
    )


def _text(state: State, purpose: Purpose) -> str:
    if purpose is Purpose.TEST:
        return snippet(state)
    if purpose is Purpose.PAGE:
        from gjkscope.app.share.web.page import state_page

        return state_page(state)
    _check_pair(state)
    options = run_options(state)
    run, _ = trace_of(pair_of(state), state.run.algorithm, options)  # reuses the displayed run
    if run is None:
        (answer,) = answers(
            state.document.scene, [state.document.pair], [state.run.algorithm], with_steps=True, options=options
        )
    else:
        answer = answer_of(state.document.scene, state.document.pair, run)
    path = Path(state.file.path or f"{state.document.scene.name}.json")
    return as_json(Report(state.document.scene, path, (answer,), with_steps=True)) + "\n"


def _check_pair(state: State) -> None:
    if not is_of_pair(state.run.algorithm):
        raise NotApplicable(f"{CHOICES[state.run.algorithm].title}: only algorithms on a pair can be exported")
