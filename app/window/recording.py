"""Records a session live: its actions and the ticks that go by, into a demo file in the user's own folder."""

from datetime import datetime
from itertools import chain, count
from pathlib import Path

from gjkscope.app.actions import Action
from gjkscope.app.demos.file import SUFFIX, DemoError, write_demo
from gjkscope.app.demos.recorder import Recorder
from gjkscope.app.export.snippet import identifier
from gjkscope.app.model import State
from gjkscope.app.model.demo import TICKS, Demo


class LiveRecording:
    """What is done from a state on."""

    def __init__(self, first: State) -> None:
        self._recorder = Recorder(first)
        self._name = first.document.scene.name
        self.tick = 0

    @property
    def seconds(self) -> int:
        return self.tick // TICKS

    def note(self, action: Action, before: State, after: State) -> None:
        self._recorder.note(self.tick, action, before, after)

    def pass_tick(self, state: State) -> None:
        """A tick is over, at the end of which the state was this one."""
        self._recorder.look(self.tick, state)
        self.tick += 1

    def demo(self, last: State) -> Demo:
        """What was recorded, which ends in that state."""
        self._recorder.look(self.tick, last)
        return self._recorder.demo(self._name, self.tick)


def keep(demo: Demo, folder: Path) -> Path:
    """Writes the demo under a name of its own into the folder, which need not be there; where it is now.

    Raises `DemoError`.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise DemoError(f"{folder}: cannot be made: {fault.strerror or fault}") from None
    stem = f"{identifier(demo.name)}-{datetime.now():%Y-%m-%d-%H%M%S}"
    names = (f"{stem}{also}{SUFFIX}" for also in chain([""], (f"-{number}" for number in count(2))))
    path = next(folder / name for name in names if not (folder / name).exists())
    write_demo(demo, path)
    return path
