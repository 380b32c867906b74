"""Bullet 3.27: distance by GJK with a Voronoi simplex solver, depth by the EPA of `btGjkEpaSolver2`."""

from gjkscope.engine.published.bullet.steps import State, trace

__all__ = ["State", "trace"]
