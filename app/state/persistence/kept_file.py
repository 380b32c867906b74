"""Opens files in the settings and journal folders, and moves unusable ones aside.

Such a folder may hold anything: files truncated by a full disk, edited by hand or owned by another user, pipes,
folders.  None of it may prevent or delay startup.
"""

import os
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import BinaryIO

DAMAGED = "damaged"  # the subfolder that unusable files are moved to


class UnusableFile(Exception):
    """A file that cannot be used; the message is a short reason."""


def open_user_file(path: Path, most_bytes: int) -> BinaryIO:
    """Opens a regular file for reading, without blocking.  Raises `FileNotFoundError` and `Unsuitable`."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # opening a device can have side effects
            raise UnusableFile("not a regular file")
        file = _open(path)
    except FileNotFoundError:
        if path.is_symlink():
            raise UnusableFile("a broken link") from None
        raise
    except (OSError, ValueError) as fault:
        raise UnusableFile(f"cannot be read: {_reason(fault)}") from None
    status = os.fstat(file.fileno())
    if stat.S_ISREG(status.st_mode) and status.st_size <= most_bytes:
        return file
    file.close()
    raise UnusableFile(f"must be a file of at most {most_bytes / 1e6:g} MB")


def _open(path: Path) -> BinaryIO:
    """Opens for reading and writing, which locking requires on some systems; if that is denied, for reading."""
    flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        return os.fdopen(os.open(path, os.O_RDWR | flags), "rb")
    except FileNotFoundError:
        raise
    except OSError:
        return os.fdopen(os.open(path, os.O_RDONLY | flags), "rb")


def move_aside(path: Path) -> Path:
    """Moves a file or folder into the subfolder `damaged` and returns its new path.  Raises `OSError`."""
    folder = path.parent / DAMAGED
    try:
        folder.mkdir(exist_ok=True)
        return _move(path, (folder / name for name in _names(path.name)))
    except OSError:  # for example if a file has that name
        return _move(path, (path.with_name(name) for name in _names(f"{path.name}.{DAMAGED}")))


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}.{number}" for number in count(2))


def _move(path: Path, targets: Iterator[Path]) -> Path:
    target = next(target for target in targets if not os.path.lexists(target))
    path.rename(target)
    return target


def move_aside_message(path: Path, why: str) -> str:
    """Moves the file aside; returns a message with the reason `why` and the new path, or the error."""
    try:
        return f"{path}: {why}. Moved to {move_aside(path)}."
    except OSError as fault:
        return f"{path}: {why}. Cannot be moved aside: {_reason(fault)}."


def _reason(fault: Exception) -> str:
    return getattr(fault, "strerror", None) or str(fault)
