"""Judges the pairs of a stream, block by block, as they arrive."""

from bisect import bisect_right
from itertools import accumulate
from time import time_ns
from typing import NamedTuple

import numpy as np

from gjkscope.app.ask.solvers.pair_block import Integers
from gjkscope.app.ask.solvers.tolerance import Tolerance
from gjkscope.app.bring.capture.listening.listener import TakenRecords
from gjkscope.app.bring.capture.reader import UNKNOWN_WRITER, Capture, CapturedShapes, read_records
from gjkscope.app.bring.capture.records import CaptureError, runs_from
from gjkscope.app.judge.captures.scanning import ScanResult, scan_briefly

BUDGET = 0.1  # seconds for the suspects of a block: an engine that is always wrong must not stop the stream


class LiveBlock(NamedTuple):
    """Pairs that arrived together, numbered as in the stream, even if earlier pairs were dropped."""

    capture: Capture
    sent: int | None  # when the first of them was sent, microseconds since 1970

    @property
    def age(self) -> float | None:
        """Seconds since they were sent; None if unknown."""
        return None if self.sent is None else max(time_ns() // 1000 - self.sent, 0) / 1e6


class LiveReader:
    """Reads the blocks of one connection."""

    def __init__(self) -> None:
        self._table = CapturedShapes()
        self.by = UNKNOWN_WRITER

    def read(self, taken: TakenRecords) -> LiveBlock:
        """The pairs in some records.  Raises `CaptureError`."""
        data = b"".join(chunk.data for chunk in taken.chunks)
        try:
            capture = read_records(data, runs_from(data, 0).runs, self._table)
        except CaptureError as fault:
            raise _move(fault, taken) from None
        if capture.by != UNKNOWN_WRITER:
            self.by = capture.by
        numbers = np.concatenate([np.arange(chunk.first, chunk.first + chunk.pairs) for chunk in taken.chunks])
        return LiveBlock(self._renumber(capture, numbers), next((c.sent for c in taken.chunks if c.pairs), None))

    def _renumber(self, capture: Capture, numbers: Integers) -> Capture:
        return capture._replace(
            numbers=numbers[capture.numbers],
            unplaced=capture.unplaced._replace(numbers=numbers[capture.unplaced.numbers]),
            skipped=tuple(entry._replace(first=int(numbers[entry.first])) for entry in capture.skipped),
            by=self.by,
        )


def judge_block(block: LiveBlock, tolerance: Tolerance, first_only: bool = False) -> ScanResult:
    """The wrong answers of a block, in the order of the stream; with `first_only`, only the first."""
    result = scan_briefly(block.capture, tolerance, BUDGET, first_only)
    return result._replace(wrong=result.wrong[:1]) if first_only else result


def _move(fault: CaptureError, taken: TakenRecords) -> CaptureError:
    """The fault with its byte offset in the stream instead of in the block."""
    begins = [0, *accumulate(len(chunk.data) for chunk in taken.chunks[:-1])]
    which = bisect_right(begins, fault.byte) - 1
    return fault.moved(taken.chunks[which].offset - begins[which])
