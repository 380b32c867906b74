"""Jolt 5.6: the start of a shape cast, as `NarrowPhaseQuery::CastShape` runs it."""

from gjkscope.engine.published.jolt_cast.steps import State, trace

__all__ = ["State", "trace"]
