"""Describes EPA steps."""

from gjkscope.engine.epa import steps as epa
from gjkscope.engine.epa.wording import depth_bounds, depth_ending, distance_sentence, part_sentence, support_sentence
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.support import NO_INDEX
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import dot

Aim = epa.SearchReason


def explain(step: epa.State, a: str, b: str) -> str:
    """Why a direction was searched, its support point, how the polytope grew, and the bounds on the depth."""
    if step.exit == Exit.DISTANCE_KNOWN:
        return distance_sentence(step, a, b)
    if step.aim == Aim.SEED:
        return f"The seed comes from GJK's final simplex: {_seed(step)}. {_next(step)}"
    w = f"w{step.support.birth}"
    searched = f"{_why(step, a, b)} the support point of {a} − {b} is {w}. "
    return searched + (_ending(step, a, b) if step.exit != Exit.RUNNING else _outcome(step, w))


def headline(step: epa.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.aim == Aim.FACE:
        return f"beyond {epa_face_name(step, step.chosen)}"
    if step.aim == Aim.ELSEWHERE:
        return f"descend from {epa_face_name(step, step.chosen)}"
    return {Aim.SEED: "seed", Aim.GROWTH: "seed grows", Aim.SETTLE: "descend", Aim.STRIDE: "stride"}[step.aim]


def epa_face_name(step: epa.State, face: int) -> str:
    """ "face w0 w3 w4": corners are named after the steps that found them."""
    return " ".join(["face", *(f"w{step.vertices[corner].birth}" for corner in step.faces[face].corners)])


def _seed(step: epa.State) -> str:
    kinds = ("a vertex", "a segment", "a triangle", "a tetrahedron")
    return f"{kinds[len(step.vertices) - 1]}, {' '.join(f'w{vertex.birth}' for vertex in step.vertices)}"


def _next(step: epa.State) -> str:
    if not step.faces:
        return "It has no volume yet, so it must grow first."
    if step.nearest < 0:
        return "All its faces are degenerate: none is wider than rounding."
    return _nearest(step, step.nearest)


def _nearest(step: epa.State, face: int) -> str:
    """The nearest face and its distance, which is negative where the origin is outside the seed."""
    name, distance = epa_face_name(step, face).removeprefix("face "), step.faces[face].distance
    if distance >= 0:
        return f"The nearest face is {name}, {number(distance)} m away."
    return f"The nearest face is {name}, with the origin {number(-distance)} m outside its plane."


def _why(step: epa.State, a: str, b: str) -> str:
    """Why the direction was searched, up to "along d …"."""
    along = f"along d = {vector(step.direction)}"
    if step.aim == Aim.GROWTH:
        return f"The seed has no volume yet and must grow: {along}"
    if step.aim == Aim.FACE:
        return f"{_nearest(step, step.chosen)} Along its outward normal d = {vector(step.direction)}"
    pushed = f"With {a} pushed out by {vector(step.settling.pushed)}, along {_along(step)}"
    return f"{pushed}, it is closest to {b} {along}. In this direction"


def _along(step: epa.State) -> str:
    if step.aim == Aim.STRIDE:
        return "a normal extrapolated by one stride"
    if step.aim == Aim.SETTLE:
        return "the best normal so far" if step.settling.descents == 1 else "the best normal of this descent"
    return f"the normal of {epa_face_name(step, step.chosen)}, the nearest face far from all directions tried so far"


def _outcome(step: epa.State, w: str) -> str:
    if step.aim == Aim.GROWTH:
        joined = f"It is added to the seed, which is now {_seed(step)}. {_next(step)}"
        return joined if step.tries == 0 else "It adds no dimension."
    if step.aim in (Aim.SETTLE, Aim.STRIDE, Aim.ELSEWHERE):
        best = "This is the best normal so far." if step.normal == step.direction else "This is no improvement."
        return f"{best} {depth_bounds(step)}"
    seen, new = len(step.visible), len(step.horizon)
    if seen == 0:
        return f"{_set_aside(step, w)} {depth_bounds(step)}"
    gone = "1 face is visible" if seen == 1 else f"{seen} faces are visible"
    removed = f"{gone} from {w} and {'is' if seen == 1 else 'are'} removed"
    return f"{removed}; {new} new faces connect its horizon to {w}. {depth_bounds(step)}"


def _set_aside(step: epa.State, w: str) -> str:
    """Why the face that was searched changes nothing."""
    if any(vertex.point == step.support.point for vertex in step.vertices):
        return f"{w} is already a vertex of the polytope, so the face is degenerate and is set aside."
    return f"Rounding leaves no closed horizon as seen from {w}, so the face is set aside."


def _ending(step: epa.State, a: str, b: str) -> str:
    faces = "All remaining faces are degenerate."
    far = "The polytope cannot get close to the surface everywhere."
    beyond = f"{_beyond(step)} the face" if step.exit == Exit.CONVERGED else ""
    return depth_ending(step, a, b, beyond, far if step.exit == Exit.ITERATION_LIMIT else faces)


def _beyond(step: epa.State) -> str:
    """How far the support lies beyond the face: for polytopes not at all, for curved shapes within a tolerance."""
    if step.support.index_a != NO_INDEX and step.support.index_b != NO_INDEX:
        return "no further out than"
    beyond = dot(step.direction, step.support.point) - step.faces[step.chosen].distance
    return f"no more than {number(max(beyond, epa.CURVED * step.reach), 2)} m beyond"


def _explain_face(step: epa.State, a: str, b: str) -> str:
    sentence = _nearest(step, step.chosen)
    if step.faces[step.chosen].distance < 0:
        return sentence
    return f"{sentence} {part_sentence(step, a, b, 'polytope')}"


def _explain_support(step: epa.State, a: str, b: str) -> str:
    way = f"Along its outward normal d = {vector(step.direction)}" if step.aim == Aim.FACE else _why(step, a, b)
    return f"{way} {support_sentence(step, a, b, dot(step.direction, step.support.point), 'plane')}"


def _explain_horizon(step: epa.State, _a: str, _b: str) -> str:
    seen, w = len(step.visible), f"w{step.support.birth}"
    gone = "1 face is visible" if seen == 1 else f"{seen} faces are visible"
    return f"{gone} from {w} and {'is' if seen == 1 else 'are'} removed. The edges around the gap are the horizon."


def _explain_faces(step: epa.State, _a: str, _b: str) -> str:
    joined = f"{len(step.horizon)} new faces connect the horizon to w{step.support.birth}."
    return f"{joined} {_nearest(step, step.nearest)}" if step.nearest >= 0 else joined


def _explain_outcome(step: epa.State, a: str, b: str) -> str:
    return _ending(step, a, b) if step.exit != Exit.RUNNING else _outcome(step, f"w{step.support.birth}")


def _searches(step: epa.State) -> bool:
    return step.aim != Aim.SEED


def _from_face(step: epa.State) -> bool:
    return step.aim == Aim.FACE


def _expands(step: epa.State) -> bool:
    """Whether the polytope grows; the lists are compared from their end, as a polytope may have many faces."""
    return _from_face(step) and step.exit == Exit.RUNNING and step.faces[-1].birth == step.iteration


def _only_searches(step: epa.State) -> bool:
    return _searches(step) and not _expands(step)


BEATS = (
    Beat("face", "Nearest face", _explain_face, _from_face),
    Beat("support", "Support", _explain_support, _searches),
    Beat("horizon", "Horizon", _explain_horizon, _expands),
    Beat("faces", "New faces", _explain_faces, _expands),
    Beat("outcome", "Outcome", _explain_outcome, _only_searches),
)
