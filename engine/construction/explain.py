"""Describes the steps of the construction of A − B, and the difference of two points of the bodies."""

from collections.abc import Callable
from typing import assert_never

from gjkscope.engine.construction.path import Loop
from gjkscope.engine.construction.steps import ConstructionPhase, State
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.text import counted, number, series
from gjkscope.engine.vectors import Vec3, norm, sub

NAMED = 4  # a sentence names at most this many differences and counts the rest


def explain(step: State, a: str, b: str) -> str:
    """What −B does in this step, and what it covers."""
    match step.phase:
        case ConstructionPhase.START:
            return _beginning(a, b)
        case ConstructionPhase.REFLECT:
            return _reflection(step, a, b)
        case ConstructionPhase.VERTEX:
            return _at_vertex(step, a, b)
        case ConstructionPhase.HULL:
            return _hull(step, a, b)
        case ConstructionPhase.TRAVEL:
            return _travel(step, a, b)
        case ConstructionPhase.COMPLETE:
            return _complete(step, a, b)
    assert_never(step.phase)


def headline(step: State, a: str, b: str) -> str:
    """A few words about the step."""
    match step.phase:
        case ConstructionPhase.START:
            return f"{a} and {b}"
        case ConstructionPhase.REFLECT:
            return f"reflect {b}"
        case ConstructionPhase.VERTEX:
            return f"−{b} on {_vertex(step.end_vertex)}"
        case ConstructionPhase.HULL:
            return f"hull of {counted(step.differences, 'difference')}"
        case ConstructionPhase.TRAVEL:
            way = "back along" if step.returning else "along"
            return f"sweep −{b} {way} {_edge(step)}"
        case ConstructionPhase.COMPLETE:
            return f"{a} − {b}"
    assert_never(step.phase)


def _at(*phases: ConstructionPhase) -> Callable[[State], bool]:
    return lambda step: step.phase in phases


def _placement_words(step: State, a: str, b: str) -> str:
    return f"−{b} moves to {_point_of(step)} {_vertex(step.end_vertex)} of {a}."


def probe_words(point_a: Vec3, point_b: Vec3, tolerance: float, dimension: int = 3) -> str:
    """A sentence about the difference of a point of A and one of B, metres; within `tolerance` the two coincide."""
    difference = sub(point_a, point_b)
    if norm(difference) <= tolerance:
        return "a and b are the same point, so a − b is the origin: it is in A − B exactly if A and B share a point."
    components = ", ".join(number(component, 3) for component in difference[:dimension])
    return f"a − b = ({components}): {number(norm(difference), 3)} m from the origin."


def _beginning(a: str, b: str) -> str:
    return (
        f"{a} − {b} contains the difference a − b of every point a of {a} and every point b of {b}. "
        f"To build it, {a} and {b} are drawn as seen from the centre of {b}: it is the origin here."
    )


def _reflection(step: State, a: str, b: str) -> str:
    how = f"{b} turned by 180° about its centre" if step.planar else f"{b} reflected through its centre"
    return (
        f"This is −{b}: {how}. With its centre on a point of {a}, it covers the differences of that point "
        f"and every point of {b}."
    )


def _at_vertex(step: State, a: str, b: str) -> str:
    vertex = _vertex(step.end_vertex)
    which = f"{_point_of(step)} {vertex} of {a}"
    if step.sampled_b:
        covers = (
            f"Its boundary is {vertex} − b for every point b on the boundary of {b}; {len(step.corners)} are sampled."
        )
    elif len(step.vertices_b) == 1:
        covers = f"It is the difference {vertex} − b{step.vertices_b[0]}."
    else:
        covers = f"Its corners are {series([f'{vertex} − b{name}' for name in step.vertices_b], NAMED)}."
    return f"−{b} has its centre on {which}. {covers} {_so_far(step)}"


def _so_far(step: State) -> str:
    if step.found == step.differences:
        return f"That makes all {counted(step.differences, 'difference')}."
    return f"That makes {step.found:,} of {counted(step.differences, 'difference')}."


def _hull(step: State, a: str, b: str) -> str:
    if step.sampled_a or step.sampled_b:
        return (
            f"The convex hull of all {counted(step.differences, 'difference')}. They are samples of a curved or "
            f"detailed boundary, so {a} − {b} is larger."
        )
    return (
        f"The convex hull of all {counted(step.differences, 'difference')} of vertices. {a} and {b} are convex, so no "
        f"other difference of their points is outside it: it is {a} − {b}."
    )


def _sweeping(step: State, a: str, b: str) -> str:
    if step.returning:
        return f"−{b} returns along {_edge(step)} of {a}, which it has been swept along before."
    part = "between two sample points" if step.sampled_a else f"along {_edge(step)}"
    return f"−{b} is swept {part} of {a}: it covers the differences of the points there and all points of {b}."


def _travel(step: State, a: str, b: str) -> str:
    covered = _sweeping(step, a, b)
    if step.returning:
        return covered
    if not step.completed:
        return f"{covered} {_edges_so_far(step)}"
    if step.planar:
        return f"{covered} It has been around {a} now. Only differences of points inside {a} can still be missing."
    faces = series([_face(loop) for loop in step.completed], NAMED)
    return f"{covered} It has been around {faces} now, so it is swept over {_them(step.completed)}, too."


def _edges_so_far(step: State) -> str:
    return f"{step.travelled} of {counted(step.edges, 'edge')} done."


def _complete(step: State, a: str, b: str) -> str:
    whole = f"{a} − {b}"
    return (
        f"With its centre on every point of {a}, −{b} covers {whole}, the set of all differences of a point of {a} and "
        f"a point of {b}. It contains the origin exactly if {a} and {b} have a point in common."
    )


def _point_of(step: State) -> str:
    return "sample point" if step.sampled_a else "vertex"


def _vertex(number_of: int) -> str:
    return f"a{number_of}"


def _edge(step: State) -> str:
    return f"edge {_vertex(step.start_vertex)} {_vertex(step.end_vertex)}"


def _face(loop: Loop) -> str:
    return f"face {' '.join(_vertex(vertex) for vertex in loop)}"


def _them(loops: tuple[Loop, ...]) -> str:
    return "it" if len(loops) == 1 else "them"


BEATS = (
    Beat("reflect", "Reflect {b}", explain, _at(ConstructionPhase.REFLECT)),
    Beat("place", "Place −{b}", _placement_words, _at(ConstructionPhase.VERTEX)),
    Beat("differences", "Differences", _at_vertex, _at(ConstructionPhase.VERTEX)),
    Beat("hull", "Convex hull", explain, _at(ConstructionPhase.HULL)),
    Beat("sweep", "Sweep −{b}", _sweeping, _at(ConstructionPhase.TRAVEL)),
)
"""The parts of a step that are animated one after another; drawings ask for them by name."""
