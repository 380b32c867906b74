"""Live recording: writes the actions of a session, with their ticks, to a demo file in the user's folder."""

from datetime import datetime
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from gjkscope.app.share.export.snippet import identifier
from gjkscope.app.state.actions import Action
from gjkscope.app.state.model import Demo, PunchIn, State
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.teach.demos.file import SUFFIX, DemoError, write_demo
from gjkscope.app.teach.demos.takes.recorder import DemoRecorder
from gjkscope.app.window.background import BackgroundJob


class TakeJob(NamedTuple):
    """A finished recording that is being turned into readable steps, and the demo that it was recorded into."""

    raw: Demo
    punch: PunchIn | None
    job: BackgroundJob[Demo]  # raises `TakeError`


class LiveRecording:
    """A recording in progress, which starts from a given state."""

    def __init__(self, first: State) -> None:
        self._recorder = DemoRecorder(first)
        self._name = first.document.scene.name
        self.tick = 0

    @property
    def seconds(self) -> int:
        return self.tick // TICKS

    def note(self, action: Action, before: State, after: State) -> None:
        self._recorder.note(self.tick, action, before, after)

    def pass_tick(self, state: State) -> None:
        """Registers the end of a tick, with the state at that time."""
        self._recorder.look(self.tick, state)
        self.tick += 1

    def demo(self, last: State) -> Demo:
        """The recorded demo, which ends in the state `last`."""
        self._recorder.look(self.tick, last)
        return self._recorder.demo(self._name, self.tick)


def save_recording(demo: Demo, folder: Path) -> Path:
    """Saves the demo under a unique name in `folder`, which is created if necessary; returns its path.

    Raises `DemoError`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise DemoError(f"{folder}: cannot be created: {fault.strerror or fault}") from None
    stem = f"{identifier(demo.name)}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (f"{stem}{also}{SUFFIX}" for also in chain([""], (f"-{number}" for number in count(2))))
    path = next(folder / name for name in names if not (folder / name).exists())
    write_demo(demo, path)
    return path
