"""The separation function s(t): the gap of two moving bodies along an axis that moves with one or stands still.

s(t) = n(t) · (p_B(t) − p_A(t)) − r_A − r_B, where n(t) is the axis at the time t, and p_A and p_B are the points of
both cores that are deepest along it at that time.  For any axis, s(t) is a lower bound of the distance.

Everything is relative to A's position at the time, found from the relative velocity: far from the origin, positions are
rounded more coarsely than contact is measured.
"""

from enum import Enum
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import Motion, move_pose
from gjkscope.engine.gjk import steps as gjk
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.kinds import Shape
from gjkscope.engine.shapes.support import Convex, convex, support
from gjkscope.engine.vectors import Vec3, add, along, dot, neg, row_times, sub, transposed_times


class AxisFrame(Enum):
    """The body or frame with which an axis moves."""

    WORLD = "nothing"
    BODY_A = "A"
    BODY_B = "B"


class SeparationAxis(NamedTuple):
    """An axis: a unit vector from A to B, in the frame of what it moves with."""

    frame: AxisFrame
    vector: Vec3


class Sweep(NamedTuple):
    """Two moving bodies: what is constant from step to step."""

    shapes: tuple[Shape, Shape]
    poses: tuple[Pose, Pose]  # at the start
    motions: tuple[Motion, Motion]
    duration: float  # seconds
    size: float  # of the pair, metres


class Separation(NamedTuple):
    """The bodies at one time, and how far apart a pair of points is along the axis."""

    time: float
    pose_a: Pose
    pose_b: Pose
    normal: Vec3  # the axis: unit, from A to B
    point_a: Vec3  # world, on the surfaces
    point_b: Vec3
    local_a: Vec3  # the points of the cores that they belong to, in the frames of the bodies
    local_b: Vec3
    value: float  # of s, metres


def poses_at(sweep: Sweep, time: float) -> tuple[Pose, Pose]:
    """Both poses at a time, seconds since the start."""
    (pose_a, pose_b), (motion_a, motion_b) = sweep.poses, sweep.motions
    return move_pose(pose_a, motion_a, time), move_pose(pose_b, motion_b, time)


def cores_at(sweep: Sweep, time: float) -> tuple[Convex, Convex]:
    """Both cores, relative to A's position."""
    (pose_a, pose_b), between = poses_at(sweep, time), _between(sweep, time)
    return convex(sweep.shapes[0], Pose(pose_a.rotation)), convex(sweep.shapes[1], Pose(pose_b.rotation, between))


def deepest(sweep: Sweep, axis: SeparationAxis, time: float) -> Separation:
    """s at this time, and its points."""
    pose_a, pose_b = poses_at(sweep, time)
    a, b = cores_at(sweep, time)
    normal = _direction(axis, pose_a, pose_b)
    on_a, on_b = support(a, normal)[0], sub(support(b, neg(normal))[0], b.position)
    local_a, local_b = transposed_times(pose_a.rotation, on_a), transposed_times(pose_b.rotation, on_b)
    return _measure(sweep, axis, time, local_a, local_b)


def of_points(sweep: Sweep, axis: SeparationAxis, separation: Separation, time: float) -> Separation:
    """The separation of the same two points of the bodies at another time: never less than s there."""
    return _measure(sweep, axis, time, separation.local_a, separation.local_b)


def separation_axis(last: gjk.State, pose_a: Pose, pose_b: Pose) -> SeparationAxis:
    """The axis between the features that GJK ended with.  It moves with the body whose feature has more corners.

    So the normal of a face and the direction perpendicular to an edge turn with their body.  Between two points or two
    edges the axis stands still.  A curved core counts as one point.
    """
    vertices = last.simplex.vertices[: last.simplex.size]
    corners_a, corners_b = ({getattr(vertex, name) for vertex in vertices} for name in ("index_a", "index_b"))
    if len(corners_a) > len(corners_b):
        return SeparationAxis(AxisFrame.BODY_A, transposed_times(pose_a.rotation, last.normal))
    if len(corners_b) > len(corners_a):
        return SeparationAxis(AxisFrame.BODY_B, transposed_times(pose_b.rotation, last.normal))
    return SeparationAxis(AxisFrame.WORLD, last.normal)


def separation_curve(sweep: Sweep, axis: SeparationAxis, times: npt.ArrayLike) -> npt.NDArray[np.float64]:
    """s at these times (n,), metres, for a plot.

    >>> from gjkscope import Motion, Pose, Sphere
    >>> still, flying = Motion(), Motion(velocity=(-2, 0, 0))
    >>> sweep = Sweep((Sphere(1), Sphere(1)), (Pose(), Pose(position=(5, 0, 0))), (still, flying), 1.0, 2.0)
    >>> separation_curve(sweep, SeparationAxis(AxisFrame.WORLD, (1, 0, 0)), [0, 0.5, 1]).tolist()
    [3.0, 2.0, 1.0]
    """
    moments = np.asarray(times, dtype=np.float64)
    return np.array([deepest(sweep, axis, time).value for time in moments.tolist()])


def _between(sweep: Sweep, time: float) -> Vec3:
    """From A's position to B's."""
    (pose_a, pose_b), (motion_a, motion_b) = sweep.poses, sweep.motions
    return along(sub(pose_b.position, pose_a.position), sub(motion_b.velocity, motion_a.velocity), time)


def _direction(axis: SeparationAxis, pose_a: Pose, pose_b: Pose) -> Vec3:
    match axis.frame:
        case AxisFrame.WORLD:
            return axis.vector
        case AxisFrame.BODY_A:
            return row_times(pose_a.rotation, axis.vector)
        case AxisFrame.BODY_B:
            return row_times(pose_b.rotation, axis.vector)


def _measure(sweep: Sweep, axis: SeparationAxis, time: float, local_a: Vec3, local_b: Vec3) -> Separation:
    pose_a, pose_b = poses_at(sweep, time)
    on_a, on_b = row_times(pose_a.rotation, local_a), row_times(pose_b.rotation, local_b)
    normal = _direction(axis, pose_a, pose_b)
    between = sub(add(_between(sweep, time), on_b), on_a)
    radius_a, radius_b = (shape.core().radius for shape in sweep.shapes)
    point_a = along(add(on_a, pose_a.position), normal, radius_a)
    point_b = along(add(on_b, pose_b.position), normal, -radius_b)
    value = dot(normal, between) - radius_a - radius_b
    return Separation(time, pose_a, pose_b, normal, point_a, point_b, local_a, local_b, value)
