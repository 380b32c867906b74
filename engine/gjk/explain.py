"""Describes GJK steps, and says for each Voronoi region which test it passed or failed."""

from collections.abc import Iterable
from math import atan2, degrees
from typing import Protocol

from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.region_tests import (
    Failure,
    RegionTest,
    end_failure,
    inner_failure,
    region_test,
    towards,
    vertex_failure,
)
from gjkscope.engine.gjk.simplex import EDGES, FACES, SLOTS, Region, Tests, Triple
from gjkscope.engine.gjk.subdistance.methods import METHODS
from gjkscope.engine.gjk.subdistance.wording import solution_clause
from gjkscope.engine.gjk.wording import (
    Enclosure,
    bounds_clause,
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
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, vector
from gjkscope.engine.vectors import ZERO, area, cross, dot, norm, sub


class Tested(Protocol):
    """A step that found the region of a simplex."""

    @property
    def candidate(self) -> gjk.Simplex: ...
    @property
    def region(self) -> Region: ...
    @property
    def tests(self) -> Tests: ...


WORDS = Enclosure("The tetrahedron with {} encloses", "intersect", "four")


def explain(step: gjk.State, a: str, b: str) -> str:
    """The search direction, its support point, what remains of the simplex, and the bounds proved so far."""
    if step.iteration == 0:
        first = first_vertex_sentence(step, a, b)
        return first if step.exit == Exit.RUNNING else f"{first} {_ending(step, a, b)}"
    support = vertex_name(step.support)
    searched = (
        f"{momentum_clause(step)}Along d = {vector(step.direction)} the support point of {a} − {b} is {support}. "
    )
    if step.exit == Exit.RUNNING:
        nearest = region_name(step.candidate, step.region)
        found = f"{_solution(step)}. The origin is nearest" if step.solution else "The origin is nearest"
        dropped = dropped_clause(_dropped(step))
        return f"{searched}{found} to {nearest}{dropped}. {_refinement(step)}{bounds_clause(step)}."
    return searched + _ending(step, a, b)


def headline(step: gjk.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return "first vertex" if step.iteration == 0 else region_name(step.candidate, step.region)


def region_name(simplex: gjk.Simplex, region: Region) -> str:
    """ "vertex w2", "edge w0 w3", "face w0 w3 w4", "the interior"; vertices carry the number of their step."""
    if region == Region.INTERIOR:
        return "the interior"
    kind = ("vertex", "edge", "face")[len(SLOTS[region]) - 1]
    return " ".join([kind, *(f"w{simplex.vertices[slot].birth}" for slot in SLOTS[region])])


def region_tests(step: Tested, method: str = "") -> tuple[RegionTest[Region], ...]:
    """All Voronoi regions of the step's candidate simplex, each with the first test it failed or why it won.

    `method` is the sub-distance method that decided instead of these tests, if another one did.
    """
    regions = [region for region in Region if max(SLOTS[region]) < step.candidate.size]
    return tuple(
        region_test(
            region, region_name(step.candidate, region), region == step.region, _failed_test(step, region), method
        )
        for region in regions
    )


def own_region_tests(step: gjk.State) -> tuple[RegionTest[Region], ...]:
    """`region_tests` of a step of GJK, which another sub-distance method may have decided."""
    return region_tests(step, METHODS[step.solution.method].title if step.solution else "")


def _dropped(step: gjk.State) -> list[gjk.Vertex]:
    kept = {vertex.birth for vertex in step.simplex.vertices[: step.simplex.size]}
    return [vertex for vertex in step.candidate.vertices[: step.candidate.size] if vertex.birth not in kept]


def _ending(step: gjk.State, a: str, b: str) -> str:
    solved = f"{_solution(step)}. " if step.solution and _adds_vertex(step) else ""
    return solved + ending(step, a, b, WORDS, _contact(step, a, b))


def _refinement(step: gjk.State) -> str:
    """That the weights were refined, and why; empty if they were not."""
    return "Rounding errors of its weights hid the progress, so the weights are refined. " if step.refined else ""


def _solution(step: gjk.State) -> str:
    assert step.solution is not None
    return solution_clause(step.solution, [vertex_name(vertex) for vertex in step.candidate.vertices])


def _contact(step: gjk.State, a: str, b: str) -> str:
    if step.radius:
        return f"the cores touch{less_radii(step, a, b)}. GJK cannot tell whether the cores overlap more deeply"
    return f"{a} and {b} are in contact. GJK cannot tell whether or how deep they overlap"


def momentum_clause(step: gjk.State) -> str:
    """How momentum turned the direction, or that it is switched off; empty without momentum."""
    momentum = step.momentum
    if momentum is None or momentum.plain == ZERO:
        return ""
    name = momentum.method.capitalize()
    if momentum.is_on:
        turned = degrees(atan2(norm(cross(momentum.plain, step.direction)), dot(momentum.plain, step.direction)))
        return f"{name}'s momentum, δ = {number(momentum.weight, 3)}, turns the direction by {number(turned, 3)}°. "
    if step.direction == momentum.plain:
        return f"{name}'s momentum leads no nearer to the origin: from here on it is off. "
    return ""


def _explain_direction(step: gjk.State, a: str, b: str) -> str:
    if step.iteration == 0:
        return start_clause(step, a, b)
    d = f"d = {vector(step.direction)}"
    if step.momentum is not None and step.momentum.is_on:
        return f"{momentum_clause(step)}Now {d}."
    nearest = region_name(step.before, gjk.WHOLE[step.before.size - 1])
    if step.before.size == 1:
        return f"The simplex is {nearest}, so d points from it to the origin: {d}."
    if step.before.size == 2:
        return f"The simplex is {nearest}, so d points from it to the origin, perpendicular to the edge: {d}."
    p, q, r = (vertex.point for vertex in step.before.vertices[:3])
    if area(sub(q, p), sub(r, p)) == ZERO:
        return f"The simplex is {nearest}, too thin to have a normal, so the direction stays the same: {d}."
    return f"The simplex is {nearest}, so d is its normal on the origin's side: {d}."


def _explain_support(step: gjk.State, a: str, b: str) -> str:
    leaves = f"The plane perpendicular to d leaves {a} − {b} at its support point"
    height = dot(step.direction, step.support.point)
    reached = reached_clause(step, height, a, b, f"this direction does not separate {a} and {b}")
    return f"{leaves} {vertex_name(step.support)} = s_{a}(d) − s_{b}(−d). {reached}"


def _explain_feature(step: gjk.State, a: str, b: str) -> str:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return _ending(step, a, b)
    name = region_name(step.candidate, step.region)
    if step.solution:
        return f"{_solution(step)}. The origin is {number(norm(step.closest))} m from it."
    region = f"The origin lies in the Voronoi region of {name}: {number(norm(step.closest))} m from that feature."
    return f"{region} {_refinement(step)}".rstrip()


def _explain_drop(step: gjk.State, _a: str, _b: str) -> str:
    return dropped_sentence(_dropped(step), region_name(step.candidate, step.region))


def _explain_outcome(step: gjk.State, a: str, b: str) -> str:
    return _ending(step, a, b)


def _adds_vertex(step: gjk.State) -> bool:
    """Whether the support point is added to a simplex, so that the origin may have another nearest feature."""
    return step.candidate.size > 1 and step.support in step.candidate.vertices[: step.candidate.size]


def _drops_vertex(step: gjk.State) -> bool:
    return _adds_vertex(step) and bool(_dropped(step))


BEATS = (
    Beat("direction", "Search direction", _explain_direction),
    Beat("support", "Support", _explain_support),
    Beat("feature", "Nearest feature", _explain_feature, _adds_vertex),
    Beat("drop", "Drop", _explain_drop, _drops_vertex),
    Beat("outcome", "Outcome", _explain_outcome, ends_search),
)


def _failed_test(step: Tested, region: Region) -> Failure | None:
    """`None` if the region passes all its tests."""
    slots = SLOTS[region]
    if len(slots) == 1:
        return _failed_vertex(step, slots[0])
    if len(slots) == 2:
        return _failed_edge(step, (slots[0], slots[1]))
    if len(slots) == 3:
        return _failed_face(step, FACES.index((slots[0], slots[1], slots[2])))
    return _failed_interior(step)


def _failed_vertex(step: Tested, slot: int) -> Failure | None:
    vertices = step.candidate.vertices
    for i, (p, q) in enumerate(EDGES):
        if slot in (p, q) and q < step.candidate.size:
            value, other = (step.tests.edges[i][0], q) if slot == p else (step.tests.edges[i][1], p)
            if value > 0:
                return vertex_failure(vertices[slot], vertices[other], value)
    return None


def _failed_edge(step: Tested, edge: tuple[int, int]) -> Failure | None:
    vertices = step.candidate.vertices
    tests = step.tests.edges[EDGES.index(edge)]
    for value, near, far in zip(tests, edge, reversed(edge), strict=True):
        if value <= 0:
            return end_failure(vertices[near], vertices[far], value)
    for face, values in zip(FACES, step.tests.faces, strict=True):
        if edge[0] in face and edge[1] in face and max(face) < step.candidate.size:
            third = next(slot for slot in face if slot not in edge)
            if values[face.index(third)] > 0:
                return inner_failure(vertices[third], _towards(step, face, third, values, "> 0"))
    return None


def _failed_face(step: Tested, index: int) -> Failure | None:
    face, values = FACES[index], step.tests.faces[index]
    if step.candidate.size == 4 and step.tests.sides[index] <= 0:
        return Failure("the origin lies on its inner side", f"distance {number(step.tests.sides[index])} m ≤ 0")
    for i, slot in enumerate(face):
        if values[i] <= 0:
            edge = _names(step, (other for other in face if other != slot))
            return Failure(f"the origin lies beyond edge {edge}", _towards(step, face, slot, values, "≤ 0"))
    return None


def _failed_interior(step: Tested) -> Failure | None:
    for face, side in zip(FACES, step.tests.sides, strict=True):
        if side >= 0:
            return Failure(f"the origin lies outside face {_names(step, face)}", f"distance {number(side)} m ≥ 0")
    return None


def _towards(step: Tested, face: tuple[int, int, int], slot: int, values: Triple, comparison: str) -> str:
    """A face test as the distance of the origin's projection from the opposite edge, positive towards the vertex."""
    p, q = (step.candidate.vertices[other].point for other in face if other != slot)
    edge, value = sub(q, p), values[face.index(slot)]
    scale = norm(edge) * norm(cross(edge, sub(step.candidate.vertices[slot].point, p)))
    return towards(step.candidate.vertices[slot], value / scale if scale else value, comparison)


def _names(step: Tested, slots: Iterable[int]) -> str:
    return " ".join(vertex_name(step.candidate.vertices[slot]) for slot in slots)
