"""Writes captures from Python: `gjkscope.Recorder`."""

from collections.abc import Callable, Sequence
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self

import numpy as np
import numpy.typing as npt

from gjkscope.app.ask.solvers.answer_block import NO_VERDICT, VERDICTS, AnswerBlock
from gjkscope.app.ask.solvers.functions import plain_value
from gjkscope.app.ask.solvers.messages import iterations_as_given
from gjkscope.app.ask.solvers.pair_block import PairBlock, pose_array
from gjkscope.app.bring.capture.iterations import iteration_records
from gjkscope.app.bring.capture.layout import (
    DEFAULT_PORT,
    LOOPBACK,
    MATRIX,
    PAIR_TYPES,
    RECORD_HEADER,
    VERDICT_CODES,
    GivenPart,
    RecordType,
    file_header,
    record,
)
from gjkscope.app.bring.capture.shapes import shape_record
from gjkscope.app.bring.capture.stream_file import StreamFile
from gjkscope.engine.pose import as_pose
from gjkscope.engine.shapes.kinds import Shape, as_shape

PRECISIONS = {"single": RecordType.SINGLE_PAIR, "double": RecordType.DOUBLE_PAIR}
VECTOR_PARTS = ("normal", "witness_a", "witness_b")
KEY_BYTES = 8


class Recorder:
    """Writes the pairs that an engine is asked about, and its answers, to a `.gjkcap` file for `gjkscope scan`.

    `path` is the file, `by` the name of the engine.  `precision` is `"double"`, or `"single"` for engines that compute
    in single precision: files are then smaller.  Raises `OSError` if the file cannot be written.

    >>> import tempfile, pathlib
    >>> from gjkscope import Pose, Recorder, Sphere
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "run.gjkcap"
    >>> with Recorder(path, by="my engine") as recorder:
    ...     recorder.add(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), signed_distance=1.0, tick=7)
    >>> path.stat().st_size
    456
    """

    def __init__(self, path: Path | str, by: str = "", precision: str = "double") -> None:
        self._begin(lambda: Path(path).open("wb"), by, precision)  # noqa: SIM115, the recorder is the context manager

    @classmethod
    def connect(
        cls, port: int = DEFAULT_PORT, host: str = LOOPBACK, *, by: str = "", precision: str = "double"
    ) -> Self:
        """A recorder that sends its pairs to a listening gjkscope: `gjkscope listen`, or File > Connect.

        It never waits, and raises no error without a listener: it tries again once a second, and does not send pairs
        from before the connection.  Pairs are sent when `tick` changes, and by `stream`.  Pairs that the listener does
        not take in time are dropped, and counted there.  If it refuses the connection, a `RuntimeWarning` says why.

        >>> from gjkscope import Pose, Recorder, Sphere
        >>> with Recorder.connect(by="my engine") as recorder:
        ...     recorder.add(Sphere(1), Pose(), Sphere(1), Pose(position=(3, 0, 0)), signed_distance=1.0, tick=7)
        """
        recorder = cls.__new__(cls)
        recorder._begin(lambda: StreamFile(host, port), by, precision)
        return recorder

    def stream(self) -> bool:
        """Sends, or writes, the pairs since the last call; returns whether a listener (or the file) takes them."""
        self._file.flush()
        return not isinstance(self._file, StreamFile) or self._file.is_open

    def _begin(self, opened: Callable[[], BinaryIO | StreamFile], by: str, precision: str) -> None:
        if precision not in PRECISIONS:
            raise ValueError(f"precision: must be 'single' or 'double', got {precision!r}")
        self._type = PRECISIONS[precision]
        self._layout = PAIR_TYPES[self._type]
        self._keys: dict[Shape, int] = {}
        self._tick = 0
        self._file = opened()
        self._file.write(file_header())
        if by:
            self._file.write(record(RecordType.WRITER, by.encode()))

    def add(
        self,
        a: Shape,
        pose_a: Any,
        b: Shape,
        pose_b: Any,
        *,
        tick: int | None = None,
        ids: tuple[int, int] = (0, 0),
        verdict: str | None = None,
        signed_distance: float | None = None,
        normal: Any = None,
        witness_a: Any = None,
        witness_b: Any = None,
        iterations: Sequence[Any] = (),
    ) -> None:
        """Writes a pair and the parts of the answer that the engine gave: world space, metres, normal from A to B.

        `tick` is the number of the simulation step; without one it is that of the last pair.  `ids` are the engine's
        names for the bodies, whole numbers ≥ 0.  `iterations` are those of the engine's search: `Iteration` records or
        dictionaries as in scene files; their notes are not written.  Numbers of an answer may be infinite or NaN, which
        `scan` looks for.  Raises `ValueError`, naming the argument, for anything else that is invalid.
        """
        pairs = self._rows(1)
        if tick is not None and tick != self._tick:
            self._tick = tick
            self._file.flush()  # so that a crash loses at most the current tick
        pairs["tick"], pairs["ids"] = self._tick, ids
        pairs["shapes"] = [self._key(as_shape(a, "a")), self._key(as_shape(b, "b"))]
        for side, (name, pose) in enumerate((("pose_a", pose_a), ("pose_b", pose_b))):
            pairs["transforms"][0, side] = pose_array(as_pose(pose, name))[:3].ravel()
        given = 0
        if verdict is not None:
            pairs["verdict"], given = _verdict_code(verdict), GivenPart.VERDICT
        if signed_distance is not None:
            pairs["signed_distance"] = _single_safe(signed_distance, self._layout)
            given |= GivenPart.SIGNED_DISTANCE
        for name, value in zip(VECTOR_PARTS, (normal, witness_a, witness_b), strict=True):
            if value is not None:
                pairs[name], given = _vector(name, value, self._layout), given | GivenPart[name.upper()]
        pairs["given"] = given
        self._write_iterations(iterations)
        self._file.write(pairs.tobytes())

    def _write_iterations(self, iterations: Sequence[Any]) -> None:
        """Writes the iterations of the pair that follows."""
        if not iterations:
            return
        real = self._layout["signed_distance"].str
        number = 0
        for place, iteration in enumerate(iterations_as_given("iterations", plain_value(iterations))):
            try:
                records = iteration_records(iteration, number, real)
            except ValueError as fault:
                raise ValueError(f"iterations[{place}]: {fault}") from None
            number += len(records)
            self._file.write(b"".join(records))

    def add_block(self, pairs: PairBlock, answers: AnswerBlock, ticks: npt.ArrayLike, ids: npt.ArrayLike) -> None:
        """Writes N pairs at once: `ticks` (N,), `ids` (N, 2).  Answers that are not in arrays are left out."""
        rows = self._rows(pairs.size)
        keys = np.array([self._key(shape) for shape in pairs.shapes], np.uint64)
        rows["tick"], rows["ids"] = ticks, ids
        rows["shapes"] = np.stack([keys[pairs.a], keys[pairs.b]], axis=1)
        rows["transforms"][:, 0] = pairs.poses_a[:, :3].reshape(-1, 12)
        rows["transforms"][:, 1] = pairs.poses_b[:, :3].reshape(-1, 12)
        said = answers.verdict != NO_VERDICT
        codes = np.array([VERDICT_CODES.index(name) for name in VERDICTS])
        rows["verdict"] = np.where(said, codes[answers.verdict], 0)
        given = np.where(said, int(GivenPart.VERDICT), 0)
        for name in ("signed_distance", *VECTOR_PARTS):
            numbers = getattr(answers, name)
            present = ~np.isnan(numbers.reshape(pairs.size, -1)[:, 0])
            rows[name] = np.nan_to_num(numbers)
            given |= np.where(present, int(GivenPart[name.upper()]), 0)
        rows["given"] = given
        self._file.write(rows.tobytes())

    def close(self) -> None:
        """Closes the file; no more pairs can be added."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def _rows(self, count: int) -> npt.NDArray[np.void]:
        rows = np.zeros(count, self._layout)
        rows["type"], rows["length"] = self._type, self._layout.itemsize - RECORD_HEADER.size
        rows["frames"] = MATRIX
        return rows

    def _key(self, shape: Shape) -> int:
        """The key of a shape, which is written the first time."""
        if shape not in self._keys:
            digest = blake2b(shape_record(shape, 0), digest_size=KEY_BYTES).digest()
            self._keys[shape] = int.from_bytes(digest, "little") or 1  # 0 is not a key
            self._file.write(shape_record(shape, self._keys[shape]))
        return self._keys[shape]


def _verdict_code(verdict: str) -> int:
    if verdict not in VERDICT_CODES:
        raise ValueError(f"verdict: must be one of {', '.join(VERDICT_CODES)}, got {verdict!r}")
    return VERDICT_CODES.index(verdict)


def _single_safe(value: float, layout: np.dtype[np.void]) -> Any:
    """The number in the precision of the file; beyond its range it is infinite."""
    with np.errstate(over="ignore"):
        return np.asarray(value, np.float64).astype(layout["signed_distance"])


def _vector(name: str, value: Any, layout: np.dtype[np.void]) -> Any:
    try:
        numbers = np.asarray(value, np.float64)
    except (TypeError, ValueError):
        numbers = np.empty(0)
    if numbers.shape != (3,):
        raise ValueError(f"{name}: must be 3 numbers, got {value!r}")
    with np.errstate(over="ignore"):
        return numbers.astype(layout["signed_distance"])
