"""The Lessons panel: the current page with its tasks and questions, or the table of contents if no lesson is open."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import fill

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.actions import AnswerQuestion, LeaveLesson, NoteDone, OpenDemo
from gjkscope.app.inspection.situation import is_fulfilled
from gjkscope.app.lessons.contents import LessonEntry, before, contents, entry_of, page_after, resume_at
from gjkscope.app.model import Bookmark, LessonTask, Part, PredictionTask, State
from gjkscope.app.model.lesson import MarkdownText, Question, progress_key
from gjkscope.app.panels.lessons.prediction import draw_prediction_task
from gjkscope.app.panels.requests import Outcome, ReadLesson
from gjkscope.app.panels.toolkit import theme
from gjkscope.app.panels.toolkit.markdown import draw_markdown
from gjkscope.app.panels.toolkit.overlay import packed_color
from gjkscope.app.panels.toolkit.panel import DockSlot, Panel
from gjkscope.app.panels.toolkit.theme import Tone
from gjkscope.app.panels.toolkit.ui import Ui

TITLE_GROWTH = 1.25  # size of a page's title relative to the text
DOT = 4.0  # radius of a page's dot, pixels at 100 % scale
PICTURE = (70.0, 44.0)  # thumbnail of a lesson in the contents, pixels at 100 % scale
BESIDE = 10.0  # gap between the thumbnail and the title, pixels at 100 % scale
TIP_WIDTH = 60  # characters
LETTERS = "abcdefgh"  # labels of the choices of a question

DONE, WRONG = icons_fontawesome_6.ICON_FA_CIRCLE_CHECK, icons_fontawesome_6.ICON_FA_CIRCLE_XMARK
TO_DO, TO_ANSWER = icons_fontawesome_6.ICON_FA_HAND_POINTER, icons_fontawesome_6.ICON_FA_CIRCLE_QUESTION
LIST, AGAIN = icons_fontawesome_6.ICON_FA_LIST, icons_fontawesome_6.ICON_FA_ROTATE_LEFT
NEXT, BACK = icons_fontawesome_6.ICON_FA_ARROW_RIGHT, icons_fontawesome_6.ICON_FA_ARROW_LEFT


def draw_lesson_panel(state: State, ui: Ui) -> list[Outcome]:
    return _contents(state, ui) if state.lesson is None else _page(state, state.lesson, ui)


PANEL = Panel("Lessons", DockSlot.LEFT, draw_lesson_panel, in_predictions=True)


# --- the contents ---


def _contents(state: State, ui: Ui) -> list[Outcome]:
    outcomes: list[Outcome] = []
    imgui.text_wrapped("A course in twelve lessons with live scenes, tasks and questions.")
    imgui.spacing()
    name, page = resume_at(state.preferences.learned)
    words = (
        f"Continue: lesson {entry_of(name).number}, page {page + 1}"
        if state.preferences.learned
        else "Start with lesson 1"
    )
    if imgui.button(f"{words}  {NEXT}", ImVec2(-1, 0)):
        outcomes.append(ReadLesson(name, page))
    imgui.spacing()
    for entry in contents():
        outcomes += _entry(entry, state, ui)
    return outcomes


def _entry(entry: LessonEntry, state: State, ui: Ui) -> list[Outcome]:
    """Draws a row of the contents; a click opens the lesson at its first unfinished page."""
    corner, height = imgui.get_cursor_screen_pos(), _height(entry, ui)
    clicked, _ = imgui.selectable(f"##lesson {entry.title}", False, 0, ImVec2(0, height))
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip(fill(entry.about, TIP_WIDTH))
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
    left, ink = corner.x + size.x + BESIDE * ui.scale, packed_color(theme.rgba(theme.TEXT))
    at = ImVec2(left, corner.y)
    canvas.add_text(imgui.get_font(), imgui.get_font_size(), at, ink, entry.heading, wrap_width=_room(ui))
    small, tone = ui.fonts.small, theme.GOOD if entry.is_done(state.preferences.learned) else theme.TEXT_DIM
    at = ImVec2(left, corner.y + height - _progress_height(ui))
    canvas.add_text(small.font, small.size * ui.scale, at, packed_color(theme.rgba(tone)), _progress(entry, state))


def _progress(entry: LessonEntry, state: State) -> str:
    done, pages = entry.pages_done(state.preferences.learned), len(entry.keys)
    return f"{DONE} done" if done == pages else f"{done} of {pages} pages" if done else f"{pages} pages"


# --- a page ---


def _page(state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    outcomes = _head(mark, ui)
    footer = 2 * imgui.get_frame_height_with_spacing()
    if imgui.begin_child(f"page {mark.lesson.name} {mark.page}", ImVec2(0, -footer)):
        with imgui_ctx.push_font(ui.fonts.bold.font, ui.fonts.bold.size * TITLE_GROWTH):
            imgui.text_wrapped(mark.shown.title)
        imgui.spacing()
        if mark.away:
            outcomes += _away(mark)
        for number, part in enumerate(mark.shown.parts):
            outcomes += PARTS[type(part)](number, part, state, mark, ui)
            imgui.spacing()
    imgui.end_child()
    return outcomes + _pages(state, mark, ui) + _buttons(mark)


def _head(mark: Bookmark, ui: Ui) -> list[Outcome]:
    entry = entry_of(mark.lesson.name)
    clicked = imgui.small_button(f"{LIST}##contents")
    if imgui.is_item_hovered():
        imgui.set_tooltip("All lessons. Exits this lesson and keeps its scene")
    imgui.same_line()
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.text_colored(theme.rgba(theme.TEXT_DIM), f"{entry.number}  {mark.lesson.title}")
    return [LeaveLesson()] if clicked else []


def _away(mark: Bookmark) -> list[Outcome]:
    imgui.push_style_color(imgui.Col_.text, theme.rgba(theme.WARNING))
    imgui.text_wrapped("Another scene is open.")
    imgui.pop_style_color()
    return [ReadLesson(mark.lesson.name, mark.page)] if imgui.button("Reopen the page's scene") else []


def _words(_number: int, words: MarkdownText, _state: State, _mark: Bookmark, _ui: Ui) -> list[Outcome]:
    return [*draw_markdown(words.text)]


def _task(number: int, task: LessonTask, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    done = progress_key(mark.lesson.name, mark.page, number) in state.preferences.learned
    outcomes: list[Outcome] = []
    with _box(f"task {number}"):
        _heading(*(("Done", DONE, theme.GOOD) if done else ("Try it", TO_DO, theme.ACCENT)), ui)
        outcomes += draw_markdown(task.text)
        if done:
            imgui.push_style_color(imgui.Col_.text, theme.rgba(theme.GOOD))
            outcomes += draw_markdown(task.praise)
            imgui.pop_style_color()
        elif imgui.tree_node_ex("Hint", imgui.TreeNodeFlags_.span_avail_width):
            outcomes += draw_markdown(task.hint)
            imgui.tree_pop()
        imgui.begin_disabled(mark.away)  # the solution starts from the page's scene
        if imgui.small_button("Show me"):
            outcomes.append(OpenDemo(task.solution))
        imgui.end_disabled()
    if not done and is_fulfilled(task.when, state, mark.start):
        outcomes.append(NoteDone(number))
    return outcomes


def _question(number: int, question: Question, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    answer = mark.answer_to(number)
    if answer is None and progress_key(mark.lesson.name, mark.page, number) in state.preferences.learned:
        answer = question.right
    outcomes: list[Outcome] = []
    with _box(f"question {number}"):
        words, icon, tone = _judged(question, answer)
        _heading(words, icon, tone, ui)
        outcomes += draw_markdown(question.text)
        for i, choice in enumerate(question.choices):
            if _choice(i, choice, tone if i == answer else theme.TEXT):
                outcomes.append(AnswerQuestion(number, i))
        if answer == question.right:
            outcomes += draw_markdown(question.why)
    return outcomes


def _judged(question: Question, answer: int | None) -> tuple[str, str, Tone]:
    """The feedback to an answer: its text, icon and colour."""
    if answer is None:
        return "What do you think?", TO_ANSWER, theme.ACCENT
    return ("Correct", DONE, theme.GOOD) if answer == question.right else ("Incorrect", WRONG, theme.BAD)


def _choice(number: int, choice: str, tone: Tone) -> bool:
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tone))
    clicked = _wrapped_row(choice, imgui.get_content_region_avail().x, f"{LETTERS[number]})")
    imgui.pop_style_color()
    return clicked


def _predict(number: int, task: PredictionTask, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    with _box(f"prediction {number}"):
        return draw_prediction_task(number, task, state, mark, ui)


PARTS: dict[type[Part], Callable[..., list[Outcome]]] = {
    MarkdownText: _words,
    LessonTask: _task,
    Question: _question,
    PredictionTask: _predict,
}


# --- page footer ---


def _pages(state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    """Draws a dot for each page: filled if the page is done, ringed if it is open."""
    outcomes: list[Outcome] = []
    canvas, radius = imgui.get_window_draw_list(), DOT * ui.scale
    for page, keys in enumerate(entry_of(mark.lesson.name).keys):
        side = imgui.get_frame_height() * 0.8
        corner = imgui.get_cursor_screen_pos()
        if imgui.invisible_button(f"page {page + 1}", ImVec2(side, imgui.get_frame_height())):
            outcomes.append(ReadLesson(mark.lesson.name, page))
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"{page + 1}  {mark.lesson.pages[page].title}")
        center = ImVec2(corner.x + side / 2, corner.y + imgui.get_frame_height() / 2)
        done = all(key in state.preferences.learned for key in keys)
        color = imgui.get_color_u32(theme.rgba(theme.GOOD if done else theme.TEXT_DIM))
        (canvas.add_circle_filled if done else canvas.add_circle)(center, radius, color)
        if page == mark.page:
            canvas.add_circle(center, 2 * radius, imgui.get_color_u32(theme.rgba(theme.ACCENT)), 0, 1.5 * ui.scale)
        imgui.same_line(0, 0)
    imgui.new_line()
    return outcomes


def _buttons(mark: Bookmark) -> list[Outcome]:
    name, page = mark.lesson.name, mark.page
    outcomes: list[Outcome] = []
    gap = imgui.get_style().item_spacing.x
    side = imgui.get_frame_height() * 1.4
    wide = ImVec2((imgui.get_content_region_avail().x - side - 2 * gap) / 2, 0)
    earlier, later = before(name, page), page_after(name, page)
    imgui.begin_disabled(earlier is None)
    if imgui.button(f"{BACK} Back", wide) and earlier:
        outcomes.append(ReadLesson(*earlier))
    imgui.end_disabled()
    imgui.same_line()
    if imgui.button(f"{AGAIN}##again", ImVec2(side, 0)):
        outcomes.append(ReadLesson(name, page))
    if imgui.is_item_hovered():
        imgui.set_tooltip("Restart the page and reset its scene")
    imgui.same_line()
    words = "Next" if later and later[0] == name else "Next lesson" if later else "Contents"
    if imgui.button(f"{words} {NEXT}", wide):
        outcomes.append(ReadLesson(*later) if later else LeaveLesson())
    return outcomes


# --- widgets ---


@contextmanager
def _box(name: str) -> Iterator[None]:
    """A framed box that is as high as its contents."""
    flags = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.borders | imgui.ChildFlags_.always_use_window_padding
    imgui.push_style_color(imgui.Col_.child_bg, theme.rgba(theme.FIELD))
    imgui.begin_child(name, ImVec2(0, 0), flags)
    try:
        yield
    finally:
        imgui.end_child()
        imgui.pop_style_color()


def _heading(words: str, icon: str, tone: Tone, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_colored(theme.rgba(tone), f"{icon}  {words}")


def _wrapped_row(text: str, width: float, sign: str = "") -> bool:
    """Draws clickable, wrapped text after an optional label; returns whether it was clicked."""
    indent = imgui.calc_text_size(f"{sign}  ").x if sign else 0.0
    height = imgui.calc_text_size(text, wrap_width=width - indent).y
    at = imgui.get_cursor_screen_pos()
    clicked, _ = imgui.selectable(f"##{text}", False, 0, ImVec2(width, height))
    canvas, color = imgui.get_window_draw_list(), imgui.get_color_u32(imgui.Col_.text)
    font, size = imgui.get_font(), imgui.get_font_size()
    canvas.add_text(at, color, sign)
    canvas.add_text(font, size, ImVec2(at.x + indent, at.y), color, text, wrap_width=width - indent)
    return clicked
