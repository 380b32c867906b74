"""Describes the steps of a GJK ray cast."""

from gjkscope.engine.casting.steps import State
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector


def explain(step: State, a: str, b: str) -> str:
    """The plane that clips the ray, the advance, and the remaining distance."""
    parts = (_explain_plane(step, a, b), _explain_advance(step, a, b), _explain_distance(step, a, b))
    return " ".join(part for part in parts if part)


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.support is None:
        return "one point of A − B"
    return f"advance by {number(step.advance, 3)} s" if step.advance > 0 else f"new point w{step.support.birth}"


def _explain_plane(step: State, a: str, b: str) -> str:
    if step.support is None:
        return ""
    through = f"The plane through w{step.support.birth}, perpendicular to {vector(step.direction)},"
    if step.height <= 0:
        return f"{through} does not separate {a} from {b}."
    speed = f"which {a} approaches at {number(step.approach)} m/s" if step.approach > 0 else "which is not approached"
    return f"{through} keeps {a} and {b} {number(step.height)} m apart, {speed}."


def _explain_advance(step: State, a: str, b: str) -> str:
    match step.exit:
        case Exit.MOVING_APART:
            return f"{a} and {b} never touch."
        case Exit.NO_CONTACT:
            return f"Reaching it takes {number(step.advance)} s, more than the time left: there is no contact."
    if step.advance > 0:
        return f"Nothing touches before it: time advances by {number(step.advance)} s to {number(step.time)} s."
    return ""


def _explain_distance(step: State, a: str, b: str) -> str:
    if step.exit in (Exit.MOVING_APART, Exit.NO_CONTACT):
        return ""
    if step.exit == Exit.FIRST_CONTACT:
        if step.time == 0:
            return f"{a} and {b} meet from the start."
        return f"At {number(step.time)} s, {a} and {b} touch for the first time."
    left = f"The ray is {number(step.distance)} m from the nearest feature of the simplex."
    if step.exit == Exit.NO_PROGRESS:
        return f"{left} Nothing new is found there: what remains is rounding."
    return f"{left} The limit of {step.iteration + 1} steps is reached." if step.exit != Exit.RUNNING else left


def _has_plane(step: State) -> bool:
    return step.support is not None


def _advances(step: State) -> bool:
    return step.advance > 0 or step.exit == Exit.MOVING_APART


def _has_distance(step: State) -> bool:
    return step.exit not in (Exit.MOVING_APART, Exit.NO_CONTACT)


BEATS = (
    Beat("plane", "Clip plane", _explain_plane, _has_plane),
    Beat("advance", "Advance", _explain_advance, _advances),
    Beat("nearest", "Nearest feature", _explain_distance, _has_distance),
)
