"""All pairs: compares every box with every other, n (n − 1) / 2 times.  The baseline for the broad phases.

1. Take the bodies in order of their numbers.
2. Compare each with every body after it.

It cannot fail; it is only slow.
"""

from collections.abc import Sequence
from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import (
    BoxComparison,
    Boxes,
    FoundPairs,
    Pair,
    comparisons_with,
    note_step,
    pairs_of_steps,
    start_search,
)
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.geometry.volumes import MEET, apart_on
from gjkscope.engine.result import Exit
from gjkscope.engine.sequences.deferred import Deferred


class State(NamedTuple):
    """One body compared with all later ones.  `comparisons` are those of all steps so far."""

    iteration: int
    body: int  # −1 before the first
    compared: Sequence[BoxComparison]
    found: tuple[Pair, ...]  # in this step
    comparisons: int
    exit: Exit


def find_pairs(boxes: Boxes) -> FoundPairs:
    """Finds the pairs; a step for each body."""
    search = start_search()
    for body in range(len(boxes)):
        checkpoint()
        for other in range(body + 1, len(boxes)):
            if apart_on(boxes[body], boxes[other]) == MEET:
                search.pairs.append((body, other))
        note_step(search, len(boxes) - body - 1)
    return search


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return steps_of(boxes, find_pairs(boxes))


def steps_of(boxes: Boxes, search: FoundPairs) -> tuple[State, ...]:
    """The steps of a search."""
    last, steps = len(boxes) - 1, [State(0, -1, (), (), 0, Exit.RUNNING if boxes else Exit.COMPLETE)]
    for body, (pairs, comparisons) in enumerate(pairs_of_steps(search)):
        compared = Deferred(_comparisons, boxes, body)
        reason = Exit.COMPLETE if body == last else Exit.RUNNING
        steps.append(State(body + 1, body, compared, pairs, comparisons, reason))
    return tuple(steps)


def _comparisons(boxes: Boxes, body: int) -> tuple[BoxComparison, ...]:
    return comparisons_with(boxes, body, range(body + 1, len(boxes)))
