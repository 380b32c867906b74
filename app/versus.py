"""Two runs side by side: the chosen algorithm's and another's, or its own on B–A or in single precision.

Both are shown at the same position; where one has ended, its last step stays.  The first step in which they decide
otherwise is where they part.
"""

from dataclasses import replace
from functools import lru_cache
from math import inf

from engine.bounds import size
from engine.compare import AGREE, Difference, first_difference
from engine.options import Options

from .choices import known_options
from .state import State, Versus
from .traces import PlacedPair, inspect, last_step, pair_of, trace_of


def other_state(state: State) -> State | None:
    """The state as the second run's views show it; None where nothing is compared."""
    versus = state.versus
    if versus is None:
        return None
    pair = state.pair[::-1] if versus.swapped else state.pair
    return replace(
        state,
        pair=(pair[0], pair[1]),
        algorithm=versus.algorithm,
        options=versus.options,
        hovered_axis=None,
        versus=None,
    )


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


def _compared(state: State) -> tuple[Difference | None, str | None]:
    if state.versus is None or inspect(state).trace is None:
        return None, None
    options = known_options(state.algorithm, state.options)
    return _parting(pair_of(state), state.algorithm, options, state.versus)


@lru_cache(maxsize=8)
def _parting(
    pair: PlacedPair, algorithm: str, options: Options, versus: Versus
) -> tuple[Difference | None, str | None]:
    a, pose_a, b, pose_b = pair
    first, _ = trace_of(pair, algorithm, options)
    second, refusal = trace_of(
        (b, pose_b, a, pose_a) if versus.swapped else pair,
        versus.algorithm,
        known_options(versus.algorithm, versus.options),
    )
    if first is None or second is None:
        return None, refusal
    # Of one algorithm only decisions are compared; two algorithms also part where they are at different points.
    tolerance = inf if versus.algorithm == algorithm else AGREE * size(*pair)
    try:
        return first_difference(first, second, tolerance, versus.swapped), None
    except ValueError as reason:
        return None, str(reason)
