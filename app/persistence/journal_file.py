"""Journals in the user's own folder: one for each process, and those that a process left behind when it ended.

A process holds a lock on its journal for as long as it lives; the system lets go of it however the process ends.  A
journal without a lock is one that nobody could save any more.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import BinaryIO

import pyglet.resource

from gjkscope.app.actions import Action, OpenScene
from gjkscope.app.model import State
from gjkscope.app.persistence.journal import Journal, JournalFault, Record, read_journal, touches_document
from gjkscope.app.persistence.kept_file import Unsuitable, move_aside, open_kept, set_aside

SUFFIX = ".jsonl"
MOST_BYTES = 200_000_000  # as for scene files
PAUSE = 0.4  # seconds that actions may wait for the file; the frames after an event end later than that


def journal_folder() -> Path:
    """Where this system keeps the data of programs; on Linux $XDG_DATA_HOME or ~/.local/share."""
    return Path(pyglet.resource.get_data_path("gjkscope")) / "journals"


class JournalFile:
    """Follows the states of one process.  `fault` says, for the user to be told, why it cannot be written now."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time) -> None:
        self._folder = folder
        self._clock = clock
        self._path = folder / f"{os.getpid()}-{int(clock() * 1000)}{SUFFIX}"
        self._file: BinaryIO | None = None
        self._record: Record | None = None
        self._waiting_since = 0.0
        self._waits = False
        self._unwritten = b""  # what could not be written: tried again with the next change
        self.fault: str | None = None

    def follow(self, before: State, action: Action, after: State) -> None:
        """An action was performed."""
        if after.file.saved is not before.file.saved:
            self.end()
        if not touches_document(before, after):
            return
        if (
            after.modified or after.gesture.drag is not None or after.gesture.pull is not None
        ):  # how a drag began belongs to it
            self._note(action, before, after)
        else:
            self.end()

    def flush(self, state: State, at_once: bool = False) -> None:
        """Writes what waits, if it has waited long enough, and there is something to lose."""
        if self._record is None or not self._waits or not state.modified:
            return
        if at_once or self._clock() - self._waiting_since >= PAUSE:
            self._waits = False
            self._unwritten += self._record.lines(state).encode()
            self._append()

    def end(self) -> None:
        """There is nothing to lose any more."""
        self._record, self._waits, self._unwritten = None, False, b""
        if self._file is None:
            return
        self._file.close()
        self._file = None
        try:
            self._path.unlink(missing_ok=True)
        except OSError as fault:
            self._fail(fault)

    def _note(self, action: Action, before: State, after: State) -> None:
        if self._record is None:
            saved = after.file.saved or before.authored_scene
            known = before if before.file.saved is after.file.saved else after
            self._record = Record(OpenScene(saved, after.file.path), known, self._clock())
        self._record.note(action)
        if not self._waits:
            self._waits, self._waiting_since = True, self._clock()

    def _append(self) -> None:
        try:
            if self._file is None:
                self._file = self._opened()
            self._unwritten = self._unwritten[self._file.write(self._unwritten) :]
            if self._unwritten:
                raise OSError("only a part of it could be written")
            self.fault = None
        except OSError as fault:
            self._fail(fault)

    def _opened(self) -> BinaryIO:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._path.open("ab", buffering=0)
        try:
            lock(file)
        except OSError:
            file.close()
            raise
        return file

    def _fail(self, fault: OSError) -> None:
        self.fault = f"Changes cannot be kept for the case of a crash. {self._path}: {fault.strerror or fault}"


class LeftJournal:
    """A journal that a process left behind, held so that no other process offers it too."""

    def __init__(self, path: Path, file: BinaryIO, contents: Journal) -> None:
        self.path = path
        self._file = file
        self.contents = contents

    def forget(self) -> None:
        """Removes it; one that is damaged is moved aside, as it may hold more than could be read.  Raises `OSError`."""
        if self.contents.damage is None:
            self.path.unlink(missing_ok=True)
        else:
            move_aside(self.path)
        self._file.close()

    def leave(self) -> None:
        """For another time."""
        self._file.close()


def left_journals(folder: Path, complain: Callable[[str], None] = lambda fault: None) -> list[LeftJournal]:
    """Those that no living process holds, the newest first; one without a change is removed.

    What cannot be read is moved aside; `complain` is called with a sentence about each.
    """
    found = [left for path in _journals(folder, complain) if (left := _left(path, complain)) is not None]
    return sorted(found, key=lambda left: -left.contents.began)


def _journals(folder: Path, complain: Callable[[str], None]) -> list[Path]:
    try:
        return sorted(Path(entry) for entry in os.scandir(folder) if entry.name.endswith(SUFFIX))
    except FileNotFoundError:
        return []
    except OSError as fault:
        complain(f"{folder}: cannot be read: {fault.strerror or fault}.")
        return []


def _left(path: Path, complain: Callable[[str], None]) -> LeftJournal | None:
    try:
        file = open_kept(path, MOST_BYTES)
    except FileNotFoundError:  # another process has just dealt with it
        return None
    except Unsuitable as fault:
        complain(set_aside(path, str(fault)))
        return None
    try:
        lock(file)
    except OSError:  # a living process holds it
        file.close()
        return None
    left = _held(path, file, complain)
    if left is None:
        file.close()
    return left


def _held(path: Path, file: BinaryIO, complain: Callable[[str], None]) -> LeftJournal | None:
    """The journal in a file that is locked."""
    try:
        data = file.read()
        if not data:  # another process is just about to begin it
            return None
        contents = read_journal(data.decode("utf-8", errors="replace"))
        if contents.damage is None and not contents.actions:
            path.unlink(missing_ok=True)
            return None
    except (OSError, MemoryError, JournalFault) as fault:
        complain(set_aside(path, str(fault)))
        return None
    if not contents.actions:
        complain(set_aside(path, str(contents.damage)))
        return None
    if contents.damage is not None:
        complain(f"{path}: {contents.damage}. What stands before can be brought back.")
    return LeftJournal(path, file, contents)


if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        """Locks the file for this process.  Raises `OSError` when another one has it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Locks the file for this process.  Raises `OSError` when another one has it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
