"""Matches the contact points of two ticks: points are carried along with their bodies and found again by their ids."""

from collections.abc import Iterable
from typing import NamedTuple

from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.vectors import Vec3, add, scale, sub, transposed_times


class Matching(NamedTuple):
    """The ids of two ticks, each in the order of its points."""

    kept: tuple[str, ...]
    new: tuple[str, ...]
    lost: tuple[str, ...]


def matching(before: Iterable[ContactPoint], after: Iterable[ContactPoint]) -> Matching:
    """The ids that two ticks have in common.

    >>> from gjkscope import Box, Pose
    >>> from gjkscope.engine.contacts.registry import manifold
    >>> below, above = Box((1, 1, 1)), Box((0.5, 0.5, 0.5))
    >>> x = [manifold(below, Pose(), above, Pose(position=(x, 1.4, 0))).points for x in (0.0, 0.8)]
    >>> matching(*x).kept
    ('B v4', 'B v0')
    """
    old, current = [point.id for point in before], [point.id for point in after]
    return Matching(
        tuple(name for name in current if name in old),
        tuple(name for name in current if name not in old),
        tuple(name for name in old if name not in current),
    )


def carry_points(
    points: Iterable[ContactPoint], before: tuple[Pose, Pose], after: tuple[Pose, Pose]
) -> tuple[ContactPoint, ...]:
    """The points after the bodies have moved: each keeps its place on A and on B.

    Depths are those of the earlier tick: only the policy, which knows the normal, can measure the new ones.
    """
    return tuple(_carry_point(point, before, after) for point in points)


def _carry_point(point: ContactPoint, before: tuple[Pose, Pose], after: tuple[Pose, Pose]) -> ContactPoint:
    on_a = _move_point(point.position_a, before[0], after[0])
    on_b = _move_point(point.position_b, before[1], after[1])
    return point._replace(position=scale(add(on_a, on_b), 0.5), position_a=on_a, position_b=on_b)


def _move_point(point: Vec3, before: Pose, after: Pose) -> Vec3:
    return apply(after, transposed_times(before.rotation, sub(point, before.position)))
