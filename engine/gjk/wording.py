"""What is said of a GJK step in 2D as in 3D: its bounds, of the cores and of the shapes less the radii, and its end."""

from collections.abc import Sequence
from math import isfinite
from typing import NamedTuple, Protocol

from gjkscope.engine.result import Exit
from gjkscope.engine.text import interval, number, separation, series, vector


class Bounded(Protocol):
    """A step with bounds on the signed distance of the cores, and the sum of the radii around them, metres."""

    @property
    def lower(self) -> float: ...
    @property
    def upper(self) -> float: ...
    @property
    def radius(self) -> float: ...
    @property
    def gap(self) -> float: ...  # difference of the bounds at which the search may end


class NamedVertex(Protocol):
    """A vertex of a simplex; `birth` is the number of the step that found it, and its name: w0, w1 …"""

    @property
    def birth(self) -> int: ...
    @property
    def point(self) -> Sequence[float]: ...


class SearchStep(Bounded, Protocol):
    """A step of GJK: a bounded step with its search direction, its support point and how it ended."""

    @property
    def iteration(self) -> int: ...
    @property
    def direction(self) -> Sequence[float]: ...
    @property
    def support(self) -> NamedVertex: ...
    @property
    def reach(self) -> float: ...  # the largest coordinate met, metres
    @property
    def exit(self) -> Exit: ...


class Enclosure(NamedTuple):
    """Words for what the dimensions call by different names."""

    encloses: str  # what a simplex around the origin does, without its vertex: "The tetrahedron with {} encloses"
    cores_meet: str  # "intersect"
    factors: str  # how many coordinates the region tests multiply: "four"


def bounds_clause(step: Bounded) -> str:
    """The bounds as a clause.  The lower one may be negative: it bounds the signed distance."""
    of_cores = " of the cores" if step.radius else ""
    return f"The signed distance{of_cores} {interval(step.lower, step.upper)}"


def distance_clause(step: Bounded, a: str, b: str) -> str:
    """The distance of the cores, and of the shapes once the radii are subtracted."""
    if step.radius == 0:
        return separation(a, b, max(step.lower, 0.0), max(step.upper, 0.0))
    lower, upper = number(max(step.lower, 0.0)), number(max(step.upper, 0.0))
    between = upper if lower == upper else f"between {lower} and {upper}"
    cores = "touch" if step.upper <= 0 else f"are {between} m apart"
    return f"the cores {cores}{less_radii(step, a, b)}"


def tolerance_clause(step: Bounded) -> str:
    """States that the bounds are within the requested tolerance."""
    differ, tolerance = number(step.upper - step.lower, 2), number(step.gap, 2)
    return f"The bounds differ by {differ} m, within the tolerance of {tolerance} m"


def less_radii(step: Bounded, a: str, b: str) -> str:
    """A clause with the distance of the shapes, derived from that of the cores; empty if the cores are the shapes."""
    if step.radius == 0:
        return ""
    shapes = separation(a, b, step.lower - step.radius, step.upper - step.radius)
    return f"; after subtracting the radii, {number(step.radius)} m in total, {shapes}"


def start_clause(step: SearchStep, a: str, b: str) -> str:
    """Where the search starts.  It also starts along +x where the centres coincide."""
    along_x = step.direction[0] == 1 and not any(step.direction[1:])
    towards = "along +x" if along_x else f"from {a}'s centre towards {b}'s"
    return f"The search starts {towards}: d = {vector(step.direction)}."


def first_vertex_sentence(step: SearchStep, a: str, b: str) -> str:
    """The start of the search and the first vertex."""
    return (
        f"{start_clause(step, a, b)} The first vertex of the simplex is "
        f"{vertex_name(step.support)} = s_{a}(d) − s_{b}(−d) = {vector(step.support.point)}, "
        f"{number(step.upper)} m from the origin."
    )


def ending(step: SearchStep, a: str, b: str, words: Enclosure, contact: str) -> str:
    """Why the search ended and what it found; `contact` says what is known of shapes that touch."""
    if step.exit == Exit.CONVERGED:
        return (
            "It is no further along d than the closest point of the simplex, to within rounding, so the search has "
            f"converged: {distance_clause(step, a, b)}."
        )
    if step.exit == Exit.WITHIN_TOLERANCE:
        return f"{tolerance_clause(step)}, so the search ends: {distance_clause(step, a, b)}."
    if step.exit == Exit.ORIGIN_ENCLOSED:
        they, their = (f"{a} and {b}", "the") if step.radius == 0 else (f"the cores of {a} and {b}", "their")
        return (
            f"{words.encloses.format(vertex_name(step.support))} the origin: {they} {words.cores_meet}, and {their} "
            f"depth is at least {number(-step.upper)} m."
        )
    if step.exit == Exit.TOUCHING:
        return f"The origin lies on the simplex to within rounding: {contact}."
    if step.exit == Exit.NO_PROGRESS:
        return (
            "It brings the simplex no closer to the origin: rounding hides any further progress. "
            f"{bounds_clause(step)}{less_radii(step, a, b)}."
        )
    if step.exit == Exit.DEGENERATE_INPUT:
        return _out_of_range(step, words)
    return f"The limit of {step.iteration} steps is reached. {bounds_clause(step)}{less_radii(step, a, b)}."


def _out_of_range(step: SearchStep, words: Enclosure) -> str:
    too, end = ("small", "underflows") if step.reach < 1 else ("large", "overflows")
    coordinates = f"Coordinates of {number(step.reach)} m" if isfinite(step.reach) else "The coordinates"
    return f"{coordinates} are too {too}: the region tests multiply {words.factors} of them, and the product {end}."


def vertex_name(vertex: NamedVertex) -> str:
    """ "w3" """
    return f"w{vertex.birth}"


def dropped_clause(gone: Sequence[NamedVertex]) -> str:
    """Which vertices are dropped, as the end of a sentence."""
    if not gone:
        return ": all vertices are kept"
    return f": {' and '.join(map(vertex_name, gone))} {'is' if len(gone) == 1 else 'are'} dropped"


def dropped_sentence(gone: Sequence[NamedVertex], feature: str) -> str:
    """Which vertices are dropped, and why."""
    are, they = ("is", "it is") if len(gone) == 1 else ("are", "they are")
    return f"{series([*map(vertex_name, gone)], len(gone))} {are} dropped: {they} not part of {feature}."


def reached_clause(step: SearchStep, height: float, a: str, b: str, beyond: str) -> str:
    """What a support point `height` metres along the search direction proves; `beyond` if that is not negative."""
    if height >= 0:
        return f"That is {number(height)} m beyond the origin, so {beyond}."
    they = f"the cores of {a} and {b}" if step.radius else f"{a} and {b}"
    return f"It does not reach the origin: {they} are at least {number(-height)} m apart."


def ends_search(step: SearchStep) -> bool:
    """Whether the outcome is a beat of its own; an enclosed origin is what the nearest feature shows already."""
    return step.exit not in (Exit.RUNNING, Exit.ORIGIN_ENCLOSED)
