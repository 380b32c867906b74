"""Jolt 5.6: GJK and EPA in single precision, as `NarrowPhaseQuery::CollideShape` runs them."""

from gjkscope.engine.published.jolt.steps import State, trace

__all__ = ["State", "trace"]
