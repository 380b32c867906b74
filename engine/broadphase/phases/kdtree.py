"""K-d tree as a registered broad phase."""

from gjkscope.engine.broadphase.kdtree import run
from gjkscope.engine.broadphase.tree_phase import tree_phase

BROAD_PHASE = tree_phase("kdtree", "K-d tree", 220, run)
