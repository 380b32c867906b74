"""A draw list on the GPU: for each layer one buffer of triangles, one of strokes and one of points.

Positions become single precision here, after the anchor was subtracted and nowhere before.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
import numpy.typing as npt

from app.drawing.drawlist import Arrows, DrawList, Floats, Layer, Lines, Points, Triangles

Packed = npt.NDArray[np.void]  # a structured array, as the GPU reads it
Programs = Mapping[tuple[str, str], moderngl.Program]  # by kind and variant, e.g. ("stroke", "COLOR")

SURFACE, STROKE, POINT = "surface", "stroke", "point"

# The attributes of a kind: its record, moderngl's format of that, and the names in the shader.
_RECORDS = {
    SURFACE: np.dtype([("position", "f4", 3), ("normal", "f4", 3), ("color", "u1", 4)]),
    STROKE: np.dtype([("start", "f4", 3), ("end", "f4", 3), ("color", "u1", 4), ("stroke", "f4", 3)]),
    POINT: np.dtype([("position", "f4", 3), ("color", "u1", 4), ("point", "f4", 2)]),
}
_FORMATS = {SURFACE: "3f 3f 4f1", STROKE: "3f 3f 4f1 3f/i", POINT: "3f 4f1 2f/i"}
# The variants of `emit.glsl` that a kind is drawn with.
VARIANTS = {
    SURFACE: ("COLOR", "LAYERS", "LIGHT", "DIM"),
    STROKE: ("COLOR", "DEPTH", "VEILED"),
    POINT: ("COLOR", "DEPTH", "VEILED"),
}


class Geometry:
    """The buffers of one draw list; `release` frees them."""

    def __init__(self, ctx: moderngl.Context, programs: Programs, draw_list: DrawList) -> None:
        self.translucent_corners = _corners([t for t in draw_list.triangles if t.layer == Layer.TRANSLUCENT])
        self._batches: dict[tuple[Layer, str], _Batch] = {}
        for layer in Layer:
            for kind, packed in _packed(draw_list, layer).items():
                if len(packed):
                    self._batches[layer, kind] = _Batch.upload(ctx, kind, packed, programs)

    def draw(self, layer: Layer, kind: str, variant: str) -> None:
        """Draws what there is of that kind in that layer, with the state as it stands."""
        if batch := self._batches.get((layer, kind)):
            batch.arrays[variant].render(batch.mode, vertices=batch.vertices, instances=batch.instances)

    def has(self, layer: Layer, kind: str | None = None) -> bool:
        return any(layer == has_layer and kind in (None, has_kind) for has_layer, has_kind in self._batches)

    def release(self) -> None:
        for batch in self._batches.values():
            batch.release()
        self._batches.clear()


@dataclass(frozen=True)
class _Batch:
    buffer: moderngl.Buffer
    arrays: dict[str, moderngl.VertexArray]  # by variant
    mode: int
    vertices: int
    instances: int

    @staticmethod
    def upload(ctx: moderngl.Context, kind: str, packed: Packed, programs: Programs) -> "_Batch":
        buffer = ctx.buffer(packed.tobytes())
        content = [(buffer, _FORMATS[kind], *(f"in_{name}" for name in packed.dtype.names or ()))]
        # A variant need not use every attribute, and then the driver drops it.
        arrays = {v: ctx.vertex_array(programs[kind, v], content, skip_errors=True) for v in VARIANTS[kind]}
        if kind == SURFACE:
            return _Batch(buffer, arrays, moderngl.TRIANGLES, len(packed), 1)
        return _Batch(buffer, arrays, moderngl.TRIANGLE_STRIP, 4, len(packed))

    def release(self) -> None:
        for array in self.arrays.values():
            array.release()
        self.buffer.release()


def _packed(draw_list: DrawList, layer: Layer) -> dict[str, Packed]:
    """What there is in that layer, by kind, in the order given; arrows come after lines."""
    anchor = np.array(draw_list.anchor)
    # What underflows in single precision is far smaller than a pixel.
    with np.errstate(under="ignore"):
        return {
            SURFACE: _joined(SURFACE, (_triangles(t, anchor) for t in draw_list.triangles if t.layer == layer)),
            STROKE: _joined(
                STROKE,
                (
                    *(_lines(lines, anchor) for lines in draw_list.lines if lines.layer == layer),
                    *(_arrows(arrows, anchor) for arrows in draw_list.arrows if arrows.layer == layer),
                ),
            ),
            POINT: _joined(POINT, (_points(p, anchor) for p in draw_list.points if p.layer == layer)),
        }


def _corners(batches: list[Triangles]) -> Floats:
    """The corners (8, 3) of the box around them all, in the world."""
    positions = np.concatenate([np.empty((0, 3)), *(batch.positions.reshape(-1, 3) for batch in batches)])
    if not len(positions):
        return np.zeros((8, 3))
    sides = np.stack([positions.min(axis=0), positions.max(axis=0)])
    return np.array([(sides[i, 0], sides[j, 1], sides[k, 2]) for i in (0, 1) for j in (0, 1) for k in (0, 1)])


def _triangles(triangles: Triangles, anchor: Floats) -> Packed:
    corners = (triangles.positions - anchor).reshape(-1, 3)
    return _record(SURFACE, corners, triangles.normals.reshape(-1, 3), _bytes(np.repeat(triangles.colors, 3, axis=0)))


def _lines(lines: Lines, anchor: Floats) -> Packed:
    stroke = np.column_stack((lines.widths, lines.dashes, np.zeros(len(lines.widths))))
    return _record(STROKE, lines.starts - anchor, lines.ends - anchor, _bytes(lines.colors), stroke)


def _arrows(arrows: Arrows, anchor: Floats) -> Packed:
    count = len(arrows.widths)
    stroke = np.column_stack((arrows.widths, np.zeros(count), np.ones(count)))
    return _record(STROKE, arrows.tails - anchor, arrows.heads - anchor, _bytes(arrows.colors), stroke)


def _points(points: Points, anchor: Floats) -> Packed:
    point = np.column_stack((points.sizes, np.full(len(points.sizes), float(points.style))))
    return _record(POINT, points.positions - anchor, _bytes(points.colors), point)


def _bytes(colors: Floats) -> npt.NDArray[np.uint8]:
    return np.rint(np.clip(colors, 0.0, 1.0) * 255.0).astype(np.uint8)


def _record(kind: str, *columns: npt.NDArray[Any]) -> Packed:
    packed = np.empty(len(columns[0]), dtype=_RECORDS[kind])
    for name, column in zip(packed.dtype.names or (), columns, strict=True):
        packed[name] = column
    return packed


def _joined(kind: str, parts: Iterable[Packed]) -> Packed:
    return np.concatenate([np.empty(0, dtype=_RECORDS[kind]), *parts])
