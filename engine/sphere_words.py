"""The steps of the bounding sphere test in plain language."""

from . import sphere
from .result import Exit
from .sphere import Test
from .vectors import norm, sub
from .words import number, vector

AXES = "xyz"


def explain(step: sphere.State, a: str, b: str) -> str:
    """The square that was added, and at the end what it is compared with."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large or too small: their squares are no numbers any more."
    sentence = (
        f"On {AXES[step.iteration]} {_between(step, a, b)} are {number(abs(step.offset))} m apart; squared, and with "
        f"the axes before, {number(step.squared)} m²."
    )
    return sentence if step.exit == Exit.RUNNING else f"{sentence} {_ending(step, a, b)}"


def headline(step: sphere.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return f"{AXES[step.iteration]}: {number(step.squared)} m² so far"


def _between(step: sphere.State, a: str, b: str) -> str:
    if step.test == Test.BALLS:
        return f"the centres of the balls around {a} and {b}"
    ball, box = (a, b) if step.test == Test.BALL_A_BOX_B else (b, a)
    return f"the centre of {ball} and the nearest point of {box}"


def _ending(step: sphere.State, a: str, b: str) -> str:
    apart = step.exit == Exit.SEPARATING_AXIS
    compared = (
        f"{'More' if apart else 'No more'} than the square of the {_radii(step)}, {number(step.limit)} m²: "
        f"{_volumes(step)} {'are apart' if apart else 'meet'}"
    )
    if step.exact:
        gap = number(norm(sub(step.closest_b, step.closest_a)) - step.radius_a - step.radius_b)
        return f"{compared}, and {a} and {b} are just that{f', {gap} m apart' if apart else ''}."
    if apart:
        return f"{compared}, and so are {a} and {b}."
    return f"{compared}. That proves nothing about {a} and {b}, which do not fill them."


def _radii(step: sphere.State) -> str:
    if step.test == Test.BALLS:
        return f"radii together, {number(step.radius_a)} and {number(step.radius_b)} m"
    return f"radius, {number(step.radius_a + step.radius_b)} m"


def _volumes(step: sphere.State) -> str:
    if step.test == Test.BALLS:
        return "the balls"
    point = step.closest_b if step.test == Test.BALL_A_BOX_B else step.closest_a
    return f"the ball and the box, whose nearest point is {vector(point)},"
