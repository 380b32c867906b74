"""Broad phases: find the pairs of bodies that the narrow phase must test.

A broad phase uses the bodies' axis-aligned boxes only.  Bodies whose boxes do not intersect cannot collide; the other
pairs are its result.  All broad phases give the same pairs as comparing all pairs; they differ in the number of
comparisons, which the traces show.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gjkscope.engine.arguments import as_index, choice, short_repr
from gjkscope.engine.broadphase import sweep
from gjkscope.engine.broadphase.boxes import Boxes, Pair, boxes_of
from gjkscope.engine.registry import catalogue
from gjkscope.engine.registry.listing import Registry
from gjkscope.engine.registry.records import BroadPhase
from gjkscope.engine.runtime.extras import COMPILER, is_installed

BROADPHASES: Registry[BroadPhase] = Registry(catalogue.BROAD_PHASES)

# The most bodies that are searched in the interpreter, which takes a second or two and can be cancelled.  With more,
# the same functions are compiled.
INTERPRETED = 2500


@dataclass(frozen=True)
class BroadTrace:
    """A run of a broad phase.

    >>> from gjkscope import Pose, Sphere, broad_phase
    >>> run = broad_phase("sweep", [(Sphere(1), Pose(position=(x, 0, 0))) for x in (0, 1.5, 9)])
    >>> run.algorithm, run.pairs, run.comparisons, len(run.steps)
    ('sweep', ((0, 1),), 1, 7)
    """

    algorithm: str  #: a key of `BROADPHASES`
    boxes: Boxes  #: of the bodies, by number
    steps: tuple[Any, ...]  #: of the broad phase's own type; each has `found` and `comparisons`
    pairs: tuple[Pair, ...]  #: of bodies whose boxes intersect: smaller number first, sorted
    comparisons: int  #: of a box with a box or with a node of a tree

    @property
    def all_pairs(self) -> int:
        """The number of comparisons without a broad phase."""
        return len(self.boxes) * (len(self.boxes) - 1) // 2


def broad_phase(name: str, bodies: Sequence[Any], axis: int | None = None) -> BroadTrace:
    """Runs a broad phase and returns all its steps and the pairs of bodies whose bounding boxes intersect.

    `name` is a key of `BROADPHASES`.  Each of the `bodies` is (shape, pose) or an axis-aligned box (least corner,
    greatest corner) in world coordinates, in metres.  Boxes are closed: those that share a corner intersect.  The boxes
    of shapes are enlarged by the tolerance for touching (`boxes.expand_box`).  `axis` (0, 1, 2) is the sort axis of
    `sweep`, which chooses one by default; no other broad phase has this argument.

    Raises `ValueError`, naming the argument and the value, if an argument is invalid.

    Sources: Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, PhD thesis, Cornell 1992 (sort and sweep);
    Ericson, Real-Time Collision Detection, 2005, chapters 6 and 7 (trees).

    >>> from gjkscope import Pose, Sphere, broad_phase
    >>> bodies = [(Sphere(1), Pose(position=(x, 0, 0))) for x in (0, 1.5, 9)]
    >>> broad_phase("sweep", bodies).pairs
    ((0, 1),)
    """
    choice("name", name, BROADPHASES, "broad phase")
    return _search(name, boxes_of(bodies), -1 if axis is None else _axis(name, axis))


def near_pairs(name: str, boxes: Boxes) -> tuple[tuple[Pair, ...], int]:
    """The pairs and the number of comparisons of `broad_phase`, for valid boxes; its steps are computed if need be."""
    if name == "sweep" and len(boxes) <= INTERPRETED:
        found = sweep.find_pairs(boxes, -1).found
        return tuple(sorted(found.pairs)), found.comparisons[-1] if found.comparisons else 0
    search = _search(name, boxes, -1)
    return search.pairs, search.comparisons


def _search(name: str, boxes: Boxes, axis: int) -> BroadTrace:
    is_compiled = len(boxes) > INTERPRETED and is_installed(COMPILER)
    steps = _many_steps(name, boxes, axis) if is_compiled else _steps(name, boxes, axis)
    pairs = tuple(sorted(pair for step in steps for pair in step.found))
    return BroadTrace(name, boxes, steps, pairs, steps[-1].comparisons)


def _steps(name: str, boxes: Boxes, axis: int) -> tuple[Any, ...]:
    return BROADPHASES[name].run(boxes) if axis < 0 else sweep.run(boxes, axis)


def _many_steps(name: str, boxes: Boxes, axis: int) -> tuple[Any, ...]:
    from gjkscope.engine.broadphase import compiled

    return compiled.run_compiled(name, boxes, axis)


def _axis(name: str, axis: Any) -> int:
    if name != "sweep":
        raise ValueError(f"axis: only sweep has this option, not {name}")
    try:
        number = as_index(axis)
    except TypeError:
        number = -1
    if number not in (0, 1, 2):
        raise ValueError(f"axis: must be 0, 1 or 2, got {short_repr(axis)}")
    return number
