"""The import dialog: text on the left, its interpretation and a preview of the pair on the right.

The text is interpreted in a background job whenever it or a choice changes; the previous interpretation stays on
display meanwhile.  Import opens the scene exactly as shown.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.actions import CloseDialog, ShowImport
from gjkscope.app.model import ImportDialog, State
from gjkscope.app.notations.reading import Span
from gjkscope.app.panels.importing.interpretation import (
    NOTATION,
    Switched,
    draw_interpretation,
    draw_notation_choice,
)
from gjkscope.app.panels.importing.interpreting import Interpretation, interpret
from gjkscope.app.panels.importing.preview import draw_answer, draw_preview
from gjkscope.app.panels.importing.text_pane import Highlight, Mark, TextEvents, draw_text_pane
from gjkscope.app.panels.requests import BrowseText, Outcome, PasteText, TakeImport
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.ui import Ui
from gjkscope.app.panels.toolkit.widgets import shortened_label, tool_tip

TITLE = "Import a pair"
LARGEST = (1240.0, 860.0)  # pixels at 100 % scale
SHARE = (0.96, 0.94)  # of the window, at most
TEXT_SHARE = 0.47  # of the dialog's width
PREVIEW_SHARE = 0.36  # of the dialog's height
NOTHING = Interpretation()


def draw_import_dialog(state: State, dialog: ImportDialog, ui: Ui) -> list[Outcome]:
    """Draws the dialog, and returns what the user did in it."""
    if not imgui.is_popup_open(TITLE):
        imgui.open_popup(TITLE)
    area = imgui.get_main_viewport()
    room = area.work_size
    size = ImVec2(*(min(share * side, most * ui.scale) for share, side, most in zip(SHARE, room, LARGEST, strict=True)))
    imgui.set_next_window_pos(area.get_work_center(), imgui.Cond_.always, ImVec2(0.5, 0.5))
    imgui.set_next_window_size(size)
    visible, stays = imgui.begin_popup_modal(TITLE, True, FLAGS)
    outcomes: list[Outcome] = [] if stays else [CloseDialog()]
    if visible:
        outcomes += _contents(state, dialog, ui)
        if CloseDialog() in outcomes or imgui.is_key_pressed(imgui.Key.escape):
            imgui.close_current_popup()
        imgui.end_popup()
    return outcomes


def _contents(state: State, dialog: ImportDialog, ui: Ui) -> list[Outcome]:
    appearing = imgui.is_window_appearing()
    known = ui.jobs.request("import", interpret, dialog.text, dialog.file, dialog.choices) if dialog.text else None
    found: Interpretation = NOTHING if known is None else known.value
    current = known is not None and known.current
    bottom = imgui.get_frame_height_with_spacing() + imgui.get_style().item_spacing.y
    height = imgui.get_content_region_avail().y - bottom
    width = TEXT_SHARE * imgui.get_content_region_avail().x

    imgui.begin_child("text side", ImVec2(width, height))
    outcomes = _draw_source(dialog, ui)
    events, scrolled = _draw_text(dialog, found if current else NOTHING, appearing, ui)
    imgui.end_child()
    imgui.same_line()
    imgui.begin_child("interpretation side", ImVec2(0, height))
    changed, switched = _draw_right(state, dialog, found, current, ui)
    imgui.end_child()

    changed = _edited(changed, events, switched, found if current else NOTHING)
    outcomes += _draw_bottom(changed, found, current and changed == dialog, events.focused, ui)
    # Escape closes the dialog.  It also restores the field's old text, which must not count as typing and reopen it.
    if changed != dialog and not imgui.is_key_pressed(imgui.Key.escape) and not outcomes:
        return [ShowImport(changed)]
    return outcomes
