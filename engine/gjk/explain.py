"""Describes GJK steps, and says for each Voronoi region which test it passed or failed."""

from math import isfinite
from typing import NamedTuple, Protocol

from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.gjk.simplex import EDGES, FACES, SLOTS, Region, Tests, Triple
from gjkscope.engine.gjk.wording import bounds_clause, distance_clause, less_radii, tolerance_clause
from gjkscope.engine.registry.beat import Beat
from gjkscope.engine.result import Exit
from gjkscope.engine.text import number, series, vector
from gjkscope.engine.vectors import ZERO, area, cross, dot, norm, sub


class Tested(Protocol):
    """A step that found the region of a simplex."""

    @property
    def candidate(self) -> gjk.Simplex: ...
    @property
    def region(self) -> Region: ...
    @property
    def tests(self) -> Tests: ...


class RegionTest(NamedTuple):
    """One Voronoi region of a GJK step: whether the origin is in it, and the test that decided."""

    region: Region
    name: str  # "edge w0 w3"
    won: bool
    reason: str
    clause: str  # the reason without numbers
    inequality: str  # the test that failed, with its value; empty if none did


class Failure(NamedTuple):
    """The first test of a region that failed."""

    words: str
    inequality: str


def explain(step: gjk.State, a: str, b: str) -> str:
    """The search direction, its support point, what remains of the simplex, and the bounds proved so far."""
    w = f"w{step.support.birth}"
    if step.iteration == 0:
        # GJK also starts along +x where the centres coincide.
        towards = "along +x" if step.direction == (1, 0, 0) else f"from {a}'s centre towards {b}'s"
        first = (
            f"The search starts {towards}: d = {vector(step.direction)}. The first vertex of the simplex is "
            f"{w} = s_{a}(d) − s_{b}(−d) = {vector(step.support.point)}, {number(step.upper)} m from the origin."
        )
        return first if step.exit == Exit.RUNNING else f"{first} {_ending(step, w, a, b)}"
    searched = f"Along d = {vector(step.direction)} the support point of {a} − {b} is {w}. "
    if step.exit == Exit.RUNNING:
        nearest = region_name(step.candidate, step.region)
        return f"{searched}The origin is nearest to {nearest}{_dropped_words(step)}. {bounds_clause(step)}."
    return searched + _ending(step, w, a, b)


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


def region_tests(step: Tested) -> tuple[RegionTest, ...]:
    """All Voronoi regions of the step's candidate simplex, each with the first test it failed or why it won."""
    regions = [region for region in Region if max(SLOTS[region]) < step.candidate.size]
    rows = []
    for region in regions:
        failed = _failed_test(step, region)
        won = region == step.region
        clause = _winning_clause(failed) if won else _losing_clause(failed)
        inequality = failed.inequality if failed else ""
        reason = f"{clause}: {inequality}" if failed and not won else clause
        rows.append(RegionTest(region, region_name(step.candidate, region), won, reason, clause, inequality))
    return tuple(rows)


def _dropped_words(step: gjk.State) -> str:
    gone = _dropped_names(step)
    if not gone:
        return ": all vertices are kept"
    return f": {' and '.join(gone)} {'is' if len(gone) == 1 else 'are'} dropped"


def _dropped_names(step: gjk.State) -> list[str]:
    """The names of the dropped vertices."""
    kept = {vertex.birth for vertex in step.simplex.vertices[: step.simplex.size]}
    return [f"w{v.birth}" for v in step.candidate.vertices[: step.candidate.size] if v.birth not in kept]


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
            f"The tetrahedron with {w} encloses the origin: {they} intersect, and {their} depth is at least "
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
        return f"{coordinates} are too {too}: the region tests multiply four of them, and the product {end}."
    return f"The limit of {gjk.ITERATION_LIMIT} steps is reached. {bounds_clause(step)}{less_radii(step, a, b)}."


def _contact(step: gjk.State, a: str, b: str) -> str:
    if step.radius:
        return f"the cores touch{less_radii(step, a, b)}. GJK cannot tell whether the cores overlap more deeply"
    return f"{a} and {b} are in contact. GJK cannot tell whether or how deep they overlap"


def _explain_direction(step: gjk.State, a: str, b: str) -> str:
    d = f"d = {vector(step.direction)}"
    if step.iteration == 0:
        towards = "along +x" if step.direction == (1, 0, 0) else f"from {a}'s centre towards {b}'s"
        return f"The search starts {towards}: {d}."
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
    w = f"w{step.support.birth}"
    text = f"The plane perpendicular to d leaves {a} − {b} at its support point {w} = s_{a}(d) − s_{b}(−d)."
    height = dot(step.direction, step.support.point)
    if height >= 0:
        return f"{text} That is {number(height)} m beyond the origin, so this direction does not separate {a} and {b}."
    they = f"the cores of {a} and {b}" if step.radius else f"{a} and {b}"
    return f"{text} It does not reach the origin: {they} are at least {number(-height)} m apart."


def _explain_feature(step: gjk.State, a: str, b: str) -> str:
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return _ending(step, f"w{step.support.birth}", a, b)
    name = region_name(step.candidate, step.region)
    return f"The origin lies in the Voronoi region of {name}: {number(norm(step.closest))} m from that feature."


def _explain_drop(step: gjk.State, _a: str, _b: str) -> str:
    gone = _dropped_names(step)
    are, they = ("is", "it is") if len(gone) == 1 else ("are", "they are")
    name = region_name(step.candidate, step.region)
    return f"{series(gone, len(gone))} {are} dropped: {they} not part of {name}."


def _explain_outcome(step: gjk.State, a: str, b: str) -> str:
    return _ending(step, f"w{step.support.birth}", a, b)


def _adds_vertex(step: gjk.State) -> bool:
    """Whether the support point is added to a simplex, so that the origin may have another nearest feature."""
    return step.candidate.size > 1 and step.support in step.candidate.vertices[: step.candidate.size]


def _drops_vertex(step: gjk.State) -> bool:
    return _adds_vertex(step) and bool(_dropped_names(step))


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
    for i, (p, q) in enumerate(EDGES):
        if slot in (p, q) and q < step.candidate.size:
            value, other = (step.tests.edges[i][0], q) if slot == p else (step.tests.edges[i][1], p)
            if value > 0:
                words = f"the origin lies on the {_w(step, other)} side of {_w(step, slot)}"
                return Failure(words, _product(step, slot, other, value, "> 0"))
    return None


def _failed_edge(step: Tested, edge: tuple[int, int]) -> Failure | None:
    tests = step.tests.edges[EDGES.index(edge)]
    for value, near, far in zip(tests, edge, reversed(edge), strict=True):
        if value <= 0:
            words = f"the origin lies beyond its end {_w(step, near)}"
            return Failure(words, _product(step, near, far, value, "≤ 0"))
    for face, values in zip(FACES, step.tests.faces, strict=True):
        if edge[0] in face and edge[1] in face and max(face) < step.candidate.size:
            third = next(slot for slot in face if slot not in edge)
            if values[face.index(third)] > 0:
                words = f"the origin lies on the {_w(step, third)} side of it"
                return Failure(words, _towards(step, face, third, values, "> 0"))
    return None


def _failed_face(step: Tested, index: int) -> Failure | None:
    face, values = FACES[index], step.tests.faces[index]
    if step.candidate.size == 4 and step.tests.sides[index] <= 0:
        return Failure("the origin lies on its inner side", f"distance {number(step.tests.sides[index])} m ≤ 0")
    for i, slot in enumerate(face):
        if values[i] <= 0:
            rest = " ".join(_w(step, other) for other in face if other != slot)
            return Failure(f"the origin lies beyond edge {rest}", _towards(step, face, slot, values, "≤ 0"))
    return None


def _failed_interior(step: Tested) -> Failure | None:
    for face, side in zip(FACES, step.tests.sides, strict=True):
        if side >= 0:
            words = f"the origin lies outside face {' '.join(_w(step, slot) for slot in face)}"
            return Failure(words, f"distance {number(side)} m ≥ 0")
    return None


def _winning_clause(failed: Failure | None) -> str:
    return "passes all its tests" if failed is None else "nearest by distance; rounding leaves no region that passes"


def _losing_clause(failed: Failure | None) -> str:
    if failed is None:
        return "passes all its tests too, but another region was tested first"
    return failed.words


def _product(step: Tested, near: int, far: int, value: float, comparison: str) -> str:
    """The test of an edge at its end `near`, as a formula with its value."""
    p, q = _w(step, near), _w(step, far)
    return f"(o − {p})·({q} − {p}) = {number(value)} m² {comparison}"


def _towards(step: Tested, face: tuple[int, int, int], slot: int, values: Triple, comparison: str) -> str:
    """A face test as the distance of the origin's projection from the opposite edge, positive towards the vertex."""
    p, q = (step.candidate.vertices[other].point for other in face if other != slot)
    edge, value = sub(q, p), values[face.index(slot)]
    scale = norm(edge) * norm(cross(edge, sub(step.candidate.vertices[slot].point, p)))
    return f"distance towards {_w(step, slot)} {number(value / scale if scale else value)} m {comparison}"


def _w(step: Tested, slot: int) -> str:
    return f"w{step.candidate.vertices[slot].birth}"
