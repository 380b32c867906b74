"""The pairs of a capture in columns that grow: a file or a live stream appends blocks, and they are judged in blocks.

    store = CaptureStore()
    store.append(capture)                  # blocks of pairs, in order, from any one thread
    ...
    part = store.unjudged(25_000)          # the next pairs to judge, None if there are none now
    store.judge(part.rows, judge_part(part.pairs, part.answers, tolerance))
    doubt = store.next_doubt()             # a suspect, the one with the greatest error first
    store.certify(doubt.row, certified_answer(doubt.pair, doubt.answer, tolerance))
    table = store.table()                  # a `CaptureTable` that never changes, for the state

Pairs are numbered from 0 in the order of the file or the stream.  A store with a limit (`most`) drops the oldest pairs;
the numbers of the others stay.  It may also limit the bytes of their iterations: those of the oldest pairs are dropped
first, and those of wrong answers last.  All methods may be called from different threads.

`append` keeps the block's own arrays.  A file, whose bytes stay in memory anyway, passes `load` instead, which decodes
the poses and answers of some pairs when they are needed: a million pairs then take 60 MB beside the file.
"""

from bisect import bisect_right
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from threading import RLock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, AnswerBlock
from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.bring.capture.iterations import RecordedIterations
from gjkscope.app.bring.capture.reader import Capture, SkippedPairs, UnplacedPairs
from gjkscope.app.judge.captures.judging import CertifiedAnswer, PartJudgement
from gjkscope.app.scenes.capture_table import CaptureTable, PairStatus, TickTable
from gjkscope.engine.shapes.kinds import PlacedPair, Shape

LEAST_ROOM = 1024  # rows

PairLoader = Callable[[Integers], tuple[PairBlock, AnswerBlock]]
"""The pairs and answers of a block with these numbers."""

COLUMNS: dict[str, tuple[Any, tuple[int, ...]]] = {  # type, and shape of an entry
    "numbers": (np.int64, ()),
    "ticks": (np.uint64, ()),
    "ids": (np.uint64, (2,)),
    "shapes": (np.int32, (2,)),
    "verdicts": (np.int8, ()),
    "reported": (np.float64, ()),
    "truth": (np.float64, ()),
    "status": (np.uint8, ()),
    "errors": (np.float64, ()),
}
JUDGED = ("truth", "status", "errors")  # columns that change after a row is added


class StoredBlock(NamedTuple):
    """Pairs that were appended together."""

    first: int  # row
    numbers: Integers  # (n,)
    load: PairLoader
    own: Capture | None = None  # what `load` reads, if it is in memory
    iteration_bytes: int = 0  # of it


class UnjudgedPart(NamedTuple):
    """Pairs to judge."""

    rows: Integers  # (n,) ascending
    pairs: PairBlock
    answers: AnswerBlock


class DoubtfulPair(NamedTuple):
    """A suspect."""

    row: int
    pair: PlacedPair
    answer: SolverAnswer


class CaptureStore:
    """The pairs of a capture; see the module's docstring.  Rows are counted from the first one ever appended."""

    def __init__(self, most: int | None = None, most_iteration_bytes: int | None = None) -> None:
        """`most` limits the number of pairs, the other argument the bytes of their iterations; None: no limit."""
        self._most, self._most_iteration_bytes = most, most_iteration_bytes
        self._lock = RLock()
        self._columns = {name: np.empty((0, *entry), kind) for name, (kind, entry) in COLUMNS.items()}
        self._size = 0  # rows in the columns
        self._dropped = 0  # rows
        self.dropped_wrong = 0  # of them, those with wrong answers
        self._judged = 0  # rows that were given out by `unjudged`, with those that were dropped
        self._blocks: list[StoredBlock] = []
        self._pool: list[Shape] = []
        self._places: dict[Shape, int] = {}
        self._doubts: list[tuple[float, int]] = []  # a heap of negative errors and rows
        self._skipped: dict[str, SkippedPairs] = {}  # by reason

    @property
    def size(self) -> int:
        """The number of pairs that were appended, including those that were dropped."""
        return self._dropped + self._size

    @property
    def doubts(self) -> int:
        """The number of suspects that have not been handed out yet."""
        return len(self._doubts)

    @property
    def skipped(self) -> tuple[SkippedPairs, ...]:
        """The pairs that cannot be judged."""
        with self._lock:
            return tuple(self._skipped.values())

    def append(self, capture: Capture, load: PairLoader | None = None) -> None:
        """Adds the pairs of a block, including those without a finite place; numbers increase."""
        with self._lock:
            rows = self._rows_of(capture)
            for skipped in capture.skipped:
                known = self._skipped.get(skipped.reason, skipped._replace(pairs=0))
                self._skipped[skipped.reason] = known._replace(pairs=known.pairs + skipped.pairs)
            if len(capture.unplaced.numbers):
                rows = _merge(rows, self._unplaced_rows(capture.unplaced))
            block = (
                StoredBlock(self.size, rows["numbers"], load) if load else _keep(self.size, rows["numbers"], capture)
            )
            self._blocks.append(block)
            self._extend(rows)
            self._limit_iterations()
            if self._most is not None and self._size > 2 * self._most:
                self._drop(self._size - self._most)

    def unjudged(self, most: int) -> UnjudgedPart | None:
        """The next pairs to judge, all from one block; each is handed out once."""
        with self._lock:
            begin = self._judged = max(self._judged, self._dropped)
            if begin == self.size:
                return None
            block = self._block_of(begin)
            end = min(begin + most, block.first + len(block.numbers))
            self._judged = end
            status = self._columns["status"][begin - self._dropped : end - self._dropped]
            rows = begin + np.flatnonzero(status == PairStatus.UNJUDGED)
        return UnjudgedPart(rows, *block.load(block.numbers[rows - block.first]))

    def judge(self, rows: Integers, judgement: PartJudgement) -> None:
        """Sets what is known about a part that `unjudged` handed out."""
        with self._lock:
            kept = np.flatnonzero(rows >= self._dropped)
            places = rows[kept] - self._dropped
            for name in JUDGED:
                self._columns[name][places] = getattr(judgement, name)[kept]
            for i in kept[judgement.status[kept] == PairStatus.SUSPECT].tolist():
                heappush(self._doubts, (-float(judgement.errors[i]), int(rows[i])))

    def next_doubt(self) -> DoubtfulPair | None:
        """The suspect with the greatest error, None if there is none now; each is handed out once."""
        with self._lock:
            while self._doubts:
                row = heappop(self._doubts)[1]
                if row >= self._dropped:
                    return DoubtfulPair(row, *self.pair(int(self._columns["numbers"][row - self._dropped])))
        return None

    def certify(self, row: int, answer: CertifiedAnswer) -> None:
        """Sets what a certified answer proves about a suspect."""
        with self._lock:
            if row >= self._dropped:
                for name in JUDGED:
                    self._columns[name][row - self._dropped] = getattr(answer, name)

    def certify_pair(self, number: int, answer: CertifiedAnswer) -> None:
        """Like `certify`, for the pair with this number, if it is kept."""
        with self._lock:
            row = int(np.searchsorted(self._columns["numbers"][: self._size], number))
            if row < self._size and self._columns["numbers"][row] == number:
                self.certify(row + self._dropped, answer)

    def pair(self, number: int) -> tuple[PlacedPair, SolverAnswer]:
        """The pair with this number, and the answer about it.  Raises `KeyError` if it is not kept, or has no place."""
        with self._lock:
            numbers = self._columns["numbers"][: self._size]
            row = int(np.searchsorted(numbers, number))
            is_there = row < self._size and numbers[row] == number
            if not is_there or self._columns["status"][row] == PairStatus.UNPLACED:
                raise KeyError(number)
            block = self._block_of(row + self._dropped)
        pairs, answers = block.load(np.array([number]))
        return pairs.pair(0), answers.answer(0)

    def table(self) -> CaptureTable:
        """The pairs now."""
        with self._lock:
            size, dropped = self._size, self._dropped
            columns = {name: _freeze(column[:size], name in JUDGED) for name, column in self._columns.items()}
            blocks, pool = tuple(self._blocks), tuple(self._pool)
        timeline = tick_table(columns["ticks"], columns["status"], columns["errors"])

        def poses(rows: Integers) -> Floats:
            return _poses(blocks, dropped + rows, columns["status"][rows] == PairStatus.UNPLACED)

        return CaptureTable(**columns, pool=pool, timeline=timeline, poses=poses)

    # --- rows ---

    def _rows_of(self, capture: Capture) -> dict[str, npt.NDArray[Any]]:
        pairs, answers = capture.pairs, capture.answers
        places = np.array([self._place(shape) for shape in pairs.shapes], np.int32)
        count = pairs.size
        reported = np.array(answers.signed_distance, np.float64)
        for i, answer in answers.others.items():
            reported[i] = np.nan if answer.signed_distance is None else answer.signed_distance
        return {
            "numbers": capture.numbers,
            "ticks": capture.ticks,
            "ids": capture.ids,
            "shapes": np.stack([places[pairs.a], places[pairs.b]], axis=1) if count else np.empty((0, 2), np.int32),
            "verdicts": answers.verdict,
            "reported": reported,
            "truth": np.full(count, np.nan),
            "status": np.full(count, int(PairStatus.UNJUDGED), np.uint8),
            "errors": np.zeros(count),
        }

    def _unplaced_rows(self, unplaced: UnplacedPairs) -> dict[str, npt.NDArray[Any]]:
        count = len(unplaced.numbers)
        return {
            "numbers": unplaced.numbers,
            "ticks": unplaced.ticks,
            "ids": unplaced.ids,
            "shapes": np.array([(self._place(a), self._place(b)) for a, b in unplaced.shapes], np.int32),
            "verdicts": np.full(count, NO_VERDICT, np.int8),
            "reported": np.full(count, np.nan),
            "truth": np.full(count, np.nan),
            "status": np.full(count, int(PairStatus.UNPLACED), np.uint8),
            "errors": np.full(count, np.inf),
        }

    def _place(self, shape: Shape) -> int:
        """The place of the shape in the pool."""
        index = self._places.setdefault(shape, len(self._pool))
        if index == len(self._pool):
            self._pool.append(shape)
        return index

    def _extend(self, rows: dict[str, npt.NDArray[Any]]) -> None:
        end = self._size + len(rows["numbers"])
        for name, values in rows.items():
            column = self._columns[name]
            if end > len(column):  # tables still show the old array
                larger = np.empty((max(2 * len(column), end, LEAST_ROOM), *column.shape[1:]), column.dtype)
                larger[: self._size] = column[: self._size]
                column = self._columns[name] = larger
            column[self._size : end] = values
        self._size = end

    def _drop(self, count: int) -> None:
        """Drops the blocks that lie within the first `count` rows."""
        while len(self._blocks) > 1 and self._blocks[1].first <= self._dropped + count:
            self._blocks.pop(0)
        dropped = self._blocks[0].first - self._dropped
        self.dropped_wrong += int(np.count_nonzero(self._columns["status"][:dropped] >= PairStatus.UNPLACED))
        for name, column in self._columns.items():
            self._columns[name] = column[dropped : self._size].copy()
        self._size -= dropped
        self._dropped += dropped
        self._doubts = [doubt for doubt in self._doubts if doubt[1] >= self._dropped]
        heapify(self._doubts)

    def _limit_iterations(self) -> None:
        """Drops iterations down to half the limit once it is exceeded, so that not every block has to."""
        limit, size = self._most_iteration_bytes, sum(block.iteration_bytes for block in self._blocks)
        if limit is None or size <= limit:
            return
        for droppable in ({PairStatus.SILENT, PairStatus.OF_MESH, PairStatus.RIGHT}, set(PairStatus)):
            for i, block in enumerate(self._blocks):
                if size <= limit // 2:
                    return
                if block.own is not None and block.iteration_bytes:
                    self._blocks[i] = _keep(block.first, block.numbers, self._with_fewer_iterations(block, droppable))
                    size -= block.iteration_bytes - self._blocks[i].iteration_bytes

    def _with_fewer_iterations(self, block: StoredBlock, droppable: set[PairStatus]) -> Capture:
        """The pairs of a block without the iterations of those with such a status."""
        assert block.own is not None
        capture, known = block.own, block.own.answers.iterations
        rows = block.first - self._dropped + np.searchsorted(block.numbers, capture.numbers)
        status = self._columns["status"][rows]
        kept = {i: read for i, read in known.items() if status[i] not in droppable}
        return capture._replace(answers=capture.answers._replace(iterations=kept))

    def _block_of(self, row: int) -> StoredBlock:
        return _block_with(self._blocks, row)


def tick_table(ticks: npt.NDArray[np.uint64], status: npt.NDArray[np.uint8], errors: Floats) -> TickTable:
    """The ticks (N,) of some pairs, each once, with what is wrong in them.

    >>> tick_table(np.array([3, 3, 9], np.uint64), np.array([2, 6, 2], np.uint8), np.array([0.0, 0.5, 0.0])).wrong
    array([1, 0])
    """
    count = len(ticks)
    if not count:
        return TickTable(ticks, np.zeros(1, np.int64), None, np.empty(0, np.int64), np.empty(0))
    order = None
    if not (ticks[1:] >= ticks[:-1]).all():
        order = np.argsort(ticks, kind="stable")
        ticks, status, errors = ticks[order], status[order], errors[order]
    firsts = np.flatnonzero(np.concatenate([[True], ticks[1:] != ticks[:-1]]))
    wrong = np.add.reduceat((status >= PairStatus.UNPLACED).astype(np.int64), firsts)
    return TickTable(ticks[firsts], np.append(firsts, count), order, wrong, np.maximum.reduceat(errors, firsts))


def _keep(first: int, numbers: Integers, capture: Capture) -> StoredBlock:
    """A block that keeps its pairs."""

    def load(numbers: Integers) -> tuple[PairBlock, AnswerBlock]:
        which = np.searchsorted(capture.numbers, numbers)
        return capture.pairs.only(which), capture.answers.only(which)

    iterations = capture.answers.iterations.values()
    size = sum(read.size for read in iterations if isinstance(read, RecordedIterations))
    return StoredBlock(first, numbers, load, capture, size)


def _merge(rows: dict[str, npt.NDArray[Any]], others: dict[str, Any]) -> dict[str, npt.NDArray[Any]]:
    """Both, by number."""
    order = np.argsort(np.concatenate([rows["numbers"], others["numbers"]]))
    return {name: np.concatenate([rows[name], others[name]])[order] for name in rows}


def _freeze(column: npt.NDArray[Any], changes: bool) -> npt.NDArray[Any]:
    """The column as it is now, read-only."""
    view = column.copy() if changes else column[:]
    view.flags.writeable = False
    return view


def _block_with(blocks: "list[StoredBlock] | tuple[StoredBlock, ...]", row: int) -> StoredBlock:
    return blocks[bisect_right(blocks, row, key=lambda block: block.first) - 1]


def _poses(blocks: tuple[StoredBlock, ...], rows: Integers, unplaced: npt.NDArray[np.bool_]) -> Floats:
    """(n, 2, 4, 4)."""
    poses = np.full((len(rows), 2, 4, 4), np.nan)
    left = np.flatnonzero(~unplaced)
    while len(left):
        block = _block_with(blocks, int(rows[left[0]]))
        inside = (rows[left] >= block.first) & (rows[left] < block.first + len(block.numbers))
        which = left[inside]
        pairs, _ = block.load(block.numbers[rows[which] - block.first])
        poses[which, 0], poses[which, 1] = pairs.poses_a, pairs.poses_b
        left = left[~inside]
    return poses
