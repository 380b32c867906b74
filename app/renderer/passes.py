"""What the passes of a picture share: the kinds of blending, the state that a pass sets, and a part of the picture."""

from itertools import product

import moderngl

from app.maths import Matrix4
from engine.vectors import Vec3, sub

from .extent import Extent
from .view import Size

PREMULTIPLIED = (moderngl.ONE, moderngl.ONE_MINUS_SRC_ALPHA)
ADD = (moderngl.ONE, moderngl.ONE)
SUM = (moderngl.FUNC_ADD, moderngl.FUNC_ADD)

Rectangle = tuple[int, int, int, int]  # left, bottom, width, height in pixels


def begin_passes(ctx: moderngl.Context) -> None:
    """Sets the state that no pass changes, or leaves changed: whoever drew before may have changed any of it."""
    ctx.blend_equation = SUM
    ctx.depth_func = "<="
    ctx.front_face = "ccw"
    ctx.wireframe = False
    ctx.polygon_offset = (0.0, 0.0)


def set_state(ctx: moderngl.Context, switches: int, blend: tuple[int, ...] = PREMULTIPLIED) -> None:
    ctx.enable_only(switches)
    ctx.blend_func = blend  # type: ignore[assignment]  # its stub leaves out the form with four


def rectangle_of(extent: Extent | None, anchor: Vec3, transform: Matrix4, size: Size) -> Rectangle:
    """The part of the view that a box takes: passes over all pixels are slow without a GPU.

    `transform` is from world minus anchor to clip space.
    """
    if extent is None:
        return (0, 0, 0, 0)
    x_row, y_row, z_row, last = transform.tolist()
    sides = [sub(side, anchor) for side in extent]
    pixels = []
    for (x, _, _), (_, y, _), (_, _, z) in product(sides, repeat=3):
        across, up, depth, weight = (
            x * a + y * b + z * c + d for a, b, c, d in zip(x_row, y_row, z_row, last, strict=True)
        )
        if depth < -weight:
            return (0, 0, *size)  # some of it is beside or behind the camera
        pixels.append(((across / weight * 0.5 + 0.5) * size[0], (up / weight * 0.5 + 0.5) * size[1]))
    (left, *_, right), (bottom, *_, top) = (sorted(column) for column in zip(*pixels, strict=True))
    x0, y0 = max(int(left) - 1, 0), max(int(bottom) - 1, 0)
    return x0, y0, max(min(int(right) + 2, size[0]) - x0, 0), max(min(int(top) + 2, size[1]) - y0, 0)
