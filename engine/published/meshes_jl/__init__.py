"""Meshes.jl 0.41: its GJK, which asks whether two convex shapes intersect."""

from gjkscope.engine.published.meshes_jl.steps import State, trace

__all__ = ["State", "trace"]
