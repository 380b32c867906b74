"""The steps of GJK by tetrahedra in plain language."""

from .published import ITERATION_LIMIT
from .published_words import names, out_of_range, round_and_round
from .result import Exit
from .tetrahedron import Face, State
from .vectors import ZERO
from .words import number, vector


def explain(step: State, a: str, b: str) -> str:
    """Why the search went where it did, what was found there, and what follows."""
    if step.exit == Exit.ORIGIN_ENCLOSED:
        nearest = max(face.distance for face in step.faces)
        where = f"the nearest is {number(-nearest)} m away" if nearest < 0 else "it lies on one of them"
        return f"The origin is outside none of the four faces; {where}. {a} and {b} intersect."
    return f"{_choice(step)} {_found(step, a, b)}"


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if not step.faces:
        return ("first vertex", "opposite vertex", "square to the line", "normal of the triangle")[len(step.before)]
    return f"outside face {face_name(step, step.faces[step.chosen])}"


def face_name(step: State, face: Face) -> str:
    """ "w0 w2 w3": vertices go by the step that found them."""
    return names(step.before[slot] for slot in face.face)


def _choice(step: State) -> str:
    direction = f"d = {vector(step.direction or ZERO)}"
    if not step.faces:
        return (
            f"The search starts along {direction}.",
            f"Back the opposite way: {direction}.",
            f"Square to the line w0 w1, towards the origin: {direction}.",
            f"Along the normal of triangle w0 w1 w2, towards the origin: {direction}.",
        )[len(step.before)]
    face = step.faces[step.chosen]
    return (
        f"The origin is {number(face.distance)} m outside face {face_name(step, face)}, so "
        f"w{step.before[face.opposite].birth} goes. Along the face's normal: {direction}."
    )


def _found(step: State, a: str, b: str) -> str:
    w = f"w{step.iteration}"
    if step.exit == Exit.SEPARATING_AXIS:
        return (
            f"The support {w} does not reach the origin: d·{w} = {number(step.height or 0.0)} m < 0. {a} and {b} do "
            f"not intersect; they are at least {number(step.lower)} m apart."
        )
    if step.exit == Exit.DEGENERATE_INPUT:
        return out_of_range(step.reach)
    if step.exit in NOTHING_NEW:
        return f"The support {w} {NOTHING_NEW[step.exit]} {_proved(step, a, b)}"
    return " ".join([_joins(step, w), *_ending(step)])


NOTHING_NEW = {
    Exit.SUPPORTS_COINCIDE: "is w0 again: there is no line to start from.",
    Exit.SUPPORTS_ON_A_LINE: "lies on the line w0 w1: there is no triangle to start from.",
    Exit.SUPPORTS_ON_A_PLANE: "lies in the plane of w0 w1 w2: there is no tetrahedron to start from.",
    Exit.NO_PROGRESS: "does not stand out of the face: rounding ends the search.",
}


def _proved(step: State, a: str, b: str) -> str:
    if step.lower > 0:
        apart = f"{a} and {b} are at least {number(step.lower)} m apart"
        return f"But along {vector(step.normal)} no support reaches the origin: {apart}."
    return f"Whether {a} and {b} intersect stays open."


def _joins(step: State, w: str) -> str:
    if not step.before:
        return f"The support there is {w}."
    from_what = ("", "w0", "the line", "the triangle", "the face")[len(step.before)]
    return f"The support {w} stands {number(step.gain)} m out of {from_what}, and joins."


def _ending(step: State) -> list[str]:
    if step.exit == Exit.CYCLE:
        return [f"The tetrahedron {round_and_round(step.iteration, step.mark)}."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {ITERATION_LIMIT} steps is reached without an answer."]
    return []
