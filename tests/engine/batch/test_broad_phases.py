"""Broad phases of a batch: the pairs of brute force and of the traces; compiled traces are those of the interpreter."""

import fcntl
import re
from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest

from gjkscope.engine import batch, broad_phase
from gjkscope.engine.batch.arrays import Floats, Integers
from gjkscope.engine.broadphase import BROADPHASES, INTERPRETED
from gjkscope.engine.broadphase.boxes import boxes_of
from gjkscope.engine.broadphase.compiled import run_compiled
from tests.engine.broadphase.test_broadphase import DEGENERATE, all_pairs, lattice_boxes, random_boxes
from tests.thorough import cases

everywhere = pytest.mark.parametrize("method", BROADPHASES)

SCENES: dict[str, Any] = {
    **DEGENERATE,
    "none": [],
    "one": [((0, 0, 0), (1, 1, 1))],
    "random": random_boxes(Random(1), 150, 1.5),
    "touching": lattice_boxes(Random(2), 120),
    "clusters": [((x, y, z), (x + 1, y + 1, z + 1)) for x, y, z in product((0, 1, 2, 1e6, 1e6 + 1), repeat=3)],
    "grid": [((x, y, z), (x + 1, y + 1, z + 1)) for x, y, z in np.ndindex(5, 5, 5)],
}


@pytest.fixture(scope="module", autouse=True)
def compiled_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The first test process compiles; the others wait and load the cached code."""
    with (tmp_path_factory.getbasetemp().parent / "gjkscope-broad.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        for method in BROADPHASES:
            batch.broad_phase(np.zeros((2, 6)), method)


def scatter(count: int, seed: int, size: float = 1.0) -> Floats:
    """Boxes (count, 2, 3), of which each meets one other on average."""
    rng = np.random.default_rng(seed)
    centers, half = rng.uniform(0, 2 * count ** (1 / 3), (count, 1, 3)), rng.uniform(0.1, 0.9, (count, 1, 3)) * size
    return np.concatenate([centers - half, centers + half], axis=1)


def brute_force(boxes: Floats) -> Integers:
    meet = ((boxes[:, None, 0] <= boxes[None, :, 1]) & (boxes[None, :, 0] <= boxes[:, None, 1])).all(axis=2)
    return np.argwhere(np.triu(meet, 1))


@everywhere
@pytest.mark.parametrize("kind", SCENES)
def test_the_pairs_are_those_of_brute_force_and_of_the_trace(method: str, kind: str) -> None:
    boxes = SCENES[kind]
    pairs = batch.broad_phase(boxes, method)
    assert pairs.dtype == np.int64
    assert pairs.shape == (len(pairs), 2)
    assert tuple(map(tuple, pairs.tolist())) == all_pairs(boxes) == broad_phase(method, boxes).pairs


@everywhere
def test_thousands_of_boxes_give_the_same_pairs(method: str) -> None:
    boxes = scatter(1500, 3)
    expected = brute_force(boxes)
    assert len(expected) > 500
    assert np.array_equal(batch.broad_phase(boxes, method), expected)
    assert np.array_equal(batch.broad_phase(boxes.reshape(-1, 6).tolist(), method), expected)


@everywhere
@pytest.mark.parametrize("kind", ["random", "touching", "needles", "two heaps", "as far as floats are", "none", "one"])
def test_compiled_traces_are_those_of_the_interpreter_bit_for_bit(method: str, kind: str) -> None:
    boxes = boxes_of(SCENES[kind])
    assert run_compiled(method, boxes) == BROADPHASES[method].run(boxes)


@everywhere
def test_traces_of_many_bodies_are_complete(method: str) -> None:
    boxes = scatter(INTERPRETED + 1, 4)
    run = broad_phase(method, boxes.tolist())
    assert np.array_equal(np.array(run.pairs), batch.broad_phase(boxes, method))
    step = next(step for step in reversed(run.steps) if step.found)
    shown = (
        [comparison for look in step.looks for comparison in look.compared] if hasattr(step, "looks") else step.compared
    )
    assert {comparison.other for comparison in shown if comparison.apart < 0} <= {
        body for pair in step.found for body in pair
    }


def test_a_compiled_sweep_takes_the_axis_that_is_given() -> None:
    boxes = scatter(INTERPRETED + 1, 5).tolist()
    run = broad_phase("sweep", boxes, axis=2)
    assert run.steps[0].axis == 2
    assert run.pairs == broad_phase("linear", boxes).pairs


def test_moving_boxes_keep_their_pairs_up_to_date() -> None:
    boxes, rng = scatter(700, 6), np.random.default_rng(7)
    moving = batch.MovingBoxes(boxes)
    for round_number in range(cases(10, 25)):
        moved = rng.choice(len(boxes), rng.integers(0, 90), replace=False)
        boxes[moved] += rng.normal(0, 2, (len(moved), 1, 3))
        moving.update(moved, boxes[moved])
        assert np.array_equal(moving.pairs, brute_force(boxes)), round_number
    assert np.array_equal(moving.boxes, boxes)


def test_moving_boxes_may_be_none_or_all() -> None:
    empty = batch.MovingBoxes([])
    empty.update([], [])
    assert empty.pairs.shape == (0, 2)
    boxes = scatter(50, 8)
    moving = batch.MovingBoxes(boxes)
    moving.update(np.arange(50), boxes + 1)
    moving.update([], np.empty((0, 6)))
    assert np.array_equal(moving.pairs, brute_force(boxes))


BOX = [0, 0, 0, 1, 1, 1]
REFUSED: dict[str, tuple[Any, str]] = {
    "not finite": ([BOX, [0, 0, 0, 1, np.nan, 1]], "boxes[1]: must be finite, got [[0.0, 0.0, 0.0], [1.0, nan, 1.0]]"),
    "infinite": ([[0, 0, 0, 1, np.inf, 1]], "boxes[0]: must be finite"),
    "inverted": ([BOX, [0, 2, 0, 1, 1, 1]], "boxes[1]: the least corner must not exceed the greatest, got [0.0, 2.0"),
    "flat list": ([0, 0, 0, 1, 1, 1], "boxes: must be of shape (N, 2, 3) or (N, 6), got (6,)"),
    "corners": ([[[0, 0], [1, 1]]], "boxes: must be of shape (N, 2, 3) or (N, 6), got (1, 2, 2)"),
    "words": ("boxes", "boxes: must be numbers of shape (N, 2, 3) or (N, 6), got 'boxes'"),
    "ragged": ([BOX, [1]], "boxes: must be numbers of shape (N, 2, 3) or (N, 6)"),
}


@pytest.mark.parametrize("kind", REFUSED)
def test_invalid_boxes_are_refused(kind: str) -> None:
    boxes, words = REFUSED[kind]
    for refuse in (batch.broad_phase, batch.MovingBoxes):
        with pytest.raises(ValueError, match=re.escape(words)):
            refuse(boxes)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(ValueError, match=r"method: .*octree"):
        batch.broad_phase([BOX], "octree")


@pytest.mark.parametrize(
    ("indices", "words"),
    [
        ([0, 0], "indices: must not repeat, got [0, 0]"),
        ([0, 3], "indices: must be ≥ 0 and < 3, got 3"),
        ([-1, 0], "indices: must be ≥ 0 and < 3, got -1"),
        ([0], "indices: must be one for each of the 2 boxes, got shape (1,)"),
        ([0.5, 1], "indices: must be whole numbers of shape (M,), got [0.5, 1]"),
    ],
)
def test_invalid_indices_are_refused(indices: list[Any], words: str) -> None:
    moving = batch.MovingBoxes([BOX] * 3)
    with pytest.raises(ValueError, match=re.escape(words)):
        moving.update(indices, [BOX] * 2)
    assert moving.pairs.tolist() == [[0, 1], [0, 2], [1, 2]]
