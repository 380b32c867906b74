"""The searches of the broad phases, compiled by numba from the same functions, unmodified.

Each broad phase is compiled at its first use, in a few seconds, and cached on disk.  None of them shares compiled code
with `batch.signed_distance`, so both compile independently.

1. The functions that a search reaches are registered with numba (`register_jitable`) and otherwise unchanged.
2. `checkpoint` does nothing in compiled code, which therefore cannot be cancelled.
3. Boxes, pairs and nodes cross the border as arrays.

Floating point is strict, as in `batch.compiled`, so results are bitwise those of the interpreter.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from numba import typeof
from numba.extending import overload, register_jitable

from gjkscope.engine import cancellation
from gjkscope.engine.broadphase import allpairs, bvh, kdtree, linear, sweep, tree
from gjkscope.engine.broadphase.boxes import Boxes, FoundPairs
from gjkscope.engine.broadphase.tree import NONE, BoxTree, Searched, Split, TreeCell, TreeKind
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.runtime.compilation.functions import digest_of, functions_reached_from
from gjkscope.engine.runtime.compilation.options import ALLOCATING, kept_on_disk
from gjkscope.engine.runtime.compilation.progress import report_progress
from gjkscope.engine.vectors import ZERO

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]


class FoundArrays(NamedTuple):
    """`FoundPairs` as arrays."""

    pairs: Integers  # (K, 2)
    ends: Integers  # (S,) for S steps
    comparisons: Integers  # (S,)


class TreeArrays(NamedTuple):
    """`BoxTree` as arrays."""

    bounds: Floats  # (C, 2, 3) for C cells
    positions: Floats  # (C,)
    numbers: Integers  # (C, 8): the other fields of a cell, in their order
    order: Integers  # (N,)
    items: Integers  # (M,)
    has_copies: bool


def allpairs_arrays(corners: Floats) -> FoundArrays:
    return found_arrays(allpairs.find_pairs(boxes_from(corners)))


def sweep_arrays(corners: Floats, axis: int) -> tuple[int, tuple[float, float, float], Integers, FoundArrays]:
    swept = sweep.find_pairs(boxes_from(corners), axis)
    return swept.axis, swept.spreads, np.array(swept.ends), found_arrays(swept.found)


def bvh_arrays(corners: Floats) -> tuple[TreeArrays, FoundArrays]:
    searched = bvh.find_pairs(boxes_from(corners))
    return tree_arrays(searched.tree), found_arrays(searched.found)


def kdtree_arrays(corners: Floats) -> tuple[TreeArrays, FoundArrays]:
    searched = kdtree.find_pairs(boxes_from(corners))
    return tree_arrays(searched.tree), found_arrays(searched.found)


def linear_arrays(corners: Floats) -> tuple[TreeArrays, FoundArrays]:
    searched = linear.find_pairs(boxes_from(corners))
    return tree_arrays(searched.tree), found_arrays(searched.found)


def find_moved_pairs(corners: Floats, grown: TreeArrays, places: Integers) -> Integers:
    """The pairs (K, 2) of `linear.find_pairs_of`; `corners` are in the tree's order, and its bounds are not needed."""
    return found_arrays(linear.find_pairs_of(boxes_from(corners), tree_from(grown), places)).pairs


def boxes_from(corners: Floats) -> list[Aabb]:
    """The boxes in rows (N, 2, 3)."""
    return [
        Aabb(
            (corners[i, 0, 0], corners[i, 0, 1], corners[i, 0, 2]),
            (corners[i, 1, 0], corners[i, 1, 1], corners[i, 1, 2]),
        )
        for i in range(len(corners))
    ]


def found_arrays(search: FoundPairs) -> FoundArrays:
    pairs = np.empty((len(search.pairs), 2), np.int64)
    for k, (i, j) in enumerate(search.pairs):
        pairs[k, 0], pairs[k, 1] = i, j
    return FoundArrays(pairs, np.array(search.ends), np.array(search.comparisons))


def tree_arrays(grown: BoxTree) -> TreeArrays:
    count = len(grown.cells)
    bounds, positions, numbers = np.empty((count, 2, 3)), np.empty(count), np.empty((count, 8), np.int64)
    for k, cell in enumerate(grown.cells):
        positions[k] = cell.position
        for axis in range(3):
            bounds[k, 0, axis], bounds[k, 1, axis] = cell.bounds.lo[axis], cell.bounds.hi[axis]
        numbers[k, 0], numbers[k, 1], numbers[k, 2], numbers[k, 3] = cell.begin, cell.end, cell.latest, cell.level
        numbers[k, 4], numbers[k, 5], numbers[k, 6], numbers[k, 7] = cell.parent, cell.split, cell.axis, cell.low
    return TreeArrays(bounds, positions, numbers, np.array(grown.order), np.array(grown.items), grown.has_copies)


def tree_from(arrays: TreeArrays) -> BoxTree:
    """The tree without its bounds."""
    cells = [cell_from(arrays.numbers[k], arrays.positions[k]) for k in range(len(arrays.numbers))]
    return BoxTree(cells, _list(arrays.order), _list(arrays.items), arrays.has_copies)


def _list(numbers: Integers) -> list[int]:
    return [numbers[k] for k in range(len(numbers))]


def cell_from(numbers: Integers, position: float) -> TreeCell:
    low = numbers[7]
    split = Split.FEW if low == NONE else Split.SPLIT
    return TreeCell(
        Aabb(ZERO, ZERO),
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        split,
        numbers[6],
        position,
        low,
    )


KINDS = {"bvh": TreeKind.BVH, "kdtree": TreeKind.KDTREE, "linear": TreeKind.LINEAR}

SEARCHES: dict[str, Callable[..., Any]] = {
    "allpairs": allpairs_arrays,
    "sweep": sweep_arrays,
    "bvh": bvh_arrays,
    "kdtree": kdtree_arrays,
    "linear": linear_arrays,
    "moved": find_moved_pairs,
}

# Arguments, for type inference.
NO_NUMBERS, NO_BOXES = np.empty(0, np.int64), np.empty((0, 2, 3))
NO_TREE = TreeArrays(NO_BOXES, np.empty(0), np.empty((0, 8), np.int64), NO_NUMBERS, NO_NUMBERS, False)
EXAMPLES: dict[str, tuple[Any, ...]] = dict.fromkeys(SEARCHES, (NO_BOXES,)) | {
    "sweep": (NO_BOXES, -1),
    "moved": (NO_BOXES, NO_TREE, NO_NUMBERS),
}


def found_pairs(name: str, corners: Floats) -> Integers:
    """The pairs (K, 2) of boxes (N, 2, 3) that a broad phase finds, in no particular order."""
    pairs: Integers = _run_search(name, corners, -1)[-1].pairs
    return pairs


def run_compiled(name: str, boxes: Boxes, axis: int = -1) -> tuple[Any, ...]:
    """The steps of a broad phase, like its `run`."""
    *parts, arrays = _run_search(name, np.array(boxes, np.float64).reshape(-1, 2, 3), axis)
    search = FoundPairs([(i, j) for i, j in arrays.pairs.tolist()], arrays.ends.tolist(), arrays.comparisons.tolist())
    if name == "allpairs":
        return allpairs.steps_of(boxes, search)
    if name == "sweep":
        along, spreads, ends = parts
        return sweep.steps_of(boxes, sweep.Swept(along, spreads, ends.tolist(), search))
    return tree.steps_of(KINDS[name], boxes, Searched(_tree(*parts), search))


def _run_search(name: str, corners: Floats, axis: int) -> tuple[Any, ...]:
    """The results of a search; `FoundArrays` comes last."""
    search = compile_search(name)
    if name == "sweep":
        results: tuple[Any, ...] = search(corners, axis)
        return results
    return (search(corners),) if name == "allpairs" else search(corners)


def _tree(arrays: TreeArrays) -> BoxTree:
    cells = []
    rows = zip(arrays.bounds.tolist(), arrays.positions.tolist(), arrays.numbers.tolist(), strict=True)
    for (lo, hi), position, (begin, end, latest, level, parent, split, axis, low) in rows:
        bounds = Aabb(tuple(lo), tuple(hi))
        cells.append(TreeCell(bounds, begin, end, latest, level, parent, Split(split), axis, position, low))
    return BoxTree(cells, arrays.order.tolist(), arrays.items.tolist(), arrays.has_copies)


@cache
def compile_search(name: str) -> Callable[..., Any]:
    """One of `SEARCHES`, compiled for the types of its `EXAMPLES`."""
    functions = _register_functions()
    search = SEARCHES[name]
    search.__qualname__ = f"{search.__name__}_{digest_of(functions, __file__)}"  # part of the name in the cache
    compiled: Any = kept_on_disk(search)
    with report_progress(functions_reached_from(search)):
        compiled.compile(tuple(map(typeof, EXAMPLES[name])))
    return compiled  # type: ignore[no-any-return]


@cache
def _register_functions() -> tuple[Any, ...]:
    """All functions that the searches reach, registered with numba; once per process."""
    overload(cancellation.checkpoint, jit_options=ALLOCATING)(lambda: lambda: None)
    names = {search.__name__ for search in SEARCHES.values()}
    functions = tuple(
        function for function in functions_reached_from(*SEARCHES.values()) if function.__name__ != "checkpoint"
    )
    for function in functions:
        if function.__name__ not in names:
            register_jitable(**ALLOCATING)(function)
    return functions
