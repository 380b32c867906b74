"""What the steps of a tick are computed from: the constants of the tick."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from gjkscope.engine.arrays import matrix_arrays
from gjkscope.engine.impulses.constraints import PointConstraint
from gjkscope.engine.impulses.records import ImpulseSettings, SolverBody, SolverTask
from gjkscope.engine.impulses.solver import ImpulseSolver, TickTime
from gjkscope.engine.vectors import Vec3


class Inertia:
    """The inertia of bodies, compared by identity."""

    def __init__(self, bodies: Sequence[SolverBody]) -> None:
        self._bodies = bodies

    def __repr__(self) -> str:
        return f"Inertia({len(self._bodies)} bodies)"

    @cached_property
    def arrays(self) -> tuple[Any, Any]:
        """The inertia and its inverse in the frames of the bodies, as `arrays`."""
        inertia = [body.inertia for body in self._bodies]
        return matrix_arrays(inertia), matrix_arrays([body.inverse_inertia for body in self._bodies])


class SolverWork(NamedTuple):
    """The constants of a tick."""

    solver: ImpulseSolver
    settings: ImpulseSettings
    plan: tuple[SolverTask, ...]
    bodies: tuple[SolverBody, ...]
    moving: Sequence[int]  # the bodies that tasks without a point move: all but those that coast
    inertia: Inertia  # of these
    points: tuple[PointConstraint, ...]
    gravity: Vec3
    time: TickTime
