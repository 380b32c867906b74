"""The breakpoints panel: the list with the hits in this run, and a field for custom expressions."""

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.ask.breakpoints import CONDITIONS, Breakpoint, ExpressionError, parse
from gjkscope.app.state.actions import (
    Action,
    AddBreakpoint,
    DeleteBreakpoint,
    DraftBreakpoint,
    EditBreakpoint,
    EnableBreakpoint,
    GoToStep,
    RunToBreakpoint,
)
from gjkscope.app.state.inspection.breakpoint_hits import Hits, hits
from gjkscope.app.state.inspection.traces import step_record
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import keep_in_view
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip

LINKS = 12  # hits listed by step number; the rest are only counted
HELP = """A condition on the values of a step:
   lower > prev.lower and region == EDGE_AB
   norm(closest - prev.closest) < 1e-12
   flat or support.birth > 10
prev is the previous step; ( ) [ ] + − * / ** < <= > >= == != and or not
abs min max norm dot len isnan; names of regions and exits in capitals
"""


def draw_breakpoints_panel(state: State, ui: Ui) -> list[Action]:
    """Draws the expression field and the list of breakpoints."""
    actions = _run_buttons()
    actions += _draft(state, ui)
    if not imgui.begin_table("breakpoints", 3, TABLE_FLAGS, ImVec2(0, 0)):
        return actions
    imgui.table_setup_column("condition", imgui.TableColumnFlags_.width_fixed)
    imgui.table_setup_column("hits in this run", imgui.TableColumnFlags_.width_stretch)
    imgui.table_setup_column("", imgui.TableColumnFlags_.width_fixed)
    imgui.table_setup_scroll_freeze(0, 1)
    imgui.table_headers_row()
    for number, entry in enumerate(state.tools.breakpoints):
        imgui.table_next_row()
        actions += _row(state, number, entry)
        if entry is state.tools.breakpoints[-1] and entry.expression not in CONDITIONS:
            keep_in_view(entry.expression)  # just added
    imgui.end_table()
    return actions


def _run_buttons() -> list[Action]:
    actions: list[Action] = []
    for icon, words, back in (
        (icons_fontawesome_6.ICON_FA_ARROW_LEFT, hint("Previous hit", "Run to previous breakpoint"), True),
        (icons_fontawesome_6.ICON_FA_ARROW_RIGHT, hint("Next hit", "Run to next breakpoint"), False),
    ):
        if imgui.button(f"{icon}##{words}"):
            actions.append(RunToBreakpoint(back))
        tool_tip(f"Run to the {words}")
        imgui.same_line()
    return actions


# --- the field for custom expressions ---


def _draft(state: State, ui: Ui) -> list[Action]:
    """Draws the expression field, with its error or number of hits updated while typing."""
    draft = state.shell.draft
    with imgui_ctx.push_font(*ui.fonts.mono):
        imgui.set_next_item_width(-150 * ui.scale)
        left = imgui.get_cursor_screen_pos().x + imgui.get_style().frame_padding.x
        entered, text = imgui.input_text_with_hint(
            "##expression", "lower > prev.lower and region == EDGE_AB", draft.text, FIELD_FLAGS
        )
    fault = draft_error(state, text)
    if entered and fault:
        imgui.set_keyboard_focus_here(-1)  # the next keys correct the text instead of acting as shortcuts
    imgui.same_line()
    words = "Add" if draft.number is None else "Change"
    imgui.begin_disabled(bool(fault) or not text.strip())
    entered = imgui.button(f"{words}##breakpoint") or (entered and not fault)
    imgui.end_disabled()
    imgui.same_line()
    imgui.text_disabled(icons_fontawesome_6.ICON_FA_CIRCLE_QUESTION)
    if imgui.is_item_hovered():
        _help(state, ui)
    if text.strip():
        _draw_verdict(state, text, fault, left, ui)
    if entered and text.strip():
        kept = AddBreakpoint(text) if draft.number is None else EditBreakpoint(draft.number, text.strip())
        return [kept, DraftBreakpoint("")]
    return [DraftBreakpoint(text, draft.number)] if text != draft.text else []


def draft_error(state: State, text: str) -> ExpressionError | None:
    """The syntax error of the text, or its error at a step of this run."""
    try:
        parse(text)
    except ExpressionError as fault:
        return fault
    result = hits(state, Breakpoint(text))
    return ExpressionError(result.why, result.column) if result.column is not None else None


def _draw_verdict(state: State, text: str, fault: ExpressionError | None, left: float, ui: Ui) -> None:
    """Shows the error below the offending character, or the number of hits."""
    if fault is None:
        result = hits(state, Breakpoint(text))
        imgui.text_disabled(result.why or f"would hit {_hit_words(len(result.steps))}")
        return
    with imgui_ctx.push_font(*ui.fonts.mono):
        at = left + imgui.calc_text_size(text[: fault.column]).x
    imgui.set_cursor_screen_pos(ImVec2(at, imgui.get_cursor_screen_pos().y))
    imgui.text_colored(theme.rgba(tones.BAD), icons_fontawesome_6.ICON_FA_CARET_UP)
    imgui.same_line()
    if at - left > imgui.get_content_region_avail().x:  # a line of its own has more room
        imgui.new_line()
    imgui.push_text_wrap_pos(0)
    imgui.text_colored(theme.rgba(tones.BAD), str(fault))
    imgui.pop_text_wrap_pos()


def _help(state: State, ui: Ui) -> None:
    if not imgui.begin_tooltip():
        return
    imgui.text(HELP)
    step = step_record(state)
    imgui.push_text_wrap_pos(30 * imgui.get_font_size())
    for title, names in (("Values of this run's steps", step._fields if step else ()), ("Conditions", CONDITIONS)):
        imgui.text_disabled(title)
        with imgui_ctx.push_font(*ui.fonts.mono):
            imgui.text("  ".join(names))
    imgui.pop_text_wrap_pos()
    imgui.end_tooltip()


# --- the list ---


def _row(state: State, number: int, entry: Breakpoint) -> list[Action]:
    actions: list[Action] = []
    imgui.table_next_column()
    condition = CONDITIONS.get(entry.expression)
    title = condition.title if condition else entry.expression
    toggled, enabled = imgui.checkbox(f"{title}##breakpoint {number}", entry.enabled)
    if toggled:
        actions.append(EnableBreakpoint(number, enabled))
    if condition and imgui.is_item_hovered(imgui.HoveredFlags_.delay_short):
        imgui.set_tooltip(f"{condition.help_text}\nin expressions: {entry.expression}")
    imgui.table_next_column()
    actions += _links(number, entry, hits(state, entry))
    imgui.table_next_column()
    return actions + ([] if condition else _own_buttons(number, entry))


def _links(number: int, entry: Breakpoint, result: Hits) -> list[Action]:
    """Draws the number of hits, and links to the first of them."""
    actions: list[Action] = []
    if result.why:
        imgui.text_disabled(result.why.removeprefix(f"{entry.expression} "))  # the title is beside it
        if not result.steps:
            return []
    elif not result.steps:
        imgui.text_disabled("none")
        return []
    imgui.text(f"{len(result.steps)}:")
    for step in result.steps[:LINKS]:
        imgui.same_line()
        if imgui.text_link(f"{step}##hit {number}"):
            actions.append(GoToStep(step))
    if len(result.steps) > LINKS:
        imgui.same_line()
        imgui.text_disabled(f"and {len(result.steps) - LINKS} more")
    return actions


def _own_buttons(number: int, entry: Breakpoint) -> list[Action]:
    actions: list[Action] = []
    if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_PEN}##edit {number}"):
        actions.append(DraftBreakpoint(entry.expression, number))
    tool_tip("Edit in the field above")
    imgui.same_line()
    if imgui.small_button(f"{icons_fontawesome_6.ICON_FA_TRASH}##delete {number}"):
        actions.append(DeleteBreakpoint(number))
    tool_tip("delete")
    return actions


def _hit_words(steps: int) -> str:
    return "no step of this run" if steps == 0 else f"{steps} step{'' if steps == 1 else 's'} of this run"


FIELD_FLAGS = imgui.InputTextFlags_.enter_returns_true
TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.scroll_y | imgui.TableFlags_.borders_inner_v
