"""Sentences about the depth in an EPA step, in 2D and 3D: of the cores, and of the shapes with the radii."""

from collections.abc import Sequence
from typing import Protocol

from gjkscope.engine.gjk.steps import ROUNDINGS
from gjkscope.engine.gjk.wording import SearchStep, tolerance_clause, vertex_name
from gjkscope.engine.result import Exit
from gjkscope.engine.text import depth_interval, number, separation, vector


class DepthBounded(SearchStep, Protocol):
    """A step of a search with the best normal so far, and what its rounding depends on."""

    @property
    def normal(self) -> Sequence[float]: ...
    @property
    def roundoff(self) -> float: ...  # of a number, relative


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


def depth_ending(step: DepthBounded, a: str, b: str, beyond: str, given_up: str) -> str:
    """Why the expansion ended and what it found.

    `beyond` says how far the support point of a search that converged is from its face or edge, and `given_up` why the
    bounds have not met.
    """
    if step.exit == Exit.CONVERGED:
        return f"It is {beyond}, so {depth_clause(step, a, b)}."
    if step.exit == Exit.WITHIN_TOLERANCE:
        return f"{tolerance_clause(step)}, so the search ends: {depth_clause(step, a, b)}."
    if step.exit == Exit.NO_INTERIOR:
        return f"{a} − {b} is flat and has no interior: {contact_clause(step, a, b)}."
    if step.exit == Exit.SEPARATING_AXIS:
        they = f"the cores of {a} and {b}" if step.radius else f"{a} and {b}"
        return f"It does not reach the origin: {they} are at least {number(step.lower)} m apart, and there is no depth."
    return f"{given_up} {depth_bounds(step)} With the best normal found, {depth_clause(step, a, b)}."


def part_sentence(step: DepthBounded, a: str, b: str, polytope: str) -> str:
    """What a polytope inside A − B proves: the depth is at least the distance of its nearest face or edge."""
    of_cores = " of the cores" if step.radius else ""
    return f"The {polytope} is part of {a} − {b}, so the depth{of_cores} is at least that."


def support_sentence(step: DepthBounded, a: str, b: str, height: float, plane: str) -> str:
    """The support point, and what a plane or line through it at `height` metres proves; continues "along d"."""
    found = f"the support point of {a} − {b} is {vertex_name(step.support)}."
    if height < 0:
        return found
    of_cores = " of the cores" if step.radius else ""
    return f"{found} Nothing lies beyond the {plane} through it, so the depth{of_cores} is at most {number(height)} m."
