"""Describes GJK steps in the plane, and says for each Voronoi region which test it passed or failed."""

from math import isfinite
from typing import NamedTuple, Protocol

from gjkscope.engine.gjk.wording import bounds_clause, distance_clause, less_radii, tolerance_clause
from gjkscope.engine.plane.cores import PlaneVertex
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.simplex import PLANE_EDGES, PLANE_SLOTS, WHOLE_PLANE_SIMPLEX, PlaneRegion, PlaneTests
from gjkscope.engine.plane.vectors import dot2, norm2, sub2
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, series, vector


class TestedInPlane(Protocol):
    """A step that found the region of a 2D simplex."""

    @property
    def candidate(self) -> gjk.PlaneSimplex: ...
    @property
    def region(self) -> PlaneRegion: ...
    @property
    def tests(self) -> PlaneTests: ...


class PlaneRegionTest(NamedTuple):
    """One Voronoi region of a GJK step: whether the origin is in it, and the test that decided."""

    region: PlaneRegion
    name: str  # "edge w0 w1"
    won: bool
    reason: str
    clause: str  # the reason without numbers
    inequality: str  # the test that failed, with its value; empty if none did


class PlaneFailure(NamedTuple):
    """The first test of a region that failed."""

    words: str
    inequality: str


def explain(step: gjk.State, a: str, b: str) -> str:
    """The search direction, its support point, what remains of the simplex, and the bounds proved so far."""
    w = f"w{step.support.birth}"
    if step.iteration == 0:
        return _first(step, w, a, b)
    searched = f"Along d = {vector(step.direction)} the support point of {a} − {b} is {w}. "
    if step.exit != Exit.RUNNING:
        return searched + _ending(step, w, a, b)
    if _on_edge(step):
        edge = region_name_in_plane(step.simplex, PlaneRegion.EDGE_AB)
        return f"{searched}The origin lies on {edge} to within rounding, so the other side of the edge is next."
    nearest = region_name_in_plane(step.candidate, step.region)
    return f"{searched}The origin is nearest to {nearest}{_dropped_words(step)}. {bounds_clause(step)}."


def headline(step: gjk.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return "first vertex" if step.iteration == 0 else region_name_in_plane(step.candidate, step.region)


def region_name_in_plane(simplex: tuple[PlaneVertex, ...], region: PlaneRegion) -> str:
    """ "vertex w2", "edge w0 w3", "the interior"; vertices carry the number of their step."""
    if region == PlaneRegion.INTERIOR:
        return "the interior"
    kind = ("vertex", "edge")[len(PLANE_SLOTS[region]) - 1]
    return " ".join([kind, *(f"w{simplex[slot].birth}" for slot in PLANE_SLOTS[region])])


def region_tests_in_plane(step: TestedInPlane) -> tuple[PlaneRegionTest, ...]:
    """All Voronoi regions of the step's candidate simplex, each with the first test it failed or why it won.

    The region that won comes first.
    """
    regions = [region for region in PlaneRegion if max(PLANE_SLOTS[region]) < len(step.candidate)]
    rows = []
    for region in sorted(regions, key=lambda region: region != step.region):
        failed = _failed_test(step, region)
        won = region == step.region
        clause = _winning_clause(failed) if won else _losing_clause(failed)
        inequality = failed.inequality if failed else ""
        reason = f"{clause}: {inequality}" if failed and not won else clause
        name = region_name_in_plane(step.candidate, region)
        rows.append(PlaneRegionTest(region, name, won, reason, clause, inequality))
    return tuple(rows)


def _first(step: gjk.State, w: str, a: str, b: str) -> str:
    # GJK also starts along +x where the centres coincide.
    towards = "along +x" if step.direction == (1, 0) else f"from {a}'s centre towards {b}'s"
    first = (
        f"The search starts {towards}: d = {vector(step.direction)}. The first vertex of the simplex is "
        f"{w} = s_{a}(d) − s_{b}(−d) = {vector(step.support.point)}, {number(step.upper)} m from the origin."
    )
    return first if step.exit == Exit.RUNNING else f"{first} {_ending(step, w, a, b)}"


def _on_edge(step: gjk.State) -> bool:
    """Whether the origin lies on an edge, and the new support was dropped."""
    return len(step.simplex) == 2 and step.upper <= gjk.plane_rounding(step) and step.support not in step.simplex


def _dropped_words(step: gjk.State) -> str:
    gone = [f"w{vertex.birth}" for vertex in step.candidate if vertex not in step.simplex]
    if not gone:
        return ": all vertices are kept"
    return f": {' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} dropped"


def _ending(step: gjk.State, w: str, a: str, b: str) -> str:
    if step.exit == Exit.CONVERGED:
        return (
            "It is no further along d than the closest point of the simplex, to within rounding, so the search has "
            f"converged: {distance_clause(step, a, b)}."
        )
    if step.exit == Exit.WITHIN_TOLERANCE:
        return f"{tolerance_clause(step)}, so the search ends: {distance_clause(step, a, b)}."
    if step.exit == Exit.ORIGIN_ENCLOSED:
        they, their = (f"{a} and {b}", "the") if step.radius == 0 else (f"the cores of {a} and {b}", "their")
        return (
            f"The triangle with {w} contains the origin: {they} overlap, and {their} depth is at least "
            f"{number(-step.upper)} m."
        )
    if step.exit == Exit.TOUCHING:
        return f"The origin lies on the simplex to within rounding: {_contact(step, a, b)}."
    if step.exit == Exit.NO_PROGRESS:
        return (
            "It brings the simplex no closer to the origin: rounding hides any further progress. "
            f"{bounds_clause(step)}{less_radii(step, a, b)}."
        )
    if step.exit == Exit.DEGENERATE_INPUT:
        too, end = ("small", "underflows") if step.reach < 1 else ("large", "overflows")
        coordinates = f"Coordinates of {number(step.reach)} m" if isfinite(step.reach) else "The coordinates"
        return f"{coordinates} are too {too}: the region tests multiply two of them, and the product {end}."
    return f"The limit of {gjk.ITERATION_LIMIT} steps is reached. {bounds_clause(step)}{less_radii(step, a, b)}."


def _contact(step: gjk.State, a: str, b: str) -> str:
    if step.upper - step.lower <= gjk.plane_rounding(step):
        return distance_clause(step, a, b)
    if step.radius:
        return f"the cores are in contact{less_radii(step, a, b)}. GJK cannot tell whether the cores overlap"
    return f"{a} and {b} are in contact. GJK cannot tell whether or how deep they overlap"


def _failed_test(step: TestedInPlane, region: PlaneRegion) -> PlaneFailure | None:
    """`None` if the region passes all its tests."""
    slots = PLANE_SLOTS[region]
    if len(slots) == 1:
        return _failed_vertex(step, slots[0])
    if len(slots) == 2:
        return _failed_edge(step, (slots[0], slots[1]))
    return _failed_interior(step)


def _failed_vertex(step: TestedInPlane, slot: int) -> PlaneFailure | None:
    for edge, tests in zip(PLANE_EDGES, step.tests.edges, strict=True):
        if slot in edge and max(edge) < len(step.candidate):
            value, other = (tests[0], edge[1]) if slot == edge[0] else (tests[1], edge[0])
            if value > 0:
                words = f"the origin lies on the {_w(step, other)} side of {_w(step, slot)}"
                return PlaneFailure(words, _product(step, slot, other, value, "> 0"))
    return None


def _failed_edge(step: TestedInPlane, edge: tuple[int, int]) -> PlaneFailure | None:
    number_of_edge = PLANE_EDGES.index(edge)
    for value, near, far in zip(step.tests.edges[number_of_edge], edge, reversed(edge), strict=True):
        if value <= 0:
            words = f"the origin lies beyond its end {_w(step, near)}"
            return PlaneFailure(words, _product(step, near, far, value, "≤ 0"))
    if len(step.candidate) == 3 and step.tests.sides[number_of_edge] > 0:
        third = 3 - sum(edge)
        return PlaneFailure(f"the origin lies on the {_w(step, third)} side of it", _side(step, number_of_edge, "> 0"))
    return None


def _failed_interior(step: TestedInPlane) -> PlaneFailure | None:
    for number_of_edge, edge in enumerate(PLANE_EDGES):
        if step.tests.sides[number_of_edge] <= 0:
            words = f"the origin lies outside edge {' '.join(_w(step, slot) for slot in edge)}"
            return PlaneFailure(words, _side(step, number_of_edge, "≤ 0"))
    return None


def _winning_clause(failed: PlaneFailure | None) -> str:
    return "passes all its tests" if failed is None else "nearest by distance; rounding leaves no region that passes"


def _losing_clause(failed: PlaneFailure | None) -> str:
    if failed is None:
        return "passes all its tests too, but another region was tested first"
    return failed.words


def _product(step: TestedInPlane, near: int, far: int, value: float, comparison: str) -> str:
    """The test of an edge at its end `near`, as a formula with its value."""
    p, q = _w(step, near), _w(step, far)
    return f"(o − {p})·({q} − {p}) = {number(value)} m² {comparison}"


def _side(step: TestedInPlane, edge: int, comparison: str) -> str:
    """The side test of an edge, as the distance of the origin from it, positive towards the third vertex."""
    p, q = (step.candidate[slot].point for slot in PLANE_EDGES[edge])
    third, length, value = 3 - sum(PLANE_EDGES[edge]), norm2(sub2(q, p)), step.tests.sides[edge]
    return f"distance towards {_w(step, third)} {number(value / length if length else value)} m {comparison}"


def _w(step: TestedInPlane, slot: int) -> str:
    return f"w{step.candidate[slot].birth}"


def _explain_direction(step: gjk.State, a: str, b: str) -> str:
    d = f"d = {vector(step.direction)}"
    if step.iteration == 0:
        towards = "along +x" if step.direction == (1, 0) else f"from {a}'s centre towards {b}'s"
        return f"The search starts {towards}: {d}."
    nearest = region_name_in_plane(step.before, WHOLE_PLANE_SIMPLEX[len(step.before) - 1])
    if len(step.before) == 1:
        return f"The simplex is {nearest}, so d points from it to the origin: {d}."
    return f"The simplex is {nearest}, so d points from it to the origin, perpendicular to the edge: {d}."


def _explain_support(step: gjk.State, a: str, b: str) -> str:
    w = f"w{step.support.birth}"
    sentence = f"The line perpendicular to d leaves {a} − {b} at its support point {w} = s_{a}(d) − s_{b}(−d)."
    height = dot2(step.direction, step.support.point)
    if height >= 0:
        return f"{sentence} That is {number(height)} m beyond the origin, so {a} and {b} may overlap."
    they = f"the cores of {a} and {b}" if step.radius else f"{a} and {b}"
    return f"{sentence} It does not reach the origin: {they} are at least {number(-height)} m apart."


def _explain_feature(step: gjk.State, a: str, b: str) -> str:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return _ending(step, f"w{step.support.birth}", a, b)
    name = region_name_in_plane(step.candidate, step.region)
    return f"The origin is nearest to {name}, {number(norm2(step.closest))} m away."


def _explain_drop(step: gjk.State, _a: str, _b: str) -> str:
    gone = [f"w{vertex.birth}" for vertex in step.candidate if vertex not in step.simplex]
    are, they = ("is", "it is") if len(gone) == 1 else ("are", "they are")
    name = region_name_in_plane(step.candidate, step.region)
    return f"{series(gone, len(gone))} {are} dropped: {they} not part of {name}."


def _explain_outcome(step: gjk.State, a: str, b: str) -> str:
    return _ending(step, f"w{step.support.birth}", a, b)


def _adds_vertex(step: gjk.State) -> bool:
    """Whether the support point is added to a simplex, so that the origin may have another nearest feature."""
    return len(step.candidate) > 1 and step.support in step.candidate


def _drops_vertex(step: gjk.State) -> bool:
    return _adds_vertex(step) and len(step.simplex) < len(step.candidate)


def _stops(step: gjk.State) -> bool:
    """Whether the search ends; an enclosed origin is what its feature shows already."""
    return step.exit not in (Exit.RUNNING, Exit.ORIGIN_ENCLOSED)


BEATS = (
    Beat("direction", "Search direction", _explain_direction),
    Beat("support", "Support", _explain_support),
    Beat("feature", "Nearest feature", _explain_feature, _adds_vertex),
    Beat("drop", "Drop", _explain_drop, _drops_vertex),
    Beat("outcome", "Outcome", _explain_outcome, _stops),
)
"""The beats have the names of GJK's in space, and the same order."""
