"""Describes the steps of the continuous tests of triangles."""

from gjkscope.engine.result import Exit, Verdict
from gjkscope.engine.text import counted, number
from gjkscope.engine.triangle_impact.elements import ElementaryTest, ElementKind
from gjkscope.engine.triangle_impact.inclusion import range_holds_origin
from gjkscope.engine.triangle_impact.searches import CubicState, InclusionState

VARIABLES = "tuv"
DIGITS = 9  # of the ends of a box


def explain_cubic(step: CubicState, a: str, b: str) -> str:
    """The element, the roots of its cubic, and what they say."""
    if step.verdict is not Verdict.SEPARATED:
        return _at_the_start(step.verdict, a, b)
    if step.exit == Exit.FIRST_CONTACT:
        return f"The earliest accepted root of all tests is at {number(step.time)} s: {a} and {b} touch there."
    if step.exit == Exit.NO_CONTACT:
        return f"No root was accepted, so {a} and {b} are taken not to touch; rounding may have hidden one."
    parts = counted(len(step.tested.ends) - 1, "part")
    searched = f"{_subject(step.element, a, b)}: the cubic is searched in {parts} between its extrema. "
    return f"{_lines(step.turns)}{searched}{_roots(step)}"


def explain_inclusion(step: InclusionState, a: str, b: str) -> str:
    """The element, its box, the range of F, and what follows."""
    if step.verdict is not Verdict.SEPARATED:
        return _at_the_start(step.verdict, a, b)
    if step.exit == Exit.NO_CONTACT:
        return f"No box is left: {a} and {b} do not touch, whatever the rounding."
    if step.exit == Exit.ITERATION_LIMIT:
        left = counted(len(step.examined.queue), "box", "boxes")
        return f"The limit of {step.iteration} steps is reached, with {left} left. Nothing touches before the earliest."
    ranges = " × ".join(
        f"{name} {number(low, DIGITS)} … {number(high, DIGITS)}"
        for name, (low, high) in zip(VARIABLES, step.examined.box, strict=True)
    )
    return f"{_lines(step.turns)}{_subject(step.element, a, b)}, box {ranges}. {_conclusion(step, a, b)}"


def headline_cubic(step: CubicState, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    found = "none accepted" if step.tested.time is None else f"at {number(step.tested.time * step.duration, 4)} s"
    return f"{_short(step.element)}: {found}"


def headline_inclusion(step: InclusionState, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.examined.split < 0:
        return f"{_short(step.element)}: dropped"
    return f"{_short(step.element)}: halve {VARIABLES[step.examined.split]}"


def _conclusion(step: InclusionState, a: str, b: str) -> str:
    box = step.examined
    if not range_holds_origin(box.low, box.high):
        axis = next(i for i in range(3) if box.low[i] > 0 or box.high[i] < 0)
        low, high = number(box.low[axis]), number(box.high[axis])
        return f"The {'xyz'[axis]} of F is between {low} and {high} m at all of it, never 0: the box is dropped."
    if step.exit == Exit.FIRST_CONTACT:
        time = number(step.time)
        return f"F stays within the resolution of 0: {a} and {b} touch, or nearly do, and not before {time} s."
    return f"F may be 0 in it, so it is halved along {VARIABLES[box.split]}, along which F varies most."


def _roots(step: CubicState) -> str:
    if not step.tested.roots:
        return "It has no root: they do not meet."
    words = []
    for root in step.tested.roots:
        least = number(min(root.weights))
        verdict = "they meet" if root.is_met else f"the least weight is {least} < 0, so they miss each other"
        words.append(f"At the root {number(root.time * step.duration)} s {verdict}.")
    return " ".join(words)


def _at_the_start(verdict: Verdict, a: str, b: str) -> str:
    if verdict is Verdict.UNDECIDED:
        return f"Whether {a} and {b} meet from the start cannot be decided."
    return f"{a} and {b} meet from the start: the tests are about features that are apart at first."


def _lines(turns: bool) -> str:
    return "A body turns: its vertices are taken to move on straight lines. " if turns else ""


def _subject(element: ElementaryTest, a: str, b: str) -> str:
    of_a, of_b = (_names(slots) for slots in (element.slots_a, element.slots_b))
    match element.kind:
        case ElementKind.VERTEX_FACE:
            return f"Vertex {of_a} of {a} against the face of {b}"
        case ElementKind.FACE_VERTEX:
            return f"The face of {a} against vertex {of_b} of {b}"
        case ElementKind.EDGE_EDGE:
            return f"Edge {of_a} of {a} against edge {of_b} of {b}"


def _short(element: ElementaryTest) -> str:
    of_a, of_b = (_names(slots) for slots in (element.slots_a, element.slots_b))
    match element.kind:
        case ElementKind.VERTEX_FACE:
            return f"vertex {of_a} – face"
        case ElementKind.FACE_VERTEX:
            return f"face – vertex {of_b}"
        case ElementKind.EDGE_EDGE:
            return f"edges {of_a} – {of_b}"


def _names(slots: tuple[int, ...]) -> str:
    return " ".join(str(slot) for slot in slots)
