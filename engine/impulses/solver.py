"""`ImpulseSolver`: the order of its steps, and the bias by which it removes overlap."""

from collections.abc import Callable
from typing import NamedTuple

from gjkscope.engine.impulses.constraints import PointConstraint
from gjkscope.engine.impulses.records import ImpulseSettings, SolverTask


class Softness(NamedTuple):
    """How a point is solved: λ = −M · mass · (speed + bias) − impulse · (the accumulated impulse).

    A hard constraint has a mass scale of 1 and an impulse scale of 0.
    """

    bias: float  # m/s
    mass: float
    impulse: float


def hard(bias: float) -> Softness:
    """A hard constraint."""
    return Softness(bias, 1.0, 0.0)


class TickTime(NamedTuple):
    """The lengths of a tick and of its parts, seconds."""

    tick: float
    substep: float
    resting: float  # m/s: slower approaches do not bounce


class ImpulseSolver(NamedTuple):
    """A way to find the impulses of a tick."""

    name: str
    title: str  # for a menu
    order: int  # in menus and lists
    plan: Callable[[int, ImpulseSettings], tuple[SolverTask, ...]]  # takes the number of points
    substeps: Callable[[ImpulseSettings], int]
    # Takes the point, its gap now (metres), and whether to push bodies that overlap apart.
    softness: Callable[[PointConstraint, float, bool, TickTime, ImpulseSettings], Softness]
