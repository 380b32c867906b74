"""The state over time: actions are performed, errands run, and time goes by in ticks of equal length."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from math import inf
from pathlib import Path
from time import monotonic

from gjkscope.app.actions import (
    Action,
    LeaveDemo,
    OpenDemo,
    ShowRecording,
    ShowRun,
    ShowTask,
    Tell,
    Tick,
    done_by_hand,
    update,
)
from gjkscope.app.base.jobs import Later
from gjkscope.app.demos.file import place_at_work
from gjkscope.app.inspection.comparison import awaited, awaiting
from gjkscope.app.inspection.traces import awaited_run
from gjkscope.app.model import State, Task
from gjkscope.app.model.demo import TICKS, Demo
from gjkscope.app.model.notifications import News
from gjkscope.app.panels.requests import Outcome, Record
from gjkscope.app.persistence.journal_file import JournalFile, LeftJournal
from gjkscope.app.runs.choices import CHOICES
from gjkscope.app.window.effects import ERRANDS, Clipboard, finish_export, offer_left, open_what_was_read, tell_damage
from gjkscope.app.window.exports import Exporting, Paint
from gjkscope.app.window.reading import Reading
from gjkscope.app.window.recording import LiveRecording

TASK_TIME = 0.5  # seconds from a look at what goes on beside the window to the next
PAINTING = 0.06  # seconds between two frames
AT_ONCE = 0.3  # seconds that a frame waits: most of what is asked for is there before anybody has read that it is not


class Session:
    """Holds the state, and what errands need beside it; `perform` is the only way to change it."""

    def __init__(
        self,
        state: State,
        clipboard: Clipboard,
        paint: Paint,
        journal: JournalFile | None = None,
        announce: Callable[[], None] | None = None,
        recordings: Path | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`paint` makes pictures; `journal` keeps changes for the case of a crash, without it nothing does.

        `recordings` is the folder that recorded demos go to, which need not be there; else it is the current one.
        `announce` is called, from another thread, when it is time to `look`; without it files are waited for.
        """
        self.state = state
        self.clipboard = clipboard
        self.paint = paint
        self.journal = journal
        self.announce = announce or (lambda: None)
        self.patience = AT_ONCE if announce else None  # seconds that a file is waited for; None: as long as it takes
        self.reading: Reading | None = None
        self.exports: deque[Exporting] = deque()  # the first is being written
        self.runs = Later(self.announce)  # apart from what else takes long: neither holds up the other
        self.left: list[LeftJournal] = []  # of runs that crashed, the one that is offered first
        self.recordings = recordings or Path.cwd()
        self.recording: LiveRecording | None = None
        self.recorded: Demo | None = None  # last
        self.news = News(timer=clock)
        self.finished = False  # the user has asked to leave, and nothing is in the way
        self._clock = clock  # seconds
        self._task: object = None  # what goes on beside the window
        self._task_began = 0.0
        self._time = 0.0  # ticks that have begun, and not passed

    def perform(self, outcomes: Iterable[Outcome]) -> None:
        """Carries out what the user asked for, in order."""
        for outcome in outcomes:
            if isinstance(outcome, Action):
                self.act(outcome)
            elif type(outcome) in ERRANDS:
                ERRANDS[type(outcome)](self, outcome)

    def act(self, action: Action) -> None:
        """Performs an action; whoever follows what is done sees it."""
        if isinstance(action, OpenDemo):
            self.perform([Record(on=False)])  # what is recorded does not go on inside of a demo
        before, self.state = self.state, self._after(action)
        if self.recording is not None:
            self.recording.note(action, before, self.state)
        self.news.follow(before.shell.message, self.state.shell.message)
        if self.journal is not None:
            self.journal.follow(before, action, self.state)

    def _after(self, action: Action) -> State:
        """The state after an action.  A demo that fails while it is shown is left; an error names its line."""
        state, show = self.state, self.state.show
        if show is None or show.taken_over:
            return done_by_hand(state, action)
        try:
            return done_by_hand(state, action)
        except Exception as fault:  # the window stays, whatever a demo runs into
            place = place_at_work(show.demo, show.tick + 1, show.path)
            text = f"{place}: cannot be performed: {fault or type(fault).__name__}. The demo was stopped."
            return update(update(state, LeaveDemo()), Tell(text, is_error=True))

    def pass_time(self, seconds: float) -> None:
        """Time has passed: it goes by in ticks of equal length, so that what is recorded can be done again."""
        self._time += seconds * TICKS
        for _ in range(int(self._time)):
            self._time -= 1
            if self.recording is not None:
                self.recording.pass_tick(self.state)
            if self.state.animating:
                self.act(Tick(1 / TICKS))
        if self.recording is not None and self.recording.seconds != self.state.shell.recording:
            self.act(ShowRecording(self.recording.seconds))

    @property
    def pause(self) -> float | None:
        """Seconds after which there is something else to see, though nothing happens; None: there is not."""
        if self.state.shell.task is not None:
            return TASK_TIME
        remaining = self.news.remaining(self.state.shell.message) if self.state.shell.message is not None else inf
        return remaining if 0 < remaining < inf else None

    def look(self) -> None:
        """Goes on with what was done beside the window and is over: what was read is opened, a run is shown."""
        reading = self.reading
        if reading is not None and reading.aside.wait(0):
            self.reading = None
            open_what_was_read(self, reading)
        while self.exports and self.exports[0].wait(0):
            finish_export(self)
        question = awaited(self.state)
        known = self.runs.ask("run", *question) if question else None
        if known is not None and known.current:
            self.act(ShowRun())
        self._tell_task()

    def go_on_painting(self) -> bool:
        """Goes on painting what is exported, for about a frame; whether there was something to paint."""
        exporting = self.exports[0] if self.exports else None
        if exporting is None or exporting.painted is None:
            return False
        until = self._clock() + PAINTING
        exporting.paint()
        while exporting.painted is not None and self._clock() < until:
            exporting.paint()
        return True

    def _tell_task(self) -> None:
        task, words = self._under_way()
        if task != self._task:
            self._task, self._task_began = task, self._clock()
        seconds = self._clock() - self._task_began
        shown = seconds >= AT_ONCE or self.state.shell.leaving
        told = Task(words, int(seconds), self._percent()) if words and shown else None
        if told != self.state.shell.task:
            self.act(ShowTask(told))

    def _under_way(self) -> tuple[object, str]:
        """What goes on beside the window, also in words; the first of it can be called off."""
        if self.reading is not None:
            return self.reading, f"Reading {self.reading.names}"
        if self.exports:
            return self.exports[0], f"Exporting {', then '.join(exporting.path.name for exporting in self.exports)}"
        waits = awaiting(self.state)
        return (awaited_run(waits), CHOICES[waits.run.algorithm].title) if waits is not None else (None, "")

    def _percent(self) -> int | None:
        painted = self.exports[0].painted if self.exports and self.reading is None else None
        return None if painted is None else int(100 * painted)

    def offer(self, left: list[LeftJournal], damaged: Sequence[str] = ()) -> None:
        """Asks whether to restore what other runs left unsaved, one after the other.

        `damaged` are sentences about journals that could not be read as a whole.
        """
        self.close()
        if damaged:
            tell_damage(self, damaged)
        self.left = left
        offer_left(self)

    def close(self) -> None:
        """What was offered and not decided is left for another time."""
        for left in self.left:
            left.leave()
        self.left = []
