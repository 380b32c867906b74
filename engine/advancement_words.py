"""The steps of conservative advancement in plain language."""

from .advancement import State
from .result import Exit, Verdict
from .words import number, vector


def explain(step: State, a: str, b: str) -> str:
    """The gap at this time, how fast it can close, and how far that makes it safe to go on."""
    at = f"At {number(step.time)} s"
    if step.exit == Exit.FIRST_CONTACT:
        return _contact(step, at, a, b)
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"{at} the narrow phase cannot tell whether {a} and {b} meet: nothing is known of what comes after."
    gap = f"{at} {a} and {b} are {number(step.gap)} m apart along {vector(step.normal)}"
    if step.exit == Exit.MOVING_APART:
        return f"{gap}. No point comes nearer along it: {_speeds(step, a, b)}. They never meet."
    return f"{gap}. The gap closes by no more than {number(step.bound)} m/s: {_speeds(step, a, b)}. {_onward(step)}"


def headline(step: State, _a: str, _b: str) -> str:
    return f"on by {number(step.advance, 3)} s" if step.exit == Exit.RUNNING else step.exit.words


def _contact(step: State, at: str, a: str, b: str) -> str:
    if step.iteration == 0:
        word = "touch" if step.verdict is Verdict.TOUCHING else "overlap"
        return f"{a} and {b} {word} from the start."
    return f"{at} {a} and {b} touch for the first time; nothing touched before."


def _speeds(step: State, a: str, b: str) -> str:
    """What the bound is made of; what does not turn is not mentioned."""
    parts = [f"{number(step.closing)} m/s as they travel"]
    for name, turning in ((a, step.turning_a), (b, step.turning_b)):
        if turning > 0:
            parts.append(f"at most {number(turning)} m/s as {name} turns")
    return ", ".join(parts)


def _onward(step: State) -> str:
    needed = f"Nothing can touch for {number(step.advance)} s"
    if step.exit == Exit.NO_CONTACT:
        return f"{needed}, which is more than is left: there is no contact."
    if step.exit == Exit.NO_PROGRESS:
        return f"{needed}, which is less than this time can tell: nothing changes."
    if step.exit == Exit.ITERATION_LIMIT:
        return f"The limit of {step.iteration + 1} steps is reached."
    return f"{needed}: on by that."
