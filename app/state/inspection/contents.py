"""Whether there is something to show about a state in a table or a plot: without it, its tab is left out."""

from gjkscope.app.ask.runs.choices import Group, group_of
from gjkscope.app.ask.runs.progress import has_bounds
from gjkscope.app.state.inspection.comparison import runs
from gjkscope.app.state.inspection.reports import iterated_report
from gjkscope.app.state.inspection.traces import inspect, pair_of
from gjkscope.app.state.model import State
from gjkscope.engine import sat


def shows_bounds(state: State) -> bool:
    """Whether the steps of a run on show prove bounds on the distance."""
    return any((trace := inspect(run).trace) is not None and has_bounds(trace) for run in runs(state))


def shows_axes(state: State) -> bool:
    """Whether the pair has separating axes to test, whatever algorithm is chosen."""
    shape_a, _, shape_b, _ = pair_of(state)
    return sat.refusal(shape_a, shape_b) is None


def shows_iterations(state: State) -> bool:
    """Whether an engine has reported its own steps about the pair."""
    return iterated_report(state) is not None


def shows_stability(state: State) -> bool:
    """Whether the chosen algorithm answers about a pair, so that its answer to a perturbed one can be asked."""
    return group_of(state.run.algorithm) in (Group.PAIR, Group.ENGINE)


def shows_gradient(state: State) -> bool:
    """Whether the signed distance of the pair has a gradient that can be asked for: of two shapes in space."""
    return not state.document.scene.is_plane and group_of(state.run.algorithm) in (Group.PAIR, Group.ENGINE)


def shows_messages(state: State) -> bool:
    """Whether there has been a message."""
    return state.shell.has_log


def shows_hunt(state: State) -> bool:
    """Whether a hunt is in progress or has ended."""
    return state.hunt.run is not None


def shows_capture(state: State) -> bool:
    """Whether a capture is open."""
    return state.capture.run is not None


def shows_survey(state: State) -> bool:
    """Whether a survey is in progress or has ended."""
    return state.survey.run is not None
