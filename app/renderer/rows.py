"""What the GPU reads: a row of singles for each corner of a surface, and for each stroke and point.

Places become single precision here, after what they are relative to was subtracted and nowhere before.
"""

import numpy as np
import numpy.typing as npt

from app.drawing.drawlist import Arrows, Color, Floats, Lines, Points, Triangles
from engine.vectors import Vec3

Rows = npt.NDArray[np.float32]

SURFACE, STROKE, ARROW, POINT = "surface", "stroke", "arrow", "point"
MARKS = (STROKE, ARROW, POINT)  # in the order in which they are drawn

# The columns of a kind, as moderngl writes them, and their names in the shader.
FORMATS = {SURFACE: "3f 3f 4f 2f", STROKE: "3f 3f 4f 3f/i", ARROW: "3f 3f 4f 1f/i", POINT: "3f 4f 2f/i"}
NAMES = {
    SURFACE: ("in_position", "in_normal", "in_color", "in_part"),
    STROKE: ("in_start", "in_end", "in_color", "in_stroke"),
    ARROW: ("in_start", "in_end", "in_color", "in_width"),
    POINT: ("in_position", "in_color", "in_point"),
}


def surface_rows(
    positions: Floats,
    normals: Floats,
    color: Color | Floats,
    center: Vec3,
    placement: int = 0,
    casts_shadow: bool = False,
) -> Rows:
    """Corners (n, 3, 3), relative to `center`; one colour for all, or (n, 1, 4)."""
    rows = np.empty((len(positions), 3, 12), dtype=np.float32)
    rows[:, :, :3] = positions - np.array(center)
    rows[:, :, 3:6] = normals
    rows[:, :, 6:10] = color
    rows[:, :, 10:] = (placement, casts_shadow)
    return rows.reshape(-1, 12)


def flat_rows(flat: Triangles, anchor: Vec3) -> Rows:
    return surface_rows(flat.positions, flat.normals[:, None], flat.colors[:, None], anchor)


def edge_rows(ends: Floats, color: Color, width: float, dash: float, center: Vec3, placement: int) -> Rows:
    """Lines (n, 2, 3) in one style, relative to `center`."""
    rows = np.empty((len(ends), 13), dtype=np.float32)
    rows[:, :6] = (ends - np.array(center)).reshape(-1, 6)
    rows[:, 6:] = (*color, width, dash, placement)
    return rows


def line_rows(lines: Lines, anchor: Vec3) -> Rows:
    rows = np.empty((len(lines.widths), 13), dtype=np.float32)
    rows[:, :3], rows[:, 3:6] = lines.starts - anchor, lines.ends - anchor
    rows[:, 6:10] = lines.colors
    rows[:, 10], rows[:, 11], rows[:, 12] = lines.widths, lines.dashes, 0.0
    return rows


def arrow_rows(arrows: Arrows, anchor: Vec3) -> Rows:
    rows = np.empty((len(arrows.widths), 11), dtype=np.float32)
    rows[:, :3], rows[:, 3:6] = arrows.tails - anchor, arrows.heads - anchor
    rows[:, 6:10] = arrows.colors
    rows[:, 10] = arrows.widths
    return rows


def point_rows(points: Points, anchor: Vec3) -> Rows:
    rows = np.empty((len(points.sizes), 9), dtype=np.float32)
    rows[:, :3] = points.positions - anchor
    rows[:, 3:7] = points.colors
    rows[:, 7], rows[:, 8] = points.sizes, float(points.style)
    return rows
