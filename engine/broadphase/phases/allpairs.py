"""All pairs as a registered broad phase."""

from gjkscope.engine.broadphase import allpairs
from gjkscope.engine.broadphase.explain import explain_all_pairs, headline_all_pairs
from gjkscope.engine.registry.records import BroadPhase, pairs_found

BROAD_PHASE = BroadPhase(
    name="allpairs",
    title="All pairs",
    order=240,
    state=allpairs.State,
    run=allpairs.run,
    explain=explain_all_pairs,
    headline=headline_all_pairs,
    of_pair=False,
    changes=pairs_found,
    most_bodies=500,
)
