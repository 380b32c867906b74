"""Describes the steps of a search for the time of impact."""

from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector
from gjkscope.engine.time_of_impact.separation import AxisFrame
from gjkscope.engine.time_of_impact.steps import Phase, State


def explain(step: State, a: str, b: str) -> str:
    """The measurement, its time, and the conclusion."""
    return f"{_explain_time(step, a, b)} {_explain_separation(step, a, b)}"


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    match step.phase:
        case Phase.AXIS:
            return f"axis {step.axes} at {number(step.time, 4)} s"
        case Phase.PUSH_BACK:
            return f"deepest points at {number(step.time, 4)} s"
        case Phase.ROOT:
            return f"root, round {step.rounds}: {number(step.time, 6)} s"


def _explain_time(step: State, a: str, b: str) -> str:
    match step.phase:
        case Phase.AXIS:
            owner = {AxisFrame.WORLD: "and stands still", AxisFrame.BODY_A: f"and turns with {a}"}
            moves = owner.get(step.axis.frame, f"and turns with {b}")
            return f"Axis {step.axes}, at t₁ = {number(step.time)} s: it is {vector(step.normal)} {moves}."
        case Phase.PUSH_BACK:
            return (
                f"Push back: the points of {a} and {b} that are deepest along the axis at t₂ = {number(step.time)} s."
            )
        case Phase.ROOT:
            way = "the secant" if step.rounds % 2 == 1 else "the middle of the bracket"
            return f"Root of the separation of these two points, by {way}: {number(step.time)} s."


def _explain_separation(step: State, a: str, b: str) -> str:
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"Products of the coordinates overflow or underflow: nothing is known about {a} and {b}."
    measured = f"s = {number(step.separation)} m"
    match step.exit:
        case Exit.FIRST_CONTACT:
            if step.time == 0:
                return f"{measured}: {a} and {b} meet from the start."
            return f"{measured}, which is the target: {a} and {b} touch."
        case Exit.NO_CONTACT:
            return f"{measured}: the axis separates {a} and {b} at the end, too. No contact is found."
        case Exit.NO_PROGRESS:
            return f"{measured}: what remains is rounding."
        case Exit.ITERATION_LIMIT:
            return f"{measured}. The limit of {step.iteration + 1} steps is reached."
    return f"{measured}. {_next(step)}"


def _next(step: State) -> str:
    match step.phase:
        case Phase.AXIS:
            return "It separates them now; does it still do so at t₂?"
        case Phase.PUSH_BACK:
            if step.separation < step.target - step.band:
                return "That is too deep: they are at the target at some time between t₁ and t₂."
            return "Nothing is deeper than the target: t₂ becomes t₁, and a new axis is chosen."
        case Phase.ROOT:
            if abs(step.separation - step.target) < step.band:
                return "That is the target: this time becomes t₂."
            side = "later" if step.separation > step.target else "earlier"
            return f"The root is {side}, between {number(step.low)} s and {number(step.high)} s."


def _is_timed(step: State) -> bool:
    return step.iteration > 0


BEATS = (
    Beat("time", "Time", _explain_time, _is_timed),
    Beat("separation", "Separation", _explain_separation),
)
