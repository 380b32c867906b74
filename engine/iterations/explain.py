"""Describes the iterations of an engine: what they do, what is wrong, and what our GJK does instead."""

from typing import NamedTuple

from gjkscope.engine.iterations.portals import PORTAL
from gjkscope.engine.iterations.steps import (
    FirstDifference,
    IterationFault,
    IterationFinding,
    LegitimateChoice,
    OwnStep,
    State,
)
from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number, vector
from gjkscope.engine.vectors import Vec3

OURS = "Our GJK"


def explain(step: State, a: str, b: str) -> str:
    """What the iteration did, everything that is wrong in it, and what our GJK does instead."""
    sentences = [_search_words(step), _simplex(step)]
    if step.findings:
        sentences += [f"Wrong: {finding_words(step, finding, a, b)}." for finding in step.findings]
        sentences.append(instead_words(step))
    elif step.choice is not None:
        sentences += [f"Different, but legitimate: {choice_words(step)}.", instead_words(step)]
    if step.note:
        sentences.append(f"Note: {step.note}")
    return " ".join(sentence for sentence in sentences if sentence)


def headline(step: State, _a: str, _b: str) -> str:
    """The simplex and its distance, after the first fault."""
    kept = simplex_words(step)
    distance = "" if step.distance is None else f", {number(step.distance)} m"
    fault = f"{step.findings[0].fault.value}: " if step.findings else ""
    return f"{fault}{kept}{distance}{'' if step.choice is None else f' ({step.choice.value})'}"


def simplex_words(step: State) -> str:
    """ "vertex w0", "edge w0 w2", "triangle w0 w1 w2", "tetrahedron w0 w1 w2 w3", "polytope of 12 faces"."""
    if step.faces:
        return f"polytope of {counted(len(step.faces), 'face')}"
    if step.separation is not None:
        return f"{number(step.separation)} m along the axis"
    if not step.simplex:
        return "no simplex"
    if step.interior is not None and len(step.simplex) == PORTAL:
        return f"portal {_names([vertex.birth for vertex in step.simplex])}"
    kind = ("vertex", "edge", "triangle", "tetrahedron")[len(step.simplex) - 1]
    return f"{kind} {_names([vertex.birth for vertex in step.simplex])}"


def finding_words(step: State, finding: IterationFinding, a: str, b: str) -> str:
    """A clause: "the support point w4 in direction d is 0.12 m short of the furthest point"."""
    w, amount = f"w{finding.vertex}", number(finding.amount, 3)
    match finding.fault:
        case IterationFault.NOT_FINITE:
            return f"it is not finite: {finding.part}"
        case IterationFault.OUTSIDE:
            w = finding.part or w
            return f"{w} is {amount} m outside {_set_name(step, a, b)}, so it is not a difference of their points"
        case IterationFault.WITNESS:
            return _witness_words(finding, w, amount, a, b)
        case IterationFault.AWAY:
            return f"the search direction points away from the origin, which lies {amount} m behind the simplex along d"
        case IterationFault.SHORT_SUPPORT:
            return f"the support point {w} in direction d is {amount} m short of the furthest point"
        case IterationFault.WRONG_DROP:
            nearest = f"is nearest to {_feature(finding.kept)}, {number(finding.least)} m away"
            if finding.least == 0:
                nearest = f"lies in {_feature(finding.kept)}"
            return f"{w} is dropped, although the origin {nearest}; the simplex that remains is {amount} m further"
        case IterationFault.WRONG_CLOSEST:
            return f"the closest point is {amount} m off the point of the simplex nearest to the origin"
        case IterationFault.CYCLE:
            return "this simplex and direction occurred before, so the search repeats forever"
        case IterationFault.STOPPED_EARLY:
            return _stop_words(step, finding, amount, a, b)
        case _:
            return _other_words(finding, w, amount, a, b)


def _other_words(finding: IterationFinding, w: str, amount: str, a: str, b: str) -> str:
    """A clause about a fault of EPA, MPR or SAT."""
    feature, least = _feature(finding.kept) if finding.kept else "", number(finding.least)
    return {
        IterationFault.NOT_NEAREST: f"the expanded face was not the nearest: {feature} is {amount} m nearer",
        IterationFault.OPEN_HORIZON: f"a horizon is open: {feature} belongs to {counted(int(finding.amount), 'face')}",
        IterationFault.KEPT_VISIBLE: f"{w} is {amount} m above {feature}, which is kept: the polytope is not convex",
        IterationFault.ORIGIN_OUTSIDE: f"the origin is {amount} m above {feature}, outside of the polytope",
        IterationFault.WRONG_DEPTH: f"the depth is {amount} m off that of the nearest face, {least} m",
        IterationFault.OUT_OF_PORTAL: f"the portal does not contain the ray, which passes {amount} m beside {feature}",
        IterationFault.WRONG_SEPARATION: f"the distance along the axis is {amount} m off: {a} and {b} are {least} m "
        "apart there",
        IterationFault.IGNORED_AXIS: f"the axis of step {_step_of(finding)} separates {a} and {b}, by {amount} m",
        IterationFault.WRONG_AXIS: f"the depth is {amount} m off that of the best axis, {least} m in step "
        f"{_step_of(finding)}",
    }[finding.fault]


def _step_of(finding: IterationFinding) -> int:
    return next(iter(finding.kept), 0)


def choice_words(step: State) -> str:
    """A clause about a legitimate decision."""
    match step.choice:
        case LegitimateChoice.START:
            return f"it starts with {_points(step)}"
        case LegitimateChoice.TIE:
            return f"it finds {_points(step)}, which is as far along the direction as ours"
        case LegitimateChoice.DIRECTION:
            return f"it searches in another direction and finds {_points(step)}"
        case LegitimateChoice.KEPT:
            return f"it keeps {simplex_words(step)}"
        case LegitimateChoice.CONTINUED:
            return "it continues, although the origin lies on the simplex"
        case None:
            return "it does what ours does"


def instead_words(step: State) -> str:
    """A sentence with what our GJK does instead."""
    fault = step.findings[0].fault if step.findings else None
    if fault is IterationFault.WRONG_DROP:
        return _kept_instead(step)
    if fault is IterationFault.SHORT_SUPPORT and step.support is not None:
        return f"{OURS} finds {vector(step.support)} in this direction."
    if fault is IterationFault.WRONG_CLOSEST and step.nearest is not None:
        return f"{OURS} finds {vector(step.nearest)}."
    if not step.is_gjk:
        return ""
    ours = step.ours
    if step.choice is LegitimateChoice.KEPT and ours is not None:
        return f"{OURS} keeps {_own_simplex(step, ours)}."
    if ours is None:
        return f"{OURS} ends here: the origin lies in the simplex." if step.distance_before is not None else ""
    if ours.exit in (Exit.CONVERGED, Exit.NO_PROGRESS):
        return f"{OURS} ends here: no point is further along d = {vector(ours.direction)}."
    ends = f", which ends the search: {ours.exit.words}" if ours.exit != Exit.RUNNING else ""
    first = "starts" if not step.before and fault is not IterationFault.STOPPED_EARLY else "searches"
    return f"{OURS} {first} along d = {vector(ours.direction)} and finds {vector(ours.support)}{ends}."


def difference_sentence(step: State, difference: FirstDifference, by: str, a: str, b: str) -> str:
    """One sentence: "Step 4: …", what differs, and whether it is wrong."""
    words = finding_words(step, step.findings[0], a, b) if difference.is_wrong else choice_words(step)
    kind = "" if difference.is_wrong else " (legitimate)"
    return f"Step {difference.step} of {by}: {words}{kind}."


def kept_instead(step: State) -> tuple[Vec3, ...]:
    """The simplex that should have been kept; with our support point, if the engine's search added none."""
    if not step.added and step.ours is not None:
        return step.ours.simplex
    known = {vertex.birth: vertex.point for vertex in (*step.before, *step.added)}
    return tuple(known[birth] for finding in step.findings for birth in finding.kept)


def _kept_instead(step: State) -> str:
    if step.added or step.ours is None:
        return f"{OURS} keeps {_names(next(finding.kept for finding in step.findings if finding.kept))}."
    ours = step.ours
    return f"{OURS} searches along d = {vector(ours.direction)} and keeps {_own_simplex(step, ours)}."


def _own_simplex(step: State, ours: OwnStep) -> str:
    known = {vertex.point: f"w{vertex.birth}" for vertex in (*step.before, *step.added)}
    return " and ".join(known.get(point, vector(point)) for point in ours.simplex)


def _search_words(step: State) -> str:
    if step.direction is None:
        return ""
    addition = "" if len(step.added) != 1 else f" finds w{step.added[0].birth} = {vector(step.added[0].point)}"
    return f"The search along d = {vector(step.direction)}{addition or ' adds no vertex'}."


def _simplex(step: State) -> str:
    if step.distance is None:
        return f"The iteration ends with {simplex_words(step)}."
    change = ""
    if step.distance_before is not None:
        change = f" ({number(step.distance_before)} m before)"
    return f"It ends with {simplex_words(step)}, {number(step.distance)} m from the origin{change}."


def _witness_words(finding: IterationFinding, w: str, amount: str, a: str, b: str) -> str:
    if finding.part == "difference":
        return f"{w} is {amount} m off the difference of its two points"
    name = a if finding.part == "a" else b
    return f"the point on {name} that {w} is made of is {amount} m outside {name}"


def _stop_words(step: State, finding: IterationFinding, amount: str, a: str, b: str) -> str:
    if finding.part:
        beyond = f"beyond {_feature(finding.kept)}" if finding.kept else "beyond the portal"
        what = _set_name(step, a, b) if finding.kept else "the origin"
        return f"it stops, although {what} {'reaches' if finding.kept else 'is'} {amount} m {beyond}"
    if finding.least > 0:
        return (
            f"it stops {amount} m too far from the origin: {_set_name(step, a, b)} is {number(finding.least)} m from it"
        )
    return f"it stops {amount} m from the origin, although {_set_name(step, a, b)} contains it"


def _set_name(step: State, a: str, b: str) -> str:
    return f"the cores' {a} − {b}" if step.of_cores else f"{a} − {b}"


def _feature(births: tuple[int, ...]) -> str:
    return f"{('vertex', 'edge', 'face', 'tetrahedron')[len(births) - 1]} {_names(births)}"


def _names(births: list[int] | tuple[int, ...]) -> str:
    return " ".join(f"w{birth}" for birth in births)


def _points(step: State) -> str:
    vertices = step.added or step.simplex
    if len(vertices) == 1:
        return f"w{vertices[0].birth} = {vector(vertices[0].point)}"
    return simplex_words(step)


class CheckedPart(NamedTuple):
    """One of the checks of an iteration; `is_right` is None if there was nothing to check."""

    title: str
    is_right: bool | None
    words: str


CHECKS: dict[str, tuple[tuple[IterationFault, ...], str]] = {
    "points": ((IterationFault.OUTSIDE, IterationFault.NOT_FINITE), "new vertices are points of A − B"),
    "witnesses": ((IterationFault.WITNESS,), "new vertices are differences of points of A and B"),
    "support": (
        (IterationFault.SHORT_SUPPORT, IterationFault.AWAY),
        "the new vertex is the furthest point along d, and d does not point away from the origin",
    ),
    "kept": (
        (IterationFault.WRONG_DROP, IterationFault.CYCLE),
        "no vertex of the nearest feature is dropped, so the distance does not increase",
    ),
    "closest": ((IterationFault.WRONG_CLOSEST,), "the closest point is that of the simplex"),
    "polytope": (
        (
            IterationFault.NOT_NEAREST,
            IterationFault.OPEN_HORIZON,
            IterationFault.KEPT_VISIBLE,
            IterationFault.ORIGIN_OUTSIDE,
        ),
        "the nearest face is expanded, and the polytope is closed, convex and around the origin",
    ),
    "portal": ((IterationFault.OUT_OF_PORTAL,), "the ray from the interior point through the origin is in the portal"),
    "axis": ((IterationFault.WRONG_SEPARATION,), "the distance along the axis is that of the shapes"),
    "end": (
        (
            IterationFault.STOPPED_EARLY,
            IterationFault.WRONG_DEPTH,
            IterationFault.IGNORED_AXIS,
            IterationFault.WRONG_AXIS,
        ),
        "the answer follows from the last iteration",
    ),
}
"""The checks of an iteration: the faults that each may find, and what it requires."""


def checked_parts(step: State, a: str, b: str) -> tuple[CheckedPart, ...]:
    """The outcome of each check, in the order of `CHECKS`."""
    made = {
        "points": bool(step.added),
        "witnesses": any(vertex.a is not None or vertex.b is not None for vertex in step.added),
        "support": step.shortfall is not None,
        "kept": step.is_gjk and bool(step.before) and step.distance is not None,
        "closest": step.is_gjk and step.closest is not None and step.nearest is not None,
        "polytope": bool(step.faces),
        "portal": step.interior is not None and len(step.simplex) == PORTAL,
        "axis": step.separation is not None,
        "end": step.exit != Exit.RUNNING,
    }
    parts = []
    for title, (faults, requires) in CHECKS.items():
        wrong = [finding_words(step, finding, a, b) for finding in step.findings if finding.fault in faults]
        parts.append(CheckedPart(title, False if wrong else made[title] or None, "; ".join(wrong) or requires))
    return tuple(parts)
