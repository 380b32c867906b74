"""What the passes of a picture share: the kinds of blending, the state that a pass sets, and a part of the picture."""

from itertools import product

import moderngl

from app.maths import Matrix4
from engine.vectors import Vec3
from engine.volumes import Aabb

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


def rectangle_of(extent: Aabb | None, anchor: Vec3, transform: Matrix4, size: Size) -> Rectangle:
    """The part of the view that a box takes: passes over all pixels are slow without a GPU.

    `transform` is from world minus anchor to clip space.
    """
    if extent is None:
        return (0, 0, 0, 0)
    across, up, depth, weight = transform.T.tolist()
    sides = [[side - origin for side, origin in zip(corner, anchor, strict=True)] for corner in extent]
    xs, ys = [], []
    for (x, _, _), (_, y, _), (_, _, z) in product(sides, repeat=3):
        w = x * weight[0] + y * weight[1] + z * weight[2] + weight[3]
        if x * depth[0] + y * depth[1] + z * depth[2] + depth[3] < -w:
            return (0, 0, *size)  # some of it is beside or behind the camera
        xs.append((x * across[0] + y * across[1] + z * across[2] + across[3]) / w)
        ys.append((x * up[0] + y * up[1] + z * up[2] + up[3]) / w)
    (left, right), (low, high) = _pixels(xs, size[0]), _pixels(ys, size[1])
    return left, low, right - left, high - low


def shifted(rectangle: Rectangle, corner: Size) -> Rectangle:
    """The same pixels, counted from that one."""
    left, bottom, width, height = rectangle
    return left - corner[0], bottom - corner[1], width, height


def _pixels(places: list[float], size: int) -> tuple[int, int]:
    """The first pixel that places (−1 … 1) from side to side take, and the one after the last."""
    first, last = (int((place * 0.5 + 0.5) * size) for place in (max(min(places), -1.0), min(max(places), 1.0)))
    return max(first - 1, 0), min(last + 2, size)
