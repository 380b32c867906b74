"""Describes the steps of the bounding box test."""

from gjkscope.engine.aabb import steps as aabb
from gjkscope.engine.result import Exit
from gjkscope.engine.text import AXES, number
from gjkscope.engine.vectors import norm, sub


def explain(step: aabb.State, a: str, b: str) -> str:
    """The intervals of both boxes on the axis, and what they prove."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The coordinates are too large: their squares overflow."
    axis = step.axis
    sentence = (
        f"On {AXES[axis.number]}, measured from {a}'s position, {a}'s box spans {number(axis.interval_a[0])} to "
        f"{number(axis.interval_a[1])} m and {b}'s {number(axis.interval_b[0])} to {number(axis.interval_b[1])} m: "
        f"they {_relation(axis, a, b)}."
    )
    if step.exit == Exit.RUNNING:
        return sentence
    return f"{sentence} {_apart(step, a, b) if step.exit == Exit.SEPARATING_AXIS else _meeting(step, a, b)}"


def headline(step: aabb.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    axis = step.axis
    word = "gap" if axis.gap > 0 else "overlap" if axis.gap < 0 else "contact"
    return f"{AXES[axis.number]}: {word} {number(abs(axis.gap))} m" if axis.gap else f"{AXES[axis.number]}: {word}"


def _relation(axis: aabb.AxisGap, a: str, b: str) -> str:
    if axis.gap > 0:
        return f"are {number(axis.gap)} m apart"
    return f"overlap, and {a}'s box clears {b}'s by moving {_way_out(axis)}" if axis.gap < 0 else "just touch"


def _way_out(axis: aabb.AxisGap) -> str:
    """ "0.5 m along −x"."""
    return f"{number(-axis.gap)} m along {'−' if axis.sign > 0 else '+'}{AXES[axis.number]}"


def _apart(step: aabb.State, a: str, b: str) -> str:
    distance = number(norm(sub(step.closest_b, step.closest_a)))
    if step.exact:
        return f"{a} and {b} are their own bounding boxes, so they are {distance} m apart."
    return f"One gap is enough: the boxes are {distance} m apart, so {a} and {b} are at least {distance} m apart."


def _meeting(step: aabb.State, a: str, b: str) -> str:
    if not step.exact:
        meeting = "No axis has a gap, so the boxes intersect"
        return f"{meeting}. This proves nothing about {a} and {b}, which need not fill them."
    if step.chosen.gap == 0:
        return f"No axis has a gap: {a} and {b}, which are their own bounding boxes, touch."
    return (
        f"No axis has a gap: {a} and {b}, which are their own bounding boxes, overlap, and the shortest way out for "
        f"{a} is {_way_out(step.chosen)}."
    )
