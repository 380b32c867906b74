"""FCL 0.7: GJK, distance and EPA on top of libccd, for all pairs of convex shapes."""

from gjkscope.engine.published.fcl.steps import State, trace

__all__ = ["State", "trace"]
