"""What a manifold is: the points at which two bodies touch or overlap, with one normal for all."""

from typing import Any, NamedTuple

from gjkscope.engine.result import Exit
from gjkscope.engine.vectors import Vec3


class ContactPoint(NamedTuple):
    """A point of contact.  Positions are in world metres."""

    position: Vec3  # halfway between the next two
    position_a: Vec3  # on A's surface
    position_b: Vec3  # on B's surface
    depth: float  # metres along the normal: > 0 for an overlap, < 0 for a gap
    id: str  # the features it comes from; the same while these are, so that a solver can find it again
    normal: Vec3 | None = None  # its own, where it differs from the manifold's: Bullet keeps that of the query


class Manifold(NamedTuple):
    """The contact points of a pair, and the steps that led to them."""

    policy: str
    normal: Vec3  # unit, from A to B
    points: tuple[ContactPoint, ...]  # in order around the normal
    exit: Exit
    steps: tuple[Any, ...]  # `steps.State`s
