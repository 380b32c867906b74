"""The timeline: which algorithm, where in its run, and the buttons of a player."""

from math import ceil

from imgui_bundle import ImVec2, icons_fontawesome_6, imgui

import engine
from app.actions import Action, ChooseAlgorithm, GoToLast, GoToStep, SetRate, StepBy, TogglePlay
from app.drawing import palette
from app.state import State
from app.traces import current_step, inspect, last_step

from . import theme
from .options_row import draw_options
from .overlay import packed
from .ui import Ui

LEAST_SPACING = 3.0  # pixels at 100 % between two ticks: nearer ones would be drawn and not told apart
RATES = (0.5, 1.0, 2.0, 4.0)


def draw_timeline(state: State, ui: Ui) -> list[Action]:
    actions = _algorithm(state, ui)
    actions += draw_options(state, ui)
    imgui.same_line()
    actions += _transport(state)
    imgui.same_line()
    actions += _rate(state, ui)
    imgui.same_line()
    if inspect(state).trace is not None:
        imgui.text(f"step {current_step(state)} of {last_step(state)}")
    else:
        imgui.text_disabled("no steps: it does not take this pair")
    actions += _scrubber(state, ui)
    return actions


def _algorithm(state: State, ui: Ui) -> list[Action]:
    imgui.set_next_item_width(_combo_width())
    chosen: list[Action] = []
    # Of full height: nobody looks for an algorithm that has to be scrolled to.
    if imgui.begin_combo("##algorithm", engine.ALGORITHMS[state.algorithm].title, imgui.ComboFlags_.height_largest):
        for name, algorithm in engine.ALGORITHMS.items():
            clicked, _ = imgui.selectable(algorithm.title, name == state.algorithm)
            if clicked:
                chosen.append(ChooseAlgorithm(name))
        imgui.end_combo()
    return chosen


def _combo_width() -> float:
    """Of the longest title, with the arrow beside it."""
    titles = max(imgui.calc_text_size(algorithm.title).x for algorithm in engine.ALGORITHMS.values())
    return titles + imgui.get_frame_height() + 2 * imgui.get_style().frame_padding.x


def _transport(state: State) -> list[Action]:
    icons = icons_fontawesome_6
    play = icons.ICON_FA_PAUSE if state.playback.playing else icons.ICON_FA_PLAY
    buttons: tuple[tuple[str, str, Action], ...] = (
        (icons.ICON_FA_BACKWARD_FAST, "first step (Home)", GoToStep(0)),
        (icons.ICON_FA_BACKWARD_STEP, "one step back (,)", StepBy(-1)),
        (play, "play or pause (space)", TogglePlay()),
        (icons.ICON_FA_FORWARD_STEP, "one step forward (.)", StepBy(1)),
        (icons.ICON_FA_FORWARD_FAST, "last step (End)", GoToLast()),
    )
    actions: list[Action] = []
    for number, (icon, help_text, action) in enumerate(buttons):
        if number:
            imgui.same_line(0, 4)
        if imgui.button(f"{icon}##transport {number}"):
            actions.append(action)
        if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
            imgui.set_tooltip(help_text)
    return actions


def _rate(state: State, ui: Ui) -> list[Action]:
    imgui.set_next_item_width(70 * ui.scale)
    chosen: list[Action] = []
    if imgui.begin_combo("##rate", f"{state.playback.rate:g}×"):
        for rate in RATES:
            clicked, _ = imgui.selectable(f"{rate:g}×", rate == state.playback.rate)
            if clicked:
                chosen.append(SetRate(rate))
        imgui.end_combo()
    if imgui.is_item_hovered(imgui.HoveredFlags_.delay_normal):
        imgui.set_tooltip("playback speed, steps a second")
    return chosen


def _scrubber(state: State, ui: Ui) -> list[Action]:
    """A track with a tick a step, or a tick for several where there are many: press or drag on it to go there."""
    trace = inspect(state).trace
    width, height = imgui.get_content_region_avail().x, 30 * ui.scale
    origin = imgui.get_cursor_screen_pos()
    imgui.invisible_button("scrubber", ImVec2(max(width, 1), height))
    if trace is None:
        return []
    count = len(trace.steps)
    margin = 12 * ui.scale
    spacing = (width - 2 * margin) / max(count - 1, 1)
    canvas, y = imgui.get_window_draw_list(), origin.y + height / 2
    ends = ImVec2(origin.x + margin, y), ImVec2(origin.x + width - margin, y)
    canvas.add_line(*ends, packed(palette.faded(palette.DROPPED, 0.6)), 2 * ui.scale)
    apart = max(ceil(LEAST_SPACING * ui.scale / spacing), 1) if spacing > 0 else 1
    size = min(4 * ui.scale, max(0.4 * apart * spacing, ui.scale)) if count > 1 else 4 * ui.scale
    for index in range(0, count - 1, apart):
        center = ImVec2(origin.x + margin + index * spacing, y)
        canvas.add_circle_filled(center, size, packed(palette.DROPPED))
    canvas.add_circle_filled(ends[1] if count > 1 else ends[0], 5 * ui.scale, packed(palette.CHOSEN))
    here = ImVec2(origin.x + margin + current_step(state) * spacing, y)
    canvas.add_circle(here, 9 * ui.scale, packed(theme.rgba(theme.ACCENT)), 0, 2.5 * ui.scale)
    if not imgui.is_item_active():
        return []
    step_under = round((imgui.get_mouse_pos().x - origin.x - margin) / spacing) if spacing > 0 else 0
    step_under = min(max(step_under, 0), count - 1)
    return [GoToStep(step_under)] if step_under != current_step(state) else []
