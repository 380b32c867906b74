"""Journal files: one per process, and those left behind by processes that crashed.

A process locks its journal while it runs; the system releases the lock however the process ends.  A journal without a
lock therefore holds unsaved changes of a crashed process.
"""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from time import time
from typing import BinaryIO, Protocol

from gjkscope.app.base.folders import data_folder
from gjkscope.app.state.actions import Action, OpenScene, RestoreJournal
from gjkscope.app.state.model import State
from gjkscope.app.state.persistence.journal import Journal, JournalError, JournalWriter, read_journal, touches_document
from gjkscope.app.state.persistence.kept_file import UnusableFile, move_aside, move_aside_message, open_user_file

SUFFIX = ".jsonl"
MOST_BYTES = 200_000_000  # as for scene files
PAUSE = 0.4  # seconds before actions are written; the frames that follow an event last longer than that


def journal_folder() -> Path:
    """Where the journals of running and ended processes are."""
    return data_folder() / "journals"


class JournalFile:
    """Writes the journal of this process.  `fault` is the current write error, to be shown to the user, or None."""

    def __init__(self, folder: Path, clock: Callable[[], float] = time) -> None:
        self._folder = folder
        self._clock = clock
        self._began = int(clock() * 1000)
        self._count = 0  # of the journals set aside
        self._path = self._new_path()
        self._file: BinaryIO | None = None
        self._record: JournalWriter | None = None
        self._waiting_since = 0.0
        self._waits = False
        self._unwritten = b""  # after a write error: retried with the next change
        self.fault: str | None = None

    def _new_path(self) -> Path:
        """The path of this journal; those set aside before it have others."""
        number = f"-{self._count}" if self._count else ""
        return self._folder / f"{os.getpid()}-{self._began}{number}{SUFFIX}"

    def follow(self, before: State, action: Action, after: State) -> None:
        """Records an action that led from `before` to `after`."""
        if after.file.saved is not before.file.saved:
            self.end()
        if not touches_document(before, after):
            return
        if (
            after.modified or after.gesture.drags or after.gesture.pull is not None
        ):  # the start of a drag belongs to the change
            self._note(action, before, after)
        else:
            self.end()

    def flush(self, state: State, at_once: bool = False) -> None:
        """Writes pending actions after `PAUSE`, or `at_once`, if there are unsaved changes."""
        if self._record is None or not self._waits or not state.modified:
            return
        if at_once or self._clock() - self._waiting_since >= PAUSE:
            self._waits = False
            self._unwritten += self._record.lines(state).encode()
            self._append()

    def set_aside(self, state: State) -> "OrphanedJournal | None":
        """Ends the journal with the unsaved changes of `state`, to be restored later, and begins another.

        None if they could not be written.
        """
        if self._record is None:
            return None
        self._waits = True
        self.flush(state, at_once=True)
        file, path = self._file, self._path
        if file is None or self.fault is not None:
            return None
        contents = read_journal(path.read_text(encoding="utf-8"))
        self._record, self._file = None, None
        self._count += 1
        self._path = self._new_path()
        return OrphanedJournal(path, file, contents)

    def end(self) -> None:
        """Deletes the journal: there are no unsaved changes."""
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
            self._record = JournalWriter(OpenScene(saved, after.file.path), known, self._clock())
        self._record.note(action)
        if not self._waits:
            self._waits, self._waiting_since = True, self._clock()

    def _append(self) -> None:
        try:
            if self._file is None:
                self._file = self._open_file()
            self._unwritten = self._unwritten[self._file.write(self._unwritten) :]
            if self._unwritten:
                raise OSError("only partly written")
            self.fault = None
        except OSError as fault:
            self._fail(fault)

    def _open_file(self) -> BinaryIO:
        self._folder.mkdir(parents=True, exist_ok=True)
        file = self._path.open("ab", buffering=0)
        try:
            lock(file)
        except OSError:
            file.close()
            raise
        return file

    def _fail(self, fault: OSError) -> None:
        self.fault = f"Crash recovery does not work. {self._path}: {fault.strerror or fault}"


class KeptJournal(Protocol):
    """Unsaved changes that can be restored."""

    contents: Journal

    def delete(self) -> None: ...

    def release(self) -> None: ...


class MemoryJournal:
    """Unsaved changes of this process that could not be written to a file."""

    def __init__(self, contents: Journal) -> None:
        self.contents = contents

    def delete(self) -> None:
        pass

    def release(self) -> None:
        pass


def kept_in_memory(state: State) -> MemoryJournal:
    """The unsaved changes of `state`, to be restored in this process."""
    saved = state.file.saved or state.authored_scene
    restored = RestoreJournal(state.authored_scene, state.document.pair)
    return MemoryJournal(Journal(time(), OpenScene(saved, state.file.path), (restored,)))


class OrphanedJournal:
    """A journal left behind by a crash, or set aside, locked so that no other process offers it as well."""

    def __init__(self, path: Path, file: BinaryIO, contents: Journal) -> None:
        self.path = path
        self._file = file
        self.contents = contents

    def delete(self) -> None:
        """Deletes the journal; moves it aside if it is damaged, as it may hold more data.  Raises `OSError`."""
        if self.contents.damage is None:
            self.path.unlink(missing_ok=True)
        else:
            move_aside(self.path)
        self._file.close()

    def release(self) -> None:
        """Releases the journal, so that the next run offers it again."""
        self._file.close()


def orphaned_journals(folder: Path, complain: Callable[[str], None] = lambda fault: None) -> list[OrphanedJournal]:
    """Journals that no running process has locked, newest first.  Deletes those without changes.

    Unreadable files are moved aside, and `complain` is called with a sentence about each.
    """
    orphans = [
        journal for path in _journals(folder, complain) if (journal := _orphaned_journal(path, complain)) is not None
    ]
    return sorted(orphans, key=lambda journal: -journal.contents.began)


def _journals(folder: Path, complain: Callable[[str], None]) -> list[Path]:
    try:
        return sorted(Path(entry) for entry in os.scandir(folder) if entry.name.endswith(SUFFIX))
    except FileNotFoundError:
        return []
    except OSError as fault:
        complain(f"{folder}: cannot be read: {fault.strerror or fault}.")
        return []


def _orphaned_journal(path: Path, complain: Callable[[str], None]) -> OrphanedJournal | None:
    try:
        file = open_user_file(path, MOST_BYTES)
    except FileNotFoundError:  # another process has just deleted it
        return None
    except UnusableFile as fault:
        complain(move_aside_message(path, str(fault)))
        return None
    try:
        lock(file)
    except OSError:  # locked by a running process
        file.close()
        return None
    journal = _read_locked(path, file, complain)
    if journal is None:
        file.close()
    return journal


def _read_locked(path: Path, file: BinaryIO, complain: Callable[[str], None]) -> OrphanedJournal | None:
    """Reads the journal from a locked file."""
    try:
        data = file.read()
        if not data:  # another process has just created it
            return None
        contents = read_journal(data.decode("utf-8", errors="replace"))
        if contents.damage is None and not contents.actions:
            path.unlink(missing_ok=True)
            return None
    except (OSError, MemoryError, JournalError) as fault:
        complain(move_aside_message(path, str(fault)))
        return None
    if not contents.actions:
        complain(move_aside_message(path, str(contents.damage)))
        return None
    if contents.damage is not None:
        complain(f"{path}: {contents.damage}. The changes before that can be restored.")
    return OrphanedJournal(path, file, contents)


if sys.platform == "win32":
    import msvcrt

    def lock(file: BinaryIO) -> None:
        """Locks the file for this process.  Raises `OSError` if another process has locked it."""
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
else:
    import fcntl

    def lock(file: BinaryIO) -> None:
        """Locks the file for this process.  Raises `OSError` if another process has locked it."""
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
