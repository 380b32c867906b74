"""Composes placements, and keeps the numbers of the text wherever nothing must be computed."""

from math import hypot, sqrt

from gjkscope.app.bring.notations.placing import transform
from gjkscope.app.scenes.cameras.maths import quaternion_from_rotation
from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.app.scenes.turns import turn_by_euler
from gjkscope.engine import vectors
from gjkscope.engine.pose import Quaternion

Placement = PositionOrientation | Transform

HERE = PositionOrientation()
# Turns the y axis, the normal of a half-space, to z, the normal of a plane in these notations.
Z_NORMAL = PositionOrientation(vectors.ZERO, (sqrt(0.5), 0.0, 0.0, sqrt(0.5)))


def compose(outer: Placement, inner: Placement) -> Placement:
    """The placement in the world of something placed at `inner` in the frame `outer`."""
    if _is_here(outer):
        return inner
    if _is_here(inner):
        return outer
    (turn, start), (inner_turn, position) = outer.pose, inner.pose
    moved = vectors.add(vectors.row_times(turn, position), start)
    if turn == vectors.IDENTITY:
        return inner.moved(moved)
    if inner_turn == vectors.IDENTITY:
        return outer.moved(moved)
    return transform(vectors.product(turn, inner_turn), moved)


def inverse(placement: Placement) -> Placement:
    """The inverse of a placement."""
    if _is_here(placement):
        return HERE
    turn, position = placement.pose
    back = (vectors.column(turn, 0), vectors.column(turn, 1), vectors.column(turn, 2))
    return transform(back, vectors.neg(vectors.row_times(back, position)))


def roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> Quaternion:
    """The turn about the fixed x, then y, then z axis, by radians."""
    return turn_by_euler("xyz", (roll, pitch, yaw))


def orientation_of(placement: Placement) -> Quaternion:
    """The orientation of a placement as a quaternion x, y, z, w."""
    if isinstance(placement, PositionOrientation):
        return placement.orientation
    return quaternion_from_rotation(placement.pose.rotation)


def turn_onto(axis: vectors.Vec3) -> vectors.Mat3:
    """The smallest rotation that turns z onto a unit axis; half a turn about x if it points down.

    Rodrigues' formula with the cosine z: I + [v] + [v]² / (1 + z), where v = z × axis = (−y, x, 0).
    """
    x, y, z = axis
    if x == 0.0 and y == 0.0:
        return vectors.IDENTITY if z > 0.0 else ((1.0, 0.0, 0.0), (0.0, -1.0, 0.0), (0.0, 0.0, -1.0))
    if z < 0.0:  # 1 + z cancels near −z; (1 − z) (1 + z) = x² + y² is exact, but the squares may be too small
        longest = max(abs(x), abs(y))  # so that the hypotenuse of the smallest numbers is not rounded to one of them
        c, s = x / longest, y / longest
        across = hypot(c, s)
        c, s, share = c / across, s / across, 1.0 - z
    else:
        c, s, share = x, y, 1.0 / (1.0 + z)
    return ((1.0 - c * c * share, -c * s * share, x), (-c * s * share, 1.0 - s * s * share, y), (-x, -y, z))


def frame_of_axes(x: vectors.Vec3, y: vectors.Vec3) -> vectors.Mat3 | None:
    """The rotation whose columns are x, y made perpendicular to x, and their cross product; None if parallel."""
    if vectors.norm(x) == 0.0:
        return None
    first = vectors.unit(x)
    third = vectors.cross(first, y)
    if not vectors.norm(third) > 0.0:
        return None
    third = vectors.unit(third)
    second = vectors.cross(third, first)
    return tuple(zip(first, second, third, strict=True))  # type: ignore[return-value]


def _is_here(placement: Placement) -> bool:
    return isinstance(placement, PositionOrientation) and placement == HERE
