"""The Lessons panel: the table of contents of the course, with pictures and progress."""

from textwrap import fill

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import ResumeLesson
from gjkscope.app.state.model import State
from gjkscope.app.teach.lessons.contents import LessonEntry, contents, entry_of, resume_at
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import Outcome, ReadLesson
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.words.markup import without_marks

PICTURE = (70.0, 44.0)  # thumbnail of a lesson, pixels at 100 % scale
BESIDE = 10.0  # gap between the thumbnail and the title, pixels at 100 % scale
TIP_WIDTH = 60  # characters
DONE, NEXT = icons_fontawesome_6.ICON_FA_CIRCLE_CHECK, icons_fontawesome_6.ICON_FA_ARROW_RIGHT


def draw_course_panel(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    imgui.text_wrapped(f"A course in {len(contents())} lessons with live scenes, tasks and questions.")
    imgui.spacing()
    with imgui_ctx.push_font(*ui.fonts.bold):
        if imgui.button(f"{_start_words(state)}  {NEXT}", ImVec2(-1, 1.3 * imgui.get_frame_height())):
            outcomes.append(ResumeLesson() if state.lesson else ReadLesson(*resume_at(state.preferences.learned)))
    imgui.spacing()
    chapter = ""
    for entry in contents():
        if entry.chapter != chapter:
            chapter = entry.chapter
            imgui.separator_text(chapter)
        outcomes += _entry(entry, state, ui)
    return outcomes


def _start_words(state: State) -> str:
    if state.lesson is not None:
        return "Back to the lesson"
    if not state.preferences.learned:
        return "Start with lesson 1"
    name, page = resume_at(state.preferences.learned)
    return f"Continue: lesson {entry_of(name).number}, page {page + 1}"


def _entry(entry: LessonEntry, state: State, ui: Ui) -> list[Outcome]:
    """Draws a row of the contents; a click opens the lesson at its first unfinished page."""
    corner, height = imgui.get_cursor_screen_pos(), _height(entry, ui)
    clicked, _ = imgui.selectable(f"##lesson {entry.title}", False, 0, ImVec2(0, height))
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(fill(without_marks(entry.about), TIP_WIDTH))
    _draw_entry(entry, corner, height, state, ui)
    if not clicked:
        return []
    return [
        ReadLesson(
            entry.name, 0 if entry.is_done(state.preferences.learned) else entry.first_open(state.preferences.learned)
        )
    ]


def _height(entry: LessonEntry, ui: Ui) -> float:
    """The height of a row in pixels: it fits the thumbnail, and the wrapped title with the progress below it."""
    title = imgui.calc_text_size(entry.heading, wrap_width=_room(ui)).y
    return max(PICTURE[1] * ui.scale, title + _progress_height(ui))


def _room(ui: Ui) -> float:
    """The width available for text beside the thumbnail, in pixels."""
    return max(imgui.get_content_region_avail().x - (PICTURE[0] + BESIDE) * ui.scale, 1.0)


def _progress_height(ui: Ui) -> float:
    return 1.2 * ui.fonts.small.size * ui.scale


def _draw_entry(entry: LessonEntry, corner: ImVec2, height: float, state: State, ui: Ui) -> None:
    """Draws the lesson's thumbnail, title and progress."""
    canvas, size = imgui.get_window_draw_list(), ImVec2(*(side * ui.scale for side in PICTURE))
    if texture := ui.renderer.pictures.texture(entry.picture):
        canvas.add_image(imgui.ImTextureRef(texture.glo), corner, ImVec2(corner.x + size.x, corner.y + size.y))
    left, ink = corner.x + size.x + BESIDE * ui.scale, pack_color(theme.rgba(tones.TEXT))
    at = ImVec2(left, corner.y)
    canvas.add_text(imgui.get_font(), imgui.get_font_size(), at, ink, entry.heading, wrap_width=_room(ui))
    small, tone = ui.fonts.small, tones.GOOD if entry.is_done(state.preferences.learned) else tones.TEXT_DIM
    at = ImVec2(left, corner.y + height - _progress_height(ui))
    canvas.add_text(small.font, small.drawn_size(ui.scale), at, pack_color(theme.rgba(tone)), _progress(entry, state))


def _progress(entry: LessonEntry, state: State) -> str:
    done, pages = entry.pages_done(state.preferences.learned), len(entry.keys)
    return f"{DONE} done" if done == pages else f"{done} of {pages} pages" if done else f"{pages} pages"
