"""What is said of a sub-distance method: what it tried, what it chose, and the numbers whose signs it used."""

from collections.abc import Sequence

from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.records import SignedQuantity, SubdistanceSolution
from gjkscope.engine.text import counted

AXES = "xyz"


def solution_clause(solution: SubdistanceSolution, names: Sequence[str]) -> str:
    """What a method tried and chose; `names` are those of the vertices."""
    tried = counted(len(solution.trials), "subset")
    title = method_heading(solution.method)
    if not solution.subset:
        return f"{title} tried {tried} of the vertices: {solution.decided}"
    return f"{title} tried {tried} of the vertices and chose {subset_name(solution.subset, names)}: {solution.decided}"


def method_heading(method: str) -> str:
    """The title of a method at the start of a sentence."""
    title = METHODS[method].title
    return title[0].upper() + title[1:]


def subset_name(subset: Sequence[int], names: Sequence[str]) -> str:
    """ "edge w0 w3", "the interior" """
    if len(subset) == 4:
        return "the interior"
    return " ".join([("vertex", "edge", "face")[len(subset) - 1], *(names[slot] for slot in subset)])


def quantity_name(quantity: SignedQuantity, names: Sequence[str]) -> str:
    """ "Δ w1 in w0 w1 w3", "C w1 in w0 w1 w3 without x", "edge w0 w1 at w0" """
    vertices = " ".join(names[slot] for slot in quantity.subset)
    if quantity.kind in ("edge", "face"):
        return f"{quantity.kind} {vertices} at {names[quantity.slot]}"
    if quantity.kind == "side":
        return f"side of face {vertices}"
    axis = f" without {AXES[quantity.axis]}" if len(quantity.subset) == 3 else f" along {AXES[quantity.axis]}"
    vertex = f" {names[quantity.slot]}" if quantity.slot >= 0 else ""
    return f"{quantity.kind}{vertex} in {vertices}{axis if quantity.axis >= 0 else ''}"
