"""The open page of a lesson: its text, tasks, questions and controls, and what leads to other pages."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import AnswerQuestion, ExploreLesson, LeaveDemo, LeaveLesson, NoteDone, OpenDemo
from gjkscope.app.state.inspection.situation import is_fulfilled
from gjkscope.app.state.model import Bookmark, LessonTask, Part, PredictionTask, State
from gjkscope.app.state.model.lesson import MarkdownText, Question, progress_key
from gjkscope.app.teach.lessons.contents import before, entry_of, page_after
from gjkscope.app.teach.lessons.lit_code import split_code
from gjkscope.app.teach.lessons.seen import SENTENCE
from gjkscope.app.teach.lessons.vocabulary import with_definitions
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import key_of
from gjkscope.app.view.panels.lessons.controls import draw_controls
from gjkscope.app.view.panels.lessons.lesson_layout import OF_TEXT
from gjkscope.app.view.panels.lessons.lit_code import draw_lit_code
from gjkscope.app.view.panels.lessons.prediction import draw_prediction_task, prediction_tone
from gjkscope.app.view.panels.requests import Outcome, ReadLesson
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.markdown import NOTED, draw_markdown
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import shorten_label, tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.markup import without_marks

TITLE_SIZE = 25.0  # pixels at 100 % scale, as are all sizes here
MARGIN = 18.0  # on both sides of the text
LINE_LENGTH = 460.0  # at most
PADDING = (14.0, 11.0)  # of a task
BAR = 3.0  # the coloured edge of a task
GAP = 14.0  # between links
PANEL_HEIGHT = 250.0  # of a panel below the text
GROWING = (SENTENCE, "Step", "Timeline")  # panels that are as high as their contents instead
DOT = 4.0  # radius of a page's dot
LETTERS = "abcdefgh"  # labels of the choices of a question

DONE, WRONG = icons_fontawesome_6.ICON_FA_CIRCLE_CHECK, icons_fontawesome_6.ICON_FA_CIRCLE_XMARK
TO_DO, TO_ANSWER = icons_fontawesome_6.ICON_FA_HAND_POINTER, icons_fontawesome_6.ICON_FA_CIRCLE_QUESTION
STOP = icons_fontawesome_6.ICON_FA_STOP
NEXT, BACK = icons_fontawesome_6.ICON_FA_ARROW_RIGHT, icons_fontawesome_6.ICON_FA_ARROW_LEFT


Panels = Sequence[tuple[str, Callable[[State, Ui], Sequence[Outcome]]]]
"""Titles of panels, and the functions that draw them."""


def draw_lesson_page(state: State, ui: Ui, draw_menu: Callable[[], list[Outcome]], panels: Panels) -> list[Outcome]:
    """Draws the text of the open page with its tasks, questions and controls, into the current window.

    `draw_menu` draws a button that opens the menus; `panels` follow the text.
    """
    mark = state.lesson
    assert mark is not None
    outcomes = draw_menu()
    _draw_head(mark, ui)
    footer = 2 * imgui.get_frame_height_with_spacing() + imgui.get_style().item_spacing.y
    if imgui.begin_child(f"page {mark.lesson.name} {mark.page}", ImVec2(0, -footer)):
        outcomes += _column(state, mark, ui, panels)
    imgui.end_child()
    return outcomes + _buttons(state, mark, ui) + _leaving(mark, ui)


def _column(state: State, mark: Bookmark, ui: Ui, panels: Panels) -> list[Outcome]:
    """The title and the parts of the page, in lines of a readable length."""
    outcomes: list[Outcome] = []
    room = imgui.get_window_width()  # with and without a scroll bar, which lies in the margin
    margin = min(MARGIN * ui.scale, 0.05 * room)
    width = min(room - 2 * margin, LINE_LENGTH * ui.scale)
    imgui.set_cursor_pos_x(margin)
    flags = imgui.ChildFlags_.auto_resize_y
    if imgui.begin_child("column", ImVec2(width, 0), flags):
        with imgui_ctx.push_font(ui.fonts.bold.font, TITLE_SIZE):
            imgui.text_wrapped(mark.shown.title)
        imgui.spacing()
        imgui.spacing()
        controls = mark.shown.display.controls
        for number, part in enumerate(mark.shown.parts):
            outcomes += PARTS[type(part)](number, part, state, mark, ui)
            imgui.spacing()
            imgui.spacing()
        if not any(isinstance(part, LessonTask) for part in mark.shown.parts):
            outcomes += draw_controls(state, mark.shown.display, controls, ui)
        for title, draw in panels:
            outcomes += _panel(title, draw, state, ui)
        outcomes += _teaser(mark)
    imgui.end_child()
    return outcomes


def _teaser(mark: Bookmark) -> list[Outcome]:
    """On the last page of a lesson: what the next one is about."""
    after = page_after(mark.lesson.name, mark.page)
    if after is None or after[0] == mark.lesson.name:
        return []
    following = entry_of(after[0])
    return [*draw_markdown(f"**Next: lesson {following.number}, {following.title}.** {following.about}")]


def _panel(title: str, draw: Callable[[State, Ui], Sequence[Outcome]], state: State, ui: Ui) -> Sequence[Outcome]:
    """A panel in the column: as high as its contents if it is text, otherwise of a fixed height."""
    imgui.spacing()
    if title not in OF_TEXT:  # they begin with a heading
        imgui.separator_text(title)
    grows = title in GROWING
    flags = imgui.ChildFlags_.auto_resize_y if grows else imgui.ChildFlags_.none
    outcomes: Sequence[Outcome] = ()
    if imgui.begin_child(f"panel {title}", ImVec2(0, 0 if grows else PANEL_HEIGHT * ui.scale), flags):
        outcomes = draw(state, ui)
    imgui.end_child()
    return outcomes


def _draw_head(mark: Bookmark, ui: Ui) -> None:
    """The title of the lesson, and the page's number."""
    imgui.same_line()
    where = f"{mark.page + 1} of {len(mark.lesson.pages)}"
    with imgui_ctx.push_font(*ui.fonts.small):
        right = imgui.get_window_width() - imgui.calc_text_size(where).x - imgui.get_style().window_padding.x
        title = f"{entry_of(mark.lesson.name).number}  {mark.lesson.title}"
        imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
        imgui.align_text_to_frame_padding()
        imgui.text(shorten_label(title, right - imgui.get_cursor_pos_x() - GAP * ui.scale))
        imgui.same_line(right)
        imgui.align_text_to_frame_padding()
        imgui.text(where)
        imgui.pop_style_color()
    imgui.separator()


def _words(_number: int, words: MarkdownText, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    text, notes = with_definitions(words.text, mark.lesson.name, mark.page)
    outcomes, left = list[Outcome](), list(notes)
    for part in split_code(text):
        if isinstance(part, str):
            count = part.count(f"<{NOTED}>")
            outcomes += draw_markdown(part, left[:count])
            del left[:count]
        else:
            draw_lit_code(part, state, ui)
    return outcomes


def _task(number: int, task: LessonTask, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    done = progress_key(mark.lesson.name, mark.page, number) in state.preferences.learned
    part_follows = number + 1 < len(mark.shown.parts)
    outcomes: list[Outcome] = []
    tone = tones.GOOD if done else tones.ACCENT
    with _box(f"task {number}", tone, ui):
        _heading("Done" if done else "Try it", DONE if done else TO_DO, tone, ui)
        outcomes += draw_markdown(task.text)
        if _is_first_task(number, mark):
            outcomes += draw_controls(state, mark.shown.display, mark.shown.display.controls, ui)
        if done:
            imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.GOOD))
            outcomes += draw_markdown(task.praise)
            imgui.pop_style_color()
        elif imgui.tree_node_ex("Hint", imgui.TreeNodeFlags_.span_avail_width):
            outcomes += draw_markdown(task.hint)
            imgui.tree_pop()
        outcomes += _solution(task, state)
        if not done and (part_follows or mark.shown.display.panels):
            _leave_room(task.praise)
    if not done and is_fulfilled(task.when, state, mark.start):
        outcomes.append(NoteDone(number))
    return outcomes


def _leave_room(praise: str) -> None:
    """Reserves room for the praise, which will replace the hint, so that nothing below moves."""
    line, width = imgui.get_text_line_height_with_spacing(), imgui.get_content_region_avail().x
    lines = round(imgui.calc_text_size(without_marks(praise), wrap_width=width).y / imgui.get_text_line_height())
    if lines > 1:  # the hint has one line, too
        imgui.dummy((0, (lines - 1) * line - imgui.get_style().item_spacing.y))


def _is_first_task(number: int, mark: Bookmark) -> bool:
    """Whether the controls of the page are shown with this part."""
    return not any(isinstance(part, LessonTask) for part in mark.shown.parts[:number])


def _solution(task: LessonTask, state: State) -> list[Outcome]:
    """Plays the task's solution, or stops it."""
    show = state.show
    if show is not None and show.demo is task.solution and not show.taken_over and not show.is_over:
        return [LeaveDemo()] if imgui.button(f"{STOP} Stop") else []
    return [OpenDemo(task.solution)] if imgui.button("Show me") else []


def _question(number: int, question: Question, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    answer = mark.answer_to(number)
    if answer is None and progress_key(mark.lesson.name, mark.page, number) in state.preferences.learned:
        answer = question.right
    outcomes: list[Outcome] = []
    words, icon, tone = _feedback(question, answer)
    with _box(f"question {number}", tone, ui):
        _heading(words, icon, tone, ui)
        outcomes += draw_markdown(question.text)
        for i, choice in enumerate(question.choices):
            if _choice(i, choice.text, tone if i == answer else tones.TEXT):
                outcomes.append(AnswerQuestion(number, i))
        if answer is not None:
            outcomes += draw_markdown(question.why if answer == question.right else question.choices[answer].mistake)
    return outcomes


def _feedback(question: Question, answer: int | None) -> tuple[str, str, Tone]:
    """The feedback to an answer: its text, icon and colour."""
    if answer is None:
        return "What do you think?", TO_ANSWER, tones.ACCENT
    return ("Correct", DONE, tones.GOOD) if answer == question.right else ("Incorrect", WRONG, tones.BAD)


def _choice(number: int, choice: str, tone: Tone) -> bool:
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tone))
    clicked = _draw_wrapped_row(without_marks(choice), imgui.get_content_region_avail().x, f"{LETTERS[number]})")
    imgui.pop_style_color()
    return clicked


def _predict(number: int, task: PredictionTask, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    with _box(f"prediction {number}", prediction_tone(number, state, mark), ui):
        return draw_prediction_task(number, task, state, mark, ui)


PARTS: dict[type[Part], Callable[..., list[Outcome]]] = {
    MarkdownText: _words,
    LessonTask: _task,
    Question: _question,
    PredictionTask: _predict,
}


# --- page footer ---


def _buttons(state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    """Back and forward, with a dot for each page between them."""
    name, page = mark.lesson.name, mark.page
    outcomes: list[Outcome] = []
    earlier, later = before(name, page), page_after(name, page)
    words = "Next" if later and later[0] == name else "Next lesson" if later else "Contents"
    imgui.separator()
    imgui.begin_disabled(earlier is None)
    if imgui.button(f"{BACK} Back") and earlier:
        outcomes.append(ReadLesson(*earlier))
    tool_tip("Previous page (Page up)")
    imgui.end_disabled()
    width = button_width(f"{words} {NEXT}")
    right = imgui.get_window_width() - imgui.get_style().window_padding.x - width
    imgui.same_line()
    outcomes += _dots(state, mark, right - imgui.get_cursor_pos_x(), ui)
    imgui.same_line(right)
    is_read = all(progress_key(name, page, part) in state.preferences.learned for part in mark.shown.live)
    imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND if is_read else tones.RAISED))
    if imgui.button(f"{words} {NEXT}"):
        outcomes.append(ReadLesson(*later) if later else LeaveLesson())
    imgui.pop_style_color()
    tool_tip("Next page (Page down)" if later else "Exit the lesson")
    return outcomes


def _dots(state: State, mark: Bookmark, room: float, ui: Ui) -> list[Outcome]:
    """Draws a dot for each page, in the middle of `room`: filled if the page is done, ringed if it is open."""
    outcomes: list[Outcome] = []
    canvas, pages = imgui.get_window_draw_list(), entry_of(mark.lesson.name).keys
    side = min(0.8 * imgui.get_frame_height(), room / len(pages))
    radius = min(DOT * ui.scale, side / 3)
    imgui.set_cursor_pos_x(imgui.get_cursor_pos_x() + max(room - side * len(pages), 0) / 2)
    for page, keys in enumerate(pages):
        corner = imgui.get_cursor_screen_pos()
        if imgui.invisible_button(f"page {page + 1}", ImVec2(side, imgui.get_frame_height())):
            outcomes.append(ReadLesson(mark.lesson.name, page))
        if imgui.is_item_hovered():
            imgui.set_tooltip(f"{page + 1}  {mark.lesson.pages[page].title}")
        center = ImVec2(corner.x + side / 2, corner.y + imgui.get_frame_height() / 2)
        done = all(key in state.preferences.learned for key in keys)
        color = imgui.get_color_u32(theme.rgba(tones.GOOD if done else tones.TEXT_DIM))
        (canvas.add_circle_filled if done else canvas.add_circle)(center, radius, color)
        if page == mark.page:
            canvas.add_circle(center, 2 * radius, imgui.get_color_u32(theme.rgba(tones.ACCENT)), 0, 1.5 * ui.scale)
        imgui.same_line(0, 0)
    return outcomes


def _leaving(mark: Bookmark, ui: Ui) -> list[Outcome]:
    """Draws the buttons that leave the page: explore, restart, and exit the lesson."""
    outcomes: list[Outcome] = []
    leaving: tuple[tuple[str, str, Outcome], ...] = (
        (f"Explore freely ({key_of('Explore freely')})", EXPLORE_HELP, ExploreLesson()),
        ("Restart page", "Resets the scene of the page", ReadLesson(mark.lesson.name, mark.page)),
        ("Exit lesson", "Returns to your own scene", LeaveLesson()),
    )
    with imgui_ctx.push_font(*ui.fonts.small):
        for i, (words, help_text, outcome) in enumerate(leaving):
            if i:
                imgui.same_line(0, GAP * ui.scale)
                same_line_if_fits(imgui.calc_text_size(words).x)
            if imgui.text_link(words):
                outcomes.append(outcome)
            tool_tip(help_text)
    return outcomes


EXPLORE_HELP = "Shows this scene in the whole application; the same key returns to this page as it is"


# --- widgets ---


@contextmanager
def _box(name: str, tone: Tone, ui: Ui) -> Iterator[None]:
    """A box that is as high as its contents, with an edge in that colour."""
    flags = imgui.ChildFlags_.auto_resize_y | imgui.ChildFlags_.always_use_window_padding
    imgui.push_style_color(imgui.Col_.child_bg, theme.rgba(tones.FIELD))
    imgui.push_style_var(imgui.StyleVar_.window_padding, ImVec2(PADDING[0] * ui.scale, PADDING[1] * ui.scale))
    imgui.begin_child(name, ImVec2(0, 0), flags)
    imgui.pop_style_var()
    corner, size = imgui.get_window_pos(), imgui.get_window_size()
    end = ImVec2(corner.x + BAR * ui.scale, corner.y + size.y)
    imgui.get_window_draw_list().add_rect_filled(corner, end, pack_color(theme.rgba(tone)))
    try:
        yield
    finally:
        imgui.end_child()
        imgui.pop_style_color()


def _heading(words: str, icon: str, tone: Tone, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_colored(theme.rgba(tone), f"{icon}  {words}")


def _draw_wrapped_row(text: str, width: float, sign: str = "") -> bool:
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
