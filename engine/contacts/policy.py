"""`ContactPolicy`: one engine's way to generate a manifold."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.shape import Shape
from gjkscope.engine.vectors import SINGLE

SINGLE_ACCURACY = 16 * SINGLE
"""The accuracy of an engine that computes in single precision: some 16 operations lead to a point."""

Earlier = tuple[ContactPoint, ...]
"""The points of the previous tick, carried along by `matching.carry_points`; empty without contact."""


class ContactPolicy(NamedTuple):
    """How to run a policy: `start` makes the first step, `step` the one after a step, until it has an exit."""

    name: str
    title: str  # for a menu
    order: int  # in menus and lists
    start: Callable[[Shape, Pose, Shape, Pose, Earlier], State]
    step: Callable[[State], State]
    applies: Callable[[Shape, Shape], bool]
    supports: str  # the shapes for which `applies` is true, in words
    remembers: bool = False  # whether the points depend on those of the previous tick
    accuracy: float = 0.0  # of the points, relative to the size of the pair: how far rounding moves them
