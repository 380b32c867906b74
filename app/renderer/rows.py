"""What the GPU reads: a row of singles for each corner of a surface, and for each stroke and point.

Places become single precision here, after what they are relative to was subtracted and nowhere before.
"""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import numpy as np
import numpy.typing as npt

from gjkscope.app.drawing.drawlist import Arrows, Color, Floats, Lines, Points, Triangles
from gjkscope.engine.vectors import Vec3

Rows = npt.NDArray[np.float32]
Marks = Lines | Arrows | Points

IN_PLACE = 0  # the placement of what stands in the world minus the anchor
SURFACE, STROKE, ARROW, POINT = "surface", "stroke", "arrow", "point"
MARKS = (STROKE, ARROW, POINT)  # in the order in which they are drawn
KINDS: dict[type[Marks], str] = {Lines: STROKE, Arrows: ARROW, Points: POINT}

# The columns of a kind, as moderngl writes them, and their names in the shader.
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
) -> Rows:
    """Corners (n, 3, 3) in one colour, relative to `center`."""
    rows = np.empty((len(positions), 3, 12), dtype=np.float32)
    rows[:, :, :3] = positions - np.array(center)
    rows[:, :, 3:6] = normals
    rows[:, :, 6:10] = color
    rows[:, :, 10:] = (placement, casts_shadow)
    return rows.reshape(-1, 12)


def flat_rows(flat: Triangles, anchor: Vec3) -> Rows:
    return _singles(flat.rows, anchor)


def edge_rows(ends: Floats, color: Color, width: float, dash: float, center: Vec3, placement: int) -> Rows:
    """Lines (n, 2, 3) in one style, relative to `center`."""
    rows = np.empty((len(ends), 13), dtype=np.float32)
    rows[:, :6] = (ends - np.array(center)).reshape(-1, 6)
    rows[:, 6:] = (*color, width, dash, placement)
    return rows


def mark_rows(batches: Sequence[Marks], anchor: Vec3) -> list[Rows]:
    """Those of each batch, made ready together: it takes as long for a few as for a few hundred."""
    if not batches:
        return []
    singles = _singles(np.concatenate([batch.rows for batch in batches]), (*anchor, *anchor))
    ends = (*accumulate(len(batch.rows) for batch in batches),)
    return [singles[begin:end] for begin, end in pairwise((0, *ends))]


def _singles(rows: Floats, origins: tuple[float, ...]) -> Rows:
    """Rows that begin with places in the world, less those."""
    padded = np.zeros(rows.shape[1])
    padded[: len(origins)] = origins
    return (rows - padded).astype(np.float32)
