"""Describes the steps of the exact algorithm in the plane."""

from fractions import Fraction
from math import isqrt

from gjkscope.engine.arithmetic.integers import Length, nearest
from gjkscope.engine.plane.exact import steps as exact
from gjkscope.engine.result import Exit
from gjkscope.engine.text import counted, number

SHORT = 12  # characters: longer fractions are not shown


def explain(step: exact.State, a: str, b: str) -> str:
    """On which side of the edge the origin lies, how far away it is, and in the end the distance of the shapes."""
    corners = counted(len(step.outline), "corner")
    first = f"All arithmetic is exact, in integers. {a} − {b} has {corners}." if step.iteration == 0 else ""
    return " ".join(part for part in (first, _finding(step), _ending(step, a, b)) if part)


def headline(step: exact.State, _a: str, _b: str) -> str:
    return step.exit.words if step.exit != Exit.RUNNING else exact_edge_name(step, step.edge)


def exact_edge_name(step: exact.State, edge: exact.PlaneExactEdge) -> str:
    """ "edge w0 w1"; vertices carry their number on the outline."""
    if len(step.outline) == 1:
        return "vertex w0"
    return f"edge w{edge.number} w{(edge.number + 1) % len(step.outline)}"


def _finding(step: exact.State) -> str:
    name = exact_edge_name(step, step.edge)
    if len(step.outline) == 1:
        return f"The origin is {number(step.upper)} m from {name}."
    if step.edge.side == 0:
        return f"The origin lies on the line of {name}, and its nearest point is {_near(step)} m away."
    if step.edge.side > 0:
        return f"The origin is on the inner side of {name}, {number(step.distance)} m from its line."
    return f"The origin is on the outer side of {name}, whose nearest point is {_near(step)} m away."


def _near(step: exact.State) -> str:
    return number(nearest(step.edge.near))


def _ending(step: exact.State, a: str, b: str) -> str:
    if step.exit == Exit.RUNNING:
        return ""
    they = "the cores" if step.radius else f"{a} and {b}"
    radii = _less_radii(step, a, b)
    best = exact_edge_name(step, exact.contact_edge(step))
    if step.inside:
        depth = f"{number(-step.upper)} m{_root(step.highest.line)}"
        return f"The origin is on the inner side of all edges, and {best} is nearest: {they} overlap by {depth}{radii}."
    if step.exit == Exit.TOUCHING:
        return f"The origin lies on {best}: {they} touch{radii}."
    gap = f"{number(step.upper)} m apart{_root(step.nearest.near)}"
    return f"The nearest point of all is on {best}: {they} are {gap}{radii}."


def _root(length: Length) -> str:
    """The exact length, if it is a short root or fraction: ", exactly √2 m"."""
    square = Fraction(length.square, length.divisor) * Fraction(4) ** length.unit
    if max(square.numerator, square.denominator).bit_length() > 4 * SHORT:
        return ""
    root = Fraction(isqrt(square.numerator), isqrt(square.denominator))
    text = f"{root}" if root * root == square else f"√{square}" if square.denominator == 1 else f"√({square})"
    return f", exactly {text} m" if len(text) <= SHORT else ""


def _less_radii(step: exact.State, a: str, b: str) -> str:
    """A clause with the distance of the shapes, derived from that of the cores; empty if the cores are the shapes."""
    if step.radius == 0:
        return ""
    rest = step.upper - step.radius
    outcome = f"overlap by {number(-rest)} m" if rest < 0 else f"are {number(rest)} m apart" if rest > 0 else "touch"
    return f"; after subtracting the radii, {number(step.radius)} m in total, {a} and {b} {outcome}"
