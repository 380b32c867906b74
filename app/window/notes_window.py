"""The presenter's second window, for another display: notes, elapsed time, this caption and the next.

It has its own Dear ImGui context, and an OpenGL context that shares its objects with the main window's.  Keys pressed
in it go to the main window, so that a clicker works wherever the focus is.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pyglet
from pyglet import gl

from gjkscope.app.base.records import replace
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.presenting.briefing import briefing
from gjkscope.app.view.panels.presenting.notes import SIZE, TITLE, draw_notes
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.theme import rgba
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import BACKGROUND
from gjkscope.app.window.imgui.pyglet_backend import ImGuiLayer
from gjkscope.app.window.platform.display import AppWindow, open_window

LARGER = 1.25  # than text in the main window: read at a glance, from a lectern
MARGIN = 40  # of the window from the edges of its screen, pixels: more than its title bar
WIDEST, HIGHEST = 1 / 3, 0.4  # part of the only screen: a third of its views, and less than the half above captions
SETTLING = 4  # frames until the layout follows new contents
FORWARDED = ("on_key_press", "on_key_release", "on_text", "on_activate", "on_deactivate")
REDRAWN = ("on_expose", "on_resize", "on_mouse_motion", "on_mouse_press", "on_mouse_scroll")


class Area(NamedTuple):
    """A rectangle on the desktop, in pixels."""

    x: int
    y: int
    width: int
    height: int


def notes_area(screens: Sequence[Area], main: tuple[int, int], size: tuple[int, int]) -> Area:
    """The rectangle of the notes, on a desktop whose main window has its corner at `main`.

    On a second screen, which the audience does not see, they have their preferred size.  On a single screen they are
    small, in the upper right corner: both views and the caption at the bottom stay visible.
    """
    others = [screen for screen in screens if not _holds(screen, *main)]
    if others:
        return Area(others[0].x + MARGIN, others[0].y + MARGIN, *size)
    only = screens[0]
    width = min(size[0], round(WIDEST * only.width))
    height = min(size[1], round(HIGHEST * only.height))
    return Area(only.x + only.width - width - MARGIN, only.y + MARGIN, width, height)


def _holds(screen: Area, x: int, y: int) -> bool:
    return screen.x <= x < screen.x + screen.width and screen.y <= y < screen.y + screen.height


class NotesWindow:
    """The open window.  Raises `NoDisplay` if it cannot be opened."""

    def __init__(self, main: AppWindow, closed: Callable[[], None], wake: Callable[[], None]) -> None:
        """`closed` is called when the user closes it, `wake` when it must be drawn."""
        self._main = main
        self._closed = closed
        self._wake = wake
        self._window = open_window(*SIZE, f"{TITLE} · gjkscope", type(main), vsync=False)
        self._window.switch_to()
        self._layer = ImGuiLayer(self._window)
        self._held: dict[int, int] = {}  # the keys held down in it, with their modifiers
        self._shown: object = None
        self._left = SETTLING
        self._is_placed = bool(pyglet.options.headless)
        self._window.push_handlers(
            on_close=self._on_close,
            **{name: self._forwarder(name) for name in FORWARDED},
            **dict.fromkeys(REDRAWN, self._redraw),
        )
        self._window.push_handlers(on_key_press=self._held.__setitem__, on_key_release=self._note_release)

    def draw(self, state: State, ui: Ui, dt: float) -> Sequence[Outcome]:
        """Draws the notes if they have changed; leaves another OpenGL and Dear ImGui context current."""
        shown = (briefing(state), state.presenting.seconds, state.presenting.places, state.presenting.black)
        look = (shown, state.appearance.theme, ui.scale, self._window.get_size())
        if look != self._shown:
            self._shown, self._left = look, SETTLING
        if self._left == 0:
            return ()
        self._left -= 1
        if self._left:
            self._wake()
        return self._draw(state, ui, dt)

    def _draw(self, state: State, ui: Ui, dt: float) -> Sequence[Outcome]:
        self._window.switch_to()
        scale = LARGER * ui.scale
        self._layer.set_style(scale, state.appearance.theme)
        self._layer.new_frame(dt)
        outcomes = draw_notes(state, replace(ui, fonts=self._layer.fonts, scale=scale))
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, 0)
        gl.glDisable(gl.GL_SCISSOR_TEST)
        gl.glClearColor(*rgba(BACKGROUND))
        gl.glClear(gl.GL_COLOR_BUFFER_BIT)
        self._layer.render()
        self._window.flip()
        if not self._is_placed:  # now that the window manager knows the window
            self._move()
            self._is_placed = True
        return outcomes

    def _move(self) -> None:
        """Moves the window to its place among the screens."""
        screens = [Area(each.x, each.y, each.width, each.height) for each in self._main.display.get_screens()]
        area = notes_area(screens, self._main.get_location(), self._window.get_size())
        self._window.set_size(area.width, area.height)
        self._window.set_location(area.x, area.y)

    def close(self) -> None:
        for key, modifiers in self._held.items():  # no window would receive its release
            self._main.dispatch_event("on_key_release", key, modifiers)
        self._window.switch_to()
        self._layer.close()
        self._window.close()

    def _redraw(self, *_: object) -> None:
        self._left = SETTLING
        self._wake()

    def _note_release(self, key: int, _: int) -> None:
        self._held.pop(key, None)

    def _forwarder(self, name: str) -> Callable[..., None]:
        def forward(*values: object) -> None:
            self._main.dispatch_event(name, *values)

        return forward

    def _on_close(self) -> bool:
        self._closed()
        return bool(pyglet.event.EVENT_HANDLED)
