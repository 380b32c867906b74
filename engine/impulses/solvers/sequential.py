"""Sequential impulses as in Box2D Lite: one point after another, round after round, with accumulated impulses.

1. PREPARE the points: effective masses, and the speed at which they close.
2. VELOCITIES: gravity.
3. WARM_START: the impulses of the previous tick, found by the ids of the points, are applied again.
4. SOLVE, `iterations` rounds over all points: the impulse that stops the point from closing is added to the
   accumulated one, and the sum is clamped to what a contact can do: push, and rub up to friction × push.  Clamping the
   sum rather than the increment lets a later round take back what an earlier one gave too much.
   A part of the overlap beyond the slop, divided by the tick, is added to the speed (Baumgarte).
5. POSITIONS.

Source: Catto, Fast and simple physics using sequential impulses, GDC 2006, and Box2D Lite
(https://github.com/erincatto/box2d-lite), src/Arbiter.cpp and src/World.cpp.

Departures: three dimensions, with friction as a vector that is clamped to a disc, the same in all directions; a point
with a gap may close by the gap within the tick (as in Box2D v3), as policies report points before they touch;
restitution, which Box2D Lite lacks, as in Box2D v2.4: a point that closes faster than at rest aims at its speed of
separation; the slop is relative to the size of the bodies.

What goes wrong: the push against overlap is a velocity, and stays in the bodies: they jump where contacts are deep.
Without warm starting, ten rounds do not carry a stack's weight to the floor: it sinks.
"""

from gjkscope.engine.impulses.constraints import PointConstraint
from gjkscope.engine.impulses.records import ImpulsePhase, ImpulseSettings, SolverTask
from gjkscope.engine.impulses.solver import ImpulseSolver, Softness, TickTime, hard


def _plan(points: int, settings: ImpulseSettings) -> tuple[SolverTask, ...]:
    solves = (
        SolverTask(ImpulsePhase.SOLVE, 0, turn, point) for turn in range(settings.iterations) for point in range(points)
    )
    before = (SolverTask(phase) for phase in (ImpulsePhase.PREPARE, ImpulsePhase.VELOCITIES, ImpulsePhase.WARM_START))
    return (*before, *solves, SolverTask(ImpulsePhase.POSITIONS), SolverTask(ImpulsePhase.DONE))


def _one_substep(_settings: ImpulseSettings) -> int:
    return 1


def _softness(point: PointConstraint, gap: float, pushes: bool, time: TickTime, settings: ImpulseSettings) -> Softness:
    bias = gap / time.tick
    if gap < 0:
        bias = settings.baumgarte / time.tick * min(gap + settings.slop * point.size, 0.0)
    touches = (point.speed - time.resting) * time.tick + gap <= 0  # in this tick, with what gravity adds
    if touches and point.restitution > 0 and point.speed < -time.resting:
        bias = min(bias, point.restitution * point.speed)
    return hard(bias)


SOLVER = ImpulseSolver("sequential", "Sequential impulses (Box2D Lite)", 10, _plan, _one_substep, _softness)
