"""Records of how a GJK step tested the Voronoi regions of its simplex, and what is said of them in 2D as in 3D."""

from enum import IntEnum
from typing import Generic, NamedTuple, TypeVar

from gjkscope.engine.gjk.wording import NamedVertex, vertex_name
from gjkscope.engine.text import number

AnyRegion = TypeVar("AnyRegion", bound=IntEnum)


class RegionTest(NamedTuple, Generic[AnyRegion]):
    """One Voronoi region of a GJK step: whether the origin is in it, and the test that decided."""

    region: AnyRegion
    name: str  # "edge w0 w3"
    won: bool
    reason: str
    clause: str  # the reason without numbers
    inequality: str  # the test that failed, with its value; empty if none did


class Failure(NamedTuple):
    """The first test of a region that failed."""

    words: str
    inequality: str


def region_test(
    region: AnyRegion, name: str, won: bool, failed: Failure | None, method: str = ""
) -> RegionTest[AnyRegion]:
    """The record of a region; `failed` is None if the region passes all its tests.

    `method` is what chose the region, if not these tests.
    """
    clause = _winning_clause(failed, method) if won else _losing_clause(failed, method)
    inequality = failed.inequality if failed else ""
    reason = f"{clause}: {inequality}" if failed and not won else clause
    return RegionTest(region, name, won, reason, clause, inequality)


def vertex_failure(vertex: NamedVertex, other: NamedVertex, value: float) -> Failure:
    """The origin is not nearest to a vertex, as it lies towards another; `value` is the edge's test at the vertex."""
    words = f"the origin lies on the {vertex_name(other)} side of {vertex_name(vertex)}"
    return Failure(words, _product(vertex, other, value, "> 0"))


def end_failure(near: NamedVertex, far: NamedVertex, value: float) -> Failure:
    """The origin is not nearest to an edge, as it lies beyond its end `near`; `value` is the edge's test there."""
    words = f"the origin lies beyond its end {vertex_name(near)}"
    return Failure(words, _product(near, far, value, "≤ 0"))


def inner_failure(third: NamedVertex, inequality: str) -> Failure:
    """The origin is not nearest to an edge, as it lies towards the third vertex of a triangle."""
    return Failure(f"the origin lies on the {vertex_name(third)} side of it", inequality)


def towards(vertex: NamedVertex, distance: float, comparison: str) -> str:
    """A side test as an inequality: the distance of the origin from the opposite edge, positive towards the vertex."""
    return f"distance towards {vertex_name(vertex)} {number(distance)} m {comparison}"


def _product(near: NamedVertex, far: NamedVertex, value: float, comparison: str) -> str:
    """The test of an edge at its end `near`, as a formula with its value."""
    p, q = vertex_name(near), vertex_name(far)
    return f"(o − {p})·({q} − {p}) = {number(value)} m² {comparison}"


def _winning_clause(failed: Failure | None, method: str) -> str:
    if method:
        return f"chosen by {method}" + (", though a Voronoi test fails" if failed else "")
    return "passes all its tests" if failed is None else "nearest by distance; rounding leaves no region that passes"


def _losing_clause(failed: Failure | None, method: str) -> str:
    if failed is None and method:
        return "passes all its tests, but another feature was chosen"
    if failed is None:
        return "passes all its tests too, but another region was tested first"
    return failed.words
