"""The document: what is saved, and what undo brings back."""

from dataclasses import dataclass
from functools import cached_property

from gjkscope.app.scenes.scene import Body, Pair, Scene


@dataclass(frozen=True)
class Document:
    """The scene and the pair that is looked at."""

    scene: Scene  # as it is shown: while it is in motion as the tick has it
    pair: Pair
    selected: str | None = None
    hidden: tuple[str, ...] = ()  # bodies that are neither drawn nor picked; queries include them

    @cached_property
    def pair_bodies(self) -> tuple[Body, Body]:
        """The two bodies of the selected pair."""
        return self.scene.body(self.pair[0]), self.scene.body(self.pair[1])

    @property
    def shown_bodies(self) -> tuple[Body, ...]:
        """All that are not hidden."""
        if not self.hidden:
            return self.scene.bodies
        return tuple(body for body in self.scene.bodies if body.name not in self.hidden)

    @property
    def selected_body(self) -> Body | None:
        return next((body for body in self.scene.bodies if body.name == self.selected), None)


@dataclass(frozen=True)
class SceneFile:
    """The file of the scene."""

    path: str | None = None  # None when the scene has no file yet
    saved: Scene | None = None  # the scene as that file holds it


@dataclass(frozen=True)
class Edit:
    """One entry of the history: the document to restore, and a label for the change that followed it."""

    label: str
    scene: Scene
    pair: Pair
    selected: str | None
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True)
class History:
    past: tuple[Edit, ...] = ()
    future: tuple[Edit, ...] = ()
