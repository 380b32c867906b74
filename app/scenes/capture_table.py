"""The pairs of a capture as columns that never change: what was reported, what is true, and what is wrong."""

from collections.abc import Callable
from enum import IntEnum

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from gjkscope.engine.shapes.kinds import Shape

Integers = npt.NDArray[np.int64]

Numbers = npt.NDArray[np.float64]


class PairStatus(IntEnum):
    """What is known about an answer.  From `UNPLACED` on, something is wrong."""

    UNJUDGED = 0
    SILENT = 1  # the engine's answer was not recorded
    OF_MESH = 2  # not judged: no verdict about the triangles of a mesh is known, or one shape is inside a closed one
    RIGHT = 3
    SUSPECT = 4  # not surely right: it has to be compared with a certified answer
    UNPLACED = 5  # a transform is not finite
    NOT_FINITE = 6
    WRONG_VERDICT = 7
    WRONG_DISTANCE = 8
    WRONG_DEPTH = 9
    WRONG_NORMAL = 10
    WRONG_WITNESSES = 11


STATUS_WORDS = (
    "not judged yet",
    "no answer",
    "of the mesh: not judged",
    "right",
    "suspect",
    "transform not finite",
    "not finite",
    "wrong verdict",
    "wrong distance",
    "wrong depth",
    "wrong normal",
    "wrong witnesses",
)

FIRST_WRONG = PairStatus.UNPLACED


class TickTable(Struct, frozen=True, eq=False):
    """The T ticks of a capture, in ascending order."""

    ticks: npt.NDArray[np.uint64]  # (T,) numbers
    begins: Integers  # (T + 1,) the rows of tick i are `order[begins[i] : begins[i + 1]]`
    order: Integers | None  # (N,) rows by tick; None if the rows are in that order
    wrong: Integers  # (T,) wrong answers
    worst: Numbers  # (T,) the greatest error, relative to the size of the pair; infinite without a number, 0: unknown

    @property
    def size(self) -> int:
        return len(self.ticks)

    @property
    def pairs(self) -> Integers:
        """(T,) the number of pairs."""
        return np.diff(self.begins)

    def rows(self, tick: int) -> Integers:
        """The rows of the tick with this index, in the order of the capture."""
        begin, end = int(self.begins[tick]), int(self.begins[tick + 1])
        return np.arange(begin, end) if self.order is None else self.order[begin:end]


class CaptureTable(Struct, frozen=True, eq=False):
    """N pairs of a capture, as columns that never change.  Compared by identity."""

    numbers: Integers  # (N,) ascending: of the pairs in the file or the stream, from 0
    ticks: npt.NDArray[np.uint64]  # (N,)
    ids: npt.NDArray[np.uint64]  # (N, 2) of A and B
    shapes: npt.NDArray[np.int32]  # (N, 2) places in `pool`
    verdicts: npt.NDArray[np.int8]  # (N,) that were reported: places in `solvers.answer_block.VERDICTS`, −1 for none
    reported: Numbers  # (N,) signed distance, metres; NaN if it was not reported
    truth: Numbers  # (N,) signed distance, metres; NaN if it is not known
    status: npt.NDArray[np.uint8]  # (N,) `PairStatus`
    errors: Numbers  # (N,) relative to the size of the pair; of right answers and suspects, at most that
    pool: tuple[Shape, ...]
    timeline: TickTable
    # Poses of the rows, (n, 2, 4, 4): local to world, metres; NaN for those without a finite place.
    poses: Callable[[Integers], Numbers]

    @property
    def size(self) -> int:
        """The number of pairs."""
        return len(self.numbers)

    def tick_index(self, tick: int) -> int:
        """The index of the last tick that is not after `tick`; 0 if there is none."""
        return max(int(np.searchsorted(self.timeline.ticks, np.uint64(tick), "right")) - 1, 0)

    @property
    def is_wrong(self) -> npt.NDArray[np.bool_]:
        """(N,) whether the answer is wrong."""
        return np.asarray(self.status >= FIRST_WRONG)


def kinds_in(pool: tuple[Shape, ...]) -> list[str]:
    """The names of the types of shapes, one for each shape."""
    return [shape.kind for shape in pool]


def table_row(table: CaptureTable, number: int | None) -> int | None:
    """The row of the pair with this number, if it is in the table."""
    if number is None:
        return None
    row = int(np.searchsorted(table.numbers, number))
    return row if row < table.size and table.numbers[row] == number else None
