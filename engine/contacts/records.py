"""The records of manifolds: the points at which two bodies touch or overlap, with one normal for all."""

from typing import Any, NamedTuple

from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


class ContactPoint(NamedTuple):
    """A point of contact; lengths are in metres, in world coordinates.

    >>> from gjkscope import Box, Pose, manifold
    >>> point = manifold(Box((1, 1, 1)), Pose(), Box((0.5, 0.5, 0.5)), Pose(position=(0, 1.25, 0))).points[0]
    >>> point.position_a[1], point.position_b[1], point.position[1], point.depth
    (1.0, 0.75, 0.875, 0.25)
    """

    position: Vec3  #: halfway between the next two
    position_a: Vec3  #: on A's surface
    position_b: Vec3  #: on B's surface
    depth: float  #: metres along the normal: > 0 for an overlap, < 0 for a gap
    id: str  #: the features it comes from; the same while these are, so that a solver can find it again
    normal: Vec3 | None = None  #: a unit vector of its own, where Bullet keeps that of an earlier query


class Manifold(NamedTuple):
    """The contact points of a pair, and the steps that led to them.

    >>> from gjkscope import Box, Pose, manifold
    >>> found = manifold(Box((1, 1, 1)), Pose(), Box((1, 1, 1)), Pose(position=(0, 1.75, 0)), "box3d")
    >>> found.policy, found.normal, len(found.points), found.exit.words
    ('box3d', (0.0, 1.0, 0.0), 4, 'complete')
    """

    policy: str  #: that made it
    normal: Vec3  #: a unit vector from A to B
    points: tuple[ContactPoint, ...]  #: in order around the normal
    exit: Exit  #: why the policy ended
    steps: tuple[Any, ...]  #: named tuples; the last one has the points
