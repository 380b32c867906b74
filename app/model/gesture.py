"""The gesture in progress: the dragged body, and the edit that its changes belong to."""

from dataclasses import dataclass

from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.engine.vectors import Mat3, Vec3


@dataclass(frozen=True)
class Drag:
    """A body being dragged: `grabbed` is the world point that follows the pointer, `start` the body's initial position.

    `axes` are those of the last move.
    """

    body: str
    grabbed: Vec3
    offset: Vec3  # the body's position minus the grabbed point
    start: Vec3
    axes: tuple[int, ...]


@dataclass(frozen=True)
class Pull:
    """A body being rotated by its rings: its initial pose, and the rotation of the rings before snapping."""

    body: str
    start: PositionOrientation | Transform
    rotation: Mat3


@dataclass(frozen=True)
class Gesture:
    """The current drag, if any; all changes with the same `label` share a history entry."""

    drag: Drag | None = None
    pull: Pull | None = None
    label: str | None = None
