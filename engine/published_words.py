"""What the algorithms that are kept as published say alike."""

from collections.abc import Iterable
from math import isfinite

from .gjk import Vertex
from .published import HUGE, Mark
from .words import number


def names(vertices: Iterable[Vertex]) -> str:
    """ "w0 w2 w3": vertices go by the step that found them."""
    return " ".join(f"w{vertex.birth}" for vertex in vertices)


def round_and_round(iteration: int, mark: Mark) -> str:
    """Of a search that comes back: when it was there before, and what that means."""
    return (
        f"is that of step {mark.iteration} again: from here the search goes round for ever, "
        f"{iteration - mark.iteration} steps a round"
    )


def out_of_range(reach: float) -> str:
    """Of coordinates whose products are no numbers any more."""
    if not isfinite(reach):
        return "Coordinates are too large: there are no doubles for them."
    if reach > HUGE:
        return f"Coordinates of {number(reach)} m are too large: products of four of them are no numbers any more."
    return f"Coordinates of {number(reach)} m are too small: products of four of them vanish."
