"""Linear bounding volume hierarchy as a registered broad phase."""

from gjkscope.engine.broadphase import linear, tree
from gjkscope.engine.broadphase.explain_tree import BEATS, explain, headline
from gjkscope.engine.registry.records import BroadPhase

BROAD_PHASE = BroadPhase(
    name="linear",
    title="Linear BVH",
    order=235,
    state=tree.State,
    run=linear.run,
    explain=explain,
    headline=headline,
    of_pair=False,
    beats=BEATS,
    changes=tree.changes,
    most_bodies=2500,
)
