"""Hand-made draw lists, and a helper that draws them, for the renderer tests."""

from typing import Any

import numpy as np

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.drawlist import (
    Arrows,
    Color,
    DrawList,
    Layer,
    Lines,
    Points,
    PointStyle,
    Skin,
    Surface,
    Triangles,
)
from gjkscope.app.view.renderer import Renderer, ViewImage
from gjkscope.engine.pose import Pose

WHITE: Color = (1.0, 1.0, 1.0, 1.0)
RED: Color = (1.0, 0.0, 0.0, 1.0)
GREEN: Color = (0.0, 1.0, 0.0, 1.0)
BLUE: Color = (0.0, 0.0, 1.0, 1.0)


def draw(
    renderer: Renderer, draw_list: DrawList, camera: OrbitCamera, size: tuple[int, int], **options: Any
) -> ViewImage:
    view = renderer.order(draw_list, camera, size, **options)
    renderer.draw_ordered()
    return view


def fade(color: Color, alpha: float) -> Color:
    return (*color[:3], alpha)


def square(z: float, color: Color, half: float = 1.0, layer: Layer = Layer.SOLID, shift=(0.0, 0.0, 0.0)) -> Triangles:
    """An upright square that faces +z, centred at (0, 0, z) + `shift`."""
    corners = np.array([(-half, -half, z), (half, -half, z), (half, half, z), (-half, half, z)]) + shift
    positions = corners[[[0, 1, 2], [0, 2, 3]]]
    rows = [(*corner, 0.0, 0.0, 1.0, *color, 0.0, 0.0) for corner in positions.reshape(-1, 3)]
    return Triangles(np.array(rows), layer)


def box(half: float, center, color: Color, layer: Layer = Layer.SOLID) -> Skin:
    """A cube with outward faces."""
    positions, normals = [], []
    for axis in range(3):
        for sign in (-1.0, 1.0):
            u, v = np.roll(np.eye(3), axis, axis=1)[1:] * half
            n = np.roll(np.eye(3), axis, axis=1)[0] * sign
            a, b, c, d = (n * half + i * u + j * v * sign for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1)))
            positions += [(a, b, c), (a, c, d)]
            normals += [(n, n, n)] * 2
    return Skin(
        Surface(np.array(positions), np.array(normals), np.empty((0, 2, 3))), Pose(position=center), color, layer
    )


def line(start, end, color: Color, width: float = 2.0, dash: float = 0.0, layer: Layer = Layer.SOLID) -> Lines:
    return Lines(np.array([(*start, *end, *color, width, dash, 0.0)], float), layer)


def arrow(tail, head, color: Color, width: float = 3.0, layer: Layer = Layer.ON_TOP) -> Arrows:
    return Arrows(np.array([(*tail, *head, *color, width, 0.0, 0.0)], float), layer)


def point(
    position, color: Color, size: float = 9.0, style: PointStyle = PointStyle.DISC, layer: Layer = Layer.ON_TOP
) -> Points:
    return Points(np.array([(*position, 0.0, 0.0, 0.0, *color, size, style, 0.0)], float), layer)
