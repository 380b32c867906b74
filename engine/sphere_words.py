"""The steps of the bounding sphere test in plain language."""

from . import sphere
from .result import Exit
from .sphere import Kind
from .words import AXES, number, vector


def explain(step: sphere.State, a: str, b: str) -> str:
    """The square that was added, and at the end what it is compared with."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large or too small: their squares are no numbers any more."
    squared = "squared" if step.iteration == 0 else "squared and added to those before"
    sentence = (
        f"On {AXES[step.iteration]} {_between(step, a, b)} are {number(abs(step.offset))} m apart; {squared}, "
        f"{number(step.squared)} m²."
    )
    return sentence if step.exit == Exit.RUNNING else f"{sentence} {_ending(step, a, b)}"


def headline(step: sphere.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return f"{AXES[step.iteration]}: {number(step.squared)} m² so far"


def _between(step: sphere.State, a: str, b: str) -> str:
    if step.test == Kind.BALLS:
        return f"the centres of the balls around {a} and {b}"
    ball, box = (a, b) if step.test == Kind.BALL_A_BOX_B else (b, a)
    return f"the centre of {ball} and the nearest point of {box}"


def _ending(step: sphere.State, a: str, b: str) -> str:
    apart = step.exit == Exit.SEPARATING_AXIS
    compared = (
        f"That is {'more' if apart else 'no more'} than {_reach(step)}² = {number(step.limit)} m²: "
        f"{_volumes(step, a)} {'are apart' if apart else 'meet'}"
    )
    if step.exact:
        return f"{compared}, and {a} and {b} are just that: they {_outcome(step)}."
    if apart:
        return f"{compared}, and so are {a} and {b}."
    return f"{compared}. That proves nothing about {a} and {b}, which need not fill them."


def _outcome(step: sphere.State) -> str:
    """What the root, taken once, says about shapes that are the volumes themselves."""
    rest = sphere.between(step)[0] - (step.radius_a + step.radius_b)
    if rest == 0:
        return "touch"
    return f"are {number(rest)} m apart" if rest > 0 else f"overlap by {number(-rest)} m"


def _reach(step: sphere.State) -> str:
    """ "(1 + 0.5 m)": how far both reach towards each other."""
    radii = (step.radius_a, step.radius_b) if step.test == Kind.BALLS else (step.radius_a + step.radius_b,)
    return f"({' + '.join(number(radius) for radius in radii)} m)"


def _volumes(step: sphere.State, a: str) -> str:
    if step.test == Kind.BALLS:
        return "the balls"
    point = step.closest_b if step.test == Kind.BALL_A_BOX_B else step.closest_a
    return f"the ball and the box, whose nearest point is {vector(point)} from {a}'s position,"
