"""Broad phases: which pairs of bodies are near enough to be worth a closer look.

A broad phase looks at the bodies' axis-aligned boxes only.  Bodies whose boxes do not meet cannot collide; the others
are its answer.  All answer alike, and alike to comparing all pairs; what differs, and what the traces show, is how
many comparisons it takes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from ..arguments import as_index, choice, shown
from . import allpairs, bvh, kdtree, sweep
from .boxes import Boxes, Pair, boxes_of


class BroadPhase(NamedTuple):
    """What stands behind a name."""

    title: str  # for a menu
    run: Callable[[Boxes], tuple[Any, ...]]


BROADPHASES: dict[str, BroadPhase] = {
    "sweep": BroadPhase("Sort and sweep", sweep.run),
    "kdtree": BroadPhase("K-d tree", kdtree.run),
    "bvh": BroadPhase("Bounding volume hierarchy", bvh.run),
    "allpairs": BroadPhase("All pairs", allpairs.run),
}


@dataclass(frozen=True)
class BroadTrace:
    """A run of a broad phase.  The type of the steps is its own; each has `found` and `comparisons`."""

    algorithm: str
    boxes: Boxes  # of the bodies, by number
    steps: tuple[Any, ...]
    pairs: tuple[Pair, ...]  # of bodies whose boxes meet: the smaller number first, sorted
    comparisons: int  # of a box with a box or with a node of a tree

    @property
    def all_pairs(self) -> int:
        """The comparisons that there would be without a broad phase."""
        return len(self.boxes) * (len(self.boxes) - 1) // 2


def broad_phase(name: str, bodies: Sequence[Any], axis: int | None = None) -> BroadTrace:
    """All steps of a broad phase on bodies, each of which is (shape, pose) or a box (least corner, greatest corner).

    Boxes are closed: those that share a corner meet.  The boxes of shapes are grown by what may still be called
    touching (`boxes.around`).  `axis` (0, 1, 2) is for `sweep` alone, which otherwise chooses.  Raises `ValueError`
    that names the argument and the value.
    """
    choice("name", name, BROADPHASES, "broad phase")
    boxes = boxes_of(bodies)
    steps = BROADPHASES[name].run(boxes) if axis is None else sweep.run(boxes, _axis(name, axis))
    pairs = tuple(sorted(pair for step in steps for pair in step.found))
    return BroadTrace(name, boxes, steps, pairs, steps[-1].comparisons)


def _axis(name: str, axis: Any) -> int:
    if name != "sweep":
        raise ValueError(f"axis: only sweep takes one, not {name}")
    try:
        number = as_index(axis)
    except TypeError:
        number = -1
    if number not in (0, 1, 2):
        raise ValueError(f"axis: must be 0, 1 or 2, got {shown(axis)}")
    return number
