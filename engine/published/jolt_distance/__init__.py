"""Jolt 5.6: `NarrowPhaseQuery::CollideShape` with a separation distance, so that it answers the distance of a gap."""

from gjkscope.engine.published.jolt_distance.steps import State, trace

__all__ = ["State", "trace"]
