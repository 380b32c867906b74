"""MuJoCo 3.12: its native convex collision, GJK with signed volumes and EPA, as `mj_geomDistance` asks it."""

from gjkscope.engine.published.mujoco.steps import State, trace

__all__ = ["State", "trace"]
