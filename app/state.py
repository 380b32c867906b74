"""The whole of what the application knows, as one tree of frozen values.

Nothing here changes: `actions.update` makes the next state from this one.  Anything that a person can see or undo
is in it; anything that can be computed from it (traces, drawings) is not.  Each part of it says whose it is.
"""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from sys import maxsize
from typing import Annotated, Any

from engine.options import DEFAULT, Options
from engine.result import TOUCHING
from engine.simulation import USUAL, Rules
from engine.vectors import Mat3, Vec3

from .breakpoints import BUILT_IN, Breakpoint, Draft
from .camera import MAX_PITCH, OrbitCamera
from .demo import Caption, Show
from .lesson import Bookmark
from .ownership import Of
from .scene import Body, Pair, PositionOrientation, Scene, Transform
from .simulating import Simulation

LAST_STEP = maxsize
"""As the number of a step: the last one, also when a drag makes the trace longer or shorter."""


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


class Theme(StrEnum):
    DARK = "dark"
    LIGHT = "light"


class Gizmo(StrEnum):
    MOVE = "move"
    ROTATE = "rotate"


@dataclass(frozen=True)
class Visibility:
    """What the views show; the names are those of the View menu."""

    aabbs: bool = True
    witnesses: bool = True
    supports: bool = True
    push_out: bool = True
    difference: bool = True
    steps: bool = True
    planes: bool = True
    regions: bool = True
    path: bool = True
    beliefs: bool = True
    labels: bool = True
    motion: bool = True
    grid: bool = True


class AxisOrigin(StrEnum):
    """Which rows the SAT table shows: where their axes come from, or that they were skipped."""

    ALL = "all"
    FACE_A = "face A"
    FACE_B = "face B"
    EDGES = "edge × edge"
    SKIPPED = "skipped"


@dataclass(frozen=True)
class AxisFilter:
    origin: AxisOrigin = AxisOrigin.ALL
    text: str = ""  # words that the name of the axis has


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
    linked: bool = True

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
class Snap:
    """The steps that moves and turns are kept to: metres, degrees."""

    on: bool = False
    position: float = 0.1
    angle: float = 15.0


@dataclass(frozen=True)
class Playback:
    playing: bool = False
    rate: float = 1.0  # steps a second
    elapsed: float = 0.0  # seconds since the current step was shown
    loop: bool = False  # at the end it begins anew


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


@dataclass(frozen=True)
class Versus:
    """The run that is shown beside the chosen algorithm's; `swapped`: of B–A."""

    algorithm: str
    options: Options = DEFAULT
    swapped: bool = False


@dataclass(frozen=True)
class Nudges:
    """How the pair is shaken to see how stable its verdict is; lengths are parts of the pair's size."""

    epsilon: float = 1e-6  # how far B is nudged
    tolerance: float = TOUCHING  # how near to contact counts as touching
    count: int = 100
    seed: int = 1


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


PICTURE_SIZE = (1280, 800)  # of a picture at the scale 1, pixels


@dataclass(frozen=True)
class Picture:
    """How a picture is exported."""

    scale: int = 2  # times `PICTURE_SIZE`
    transparent: bool = False
    words: bool = False  # with the verdict on top and the step's sentence below


class Then(StrEnum):
    """What waits until the user has said what becomes of unsaved changes."""

    NEW = "new"
    BROWSE = "browse"
    READ = "read"
    LESSON = "lesson"
    DEMO = "demo"
    QUIT = "quit"


@dataclass(frozen=True)
class Unsaved:
    """What waits for the answer to the question about unsaved changes; `paths` and `is_example`: what is read then.

    Of a lesson the paths are its name and the number of the page, of a demo the tick that it goes to, if any.
    """

    then: Then
    paths: tuple[str, ...] = ()
    is_example: bool = False


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
class Left:
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


@dataclass(frozen=True)
class Edit:
    """What undo brings back: the document, and in words what was about to be done to it."""

    label: str
    scene: Scene
    pair: Pair
    selected: str | None
    hidden: tuple[str, ...] = ()


@dataclass(frozen=True)
class History:
    """`gesture` names the edit under way: all its changes count as one."""

    past: tuple[Edit, ...] = ()
    future: tuple[Edit, ...] = ()
    gesture: str | None = None


@dataclass(frozen=True)
class State:
    scene: Annotated[Scene, Of.SCENE | Of.SHOW]  # as it is shown: in motion as the tick has it, else the document
    pair: Annotated[Pair, Of.SCENE | Of.DEMO | Of.SHOW]
    path: Annotated[str | None, Of.SCENE] = None  # the file of the scene; None when it has none yet
    saved: Annotated[Scene | None, Of.SCENE] = None  # the scene as that file holds it
    selected: Annotated[str | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    # bodies that are neither drawn nor picked; the engine is asked about them all the same
    hidden: Annotated[tuple[str, ...], Of.SCENE | Of.DEMO | Of.SHOW] = ()
    renaming: Annotated[str | None, Of.SCENE] = None  # the body whose name is being typed
    algorithm: Annotated[str, Of.DEMO | Of.SHOW] = "gjk"
    # those that the algorithm does not know wait for one that does
    options: Annotated[Options, Of.DEMO | Of.SHOW] = DEFAULT
    # the scene in motion; None while it is as the document has it
    simulation: Annotated[Simulation | None, Of.SCENE | Of.SHOW] = None
    rules: Annotated[Rules, Of.DEMO | Of.SHOW] = USUAL  # of motion
    motion_rate: Annotated[float, Of.DEMO | Of.TOOLS] = 1.0  # seconds of motion a second
    versus: Annotated[Versus | None, Of.DEMO | Of.SHOW] = None
    # of the two that are compared, the panels are about the second run
    second_inspected: Annotated[bool, Of.DEMO | Of.SHOW] = False
    nudges: Annotated[Nudges, Of.DEMO | Of.SHOW] = Nudges()
    # may point past the end of the trace, as LAST_STEP always does: see traces.current_step
    step: Annotated[int, Of.SCENE | Of.DEMO | Of.SHOW] = 0
    # of those that the step ran, the one that is shown; may point past the end, as `step`
    line: Annotated[int | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    playback: Annotated[Playback, Of.DEMO | Of.SHOW] = Playback()
    cameras: Annotated[Cameras, Of.DEMO | Of.SHOW] = field(default_factory=Cameras)
    turn: Annotated[Turn | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    approach: Annotated[Approach | None, Of.SCENE | Of.DEMO | Of.SHOW] = None
    layout: Annotated[Layout, Of.DEMO | Of.SHOW | Of.TOOLS] = Layout.BOTH
    hovered_view: Annotated[View | None, Of.USER] = None  # the one under the pointer
    visible: Annotated[Visibility, Of.DEMO | Of.SHOW | Of.TOOLS] = Visibility()
    theme: Annotated[Theme, Of.DEMO | Of.USER] = Theme.DARK
    lecture: Annotated[bool, Of.DEMO | Of.USER] = False  # large text and thick lines, for those who sit at the back
    ui_scale: Annotated[float, Of.USER] = 1.0  # of the user interface, times what the screen asks for
    gizmo: Annotated[Gizmo | None, Of.DEMO | Of.SHOW | Of.TOOLS] = Gizmo.MOVE
    hovered: Annotated[str | None, Of.SCENE] = None  # the body under the pointer
    hovered_axis: Annotated[int | None, Of.SCENE] = None  # the row of the SAT table under the pointer
    axis_filter: Annotated[AxisFilter, Of.DEMO | Of.SHOW | Of.TOOLS] = AxisFilter()
    hovered_region: Annotated[int | None, Of.SCENE] = None  # the Voronoi region under the pointer in the step panel
    # the face of EPA's polytope under the pointer there; may be of a step with more faces: see Sight.face
    hovered_face: Annotated[int | None, Of.SCENE] = None
    # the plot shows how far the bounds are apart, not the bounds
    plots_width: Annotated[bool, Of.DEMO | Of.SHOW | Of.TOOLS] = False
    # in a window: what takes longer than a frame is looked for while the frames go on
    live: Annotated[bool, Of.USER] = False
    # how the runs that were waited for were found: see versus.awaited
    ready: Annotated[tuple[tuple[Any, ...], ...], Of.SCENE] = ()
    # how those would be found that nobody waits for any more
    called_off: Annotated[tuple[tuple[Any, ...], ...], Of.SCENE] = ()
    task: Annotated[Task | None, Of.USER] = None
    leaving: Annotated[bool, Of.USER] = False  # as soon as what is being written is written
    breakpoints: Annotated[tuple[Breakpoint, ...], Of.DEMO | Of.TOOLS] = BUILT_IN
    draft: Annotated[Draft, Of.USER] = field(default_factory=Draft)  # of a breakpoint
    drag: Annotated[Drag | None, Of.SCENE | Of.SHOW] = None
    pull: Annotated[Pull | None, Of.SCENE | Of.SHOW] = None
    # moves and turns are along or about that axis only: 0, 1, 2
    axis_lock: Annotated[int | None, Of.DEMO | Of.TOOLS] = None
    # a drag moves a body level with the ground, not in the plane of the view
    on_ground: Annotated[bool, Of.DEMO | Of.TOOLS] = False
    snap: Annotated[Snap, Of.DEMO | Of.TOOLS] = Snap()
    seed: Annotated[int, Of.DEMO] = 0  # of the next thing that is drawn at random
    message: Annotated[Message | None, Of.SCENE | Of.USER] = None  # the newest
    # the error before it, which stays beside good news until it is put away
    fault: Annotated[Message | None, Of.SCENE | Of.USER] = None
    dialog: Annotated[FileDialog | None, Of.SCENE | Of.USER] = None
    unsaved: Annotated[Unsaved | None, Of.SCENE | Of.USER] = None
    left: Annotated[Left | None, Of.USER] = None
    overlay: Annotated[Palette | HelpPage | ExampleBrowser | StartPage | None, Of.USER] = None
    # the commands last run from the palette, by their paths, the newest first
    recent: Annotated[tuple[str, ...], Of.USER] = ()
    picture: Annotated[Picture, Of.USER] = Picture()
    recent_files: Annotated[tuple[str, ...], Of.USER] = ()  # scenes last opened or saved, the newest first
    panels: Annotated[bool, Of.USER] = True  # shown; without them the views fill the window
    caption: Annotated[Caption | None, Of.SHOW] = None
    recording: Annotated[int | None, Of.USER] = None  # what is done is being recorded, for so many seconds so far
    show: Annotated[Show | None, Of.USER] = None  # the demo that is being shown
    lesson: Annotated[Bookmark | None, Of.USER] = None  # the lesson that is open, and where
    learned: Annotated[tuple[str, ...], Of.USER] = ()  # what was read, done and answered in lessons: see lesson.key_of
    # The user's tools are in it, while a demo or a lesson has brought its own.
    own: Annotated["State | None", Of.USER] = None
    history: Annotated[History, Of.SCENE] = History()

    @property
    def animating(self) -> bool:
        """Whether it changes as time passes."""
        if self.show is not None and not self.show.taken_over:
            return self.show.animating  # halted, it stands still, whatever goes on in it
        travels = self.turn is not None or self.approach is not None
        speaks = self.caption is not None and self.caption.changing
        moves = self.simulation is not None and self.simulation.playing
        return self.playback.playing or travels or speaks or moves

    @property
    def acting_view(self) -> View:
        """The view that a key is for: the one under the pointer, or the first."""
        views = self.layout.views
        return self.hovered_view if self.hovered_view in views else views[0]

    @property
    def document(self) -> Scene:
        """What is saved, and what undo brings back: the scene, or where it began to move."""
        return self.scene if self.simulation is None else self.simulation.start

    @property
    def tick(self) -> int:
        """Of the scene in motion; 0 while the bodies are where the document has them."""
        return self.simulation.number if self.simulation is not None else 0

    @cached_property
    def modified(self) -> bool:
        """Whether there is something to save; what is done to the scene of a lesson is an exercise."""
        if self.lesson is not None and not self.lesson.away:
            return False
        return self.document is not self.saved and self.document != self.saved

    @cached_property
    def bodies(self) -> tuple[Body, Body]:
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

    def told(self, text: str, is_error: bool = False) -> "State":
        fault = self.message if self.message is not None and self.message.is_error else self.fault
        return replace(self, message=Message(text, is_error), fault=None if is_error else fault)
