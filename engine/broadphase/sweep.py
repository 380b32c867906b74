"""Sort and sweep: boxes that are apart on one axis are never compared.

Baraff, Dynamic Simulation of Non-Penetrating Rigid Bodies, PhD thesis, Cornell University 1992; Cohen, Lin,
Manocha, Ponamgi, I-COLLIDE, Symposium on Interactive 3D Graphics 1995 ("sweep and prune").

1. Choose the axis on which the centres have the greatest standard deviation.
2. Sort both ends of all boxes along it; at equal positions begins come before ends, so that boxes that just touch
   intersect.
3. Sweep over them.  A box that begins is compared with all boxes that have begun and not ended (the active list), and
   is added to the list.  A box that ends is removed.

Departures: Baraff sweeps all three axes and keeps the order from frame to frame, as it hardly changes.  A trace covers
one frame and shows that one axis does most of the work.

Only comparisons of boxes are counted.  The sort compares numbers, some 2 n log₂ 2 n times.

How it can fail: the result is always right, but if many boxes overlap on the axis (a tower swept sideways, one box that
spans everything), the active list grows long and nearly all pairs are compared.
"""

from collections.abc import Sequence
from enum import IntEnum
from math import sqrt
from typing import NamedTuple

import numpy as np

from gjkscope.engine.broadphase.boxes import (
    BoxComparison,
    Boxes,
    FoundPairs,
    Pair,
    box_center,
    comparisons_with,
    longest_axis,
    note_step,
    pairs_of_steps,
    sort_pair,
    start_search,
)
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.volumes import MEET, apart_on
from gjkscope.engine.result import Exit
from gjkscope.engine.sequences.deferred import Deferred
from gjkscope.engine.vectors import Vec3


class EndpointKind(IntEnum):
    """Which end of a box.  `BEGIN` sorts before `END`."""

    BEGIN = 0
    END = 1


class Endpoint(NamedTuple):
    """An end of a box on the axis.  Events sort by their fields, in this order."""

    position: float
    side: EndpointKind
    body: int


class State(NamedTuple):
    """One event of the sweep.  `comparisons` are those of all steps so far."""

    iteration: int
    axis: int  # 0, 1, 2: x, y, z
    spreads: Vec3  # the standard deviation of the centres on each axis, metres
    events: tuple[Endpoint, ...]  # all events, sorted
    at: int  # the index of the event; −1 before the first
    active: Sequence[int]  # after the event, in order of begin
    compared: Sequence[BoxComparison]
    found: tuple[Pair, ...]  # in this step
    comparisons: int
    exit: Exit


class Swept(NamedTuple):
    """The axis of a search, the sorted ends, and what was found."""

    axis: int
    spreads: Vec3
    ends: list[int]  # those of n boxes: `body` begins, `n + body` ends
    found: FoundPairs


def find_pairs(boxes: Boxes, axis: int) -> Swept:
    """Finds the pairs; a step for each event.  `axis` −1 chooses the one of the greatest spread."""
    spreads = (_spread(boxes, 0), _spread(boxes, 1), _spread(boxes, 2))
    along = longest_axis(spreads) if axis < 0 else axis
    ends, search = _sort_ends(boxes, along), start_search()
    active = [0][:0]
    for end in ends:
        checkpoint()
        if end < len(boxes):
            _compare(boxes, end, active, search.pairs)
            note_step(search, len(active))
            active.append(end)
        else:
            note_step(search, 0)
            active.remove(end - len(boxes))
    return Swept(along, spreads, ends, search)


def run(boxes: Boxes, axis: int | None = None) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return steps_of(boxes, find_pairs(boxes, -1 if axis is None else axis))


def steps_of(boxes: Boxes, swept: Swept) -> tuple[State, ...]:
    """The steps of a search."""
    axis, spreads, events = swept.axis, swept.spreads, tuple(_event(boxes, swept.axis, end) for end in swept.ends)
    steps = [State(0, axis, spreads, events, -1, (), (), (), 0, Exit.RUNNING if boxes else Exit.COMPLETE)]
    for at, (pairs, comparisons) in enumerate(pairs_of_steps(swept.found)):
        begins = events[at].side == EndpointKind.BEGIN
        active = Deferred(_active, len(boxes), swept.ends, at)
        compared = Deferred(_comparisons, boxes, swept.ends, at) if begins else ()
        reason = Exit.COMPLETE if at == len(events) - 1 else Exit.RUNNING
        steps.append(State(at + 1, axis, spreads, events, at, active, compared, pairs, comparisons, reason))
    return tuple(steps)


def _compare(boxes: Boxes, body: int, active: Sequence[int], pairs: list[Pair]) -> None:
    """Compares a box that begins with those that are active."""
    pairs += [sort_pair(body, other) for other in active if apart_on(boxes[body], boxes[other]) == MEET]


def _sort_ends(boxes: Boxes, axis: int) -> list[int]:
    """The ends in order of position; of equal ones begins first, then by body: a stable sort keeps them so."""
    positions = np.array([box.lo[axis] for box in boxes] + [box.hi[axis] for box in boxes])
    return [int(end) for end in np.argsort(positions, kind="mergesort")]


def _event(boxes: Boxes, axis: int, end: int) -> Endpoint:
    if end < len(boxes):
        return Endpoint(boxes[end].lo[axis], EndpointKind.BEGIN, end)
    return Endpoint(boxes[end - len(boxes)].hi[axis], EndpointKind.END, end - len(boxes))


def _active(count: int, ends: list[int], at: int) -> tuple[int, ...]:
    """The active list after an event: the bodies that have begun and not ended."""
    active = dict.fromkeys(end for end in ends[: at + 1] if end < count)
    for end in ends[: at + 1]:
        if end >= count:
            del active[end - count]
    return tuple(active)


def _comparisons(boxes: Boxes, ends: list[int], at: int) -> tuple[BoxComparison, ...]:
    return comparisons_with(boxes, ends[at], _active(len(boxes), ends, at)[:-1])


def _spread(boxes: Boxes, axis: int) -> float:
    """The standard deviation of the centres, which are scaled to 1 first: squares of large numbers may overflow.

    Sums are loops, as Python's `sum` rounds differently from one version to the next.
    """
    largest = mean = squares = 0.0
    centers = [box_center(box, axis) for box in boxes]
    for center in centers:
        largest = max(largest, abs(center))
    if largest == 0:
        return 0.0
    for center in centers:
        mean += center / largest / len(boxes)
    for center in centers:
        offset = center / largest - mean
        squares += offset * offset
    return largest * sqrt(squares / len(boxes))
