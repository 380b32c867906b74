"""Phrases shared by the algorithms that are kept as published."""

from collections.abc import Iterable, Sequence
from math import isfinite

from gjkscope.engine.gjk.steps import Vertex
from gjkscope.engine.published.vertices import HUGE, CycleMark
from gjkscope.engine.text import counted, number


def vertex_names_in(vertices: Iterable[Vertex]) -> str:
    """ "w0 w2 w3": vertices are named after the step that found them."""
    return " ".join(f"w{vertex.birth}" for vertex in vertices)


def corrected_words(tests: Sequence[str]) -> str:
    """Which tests of an engine exact arithmetic decides: "'seed face' and 'gain' corrected"; empty if it is none."""
    return f"{' and '.join(map(repr, tests))} corrected" if tests else ""


def cycle_words(iteration: int, mark: CycleMark) -> str:
    """The predicate for a search that returns to an earlier simplex: which one, and the length of the cycle."""
    period = f"with a period of {counted(iteration - mark.iteration, 'step')}"
    return f"repeats that of step {mark.iteration}: from here the search cycles forever, {period}"


def out_of_range(reach: float) -> str:
    """Why coordinates are out of range; `reach` is the largest, metres."""
    if not isfinite(reach):
        return "The coordinates are too large for double precision."
    if reach > HUGE:
        return f"Coordinates of {number(reach)} m are too large: products of four of them overflow."
    return f"Coordinates of {number(reach)} m are too small: products of four of them underflow."
