"""The sentence of the step shown; at the end of a run, it says if the result is about a convex hull."""

from gjkscope.app.ask.runs.runs import hull_note_of_run
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, names_in_steps, step_record
from gjkscope.app.state.model import State
from gjkscope.engine.evidence.explain import with_hull_note
from gjkscope.engine.explain import explain


def step_sentence(state: State) -> str:
    """What the displayed step does, or why there is none."""
    step = step_record(state)
    if step is None:
        return f"{inspect(state).refusal}."
    return with_hull_note(explain(step, *names_in_steps(state)), ending_note(state))


def ending_note(state: State) -> str:
    """ "of its hull" at the last step of a run that replaced a mesh by its hull; otherwise empty."""
    run = inspect(state).trace
    if run is None or current_step(state) < last_step(state):
        return ""
    return hull_note_of_run(run)
