"""The help: keys and mouse by theme, the conventions, and what the colours mean; searchable."""

from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.actions import SearchFor
from gjkscope.app.drawing import palette
from gjkscope.app.drawing.drawlist import Color
from gjkscope.app.model import HelpPage, State
from gjkscope.app.panels.commands import COMMANDS, MENUS
from gjkscope.app.panels.requests import Outcome
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.ui import Ui

TITLE = "Help"
WIDTH, SHARE_OF_HEIGHT = 760.0, 0.78
COLUMN = 215.0  # pixels at 100 %: of keys, and of what a convention is about


class Line(NamedTuple):
    """What is on the left, what it does or means, and the colour that it is about."""

    left: str
    right: str
    swatch: Color | None = None


MOUSE = (
    Line("click", "select a shape"),
    Line("double click", "frame a shape; in the list, rename it"),
    Line("drag a shape", "move it in the plane of the view, along an axis (X Y Z) or on the ground (G)"),
    Line("Ctrl while dragging", "by whole steps, or not if those are chosen (M)"),
    Line("Escape while dragging", "put it back"),
    Line("right click in the list", "what can be done to a shape"),
    Line("pull at a handle", "move it along an axis (W), or turn it (E)"),
    Line("drag on empty space", "turn the views"),
    Line("Shift-drag, middle or right drag", "shift a view"),
    Line("wheel", "zoom to the pointer"),
    Line("drag on the timeline", "go to that step"),
    Line("hover a row of the SAT table", "show that axis with both projections"),
    Line("hover a number", "all of its digits"),
)
CONVENTIONS = (
    Line("space", "right-handed, y up; metres; degrees on the screen"),
    Line("A − B", "the Minkowski difference { a − b }: it contains the origin when the shapes overlap"),
    Line("support", "s(d) = s_A(d) − s_B(−d), the point of A − B that is furthest along d"),
    Line("signed distance", "> 0 the gap, < 0 minus the penetration depth, 0 touching"),
    Line("normal", "a unit vector from A to B; of a penetrating pair, the axis of least depth"),
    Line("push-out", "the shift of A that just separates the pair: −depth · normal"),
    Line("witness points", "where the shapes are nearest to each other, or deepest inside, on A and on B"),
    Line("touching", "a signed distance within 1e-9 of the size of the larger shape"),
    Line("undecided", "a limit was hit, or the algorithm cannot tell; never said as “separated”"),
    Line("certified", "exact arithmetic has confirmed a proof of the verdict and the distance"),
)
COLORS = (
    Line("blue", "A, and what lies on it", palette.A),
    Line("orange", "B, and what lies on it", palette.B),
    Line("green", "A − B, the Minkowski difference", palette.DIFFERENCE),
    Line("vermilion, thick", "the simplex, and what was chosen", palette.CHOSEN),
    Line("yellow, an arrow", "search direction and support", palette.SEARCH),
    Line("purple, a ring", "new in this step", palette.NEW),
    Line("grey, dashed", "dropped or rejected", palette.DROPPED),
    Line("cross-hair", "the origin", palette.ORIGIN),
)


def draw_help(_state: State, page: HelpPage, ui: Ui) -> list[Outcome]:
    """The contents of the help's window."""
    area = imgui.get_main_viewport().work_size
    size = ImVec2(min(WIDTH * ui.scale, 0.9 * area.x), SHARE_OF_HEIGHT * area.y)
    imgui.set_next_item_width(size.x)
    if imgui.is_window_appearing():
        imgui.set_keyboard_focus_here()
    hint = f"{icons_fontawesome_6.ICON_FA_MAGNIFYING_GLASS} search keys, actions and terms"
    _, query = imgui.input_text_with_hint("##help", hint, page.query)
    imgui.begin_child("themes", size)
    shown = themes(page.query)
    for title, lines in shown:
        _theme(title, lines, ui)
    if not shown:
        imgui.text_disabled("nothing here has these words")
    imgui.end_child()
    closing = imgui.is_key_pressed(imgui.Key.escape)
    return [SearchFor(query)] if query != page.query and not closing else []


def themes(query: str) -> list[tuple[str, list[Line]]]:
    """The themes with those of their lines that have all words of the query; no theme without lines."""
    words = query.casefold().split()
    all_themes = (*_keys(), ("Mouse", MOUSE), ("Conventions", CONVENTIONS), ("Colours", COLORS))
    kept = [(title, [line for line in lines if _has(words, title, line)]) for title, lines in all_themes]
    return [(title, lines) for title, lines in kept if lines]


def _keys() -> tuple[tuple[str, tuple[Line, ...]], ...]:
    """The commands that have keys, by menu."""
    return tuple(
        (
            f"Keys: {menu}",
            tuple(
                Line(" or ".join(command.keys), f"{command.title} – {command.help_words()}".removesuffix(" – "))
                for command in COMMANDS
                if command.keys and command.menu.partition("/")[0] == menu
            ),
        )
        for menu in (*MENUS, "")
    )


def _has(words: list[str], title: str, line: Line) -> bool:
    text = f"{title} {line.left} {line.right}".casefold()
    return all(word in text for word in words)


def _theme(title: str, lines: list[Line], ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.separator_text(title)
    for line in lines:
        _line(line, ui)
    imgui.dummy(ImVec2(0, 6 * ui.scale))


def _line(line: Line, ui: Ui) -> None:
    if line.swatch is not None:
        _swatch(line.swatch)
    imgui.text_colored(theme.rgba(theme.ACCENT), line.left)
    imgui.same_line(COLUMN * ui.scale)
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
