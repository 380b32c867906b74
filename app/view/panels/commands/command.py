"""The `Command` record: an operation the user can run, with its title, menu path and shortcuts.

    Command("Step forward", StepBy(1), "Algorithm", keys=(".",))

If the outcome depends on the state, pass a function of the state instead.
"""

from collections.abc import Callable
from typing import TypeVar

from imgui_bundle import imgui
from msgspec import Struct

from gjkscope.app.state.model import State
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit.panel import always
from gjkscope.app.view.words.markup import without_marks
from gjkscope.engine.sequences.deferred import Deferred

MENUS = ("File", "Edit", "Add", "View", "Algorithm", "Motion", "Record", "Learn", "Help")  # from left to right

Value = TypeVar("Value")


def is_spatial(state: State) -> bool:
    """Whether the scene is 3D: for commands that make no sense in 2D."""
    return not state.document.scene.is_plane


class Command(Struct, frozen=True):
    """A user command.

    `menu` is the menu path, such as "View/Show"; a command with an empty path is available in the palette and by
    shortcut only.  The menu draws a separator wherever the `section` changes.  `keys` are shortcuts in display form,
    such as "Ctrl+Shift+Z"; menus show the first.  `checked` is set for commands that toggle or select something.
    `help` is the tool tip.  `also` holds extra search terms for the palette.  `note` is shown dimmed beside the title,
    where other commands have their shortcut.
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
    note: str = ""
    says: Callable[[State], str] | None = None  # a title that depends on the state: "Undo move A"
    shown: Callable[[State], bool] = always  # False hides the command from menus and palette
    while_typing: bool = False  # its keys, which enter no text, also work while text is being entered

    @property
    def path(self) -> str:
        """The command's unique identifier."""
        return f"{self.menu}/{self.title}"

    def words(self, state: State) -> str:
        return self.says(state) if self.says else self.title

    def outcome(self, state: State) -> Outcome:
        return self.does(state) if callable(self.does) else self.does

    def help_words(self) -> str:
        """The tool tip, without marks of Markdown: descriptions of scenes and lessons have some."""
        return without_marks(self.help() if callable(self.help) else self.help)

    @property
    def key(self) -> str:
        """The shortcut to display, or an empty string."""
        return self.keys[0] if self.keys else ""

    def is_checked(self, state: State) -> bool:
        return self.checked is not None and self.checked(state)


Listed = Command | Deferred[Command]
"""A command, or those of bundled files, which are read once a menu or the palette is opened; they have no keys."""


def chord(keys: str) -> int:
    """Dear ImGui's key chord for a shortcut such as "Ctrl+Shift+Z".  Raises `KeyError` for an unknown key name."""
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
