"""Describes the steps of the clamp of a sphere's centre to a box."""

from gjkscope.engine.clamp import steps as clamp
from gjkscope.engine.result import Exit
from gjkscope.engine.text import AXES, number, separation


def explain(step: clamp.State, a: str, b: str) -> str:
    """The change of the coordinate and, at the end, the conclusion."""
    sentence = _coordinate(step)
    return sentence if step.exit == Exit.RUNNING else f"{sentence} {_ending(step, a, b)}"


def headline(step: clamp.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        distance = step.distance - step.radius
        return separation(a, b, distance, distance)
    return f"{AXES[step.iteration]}: {'beyond the box' if is_clamped(step) else 'within the box'}"


def is_clamped(step: clamp.State) -> bool:
    """Whether this axis moved the centre."""
    return step.clamped[step.iteration] != step.center[step.iteration]


def _coordinate(step: clamp.State) -> str:
    axis, at, to = AXES[step.iteration], step.center[step.iteration], step.clamped[step.iteration]
    start = f"On the box's {axis} axis, the sphere's centre is at {number(at)} m"
    if is_clamped(step):
        return f"{start}, beyond the side at {number(to)} m: it is clamped to it."
    return f"{start}, between the sides: it stays."


def _ending(step: clamp.State, a: str, b: str) -> str:
    distance = step.distance - step.radius
    if step.distance > 0:
        ending = f"The clamped centre is the box's closest point, {number(step.distance)} m from the centre"
    else:
        room = f"{number(step.room)} m away, on {AXES[step.side]}"
        ending = f"No axis moved the centre, so it is inside; the nearest side is {room}"
    return f"{ending}. With the radius of {number(step.radius)} m, {separation(a, b, distance, distance)}."
