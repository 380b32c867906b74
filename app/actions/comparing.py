"""Two runs side by side, and how the pair is shaken to see how stable its verdict is."""

from dataclasses import dataclass, replace

import engine

from ..choices import CHOICES, Group, asks, known_options
from ..state import Nudges, State, Versus
from ..versus import unpointed
from .action import Action, updates

SMALLEST, LARGEST = 1e-16, 1e-1  # nudges and tolerance, as parts of the pair's size
MOST_NUDGES = 10_000


@dataclass(frozen=True)
class CompareWith(Action):
    """Shows another run beside the one that is chosen; None ends that."""

    versus: Versus | None


@dataclass(frozen=True)
class ExchangeRuns(Action):
    """The run that was beside becomes the chosen one, and the other way round."""


@dataclass(frozen=True)
class InspectRun(Action):
    """The panels are about the second of the two runs from now on, or about the chosen one."""

    second: bool
    passing = True


@dataclass(frozen=True)
class SetNudges(Action):
    nudges: Nudges


@updates(CompareWith)
def _compare_with(state: State, action: CompareWith) -> State:
    if action.versus is not None and action.versus.algorithm not in engine.ALGORITHMS:
        return state
    if action.versus is not None and asks(state.algorithm) is not Group.PAIR:
        return state.told(f"{CHOICES[state.algorithm].title}: only algorithms on the pair can be compared")
    return replace(state, versus=action.versus, second_inspected=False, called_off=())


@updates(ExchangeRuns)
def _exchange_runs(state: State, _: ExchangeRuns) -> State:
    versus = state.versus
    if versus is None:
        return state
    a, b = state.pair
    chosen = known_options(state.algorithm, state.options)
    return replace(
        state,
        algorithm=versus.algorithm,
        options=versus.options,
        pair=(b, a) if versus.swapped else (a, b),
        versus=Versus(state.algorithm, chosen, versus.swapped),
        second_inspected=False,
    )


@updates(InspectRun)
def _inspect_run(state: State, action: InspectRun) -> State:
    if state.versus is None or action.second == state.second_inspected:
        return state
    return replace(unpointed(state), second_inspected=action.second, line=None)


@updates(SetNudges)
def _set_nudges(state: State, action: SetNudges) -> State:
    wanted = action.nudges
    lengths = (wanted.epsilon, wanted.tolerance)
    if not all(SMALLEST <= part <= LARGEST for part in lengths) or not 1 <= wanted.count <= MOST_NUDGES:
        return state
    return replace(state, nudges=wanted)
