"""EPA's steps in plain language."""

from . import epa
from .result import Exit
from .words import number, vector


def explain(step: epa.State, a: str, b: str) -> str:
    """Why a direction was searched, what was found, how the polytope grew, and how far the depth is certain."""
    if step.exit == Exit.DISTANCE_KNOWN:
        return f"GJK's bounds of the distance have met, there is nothing to expand: {_known(step, a, b)}."
    w = f"w{step.support.birth}"
    if step.aim == epa.Aim.SEED:
        return f"The seed is what GJK ended with: {_seed(step)}. {_next(step)}"
    searched = f"{_why(step)} d = {vector(step.direction)}; there the furthest point of {a} − {b} is {w}. "
    return searched + (_ending(step, w, a, b) if step.exit != Exit.RUNNING else _growth(step, w))


def headline(step: epa.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.aim == epa.Aim.SEED:
        return "seed"
    if step.aim == epa.Aim.GROWTH:
        return f"seed grows along {vector(step.direction)}"
    return f"beyond {face_name(step, step.chosen)}"


def face_name(step: epa.State, face: int) -> str:
    """ "face w0 w3 w4": by the steps that found its corners."""
    return " ".join(["face", *(f"w{step.vertices[corner].birth}" for corner in step.faces[face].corners)])


def _seed(step: epa.State) -> str:
    kinds = ("a vertex", "a segment", "a triangle", "a tetrahedron")
    return f"{kinds[len(step.vertices) - 1]} {' '.join(f'w{vertex.birth}' for vertex in step.vertices)}"


def _next(step: epa.State) -> str:
    if not step.faces:
        return "It has no volume yet: it must grow first."
    return f"Its nearest face is {number(step.faces[step.nearest].distance)} m from the origin."


def _why(step: epa.State) -> str:
    if step.aim == epa.Aim.GROWTH:
        return "The seed has no volume yet, so it is to grow along"
    distance = number(step.faces[step.chosen].distance)
    return f"The {face_name(step, step.chosen)}, {distance} m from the origin, is the nearest; it looks along"


def _growth(step: epa.State, w: str) -> str:
    if step.aim == epa.Aim.GROWTH:
        if step.tries:
            return "It adds no dimension."
        return f"It joins the seed, which is {_seed(step)} now."
    if not step.visible:
        return f"{w} is a corner of the polytope already: the face is made of rounding, and put aside. {_bounds(step)}"
    count = len(step.visible)
    return (
        f"{w} sees {count} face{'' if count == 1 else 's'}; they go, and {len(step.horizon)} new ones join "
        f"{w} to the horizon around them. {_bounds(step)}"
    )


def _bounds(step: epa.State) -> str:
    of_cores = " of the cores" if step.radius else ""
    return f"The depth{of_cores} is between {number(max(-step.upper, 0.0))} and {number(-step.lower)} m."


def _ending(step: epa.State, w: str, a: str, b: str) -> str:
    if step.exit == Exit.CONVERGED:
        return f"It lies no further than the face itself, which therefore is on the surface: {_depth(step, a, b)}."
    if step.exit == Exit.NO_INTERIOR:
        return f"{a} − {b} is flat, it has no inside: {_depth(step, a, b)}."
    reason = "The limit of steps is reached" if step.exit == Exit.ITERATION_LIMIT else "Rounding ends the search"
    return f"{reason}. {_bounds(step)} {_depth(step, a, b)[0].upper()}{_depth(step, a, b)[1:]}."


def _depth(step: epa.State, a: str, b: str) -> str:
    depth, normal = number(step.radius - step.lower), vector(step.normal)
    if step.radius == 0:
        return f"{a} and {b} overlap by {depth} m along {normal}"
    cores = number(-step.lower)
    return (
        f"the cores overlap by {cores} m along {normal}; with the radii, {number(step.radius)} m together, {a} and {b} "
        f"overlap by {depth} m"
    )


def _known(step: epa.State, a: str, b: str) -> str:
    rest = max(step.upper, 0.0) - step.radius
    return f"{a} and {b} are {number(rest)} m apart" if rest >= 0 else f"{a} and {b} overlap by {number(-rest)} m"
