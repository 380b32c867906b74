"""EPA's steps in plain language."""

from . import epa
from .result import Exit
from .words import number, vector

Aim = epa.Aim


def explain(step: epa.State, a: str, b: str) -> str:
    """Why a direction was searched, what was found, how the polytope grew, and how far the depth is certain."""
    if step.exit == Exit.DISTANCE_KNOWN:
        return f"GJK's bounds of the distance have met, there is nothing to expand: {_known(step, a, b)}."
    if step.aim == Aim.SEED:
        return f"The seed is what GJK ended with: {_seed(step)}. {_next(step)}"
    w = f"w{step.support.birth}"
    searched = f"{_why(step, a, b)} d = {vector(step.direction)}; there the furthest point of {a} − {b} is {w}. "
    return searched + (_ending(step, a, b) if step.exit != Exit.RUNNING else _outcome(step, w))


def headline(step: epa.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.aim == Aim.FACE:
        return f"beyond {face_name(step, step.chosen)}"
    if step.aim == Aim.ELSEWHERE:
        return f"settle from {face_name(step, step.chosen)}"
    return {Aim.SEED: "seed", Aim.GROWTH: "seed grows", Aim.SETTLE: "settle", Aim.STRIDE: "stride"}[step.aim]


def face_name(step: epa.State, face: int) -> str:
    """ "face w0 w3 w4": by the steps that found its corners."""
    return " ".join(["face", *(f"w{step.vertices[corner].birth}" for corner in step.faces[face].corners)])


def _seed(step: epa.State) -> str:
    kinds = ("a vertex", "a segment", "a triangle", "a tetrahedron")
    return f"{kinds[len(step.vertices) - 1]}, {' '.join(f'w{vertex.birth}' for vertex in step.vertices)}"


def _next(step: epa.State) -> str:
    if not step.faces:
        return "It has no volume yet: it must grow first."
    if step.nearest < 0:
        return "No face of it is wider than rounding."
    return f"Nearest is {face_name(step, step.nearest)}, {_distance(step, step.nearest)}."


def _distance(step: epa.State, face: int) -> str:
    """Of a face's plane, which a seed's may have on the wrong side."""
    distance = step.faces[face].distance
    return f"{number(abs(distance))} m {'from the origin' if distance >= 0 else 'on the far side of the origin'}"


def _why(step: epa.State, a: str, b: str) -> str:
    if step.aim == Aim.GROWTH:
        return "The seed has no volume yet, so it is to grow along"
    if step.aim == Aim.FACE:
        return f"The nearest face, {face_name(step, step.chosen)}, {_distance(step, step.chosen)}, looks along"
    return f"Pushed out along {_along(step)}, by {vector(step.settling.pushed)}, {a} is nearest to {b} along"


def _along(step: epa.State) -> str:
    if step.aim == Aim.STRIDE:
        return "a normal one stride further that way"
    if step.aim == Aim.SETTLE:
        return "the best normal so far" if step.settling.descents == 1 else "the best normal of this descent"
    return f"the normal of {face_name(step, step.chosen)}, the nearest of those far from all that was tried"


def _outcome(step: epa.State, w: str) -> str:
    if step.aim == Aim.GROWTH:
        joined = f"It joins the seed, which now is {_seed(step)}. {_next(step)}"
        return joined if step.tries == 0 else "It adds no dimension."
    if step.aim in (Aim.SETTLE, Aim.STRIDE, Aim.ELSEWHERE):
        return f"{'That is the best normal so far' if step.normal == step.direction else 'No better'}. {_bounds(step)}"
    seen, new = len(step.visible), len(step.horizon)
    if seen == 0:
        return f"The polytope has {w} already: that face is made of rounding, and put aside. {_bounds(step)}"
    goes = "1 face, which goes" if seen == 1 else f"{seen} faces, which go"
    return f"{w} sees {goes}; {new} new ones join {w} to the horizon. {_bounds(step)}"


def _bounds(step: epa.State) -> str:
    of_cores = " of the cores" if step.radius else ""
    return f"The depth{of_cores} is between {number(max(-step.upper, 0.0))} and {number(-step.lower)} m."


def _ending(step: epa.State, a: str, b: str) -> str:
    depth = _depth(step, a, b)
    if step.exit == Exit.CONVERGED:
        return f"It lies no further than the face, which therefore is on the surface: {depth}."
    if step.exit == Exit.NO_INTERIOR:
        return f"{a} − {b} is flat, it has no inside: {depth}."
    if step.exit == Exit.SEPARATING_AXIS:
        return f"It does not reach the origin: {number(step.lower)} m are between the cores, and there is no depth."
    reason = (
        "The polytope cannot come near the surface everywhere"
        if step.exit == Exit.ITERATION_LIMIT
        else "All faces are made of rounding"
    )
    return f"{reason}, but no normal near the best is better. {_bounds(step)} To push out by the best, {depth}."


def _depth(step: epa.State, a: str, b: str) -> str:
    normal = f"along {vector(step.normal)}"
    cores, depth = number(max(-step.lower, 0.0)), number(step.radius - step.lower)
    if step.radius == 0:
        return f"{a} and {b} overlap by {cores} m {normal}"
    both = f"the radii, {number(step.radius)} m together"
    return f"the cores overlap by {cores} m {normal}, and with {both}, {a} and {b} by {depth} m"


def _known(step: epa.State, a: str, b: str) -> str:
    rest = max(step.upper, 0.0) - step.radius
    return f"{a} and {b} are {number(rest)} m apart" if rest >= 0 else f"{a} and {b} overlap by {number(-rest)} m"
