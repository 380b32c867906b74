"""Clauses about the bounds of a GJK step, in 2D and 3D: of the cores, and of the shapes less the radii."""

from typing import Protocol

from gjkscope.engine.text import interval, number, separation


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
