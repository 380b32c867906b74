"""The fields on the track in which a caption, in place of its block, and the presenter's notes are written."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.actions import CloseCaptionDraft, WantCaption
from gjkscope.app.state.model import CaptionDraft, State
from gjkscope.app.state.model.demo import MarkKind
from gjkscope.app.teach.demos.takes.edit import notes_at
from gjkscope.app.view import tones
from gjkscope.app.view.panels.demos.track_layout import TrackLayout
from gjkscope.app.view.panels.requests import Outcome, SetCaption, SetNotes
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label

WIDEST = 420.0  # pixels at 100 %
EMPTY = "Caption: Enter keeps it, Escape discards it"
TO_REMOVE = "Enter removes the caption, Escape keeps it"
# Selects all of the text each time the field opens; otherwise the cursor would be where it was.
FLAGS = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all
NO_NOTES_YET = "Notes: Enter keeps them, Ctrl+Enter starts a line, Escape discards"
NOTES_FLAGS = FLAGS | imgui.InputTextFlags_.ctrl_enter_for_new_line


def draw_caption_field(state: State, draft: CaptionDraft, layout: TrackLayout, ui: Ui) -> list[Outcome]:
    """Draws the field.  Enter sets the caption, as leaving the field does after a change; Escape discards the text."""
    outcomes: list[Outcome] = []
    text = _text(state, draft)
    _place(draft, layout, ui)
    if state.shell.caption_wanted:
        imgui.set_keyboard_focus_here()
        outcomes.append(WantCaption(on=False))
    words = TO_REMOVE if text else EMPTY
    entered, written = imgui.input_text_with_hint("##written", words, text, FLAGS)
    if not (entered or imgui.is_item_deactivated()):
        return outcomes
    is_discarded = imgui.is_key_pressed(imgui.Key.escape) or written.strip() == text.strip()
    kept = [] if is_discarded else [SetCaption(written, draft.tick, draft.number)]
    return [*outcomes, CloseCaptionDraft(), *kept]


def draw_notes_field(state: State, draft: CaptionDraft, layout: TrackLayout, ui: Ui) -> list[Outcome]:
    """Draws the field of the notes at the playhead; Ctrl+Enter begins a new line."""
    outcomes: list[Outcome] = []
    text = notes_at(state.show.demo, draft.tick) if state.show is not None else ""
    size = _place_notes(draft, layout, ui)
    if state.shell.caption_wanted:
        imgui.set_keyboard_focus_here()
        outcomes.append(WantCaption(on=False))
    entered, written = imgui.input_text_multiline("##notes", text, size, NOTES_FLAGS)
    is_left = entered or imgui.is_item_deactivated()
    if not written:
        _hint_at_notes()
    if not is_left:
        return outcomes
    is_discarded = imgui.is_key_pressed(imgui.Key.escape) or written.strip() == text.strip()
    return [*outcomes, CloseCaptionDraft(), *([] if is_discarded else [SetNotes(written, draft.tick)])]


def _text(state: State, draft: CaptionDraft) -> str:
    captions = state.show.demo.marks_of(MarkKind.CAPTION) if state.show is not None else ()
    return captions[draft.number].text if draft.number is not None and draft.number < len(captions) else ""


def _place(draft: CaptionDraft, layout: TrackLayout, ui: Ui) -> None:
    """Puts the field where the caption begins, inside of the track."""
    left, width = _extent(draft, layout, ui)
    top, foot = layout.rows.captions
    imgui.set_cursor_screen_pos(ImVec2(left, (top + foot - imgui.get_frame_height()) / 2))
    imgui.set_next_item_width(width)


def _place_notes(draft: CaptionDraft, layout: TrackLayout, ui: Ui) -> ImVec2:
    """Puts the cursor where the notes begin, over both rows of the track; returns the size of the field."""
    left, width = _extent(draft, layout, ui)
    top, foot = layout.rows.sections[0], layout.rows.captions[1]
    imgui.set_cursor_screen_pos(ImVec2(left, top))
    return ImVec2(width, foot - top)


def _hint_at_notes() -> None:
    """Draws what an empty field is for; unlike a field of one line, it has no hint of its own."""
    corner, padding = imgui.get_item_rect_min(), imgui.get_style().frame_padding
    words = shorten_label(NO_NOTES_YET, imgui.get_item_rect_size().x - 2 * padding.x)
    ink = pack_color(theme.rgba(tones.TEXT_DIM))
    imgui.get_foreground_draw_list().add_text(ImVec2(corner.x + padding.x, corner.y + padding.y), ink, words)


def _extent(draft: CaptionDraft, layout: TrackLayout, ui: Ui) -> tuple[float, float]:
    """The left edge of the field, and its width."""
    scale = layout.scale
    width = min(WIDEST * ui.scale, scale.width)
    return min(max(scale.x(draft.tick), scale.left), scale.left + scale.width - width), width
