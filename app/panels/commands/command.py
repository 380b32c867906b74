"""What a command is: something to ask for, with its words, its place in the menus and its keys.

    Command("Step forward", StepBy(1), "Algorithm", keys=(".",))

An outcome that depends on the state is a function of it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from imgui_bundle import imgui

from app.state import State

from ..requests import Outcome

MENUS = ("File", "Edit", "Add", "View", "Algorithm", "Motion", "Record", "Learn", "Help")  # from left to right

Value = TypeVar("Value")


def always(_: State) -> bool:
    return True


@dataclass(frozen=True)
class Command:
    """`menu` is its path, "View/Show", or empty: then it is found in the palette and by its keys only.

    A separator stands where the `section` of a menu changes.  `keys` are written as people read them, "Ctrl+Shift+Z";
    the first is shown.  `checked` is given where the command chooses or switches something.  `help` is what the title
    leaves unsaid, in a tool tip.  The palette finds it by the words in `also`, too.
    """

    title: str
    does: Outcome | Callable[[State], Outcome]
    menu: str = ""
    section: str = ""
    keys: tuple[str, ...] = ()
    enabled: Callable[[State], bool] = always
    checked: Callable[[State], bool] | None = None
    help: str | Callable[[], str] = ""
    also: str = ""
    says: Callable[[State], str] | None = None  # the title that tells more in a state: "Undo move A"
    shown: Callable[[State], bool] = always  # where it is not, there is no such thing to ask for

    @property
    def path(self) -> str:
        """What it is known by: no two commands have the same."""
        return f"{self.menu}/{self.title}"

    def words(self, state: State) -> str:
        return self.says(state) if self.says else self.title

    def outcome(self, state: State) -> Outcome:
        return self.does(state) if callable(self.does) else self.does

    def help_words(self) -> str:
        return self.help() if callable(self.help) else self.help

    @property
    def key(self) -> str:
        """The key to show beside it, or nothing."""
        return self.keys[0] if self.keys else ""

    def is_checked(self, state: State) -> bool:
        return self.checked is not None and self.checked(state)


def chord(keys: str) -> int:
    """Dear ImGui's number for keys pressed together: "Ctrl+Shift+Z".  Raises `KeyError` for a key without a name."""
    *held, last = keys.split("+")
    value = int(KEY_NAMES[last.lower()])
    for name in held:
        value |= int(MODIFIERS[name])
    return value


MODIFIERS = {"Ctrl": imgui.Key.mod_ctrl, "Shift": imgui.Key.mod_shift, "Alt": imgui.Key.mod_alt}
KEY_NAMES = {
    **{name: getattr(imgui.Key, name) for name in "abcdefghijklmnopqrstuvwxyz"},
    **{str(digit): getattr(imgui.Key, f"_{digit}") for digit in range(10)},
    **{f"f{n}": getattr(imgui.Key, f"f{n}") for n in range(1, 13)},
    **{f"numpad {digit}": getattr(imgui.Key, f"keypad{digit}") for digit in range(10)},
    **{name: getattr(imgui.Key, name) for name in ("space", "home", "end", "tab", "escape", "enter", "delete")},
    "left": imgui.Key.left_arrow,
    "right": imgui.Key.right_arrow,
    "up": imgui.Key.up_arrow,
    "down": imgui.Key.down_arrow,
    "page up": imgui.Key.page_up,
    "page down": imgui.Key.page_down,
    ",": imgui.Key.comma,
    ".": imgui.Key.period,
    "=": imgui.Key.equal,
    "-": imgui.Key.minus,
    "numpad plus": imgui.Key.keypad_add,
    "numpad minus": imgui.Key.keypad_subtract,
    "/": imgui.Key.slash,
}
