"""Ghosts: translucent copies of a body, or of A − B, at a former or later pose."""

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.builder import Builder
from gjkscope.app.view.drawing.drawlist import Color, Layer, Surface
from gjkscope.app.view.drawing.outline import folds
from gjkscope.app.view.drawing.surfaces import surface
from gjkscope.engine.pose import Pose


def draw_ghost(builder: Builder, body: Body, pose: Pose, color: Color, alpha: float = 0.13) -> None:
    """Draws a ghost of `body` at `pose`; `alpha` is the opacity of its surface."""
    draw_ghost_of(builder, surface(body.shape), pose, color, alpha)


def draw_ghost_of(builder: Builder, ghost: Surface, pose: Pose, color: Color, alpha: float) -> None:
    """Draws a surface as a ghost: translucent, with an outline, or with dashed edges if it has sharp ones."""
    builder.skin(ghost, pose, palette.faded(color, alpha), Layer.TRANSLUCENT)
    dashed = palette.faded(color, 0.9)
    if ghost.soft:
        builder.outline(folds(ghost), pose, dashed, 1.4)
    else:
        builder.edges(ghost.edges, pose, dashed, 1.4, 7)
