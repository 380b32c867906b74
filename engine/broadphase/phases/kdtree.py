"""K-d tree as a registered broad phase."""

from gjkscope.engine.broadphase import kdtree, tree
from gjkscope.engine.broadphase.explain_tree import BEATS, explain, headline
from gjkscope.engine.registry.records import BroadPhase

BROAD_PHASE = BroadPhase(
    name="kdtree",
    title="K-d tree",
    order=220,
    state=tree.State,
    run=kdtree.run,
    explain=explain,
    headline=headline,
    of_pair=False,
    beats=BEATS,
    changes=tree.changes,
    most_bodies=2500,
)
