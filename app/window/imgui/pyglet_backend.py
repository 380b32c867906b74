"""Connects Dear ImGui to a pyglet window: forwards the window's events and draws frames.

pyglet's origin is bottom left, Dear ImGui's is top left.  Key, mouse and text events are forwarded immediately, except
those that Dear ImGui would misinterpret in the same frame: these and all later events wait until it has processed the
earlier ones, and until a text field opened by those has the focus.  Sizes are read at each frame, and the caller
supplies the time.  No event is consumed; other handlers must check `wants_mouse` and `wants_key` first.

pyglet does not report key repeats (Dear ImGui generates its own) or horizontal scrolling on Windows.  `on_text_motion`
is ignored, as it duplicates `on_key_press` and would move the text cursor twice.
"""

import struct
import sys
from collections.abc import Callable
from functools import partial

import pyglet
from imgui_bundle import imgui
from pyglet.window import BaseWindow

from gjkscope.app.state.model import Theme
from gjkscope.app.view.panels.toolkit.imgui_context import ImGuiContext
from gjkscope.app.view.panels.toolkit.theme import Fonts
from gjkscope.app.window.imgui.keys import KEYS, MODIFIER_KEYS, MODIFIERS, MOUSE_BUTTONS, NAVIGATION_KEYS

FLT_MAX = (2 - 2**-23) * 2.0**127
FIELD_FRAMES = 5  # a new window appears and gets the focus; its text field gets it one frame later
NOWHERE = (-FLT_MAX, -FLT_MAX)  # Dear ImGui's "no mouse"


class ImGuiLayer:
    """Dear ImGui on one pyglet window, whose OpenGL context must be current.

        layer = ImGuiLayer(window)
        layer.new_frame(dt)
        ...                     # panels
        layer.render()          # into the bound framebuffer; then window.flip()

    `scale` is the user interface scale (1.0 is 100 %), by default that of the screen.
    """

    def __init__(self, window: BaseWindow, scale: float | None = None) -> None:
        self._window = window
        self._gui = ImGuiContext(screen_scale(window) if scale is None else scale)
        self._io = self._gui.io
        self._io.backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._cursors: dict[int, pyglet.window.MouseCursor | None] = {}
        self._cursor = int(imgui.MouseCursor_.arrow)
        self._held: set[int] = set()
        self._pressed = False  # Dear ImGui has yet to process the press of a non-modifier key
        self._place = NOWHERE  # mouse position in the last event
        self._moved = False  # the mouse moved since the last frame
        self._deferred: list[Callable[[], None]] = []  # events deferred to the next frame
        self._frames_to_field = 0  # frames for which keys and text are still deferred until a text field has the focus
        self._outside = False
        self._connect_clipboard()
        window.push_handlers(self)

    @property
    def scale(self) -> float:
        """The user interface scale; 1.0 is 100 %."""
        return self._gui.scale

    def make_current(self) -> None:
        """Makes this Dear ImGui context current, after another one was used."""
        self._gui.make_current()

    @property
    def fonts(self) -> Fonts:
        return self._gui.fonts

    @property
    def wants_mouse(self) -> bool:
        """Whether mouse events belong to a panel rather than to the views behind the panels."""
        return self._io.want_capture_mouse

    @property
    def wants_keyboard(self) -> bool:
        """Whether all keys belong to a panel: a text field is active, or a menu or dialog is open."""
        self._gui.make_current()
        return self._io.want_text_input or imgui.is_popup_open("", imgui.PopupFlags_.any_popup)

    def wants_key(self, symbol: int) -> bool:
        """Whether this key belongs to a panel: as in `wants_keyboard`, or as a key that navigates the widgets."""
        return self.wants_keyboard or (self._io.nav_visible and symbol in NAVIGATION_KEYS)

    @property
    def busy(self) -> bool:
        """Whether another frame is needed without an event: input is pending, or a held button repeats.

        Check it in each frame; while it is true, the loop must animate.
        """
        return bool(self._held) or self.has_input_left

    @property
    def has_input_left(self) -> bool:
        """Whether some events wait for another frame."""
        return bool(self._deferred) or self._gui.has_input_left

    @property
    def docking(self) -> str:
        """The panel layout, in Dear ImGui's .ini format."""
        self._gui.make_current()
        text: str = imgui.save_ini_settings_to_memory()
        return text

    def dock(self, docking: str) -> None:
        """Restores a panel layout, or undocks all panels if it is empty; call it between frames."""
        self._gui.make_current()
        imgui.load_ini_settings_from_memory(docking)

    def set_style(self, scale: float, theme: Theme) -> None:
        """Sets scale and colours from the next frame on; must not be called within a frame."""
        self._gui.set_style(scale, theme)

    def expect_field(self) -> None:
        """Defers keys and text until a text field, which is about to open, has the focus; call it within a frame."""
        self._frames_to_field = FIELD_FRAMES

    def new_frame(self, dt: float) -> None:
        """Begins a frame, `dt` seconds (> 0) after the last one."""
        self._gui.new_frame(dt, self._window.get_size(), self._window.get_framebuffer_size())
        # An earlier key event can delay a press or a mouse move by a frame.
        self._pressed = self._pressed and self._gui.has_input_left
        self._moved = self._moved and self._gui.has_input_left
        self._frames_to_field = 0 if self._io.want_text_input else max(self._frames_to_field - 1, 0)

    def render(self) -> None:
        """Ends the frame, draws it into the bound framebuffer, and sets the mouse cursor."""
        self._gui.render()
        self._show_cursor(imgui.get_mouse_cursor())
        if self._frames_to_field == 0 and not self._gui.has_input_left:  # or a field could open after they are released
            late, self._deferred = self._deferred, []
            for event in late:
                event()

    def end_unseen(self) -> None:
        """Ends a frame that was only needed for layout, without drawing it."""
        self._gui.end_unseen()

    def abandon(self) -> None:
        """Ends the frame, if any, that an exception interrupted."""
        self._gui.abandon()

    def close(self) -> None:
        """Detaches from the window, whose OpenGL context must still be current."""
        self._window.remove_handlers(self)
        self._gui.close()

    # Event handlers.  Each returns None, so that pyglet also calls the other handlers.

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        self._mouse_place(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        self._mouse_place(x, y)  # the buttons are known from press events

    def on_mouse_press(self, x: float, y: float, button: int, modifiers: int) -> None:
        self._mouse_button(x, y, button, modifiers, down=True)

    def on_mouse_release(self, x: float, y: float, button: int, modifiers: int) -> None:
        self._mouse_button(x, y, button, modifiers, down=False)
        self._leave_if_outside()

    def on_mouse_scroll(self, x: float, y: float, scroll_x: float, scroll_y: float) -> None:
        self._mouse_place(x, y)
        self._mouse_wheel(scroll_x, scroll_y)

    def on_mouse_enter(self, x: float, y: float) -> None:
        self._outside = False
        self._mouse_place(x, y)

    def on_mouse_leave(self, x: float, y: float) -> None:
        self._outside = True
        self._leave_if_outside()

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        self._key(symbol, modifiers, down=True)

    def on_key_release(self, symbol: int, modifiers: int) -> None:
        self._key(symbol, modifiers, down=False)

    def on_text(self, text: str) -> None:
        if self._deferred or self._frames_to_field:
            self._deferred.append(partial(self.on_text, text))
            return
        # As UTF-16 units: Windows reports a character beyond U+FFFF as two surrogates, one event each.
        for (unit,) in struct.iter_unpack("<H", text.encode("utf-16-le", "surrogatepass")):
            self._io.add_input_character_utf16(unit)

    def on_activate(self) -> None:
        self._io.add_focus_event(True)

    def on_deactivate(self) -> None:
        self._io.add_focus_event(False)  # releases all held keys and buttons
        self._held.clear()
        self._deferred.clear()

    def _mouse_place(self, x: float, y: float) -> None:
        if self._deferred:
            self._deferred.append(partial(self._mouse_place, x, y))
            return
        self._moved |= (x, y) != self._place
        self._place = (x, y)
        self._io.add_mouse_pos_event(x, self._window.height - 1 - y)

    def _mouse_wheel(self, x: float, y: float) -> None:
        if self._deferred:
            self._deferred.append(partial(self._mouse_wheel, x, y))
            return
        self._io.add_mouse_wheel_event(x * SCROLL_X_SIGN, y)

    def _mouse_button(self, x: float, y: float, button: int, modifiers: int, down: bool) -> None:
        """Defers a press to the next frame, with all later events, if the mouse moved in this frame.

        Tabs and other widgets that may be overlapped react only if they were hovered in the previous frame.
        """
        if button not in MOUSE_BUTTONS:
            return
        if not self._deferred:
            self._mouse_place(x, y)
        if self._deferred or (down and self._moved):
            self._deferred.append(partial(self._mouse_button, x, y, button, modifiers, down))
            return
        self._modifiers(modifiers)
        self._io.add_mouse_button_event(MOUSE_BUTTONS[button], down)
        (self._held.add if down else self._held.discard)(button)

    def _leave_if_outside(self) -> None:
        """Reports that the mouse has left the window, unless a drag continues outside."""
        if self._deferred:
            self._deferred.append(self._leave_if_outside)
        elif self._outside and not self._held:
            self._place = NOWHERE
            self._io.add_mouse_pos_event(*NOWHERE)

    def _key(self, symbol: int, modifiers: int, down: bool) -> None:
        """Forwards a key; defers the release of a modifier in the same frame as a key press, with all later events.

        Otherwise a fast Ctrl+O would arrive as O, as Dear ImGui reads the modifiers when the frame begins.
        """
        if self._deferred or self._frames_to_field or (self._pressed and not down and symbol in MODIFIER_KEYS):
            self._deferred.append(partial(self._key, symbol, modifiers, down))
            return
        if symbol in MODIFIER_KEYS:  # whether `modifiers` includes the key itself differs by platform
            self._io.add_key_event(MODIFIER_KEYS[symbol], down)
        else:
            self._pressed |= down
            self._modifiers(modifiers)
        if symbol in KEYS:
            self._io.add_key_event(KEYS[symbol], down)

    def _modifiers(self, modifiers: int) -> None:
        """Updates the modifiers from each event, since they may have changed while another window had the focus."""
        for bit, modifier in MODIFIERS.items():
            self._io.add_key_event(modifier, bool(modifiers & bit))

    def _connect_clipboard(self) -> None:
        window, platform = self._window, imgui.get_platform_io()
        platform.platform_get_clipboard_text_fn = lambda _context: window.get_clipboard_text()
        platform.platform_set_clipboard_text_fn = lambda _context, text: window.set_clipboard_text(text)

    def _show_cursor(self, cursor: int) -> None:
        if cursor == self._cursor:
            return
        self._cursor = cursor
        self._window.set_mouse_visible(cursor != imgui.MouseCursor_.none)
        if cursor not in self._cursors:  # X11 creates a new cursor at each request
            name = CURSORS.get(cursor)
            self._cursors[cursor] = self._window.get_system_mouse_cursor(name) if name else None
        self._window.set_mouse_cursor(self._cursors[cursor])


def screen_scale(window: BaseWindow) -> float:
    """The user interface scale of the window's screen, in steps of a quarter: 1.0 at 96 dpi.

    pyglet's `scale` is in pixels; on platforms with larger window units, Dear ImGui applies that factor itself.
    """
    pixels_per_unit = window.get_framebuffer_size()[0] / window.get_size()[0]
    return max(1.0, round(window.scale / pixels_per_unit * 4) / 4)


# Horizontal scrolling is positive to the left in Dear ImGui and on macOS, but to the right in pyglet on X11.
SCROLL_X_SIGN = 1 if sys.platform == "darwin" else -1

CURSORS: dict[int, str] = {  # all others are arrows
    imgui.MouseCursor_.text_input: BaseWindow.CURSOR_TEXT,
    imgui.MouseCursor_.resize_all: BaseWindow.CURSOR_SIZE,
    imgui.MouseCursor_.resize_ns: BaseWindow.CURSOR_SIZE_UP_DOWN,
    imgui.MouseCursor_.resize_ew: BaseWindow.CURSOR_SIZE_LEFT_RIGHT,
    imgui.MouseCursor_.resize_nesw: BaseWindow.CURSOR_SIZE_UP_RIGHT,
    imgui.MouseCursor_.resize_nwse: BaseWindow.CURSOR_SIZE_DOWN_RIGHT,
    imgui.MouseCursor_.hand: BaseWindow.CURSOR_HAND,
    imgui.MouseCursor_.wait: BaseWindow.CURSOR_WAIT,
    imgui.MouseCursor_.progress: BaseWindow.CURSOR_WAIT_ARROW,
    imgui.MouseCursor_.not_allowed: BaseWindow.CURSOR_NO,
}
