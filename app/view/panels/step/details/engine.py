"""A step of an engine's algorithm: its tests, with both numbers and the truth, and the remaining fields."""

from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view import tones
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.step.record_table import begin_table, draw_cell, draw_heads, longest
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.analysis.beliefs import beliefs
from gjkscope.engine.published.decisions import DecisionBelief
from gjkscope.engine.published.engine_step import EngineStep
from gjkscope.engine.text import short

STEPS = (EngineStep,)

HEADS = (
    ("test", "the left side of the inequality"),
    ("computed", "the left side as the engine computes it"),
    ("exact", "the left side without rounding, if exact arithmetic examines it"),
    ("bound", "the right side"),
    ("result", "what the engine concludes; × marks an error, → a test that exact arithmetic decides instead"),
)
SHOWN_ELSEWHERE = ("decisions", "memory", "answer", "polytope", "action", "ending")


def draw_details(step: EngineStep, before: Any, ui: Ui) -> None:
    rows = beliefs(step)
    if rows:
        imgui.separator_text("Tests")
        _draw_tests(rows, ui)
    draw_record(step, before, ui, elsewhere=SHOWN_ELSEWHERE)


def _draw_tests(rows: tuple[DecisionBelief, ...], ui: Ui) -> None:
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):  # its columns are wide
        texts = [(row.decision.kind, short(row.decision.left), _exact(row), _bound(row), _result(row)) for row in rows]
        if not begin_table("tests", len(rows), len(HEADS), longest(texts)):
            return
        draw_heads(*HEADS, ui=ui)
        for i, (row, words) in enumerate(zip(rows, texts, strict=True)):
            _draw_row(i, row, words)
    imgui.end_table()


def _draw_row(i: int, row: DecisionBelief, words: tuple[str, ...]) -> None:
    imgui.table_next_row()
    imgui.table_next_column()
    imgui.text(words[0])
    tool_tip(row.subject)
    draw_cell(words[1], row.decision.left, MISSING, False, f"decisions[{i}].left", row.subject)
    for text in words[2:4]:
        imgui.table_next_column()
        imgui.text(text)
    imgui.table_next_column()
    tone = tones.BAD if row.is_wrong else tones.GOOD if row.is_corrected else tones.TEXT
    imgui.text_colored(theme.rgba(tone), words[4])
    tool_tip(row.kind.if_holds if row.decision.holds else row.kind.otherwise)


def _exact(row: DecisionBelief) -> str:
    return "" if row.exact_left is None else short(row.exact_left)


def _bound(row: DecisionBelief) -> str:
    return f"{row.kind.relation.removeprefix('|·| ')} {short(row.decision.right)}"


def _result(row: DecisionBelief) -> str:
    result = "holds" if row.decision.holds else "fails"
    if row.is_corrected:
        return f"→ {result}"
    return f"× {result}" if row.is_wrong else result
