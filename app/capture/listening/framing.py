"""Splits the bytes of a stream into complete records, whatever pieces they arrive in, with bounded memory."""

from collections.abc import Container
from typing import NamedTuple

from gjkscope.app.capture.layout import FILE_HEADER, MAGIC, PAIR_TYPES, RECORD_HEADER, TIME, RecordType
from gjkscope.app.capture.records import CaptureError, RecordRun, first_record, runs_from

MOST_SHAPE_BYTES = 64 << 20  # of one connection: the header for C keeps 8 MiB


class RecordChunk(NamedTuple):
    """Complete records that arrived together."""

    data: bytes
    runs: list[RecordRun]
    offset: int  # of the data in the stream, bytes
    first: int  # number of its first pair in the stream, from 0
    pairs: int
    sent: int | None  # when its first pair was sent, microseconds since 1970; None: not said

    def only(self, types: Container[int]) -> "RecordChunk":
        """The records of these types, which are no pairs."""
        kept = [run for run in self.runs if run.type in types]
        data = b"".join(self.data[run.begin : run.begin + run.size * run.repetitions] for run in kept)
        return self._replace(data=data, runs=runs_from(data, 0).runs, pairs=0, sent=None)


class StreamFraming:
    """The state of a connection."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._wanted = FILE_HEADER.size  # bytes without which nothing can be done
        self._offset = 0  # of the rest in the stream
        self._pairs = 0
        self._shape_bytes = 0
        self._sent: int | None = None
        self.has_begun = False  # whether the header was accepted
        self.is_over = False  # whether the record that ends a stream was read

    @property
    def unfinished(self) -> int:
        """Bytes of an incomplete record."""
        return len(self._rest)

    def feed(self, data: bytes) -> RecordChunk | None:
        """Adds bytes; returns the records that are complete now.  Raises `CaptureError`."""
        self._rest += data
        if not self.has_begun:
            self._read_header()
        if not self.has_begun or self.is_over or len(self._rest) < self._wanted:
            return None
        whole = bytes(self._rest)
        try:
            found = runs_from(whole, 0)
        except CaptureError as fault:
            raise fault.moved(self._offset) from None
        chunk = self._chunk(whole[: found.end], found.runs) if found.runs else None
        del self._rest[: found.end]
        self._offset += found.end
        self._wanted = max(found.wanted, RECORD_HEADER.size)
        self.is_over = found.is_over
        return chunk

    def _read_header(self) -> None:
        """Accepts a header as soon as it is complete, and rejects other bytes at once."""
        begin = bytes(self._rest[: FILE_HEADER.size])
        if len(begin) < FILE_HEADER.size and _may_begin(begin):
            return
        size = first_record(begin)
        self._wanted = size + RECORD_HEADER.size
        if len(self._rest) >= size:
            self.has_begun = True
            del self._rest[:size]
            self._offset, self._wanted = size, RECORD_HEADER.size

    def _chunk(self, data: bytes, runs: list[RecordRun]) -> RecordChunk:
        sent, pairs = self._sent, 0
        for run in runs:
            if run.type == RecordType.TIME and run.size >= RECORD_HEADER.size + TIME.size:
                [self._sent] = TIME.unpack_from(data, run.begin + run.size * (run.repetitions - 1) + RECORD_HEADER.size)
            elif run.type in PAIR_TYPES:
                sent = sent if pairs else self._sent
                pairs += run.repetitions
            elif run.type == RecordType.SHAPE:
                self._count_shapes(run)
        chunk = RecordChunk(data, runs, self._offset, self._pairs, pairs, sent)
        self._pairs += pairs
        return chunk

    def _count_shapes(self, run: RecordRun) -> None:
        self._shape_bytes += run.size * run.repetitions
        if self._shape_bytes > MOST_SHAPE_BYTES:
            at = self._offset + run.begin
            raise CaptureError(f"byte {at}: the shapes of a stream have at most {MOST_SHAPE_BYTES} bytes")


def _may_begin(part: bytes) -> bool:
    """Whether a header may begin with these bytes."""
    return MAGIC.startswith(part[: len(MAGIC)])
