"""Describes the steps of GJK by tetrahedra."""

from gjkscope.engine.published.sentences import cycle_words, out_of_range, vertex_names_in
from gjkscope.engine.published.vertices import ITERATION_LIMIT
from gjkscope.engine.result import Exit
from gjkscope.engine.tetrahedron.steps import State, TetrahedronFace
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import ZERO


def explain(step: State, a: str, b: str) -> str:
    """Why this direction was searched, its support point, and what follows from it."""
    if step.exit == Exit.ORIGIN_ENCLOSED:
        nearest = max(face.distance for face in step.faces)
        where = f"the nearest is {number(-nearest)} m away" if nearest < 0 else "it lies on one of them"
        return f"The origin is not outside any of the four faces; {where}. {a} and {b} intersect."
    return f"{_choice(step)} {_finding_words(step, a, b)}"


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if not step.faces:
        return ("first vertex", "opposite vertex", "perpendicular to the line", "normal of the triangle")[
            len(step.before)
        ]
    return f"outside face {tetrahedron_face_name(step, step.faces[step.chosen])}"


def tetrahedron_face_name(step: State, face: TetrahedronFace) -> str:
    """ "w0 w2 w3": vertices are named after the step that found them."""
    return vertex_names_in(step.before[slot] for slot in face.face)


def _choice(step: State) -> str:
    direction = f"d = {vector(step.direction or ZERO)}"
    if not step.faces:
        return (
            f"The search starts along {direction}.",
            f"In the opposite direction: {direction}.",
            f"Perpendicular to line w0 w1, on the origin's side: {direction}.",
            f"Along the normal of triangle w0 w1 w2, on the origin's side: {direction}.",
        )[len(step.before)]
    face = step.faces[step.chosen]
    return (
        f"The origin is {number(face.distance)} m outside face {tetrahedron_face_name(step, face)}, so "
        f"w{step.before[face.opposite].birth} is dropped. Along the face's outward normal: {direction}."
    )


def _finding_words(step: State, a: str, b: str) -> str:
    w = f"w{step.iteration}"
    if step.exit == Exit.SEPARATING_AXIS:
        return (
            f"The support {w} does not reach the origin: d·{w} = {number(step.height or 0.0)} m < 0. {a} and {b} do "
            f"not intersect; they are at least {number(step.lower)} m apart."
        )
    if step.exit == Exit.DEGENERATE_INPUT:
        return out_of_range(step.reach)
    if step.exit in NOTHING_NEW:
        return f"The support {w} {NOTHING_NEW[step.exit]} {_proof_words(step, a, b)}"
    return " ".join([_joins(step, w), *_ending(step)])


NOTHING_NEW = {
    Exit.SUPPORTS_COINCIDE: "coincides with w0, so there is no line to start from.",
    Exit.SUPPORTS_ON_A_LINE: "lies on line w0 w1, so there is no triangle to start from.",
    Exit.SUPPORTS_ON_A_PLANE: "lies in the plane of w0 w1 w2, so there is no tetrahedron to start from.",
    Exit.NO_PROGRESS: "is not beyond the face: rounding hides any further progress.",
}


def _proof_words(step: State, a: str, b: str) -> str:
    if step.lower > 0:
        apart = f"{a} and {b} are at least {number(step.lower)} m apart"
        return f"However, along {vector(step.normal)} no point of {a} − {b} reaches the origin: {apart}."
    return f"Whether {a} and {b} intersect remains open."


def _joins(step: State, w: str) -> str:
    if not step.before:
        return f"The support is {w}."
    from_what = ("", "from w0", "from the line", "from the triangle's plane", "beyond the face")[len(step.before)]
    return f"The support {w} is {number(step.gain)} m {from_what} and is added."


def _ending(step: State) -> list[str]:
    if step.exit == Exit.CYCLE:
        return [f"The tetrahedron {cycle_words(step.iteration, step.mark)}."]
    if step.exit == Exit.ITERATION_LIMIT:
        return [f"The limit of {ITERATION_LIMIT} steps is reached without an answer."]
    return []
