"""Simulates a user at a window without a screen: real pyglet events in a real pyglet window on EGL.

    window = headless_window(1280, 800)
    ctx = window_graphics(window)
    ...                                        # the application, on this window
    person = Harness(window, loop.run_frame)
    person.click(40, 12)
    person.key("COMMA")
    picture = person.screenshot()

Coordinates are pixels from the top left, as in Dear ImGui.  Every method runs the frames needed for its effect to show.
Import this module before anything that imports `pyglet.window`.
"""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyglet

pyglet.options.headless = True

from gjkscope.app.window.platform.display import AppWindow, open_window  # noqa: E402  (its package sets more such options)

from pyglet import gl  # noqa: E402  isort: skip
from pyglet.libs.egl import egl  # noqa: E402  isort: skip
from pyglet.window import Window, key, mouse  # noqa: E402  isort: skip

# Kept for the whole test run: when pyglet releases a display, it terminates EGL for its later windows as well.
DISPLAY = pyglet.display.get_display()

FRAME_TIME = 1 / 60
MOST_FRAMES = 60  # until the last event of a key has been processed
BUTTONS = {"left": mouse.LEFT, "middle": mouse.MIDDLE, "right": mouse.RIGHT}
MODIFIERS = {"ctrl": (key.LCTRL, key.MOD_CTRL), "shift": (key.LSHIFT, key.MOD_SHIFT), "alt": (key.LALT, key.MOD_ALT)}
# X11 also sends these as `on_text_motion`; a program that listened to both would move twice.
MOTIONS = {
    key.LEFT: key.MOTION_LEFT,
    key.RIGHT: key.MOTION_RIGHT,
    key.UP: key.MOTION_UP,
    key.DOWN: key.MOTION_DOWN,
    key.HOME: key.MOTION_BEGINNING_OF_LINE,
    key.END: key.MOTION_END_OF_LINE,
    key.BACKSPACE: key.MOTION_BACKSPACE,
    key.DELETE: key.MOTION_DELETE,
}


class HeadlessWindow(AppWindow):
    """A window without a screen that can be resized and has its own clipboard."""

    clipboard = ""

    def get_clipboard_text(self) -> str:
        return self.clipboard

    def set_clipboard_text(self, text: str) -> None:
        self.clipboard = text

    def set_size(self, width: int, height: int) -> None:
        self._width, self._height = width, height
        before, self._egl_surface = self._egl_surface, None
        self._create()  # a surface of the new size for the same context, and `on_resize`
        egl.eglDestroySurface(self.display._display_connection, before)


def headless_window(width: int = 1280, height: int = 800) -> HeadlessWindow:
    """A window on EGL with a current context, which dispatches events at once, as in a running event loop."""
    window = open_window(width, height, kind=HeadlessWindow)
    window._enable_event_queue = False
    return window


class Harness:
    """Sends mouse and keyboard events to `window`; `run_frame(dt)` draws one frame of the application.

    `look()` is called before the window's contents are read.
    """

    def __init__(
        self,
        window: Window,
        run_frame: Callable[[float], None],
        look: Callable[[], None] = lambda: None,
        has_input_left: Callable[[], bool] = lambda: False,
    ) -> None:
        self.window = window
        self._run_frame = run_frame
        self._look = look
        self._has_input_left = has_input_left
        self._x, self._y = 0.0, 0.0
        self._buttons = 0
        self._modifiers = 0

    def run_frames(self, count: int = 1, dt: float = FRAME_TIME) -> None:
        for _ in range(count):
            self._run_frame(dt)

    def _process_input(self) -> None:
        """Run the frames until no event waits for another one, as the application's loop does."""
        for _ in range(MOST_FRAMES):
            if not self._has_input_left():
                return
            self.run_frames()
        raise AssertionError("the input is never processed")

    def screenshot(self) -> npt.NDArray[np.uint8]:
        """The window's contents: (height, width, 3), the top row first."""
        self.window.switch_to()
        self._look()
        return self.pixels()

    def pixels(self) -> npt.NDArray[np.uint8]:
        """The window's framebuffer, in the format of `screenshot`."""
        width, height = self.window.get_framebuffer_size()
        pixels = (gl.GLubyte * (width * height * 4))()
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, 0)
        gl.glReadPixels(0, 0, width, height, gl.GL_RGBA, gl.GL_UNSIGNED_BYTE, pixels)
        return np.frombuffer(pixels, np.uint8).reshape(height, width, 4)[::-1, :, :3].copy()

    # Mouse.

    def move(self, x: float, y: float, frames: int = 1) -> None:
        """Move the mouse, or drag while a button is held.  With `frames=0`, later events fall in the same frame."""
        pixel, moved = self._place(x, y), (x - self._x, self._y - y)
        self._x, self._y = x, y
        if self._buttons:
            self.window.dispatch_event("on_mouse_drag", *pixel, *moved, self._buttons, self._modifiers)
        else:
            self.window.dispatch_event("on_mouse_motion", *pixel, *moved)
        self.run_frames(frames)

    def press(self, button: str = "left") -> None:
        self._buttons |= BUTTONS[button]
        self._button("on_mouse_press", button)

    def grab(self, x: float, y: float) -> None:
        """Move the mouse and press its left button."""
        self.move(x, y)
        self.press()

    def release(self, button: str = "left") -> None:
        self._buttons &= ~BUTTONS[button]
        self._button("on_mouse_release", button)

    def click(self, x: float, y: float, button: str = "left", modifiers: str = "") -> None:
        self.move(x, y)
        self._hold(modifiers)
        self.press(button)
        self.release(button)
        self._let_go(modifiers)
        self.run_frames()

    def double_click(self, x: float, y: float) -> None:
        self.click(x, y)
        self.click(x, y)

    def drag(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        steps: int = 8,
        button: str = "left",
        modifiers: str = "",
    ) -> None:
        self.move(*start)
        self._hold(modifiers)
        self.press(button)
        for step in range(1, steps + 1):
            self.move(*(a + (b - a) * step / steps for a, b in zip(start, end, strict=True)))
        self.release(button)
        self._let_go(modifiers)
        self.run_frames()

    def scroll(self, x: float, y: float, up: float = 0.0, right: float = 0.0) -> None:
        """Turn the wheel by notches, as X11 reports them."""
        self.move(x, y)
        self.window.dispatch_event("on_mouse_scroll", *self._place(x, y), right, up)
        self.run_frames(2)

    def leave(self, frames: int = 1) -> None:
        self.window.dispatch_event("on_mouse_leave", *self._place(self._x, self._y))
        self.run_frames(frames)

    def enter(self, x: float, y: float) -> None:
        self._x, self._y = x, y
        self.window.dispatch_event("on_mouse_enter", *self._place(x, y))
        self.run_frames()

    # Keyboard.

    def key(self, name: str, modifiers: str = "", frames: int = 0) -> None:
        """Press and release a key given by its pyglet name, "COMMA" or "_1", with modifiers such as "ctrl+shift".

        That many frames follow once the input is processed.
        """
        symbol = getattr(key, name)
        self._hold(modifiers)
        self.window.dispatch_event("on_key_press", symbol, self._modifiers)
        if symbol in MOTIONS:
            kind = "on_text_motion_select" if "shift" in modifiers else "on_text_motion"
            self.window.dispatch_event(kind, MOTIONS[symbol])
        self.run_frames()
        self.window.dispatch_event("on_key_release", symbol, self._modifiers)
        self._let_go(modifiers)
        self.run_frames()
        self._process_input()
        self.run_frames(frames)

    def keys(self, *names: str) -> None:
        """Press and release keys, one after the other."""
        for name in names:
            self.key(name)

    def type_text(self, text: str) -> None:
        for character in text:
            symbol = ord(character.lower())
            self.window.dispatch_event("on_key_press", symbol, self._modifiers)
            self.window.dispatch_event("on_text", character)
            self.run_frames()
            self.window.dispatch_event("on_key_release", symbol, self._modifiers)
        self.run_frames()

    # Window.

    def resize(self, width: int, height: int, frames: int = 0) -> None:
        """Resize the window; two frames show its new size, and that many follow."""
        self.window.set_size(width, height)
        self.run_frames(2 + frames)

    def lose_focus(self) -> None:
        self.window.dispatch_event("on_deactivate")
        self.run_frames()

    def drop_files(self, *paths: str) -> None:
        self.window.dispatch_event("on_file_drop", *self._place(self._x, self._y), list(paths))
        self.run_frames()

    def _place(self, x: float, y: float) -> tuple[float, float]:
        return x, self.window.height - 1 - y

    def _button(self, event: str, button: str) -> None:
        self.window.dispatch_event(event, *self._place(self._x, self._y), BUTTONS[button], self._modifiers)
        self.run_frames()

    def _hold(self, modifiers: str) -> None:
        for name in filter(None, modifiers.split("+")):
            symbol, bit = MODIFIERS[name]
            self.window.dispatch_event("on_key_press", symbol, self._modifiers)
            self._modifiers |= bit

    def _let_go(self, modifiers: str) -> None:
        for name in filter(None, modifiers.split("+")):
            symbol, bit = MODIFIERS[name]
            self.window.dispatch_event("on_key_release", symbol, self._modifiers)
            self._modifiers &= ~bit
