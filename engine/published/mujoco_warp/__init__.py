"""MuJoCo Warp 3.10: its convex collision in single precision, as it makes contacts."""

from gjkscope.engine.published.mujoco_warp.steps import State, trace

__all__ = ["State", "trace"]
