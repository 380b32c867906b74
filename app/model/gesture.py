"""The gesture under way: a body held by the pointer, and the edit that its changes belong to."""

from dataclasses import dataclass

from gjkscope.app.scenes.scene import PositionOrientation, Transform
from gjkscope.engine.vectors import Mat3, Vec3


@dataclass(frozen=True)
class Drag:
    """A body held by the pointer: `grabbed` is the world point of it that follows, `start` where the body was.

    `axes` are those along which it was moved last.
    """

    body: str
    grabbed: Vec3
    offset: Vec3  # the body's position minus the grabbed point
    start: Vec3
    axes: tuple[int, ...]


@dataclass(frozen=True)
class Pull:
    """A body turned by its rings: where it was, and the rotation that the rings show, before it is rounded."""

    body: str
    start: PositionOrientation | Transform
    rotation: Mat3


@dataclass(frozen=True)
class Gesture:
    """What the pointer holds, if anything; all changes under one `label` share a history entry."""

    drag: Drag | None = None
    pull: Pull | None = None
    label: str | None = None
