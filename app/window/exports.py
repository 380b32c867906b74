"""What is written beside the scene: pictures, traces, tests.  Each is a whole file or none.

The trace of a long run and a large picture take seconds: they are written by a thread, while the window goes on.
Only that one's own thread can paint: it does so tile by tile, between frames.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import moderngl
import numpy as np
import numpy.typing as npt

from gjkscope.app.base.atomic_file import write_whole
from gjkscope.app.base.png import png
from gjkscope.app.export.figure import Painting
from gjkscope.app.export.report import Report, as_json
from gjkscope.app.export.snippet import pytest_snippet
from gjkscope.app.inspection.traces import pair_of, trace_of
from gjkscope.app.model import FileDialog, Purpose, State
from gjkscope.app.runs.answers import answer_of, answers
from gjkscope.app.runs.choices import CHOICES, Group, asks, known_options
from gjkscope.app.scenes.scene_file import write_scene
from gjkscope.app.window.background import Aside
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.result import NotApplicable

Pixels = npt.NDArray[np.uint8]
Paint = Callable[[State], Painting]


class ExportError(Exception):
    """Why nothing could be written, in one line."""


class Exporting:
    """A file that is to be written, of what a state shows."""

    def __init__(
        self, state: State, purpose: Purpose, path: Path, dialog: FileDialog | None, announce: Callable[[], None]
    ) -> None:
        """`dialog` is the one in which the path was chosen; `announce` is called, by a thread, when it is over."""
        self.path, self.dialog = path, dialog
        self.tick = state.motion.tick  # of the scene in motion
        self.painted: float | None = None  # how much of a picture, 0 … 1, while it is being painted
        self._state, self._purpose, self._announce = state, purpose, announce
        self._painting: Painting | None = None
        self._writing: Aside[None] | None = None
        self._fault: ExportError | None = None

    def begin(self, paint: Paint) -> None:
        """From now on it goes on."""
        if self._purpose is Purpose.PICTURE:
            self._painting, self.painted = paint(self._state), 0.0
        else:
            self._write(None)

    def paint(self) -> None:
        """Paints a bit more."""
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
        """Whether it is over, after waiting so long at most; None: as long as it takes."""
        while seconds is None and self.painted is not None:
            self.paint()
        return self._fault is not None or (self._writing is not None and self._writing.wait(seconds))

    def outcome(self) -> None:
        """It is over.  Raises `ExportError` where it failed."""
        if self._fault is not None:
            raise self._fault
        assert self._writing is not None
        self._writing.outcome()

    def call_off(self) -> None:
        """Nothing is to be written, after all."""
        if self._painting is not None:
            self._painting.close()
            self._end_painting()
        if self._writing is not None:
            self._writing.call_off()

    def _end_painting(self) -> None:
        self._painting = self.painted = None

    def _write(self, picture: Pixels | None) -> None:
        write = partial(_write, self._state, self._purpose, self.path, picture)
        self._writing = Aside(write, self._announce)


def _write(state: State, purpose: Purpose, path: Path, picture: Pixels | None) -> None:
    try:
        if purpose is Purpose.SCENE:
            write_scene(state.document.scene, path)
            return
        data = png(picture) if picture is not None else _text(state, purpose).encode()
        checkpoint()
        write_whole(path, data)
    except OSError as fault:
        raise ExportError(f"{path}: cannot be written: {fault.strerror or fault}") from None
    except MemoryError:
        raise ExportError(f"{path}: too large for the memory that is free") from None
    except (NotApplicable, ValueError) as fault:
        raise ExportError(str(fault)) from None


def snippet(state: State) -> str:
    """The test that asks what the state shows.  Raises `NotApplicable`."""
    _check_pair(state)
    return pytest_snippet(
        state.document.scene,
        state.document.pair,
        state.run.algorithm,
        known_options(state.run.algorithm, state.run.options),
    )


def _text(state: State, purpose: Purpose) -> str:
    if purpose is Purpose.TEST:
        return snippet(state)
    _check_pair(state)
    options = known_options(state.run.algorithm, state.run.options)
    run, _ = trace_of(pair_of(state), state.run.algorithm, options)  # what is shown is not worked out again
    if run is None:
        (answer,) = answers(
            state.document.scene, [state.document.pair], [state.run.algorithm], with_steps=True, options=options
        )
    else:
        answer = answer_of(state.document.scene, state.document.pair, run)
    path = Path(state.file.path or f"{state.document.scene.name}.json")
    return as_json(Report(state.document.scene, path, (answer,), with_steps=True)) + "\n"


def _check_pair(state: State) -> None:
    if asks(state.run.algorithm) is not Group.PAIR:
        raise NotApplicable(f"{CHOICES[state.run.algorithm].title}: only runs of algorithms on the pair are exported")
