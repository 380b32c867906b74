"""The application's window: joins events, frames, panels and the session."""

from pathlib import Path

import pyglet

from app.actions import Tick
from app.later import Later
from app.panels.layout import draw_layout
from app.panels.requests import Quit, ReadScene
from app.panels.ui import Ui, emphasis, text_scale
from app.renderer.renderer import Renderer
from app.state import State

from .display import AppWindow, open_window, window_graphics
from .imgui_pyglet import ImGuiLayer
from .loop import FrameLoop
from .session import Session


class MainWindow:
    """Shows a state and lets a person change it.  Raises `NoDisplay` when there is nowhere to show it."""

    def __init__(self, state: State, window: AppWindow | None = None) -> None:
        self.window = window or open_window()
        self._graphics = window_graphics(self.window)
        self._layer = ImGuiLayer(self.window)
        self.screen_scale = self._layer.scale
        self._renderer = Renderer(self._graphics)
        self.session = Session(state, self.window)
        self.loop = FrameLoop(self.window, self._draw)
        self.later = Later(self.loop.request_redraw)
        self.window.push_handlers(on_close=self._on_close, on_file_drop=self._on_file_drop)
        self._caption = ""

    def run(self) -> None:
        """Until the user leaves."""
        self.loop.run()

    def close(self) -> None:
        self.window.switch_to()
        self._renderer.release()
        self._layer.close()
        self.window.close()

    def _draw(self, dt: float) -> None:
        session = self.session
        if session.state.animating:
            session.perform([Tick(dt)])
        before = session.state
        self._layer.set_style(self.screen_scale * text_scale(before), before.theme)
        self._layer.new_frame(dt)
        pixel_ratio = self.window.get_pixel_ratio()
        ui = Ui(self._layer.fonts, self._renderer, self._layer.scale, pixel_ratio, emphasis(before), self.later)
        session.perform(draw_layout(before, ui))
        self._graphics.screen.use()
        self._graphics.clear()
        self._layer.render()
        self._follow(before)

    def _follow(self, before: State) -> None:
        """What the new state means for the window: its title, whether frames go on, whether it closes."""
        state = self.session.state
        if state is not before:
            self.loop.request_redraw()
        self.loop.animating = state.animating or self._layer.busy
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
        self.session.perform([ReadScene(paths[0])])
