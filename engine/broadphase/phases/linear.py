"""Linear bounding volume hierarchy as a registered broad phase."""

from gjkscope.engine.broadphase.linear import run
from gjkscope.engine.broadphase.tree_phase import tree_phase

BROAD_PHASE = tree_phase("linear", "Linear BVH", 235, run)
