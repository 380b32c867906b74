"""parry 0.5: a ball or a point, whose centre it projects on the other shape."""

from gjkscope.engine.published.parry_projection.steps import State, trace

__all__ = ["State", "trace"]
