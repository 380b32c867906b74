"""What of a body is at a point on its surface: a corner or a facet."""

from typing import NamedTuple

import numpy as np

from gjkscope.app.scenes.scene import Body
from gjkscope.app.view.drawing.drawlist import Floats
from gjkscope.app.view.drawing.surfaces import surface, surface_at
from gjkscope.engine.pose import apply
from gjkscope.engine.shapes.shape import PolytopeShape
from gjkscope.engine.vectors import Vec3, norm, sub


class ClickedCorner(NamedTuple):
    """A corner of the body's shape."""

    number: int  # as support points count them
    place: Vec3  # world coordinates


def corner_near(body: Body, point: Vec3, room: float) -> ClickedCorner | None:
    """The corner nearest to the point, if it is within `room` metres of it."""
    if not isinstance(body.shape, PolytopeShape):
        return None
    corners = [ClickedCorner(number, apply(body.pose, place)) for number, place in enumerate(body.shape.corners())]
    nearest = min(corners, key=lambda corner: norm(sub(corner.place, point)))
    return nearest if norm(sub(nearest.place, point)) <= room else None


def facet_normal(body: Body, point: Vec3) -> Vec3 | None:
    """The unit normal of the flat facet that has the point; None for a curved surface or one without area."""
    skin = surface_at(surface(body.shape), body.pose)
    if not isinstance(body.shape, PolytopeShape) or body.shape.rounding > 0 or not len(skin.positions):
        return None
    corners = skin.positions
    areas = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    lengths = np.linalg.norm(areas, axis=1)
    flat = lengths > 0
    corners, normals = corners[flat], areas[flat] / lengths[flat, None]
    heights = np.abs(np.einsum("ij,ij->i", np.array(point) - corners[:, 0], normals))
    heights[~_are_inside(corners, normals, np.array(point))] = np.inf
    best = int(heights.argmin())
    x, y, z = normals[best].tolist()
    return (x, y, z) if np.isfinite(heights[best]) else None


def _are_inside(corners: Floats, normals: Floats, point: Floats) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
    """Whether the point lies over each triangle, seen along its normal."""
    sides = np.roll(corners, -1, axis=1) - corners
    turns = np.einsum("ijk,ik->ij", np.cross(sides, point - corners), normals)
    room = BORDER * np.linalg.norm(sides, axis=2) ** 2
    inside: np.ndarray[tuple[int], np.dtype[np.bool_]] = (turns >= -room).all(axis=1)
    return inside


BORDER = 1e-6  # of a side's length: a point on the edge of two triangles is over both, despite rounding
