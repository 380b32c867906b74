"""Bounding volume hierarchy as a registered broad phase."""

from gjkscope.engine.broadphase import bvh, tree
from gjkscope.engine.broadphase.explain import explain_tree, headline_tree
from gjkscope.engine.registry.records import BroadPhase

BROAD_PHASE = BroadPhase(
    name="bvh",
    title="Bounding volume hierarchy",
    order=230,
    state=tree.State,
    run=bvh.run,
    explain=explain_tree,
    headline=headline_tree,
    of_pair=False,
    changes=tree.changes,
    most_bodies=2500,
)
