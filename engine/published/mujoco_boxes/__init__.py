"""MuJoCo 3.10: its own collision function for two boxes, `mjc_BoxBox`."""

from gjkscope.engine.published.mujoco_boxes.steps import State, trace

__all__ = ["State", "trace"]
