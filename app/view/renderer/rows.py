"""Converts a draw list to vertex data: one float32 row per surface corner, stroke, arrow and point.

Positions become single precision only here, after the point that they are relative to has been subtracted.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from gjkscope.app.view.drawing.drawlist import Arrows, Color, Floats, Lines, Points, Triangles
from gjkscope.engine.vectors import Vec3

Rows = npt.NDArray[np.float32]
Marks = Lines | Arrows | Points

IN_PLACE = 0  # index of the identity placement: positions are in the world minus the anchor
SURFACE, STROKE, ARROW, POINT = "surface", "stroke", "arrow", "point"
MARKS = (STROKE, ARROW, POINT)  # in drawing order
KINDS: dict[type[Marks], str] = {Lines: STROKE, Arrows: ARROW, Points: POINT}

# The columns of each kind in moderngl's format syntax, and their attribute names in the shader.
FORMATS = {
    SURFACE: "3f 3f 4f 2f",
    STROKE: "3f 3f 4f 3f/i",
    ARROW: "3f 3f 4f 1f 8x/i",
    POINT: "3f 12x 4f 2f 4x/i",
}
NAMES = {
    SURFACE: ("in_position", "in_normal", "in_color", "in_part"),
    STROKE: ("in_start", "in_end", "in_color", "in_stroke"),
    ARROW: ("in_start", "in_end", "in_color", "in_width"),
    POINT: ("in_position", "in_color", "in_point"),
}


def surface_rows(
    positions: Floats,
    normals: Floats,
    color: Color,
    center: Vec3,
    placement: int,
    casts_shadow: bool,
    shell: bool = False,
) -> Rows:
    """Rows (3 n, 12) for triangle corners (n, 3, 3) in one colour, relative to `center`."""
    rows = np.empty((len(positions), 3, 12), dtype=np.float32)
    rows[:, :, :3] = positions - np.array(center)
    rows[:, :, 3:6] = normals
    rows[:, :, 6:10] = color
    rows[:, :, 10:] = (placement, casts_shadow + 2 * shell)
    return rows.reshape(-1, 12)


def flat_rows(flat: Triangles, anchor: Vec3) -> Rows:
    """Rows (3 n, 12) for flat triangles, relative to `anchor`."""
    return _singles(flat.rows, anchor)


def edge_rows(ends: Floats, color: Color, width: float, dash: float, center: Vec3, placement: int) -> Rows:
    """Rows (n, 13) for lines (n, 2, 3) in one style, relative to `center`."""
    rows = np.empty((len(ends), 13), dtype=np.float32)
    rows[:, :6] = (ends - np.array(center)).reshape(-1, 6)
    rows[:, 6:] = (*color, width, dash, placement)
    return rows


def mark_rows(batches: Sequence[Marks], anchor: Vec3) -> list[Rows]:
    """The rows of each batch, converted together: the cost is per call, not per batch."""
    if not batches:
        return []
    singles = _singles(np.concatenate([batch.rows for batch in batches]), (*anchor, *anchor))
    ends = (*accumulate(len(batch.rows) for batch in batches),)
    return [singles[begin:end] for begin, end in pairwise((0, *ends))]


def _singles(rows: Floats, origins: tuple[float, ...]) -> Rows:
    """Subtracts `origins` from the first columns and converts to float32."""
    padded = np.zeros(rows.shape[1])
    padded[: len(origins)] = origins
    return (rows - padded).astype(np.float32)
