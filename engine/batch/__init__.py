"""Signed distances of many pairs in one call, compiled by numba from the functions that also produce the traces.

    from gjkscope import Box, batch
    r = batch.signed_distance(Box((1, 1, 1)), poses_a, Box((2, 1, 1)), poses_b)
    r.verdict, r.signed_distance, r.normal, r.witness_a, r.witness_b, r.iterations

The results are bit for bit those of a trace, as there is no second implementation: numba compiles the functions that
produce the traces unchanged.  NaN takes the place of `None`.  The method depends on the pair:

1. A box and a sphere or point: `clamp`.
2. Two boxes, or a box and a capsule, whose cores overlap: `obb`.
3. Boxes, capsules, cones, cylinders, ellipsoids, spheres and points: `alternating`, where it ends at closest points,
   which it does if the shapes are not too close to contact.
4. All others: GJK, followed by EPA if the cores overlap, as in the default `query`; by `epa-newton` between boxes,
   capsules, cylinders, ellipsoids, spheres and points.

The `tolerance` of `Options` applies to the last two.

The first call on a machine compiles the code, which takes half a minute; a line on a terminal's standard error reports
how far it is.  The compiled code is cached next to the source or in the user's cache folder (or in `NUMBA_CACHE_DIR`),
so that later processes load it within a tenth of a second.  `prepare`, or `gjkscope compile` on the command line, does
this ahead of time.  numba is imported only to compile.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.engine.arguments import as_items, length, positive_count
from gjkscope.engine.batch.arrays import (
    Bytes,
    Columns,
    CompiledCode,
    Floats,
    Integers,
    Objects,
    PairedShapes,
    as_floats,
    columns,
    list_rows,
    order,
    prepare_shapes,
)
from gjkscope.engine.batch.broad_phases import MovingBoxes as MovingBoxes
from gjkscope.engine.batch.broad_phases import broad_phase as broad_phase
from gjkscope.engine.batch.broad_phases import prepare_broad_phases
from gjkscope.engine.batch.meshes import contacts_at_poses, measure_all, prepare_contacts, prepare_meshes
from gjkscope.engine.batch.processors import processors
from gjkscope.engine.batch.workers import in_threads
from gjkscope.engine.pose import as_pose
from gjkscope.engine.result import Verdict
from gjkscope.engine.sequences.same import Same
from gjkscope.engine.shapes.blocks import address_of, addresses_of
from gjkscope.engine.shapes.kinds import Shape, as_solid

# Parts per thread.  Overlapping pairs take longer and may be adjacent, so small parts balance the load.
PARTS = 8

PAIRS_KEPT = 2  # sets of pairs whose shapes are kept: some 32 bytes per pair

VERDICTS = np.array(list(Verdict))

_loading = Lock()


@dataclass(frozen=True, eq=False)
class Results:
    """The results for N pairs, in their order.  Each field is an array whose first axis is the pair.

    Lengths are in metres, and conventions are those of `Result`.  NaN means not computed (`None` in a `Result`).

    >>> import numpy as np
    >>> from gjkscope import Sphere, batch
    >>> poses = np.tile(np.eye(4), (2, 1, 1))
    >>> found = batch.signed_distance(Sphere(1), poses, Sphere(1), poses)
    >>> isinstance(found, batch.Results), found.verdict.shape, found.normal.shape
    (True, (2,), (2, 3))
    """

    verdict: npt.NDArray[np.str_]  #: (N,) values of `Verdict`
    exit: Bytes  #: (N,) values of `Exit`
    iterations: Integers  #: (N,) steps of all algorithms together
    signed_distance: Floats  #: (N,) metres
    lower: Floats  #: (N,) ≤ signed distance ≤ `upper`, up to rounding
    upper: Floats  #: (N,)
    normal: Floats  #: (N, 3) unit, from A to B
    witness_a: Floats  #: (N, 3) world, metres
    witness_b: Floats  #: (N, 3) world, metres


def signed_distance(
    shape_a: Shape | Sequence[Shape],
    poses_a: npt.ArrayLike,
    shape_b: Shape | Sequence[Shape],
    poses_b: npt.ArrayLike,
    threads: int = 1,
    tolerance: float = 0.0,
) -> Results:
    """Computes the signed distances, normals and witness points of N pairs: A at `poses_a[i]`, B at `poses_b[i]`.

    `poses_a` and `poses_b` have shape (N, 4, 4): rigid matrices, local to world, for column vectors, in metres.
    `shape_a` and `shape_b` are one shape for all pairs, or a sequence of N shapes of any kinds; an object that occurs
    several times is prepared once.  A tuple that was used before, which cannot have changed, is not read again.
    Conventions and sources are those of `query`.

    `threads` is the maximum number of threads; no more are started than there are processors or pairs.  The results do
    not depend on it.

    `tolerance` is relative to the pair's size (`Options.tolerance`): a pair's search ends once its bounds are that
    close, which saves many steps on curved shapes.  The exit is then `WITHIN_TOLERANCE`, and `lower` and `upper` are
    still proved.  0 means full precision.

    Raises `ValueError`, naming the argument, the pair and the value, for an invalid shape or pose, for lengths that
    differ, for `threads` < 1, and for a negative tolerance; `NotApplicable` (a `ValueError`) for 2D shapes.

    >>> import numpy as np
    >>> from gjkscope import Box, Sphere, batch
    >>> poses_a = np.tile(np.eye(4), (3, 1, 1))
    >>> poses_b = poses_a.copy()
    >>> poses_b[:, 0, 3] = 1.2, 1.5, 3.0
    >>> found = batch.signed_distance(Box((1, 1, 1)), poses_a, Sphere(0.5), poses_b)
    >>> found.verdict.tolist(), found.signed_distance.round(6).tolist()
    (['penetrating', 'touching', 'separated'], [-0.3, 0.0, 1.5])
    """
    wanted, tolerance = positive_count("threads", threads), length("tolerance", tolerance, zero=True)
    a, b = _pairs_of_poses(poses_a, poses_b)
    pairs = _paired_shapes(shape_a, shape_b, len(a))
    pairs.shapes.expect(pairs.a, pairs.b)
    return _results(_solve_all(pairs, a, b, tolerance, _workers(wanted, len(a))))


def mesh_distance(shape_a: Shape, poses_a: npt.ArrayLike, shape_b: Shape, poses_b: npt.ArrayLike) -> Results:
    """Computes the distances of two shapes by their triangles at N poses: A at `poses_a[i]`, B at `poses_b[i]`.

    Meshes with faces are taken as their triangles, and closed ones as solids; all other shapes are convex solids.  The
    results are those of `query(…, "mesh-distance")`, bit for bit: a depth is bounded, and named only if a plane proves
    it.  Poses are those of `signed_distance`, metres.

    Compiled code searches the triangles; the interpreter measures contacts and looks for points inside a solid, which
    takes milliseconds.  The first call on a machine compiles the code in about ten seconds.

    Raises `ValueError`, naming the argument, the pair and the value, for an invalid shape or pose, and for lengths that
    differ; `NotApplicable` (a `ValueError`) for 2D shapes.

    Sources: Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996; Larsen et al., Fast distance queries with rectangular
    swept sphere volumes, ICRA 2000.

    >>> import numpy as np
    >>> from gjkscope import Mesh, Sphere, batch
    >>> frame = Mesh([(x, y, 0) for x in (-2, -1, 1, 2) for y in (-2, 2)], [(0, 2, 1), (1, 2, 3), (4, 6, 5), (5, 6, 7)])
    >>> poses = np.tile(np.eye(4), (2, 1, 1))
    >>> poses[1, 0, 3] = 1.5
    >>> found = batch.mesh_distance(frame, np.tile(np.eye(4), (2, 1, 1)), Sphere(0.25), poses)
    >>> found.verdict.tolist(), float(found.signed_distance[0])
    (['separated', 'penetrating'], 0.75)
    """
    a, b = _pairs_of_poses(poses_a, poses_b)
    with _loading:
        prepare_meshes()
    return _results(measure_all(as_solid(shape_a, "shape_a"), a, as_solid(shape_b, "shape_b"), b))


def triangles_overlap(
    shape_a: Shape, poses_a: npt.ArrayLike, shape_b: Shape, poses_b: npt.ArrayLike
) -> npt.NDArray[np.bool_]:
    """Whether any triangles of two shapes are in contact at N poses, (N,): A at `poses_a[i]`, B at `poses_b[i]`.

    That is whether `overlapping_triangles` finds any pair, by the same functions, compiled.  Meshes with faces are
    taken as their triangles, all other shapes as convex solids; what is inside a closed mesh meets no triangle of it.
    Poses are those of `signed_distance`, metres.

    Raises `ValueError`, naming the argument, the pair and the value, for an invalid shape or pose, and for lengths that
    differ; `NotApplicable` (a `ValueError`) for 2D shapes, and if products of the coordinates overflow.

    Source: Gottschalk, Lin, Manocha, OBBTree, SIGGRAPH 1996.

    >>> import numpy as np
    >>> from gjkscope import Box, Mesh, batch
    >>> floor = Mesh([(0, 0, 0), (0, 0, 1), (1, 0, 0), (1, 0, 1)], [(0, 1, 2), (2, 1, 3)])
    >>> poses = np.tile(np.eye(4), (2, 1, 1))
    >>> poses[1, 1, 3] = 2.0
    >>> batch.triangles_overlap(floor, np.tile(np.eye(4), (2, 1, 1)), Box((0.5, 0.5, 0.5)), poses).tolist()
    [True, False]
    """
    a, b = _pairs_of_poses(poses_a, poses_b)
    with _loading:
        prepare_contacts()
    return contacts_at_poses(as_solid(shape_a, "shape_a"), a, as_solid(shape_b, "shape_b"), b)


def prepare(
    broad_phases: bool = False, report: Callable[[str, float], None] | None = None, meshes: bool = False
) -> None:
    """Compiles the code ahead of the first `signed_distance`, or loads it from the cache of an earlier process.

    `broad_phases` says whether to do the same for `broad_phase` and `MovingBoxes`, `meshes` for `mesh_distance`
    and `triangles_overlap`.

    While code is compiled, but not while it is loaded, `report` is called with a description of the current work and
    the fraction done, 0 to 1; at the end with "" and 1.  By default a line on standard error shows this, if that is a
    terminal.

    Compiling takes half a minute; loading takes a tenth of a second, also of code that came with the installation, and
    broad phases half a second more.  Raises nothing.

    >>> from gjkscope import batch
    >>> batch.prepare(report=lambda doing, done: print(f"{doing}: {done:.0%}"))
    """
    from gjkscope.engine.runtime.compilation.reports import report_to, write_on_terminal

    with report_to(write_on_terminal if report is None else report):
        _ready_code()
        if broad_phases:
            prepare_broad_phases()
        if meshes:
            with _loading:
                prepare_meshes()
                prepare_contacts()


def _ready_code() -> CompiledCode:
    with _loading:
        return _load_code()


@cache
def _load_code() -> CompiledCode:
    from gjkscope.engine.batch.loading import grouper, solver

    return CompiledCode(grouper(), solver())


def _solve_all(pairs: PairedShapes, a: Floats, b: Floats, tolerance: float, threads: int) -> Columns:
    solve, out, count = _ready_code().solve, columns(len(a)), len(a)
    rows = np.concatenate([pairs.shapes.rows, list_rows(pairs.a, a, pairs.b, b, pairs.order, *out)])
    many = 1 if threads == 1 else threads * PARTS
    parts = iter([(count * part // many, count * (part + 1) // many) for part in range(many)])

    def solve_parts() -> bool:
        return all(solve(address_of(rows), first, last, tolerance) == last for first, last in parts)

    if not all(in_threads(solve_parts, threads)):
        _refuse_poses(a, b)
    return out


def _refuse_poses(a: Floats, b: Floats) -> None:
    """Raises the error for the first invalid pose."""
    for i, (pose_a, pose_b) in enumerate(zip(a, b, strict=True)):
        as_pose(pose_a, f"poses_a[{i}]")
        as_pose(pose_b, f"poses_b[{i}]")


def _results(arrays: Columns) -> Results:
    return Results(VERDICTS.take(arrays.verdict), *arrays[1:])


def _workers(wanted: int, pairs: int) -> int:
    """The number of threads to start: no more than there are processors or pairs."""
    return max(min(wanted, processors(), pairs), 1)


def _pairs_of_poses(poses_a: npt.ArrayLike, poses_b: npt.ArrayLike) -> tuple[Floats, Floats]:
    a, b = _poses(poses_a, "poses_a"), _poses(poses_b, "poses_b")
    if len(b) != len(a):
        raise ValueError(f"poses_b: must have the same length as poses_a, {len(a)}, got {len(b)}")
    return a, b


def _poses(value: npt.ArrayLike, name: str) -> Floats:
    poses = as_floats(name, value, "(N, 4, 4)")
    if poses.shape[1:] != (4, 4):
        raise ValueError(f"{name}: must be of shape (N, 4, 4), got {np.shape(value)}")
    return poses


def _paired_shapes(shape_a: Any, shape_b: Any, count: int) -> PairedShapes:
    """The shapes of all pairs; kept, if they cannot change."""
    if isinstance(shape_a, tuple | Shape) and isinstance(shape_b, tuple | Shape):
        return _kept_shapes(Same(shape_a), Same(shape_b), count)
    return _pair_shapes(shape_a, shape_b, count)


@lru_cache(maxsize=PAIRS_KEPT)
def _kept_shapes(shape_a: Same, shape_b: Same, count: int) -> PairedShapes:
    return _pair_shapes(shape_a.value, shape_b.value, count)


def _pair_shapes(shape_a: Any, shape_b: Any, count: int) -> PairedShapes:
    shapes_a, shapes_b = _shapes(shape_a, "shape_a", count), _shapes(shape_b, "shape_b", count)
    distinct, places = _distinct(shapes_a + shapes_b)
    if not all(issubclass(kind, Shape) and kind.dimension == 3 for kind in set(map(type, distinct))):
        _refuse(shapes_a, "shape_a")
        _refuse(shapes_b, "shape_b")
    shapes = prepare_shapes(distinct)
    a, b = _side(places[: len(shapes_a)], count), _side(places[len(shapes_a) :], count)
    return PairedShapes(shapes, a, b, order(shapes.table, a, b))


def _shapes(value: Any, name: str, count: int) -> tuple[Shape, ...]:
    """The shapes of one side: `count` of them, or one for all pairs."""
    if isinstance(value, Shape):
        return (value,)
    shapes = as_items(name, value, "shapes, or one shape")
    if len(shapes) != count:
        raise ValueError(f"{name}: must be one shape or one for each of the {count} poses, got {len(shapes)}")
    return shapes


def _refuse(shapes: tuple[Any, ...], name: str) -> None:
    """Raises the error for the first item that is not a 3D shape."""
    for i, shape in enumerate(shapes):
        as_solid(shape, f"{name}[{i}]")


def _distinct(shapes: tuple[Shape, ...]) -> tuple[Objects, Integers]:
    """The distinct objects in the order of their addresses, and for each shape its index among them."""
    addresses = addresses_of(shapes)
    slots = np.zeros(1 << len(shapes).bit_length(), np.int64)
    numbers, first = np.empty((2, len(shapes)), np.int64)
    rows = list_rows(addresses, slots, numbers, first)
    first = first[: _ready_code().group(address_of(rows), len(shapes), len(slots) - 1)]
    ascending = addresses[first].argsort()
    ranks = np.empty_like(ascending)
    ranks[ascending] = np.arange(len(ascending))
    return Objects(shapes[i] for i in first[ascending].tolist()), ranks.take(numbers)


def _side(places: Integers, count: int) -> Integers:
    """The shapes of one side, of which a single one is repeated for all poses."""
    return np.repeat(places, count) if len(places) == 1 else places
