"""The document: the part of the state that is saved and that undo restores."""

from functools import cached_property

from msgspec import Struct

from gjkscope.app.scenes.scene import Body, Pair, Scene
from gjkscope.app.state.model.view import Cameras


class Document(Struct, frozen=True, dict=True):
    """The scene and the selected pair."""

    scene: Scene  # as displayed: in motion, the scene at the current tick
    pair: Pair
    selected: str | None = None
    hidden: tuple[str, ...] = ()  # bodies that are neither drawn nor picked; queries still include them

    @cached_property
    def pair_bodies(self) -> tuple[Body, Body]:
        """The two bodies of the selected pair."""
        return self.scene.body(self.pair[0]), self.scene.body(self.pair[1])

    @property
    def shown_bodies(self) -> tuple[Body, ...]:
        """All bodies that are not hidden."""
        if not self.hidden:
            return self.scene.bodies
        return tuple(body for body in self.scene.bodies if body.name not in self.hidden)

    @property
    def selected_body(self) -> Body | None:
        return next((body for body in self.scene.bodies if body.name == self.selected), None)


class SceneFile(Struct, frozen=True):
    """The file of the scene."""

    path: str | None = None  # None until the scene is first saved
    saved: Scene | None = None  # the scene as last saved or loaded
    imported: Scene | None = None  # the scene as imported, until it is saved


class Edit(Struct, frozen=True):
    """One entry of the history: the document to restore, and a label for the change that followed it."""

    label: str
    scene: Scene
    pair: Pair
    selected: str | None
    hidden: tuple[str, ...] = ()
    file: SceneFile | None = None  # to restore as well, if the change opened another scene
    cameras: Cameras | None = None  # to restore with the file: all if the other scene is 2D, else its vertical axis


class History(Struct, frozen=True):
    """The edits that undo and redo move between, oldest first."""

    past: tuple[Edit, ...] = ()
    future: tuple[Edit, ...] = ()
