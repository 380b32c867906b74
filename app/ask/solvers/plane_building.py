"""Shared by the adapters of 2D engines: each 2D shape is the convex hull of some corners, with a radius around it.

So engines need at most three forms: a circle, a segment with a radius, and a polygon with a radius.
"""

from math import dist
from typing import NamedTuple

from gjkscope.app.ask.solvers.solver import Unsupported
from gjkscope.engine.plane.outline import corner_numbers
from gjkscope.engine.plane.shapes.chain import Chain
from gjkscope.engine.plane.shapes.planar import PlanarShape
from gjkscope.engine.plane.vectors import Vec2, in_plane
from gjkscope.engine.pose import Pose, plane_angle
from gjkscope.engine.shapes.bounds import bounding_sphere
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.vectors import Vec3, dot, scale, sub


class PlaneForm(NamedTuple):
    """A 2D shape as engines take it."""

    kind: str  # as in scene files, for messages
    corners: tuple[Vec2, ...]  # anticlockwise, in the shape's frame, metres: one for a circle, two for a segment
    radius: float  # metres, around the corners
    pose: Pose

    @property
    def position(self) -> Vec2:
        return in_plane(self.pose.position)

    @property
    def angle(self) -> float:
        """Radians, anticlockwise."""
        return plane_angle(self.pose)


class PlanePair(NamedTuple):
    """A pair as a 2D engine gets it."""

    a: PlaneForm
    b: PlaneForm
    reach: float  # metres: no two points of the shapes are further apart


def prepare_plane(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> PlanePair:
    """The forms of a pair.  Raises `Unsupported` for 3D shapes and chains."""
    (centre_a, radius_a), (centre_b, radius_b) = bounding_sphere(a, pose_a), bounding_sphere(b, pose_b)
    reach = dist(centre_a, centre_b) + radius_a + radius_b
    return PlanePair(_form(a, pose_a), _form(b, pose_b), reach)


def _form(shape: Shape, pose: Pose) -> PlaneForm:
    if not isinstance(shape, PlanarShape):
        raise Unsupported(f"{shape.kind}: the engine has no such shape")
    if isinstance(shape, Chain):
        raise Unsupported(f"{shape.kind}: 2D engines are asked about convex shapes only")
    points = shape.points()
    corners = tuple(points[number] for number in corner_numbers(shape))
    return PlaneForm(shape.kind, corners, shape.ball_radius() + shape.rounding, pose)


def mirrored(vector: Vec3, is_swapped: bool) -> Vec3:
    """The vector, reversed if the engine has swapped the shapes."""
    return scale(vector, -1.0) if is_swapped else vector


def distance_along(normal: Vec3, on_a: Vec3, on_b: Vec3) -> float:
    """How far B's point is beyond A's along the normal, metres: negative if they overlap."""
    return dot(normal, sub(on_b, on_a))
