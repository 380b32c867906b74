"""Building A − B step by step: reflect B, take all differences of vertices, sweep −B along the boundary of A."""

from gjkscope.engine.construction.steps import Construction, ConstructionPhase, State, construct

__all__ = ["Construction", "ConstructionPhase", "State", "construct"]
