"""The beats of the step shown: which of them have something to show, and which one is in progress."""

from typing import Any, NamedTuple

from gjkscope.app.ask.runs.choices import Run
from gjkscope.app.base.records import replace
from gjkscope.app.state.inspection.comparison import position, runs
from gjkscope.app.state.inspection.sentences import ending_note
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step, names_in_steps, step_record
from gjkscope.app.state.model import BeatPosition, State
from gjkscope.engine.evidence.explain import with_hull_note
from gjkscope.engine.procedures import procedure_of
from gjkscope.engine.registry.beat import Beat, beat_title, shown_beats
from gjkscope.engine.result import Trace


def declared_beats(step: Any) -> tuple[Beat, ...]:
    """The beats that the algorithm of a step declares; none without a step."""
    return procedure_of(step).beats if step is not None else ()


def beat_numbers(state: State) -> tuple[int, ...]:
    """The beats that the step shown passes through, by their number among those declared.

    For two runs side by side, these are the beats of the first run that has this step; a run that has ended has none
    left.
    """
    run = next((run for run in runs(state) if current_step(run) == position(state)), state)
    step = step_record(run)
    return shown_beats(declared_beats(step), step)


class BeatOfRun(NamedTuple):
    """A beat of one of the steps of a run, or a step without beats."""

    step: int
    beat: int | None = None  # among those declared; None: the whole step
    name: str = ""


def beats_between(state: State, first: int, last: int) -> tuple[BeatOfRun, ...]:
    """The beats of the steps `first` … `last`, in order."""
    trace = _longest_trace(state)
    beats_of_run: list[BeatOfRun] = []
    for number in range(first, last + 1):
        step = trace.steps[number] if trace is not None else None
        declared = declared_beats(step)
        beats = [BeatOfRun(number, beat, declared[beat].name) for beat in shown_beats(declared, step)]
        beats_of_run += beats or [BeatOfRun(number)]
    return tuple(beats_of_run)


def names_of_beats(state: State) -> tuple[str, ...]:
    """The names of the beats that the algorithm shown declares."""
    trace = _longest_trace(state)
    return tuple(beat.name for beat in declared_beats(trace.steps[0])) if trace is not None and trace.steps else ()


def _longest_trace(state: State) -> Trace | Run | None:
    return inspect(max(runs(state), key=last_step)).trace


def shown_beat(state: State) -> BeatPosition | None:
    """The position within the step; None if the step is shown as a whole, for example if it has no such beat."""
    at = state.run.beat
    if at is None or current_step(state) < position(state):
        return None
    return at if at.number < len(declared_beats(step_record(state))) else None


def is_complete(state: State) -> bool:
    """Whether the step is shown completely, as at the end of its last beat."""
    at = shown_beat(state)
    if at is None:
        return True
    step = step_record(state)
    return at.progress >= 1 and at.number >= max(shown_beats(declared_beats(step), step), default=0)


def shown_position(state: State) -> float:
    """The number of the step shown, less the part of it that its beats have not shown yet: 2.5 is half of step 3.

    Step 0 counts as complete.
    """
    at, step = shown_beat(state), current_step(state)
    if at is None or is_complete(state) or step == 0:
        return float(step)
    beats = shown_beats(declared_beats(step_record(state)), step_record(state))
    return step - 1 + (sum(number < at.number for number in beats) + at.progress) / max(len(beats), 1)


def last_complete(state: State) -> State:
    """The state as of the last step that is complete: the one before, while a step is in progress."""
    if is_complete(state):
        return state
    return replace(state, run=replace(state.run, step=max(current_step(state) - 1, 0), beat=None))


def first_beat(state: State) -> BeatPosition | None:
    """The beginning of the step shown; None if it has no beats."""
    numbers = beat_numbers(state)
    return BeatPosition(numbers[0], moving=True) if numbers else None


def beat_words(state: State) -> tuple[str, str] | None:
    """The title of the beat in progress, and its sentence; None if the step is shown as a whole."""
    at = shown_beat(state)
    return None if at is None else _words(state, at.number)


def words_of_beats(state: State) -> tuple[tuple[int, str, str], ...]:
    """The number, title and sentence of each beat of the step shown."""
    step = step_record(state)
    return tuple((number, *_words(state, number)) for number in shown_beats(declared_beats(step), step))


def _words(state: State, number: int) -> tuple[str, str]:
    """The title and the sentence of a beat; the last beat has the sentence of the whole step."""
    step, names = step_record(state), names_in_steps(state)
    beats = declared_beats(step)
    is_last = number >= max(shown_beats(beats, step), default=0)
    sentence = with_hull_note(beats[number].explain(step, *names), ending_note(state) if is_last else "")
    return beat_title(beats[number], *names), sentence
