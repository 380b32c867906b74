"""Owns the state: applies actions, runs effects, and advances time in ticks of equal length."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.base.jobs import JobQueue
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.state import actions
from gjkscope.app.state.inspection.comparison import awaited_job, awaiting
from gjkscope.app.state.inspection.traces import awaited_run
from gjkscope.app.state.model import PREVIEW_RATE, Demo, DemoPlayback, FilmCard, State, Task
from gjkscope.app.state.model.demo import TICKS
from gjkscope.app.state.model.notifications import NotificationLog
from gjkscope.app.state.persistence.journal_file import JournalFile, KeptJournal, OrphanedJournal
from gjkscope.app.teach.demos.file import step_location
from gjkscope.app.view.panels.requests import Outcome, ToggleRecording
from gjkscope.app.window import effects
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.decomposing import DecompositionJob
from gjkscope.app.window.demo_file import DemoFileWatch
from gjkscope.app.window.exports import ExportJob, Paint
from gjkscope.app.window.films import FilmPreview
from gjkscope.app.window.installing import InstallationJob
from gjkscope.app.window.reading import CaptureFile, OpenedPair, ReadJob
from gjkscope.app.window.recording import LiveRecording, TakeJob
from gjkscope.app.window.ticking import BUDGET, TickWorker

if TYPE_CHECKING:  # imported when a hunt begins, or a capture is opened
    from gjkscope.app.judge.captures.store import CaptureStore
    from gjkscope.app.window.capturing import JudgingJob
    from gjkscope.app.window.hunting import HuntJob
    from gjkscope.app.window.live import LiveLine
    from gjkscope.app.window.surveying import SurveyJob

MOTION_ACTIONS = (actions.PlayMotion, actions.StepMotion, actions.GoToTick, actions.ResetMotion, actions.OpenScene)
PROGRESS_INTERVAL = 0.5  # seconds between two updates of the progress of a background job
RENDER_SLICE = 0.06  # seconds of rendering for an export between two frames
WAIT_IN_FRAME = 0.3  # seconds that a frame waits for a job: most finish sooner, and need no progress message


class Session:
    """Holds the state and everything effects need; `perform` is the only way to change the state."""

    def __init__(
        self,
        state: State,
        clipboard: effects.Clipboard,
        paint: Paint,
        journal: JournalFile | None = None,
        wake: Callable[[], None] | None = None,
        recordings: Path | None = None,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        """`paint` renders pictures; `journal` records unsaved changes for crash recovery, None disables it.

        `recordings` is the folder for recorded demos, created when needed; by default the working directory.
        `wake` is called from a worker thread when `poll` has something to do; without it, file operations block.
        """
        self.state = state
        self.clipboard = clipboard
        self.paint = paint
        self.journal = journal
        self.wake = wake or (lambda: None)
        self.timeout = WAIT_IN_FRAME if wake else None  # seconds to wait for a file operation; None: until it finishes
        self.reading: ReadJob | None = None
        self.exports: deque[ExportJob] = deque()  # a queue; the first is in progress
        self.runs = JobQueue(self.wake)  # separate from the panels' worker, so that neither blocks the other
        # Journals of runs that crashed, and what presentations set aside; the first is on offer.
        self.orphaned_journals: list[KeptJournal] = []
        self.kept_scene: Scene | None = None  # the last scene with unsaved changes that was set aside
        self.presenting_since: float | None = None  # by the clock; None: no presentation
        self.recordings = recordings or Path.cwd()
        self.recording: LiveRecording | None = None
        self.taking: TakeJob | None = None  # turns the last recording into readable steps
        self.decomposing: DecompositionJob | None = None  # cuts a mesh into convex parts
        self.recorded: Demo | None = None  # the last recording
        self.hunting: HuntJob | None = None
        self.surveying: SurveyJob | None = None
        self.installing: InstallationJob | None = None
        self.preview: FilmPreview | None = None  # of the film whose settings are open
        self.judging: JudgingJob | None = None  # the job that judges the open capture
        self.captured: CaptureStore | None = None  # the pairs of the open capture
        self.live: LiveLine | None = None  # where the window listens for an engine
        self.demo_file: DemoFileWatch | None = None  # watches the file of the open demo
        self.capture_file: CaptureFile | None = None  # the file of the open capture
        self.opening: BackgroundJob[OpenedPair] | None = None  # makes a scene of one of them
        self.notifications = NotificationLog(timer=clock)
        self.finished = False  # the user has quit, and nothing is left to confirm
        self.clock = clock  # seconds
        self._task: object = None  # the background job in progress
        self._task_began = 0.0
        self.ticks = TickWorker(self.wake, BUDGET if wake else None)
        self._waiting: actions.Action | None = None  # for ticks that are being computed
        self._time = 0.0  # the fraction of a tick that has passed since the last one

    def perform(self, outcomes: Iterable[Outcome]) -> None:
        """Applies the actions and runs the effects that the user requested, in order."""
        for outcome in outcomes:
            if isinstance(outcome, actions.Action):
                self._act_or_wait(outcome)
            elif type(outcome) in effects.HANDLERS:
                effects.HANDLERS[type(outcome)](self, outcome)

    def _act_or_wait(self, action: actions.Action) -> None:
        """Applies the action once the ticks that it needs are known; another action on the motion replaces it."""
        if isinstance(action, MOTION_ACTIONS) and action != self._waiting:
            self._waiting = None
            self.ticks.cancel()
        if not self.ticks.is_ready_for(self.state, action):
            self._waiting = action
            return
        if action == self._waiting:
            self._waiting = None
        self.act(action)

    def act(self, action: actions.Action) -> None:
        """Applies an action, and passes it on to the recording, the notifications and the journal."""
        if isinstance(action, actions.OpenDemo):
            self.perform([ToggleRecording(on=False)])  # a recording cannot continue into another demo
        before, self.state = self.state, self._after(action)
        if self.recording is not None:
            self.recording.note(action, before, self.state)
        self.notifications.follow(before.shell.message, self.state.shell.message)
        if self.journal is not None:
            self.journal.follow(before.mine, action, self.state.mine)

    def _after(self, action: actions.Action) -> State:
        """The state after an action.  A demo that fails during playback is closed; the error gives its line."""
        state, show = self.state, self.state.show
        if show is None or show.taken_over:
            return actions.is_manual(state, action)
        try:
            return actions.is_manual(state, action)
        except Exception as fault:  # no demo may crash the window, whatever exception it causes
            return actions.update(
                actions.update(state, actions.LeaveDemo()), _demo_fault(show, show.tick + 1, "performed", fault)
            )

    def stop_demo(self, fault: Exception, drawn: State) -> bool:
        """Closes the demo if one is playing, because a frame of it cannot be drawn; returns whether one was.

        `drawn` is the last state drawn without a demo: its scene, or the page of a lesson, is opened again, since the
        demo's scene may be the cause.
        """
        show = self.state.show
        if show is None or show.taken_over:
            return False
        if drawn.lesson is not None and drawn.page is not None:
            self.perform([actions.LeaveDemo(), actions.OpenLesson(drawn.lesson.lesson, drawn.lesson.page)])
            self.act(_demo_fault(show, show.tick, "drawn", fault))
            return True
        path = None if drawn.modified else drawn.file.path
        notification = _demo_fault(show, show.tick, "drawn", fault)
        self.perform([actions.LeaveDemo(), actions.OpenScene(drawn.document.scene, path), notification])
        return True

    def pass_time(self, seconds: float) -> None:
        """Advances time by whole ticks of equal length, so that recordings can be replayed exactly.

        If a simulation cannot keep up within the time budget of a frame, time goes slower.
        """
        if self.state.shell.recording is not None and self.state.shell.recording.held:
            return
        self._time += seconds * TICKS
        until = self.clock() + BUDGET
        for passed in range(int(self._time)):
            if self._must_wait(until, passed):
                self._time = 0.0
                break
            self._time -= 1
            if self.recording is not None:
                self.recording.pass_tick(self.state)
            if self.state.animating:
                self.act(actions.Tick(1 / TICKS))
        self._must_wait(until=0.0, passed=0)  # computes the next tick while this one is drawn
        shown = self.state.shell.recording
        if self.recording is not None and shown is not None and self.recording.seconds != shown.seconds:
            self.act(actions.ShowRecording(self.recording.seconds))

    def _must_wait(self, until: float, passed: int) -> bool:
        """Whether time stands still because of a simulation, whose next tick is then computed; `passed` were shown."""
        simulation = self.state.motion.simulation
        if simulation is None or not simulation.playing or not self.state.animating:
            return False
        left = until - self.clock()
        return (passed > 0 and left <= 0) or not self.ticks.are_known(self.state, 1, left)

    @property
    def animating(self) -> bool:
        """Whether time changes the state at present: not while a tick of a simulation is being computed."""
        return self.state.animating and not self.ticks.is_busy

    @property
    def pause(self) -> float | None:
        """Seconds until the display changes without any input; None if it does not."""
        if self.state.shell.task is not None:
            return PROGRESS_INTERVAL
        remaining = (
            self.notifications.remaining(self.state.shell.message) if self.state.shell.message is not None else inf
        )
        waits = [remaining] if 0 < remaining < inf else []
        if self.presenting_since is not None and self.state.presenting.notes:  # its clock
            waits.append(1 - (self.clock() - self.presenting_since) % 1)
        if isinstance(self.state.shell.overlay, FilmCard):  # its preview moves
            waits.append(1 / PREVIEW_RATE)
        return min(waits, default=None)

    def poll(self) -> None:
        """Handles the results of finished background jobs: opens what was read, ends exports, shows a run."""
        reading = self.reading
        if reading is not None and reading.job.wait(0):
            self.reading = None
            effects.open_read_file(self, reading)
        while self.exports and self.exports[0].wait(0):
            effects.finish_export(self)
        job = awaited_job(self.state)
        known = self.runs.request("run", *job) if job else None
        if known is not None and known.current:
            self.act(actions.ShowRun())
        if self._waiting is not None:
            self._act_or_wait(self._waiting)
        effects.follow_take(self)
        effects.follow_decomposition(self)
        effects.follow_hunt(self)
        effects.follow_survey(self)
        effects.follow_installation(self)
        effects.follow_preview(self)
        effects.follow_capture(self)
        effects.follow_live(self)
        effects.follow_presentation(self)
        effects.follow_demo_file(self)
        self._update_task()

    def render_export(self) -> bool:
        """Renders the exported picture for about a frame's time; returns whether there was anything to render."""
        exporting = self.exports[0] if self.exports else None
        if exporting is None or exporting.painted is None:
            return False
        until = self.clock() + RENDER_SLICE
        exporting.paint()
        while exporting.painted is not None and self.clock() < until:
            exporting.paint()
        return True

    def _update_task(self) -> None:
        task, words = self._current_task()
        if task != self._task:
            self._task, self._task_began = task, self.clock()
        seconds = self.clock() - self._task_began
        shown = seconds >= WAIT_IN_FRAME or self.state.shell.leaving
        shown_task = Task(words, int(seconds), self._percent(), self._reads_demo()) if words and shown else None
        if shown_task != self.state.shell.task:
            self.act(actions.ShowTask(shown_task))

    def _current_task(self) -> tuple[object, str]:
        """The background job on display, and its label; this is the one that Cancel applies to."""
        if self.reading is not None:
            return self.reading, f"Reading {self.reading.names}"
        if self.exports:
            return self.exports[0], f"Exporting {', then '.join(exporting.path.name for exporting in self.exports)}"
        if self.taking is not None:
            return self.taking, "Writing the recording as steps"
        if self.decomposing is not None:
            return self.decomposing, f"Decomposing {self.decomposing.body}"
        waits = awaiting(self.state)
        return (awaited_run(waits), CHOICES[waits.run.algorithm].title) if waits is not None else (None, "")

    def _percent(self) -> int | None:
        if self.reading is not None:
            return self.reading.progress.percent
        return self.exports[0].percent if self.exports else None

    def _reads_demo(self) -> bool:
        return self.reading is not None and self.reading.is_demo

    def offer(self, journals: list[OrphanedJournal], damaged: Sequence[str] = ()) -> None:
        """Asks whether to restore unsaved changes of earlier runs, one run at a time.

        `damaged` holds a sentence about each journal that could not be read completely.
        """
        self.close()
        if damaged:
            effects.report_damaged_journals(self, damaged)
        self.orphaned_journals = list(journals)
        effects.offer_recovery(self)

    def close(self) -> None:
        """Releases the journals that the user has not decided about, so that the next run offers them again; ends a
        hunt, a survey and judging.
        """
        for journal in self.orphaned_journals:
            journal.release()
        self.orphaned_journals = []
        if self.hunting is not None:
            self.hunting.end()
        effects.end_survey(self)
        effects.end_live(self)
        effects.end_demo_file(self)
        effects.end_capture(self)
        effects.cancel_decomposition(self)
        effects.end_installation(self)
        effects.end_preview(self)
        self.ticks.cancel()


def _demo_fault(show: DemoPlayback, tick: int, done: str, fault: Exception) -> actions.Notify:
    """Reports that the step in progress at `tick` could not be `done`, and where it is defined."""
    location = step_location(show.demo, tick, show.path)
    return actions.Notify(
        f"{location}: cannot be {done}: {fault or type(fault).__name__}. The demo was stopped.", is_error=True
    )
