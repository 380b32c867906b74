"""GJK's steps in plain language, and why each Voronoi region won or lost."""

from typing import NamedTuple

from . import gjk
from .result import Exit
from .simplex import EDGES, FACES, SLOTS, Region
from .words import number, vector


class RegionTest(NamedTuple):
    """One Voronoi region of a GJK step: whether the origin is in it, and the test that says so."""

    region: Region
    name: str  # "edge w0 w3"
    won: bool
    reason: str
    inequality: str  # the number that lost it, as it stands against 0; empty where none did


class Failure(NamedTuple):
    """The first test of a region that fails."""

    words: str
    inequality: str


def explain(step: gjk.State, a: str, b: str) -> str:
    """What was searched, what was found, what stays of the simplex, and how far the answer is certain."""
    w = f"w{step.support.birth}"
    if step.iteration == 0:
        first = (
            f"The search starts from {a}'s centre towards {b}'s: d = {vector(step.direction)}. The first vertex of the "
            f"simplex is {w} = s_{a}(d) − s_{b}(−d) = {vector(step.support.point)}, {number(step.upper)} m from the "
            "origin."
        )
        return first if step.exit == Exit.RUNNING else f"{first} {_ending(step, w, a, b)}"
    searched = f"Along d = {vector(step.direction)} the furthest point of {a} − {b} is {w}. "
    if step.exit == Exit.RUNNING:
        nearest = region_name(step.candidate, step.region)
        return f"{searched}The origin is nearest to {nearest}{_dropped(step)}. The distance {_bounds(step)}."
    return searched + _ending(step, w, a, b)


def headline(step: gjk.State, _a: str, _b: str) -> str:
    if step.exit != Exit.RUNNING:
        return step.exit.words
    return "first vertex" if step.iteration == 0 else region_name(step.candidate, step.region)


def region_name(simplex: gjk.Simplex, region: Region) -> str:
    """ "vertex w2", "edge w0 w3", "face w0 w3 w4", "the interior": vertices go by the step that found them."""
    if region == Region.INTERIOR:
        return "the interior"
    kind = ("vertex", "edge", "face")[len(SLOTS[region]) - 1]
    return " ".join([kind, *(f"w{simplex.vertices[slot].birth}" for slot in SLOTS[region])])


def region_tests(step: gjk.State) -> tuple[RegionTest, ...]:
    """Every Voronoi region of the step's candidate simplex, with the test that lost it or why it won."""
    regions = [region for region in Region if max(SLOTS[region]) < step.candidate.size]
    rows = []
    for region in regions:
        failed = _failed_test(step, region)
        won = region == step.region
        reason = _winning_reason(failed) if won else _losing_reason(failed)
        inequality = failed.inequality if failed else ""
        rows.append(RegionTest(region, region_name(step.candidate, region), won, reason, inequality))
    return tuple(rows)


def _dropped(step: gjk.State) -> str:
    kept = {vertex.birth for vertex in step.simplex.vertices[: step.simplex.size]}
    gone = [f"w{v.birth}" for v in step.candidate.vertices[: step.candidate.size] if v.birth not in kept]
    if not gone:
        return ": all vertices stay"
    return f": {' and '.join(gone)} {'goes' if len(gone) == 1 else 'go'}"


def _ending(step: gjk.State, w: str, a: str, b: str) -> str:
    if step.exit == Exit.CONVERGED:
        return f"It lies no further than the closest point, so the bounds meet: {_distance(step, a, b)}."
    if step.exit == Exit.ORIGIN_ENCLOSED:
        return (
            f"The tetrahedron with it encloses the origin: {a} and {b} share a point, and the depth is at least "
            f"{number(-step.upper)} m."
        )
    if step.exit == Exit.TOUCHING:
        return f"The origin lies on the simplex: {a} and {b} share a point. How deep they overlap, GJK cannot say."
    if step.exit == Exit.NO_PROGRESS:
        return (
            f"It brings the simplex no nearer: rounding ends the search. The distance {_bounds(step)}"
            f"{_less_radii(step, a, b)}."
        )
    if step.exit == Exit.DEGENERATE_INPUT:
        too, end = ("small", "vanishes") if step.reach < 1 else ("large", "is no number any more")
        return (
            f"Coordinates of {number(step.reach)} m are too {too}: the region tests multiply four of them, and the "
            f"product {end}."
        )
    return f"The limit of {gjk.ITERATION_LIMIT} steps is reached; the distance {_bounds(step)}."


def _bounds(step: gjk.State) -> str:
    of_cores = "of the cores " if step.radius else ""
    lower, upper = number(step.lower), number(step.upper)
    if lower == upper:
        return f"{of_cores}is {upper} m to within {number(step.upper - step.lower, 2)} m"
    return f"{of_cores}is between {lower} and {upper} m"


def _distance(step: gjk.State, a: str, b: str) -> str:
    """The distance of the cores, and what is left of it when the radii are taken off."""
    cores = f"{number(max(step.upper, 0.0))} m apart"
    return f"the cores are {cores}{_less_radii(step, a, b)}" if step.radius else f"{a} and {b} are {cores}"


def _less_radii(step: gjk.State, a: str, b: str) -> str:
    """What the distance of the cores means for the shapes; nothing to say where they are the same."""
    if step.radius == 0:
        return ""
    rest = max(step.upper, 0.0) - step.radius
    outcome = f"{a} and {b} are {number(rest)} m apart" if rest >= 0 else f"{a} and {b} overlap by {number(-rest)} m"
    return f"; less the radii, {number(step.radius)} m together, {outcome}"


def _failed_test(step: gjk.State, region: Region) -> Failure | None:
    """`None` when all tests of `region` hold."""
    slots = SLOTS[region]
    if len(slots) == 1:
        return _failed_vertex(step, slots[0])
    if len(slots) == 2:
        return _failed_edge(step, (slots[0], slots[1]))
    if len(slots) == 3:
        return _failed_face(step, FACES.index((slots[0], slots[1], slots[2])))
    return _failed_interior(step)


def _failed_vertex(step: gjk.State, slot: int) -> Failure | None:
    for i, (p, q) in enumerate(EDGES):
        if slot in (p, q) and q < step.candidate.size:
            value, other = (step.tests.edges[i][0], q) if slot == p else (step.tests.edges[i][1], p)
            if value > 0:
                words = f"the origin lies from {_w(step, slot)} towards {_w(step, other)}"
                return Failure(words, _product(step, slot, other, value, "> 0"))
    return None


def _failed_edge(step: gjk.State, edge: tuple[int, int]) -> Failure | None:
    tests = step.tests.edges[EDGES.index(edge)]
    for value, near, far in zip(tests, edge, reversed(edge), strict=True):
        if value <= 0:
            words = f"the origin lies before its end {_w(step, near)}"
            return Failure(words, _product(step, near, far, value, "≤ 0"))
    for face, values in zip(FACES, step.tests.faces, strict=True):
        if edge[0] in face and edge[1] in face and max(face) < step.candidate.size:
            third = next(slot for slot in face if slot not in edge)
            if values[face.index(third)] > 0:
                weight = number(_share(values, face.index(third)))
                words = f"the origin lies on {_w(step, third)}'s side of it"
                return Failure(words, f"weight of {_w(step, third)} {weight} > 0")
    return None


def _failed_face(step: gjk.State, index: int) -> Failure | None:
    face, values = FACES[index], step.tests.faces[index]
    if step.candidate.size == 4 and step.tests.sides[index] <= 0:
        return Failure("the origin lies on its inner side", f"distance {number(step.tests.sides[index])} m ≤ 0")
    for i, slot in enumerate(face):
        if values[i] <= 0:
            rest = " ".join(_w(step, other) for other in face if other != slot)
            weight = number(_share(values, i))
            return Failure(f"the origin lies beyond edge {rest}", f"weight of {_w(step, slot)} {weight} ≤ 0")
    return None


def _failed_interior(step: gjk.State) -> Failure | None:
    for face, side in zip(FACES, step.tests.sides, strict=True):
        if side >= 0:
            words = f"the origin lies outside face {' '.join(_w(step, slot) for slot in face)}"
            return Failure(words, f"distance {number(side)} m ≥ 0")
    return None


def _winning_reason(failed: Failure | None) -> str:
    return "all its tests hold" if failed is None else "nearest by distance, where rounding leaves no region"


def _losing_reason(failed: Failure | None) -> str:
    if failed is None:
        return "all its tests hold too, but another was tested first"
    return f"{failed.words}: {failed.inequality}"


def _product(step: gjk.State, near: int, far: int, value: float, comparison: str) -> str:
    """An edge test, which is made at its end `near`."""
    p, q = _w(step, near), _w(step, far)
    return f"(o − {p})·({q} − {p}) = {number(value)} m² {comparison}"


def _share(values: tuple[float, float, float], index: int) -> float:
    """A face test as a barycentric weight; the bare number where rounding leaves the face no area."""
    total = sum(values)
    return values[index] / total if total > 0 else values[index]


def _w(step: gjk.State, slot: int) -> str:
    return f"w{step.candidate.vertices[slot].birth}"
