"""The depth of the overlap of two polytopes at one place: along the line through a point, in the direction of the
normal.

Engines give each contact point its own depth: two boxes, one of them tilted, overlap more at one edge than at the
other.  Along the normal n, the line through the point leaves A at a and enters B at b, and the depth there is a − b.

1. The line is clipped by the planes of all faces, moved outwards by the allowed error of the position, so that a line
   through a corner does not miss the body because of a rounding.
2. A plane at an angle α to the line moves its end by error / cos α.  Half of the interval of both ends is the
   uncertainty; it is large where the line grazes a face, and nothing can be said there.

Shapes with rounding, round and flat ones have no planes to clip by: there is no answer, as for a line that misses one
of the bodies.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import inf
from typing import NamedTuple

from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.hulls import ConvexHull, convex_hull
from gjkscope.engine.shapes.kinds import PolytopeShape, Shape
from gjkscope.engine.shapes.support import SHAPES_KEPT
from gjkscope.engine.vectors import Vec3, dot, neg, sub, transposed_times

# Cosines below this belong to faces parallel to the line.
PARALLEL = 1e-12


class LocalDepth(NamedTuple):
    """Metres; the true depth is within `uncertainty` of `depth`, which is below zero where there is a gap."""

    depth: float
    uncertainty: float


class _End(NamedTuple):
    """Where the line leaves a body that is enlarged by `error`, and how much of that is due to the error, metres."""

    at: float
    enlarged: float


def local_depth(
    point: Vec3, normal: Vec3, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose, error: float
) -> LocalDepth | None:
    """The depth at a point; `normal` is a unit vector from A to B, `error` that of the point, metres.

    >>> from gjkscope import Box, Pose
    >>> from gjkscope.engine.contacts.local_depth import local_depth
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0))
    >>> local_depth((0.5, 0.9, 0.5), (0, 1, 0), *pair, error=0)
    LocalDepth(depth=0.25, uncertainty=0.0)
    """
    ahead = _exit(point, normal, shape_a, pose_a, error)
    behind = _exit(point, neg(normal), shape_b, pose_b, error)
    if ahead is None or behind is None:
        return None
    uncertainty = ahead.enlarged + behind.enlarged
    return LocalDepth(ahead.at + behind.at - uncertainty, uncertainty)


def _exit(point: Vec3, direction: Vec3, shape: Shape, pose: Pose, error: float) -> _End | None:
    """Where the line through the point leaves the shape in this direction; `None` if it misses it."""
    if not isinstance(shape, PolytopeShape) or shape.rounding > 0 or _hull(shape).dimension < 3:
        return None
    # In the frame of the shape, so that its planes need not be moved.
    local = transposed_times(pose.rotation, sub(point, pose.position))
    along = transposed_times(pose.rotation, direction)
    leaves, enters = _End(inf, 0.0), -inf
    for normal, height in _planes(shape):
        inside, cosine = height + error - dot(normal, local), dot(normal, along)
        if abs(cosine) <= PARALLEL:
            if inside < 0:
                return None
        elif cosine > 0:
            leaves = min(leaves, _End(inside / cosine, error / cosine))
        else:
            enters = max(enters, inside / cosine)
    return leaves if enters <= leaves.at else None


@lru_cache(maxsize=SHAPES_KEPT)
def _hull(shape: PolytopeShape) -> ConvexHull:
    return convex_hull(shape.corners())


@lru_cache(maxsize=SHAPES_KEPT)
def _planes(shape: PolytopeShape) -> Iterable[tuple[Vec3, float]]:
    """The outward normal and the height of each face, in the frame of the shape."""
    hull = _hull(shape)
    corners = hull.vertices[[loop[0] for loop in hull.faces]]
    heights = (hull.normals * corners).sum(axis=1).tolist()
    return tuple(((x, y, z), height) for (x, y, z), height in zip(hull.normals.tolist(), heights, strict=True))
