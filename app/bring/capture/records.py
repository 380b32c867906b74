"""Splits the bytes of a capture into records, in bulk: a million pairs of the same layout are one array."""

import re
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.bring.capture.layout import (
    ALIGNMENT,
    FILE_HEADER,
    LARGEST_HEADER,
    LARGEST_RECORD,
    MAGIC,
    MAJOR,
    RECORD_HEADER,
    RecordType,
)

FIRST_WINDOW = 64  # records compared at once at first; four times as many in each later round


class CaptureError(ValueError):
    """A file that is not a capture; the message is one line, without the file name."""

    @property
    def byte(self) -> int:
        """The byte of the fault; 0 if the message does not name it."""
        match = _BYTE.match(str(self))
        return int(match[1]) if match else 0

    def moved(self, offset: int) -> "CaptureError":
        """The same fault, with its byte in the stream of which these bytes are a part."""
        return CaptureError(_BYTE.sub(lambda match: f"byte {int(match[1]) + offset}", str(self)))


_BYTE = re.compile("^byte ([0-9]+)")


class RecordRun(NamedTuple):
    """Consecutive records of the same type and length."""

    type: int
    begin: int  # byte of the first header
    size: int  # bytes of a record, with its header
    repetitions: int

    def contents(self, data: bytes) -> Iterator[tuple[int, bytes]]:
        """The byte at which each record begins, and its contents."""
        for begin in range(self.begin, self.begin + self.repetitions * self.size, self.size):
            yield begin, data[begin + RECORD_HEADER.size : begin + self.size]


def record_runs(data: bytes) -> tuple[list[RecordRun], int]:
    """All complete records, and the number of bytes of an incomplete one at the end.  Raises `CaptureError`."""
    scan = runs_from(data, first_record(data))
    return scan.runs, 0 if scan.is_over else len(data) - scan.end


class FoundRuns(NamedTuple):
    """The complete records in some bytes."""

    runs: list[RecordRun]
    end: int  # the byte after them
    wanted: int  # bytes of the incomplete record there, 0 if not even its header is there
    is_over: bool  # whether a record of type 0 was found: nothing follows


def runs_from(data: bytes, at: int) -> FoundRuns:
    """The complete records from byte `at`.  Raises `CaptureError`."""
    runs: list[RecordRun] = []
    wanted = 0
    while len(data) - at >= RECORD_HEADER.size:
        kind, length = RECORD_HEADER.unpack_from(data, at)
        if kind == RecordType.END and length == 0:
            return FoundRuns(runs, at, 0, is_over=True)
        if length % ALIGNMENT or length > LARGEST_RECORD:
            most = f"a multiple of {ALIGNMENT}, at most {LARGEST_RECORD}"
            raise CaptureError(f"byte {at + 4}: the length of a record must be {most}, got {length}")
        size = RECORD_HEADER.size + length
        if at + size > len(data):
            wanted = size
            break
        runs.append(RecordRun(kind, at, size, _repetitions(data, at, size)))
        at += size * runs[-1].repetitions
    return FoundRuns(runs, at, wanted, is_over=False)


def first_record(data: bytes) -> int:
    """The byte of the first record, after a valid header.  Raises `CaptureError`."""
    if not data.startswith(MAGIC):
        raise CaptureError(f"byte 0: a .gjkcap file must begin with {MAGIC!r}, got {data[: len(MAGIC)]!r}")
    if len(data) < FILE_HEADER.size:
        raise CaptureError(f"byte {len(data)}: the file ends inside its header of {FILE_HEADER.size} bytes")
    _, major, minor, size = FILE_HEADER.unpack_from(data)
    if major != MAJOR:
        raise CaptureError(f"byte 8: version {major}.{minor}: this gjkscope reads version {MAJOR}")
    if size % ALIGNMENT or not FILE_HEADER.size <= size <= LARGEST_HEADER:
        sizes = f"a multiple of {ALIGNMENT} from {FILE_HEADER.size} to {LARGEST_HEADER}"
        raise CaptureError(f"byte 12: the size of the header must be {sizes}, got {size}")
    return int(size)


def _repetitions(data: bytes, at: int, size: int) -> int:
    """The number of consecutive complete records with the same header, including the first."""
    fit = (len(data) - at) // size
    heads: npt.NDArray[np.uint64] = np.ndarray((fit,), "<u8", data, at, (size,))
    done, window = 1, FIRST_WINDOW
    while done < fit and heads[done] == heads[0]:
        others = np.flatnonzero(heads[done : done + window] != heads[0])
        if len(others):
            return done + int(others[0])
        done, window = min(done + window, fit), 4 * window
    return done
