"""distance3d 0.7.1: Jolt's GJK in Python, in double precision."""

from gjkscope.engine.published.distance3d.steps import State, trace

__all__ = ["State", "trace"]
