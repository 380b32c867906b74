"""A tick of a solver as a trace: one step for each change of velocities, impulses or positions.

1. The solver's plan lists the tasks of the tick (`solvers`).
2. Each step does one task.  A task on a point first solves along the normal, then friction with the new normal impulse.
3. The last step has the exit COMPLETE, or DEGENERATE_INPUT as soon as a velocity is no longer finite.

The angular momentum of a body that turns stays the same: after each change of its pose, its angular velocity follows
from it, which is the gyroscopic torque.

How it can fail: convergence is not tested; the plan ends after its rounds, whatever the error is.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from math import isfinite
from typing import Any, NamedTuple

import numpy as np

from gjkscope.engine.advancement.many import MANY, move_poses
from gjkscope.engine.advancement.motion import Motion, accelerate
from gjkscope.engine.arrays import matrix_arrays, vector_arrays, vectors_of
from gjkscope.engine.impulses.coasting import coast
from gjkscope.engine.impulses.constraints import (
    PointConstraint,
    friction_parts,
    gap_of,
    limit_length,
    point_constraints,
    push,
    speed_along,
    turning_after,
)
from gjkscope.engine.impulses.records import (
    FrictionSolve,
    ImpulsePhase,
    ImpulseSettings,
    NormalSolve,
    PointImpulse,
    PointKey,
    SolverBody,
    SolverContact,
    SolverTask,
    State,
)
from gjkscope.engine.impulses.solver import ImpulseSolver, Softness, TickTime
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, final_step
from gjkscope.engine.vectors import ZERO, Vec3, along, norm, scale, square_to, sub

Earlier = Mapping[PointKey, PointImpulse]

# An approach at up to this many times the speed that gravity adds in a tick is that of a body at rest: it does not
# bounce.  The factor is two because the tick in which a body comes to rest adds its part to that of the tick before.
RESTING = 2.0


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


class PointChange(NamedTuple):
    """The changes made by solving a point."""

    motions: tuple[Motion, ...]
    impulse: PointImpulse
    normal: NormalSolve
    friction: FrictionSolve | None


def first_step(
    solver: ImpulseSolver,
    bodies: Sequence[SolverBody],
    contacts: Sequence[SolverContact],
    gravity: Vec3,
    duration: float,
    settings: ImpulseSettings,
    earlier: Earlier,
) -> State:
    """The step that prepares the points; `earlier` are the impulses to start from."""
    points = point_constraints(bodies, contacts)
    time = TickTime(duration, duration / solver.substeps(settings), RESTING * norm(gravity) * duration)
    plan = solver.plan(len(points), settings)
    return State(
        iteration=0,
        solver=solver.name,
        task=plan[0],
        names=tuple(point.key for point in points),
        normal=None,
        friction=None,
        poses=tuple(body.pose for body in bodies),
        motions=tuple(body.motion for body in bodies),
        impulses=tuple(_start_impulse(point, earlier if settings.warm_starting else {}) for point in points),
        work=SolverWork(
            solver, settings, plan, tuple(bodies), range(len(bodies)), Inertia(bodies), points, gravity, time
        ),
        exit=Exit.RUNNING,
    )


def run_plan(first: State) -> State:
    """The last step of the plan.  The others are not kept, which would slow down Python's search for garbage.

    Bodies without contact points take no steps (`coasting`).
    """
    work: SolverWork = first.work
    met = {body for point in work.points for body in (point.first, point.second)}
    free = [body for body in range(len(work.bodies)) if body not in met]
    coasting = coast(work.bodies, free, work.plan, work.gravity, work.time.substep)
    moving = [body for body in range(len(work.bodies)) if body not in coasting]
    inertia = Inertia([work.bodies[body] for body in moving])
    last = final_step(first._replace(work=work._replace(moving=moving, inertia=inertia)), step)
    if last.exit != Exit.COMPLETE:  # those that coast would have to stop at that step, too
        return final_step(first, step)
    poses = tuple(coasting[i].pose if i in coasting else pose for i, pose in enumerate(last.poses))
    motions = tuple(coasting[i].motion if i in coasting else motion for i, motion in enumerate(last.motions))
    return last._replace(poses=poses, motions=motions, work=work)


def step(state: State) -> State:
    """The next step of the plan."""
    work: SolverWork = state.work
    iteration = state.iteration + 1
    task = work.plan[iteration]
    _, solver, _, names, _, _, poses, motions, impulses, _, reason = state
    ahead = State(iteration, solver, task, names, None, None, poses, motions, impulses, work, reason)  # faster
    after = TASKS[task.phase](ahead, work)
    if not _is_finite(state.motions, after.motions, _bodies_of(task, work)):
        return after._replace(exit=Exit.DEGENERATE_INPUT)
    return after


def _start_impulse(point: PointConstraint, earlier: Earlier) -> PointImpulse:
    """The impulse of the previous tick; its friction is turned into the plane of the new normal."""
    previous = earlier.get(point.key)
    if previous is None:
        return PointImpulse(point.key)
    return PointImpulse(point.key, previous.normal, square_to(previous.friction, point.normal.direction))


def _velocities(state: State, work: SolverWork) -> State:
    motions = list(state.motions)
    for body in work.moving:
        if work.bodies[body].inverse_mass > 0:
            motions[body] = accelerate(motions[body], work.gravity, work.time.substep)
    return state._replace(motions=tuple(motions))


def _warm_start(state: State, work: SolverWork) -> State:
    """Applies the accumulated impulses again; without warm starting, each substep starts from zero."""
    if not work.settings.warm_starting:
        return state._replace(impulses=tuple(impulse._replace(normal=0.0, friction=ZERO) for impulse in state.impulses))
    motions = list(state.motions)
    for point, impulse in zip(work.points, state.impulses, strict=True):
        push(motions, work.bodies, point, point.normal, impulse.normal)
        _rub(motions, work, point, impulse.friction)
    impulses = tuple(impulse._replace(total=impulse.total + impulse.normal) for impulse in state.impulses)
    return state._replace(motions=tuple(motions), impulses=impulses)


def _positions(state: State, work: SolverWork) -> State:
    poses, motions = list(state.poses), list(state.motions)
    before = [poses[body] for body in work.moving]
    after = move_poses(before, [motions[body] for body in work.moving], work.time.substep)
    turned = _turned(state, work, before, after)
    for body, pose, angular_velocity in zip(work.moving, after, turned, strict=True):
        poses[body], motion = pose, motions[body]
        if work.bodies[body].inverse_mass > 0 and motion.angular_velocity != ZERO:
            motions[body] = Motion(motion.velocity, angular_velocity)
    return state._replace(poses=tuple(poses), motions=tuple(motions))


def _turned(state: State, work: SolverWork, before: Sequence[Pose], after: Sequence[Pose]) -> list[Vec3]:
    """The angular velocities of moving bodies after a change of these poses, if they turn."""
    turning = [state.motions[body].angular_velocity for body in work.moving]
    if len(before) < MANY:
        bodies = (work.bodies[body] for body in work.moving)
        return [
            turning_after(body.inertia, body.inverse_inertia, start.rotation, end.rotation, angular_velocity)
            for body, start, end, angular_velocity in zip(bodies, before, after, turning, strict=True)
        ]
    start, end = (matrix_arrays([pose.rotation for pose in moment]) for moment in (before, after))
    with np.errstate(all="ignore"):
        return vectors_of(turning_after(*work.inertia.arrays, start, end, vector_arrays(turning)))


def _solve(state: State, work: SolverWork) -> State:
    return _solve_point(state, work, pushes=True)


def _relax(state: State, work: SolverWork) -> State:
    return _solve_point(state, work, pushes=False)


def _solve_point(state: State, work: SolverWork, pushes: bool) -> State:
    point = work.points[state.task.point]
    gap = gap_of(point, state.poses)
    softness = work.solver.softness(point, gap, pushes, work.time, work.settings)
    return _apply_change(state, _with_friction(state, work, point, *_along_normal(state, work, point, gap, softness)))


def _restitution(state: State, work: SolverWork) -> State:
    """Aims at the speed of separation, at points that closed fast and were pushed."""
    point, impulse = work.points[state.task.point], state.impulses[state.task.point]
    if point.restitution == 0 or point.speed > -work.time.resting or impulse.total == 0:
        return state
    gap = gap_of(point, state.poses)
    motions, after, normal = _along_normal(state, work, point, gap, Softness(point.restitution * point.speed))
    return _apply_change(state, PointChange(tuple(motions), after, normal, None))


def _finish(state: State, _work: SolverWork) -> State:
    return state._replace(exit=Exit.COMPLETE)


def _along_normal(
    state: State, work: SolverWork, point: PointConstraint, gap: float, softness: Softness
) -> tuple[list[Motion], PointImpulse, NormalSolve]:
    before = state.impulses[state.task.point]
    motions = list(state.motions)
    speed = speed_along(point.normal, motions[point.first], motions[point.second])
    change = -point.normal_mass * softness.mass * (speed + softness.bias) - softness.impulse * before.normal
    wanted = before.normal + change
    solved = NormalSolve(speed, softness.bias, gap, point.normal_mass, wanted, before.normal, max(wanted, 0.0))
    push(motions, work.bodies, point, point.normal, solved.increment)
    total = before.total + solved.increment
    return motions, PointImpulse(before.key, solved.after, before.friction, total), solved


def _with_friction(
    state: State,
    work: SolverWork,
    point: PointConstraint,
    motions: list[Motion],
    impulse: PointImpulse,
    normal: NormalSolve,
) -> PointChange:
    first, second = motions[point.first], motions[point.second]
    s, t = point.tangents
    slip = _across(point, speed_along(s, first, second), speed_along(t, first, second))
    wanted = along(impulse.friction, slip, -point.friction_mass)
    most = point.friction * normal.after
    after = limit_length(wanted, most)
    solved = FrictionSolve(slip, wanted, impulse.friction, after, most)
    _rub(motions, work, point, sub(after, impulse.friction))
    rubbed = PointImpulse(impulse.key, impulse.normal, after, impulse.total)
    return PointChange(tuple(motions), rubbed, normal, solved)


def _across(point: PointConstraint, s: float, t: float) -> Vec3:
    return along(scale(point.tangents[0].direction, s), point.tangents[1].direction, t)


def _rub(motions: list[Motion], work: SolverWork, point: PointConstraint, friction: Vec3) -> None:
    for lever, part in zip(point.tangents, friction_parts(point, friction), strict=True):
        push(motions, work.bodies, point, lever, part)


def _apply_change(state: State, change: PointChange) -> State:
    k = state.task.point
    impulses = (*state.impulses[:k], change.impulse, *state.impulses[k + 1 :])
    iteration, solver, task, names, _, _, poses, _, _, work, reason = state
    motions, _, normal, friction = change
    return State(iteration, solver, task, names, normal, friction, poses, motions, impulses, work, reason)


def _bodies_of(task: SolverTask, work: SolverWork) -> Iterable[int]:
    """The bodies that a task may change: both at its point, or all that move."""
    if task.point < 0:
        return work.moving
    point = work.points[task.point]
    return point.first, point.second


def _is_finite(before: Sequence[Motion], after: Sequence[Motion], bodies: Iterable[int]) -> bool:
    """Whether the velocities of these bodies are finite where they have changed."""
    for body in bodies:
        motion = after[body]
        if motion is not before[body] and not isfinite(sum(motion.velocity) + sum(motion.angular_velocity)):
            return False
    return True


TASKS = {
    ImpulsePhase.VELOCITIES: _velocities,
    ImpulsePhase.WARM_START: _warm_start,
    ImpulsePhase.SOLVE: _solve,
    ImpulsePhase.POSITIONS: _positions,
    ImpulsePhase.RELAX: _relax,
    ImpulsePhase.RESTITUTION: _restitution,
    ImpulsePhase.DONE: _finish,
}
"""How each task but the first is done."""
