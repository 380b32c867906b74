"""Newton of August 2026: Minkowski portal refinement in single precision."""

from gjkscope.engine.published.newton_mpr.steps import State, trace

__all__ = ["State", "trace"]
