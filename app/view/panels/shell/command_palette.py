"""The command palette: fuzzy search over all commands; a number goes to the step with that number."""

from functools import lru_cache
from math import inf
from typing import NamedTuple

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import CloseDialog, GoToStep, RememberCommand, SearchFor
from gjkscope.app.state.inspection.traces import inspect, last_step
from gjkscope.app.state.model import Palette, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import COMMANDS, Command
from gjkscope.app.view.panels.commands.files import EXAMPLES
from gjkscope.app.view.panels.commands.panels import SHOW_PANEL
from gjkscope.app.view.panels.commands.recording import DEMOS
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view, visible_rows
from gjkscope.app.view.panels.toolkit.fuzzy import fuzzy_score, has_word
from gjkscope.app.view.panels.toolkit.ui import Ui, fit_size
from gjkscope.app.view.panels.toolkit.widgets import text_lines

TITLE = "Find command"
WIDTH, ROWS = 640.0, 14
RECENT = 3.0  # score bonus of a recently run command
EXACT, IN_TITLE, IN_TEXT, SCATTERED = range(4)  # where the words of the query are: the groups of the results, in order
CONTENTS = (EXAMPLES, DEMOS)  # menus of files that the application can open
HELP_LINES = 2  # of the command that is selected or under the pointer


class PaletteRow(NamedTuple):
    command: Command
    enabled: bool


def draw_palette(state: State, palette: Palette, ui: Ui) -> list[Outcome]:
    """Draws the palette's contents and returns what the user chose."""
    rows = matching_rows(state, palette.query)
    row = min(palette.row, len(rows) - 1)
    entered, query = _field(palette, ui)
    if query != palette.query:
        return [SearchFor(query)]
    if entered:
        return _run(state, rows[row]) if rows else []
    outcomes = _list(state, rows, row, ui)
    if not rows:
        imgui.text_disabled("No matches")
    return outcomes or _move(palette, row, len(rows))


def matching_rows(state: State, query: str) -> list[PaletteRow]:
    """The matching commands, best first.  An empty query lists recent commands, then all others in menu order."""
    ranked = [command for command in _rank(query, state.preferences.recent) if command.shown(state)]
    rows = [PaletteRow(command, command.enabled(state)) for command in (*_step_command(state, query), *ranked)]
    groups = _groups(query)
    return sorted(rows, key=lambda row: _order(row, groups.get(row.command.path, EXACT)))


@lru_cache(maxsize=32)
def _rank(query: str, recent: tuple[str, ...]) -> tuple[Command, ...]:
    ahead = {path: RECENT + len(recent) - number for number, path in enumerate(recent)}
    scores = {c: fuzzy_score(query, _text(c)) + ahead.get(c.path, 0.0) for c in COMMANDS}
    fitting = (c for c in COMMANDS if scores[c] > -inf)
    return tuple(sorted(fitting, key=lambda c: -scores[c]))


def _order(row: PaletteRow, group: int) -> tuple[int, int, int]:
    """Each group puts commands and algorithms first, then panels, then scenes and demos, of which there are many.

    Disabled commands follow all enabled ones that have the words of the query.
    """
    if group == EXACT:
        return EXACT, 0, 0
    menu = row.command.menu
    kind = 2 if menu.startswith(CONTENTS) else 1 if menu == SHOW_PANEL else 0
    return (group, 0, kind) if row.enabled else (max(group, IN_TEXT), 1, kind)


@lru_cache(maxsize=32)
def _groups(query: str) -> dict[str, int]:
    """The group in which each command is listed, by its path.

    First the command with exactly this title (and menu), even if disabled: Enter must not run another one.  Then those
    with all words of the query in their title, in the menu or search terms, and the rest.
    """
    words = query.casefold().split()
    if not words:
        return {}
    return {command.path: _group(words, command) for command in COMMANDS}


def _group(words: list[str], command: Command) -> int:
    title = command.title.casefold()
    if " ".join(words) in (title, f"{title} {command.menu.casefold()}"):
        return EXACT
    return IN_TITLE if _has_words(words, command.title) else IN_TEXT if _has_words(words, _text(command)) else SCATTERED


def _has_words(words: list[str], text: str) -> bool:
    return all(has_word(word, text) for word in words)


def _text(command: Command) -> str:
    return f"{command.title} {command.menu} {command.also}"


def _step_command(state: State, query: str) -> list[Command]:
    """A command that goes to the step in the query, or to the last step if it is past the end; none unless the query is
    a number.
    """
    number = query.strip()
    if not (number.isascii() and number.isdecimal()) or inspect(state).trace is None:
        return []
    step = min(int(number[:9]), last_step(state))
    words = f"Go to step {step}" if step == int(number[:9]) else f"Go to step {step} (last)"
    return [Command(words, GoToStep(step))]


def _field(palette: Palette, ui: Ui) -> tuple[bool, str]:
    imgui.set_next_item_width(fit_size(WIDTH, 0, ui).x)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    hint = f"{icons_fontawesome_6.ICON_FA_MAGNIFYING_GLASS} Command, scene, algorithm or step number"
    entered, query = imgui.input_text_with_hint(
        "##command", hint, palette.query, imgui.InputTextFlags_.enter_returns_true
    )
    return entered, palette.query if imgui.is_key_pressed(imgui.Key.escape) else query


def _list(state: State, rows: list[PaletteRow], chosen: int, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    height = min(len(rows), ROWS) * imgui.get_text_line_height_with_spacing() + 8 * ui.scale
    imgui.begin_child("found", fit_size(WIDTH, height / ui.scale, ui), 0, imgui.WindowFlags_.no_nav)
    explained = chosen
    for number in visible_rows(len(rows), chosen):
        clicked, _ = imgui.selectable(f"##command {rows[number].command.path}", number == chosen)
        if number == chosen:
            keep_in_view(chosen)
        if imgui.is_item_hovered():
            explained = number
        _words(state, rows[number], ui)
        if clicked:
            outcomes += _run(state, rows[number])
    imgui.end_child()
    if rows:
        _draw_help(rows[explained].command, ui)
    return outcomes


def _draw_help(command: Command, ui: Ui) -> None:
    """Draws what the command does, below the list: a tool tip would cover the results."""
    lines = text_lines(command.help_words(), imgui.get_content_region_avail().x)[:HELP_LINES]
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
    imgui.text_unformatted("\n".join([*lines, *[""] * (HELP_LINES - len(lines))]))
    imgui.pop_style_color()


def _words(state: State, row: PaletteRow, ui: Ui) -> None:
    """Draws a row: check mark, title, menu path and, right-aligned, the shortcut."""
    command = row.command
    dim = theme.rgba(tones.TEXT_DIM)
    imgui.same_line(4 * ui.scale)
    imgui.text_colored(theme.rgba(tones.ACCENT), icons_fontawesome_6.ICON_FA_CHECK if command.is_checked(state) else "")
    imgui.same_line(26 * ui.scale)
    imgui.text_colored(theme.rgba(tones.TEXT) if row.enabled else dim, command.words(state))
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.same_line(0, 12 * ui.scale)
        imgui.text_colored(dim, "  ·  ".join(filter(None, (command.note, command.menu.replace("/", " › ")))))
        if command.key:
            width = imgui.calc_text_size(command.key).x
            imgui.same_line(imgui.get_window_width() - width - 22 * ui.scale)
            imgui.text_colored(dim, command.key)


def _run(state: State, row: PaletteRow) -> list[Outcome]:
    """Runs the command and closes the palette; a disabled command does nothing and leaves it open."""
    if not row.enabled:
        return []
    remembered = [RememberCommand(row.command.path)] if row.command.menu else []
    return [CloseDialog(), *remembered, row.command.outcome(state)]


def _move(palette: Palette, row: int, count: int) -> list[Outcome]:
    """The arrow keys change the row, wrapping around at both ends; Page Up and Page Down move by a page."""
    keys = {imgui.Key.up_arrow: -1, imgui.Key.down_arrow: 1, imgui.Key.page_up: -ROWS, imgui.Key.page_down: ROWS}
    by = sum(rows for key, rows in keys.items() if imgui.is_key_pressed(key))
    if not by or not count:
        return []
    to = (row + by) % count if abs(by) == 1 else min(max(row + by, 0), count - 1)
    return [SearchFor(palette.query, to)]
