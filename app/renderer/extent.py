"""The box around surfaces, without a look at each of their corners in each frame."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.drawing.drawlist import Floats, Skin, Surface, Triangles
from app.drawing.surfaces import SURFACES_KEPT
from engine.pose import Pose
from engine.vectors import Mat3, Vec3, add


class Extent(NamedTuple):
    """Its least and its greatest coordinates."""

    low: Vec3
    high: Vec3


def extent_of(skins: Iterable[Skin], triangles: Sequence[Triangles] = ()) -> Extent | None:
    """In the world; None where there is nothing."""
    boxes = [
        _moved(_turned(skin.surface, skin.pose.rotation), skin.pose) for skin in skins if len(skin.surface.positions)
    ]
    boxes += [_around(flat.positions) for flat in triangles]
    if not boxes:
        return None
    lows, highs = zip(*boxes, strict=True)
    low, high = tuple(map(min, zip(*lows, strict=True))), tuple(map(max, zip(*highs, strict=True)))
    return Extent((low[0], low[1], low[2]), (high[0], high[1], high[2]))


@lru_cache(maxsize=SURFACES_KEPT)
def _turned(surface: Surface, rotation: Mat3) -> Extent:
    """Around a surface that is turned and not moved."""
    return _around(Skin(surface, Pose(rotation), (0.0, 0.0, 0.0, 0.0)).positions)


def _moved(extent: Extent, pose: Pose) -> Extent:
    return Extent(add(extent.low, pose.position), add(extent.high, pose.position))


def _around(positions: Floats) -> Extent:
    corners = positions.reshape(-1, 3)
    (x0, y0, z0), (x1, y1, z1) = corners.min(axis=0).tolist(), corners.max(axis=0).tolist()
    return Extent((x0, y0, z0), (x1, y1, z1))
