"""MuJoCo 3.12: its formula for a capsule and a box, `mjc_CapsuleBox`, as `mj_geomDistance` asks it."""

from gjkscope.engine.published.mujoco_capsule.steps import State, trace

__all__ = ["State", "trace"]
