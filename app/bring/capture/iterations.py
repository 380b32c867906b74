"""The iterations of an engine's search in a capture: records of type 6, which come directly before their pair."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.app.bring.capture.layout import (
    ITERATION_HEAD,
    ITERATION_TYPES,
    PAIR_TYPES,
    RECORD_HEADER,
    IterationKind,
    IterationPart,
    RecordType,
    record,
)
from gjkscope.app.bring.capture.records import CaptureError, RecordRun
from gjkscope.engine.iterations.records import (
    MOST_FACES,
    MOST_ITERATIONS,
    MOST_VERTICES,
    FaceCorners,
    Iteration,
    IterationVertex,
    finite_iteration,
)
from gjkscope.engine.vectors import ZERO, Vec3

INTERIOR = 3
"""The vertex that is the interior point of MPR."""


class RecordedIterations:
    """The records of the iterations of a pair, which are decoded on demand, as most are never needed."""

    def __init__(self, data: bytes, runs: tuple[RecordRun, ...]) -> None:
        self.data, self.runs = data, runs

    def __call__(self) -> tuple[Iteration, ...]:
        return tuple(islice(_iterations(_rows(self.data, self.runs)), MOST_ITERATIONS))

    @property
    def size(self) -> int:
        """Bytes of the records."""
        return sum(run.size * run.repetitions for run in self.runs)

    def copied(self) -> "RecordedIterations":
        """A copy without the other bytes of the data, so that these can be released."""
        data = b"".join(self.data[run.begin : run.begin + run.size * run.repetitions] for run in self.runs)
        ends = accumulate(run.size * run.repetitions for run in self.runs)
        moved = (run._replace(begin=end - run.size * run.repetitions) for run, end in zip(self.runs, ends, strict=True))
        return RecordedIterations(data, tuple(moved))


def iterations_by_pair(data: bytes, runs: Sequence[RecordRun]) -> dict[int, RecordedIterations]:
    """The iterations by the number of their pair in the file.

    A pair whose first iterations were overwritten is left out.  Raises `CaptureError` for malformed records.
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


def iteration_records(iteration: Iteration, number: int, real: str) -> list[bytes]:
    """The records of an iteration, with reals of the given type; its note is left out.

    `number` is that of the first.  Raises `ValueError` for parts of different searches.
    """
    kind = _kind_of(iteration)
    faces = [(IterationKind.FACE, face) for face in iteration.faces]
    faces += [(IterationKind.EXPANDED, iteration.face)] if iteration.face is not None else []
    rows = [_face_row(part, face, real) for part, face in faces] + [_row(iteration, kind, real)]
    for place, row in enumerate(rows):
        row["number"] = number + place
    return [record(RecordType.ITERATION, row.tobytes()) for row in rows]


def _kind_of(iteration: Iteration) -> IterationKind:
    kinds = [IterationKind.EPA] if iteration.faces or iteration.face is not None else []
    kinds += [IterationKind.MPR] if iteration.interior is not None else []
    kinds += [IterationKind.SAT] if iteration.separation is not None else []
    if len(kinds) > 1:
        raise ValueError("must be of one search, got more than one of faces, interior and separation")
    if iteration.interior is not None and len(iteration.simplex) > INTERIOR:
        raise ValueError(f"simplex: must have at most {INTERIOR} vertices beside an interior point")
    return kinds[0] if kinds else IterationKind.GJK


def _face_row(kind: IterationKind, face: FaceCorners, real: str) -> npt.NDArray[Any]:
    return _row(Iteration(tuple(map(IterationVertex, face))), kind, real)


def _row(iteration: Iteration, kind: IterationKind, real: str) -> npt.NDArray[Any]:
    row = np.zeros((), ITERATION_TYPES[np.dtype(real).itemsize])
    given = 0
    row["vertices"], row["real"], row["kind"] = len(iteration.simplex), np.dtype(real).itemsize, kind
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
        if iteration.interior is not None:
            row["points"][INTERIOR] = iteration.interior
        if iteration.separation is not None:
            row["closest"] = (iteration.separation, 0.0, 0.0)
    row["given"] = given
    return row


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


def _iterations(rows: Sequence[Any]) -> Iterator[Iteration]:
    """The iterations, each with the faces that come before it."""
    faces: list[FaceCorners] = []
    expanded: FaceCorners | None = None
    for row in rows:
        kind = int(row["kind"])
        if kind == IterationKind.FACE:
            faces.append(_face(row))
        elif kind == IterationKind.EXPANDED:
            expanded = _face(row)
        elif kind in tuple(IterationKind):
            iteration = _iteration(row)
            if kind == IterationKind.EPA:
                iteration = iteration._replace(faces=tuple(faces[:MOST_FACES]), face=expanded)
                if len(faces) > MOST_FACES:
                    iteration = iteration._replace(note=f"the first {MOST_FACES:,} of {len(faces):,} faces")
            faces, expanded = [], None
            yield finite_iteration(iteration)


def _face(row: Any) -> FaceCorners:
    a, b, c = (_vector(row["points"][i]) for i in range(3))
    return a, b, c


def _iteration(row: Any) -> Iteration:
    given, kind = int(row["given"]), int(row["kind"])
    closest = _vector(row["closest"])
    read = _simplex_of(row)
    if kind == IterationKind.MPR:
        return read._replace(interior=_vector(row["points"][INTERIOR]))
    if kind == IterationKind.SAT:
        return read._replace(separation=closest[0])
    return read._replace(closest=closest if given & IterationPart.CLOSEST else None)


def _simplex_of(row: Any) -> Iteration:
    """The vertices and the direction."""
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
    return Iteration(vertices, direction)


def _vector(numbers: Any) -> Vec3:
    with np.errstate(invalid="ignore"):  # signalling NaNs
        x, y, z = numbers.astype(np.float64).tolist()
    return (x, y, z)
