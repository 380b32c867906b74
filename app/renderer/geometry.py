"""A draw list on the GPU: for each layer one buffer of triangles, one of strokes and one of points.

Positions become single precision here, after the anchor was subtracted and nowhere before.
"""

from collections import defaultdict
from collections.abc import Mapping

import moderngl
import numpy as np
import numpy.typing as npt

from app.drawing.drawlist import Arrows, Color, DrawList, Floats, Layer, Lines, Points, Skin, Triangles

Rows = npt.NDArray[np.float32]  # (n, width of the kind): what the GPU reads, one after another
Programs = Mapping[tuple[str, str], moderngl.Program]  # by kind and variant, e.g. ("stroke", "COLOR")

SURFACE, STROKE, POINT = "surface", "stroke", "point"

# The columns of a kind, as moderngl writes them, and their names in the shader.
_FORMATS = {SURFACE: "3f 3f 4f", STROKE: "3f 3f 4f 3f/i", POINT: "3f 4f 2f/i"}
_NAMES = {
    SURFACE: ("in_position", "in_normal", "in_color"),
    STROKE: ("in_start", "in_end", "in_color", "in_stroke"),
    POINT: ("in_position", "in_color", "in_point"),
}
# The variants of `emit.glsl` that a kind is drawn with.
VARIANTS = {
    SURFACE: ("COLOR", "LAYERS", "LAYERS SINGLE", "LIGHT", "LIGHT SINGLE", "DIM"),
    STROKE: ("COLOR", "DEPTH", "VEILED"),
    POINT: ("COLOR", "DEPTH", "VEILED"),
}


class Geometry:
    """The buffers of one draw list at a time, kept for the next one; `release` frees them."""

    def __init__(self, ctx: moderngl.Context, programs: Programs) -> None:
        self._ctx, self._programs = ctx, programs
        self._batches: dict[tuple[Layer, str], _Batch] = {}
        self.translucent_corners: Floats = np.zeros((8, 3))  # of the box around all translucent surfaces, in the world

    def fill(self, draw_list: DrawList) -> None:
        """Puts the draw list in the place of the last one."""
        surfaces: tuple[Skin | Triangles, ...] = (*draw_list.skins, *draw_list.triangles)
        self.translucent_corners = _corners([part.positions for part in surfaces if part.layer == Layer.TRANSLUCENT])
        packed = _packed(draw_list)
        for key, batch in self._batches.items():
            if key not in packed:
                batch.count = 0
        for (layer, kind), parts in packed.items():
            rows = np.concatenate(parts)
            if known := self._batches.get((layer, kind)):
                known.fill(rows)
            elif len(rows):
                self._batches[layer, kind] = _Batch(self._ctx, self._programs, kind, rows)

    def draw(self, layer: Layer, kind: str, variant: str) -> None:
        """Draws what there is of that kind in that layer, with the state as it stands."""
        if batch := self._batches.get((layer, kind)):
            batch.draw(variant)

    def has(self, layer: Layer, kind: str | None = None) -> bool:
        return any(
            batch.count and layer == has_layer and kind in (None, has_kind)
            for (has_layer, has_kind), batch in self._batches.items()
        )

    def release(self) -> None:
        for batch in self._batches.values():
            batch.release()
        self._batches.clear()


class _Batch:
    """One buffer; `count` of its rows are drawn."""

    def __init__(self, ctx: moderngl.Context, programs: Programs, kind: str, rows: Rows) -> None:
        self.count = len(rows)
        self._is_surface = kind == SURFACE
        self._buffer = ctx.buffer(rows)
        content = [(self._buffer, _FORMATS[kind], *_NAMES[kind])]
        # A variant need not use every attribute, and then the driver drops it.
        self._arrays = {v: ctx.vertex_array(programs[kind, v], content, skip_errors=True) for v in VARIANTS[kind]}

    def fill(self, rows: Rows) -> None:
        self.count = len(rows)
        if self.count:
            self._buffer.orphan(max(rows.nbytes, self._buffer.size))
            self._buffer.write(rows)

    def draw(self, variant: str) -> None:
        if not self.count:
            return
        if self._is_surface:
            self._arrays[variant].render(moderngl.TRIANGLES, vertices=self.count)
        else:
            self._arrays[variant].render(moderngl.TRIANGLE_STRIP, vertices=4, instances=self.count)

    def release(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._buffer.release()


def _packed(draw_list: DrawList) -> dict[tuple[Layer, str], list[Rows]]:
    """What there is by layer and kind, in the order given; arrows come after lines."""
    anchor = np.array(draw_list.anchor)
    packed: dict[tuple[Layer, str], list[Rows]] = defaultdict(list)
    # What underflows in single precision is far smaller than a pixel.
    with np.errstate(under="ignore"):
        for skin in draw_list.skins:
            packed[skin.layer, SURFACE].append(_surface(skin.positions, skin.normals, skin.color, anchor))
        for flat in draw_list.triangles:
            normals, colors = flat.normals[:, None], flat.colors[:, None]
            packed[flat.layer, SURFACE].append(_surface(flat.positions, normals, colors, anchor))
        for lines in (*(edges.lines for edges in draw_list.edges), *draw_list.lines):
            packed[lines.layer, STROKE].append(_lines(lines, anchor))
        for arrows in draw_list.arrows:
            packed[arrows.layer, STROKE].append(_arrows(arrows, anchor))
        for points in draw_list.points:
            packed[points.layer, POINT].append(_points(points, anchor))
    return packed


def _corners(batches: list[Floats]) -> Floats:
    """The corners (8, 3) of the box around them all, in the world."""
    positions = np.concatenate([np.empty((0, 3)), *(batch.reshape(-1, 3) for batch in batches)])
    if not len(positions):
        return np.zeros((8, 3))
    sides = np.stack([positions.min(axis=0), positions.max(axis=0)])
    return sides[_CORNERS, (0, 1, 2)]


_CORNERS = np.array([(i, j, k) for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def _surface(positions: Floats, normals: Floats, colors: Floats | Color, anchor: Floats) -> Rows:
    rows = np.empty((len(positions), 3, 10), dtype=np.float32)
    rows[:, :, :3] = positions - anchor
    rows[:, :, 3:6] = normals
    rows[:, :, 6:] = colors
    return rows.reshape(-1, 10)


def _lines(lines: Lines, anchor: Floats) -> Rows:
    rows = np.empty((len(lines.widths), 13), dtype=np.float32)
    rows[:, :3], rows[:, 3:6] = lines.starts - anchor, lines.ends - anchor
    rows[:, 6:10] = lines.colors
    rows[:, 10], rows[:, 11], rows[:, 12] = lines.widths, lines.dashes, 0.0
    return rows


def _arrows(arrows: Arrows, anchor: Floats) -> Rows:
    rows = np.empty((len(arrows.widths), 13), dtype=np.float32)
    rows[:, :3], rows[:, 3:6] = arrows.tails - anchor, arrows.heads - anchor
    rows[:, 6:10] = arrows.colors
    rows[:, 10], rows[:, 11], rows[:, 12] = arrows.widths, 0.0, 1.0
    return rows


def _points(points: Points, anchor: Floats) -> Rows:
    rows = np.empty((len(points.sizes), 9), dtype=np.float32)
    rows[:, :3] = points.positions - anchor
    rows[:, 3:7] = points.colors
    rows[:, 7], rows[:, 8] = points.sizes, float(points.style)
    return rows
