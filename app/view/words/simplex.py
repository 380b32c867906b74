"""The words for a simplex: the weights of its vertices and its Voronoi regions."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

WEIGHT = "barycentric weight of the vertex in the closest point"

RegionType = TypeVar("RegionType", covariant=True)


class RegionRow(Protocol[RegionType]):
    """A Voronoi region of a step, with the test that decided."""

    @property
    def region(self) -> RegionType: ...
    @property
    def name(self) -> str: ...
    @property
    def won(self) -> bool: ...
    @property
    def reason(self) -> str: ...


def winner_first(rows: Sequence[RegionRow[RegionType]]) -> list[RegionRow[RegionType]]:
    """The rows in their order, but the region that contains the origin first."""
    return sorted(rows, key=lambda row: not row.won)
