"""All pairs: compares every box with every other, n (n − 1) / 2 times.  The baseline for the broad phases.

1. Take the bodies in order of their numbers.
2. Compare each with every body after it.

It cannot fail; it is only slow.
"""

from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import BoxComparison, Boxes, Pair
from gjkscope.engine.geometry.volumes import MEET, apart_on
from gjkscope.engine.result import Exit, all_steps


class State(NamedTuple):
    """One body compared with all later ones.  `comparisons` are those of all steps so far."""

    iteration: int
    body: int  # −1 before the first
    compared: tuple[BoxComparison, ...]
    found: tuple[Pair, ...]  # in this step
    comparisons: int
    exit: Exit


def start(boxes: Boxes) -> State:
    """The state before the first comparison; complete if there are no bodies."""
    return State(0, -1, (), (), 0, Exit.RUNNING if boxes else Exit.COMPLETE)


def step(boxes: Boxes, state: State) -> State:
    """The next body; a state that has an exit is returned unchanged."""
    if state.exit != Exit.RUNNING:
        return state
    body = state.body + 1
    compared = tuple(BoxComparison(other, apart_on(boxes[body], boxes[other])) for other in range(body + 1, len(boxes)))
    return State(
        iteration=state.iteration + 1,
        body=body,
        compared=compared,
        found=tuple((body, one.other) for one in compared if one.apart == MEET),
        comparisons=state.comparisons + len(compared),
        exit=Exit.COMPLETE if body == len(boxes) - 1 else Exit.RUNNING,
    )


def run(boxes: Boxes) -> tuple[State, ...]:
    """All steps from the first to the one with an exit."""
    return all_steps(start(boxes), lambda state: step(boxes, state))
