"""Actions for the comparison of two runs, and for the perturbations of the stability test."""

from gjkscope import engine
from gjkscope.app.actions.action import Action, updates
from gjkscope.app.base.records import replace
from gjkscope.app.inspection.comparison import unpointed
from gjkscope.app.model import ComparedRun, Nudges, State
from gjkscope.app.runs.choices import CHOICES, Group, group_of, supported_options

SMALLEST, LARGEST = 1e-16, 1e-1  # of perturbations and tolerance, relative to the pair's size
MOST_NUDGES = 10_000


class CompareWith(Action, frozen=True):
    """Shows another run next to the chosen one; None ends the comparison."""

    comparison: ComparedRun | None


class ExchangeRuns(Action, frozen=True):
    """Swaps the chosen run and the one compared with it."""


class InspectRun(Action, frozen=True):
    """Lets the panels inspect the second run, or the chosen one."""

    second: bool
    passing = True


class SetNudges(Action, frozen=True):
    """Sets how the Stability panel perturbs the pair."""

    nudges: Nudges


@updates(CompareWith)
def _compare_with(state: State, action: CompareWith) -> State:
    if action.comparison is not None and action.comparison.algorithm not in engine.ALGORITHMS:
        return state
    if action.comparison is not None and group_of(state.run.algorithm) is not Group.PAIR:
        return state.with_message(f"{CHOICES[state.run.algorithm].title}: only pair algorithms can be compared")
    return replace(
        state,
        run=replace(state.run, comparison=action.comparison, second_inspected=False),
        waiting=replace(state.waiting, cancelled=()),
    )


@updates(ExchangeRuns)
def _exchange_runs(state: State, _: ExchangeRuns) -> State:
    comparison = state.run.comparison
    if comparison is None:
        return state
    a, b = state.document.pair
    chosen = supported_options(state.run.algorithm, state.run.options)
    return replace(
        state,
        run=replace(
            state.run,
            algorithm=comparison.algorithm,
            options=comparison.options,
            comparison=ComparedRun(state.run.algorithm, chosen, comparison.swapped),
            second_inspected=False,
        ),
        document=replace(state.document, pair=(b, a) if comparison.swapped else (a, b)),
    )


@updates(InspectRun)
def _inspect_run(state: State, action: InspectRun) -> State:
    if state.run.comparison is None or action.second == state.run.second_inspected:
        return state
    return replace(unpointed(state), run=replace(state.run, second_inspected=action.second, line=None))


@updates(SetNudges)
def _set_nudges(state: State, action: SetNudges) -> State:
    wanted = action.nudges
    lengths = (wanted.epsilon, wanted.tolerance)
    if not all(SMALLEST <= part <= LARGEST for part in lengths) or not 1 <= wanted.count <= MOST_NUDGES:
        return state
    return replace(state, run=replace(state.run, nudges=wanted))
