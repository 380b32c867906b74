"""Actions for the comparison of two runs, the perturbations of the stability test, and the plot of the gradient."""

from gjkscope.app.ask.runs.choices import CHOICES, REPORT, can_be_compared
from gjkscope.app.base.records import replace
from gjkscope.app.state.actions.action import Action, updates
from gjkscope.app.state.actions.playback import GoToStep, go_to_step
from gjkscope.app.state.inspection.comparison import parting_step, unpoint
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.inspection.traces import run_options
from gjkscope.app.state.model import LAST_STEP, ComparedRun, GradientPlot, Nudges, State
from gjkscope.engine.registry.algorithms import ALGORITHMS

SMALLEST, LARGEST = 1e-16, 1e-1  # of perturbations and tolerance, relative to the pair's size
MOST_NUDGES = 10_000
LEAST_SIGMA, MOST_SIGMA = 1e-4, 0.5  # of the random poses of a smoothed distance


class CompareWith(Action, frozen=True):
    """Shows another run next to the selected one; None ends the comparison."""

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


class SetGradientPlot(Action, frozen=True):
    """Sets what the Gradient panel plots."""

    plot: GradientPlot


@updates(CompareWith)
def _compare_with(state: State, action: CompareWith) -> State:
    if action.comparison is not None and not can_be_compared(action.comparison.algorithm):
        return state
    if action.comparison is not None and not can_be_compared(state.run.algorithm):
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
    chosen = run_options(state)
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
    return replace(unpoint(state), run=replace(state.run, second_inspected=action.second, line=None))


def beside_report(state: State) -> State:
    """The state with the iterations of a report shown beside our run, at the first difference; else unchanged."""
    beside = ComparedRun(REPORT)
    if iterated_report(state) is None or state.run.comparison not in (None, beside):
        return state
    if state.run.algorithm not in ALGORITHMS or state.document.scene.is_plane:
        return state
    compared = replace(state, run=replace(state.run, comparison=beside, second_inspected=False))
    step = parting_step(compared)
    return go_to_step(compared, GoToStep(LAST_STEP if step is None else step))


@updates(SetNudges)
def _set_nudges(state: State, action: SetNudges) -> State:
    wanted = action.nudges
    lengths = (wanted.epsilon, wanted.tolerance)
    if not all(SMALLEST <= part <= LARGEST for part in lengths) or not 1 <= wanted.count <= MOST_NUDGES:
        return state
    return replace(state, run=replace(state.run, nudges=wanted))


@updates(SetGradientPlot)
def _set_gradient_plot(state: State, action: SetGradientPlot) -> State:
    wanted = action.plot
    if wanted.axis not in range(3) or not LEAST_SIGMA <= wanted.sigma <= MOST_SIGMA:
        return state
    if not 1 <= wanted.count <= MOST_NUDGES:
        return state
    return replace(state, run=replace(state.run, gradient_plot=wanted))
