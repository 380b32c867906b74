"""Bounding boxes of surfaces, cached per rotation so that corners are not visited in every frame."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from gjkscope.app.drawing.drawlist import Floats, Skin, Surface, Triangles
from gjkscope.app.drawing.surfaces import SURFACES_KEPT
from gjkscope.engine.broadphase.boxes import union
from gjkscope.engine.geometry.volumes import Aabb
from gjkscope.engine.pose import Pose
from gjkscope.engine.vectors import Mat3, add


def extent_of(skins: Iterable[Skin], triangles: Sequence[Triangles] = ()) -> Aabb | None:
    """The bounding box in world coordinates; None if there are no triangles."""
    boxes = [
        _moved(_turned(skin.surface, skin.pose.rotation), skin.pose) for skin in skins if len(skin.surface.positions)
    ]
    boxes += [_around(flat.rows[:, :3]) for flat in triangles]
    return union(boxes) if boxes else None


@lru_cache(maxsize=SURFACES_KEPT)
def _turned(surface: Surface, rotation: Mat3) -> Aabb:
    """The bounding box of a rotated surface, not yet translated."""
    return _around(Skin(surface, Pose(rotation), (0.0, 0.0, 0.0, 0.0)).positions.reshape(-1, 3))


def _moved(box: Aabb, pose: Pose) -> Aabb:
    return Aabb(add(box.lo, pose.position), add(box.hi, pose.position))


def _around(corners: Floats) -> Aabb:
    (x0, y0, z0), (x1, y1, z1) = np.minimum.reduce(corners).tolist(), np.maximum.reduce(corners).tolist()
    return Aabb((x0, y0, z0), (x1, y1, z1))
