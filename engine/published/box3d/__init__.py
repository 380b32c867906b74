"""Box3D 0.1: GJK as `b3ShapeDistance` computes it, in single precision."""

from gjkscope.engine.published.box3d.steps import State, trace

__all__ = ["State", "trace"]
