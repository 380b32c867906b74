"""Sentences about the depth in an EPA step, in 2D and 3D: of the cores, and of the shapes with the radii."""

from collections.abc import Sequence
from typing import Protocol

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.gjk.wording import Bounded
from gjkscope.engine.text import depth_interval, number, separation, vector


class DepthBounded(Bounded, Protocol):
    """A bounded step with the best normal so far, and what its rounding depends on."""

    @property
    def normal(self) -> Sequence[float]: ...
    @property
    def roundoff(self) -> float: ...  # of a number, relative
    @property
    def reach(self) -> float: ...  # the largest coordinate met, metres


def depth_bounds(step: DepthBounded) -> str:
    """How deep the shapes overlap at least and at most, as a sentence."""
    of_cores = " of the cores" if step.radius else ""
    return f"The depth{of_cores} {depth_interval(max(-step.upper, 0.0), max(-step.lower, 0.0))}."


def depth_clause(step: DepthBounded, a: str, b: str) -> str:
    """The depth along the best normal found."""
    normal = f"along {vector(step.normal)}"
    cores, depth = number(max(-step.lower, 0.0)), number(step.radius - step.lower)
    if step.radius == 0:
        return f"{a} and {b} overlap by {cores} m {normal}"
    radii = f"{number(step.radius)} m in total"
    return f"the cores overlap by {cores} m {normal}; with the radii, {radii}, {a} and {b} overlap by {depth} m"


def contact_clause(step: DepthBounded, a: str, b: str) -> str:
    """States that the shapes touch: the difference of their cores is flat, so the depth is 0."""
    if step.radius == 0:
        return f"{a} and {b} only touch"
    radii = f"{number(step.radius)} m in total"
    return f"the cores only touch; with the radii, {radii}, {a} and {b} overlap by {number(step.radius)} m"


def distance_sentence(step: DepthBounded, a: str, b: str) -> str:
    """Why there is nothing to expand: the cores are apart or only touch, or GJK gave up."""
    rounding = ROUNDINGS * step.roundoff * step.reach
    if not (step.lower > 0 or step.upper - step.lower <= max(rounding, step.gap)):
        return "GJK stopped because the coordinates are out of range, so there is nothing to expand."
    lower, upper = max(step.lower, 0.0), max(step.upper, 0.0)
    known = separation(a, b, lower - step.radius, upper - step.radius)
    if step.radius == 0 and step.upper <= rounding:
        known = f"{a} and {b} touch"
    return f"GJK has already found the distance, so there is nothing to expand: {known}."
