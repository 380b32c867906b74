"""What is written beside the scene: pictures, traces, tests.  Each is a whole file or none.

The trace of a long run and a large picture take seconds: they are written by a thread, while the window goes on.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

import moderngl
import numpy as np
import numpy.typing as npt

from app.answers import answer_of, answers
from app.choices import CHOICES, Group, asks, known_options
from app.png import png
from app.report import Report, as_json
from app.scene_file import write_scene
from app.snippet import pytest_snippet
from app.state import FileDialog, Purpose, State
from app.traces import pair_of, trace_of
from app.whole_file import write_whole
from engine.calling_off import checkpoint
from engine.result import NotApplicable

from .aside import Aside

Pixels = npt.NDArray[np.uint8]
Paint = Callable[[State], Pixels]


class ExportError(Exception):
    """Why nothing could be written, in one line."""


class Exporting(NamedTuple):
    """A file that is being written."""

    path: Path
    tick: int  # of the scene in motion
    dialog: FileDialog | None  # in which the path was chosen
    aside: Aside[None]  # raises `ExportError`


def export(state: State, purpose: Purpose, path: Path, paint: Paint) -> Callable[[], None]:
    """Writes what the state shows, when it is called, by any thread; a picture is painted now.

    Both raise `ExportError`.
    """
    picture = _painted(state, paint) if purpose is Purpose.PICTURE else None
    return partial(_write, state, purpose, path, picture)


def _painted(state: State, paint: Paint) -> Pixels:
    try:
        return paint(state)
    except (moderngl.Error, MemoryError) as fault:
        raise ExportError(f"the picture is too large for this graphics driver: {fault}") from None


def _write(state: State, purpose: Purpose, path: Path, picture: Pixels | None) -> None:
    try:
        if purpose is Purpose.SCENE:
            write_scene(state.scene, path)
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
    return pytest_snippet(state.scene, state.pair, state.algorithm, known_options(state.algorithm, state.options))


def _text(state: State, purpose: Purpose) -> str:
    if purpose is Purpose.TEST:
        return snippet(state)
    _check_pair(state)
    options = known_options(state.algorithm, state.options)
    run, _ = trace_of(pair_of(state), state.algorithm, options)  # what is shown is not worked out again
    if run is None:
        (answer,) = answers(state.scene, [state.pair], [state.algorithm], with_steps=True, options=options)
    else:
        answer = answer_of(state.scene, state.pair, run)
    path = Path(state.path or f"{state.scene.name}.json")
    return as_json(Report(state.scene, path, (answer,), with_steps=True)) + "\n"


def _check_pair(state: State) -> None:
    if asks(state.algorithm) is not Group.PAIR:
        raise NotApplicable(f"{CHOICES[state.algorithm].title}: only runs of algorithms on the pair are exported")
