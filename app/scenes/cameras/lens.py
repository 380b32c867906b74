"""`Lens`: projects points to pixels, one at a time with plain floats, or many at once with NumPy.

For a dozen labels per frame, plain floats are several times faster than NumPy.
"""

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from gjkscope.engine.pose import Pose, apply
from gjkscope.engine.vectors import Mat3, Vec3, along, dot, scale, sub, transposed_times

Floats = npt.NDArray[np.float64]


class Lens(NamedTuple):
    """A camera's projection to a picture of fixed size; pixels are counted from the top left, y down."""

    width: float  # of the picture, pixels
    height: float
    target: Vec3
    basis: Mat3  # right, up and back
    setback: float  # distance from the target to the eye, metres
    near: float  # depth of the near plane, metres
    magnification: float  # pixels per metre at the depth `distance`
    distance: float  # metres; 0 for an orthographic camera, whose magnification does not depend on depth

    def pixel(self, point: Vec3) -> tuple[float, float, bool]:
        """The pixel (x, y) of a point and whether it is visible; meaningless if behind the near plane."""
        width, height, (x0, y0, z0), (right, up, back), setback, near, scale, distance = self
        x, y, z = point[0] - x0, point[1] - y0, point[2] - z0  # from the target
        depth = setback - (back[0] * x + back[1] * y + back[2] * z)
        in_front = depth > near
        if distance:
            scale *= distance / (depth if in_front else near)
        across = width / 2 + scale * (right[0] * x + right[1] * y + right[2] * z)
        down = height / 2 - scale * (up[0] * x + up[1] * y + up[2] * z)
        return across, down, in_front and 0 <= across <= width and 0 <= down <= height

    def pixels(self, points: Floats) -> tuple[Floats, npt.NDArray[np.bool_]]:
        """The pixels (n, 2) of points (n, 3), and a mask of the visible ones; see `pixel`."""
        eye_space = (points - np.array(self.target)) @ np.array(self.basis).T - (0.0, 0.0, self.setback)
        in_front = -eye_space[:, 2] > self.near
        depth = np.where(in_front, -eye_space[:, 2], self.near)
        scale = self.magnification * (self.distance / depth if self.distance else np.ones_like(depth))
        size = np.array((self.width, self.height))
        pixels = size / 2 + scale[:, None] * eye_space[:, :2] * (1.0, -1.0)
        return pixels, in_front & np.all((pixels >= 0) & (pixels <= size), axis=1)

    def outermost(self, places: Floats, pose: Pose, way: tuple[float, float]) -> Vec3:
        """The point furthest in the screen direction `way` (pixels), in world coordinates.

        `places` are points (n, 3) in the pose's local frame.
        """
        right, up, back = self.basis
        along_way = along(scale(right, way[0]), up, -way[1])
        from_target = sub(pose.position, self.target)
        way_there, back_there = transposed_times(pose.rotation, along_way), transposed_times(pose.rotation, back)
        reaches = places @ way_there + dot(along_way, from_target)
        if self.distance:
            depths = self.setback - dot(back, from_target) - places @ back_there
            reaches /= np.maximum(depths, self.near)
        x, y, z = places[reaches.argmax()].tolist()
        return apply(pose, (x, y, z))
