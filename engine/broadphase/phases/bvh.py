"""Bounding volume hierarchy as a registered broad phase."""

from gjkscope.engine.broadphase.bvh import run
from gjkscope.engine.broadphase.tree_phase import tree_phase

BROAD_PHASE = tree_phase("bvh", "Bounding volume hierarchy", 230, run)
