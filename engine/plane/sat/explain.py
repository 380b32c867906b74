"""Describes the steps of the separating axis test in the plane."""

from gjkscope.engine.plane.sat import steps as sat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number

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
    return f"{start} overlap{_nested(axis, a, b)}: {a} must move back {_m(axis.overlap)} to clear {b}."


def _nested(axis: sat.PlaneAxis, a: str, b: str) -> str:
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
        least = f"the {best} has the least overlap, {_m(chosen.overlap)}"
        return f"No axis separates {a} and {b}; {least}: moving {a} back by it separates them."
    if step.exit == Exit.ALL_AXES_OVERLAP:
        return f"No axis separates {a} and {b}, but on the {best} they only touch: there is nothing to push out."
    word = "widest gap" if chosen.relation == sat.PlaneRelation.GAP else "least overlap"
    if step.chosen_at == step.iteration:
        return f"This is the {word} so far."
    return f"The {word} so far is still {axis_overlap(chosen)[1]}, on the {best}."


def _m(length: float) -> str:
    return f"{number(length)} m"
