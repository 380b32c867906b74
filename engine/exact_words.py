"""The exact algorithm's steps in plain language."""

from fractions import Fraction
from math import isqrt

from . import exact
from .exact import Phase
from .exact_simplex import Vertex
from .integers import compare, nearest
from .result import Exit
from .words import number, vector

SHORT = 12  # characters of a fraction that is still read rather than skipped


def explain(step: exact.State, a: str, b: str) -> str:
    """What was searched in which phase, what came of it, and between which bounds the distance of the cores lies."""
    w = name(step.support)
    if step.iteration == 0:
        return (
            f"In whole numbers, nothing rounded: the search starts from {a} towards {b}, d = {vector(step.direction)}. "
            f"The first vertex of the simplex is {w}, {number(step.upper)} m from the origin."
        )
    searched = f"{_way(step)}, along d = {vector(step.direction)}, the furthest point of {a} − {b} is {w}."
    return f"{searched} {(_approach, _seed, _expand)[step.phase](step, a, b)}"


def headline(step: exact.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    if step.iteration == 0:
        return "first vertex"
    return f"{_face(step)} moves out" if step.phase == Phase.DEPTH else feature(step.simplex)


def feature(simplex: tuple[Vertex, ...]) -> str:
    """ "vertex w2", "edge w0 w3" …: vertices go by the step that found them."""
    kind = ("vertex", "edge", "face", "tetrahedron")[len(simplex) - 1]
    return " ".join([kind, *(name(vertex) for vertex in simplex)])


def name(vertex: Vertex) -> str:
    return f"w{vertex.birth}"


def _way(step: exact.State) -> str:
    """Why that way."""
    if step.phase == Phase.DISTANCE:
        return f"From the {feature(step.before)} towards the origin"
    if step.phase == Phase.SEED:
        return f"Square to the {feature(step.before)}"
    return f"Outwards from {_face(step)}, the nearest to the origin"


def _face(step: exact.State) -> str:
    """ "face w0 w2 w3", the one that DEPTH searches beyond."""
    if step.face is None or step.polytope is None:
        raise ValueError("step: in this phase there is no face")
    return " ".join(["face", *(name(step.polytope.vertices[corner]) for corner in step.face.corners)])


def _approach(step: exact.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        gap = f"{number(step.upper)} m apart{_root(step)}{_less_radii(step, a, b)}"
        return f"It is no nearer than the closest point of the {feature(step.simplex)}: {_they(step, a, b)} are {gap}."
    if step.exact.upper.square == 0:
        return f"The origin lies in the {feature(step.simplex)}: {_they(step, a, b)} share a point."
    return f"The origin is nearest to the {feature(step.simplex)}; the distance {_bounds(step)}."


def _seed(step: exact.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        flat = f"Neither that way nor the opposite does {a} − {b} reach any further: it is flat"
        return f"{flat}, and {_they(step, a, b)} only touch{_less_radii(step, a, b)}."
    return f"With it the simplex is the {feature(step.simplex)}, and the origin is still in it."


def _expand(step: exact.State, a: str, b: str) -> str:
    they, radii = _they(step, a, b), _less_radii(step, a, b)
    if step.exit == Exit.TOUCHING:
        return f"It is on the face that was searched, as the origin is: {they} only touch{radii}."
    if step.exit != Exit.RUNNING:
        depth = f"{number(-step.upper)} m{_root(step)}"
        return f"It is on the face that was searched, the nearest of all: {they} overlap by {depth}{radii}."
    gone = "1 face that sees it makes" if len(step.visible) == 1 else f"{len(step.visible)} faces that see it make"
    return (
        f"{gone} room for {len(step.horizon)}, from it to their horizon; the depth is between "
        f"{number(-step.upper)} and {number(-step.lower)} m."
    )


def _they(step: exact.State, a: str, b: str) -> str:
    return "the cores" if step.radius else f"{a} and {b}"


def _root(step: exact.State) -> str:
    """The length as the root that it is, where that is short and tells more than the digits: ", exactly √2 m"."""
    square = exact.squared_distance(step)
    if max(square.numerator, square.denominator).bit_length() > 4 * SHORT:
        return ""
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    text = f"{root}" if root * root == square else f"√{square}" if square.denominator == 1 else f"√({square})"
    return f", exactly {text} m" if len(text) <= SHORT else ""


def _less_radii(step: exact.State, a: str, b: str) -> str:
    """What the distance of the cores means for the shapes; nothing to say where they are the same."""
    if step.radius == 0:
        return ""
    truth = exact.of_shapes(step)
    rest, side = nearest(truth), compare(truth, 0.0)
    outcome = (f"overlap by {number(-rest)} m", "touch", f"are {number(rest)} m apart")[side + 1]
    return f"; less the radii, {number(step.radius)} m together, {a} and {b} {outcome}"


def _bounds(step: exact.State) -> str:
    of_cores, lower, upper = "of the cores " if step.radius else "", number(step.lower), number(step.upper)
    if lower == upper:
        return f"{of_cores}is {upper} m, as far as these digits tell"
    return f"{of_cores}is between {lower} and {upper} m"
