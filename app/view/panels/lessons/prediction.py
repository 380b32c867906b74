"""A prediction on a page of a lesson: the question, the answers that can be chosen, and why the last one is wrong."""

from imgui_bundle import icons_fontawesome_6, imgui, imgui_ctx

from gjkscope.app.state.actions import (
    AnswerPrediction,
    AskPrediction,
    ClosePrediction,
    HoverTarget,
    OpenDemo,
)
from gjkscope.app.state.inspection.predictions import Challenge, explanation, open_challenge
from gjkscope.app.state.model import Bookmark, OpenPrediction, PredictionKind, PredictionTask, State
from gjkscope.app.state.model.lesson import progress_key
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import Outcome
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.markdown import draw_markdown
from gjkscope.app.view.panels.toolkit.precision import in_page, tip_in_full
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import Tone
from gjkscope.app.view.words.subscripts import with_subscripts

TO_ANSWER = icons_fontawesome_6.ICON_FA_CROSSHAIRS
DONE, WRONG = icons_fontawesome_6.ICON_FA_CIRCLE_CHECK, icons_fontawesome_6.ICON_FA_CIRCLE_XMARK
NUMBER_KEYS = 9

HOW = {
    PredictionKind.SUPPORT: "Click a numbered point in the view",
    PredictionKind.DROPPED: "Click a vertex in the view, or an answer here",
    PredictionKind.REGION: "Click a vertex, an edge or the middle of a face in the view, or an answer here",
    PredictionKind.AXIS: "Click an axis in the view, or an answer here",
    PredictionKind.DRAG_ORIGIN: "Drag the origin in the view of A − B, and release it",
}
KEYS = "Keyboard: Tab and Enter, or 1 … 9"


def draw_prediction_task(number: int, task: PredictionTask, state: State, mark: Bookmark, ui: Ui) -> list[Outcome]:
    """Draws the prediction; `number` is that of its part on the page."""
    challenge = open_challenge(state)
    if challenge is not None and mark.asked is not None and mark.asked.part == number:
        return _draw_asked(task, challenge, mark.asked, state, ui)
    done = progress_key(mark.lesson.name, mark.page, number) in state.preferences.learned
    return _draw_closed(number, task, done, challenge is not None, ui)


def prediction_tone(number: int, state: State, mark: Bookmark) -> Tone:
    """The colour of the prediction: whether it has been answered, and whether the last answer was wrong."""
    if mark.asked is not None and mark.asked.part == number and state.open_prediction is not None:
        return tones.BAD if mark.asked.wrong else tones.ACCENT
    done = progress_key(mark.lesson.name, mark.page, number) in state.preferences.learned
    return tones.GOOD if done else tones.ACCENT


def _draw_asked(
    task: PredictionTask, challenge: Challenge, asked: OpenPrediction, state: State, ui: Ui
) -> list[Outcome]:
    _heading("Predict" if not asked.wrong else "Not quite", TO_ANSWER if not asked.wrong else WRONG, asked, ui)
    outcomes: list[Outcome] = [*draw_markdown(task.prediction.text)]
    if why := explanation(state):
        imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.WARNING))
        outcomes += draw_markdown(in_page(why))
        imgui.pop_style_color()
        tip_in_full(why)
    with imgui_ctx.push_font(*ui.fonts.small):
        imgui.push_text_wrap_pos(0)
        how = HOW[challenge.prediction.kind]
        imgui.text_disabled(f"{how}." if challenge.is_dragged else f"{how}. {KEYS}.")
        imgui.pop_text_wrap_pos()
    outcomes += [] if challenge.is_dragged else _choices(challenge, asked, state)
    # Inconspicuous until some attempts have failed.
    if (imgui.button if asked.may_reveal else imgui.small_button)("Show me"):
        outcomes += [ClosePrediction(), OpenDemo(task.solution)]
    return outcomes


def _heading(words: str, icon: str, asked: OpenPrediction, ui: Ui) -> None:
    tone: Tone = tones.BAD if asked.wrong else tones.ACCENT
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text_colored(theme.rgba(tone), f"{icon}  {words}")


def _choices(challenge: Challenge, asked: OpenPrediction, state: State) -> list[Outcome]:
    """Draws a button for each target, which highlights it in the view."""
    outcomes: list[Outcome] = []
    pointed: int | None = None
    for i in range(len(challenge.targets)):
        text = _text(challenge, i)
        if i:
            same_line_if_fits(button_width(text))
        imgui.begin_disabled(i in asked.wrong)
        lit = state.pointer.hovered_target == i
        if lit:
            imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND))
        if imgui.button(f"{text}##target {i}"):
            outcomes.append(AnswerPrediction(i))
        if lit:
            imgui.pop_style_color()
        imgui.end_disabled()
        if imgui.is_item_hovered():
            pointed = i
    if imgui.is_window_hovered(imgui.HoveredFlags_.child_windows) and pointed != state.pointer.hovered_target:
        # not if a button moved under the pointer, as an explanation above the buttons moves them
        moved = imgui.get_io().mouse_delta
        if moved.x or moved.y:
            outcomes.append(HoverTarget(pointed))
    return outcomes


def _text(challenge: Challenge, number: int) -> str:
    """The text of an answer, with the digit that gives it."""
    target = challenge.targets[number]
    if challenge.prediction.kind in (PredictionKind.SUPPORT, PredictionKind.AXIS):
        return with_subscripts(target.label)  # as in the view
    if number >= NUMBER_KEYS:
        return with_subscripts(target.name)
    return f"{number + 1}  {with_subscripts(target.name)}"


def _draw_closed(number: int, task: PredictionTask, done: bool, other_is_open: bool, ui: Ui) -> list[Outcome]:
    """Draws a prediction that is not being asked: the question, and the praise once it has been answered."""
    with imgui_ctx.push_font(*ui.fonts.bold):
        words, icon, tone = ("Correct", DONE, tones.GOOD) if done else ("Predict", TO_ANSWER, tones.ACCENT)
        imgui.text_colored(theme.rgba(tone), f"{icon}  {words}")
    outcomes: list[Outcome] = [*draw_markdown(task.prediction.text)]
    if done:
        imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.GOOD))
        outcomes += draw_markdown(task.prediction.praise)
        imgui.pop_style_color()
    imgui.begin_disabled(other_is_open)
    button = imgui.small_button if done or other_is_open else imgui.button
    if button(f"{'Ask again' if done else 'Ask me'}##ask {number}"):
        outcomes.append(AskPrediction(number))
    imgui.end_disabled()
    return outcomes
