"""The Code panel: the source of the step that is shown, with the lines that ran and what each of them found.

The step is run again under a line tracer (engine/replay.py).  One walks through its lines forth and back, into the
functions that it calls and out again, and past its ends into the steps before and after.
"""

from textwrap import dedent

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from app.actions import Action, GoToLine, LineBy, LineOut
from app.identity import Identity
from app.replays import current_line, replay_of
from app.state import State
from app.traces import current_step, inspect
from engine.replay import MOST_LINES, Replay

from .code_page import Page, page_of
from .code_source import draw_source
from .code_values import draw_values
from .commands import hint
from .enlarge import draw_enlarge
from .run_choice import draw_run_choice
from .tips import tool_tip
from .ui import Ui

VALUES_SHARE = 0.36  # of the panel's width
DERIVATION_WIDTH = 640  # pixels at 100 %

BUTTONS: tuple[tuple[str, str, Action], ...] = (
    (icons_fontawesome_6.ICON_FA_ARROW_UP, hint("Previous line", "Previous line"), LineBy(-1)),
    (
        icons_fontawesome_6.ICON_FA_ARROW_DOWN,
        f"{hint('Next line', 'Next line')}; after the last, the next step",
        LineBy(1),
    ),
    (
        icons_fontawesome_6.ICON_FA_ARROW_RIGHT_TO_BRACKET,
        hint("Step into the function called here", "Step into"),
        LineBy(1, into=True),
    ),
    (
        icons_fontawesome_6.ICON_FA_ARROW_RIGHT_FROM_BRACKET,
        hint("Step out to the caller", "Step out"),
        LineOut(),
    ),
)


def draw_code_panel(state: State, ui: Ui) -> list[Action]:
    run, actions = draw_run_choice(state)
    replayed = replay_of(run)
    if replayed is None:
        reason = inspect(run).refusal or "only algorithms on the pair can be run line by line"
        imgui.text_wrapped(f"There is no step to show the code of: {reason}.")
        return actions
    line = current_line(run)
    page = page_of(Identity(replayed), line)
    actions += _bar(replayed, page, line, ui)
    if not imgui.begin_table("code", 2, TABLE_FLAGS, imgui.get_content_region_avail()):
        return actions
    imgui.table_setup_column("source", imgui.TableColumnFlags_.width_stretch, 1 - VALUES_SHARE)
    imgui.table_setup_column("values", imgui.TableColumnFlags_.width_stretch, VALUES_SHARE)
    imgui.table_next_column()
    actions += draw_source(replayed, page, line, current_step(run), ui)
    imgui.table_next_column()
    draw_values(page, ui)
    imgui.end_table()
    return actions


def _bar(replayed: Replay, page: Page, line: int | None, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    for number, (icon, help_text, action) in enumerate(BUTTONS):
        if imgui.button(f"{icon}##code {number}"):
            actions.append(action)
        tool_tip(help_text)
        imgui.same_line(0, 4 * ui.scale)
    draw_enlarge()
    actions += _trail(page, ui)
    _derivation(page, ui)
    imgui.same_line()
    imgui.text_disabled(_where(replayed, line))
    return actions


def _where(replayed: Replay, line: int | None) -> str:
    count = f"{len(replayed.lines)} lines ran" if line is None else f"line {line + 1} of {len(replayed.lines)}"
    return count if replayed.is_complete else f"{count}; only the first {MOST_LINES} are shown"


def _trail(page: Page, ui: Ui) -> list[Action]:
    """The functions that are under way, to go back to the line that each is at."""
    actions: list[Action] = []
    for depth, (function, line) in enumerate(page.trail):
        imgui.same_line()
        if depth:
            imgui.text_disabled("›")
            imgui.same_line()
        if imgui.small_button(f"{function}##depth {depth}"):
            actions.append(GoToLine(line))
    return actions


def _derivation(page: Page, ui: Ui) -> None:
    """What the file says about itself, where it is derived: to be unfolded and read."""
    imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_BOOK_OPEN} {page.source.file}"):
        imgui.open_popup("derivation")
    tool_tip("what this file does, where it is derived, and how it can fail")
    imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(DERIVATION_WIDTH * ui.scale, 1e6))
    if imgui.begin_popup("derivation"):
        imgui.push_text_wrap_pos((DERIVATION_WIDTH - 40) * ui.scale)
        imgui.text_unformatted(dedent(page.source.derivation))
        imgui.pop_text_wrap_pos()
        imgui.end_popup()


TABLE_FLAGS = imgui.TableFlags_.resizable | imgui.TableFlags_.borders_inner_v
