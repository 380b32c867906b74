"""What differs between the versions of FCL that are traced: `FclRules`, whose defaults are those of FCL 0.7.0."""

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from gjkscope.engine.published import ccd
from gjkscope.engine.published.fcl.shapes import MAPPINGS, Mappings
from gjkscope.engine.vectors import Vec3

EPSILON_SQUARED = ccd.EPSILON * ccd.EPSILON

SquaredDistance = Callable[[Vec3, Vec3, Vec3, Vec3], float]
"""Of a point from a triangle."""


def squared_by_witness(point: Vec3, a: Vec3, b: Vec3, c: Vec3) -> float:
    """`ccdVec3PointTriDist2` with a witness: the squared distance of the closest point, never below 0."""
    return ccd.point_to_triangle(point, a, b, c).squared


class EdgeRule(Enum):
    """What FCL does if an edge is nearest to the origin."""

    TRUSTED = "taken as it is"
    STRICT = "an exception if the origin is outside of one of its faces by any amount"
    ROUNDED = "an exception if the origin is outside by more than 2 ε"


class FclRules(NamedTuple):
    """A version of FCL."""

    is_signed: bool = True  # False: −1 for shapes that overlap
    has_own_simplices: bool = True  # False: libccd's `doSimplex2`, `3`, `4`
    supports: Mappings = MAPPINGS
    squared: SquaredDistance = squared_by_witness  # in GJK, and of supports from faces
    triangle_limit: float = EPSILON_SQUARED  # of the squared distance in `doSimplex3`
    seed_limit: float = EPSILON_SQUARED  # in `simplexToPolytope4`; with ε it asks all faces, by their places
    seed_squared: SquaredDistance = ccd.squared_to_triangle  # in `simplexToPolytope4`
    edge: EdgeRule = EdgeRule.ROUNDED
    crosses_flat_edges: bool = True  # a face beyond an edge on a line with the new vertex counts as visible
    throws_without_area: bool = False  # at the normal of a face: a check of builds without NDEBUG
    guards_witnesses: bool = True  # closest points of a triangle without area are taken from its longest edge


FCL_0_7 = FclRules()
