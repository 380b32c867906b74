"""The steps of the bounding box test in plain language."""

from . import aabb
from .result import Exit
from .vectors import norm, sub
from .words import AXES, number


def explain(step: aabb.State, a: str, b: str) -> str:
    """Where both boxes are on the axis, and what that proves."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The coordinates are too large: their squares are no numbers any more."
    axis = step.axis
    sentence = (
        f"Seen from {a}'s position, the box of {a} reaches on {AXES[axis.number]} from {number(axis.interval_a[0])} to "
        f"{number(axis.interval_a[1])} m, that of {b} from {number(axis.interval_b[0])} to "
        f"{number(axis.interval_b[1])} m: they {_relation(axis, a)}."
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


def _relation(axis: aabb.Axis, a: str) -> str:
    if axis.gap > 0:
        return f"are {number(axis.gap)} m apart"
    return f"overlap, and {a}'s is out after {_way_out(axis)}" if axis.gap < 0 else "just touch"


def _way_out(axis: aabb.Axis) -> str:
    """ "0.5 m towards −x"."""
    return f"{number(-axis.gap)} m towards {'−' if axis.sign > 0 else '+'}{AXES[axis.number]}"


def _apart(step: aabb.State, a: str, b: str) -> str:
    distance = number(norm(sub(step.closest_b, step.closest_a)))
    if step.exact:
        return f"{a} and {b} are their own boxes, and {distance} m apart."
    return f"A gap on one axis is enough: the boxes are {distance} m apart, and so are {a} and {b}, if not more."


def _meeting(step: aabb.State, a: str, b: str) -> str:
    if not step.exact:
        return f"No axis has a gap, so the boxes meet. That proves nothing about {a} and {b}, which need not fill them."
    if step.chosen.gap == 0:
        return f"No axis has a gap: {a} and {b}, which are their own boxes, touch."
    return (
        f"No axis has a gap: {a} and {b}, which are their own boxes, overlap, and the shortest way out for {a} is "
        f"{_way_out(step.chosen)}."
    )
