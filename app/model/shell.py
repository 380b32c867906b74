"""The window around the views: messages, dialogs, overlays and background tasks."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Annotated

from gjkscope.app.breakpoints import Draft
from gjkscope.app.model.ownership import Of
from gjkscope.app.model.unsaved import Unsaved


@dataclass(frozen=True)
class Message:
    text: str
    is_error: bool = False


@dataclass(frozen=True)
class Task:
    """What goes on beside the window, and for how long so far."""

    words: str
    seconds: int
    percent: int | None = None  # of it that is done, where that is known


class Purpose(StrEnum):
    OPEN = "open"
    SAVE = "save"
    PICTURE = "picture"
    SCENE = "scene"
    TRACE = "trace"
    TEST = "test"
    DEMO = "demo"

    @property
    def is_export(self) -> bool:
        return self not in (Purpose.OPEN, Purpose.SAVE, Purpose.DEMO)


@dataclass(frozen=True)
class FileDialog:
    """An open file dialog: the folder it shows, and the path that stands in its field, from there."""

    purpose: Purpose
    folder: str
    name: str = ""
    replacing: bool = False  # it asks whether the file of that name may be replaced
    then: Unsaved | None = None  # what goes on once the scene is saved
    fault: str = ""  # why that path could not be used


@dataclass(frozen=True)
class Recovery:
    """Changes that another run left unsaved, when it crashed: how many, of which scene, and from when."""

    changes: int
    name: str
    when: str


@dataclass(frozen=True)
class Palette:
    """The command palette is open: what is typed in it, and which of the rows found is the chosen one."""

    query: str = ""
    row: int = 0


@dataclass(frozen=True)
class ExampleBrowser:
    """The example browser is open: what is looked for in it, how it is grouped, and the chosen one: "group/name"."""

    query: str = ""
    by_cause: bool = False
    chosen: str = ""


@dataclass(frozen=True)
class StartPage:
    """What one can do first is offered."""


@dataclass(frozen=True)
class HelpPage:
    """The help is open, and shows what has to do with `query`."""

    query: str = ""


Overlay = Palette | HelpPage | ExampleBrowser | StartPage


@dataclass(frozen=True)
class Shell:
    message: Annotated[Message | None, Of.SCENE | Of.USER] = None  # the newest
    # the error before it, which stays beside other messages until it is dismissed
    fault: Annotated[Message | None, Of.SCENE | Of.USER] = None
    dialog: Annotated[FileDialog | None, Of.SCENE | Of.USER] = None
    unsaved: Annotated[Unsaved | None, Of.SCENE | Of.USER] = None
    recovery: Recovery | None = None
    overlay: Overlay | None = None
    renaming: Annotated[str | None, Of.SCENE] = None  # the body whose name is being typed
    draft: Draft = field(default_factory=Draft)  # of a breakpoint
    panels: bool = True  # shown; without them the views fill the window
    task: Task | None = None
    leaving: bool = False  # quits as soon as the pending exports are written
    recording: int | None = None  # seconds recorded so far; None: not recording

    def with_message(self, text: str, is_error: bool = False) -> "Shell":
        """The shell with a new message."""
        fault = self.message if self.message is not None and self.message.is_error else self.fault
        return replace(self, message=Message(text, is_error), fault=None if is_error else fault)
