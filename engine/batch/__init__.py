"""The fast path: the signed distances of many pairs in one call, by the functions that the traces are made of.

    from engine import Box, batch
    r = batch.signed_distance(Box((1, 1, 1)), poses_a, Box((2, 1, 1)), poses_b)
    r.verdict, r.signed_distance, r.normal, r.witness_a, r.witness_b, r.iterations

It answers what `engine.query` answers without an algorithm's name (GJK, and EPA where the cores overlap), to the last
bit: there is no second implementation, numba compiles the functions of `gjk`, `epa`, `simplex`, `support` and
`vectors` as they stand.  What a query would say as `None` is NaN here.

The first call compiles, which takes about a minute.  The result is kept beside the source or in the user's cache folder
(the environment's `NUMBA_CACHE_DIR` names another), so that later processes load it in a second; `prepare` does it
ahead of time.  numba is imported at the first call and not before.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arguments import as_index, listed, shown
from ..pose import as_pose
from ..result import Verdict
from ..shapes import Shape, as_shape
from .arrays import Bytes, Columns, Floats, Integers, Objects, Side, Solver, Table, columns, order, table

# Each thread takes this many parts, one after the other: pairs that overlap cost more, and may lie together.
PARTS = 8

VERDICTS = np.array(list(Verdict))


@dataclass(frozen=True, eq=False)
class Results:
    """The answers about N pairs, in their order: each field is an array, and its first axis the pair.

    Conventions and units are those of `engine.Result`.  NaN is what could not be computed.
    """

    verdict: npt.NDArray[np.str_]  # (N,) values of `Verdict`
    exit: Bytes  # (N,) values of `Exit`
    iterations: Integers  # (N,) steps of all algorithms together
    signed_distance: Floats  # (N,)
    lower: Floats  # (N,) ≤ signed distance ≤ `upper`, up to rounding
    upper: Floats  # (N,)
    normal: Floats  # (N, 3) unit, from A to B
    witness_a: Floats  # (N, 3) world
    witness_b: Floats  # (N, 3) world


def signed_distance(
    shape_a: Shape | Sequence[Shape],
    poses_a: npt.ArrayLike,
    shape_b: Shape | Sequence[Shape],
    poses_b: npt.ArrayLike,
    threads: int = 1,
) -> Results:
    """The answers about N pairs: shape A at `poses_a[i]`, shape B at `poses_b[i]`.

    Poses are (N, 4, 4), rows.  A shape is one for all pairs or a sequence of N, of any kinds; the same object is
    prepared once, however often it stands there.  Raises `ValueError` that names the argument, the pair and the
    value: for what is no shape or no rigid finite pose, for lengths that differ, and for `threads` < 1.
    """
    workers = _threads(threads)
    a, b = _poses(poses_a, "poses_a"), _poses(poses_b, "poses_b")
    if len(b) != len(a):
        raise ValueError(f"poses_b: must be as many as poses_a, {len(a)}, got {len(b)}")
    shapes_a, shapes_b = _shapes(shape_a, "shape_a", len(a)), _shapes(shape_b, "shape_b", len(b))
    distinct, places = _distinct(shapes_a + shapes_b)
    if not all(issubclass(kind, Shape) for kind in set(map(type, distinct))):
        _refuse(shapes_a, "shape_a")
        _refuse(shapes_b, "shape_b")
    side_a, side_b = _side(places[: len(shapes_a)], a), _side(places[len(shapes_a) :], b)
    return _results(_solved(table(distinct), side_a, side_b, workers))


def prepare() -> None:
    """Compiles what the first call would compile, or loads what an earlier process kept."""
    _solver()


@cache
def _solver() -> Solver:
    from . import compiled

    return compiled.solver()


def _solved(shapes: Table, a: Side, b: Side, threads: int) -> Columns:
    solve, out = _solver(), columns(len(a.poses))
    pairs = order(shapes, a, b)

    def solve_some(some: Integers) -> bool:
        return solve(shapes, a, b, some, out)

    if threads == 1:
        solved = solve_some(pairs)
    else:
        with ThreadPoolExecutor(threads) as pool:
            solved = all(list(pool.map(solve_some, np.array_split(pairs, threads * PARTS))))
    if not solved:
        _refuse_poses(a, b)
    return out


def _refuse_poses(a: Side, b: Side) -> None:
    """The first that is none, by its place."""
    for i, (pose_a, pose_b) in enumerate(zip(a.poses, b.poses, strict=True)):
        as_pose(pose_a, f"poses_a[{i}]")
        as_pose(pose_b, f"poses_b[{i}]")


def _results(found: Columns) -> Results:
    return Results(VERDICTS.take(found.verdict), *found[1:])


def _threads(value: int) -> int:
    try:
        threads = as_index(value)
    except TypeError:
        raise ValueError(f"threads: must be a whole number, got {shown(value)}") from None
    if threads < 1:
        raise ValueError(f"threads: must be ≥ 1, got {shown(value)}")
    return threads


def _poses(value: npt.ArrayLike, name: str) -> Floats:
    """As compiled code takes them: float64, in C order, aligned and writable."""
    try:
        given = np.asarray(value)
        if given.dtype.kind not in "iuf":
            raise TypeError
        poses = np.require(given, np.float64, ["C", "A", "W"])
    except (TypeError, ValueError):
        raise ValueError(f"{name}: must be numbers of shape (N, 4, 4), got {shown(value)}") from None
    if poses.shape[1:] != (4, 4):
        raise ValueError(f"{name}: must be of shape (N, 4, 4), got {given.shape}")
    return poses


def _shapes(value: Any, name: str, count: int) -> tuple[Shape, ...]:
    """As many as there are pairs, or one for all of them."""
    if isinstance(value, Shape):
        return (value,)
    shapes = listed(name, value, "shapes, or one shape")
    if len(shapes) != count:
        raise ValueError(f"{name}: must be one shape, or as many as there are poses, {count}; got {len(shapes)}")
    return shapes


def _refuse(shapes: tuple[Any, ...], name: str) -> None:
    """The first that is no shape, by its place."""
    for i, shape in enumerate(shapes):
        as_shape(shape, f"{name}[{i}]")


def _distinct(shapes: tuple[Shape, ...]) -> tuple[Objects, Integers]:
    """The shapes without repetitions, by identity, and for each of them its place there."""
    objects = np.fromiter(shapes, object, len(shapes))
    identities = np.frombuffer(objects, np.int64)  # an array of objects holds their addresses
    in_order = np.sort(identities)
    once = in_order[np.append(in_order[1:] != in_order[:-1], True)[: len(in_order)]]
    places = once.searchsorted(identities)
    last = np.empty(len(once), np.int64)
    last[places] = np.arange(len(places))
    return Objects(objects[last].tolist()), places


def _side(places: Integers, poses: Floats) -> Side:
    """The one shape stands for all."""
    return Side(np.repeat(places, len(poses)) if len(places) == 1 else places, poses)
