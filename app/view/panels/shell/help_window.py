"""The help window: shortcuts, mouse gestures, conventions and colours, with search."""

import re
from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import SearchFor
from gjkscope.app.state.inspection.transport import transport_unit
from gjkscope.app.state.model import HelpPage, State, Workspace
from gjkscope.app.view import tones
from gjkscope.app.view.drawing import palette
from gjkscope.app.view.drawing.drawlist import Color
from gjkscope.app.view.panels.commands import COMMANDS, FIXED, MENUS
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.markdown import draw_markdown
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.subscripts import has_subscripts
from gjkscope.app.view.words.titles import WORKSPACES

TITLE = "Help"
WIDTH, SHARE_OF_HEIGHT = 760.0, 0.78
COLUMN = 215.0  # width of the left column, pixels at 100 % scale


class HelpLine(NamedTuple):
    """A row of the help: the key or term, its description, and an optional colour swatch."""

    left: str
    right: str
    swatch: Color | None = None
    also: str = ""  # other words that find it


Topic = tuple[str, tuple[HelpLine, ...]]
"""A title, and the lines below it."""

MOUSE = (
    HelpLine("click", "select a body"),
    HelpLine("double click", "frame a body; in the list, rename it"),
    HelpLine("drag a body", "move it in the view plane, along an axis (X, Y, Z) or on the ground (G)"),
    HelpLine("Ctrl while dragging", "snap to increments; if snapping is on (M), turn it off"),
    HelpLine("Escape while dragging", "cancel the move"),
    HelpLine("right click in the list", "open the context menu of a body"),
    HelpLine("drag a handle", "move a body along an axis (W) or rotate it (E)"),
    HelpLine("drag the background", "orbit the camera"),
    HelpLine("Shift-drag, middle or right drag", "pan"),
    HelpLine("wheel", "zoom towards the pointer"),
    HelpLine("drag on the timeline", "go to a step"),
    HelpLine("hover a row of the SAT table", "show the axis and both projections"),
    HelpLine("hover a number", "show all digits"),
)
PRESENTING = (
    HelpLine("F5", "present the open demo, lesson or scene: a lecture on a projector, driven by a clicker"),
    HelpLine("Shift+F5", "present the open demo from its current time"),
    HelpLine(
        "Page down, →, ↓, Space, Enter", "play to the next stop: caption, pause or beat; in a lesson, step or page"
    ),
    HelpLine("Page down while it plays", "jump to the stop"),
    HelpLine("Page up, ←, ↑, Backspace", "back to the previous stop"),
    HelpLine("B or .", "black screen"),
    HelpLine("hold L", "laser pointer"),
    HelpLine("P, E", "pen, eraser; Ctrl+Z undoes the last stroke, C clears all"),
    HelpLine("Ctrl+1 … Ctrl+9", "bookmark the present place"),
    HelpLine("1 … 9", "go to that bookmark"),
    HelpLine("N", "notes, elapsed time and the next caption in a second window, for the presenter’s display"),
    HelpLine("Escape", "put down the pen, or end the presentation"),
    HelpLine("pointer at the bottom edge", "the bar with all of these"),
    HelpLine("lecture mode", "large text and thick lines without presenting: View › Lecture mode"),
)
CONVENTIONS = (
    HelpLine("space", "right-handed, y up; lengths in metres, angles in degrees"),
    HelpLine("A − B", "the Minkowski difference { a − b }; it contains the origin if the shapes intersect"),
    HelpLine("support", "s(d) = s_A(d) − s_B(−d), the point of A − B furthest along d"),
    HelpLine("signed distance", "> 0: the gap; < 0: minus the penetration depth; 0: touching"),
    HelpLine("normal", "a unit vector from A to B; for a penetrating pair, the axis of least depth"),
    HelpLine("push-out", "the translation of A that just separates the pair: −depth · normal"),
    HelpLine("witness points", "the closest points on A and B, or the deepest points if they penetrate"),
    HelpLine("touching", "|signed distance| is at most 1e-9 of the size of the larger shape"),
    HelpLine("undecided", "a limit was reached or the algorithm cannot decide; never reported as “separated”"),
    HelpLine("certified", "the verdict and the distance have a proof, checked in exact arithmetic"),
    HelpLine("of its hull", "the answer is about the convex hull of a mesh that is not convex, and not certified"),
)
DEMOS = (
    HelpLine("record a demo", "F9; type a caption into the bar below the menu, and press Enter to show it"),
    HelpLine("caption", "text over the views, with **bold**, *italic* and `code`; also the subtitles of a film"),
    HelpLine("lecture", "View > Lecture mode: large text and thick lines, for a projector", also="present audience"),
    HelpLine("play a demo", "Record > Demos; Ctrl+Space pauses, and any change takes over", also="resume seek"),
    HelpLine(
        "title, card, pointer, notes",
        "steps of a demo file, as are chapters, close-ups and fades: docs/demos.md",
        also="write point arrow spotlight dim",
    ),
    HelpLine(
        "edit a demo", "Ctrl+F9: cut a part, close pauses, change captions and timing, record over a part", also="trim"
    ),
    HelpLine(
        "sound", "the step `say`, the key `say` of a caption, or `sound` of the whole demo", also="audio voice music"
    ),
    HelpLine("make a film", "File > Export > Film…, or gjkscope record DEMO.gjkdemo.json -o OUT.mp4", also="video"),
    HelpLine("write a demo", "docs/demos.md lists all steps of a demo file"),
)
COLORS = (
    HelpLine("blue", "A and points on it", palette.A),
    HelpLine("orange", "B and points on it", palette.B),
    HelpLine("green", "A − B, the Minkowski difference", palette.DIFFERENCE),
    HelpLine("violet, thick", "the simplex, and the polytope that grows from it", palette.SIMPLEX),
    HelpLine("vermilion", "the push-out, and the feature that decides", palette.CHOSEN),
    HelpLine("pale pink", "overlaps of intervals and of boxes", palette.OVERLAP),
    HelpLine("bright green", "contact points", palette.CONTACT),
    HelpLine("yellow arrow", "search direction and support", palette.SEARCH),
    HelpLine("purple ring", "new in this step", palette.NEW),
    HelpLine("grey, dashed", "dropped or rejected", palette.DROPPED),
    HelpLine("crosshair", "the origin", palette.ORIGIN),
)


def draw_help(state: State, page: HelpPage, ui: Ui) -> list[Outcome]:
    """Draws the contents of the help window and returns a changed search, if any."""
    area = imgui.get_main_viewport().work_size
    size = ImVec2(min(WIDTH * ui.scale, 0.9 * area.x), SHARE_OF_HEIGHT * area.y)
    imgui.set_next_item_width(size.x)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    hint = f"{icons_fontawesome_6.ICON_FA_MAGNIFYING_GLASS} Search shortcuts, commands and terms"
    _, query = imgui.input_text_with_hint("##help", hint, page.query)
    imgui.begin_child("themes", size)
    shown = topics(page.query, ("Presenting", PRESENTING) if state.presenting.on else keys_of_workspace(state))
    for title, lines in shown:
        _theme(title, lines, ui)
    if not shown:
        imgui.text_disabled("No matches")
    imgui.end_child()
    closing = imgui.is_key_pressed(imgui.Key.escape)
    return [SearchFor(query)] if query != page.query and not closing else []


def topics(query: str, *first: Topic) -> list[tuple[str, list[HelpLine]]]:
    """The topics, each with the lines that contain every word of the query; topics without a match are omitted.

    `first` are topics that come before all others.
    """
    words = query.casefold().split()
    texts = (
        ("Mouse", MOUSE),
        ("Demos and films", DEMOS),
        ("Presenting", PRESENTING),
        ("Conventions", CONVENTIONS),
        ("Colours", COLORS),
    )
    others = (topic for topic in texts if topic not in first)
    all_themes = (*first, *_keys(), *others, *(_without_keys() if words else ()))
    kept = [(title, [line for line in lines if _has(words, title, line)]) for title, lines in all_themes]
    return [(title, lines) for title, lines in kept if lines]


def keys_of_workspace(state: State) -> Topic:
    """What the keys for playing and stepping mean there, and the keys of its own commands."""
    unit = transport_unit(state)
    own = [
        command
        for command in FIXED
        if command.keys and command.menu.startswith(OF_WORKSPACE[state.workspace]) and command.shown(state)
    ]
    lines = (
        HelpLine("Space", f"play or pause: {unit}s"),
        HelpLine(", and .", f"the {unit} before and after"),
        HelpLine("N, T, Tab", "open the panels to the left; the tables below; hide all panels"),
        HelpLine("Q", "select the next body; Ctrl with arrow keys moves it, Alt turns it"),
        HelpLine("Ctrl+Tab", "move the keyboard focus to the next panel; arrow keys and Enter work in it"),
        *(HelpLine(" or ".join(command.keys), command.words(state)) for command in own if command.title not in PLAYING),
    )
    return f"In this workspace: {WORKSPACES[state.workspace]}", lines


PLAYING = ("Play or pause", "Step back", "Step forward")  # which mean the unit of the workspace
OF_WORKSPACE: dict[Workspace, tuple[str, ...]] = {
    Workspace.LEARN: ("Learn",),
    Workspace.PAIR: ("Algorithm",),
    Workspace.CONTACTS: ("Algorithm",),
    Workspace.MOTION: ("Motion",),
    Workspace.MANY: ("Algorithm",),
    Workspace.ENGINES: ("File/Capture", "Algorithm/Compare with"),
}
"""The menus whose keys matter most in a workspace."""


def _keys() -> tuple[tuple[str, tuple[HelpLine, ...]], ...]:
    """The commands with shortcuts, grouped by menu."""
    return tuple(
        (
            f"Shortcuts: {menu}",
            tuple(
                HelpLine(
                    " or ".join(command.keys),
                    f"{command.title} – {command.help_words()}".removesuffix(" – "),
                    also=command.also,
                )
                for command in COMMANDS
                if command.keys and command.menu.partition("/")[0] == menu
            ),
        )
        for menu in (*MENUS, "")
    )


def _without_keys() -> tuple[tuple[str, tuple[HelpLine, ...]], ...]:
    """The commands without shortcuts, grouped by menu.  There are many, so only a search shows them."""
    return tuple(
        (
            f"Commands: {menu}",
            tuple(
                HelpLine(command.title, command.help_words() or f"in the menu {command.menu}", also=command.also)
                for command in COMMANDS
                if not command.keys and command.menu.partition("/")[0] == menu
            ),
        )
        for menu in MENUS
    )


def _has(words: list[str], title: str, line: HelpLine) -> bool:
    text = f"{title} {line.left} {line.right} {line.also}".casefold()
    return all(_begins_word(word, text) for word in words)


def _begins_word(part: str, text: str) -> bool:
    """Whether a word of the text begins with `part`: "cut" does not find all shortcuts."""
    return re.search((r"\b" if part[0].isalnum() else "") + re.escape(part), text) is not None


def _theme(title: str, lines: list[HelpLine], ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.separator_text(title)
    for line in lines:
        _line(line, ui)
    imgui.dummy(ImVec2(0, 6 * ui.scale))


def _line(line: HelpLine, ui: Ui) -> None:
    if line.swatch is not None:
        _swatch(line.swatch)
    imgui.text_colored(theme.rgba(tones.ACCENT), line.left)
    imgui.same_line(COLUMN * ui.scale)
    if has_subscripts(line.right):
        draw_markdown(line.right)
        return
    imgui.push_text_wrap_pos(0)
    imgui.text_unformatted(line.right)
    imgui.pop_text_wrap_pos()


def _swatch(color: Color) -> None:
    side = imgui.get_text_line_height()
    at = imgui.get_cursor_screen_pos()
    packed = imgui.get_color_u32(imgui.ImVec4(*theme.legible(color, palette.LINE_CONTRAST)))
    imgui.get_window_draw_list().add_rect_filled(at, ImVec2(at.x + side, at.y + side), packed, side / 4)
    imgui.dummy(ImVec2(side, side))
    imgui.same_line()
