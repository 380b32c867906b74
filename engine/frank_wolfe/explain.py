"""Describes the steps of Frank–Wolfe: what the support point proves, and how the closest point moved."""

from gjkscope.engine.frank_wolfe.corral import MinorCycle
from gjkscope.engine.frank_wolfe.steps import FrankWolfeMove, State
from gjkscope.engine.gjk.wording import (
    Enclosure,
    bounds_clause,
    distance_clause,
    ending,
    first_vertex_sentence,
    less_radii,
    vertex_name,
)
from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number, series, vector
from gjkscope.engine.vectors import norm

WORDS = Enclosure("With {}, the four heaviest vertices enclose", "intersect", "four")
NAMED = 6  # vertices of the active set that a sentence names


def explain(step: State, a: str, b: str) -> str:
    """The support point, the gap that it proves, the move, and the active set."""
    if step.iteration == 0:
        first = first_vertex_sentence(step, a, b)
        return first if step.exit == Exit.RUNNING else f"{first} {_ending(step, a, b)}"
    searched = f"Along d = {vector(step.direction)} the support point of {a} − {b} is {vertex_name(step.support)}."
    if step.exit == Exit.DEGENERATE_INPUT:
        return f"{searched} {_ending(step, a, b)}"
    moved = f"{searched} {_gap(step)} {_move(step)}".rstrip()
    if step.exit != Exit.RUNNING:
        return f"{moved} {_ending(step, a, b)}"
    return f"{moved} {bounds_clause(step)}."


def headline(step: State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.iteration == 0:
        return "first vertex"
    if step.move == FrankWolfeMove.AWAY:
        return f"away from {vertex_name(step.before.vertices[step.away])}"
    if step.move == FrankWolfeMove.CORRAL:
        return f"corral of {series([vertex_name(vertex) for vertex in step.active.vertices], NAMED)}"
    return f"towards {_known_name(step)}"


def active_words(step: State) -> str:
    """The active set, heaviest first: "w3 60 %, w0 40 %"."""
    parts = sorted(zip(step.active.weights, step.active.vertices, strict=True), key=lambda part: -part[0])
    named = [f"{vertex_name(vertex)} {number(100 * weight, 2)} %" for weight, vertex in parts[:NAMED]]
    return ", ".join([*named, *([f"{len(parts) - NAMED} more"] if len(parts) > NAMED else [])])


def bound_width(step: State) -> float:
    """The duality gap of the step as a length: the difference of the bounds that the step proves, metres."""
    distance = norm(step.closest_before)
    return step.gap_of_step / distance if distance > 0 else 0.0


def _gap(step: State) -> str:
    return (
        f"The gap v·(v − w) = {number(step.gap_of_step)} m² proves that the closest point is at most "
        f"{number(bound_width(step))} m too far."
    )


def _move(step: State) -> str:
    if step.move == FrankWolfeMove.TOWARDS:
        towards = _known_name(step)
        return f"The closest point moves towards {towards}, γ = {number(step.length, 3)}. {_active(step)}"
    if step.move == FrankWolfeMove.AWAY:
        return f"{_away(step)} {_active(step)}"
    if step.move == FrankWolfeMove.CORRAL:
        return " ".join(map(_cycle, step.cycles)) + f" {_active(step)}"
    return ""


def _known_name(step: State) -> str:
    """The name of the support point, which may have been found before."""
    same = (w for w in step.before.vertices if (w.a, w.b) == (step.support.a, step.support.b))
    return vertex_name(next(same, step.support))


def _away(step: State) -> str:
    vertex = vertex_name(step.before.vertices[step.away])
    dropped = step.before.vertices[step.away] not in step.active.vertices
    return (
        f"Away from {vertex}, {number(step.gap_of_away)} m², it decreases faster: γ = {number(step.length, 3)}"
        f"{f', at which {vertex} is dropped' if dropped else ''}."
    )


def _cycle(cycle: MinorCycle) -> str:
    if cycle.dropped < 0:
        return "The nearest point of their flat lies inside the corral."
    if cycle.walked == 0:
        return f"The flat's nearest point lies beyond the side opposite w{cycle.dropped}, which is dropped."
    return (
        f"The flat's nearest point lies outside: {number(100 * cycle.walked, 3)} % of the way to it, the weight of "
        f"w{cycle.dropped} vanishes."
    )


def _active(step: State) -> str:
    return f"Active: {active_words(step)}."


def _ending(step: State, a: str, b: str) -> str:
    if step.exit == Exit.CONVERGED:
        return f"To within rounding the gap is 0: {distance_clause(step, a, b)}."
    if step.exit == Exit.ITERATION_LIMIT:
        limit = f"The limit of {counted(step.iteration, 'step')} is reached"
        active = counted(len(step.active.vertices), "active vertex", "active vertices")
        return f"{limit}, with {active}. {bounds_clause(step)}{less_radii(step, a, b)}."
    contact = f"{a} and {b} are in contact. The least norm cannot tell whether or how deep they overlap"
    if step.radius:
        contact = (
            f"the cores touch{less_radii(step, a, b)}. The least norm cannot tell whether the cores overlap more deeply"
        )
    return ending(step, a, b, WORDS, contact)
