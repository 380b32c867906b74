"""Describes GJK steps in the plane, and says for each Voronoi region which test it passed or failed."""

from typing import Protocol

from gjkscope.engine.gjk.region_tests import (
    Failure,
    RegionTest,
    end_failure,
    inner_failure,
    region_test,
    towards,
    vertex_failure,
)
from gjkscope.engine.gjk.wording import (
    Enclosure,
    bounds_clause,
    distance_clause,
    dropped_clause,
    dropped_sentence,
    ending,
    ends_search,
    first_vertex_sentence,
    less_radii,
    reached_clause,
    start_clause,
    vertex_name,
)
from gjkscope.engine.plane.cores import PlaneVertex
from gjkscope.engine.plane.gjk import steps as gjk
from gjkscope.engine.plane.gjk.simplex import (
    PLANE_EDGES,
    PLANE_SLOTS,
    WHOLE_PLANE_SIMPLEX,
    PlaneRegion,
    PlaneSimplex,
    PlaneTests,
    vertices_in_plane,
)
from gjkscope.engine.plane.vectors import dot2, norm2, sub2
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector


class TestedInPlane(Protocol):
    """A step that found the region of a 2D simplex."""

    @property
    def candidate(self) -> PlaneSimplex: ...
    @property
    def region(self) -> PlaneRegion: ...
    @property
    def tests(self) -> PlaneTests: ...


WORDS = Enclosure("The triangle with {} contains", "overlap", "two")


def explain(step: gjk.State, a: str, b: str) -> str:
    """The search direction, its support point, what remains of the simplex, and the bounds proved so far."""
    if step.iteration == 0:
        first = first_vertex_sentence(step, a, b)
        return first if step.exit == Exit.RUNNING else f"{first} {_ending(step, a, b)}"
    support = vertex_name(step.support)
    searched = f"Along d = {vector(step.direction)} the support point of {a} − {b} is {support}. "
    if step.exit != Exit.RUNNING:
        return searched + _ending(step, a, b)
    if _on_edge(step):
        edge = region_name_in_plane(step.simplex, PlaneRegion.EDGE_AB)
        return f"{searched}The origin lies on {edge} to within rounding, so the other side of the edge is next."
    nearest = region_name_in_plane(step.candidate, step.region)
    return f"{searched}The origin is nearest to {nearest}{dropped_clause(_dropped(step))}. {bounds_clause(step)}."


def headline(step: gjk.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return "first vertex" if step.iteration == 0 else region_name_in_plane(step.candidate, step.region)


def region_name_in_plane(simplex: PlaneSimplex, region: PlaneRegion) -> str:
    """ "vertex w2", "edge w0 w3", "the interior"; vertices carry the number of their step."""
    if region == PlaneRegion.INTERIOR:
        return "the interior"
    kind = ("vertex", "edge")[len(PLANE_SLOTS[region]) - 1]
    return " ".join([kind, *(vertex_name(simplex.vertices[slot]) for slot in PLANE_SLOTS[region])])


def region_tests_in_plane(step: TestedInPlane) -> tuple[RegionTest[PlaneRegion], ...]:
    """All Voronoi regions of the step's candidate simplex, each with the first test it failed or why it won.

    The region that won comes first.
    """
    regions = [region for region in PlaneRegion if max(PLANE_SLOTS[region]) < step.candidate.size]
    return tuple(
        region_test(
            region, region_name_in_plane(step.candidate, region), region == step.region, _failed_test(step, region)
        )
        for region in sorted(regions, key=lambda region: region != step.region)
    )


def _on_edge(step: gjk.State) -> bool:
    """Whether the origin lies on an edge, and the new support was dropped."""
    on_simplex = step.upper <= gjk.plane_rounding(step)
    return step.simplex.size == 2 and on_simplex and not gjk.is_kept(step.simplex, step.support)


def _dropped(step: gjk.State) -> list[PlaneVertex]:
    return [vertex for vertex in vertices_in_plane(step.candidate) if not gjk.is_kept(step.simplex, vertex)]


def _ending(step: gjk.State, a: str, b: str) -> str:
    return ending(step, a, b, WORDS, _contact(step, a, b))


def _contact(step: gjk.State, a: str, b: str) -> str:
    if step.upper - step.lower <= gjk.plane_rounding(step):
        return distance_clause(step, a, b)
    if step.radius:
        return f"the cores are in contact{less_radii(step, a, b)}. GJK cannot tell whether the cores overlap"
    return f"{a} and {b} are in contact. GJK cannot tell whether or how deep they overlap"


def _failed_test(step: TestedInPlane, region: PlaneRegion) -> Failure | None:
    """`None` if the region passes all its tests."""
    slots = PLANE_SLOTS[region]
    if len(slots) == 1:
        return _failed_vertex(step, slots[0])
    if len(slots) == 2:
        return _failed_edge(step, (slots[0], slots[1]))
    return _failed_interior(step)


def _failed_vertex(step: TestedInPlane, slot: int) -> Failure | None:
    for edge, tests in zip(PLANE_EDGES, step.tests.edges, strict=True):
        if slot in edge and max(edge) < step.candidate.size:
            value, other = (tests[0], edge[1]) if slot == edge[0] else (tests[1], edge[0])
            if value > 0:
                return vertex_failure(step.candidate.vertices[slot], step.candidate.vertices[other], value)
    return None


def _failed_edge(step: TestedInPlane, edge: tuple[int, int]) -> Failure | None:
    number_of_edge = PLANE_EDGES.index(edge)
    for value, near, far in zip(step.tests.edges[number_of_edge], edge, reversed(edge), strict=True):
        if value <= 0:
            return end_failure(step.candidate.vertices[near], step.candidate.vertices[far], value)
    if step.candidate.size == 3 and step.tests.sides[number_of_edge] > 0:
        return inner_failure(step.candidate.vertices[3 - sum(edge)], _side(step, number_of_edge, "> 0"))
    return None


def _failed_interior(step: TestedInPlane) -> Failure | None:
    for number_of_edge, edge in enumerate(PLANE_EDGES):
        if step.tests.sides[number_of_edge] <= 0:
            ends = " ".join(vertex_name(step.candidate.vertices[slot]) for slot in edge)
            return Failure(f"the origin lies outside edge {ends}", _side(step, number_of_edge, "≤ 0"))
    return None


def _side(step: TestedInPlane, edge: int, comparison: str) -> str:
    """The side test of an edge, as the distance of the origin from it, positive towards the third vertex."""
    p, q = (step.candidate.vertices[slot].point for slot in PLANE_EDGES[edge])
    length, value = norm2(sub2(q, p)), step.tests.sides[edge]
    third = step.candidate.vertices[3 - sum(PLANE_EDGES[edge])]
    return towards(third, value / length if length else value, comparison)


def _explain_direction(step: gjk.State, a: str, b: str) -> str:
    if step.iteration == 0:
        return start_clause(step, a, b)
    d = f"d = {vector(step.direction)}"
    nearest = region_name_in_plane(step.before, WHOLE_PLANE_SIMPLEX[step.before.size - 1])
    if step.before.size == 1:
        return f"The simplex is {nearest}, so d points from it to the origin: {d}."
    return f"The simplex is {nearest}, so d points from it to the origin, perpendicular to the edge: {d}."


def _explain_support(step: gjk.State, a: str, b: str) -> str:
    leaves = f"The line perpendicular to d leaves {a} − {b} at its support point"
    height = dot2(step.direction, step.support.point)
    reached = reached_clause(step, height, a, b, f"{a} and {b} may overlap")
    return f"{leaves} {vertex_name(step.support)} = s_{a}(d) − s_{b}(−d). {reached}"


def _explain_feature(step: gjk.State, a: str, b: str) -> str:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return _ending(step, a, b)
    name = region_name_in_plane(step.candidate, step.region)
    return f"The origin is nearest to {name}, {number(norm2(step.closest))} m away."


def _explain_drop(step: gjk.State, _a: str, _b: str) -> str:
    return dropped_sentence(_dropped(step), region_name_in_plane(step.candidate, step.region))


def _explain_outcome(step: gjk.State, a: str, b: str) -> str:
    return _ending(step, a, b)


def _adds_vertex(step: gjk.State) -> bool:
    """Whether the support point is added to a simplex, so that the origin may have another nearest feature."""
    return step.candidate.size > 1 and gjk.is_kept(step.candidate, step.support)


def _drops_vertex(step: gjk.State) -> bool:
    return _adds_vertex(step) and step.simplex.size < step.candidate.size


BEATS = (
    Beat("direction", "Search direction", _explain_direction),
    Beat("support", "Support", _explain_support),
    Beat("feature", "Nearest feature", _explain_feature, _adds_vertex),
    Beat("drop", "Drop", _explain_drop, _drops_vertex),
    Beat("outcome", "Outcome", _explain_outcome, ends_search),
)
"""The beats have the names of GJK's in space, and the same order."""
