"""A tick of a solver as a trace: one step for each change of velocities, impulses or positions.

1. The solver's plan lists the tasks of the tick (`solvers`).
2. Each step does one task; those on a point are in `solving`.
3. The last step has the exit COMPLETE, or DEGENERATE_INPUT as soon as a velocity is no longer finite.

The angular momentum of a body that turns stays the same: after each change of its pose, its angular velocity follows
from it, which is the gyroscopic torque.

How it can fail: convergence is not tested; the plan ends after its rounds, whatever the error is.
"""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from gjkscope.engine.advancement.many import MANY, move_poses
from gjkscope.engine.advancement.motion import Motion, accelerate
from gjkscope.engine.arrays import matrix_arrays, vector_arrays, vectors_of
from gjkscope.engine.impulses.coasting import coast
from gjkscope.engine.impulses.constraints import (
    PointConstraint,
    gap_of,
    point_constraints,
    turning_after,
)
from gjkscope.engine.impulses.native import run_tasks
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
from gjkscope.engine.impulses.solver import ImpulseSolver, TickTime, hard
from gjkscope.engine.impulses.solving import apply_again, bounces, forget, has_finite_sum, solve_friction, solve_normal
from gjkscope.engine.impulses.work import Inertia, SolverWork
from gjkscope.engine.pose import Pose
from gjkscope.engine.result import Exit, final_step
from gjkscope.engine.vectors import ZERO, Vec3, norm, square_to

Earlier = Mapping[PointKey, PointImpulse]

# An approach at up to this many times the speed that gravity adds in a tick is that of a body at rest: it does not
# bounce.  The factor is two because the tick in which a body comes to rest adds its part to that of the tick before.
RESTING = 2.0


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

    Machine code does the tasks, where it has been loaded (`native`).
    """
    work: SolverWork = first.work
    done = run_tasks(first, work)
    if done is None:
        return _run_steps(first, work)
    last = first._replace(iteration=len(work.plan) - 1, task=work.plan[-1], exit=Exit.COMPLETE)
    return last._replace(poses=done.poses, motions=done.motions, impulses=done.impulses)


def _run_steps(first: State, work: SolverWork) -> State:
    """The last step.  Bodies without contact points take no steps (`coasting`)."""
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
    if not _are_finite(state.motions, after.motions, _bodies_of(task, work)):
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
        return state._replace(impulses=tuple(map(forget, state.impulses)))
    motions, impulses = list(state.motions), zip(work.points, state.impulses, strict=True)
    applied = tuple(apply_again(motions, point, impulse) for point, impulse in impulses)
    return state._replace(motions=tuple(motions), impulses=applied)


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
    point, motions = work.points[state.task.point], list(state.motions)
    gap = gap_of(point, state.poses)
    softness = work.solver.softness(point, gap, pushes, work.time, work.settings)
    pushed, normal = solve_normal(motions, point, state.impulses[state.task.point], gap, softness)
    impulse, friction = solve_friction(motions, point, pushed)
    return _change_point(state, motions, impulse, normal, friction)


def _restitution(state: State, work: SolverWork) -> State:
    """Aims at the speed of separation, at points that closed fast and were pushed."""
    point, before = work.points[state.task.point], state.impulses[state.task.point]
    if not bounces(point, before, work.time.resting):
        return state
    gap, motions = gap_of(point, state.poses), list(state.motions)
    impulse, normal = solve_normal(motions, point, before, gap, hard(point.restitution * point.speed))
    return _change_point(state, motions, impulse, normal, None)


def _change_point(
    state: State, motions: list[Motion], impulse: PointImpulse, normal: NormalSolve, friction: FrictionSolve | None
) -> State:
    k = state.task.point
    impulses = (*state.impulses[:k], impulse, *state.impulses[k + 1 :])
    iteration, solver, task, names, _, _, poses, _, _, work, reason = state
    return State(iteration, solver, task, names, normal, friction, poses, tuple(motions), impulses, work, reason)


def _finish(state: State, _work: SolverWork) -> State:
    return state._replace(exit=Exit.COMPLETE)


def _bodies_of(task: SolverTask, work: SolverWork) -> Iterable[int]:
    """The bodies that a task may change: both at its point, or all that move."""
    if task.point < 0:
        return work.moving
    point = work.points[task.point]
    return point.first, point.second


def _are_finite(before: Sequence[Motion], after: Sequence[Motion], bodies: Iterable[int]) -> bool:
    """Whether the velocities of these bodies are finite where they have changed."""
    for body in bodies:
        motion = after[body]
        if motion is not before[body] and not has_finite_sum(motion):
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
