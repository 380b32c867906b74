"""libccd 2.1: Minkowski portal refinement, its other algorithm."""

from gjkscope.engine.published.libccd_mpr.steps import State, trace

__all__ = ["State", "trace"]
