"""Describes brute force steps."""

from math import isfinite

from gjkscope.engine.arithmetic.predicates import Meet
from gjkscope.engine.brute import steps as brute
from gjkscope.engine.brute.parity import Location, Ray
from gjkscope.engine.brute.steps import BrutePhase
from gjkscope.engine.result import Exit
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.text import counted, number, vector

LISTED = 4  # crossings that a sentence lists: a ray through a comb has hundreds


def explain(step: brute.State, a: str, b: str) -> str:
    """Which vertex or edge was tested, what it hit, and what that proves."""
    if step.exit == Exit.DEGENERATE_INPUT:
        return _ending(step, a, b)
    own, other = (a, b) if step.side == 0 else (b, a)
    if step.phase == BrutePhase.VERTEX:
        sentence = _vertex(step, own, other, a)
    elif step.phase == BrutePhase.EDGE:
        sentence = _edge(step, own, other)
    else:
        sentence = _middle(step, a, b)
    return sentence if step.exit == Exit.RUNNING else f"{sentence} {_ending(step, a, b)}"


def headline(step: brute.State, a: str, b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return f"{measured_feature(step, a, b)}: {_finding(step)}"


def measured_feature(step: brute.State, a: str, b: str) -> str:
    """ "vertex 3 of A", "edge 0–1 of B", "middle of the contacts"; vertices have the shape's own numbers."""
    if step.phase == BrutePhase.MIDDLE:
        return "middle of the contacts"
    kind = "vertex" if step.phase == BrutePhase.VERTEX else "edge"
    return f"{kind} {'–'.join(str(vertex) for vertex in step.vertices)} of {(a, b)[step.side]}"


def _finding(step: brute.State) -> str:
    if step.phase == BrutePhase.EDGE:
        return counted(len(step.meetings), "face") if step.meetings else "meets nothing"
    return step.location.name.lower().replace("_", " ")


def _vertex(step: brute.State, own: str, other: str, a: str) -> str:
    subject = f"Vertex {step.vertices[0]} of {own}, {vector(step.points[0])} from {a}'s position,"
    if step.location == Location.ON_SURFACE:
        return f"{subject} lies on the surface of {other}: the shapes share this point."
    if step.kind == SurfaceKind.THIN:
        return f"{subject} is not on {other}{_away(step)}; {other} has no interior."
    if step.ray is None:
        return f"{subject} is not on {other}, whose surface has a hole: no ray can tell inside from outside."
    return (
        f"{subject} casts a ray along +x: {_crossing_words(step.ray, other)} {_parity(step, other)}{_special(step.ray)}"
    )


def _crossing_words(ray: Ray, other: str) -> str:
    if not ray.crossings:
        return f"it crosses no face of {other}."
    distances = [f"{number(crossing.distance)} m" for crossing in ray.crossings[:LISTED]]
    more = ", …" if len(ray.crossings) > LISTED else ""
    return f"it crosses {counted(len(ray.crossings), 'face')} of {other}, at {', '.join(distances)}{more}."


def _parity(step: brute.State, other: str) -> str:
    if step.location == Location.INSIDE:
        return f"The count is odd: the vertex is inside {other}, {number(step.distance)} m deep."
    return f"The count is even: the vertex is outside{_away(step)}."


def _away(step: brute.State) -> str:
    """The distance to the other shape; empty if it was not measured because something nearer was known."""
    return f", {number(step.distance)} m away" if isfinite(step.distance) else ""


def _special(ray: Ray) -> str:
    """The decisions made by the symbolic shift of the ray (see parity.py)."""
    shared, grazed = sum(crossing.shared for crossing in ray.crossings), len(ray.grazed)
    if not shared and not grazed:
        return ""
    parts = [f"{counted(shared, 'crossing')} {'depends' if shared == 1 else 'depend'} on it"] if shared else []
    parts += [f"{counted(grazed, 'face')} that it only touches {'is' if grazed == 1 else 'are'} not counted"] * (
        grazed > 0
    )
    return (
        " The ray passes through an edge or a vertex, which several faces share, so it is shifted by an infinitesimal "
        f"amount: {', and '.join(parts)}."
    )


def _edge(step: brute.State, own: str, other: str) -> str:
    subject = f"Edge {'–'.join(str(vertex) for vertex in step.vertices)} of {own}"
    if not step.meetings:
        return f"{subject} meets no face of {other}."
    flat = sum(meeting.how == Meet.FLAT for meeting in step.meetings)
    plane = f", {flat} of them coplanar with the edge" if flat else ""
    return f"{subject} meets {counted(len(step.meetings), 'face')} of {other}{plane}.{_pieces(step, other)}"


def _pieces(step: brute.State, other: str) -> str:
    deepest = max((probe.depth for probe in step.probes if probe.location == Location.INSIDE), default=0.0)
    if deepest > 0:
        return f" Part of the edge is inside {other}, up to {number(deepest)} m deep."
    firm = max(meeting.depth for meeting in step.meetings)
    if firm > 0:
        return f" A crossing remains under any displacement of less than {number(firm)} m."
    return f" No part of the edge is inside {other}." if step.probes else ""


def _middle(step: brute.State, a: str, b: str) -> str:
    where = {
        Location.INSIDE: f"is inside both {a} and {b}, with depths of {number(step.probes[0].depth)} m in total",
        Location.ON_SURFACE: f"is on the surface of {a} or {b}",
        Location.OUTSIDE: f"is outside {a} or {b}",
    }[step.location]
    points = counted(step.known.contacts, "point")
    return f"The mean of {points} of contact, {vector(step.points[0])} from {a}'s position, {where}."


def _contact(step: brute.State, a: str, b: str) -> str:
    """Why the shapes count as touching: how close they are, and how small a movement separates them."""
    known = step.known
    if known.nearest.distance > 0:
        met = f"are within {number(known.nearest.distance)} m of each other, which counts as contact"
    else:
        met = "share a point"
    if known.lower < 0:
        return f"{met}, and moving them apart by {number(-known.lower)} m along {vector(known.normal)} separates them"
    return met if known.lower > 0 else f"{met}, and along {vector(known.normal)} {a} ends where {b} begins"


def _ending(step: brute.State, a: str, b: str) -> str:
    known = step.known
    apart = f"{number(known.nearest.distance)} m"
    if step.exit in (Exit.VERTEX_INSIDE, Exit.EDGES_CROSS, Exit.MIDDLE_INSIDE):
        return f"This proves penetration: {a} and {b} overlap by at least {number(known.depth)} m."
    if step.exit == Exit.NO_VERTEX_INSIDE:
        return (
            f"No vertex of {a} is inside {b}, and none of {b} is inside {a}. This proves nothing: edges may still "
            "cross, as with two crossed bars. The published test ends here."
        )
    if step.exit == Exit.TOUCHING:
        return f"{a} and {b} touch: they {_contact(step, a, b)}."
    if step.exit == Exit.DEPTH_UNKNOWN:
        return f"{a} and {b} share points; this test cannot tell whether they overlap or only touch."
    if step.exit == Exit.SURFACES_APART:
        return f"No vertex is inside and no edge meets a face: {a} and {b} are {apart} apart."
    if step.exit == Exit.NOT_WATERTIGHT and step.gap is not None:
        first, second = step.gap.ends
        return (
            f"Nothing proves contact, but the surface of {(a, b)[step.gap_side]} is not watertight: edge "
            f"{first}–{second} belongs to {counted(step.gap.faces, 'face')}. A surface with a hole has no inside, so "
            "nothing more can be proved."
        )
    return "The coordinates are too large or too small: products of four of them overflow or underflow."
