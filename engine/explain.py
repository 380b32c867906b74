"""Describes the steps of every algorithm in sentences and headlines.

Each algorithm has a module `explain` that builds text from the numbers in a step and computes nothing itself.  Its
functions are found by the type of the step.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from gjkscope.engine.analysis import explain_compare
from gjkscope.engine.analysis.compare import Difference, Disagreement
from gjkscope.engine.procedures import procedure_of


class Words(NamedTuple):
    """The functions that describe steps, given the names of the two shapes or of all bodies."""

    explain: Callable[..., str]
    headline: Callable[..., str]
    of_pair: bool = True


OF_COMPARISONS: dict[type, Words] = {
    Disagreement: Words(explain_compare.explain_disagreement, explain_compare.headline_disagreement),
    Difference: Words(explain_compare.explain_difference, explain_compare.headline_difference),
}


def explain(step: Any, *names: str) -> str:
    """One or two sentences about a step of any algorithm, with its numbers (metres).

    `names` are those of the two shapes (default A and B), or of all bodies of a broad phase (default: their numbers).
    Raises `ValueError` if `step` is not a step of an algorithm.

    >>> from gjkscope import Box, Pose, Sphere, explain, trace
    >>> run = trace(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0)), "aabb")
    >>> print(explain(run.steps[0], "Crate", "Ball"))
    On x, measured from Crate's position, Crate's box spans −1 to 1 m and Ball's 1.5 to 2.5 m: they are 0.5 m apart.
    """
    words = _words(step)
    return words.explain(step, *_with_default_names(names, words))


def headline(step: Any, *names: str) -> str:
    """A few words about the step, for a list; arguments and errors as for `explain`.

    >>> from gjkscope import Box, Pose, Sphere, headline, trace
    >>> run = trace(Box((1, 1, 1)), Pose(), Sphere(0.5), Pose(position=(2, 0, 0)), "gjk")
    >>> [headline(step) for step in run.steps]
    ['first vertex', 'edge w0 w1', 'converged']
    """
    words = _words(step)
    return words.headline(step, *_with_default_names(names, words))


def _with_default_names(names: tuple[str, ...], words: Words) -> tuple[str, ...]:
    return (*names, *("A", "B")[len(names) :]) if words.of_pair else names


def _words(step: Any) -> Words:
    if type(step) in OF_COMPARISONS:
        return OF_COMPARISONS[type(step)]
    procedure = procedure_of(step)
    return Words(procedure.explain, procedure.headline, procedure.of_pair)
