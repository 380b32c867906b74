"""Reads input files: only regular files of limited size, so that reading neither blocks nor exhausts memory."""

import stat
from pathlib import Path

from gjkscope.engine.cancellation import checkpoint

# Pipes passed by a shell, as in `gjkscope query <(make-scene)`, are allowed: they have a writer, so they do not block.
INHERITED = ("/dev/stdin", "/dev/fd/", "/proc/self/fd/")

PART = 1 << 20  # bytes read between two checks for cancellation

_SPECIAL = {
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


class InputError(ValueError):
    """A file that cannot be read; the message is one line, without the file name."""


def read_input(path: Path, most_bytes: int) -> bytes:
    """Reads a file.  Raises `InputError`."""
    try:
        special = _SPECIAL.get(stat.S_IFMT(path.stat().st_mode))
        if special and not str(path).startswith(INHERITED):
            raise InputError(f"must be a regular file, is {special}")
        data = _read(path, most_bytes + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a path with a NUL
        raise error if isinstance(error, InputError) else InputError(f"cannot be read: {error}") from None
    if len(data) > most_bytes:
        raise InputError(f"must not be larger than {most_bytes // 1_000_000} MB")
    return data


def _read(path: Path, most_bytes: int) -> bytes:
    """Reads in parts, so that reading from a slow disk or a network can be cancelled."""
    parts, left = [], most_bytes
    with path.open("rb") as file:
        while left and (part := file.read(min(left, PART))):
            checkpoint()
            parts.append(part)
            left -= len(part)
    return b"".join(parts)
