"""`ContactPolicy`: one engine's way to generate a manifold."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.contacts.records import ContactPoint
from gjkscope.engine.contacts.steps import State
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import NotApplicable
from gjkscope.engine.shapes.kinds import Shape, common_dimension
from gjkscope.engine.vectors import SINGLE

SINGLE_ACCURACY = 16 * SINGLE
"""The accuracy of an engine that computes in single precision: some 16 operations lead to a point."""

Earlier = tuple[ContactPoint, ...]
"""The points of the previous tick, carried along by `matching.carry_points`; empty without contact."""


class ContactPolicy(NamedTuple):
    """How to run a policy: `start` makes the first step, `step` the one after a step, until it has an exit.

    `start_unseen` makes a first step after which the steps lack what is in them for a view only; the normal and the
    points of the last one are the same.  Policies for which that saves no time have none.
    """

    name: str
    title: str  # for a menu
    order: int  # in menus and lists
    start: Callable[[Shape, Pose, Shape, Pose, Earlier], State]
    step: Callable[[State], State]
    takes: Callable[[Shape, Shape], bool]  # of 3D shapes
    supports: str  # the shapes that it takes, in words
    remembers: bool = False  # whether the points depend on those of the previous tick
    accuracy: float = 0.0  # of the points, relative to the size of the pair: how far rounding moves them
    start_unseen: Callable[[Shape, Pose, Shape, Pose, Earlier], State] | None = None

    def applies(self, shape_a: Shape, shape_b: Shape) -> bool:
        """Whether it gives contact points of these shapes; those of 2D shapes are given by no policy."""
        return shape_a.dimension == shape_b.dimension == 3 and self.takes(shape_a, shape_b)

    def refusal(self, shape_a: Shape, shape_b: Shape) -> str:
        """What it supports instead of shapes to which it does not apply: words to follow its name."""
        return words_of_refusal(self.supports, shape_a, shape_b)


def words_of_refusal(supports: str, shape_a: Shape, shape_b: Shape) -> str:
    """Words for what a policy for 3D shapes supports instead of these."""
    supported = "3D shapes" if shape_a.dimension == 2 else supports
    return f"supports {supported}, not {shape_a.kind} and {shape_b.kind}"


def check_solid(shape_a: Shape, shape_b: Shape) -> None:
    """Raises `NotApplicable` for 2D shapes, and `ValueError` if one is 2D and the other 3D."""
    if common_dimension(shape_a, shape_b) == 2:
        raise NotApplicable("contact points are those of 3D shapes, not of 2D ones")
