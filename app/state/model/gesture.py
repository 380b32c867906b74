"""The gesture in progress: the dragged body, and the edit that its changes belong to."""

from enum import StrEnum

from msgspec import Struct

from gjkscope.app.scenes.scene import Placement
from gjkscope.engine.vectors import ZERO, Mat3, Vec3


class Drag(Struct, frozen=True):
    """A body being dragged: `grabbed` is the world point that follows the pointer, `start` the body's initial position.

    `axes` are those of the last move.
    """

    body: str
    grabbed: Vec3
    offset: Vec3  # the body's position minus the grabbed point
    start: Vec3
    axes: tuple[int, ...]


class Pull(Struct, frozen=True):
    """A body being rotated by its rings: its initial pose, and the rotation of the rings before snapping.

    `pivot` stays where it is, in the body's frame; None: the centre of its bounding box.
    """

    body: str
    start: Placement
    rotation: Mat3
    pivot: Vec3 | None = None


class OriginDrag(Struct, frozen=True):
    """The origin of A − B being dragged: A moves the opposite way, and the camera with A − B.

    `start` and `target` are A's position and the target of the camera at the beginning.
    """

    body: str
    start: Vec3
    target: Vec3
    grabbed: Vec3 = ZERO  # the point under the pointer at the beginning


class GripName(StrEnum):
    """What a grip drags; `inspection/grips.py` says when there is one."""

    DIRECTION = "direction"
    CORNER = "corner"
    AXIS = "axis"


class HeldGrip(Struct, frozen=True):
    """The grip being dragged; the number is that of the corner, otherwise 0."""

    name: GripName
    number: int


class Gesture(Struct, frozen=True):
    """The current drag, if any; all changes with the same `label` share a history entry."""

    drag: Drag | None = None
    pull: Pull | None = None
    label: str | None = None
    origin: OriginDrag | None = None
    grip: HeldGrip | None = None

    @property
    def drags(self) -> bool:
        """Whether the mouse drags a body, the origin or a grip in a view."""
        return self.drag is not None or self.origin is not None or self.grip is not None
