"""Compiles the tasks of a tick of impulses, each for all its points or bodies (`engine/impulses/native.py`).

The functions on a point or a body are those of the trace (`impulses/solving.py`); only the loops over them are here.
A solver's bias is chosen as in dispatch.py: its number is `ImpulseSolver.order`.  The sines of the angles by which
bodies turn are Python's own.
"""

from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numpy as np
from numba import types
from numba.extending import overload, register_jitable

from gjkscope.engine.advancement.motion import STILL, Motion, accelerate, turned
from gjkscope.engine.batch import compiled
from gjkscope.engine.batch.compiled import OVERLOADED, SOURCES, make_known_beside
from gjkscope.engine.batch.lists import lent, lent_like
from gjkscope.engine.batch.reading import vector_at
from gjkscope.engine.impulses import native
from gjkscope.engine.impulses.constraints import Lever, PointConstraint, gap_of, turning_after
from gjkscope.engine.impulses.native import TURNS, BodyMass, SoftnessSettings, TickRow
from gjkscope.engine.impulses.records import NO_TURN, ImpulsePhase, PointImpulse
from gjkscope.engine.impulses.registry import SOLVERS
from gjkscope.engine.impulses.solver import Softness, TickTime, hard
from gjkscope.engine.impulses.solving import apply_again, bounces, forget, has_finite_sum, solve_friction, solve_normal
from gjkscope.engine.native import layout
from gjkscope.engine.native.layout import ROW
from gjkscope.engine.pose import Pose
from gjkscope.engine.runtime.compilation.compiling import compile_native
from gjkscope.engine.runtime.compilation.options import INLINE, Native
from gjkscope.engine.vectors import IDENTITY, ZERO, Vec3, along, norm, scale

# Examples of the items of lists, for type inference.
POSE = Pose(IDENTITY, ZERO)
MASS = BodyMass(0.0, NO_TURN, NO_TURN)
LEVER = Lever(ZERO, ZERO, ZERO, ZERO, ZERO, 0.0)
NUMBER: Any = 0  # in place of a key, and of a flag
POINT = PointConstraint(
    NUMBER, 0, 0, LEVER, (LEVER, LEVER), 0.0, 0.0, 0.0, ZERO, ZERO, ZERO, 0.0, 0.0, 0.0, 0.0, NUMBER, (0.0, 0.0)
)
IMPULSE = PointImpulse(NUMBER, 0.0, ZERO, 0.0)


class TickMemory(NamedTuple):
    """What the rows of numbers contain."""

    solver: int
    is_warm: bool
    bodies: int  # their number
    points: int
    time: TickTime
    settings: SoftnessSettings
    gravity: Vec3
    masses: Any
    poses: Any
    motions: Any
    constraints: Any
    impulses: Any
    sines: Any  # of the angle by which each body turns, and of half of it; before, these angles


def compile_impulses() -> Native:
    """`do_task`, compiled."""
    return compile_native(do_task, (types.intp, types.intp), _known_to_numba(), compiled, native, layout, *SOURCES)


@cache
def _known_to_numba() -> tuple[FunctionType, ...]:
    """All functions that `do_task` reaches, known to numba; once per process."""
    _register_solvers()
    softnesses = [solver.softness for solver in SOLVERS.values()]
    return make_known_beside([do_task, *softnesses], (*OVERLOADED, softness_of), INLINE)


def do_task(rows: int, phase: int) -> int:
    """Does the tasks of a phase, of a substep; 1 if all velocities are finite after it, else 0."""
    tick = _memory(rows)
    if phase == TURNS:
        return _write_turns(tick)
    if phase == ImpulsePhase.VELOCITIES:
        _accelerate(tick)
    elif phase == ImpulsePhase.POSITIONS:
        _move(tick)
    elif phase == ImpulsePhase.WARM_START:
        _warm_start(tick)
    elif phase == ImpulsePhase.RESTITUTION:
        return _restitute(tick)
    else:
        return _solve(tick, phase == ImpulsePhase.SOLVE)
    for body in range(tick.bodies):
        if not has_finite_sum(tick.motions[body]):
            return 0
    return 1


def softness_of(
    solver: int, point: PointConstraint, gap: float, pushes: bool, time: TickTime, settings: SoftnessSettings
) -> Softness:
    """`ImpulseSolver.softness` of the solver with this number; compiled code has a chain of functions instead."""
    [function] = (known.softness for known in SOLVERS.values() if known.order == solver)
    return function(point, gap, pushes, time, settings)  # type: ignore[arg-type]


def _register_solvers() -> None:
    chain = register_jitable(**INLINE)(_unknown)
    for solver in SOLVERS.values():
        chain = _link(solver.order, solver.softness, chain)
    overload(softness_of, jit_options=INLINE)(
        lambda solver, point, gap, pushes, time, settings: (
            lambda solver, point, gap, pushes, time, settings: chain(solver, point, gap, pushes, time, settings)
        )
    )


def _link(number: int, softness: Any, others: Any) -> Any:
    """A link of the chain: handles the solver with this number and passes all others on."""

    def link(solver: Any, point: Any, gap: Any, pushes: Any, time: Any, settings: Any) -> Any:
        if solver == number:
            return softness(point, gap, pushes, time, settings)
        return others(solver, point, gap, pushes, time, settings)

    return register_jitable(**INLINE)(link)


def _unknown(solver: Any, point: Any, gap: Any, pushes: Any, time: Any, settings: Any) -> Any:
    """Of a solver that is newer than the code: velocities that are not finite, so the interpreter answers."""
    return hard(np.nan)


def _write_turns(tick: TickMemory) -> int:
    """Writes the angle by which each body will turn, and half of it."""
    for body in range(tick.bodies):
        angle = norm(scale(tick.motions[body].angular_velocity, tick.time.substep))
        tick.sines[2 * body], tick.sines[2 * body + 1] = angle, angle / 2
    return 1


def _accelerate(tick: TickMemory) -> None:
    for body in range(tick.bodies):
        if tick.masses[body].inverse_mass > 0:
            tick.motions[body] = accelerate(tick.motions[body], tick.gravity, tick.time.substep)


def _warm_start(tick: TickMemory) -> None:
    for k in range(tick.points):
        if tick.is_warm:
            tick.impulses[k] = apply_again(tick.motions, tick.constraints[k], tick.impulses[k])
        else:
            tick.impulses[k] = forget(tick.impulses[k])


def _move(tick: TickMemory) -> None:
    dt = tick.time.substep
    for body in range(tick.bodies):
        pose, motion, mass = tick.poses[body], tick.motions[body], tick.masses[body]
        rotation, turning = pose.rotation, motion.angular_velocity
        if turning != ZERO:
            rotation = turned(rotation, scale(turning, dt), tick.sines[2 * body], tick.sines[2 * body + 1])
            if mass.inverse_mass > 0:
                after = turning_after(mass.inertia, mass.inverse_inertia, pose.rotation, rotation, turning)
                tick.motions[body] = Motion(motion.velocity, after)
        tick.poses[body] = Pose(rotation, along(pose.position, motion.velocity, dt))


def _solve(tick: TickMemory, pushes: bool) -> int:
    for k in range(tick.points):
        point = tick.constraints[k]
        gap = gap_of(point, tick.poses)
        softness = softness_of(tick.solver, point, gap, pushes, tick.time, tick.settings)
        pushed, _ = solve_normal(tick.motions, point, tick.impulses[k], gap, softness)
        tick.impulses[k], _ = solve_friction(tick.motions, point, pushed)
        if not _are_finite(tick, point):
            return 0
    return 1


def _restitute(tick: TickMemory) -> int:
    for k in range(tick.points):
        point, before = tick.constraints[k], tick.impulses[k]
        if bounces(point, before, tick.time.resting):
            softness = hard(point.restitution * point.speed)
            tick.impulses[k], _ = solve_normal(tick.motions, point, before, gap_of(point, tick.poses), softness)
            if not _are_finite(tick, point):
                return 0
    return 1


def _are_finite(tick: TickMemory, point: PointConstraint) -> bool:
    return has_finite_sum(tick.motions[point.first]) and has_finite_sum(tick.motions[point.second])


def _memory(rows: int) -> TickMemory:
    counts, numbers = lent(rows + TickRow.COUNTS * ROW, np.int64), lent(rows + TickRow.NUMBERS * ROW, np.float64)
    return TickMemory(
        counts[0],
        counts[1] == 1,
        counts[2],
        counts[3],
        TickTime(numbers[0], numbers[1], numbers[2]),
        SoftnessSettings(numbers[3], numbers[4], numbers[5], numbers[6], numbers[7]),
        vector_at(numbers, 8),
        lent_like(rows + TickRow.MASSES * ROW, MASS),
        lent_like(rows + TickRow.POSES * ROW, POSE),
        lent_like(rows + TickRow.MOTIONS * ROW, STILL),
        lent_like(rows + TickRow.POINTS * ROW, POINT),
        lent_like(rows + TickRow.IMPULSES * ROW, IMPULSE),
        lent(rows + TickRow.SINES * ROW, np.float64),
    )
