"""The import dialog: text on the left, its interpretation and a preview of the pair on the right.

The text is interpreted in a background job whenever it or a choice changes; meanwhile the previous interpretation of
the same text stays on display.  Import opens the scene exactly as shown.
"""

from functools import lru_cache
from pathlib import Path

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

from gjkscope.app.base.identity import Identity
from gjkscope.app.base.records import replace
from gjkscope.app.bring.notations.digits import Extremes
from gjkscope.app.bring.notations.reading import Span
from gjkscope.app.state.actions import CloseDialog, SetNudges, ShowImport
from gjkscope.app.state.model import ImportDialog, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.importing.digits_note import draw_digits_note, nudges_reaching
from gjkscope.app.view.panels.importing.interpretation import draw_interpretation, draw_notation_choice
from gjkscope.app.view.panels.importing.interpreting import NOTATION, Interpretation, interpret, is_edit
from gjkscope.app.view.panels.importing.preview import draw_answer, draw_preview
from gjkscope.app.view.panels.importing.text_pane import Highlight, Mark, TextEvents, draw_text_pane
from gjkscope.app.view.panels.requests import BrowseText, Outcome, PasteText, TakeImport
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip

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
    if appearing:
        imgui.get_state_storage().set_bool(imgui.get_id("focus"), False)
    known = ui.jobs.request("import", interpret, dialog.text, dialog.file, dialog.choices) if dialog.text else None
    current = known is not None and known.current
    meaning: Interpretation = NOTHING
    if known is not None and (current or is_edit(known.value.text, dialog.text)):
        meaning = known.value
    bottom = imgui.get_frame_height_with_spacing() + imgui.get_style().item_spacing.y
    height = imgui.get_content_region_avail().y - bottom
    width = TEXT_SHARE * imgui.get_content_region_avail().x

    imgui.begin_child("text side", ImVec2(width, height))
    outcomes = _draw_source(dialog, ui)
    events = _draw_text(dialog, meaning if current else NOTHING, appearing, ui)
    imgui.end_child()
    imgui.same_line()
    imgui.begin_child("interpretation side", ImVec2(0, height))
    changed, pointed, examine = _draw_right(state, dialog, meaning, current, ui)
    imgui.end_child()

    changed = _edit(changed, events, pointed, meaning if current else NOTHING)
    outcomes += _draw_bottom(
        changed, meaning, current and _means_same(changed, dialog), events.focused, examine is not None, ui
    )
    if examine is not None and any(isinstance(outcome, TakeImport) for outcome in outcomes):
        nudges = nudges_reaching(examine, state.run.nudges)
        outcomes.append(SetNudges(nudges))  # brings the Stability panel to the front
    # Escape closes the dialog.  It also restores the field's old text, which must not count as typing and reopen it.
    if changed != dialog and not imgui.is_key_pressed(imgui.Key.escape) and not outcomes:
        return [ShowImport(changed)]
    return outcomes


def _draw_source(dialog: ImportDialog, ui: Ui) -> list[Outcome]:
    """The origin of the text, and buttons to replace it."""
    outcomes: list[Outcome] = []
    icons = icons_fontawesome_6
    if imgui.button(f"{icons.ICON_FA_PASTE} Paste"):
        outcomes.append(PasteText())
    tool_tip("Replace the text with the clipboard (Ctrl+V)")
    imgui.same_line()
    if imgui.button(f"{icons.ICON_FA_FOLDER_OPEN} File…"):
        outcomes.append(BrowseText())
    if dialog.file:
        imgui.same_line()
        imgui.text_disabled(shorten_label(Path(dialog.file).name, imgui.get_content_region_avail().x))
        tool_tip(dialog.file)
    return outcomes


def _draw_text(dialog: ImportDialog, meaning: Interpretation, appearing: bool, ui: Ui) -> TextEvents:
    """The text, with highlights if `meaning` is about it; scrolls to a new error, or to what is pointed at."""
    shown = meaning.place.start if meaning.place is not None else None
    scroll_to = shown if _is_new("fault", (meaning.fault, shown)) else None
    if _is_new("pointed", dialog.pointed) and dialog.pointed is not None:
        scroll_to = dialog.pointed[0]
    room = imgui.get_content_region_avail()
    size = ImVec2(room.x, max(room.y, LEAST_TEXT * ui.scale))
    highlights = _highlights(meaning, dialog.pointed)
    return draw_text_pane(dialog.text, highlights, scroll_to, appearing and not dialog.text, ui, size)


def _is_new(name: str, value: object) -> bool:
    """Whether the value differs from that of the last frame, which Dear ImGui's storage of the window keeps."""
    storage, key, known = imgui.get_state_storage(), imgui.get_id(name), hash(value) & 0x7FFFFFFF
    before = storage.get_int(key, -1)
    storage.set_int(key, known)
    return before != known


def _highlights(meaning: Interpretation, pointed: tuple[int, int] | None) -> list[Highlight]:
    marks = _lasting_highlights(Identity(meaning))
    return marks if pointed is None else [*marks, Highlight(Span(*pointed), Mark.POINTED)]


@lru_cache(maxsize=2)
def _lasting_highlights(known: Identity) -> list[Highlight]:
    """All highlights except for what is pointed at."""
    meaning: Interpretation = known.value
    marks: list[Highlight] = []
    if meaning.imported is not None:
        marks += [Highlight(fact.span, Mark.FACT) for fact in meaning.imported.facts]
        marks += [Highlight(question.span, Mark.QUESTION) for question in meaning.imported.questions if question.span]
        marks += [Highlight(part.span, Mark.QUESTION) for part in meaning.imported.unread]
    if meaning.place is not None:
        marks.append(Highlight(meaning.place, Mark.FAULT))
    return marks


def _draw_right(
    state: State, dialog: ImportDialog, meaning: Interpretation, current: bool, ui: Ui
) -> tuple[ImportDialog, Span | None, Extremes | None]:
    """The notation, the preview and the interpretation.

    Returns the updated dialog, what the pointer is on, and what the user wants to examine in the Stability panel.
    """
    titles, choices = dict(meaning.titles), dialog.choices
    automatic = NOTATION not in dict(choices)
    width = imgui.get_content_region_avail().x
    switched = choices
    if dialog.text:
        switched = draw_notation_choice(meaning.notation, automatic, titles, choices, current, width)
    camera, pointed, examine = dialog.camera, None, None
    if meaning.imported is not None and meaning.preview is not None:
        room = imgui.get_content_region_avail()
        size = ImVec2(room.x, PREVIEW_SHARE * room.y)
        z_up = state.view.cameras.z_up if meaning.z_up is None else meaning.z_up
        camera = draw_preview(meaning.preview, camera, z_up, ui, state.appearance.theme, size)
        draw_answer(meaning.preview, ui)
        imgui.begin_child("values", imgui.get_content_region_avail())
        examine = draw_digits_note(meaning.imported, ui)
        at = Span(*dialog.pointed) if dialog.pointed is not None else None
        done = draw_interpretation(meaning.imported, switched, at, ui)
        if current:
            switched, pointed = done
        imgui.end_child()
    elif meaning.fault:
        _draw_fault(meaning.fault, automatic)
    elif dialog.text:
        imgui.text_disabled("Reading…")
    if switched != choices:
        camera = None  # another interpretation may have another size
    return replace(dialog, choices=switched, camera=camera), pointed, examine


def _draw_fault(fault: str, automatic: bool) -> None:
    imgui.spacing()
    imgui.push_text_wrap_pos(0)
    imgui.text_colored(theme.rgba(tones.BAD), f"{icons_fontawesome_6.ICON_FA_CIRCLE_XMARK} {fault}")
    imgui.spacing()
    imgui.text_disabled(REMEDY if automatic else f"{REMEDY}  Or choose another notation above.")
    imgui.pop_text_wrap_pos()


def _edit(changed: ImportDialog, events: TextEvents, pointed: Span | None, meaning: Interpretation) -> ImportDialog:
    """The dialog after the user's actions in both halves."""
    if events.text != changed.text:  # positions in the old text mean nothing in the new one
        return replace(changed, text=events.text, pointed=None)
    span = pointed if pointed is not None else _span_at(meaning, events.pointed)
    return replace(changed, pointed=None if span is None else (span.start, span.end))


def _means_same(before: ImportDialog, after: ImportDialog) -> bool:
    return (before.text, before.choices) == (after.text, after.choices)


def _span_at(meaning: Interpretation, offset: int | None) -> Span | None:
    """The smallest part of the text around the offset that a value was read from."""
    if meaning.imported is None or offset is None:
        return None
    spans = [fact.span for fact in meaning.imported.facts]
    spans += [assumption.span for assumption in meaning.imported.assumptions if assumption.span is not None]
    around = [span for span in spans if span.start <= offset < span.end]
    return min(around, key=lambda span: span.end - span.start, default=None)


def _draw_bottom(
    dialog: ImportDialog, meaning: Interpretation, current: bool, typing: bool, asked: bool, ui: Ui
) -> list[Outcome]:
    """What is missing, and the buttons; `asked`: the user asked for the import elsewhere in the dialog."""
    questions = len({question.what for question in meaning.imported.questions}) if meaning.imported else 0
    ready = current and meaning.scene is not None and not questions
    size = ImVec2(BUTTON * ui.scale, 0)
    room = imgui.get_content_region_avail().x - 2 * size.x - 2 * imgui.get_style().item_spacing.x
    imgui.align_text_to_frame_padding()
    _draw_status(dialog, current, questions, room)
    imgui.same_line(imgui.get_cursor_pos_x() + room)
    outcomes: list[Outcome] = []
    if ready and not typing and _is_first_time(imgui.get_id("focus")):
        imgui.set_keyboard_focus_here()  # so that Enter imports, whatever had the keyboard focus while reading
    imgui.begin_disabled(not ready)
    pressed = imgui.button("Import", size)
    imgui.end_disabled()
    tool_tip("Opens the scene as shown (Enter)" if ready else WAITING[bool(questions)], when_disabled=True)
    imgui.same_line()
    # It would get the keyboard focus while Import is disabled, and Enter would then cancel.
    imgui.push_item_flag(imgui.ItemFlags_.no_nav, not ready)
    if imgui.button("Cancel", size):
        outcomes.append(CloseDialog())
    imgui.pop_item_flag()
    if (pressed or asked or _is_confirmed(typing)) and ready and meaning.scene is not None:
        outcomes.append(TakeImport(meaning.scene, dialog.discard, meaning.z_up))
    if not typing and imgui.is_key_chord_pressed(imgui.Key.mod_ctrl | imgui.Key.v):
        outcomes.append(PasteText())
    return outcomes


def _is_first_time(key: int) -> bool:
    """Whether this is the first call with this key since the dialog was opened."""
    storage = imgui.get_state_storage()
    known = storage.get_bool(key)
    storage.set_bool(key, True)
    return not known


def _is_confirmed(typing: bool) -> bool:
    """Whether Enter was pressed; in the text it breaks the line, and Ctrl+Enter confirms."""
    enter = imgui.is_key_pressed(imgui.Key.enter, False) or imgui.is_key_pressed(imgui.Key.keypad_enter, False)
    return enter and (imgui.get_io().key_ctrl or not (typing or imgui.is_any_item_focused()))


def _draw_status(dialog: ImportDialog, current: bool, questions: int, room: float) -> None:
    icons = icons_fontawesome_6
    if not dialog.text:
        imgui.text_disabled("")
    elif not current:
        imgui.text_disabled("Reading…")
    elif questions:
        words = f"{icons.ICON_FA_CIRCLE_QUESTION} {WAITING[True]}"
        imgui.text_colored(theme.rgba(tones.WARNING), shorten_label(words, room))
    else:
        imgui.text_disabled("")


FLAGS = imgui.WindowFlags_.no_resize | imgui.WindowFlags_.no_move | imgui.WindowFlags_.no_saved_settings
BUTTON = 100.0  # pixels at 100 % scale
LEAST_TEXT = 40.0
WAITING = {True: "Answer the questions first", False: "Nothing to import yet"}
REMEDY = "Correct the text on the left, or leave only the part with the pair."
