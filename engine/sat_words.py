"""The separating axis test's steps in plain language."""

from . import sat
from .result import Exit
from .words import number


def explain(step: sat.State, a: str, b: str) -> str:
    """Where the axis comes from, what it shows, and the best so far."""
    name = provenance(step.axis, a, b)
    if step.axis.skipped:
        sentence = f"{name[0].upper()}{name[1:]}: the edges are parallel, their cross product is no axis; skipped."
    elif step.axis.relation == sat.Relation.CONTACT:
        sentence = f"On {name} the projections just touch."
    elif step.axis.relation == sat.Relation.GAP:
        sentence = f"On {name} the projections are {number(-step.axis.overlap)} m apart: a separating axis."
    else:
        sentence = f"On {name} the projections overlap: {a} would have to go back {number(step.axis.overlap)} m."
    best = provenance(step.chosen, a, b)
    if step.exit == Exit.SEPARATING_AXIS:
        return f"{sentence} Of all axes {best} shows the widest gap, {number(-step.chosen.overlap)} m."
    if step.exit == Exit.ALL_AXES_OVERLAP and step.chosen.relation == sat.Relation.CONTACT:
        return f"{sentence} No axis separates, but {a} and {b} only touch on {best}: there is nothing to push out."
    if step.exit == Exit.ALL_AXES_OVERLAP:
        return (
            f"{sentence} No axis separates; {best} has the least overlap, {number(step.chosen.overlap)} m: "
            f"push {a} out along it."
        )
    if step.chosen_at == step.iteration:
        return f"{sentence} That is the least so far."
    return f"{sentence} The least so far stays {_least(step.chosen)}, on {best}."


def _least(axis: sat.Axis) -> str:
    word, length = overlap(axis)
    return f"{length} of {word}"


def headline(step: sat.State, a: str, b: str) -> str:
    return provenance(step.axis, a, b)


def provenance(axis: sat.Axis, name_a: str = "A", name_b: str = "B") -> str:
    """Where a SAT axis comes from: "face normal 2 of A", "edge 0 of A × edge 1 of B"."""
    if axis.kind == sat.Kind.FACE_A:
        return f"face normal {axis.feature_a} of {name_a}"
    if axis.kind == sat.Kind.FACE_B:
        return f"face normal {axis.feature_b} of {name_b}"
    return f"edge {axis.feature_a} of {name_a} × edge {axis.feature_b} of {name_b}"


def overlap(axis: sat.Axis) -> tuple[str, str]:
    """What the projections have on the axis, "overlap", "contact" or "gap", and its length with the unit."""
    length = 0.0 if axis.relation == sat.Relation.CONTACT else abs(axis.overlap)
    return axis.relation.name.lower(), f"{number(length)} m"
