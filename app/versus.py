"""Two runs side by side: the chosen algorithm's and another's, or its own on B–A or in single precision.

Both are shown at the same position; where one has ended, its last step stays.  The first step in which they decide
otherwise is where they part.  The panels are about one of the two, and what is pointed at in them is drawn of that one.
"""

from dataclasses import replace
from functools import lru_cache
from math import inf

from engine.bounds import size
from engine.compare import AGREE, Difference, first_difference

from .identity import Identity
from .later import Question
from .state import State
from .traces import awaited_run, inspect, last_step, pair_of


def other_state(state: State) -> State | None:
    """The state as the second run's views show it; None where nothing is compared."""
    return None if state.versus is None else _other(Identity(state))


def runs(state: State) -> tuple[State, ...]:
    """The state, and that of the second run where two are shown."""
    other = other_state(state)
    return (state,) if other is None else (state, other)


def inspected(state: State) -> State:
    """The state of the run that the panels are about."""
    return runs(state)[-1] if state.second_inspected else state


def unpointed(state: State) -> State:
    """With nothing of it pointed at in a panel."""
    return replace(state, hovered_axis=None, hovered_region=None, hovered_face=None)


def end(state: State) -> int:
    """The last position: that of the longer run, where two are shown."""
    other = other_state(state)
    return last_step(state) if other is None else max(last_step(state), last_step(other))


def position(state: State) -> int:
    """Which step is shown, also past the end of the run that is the shorter one."""
    return min(state.step, end(state))


def parting(state: State) -> Difference | None:
    """The first step in which the two runs decide otherwise; None where they never do, or nothing tells."""
    return _compared(state)[0]


def incomparable(state: State) -> str | None:
    """Why the two runs cannot be compared step by step; None where they can."""
    return _compared(state)[1]


def awaiting(state: State) -> State | None:
    """The state, or that of the second run, whichever first has a run that is still to be looked for."""
    return next((run for run in runs(state) if awaited_run(run) is not None), None)


def awaited(state: State) -> Question | None:
    """That run."""
    waits = awaiting(state)
    return awaited_run(waits) if waits is not None else None


@lru_cache(maxsize=4)  # a frame asks many times
def _other(known: Identity) -> State:
    state: State = known.value
    versus = state.versus
    assert versus is not None
    a, b = state.pair
    return replace(
        state if state.second_inspected else unpointed(state),
        pair=(b, a) if versus.swapped else (a, b),
        algorithm=versus.algorithm,
        options=versus.options,
        versus=None,
    )


def _compared(state: State) -> tuple[Difference | None, str | None]:
    other = other_state(state)
    if state.versus is None or other is None or (first := inspect(state).trace) is None:
        return None, None
    if (second := inspect(other).trace) is None:
        return None, inspect(other).refusal
    # Of one algorithm only decisions are compared; two algorithms also part where they are at different points.
    tolerance = inf if other.algorithm == state.algorithm else AGREE * size(*pair_of(state))
    return _parting(Identity(first), Identity(second), tolerance, state.versus.swapped)


@lru_cache(maxsize=8)
def _parting(
    first: Identity, second: Identity, tolerance: float, swapped: bool
) -> tuple[Difference | None, str | None]:
    try:
        return first_difference(first.value, second.value, tolerance, swapped), None
    except ValueError as reason:
        return None, str(reason)
