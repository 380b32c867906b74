"""Bounding boxes of what is in a draw list, cached so that corners are not visited in every frame."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from gjkscope.app.base.identity import WeakIdentity
from gjkscope.app.view.drawing.drawlist import (
    Arrows,
    DrawList,
    Edges,
    Floats,
    Layer,
    Lines,
    Outline,
    Points,
    Skin,
    Triangles,
)
from gjkscope.app.view.drawing.surfaces import SURFACES_KEPT
from gjkscope.engine.broadphase.boxes import union
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Mat3, add, row_times, scale, sub

HEAD_WIDTH = 3.7  # of an arrow relative to its shaft, as in stroke.vert; other marks are narrower


def extent_of(skins: Iterable[Skin], triangles: Sequence[Triangles] = ()) -> Aabb | None:
    """The bounding box in world coordinates; None if there are no triangles."""
    boxes = [
        _move(_rotate(WeakIdentity(skin.surface), skin.pose.rotation), skin.pose)
        for skin in skins
        if len(skin.surface.positions)
    ]
    boxes += [_around(flat.rows[:, :3]) for flat in triangles if len(flat.rows)]
    return union(boxes) if boxes else None


def extent_in(draw_list: DrawList, *layers: Layer) -> Aabb | None:
    """The bounding box of the surfaces in those layers; None if there are none."""
    return extent_of(
        [skin for skin in draw_list.skins if skin.layer in layers],
        [flat for flat in draw_list.triangles if flat.layer in layers],
    )


def extent_below_marks(draw_list: DrawList) -> Aabb | None:
    """The bounding box of all but what is on top, without the widths of strokes and points; it may be too large."""
    boxes = [_place(_local(WeakIdentity(ends)), pose) for ends, pose in _lines_below(draw_list) if len(ends)]
    boxes += [_around(ends) for ends in _marks_below(draw_list) if len(ends)]
    surfaces = extent_in(draw_list, Layer.SOLID, Layer.TRANSLUCENT)
    boxes += [surfaces] if surfaces is not None else []
    return union(boxes) if boxes else None


def widest_below_marks(draw_list: DrawList) -> float:
    """The greatest width of what `extent_below_marks` contains, in pixels at 100 %."""
    placed: tuple[Edges | Outline, ...] = (*draw_list.edges, *draw_list.outlines)
    widths = [lines.width for lines in placed if lines.layer != Layer.ON_TOP]
    widths += [HEAD_WIDTH * float(marks.rows[:, 10].max()) for marks in _below(draw_list) if len(marks.rows)]
    return max(widths, default=0.0)


def _lines_below(draw_list: DrawList) -> Iterable[tuple[Floats, Pose]]:
    for edges in draw_list.edges:
        if edges.layer != Layer.ON_TOP:
            yield edges.ends, edges.pose
    for outline in draw_list.outlines:
        yield outline.folds.ends, outline.pose


def _marks_below(draw_list: DrawList) -> Iterable[Floats]:
    for marks in _below(draw_list):
        yield marks.rows[:, :3]
        if not isinstance(marks, Points):
            yield marks.rows[:, 3:6]


def _below(draw_list: DrawList) -> Iterable[Lines | Arrows | Points]:
    batches: tuple[Lines | Arrows | Points, ...] = (*draw_list.lines, *draw_list.arrows, *draw_list.points)
    return (marks for marks in batches if marks.layer != Layer.ON_TOP)


@lru_cache(maxsize=SURFACES_KEPT)
def _local(places: WeakIdentity) -> Aabb:
    """The bounding box of points in their own frame."""
    return _around(places.value.reshape(-1, 3))


def _place(box: Aabb, pose: Pose) -> Aabb:
    """The bounding box of a box that is placed by `pose`."""
    middle, half = scale(add(box.lo, box.hi), 0.5), scale(sub(box.hi, box.lo), 0.5)
    center = add(row_times(pose.rotation, middle), pose.position)
    x, y, z = ((abs(row[0]), abs(row[1]), abs(row[2])) for row in pose.rotation)
    reach = row_times((x, y, z), half)
    return Aabb(sub(center, reach), add(center, reach))


@lru_cache(maxsize=SURFACES_KEPT)
def _rotate(surface: WeakIdentity, rotation: Mat3) -> Aabb:
    """The bounding box of a rotated surface, not yet translated."""
    return _around(Skin(surface.value, Pose(rotation), (0.0, 0.0, 0.0, 0.0)).positions.reshape(-1, 3))


def _move(box: Aabb, pose: Pose) -> Aabb:
    return Aabb(add(box.lo, pose.position), add(box.hi, pose.position))


def _around(corners: Floats) -> Aabb:
    (x0, y0, z0), (x1, y1, z1) = np.minimum.reduce(corners).tolist(), np.maximum.reduce(corners).tolist()
    return Aabb((x0, y0, z0), (x1, y1, z1))
