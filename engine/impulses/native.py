"""A tick of impulses by machine code: the bodies and impulses after all tasks of a plan, to the same bits.

A tick with 900 points takes a sixth of the time, most of which is that of making its records and reading them.  Loading
the code takes as long as some ticks, so this is done where many points will be solved (`IMPULSE_CODE`).  Without
code the interpreter answers, and where a velocity is no longer finite: it knows at which step.

Memory: eight arrays, and a row of three numbers for each of them, of which the last one is its address; see `TickRow`.
"""

from collections.abc import Callable, Iterator, Sequence
from ctypes import c_int64
from enum import IntEnum
from itertools import chain
from math import isfinite, sin
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.advancement.motion import Motion
from gjkscope.engine.cancellation import checkpoint
from gjkscope.engine.impulses.constraints import Lever, PointConstraint
from gjkscope.engine.impulses.records import ImpulsePhase, PointImpulse, PointKey, SolverBody, State
from gjkscope.engine.impulses.work import SolverWork
from gjkscope.engine.native.numbers import address_rows, short_pose_numbers
from gjkscope.engine.native.on_demand import IMPULSES, OnDemand
from gjkscope.engine.pose import Pose
from gjkscope.engine.shapes.blocks import address_of
from gjkscope.engine.vectors import Mat3

Numbers = npt.NDArray[np.float64]

INTEGERS = [1, 2, -3]  # of a point: which of its numbers are `first`, `second` and `is_static`
TURNS = -1  # a phase before POSITIONS: the angles by which bodies turn


class TickRow(IntEnum):
    """The arrays; all of float64 but the first, and integers in records are those of their bits."""

    COUNTS = 0  # the solver's order, whether it starts from earlier impulses, the numbers of bodies and points
    NUMBERS = 1  # `TickTime`, `SoftnessSettings`, gravity
    MASSES = 2  # `BodyMass` of each body
    POSES = 3
    MOTIONS = 4
    POINTS = 5  # `PointConstraint`; its key is an integer, and `is_static`, too
    IMPULSES = 6  # `PointImpulse`; its key is an integer
    SINES = 7  # two of each body


class SoftnessSettings(NamedTuple):
    """Those of `ImpulseSettings` that a softness depends on."""

    baumgarte: float
    slop: float
    hertz: float
    damping_ratio: float
    push_speed: float


class BodyMass(NamedTuple):
    """The constants of a body."""

    inverse_mass: float
    inverse_inertia: Mat3
    inertia: Mat3


class DoneTasks(NamedTuple):
    """What a plan does to bodies and points."""

    poses: tuple[Pose, ...]
    motions: tuple[Motion, ...]
    impulses: tuple[PointImpulse, ...]


IMPULSE_CODE = OnDemand(IMPULSES, c_int64, c_int64)


def run_tasks(first: State, work: SolverWork) -> DoneTasks | None:
    """The bodies and the impulses after all tasks; None without machine code, and where it cannot tell.

    That is so where a number is not a float of Python's, or a velocity or a turn is no longer finite.
    """
    code = IMPULSE_CODE.function
    if code is None or work.time.substep == 0:  # by which compiled code would divide
        return None
    memory = _memory_of(first, work)
    if memory is None:
        return None
    rows = address_rows([address_of(array) for array in memory])
    if not all(_do_tasks(code, address_of(rows), memory.sines, phase) for phase in _phases(work)):
        return None
    return _solved(memory, first.names)


class _Memory(NamedTuple):
    """The arrays that `TickRow` describes."""

    counts: npt.NDArray[np.int64]
    numbers: Numbers
    masses: Numbers
    poses: Numbers
    motions: Numbers
    points: Numbers
    impulses: Numbers
    sines: Numbers


def _phases(work: SolverWork) -> Iterator[ImpulsePhase]:
    """The phases of the plan, each once for all points."""
    return (task.phase for task in work.plan[1:-1] if task.point <= 0)


def _do_tasks(code: Callable[[int, int], int], rows: int, sines: Numbers, phase: ImpulsePhase) -> bool:
    """Does the tasks of a phase, for all points or bodies; false where a number is no longer finite."""
    checkpoint()
    if phase is ImpulsePhase.POSITIONS:
        code(rows, TURNS)
        turns = sines.tolist()
        if not all(map(isfinite, turns)):
            return False
        sines[:] = list(map(sin, turns))
    return code(rows, phase) == 1


def _memory_of(first: State, work: SolverWork) -> _Memory | None:
    """The numbers of a tick, if all are floats."""
    rows = (
        [_tick_numbers(work)],
        map(_mass_numbers, work.bodies),
        map(short_pose_numbers, first.poses),
        map(_motion_numbers, first.motions),
        map(_point_numbers, work.points),
        map(_impulse_numbers, first.impulses),
    )
    parts = [list(chain.from_iterable(part)) for part in rows]
    if any(set(map(type, part)) - {float} for part in parts):
        return None
    numbers, masses, poses, motions, points, impulses = map(np.array, parts)
    counts = work.solver.order, work.settings.warm_starting, len(work.bodies), len(work.points)
    _write_integers(points, [(point.first, point.second, point.is_static) for point in work.points])
    sines = np.empty(2 * len(work.bodies))
    return _Memory(np.array(counts, np.int64), numbers, masses, poses, motions, points, impulses, sines)


def _tick_numbers(work: SolverWork) -> tuple[float, ...]:
    return (*work.time, *(getattr(work.settings, name) for name in SoftnessSettings._fields), *work.gravity)


def _mass_numbers(body: SolverBody) -> tuple[float, ...]:
    (a, b, c), (d, e, f) = body.inverse_inertia, body.inertia
    return (body.inverse_mass, *a, *b, *c, *d, *e, *f)


def _motion_numbers(motion: Motion) -> tuple[float, ...]:
    return (*motion.velocity, *motion.angular_velocity)


def _point_numbers(point: PointConstraint) -> tuple[float, ...]:
    """The fields of a point; for its integers there are zeros, in whose place they are written."""
    s, t = point.tangents
    return (
        *(0.0, 0.0, 0.0),
        *_lever_numbers(point.normal),
        *_lever_numbers(s),
        *_lever_numbers(t),
        *(point.friction_mass, point.normal_mass, point.depth),
        *point.on_first,
        *point.on_second,
        *point.apart,
        *(point.speed, point.size, point.friction, point.restitution),
        0.0,
        *point.inverse_masses,
    )


def _lever_numbers(lever: Lever) -> tuple[float, ...]:
    direction, turn_first, turn_second, spin_first, spin_second, inverse_mass = lever
    return (*direction, *turn_first, *turn_second, *spin_first, *spin_second, inverse_mass)


def _write_integers(points: Numbers, integers: list[tuple[int, int, bool]]) -> None:
    """The numbers of both bodies, and whether one of them is fixed."""
    if integers:
        points.view(np.int64).reshape(len(integers), -1)[:, INTEGERS] = integers


def _impulse_numbers(impulse: PointImpulse) -> tuple[float, ...]:
    return (0.0, impulse.normal, *impulse.friction, impulse.total)


def _solved(memory: _Memory, names: Sequence[PointKey]) -> DoneTasks:
    """The records of what the arrays contain."""
    poses, motions = memory.poses.reshape(-1, 12).tolist(), memory.motions.reshape(-1, 6).tolist()
    impulses = zip(names, memory.impulses.reshape(-1, 6).tolist(), strict=True)
    return DoneTasks(
        tuple([Pose(((a, b, c), (d, e, f), (g, h, i)), (x, y, z)) for a, b, c, d, e, f, g, h, i, x, y, z in poses]),
        tuple([Motion((x, y, z), (u, v, w)) for x, y, z, u, v, w in motions]),
        tuple(PointImpulse(key, normal, (x, y, z), total) for key, (_, normal, x, y, z, total) in impulses),
    )
