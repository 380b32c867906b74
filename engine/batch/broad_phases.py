"""Broad phases for programs: only the pairs, found by the functions that also make the traces, compiled by numba."""

from typing import Any

import numpy as np
import numpy.typing as npt

from gjkscope.engine.arguments import choice, short_repr
from gjkscope.engine.batch.arrays import Floats, Integers, as_floats
from gjkscope.engine.broadphase import BROADPHASES
from gjkscope.engine.runtime.extras import require_compiler

FASTEST = "linear"


def broad_phase(boxes: npt.ArrayLike, method: str = FASTEST) -> Integers:
    """Finds the pairs of axis-aligned boxes that intersect.

    `boxes` has shape (N, 2, 3) or (N, 6): the least and the greatest corner of each box in world coordinates, in
    metres.  Boxes are closed: those that share a corner intersect.  `method` is a key of `BROADPHASES`; all of them
    find the same pairs, and `linear` is the fastest.

    Returns the pairs (K, 2) as numbers of boxes, the smaller first, sorted.  They are those of the trace
    `gjkscope.broad_phase(method, boxes).pairs`, found by the same functions.

    The first call with a method compiles it in a few seconds; later processes load it from a cache.

    Raises `ValueError`, naming the argument, the box and the value, for boxes that are not finite, or whose least
    corner exceeds the greatest, and for an unknown method.

    Sources: Lauterbach et al., Fast BVH construction on GPUs, Eurographics 2009 (linear); see `broad_phase` of the
    package for the others.

    >>> from gjkscope import batch
    >>> boxes = [((0, 0, 0), (1, 1, 1)), ((5, 0, 0), (6, 1, 1)), ((1, 0, 0), (2, 1, 1))]
    >>> batch.broad_phase(boxes).tolist()
    [[0, 2]]
    """
    require_compiler()
    from gjkscope.engine.broadphase.compiled import found_pairs

    choice("method", method, BROADPHASES, "broad phase")
    corners = _corners(boxes)
    return _pairs(np.sort(_keys(found_pairs(method, corners), len(corners))), len(corners))


def prepare_broad_phases() -> None:
    """Compiles the code of `broad_phase`, with any method, and of `MovingBoxes`, or loads it."""
    require_compiler()
    from gjkscope.engine.broadphase.compiled import SEARCHES, compile_search

    for name in SEARCHES:
        compile_search(name)


class MovingBoxes:
    """Boxes of which a few move at a time; their intersecting pairs stay up to date.

    `boxes` are those of `broad_phase`.  A linear bounding volume hierarchy is built once.  `update` refits it and
    searches it with the moved boxes only; it is built again when as many boxes have moved as there are.

    Raises `ValueError` like `broad_phase`.

    >>> from gjkscope import batch
    >>> moving = batch.MovingBoxes([((0, 0, 0), (1, 1, 1)), ((5, 0, 0), (6, 1, 1)), ((1, 0, 0), (2, 1, 1))])
    >>> moving.update([1], [((2, 0, 0), (3, 1, 1))])
    >>> moving.pairs.tolist()
    [[0, 2], [1, 2]]
    """

    def __init__(self, boxes: npt.ArrayLike) -> None:
        self._corners = _corners(boxes).copy()
        self._build()

    @property
    def pairs(self) -> Integers:
        """The pairs (K, 2) of boxes that intersect, the smaller number first, sorted."""
        return _pairs(self._sorted, len(self._corners))

    @property
    def boxes(self) -> Floats:
        """A copy of the boxes as they are now, (N, 2, 3), metres."""
        return self._corners.copy()

    def update(self, indices: npt.ArrayLike, boxes: npt.ArrayLike) -> None:
        """Replaces the boxes with these numbers.

        `indices` has shape (M,), without repetitions, and `boxes` (M, 2, 3) or (M, 6), metres.

        Raises `ValueError`, naming the argument and the value, for invalid boxes or numbers; nothing has changed then.

        >>> from gjkscope import batch
        >>> moving = batch.MovingBoxes([((0, 0, 0), (1, 1, 1)), ((5, 0, 0), (6, 1, 1))])
        >>> moving.update([1], [((1, 1, 1), (2, 2, 2))])
        >>> moving.pairs.tolist()
        [[0, 1]]
        """
        corners = _corners(boxes)
        moved = _indices(indices, len(corners), len(self._corners))
        self._corners[moved] = corners
        self._moves += len(moved)
        if self._moves >= len(self._corners):
            self._build()
        else:
            self._search(moved)

    def _build(self) -> None:
        require_compiler()
        from gjkscope.engine.broadphase.compiled import compile_search

        self._tree, arrays = compile_search("linear")(self._corners)
        self._place = np.empty(len(self._corners), np.int64)  # of each body in the tree's order
        self._place[self._tree.order] = np.arange(len(self._corners))
        self._sorted = np.sort(_keys(arrays.pairs, len(self._corners)))
        self._moves = 0

    def _search(self, moved: Integers) -> None:
        """Replaces the pairs of the moved boxes."""
        from gjkscope.engine.broadphase.compiled import compile_search

        pairs = compile_search("moved")(self._corners[self._tree.order], self._tree, self._place[moved])
        has_moved = np.zeros(len(self._corners), np.bool_)
        has_moved[moved] = True
        kept = ~has_moved[self.pairs].any(axis=1)
        self._sorted = np.union1d(self._sorted[kept], _keys(pairs, len(self._corners)))


def _corners(boxes: npt.ArrayLike) -> Floats:
    """The boxes, (N, 2, 3), in the form that compiled code requires."""
    corners = as_floats("boxes", boxes, "(N, 2, 3) or (N, 6)")
    if corners.shape == (0,):
        return np.empty((0, 2, 3))
    if corners.shape[1:] not in ((2, 3), (6,)):
        raise ValueError(f"boxes: must be of shape (N, 2, 3) or (N, 6), got {np.shape(boxes)}")
    corners = corners.reshape(-1, 2, 3)
    _require_boxes(corners)
    return corners


def _require_boxes(corners: Floats) -> None:
    finite = np.isfinite(corners).all(axis=(1, 2))
    if not finite.all():
        i = int(np.argmin(finite))
        raise ValueError(f"boxes[{i}]: must be finite, got {corners[i].tolist()}")
    is_box = (corners[:, 0] <= corners[:, 1]).all(axis=1)
    if not is_box.all():
        i = int(np.argmin(is_box))
        lo, hi = corners[i].tolist()
        raise ValueError(f"boxes[{i}]: the least corner must not exceed the greatest, got {lo} and {hi}")


def _indices(indices: Any, count: int, boxes: int) -> Integers:
    try:
        given = np.asarray(indices)
        if given.size and given.dtype.kind not in "iu":
            raise TypeError
        moved = given.astype(np.int64)
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"indices: must be whole numbers of shape (M,), got {short_repr(indices)}") from None
    if moved.shape != (count,):
        raise ValueError(f"indices: must be one for each of the {count} boxes, got shape {moved.shape}")
    outside = (moved < 0) | (moved >= boxes)
    if outside.any():
        raise ValueError(f"indices: must be ≥ 0 and < {boxes}, got {int(moved[outside][0])}")
    if len(np.unique(moved)) < count:
        raise ValueError(f"indices: must not repeat, got {short_repr(indices)}")
    return moved


def _keys(pairs: Integers, count: int) -> Integers:
    """A number for each pair; pairs sort like these."""
    keys: Integers = pairs[:, 0] * count + pairs[:, 1]
    return keys


def _pairs(keys: Integers, count: int) -> Integers:
    return np.stack(np.divmod(keys, max(count, 1)), axis=1)
