"""Describes the steps of the separating axis test in the plane."""

from gjkscope.engine.plane.sat import steps as sat
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector

Kind = sat.PlaneAxisKind


def explain(step: sat.State, a: str, b: str) -> str:
    """Where the axis comes from, what it shows, and the best axis so far."""
    parts = [_finding(step.axis, step.radius, a, b), _best(step, a, b)]
    return " ".join(part for part in parts if part)


def headline(step: sat.State, a: str, b: str) -> str:
    return axis_origin(step.axis, a, b)


def axis_origin(axis: sat.PlaneAxis, a: str = "A", b: str = "B") -> str:
    """Where an axis comes from: "normal of edge 0 1 of A", "axis through vertex 2 of A and vertex 0 of B"."""
    i, j = axis.corners
    if axis.kind in (Kind.EDGE_A, Kind.EDGE_B):
        return f"normal of edge {i} {j} of {a if axis.kind == Kind.EDGE_A else b}"
    if axis.kind in (Kind.ALONG_A, Kind.ALONG_B):
        return f"axis along {a if axis.kind == Kind.ALONG_A else b}"
    if axis.kind == Kind.CHOSEN:
        return "turned axis"
    return f"axis through vertex {i} of {a} and vertex {j} of {b}"


def axis_overlap(axis: sat.PlaneAxis) -> tuple[str, str]:
    """ "overlap", "contact" or "gap", and its length on the axis with the unit."""
    length = 0.0 if axis.relation == sat.PlaneRelation.CONTACT else abs(axis.overlap)
    return axis.relation.name.lower(), f"{number(length)} m"


def _finding(axis: sat.PlaneAxis, radius: float, a: str, b: str) -> str:
    """What the axis shows, or why it was not tested."""
    name = axis_origin(axis, a, b)
    if axis.same_as >= 0:
        return f"The {name} is parallel to the axis of step {axis.same_as}: already compared; not repeated."
    they = "the cores" if radius else f"{a} and {b}"
    why = f"If {they} are apart, two vertices may be closest. " if axis.kind == Kind.VERTICES else ""
    start = f"{why}On the {name}, the projections"
    if axis.relation == sat.PlaneRelation.CONTACT:
        return f"{start} just touch."
    if axis.relation == sat.PlaneRelation.GAP:
        return f"{start} are {_m(-axis.overlap)} apart: a separating axis."
    return f"{start} overlap{_nesting_words(axis, a, b)}: {a} must move back {_m(axis.overlap)} to clear {b}."


def _nesting_words(axis: sat.PlaneAxis, a: str, b: str) -> str:
    """If one projection contains the other, clearing it takes more than the length they share."""
    (low_a, high_a), (low_b, high_b) = axis.interval_a, axis.interval_b
    if low_a < low_b and high_b < high_a:
        return f", {b}'s inside {a}'s"
    return f", {a}'s inside {b}'s" if low_b < low_a and high_a < high_b else ""


def _best(step: sat.State, a: str, b: str) -> str:
    """The best axis so far, or what it means in the end."""
    best, chosen = axis_origin(step.chosen, a, b), step.chosen
    if step.exit == Exit.DEGENERATE_INPUT:
        return f"The lengths of {a} and {b} are too large: their sum overflows."
    if step.exit == Exit.SEPARATING_AXIS:
        return f"Of all axes, the {best} has the widest gap: {a} and {b} are {_m(-chosen.overlap)} apart."
    if step.exit == Exit.ALL_AXES_OVERLAP and chosen.relation == sat.PlaneRelation.OVERLAP:
        tie = f", tied with that of step {step.runner_up_at}" if sat.plane_axes_tie(step) else ""
        least = f"the {best} has the least overlap, {_m(chosen.overlap)}{tie}"
        return f"No axis separates {a} and {b}; {least}: moving {a} back by it separates them."
    if step.exit == Exit.ALL_AXES_OVERLAP:
        return f"No axis separates {a} and {b}, but on the {best} they only touch: there is nothing to push out."
    if step.axis.same_as >= 0:
        return ""
    word = "widest gap" if chosen.relation == sat.PlaneRelation.GAP else "least overlap"
    if step.chosen_at == step.iteration:
        return f"This is the {word} so far."
    return f"The {word} so far is still {axis_overlap(chosen)[1]}, on the {best}."


def _m(length: float) -> str:
    return f"{number(length)} m"


def _explain_axis(step: sat.State, a: str, b: str) -> str:
    axis = step.axis
    radii = f"{_VERTEX_AXIS} " if axis.kind == Kind.VERTICES else ""
    return f"{radii}The {axis_origin(axis, a, b)} is tested: d = {vector(axis.direction)}."


def _explain_a(step: sat.State, a: str, _b: str) -> str:
    return f"On this axis, {a} covers {_span(step.axis.interval_a)}, measured from {a}'s position."


def _explain_b(step: sat.State, a: str, b: str) -> str:
    return f"On this axis, {b} covers {_span(step.axis.interval_b)}, measured from {a}'s position."


def _explain_overlap(step: sat.State, a: str, b: str) -> str:
    return explain(step, a, b)


def _span(ends: tuple[float, float]) -> str:
    return f"{number(ends[0])} to {number(ends[1])} m"


def _is_tested(step: sat.State) -> bool:
    return step.axis.same_as < 0 and step.exit != Exit.DEGENERATE_INPUT


_VERTEX_AXIS = "No other axis shows an overlap of the cores, so two vertices may be closest."

BEATS = (
    Beat("axis", "Axis", _explain_axis, _is_tested),
    Beat("a", "Projection of {a}", _explain_a, _is_tested),
    Beat("b", "Projection of {b}", _explain_b, _is_tested),
    Beat("overlap", "Overlap", _explain_overlap, _is_tested),
)
