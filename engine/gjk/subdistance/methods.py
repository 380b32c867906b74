"""The sub-distance methods by name.  To add one, write a function like those below and a line here."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.gjk.subdistance.johnson import (
    PLAIN,
    WITH_BACKUP,
    johnson_determinant,
    solve_by_johnson,
    solve_by_johnson_with_backup,
)
from gjkscope.engine.gjk.subdistance.records import Number, Point, SignedQuantity, SubdistanceSolution
from gjkscope.engine.gjk.subdistance.regions import region_quantity, solve_by_regions
from gjkscope.engine.gjk.subdistance.signed_volumes import NAME, solve_by_signed_volumes, volume
from gjkscope.engine.options import REGIONS


class SubdistanceMethod(NamedTuple):
    """A way to find the closest point of a simplex to the origin."""

    name: str  # of `Options.subdistance`
    title: str  # within a sentence
    solve: Callable[[tuple[Point, ...], float], SubdistanceSolution]  # from the vertices and the unit roundoff
    quantity: Callable[[tuple[Point, ...], SignedQuantity], Number]  # the same quantity, of other vertices


def _determinant(points: tuple[Point, ...], which: SignedQuantity) -> Number:
    return johnson_determinant(points, which.subset, which.slot)


METHODS = {
    method.name: method
    for method in (
        SubdistanceMethod(
            REGIONS,
            "Voronoi regions",
            solve_by_regions,
            lambda points, which: region_quantity(points, which.kind, which.subset, which.slot),
        ),
        SubdistanceMethod(PLAIN, "Johnson's subalgorithm", lambda points, _: solve_by_johnson(points), _determinant),
        SubdistanceMethod(
            WITH_BACKUP,
            "Johnson's subalgorithm with backup",
            lambda points, _: solve_by_johnson_with_backup(points),
            _determinant,
        ),
        SubdistanceMethod(
            NAME,
            "signed volumes",
            lambda points, _: solve_by_signed_volumes(points),
            lambda points, which: volume(points, which.subset, which.slot, which.axis),
        ),
    )
}
"""The methods by name; the first is the default."""
