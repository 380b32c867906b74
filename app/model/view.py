"""The views and their cameras."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated

from gjkscope.app.cameras.camera import MAX_PITCH, OrbitCamera
from gjkscope.app.model.ownership import Of


class View(StrEnum):
    WORLD = "world"
    DIFFERENCE = "difference"

    SECOND = "second"  # the world again, by a camera of its own

    @property
    def shows_world(self) -> bool:
        return self is not View.DIFFERENCE


class Layout(StrEnum):
    """Which views are seen."""

    BOTH = "both"
    WORLD = "world"
    DIFFERENCE = "difference"
    THREE = "three"

    @property
    def views(self) -> tuple[View, ...]:
        return VIEWS[self]


VIEWS = {
    Layout.BOTH: (View.WORLD, View.DIFFERENCE),
    Layout.WORLD: (View.WORLD,),
    Layout.DIFFERENCE: (View.DIFFERENCE,),
    Layout.THREE: (View.WORLD, View.DIFFERENCE, View.SECOND),
}

FROM_ABOVE = OrbitCamera(yaw=0.0, pitch=MAX_PITCH, orthographic=True)


@dataclass(frozen=True)
class Cameras:
    """One camera a view.

    Linked, those of world and difference turn and zoom together, each around its own target; the second one of the
    world, which looks straight down at first, goes its own way.
    """

    world: OrbitCamera = field(default_factory=OrbitCamera)
    difference: OrbitCamera = field(default_factory=OrbitCamera)
    second: OrbitCamera = FROM_ABOVE
    linked: Annotated[bool, Of.DEMO | Of.SHOW | Of.TOOLS] = True

    @property
    def all(self) -> tuple[OrbitCamera, ...]:
        return tuple(self.of(view) for view in View)

    def of(self, view: View) -> OrbitCamera:
        camera: OrbitCamera = getattr(self, view)
        return camera

    def placed(self, view: View, camera: OrbitCamera) -> "Cameras":
        return replace(self, **{view.value: camera})  # type: ignore[arg-type]

    def linked_to(self, view: View) -> tuple[View, ...]:
        """The views that follow when the camera of `view` is turned: that view, and what is linked to it."""
        return VIEWS[Layout.BOTH] if self.linked and view is not View.SECOND else (view,)


@dataclass(frozen=True)
class Turn:
    """The camera of `view` is on its way to a yaw and a pitch, radians, since `elapsed` seconds."""

    view: View
    start: tuple[float, float]
    end: tuple[float, float]
    elapsed: float = 0.0


@dataclass(frozen=True)
class Approach:
    """The camera of `view` is on its way from one target and distance to others, since `elapsed` seconds."""

    view: View
    start: OrbitCamera
    end: OrbitCamera
    elapsed: float = 0.0


@dataclass(frozen=True)
class ViewState:
    """Where the cameras are, and where they are moving to."""

    cameras: Cameras = field(default_factory=Cameras)
    turn: Turn | None = None
    approach: Approach | None = None
