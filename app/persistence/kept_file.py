"""Files in the user's own folders: read whatever stands there, and moved aside where it cannot be used.

Such a folder may hold anything: files cut short by a full disk, edited by hand, of another user, pipes, folders.  None
of it may keep the application from starting, or make it wait.
"""

import os
import stat
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import BinaryIO

DAMAGED = "damaged"  # the folder, beside a file, that it is moved to


class Unsuitable(Exception):
    """Why a file cannot be used, in a few words."""


def open_kept(path: Path, most_bytes: int) -> BinaryIO:
    """Opens a regular file for reading, without waiting for anybody.  Raises `FileNotFoundError` and `Unsuitable`."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # to open a device can have effects
            raise Unsuitable("not a regular file")
        file = _opened(path)
    except FileNotFoundError:
        if path.is_symlink():
            raise Unsuitable("a link that leads nowhere") from None
        raise
    except (OSError, ValueError) as fault:
        raise Unsuitable(f"cannot be read: {_reason(fault)}") from None
    found = os.fstat(file.fileno())
    if stat.S_ISREG(found.st_mode) and found.st_size <= most_bytes:
        return file
    file.close()
    raise Unsuitable(f"must be a file of at most {most_bytes / 1e6:g} MB")


def _opened(path: Path) -> BinaryIO:
    """For reading and writing, which some systems want for a lock; where that is not allowed, for reading."""
    flags = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        return os.fdopen(os.open(path, os.O_RDWR | flags), "rb")
    except FileNotFoundError:
        raise
    except OSError:
        return os.fdopen(os.open(path, os.O_RDONLY | flags), "rb")


def move_aside(path: Path) -> Path:
    """Moves a file, or whatever stands there, into the folder `damaged` beside it; its new path.  Raises `OSError`."""
    folder = path.parent / DAMAGED
    try:
        folder.mkdir(exist_ok=True)
        return _moved(path, (folder / name for name in _names(path.name)))
    except OSError:  # something else is called so
        return _moved(path, (path.with_name(name) for name in _names(f"{path.name}.{DAMAGED}")))


def _names(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}.{number}" for number in count(2))


def _moved(path: Path, targets: Iterator[Path]) -> Path:
    target = next(target for target in targets if not os.path.lexists(target))
    path.rename(target)
    return target


def set_aside(path: Path, why: str) -> str:
    """Moves it aside, and tells so or why that is not possible, in one sentence."""
    try:
        return f"{path}: {why}. It was moved to {move_aside(path)}."
    except OSError as fault:
        return f"{path}: {why}. It cannot be moved aside: {_reason(fault)}."


def _reason(fault: Exception) -> str:
    return getattr(fault, "strerror", None) or str(fault)
