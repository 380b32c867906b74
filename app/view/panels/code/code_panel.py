"""The Code panel: the source of the current step, with the lines that ran and the values they computed.

The step is run again under a line tracer (engine/analysis/replay.py).  The user steps through its lines forward and
back, into and out of the functions it calls, and past its ends into the next and previous steps.
"""

from textwrap import dedent

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, GoToLine, LineBy, LineOut
from gjkscope.app.state.inspection.replays import current_line, replay_of
from gjkscope.app.state.inspection.traces import current_step, inspect
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.code.code_page import CodePage, page_of
from gjkscope.app.view.panels.code.code_source import draw_source
from gjkscope.app.view.panels.code.code_values import draw_values
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.toolkit.run_choice import draw_run_choice
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.analysis.replay import MOST_LINES, Replay

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
    """Draws the source of the inspected step, with the values of its locals."""
    run, actions = draw_run_choice(state)
    replayed = replay_of(run)
    if replayed is None:
        reason = inspect(run).refusal or "only algorithms on the pair can be run line by line"
        imgui.text_wrapped(f"No code to show: {reason}.")
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


def _bar(replayed: Replay, page: CodePage, line: int | None, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    for number, (icon, help_text, action) in enumerate(BUTTONS):
        if imgui.button(f"{icon}##code {number}"):
            actions.append(action)
        tool_tip(help_text)
        imgui.same_line(0, 4 * ui.scale)
    actions += _trail(page, ui)
    _derivation(page, ui)
    imgui.same_line()
    imgui.text_disabled(_where(replayed, line))
    return actions


def _where(replayed: Replay, line: int | None) -> str:
    count = f"{len(replayed.lines)} lines ran" if line is None else f"line {line + 1} of {len(replayed.lines)}"
    return count if replayed.is_complete else f"{count}; only the first {MOST_LINES} are shown"


def _trail(page: CodePage, ui: Ui) -> list[Action]:
    """The call stack as buttons that go to the current line of each function."""
    actions: list[Action] = []
    for depth, (function, line) in enumerate(page.trail):
        imgui.same_line()
        if depth:
            imgui.text_disabled("›")
            imgui.same_line()
        if imgui.small_button(f"{function}##depth {depth}"):
            actions.append(GoToLine(line))
    return actions


def _derivation(page: CodePage, ui: Ui) -> None:
    """The module docstring with the derivation, collapsed."""
    imgui.same_line()
    if imgui.button(f"{icons_fontawesome_6.ICON_FA_BOOK_OPEN} {page.source.file}"):
        imgui.open_popup("derivation")
    tool_tip("What this file does, how it is derived, and how it can fail")
    imgui.set_next_window_size_constraints(ImVec2(0, 0), ImVec2(DERIVATION_WIDTH * ui.scale, 1e6))
    if imgui.begin_popup("derivation"):
        imgui.push_text_wrap_pos((DERIVATION_WIDTH - 40) * ui.scale)
        imgui.text_unformatted(dedent(page.source.derivation))
        imgui.pop_text_wrap_pos()
        imgui.end_popup()


TABLE_FLAGS = imgui.TableFlags_.resizable | imgui.TableFlags_.borders_inner_v
