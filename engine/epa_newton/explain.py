"""Describes the steps of EPA with Newton's method."""

from math import acos, degrees

from gjkscope.engine.epa.explain import explain as explain_epa
from gjkscope.engine.epa.explain import headline as epa_headline
from gjkscope.engine.epa.wording import depth_bounds, depth_clause
from gjkscope.engine.epa_newton.steps import Reason, State, Trial
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import dot


def explain(step: State, a: str, b: str) -> str:
    """Why a direction was searched, what it showed, and what follows."""
    if step.reason == Reason.EXPAND:
        said = explain_epa(step.polytope, a, b)
        return f"{said} {_plan(step, a, b)}" if step.following == Reason.NEWTON else said
    searched = _tried(step) if step.reason == Reason.NEWTON else _searched_outside(step)
    return f"{searched} {_ending(step, a, b) if step.exit != Exit.RUNNING else _outcome(step, a, b)}"


def headline(step: State, a: str, b: str) -> str:
    if step.reason == Reason.EXPAND or step.exit != Exit.RUNNING:
        return epa_headline(step.polytope, a, b)
    if step.reason == Reason.OUTSIDE:
        return "outside the cap"
    return "minimum with a cap" if has_cap(step) else f"Newton: {number(step.minimum.height)} m"


def has_cap(step: State) -> bool:
    """Whether the depth is known near the normal that Newton's method found."""
    return step.reason != Reason.EXPAND and step.minimum.cosine < 1


def cap_angle(step: State) -> float:
    """The angle of the cap around that normal, in degrees: 180 for all directions."""
    return degrees(acos(step.minimum.cosine))


def _tried(step: State) -> str:
    minimum, w = step.minimum, f"w{step.polytope.support.birth}"
    slope = f", with a slope of {number(minimum.slope, 2)} m per radian" if minimum.slope > 0 else ""
    along = f"Along the normal n = {vector(minimum.normal)} the support point is {w}"
    return f"{along}: the depth is at most {number(minimum.height)} m{slope}."


def _searched_outside(step: State) -> str:
    w = f"w{step.polytope.support.birth}"
    along = f"d = {vector(step.polytope.direction)}, where the polytope reaches least outside the cap"
    return f"Along {along}, the support point is {w}."


def _outcome(step: State, a: str, b: str) -> str:
    bounds = depth_bounds(step.polytope)
    if step.following == Reason.OUTSIDE:
        return f"{_cap(step)} Outside, the polytope does not reach so far yet. {bounds}"
    if step.following == Reason.NEWTON:
        return f"{_next_normal(step, a, b)} {bounds}"
    if step.reason == Reason.OUTSIDE:
        return f"Rounding leaves open whether the polytope reaches so far, so EPA goes on. {bounds}"
    return f"This is not the minimum, or not proved to be, so EPA goes on. {bounds}"


def _next_normal(step: State, a: str, b: str) -> str:
    if step.trial.steps == 0:
        reason = "This is less deep." if step.reason == Reason.OUTSIDE else "The contact is not on the flat end."
        return f"{reason} {_plan(step, a, b)}"
    turned = degrees(acos(min(1.0, dot(step.trial.normal, step.minimum.normal))))
    return f"Newton's method turns the normal by {number(turned, 2)}°."


def _cap(step: State) -> str:
    minimum = step.minimum
    if minimum.cosine == -1:
        return "Two balls that touch the surfaces there from inside are, together, as wide as the shapes overlap."
    angle, proved = round(cap_angle(step)), number(minimum.proved)
    return f"Up to {angle}° from {vector(minimum.normal)}, the surfaces bend so much that it is at least {proved} m."


def _ending(step: State, a: str, b: str) -> str:
    outside = "" if step.minimum.cosine == -1 else " Outside, the polytope reaches as far."
    return f"{_cap(step)}{outside} So {depth_clause(step.polytope, a, b)}."


def _plan(step: State, a: str, b: str) -> str:
    """What Newton's method supposes."""
    return f"The nearest face suggests that {_touching(step.trial, a, b)}; Newton's method starts from there."


def _touching(trial: Trial, a: str, b: str) -> str:
    if trial.end >= 0:
        return f"the flat end of {(a, b)[trial.end]} is in contact"
    lines = [(a, b)[line // 3] for line in (trial.line, trial.other_line) if line >= 0]
    if not lines:
        return "curved surfaces are in contact"
    if len(lines) == 1:
        return f"a straight line of {lines[0]} is in contact"
    if lines[0] == lines[1]:
        return f"a flat face of {lines[0]} is in contact"
    return f"straight lines of {a} and {b} cross"
