"""The controls that a page or a task needs, next to its text: steps, playback, algorithms, sliders, handles.

`CONTROLS` in `app/teach/lessons/display.py` lists their names.
"""

from collections.abc import Callable

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.ask.runs.choices import CHOICES
from gjkscope.app.state.actions import (
    Action,
    ChooseAlgorithm,
    ChooseGizmo,
    EndGesture,
    GoToBeat,
    GoToLast,
    GoToStep,
    LineBy,
    PlayMotion,
    ResetMotion,
    StepBy,
    StepMotion,
    TogglePlay,
)
from gjkscope.app.state.inspection.beats import shown_beat, words_of_beats
from gjkscope.app.state.inspection.comparison import end, position
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import Gizmo, State
from gjkscope.app.state.model.lesson import PageDisplay, Slider
from gjkscope.app.teach.lessons.sliders import slider_action, slider_value, slider_words
from gjkscope.app.view import tones
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.timeline.options_row import draw_options
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.sideways import button_width, same_line_if_fits
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import play_icon, player_button

icons = icons_fontawesome_6
GIZMOS = {
    Gizmo.MOVE: (icons.ICON_FA_ARROWS_UP_DOWN_LEFT_RIGHT, "Move"),
    Gizmo.ROTATE: (icons.ICON_FA_ROTATE, "Rotate"),
}
STEP, PLAY = "step", "play"  # drawn in one row


def draw_controls(state: State, display: PageDisplay, names: tuple[str, ...], ui: Ui) -> list[Action]:
    """Draws the named controls, the sliders and the choice of algorithms."""
    actions: list[Action] = []
    if display.algorithms:
        actions += _algorithms(state, display.algorithms, from_start=STEP in display.controls)
    if STEP in names:
        actions += _steps(state, PLAY in names)
    for name in names:
        if name in DRAWERS and not (name == PLAY and STEP in names):
            actions += DRAWERS[name](state, ui)
    handles = tuple(gizmo for gizmo in GIZMOS if gizmo.value in names)
    if len(handles) > 1:
        actions += _handles(state, handles)
    for slider in display.sliders:
        actions += _slider(state, slider, ui)
    return actions


def _buttons(buttons: tuple[tuple[str, str, Action], ...], group: str) -> list[Action]:
    """A row of buttons, each with its icon, its tool tip and its action."""
    actions: list[Action] = []
    for i, (icon, words, action) in enumerate(buttons):
        if i:
            imgui.same_line(0, imgui.get_style().item_inner_spacing.x)
        if player_button(icon, f"{group} {i}", words):
            actions.append(action)
    return actions


def _steps(state: State, plays: bool) -> list[Action]:
    """Buttons for steps, with the button that plays them in the middle."""
    if inspect(state).trace is None:  # there is nothing to step through, or a prediction still hides it
        return []
    playing = state.run.playback.playing
    play = (play_icon(playing), hint("Play or pause", "Play or pause"), TogglePlay())
    actions = _buttons(
        (
            (icons.ICON_FA_BACKWARD_FAST, hint("First step", "First step"), GoToStep(0)),
            (icons.ICON_FA_BACKWARD_STEP, hint("Step back", "Step back"), StepBy(-1)),
            *((play,) if plays else ()),
            (icons.ICON_FA_FORWARD_STEP, hint("Step forward", "Step forward"), StepBy(1)),
            (icons.ICON_FA_FORWARD_FAST, hint("Last step", "Last step"), GoToLast()),
        ),
        "lesson step",
    )
    # While a prediction is open, the run seems to end before its answer.
    words = f"Step {position(state)}" if state.open_prediction else f"Step {position(state)} of {end(state)}"
    same_line_if_fits(imgui.calc_text_size(words).x)
    imgui.align_text_to_frame_padding()
    imgui.text(words)
    return actions


def _beats(state: State, _: Ui) -> list[Action]:
    """The beats of the step, by their names; a click shows one again."""
    actions: list[Action] = []
    at = shown_beat(state)
    for i, (number, name, _sentence) in enumerate(words_of_beats(state)):
        if i:
            same_line_if_fits(button_width(name))
        if _toggle(name, at is not None and at.number == number):
            actions.append(GoToBeat(position(state), number))
    return actions


def _play(state: State, _: Ui) -> list[Action]:
    playing = state.run.playback.playing
    words = f"{play_icon(playing)}  {'Pause' if playing else 'Play'}"
    return [TogglePlay()] if imgui.button(f"{words}###lesson play") else []


def _track(state: State, _: Ui) -> list[Action]:
    last = end(state)
    imgui.set_next_item_width(-1)
    imgui.begin_disabled(last <= 0)
    changed, step = imgui.slider_int("##lesson track", position(state), 0, max(last, 1), "step %d")
    imgui.end_disabled()
    return [GoToStep(step)] if changed else []


def _lines(_: State, _ui: Ui) -> list[Action]:
    return _buttons(
        (
            (icons.ICON_FA_BACKWARD_STEP, "One line back (Shift+,)", LineBy(-1)),
            (icons.ICON_FA_FORWARD_STEP, "One line forward (Shift+.)", LineBy(1)),
        ),
        "lesson line",
    )


def _motion(state: State, _: Ui) -> list[Action]:
    moving = state.motion.simulation
    playing = moving is not None and moving.playing
    return _buttons(
        (
            (icons.ICON_FA_ROTATE_LEFT, "Back to the start", ResetMotion()),
            (icons.ICON_FA_BACKWARD_STEP, "One tick back", StepMotion(-1)),
            (play_icon(playing), "Pause" if playing else "Play", PlayMotion(not playing)),
            (icons.ICON_FA_FORWARD_STEP, "One tick forward", StepMotion(1)),
        ),
        "lesson motion",
    )


def _drag(state: State, _: Ui) -> list[Action]:
    names = [body.name for body in state.document.shown_bodies]
    bodies = " or ".join(names) if len(names) <= 3 else "a body"
    imgui.push_style_color(imgui.Col_.text, theme.rgba(tones.TEXT_DIM))
    again = " The run is computed again at once." if state.display.visible.steps else ""
    imgui.text_wrapped(f"{icons.ICON_FA_HAND_POINTER}  Drag {bodies} with the left mouse button.{again}")
    imgui.pop_style_color()
    return []


def _algorithms(state: State, names: tuple[str, ...], from_start: bool) -> list[Action]:
    """Buttons for algorithms; with `from_start`, the chosen one is shown at its first step."""
    actions: list[Action] = []
    for i, name in enumerate(names):
        if i:
            same_line_if_fits(button_width(CHOICES[name].title))
        if _toggle(CHOICES[name].title, name == state.run.algorithm):
            actions += [ChooseAlgorithm(name), *([GoToStep(0)] if from_start else [])]
    return actions


def _handles(state: State, handles: tuple[Gizmo, ...]) -> list[Action]:
    actions: list[Action] = []
    for i, gizmo in enumerate(handles):
        icon, words = GIZMOS[gizmo]
        if i:
            imgui.same_line(0, imgui.get_style().item_inner_spacing.x)
        if _toggle(f"{icon}  {words}", gizmo is state.display.gizmo):
            actions.append(ChooseGizmo(gizmo))
    return actions


def _toggle(words: str, is_on: bool) -> bool:
    imgui.push_style_color(imgui.Col_.button, theme.rgba(tones.ACCENT_GROUND if is_on else tones.RAISED))
    pressed: bool = imgui.button(words)
    imgui.pop_style_color()
    return pressed


def _slider(state: State, slider: Slider, ui: Ui) -> list[Action]:
    """Moves a body along an axis, or turns it about z."""
    body = next((body for body in state.document.scene.bodies if body.name == slider.body), None)
    if body is None:  # deleted
        return []
    name, value = f"{slider.body} {slider.part}", slider_value(slider, body)
    imgui.align_text_to_frame_padding()
    imgui.text(name)
    imgui.same_line()
    imgui.set_next_item_width(-1)
    shown = slider_words(slider, value)
    changed, chosen = imgui.slider_float(f"##slider {name}", value, slider.low, slider.high, shown)
    actions: list[Action] = [slider_action(slider, body, chosen)] if changed else []
    return [*actions, EndGesture()] if imgui.is_item_deactivated() else actions


DRAWERS: dict[str, Callable[[State, Ui], list[Action]]] = {
    PLAY: _play,
    "beats": _beats,
    "track": _track,
    "options": draw_options,
    "lines": _lines,
    "motion": _motion,
    "drag": _drag,
}
