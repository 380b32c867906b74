"""Dear ImGui in a pyglet window: the window's events go in, frames come out.

pyglet's origin is bottom left and Dear ImGui's is top left.  Keys, the mouse and text are passed on as they happen;
what Dear ImGui would misunderstand in that very frame, and all that follows it, in the next.  Sizes are read at each
frame, and time comes from the caller.  No event is consumed: whoever else listens asks `wants_mouse` and `wants_key`
first.

What pyglet does not tell: a key's repeats (Dear ImGui makes its own), and horizontal scrolling on Windows.
`on_text_motion` is ignored, as it comes besides `on_key_press` and would move the text cursor twice.
"""

import struct
import sys
from collections.abc import Callable
from functools import partial

import pyglet
from imgui_bundle import imgui
from pyglet.window import BaseWindow

from gjkscope.app.model import Theme
from gjkscope.app.panels.toolkit.imgui_context import ImGuiContext
from gjkscope.app.panels.toolkit.theme import Fonts
from gjkscope.app.window.imgui.keys import KEYS, MODIFIER_KEYS, MODIFIERS, MOUSE_BUTTONS, NAVIGATION_KEYS

FLT_MAX = (2 - 2**-23) * 2.0**127
FIELD_FRAMES = 5  # a window appears, is given the keyboard, and in the frame after that its field has it
NOWHERE = (-FLT_MAX, -FLT_MAX)  # Dear ImGui's "no mouse"


class ImGuiLayer:
    """Dear ImGui over one pyglet window, whose OpenGL context must be current.

        layer = ImGuiLayer(window)
        layer.new_frame(dt)
        ...                     # panels
        layer.render()          # into the framebuffer that is bound; then window.flip()

    `scale` is the size of the user interface (1.0 is 100 %); without it, what the screen asks for.
    """

    def __init__(self, window: BaseWindow, scale: float | None = None) -> None:
        self._window = window
        self._gui = ImGuiContext(screen_scale(window) if scale is None else scale)
        self._io = self._gui.io
        self._io.backend_flags |= imgui.BackendFlags_.has_mouse_cursors
        self._cursors: dict[int, pyglet.window.MouseCursor | None] = {}
        self._cursor = int(imgui.MouseCursor_.arrow)
        self._held: set[int] = set()
        self._pressed = False  # a key that is no modifier went down since the last frame
        self._place = NOWHERE  # of the mouse, as its last event had it
        self._moved = False  # it has moved since the last frame
        self._late: list[Callable[[], None]] = []  # events that wait for the next frame
        self._patience = 0  # for so many frames keys and text wait for a field
        self._outside = False
        self._connect_clipboard()
        window.push_handlers(self)

    @property
    def scale(self) -> float:
        """The size of the user interface, 1.0 is 100 %."""
        return self._gui.scale

    def make_current(self) -> None:
        """After another Dear ImGui was at work."""
        self._gui.make_current()

    @property
    def fonts(self) -> Fonts:
        return self._gui.fonts

    @property
    def wants_mouse(self) -> bool:
        """Whether the mouse belongs to a panel, not to what is drawn behind the panels."""
        return self._io.want_capture_mouse

    @property
    def wants_keyboard(self) -> bool:
        """Whether every key belongs to a panel: text is being entered, or a menu or dialog is open."""
        self._gui.make_current()
        return self._io.want_text_input or imgui.is_popup_open("", imgui.PopupFlags_.any_popup)

    def wants_key(self, symbol: int) -> bool:
        """Whether this key belongs to a panel: as above, or it moves or presses the highlighted widget."""
        return self.wants_keyboard or (self._io.nav_visible and symbol in NAVIGATION_KEYS)

    @property
    def busy(self) -> bool:
        """Whether the next frame is needed though no event comes: input is left over, or a held button repeats.

        To be asked in each frame; the loop then animates.
        """
        return bool(self._held) or bool(self._late) or self._gui.has_input_left

    @property
    def docking(self) -> str:
        """Where the panels stand, in Dear ImGui's own words."""
        self._gui.make_current()
        text: str = imgui.save_ini_settings_to_memory()
        return text

    def dock(self, docking: str) -> None:
        """Puts the panels where they stood; before the first frame."""
        self._gui.make_current()
        imgui.load_ini_settings_from_memory(docking)

    def set_style(self, scale: float, theme: Theme) -> None:
        """The size and the colours from the next frame on; not to be called within one."""
        self._gui.set_style(scale, theme)

    def expect_field(self) -> None:
        """Within a frame: a field is about to open that takes the keyboard, and all that is typed is meant for it."""
        self._patience = FIELD_FRAMES

    def new_frame(self, dt: float) -> None:
        """Begins a frame, `dt` seconds (> 0) after the last one."""
        self._gui.new_frame(dt, self._window.get_size(), self._window.get_framebuffer_size())
        self._pressed = False
        self._moved = self._moved and self._gui.has_input_left  # a key before it can hold a motion up for a frame
        self._patience = 0 if self._io.want_text_input else max(self._patience - 1, 0)

    def render(self) -> None:
        """Ends the frame, draws it into the framebuffer that is bound, and shapes the mouse cursor."""
        self._gui.render()
        self._show_cursor(imgui.get_mouse_cursor())
        if self._patience == 0:
            late, self._late = self._late, []
            for event in late:
                event()

    def end_unseen(self) -> None:
        """Ends a frame that only laid out."""
        self._gui.end_unseen()

    def close(self) -> None:
        """Lets go of the window; its OpenGL context must still be current."""
        self._window.remove_handlers(self)
        self._gui.close()

    # Events.  Each returns None, so that pyglet passes it on.

    def on_mouse_motion(self, x: float, y: float, dx: float, dy: float) -> None:
        self._mouse_place(x, y)

    def on_mouse_drag(self, x: float, y: float, dx: float, dy: float, buttons: int, modifiers: int) -> None:
        self._mouse_place(x, y)  # the buttons are known from their presses

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
        if self._late or self._patience:
            self._late.append(partial(self.on_text, text))
            return
        # By UTF-16 units: Windows reports a character beyond U+FFFF as two halves, one event each.
        for (unit,) in struct.iter_unpack("<H", text.encode("utf-16-le", "surrogatepass")):
            self._io.add_input_character_utf16(unit)

    def on_activate(self) -> None:
        self._io.add_focus_event(True)

    def on_deactivate(self) -> None:
        self._io.add_focus_event(False)  # forgets the keys and buttons that are down
        self._held.clear()
        self._late.clear()

    def _mouse_place(self, x: float, y: float) -> None:
        if self._late:
            self._late.append(partial(self._mouse_place, x, y))
            return
        self._moved |= (x, y) != self._place
        self._place = (x, y)
        self._io.add_mouse_pos_event(x, self._window.height - 1 - y)

    def _mouse_wheel(self, x: float, y: float) -> None:
        if self._late:
            self._late.append(partial(self._mouse_wheel, x, y))
            return
        self._io.add_mouse_wheel_event(x * SCROLL_X_SIGN, y)

    def _mouse_button(self, x: float, y: float, button: int, modifiers: int, down: bool) -> None:
        """A press in the very frame in which the mouse came there waits for the next one, with what follows it.

        Tabs, and all else that lets something lie over it, can be pressed only once it was seen under the mouse.
        """
        if button not in MOUSE_BUTTONS:
            return
        if not self._late:
            self._mouse_place(x, y)
        if self._late or (down and self._moved):
            self._late.append(partial(self._mouse_button, x, y, button, modifiers, down))
            return
        self._modifiers(modifiers)
        self._io.add_mouse_button_event(MOUSE_BUTTONS[button], down)
        (self._held.add if down else self._held.discard)(button)

    def _leave_if_outside(self) -> None:
        """A drag goes on outside the window; without one, the mouse is gone."""
        if self._late:
            self._late.append(self._leave_if_outside)
        elif self._outside and not self._held:
            self._place = NOWHERE
            self._io.add_mouse_pos_event(*NOWHERE)

    def _key(self, symbol: int, modifiers: int, down: bool) -> None:
        """A modifier that is let go in the very frame in which a key was pressed must not reach that frame.

        Ctrl+O typed fast would arrive as O alone: Dear ImGui looks at the modifiers when the frame begins.  So the
        release, and what follows it, waits for the next frame.
        """
        if self._late or self._patience or (self._pressed and not down and symbol in MODIFIER_KEYS):
            self._late.append(partial(self._key, symbol, modifiers, down))
            return
        if symbol in MODIFIER_KEYS:  # whose own event does not tell of itself in `modifiers`, or does: by platform
            self._io.add_key_event(MODIFIER_KEYS[symbol], down)
        else:
            self._pressed |= down
            self._modifiers(modifiers)
        if symbol in KEYS:
            self._io.add_key_event(KEYS[symbol], down)

    def _modifiers(self, modifiers: int) -> None:
        """Taken from each event, so that one that was pressed or released in another window is known."""
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
        if cursor not in self._cursors:  # X11 makes a new one at each request
            name = CURSORS.get(cursor)
            self._cursors[cursor] = self._window.get_system_mouse_cursor(name) if name else None
        self._window.set_mouse_cursor(self._cursors[cursor])


def screen_scale(window: BaseWindow) -> float:
    """The size of the user interface that the window's screen asks for, in quarters: 1.0 at 96 dots an inch.

    pyglet's `scale` counts pixels; where a window is measured in larger units, Dear ImGui scales those itself.
    """
    pixels_per_unit = window.get_framebuffer_size()[0] / window.get_size()[0]
    return max(1.0, round(window.scale / pixels_per_unit * 4) / 4)


# Dear ImGui's wheel is positive to the left, as are macOS' events; X11's are positive to the right in pyglet.
SCROLL_X_SIGN = 1 if sys.platform == "darwin" else -1

CURSORS: dict[int, str] = {  # the others are arrows
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
