"""The Headbutt article's steps in plain language: what it believes, and where that is not so."""

from . import headbutt
from .headbutt import Belief, FaceTest, State
from .published import ITERATION_LIMIT
from .published_words import names, out_of_range, round_and_round
from .result import Exit
from .vectors import ZERO
from .words import number, vector


def explain(step: State, a: str, b: str) -> str:
    """What decided the direction, what was found there, and what the article concludes."""
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return " ".join([_inside(step, a, b), *_truth(step)])
    return " ".join([_choice(step, a, b), *_truth(step), _found(step, a, b)])


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.believes == Belief.NOTHING:
        return ("first vertex", "opposite vertex", "square to the edge", "normal of the triangle")[len(step.before)]
    return f"outside face {face_name(step, _believed(step))}"


def face_name(step: State, test: FaceTest) -> str:
    """ "w0 w2 w3": vertices go by the step that found them."""
    return names(step.before[slot] for slot in test.face)


def _choice(step: State, a: str, b: str) -> str:
    direction = f"d = {vector(step.direction or ZERO)}"
    count = len(step.before)
    if count == 0:
        return f"The search starts from {a}'s centre towards {b}'s: {direction}."
    if count == 1:
        return f"Back the opposite way: {direction}."
    if count == 2:
        return f"Square to the edge w0 w1, towards the origin: {direction}."
    if count == 3:
        turned = "turned round towards the origin" if step.flipped else "which points towards the origin as it is"
        return f"Along the normal of triangle w0 w1 w2, {turned}: {direction}."
    test = _believed(step)
    return (
        f"The origin counts as outside face {face_name(step, test)}: its normal {vector(test.normal)} has a dot "
        f"product of {number(test.origin)} > 0 with the way to the origin. So w{step.before[test.opposite].birth} goes."
    )


def _found(step: State, a: str, b: str) -> str:
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
        return f"That is no direction: {w} is any point of the difference, and {height} is not negative, so it joins."
    return f"The support {w} is not behind the origin, {height} ≥ 0, so it joins."


def _ending(step: State) -> list[str]:
    if step.exit == Exit.CYCLE:
        return [f"The simplex {round_and_round(step.iteration, step.mark)}, and the article never answers."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {ITERATION_LIMIT} steps is reached, and the article has not answered."]
    return []


def _inside(step: State, a: str, b: str) -> str:
    numbers = ", ".join(number(test.origin) for test in step.tests)
    return (
        f"By the normals of its three faces at w{step.before[3].birth} the origin is outside none of them ({numbers}, "
        f"none > 0): the article says that {a} and {b} intersect."
    )


def _truth(step: State) -> list[str]:
    """What the article does not notice; nothing where it is right."""
    if step.believes == Belief.INSIDE and all(test.inner == 0 for test in step.tests):
        return ["In truth the tetrahedron is flat, and its three faces have nothing to say."]
    said = []
    for test in _asked(step):
        name = face_name(step, test)
        if headbutt.mistaken(test):
            side = "outside" if headbutt.truly_outside(test) else "not outside"
            why = "that normal points inwards" if test.inner > 0 else "the tetrahedron is flat"
            said.append(f"In truth the origin is {side} face {name}, for {why}.")
    if step.believes == Belief.INSIDE and step.untested and headbutt.truly_outside(step.untested):
        said.append(f"In truth the origin is outside face {face_name(step, step.untested)}, which is never asked.")
    return said


def _asked(step: State) -> tuple[FaceTest, ...]:
    """The tests that led to what the article believes: up to the one that decided."""
    return step.tests if step.believes == Belief.INSIDE else step.tests[: step.believes]


def _believed(step: State) -> FaceTest:
    return step.tests[step.believes - 1]
