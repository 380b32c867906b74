"""Splits the bytes of a stream, which may arrive in any pieces, into complete records with bounded memory."""

from collections.abc import Container
from typing import NamedTuple

from gjkscope.app.bring.capture.layout import FILE_HEADER, MAGIC, PAIR_TYPES, RECORD_HEADER, TIME, RecordType
from gjkscope.app.bring.capture.records import CaptureError, RecordRun, first_record, runs_from

MOST_SHAPE_BYTES = 64 << 20  # of one connection: the header for C keeps 8 MiB
MOST_HELD_BYTES = 4 << 20  # of iterations whose pair has not arrived: those of a pair take at most 0.4 MB


class RecordChunk(NamedTuple):
    """Complete records that arrived together; iterations are in the chunk of their pair."""

    data: bytes
    runs: list[RecordRun]
    offset: int  # of the data in the stream, bytes
    first: int  # number of its first pair in the stream, from 0
    pairs: int
    sent: int | None  # when its first pair was sent, microseconds since 1970; None: unknown

    def only(self, types: Container[int]) -> "RecordChunk":
        """The records of these types, which are not pairs."""
        kept = [run for run in self.runs if run.type in types]
        data = b"".join(self.data[run.begin : run.begin + run.size * run.repetitions] for run in kept)
        return self._replace(data=data, runs=runs_from(data, 0).runs, pairs=0, sent=None)


class StreamFraming:
    """The state of a connection."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._wanted = FILE_HEADER.size  # bytes needed before anything can be decoded
        self._held = 0  # bytes of the rest that are iterations without their pair
        self._offset = 0  # of the rest in the stream
        self._pairs = 0
        self._shape_bytes = 0
        self._sent: int | None = None
        self.has_begun = False  # whether the header was accepted
        self.is_over = False  # whether the record that ends a stream was read

    @property
    def unfinished(self) -> int:
        """Bytes of an incomplete record."""
        return len(self._rest) - self._held

    def feed(self, data: bytes) -> RecordChunk | None:
        """Adds bytes; returns the records that are complete now.  Raises `CaptureError`."""
        self._rest += data
        if not self.has_begun:
            self._read_header()
        if not self.has_begun or self.is_over or len(self._rest) < self._wanted:
            return None
        whole = bytes(self._rest)
        try:
            scan = runs_from(whole, 0)
        except CaptureError as fault:
            raise fault.moved(self._offset) from None
        runs, end = _without_waiting_iterations(scan.runs, scan.end)
        chunk = self._chunk(whole[:end], runs) if runs else None
        del self._rest[:end]
        self._offset += end
        self._held = scan.end - end
        self._wanted = self._held + max(scan.wanted, RECORD_HEADER.size)
        self.is_over = scan.is_over
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


def _without_waiting_iterations(runs: list[RecordRun], end: int) -> tuple[list[RecordRun], int]:
    """The runs without the iterations of a pair that has not arrived, and the byte after them.

    Iterations that are too many for a pair are passed on: none follows, or readers leave them out.
    """
    pair = max((i for i, run in enumerate(runs) if run.type in PAIR_TYPES), default=-1)
    first = next((i for i in range(pair + 1, len(runs)) if runs[i].type == RecordType.ITERATION), len(runs))
    begin = runs[first].begin if first < len(runs) else end
    return (runs, end) if end - begin > MOST_HELD_BYTES else (runs[:first], begin)


def _may_begin(part: bytes) -> bool:
    """Whether a header may begin with these bytes."""
    return MAGIC.startswith(part[: len(MAGIC)])
