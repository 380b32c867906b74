"""Describes the walks between two shapes."""

from gjkscope.engine.alternating.steps import State, is_measured
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, range_words, separation, vector


def explain(step: State, a: str, b: str) -> str:
    """Where the walk begins, what it finds, and what follows at the end."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large or too small: their products overflow or underflow."
    return f"{_beginning(step, a, b)} {_finding(step, a, b)} {_ending(step, a, b)}"


def headline(step: State, a: str, b: str) -> str:
    if is_measured(step):
        return separation(a, b, step.lower - step.radius, step.upper - step.radius)
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return f"nearest points {number(step.distance)} m apart"


def is_extrapolated(step: State) -> bool:
    """Whether the walk begins where the walks before it seemed to lead, not where the last one ended."""
    return step.iteration > 0 and step.begin not in (step.earlier_on_a, step.closest_a)


def _beginning(step: State, a: str, b: str) -> str:
    if step.iteration == 0:
        return f"The walk begins at the centre of {a}."
    if is_extrapolated(step):
        return f"The walk begins at {vector(step.begin)}, where the two before it seemed to lead."
    return f"The walk begins at the point of {a} where the best one so far ended."


def _finding(step: State, a: str, b: str) -> str:
    cores = " without their margins" if step.margin > 0 else " without their radii" if step.radius > 0 else ""
    if step.distance == 0:
        subject = "This point" if step.on_b == step.begin else f"From there, {b}'s nearest point"
        return f"{subject} is in both {a} and {b}{cores}."
    return (
        f"From there to the nearest point of {b}, and back to the nearest point of {a}: these are "
        f"{number(step.distance)} m apart{cores}."
    )


def _ending(step: State, a: str, b: str) -> str:
    least = min(step.lower, step.upper)  # bounds that have met may cross by a rounding error
    interval = range_words(least - step.radius, step.upper - step.radius)
    if is_measured(step):
        return (
            "The extents of the shapes along the line through both points prove that they are the closest: the signed "
            f"distance is {interval} m."
        )
    if step.exit == Exit.DEPTH_UNKNOWN:
        return "Where shapes have a point in common, there are no nearest points: EPA measures the depth."
    if step.exit == Exit.ITERATION_LIMIT:
        return (
            "The surfaces are nearly parallel, so the walks are too short to converge soon. The signed distance is "
            f"within {interval} m."
        )
    return f"The signed distance of {a} and {b} is within {interval} m."
