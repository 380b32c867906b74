"""Watches the file of the open demo, so that the window follows changes made in a text editor."""

from collections.abc import Callable
from os import stat_result
from pathlib import Path
from threading import Event, Lock, Thread

from gjkscope.app.state.model import Demo
from gjkscope.app.teach.demos.file import DemoError, read_demo

LOOK_SECONDS = 0.4  # between two looks at the file

Stamp = tuple[int, int]  # time of the last change, ns, and size


class DemoFileWatch:
    """Reads the demo at `path` again whenever its contents change; `known` is the demo as it was last read.

    `start` looks from a separate thread, which calls `wake` when there is something to `take`; without it, call `look`.
    The file is read once it is unchanged between two looks, as editors write in several steps.
    """

    def __init__(self, path: str, known: Demo) -> None:
        self.path = path
        self.known = known
        self.has_others = False  # the file has changes that the window does not show: saving asks for another name
        self.is_broken = False  # the file has an error, which was reported
        self._stamp = self._read_stamp = self._found_stamp()
        self._contents = self._bytes()
        self._found: Demo | DemoError | None = None
        self._lock, self._over = Lock(), Event()

    def start(self, wake: Callable[[], None]) -> None:
        Thread(target=self._run, args=(wake,), name="demo file", daemon=True).start()

    def end(self) -> None:
        self._over.set()

    def take(self) -> Demo | DemoError | None:
        """The contents of the changed file, returned once: a demo, or the error in it."""
        with self._lock:
            contents, self._found = self._found, None
        return contents

    def note_saved(self, demo: Demo) -> None:
        """Call after the window has saved `demo` in the file, which is not a change to report."""
        self._read_stamp, self._contents = self._found_stamp(), self._bytes()
        self.known, self.has_others, self.is_broken = demo, False, False
        self.take()

    def look(self) -> bool:
        """Reads the file if it has changed and settled; returns whether there is something to take."""
        stamp, before = self._found_stamp(), self._stamp
        self._stamp = stamp
        if stamp is None or stamp != before or stamp == self._read_stamp:
            return False
        self._read_stamp, contents = stamp, self._bytes()
        if contents is None or contents == self._contents:
            return False
        self._contents = contents
        try:
            demo: Demo | DemoError = read_demo(self.path)
        except DemoError as fault:
            demo = fault
        with self._lock:
            self._found = demo
        return True

    def _run(self, wake: Callable[[], None]) -> None:
        while not self._over.wait(LOOK_SECONDS):
            if self.look() and not self._over.is_set():
                wake()

    def _found_stamp(self) -> Stamp | None:
        """None while there is no such file, for example while an editor replaces it."""
        try:
            status: stat_result = Path(self.path).stat()
        except OSError:
            return None
        return status.st_mtime_ns, status.st_size

    def _bytes(self) -> bytes | None:
        try:
            return Path(self.path).read_bytes()
        except OSError:
            return None
