"""Bounding volume hierarchy as a registered broad phase."""

from gjkscope.engine.broadphase import bvh, tree
from gjkscope.engine.broadphase.explain_tree import BEATS, explain, headline
from gjkscope.engine.registry.records import BroadPhase

BROAD_PHASE = BroadPhase(
    name="bvh",
    title="Bounding volume hierarchy",
    order=230,
    state=tree.State,
    run=bvh.run,
    explain=explain,
    headline=headline,
    of_pair=False,
    beats=BEATS,
    changes=tree.changes,
    most_bodies=2500,
)
