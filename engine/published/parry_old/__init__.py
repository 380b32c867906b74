"""parry 0.25: GJK and EPA in single precision, before it nudged directions of a search that is stuck."""

from gjkscope.engine.published.parry_old.steps import State, trace

__all__ = ["State", "trace"]
