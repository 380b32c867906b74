"""The window around the views: messages, dialogs, overlays and background tasks."""

from enum import StrEnum
from typing import Annotated

from msgspec import Struct, field

from gjkscope.app.ask.breakpoints import Draft
from gjkscope.app.base.records import replace
from gjkscope.app.scenes.cameras.camera import OrbitCamera
from gjkscope.app.scenes.opening import Workspace
from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.preferences import Film
from gjkscope.app.state.model.unsaved import Unsaved
from gjkscope.app.state.model.workspace import FIRST_SETUPS, Setup, Sides, Surroundings, setup_of


class Message(Struct, frozen=True):
    """A message to the user."""

    text: str
    is_error: bool = False


class Task(Struct, frozen=True):
    """A background job in progress, and its duration so far."""

    words: str
    seconds: int
    percent: int | None = None  # completed, if known
    reads_demo: bool = False


class Purpose(StrEnum):
    OPEN = "open"
    ADD = "add"  # the bodies of a mesh file
    IMPORT = "import"
    SAVE = "save"
    PICTURE = "picture"
    DRAWING = "drawing"  # a picture as SVG
    PAGE = "page"
    MODEL = "model"  # the bodies and A − B as glTF
    SCENE = "scene"
    TRACE = "trace"
    TEST = "test"
    REPORT = "report"
    FILM = "film"
    SITE = "site"  # the course as a website
    DEMO = "demo"
    SOLVER = "solver"
    CAPTURE = "capture"

    @property
    def is_export(self) -> bool:
        others = (
            Purpose.OPEN,
            Purpose.ADD,
            Purpose.IMPORT,
            Purpose.SAVE,
            Purpose.DEMO,
            Purpose.SOLVER,
            Purpose.CAPTURE,
        )
        return self not in others


class FileDialog(Struct, frozen=True):
    """An open file dialog: the folder it shows, and the path in its text field, relative to that folder."""

    purpose: Purpose
    folder: str
    name: str = ""
    replacing: bool = False  # it asks whether the file of that name may be replaced
    then: Unsaved | None = None  # what continues once the scene is saved
    fault: str = ""  # why that path could not be used
    suffix: str = ""  # of a name without one; "": the usual one of the purpose


class Recovery(Struct, frozen=True):
    """Unsaved changes from before a crash, or kept by a presentation: how many, of which scene, and from when."""

    changes: int
    name: str
    when: str
    presented: bool = False


class Palette(Struct, frozen=True):
    """The open command palette: the text typed, and the index of the selected match."""

    query: str = ""
    row: int = 0


class ExampleBrowser(Struct, frozen=True):
    """The open example browser: the search text, the grouping, and the selected example as "group/name"."""

    query: str = ""
    by_cause: bool = False
    chosen: str = ""


class ImportDialog(Struct, frozen=True):
    """The open import dialog: the text, and the user's choices in place of assumptions about it."""

    text: str = ""
    file: str = ""  # the path of its file; mesh files that it refers to lie in that folder
    choices: tuple[tuple[str, str], ...] = ()  # what was assumed, and the alternative chosen
    pointed: tuple[int, int] | None = None  # the part of the text that the pointer is on, or what was read from it
    camera: OrbitCamera | None = None  # of the preview; None: everything is in view
    discard: bool = False  # the user has agreed to discard unsaved changes


class StartPage(Struct, frozen=True):
    """The open welcome page, which suggests first steps."""


class HelpPage(Struct, frozen=True):
    """The open help, filtered by `query`."""

    query: str = ""


class FilmCard(Struct, frozen=True):
    """The open settings of a film: the part of the demo, and a preview of its first second."""

    span: tuple[int, int] | None = None  # ticks; None: the whole demo
    pictures: tuple[str, ...] = ()  # paths of the preview's
    previewed: Film | None = None  # what these show
    warnings: tuple[str, ...] = ()  # what such a film cannot show
    fault: str = ""  # why there is no preview


class Recording(Struct, frozen=True):
    """A recording in progress: time stands still while it is paused, and optionally while a caption is typed."""

    seconds: int = 0  # recorded so far
    paused: bool = False
    typing: bool = False  # a caption, for which time stands still
    draft: str = ""  # the caption that is being typed

    @property
    def held(self) -> bool:
        return self.paused or self.typing


Overlay = Palette | HelpPage | ExampleBrowser | ImportDialog | StartPage | FilmCard


class Shell(Struct, frozen=True):
    """The window around the views."""

    workspace: Workspace = Workspace.PAIR  # apart from lessons: see `State.workspace`
    sides: Sides = setup_of(Workspace.PAIR, FIRST_SETUPS).sides
    setups: tuple[Setup, ...] = FIRST_SETUPS  # of the workspaces when they were last left
    message: Annotated[Message | None, Of.SCENE | Of.USER] = None  # the newest
    # the last error, shown next to other messages until it is dismissed
    fault: Annotated[Message | None, Of.SCENE | Of.USER] = None
    dialog: Annotated[FileDialog | None, Of.SCENE | Of.USER] = None
    unsaved: Annotated[Unsaved | None, Of.SCENE | Of.USER] = None
    recovery: Recovery | None = None
    overlay: Overlay | None = None
    renaming: Annotated[str | None, Of.SCENE] = None  # the body being renamed
    body_filter: Annotated[str, Of.SCENE] = ""  # of the list of bodies
    draft: Draft = field(default_factory=Draft)  # of a breakpoint
    raised: str | None = None  # the title of the panel to bring to the front
    fronts: tuple[str, ...] = ()  # titles of panels that have been raised, the latest first: in front of their tabs
    arranged: Surroundings | None = None  # while two runs are compared: what was open before
    has_log: bool = False  # there has been a message
    task: Task | None = None
    leaving: bool = False  # quits as soon as the pending exports are written
    recording: Recording | None = None
    caption_wanted: bool = False  # the caption field gets the focus in the next frame

    def with_message(self, text: str, is_error: bool = False) -> "Shell":
        """The shell with a new message."""
        fault = self.message if self.message is not None and self.message.is_error else self.fault
        return replace(self, message=Message(text, is_error), fault=None if is_error else fault, has_log=True)
