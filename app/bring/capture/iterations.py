"""The iterations of an engine's GJK in a capture: records of type 6, which come directly before their pair."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.app.bring.capture.layout import (
    ITERATION_HEAD,
    ITERATION_TYPES,
    PAIR_TYPES,
    RECORD_HEADER,
    IterationPart,
    RecordType,
    record,
)
from gjkscope.app.bring.capture.records import CaptureError, RecordRun
from gjkscope.engine.iterations.records import (
    MOST_ITERATIONS,
    MOST_VERTICES,
    Iteration,
    IterationVertex,
    finite_iteration,
)
from gjkscope.engine.vectors import ZERO, Vec3


class RecordedIterations:
    """The records of the iterations of a pair, which are read when it is called: most are never looked at."""

    def __init__(self, data: bytes, runs: tuple[RecordRun, ...]) -> None:
        self.data, self.runs = data, runs

    def __call__(self) -> tuple[Iteration, ...]:
        return tuple(_iteration(row) for row in _rows(self.data, self.runs)[:MOST_ITERATIONS])

    @property
    def size(self) -> int:
        """Bytes of the records."""
        return sum(run.size * run.repetitions for run in self.runs)

    def copied(self) -> "RecordedIterations":
        """The same without the other bytes of the data, so that these can be released."""
        data = b"".join(self.data[run.begin : run.begin + run.size * run.repetitions] for run in self.runs)
        ends = accumulate(run.size * run.repetitions for run in self.runs)
        moved = (run._replace(begin=end - run.size * run.repetitions) for run, end in zip(self.runs, ends, strict=True))
        return RecordedIterations(data, tuple(moved))


def iterations_by_pair(data: bytes, runs: Sequence[RecordRun]) -> dict[int, RecordedIterations]:
    """The iterations by the number of their pair in the file.

    Those of a pair whose first ones were overwritten are left out.  Raises `CaptureError` for malformed records.
    """
    by_pair: dict[int, RecordedIterations] = {}
    pending: list[RecordRun] = []
    pairs = 0
    for run in runs:
        if run.type == RecordType.ITERATION:
            _check_run(data, run)
            pending.append(run)
        elif run.type in PAIR_TYPES:
            if pending and _is_complete(data, pending):
                by_pair[pairs] = RecordedIterations(data, tuple(pending))
            pending = []
            pairs += run.repetitions
    return by_pair


def iteration_record(iteration: Iteration, number: int, real: str) -> bytes:
    """The record of an iteration, with reals of the given type; its note is left out."""
    row = np.zeros((), ITERATION_TYPES[np.dtype(real).itemsize])
    given = 0
    row["vertices"], row["real"], row["number"] = len(iteration.simplex), np.dtype(real).itemsize, number
    if iteration.simplex and all(vertex.a is not None and vertex.b is not None for vertex in iteration.simplex):
        given |= IterationPart.WITNESSES
    with np.errstate(over="ignore"):
        for i, vertex in enumerate(iteration.simplex):
            row["points"][i] = vertex.point
            if given & IterationPart.WITNESSES:
                row["points_a"][i], row["points_b"][i] = vertex.a or ZERO, vertex.b or ZERO
        for name in ("direction", "closest"):
            if (vector := getattr(iteration, name)) is not None:
                row[name], given = vector, given | IterationPart[name.upper()]
    row["given"] = given
    return record(RecordType.ITERATION, row.tobytes())


def _check_run(data: bytes, run: RecordRun) -> None:
    """Raises `CaptureError` for a record that is too short, or has an impossible number of vertices."""
    contents = run.size - RECORD_HEADER.size
    for begin in range(run.begin, run.begin + run.repetitions * run.size, run.size):
        if contents < ITERATION_HEAD.size:
            raise CaptureError(f"byte {begin}: an iteration has at least {ITERATION_HEAD.size} bytes, got {contents}")
        vertices, _, real, _ = ITERATION_HEAD.unpack_from(data, begin + RECORD_HEADER.size)
        if real not in ITERATION_TYPES:
            raise CaptureError(f"byte {begin}: the size of a real must be 4 or 8, got {real}")
        if contents < (least := ITERATION_TYPES[real].itemsize):
            raise CaptureError(f"byte {begin}: an iteration with reals of {real} has {least} bytes, got {contents}")
        if vertices > MOST_VERTICES:
            raise CaptureError(f"byte {begin}: a simplex has at most {MOST_VERTICES} vertices, got {vertices}")


def _rows(data: bytes, runs: Sequence[RecordRun]) -> list[npt.NDArray[Any]]:
    rows = []
    for run in runs:
        for begin in range(run.begin, run.begin + run.repetitions * run.size, run.size):
            at = begin + RECORD_HEADER.size
            real = ITERATION_HEAD.unpack_from(data, at)[2]
            rows.append(np.frombuffer(data, ITERATION_TYPES[real], 1, at)[0])
    return rows


def _is_complete(data: bytes, runs: Sequence[RecordRun]) -> bool:
    begins = (run.begin + i * run.size + RECORD_HEADER.size for run in runs for i in range(run.repetitions))
    numbers = [ITERATION_HEAD.unpack_from(data, begin)[3] for begin in begins]
    return numbers == [*range(len(numbers))]


def _iteration(row: Any) -> Iteration:
    given = int(row["given"])
    has_witnesses = bool(given & IterationPart.WITNESSES)
    vertices = tuple(
        IterationVertex(
            _vector(row["points"][i]),
            _vector(row["points_a"][i]) if has_witnesses else None,
            _vector(row["points_b"][i]) if has_witnesses else None,
        )
        for i in range(int(row["vertices"]))
    )
    direction = _vector(row["direction"]) if given & IterationPart.DIRECTION else None
    closest = _vector(row["closest"]) if given & IterationPart.CLOSEST else None
    return finite_iteration(Iteration(vertices, direction, closest))


def _vector(numbers: Any) -> Vec3:
    with np.errstate(invalid="ignore"):  # signalling NaNs
        x, y, z = numbers.astype(np.float64).tolist()
    return (x, y, z)
