"""Describes the steps of the bounding sphere test."""

from gjkscope.engine.result import Exit
from gjkscope.engine.sphere import steps as sphere
from gjkscope.engine.sphere.steps import VolumeTest
from gjkscope.engine.text import AXES, number, vector


def explain(step: sphere.State, a: str, b: str) -> str:
    """The square that was added, and at the end what the sum is compared with."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large or too small: their squares overflow or underflow."
    squared = "squared, this is" if step.iteration == 0 else "adding the square brings the sum to"
    sentence = (
        f"On {AXES[step.iteration]}, {_between(step, a, b)} are {number(abs(step.offset))} m apart; {squared} "
        f"{number(step.squared)} m²."
    )
    return sentence if step.exit == Exit.RUNNING else f"{sentence} {_ending(step, a, b)}"


def headline(step: sphere.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return f"{AXES[step.iteration]}: {number(step.squared)} m² so far"


def _between(step: sphere.State, a: str, b: str) -> str:
    if step.test == VolumeTest.BALLS:
        return f"the centres of the bounding spheres of {a} and {b}"
    ball, box = (a, b) if step.test == VolumeTest.BALL_A_BOX_B else (b, a)
    return f"the centre of {ball} and the closest point of {box}"


def _ending(step: sphere.State, a: str, b: str) -> str:
    apart = step.exit == Exit.SEPARATING_AXIS
    compared = (
        f"This is {'more' if apart else 'no more'} than {_reach(step)}² = {number(step.limit)} m²: "
        f"{_volumes(step, a)} {'are apart' if apart else 'intersect'}"
    )
    if step.exact:
        return f"{compared}. {a} and {b} are these volumes themselves: they {_outcome(step)}."
    if apart:
        return f"{compared}, and so are {a} and {b}."
    return f"{compared}. This proves nothing about {a} and {b}, which need not fill them."


def _outcome(step: sphere.State) -> str:
    """The distance, from a single square root, of shapes that are the volumes themselves."""
    rest = sphere.center_gap(step)[0] - (step.radius_a + step.radius_b)
    if rest == 0:
        return "touch"
    return f"are {number(rest)} m apart" if rest > 0 else f"overlap by {number(-rest)} m"


def _reach(step: sphere.State) -> str:
    """ "(1 + 0.5 m)": the sum of the radii."""
    radii = (step.radius_a, step.radius_b) if step.test == VolumeTest.BALLS else (step.radius_a + step.radius_b,)
    return f"({' + '.join(number(radius) for radius in radii)} m)"


def _volumes(step: sphere.State, a: str) -> str:
    if step.test == VolumeTest.BALLS:
        return "the spheres"
    point = step.closest_b if step.test == VolumeTest.BALL_A_BOX_B else step.closest_a
    return f"the sphere and the box, whose closest point is {vector(point)} from {a}'s position,"
