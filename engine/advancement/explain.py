"""Describes the steps of conservative advancement."""

from gjkscope.engine.advancement.steps import State
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.text import number, vector


def explain(step: State, a: str, b: str) -> str:
    """The gap at this time, how fast it can close, and how far it is safe to advance."""
    at = f"At {number(step.time)} s,"
    if step.exit == Exit.FIRST_CONTACT:
        return _contact(step, at, a, b)
    if step.exit == Exit.DEPTH_UNKNOWN:
        unknown = "cannot tell whether" if step.verdict is Verdict.UNDECIDED else "gives no normal although"
        apart = "intersect" if step.verdict is Verdict.UNDECIDED else "are apart"
        return f"{at} the narrow phase {unknown} {a} and {b} {apart}: nothing is known beyond this time."
    gap = f"{at} {a} and {b} are {number(step.gap)} m apart along {vector(step.normal)}"
    if step.exit == Exit.MOVING_APART:
        return f"{gap}. The gap does not close in this direction: {_speeds(step, a, b)}. They never touch."
    return f"{gap}. The gap closes at no more than {number(step.bound)} m/s: {_speeds(step, a, b)}. {_onward(step)}"


def headline(step: State, _a: str, _b: str) -> str:
    return f"advance by {number(step.advance, 3)} s" if step.exit == Exit.RUNNING else step.exit.words


def _contact(step: State, at: str, a: str, b: str) -> str:
    if step.iteration == 0:
        word = "touch" if step.verdict is Verdict.TOUCHING else "overlap"
        return f"{a} and {b} {word} from the start."
    return f"{at} {a} and {b} touch for the first time."


def _speeds(step: State, a: str, b: str) -> str:
    """The terms of the bound; a body that does not rotate is not mentioned."""
    parts = [f"{number(step.closing)} m/s from translation"]
    for name, turning in ((a, step.turning_a), (b, step.turning_b)):
        if turning > 0:
            parts.append(f"at most {number(turning)} m/s from {name}'s rotation")
    return ", ".join(parts)


def _onward(step: State) -> str:
    needed = f"Contact is impossible for {number(step.advance)} s"
    if step.exit == Exit.NO_CONTACT:
        return f"{needed}, which is more than the time left: there is no contact."
    if step.exit == Exit.NO_PROGRESS:
        return f"{needed}, which is lost in the rounding of the time: nothing changes."
    if step.exit == Exit.ITERATION_LIMIT:
        return f"The limit of {step.iteration + 1} steps is reached."
    return f"{needed}: advance by that much."


def _explain_advance(step: State, a: str, b: str) -> str:
    return f"Time advances to {number(step.time)} s: {a} and {b} cannot touch before."


def _explain_gap(step: State, a: str, b: str) -> str:
    if step.exit in (Exit.FIRST_CONTACT, Exit.DEPTH_UNKNOWN):
        return explain(step, a, b)
    return f"At {number(step.time)} s, {a} and {b} are {number(step.gap)} m apart along {vector(step.normal)}."


def _explain_bound(step: State, a: str, b: str) -> str:
    if step.exit == Exit.MOVING_APART:
        return f"The gap does not close in this direction: {_speeds(step, a, b)}. They never touch."
    return f"The gap closes at no more than {number(step.bound)} m/s: {_speeds(step, a, b)}. {_onward(step)}"


def _has_advanced(step: State) -> bool:
    return step.iteration > 0


def _is_bounded(step: State) -> bool:
    return step.exit not in (Exit.FIRST_CONTACT, Exit.DEPTH_UNKNOWN)


BEATS = (
    Beat("advance", "Advance", _explain_advance, _has_advanced),
    Beat("gap", "Gap", _explain_gap),
    Beat("bound", "Closing speed", _explain_bound, _is_bounded),
)
