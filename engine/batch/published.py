"""The algorithms of engines for many pairs in one call, compiled from the functions that also produce the traces.

    from gjkscope.engine.batch import published
    r = published.published_answers("libccd-mpr", shapes_a, poses_a, shapes_b, poses_b)
    r.verdict, r.signed_distance, r.normal, r.witness_a, r.witness_b, r.iterations

The answers are those of a trace, bit for bit.  Pairs whose branch is not compiled (`staging/algorithms.py`) are
answered by the interpreter, pair by pair; `compiled` tells them apart.  The first call of an algorithm on a
machine compiles it, which takes 1 to 21 seconds; later processes load the code.
"""

from collections.abc import Callable, Sequence
from ctypes import CFUNCTYPE, c_int64
from dataclasses import dataclass
from functools import cache, lru_cache
from math import nan
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from gjkscope.engine.batch.arrays import Bytes, Floats, Integers, Objects
from gjkscope.engine.batch.staging import NO_DISTANCE, OUT
from gjkscope.engine.options import DEFAULT
from gjkscope.engine.pose import Pose
from gjkscope.engine.registry.algorithms import ENGINE_ALGORITHMS
from gjkscope.engine.result import NotApplicable, Result, Verdict
from gjkscope.engine.runtime.compilation.object_code import ObjectCode, digest_of_files
from gjkscope.engine.runtime.compilation.reports import Reports
from gjkscope.engine.runtime.extras import COMPILER, is_installed
from gjkscope.engine.shapes.kinds import Shape

if TYPE_CHECKING:  # needs LLVM
    from gjkscope.engine.batch.staging.machine import Staged

TABLES_KEPT = 8
EXPLORING, COMPILING = 0.1, 0.4  # of the time: what is done when the parts begin
NOT_TAKEN = -1  # in place of a verdict

_compiling = Lock()


@dataclass(frozen=True, eq=False)
class PublishedAnswers:
    """The answers about N pairs, in their order; NaN where the engine gives nothing."""

    verdict: Bytes  #: (N,) indices into the values of `Verdict`; `NOT_TAKEN` if the engine does not take the shapes
    exit: Bytes  #: (N,) values of `Exit`
    iterations: Integers  #: (N,) steps
    signed_distance: Floats  #: (N,) metres
    normal: Floats  #: (N, 3) unit, from A to B
    witness_a: Floats  #: (N, 3) world, metres
    witness_b: Floats  #: (N, 3) world, metres
    compiled: npt.NDArray[np.bool_]  #: (N,) whether compiled code answered


def compiled_algorithms() -> tuple[str, ...]:
    """The names of the algorithms that are compiled."""
    from gjkscope.engine.batch.staging.algorithms import STAGED

    return tuple(STAGED)


def published_answers(
    name: str, shapes_a: Sequence[Shape], poses_a: Floats, shapes_b: Sequence[Shape], poses_b: Floats
) -> PublishedAnswers:
    """The answers of an algorithm about N pairs: A at `poses_a[i]`, B at `poses_b[i]`, rigid 4×4 matrices, metres."""
    shapes, (a, b) = _distinct(shapes_a, shapes_b)
    count = len(shapes_a)
    out = np.zeros((count, OUT))
    out[:, 0] = NOT_TAKEN
    if not _can_compile(name):
        return _answers(name, out, shapes, a, b, poses_a, poses_b)
    table = _table(name, shapes)
    places = np.ascontiguousarray(np.stack([a, b], axis=1))
    poses = np.ascontiguousarray(np.concatenate([_numbers(poses_a), _numbers(poses_b)], axis=1))
    is_taken = (table.variants[a] >= 0) & (table.variants[b] >= 0)
    is_taken &= ~table.refused[table.kinds[a], table.kinds[b]]
    chosen = np.flatnonzero(is_taken)
    if len(chosen) < count:
        part = np.zeros((len(chosen), OUT))
        _run(name, table, places[chosen], poses[chosen], part)
        out[chosen] = part
    else:
        _run(name, table, places, poses, out)
    return _answers(name, out, shapes, a, b, poses_a, poses_b)


def prepare(name: str) -> None:
    """Compiles an algorithm ahead of its first use, or loads it."""
    if _can_compile(name):
        _code(name)


class _Table:
    """The rows of some shapes, and the arrays that they refer to by address."""

    def __init__(self, name: str, shapes: Sequence[Shape]) -> None:
        from gjkscope.engine.batch.staging.shapes import ROW, shape_row, shape_variant, variants

        staged = _staged(name)
        known = {variant: i for i, variant in enumerate(variants(staged.shapes))}
        types = [*{type(shape) for shape in shapes}]
        self.variants = np.array(
            [
                known.get(shape_variant(shape), -1) if staged.takes_rounding or not shape.rounding else -1
                for shape in shapes
            ],
            np.int64,
        )
        self.kinds = np.array([types.index(type(shape)) for shape in shapes], np.int64)
        self.refused = np.array([[not staged.takes(a, b) for b in types] for a in types], np.bool_)
        self.rows = np.zeros((len(shapes), ROW))
        self.kept: list[Any] = []
        for i, shape in enumerate(shapes):
            if self.variants[i] < 0:
                continue
            try:
                vertices, computed = staged.vertices(shape), staged.computed(shape)
            except NotApplicable:
                self.variants[i] = -1
                continue
            array = None if vertices is None else np.ascontiguousarray(vertices, np.float64)
            self.kept.append(array)
            self.rows[i] = shape_row(shape, int(self.variants[i]), computed, array)


@lru_cache(maxsize=TABLES_KEPT)
def _table(name: str, shapes: Objects) -> _Table:
    return _Table(name, shapes)


def _distinct(*sides: Sequence[Shape]) -> tuple[Objects, list[Integers]]:
    numbers: dict[int, int] = {}
    shapes: list[Shape] = []
    places = []
    for side in sides:
        for shape in side:
            if id(shape) not in numbers:
                numbers[id(shape)] = len(shapes)
                shapes.append(shape)
        places.append(np.array([numbers[id(shape)] for shape in side], np.int64))
    return Objects(shapes), places


def _numbers(poses: Floats) -> Floats:
    """(N, 12): the rows of the rotation, then the position."""
    return np.concatenate([poses[:, :3, :3].reshape(-1, 9), poses[:, :3, 3]], axis=1)


def _run(name: str, table: _Table, places: Integers, poses: Floats, out: Floats) -> None:
    code = _code(name)
    code(table.rows.ctypes.data, places.ctypes.data, poses.ctypes.data, out.ctypes.data, 0, len(places))


def _answers(
    name: str, out: Floats, shapes: Objects, a: Integers, b: Integers, poses_a: Floats, poses_b: Floats
) -> PublishedAnswers:
    """As `engine_result`: numbers that are not finite, and a normal without length, are left out."""
    verdict, exit_ = out[:, 0].astype(np.int8), out[:, 1].astype(np.int64)
    compiled = verdict >= 0
    gives_distance = exit_ < NO_DISTANCE
    columns = out[:, 3].copy(), out[:, 4:7].copy(), out[:, 7:10].copy(), out[:, 10:13].copy()
    distance, normal, *_ = columns
    is_none = ~np.isfinite(normal).all(axis=1) | ~normal.any(axis=1)
    normal[is_none] = nan
    lost = compiled & gives_distance & ~np.isfinite(distance)
    verdict[lost] = list(Verdict).index(Verdict.UNDECIDED)
    for column in columns:
        column[lost] = nan
    distance[~gives_distance] = nan
    found = PublishedAnswers(
        verdict, (exit_ % NO_DISTANCE).astype(np.int8), out[:, 2].astype(np.int64), *columns, compiled
    )
    for i in np.flatnonzero(~compiled).tolist():
        _interpret(name, found, i, shapes[a[i]], poses_a[i], shapes[b[i]], poses_b[i])
    return found


def _interpret(name: str, found: PublishedAnswers, i: int, a: Shape, pose_a: Any, b: Shape, pose_b: Any) -> None:
    for column in (found.signed_distance, found.normal, found.witness_a, found.witness_b):
        column[i] = nan
    try:
        result = ENGINE_ALGORITHMS[name].trace(a, _pose(pose_a), b, _pose(pose_b), DEFAULT).result
    except NotApplicable:
        found.verdict[i] = NOT_TAKEN
        return
    _write(found, i, result)


def _write(found: PublishedAnswers, i: int, result: Result) -> None:
    found.verdict[i], found.exit[i] = list(Verdict).index(result.verdict), result.exit
    found.iterations[i] = result.steps
    for column, value in (
        (found.signed_distance, result.signed_distance),
        (found.normal, result.normal),
        (found.witness_a, result.witness_a),
        (found.witness_b, result.witness_b),
    ):
        if value is not None:
            column[i] = value


def _pose(matrix: Any) -> Pose:
    (a, b, c, x), (d, e, f, y), (g, h, i, z), _ = matrix.tolist()
    return Pose(((a, b, c), (d, e, f), (g, h, i)), (x, y, z))


# --- the code ---


def _can_compile(name: str) -> bool:
    """Whether the algorithm is compiled, and LLVM, which comes with numba, is installed."""
    return name in compiled_algorithms() and is_installed(COMPILER)


def _staged(name: str) -> "Staged":
    from gjkscope.engine.batch.staging.algorithms import STAGED

    return STAGED[name]


def _code(name: str) -> Callable[..., None]:
    with _compiling:
        return _loaded(name)


@cache
def _loaded(name: str) -> Callable[..., None]:
    from gjkscope.engine.runtime.compilation.stored import load_code, read_stored_code, store

    code = read_stored_code(f"published-{name}", [])
    address = None if code is None else load_code(code)
    if address is None:
        code = _compile(name)
        store(f"published-{name}", [], code)
        address = load_code(code)
    assert address is not None
    return CFUNCTYPE(None, *[c_int64] * 6)(address)


def _compile(name: str) -> ObjectCode:
    from gjkscope.engine.batch import staging
    from gjkscope.engine.batch.staging import emitting
    from gjkscope.engine.batch.staging.machine import StagedProgram

    program = StagedProgram(_staged(name), lambda words: Reports.to(f"{name}: {words}", EXPLORING))
    own = [str(path) for path in Path(staging.__file__).parent.glob("*.py")]
    sources = sorted({*program.copies.files, *own})
    digest = digest_of_files(sources)
    Reports.to(f"{name}: compiling", COMPILING)
    code = emitting.object_code(program)
    Reports.to("", 1.0)
    return ObjectCode(emitting.SYMBOL, [], sources, digest, code)
