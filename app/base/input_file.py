"""Reads input files: only regular files of limited size, so that reading neither blocks nor exhausts memory."""

import codecs
import stat
import sys
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


STANDARD_INPUT = "standard input"  # its name in errors

# Byte order marks: PowerShell writes UTF-16, and some editors mark UTF-8.
_MARKS = {codecs.BOM_UTF8: "utf-8-sig", codecs.BOM_UTF16_LE: "utf-16", codecs.BOM_UTF16_BE: "utf-16"}


def read_standard_input(most_bytes: int) -> bytes:
    """Reads standard input to its end.  Raises `InputError`."""
    if sys.stdin is None:
        raise InputError("is closed")
    parts, left = [], most_bytes + 1
    try:
        while left and (part := sys.stdin.buffer.read(min(left, PART))):
            parts.append(part)
            left -= len(part)
    except (OSError, ValueError) as error:  # a closed file is a ValueError
        raise InputError(f"cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if not left:
        raise InputError(f"must not be larger than {most_bytes // 1_000_000} MB")
    return b"".join(parts)


def decode_text(data: bytes) -> str:
    """The text of a file, in UTF-8, or in UTF-16 with a byte order mark.  Raises `InputError` with the position."""
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise InputError(
            f"line {line}, byte {column}: {data[error.start]:#04x} is not text: must be UTF-8; is this a binary file?"
        ) from None
