"""Describes the steps of the exact algorithm."""

from fractions import Fraction
from math import isqrt

from gjkscope.engine.arithmetic.integers import compare_length, nearest
from gjkscope.engine.exact import steps as exact
from gjkscope.engine.exact.simplex import ExactVertex
from gjkscope.engine.exact.steps import ExactPhase
from gjkscope.engine.result import Exit
from gjkscope.engine.text import interval, number, vector

SHORT = 12  # characters: longer fractions are not shown


def explain(step: exact.State, a: str, b: str) -> str:
    """The search direction of this phase, its support point, and the bounds on the distance of the cores."""
    w = name(step.support)
    if step.iteration == 0:
        # The search also starts along +x where the positions coincide.
        towards = "along +x" if step.direction == (1, 0, 0) else f"from {a}'s position towards {b}'s"
        return (
            f"All arithmetic is exact, in integers. The search starts {towards}: d = {vector(step.direction)}. "
            f"The first vertex of the simplex is {w}, {number(step.upper)} m from the origin."
        )
    searched = f"{_way(step)}, d = {vector(step.direction)}, the support point of {a} − {b} is {w}."
    return f"{searched} {(_approach, _seed, _expand)[step.phase](step, a, b)}"


def headline(step: exact.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.iteration == 0:
        return "first vertex"
    return f"beyond {_face(step)}" if step.phase == ExactPhase.DEPTH else simplex_feature(step.simplex)


def simplex_feature(simplex: tuple[ExactVertex, ...]) -> str:
    """ "vertex w2", "edge w0 w3" …; vertices are named after the step that found them."""
    kind = ("vertex", "edge", "face", "tetrahedron")[len(simplex) - 1]
    return " ".join([kind, *(name(vertex) for vertex in simplex)])


def name(vertex: ExactVertex) -> str:
    return f"w{vertex.birth}"


def _way(step: exact.State) -> str:
    """Where the search direction comes from."""
    if step.phase == ExactPhase.DISTANCE:
        return f"From {simplex_feature(step.before)} towards the origin"
    if step.phase == ExactPhase.SEED:
        return f"{'Away from' if len(step.before) == 1 else 'Perpendicular to'} {simplex_feature(step.before)}"
    return f"Along the outward normal of {_face(step)}, the nearest to the origin"


def _face(step: exact.State) -> str:
    """ "face w0 w2 w3", the face whose normal DEPTH searches along."""
    if step.face is None or step.polytope is None:
        raise ValueError("step: only steps of the DEPTH phase have a face")
    return " ".join(["face", *(name(step.polytope.vertices[corner]) for corner in step.face.corners)])


def _approach(step: exact.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        gap = f"{number(step.upper)} m apart{_root(step)}{_less_radii(step, a, b)}"
        closest = f"no further along d than the closest point of {simplex_feature(step.simplex)}"
        return f"It is {closest}, so {_they(step, a, b)} are {gap}."
    if step.exact.upper.square == 0:
        return f"The origin lies in {simplex_feature(step.simplex)}: {_they(step, a, b)} share a point."
    return f"The origin is nearest to {simplex_feature(step.simplex)}. The signed distance{_bounds(step)}."


def _seed(step: exact.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        flat = f"{a} − {b} extends no further in this direction or its opposite, so it is flat"
        return f"{flat}: {_they(step, a, b)} only touch{_less_radii(step, a, b)}."
    return f"It extends the simplex to {simplex_feature(step.simplex)}, which still contains the origin."


def _expand(step: exact.State, a: str, b: str) -> str:
    they, radii = _they(step, a, b), _less_radii(step, a, b)
    if step.exit == Exit.TOUCHING:
        return f"It lies in the plane of this face, as the origin does: {they} only touch{radii}."
    if step.exit != Exit.RUNNING:
        depth = f"{number(-step.upper)} m{_root(step)}"
        return f"It lies in the plane of this face, so the face is on the surface: {they} overlap by {depth}{radii}."
    w, seen = name(step.support), len(step.visible)
    gone = f"1 face is visible from {w} and is" if seen == 1 else f"{seen} faces are visible from {w} and are"
    grown = f"{gone} removed; {len(step.horizon)} new faces connect its horizon to {w}"
    return f"{grown}. The depth{' of the cores' if step.radius else ''} {interval(-step.upper, -step.lower)}."


def _they(step: exact.State, a: str, b: str) -> str:
    return "the cores" if step.radius else f"{a} and {b}"


def _root(step: exact.State) -> str:
    """The exact length, if it is a short root or fraction: ", exactly √2 m"."""
    square = exact.exact_squared_distance(step)
    if max(square.numerator, square.denominator).bit_length() > 4 * SHORT:
        return ""
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    text = f"{root}" if root * root == square else f"√{square}" if square.denominator == 1 else f"√({square})"
    return f", exactly {text} m" if len(text) <= SHORT else ""


def _less_radii(step: exact.State, a: str, b: str) -> str:
    """A clause with the distance of the shapes, derived from that of the cores; empty if the cores are the shapes."""
    if step.radius == 0:
        return ""
    truth = exact.of_shapes(step)
    rest, side = nearest(truth), compare_length(truth, 0.0)
    outcome = (f"overlap by {number(-rest)} m", "touch", f"are {number(rest)} m apart")[side + 1]
    return f"; after subtracting the radii, {number(step.radius)} m in total, {a} and {b} {outcome}"


def _bounds(step: exact.State) -> str:
    return f"{' of the cores' if step.radius else ''} {interval(step.lower, step.upper)}"
