"""The application's state: one tree of frozen records.

All records are immutable: `actions.update` makes the next state from this one.  It contains everything that a person
can see or undo, but not what can be computed from it (traces, drawings).  The annotation of a record names its owner
(see `ownership`); a field with another owner carries its own annotation.

Demos and lessons contain states, and the state contains the open ones, so they are defined in the same module.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import Struct, structs

from gjkscope.app.base.records import replace
from gjkscope.app.scenes.opening import Opening, Workspace
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state.model.action import Action
from gjkscope.app.state.model.appearance import Appearance
from gjkscope.app.state.model.capture import CaptureState
from gjkscope.app.state.model.demo import TICKS, CameraReturn, DemoMark, MarkKind, Spans, with_spans
from gjkscope.app.state.model.direction import Direction, Share
from gjkscope.app.state.model.display import Display
from gjkscope.app.state.model.document import Document, History, SceneFile
from gjkscope.app.state.model.gesture import Gesture
from gjkscope.app.state.model.hunting import HuntState
from gjkscope.app.state.model.installing import Installing
from gjkscope.app.state.model.lesson import MarkdownText, PageDisplay, Question
from gjkscope.app.state.model.live import LiveState
from gjkscope.app.state.model.motion import MotionState
from gjkscope.app.state.model.ownership import Of
from gjkscope.app.state.model.pointer import Pointer
from gjkscope.app.state.model.prediction import OpenPrediction, Prediction
from gjkscope.app.state.model.preferences import Preferences
from gjkscope.app.state.model.presenting import InkColor, InkTool, LaserSpot, Stroke
from gjkscope.app.state.model.probe import PointProbe
from gjkscope.app.state.model.run import RunState
from gjkscope.app.state.model.shell import Shell
from gjkscope.app.state.model.situation import Situation
from gjkscope.app.state.model.surveying import SurveyState
from gjkscope.app.state.model.tools import Tools
from gjkscope.app.state.model.view import View, ViewState
from gjkscope.app.state.model.waiting import Waiting

Motion = Callable[["State", float], Iterable[Action]]
"""Maps a state and the elapsed fraction, 0 … 1, of the motion to the actions that produce that moment."""


class Cue(NamedTuple):
    """A motion of `length` ticks from tick `start` on; `begin` creates it from the state at that time.

    The motion jumps over the spans `skips` of its own time, which `length` does not include.
    """

    start: int
    length: int
    begin: Callable[["State"], Motion]
    place: tuple[str | int, ...] = ()  # the keys of its step in the file
    skips: Spans = ()

    def part_at(self, tick: int) -> float:
        """The fraction, 0 … 1, of the motion that has passed at a tick of the demo."""
        if tick >= self.start + self.length:
            return 1.0
        whole = self.length + sum(last - first for first, last in self.skips)
        return with_spans(tick - self.start, self.skips) / whole


@dataclass(frozen=True)
class Demo:
    """A demo; `cues` are sorted by start, and `hashes` are trace hashes at the ticks when the trace changed."""

    name: str
    first: "State"  # the initial state
    cues: tuple[Cue, ...]
    length: int  # ticks
    marks: tuple[DemoMark, ...] = ()  # in order of time
    hashes: tuple[tuple[int, str], ...] = ()
    about: str | None = None
    warnings: tuple[str, ...] = ()  # about steps without effect, each with its line in the file
    # the JSON document that it was read from, or is written as
    document: Mapping[str, object] | None = field(default=None, compare=False)
    folder: Path | None = field(default=None, compare=False)  # of the files that the document refers to

    @property
    def seconds(self) -> float:
        return self.length / TICKS

    def marks_of(self, kind: MarkKind) -> tuple[DemoMark, ...]:
        return tuple(mark for mark in self.marks if mark.kind is kind)

    @property
    def poster_tick(self) -> int | None:
        """The tick of the picture that represents the film, if the demo names one."""
        return next((mark.tick for mark in self.marks_of(MarkKind.POSTER)), None)

    def hash_at(self, tick: int) -> str | None:
        """The recorded trace hash at exactly this tick, if any."""
        return self._hashes.get(tick)

    @cached_property
    def _hashes(self) -> dict[int, str]:
        return dict(self.hashes)


class TakeVersion(NamedTuple):
    """A version of an edited demo, and the edit that separates it from the current one: "Cut"."""

    demo: Demo
    edit: str
    tick: int  # the position


class Continuation(Enum):
    """How a demo goes on after a new part."""

    BLEND = "blend"  # bodies and cameras move to where they were, in a second
    KEEP = "keep"  # what follows begins from the new places
    CUT = "cut"  # at once as it was


class InsertedTake(NamedTuple):
    """The recording that the last edit put in place of some ticks of the demo, and how the rest goes on."""

    take: Demo
    first: int
    last: int
    then: Continuation


class CaptionDraft(NamedTuple):
    """A caption, or the presenter's notes, being written on the track."""

    tick: int
    number: int | None = None  # of the caption among those of the demo; None: a new one
    is_notes: bool = False


class TakeEdits(Struct, frozen=True):
    """The edits of a demo on the playback bar, for undo, and what is selected on its track."""

    open: bool = False  # whether the track is shown
    saved: Demo | None = None  # as it is in the file
    past: tuple[TakeVersion, ...] = ()
    future: tuple[TakeVersion, ...] = ()  # undone, the next one first
    span: tuple[int, int] | None = None  # the selected ticks
    draft: CaptionDraft | None = None
    inserted: InsertedTake | None = None  # until the next edit
    longest_pause: int = 2 * TICKS  # longer ones are shortened to this
    shown: tuple[float, float] | None = None  # the ticks on the track; None: all


class DemoPlayback(Struct, frozen=True):
    """Playback of a demo: its position, speed and whether the user has taken over."""

    demo: Demo
    path: str | None = None  # the demo file
    position: float = 0.0  # ticks since the beginning
    playing: bool = True
    rate: float = 1.0
    taken_over: bool = False  # the user has changed the state, which is no longer the demo's
    way_back: CameraReturn | None = None
    diverged: tuple[int, ...] = ()  # ticks played so far at which the trace differed from the recording
    lecture: bool = False  # whether the demo asks for large type and thick lines at this tick
    panels: bool = True  # whether the demo shows the panels at this tick
    chose_panels: bool = False  # the user has since shown or hidden the panels, which takes precedence
    edits: TakeEdits = TakeEdits()
    before: "State | None" = None  # the user's state, to which leaving a take returns

    @property
    def tick(self) -> int:
        return int(self.position)

    @property
    def is_over(self) -> bool:
        return self.tick >= self.demo.length

    @property
    def animating(self) -> bool:
        """Whether it advances with time, unless the user has taken over."""
        return self.playing or self.way_back is not None

    @property
    def is_unsaved(self) -> bool:
        """Whether there are edits that are not saved."""
        return bool(self.edits.past or self.edits.future) and self.demo is not self.edits.saved


class PunchIn(Struct, frozen=True):
    """A recording into a demo: it takes the place of the ticks `first` to `last`, or is inserted at `first`.

    Without `last`, it replaces the time that it covers.
    """

    show: DemoPlayback
    first: int
    last: int | None = None
    inserts: bool = False

    def end(self, length: int) -> int:
        """Where the rest of the demo continues after a recording of that length."""
        if self.inserts:
            return self.first
        return self.last if self.last is not None else min(self.first + length, self.show.demo.length)


class LessonTask(Struct, frozen=True):
    """An exercise, solved when the condition `when`, an expression over a `Situation`, is true."""

    text: str
    when: str
    hint: str
    praise: str
    solution: Demo  # solves it, starting from the beginning of the page
    watch: str = ""  # instead of `text` where it can only be watched, as on a website


class PredictionTask(Struct, frozen=True):
    """A prediction on a page, and the demo that shows its answer from the beginning of the page."""

    prediction: Prediction
    solution: Demo


Part = MarkdownText | LessonTask | Question | PredictionTask


class LessonPage(Struct, frozen=True):
    """A page of a lesson: its text, its scene, and what the reader is asked to do."""

    title: str
    parts: tuple[Part, ...]
    first: "State"  # at the beginning of the page; as in a demo, it depends on the lesson alone
    display: PageDisplay = PageDisplay()
    sets: bool = True  # whether it has its own scene; otherwise it continues from the previous page
    notes: str = ""  # Markdown, for a lecturer who presents the page

    @property
    def live(self) -> Iterator[int]:
        """The indices of the tasks and questions."""
        return (i for i, part in enumerate(self.parts) if not isinstance(part, MarkdownText))


class Lesson(Struct, frozen=True):
    """A lesson; `name` is its file name without suffix, under which progress is stored."""

    name: str
    title: str
    about: str
    pages: tuple[LessonPage, ...]


class Bookmark(Struct, frozen=True):
    """The user's position in a lesson.

    `start` is the situation at the beginning of the page; `answers` are pairs of a question's index and the last
    choice.  `before` is the user's state, to which leaving the lesson returns; its scene may have unsaved changes.

    `exploring`: the page's scene is shown with the whole application.  `away`: one of the user's own scenes is shown.
    In both, `kept` is the state of the page, to which the user can return.

    `asked` is the prediction that is being asked.
    """

    lesson: Lesson
    page: int
    start: Situation
    answers: tuple[tuple[int, int], ...] = ()
    before: "State | None" = None
    exploring: bool = False
    away: bool = False
    kept: "State | None" = None
    asked: OpenPrediction | None = None

    @property
    def shown(self) -> LessonPage:
        return self.lesson.pages[self.page]

    def answer_to(self, part: int) -> int | None:
        return dict(self.answers).get(part)


class Place(Struct, frozen=True):
    """A bookmark of a presentation: its digit, its name, and the state to return to."""

    number: int
    name: str
    kept: "State"


class Presenting(Struct, frozen=True):
    """Presenter mode: whether it is on, and what the presenter has drawn and bookmarked."""

    on: bool = False
    seconds: int = 0  # since it began
    black: bool = False  # the audience sees a black screen
    panels: bool | None = None  # whether the panels are shown; None: only the text of a lesson
    tool: InkTool | None = None
    color: InkColor = InkColor.RED
    strokes: tuple[Stroke, ...] = ()  # the last one may still be in progress
    laser: tuple[LaserSpot, ...] = ()  # the newest last
    notes: bool = False  # whether the window with the presenter's notes is open
    places: tuple[Place, ...] = ()  # in order of their numbers
    kept: int = 0  # scenes with unsaved changes that were set aside without asking
    program: tuple[str, ...] = ()  # the files of the demos that are presented one after another

    def place(self, number: int) -> Place | None:
        return next((bookmark for bookmark in self.places if bookmark.number == number), None)


class EarlierViews(Struct, frozen=True):
    """What the views showed before a cross-fade, and how much of it is still visible."""

    state: "State"
    shown: Share


class State(Struct, frozen=True, dict=True):
    """Everything that the application shows, as one immutable value."""

    document: Annotated[Document, Of.SCENE | Of.DEMO | Of.SHOW]
    file: Annotated[SceneFile, Of.SCENE] = SceneFile()
    history: Annotated[History, Of.SCENE] = History()
    gesture: Annotated[Gesture, Of.SCENE | Of.DEMO | Of.SHOW] = Gesture()
    pointer: Annotated[Pointer, Of.SCENE | Of.DEMO] = Pointer()
    probe: Annotated[PointProbe, Of.SCENE | Of.DEMO | Of.SHOW] = PointProbe()
    motion: Annotated[MotionState, Of.DEMO | Of.SHOW] = MotionState()
    run: Annotated[RunState, Of.DEMO | Of.SHOW] = RunState()
    view: Annotated[ViewState, Of.SCENE | Of.DEMO | Of.SHOW] = ViewState()
    display: Annotated[Display, Of.DEMO | Of.SHOW | Of.TOOLS] = Display()
    direction: Annotated[Direction, Of.DEMO | Of.SHOW] = Direction()
    earlier: Annotated[EarlierViews | None, Of.SHOW] = None  # during a cross-fade
    tools: Annotated[Tools, Of.DEMO | Of.TOOLS] = Tools()
    appearance: Annotated[Appearance, Of.DEMO | Of.USER] = Appearance()
    preferences: Annotated[Preferences, Of.USER] = Preferences()
    shell: Annotated[Shell, Of.USER] = Shell()
    hunt: Annotated[HuntState, Of.USER] = HuntState()
    survey: Annotated[SurveyState, Of.USER] = SurveyState()
    installing: Annotated[Installing | None, Of.USER] = None  # the engine that is being installed
    capture: Annotated[CaptureState, Of.USER] = CaptureState()
    live: Annotated[LiveState, Of.USER] = LiveState()
    waiting: Annotated[Waiting, Of.SCENE] = Waiting()
    show: Annotated[DemoPlayback | None, Of.USER] = None  # the demo being played
    punch: Annotated[PunchIn | None, Of.USER] = None  # the demo being recorded into
    lesson: Annotated[Bookmark | None, Of.USER] = None  # the open lesson and the position in it
    presenting: Annotated[Presenting, Of.USER] = Presenting()
    # the user's tools while a demo or a lesson uses its own
    own: Annotated["State | None", Of.USER] = None

    def __post_init__(self) -> None:
        """Cameras of a 2D scene look straight down on its plane, however the scene was opened."""
        if self.view.cameras.flat != self.document.scene.is_plane:
            cameras = self.view.cameras.flattened(self.document.scene.is_plane)
            structs.force_setattr(self, "view", replace(self.view, cameras=cameras, turn=None))

    @property
    def workspace(self) -> Workspace:
        """The workspace that is shown: Learn while a page of a lesson is."""
        return Workspace.LEARN if self.page is not None else self.shell.workspace

    @property
    def opening(self) -> Opening:
        """What to save with the scene, so that it is opened as it is shown now."""
        return Opening(self.shell.workspace, self.run.algorithm, self.document.pair)

    @property
    def animating(self) -> bool:
        """Whether the state changes as time passes."""
        if self.shell.recording is not None and self.shell.recording.held:
            return False
        if len(self.presenting.laser) > 1:
            return True  # its tail fades
        if self.show is not None and not self.show.taken_over:
            return self.show.animating  # everything in a paused demo is paused
        travels = self.view.turn is not None or self.view.approach is not None
        speaks = self.display.caption is not None and self.display.caption.changing
        directs = self.direction.changing
        moves = self.motion.simulation is not None and self.motion.simulation.playing
        plays = self.run.playback.playing or self.capture.player.playing
        beats = self.run.beat is not None and self.run.beat.moving
        return plays or beats or travels or speaks or moves or directs

    @property
    def open_prediction(self) -> Prediction | None:
        """The prediction that is being asked; nothing may reveal its answer."""
        mark = self.lesson
        if mark is None or mark.asked is None or mark.away or self.show is not None:
            return None
        part, is_answered = mark.shown.parts[mark.asked.part], mark.asked.revealed is not None or mark.asked.settled
        return part.prediction if isinstance(part, PredictionTask) and not is_answered else None

    @property
    def visible_steps(self) -> int | None:
        """The number of steps of the run that may be shown, as the rest answers a prediction; None: all."""
        if (prediction := self.open_prediction) is not None:
            return prediction.visible_steps
        mark = self.lesson
        if mark is None or mark.away or mark.asked is None or mark.asked.revealed is None:
            return None
        return mark.asked.revealed + 1

    @property
    def page(self) -> LessonPage | None:
        """The lesson page that is shown, which decides what else is shown; None outside of lessons."""
        lesson = self.lesson
        return None if lesson is None or lesson.exploring or lesson.away else lesson.shown

    @property
    def large_type(self) -> bool:
        """Whether text is large and lines are thick: the user, the demo or the presentation asks for it."""
        asked = self.show is not None and self.show.lecture
        return self.appearance.lecture or asked or self.presenting.on

    @property
    def shows_panels(self) -> bool:
        """Whether the panels are shown, in a lesson with its text; otherwise the views fill the window."""
        if self.presenting.on:
            return self.page is not None if self.presenting.panels is None else self.presenting.panels
        hidden = self.show is not None and not self.show.panels and not self.show.chose_panels
        return self.appearance.panels and not hidden

    @property
    def is_bare(self) -> bool:
        """Whether the views are placed without the dock, menus and bars: on a page of a lesson, or presented."""
        return self.page is not None or (self.presenting.on and not self.shows_panels)

    @property
    def mine(self) -> "State":
        """The state with the user's scene: this one, or the one before the lesson or take whose scene is shown."""
        take = self.show if self.punch is None else self.punch.show
        if take is not None and take.before is not None:
            return take.before
        lesson = self.lesson
        return self if lesson is None or lesson.away or lesson.before is None else lesson.before

    @property
    def title(self) -> str:
        """The name of the lesson, of the file, or of a scene that has no file."""
        if self.page is not None and self.lesson is not None:
            return self.lesson.lesson.title
        return Path(self.file.path).name if self.file.path else self.document.scene.name

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
        """Whether the user's scene has unsaved changes; changes to a lesson's scene are exercises and do not count."""
        if self.mine is not self:
            return self.mine.modified
        scene, saved = self.authored_scene, self.file.saved
        return scene is not saved and scene != saved

    @cached_property
    def worth_saving(self) -> bool:
        """Whether there are unsaved changes by the user; an unchanged imported scene has none, as it can be imported
        again.
        """
        if self.mine is not self:
            return self.mine.worth_saving
        scene, imported = self.authored_scene, self.file.imported
        return self.modified and (imported is None or (scene is not imported and scene != imported))

    def with_message(self, text: str, is_error: bool = False) -> "State":
        """The state with a new message."""
        return replace(self, shell=self.shell.with_message(text, is_error))
