"""Places new bodies where they overlap no other body."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import inf

import numpy as np
import numpy.typing as npt

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.scene import Body
from gjkscope.engine.vectors import Vec3

Floats = npt.NDArray[np.float64]

GAP = 0.25  # between bounding boxes, relative to the size of what is placed
STEPS, REACH = 2, 12  # how many steps make the size of what is placed, and how many are tried to each side
UP = (1.0, 4.0, 1.0)  # weights of squared distances


def placed_beside(new: Sequence[Body], others: Iterable[Body]) -> tuple[Body, ...]:
    """The new bodies, moved together to the nearest place at which their boxes are apart from those of the others.

    To the side rather than up, and never down, as things stand on the ground; in 2D, in the plane.
    """
    low, high = _bounds(new)
    boxes = np.array([body.box for body in others])
    lows, highs = boxes[:, 0], boxes[:, 1]
    size = float((high - low).max() or (highs - lows).max())  # a point has no size
    if not 0 < size < inf:  # out of the range of doubles
        return tuple(new)
    shift = _free_shift(low - GAP * size, high + GAP * size, lows, highs, new[0].shape.dimension)
    return tuple(_moved(body, shift) for body in new)


def _free_shift(low: Floats, high: Floats, lows: Floats, highs: Floats, dimension: int) -> Floats:
    shifts = _steps(dimension) * (high - low) / STEPS
    shifts = shifts[np.argsort((shifts**2 * UP).sum(axis=1), kind="stable")]
    hits = ((low + shifts)[:, None] < highs) & (lows < (high + shifts)[:, None])
    free = ~np.any(hits.all(axis=2), axis=1)
    if free.any():
        nearest: Floats = shifts[int(free.argmax())]
        return nearest
    right: Floats = np.array((highs[:, 0][np.isfinite(highs[:, 0])].max() - low[0], 0.0, 0.0))
    return right


@lru_cache
def _steps(dimension: int) -> Floats:
    """The steps along x, y and z to try; the first of two that are equally far is that to the right or to the front."""
    side = range(REACH, -REACH - 1, -1)
    up, depth = (side, (0,)) if dimension == 2 else (range(REACH + 1), side)
    return np.array([(x, y, z) for x in side for y in up for z in depth], np.float64)


def _bounds(bodies: Sequence[Body]) -> tuple[Floats, Floats]:
    boxes = np.array([body.box for body in bodies])
    return boxes[:, 0].min(axis=0), boxes[:, 1].max(axis=0)


def _moved(body: Body, shift: Floats) -> Body:
    x, y, z = (float(f"{part:.12g}") for part in np.add(body.pose.position, shift).tolist())
    position: Vec3 = (x, y, z)
    return replace(body, placement=body.placement.moved(position)) if shift.any() else body
