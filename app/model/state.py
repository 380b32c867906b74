"""The application's state: one tree of frozen records.

States are immutable: `actions.update` derives the next state from the current one.  Everything the user can see or undo
is part of it; what can be computed from it (traces, drawings) is not.  The annotation of a record names its owner (see
`ownership`); a field within a record that has a different owner has its own annotation.
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Annotated

from gjkscope.app.model.appearance import Appearance
from gjkscope.app.model.demo import DemoPlayback
from gjkscope.app.model.display import Display
from gjkscope.app.model.document import Document, History, SceneFile
from gjkscope.app.model.gesture import Gesture
from gjkscope.app.model.lesson import Bookmark
from gjkscope.app.model.motion import MotionState
from gjkscope.app.model.ownership import Of
from gjkscope.app.model.pointer import Pointer
from gjkscope.app.model.preferences import Preferences
from gjkscope.app.model.run import RunState
from gjkscope.app.model.shell import Shell
from gjkscope.app.model.tools import Tools
from gjkscope.app.model.view import View, ViewState
from gjkscope.app.model.waiting import Waiting
from gjkscope.app.scenes.scene import Scene


@dataclass(frozen=True)
class State:
    document: Annotated[Document, Of.SCENE | Of.DEMO | Of.SHOW]
    file: Annotated[SceneFile, Of.SCENE] = SceneFile()
    history: Annotated[History, Of.SCENE] = History()
    gesture: Annotated[Gesture, Of.SCENE | Of.DEMO | Of.SHOW] = Gesture()
    pointer: Annotated[Pointer, Of.SCENE | Of.DEMO] = Pointer()
    motion: Annotated[MotionState, Of.DEMO | Of.SHOW] = MotionState()
    run: Annotated[RunState, Of.DEMO | Of.SHOW] = RunState()
    view: Annotated[ViewState, Of.SCENE | Of.DEMO | Of.SHOW] = ViewState()
    display: Annotated[Display, Of.DEMO | Of.SHOW | Of.TOOLS] = Display()
    tools: Annotated[Tools, Of.DEMO | Of.TOOLS] = Tools()
    appearance: Annotated[Appearance, Of.DEMO | Of.USER] = Appearance()
    preferences: Annotated[Preferences, Of.USER] = Preferences()
    shell: Annotated[Shell, Of.USER] = Shell()
    waiting: Annotated[Waiting, Of.SCENE] = Waiting()
    show: Annotated[DemoPlayback | None, Of.USER] = None  # the demo being played
    lesson: Annotated[Bookmark | None, Of.USER] = None  # the open lesson and the position in it
    # the user's tools while a demo or a lesson uses its own
    own: Annotated["State | None", Of.USER] = None

    @property
    def animating(self) -> bool:
        """Whether the state changes as time passes."""
        if self.show is not None and not self.show.taken_over:
            return self.show.animating  # a halted demo does not move, whatever happens in it
        travels = self.view.turn is not None or self.view.approach is not None
        speaks = self.display.caption is not None and self.display.caption.changing
        moves = self.motion.simulation is not None and self.motion.simulation.playing
        return self.run.playback.playing or travels or speaks or moves

    @property
    def acting_view(self) -> View:
        """The view that receives key presses: the one under the pointer, otherwise the first."""
        views, hovered = self.display.layout.views, self.pointer.hovered_view
        return hovered if hovered in views else views[0]

    @property
    def authored_scene(self) -> Scene:
        """The scene that is saved and that undo restores: the displayed one, or the one before the motion started."""
        simulation = self.motion.simulation
        return self.document.scene if simulation is None else simulation.start

    @cached_property
    def modified(self) -> bool:
        """Whether there are unsaved changes; changes to a lesson's scene are exercises and do not count."""
        if self.lesson is not None and not self.lesson.away:
            return False
        scene, saved = self.authored_scene, self.file.saved
        return scene is not saved and scene != saved

    def told(self, text: str, is_error: bool = False) -> "State":
        """The state with a new message."""
        return replace(self, shell=self.shell.told(text, is_error))
