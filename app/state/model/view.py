"""The views and their cameras."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct, field, structs

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import MAX_PITCH, OrbitCamera
from gjkscope.app.state.model.ownership import Of


class View(StrEnum):
    WORLD = "world"
    DIFFERENCE = "difference"

    SECOND = "second"  # a second view of the world, with its own camera

    @property
    def shows_world(self) -> bool:
        return self is not View.DIFFERENCE


class Layout(StrEnum):
    """Which views are visible."""

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


class Cameras(Struct, frozen=True):
    """One camera per view.

    When linked, the world and difference cameras orbit and zoom together, each around its own target; the second world
    camera, which initially looks straight down, is independent.
    """

    world: OrbitCamera = field(default_factory=OrbitCamera)
    difference: OrbitCamera = field(default_factory=OrbitCamera)
    second: OrbitCamera = FROM_ABOVE
    linked: Annotated[bool, Of.DEMO | Of.SHOW | Of.TOOLS] = True
    z_up: Annotated[bool, Of.DEMO | Of.SHOW | Of.TOOLS] = False  # the vertical axis of all views is the world's z
    scene_z_up: bool | None = None  # instead of `z_up` for the open scene, which was given with this axis upwards
    flat: bool = False  # the scene is 2D: all cameras look straight down on the plane z = 0; `State` sets it

    def __post_init__(self) -> None:
        """Gives all cameras the same vertical axis, including those placed by demos or older files."""
        for view in View:
            camera = self.of(view)
            if (camera.z_up, camera.flat) != (self.shows_z_up, self.flat):
                structs.force_setattr(self, view.value, replace(camera, z_up=self.shows_z_up, flat=self.flat))

    @property
    def shows_z_up(self) -> bool:
        """Whether the vertical axis of all views is the world's z: the open scene's if it has one, or the user's."""
        if self.flat:
            return False
        return self.z_up if self.scene_z_up is None else self.scene_z_up

    def flattened(self, flat: bool) -> "Cameras":
        """The cameras for a 2D scene, or for a 3D one, with the initial directions of a new scene."""
        if flat:
            return replace(self, flat=True)
        fresh = Cameras()
        turned = {
            view.value: replace(fresh.of(view), target=old.target, distance=old.distance, reach=old.reach)
            for view in View
            for old in [self.of(view)]
        }
        return replace(self, flat=False, **turned)  # type: ignore[arg-type]

    def upright(self, z_up: bool) -> "Cameras":
        """The cameras with that vertical axis; only for the open scene if it has its own axis."""
        return replace(self, z_up=z_up) if self.scene_z_up is None else replace(self, scene_z_up=z_up)

    @property
    def all(self) -> tuple[OrbitCamera, ...]:
        return tuple(self.of(view) for view in View)

    def of(self, view: View) -> OrbitCamera:
        camera: OrbitCamera = getattr(self, view)
        return camera

    def placed(self, view: View, camera: OrbitCamera) -> "Cameras":
        return replace(self, **{view.value: camera})  # type: ignore[arg-type]

    def linked_to(self, view: View) -> tuple[View, ...]:
        """The views that turn when the camera of `view` is turned: that view and those linked to it."""
        return VIEWS[Layout.BOTH] if self.linked and view is not View.SECOND else (view,)


class Turn(Struct, frozen=True):
    """A transition of the camera of `view` to a yaw and a pitch, in radians, that began `elapsed` seconds ago."""

    view: View
    start: tuple[float, float]
    end: tuple[float, float]
    elapsed: float = 0.0


class Approach(Struct, frozen=True):
    """A transition of the camera of `view` to a new target and distance that began `elapsed` seconds ago."""

    view: View
    start: OrbitCamera
    end: OrbitCamera
    elapsed: float = 0.0


class ViewState(Struct, frozen=True):
    """The cameras and their transitions."""

    cameras: Cameras = field(default_factory=Cameras)
    turn: Turn | None = None
    approach: Approach | None = None
