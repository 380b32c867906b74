"""Describes the steps of GJK as in the Headbutt article: what the article concludes, and where it is wrong."""

from gjkscope.engine.headbutt import steps as headbutt
from gjkscope.engine.headbutt.steps import BelievedRegion, FaceTest, State
from gjkscope.engine.published.sentences import cycle_words, out_of_range, vertex_names_in
from gjkscope.engine.published.vertices import ITERATION_LIMIT
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, series, vector
from gjkscope.engine.vectors import ZERO


def explain(step: State, a: str, b: str) -> str:
    """Why this direction was searched, its support point, and what the article concludes."""
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return " ".join([_inside(step, a, b), *_truth(step)])
    return " ".join([_choice(step, a, b), *_truth(step), _finding_words(step, a, b)])


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.believes == BelievedRegion.NOTHING:
        return ("first vertex", "opposite vertex", "perpendicular to the edge", "normal of the triangle")[
            len(step.before)
        ]
    return f"outside face {headbutt_face_name(step, _believed_test(step))}"


def headbutt_face_name(step: State, test: FaceTest) -> str:
    """ "w0 w2 w3": vertices are named after the step that found them."""
    return vertex_names_in(step.before[slot] for slot in test.face)


def _choice(step: State, a: str, b: str) -> str:
    direction = f"d = {vector(step.direction or ZERO)}"
    count = len(step.before)
    if count == 0:
        return f"The search starts from {a}'s centre towards {b}'s: {direction}."
    if count == 1:
        return f"In the opposite direction: {direction}."
    if count == 2:
        return f"Perpendicular to edge w0 w1, towards the origin: {direction}."
    if count == 3:
        turned = "flipped towards the origin" if step.flipped else "which does not point away from the origin"
        return f"Along the normal of triangle w0 w1 w2, {turned}: {direction}."
    test = _believed_test(step)
    return (
        f"The article takes the origin to be outside face {headbutt_face_name(step, test)}: "
        "the dot product of the face's "
        f"normal {vector(test.normal)} with the direction to the origin is {number(test.origin)} > 0. So "
        f"w{step.before[test.opposite].birth} is dropped."
    )


def _finding_words(step: State, a: str, b: str) -> str:
    w = f"w{step.iteration}"
    height = f"d·{w} = {number(step.height or 0.0)}"
    if step.exit == Exit.SEPARATING_AXIS:
        return (
            f"The support {w} does not reach the origin: {height} < 0. {a} and {b} do not intersect; they are at "
            f"least {number(step.lower)} m apart."
        )
    if step.exit == Exit.DEGENERATE_INPUT:
        return out_of_range(step.reach)
    return " ".join([_joins(step, w, height), *_ending(step)])


def _joins(step: State, w: str, height: str) -> str:
    if step.direction == ZERO:
        return f"This is the zero vector, so {w} is an arbitrary point; {height} is not negative, and it is added."
    return f"The support {w} reaches the origin ({height} ≥ 0) and is added."


def _ending(step: State) -> list[str]:
    if step.exit == Exit.CYCLE:
        return [f"The simplex {cycle_words(step.iteration, step.mark)}, and the article never answers."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {ITERATION_LIMIT} steps is reached without an answer."]
    return []


def _inside(step: State, a: str, b: str) -> str:
    numbers = ", ".join(number(test.origin) for test in step.tests)
    return (
        f"No dot product is positive for the three faces at w{step.before[3].birth} ({numbers}), so the article takes "
        f"the origin to be inside: {a} and {b} intersect."
    )


def _truth(step: State) -> list[str]:
    """Sentences on where the article is wrong; empty if it is right."""
    if step.believes == BelievedRegion.INSIDE and all(test.inner == 0 for test in step.tests):
        return ["In fact the tetrahedron is flat, so its three tests prove nothing."]
    facts = []
    for test in _asked_tests(step):
        name = headbutt_face_name(step, test)
        if headbutt.mistaken(test):
            side = "outside" if headbutt.truly_outside(test) else "not outside"
            facts.append(
                f"{side} face {name} ({'its normal points inwards' if test.inner > 0 else 'it is degenerate'})"
            )
    if step.believes == BelievedRegion.INSIDE and step.untested and headbutt.truly_outside(step.untested):
        facts.append(f"outside face {headbutt_face_name(step, step.untested)} (which is never tested)")
    return [f"In fact the origin is {series(facts, len(facts))}."] if facts else []


def _asked_tests(step: State) -> tuple[FaceTest, ...]:
    """The tests that led to the article's conclusion, up to the one that decided."""
    return step.tests if step.believes == BelievedRegion.INSIDE else step.tests[: step.believes]


def _believed_test(step: State) -> FaceTest:
    return step.tests[step.believes - 1]
