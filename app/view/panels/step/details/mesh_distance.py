"""A step of the distance of meshes: the pairs of nodes that it concerns, and the rest as a record."""

from typing import Any

from imgui_bundle import imgui, imgui_ctx

from gjkscope.app.ask.runs.record_text import MISSING
from gjkscope.app.view.panels.step.record import draw_record
from gjkscope.app.view.panels.step.record_table import begin_table, draw_cell, draw_heads, longest
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.field import field_of
from gjkscope.engine.mesh_distance import NodePair, PairFate, State, children_of
from gjkscope.engine.meshes.tree import NONE
from gjkscope.engine.plane.mesh_distance.steps import State as PlaneState
from gjkscope.engine.text import short

STEPS = (State, PlaneState)

FATES = {
    PairFate.WAITING: "waits",
    PairFate.PRUNED: "pruned",
    PairFate.SPLIT: "split",
    PairFate.MEASURED: "measured",
}


def draw_details(step: State, before: Any, ui: Ui) -> None:
    if step.visited != NONE:
        _draw_pairs(step, ui)
    draw_record(step, before, ui, elsewhere=("pairs",))


def _draw_pairs(step: State, ui: Ui) -> None:
    """Draws the pair that is visited, and the new ones, with what became of each."""
    imgui.separator_text("Pairs of nodes")
    numbers = [step.visited, *children_of(step)]
    rows = [(f"{number}", *_cells(step.pairs[number])) for number in numbers]
    fields = [field_of(step.pairs[step.visited], name) for name in SHOWN]
    with imgui_ctx.push_font(ui.fonts.mono.font, theme.SMALL_SIZE):
        if not begin_table("pairs", len(rows), 1 + len(SHOWN), longest(rows)):
            return
        draw_heads(("", "the pair's number"), *((field.label, field.definition) for field in fields), ui=ui)
        for number, (name, *cells) in zip(numbers, rows, strict=True):
            imgui.table_next_row()
            imgui.table_next_column()
            imgui.text(name)
            for field, key, text in zip(fields, SHOWN, cells, strict=True):
                value, path = getattr(step.pairs[number], key), f"pairs[{number}].{key}"
                draw_cell(text, value, MISSING, number != step.visited, path, field.definition)
    imgui.end_table()


def _cells(pair: NodePair) -> tuple[str, ...]:
    return str(pair.a), str(pair.b), short(pair.bound, 5), FATES[pair.fate]


SHOWN = ("a", "b", "bound", "fate")
