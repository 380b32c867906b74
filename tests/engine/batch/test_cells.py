"""Support points of hulls in compiled code: the same vertices as without cells, from a few candidates."""

from collections.abc import Callable
from functools import cache
from math import nan
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from gjkscope import engine
from gjkscope.engine import Hull, Pose, batch
from gjkscope.engine.batch import arrays
from gjkscope.engine.shapes.blocks import HEADER, LANES, Blocks, blocks, cell_blocks
from gjkscope.engine.shapes.cells import CELLS, SIDE, candidates, cell_of
from gjkscope.engine.shapes.support import vertex_support
from gjkscope.engine.vectors import Vec3
from tests.engine.batch.test_batch import assert_same, matrices
from tests.engine.round_hulls import fibonacci, globe, grid, prism
from tests.engine.samples import random_pose

Floats = npt.NDArray[np.float64]

RNG = np.random.default_rng(22)
SPREAD = RNG.normal(size=(400, 3))
TILT = np.linalg.qr(SPREAD[:3])[0]


def vertices(hull: Hull) -> Floats:
    return hull.core().vertices


def repeat(points: Floats, times: int) -> Floats:
    return RNG.permutation(np.repeat(points, times, axis=0))


HULLS: dict[str, Floats] = {
    "sphere": vertices(fibonacci(1500)),
    "inside": SPREAD,  # most vertices lie in the interior
    "far": vertices(fibonacci(500)) + np.array((30.0, -20.0, 7.0)),
    "grid": vertices(grid(3)),
    "prism": vertices(prism(300, 0.5)),
    "tilted prism": vertices(prism(300, 0.5)) @ TILT,
    "globe": vertices(globe(24, 12)),
    "coincident": repeat(SPREAD[:30], 20),
    "nearly coincident": 30 + repeat(SPREAD[:30], 20) + RNG.integers(-4, 5, (600, 3)) * 2.0**-48,
    "flat": SPREAD * (1, 0, 1),
    "tilted flat": SPREAD * (1, 0, 1) @ TILT,
    "tiny": 1e-90 * SPREAD,
    "huge": 1e90 * SPREAD,
}
# Without cells: the first three have too many candidates, the others numbers that are too large or too small.
EXTREME: dict[str, Floats] = {
    "line": SPREAD * (0, 1, 0),
    "point": repeat(SPREAD[:1], 300),
    "noise": 1.0 + 1e-15 * SPREAD,
    "origin": np.zeros((300, 3)),
    "beyond": 1e200 * SPREAD,
    "below": 1e-200 * SPREAD,
}


@cache
def directions() -> list[Vec3]:
    """Random ones, multiples of all sizes, along axes, inside cells, on their borders and a bit beside them."""
    rng = np.random.default_rng(5)
    vectors = [*rng.normal(size=(300, 3))]
    vectors += [d * 10.0**k for d, k in zip(rng.normal(size=(60, 3)), range(-300, 300, 10), strict=True)]
    vectors += [*np.indices((3, 3, 3)).reshape(3, -1).T - 1.0]
    places = np.arange(SIDE + 1) * 2.0 / SIDE - 1
    for axis, sign, u, v in np.array(np.meshgrid(range(3), (-1, 1), places, places)).reshape(4, -1).T:
        scale = rng.uniform(0.1, 10)
        border = np.roll(np.array((sign, u, v)) * scale, int(axis))
        vectors += [border, np.nextafter(border, rng.normal(size=3)), np.nextafter(border, 0)]
        vectors.append(np.roll(np.array((sign, u, rng.uniform(-1, 1))) * scale, int(axis)))
        vectors.append(np.roll(np.array((sign, u + 0.5 / SIDE, v + 0.5 / SIDE)) * scale, int(axis)))
    return [(float(x), float(y), float(z)) for x, y, z in vectors]


UNUSUAL: list[Vec3] = [
    (0.0, 0.0, 0.0),
    (-0.0, 0.0, -0.0),
    (nan, 1.0, 0.0),
    (1.0, nan, nan),
    (5e-324, 0.0, 0.0),
    (1e-310, -1e-310, 2e-310),
    (1e308, 1e308, -1e308),
]


@cache
def compile_support() -> Callable[[Blocks, Vec3], tuple[Vec3, int]]:
    """`vertex_support`, as the batch compiles it."""
    from numba import njit

    from gjkscope.engine.batch.compiled import known_to_numba
    from gjkscope.engine.runtime.compilation.options import OPTIONS

    known_to_numba()
    function: Any = njit(**OPTIONS)(lambda vertices, d: vertex_support(vertices, d))
    return function  # type: ignore[no-any-return]


class Memory:
    """A hull's vertices for compiled code."""

    def __init__(self, points: Floats) -> None:
        self.blocks, self.cells = blocks(points), cell_blocks(points)
        cells = 0 if self.cells is None else self.cells.ctypes.data
        self.found = Blocks(self.blocks.ctypes.data, len(self.blocks), cells)


@pytest.mark.parametrize("name", [*HULLS, *EXTREME])
def test_compiled_support_points_are_those_of_the_interpreter(name: str) -> None:
    points = (HULLS | EXTREME)[name]
    memory, support = Memory(points), compile_support()
    assert (memory.cells is None) == (name in EXTREME)
    with np.errstate(all="ignore"):
        for d in directions() + UNUSUAL:
            point = support(memory.found, d)
            assert point == support(memory.found._replace(cells=0), d), d
            if np.isfinite(points * d).all() or np.isnan(d).any():
                assert point == vertex_support(points, d), d


def test_cells_leave_few_candidates_and_serve_all_usual_directions() -> None:
    table = candidates(HULLS["sphere"])
    assert table is not None
    assert 20 < table.sum() / CELLS < 80  # of 1,500
    assert table.any(axis=0).all()  # each vertex is the highest somewhere
    assert {cell_of(d) for d in directions()} == {-1, *range(CELLS)}
    assert sum(cell_of(d) < 0 for d in directions()) < 50
    assert {cell_of(d) for d in UNUSUAL} == {-1}


def test_cells_are_numbered_by_face_row_and_column() -> None:
    assert cell_of((1.0, -1.0, -0.9)) == 0
    assert cell_of((2.0, 0.1, -1.9)) == SIDE * SIDE // 2
    assert cell_of((-1.0, 1.0, 1.0)) == 2 * SIDE * SIDE - 1
    assert cell_of((-0.1, -1e-9, -1e300)) == -1
    assert cell_of((-0.1, -1e-9, -1.0)) == 5 * SIDE * SIDE + (SIDE // 2 - 1) * SIDE + SIDE // 2 - 1


def test_blocks_of_cells_contain_their_candidates_in_ascending_order() -> None:
    points = HULLS["grid"]
    table, rows = candidates(points), cell_blocks(points)
    assert table is not None
    assert rows is not None
    ranges = rows[:HEADER].reshape(-1).view(np.int32)[: 2 * CELLS].reshape(-1, 2)
    for wanted, (begin, end) in zip(table, ranges, strict=True):
        part = rows[begin:end].transpose(0, 2, 1).reshape(-1, 4)
        keys = part[:, 3].copy().view(np.int64)
        indices, count = keys >> 32, int(wanted.sum())
        assert end - begin == -(-count // LANES)
        assert np.array_equal(indices[:count], np.flatnonzero(wanted))
        assert (indices[count:] == indices[0]).all()
        assert np.array_equal(part[:, :3], points[indices])
        assert np.array_equal(keys & 0xFFFFFFFF, np.arange(begin * LANES, end * LANES))


def test_a_batch_that_uses_cells_matches_single_queries() -> None:
    random, count = Random(8), arrays.MANY_PAIRS
    a, b = fibonacci(300), prism(150, 0.7, 0.6)
    poses_a, poses_b = ([random_pose(random) for _ in range(count)] for _ in range(2))
    poses_b[: count // 2] = [Pose(pose.rotation, poses_a[i].position) for i, pose in enumerate(poses_b[: count // 2])]
    few = batch.signed_distance(a, matrices(poses_a[:-1]), b, matrices(poses_b[:-1]))
    shapes = arrays.prepare_shapes(arrays.Objects(sorted((a, b), key=id)))
    assert not shapes.table.cells.any()
    many = batch.signed_distance(a, matrices(poses_a), b, matrices(poses_b))
    assert shapes.table.cells.all()
    assert set(many.verdict.tolist()) >= {"penetrating", "separated"}
    for name, column in vars(few).items():
        assert np.array_equal(column, vars(many)[name][:-1], equal_nan=column.dtype.kind == "f"), name
    for i in range(0, count, 10):
        assert_same(engine.query(a, poses_a[i], b, poses_b[i]), many, i)
