"""The menu bar: menus built from the command registry, with the scene's name at the right.

Menus that do not fit are collected in an overflow menu at the end of the bar.
"""

from collections.abc import Callable
from functools import cache, lru_cache, partial
from itertools import accumulate
from textwrap import fill

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands import COMMANDS, FIXED, MENUS, Command
from gjkscope.app.view.panels.commands.offered import is_in_menu
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.shell.workspace_bar import draw_lecture_switch
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

MORE = icons_fontawesome_6.ICON_FA_BARS
TIP_WIDTH = 70  # characters


def draw_menu(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    if not imgui.begin_main_menu_bar():
        return outcomes
    fitting = _fitting(imgui.get_content_region_avail().x, imgui.get_font_size())
    for title in MENUS[:fitting]:
        if _is_offered(title, state):
            outcomes += _menu(title, partial(_entries, title, state))
    if others := [title for title in MENUS[fitting:] if _is_offered(title, state)]:
        outcomes += _menu(MORE, lambda: [outcome for title in others for outcome in _submenu(title, state)])
    if state.appearance.lecture:
        outcomes += draw_lecture_switch(ui)
    else:
        _title(state, ui)
    imgui.end_main_menu_bar()
    return outcomes


def draw_menu_button(state: State) -> list[Outcome]:
    """Draws a button with all menus, for windows without the menu bar."""
    if imgui.button(f"{MORE}##menus"):
        imgui.open_popup("menus")
    tool_tip("Menus")
    if not imgui.begin_popup("menus"):
        return []
    outcomes = [outcome for title in MENUS for outcome in _submenu(title, state)]
    imgui.end_popup()
    return outcomes


@lru_cache(maxsize=4)
def _fitting(room: float, _font_size: float) -> int:
    """The number of leading menus that fit in the bar, leaving room for the overflow menu if one is needed."""
    ends = list(accumulate(map(_width, MENUS)))
    return len(MENUS) if ends[-1] <= room else sum(end + _width(MORE) <= room for end in ends)


def _width(title: str) -> float:
    """The width of a menu title in the bar, in pixels."""
    return imgui.calc_text_size(title).x + 2 * imgui.get_style().item_spacing.x


def _menu(title: str, entries: Callable[[], list[Outcome]]) -> list[Outcome]:
    """Draws a top-level menu."""
    if not imgui.begin_menu(title):
        return []
    outcomes = entries()
    if imgui.is_key_pressed(imgui.Key.escape):
        imgui.close_current_popup()  # closes the whole menu: a submenu under the pointer would reopen at once
    imgui.end_menu()
    return outcomes


def _entries(path: str, state: State) -> list[Outcome]:
    """Draws the menu at `path`: commands and submenus, in registry order."""
    outcomes: list[Outcome] = []
    sections = [[entry for entry in section if _is_shown(path, entry, state)] for section in _sections(path)]
    for number, section in enumerate(filter(None, sections)):
        if number:
            imgui.separator()
        for entry in section:
            outcomes += _submenu(f"{path}/{entry}", state) if isinstance(entry, str) else draw_item(entry, state)
    return outcomes


def _is_shown(path: str, entry: Command | str, state: State) -> bool:
    """Whether a command, or any command of a submenu, is shown."""
    return _has_commands(f"{path}/{entry}", state) if isinstance(entry, str) else is_in_menu(entry, state)


def _has_commands(path: str, state: State) -> bool:
    return any(_is_shown(path, entry, state) for section in _sections(path) for entry in section)


def _is_offered(title: str, state: State) -> bool:
    """Whether a top-level menu has anything to show, apart from bundled files."""
    return any(is_in_menu(command, state) for command in _fixed_commands(title))


@cache
def _fixed_commands(title: str) -> tuple[Command, ...]:
    return tuple(command for command in FIXED if command.menu.partition("/")[0] == title)


@cache
def _sections(path: str) -> tuple[tuple[Command | str, ...], ...]:
    """A menu's entries by section.  A string is the name of a submenu, placed where its first command would be."""
    places: dict[Command | str, str] = {}  # entry -> section
    for command in COMMANDS:
        if command.menu == path:
            places[command] = command.section
        elif command.menu.startswith(f"{path}/"):
            places.setdefault(command.menu.removeprefix(f"{path}/").partition("/")[0], command.section)
    sections = dict.fromkeys(places.values())
    return tuple(tuple(entry for entry, where in places.items() if where == section) for section in sections)


def _submenu(path: str, state: State) -> list[Outcome]:
    if not imgui.begin_menu(path.rpartition("/")[2]):
        return []
    outcomes = _entries(path, state)
    imgui.end_menu()
    return outcomes


def draw_item(command: Command, state: State) -> list[Outcome]:
    """Draws a command in a menu."""
    beside = command.key or command.note
    clicked, _ = imgui.menu_item(command.words(state), beside, command.is_checked(state), command.enabled(state))
    if command.help and imgui.is_item_hovered(imgui.HoveredFlags_.allow_when_disabled):
        imgui.set_tooltip(fill(command.help_words(), TIP_WIDTH))
    return [command.outcome(state)] if clicked else []


def _title(state: State, ui: Ui) -> None:
    text = f"{state.title}{' *' if state.modified else ''}"
    width = imgui.calc_text_size(text).x
    left = imgui.get_window_width() - width - 16 * ui.scale
    if left < imgui.get_cursor_pos_x():
        return  # it would overlap the menus; the window title shows it as well
    imgui.same_line(left)
    imgui.text_disabled(text)
    if state.modified and imgui.is_item_hovered():
        imgui.set_tooltip("Unsaved changes")
