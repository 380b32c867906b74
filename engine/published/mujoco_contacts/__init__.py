"""MuJoCo 3.12: its native convex collision as it makes contacts, with `gjkIntersect`."""

from gjkscope.engine.published.mujoco_contacts.steps import State, trace

__all__ = ["State", "trace"]
