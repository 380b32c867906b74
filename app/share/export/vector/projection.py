"""`ScreenProjection`: from the world to eye space, and from there to pixels with a depth that is affine in them."""

import numpy as np
import numpy.typing as npt

from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.view.drawing.drawlist import Floats
from gjkscope.app.view.panels.toolkit.ui import Rect

LIFT, MOST_LIFTED = 3.0, 0.25  # as in stroke.vert, point.vert and frame.glsl
BEFORE_NEAR = 1.001  # what is cut at the near plane ends at this multiple of its distance


class ScreenProjection:
    """The projection of a camera to a rectangle, pixels from the top left.  Eye space has x right, y up, z back."""

    def __init__(self, camera: OrbitCamera, rect: Rect) -> None:
        self.corner, self.lens = rect[:2], camera.lens(rect[2:])
        self.basis = np.array(camera.basis)

    def eye(self, points: Floats) -> Floats:
        """World to eye space, (…, 3)."""
        eye: Floats = (points - np.array(self.lens.target)) @ self.basis.T - (0.0, 0.0, self.lens.setback)
        return eye

    def place(self, eye: Floats) -> Floats:
        """Eye space (n, 3) to pixels and depth (n, 3)."""
        lens, distances = self.lens, -eye[:, 2]
        scale = lens.magnification * (lens.distance / distances if lens.distance else np.ones_like(distances))
        depths = -lens.distance / distances if lens.distance else distances / lens.setback
        x = self.corner[0] + lens.width / 2 + scale * eye[:, 0]
        y = self.corner[1] + lens.height / 2 - scale * eye[:, 1]
        return np.stack([x, y, depths], axis=1)

    def lifted(self, eye: Floats, pixels: float) -> Floats:
        """Points (n, 3) moved towards the viewer, so that marks on a surface are in front of it."""
        distances = -eye[:, 2]
        lift = np.minimum(LIFT * pixels * self.pixel_sizes(distances), MOST_LIFTED * distances)
        if self.lens.distance:
            lifted: Floats = eye * (1 - lift / distances)[:, None]
        else:
            lifted = eye + lift[:, None] * (0.0, 0.0, 1.0)
        return lifted

    def pixel_sizes(self, distances: Floats) -> Floats:
        """The size of a pixel at these distances from the eye, metres."""
        scale = distances / self.lens.distance if self.lens.distance else np.ones_like(distances)
        return scale / self.lens.magnification

    def seen(self, start: Floats, end: Floats) -> Floats | None:
        """The part (2, 3) of a line in front of the near plane."""
        limit = -BEFORE_NEAR * self.lens.near
        if start[2] > limit and end[2] > limit:
            return None
        return np.stack([_before(start, end, limit), _before(end, start, limit)])

    def clipped(self, corners: Floats) -> Floats:
        """The part (k, 3) of a triangle in front of the near plane."""
        limit = -BEFORE_NEAR * self.lens.near
        if np.all(corners[:, 2] <= limit):
            return corners
        kept: list[Floats] = []
        for p, q in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            if p[2] <= limit:
                kept.append(p)
            if (p[2] <= limit) != (q[2] <= limit):
                kept.append(p + (limit - p[2]) / (q[2] - p[2]) * (q - p))
        return np.array(kept).reshape(-1, 3)

    def facing(self, corners: Floats) -> npt.NDArray[np.bool_]:
        """Which triangles (n, 3, 3) in eye space are seen from their outside."""
        a, b, c = corners.transpose(1, 0, 2)
        normals = np.cross(b - a, c - a)
        to_eye = -a if self.lens.distance else np.array([[0.0, 0.0, 1.0]])
        facing: npt.NDArray[np.bool_] = np.sum(normals * to_eye, axis=1) > 0
        return facing


def _before(point: Floats, other: Floats, limit: float) -> Floats:
    """The point, moved along the line to `other` until it is in front of the near plane."""
    if point[2] <= limit:
        return point
    moved: Floats = point + (point[2] - limit) / (point[2] - other[2]) * (other - point)
    return moved
