"""Whether a shape is inside a closed mesh, of which triangles alone say nothing.

A mesh is closed if each of its edges belongs to an even number of its triangles (shapes/surfaces.py).  It is then the
solid that it bounds: a point is inside if a ray from it crosses the surface an odd number of times (brute/parity.py, by
exact signs).  So a cavity, which is a closed surface within another, is outside.  A mesh with a hole is a surface; it
has no inside.

Surfaces that do not meet need one test for each connected part: a part that has one point inside lies inside with all
of its points, as it would have to cross the surface to leave.

How it can fail: where two closed parts of one mesh overlap, parity counts their intersection as outside.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from gjkscope.engine.brute.nearest import on_triangles
from gjkscope.engine.brute.parity import Location, locate
from gjkscope.engine.brute.surface import PlacedSurface, place_surface
from gjkscope.engine.meshes.boxes import contains
from gjkscope.engine.meshes.sides import MeshSide, box_of, is_triangles
from gjkscope.engine.pose import RIGID_TOLERANCE, Pose, apply
from gjkscope.engine.shapes.kinds import FacetedShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT, convex
from gjkscope.engine.shapes.surfaces import SurfaceKind
from gjkscope.engine.vectors import Vec3, norm

# A pose may be off a rotation by `RIGID_TOLERANCE` per entry, which makes a box oblique: along its axes it then extends
# beyond its half extents by up to three times as much, relative to its size.
SKIN = 4 * RIGID_TOLERANCE


class PointTest(NamedTuple):
    """A point of one shape against the solid of the other."""

    side: int  # the solid: 0 is A, 1 is B
    point: Vec3  # of the other shape, relative to A's position
    location: Location
    crossings: int  # of the ray; 0 if the point is outside the box around the solid, where no ray is needed
    depth: float  # from a point inside to the nearest triangle of the solid, metres; else 0


def is_solid(shape: Shape) -> bool:
    """Whether the shape is a closed mesh, which may contain another shape that does not meet its triangles."""
    if not isinstance(shape, FacetedShape) or not is_triangles(shape):
        return False
    surface = shape.surface()
    return surface is not None and surface.kind == SurfaceKind.SOLID


def points_against(
    solid: Shape, pose: Pose, placed: MeshSide, side: int, points: Iterable[Vec3]
) -> tuple[PointTest, ...]:
    """Points of another shape against a solid, up to the first that is inside; all relative to A's position."""
    tests: list[PointTest] = []
    box = box_of(placed, 0)
    margin = SKIN * norm(box.half)
    for point in points:
        if not contains(box, point, margin):
            tests.append(PointTest(side, point, Location.OUTSIDE, 0, 0.0))
            continue
        tests.append(_against_surface(solid, pose, side, point))
        if tests[-1].location == Location.INSIDE:
            break
    return tuple(tests)


def _against_surface(solid: Shape, pose: Pose, side: int, point: Vec3) -> PointTest:
    surface = _placed_surface(solid, pose)
    location, ray = locate(surface, point)
    depth = float(on_triangles(point, surface.corners)[1].min()) if location == Location.INSIDE else 0.0
    return PointTest(side, point, location, len(ray.crossings) if ray else 0, depth)


@lru_cache(maxsize=2)  # the two solids of a pair, each of which is tested with several points
def _placed_surface(solid: Shape, pose: Pose) -> PlacedSurface:
    surface = solid.surface() if isinstance(solid, FacetedShape) else None
    assert surface is not None, "only closed meshes are solids"
    return place_surface(surface, pose)


def points_of_parts(shape: Shape, pose: Pose) -> tuple[Vec3, ...]:
    """A point of each connected part of a shape: of a mesh a corner, of a convex shape one well inside."""
    if isinstance(shape, FacetedShape) and is_triangles(shape):
        return tuple(apply(pose, point) for point in _corners_of_parts(shape))
    return (convex(shape, pose).center,)


@lru_cache(maxsize=SHAPES_KEPT)
def _corners_of_parts(mesh: FacetedShape) -> tuple[Vec3, ...]:
    """Corners at one position are the same."""
    surface = mesh.surface()
    assert surface is not None, "only meshes with faces are taken as triangles"
    owners = list(range(len(surface.vertices)))
    for a, b, c in surface.triangles:
        first = _root(owners, a)
        owners[_root(owners, b)] = first
        owners[_root(owners, c)] = first
    return tuple(mesh.corners()[surface.names[i]] for i, owner in enumerate(owners) if owner == i)


def _root(owners: list[int], corner: int) -> int:
    """The corner that stands for all that are connected with this one; the way to it becomes shorter."""
    while owners[corner] != corner:
        owners[corner] = owners[owners[corner]]
        corner = owners[corner]
    return corner
