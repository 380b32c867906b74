"""Scenes and demos read by a thread, while the window goes on: a large mesh takes seconds.

What the first frame would have to work out (hulls, surfaces, the difference) is worked out there as well, so that the
frame finds it ready.
"""

from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread

from app.actions import initial_state
from app.demo import Demo
from app.demos.file import is_demo_file, read_demo
from app.drawing.difference import difference_drawing
from app.drawing.world import world_drawing
from app.panels.requests import ReadScene
from app.scene import Scene
from app.scene_file import open_files
from app.state import FileDialog

AT_ONCE = 0.3  # seconds that a frame waits: most scenes are there before anybody has read that they are being read


class Reading:
    """The files that are wanted, being read; `announce` is called by another thread when that is over."""

    def __init__(
        self, wanted: ReadScene, before: Scene, announce: Callable[[], None], dialog: FileDialog | None = None
    ) -> None:
        """`before` is the scene that was open when it began, `dialog` the one in which the files were chosen."""
        self.wanted, self.before, self.dialog = wanted, before, dialog
        self._announce = announce
        self._found: Scene | Demo | None = None
        self._fault: Exception | None = None
        self._over = Event()
        Thread(target=self._read, name="reading", daemon=True).start()

    def wait(self, seconds: float | None) -> bool:
        """Whether it is over, after waiting so long at most; None: as long as it takes."""
        return self._over.wait(seconds)

    def found(self) -> Scene | Demo:
        """What was read, when it is over.  Raises what went wrong: `ValueError` where a file is at fault."""
        if self._fault is not None:
            raise self._fault
        assert self._found is not None
        return self._found

    @property
    def names(self) -> str:
        return " and ".join(Path(path).name for path in self.wanted.paths)

    def _read(self) -> None:
        try:
            self._found = _found(self.wanted.paths)
        except Exception as fault:  # raised where the scene is asked for
            self._fault = fault
        self._over.set()
        self._announce()


def _found(paths: tuple[str, ...]) -> Scene | Demo:
    if len(paths) == 1 and is_demo_file(paths[0]):
        return read_demo(paths[0])
    scene = open_files(paths)
    state = initial_state(scene)
    world_drawing(state)
    difference_drawing(state)
    return scene
