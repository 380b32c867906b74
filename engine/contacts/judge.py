"""Judges a manifold against the exact one, or against the exact distance where a shape is curved.

It looks for the four faults that reports of wrong contacts describe:

- phantom point: its place on A or on B is further from that body than the pair's depth or gap explains;
- support area lost: the polygon of the points is smaller than that of the exact manifold, so the body can tip over it;
  judged only for faces that are parallel, or nearly so, and overlap everywhere, as others rest on an edge or a vertex;
- depth error: of the deepest point;
- flipped or tilted normal: by its angle from the exact one.

Spheres, capsules and rounded polytopes have an exact manifold, that of their cores; cylinders, cones and ellipsoids
have none, so their support area is not judged.

A fifth fault needs two ticks: `lost_identities` counts points that are where an earlier one was, under another id.
"""

from collections.abc import Iterable, Sequence
from math import atan2
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.contacts.clipping import DEPTH_SIDE
from gjkscope.engine.contacts.policy import check_solid
from gjkscope.engine.contacts.records import ContactPoint, Manifold
from gjkscope.engine.contacts.registry import POLICIES, manifold
from gjkscope.engine.pose import Pose
from gjkscope.engine.query import result_only
from gjkscope.engine.result import Result
from gjkscope.engine.shapes.bounds import size as size_of
from gjkscope.engine.shapes.hulls import convex_hull
from gjkscope.engine.shapes.kinds import Point, Shape
from gjkscope.engine.vectors import Vec3, cross, dot, norm, sub, unit

# The accuracy that `Result` promises, relative to size; a point off by less is on the surface.
SURFACE_ACCURACY = 1e-9

# Faces that are tilted against each other by more than this, as a slope, rest on an edge or a vertex as soon as they
# yield: their support has no area.  Across 1 m, that is 10 mm, twice what engines let bodies sink in.
MOST_TILT = 0.01


class JudgedPoint(NamedTuple):
    """How far the two places of a point are outside the bodies that they should lie on, metres."""

    off_a: float
    off_b: float
    is_phantom: bool


class ContactTruth(NamedTuple):
    """The reference for manifolds of a pair."""

    result: Result
    exact: Manifold | None  #: None with a cylinder, a cone or an ellipsoid


class ContactJudgement(NamedTuple):
    """The faults of a manifold."""

    points: tuple[JudgedPoint, ...]  #: in the order of the manifold's
    accuracy: float  #: of the exact distance and of the policy's points, metres
    allowed: float  #: how far a point may be off, metres: the pair's depth or gap, and the accuracy
    area: float | None  #: of the polygon of the points, m²; None where there is no exact manifold
    exact_area: float | None
    exact: Manifold | None  #: what it was compared with
    depth_error: float | None  #: deepest point minus exact depth, metres; None without points
    normal_error: float | None  #: angle to the exact normal, rad; None without points or if there is no exact normal

    @property
    def phantoms(self) -> int:
        return sum(point.is_phantom for point in self.points)

    @property
    def area_lost(self) -> float | None:
        """The part of the exact area that is missing, 0 … 1; None if no area of the exact manifold bears load."""
        if (
            self.area is None
            or self.exact is None
            or not self.exact_area
            or is_uneven(self.exact.points, self.exact.normal)
        ):
            return None
        return max(0.0, 1.0 - self.area / self.exact_area)


def judge_manifold(claim: Manifold, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> ContactJudgement:
    """Judges the manifold of these shapes.  Raises `NotApplicable` for 2D shapes.

    >>> from gjkscope import Box, Pose
    >>> pair = Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0))
    >>> right = manifold(*pair)
    >>> judge_manifold(right, *pair).phantoms
    0
    >>> half = right._replace(points=right.points[:3])
    >>> judge_manifold(half, *pair).area_lost
    0.5
    """
    return judge_by(contact_truth(shape_a, pose_a, shape_b, pose_b), claim, shape_a, pose_a, shape_b, pose_b)


def judge_by(
    known: ContactTruth, claim: Manifold, shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose
) -> ContactJudgement:
    """`judge_manifold` for several manifolds of the same pair: finding the truth takes longest."""
    truth, exact = known
    relative = max(SURFACE_ACCURACY, POLICIES[claim.policy].accuracy)
    accuracy = relative * size_of(shape_a, pose_a, shape_b, pose_b)
    distance = truth.lower if truth.signed_distance is None else truth.signed_distance
    allowed = abs(distance) + accuracy
    bodies = (shape_a, pose_a), (shape_b, pose_b)
    across = truth.normal or claim.normal
    return ContactJudgement(
        tuple(_judge_point(point, bodies, allowed) for point in claim.points),
        accuracy,
        allowed,
        None if exact is None else area_across([point.position for point in claim.points], across),
        None if exact is None else area_across([point.position for point in exact.points], across),
        exact,
        max(point.depth for point in claim.points) + distance if claim.points else None,
        _angle(claim.normal, truth.normal) if claim.points and truth.normal else None,
    )


def lost_identities(
    carried: Iterable[ContactPoint], current: Iterable[ContactPoint], within: float
) -> tuple[tuple[str, str], ...]:
    """Pairs of ids (old, new) that differ although the point is where the old one was carried to, up to `within` m."""
    now = list(current)
    lost = []
    for old in carried:
        near = min(now, key=lambda point: norm(sub(point.position, old.position)), default=None)
        if near is not None and near.id != old.id and norm(sub(near.position, old.position)) <= within:
            lost.append((old.id, near.id))
    return tuple(lost)


def contact_truth(shape_a: Shape, pose_a: Pose, shape_b: Shape, pose_b: Pose) -> ContactTruth:
    """The exact distance and manifold of two polytopes; for other shapes, the distance in floating point.

    Raises `NotApplicable` for 2D shapes.
    """
    check_solid(shape_a, shape_b)
    if POLICIES["exact"].applies(shape_a, shape_b):
        exact = manifold(shape_a, pose_a, shape_b, pose_b)
        return ContactTruth(result_only(shape_a, pose_a, shape_b, pose_b, "exact"), exact)
    return ContactTruth(result_only(shape_a, pose_a, shape_b, pose_b), None)


def _judge_point(point: ContactPoint, bodies: Sequence[tuple[Shape, Pose]], allowed: float) -> JudgedPoint:
    places = point.position_a, point.position_b
    off_a, off_b = (_outside(position, *body) for position, body in zip(places, bodies, strict=True))
    return JudgedPoint(off_a, off_b, max(off_a, off_b) > allowed)


def _outside(position: Vec3, shape: Shape, pose: Pose) -> float:
    answer = result_only(shape, pose, Point(), Pose(position=position))
    return max(0.0, answer.lower if answer.signed_distance is None else answer.signed_distance)


def is_uneven(points: Sequence[ContactPoint], normal: Vec3) -> bool:
    """Whether only part of the area of these exact points bears load; an engine may leave out the rest.

    Either the faces are not parallel, or they meet within the area: there, the exact polygon is cut by the depth.
    """
    if any(DEPTH_SIDE in point.id.split() for point in points):
        return True
    seen = _seen_along(normal, [point.position for point in points])
    depths = np.array([point.depth for point in points])
    gradient = np.linalg.lstsq(seen - seen.mean(axis=0), depths - depths.mean())[0]
    return bool(np.linalg.norm(gradient) > MOST_TILT)


def area_across(places: Sequence[Vec3], normal: Vec3) -> float:
    """The area of the convex hull of points, as seen along the normal, m²."""
    if len(places) < 3:
        return 0.0
    seen = _seen_along(normal, places)
    hull = convex_hull(np.column_stack([seen, np.zeros(len(seen))]))
    if hull.dimension < 2:
        return 0.0
    corners = seen[hull.indices[list(hull.faces[0])]]
    following = np.roll(corners, -1, axis=0)
    return abs(float(np.sum(corners[:, 0] * following[:, 1] - corners[:, 1] * following[:, 0]))) / 2


def _seen_along(normal: Vec3, places: Sequence[Vec3]) -> npt.NDArray[np.float64]:
    """(N, 2) the coordinates across the normal, metres."""
    first, second = _tangents(normal)
    return np.array([(dot(position, first), dot(position, second)) for position in places])


def _tangents(normal: Vec3) -> tuple[Vec3, Vec3]:
    least = min(range(3), key=lambda k: abs(normal[k]))
    axis = [0.0, 0.0, 0.0]
    axis[least] = 1.0
    first = unit(cross(normal, (axis[0], axis[1], axis[2])))
    return first, cross(normal, first)


def _angle(first: Vec3, second: Vec3) -> float:
    return atan2(norm(cross(first, second)), dot(first, second))
