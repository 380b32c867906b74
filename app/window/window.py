"""The application's window: joins events, frames, panels and the session."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import moderngl
import pyglet
from imgui_bundle import imgui

from app.actions import DismissMessage, Tell
from app.figure import FigureRenderer, Painting
from app.later import Later
from app.panels.imgui_context import FRAME_TIME, SETTLING_FRAMES
from app.panels.layout import draw_empty, draw_layout, known_panels
from app.panels.refresh import Refresh, is_moved
from app.panels.requests import Outcome, Quit, ReadScene
from app.panels.theme import BACKGROUND, rgba
from app.panels.ui import Beside, Ui, emphasis, text_scale
from app.panels.viewport import TITLES
from app.renderer.context import NoGraphics
from app.renderer.renderer import Renderer
from app.settings import settings_text, with_settings
from app.state import PICTURE_SIZE, Layout, State

from .detail import Detail
from .display import KEPT, AppWindow, window_graphics
from .imgui_pyglet import ImGuiLayer
from .journal_file import JournalFile, left_journals
from .loop import FrameLoop
from .session import Session
from .settings_file import SettingsFile

FITTING_FRAMES = 3  # until columns and the timeline are as large as what is in them
TILE = 320  # pixels to a side: without a GPU some thirtieth of a second
STILL_ENOUGH = 0.3  # seconds without a change after which settings are written
KEPT_AGAIN = "Changes are kept for the case of a crash again"


class MainWindow:
    """Shows a state in a window and lets a person change it."""

    def __init__(
        self,
        state: State,
        window: AppWindow,
        settings: SettingsFile | None = None,
        journals: Path | None = None,
        recordings: Path | None = None,
    ) -> None:
        """`settings` has what is kept between runs; `journals` is the folder of what a crash must not take.

        Without them nothing is kept.  Demos that are recorded go to `recordings`, or to the current folder.
        """
        self._file = settings
        known = settings.known if settings else {}
        self.is_first_run = settings is not None and not known and settings.fault is None
        self.window = window
        self._graphics = window_graphics(window)
        self._layer = ImGuiLayer(self.window)
        self.screen_scale = self._layer.scale
        self._renderer = Renderer(self._graphics)
        self._journal = JournalFile(journals) if journals else None
        self.loop = FrameLoop(self.window, self._draw, self._look_further)
        announce = self.loop.request_redraw
        state = replace(with_settings(state, known), live=True)
        self.session = Session(state, self.window, self._paint, self._journal, announce, recordings, self._time)
        if known_panels(known.get("docking", "")):
            self._layer.dock(known["docking"])
        self._arranged: tuple[float, bool, Layout] | None = None  # what places of panels depend on, in the last frame
        self._drawn = self._time()  # when the last frame was
        self._detail = Detail()
        self._shown = self.session.state  # in the last frame
        self._still = 0.0  # seconds since the state changed last
        self.later = Later(announce)
        self._beside: Beside = {}
        self._refresh = Refresh(self.later, TITLES.values())
        self.window.push_handlers(on_close=self._on_close, on_file_drop=self._on_file_drop)
        self._caption = ""
        self._faults: dict[object, str | None] = {}  # those that were told, by who has them
        self._tell_faults()
        if journals:
            self.session.offer(left_journals(journals))

    def run(self) -> None:
        """Until the user leaves.  Raises `NoGraphics` where the driver gives up; the journal then stays."""
        try:
            self.loop.run()
        except moderngl.Error as fault:
            raise NoGraphics(f"the graphics driver failed ({' '.join(str(fault).split())}); {KEPT}") from None

    def close(self) -> None:
        self.window.switch_to()
        self._keep_settings()
        if self._journal is not None:
            self._journal.end()
        self.session.close()
        self._renderer.release()
        self._layer.close()
        self.window.close()

    def _draw(self, dt: float) -> None:
        session = self.session
        now = self._time()
        # An animation waits where nothing was drawn; what is recorded has every pause that was made.
        session.pass_time(dt if session.state.recording is None else now - self._drawn)
        self._drawn = now
        session.look()
        self._layer.set_style(self.screen_scale * text_scale(session.state), session.state.theme)
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
        self._detail.follow(dt, _moved(self._shown, session.state, imgui.is_any_mouse_down()))
        self._shown = session.state
        self._still = 0.0 if self.session.state is not before or self.loop.animating else self._still + dt
        if self._still > STILL_ENOUGH:
            self._keep_settings()
        if self._journal is not None:
            self._journal.flush(self.session.state)
        self._tell_faults()

    def _perform(self, outcomes: Sequence[Outcome]) -> State:
        self.session.perform(outcomes)
        return self.session.state

    def _look_further(self) -> None:
        """For what the frame asked and did not find; begun sooner, it would hold up the picture."""
        self._layer.make_current()
        still = not imgui.is_any_mouse_down()
        for later in (self.later, self.session.runs):
            later.proceed(still)
        if still and not self._layer.busy and self.session.go_on_painting():
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
            self.later,
            self.session.news,
            self._beside,
        )

    def _settle(self) -> None:
        """Frames that are not shown, before the first one and where panels come, go or grow: so nothing jumps."""
        session, state = self.session, self.session.state
        before, self._arranged = self._arranged, (self._layer.scale, state.panels, state.layout)
        if self._arranged == before:
            return
        ui = replace(self._ui(state), detail=0.0)  # pictures of a single pixel
        for frame in range(0 if before is None else SETTLING_FRAMES, SETTLING_FRAMES + FITTING_FRAMES):
            self._layer.new_frame(FRAME_TIME)
            if frame < SETTLING_FRAMES:
                draw_empty(state, ui)
            else:
                draw_layout(session.state, ui, self._refresh, self._perform)
            self._layer.end_unseen()

    def _paint(self, state: State) -> Painting:
        """The views as a picture of its own, at the size that is asked for, by a Dear ImGui of its own."""
        picture = state.picture
        width, height = (side * picture.scale for side in PICTURE_SIZE)
        try:
            with FigureRenderer((width, height), self._graphics, TILE) as figure:
                return (yield from figure.painting(state, state.layout.views, picture.words, picture.transparent))
        finally:
            self._layer.make_current()  # in whatever frame it ends

    def _keep_settings(self) -> None:
        if self._file is None:
            return
        self._file.write(settings_text(self.session.state, self.window.get_size(), self._layer.docking))

    def _tell_faults(self) -> None:
        """What cannot be kept, and that it can be again; it never keeps anybody from working."""
        if is_moved(self.session.state):  # good news would be over with the next bit of the way
            return
        for keeper in (self._file, self._journal):
            told = self._faults.get(keeper)
            if keeper is None or keeper.fault == told:
                continue
            self._faults[keeper] = keeper.fault
            news = Tell(KEPT_AGAIN) if keeper.fault is None else Tell(keeper.fault, is_error=True)
            self.session.perform([news] if told is None else [DismissMessage(told), news])
            self.loop.request_redraw()

    def _follow(self, before: State) -> None:
        """What the new state means for the window: its title, whether frames go on, whether it closes."""
        state = self.session.state
        if state is not before:
            self.loop.request_redraw()
        self.loop.animating = state.animating or self._layer.busy
        if (pause := self.session.pause) is not None:
            self.loop.request_redraw_in(pause)
        name = Path(state.path).name if state.path else state.scene.name
        caption = f"{name}{' *' if state.modified else ''} · gjkscope"
        if caption != self._caption:
            self._caption = caption
            self.window.set_caption(caption)
        if self.session.finished:
            self.loop.exit()

    def _on_close(self) -> bool:
        self.session.perform([Quit()])
        if self.session.finished:
            self.loop.exit()
        return bool(pyglet.event.EVENT_HANDLED)

    def _on_file_drop(self, _x: int, _y: int, paths: list[str]) -> None:
        self.session.perform([ReadScene(tuple(paths))])


def _moved(before: State, after: State, held: bool) -> bool:
    """Whether the views show something else; a step does once a button of the mouse is `held`: the run is scrubbed."""
    scrubbed = held and after.step != before.step
    return scrubbed or after.scene is not before.scene or after.cameras is not before.cameras


def _has_field(state: State) -> bool:
    """Whether something is open that takes what is typed."""
    return not (state.overlay is None and state.dialog is None and state.renaming is None)
