"""The start page: links to the first things to try.  Shown on first launch and from the Help menu."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.examples import examples
from gjkscope.app.scenes.scene import Scene
from gjkscope.app.scenes.scene_file import read_scene
from gjkscope.app.state.actions import (
    BrowseExamples,
    ChooseAlgorithm,
    CloseDialog,
    GoToStep,
    OpenScene,
    ShowHelp,
    ShowImport,
)
from gjkscope.app.state.model import ImportDialog, State
from gjkscope.app.teach.lessons.contents import contents, resume_at
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import key_of
from gjkscope.app.view.panels.requests import BrowseFiles, NewScene, Outcome, ReadLesson, ReadScene
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui, room_below

TITLE = "Start here"
WIDTH, ROW, ICON = 470.0, 48.0, 40.0  # pixels at 100 % scale
LEAST_ROWS = 2  # shown at least; others are scrolled if the window is too low
RECENT = 4  # number of recent files listed
FAULTY = resource("assets", "scenes", "museum", "hb-article-cycle-1.json")
PLANE_DEMO = resource("assets", "demos", "gjk-in-2d.gjkdemo.json")
FIRST_MISTAKE = 4  # the step at which the article's algorithm first goes wrong on this pair

INTRODUCTION = "See how 3D collision detection works, step by step, and why it goes wrong."
KEYS = (
    f"{key_of('Play or pause')} plays, “{key_of('Step back')}” and “{key_of('Step forward')}” step back and forward, "
    f"{key_of('Find command…')} finds any command, algorithm or example."
)


class StartRow(NamedTuple):
    icon: str
    title: str
    words: str
    outcomes: tuple[Outcome, ...]


def rows(state: State) -> list[StartRow]:
    """The rows of the page: first steps, then recent files that still exist."""
    icons = icons_fontawesome_6
    # OpenScene takes effect at once, so GoToStep applies to the new scene; ReadScene prompts to save changes first.
    opening = ReadScene((str(FAULTY),), is_example=True) if state.modified else OpenScene(_faulty_scene())
    fault = (CloseDialog(), opening, ChooseAlgorithm("headbutt"), GoToStep(FIRST_MISTAKE))
    recent = [path for path in state.preferences.recent_files if Path(path).is_file()][:RECENT]
    on = ReadLesson(*resume_at(state.preferences.learned))
    course = "Continue the course" if state.preferences.learned else "Take the course"
    return [
        StartRow(
            icons.ICON_FA_GRADUATION_CAP, course, f"{len(contents())} lessons with live scenes", (CloseDialog(), on)
        ),
        StartRow(
            icons.ICON_FA_PLAY,
            "Watch GJK in 2D",
            "Two triangles, in one minute",
            (CloseDialog(), ReadScene((str(PLANE_DEMO),), is_example=True)),
        ),
        StartRow(icons.ICON_FA_BUG, "See a published algorithm fail", "GJK from an article, at its first error", fault),
        StartRow(
            icons.ICON_FA_TABLE_CELLS,
            "Browse the examples",
            f"{len(examples())} scenes: teaching examples, and real bugs by engine or by cause",
            (BrowseExamples(),),
        ),
        StartRow(icons.ICON_FA_PLUS, "New scene", "Two cubes to drag and edit", (CloseDialog(), NewScene())),
        StartRow(icons.ICON_FA_DRAW_POLYGON, "New 2D scene", "Two polygons in the plane", (CloseDialog(), NewScene(2))),
        StartRow(
            icons.ICON_FA_FOLDER_OPEN,
            "Open scene or mesh",
            "Or drop a file on the window",
            (CloseDialog(), BrowseFiles()),
        ),
        StartRow(
            icons.ICON_FA_PASTE,
            "Import a pair",
            f"From code, an error log, a table, MJCF, URDF or SDF ({key_of('Paste pair')})",
            (ShowImport(ImportDialog()),),
        ),
        StartRow(
            icons.ICON_FA_KEYBOARD, "Shortcuts, mouse, colours", "Controls and what the views show", (ShowHelp(),)
        ),
        *(
            StartRow(icons.ICON_FA_CLOCK_ROTATE_LEFT, Path(path).name, str(Path(path).parent), _opening(path))
            for path in recent
        ),
    ]


def draw_start_page(state: State, ui: Ui) -> list[Outcome]:
    """Draws the page and returns the outcomes of a clicked row."""
    outcomes: list[Outcome] = []
    with imgui_ctx.push_font(*ui.fonts.large):
        imgui.text("gjkscope")
    imgui.push_text_wrap_pos(WIDTH * ui.scale)
    imgui.text(INTRODUCTION)
    imgui.spacing()
    shown = rows(state)
    imgui.begin_child("rows", ImVec2(WIDTH * ui.scale + imgui.get_style().scrollbar_size, _height(len(shown), ui)))
    for row in shown:
        if _draw_row(row, ui):
            outcomes += row.outcomes
    imgui.end_child()
    imgui.spacing()
    imgui.text_disabled(KEYS)
    imgui.pop_text_wrap_pos()
    return outcomes


@cache
def _faulty_scene() -> Scene:
    return read_scene(FAULTY)


def _opening(path: str) -> tuple[Outcome, ...]:
    return CloseDialog(), ReadScene((path,))


def _height(rows_: int, ui: Ui) -> float:
    """The height of the list: of all rows if the window has room for them above the lines that follow."""
    spacing = imgui.get_style().item_spacing.y
    row = ROW * ui.scale + spacing
    keys = imgui.calc_text_size(KEYS, wrap_width=WIDTH * ui.scale).y
    return min(rows_ * row, max(room_below() - keys - 3 * spacing, LEAST_ROWS * row))


def _draw_row(row: StartRow, ui: Ui) -> bool:
    """Draws a full-width button with an icon and two lines of text; returns whether it was clicked."""
    corner, size = imgui.get_cursor_screen_pos(), ImVec2(WIDTH * ui.scale, ROW * ui.scale)
    clicked, _ = imgui.selectable(f"##start {row.title}", False, 0, size)
    canvas, line = imgui.get_window_draw_list(), imgui.get_text_line_height()
    left, top = corner.x + ICON * ui.scale, corner.y + 0.5 * (size.y - 2.1 * line)
    canvas.add_text(ImVec2(corner.x + 10 * ui.scale, top + 0.5 * line), pack_color(theme.rgba(tones.ACCENT)), row.icon)
    canvas.add_text(ImVec2(left, top), pack_color(theme.rgba(tones.TEXT)), row.title)
    small = ui.fonts.small
    below = ImVec2(left, top + 1.15 * line)
    canvas.add_text(small.font, small.drawn_size(ui.scale), below, pack_color(theme.rgba(tones.TEXT_DIM)), row.words)
    return clicked
