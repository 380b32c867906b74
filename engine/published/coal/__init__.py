"""coal 3.0.3 (formerly hpp-fcl): GJK, also with Nesterov's acceleration, and EPA, for all pairs of convex shapes."""

from gjkscope.engine.published.coal.steps import State, trace

__all__ = ["State", "trace"]
