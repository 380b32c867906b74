"""K-d tree as a registered broad phase."""

from gjkscope.engine.broadphase import kdtree, tree
from gjkscope.engine.broadphase.explain import explain_tree, headline_tree
from gjkscope.engine.registry.records import BroadPhase

BROAD_PHASE = BroadPhase(
    name="kdtree",
    title="K-d tree",
    order=220,
    state=tree.State,
    run=kdtree.run,
    explain=explain_tree,
    headline=headline_tree,
    of_pair=False,
    changes=tree.changes,
    most_bodies=2500,
)
