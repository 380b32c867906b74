"""The contents of the presenter's second window: elapsed time, this caption and the next, notes, bookmarks."""

from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.presenting.briefing import briefing, elapsed_words
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.markdown import draw_markdown
from gjkscope.app.view.panels.toolkit.ui import Ui

TITLE = "Presenter’s notes"
SIZE = (560, 640)  # of the window, pixels at 100 %
NO_NOTES = "None. *Notes* in the editor of a demo writes them, and a `notes` block of a lesson's page."

FLAGS = imgui.WindowFlags_.no_decoration | imgui.WindowFlags_.no_docking | imgui.WindowFlags_.no_saved_settings


def draw_notes(state: State, ui: Ui) -> list[Outcome]:
    """Draws the notes over the whole window."""
    area, shown = imgui.get_main_viewport(), briefing(state)
    imgui.set_next_window_pos(area.pos)
    imgui.set_next_window_size(area.size)
    imgui.begin("##notes", None, FLAGS & ~imgui.WindowFlags_.no_scrollbar)
    with imgui_ctx.push_font(*ui.fonts.large_mono):
        imgui.text(elapsed_words(state.presenting.seconds))
    if shown.of:
        with imgui_ctx.push_font(*ui.fonts.large):
            progress = f"{shown.number} / {shown.of}"
            imgui.same_line(imgui.get_window_width() - imgui.calc_text_size(progress).x - 20 * ui.scale)
            imgui.text(progress)
    imgui.text_colored(theme.rgba(tones.TEXT_DIM), shown.title)
    if state.presenting.black:
        imgui.text_colored(theme.rgba(tones.WARNING), "The audience sees a black screen: press B")
    outcomes: list[Outcome] = []
    for heading, text in (("Now", shown.now), ("Next", shown.after), ("Notes", shown.notes or NO_NOTES)):
        outcomes += _section(heading, text, ui)
    if state.presenting.places:
        _heading("Bookmarks", ui)
        for bookmark in state.presenting.places:
            imgui.text(f"{bookmark.number}  {bookmark.name}")
    imgui.end()
    return outcomes


def _section(heading: str, text: str, ui: Ui) -> list[Outcome]:
    if not text:
        return []
    _heading(heading, ui)
    # A heading of a caption would be as large as a page's.
    return [*draw_markdown("\n\n".join(line.removeprefix("# ") for line in text.split("\n")))]


def _heading(text: str, ui: Ui) -> None:
    imgui.dummy(ImVec2(0, 4 * ui.scale))
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.separator_text(text)
