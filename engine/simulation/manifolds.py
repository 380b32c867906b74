"""The contact points of two bodies, or of two of their parts, in a simulation with impulses."""

from typing import NamedTuple

from gjkscope.engine.broadphase.boxes import Pair
from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.impulses.records import PointKey
from gjkscope.engine.vectors import Vec3


class PairManifold(NamedTuple):
    """The contact points of two parts at the start of a tick.  Parts are numbered; a body without parts has part 0."""

    pair: Pair
    part_a: int
    part_b: int
    policy: str  # the one that was used
    normal: Vec3  # unit, from the first body to the second
    points: tuple[ContactPoint, ...]
    prefix: str = ""  # before the ids of the points, which makes them unique within the pair of bodies

    def key_of(self, point: ContactPoint) -> PointKey:
        """The key by which the impulse of one of the points is found."""
        return (*self.pair, self.prefix + point.id)

    def normal_at(self, point: ContactPoint) -> Vec3:
        """The normal of one of the points: its own, where it has one."""
        return self.normal if point.normal is None else point.normal
