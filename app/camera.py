"""The camera: a plain model with verbs, which knows nothing of a window or of OpenGL.

An `OrbitCamera` looks at `target` from `distance`.  It is frozen; every verb returns a new camera.  Angles are
radians, the world is right-handed with y up.  With yaw = pitch = 0 it looks along −z, x to the right; a positive
yaw moves it towards +x and a positive pitch up.

Pixels are counted from the top left, y down, as a mouse and ImGui count them.  Normalised device coordinates (ndc)
run from −1 to 1, y up.  `aspect` is width / height.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property
from math import atan, ceil, cos, isfinite, log10, pi, sin, tan

import numpy as np
import numpy.typing as npt

from engine.vectors import ZERO, Mat3, Vec3, along, scale, sub, unit

from .lens import Lens
from .maths import Matrix4, eye_space, orthographic, perspective

Size = tuple[int, int]

MAX_PITCH = pi / 2  # straight from above; beyond it the scene would stand on its head
ORBIT_RATE = 0.008  # radians a pixel: a drag across a 640-pixel view turns the scene by about 290°
ZOOM_STEP = 0.88  # the distance is multiplied by this for each notch of the wheel
MOST_NOTCHES = 1000.0  # at once: more than lead from one end of the distances to the other, and no overflow
# Beyond these single precision, which the GPU computes in, runs out of exponents for squares of lengths.
MIN_DISTANCE, MAX_DISTANCE = 1e-15, 1e15
# The depth range, in distances.  A 24-bit depth buffer then resolves some 1e-5 of the distance at the target.
NEAR, FAR = 0.01, 100.0
FRAME_MARGIN = 1.08  # room around what is framed
# An orthographic camera stands so many distances back: nothing that is seen is behind it, and depth is nearly 1/depth.
SETBACK = 50.0


class Side(StrEnum):
    """Where a standard view looks from."""

    FRONT = "front"
    BACK = "back"
    RIGHT = "right"
    LEFT = "left"
    TOP = "top"
    BOTTOM = "bottom"
    CORNER = "corner"


CORNER_ANGLES = (0.6, 0.35)  # three faces of a box are seen, none of them like another; so it is at first
# The yaw and pitch that look from there: from +z, −z, +x, −x, +y, −y, and between +x, +y, +z.
STANDARD_ANGLES = {
    Side.FRONT: (0.0, 0.0),
    Side.BACK: (pi, 0.0),
    Side.RIGHT: (pi / 2, 0.0),
    Side.LEFT: (-pi / 2, 0.0),
    Side.TOP: (0.0, MAX_PITCH),
    Side.BOTTOM: (0.0, -MAX_PITCH),
    Side.CORNER: CORNER_ANGLES,
}
OPPOSITE = {
    Side.FRONT: Side.BACK,
    Side.BACK: Side.FRONT,
    Side.RIGHT: Side.LEFT,
    Side.LEFT: Side.RIGHT,
    Side.TOP: Side.BOTTOM,
    Side.BOTTOM: Side.TOP,
}


@dataclass(frozen=True)
class OrbitCamera:
    """Looks at `target` from `distance` metres; `reach` is the radius of what must not be clipped around it.

    An orthographic one shows what lies at the target's depth as large as a perspective one at that distance does.
    """

    target: Vec3 = ZERO
    distance: float = 6.0
    yaw: float = CORNER_ANGLES[0]
    pitch: float = CORNER_ANGLES[1]
    fov_y: float = 0.7
    reach: float = 0.0
    orthographic: bool = False

    @cached_property
    def basis(self) -> Mat3:
        """The unit vectors to the right, up, and backwards (from the target to the eye)."""
        sy, cy, sp, cp = sin(self.yaw), cos(self.yaw), sin(self.pitch), cos(self.pitch)
        return (cy, 0.0, -sy), (-sp * sy, cp, -sp * cy), (cp * sy, sp, cp * cy)

    @property
    def is_finite(self) -> bool:
        return all(isfinite(number) for number in (*self.target, self.distance, self.yaw, self.pitch, self.reach))

    @property
    def eye(self) -> Vec3:
        return along(self.target, self.basis[2], self.setback)

    @property
    def setback(self) -> float:
        """How far from the target the eye stands, metres."""
        return SETBACK * self.distance + 2 * self.reach if self.orthographic else self.distance

    @cached_property
    def half_height(self) -> float:
        """Of what is seen at the target's depth, metres."""
        return self.distance * tan(self.fov_y / 2)

    @property
    def homogeneous_eye(self) -> tuple[float, float, float, float]:
        """The eye as a place with weight 1; an orthographic camera has it at infinity, a direction with weight 0."""
        return (*self.basis[2], 0.0) if self.orthographic else (*self.eye, 1.0)

    @property
    def near(self) -> float:
        return NEAR * self.distance

    @property
    def far(self) -> float:
        return 2 * self.setback if self.orthographic else FAR * self.distance + 2 * self.reach

    def orbited(self, dx: float, dy: float) -> "OrbitCamera":
        """Turned as by a drag of that many pixels: the scene follows the pointer."""
        return self.looking(self.yaw - dx * ORBIT_RATE, self.pitch + dy * ORBIT_RATE)

    def looking(self, yaw: float, pitch: float) -> "OrbitCamera":
        """Seen from that side; the pitch stops short of the poles."""
        wrapped = yaw if abs(yaw) <= pi else (yaw + pi) % (2 * pi) - pi
        return replace(self, yaw=wrapped, pitch=min(max(pitch, -MAX_PITCH), MAX_PITCH))

    def panned(self, dx_pixels: float, dy_pixels: float, viewport_height: float) -> "OrbitCamera":
        """Shifted as by a drag: what is at the target's depth stays under the pointer."""
        right, up, _ = self.basis
        pixel = self.pixel_size(viewport_height)
        return replace(self, target=along(along(self.target, right, -dx_pixels * pixel), up, dy_pixels * pixel))

    def zoomed(self, steps: float, toward: tuple[float, float] | None = None, aspect: float = 1.0) -> "OrbitCamera":
        """Closer by that many notches of the wheel; what is under the ndc position `toward` stays there."""
        steps = min(max(steps, -MOST_NOTCHES), MOST_NOTCHES)
        distance = min(max(self.distance * ZOOM_STEP**steps, MIN_DISTANCE), MAX_DISTANCE)
        if toward is None:
            return replace(self, distance=distance)
        right, up, _ = self.basis
        shift = (self.distance - distance) * tan(self.fov_y / 2)
        target = along(along(self.target, right, toward[0] * aspect * shift), up, toward[1] * shift)
        return replace(self, target=target, distance=distance)

    def framed(self, center: Vec3, radius: float, aspect: float) -> "OrbitCamera":
        """From the same side, so that the ball around `center` fills the view; `radius` in metres, > 0."""
        distance = min(max(FRAME_MARGIN * radius / self._share(aspect), MIN_DISTANCE), MAX_DISTANCE)
        return replace(self, target=center, distance=distance, reach=radius)

    def framed_radius(self, aspect: float) -> float:
        """Of the ball around the target that fills the view, metres: what `framed` was given."""
        return self.distance * self._share(aspect) / FRAME_MARGIN

    def _share(self, aspect: float) -> float:
        """The radius of the ball that touches the sides of the view, in distances."""
        slope = tan(self.fov_y / 2) * min(1.0, aspect)
        return slope if self.orthographic else sin(atan(slope))

    def pixel_size(self, viewport_height: float) -> float:
        """What a pixel measures at the target's depth, in metres."""
        return 2 * self.half_height / viewport_height

    def decimals(self, viewport_height: float) -> int:
        """So many decimals has a position that is told apart to a tenth of a pixel at the target's depth."""
        return ceil(-log10(self.pixel_size(viewport_height))) + 1

    def view_matrix(self, anchor: Vec3 = ZERO) -> Matrix4:
        """From world − `anchor` to eye space; subtracted first, so that far from the origin no bit is lost."""
        axes = self.basis
        return eye_space(axes, along(sub(self.target, anchor), axes[2], self.setback))

    def projection_matrix(self, aspect: float) -> Matrix4:
        """From eye to clip space."""
        if self.orthographic:
            return orthographic(self.half_height, aspect, self.near, self.far)
        return perspective(self.fov_y, aspect, self.near, self.far)

    def ray(self, ndc_x: float, ndc_y: float, aspect: float) -> tuple[Vec3, Vec3]:
        """The origin and unit direction, in the world, of what is seen at that position."""
        right, up, back = self.basis
        if self.orthographic:
            aside = along(along(self.eye, right, ndc_x * aspect * self.half_height), up, ndc_y * self.half_height)
            return aside, scale(back, -1.0)
        slope = tan(self.fov_y / 2)
        direction = along(along(scale(back, -1.0), right, ndc_x * aspect * slope), up, ndc_y * slope)
        return self.eye, unit(direction)

    def project(
        self, points: npt.NDArray[np.float64], size: Size
    ) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.bool_]]:
        """Pixel positions (n, 2) of world `points` (n, 3) in a view of `size`, and which of them are inside it.

        Positions of points behind the near plane mean nothing; the mask is False there.
        """
        return self.lens(size).pixels(points)

    def lens(self, size: tuple[float, float]) -> Lens:
        """To ask where many single points are seen in a view of `size`."""
        magnification = 1 / self.pixel_size(size[1])
        distance = 0.0 if self.orthographic else self.distance
        return Lens(*size, self.target, self.basis, self.setback, self.near, magnification, distance)
