"""Ghosts: a body where it was, or where it will be."""

from engine.pose import Pose

from ..scene import Body
from . import palette
from .builder import Builder
from .drawlist import Color, Layer
from .outline import folds
from .surfaces import placed, surface


def draw_ghost(builder: Builder, body: Body, pose: Pose, color: Color, alpha: float = 0.13) -> None:
    local = surface(body.shape)
    ghost = placed(local, pose)
    builder.mesh(ghost.positions, ghost.normals, palette.faded(color, alpha), Layer.TRANSLUCENT)
    dashed = palette.faded(color, 0.9)
    if ghost.soft:
        builder.outline(folds(local), pose, dashed, 1.4)
    else:
        builder.segments(ghost.edges, dashed, 1.4, 7)
