"""The Capture panel: a capture from a file or a live stream, the pairs that it lists, and the tick that is shown.

The pairs are columns (`CaptureTable`), made by `app/capture/store.py`; like the findings of a hunt they are outside of
the undo history.
"""

from collections.abc import Callable
from enum import IntEnum, StrEnum
from typing import Annotated

import numpy as np
import numpy.typing as npt
from msgspec import Struct

from gjkscope.app.cameras.camera import OrbitCamera
from gjkscope.app.model.ownership import Of
from gjkscope.engine.analysis.reports import TOLERANCE
from gjkscope.engine.shapes.kinds import Shape

Integers = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.float64]


class PairStatus(IntEnum):
    """What is known about an answer.  From `UNPLACED` on, something is wrong."""

    UNJUDGED = 0
    SILENT = 1  # the engine's answer was not recorded
    OF_MESH = 2  # not judged: about a mesh that is not convex, and the truth is of its hull
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


class CaptureSource(StrEnum):
    FILE = "file"
    LIVE = "live"


class CapturePhase(StrEnum):
    READING = "reading"
    JUDGING = "judging"
    DONE = "done"
    CANCELLED = "cancelled"
    FAILED = "failed"


class CaptureRun(Struct, frozen=True):
    """The open capture, and how far it is judged."""

    phase: CapturePhase
    name: str = ""  # of the file, or the address of the stream
    path: str = ""  # of the file
    source: CaptureSource = CaptureSource.FILE
    by: str = ""  # the engine
    tolerance: float = TOLERANCE  # the error that is allowed, relative to the size of the pair
    total: int | None = None  # pairs; None: not known
    done: int = 0  # pairs that are judged
    rate: float = 0.0  # pairs per second
    wrong: int = 0
    suspects: int = 0  # still to be compared with certified answers
    skipped: tuple[tuple[int, str], ...] = ()  # pairs that cannot be judged, and why
    remarks: tuple[str, ...] = ()  # what is missing from the file
    fault: str = ""  # one line
    table: CaptureTable | None = None
    # the table that the list shows; of a stream it changes less often, so that the list can be read
    listed: CaptureTable | None = None
    compiling: str = ""  # "compiling 12 of 240 functions" while nothing can be judged before

    @property
    def is_running(self) -> bool:
        return self.phase in (CapturePhase.READING, CapturePhase.JUDGING)

    @property
    def progress(self) -> float:
        """The fraction that is judged, 0 … 1."""
        return min(self.done / self.total, 1.0) if self.total else 0.0


class PairColumn(StrEnum):
    """A column of the list of pairs."""

    TICK = "tick"
    IDS = "ids"
    SHAPES = "shapes"
    SYMPTOM = "symptom"
    ERROR = "error"
    REPORTED = "reported"
    TRUTH = "truth"


class PairFilter(Struct, frozen=True):
    """Which pairs are listed, and in which order."""

    ids: str = ""  # one or two ids, in any order; empty: any
    kinds: tuple[str, ...] = ()  # types of shapes, both of which must be among them; (): any
    status: int | None = None  # a `PairStatus`; None: any
    only_wrong: bool = False
    only_tick: bool = False  # only pairs of the tick that is shown
    first_tick: int | None = None
    last_tick: int | None = None
    column: PairColumn = PairColumn.ERROR
    descending: bool = True


class CapturePlayer(Struct, frozen=True):
    """Playback of the ticks."""

    playing: Annotated[bool, Of.SCENE] = False
    rate: float = 60.0  # ticks per second
    elapsed: Annotated[float, Of.SCENE] = 0.0  # seconds since the tick was reached


class CaptureState(Struct, frozen=True):
    """The contents of the Capture panel."""

    run: CaptureRun | None = None
    filter: PairFilter = PairFilter()
    tick: int = 0  # the number of the tick that is shown, or would be
    pair: int | None = None  # the number of the selected pair
    player: CapturePlayer = CapturePlayer()
    # Whether the world view shows the bodies of the tick instead of the scene; a scene that opens ends that.
    shows_tick: Annotated[bool, Of.SCENE] = False
    camera: OrbitCamera | None = None  # of that view; None: it will bring all bodies of the tick into view
    ground: float = 0.0  # height of the grid in that view, metres

    @property
    def table(self) -> CaptureTable | None:
        return None if self.run is None else self.run.table

    @property
    def tick_index(self) -> int:
        """The index of the tick that is shown: the last one that is not after `tick`."""
        return 0 if self.table is None else self.table.tick_index(self.tick)


def kinds_in(pool: tuple[Shape, ...]) -> list[str]:
    """The names of the types of shapes, one for each shape."""
    return [shape.kind for shape in pool]


def table_row(table: CaptureTable, number: int | None) -> int | None:
    """The row of the pair with this number, if it is in the table."""
    if number is None:
        return None
    row = int(np.searchsorted(table.numbers, number))
    return row if row < table.size and table.numbers[row] == number else None
