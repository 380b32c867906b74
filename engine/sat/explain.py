"""Describes the steps of the separating axis test."""

from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.sat import steps as sat
from gjkscope.engine.sat.gauss_map import PassedOver, Skipped, miss
from gjkscope.engine.text import number, series, vector


def explain(step: sat.State, a: str, b: str) -> str:
    """Where the axis comes from, what it shows, which edge pairs are skipped after it, and the best axis so far."""
    parts = [
        _hull_words(step, a, b),
        _finding(step.axis, a, b),
        _arc_words(step.axis, a, b),
        *_skip_words(step.axis, a, b),
        _best(step, a, b),
        _count_words(step, a, b),
    ]
    return " ".join(part for part in parts if part)


def headline(step: sat.State, a: str, b: str) -> str:
    return provenance(step.axis, a, b)


def provenance(axis: sat.Axis, name_a: str = "A", name_b: str = "B") -> str:
    """Where a SAT axis comes from: "face normal 2 of A", "edge 0 of A × edge 1 of B"."""
    if axis.kind == sat.AxisKind.FACE_A:
        return f"face normal {axis.feature_a} of {name_a}"
    if axis.kind == sat.AxisKind.FACE_B:
        return f"face normal {axis.feature_b} of {name_b}"
    if axis.kind == sat.AxisKind.IN_PLANE_A:
        return f"the in-plane normal of edge {axis.feature_a} of {name_a}"
    if axis.kind == sat.AxisKind.IN_PLANE_B:
        return f"the in-plane normal of edge {axis.feature_b} of {name_b}"
    if axis.kind == sat.AxisKind.CLOSEST:
        return "the line through the closest points"
    return _cross((axis.feature_a, axis.feature_b), name_a, name_b)


def overlap(axis: sat.Axis) -> tuple[str, str]:
    """ "overlap", "contact" or "gap", and its length on the axis with the unit."""
    length = 0.0 if axis.relation == sat.Relation.CONTACT else abs(axis.overlap)
    return axis.relation.name.lower(), f"{number(length)} m"


def reason(axis: sat.Axis) -> str:
    """Why the axis was skipped, in a few words; empty if it was tested."""
    return {
        Skipped.TESTED: "",
        Skipped.PARALLEL: "parallel edges",
        Skipped.DUPLICATE: f"same axis as step {axis.same_as}",
        Skipped.NOT_A_FACE: "arcs do not cross",
    }[axis.skipped]


def count_skipped_pairs(axis: sat.Axis) -> int:
    """The number of edge pairs skipped between this axis and the next."""
    return sum(run.pairs for run in axis.passed_over)


def _hull_words(step: sat.State, a: str, b: str) -> str:
    """The first step says that a mesh is replaced by its convex hull."""
    meshes = [name for name, hulled in zip((a, b), step.hulled, strict=True) if hulled]
    if step.iteration > 0 or not meshes:
        return ""
    if len(meshes) == 1:
        return f"{meshes[0]} is a mesh: its convex hull is tested."
    return f"{a} and {b} are meshes: their convex hulls are tested."


def _finding(axis: sat.Axis, a: str, b: str) -> str:
    """What the axis shows, or why it was not tested."""
    name = provenance(axis, a, b)
    if axis.skipped == Skipped.PARALLEL:
        return f"{_capital(name)}: the edges are parallel, so their cross product gives no axis; skipped."
    if axis.skipped:
        return f"{_capital(name)}: same axis as step {axis.same_as}; skipped."
    if axis.flat:
        return _finding_of_flat(axis, name, a, b)
    if axis.relation == sat.Relation.CONTACT:
        return f"On {name} the projections just touch."
    if axis.relation == sat.Relation.GAP:
        return f"On {name} the projections are {_m(-axis.overlap)} apart: a separating axis."
    return f"On {name} the projections overlap{_nesting_words(axis, a, b)}: {_back(axis, a, b)}."


def _finding_of_flat(axis: sat.Axis, name: str, a: str, b: str) -> str:
    """What the normal of a shape without thickness shows."""
    flat, other = (a, b) if axis.kind == sat.AxisKind.FACE_A else (b, a)
    low, high = axis.interval_a if axis.kind == sat.AxisKind.FACE_A else axis.interval_b
    # A rounded triangle keeps the width of its rounding.
    start = f"On {name}, {flat} has no thickness{': its projection is a point' if low == high else ' but its rounding'}"
    if axis.relation == sat.Relation.CONTACT:
        return f"{start}, and the projections just touch."
    if axis.relation == sat.Relation.GAP:
        return f"{start}, and the projections are {_m(-axis.overlap)} apart: a separating axis."
    meeting = f"{start} inside {other}'s" if low == high else f"{start}, and the projections overlap"
    return f"{meeting}: {_back(axis, a, b)}. In the opposite direction it would take {_m(axis.other_way)}."


def _back(axis: sat.Axis, a: str, b: str) -> str:
    return f"{a} must move back {_m(axis.overlap)} to clear {b}"


def _nesting_words(axis: sat.Axis, a: str, b: str) -> str:
    """If one projection contains the other, clearing it takes more than the length they share."""
    (low_a, high_a), (low_b, high_b) = axis.interval_a, axis.interval_b
    if low_a < low_b and high_b < high_a:
        return f", {b}'s inside {a}'s"
    return f", {a}'s inside {b}'s" if low_b < low_a and high_a < high_b else ""


def _skip_words(axis: sat.Axis, a: str, b: str) -> list[str]:
    """The numbers of skipped edge pairs by reason, and the one that came closest to being tested."""
    counts = {why: sum(run.pairs for run in axis.passed_over if run.reason == why) for why in Skipped}
    reasons = [(why, count) for why, count in counts.items() if count]
    total = count_skipped_pairs(axis)
    pairs, are = ("edge pair", "is") if total == 1 else (f"{total} edge pairs", "are")
    if len(reasons) > 1:
        each = series([f"{count} {_are(why, count, a, b)}" for why, count in reasons], len(reasons))
        return [f"Of the next {pairs}, {each}; all are skipped.", *_nearest(axis, a, b)]
    skipped = [f"The next {pairs} {_are(why, total, a, b)} and {are} skipped." for why, _ in reasons]
    return skipped + _nearest(axis, a, b)


def _are(why: Skipped, count: int, a: str, b: str) -> str:
    if why == Skipped.PARALLEL:
        return "is parallel" if count == 1 else "are parallel"
    if why == Skipped.DUPLICATE:
        return "repeats the axis of an earlier step" if count == 1 else "repeat the axes of earlier steps"
    forms, their = ("forms", "its") if count == 1 else ("form", "their")
    return f"{forms} no face of {a} − {b} ({their} arcs on the Gauss map do not cross)"


def _arc_words(axis: sat.Axis, a: str, b: str) -> str:
    """Why the axis of an edge pair is no face normal of A − B; nothing if the arcs cross."""
    if axis.kind != sat.AxisKind.EDGES or axis.skipped or axis.crosses:
        return ""
    return (
        f"The arcs of the two edges on the Gauss map miss each other by {number(miss(axis.rises), 2)}: this axis is no "
        f"face normal of {a} − {b}, so neither the verdict nor the depth needs it."
    )


def _count_words(step: sat.State, a: str, b: str) -> str:
    """At the end, how many axes the Gauss map saves; nothing if all arcs cross, as those of two boxes do."""
    total, crossing = step.pairs
    if step.exit not in (Exit.SEPARATING_AXIS, Exit.ALL_AXES_OVERLAP) or crossing == total:
        return ""
    pairs = f"Of the {total:,} edge pairs, the arcs of {crossing:,} cross on the Gauss map"
    return f"{pairs}: only these form faces of {a} − {b}."


def _nearest(axis: sat.Axis, a: str, b: str) -> list[str]:
    """The skipped edge pair whose arcs came closest to crossing, and by how much they miss."""
    apart = [run for run in axis.passed_over if run.reason == Skipped.NOT_A_FACE]
    if not apart:
        return []
    run = min(apart, key=_miss)
    return [f"The arcs of {_cross(run.nearest, a, b)} come closest to crossing and miss by {number(_miss(run), 2)}."]


def _miss(run: PassedOver) -> float:
    return miss(run.rises)


def _best(step: sat.State, a: str, b: str) -> str:
    """The best axis so far, or what it means in the end."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return f"The lengths of {a} and {b} are too large: their sum overflows."
    if step.chosen.skipped:
        return ""
    best = provenance(step.chosen, a, b)
    if step.exit == Exit.SEPARATING_AXIS:
        return f"Of all axes, {best} has the widest gap, {_m(-step.chosen.overlap)}."
    if step.exit == Exit.ALL_AXES_OVERLAP and step.chosen.relation == sat.Relation.CONTACT:
        return f"No axis separates {a} and {b}, but on {best} they only touch: there is nothing to push out."
    if step.exit == Exit.ALL_AXES_OVERLAP:
        least = f"{best} has the least overlap, {_m(step.chosen.overlap)}{_tie_words(step)}"
        return f"No axis separates {a} and {b}; {least}: moving {a} back by it separates them."
    word = "widest gap" if step.chosen.relation == sat.Relation.GAP else "least overlap"
    if step.chosen_at == step.iteration:
        return f"This is the {word} so far."
    return f"The {word} so far is still {overlap(step.chosen)[1]}, on {best}."


def _tie_words(step: sat.State) -> str:
    return f", tied with that of step {step.runner_up_at}" if sat.axes_tie(step) else ""


def _cross(edges: tuple[int, int], a: str, b: str) -> str:
    return f"edge {edges[0]} of {a} × edge {edges[1]} of {b}"


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _m(length: float) -> str:
    return f"{number(length)} m"


def _explain_axis(step: sat.State, a: str, b: str) -> str:
    axis = step.axis
    name = _capital(provenance(axis, a, b))
    return " ".join(
        part for part in (_hull_words(step, a, b), f"{name} is tested: d = {vector(axis.direction)}.") if part
    )


def _explain_a(step: sat.State, a: str, _b: str) -> str:
    return f"On this axis, {a} covers {_span(step.axis.interval_a)}, measured from {a}'s centre."


def _explain_b(step: sat.State, a: str, b: str) -> str:
    return f"On this axis, {b} covers {_span(step.axis.interval_b)}, measured from {a}'s centre."


def _explain_overlap(step: sat.State, a: str, b: str) -> str:
    parts = [
        _finding(step.axis, a, b),
        _arc_words(step.axis, a, b),
        *_skip_words(step.axis, a, b),
        _best(step, a, b),
        _count_words(step, a, b),
    ]
    return " ".join(part for part in parts if part)


def _span(ends: tuple[float, float]) -> str:
    return f"{number(ends[0])} to {number(ends[1])} m"


def _is_tested(step: sat.State) -> bool:
    return not step.axis.skipped and step.exit != Exit.DEGENERATE_INPUT


BEATS = (
    Beat("axis", "Axis", _explain_axis, _is_tested),
    Beat("a", "Projection of {a}", _explain_a, _is_tested),
    Beat("b", "Projection of {b}", _explain_b, _is_tested),
    Beat("overlap", "Overlap", _explain_overlap, _is_tested),
)
