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

from enum import IntEnum
from math import sqrt
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import BoxComparison, Boxes, Pair, box_center, ordered
from gjkscope.engine.geometry.volumes import MEET, apart_on
from gjkscope.engine.result import Exit, all_steps
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
    active: tuple[int, ...]  # after the event, in order of begin
    compared: tuple[BoxComparison, ...]
    found: tuple[Pair, ...]  # in this step
    comparisons: int
    exit: Exit


def start(boxes: Boxes, axis: int | None = None) -> State:
    """Chooses the axis, unless it is given, and sorts the ends along it."""
    spreads = _spreads(boxes)
    if axis is None:
        axis = spreads.index(max(spreads))
    events = [Endpoint(box.lo[axis], EndpointKind.BEGIN, body) for body, box in enumerate(boxes)]
    events += [Endpoint(box.hi[axis], EndpointKind.END, body) for body, box in enumerate(boxes)]
    reason = Exit.RUNNING if boxes else Exit.COMPLETE
    return State(0, axis, spreads, tuple(sorted(events)), -1, (), (), (), 0, reason)


def step(boxes: Boxes, state: State) -> State:
    """The next event; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    at = state.at + 1
    event = state.events[at]
    moved = state._replace(
        iteration=state.iteration + 1,
        at=at,
        compared=(),
        found=(),
        exit=Exit.COMPLETE if at == len(state.events) - 1 else Exit.RUNNING,
    )
    return _begun(boxes, moved, event.body) if event.side == EndpointKind.BEGIN else _ended(moved, event.body)


def run(boxes: Boxes, axis: int | None = None) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(boxes, axis), lambda state: step(boxes, state))


def _begun(boxes: Boxes, state: State, body: int) -> State:
    compared = tuple(BoxComparison(other, apart_on(boxes[body], boxes[other])) for other in state.active)
    return state._replace(
        active=(*state.active, body),
        compared=compared,
        found=tuple(ordered(body, one.other) for one in compared if one.apart == MEET),
        comparisons=state.comparisons + len(compared),
    )


def _ended(state: State, body: int) -> State:
    return state._replace(active=tuple(other for other in state.active if other != body))


def _spreads(boxes: Boxes) -> Vec3:
    return (_spread(boxes, 0), _spread(boxes, 1), _spread(boxes, 2))


def _spread(boxes: Boxes, axis: int) -> float:
    """The standard deviation of the centres, which are scaled to 1 first: squares of large numbers may overflow."""
    centers = [box_center(box, axis) for box in boxes]
    largest = max((abs(center) for center in centers), default=0.0)
    if largest == 0:
        return 0.0
    scaled = [center / largest for center in centers]
    mean = sum(scaled) / len(scaled)
    return largest * sqrt(sum((value - mean) * (value - mean) for value in scaled) / len(scaled))
