"""Reads captures into blocks of pairs and answers: a million pairs in seconds.

Malformed files are rejected with one line.  Pairs that cannot be judged (a missing shape, a transform that scales) are
skipped and counted: these are faults of the recording, but no reason to reject the rest.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, VERDICTS, AnswerBlock
from gjkscope.app.ask.solvers.half_spaces import TWO_HALF_SPACES, with_wide_half_spaces
from gjkscope.app.ask.solvers.messages import printable_line
from gjkscope.app.ask.solvers.pair_block import Floats, Integers, PairBlock
from gjkscope.app.ask.solvers.solver import SolverAnswer
from gjkscope.app.base.input_file import InputError, read_input
from gjkscope.app.bring.capture.iterations import RecordedIterations, iterations_by_pair
from gjkscope.app.bring.capture.layout import (
    LOST_PAIRS,
    MATRIX,
    PAIR_TYPES,
    QUATERNION,
    VERDICT_CODES,
    GivenPart,
    RecordType,
    pair_type,
)
from gjkscope.app.bring.capture.records import CaptureError, RecordRun, record_runs
from gjkscope.app.bring.capture.shapes import LARGEST_REACH, ShapeRecord, read_shape
from gjkscope.engine.analysis.reports import NO_RESULT
from gjkscope.engine.pose import RIGID_TOLERANCE
from gjkscope.engine.shapes.kinds import HalfSpace, Point, Shape

MOST_BYTES = 4_000_000_000
UNKNOWN_WRITER = "capture"

Mask = npt.NDArray[np.bool_]
Records = npt.NDArray[np.void]

VERDICT_PLACES = np.array([VERDICTS.index(name) for name in VERDICT_CODES], np.int8)


class SkippedPairs(NamedTuple):
    """Pairs that cannot be judged, for one reason."""

    reason: str
    pairs: int
    first: int  # number of the first one in the file


class UnplacedPairs(NamedTuple):
    """U pairs with a transform that is not finite."""

    numbers: Integers  # (U,) in the file
    ticks: npt.NDArray[np.uint64]  # (U,)
    ids: npt.NDArray[np.uint64]  # (U, 2)
    shapes: tuple[tuple[Shape, Shape], ...]


class Capture(NamedTuple):
    """The pairs of a file, in its order, without those that are skipped."""

    pairs: PairBlock
    answers: AnswerBlock
    numbers: Integers  # (N,) of the pairs in the file, from 0
    ticks: npt.NDArray[np.uint64]  # (N,)
    ids: npt.NDArray[np.uint64]  # (N, 2)
    threads: npt.NDArray[np.uint8]  # (N,)
    by: str  # the engine
    total: int  # pairs in the file
    unplaced: UnplacedPairs
    skipped: tuple[SkippedPairs, ...]
    lost: int  # pairs that the writer could not keep
    cut: int  # bytes of an incomplete record at the end


class CapturedShapes:
    """The shapes of a capture, by key."""

    def __init__(self) -> None:
        self.shapes: dict[int, ShapeRecord] = {}
        self._raw: dict[int, bytes] = {}

    def add(self, data: bytes, runs: list[RecordRun]) -> None:
        """Reads records of shapes.  Raises `CaptureError`."""
        for run in runs:
            for begin, contents in run.contents(data):
                entry = read_shape(contents, begin)
                if entry.key == 0:
                    raise CaptureError(f"byte {begin}: the key of a shape must not be 0")
                if self._raw.setdefault(entry.key, contents) != contents:
                    raise CaptureError(f"byte {begin}: key {entry.key:#x} belongs to a different shape already")
                self.shapes[entry.key] = entry


class CaptureIndex(NamedTuple):
    """Where the pairs of a file are, and what they share, so that parts of it can be read."""

    runs: tuple[RecordRun, ...]  # of pairs
    firsts: Integers  # (R,) the number of the first pair of each run
    shapes: dict[int, ShapeRecord]  # by key
    by: str
    total: int  # pairs
    lost: int
    cut: int
    iterations: dict[int, RecordedIterations]  # by the number of the pair


def read_capture(path: Path) -> Capture:
    """Reads a file.  Raises `CaptureError` if it cannot be read, or is malformed."""
    return parse_capture(capture_bytes(path))


def capture_bytes(path: Path) -> bytes:
    """The contents of a file.  Raises `CaptureError` if it cannot be read."""
    try:
        return read_input(path, MOST_BYTES)
    except InputError as fault:
        raise CaptureError(str(fault)) from None


def parse_capture(data: bytes) -> Capture:
    """The capture in these bytes.  Raises `CaptureError`.

    >>> from gjkscope.app.bring.capture.layout import file_header
    >>> parse_capture(file_header()).pairs.size
    0
    """
    index = index_capture(data)
    return capture_part(data, index, 0, index.total)


def index_capture(data: bytes) -> CaptureIndex:
    """Finds the pairs, and reads the shapes.  Raises `CaptureError` for malformed records other than pairs."""
    runs, cut = record_runs(data)
    return _index(data, runs, CapturedShapes(), cut)


def read_records(data: bytes, runs: list[RecordRun], table: CapturedShapes) -> Capture:
    """The pairs in records of a stream; `table` has the shapes of earlier ones, and gets theirs.

    The capture does not refer to `data`.  Raises `CaptureError`.
    """
    index = _index(data, runs, table, 0)
    index = index._replace(iterations={number: iterations.copied() for number, iterations in index.iterations.items()})
    return capture_part(data, index, 0, index.total)


def _index(data: bytes, runs: list[RecordRun], table: CapturedShapes, cut: int) -> CaptureIndex:
    table.add(data, [run for run in runs if run.type == RecordType.SHAPE])
    pairs = tuple(run for run in runs if run.type in PAIR_TYPES)
    firsts = np.cumsum([0, *(run.repetitions for run in pairs)])
    writer, lost, iterations = _writer(data, runs), _lost(data, runs), iterations_by_pair(data, runs)
    return CaptureIndex(pairs, firsts[:-1], table.shapes, writer, int(firsts[-1]), lost, cut, iterations)


def capture_part(data: bytes, index: CaptureIndex, begin: int, end: int) -> Capture:
    """The pairs with the numbers `begin` … `end` − 1.  Raises `CaptureError` if one of them is malformed."""
    columns = _columns(data, index, begin, end)
    good, unplaced, skipped = _usable(columns, index.shapes)
    kept = columns.only(good)
    return Capture(
        _pairs(kept, index.shapes),
        _with_iterations(_answers(kept), index, begin + good),
        begin + good,
        kept.tick,
        kept.ids,
        kept.thread,
        index.by,
        end - begin,
        _unplaced_pairs(columns, begin, unplaced, index.shapes),
        tuple(records._replace(first=begin + records.first) for records in skipped),
        index.lost,
        index.cut,
    )


def _with_iterations(answers: AnswerBlock, index: CaptureIndex, numbers: Integers) -> AnswerBlock:
    """The answers about the pairs with these numbers, with the iterations that led to them."""
    if not index.iterations:
        return answers
    known = enumerate(numbers.tolist())
    return answers._replace(iterations={i: index.iterations[n] for i, n in known if n in index.iterations})


def check_pairs(data: bytes, index: CaptureIndex) -> None:
    """Raises `CaptureError` if a pair is malformed."""
    for begin in range(0, index.total, CHECKED_AT_ONCE):
        end = min(begin + CHECKED_AT_ONCE, index.total)
        runs = _runs_within(index, begin, end)
        parts = [_run_records(data, run) for run in runs]
        given, verdict, frames = (_join([part[name] for part in parts]) for name in CODES)
        _check_codes(given, verdict, frames, begin, runs)


CODES = ("given", "verdict", "frames")
CHECKED_AT_ONCE = 100_000  # pairs


def capture_pairs(data: bytes, index: CaptureIndex, numbers: Integers) -> tuple[PairBlock, AnswerBlock]:
    """The pairs with these ascending numbers, which `capture_part` has not skipped, and their answers."""
    if not len(numbers):
        part = capture_part(data, index, 0, 0)
        return part.pairs, part.answers
    if numbers[-1] - numbers[0] < SPARSE * len(numbers) + DENSE:
        part = capture_part(data, index, int(numbers[0]), int(numbers[-1]) + 1)
        which = np.searchsorted(part.numbers, numbers)
        return part.pairs.only(which), part.answers.only(which)
    middle = len(numbers) // 2
    return _join_pairs(capture_pairs(data, index, numbers[:middle]), capture_pairs(data, index, numbers[middle:]))


SPARSE, DENSE = 8, 1000  # unwanted pairs that may be decoded: for each wanted one, and in total


def _join_pairs(
    first: tuple[PairBlock, AnswerBlock], second: tuple[PairBlock, AnswerBlock]
) -> tuple[PairBlock, AnswerBlock]:
    return first[0].joined(second[0]), first[1].joined(second[1])


# --- records ---


class PairColumns(NamedTuple):
    """The fields of all pairs, in double precision."""

    tick: Any  # (N,)
    ids: Any  # (N, 2)
    shapes: Any  # (N, 2) keys
    given: Any  # (N,)
    verdict: Any  # (N,)
    frames: Any  # (N, 2)
    thread: Any  # (N,)
    transforms: Any  # (N, 2, 12)
    signed_distance: Any  # (N,)
    normal: Any  # (N, 3)
    witness_a: Any
    witness_b: Any

    def only(self, which: Integers) -> "PairColumns":
        """The pairs with these indices."""
        return PairColumns(*(column[which] for column in self))


def _columns(data: bytes, index: CaptureIndex, begin: int, end: int) -> PairColumns:
    """Raises `CaptureError`."""
    runs = _runs_within(index, begin, end)
    parts = [_run_records(data, run) for run in runs] or [np.empty(0, PAIR_TYPES[RecordType.DOUBLE_PAIR])]
    columns = PairColumns(*(_join([part[name] for part in parts]) for name in PairColumns._fields))
    _check_codes(columns.given, columns.verdict, columns.frames, begin, runs)
    return columns


def _runs_within(index: CaptureIndex, begin: int, end: int) -> list[RecordRun]:
    """The runs of the pairs with these numbers."""
    parts = []
    for i in range(max(int(np.searchsorted(index.firsts, begin, "right")) - 1, 0), len(index.runs)):
        first, run = int(index.firsts[i]), index.runs[i]
        if first >= end:
            break
        low, high = max(begin - first, 0), min(end - first, run.repetitions)
        if low < high:
            parts.append(run._replace(begin=run.begin + low * run.size, repetitions=high - low))
    return parts


def _run_records(data: bytes, run: RecordRun) -> Records:
    known = PAIR_TYPES[RecordType(run.type)]
    if run.size < known.itemsize:
        least = known.itemsize - 8
        raise CaptureError(
            f"byte {run.begin}: a pair of type {run.type} has at least {least} bytes, got {run.size - 8}"
        )
    kind = pair_type(known["signed_distance"].str, run.size - 8)
    return np.frombuffer(data, kind, run.repetitions, run.begin)


def _join(parts: list[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    kind = np.float64 if parts[0].dtype.kind == "f" else parts[0].dtype
    with np.errstate(invalid="ignore"):  # signalling NaNs
        return np.concatenate(parts, dtype=kind)


def _check_codes(given: Any, verdict: Any, frames: Any, begin: int, runs: list[RecordRun]) -> None:
    """Raises `CaptureError` for a verdict or a kind of transform that does not exist."""
    verdicts = (given & GivenPart.VERDICT != 0) & (verdict >= len(VERDICT_CODES))
    for wrong, what, most in ((verdicts, "verdict", 3), ((frames > QUATERNION).any(axis=1), "frame", 1)):
        if wrong.any():
            i = int(wrong.argmax())
            got = np.max(verdict[i] if what == "verdict" else frames[i])
            word = "verdict" if what == "verdict" else "kind of transform"
            location = f"byte {_byte_of(runs, i)}: pair {begin + i}"
            raise CaptureError(f"{location}: the {word} must be from 0 to {most}, got {got}")


def _byte_of(runs: list[RecordRun], i: int) -> int:
    """The byte at which the pair with index `i` in these runs begins."""
    for run in runs:
        if i < run.repetitions:
            return run.begin + i * run.size
        i -= run.repetitions
    raise IndexError(i)


def _writer(data: bytes, runs: list[RecordRun]) -> str:
    for run in runs:
        if run.type == RecordType.WRITER:
            begin, contents = next(run.contents(data))
            try:
                return printable_line(contents.rstrip(b"\0").decode()) or UNKNOWN_WRITER
            except UnicodeDecodeError as fault:
                raise CaptureError(f"byte {begin + 8 + fault.start}: the name of the engine must be UTF-8") from None
    return UNKNOWN_WRITER


def missing_words(lost: int, cut: int) -> Iterator[str]:
    """What is missing from a file: pairs that the recorder could not keep, and bytes of an unfinished record."""
    if lost:
        yield f"{lost:,} pairs are missing: the recorder was full; append more often, or define a larger GJKCAP_SLOTS"
    if cut:
        yield f"the file ends inside a record: its last {cut} bytes are not used"


def _lost(data: bytes, runs: list[RecordRun]) -> int:
    return sum(_lost_numbers(data, [run for run in runs if run.type == RecordType.LOST]))


def _lost_numbers(data: bytes, runs: list[RecordRun]) -> Iterator[int]:
    for run in runs:
        for begin, contents in run.contents(data):
            if len(contents) < LOST_PAIRS.size:
                raise CaptureError(f"byte {begin}: a record of missing pairs has {LOST_PAIRS.size} bytes")
            yield sum(LOST_PAIRS.unpack_from(contents))


# --- pairs ---


def _usable(
    columns: PairColumns, shapes: dict[int, ShapeRecord]
) -> tuple[Integers, Integers, tuple[SkippedPairs, ...]]:
    """The numbers of the pairs that can be judged, of those that have no finite place, and why others are skipped."""
    left = np.ones(len(columns.tick), bool)
    skipped = []
    for reason, keys in _unusable_shapes(np.unique(columns.shapes).tolist(), shapes).items():
        skipped += _skip(left, np.asarray(np.isin(columns.shapes, np.array(keys, np.uint64)).any(axis=1)), reason)
    finite = np.isfinite(columns.transforms).all(axis=(1, 2))
    unplaced = np.flatnonzero(left & ~finite)
    left &= finite
    skipped += _skip(left, ~_rigid(columns.transforms, columns.frames), "a transform scales, shears or mirrors")
    far = np.abs(_positions(columns)).max(axis=(1, 2), initial=0) > LARGEST_REACH
    skipped += _skip(left, np.asarray(far), f"a body is further than {LARGEST_REACH:g} m from the origin")
    skipped += _skip(left, _both_endless(columns, shapes), TWO_HALF_SPACES)
    return np.flatnonzero(left), unplaced, tuple(skipped)


def _positions(columns: PairColumns) -> Floats:
    """(N, 2, 3)."""
    in_matrices, in_front = columns.transforms[:, :, 3::4], columns.transforms[:, :, :3]
    return np.asarray(np.where((columns.frames == QUATERNION)[:, :, None], in_front, in_matrices))


def _both_endless(columns: PairColumns, shapes: dict[int, ShapeRecord]) -> Mask:
    keys = [key for key, entry in shapes.items() if isinstance(entry.shape, HalfSpace)]
    return np.asarray(np.isin(columns.shapes, np.array(keys, np.uint64)).all(axis=1))


def _unusable_shapes(keys: list[int], shapes: dict[int, ShapeRecord]) -> dict[str, list[int]]:
    """The keys of shapes that cannot be used, by reason."""
    reasons: dict[str, list[int]] = {}
    for key in keys:
        entry = shapes.get(key)
        if entry is None or entry.fault is not None:
            reasons.setdefault("its shape is missing" if entry is None else entry.fault or "", []).append(key)
    return reasons


def _skip(left: Mask, unusable: Mask, reason: str) -> list[SkippedPairs]:
    """Removes pairs from the remaining ones."""
    which = np.asarray(unusable & left)
    left &= ~which
    count = int(which.sum())
    return [SkippedPairs(reason, count, int(which.argmax()))] if count else []


def _rigid(transforms: Floats, frames: npt.NDArray[np.uint8]) -> Mask:
    """Whether both transforms of each pair are rigid, as `check_rotation` decides for matrices."""
    good = np.ones(frames.shape, bool)
    rows = np.nonzero(frames == MATRIX)
    with np.errstate(all="ignore"):  # huge or not finite
        m = transforms[rows].reshape(-1, 3, 4)
        x, y, z = m[:, :, 0], m[:, :, 1], m[:, :, 2]
        off = [np.abs(_dots(u, u) - 1) for u in (x, y, z)] + [np.abs(_dots(u, v)) for u, v in ((x, y), (y, z), (z, x))]
        good[rows] = (np.max(off, axis=0) <= RIGID_TOLERANCE) & (_dots(np.cross(x, y), z) > 0)
        turned = np.nonzero(frames == QUATERNION)
        good[turned] = np.abs(transforms[turned][:, 3:7]).max(axis=1, initial=0) > 0
    return np.asarray(good.all(axis=1))


def _dots(u: Floats, v: Floats) -> Floats:
    return np.asarray(u[:, 0] * v[:, 0] + u[:, 1] * v[:, 1] + u[:, 2] * v[:, 2])


def _unplaced_pairs(columns: PairColumns, begin: int, which: Integers, shapes: dict[int, ShapeRecord]) -> UnplacedPairs:
    keys = columns.shapes[which].tolist()
    pairs = tuple((shapes[a].shape or Point(), shapes[b].shape or Point()) for a, b in keys)
    return UnplacedPairs(begin + which, columns.tick[which], columns.ids[which], pairs)


def _pairs(columns: PairColumns, shapes: dict[int, ShapeRecord]) -> PairBlock:
    """All pairs can be judged."""
    keys, places = np.unique(columns.shapes, return_inverse=True)
    pool: list[Shape] = [shapes[key].shape or Point() for key in keys.tolist()]
    a, b = places.reshape(-1, 2).T.astype(np.int64)
    poses = [_matrices(columns.transforms[:, side], columns.frames[:, side]) for side in (0, 1)]
    return with_wide_half_spaces(PairBlock(tuple(pool), a, b, *poses))


def _matrices(numbers: Floats, frames: npt.NDArray[np.uint8]) -> Floats:
    """(N, 4, 4)."""
    poses = np.zeros((len(numbers), 4, 4))
    poses[:, 3, 3] = 1
    poses[:, :3] = numbers.reshape(-1, 3, 4)
    turned = np.flatnonzero(frames == QUATERNION)
    if len(turned):
        poses[turned, :3, :3] = _rotations(numbers[turned, 3:7])
        poses[turned, :3, 3] = numbers[turned, :3]
    return poses


def _rotations(quaternions: Floats) -> Floats:
    """(N, 3, 3) rotations; as `rotation_from_quaternion`."""
    _, exponents = np.frexp(np.abs(quaternions).max(axis=1, keepdims=True))
    scaled = np.ldexp(quaternions, -exponents)
    x, y, z, w = (scaled / np.sqrt((scaled * scaled).sum(axis=1, keepdims=True))).T
    rows = (
        (1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)),
        (2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)),
        (2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)),
    )
    return np.moveaxis(np.array(rows), 2, 0)


# --- answers ---


def _answers(columns: PairColumns) -> AnswerBlock:
    given = columns.given
    parts: dict[str, Any] = {
        name: _part(getattr(columns, name), given & GivenPart[name.upper()] != 0)
        for name in ("signed_distance", "normal", "witness_a", "witness_b")
    }
    verdict = np.where(
        given & GivenPart.VERDICT != 0, VERDICT_PLACES[np.minimum(columns.verdict, 3)], np.int8(NO_VERDICT)
    ).astype(np.int8)
    block = AnswerBlock(verdict, **parts, others={})
    for i in np.flatnonzero(_not_finite(columns)).tolist():
        block.others[i] = _answer_with(columns, i, int(verdict[i]))
    return block


def _part(numbers: Floats, given: Mask) -> Floats:
    return np.where(given if numbers.ndim == 1 else given[:, None], numbers, np.nan)


def _not_finite(columns: PairColumns) -> Mask:
    """Whether a part of the answer is given and not a number."""
    bad = np.zeros(len(columns.given), bool)
    for name in ("signed_distance", "normal", "witness_a", "witness_b"):
        numbers = getattr(columns, name).reshape(len(bad), 1 if name == "signed_distance" else 3)
        bad |= (columns.given & GivenPart[name.upper()] != 0) & ~(np.abs(numbers) < NO_RESULT).all(axis=1)
    return bad


def _answer_with(columns: PairColumns, i: int, verdict: int) -> SolverAnswer:
    said: dict[str, Any] = {}
    for name in ("signed_distance", "normal", "witness_a", "witness_b"):
        if columns.given[i] & GivenPart[name.upper()]:
            value = getattr(columns, name)[i].tolist()
            said[name] = tuple(value) if isinstance(value, list) else value
    return SolverAnswer(VERDICTS[verdict] if verdict != NO_VERDICT else None, **said)
