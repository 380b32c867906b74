"""The solvers' tick as a registered procedure."""

from gjkscope.engine.impulses.explain import explain, headline
from gjkscope.engine.impulses.records import ImpulsePhase, State
from gjkscope.engine.impulses.registry import solve_tick
from gjkscope.engine.registry.records import Change, SolverMethod

PHASES_OF_BODIES = (ImpulsePhase.VELOCITIES, ImpulsePhase.POSITIONS)


def _changes(before: State, step: State) -> set[Change]:
    if step.task.phase in PHASES_OF_BODIES:
        return {Change.BODIES_MOVED}
    return {Change.PHASE_CHANGED} if step.task.phase is not before.task.phase else {Change.NOTHING_NEW}


IMPULSES_OF_TICK = SolverMethod(
    name="impulses",
    title="Impulses of the tick",
    order=460,
    state=State,
    explain=explain,
    headline=headline,
    of_pair=False,
    changes=_changes,
    run=solve_tick,
)

PROCEDURES = (IMPULSES_OF_TICK,)
