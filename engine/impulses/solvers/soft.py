"""The soft step of Box2D v3: substeps with soft contacts, each followed by a relaxation without bias.

1. PREPARE the points: effective masses, and the speed at which they close.
2. In each of the substeps:
   VELOCITIES: gravity;  WARM_START: the impulses of the previous substep;
   SOLVE each point once: an overlapping one as a damped spring, one with a gap so that it may close by the gap;
   POSITIONS;
   RELAX: each point once more, without spring: this removes the velocity that the spring has added.
3. RESTITUTION: each point that was pushed and closed fast aims at its speed of separation.

The spring of angular frequency ω = 2π · hertz and damping ratio ζ in a substep h, with a = 2 ζ + h ω, has the bias
ω / a · gap, the mass scale h ω a / (1 + h ω a) and the impulse scale 1 / (1 + h ω a).  Against fixed bodies the
frequency is twice as high, so the spring is four times as stiff.

Source: Catto, Solver2D, 2024 (https://box2d.org/posts/2024/02/solver2d/), and Box2D v3.1.1 (8c661469),
src/contact_solver.c, `b2MakeSoft` in src/solver.h and `b2World_Step` in src/world.c
(https://github.com/erincatto/box2d).

Departures: three dimensions, with friction as a vector that is clamped to a disc, the same in all directions; a slop,
which Box2D v3 lacks: its springs push out all overlap; the slop and the limit of the push are relative to the size of
the bodies; the least speed for restitution follows from gravity and the tick, where Box2D's is 1 m/s; no joints,
islands, sleeping or rolling resistance.

What goes wrong: a spring keeps a little overlap under load; four substeps of one round each distribute impulses slowly
through a tall stack, which depends on warm starting.  A bounce loses height, for two reasons.  The contact points are
those of the start of the tick, so a fast body is stopped up to one tick's travel inside the other, and rises from there
(Box2D adds points up to 2 cm before contact, and a continuous test).  And RESTITUTION, as in Box2D, aims at a part of
the speed at the start of the tick, which lacks the gravity of this tick.  A ball with a restitution of 0.5, dropped by
2 m, rises by 0.446 m instead of 0.5 m; in Box2D v3 (pyb2d3 0.11.1) by 0.485 m.
"""

from math import pi

from gjkscope.engine.impulses.constraints import PointConstraint
from gjkscope.engine.impulses.records import ImpulsePhase, ImpulseSettings, SolverTask
from gjkscope.engine.impulses.solver import ImpulseSolver, Softness, TickTime, hard

SAMPLES = 8  # substeps per oscillation of the spring, at least: the limit of Box2D v3.1.1; v3.1.0 had 4
FASTER = (
    2.0  # the spring's frequency against fixed bodies, so that the load of a stack does not press it into the ground
)


def _plan(points: int, settings: ImpulseSettings) -> tuple[SolverTask, ...]:
    tasks = [SolverTask(ImpulsePhase.PREPARE)]
    for k in range(settings.substeps):
        tasks += [SolverTask(ImpulsePhase.VELOCITIES, k), SolverTask(ImpulsePhase.WARM_START, k)]
        tasks += [SolverTask(ImpulsePhase.SOLVE, k, 0, point) for point in range(points)]
        tasks += [SolverTask(ImpulsePhase.POSITIONS, k)]
        tasks += [SolverTask(ImpulsePhase.RELAX, k, 0, point) for point in range(points)]
    tasks += [SolverTask(ImpulsePhase.RESTITUTION, settings.substeps - 1, 0, point) for point in range(points)]
    return (*tasks, SolverTask(ImpulsePhase.DONE, settings.substeps - 1))


def _substeps(settings: ImpulseSettings) -> int:
    return settings.substeps


def _softness(point: PointConstraint, gap: float, pushes: bool, time: TickTime, settings: ImpulseSettings) -> Softness:
    if gap > 0:
        return hard(gap / time.substep)
    if not pushes:
        return hard(0.0)
    hertz = min(settings.hertz, 1 / (SAMPLES * time.substep)) * (FASTER if point.is_static else 1.0)
    omega = 2 * pi * hertz
    damping = 2 * settings.damping_ratio + time.substep * omega
    stiffness = time.substep * omega * damping
    overlap = min(gap + settings.slop * point.size, 0.0)
    bias = max(omega / damping * overlap, -settings.push_speed * point.size)
    return Softness(bias, stiffness / (1 + stiffness), 1 / (1 + stiffness))


SOLVER = ImpulseSolver("soft", "Soft step (Box2D v3)", 20, _plan, _substeps, _softness)
