"""Random events of a window: what a person, a cat on the keyboard, or another program can send to it."""

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from tests.app.harness import BUTTONS, MOTIONS, HeadlessWindow  # isort: skip  first of all that loads pyglet.window

from pyglet.window import key

from tests.app.interface import Rect

SMALLEST, LARGEST = (200, 150), (1100, 750)  # sizes of the window, pixels
LETTERS = (*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"_{digit}" for digit in range(10)))
OTHERS = """
    ESCAPE RETURN TAB SPACE BACKSPACE DELETE HOME END LEFT RIGHT UP DOWN PAGEUP PAGEDOWN INSERT COMMA PERIOD SLASH
    F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 F11 F12 NUM_0 NUM_1 NUM_2 NUM_3 NUM_5 NUM_7 NUM_ADD NUM_ENTER PLUS MINUS EQUAL
    BRACKETLEFT BRACKETRIGHT SEMICOLON BACKSLASH PRINT MENU
""".split()
KEYS = tuple(getattr(key, name) for name in (*LETTERS, *OTHERS))
MODIFIERS = (0, 0, 0, 0, key.MOD_CTRL, key.MOD_CTRL, key.MOD_SHIFT, key.MOD_ALT, key.MOD_CTRL | key.MOD_SHIFT)
HELD = {key.MOD_CTRL: key.LCTRL, key.MOD_SHIFT: key.LSHIFT, key.MOD_ALT: key.LALT}
TEXTS = (
    "a", "Z", "0", "1", "-", ".", "1e9", "-3.5", "0.1", "1/3", "nan", "1e400", "box", "penetrating", "gap < 0.1", "é",
    "\u00df", "\u03b1", "\u4e2d", "\U0001f600", "\u202e", "\u200d", "$a^2$", "**b**", "[x](y)", "%s%n", "##id", "###",
    "a" * 300, "\t", "step == 3 and distance > 0", "../", "/", "\\",
)  # fmt: skip


class Hands:
    """Sends events to a window; keeps what is held, so that buttons and keys are released again, mostly."""

    def __init__(self, window: HeadlessWindow, draw: Random, widgets: Callable[[], Sequence[Rect]]) -> None:
        """`widgets` are the rectangles of what was last drawn."""
        self._window, self._draw, self._widgets = window, draw, widgets
        self._x, self._y = 0.0, 0.0
        self._buttons = 0
        self.sent = 0  # events

    def move(self) -> None:
        """To a widget, or anywhere."""
        places = self._widgets()
        if places and self._draw.random() < 0.75:
            target = self._draw.choice(places).at(self._draw.random(), self._draw.random())
        else:
            target = (self._draw.uniform(0, self._window.width), self._draw.uniform(0, self._window.height))
        self._move_to(*target)

    def nudge(self) -> None:
        """A few pixels further, as in a drag."""
        self._move_to(self._x + self._draw.gauss(0, 12), self._y + self._draw.gauss(0, 12))

    def press(self) -> None:
        button = BUTTONS[self._draw.choice(("left", "left", "left", "left", "middle", "right"))]
        self._buttons |= button
        self._send("on_mouse_press", *self._place(), button, self._modifiers())

    def release(self) -> None:
        for button in BUTTONS.values():
            if self._buttons & button:
                self._buttons &= ~button
                self._send("on_mouse_release", *self._place(), button, 0)

    def click(self) -> None:
        """On a widget or anywhere, often twice."""
        self.move()
        for _ in range(self._draw.choice((1, 1, 1, 2))):
            self.press()
            self.release()

    def scroll(self) -> None:
        notches = self._draw.choice((1.0, -1.0, 3.0, -3.0, 0.25, -40.0))
        self._send("on_mouse_scroll", *self._place(), self._draw.choice((0.0, 0.0, notches)), notches)

    def press_key(self) -> None:
        symbol, modifiers = self._draw.choice(KEYS), self._draw.choice(MODIFIERS)
        held = [sign for bit, sign in HELD.items() if modifiers & bit]
        for sign in held:
            self._send("on_key_press", sign, modifiers)
        self._send("on_key_press", symbol, modifiers)
        if symbol in MOTIONS:
            self._send("on_text_motion", MOTIONS[symbol])
        self._send("on_key_release", symbol, modifiers)
        for sign in held:
            self._send("on_key_release", sign, 0)

    def type_text(self) -> None:
        self._send("on_text", self._draw.choice(TEXTS))

    def paste(self, text: str) -> None:
        self._window.clipboard = text
        for event in ("on_key_press", "on_key_release"):
            self._send(event, key.V, key.MOD_CTRL)

    def drop(self, path: Path) -> None:
        self._send("on_file_drop", *self._place(), [str(path)])

    def resize(self) -> None:
        self._window.set_size(*map(self._draw.randint, SMALLEST, LARGEST))
        self.sent += 1

    def leave(self) -> None:
        self._send(self._draw.choice(("on_mouse_leave", "on_mouse_enter")), *self._place())

    def look_away(self) -> None:
        self._send(self._draw.choice(("on_deactivate", "on_activate")))

    def choose_workspace(self) -> None:
        symbol = getattr(key, f"_{self._draw.randint(1, 6)}")
        for event in ("on_key_press", "on_key_release"):
            self._send(event, symbol, key.MOD_ALT)

    def let_go(self) -> None:
        """Releases the buttons, and closes what is open."""
        self.release()
        for event in ("on_key_press", "on_key_release"):
            self._send(event, key.ESCAPE, 0)

    def _move_to(self, x: float, y: float) -> None:
        x, y = min(max(x, -5.0), self._window.width + 5.0), min(max(y, -5.0), self._window.height + 5.0)
        moved, self._x, self._y = (x - self._x, self._y - y), x, y
        if self._buttons:
            self._send("on_mouse_drag", *self._place(), *moved, self._buttons, 0)
        else:
            self._send("on_mouse_motion", *self._place(), *moved)

    def _place(self) -> tuple[float, float]:
        return self._x, self._window.height - 1 - self._y

    def _modifiers(self) -> int:
        return self._draw.choice(MODIFIERS)

    def _send(self, name: str, *values: Any) -> None:
        self._window.dispatch_event(name, *values)
        self.sent += 1
