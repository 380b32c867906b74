"""The application window: connects events, frames, panels and the session."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import moderngl
import pyglet
from imgui_bundle import imgui

from gjkscope.app.base.jobs import JobQueue, JobQueues
from gjkscope.app.base.records import replace
from gjkscope.app.share.export.figure import FigureRenderer, Painting
from gjkscope.app.state.actions import DismissMessage, Notify
from gjkscope.app.state.inspection.engines import end_engines
from gjkscope.app.state.model import PICTURE_SIZE, Layout, Purpose, Sides, State, Workspace
from gjkscope.app.state.persistence.journal_file import JournalFile, orphaned_journals
from gjkscope.app.state.persistence.settings import Settings, apply_settings, settings_text
from gjkscope.app.state.persistence.settings_file import SettingsFile
from gjkscope.app.view.panels.requests import Outcome, Quit, ReadScene
from gjkscope.app.view.panels.shell.layout import draw_hidden_frame, draw_layout, has_all_tabs
from gjkscope.app.view.panels.toolkit.imgui_context import FRAME_TIME, SETTLING_FRAMES, first_error_only
from gjkscope.app.view.panels.toolkit.previews import Previews
from gjkscope.app.view.panels.toolkit.refresh import Refresh, is_being_moved
from gjkscope.app.view.panels.toolkit.theme import rgba
from gjkscope.app.view.panels.toolkit.ui import LabelPlacements, Ui, emphasis, text_scale
from gjkscope.app.view.renderer.context import NoGraphics, is_software
from gjkscope.app.view.renderer.renderer import Renderer
from gjkscope.app.view.tones import BACKGROUND
from gjkscope.app.view.words.titles import TITLES
from gjkscope.app.window.background import BackgroundJob
from gjkscope.app.window.demo_sound import DemoSound
from gjkscope.app.window.detail import AdaptiveResolution
from gjkscope.app.window.imgui.pyglet_backend import ImGuiLayer
from gjkscope.app.window.loop import FrameLoop
from gjkscope.app.window.platform.display import RECOVERY_HINT, AppWindow, window_graphics
from gjkscope.app.window.platform.memory import return_free_memory
from gjkscope.app.window.presenting import PresenterWindows
from gjkscope.app.window.session import Session

if TYPE_CHECKING:
    from gjkscope.app.share.export.vector.figure import Drawing

FITTING_FRAMES = 4  # until columns, the timeline and the boxes of a lesson have adapted to the size of their contents
TILE = 320  # pixels per side: about 1/30 s to render without a GPU
IMPORTER_DELAY = 2.0  # seconds after the first frame, when the window is idle
STILL_ENOUGH = 0.3  # seconds without a change after which settings are written, and free memory is returned
KEPT_AGAIN = "Crash recovery works again"

# The state that determines the positions of panels, and the page of a lesson with the contents of its boxes.
Arranged = tuple[float, tuple[bool, bool], tuple[Workspace, Sides, Layout], tuple[object, ...]]


class MainWindow:
    """Shows the state in a window and lets the user change it."""

    def __init__(
        self,
        state: State,
        window: AppWindow,
        settings: SettingsFile | None = None,
        journals: Path | None = None,
        recordings: Path | None = None,
    ) -> None:
        """`settings` persists between runs; `journals` is the folder of the crash recovery journals.

        Without them nothing is stored.  Recorded demos go to `recordings`, by default the working directory.
        """
        self._file = settings
        known = settings.known if settings else Settings()
        self.is_first_run = settings is not None and known == Settings() and settings.fault is None
        self.window = window
        self._graphics = window_graphics(window)
        self._layer = ImGuiLayer(self.window)
        self.screen_scale = self._layer.scale
        self._renderer = Renderer(self._graphics)
        self._journal = JournalFile(journals) if journals else None
        self.loop = FrameLoop(self.window, self._draw, self._run_background_work)
        wake = self.loop.request_redraw
        state = apply_settings(state, known)
        state = replace(state, waiting=replace(state.waiting, live=True))
        self.session = Session(state, self.window, self._paint, self._journal, wake, recordings, self._time)
        self._dockings = {place: text for place, text in known.dockings.items() if has_all_tabs(text, place)}
        self._docked: Workspace | None = None  # the workspace whose panels are docked
        self._presenter = PresenterWindows(self.window, self._perform, wake)
        self._arranged: Arranged | None = None  # in the last frame
        self._drawn = self._time()  # time of the last frame
        self._detail = AdaptiveResolution(is_software(self._graphics))
        self._shown = self.session.state  # in the last frame
        self._safe = self._shown  # in the last frame without a demo
        self._still = 0.0  # seconds since the state last changed
        self.jobs = JobQueue(wake)
        self._beside: LabelPlacements = {}
        self._previews = Previews()
        self.engines = JobQueues(wake)
        self._sound = DemoSound()
        self._refresh = Refresh(self.jobs, TITLES.values(), self.engines)
        self.window.push_handlers(on_close=self._on_close, on_file_drop=self._on_file_drop)
        self._caption = ""
        self._faults: dict[object, str | None] = {}  # errors already reported, by the file object that has them
        self._report_faults()
        if journals:
            damaged: list[str] = []
            self.session.offer(orphaned_journals(journals, damaged.append), damaged)

    def run(self) -> None:
        """Runs until the user quits.  Raises `NoGraphics` if the driver fails; the journal is then kept."""
        self.loop.clock.schedule_once(lambda _: BackgroundJob(start_importer, lambda: None), IMPORTER_DELAY)
        try:
            self.loop.run()
        except moderngl.Error as fault:
            raise NoGraphics(f"the graphics driver failed ({' '.join(str(fault).split())}); {RECOVERY_HINT}") from None

    def close(self) -> None:
        self.window.switch_to()
        self._keep_settings()
        if self._journal is not None:
            self._journal.end()
        self._sound.stop()
        self.session.close()
        self._presenter.close()
        self.window.switch_to()
        end_engines()
        self._renderer.release()
        self._layer.close()
        self.window.close()

    @first_error_only()
    def _draw(self, dt: float) -> None:
        """Draws a frame.  A demo that cannot be drawn is stopped, and the next frame shows the scene before it."""
        try:
            self._draw_frame(dt)
        except moderngl.Error:  # the driver's fault, not the demo's
            raise
        except Exception as fault:  # no demo may crash the window, whatever exception it causes
            if not self.session.stop_demo(fault, self._safe):
                raise
            self._layer.abandon()
            self._renderer.cancel_ordered()
            self.loop.request_redraw()

    @first_error_only()
    def _draw_frame(self, dt: float) -> None:
        session = self.session
        now = self._time()
        # Animations pause while nothing is drawn, but a recording must contain every pause the user made.
        session.pass_time(dt if session.state.shell.recording is None else now - self._drawn)
        self._drawn = now
        self._sound.follow(session.state.show)
        session.poll()
        self._layer.set_style(self.screen_scale * text_scale(session.state), session.state.appearance.theme)
        self._settle()
        before = session.state
        self._layer.new_frame(dt)
        draw_layout(before, self._ui(before), self._refresh, self._perform)
        if _has_field(session.state) and not _has_field(before):
            self._layer.expect_field()
        self._renderer.draw_ordered()
        self._graphics.screen.use()
        self._graphics.clear(*rgba(BACKGROUND))
        self._layer.render()
        self._follow(before)
        self._detail.follow(dt, _has_moved(self._shown, session.state, imgui.is_any_mouse_down()))
        self._shown = session.state
        if self._shown.show is None:
            self._safe = self._shown
        self._still = 0.0 if self.session.state is not before or self.loop.animating else self._still + dt
        if self._still > STILL_ENOUGH:
            self._keep_settings()
            return_free_memory()
        if self._journal is not None:
            self._journal.flush(self.session.state.mine)
        self._report_faults()

    def _perform(self, outcomes: Sequence[Outcome]) -> State:
        self.session.perform(outcomes)
        return self.session.state

    def _run_background_work(self) -> None:
        """Starts the computations that the frame requested; starting them earlier would delay the frame."""
        state = self.session.state
        if self._presenter.follow(state, self._ui(state), FRAME_TIME):
            self.window.switch_to()
        self._layer.make_current()
        still = not imgui.is_any_mouse_down()
        for jobs in (self.jobs, self.session.runs, self.engines):
            jobs.run_due(still)
        if still and not self._layer.busy and self.session.render_export():
            self._layer.make_current()
            self.loop.request_redraw()

    def _time(self) -> float:
        seconds: float = self.loop.clock.time()
        return seconds

    def _ui(self, state: State) -> Ui:
        return Ui(
            self._layer.fonts,
            self._renderer,
            self._layer.scale,
            self.window.get_pixel_ratio(),
            emphasis(state),
            *self._detail.level,
            self.jobs,
            self.engines,
            self.session.notifications,
            self._beside,
            self._previews,
        )

    def _settle(self) -> None:
        """Lays out invisible frames at startup and when panels open, close or resize, so that nothing jumps.

        Does the same when a page of a lesson opens, or one of its boxes grows.
        """
        session, state = self.session, self.session.state
        before, self._arranged = self._arranged, _arrangement(state, self._layer.scale)
        if self._arranged == before:
            return
        self._dock_panels(state.shell.workspace)
        if before is not None:
            self._detail.hurry()
        ui = replace(self._ui(state), detail=0.0)  # orders no pictures
        for frame in range(0 if before is None else SETTLING_FRAMES, SETTLING_FRAMES + FITTING_FRAMES):
            self._layer.new_frame(FRAME_TIME)
            if frame < SETTLING_FRAMES:
                draw_hidden_frame(state, ui)
            else:
                draw_layout(session.state, ui, self._refresh, self._perform)
            self._layer.end_unseen()

    def _dock_panels(self, workspace: Workspace) -> None:
        """Docks the panels as they were when the workspace was left, or as at first; call it between frames."""
        if workspace is self._docked:
            return
        if self._docked is not None:
            self._dockings[self._docked] = self._layer.docking
        self._layer.dock(self._dockings.get(workspace, ""))
        self._docked = workspace

    def _paint(self, state: State, purpose: Purpose) -> "Painting | Drawing":
        """Renders the views at the requested size, in a separate Dear ImGui context."""
        picture, views = state.preferences.picture, state.display.layout.views
        width, height = (side * picture.scale for side in PICTURE_SIZE)
        try:
            if purpose is Purpose.DRAWING:
                from gjkscope.app.share.export.vector.figure import (
                    drawing,
                )  # its libraries are not needed for the first frame

                return (
                    yield from drawing(state, views, PICTURE_SIZE, picture.words, picture.transparent, self._graphics)
                )
            with FigureRenderer((width, height), self._graphics, TILE) as figure:
                return (yield from figure.painting(state, views, picture.words, picture.transparent))
        finally:
            self._layer.make_current()  # the generator may be closed in any frame

    def _keep_settings(self) -> None:
        if self._file is None or self.session.state.presenting.on:  # the window has the size of the screen
            return
        dockings = self._dockings if self._docked is None else self._dockings | {self._docked: self._layer.docking}
        self._file.write(settings_text(self.session.state, self.window.get_size(), dockings))

    def _report_faults(self) -> None:
        """Reports when settings or journals cannot be written, and when they can be again."""
        if is_being_moved(self.session.state):  # the next drag event would dismiss the message
            return
        for keeper in (self._file, self._journal):
            reported = self._faults.get(keeper)
            if keeper is None or keeper.fault == reported:
                continue
            self._faults[keeper] = keeper.fault
            notification = Notify(KEPT_AGAIN) if keeper.fault is None else Notify(keeper.fault, is_error=True)
            self.session.perform([notification] if reported is None else [DismissMessage(reported), notification])
            self.loop.request_redraw()

    def _follow(self, before: State) -> None:
        """Applies the new state to the window: title, animation, closing."""
        state = self.session.state
        if state is not before:
            self.loop.request_redraw()
        if before.preferences.asks_engines and not state.preferences.asks_engines:
            end_engines()
        self.loop.animating = self.session.animating or self._layer.busy
        self.loop.waiting = state.animating and self.session.ticks.is_busy
        if (pause := self.session.pause) is not None:
            self.loop.request_redraw_in(pause)
        caption = f"{state.title}{' *' if state.modified and state.page is None else ''} · gjkscope"
        if caption != self._caption:
            self._caption = caption
            self.window.set_caption(caption)
        if self.session.finished:
            self._leave()

    def _leave(self) -> None:
        """Ends the loop.  The window disappears at once: ending processes and freeing resources takes a while."""
        self.window.set_visible(False)
        self.loop.exit()

    def _on_close(self) -> bool:
        self.session.perform([Quit()])
        if self.session.finished:
            self._leave()
        return bool(pyglet.event.EVENT_HANDLED)

    def _on_file_drop(self, _x: int, _y: int, paths: list[str]) -> None:
        self.session.perform([ReadScene(tuple(paths))])


def start_importer() -> None:
    """Starts the process that reads texts, so that the first paste does not wait for it."""
    from gjkscope.app.bring.notations.importer import importer  # many modules

    importer().start()


def _arrangement(state: State, scale: float) -> Arranged:
    mark = state.lesson
    page = (mark.lesson.name, mark.page, mark.answers, mark.asked, state.preferences.learned) if mark else ()
    around = state.shell.workspace, state.shell.sides, state.display.layout
    return scale, (state.shows_panels, state.is_bare), around, page


def _has_moved(before: State, after: State, held: bool) -> bool:
    """Whether the views changed; a change of step counts only while a mouse button is `held` (scrubbing)."""
    scrubbed = held and after.run.step != before.run.step
    old, new = before.capture, after.capture
    plays = new.shows_tick and (old.tick, old.camera) != (new.tick, new.camera)
    scene, cameras = before.document.scene, before.view.cameras
    return scrubbed or plays or after.document.scene is not scene or after.view.cameras is not cameras


def _has_field(state: State) -> bool:
    """Whether a text field is open."""
    shell = state.shell
    return shell.overlay is not None or shell.dialog is not None or shell.renaming is not None or shell.caption_wanted
