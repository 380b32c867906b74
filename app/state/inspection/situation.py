"""The values that the conditions of a lesson's tasks can use, as names of the expression language.

The language is that of breakpoints.  `prev` is the situation at the start of the page, `current` the record of the
shown step: `step == last`, `distance > 0.5`, `b != prev.b`, `algorithm == EPA`, `current.region == EDGE_AB`.
"""

from gjkscope.app.ask.breakpoints import check_names, evaluate, parse
from gjkscope.app.ask.expressions.evaluator import ExpressionError
from gjkscope.app.state.inspection.beats import last_complete
from gjkscope.app.state.inspection.caches import cache_situation
from gjkscope.app.state.inspection.grips import turned_axis
from gjkscope.app.state.inspection.probe import probe_values
from gjkscope.app.state.inspection.resting import moving_bodies
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, step_record
from gjkscope.app.state.model import State
from gjkscope.app.state.model.situation import Algorithm, Situation


def situation(state: State) -> Situation:
    """The situation of a state; a step in progress counts once all its beats have been shown."""
    state = last_complete(state)
    inspection = inspect(state)
    result = inspection.trace.result if inspection.trace is not None else None
    a, b = state.document.pair_bodies
    return Situation(
        inspection.answer.verdict,
        inspection.answer.signed_distance,
        result.verdict if result is not None else None,
        Algorithm(state.run.algorithm),
        Algorithm(state.run.comparison.algorithm) if state.run.comparison is not None else None,
        state.run.options.float32,
        current_step(state),
        last_step(state),
        state.run.line,
        step_record(state),
        a.pose.position,
        b.pose.position,
        len(state.document.scene.bodies),
        moving_bodies(state),
        state.document.scene.name,
        state.pointer.hovered_axis,
        state.display.layout,
        probe_values(state),
        turned_axis(state),
        cache_situation(state),
    )


def is_fulfilled(condition: str, state: State, start: Situation) -> bool:
    """Whether the condition is true in a state; `start` is the situation at the start of the page.

    False if the condition uses a value that the state lacks, such as a field of another algorithm's steps, and while a
    prediction hides the rest of the run, as `step == last` would be true at its question.
    """
    if state.visible_steps is not None:
        return False
    try:
        return fulfils(condition, situation(state), start)
    except ExpressionError:
        return False


def fulfils(condition: str, now: Situation, start: Situation) -> bool:
    """Whether the condition holds.  Raises `ExpressionError` if it cannot be evaluated."""
    expression = parse(condition)
    check_names(expression, now, ())
    return evaluate(expression, now, start, ())
