"""`OrbitCamera`: the camera model, independent of the window and of OpenGL.

It looks at `target` from `distance`.  It is frozen: every method returns a new camera.  Angles are in radians, the
world is right-handed.  With y up and yaw = pitch = 0 it looks along −z, with x to the right; a positive yaw moves it
towards +x, a positive pitch moves it up.  With z up, it looks along +y instead.

Pixels are counted from the top left, y down, as in ImGui.  Normalised device coordinates (ndc) run from −1 to 1, y up.
`aspect` is width / height.
"""

import json
from enum import StrEnum
from functools import cached_property, lru_cache
from math import atan, ceil, cos, isfinite, log10, pi, sin, tan
from typing import Annotated

from msgspec import Meta, Struct, structs
from msgspec.structs import force_setattr

from gjkscope.app.base.decoding import read_record
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.lens import Lens
from gjkscope.app.scenes.cameras.maths import Matrix4, eye_space, orthographic, perspective
from gjkscope.engine.vectors import ZERO, Mat3, Vec3, along, scale, sub, unit

Size = tuple[int, int]

MAX_PITCH = pi / 2  # straight down; beyond it the scene would be upside down
ORBIT_RATE = 0.008  # radians per pixel: a drag across a 640-pixel view turns the scene by about 290°
ZOOM_STEP = 0.88  # the distance is multiplied by this for each notch of the wheel
MOST_NOTCHES = 1000.0  # per call: more than cover the whole range of distances, without overflow
# Beyond these, squared lengths overflow or underflow in single precision, which the GPU uses.
MIN_DISTANCE, MAX_DISTANCE = 1e-15, 1e15
# The depth range in camera distances.  A 24-bit depth buffer then resolves about 1e-5 of the distance at the target.
NEAR, FAR = 0.01, 100.0
NARROWEST, WIDEST = 0.01, pi * 0.9  # field of view in radians; wider, the centre shows almost nothing
# Cameras are placed for views of at least this aspect; a narrower one shows more above and below instead of less at
# the sides (`fitted`).
VIEW_ASPECT = 0.85  # of a view in the initial window
PICTURE_ASPECT = 16 / 9  # of a film by default: cameras of demos and lessons are set for it
FRAME_MARGIN = 1.08  # framed radius relative to the content's radius
# How far back an orthographic camera stands, in distances: nothing visible is behind it.
SETBACK = 50.0


class ViewSide(StrEnum):
    """The side that a standard view looks from."""

    FRONT = "front"
    BACK = "back"
    RIGHT = "right"
    LEFT = "left"
    TOP = "top"
    BOTTOM = "bottom"
    CORNER = "corner"


CORNER_ANGLES = (0.6, 0.35)  # the initial view: shows three faces of a box, each differently foreshortened
# Yaw and pitch of each standard view: from +z, −z, +x, −x, +y, −y, and between +x, +y, +z.
STANDARD_ANGLES = {
    ViewSide.FRONT: (0.0, 0.0),
    ViewSide.BACK: (pi, 0.0),
    ViewSide.RIGHT: (pi / 2, 0.0),
    ViewSide.LEFT: (-pi / 2, 0.0),
    ViewSide.TOP: (0.0, MAX_PITCH),
    ViewSide.BOTTOM: (0.0, -MAX_PITCH),
    ViewSide.CORNER: CORNER_ANGLES,
}
OPPOSITE = {
    ViewSide.FRONT: ViewSide.BACK,
    ViewSide.BACK: ViewSide.FRONT,
    ViewSide.RIGHT: ViewSide.LEFT,
    ViewSide.LEFT: ViewSide.RIGHT,
    ViewSide.TOP: ViewSide.BOTTOM,
    ViewSide.BOTTOM: ViewSide.TOP,
}


FLAT = (0.0, 0.0, True, False)
"""The yaw, pitch, projection and vertical axis of a flat camera."""


def from_ground(vector: Vec3) -> Vec3:
    """Turns a vector of a world with y up to one with z up: x stays, y becomes z, and z becomes −y."""
    x, y, z = vector
    return (x, -z, y)


def to_ground(vector: Vec3) -> Vec3:
    """The inverse of `from_ground`."""
    x, y, z = vector
    return (x, z, -y)


class OrbitCamera(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """Looks at `target` from `distance` metres; contents within the radius `reach` of it are not clipped.

    An orthographic camera shows objects at the target's depth at the same size as a perspective one.  A `flat` camera
    looks straight down on the plane z = 0, with x to the right and y up: it is orthographic and does not turn.
    """

    target: Vec3 = ZERO
    distance: Annotated[float, Meta(ge=MIN_DISTANCE, le=MAX_DISTANCE)] = 6.0
    yaw: Annotated[float, Meta(ge=-2 * pi, le=2 * pi)] = CORNER_ANGLES[0]
    pitch: Annotated[float, Meta(ge=-MAX_PITCH, le=MAX_PITCH)] = CORNER_ANGLES[1]
    fov_y: Annotated[float, Meta(ge=NARROWEST, le=WIDEST)] = 0.7
    reach: Annotated[float, Meta(ge=0.0)] = 0.0
    orthographic: bool = False
    z_up: bool = False  # the vertical axis on the screen is the world's z, not its y
    flat: bool = False  # of a 2D scene

    def __post_init__(self) -> None:
        if self.flat and (self.yaw, self.pitch, self.orthographic, self.z_up) != FLAT:
            for name, value in zip(("yaw", "pitch", "orthographic", "z_up"), FLAT, strict=True):
                force_setattr(self, name, value)

    @cached_property
    def basis(self) -> Mat3:
        """Unit vectors pointing right, up, and back (from the target to the eye)."""
        sy, cy, sp, cp = sin(self.yaw), cos(self.yaw), sin(self.pitch), cos(self.pitch)
        right, up, back = (cy, 0.0, -sy), (-sp * sy, cp, -sp * cy), (cp * sy, sp, cp * cy)
        if self.z_up:
            return from_ground(right), from_ground(up), from_ground(back)
        return right, up, back

    @property
    def height_axis(self) -> int:
        """The world's axis that is vertical on the screen: 1 or 2."""
        return 2 if self.z_up else 1

    @property
    def ground_axis(self) -> int:
        """The world's axis that the ground grid is perpendicular to: 1 or 2.  In 2D, the grid lies in the plane."""
        return 2 if self.z_up or self.flat else 1

    @property
    def is_finite(self) -> bool:
        return all(isfinite(number) for number in (*self.target, self.distance, self.yaw, self.pitch, self.reach))

    @property
    def eye(self) -> Vec3:
        return along(self.target, self.basis[2], self.setback)

    @property
    def setback(self) -> float:
        """The distance from the target to the eye, metres."""
        return SETBACK * self.distance + 2 * self.reach if self.orthographic else self.distance

    @cached_property
    def half_height(self) -> float:
        """Half the height of the visible area at the target's depth, metres."""
        return self.distance * tan(self.fov_y / 2)

    @property
    def homogeneous_eye(self) -> tuple[float, float, float, float]:
        """The eye as a point with weight 1; for an orthographic camera, the direction to it with weight 0."""
        return (*self.basis[2], 0.0) if self.orthographic else (*self.eye, 1.0)

    @property
    def near(self) -> float:
        return NEAR * self.distance

    @property
    def far(self) -> float:
        return 2 * self.setback if self.orthographic else FAR * self.distance + 2 * self.reach

    def orbited(self, dx: float, dy: float) -> "OrbitCamera":
        """Orbits by a drag of (dx, dy) pixels; the scene follows the pointer."""
        return self.looking(self.yaw - dx * ORBIT_RATE, self.pitch + dy * ORBIT_RATE)

    def looking(self, yaw: float, pitch: float) -> "OrbitCamera":
        """Sets the angles: yaw is wrapped to [−π, π], pitch is clamped to ±`MAX_PITCH`."""
        wrapped = yaw if abs(yaw) <= pi else (yaw + pi) % (2 * pi) - pi
        return replace(self, yaw=wrapped, pitch=min(max(pitch, -MAX_PITCH), MAX_PITCH))

    def fitted(self, aspect: float) -> "OrbitCamera":
        """The camera as a view of that aspect draws it: a narrow one cuts off nothing at the sides.

        >>> narrow = OrbitCamera().fitted(VIEW_ASPECT / 2)
        >>> round(narrow.half_height / OrbitCamera().half_height, 9), OrbitCamera().fitted(1.6) == OrbitCamera()
        (2.0, True)
        """
        return self if aspect >= VIEW_ASPECT else _widen(self, VIEW_ASPECT / aspect)

    def panned(self, dx_pixels: float, dy_pixels: float, viewport_height: float) -> "OrbitCamera":
        """Pans by a drag in pixels; points at the target's depth stay under the pointer."""
        right, up, _ = self.basis
        pixel = self.pixel_size(viewport_height)
        return replace(self, target=along(along(self.target, right, -dx_pixels * pixel), up, dy_pixels * pixel))

    def zoomed(self, steps: float, toward: tuple[float, float] | None = None, aspect: float = 1.0) -> "OrbitCamera":
        """Zooms in by `steps` notches of the wheel; the point under the ndc position `toward` stays there."""
        steps = min(max(steps, -MOST_NOTCHES), MOST_NOTCHES)
        distance = min(max(self.distance * ZOOM_STEP**steps, MIN_DISTANCE), MAX_DISTANCE)
        if toward is None:
            return replace(self, distance=distance)
        right, up, _ = self.basis
        shift = (self.distance - distance) * tan(self.fitted(aspect).fov_y / 2)
        target = along(along(self.target, right, toward[0] * aspect * shift), up, toward[1] * shift)
        return replace(self, target=target, distance=distance)

    def framed(self, center: Vec3, radius: float, aspect: float) -> "OrbitCamera":
        """Fits the sphere around `center` to the view without turning; `radius` in metres, > 0."""
        distance = min(max(FRAME_MARGIN * radius / self._share(aspect), MIN_DISTANCE), MAX_DISTANCE)
        return replace(self, target=center, distance=distance, reach=radius)

    def backed_from(self, fixed: Vec3, factor: float) -> "OrbitCamera":
        """Moves `factor` times as far from the point `fixed`, which stays where it is in the picture."""
        distance = min(max(self.distance * factor, MIN_DISTANCE), MAX_DISTANCE)
        factor = distance / self.distance
        target = along(fixed, sub(self.target, fixed), factor)
        return replace(self, target=target, distance=distance, reach=self.reach * factor)

    def framed_radius(self, aspect: float) -> float:
        """The radius in metres of the sphere around the target that fills the view; inverts `framed`."""
        return self.distance * self._share(aspect) / FRAME_MARGIN

    def _share(self, aspect: float) -> float:
        """The radius of the sphere that touches the sides of the view, in camera distances."""
        slope = tan(self.fov_y / 2) * min(1.0, aspect)
        return slope if self.orthographic else sin(atan(slope))

    def pixel_size(self, viewport_height: float) -> float:
        """The size of a pixel at the target's depth, metres."""
        return 2 * self.half_height / viewport_height

    def decimals(self, viewport_height: float) -> int:
        """The number of decimals needed to resolve 0.1 pixels at the target's depth."""
        return ceil(-log10(self.pixel_size(viewport_height))) + 1

    def view_matrix(self, anchor: Vec3 = ZERO) -> Matrix4:
        """Maps world − `anchor` to eye space; the anchor is subtracted first, to keep precision far from the origin."""
        axes = self.basis
        return eye_space(axes, along(sub(self.target, anchor), axes[2], self.setback))

    def projection_matrix(self, aspect: float) -> Matrix4:
        """Maps eye space to clip space."""
        if self.orthographic:
            return orthographic(self.half_height, aspect, self.near, self.far)
        return perspective(self.fov_y, aspect, self.near, self.far)

    def ray(self, ndc_x: float, ndc_y: float, aspect: float) -> tuple[Vec3, Vec3]:
        """The world-space origin and unit direction of the ray through an ndc position."""
        right, up, back = self.basis
        if self.orthographic:
            aside = along(along(self.eye, right, ndc_x * aspect * self.half_height), up, ndc_y * self.half_height)
            return aside, scale(back, -1.0)
        slope = tan(self.fov_y / 2)
        direction = along(along(scale(back, -1.0), right, ndc_x * aspect * slope), up, ndc_y * slope)
        return self.eye, unit(direction)

    def lens(self, size: tuple[float, float]) -> Lens:
        """A `Lens` that projects single points quickly in a view of `size`."""
        magnification = 1 / self.pixel_size(size[1])
        distance = 0.0 if self.orthographic else self.distance
        return Lens(*size, self.target, self.basis, self.setback, self.near, magnification, distance)


@lru_cache(maxsize=16)  # every part of a view asks in every frame
def _widen(camera: OrbitCamera, factor: float) -> OrbitCamera:
    """The camera with `factor` times the visible height."""
    fov_y = 2 * atan(tan(camera.fov_y / 2) * factor)
    return replace(camera, fov_y=min(fov_y, max(WIDEST, camera.fov_y)))


VERSION = 1
MARKER = "gjkscope camera"


def camera_text(camera: OrbitCamera) -> str:
    return json.dumps({MARKER: VERSION} | structs.asdict(camera))


def read_camera(text: str) -> OrbitCamera:
    """Parses the output of `camera_text`; missing fields get their defaults.  Raises `ValueError`."""
    return read_record(text, OrbitCamera, MARKER, VERSION)
