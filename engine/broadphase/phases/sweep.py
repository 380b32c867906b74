"""Sort and sweep as a registered broad phase."""

from gjkscope.engine.broadphase import sweep
from gjkscope.engine.broadphase.explain import explain_sweep, headline_sweep
from gjkscope.engine.registry.records import BroadPhase, pairs_found

BROAD_PHASE = BroadPhase(
    name="sweep",
    title="Sort and sweep",
    order=210,
    state=sweep.State,
    run=sweep.run,
    explain=explain_sweep,
    headline=headline_sweep,
    of_pair=False,
    changes=pairs_found,
    most_bodies=2500,
)
