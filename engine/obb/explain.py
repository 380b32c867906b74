"""Describes the steps of the test of two boxes."""

from gjkscope.engine.obb.steps import EDGE_PAIRS, FACES_OF_B, State, crossed_edges
from gjkscope.engine.result import Exit
from gjkscope.engine.sat.explain import provenance
from gjkscope.engine.sat.gauss_map import Skipped
from gjkscope.engine.sat.steps import Axis, AxisKind, Relation
from gjkscope.engine.text import number
from gjkscope.engine.vectors import ZERO


def explain(step: State, a: str, b: str) -> str:
    """The result of the axis and, at the end, the conclusion."""
    sentence = _finding(step, a, b)
    return sentence if step.exit == Exit.RUNNING else f"{sentence} {_ending(step, a, b)}"


def headline(step: State, a: str, b: str) -> str:
    return provenance(box_axis(step), a, b)


def box_axis(step: State) -> Axis:
    """The axis of a step as one of SAT, which has the same views."""
    kind, feature_a, feature_b = _feature(step.number)
    if step.direction == ZERO:
        return Axis(kind, feature_a, feature_b, Skipped.PARALLEL, ZERO)
    middle = step.between
    return Axis(
        kind,
        feature_a,
        feature_b,
        Skipped.TESTED,
        step.direction,
        interval_a=(-step.reach_a, step.reach_a),
        interval_b=(middle - step.reach_b, middle + step.reach_b),
        overlap=step.overlap,
        relation=Relation.GAP if step.overlap < 0 else Relation.OVERLAP if step.overlap > 0 else Relation.CONTACT,
        other_way=step.reach_a + step.reach_b + middle,
    )


def _feature(axis: int) -> tuple[AxisKind, int, int]:
    """The kind of an axis, and the features of A and B that it comes from."""
    if axis < FACES_OF_B:
        return AxisKind.FACE_A, axis, -1
    if axis < EDGE_PAIRS:
        return AxisKind.FACE_B, -1, axis - FACES_OF_B
    return AxisKind.EDGES, *crossed_edges(axis)


def _finding(step: State, a: str, b: str) -> str:
    name = provenance(box_axis(step), a, b)
    if step.direction == ZERO:
        return f"{name[0].upper()}{name[1:]}: the edges are parallel, so their cross product gives no axis."
    if step.overlap < 0:
        return f"On {name} the projections are {number(-step.overlap)} m apart."
    if step.overlap == 0:
        return f"On {name} the projections just touch."
    return f"On {name} the projections overlap: {a} must move back {number(step.overlap)} m to clear {b}."


def _ending(step: State, a: str, b: str) -> str:
    if step.exit == Exit.DEGENERATE_INPUT:
        return "The lengths are too large: their sums overflow."
    if step.exit == Exit.SEPARATING_AXIS:
        return f"One such axis is enough: {a} and {b} are at least {number(-step.least)} m apart."
    if step.exit == Exit.DEPTH_UNKNOWN:
        return (
            f"But the cores are apart, and only the radii, {number(step.radius)} m together, reach across. No axis "
            "shows the distance of an edge or a corner of the cores; GJK measures it."
        )
    best = provenance(box_axis(step._replace(number=step.chosen_at, direction=step.chosen)), a, b)
    return f"No axis separates {a} and {b}. They overlap least on {best}: the depth is {number(step.least)} m."
