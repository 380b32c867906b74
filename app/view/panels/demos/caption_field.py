"""The field on the track in which a caption is written, in place of its block."""

from imgui_bundle import ImVec2, imgui

from gjkscope.app.state.actions import CloseCaptionDraft, WantCaption
from gjkscope.app.state.model import CaptionDraft, State
from gjkscope.app.state.model.demo import MarkKind
from gjkscope.app.view.panels.demos.track_layout import TrackLayout
from gjkscope.app.view.panels.requests import Outcome, SetCaption
from gjkscope.app.view.panels.toolkit.ui import Ui

WIDEST = 420.0  # pixels at 100 %
EMPTY = "Caption: Enter keeps it, Escape discards it"
TO_REMOVE = "Enter removes the caption, Escape keeps it"
# Selects all of the text each time the field opens; otherwise the cursor would be where it was.
FLAGS = imgui.InputTextFlags_.enter_returns_true | imgui.InputTextFlags_.auto_select_all


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


def _text(state: State, draft: CaptionDraft) -> str:
    captions = state.show.demo.marks_of(MarkKind.CAPTION) if state.show is not None else ()
    return captions[draft.number].text if draft.number is not None and draft.number < len(captions) else ""


def _place(draft: CaptionDraft, layout: TrackLayout, ui: Ui) -> None:
    """Puts the field where the caption begins, inside of the track."""
    scale, (top, foot) = layout.scale, layout.rows.captions
    width = min(WIDEST * ui.scale, scale.width)
    left = min(max(scale.x(draft.tick), scale.left), scale.left + scale.width - width)
    imgui.set_cursor_screen_pos(ImVec2(left, (top + foot - imgui.get_frame_height()) / 2))
    imgui.set_next_item_width(width)
