"""parry 0.31: GJK and EPA in single precision, as Rapier uses them for contacts."""

from gjkscope.engine.published.parry.steps import State, trace

__all__ = ["State", "trace"]
