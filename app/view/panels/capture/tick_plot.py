"""The ticks of a capture: the number of pairs and the greatest error of each, and the choice of a tick."""

from functools import lru_cache
from math import ceil, log10
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, imgui, implot

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import (
    Action,
    GoToCaptureTick,
    ShowTickBodies,
    StepCaptureTick,
)
from gjkscope.app.state.model import CaptureState, CaptureTable, State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import round_length
from gjkscope.app.view.panels.toolkit.plots import CURVES_ONLY, LOCKED_AXIS
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.engine.text import counted, percent

Numbers = npt.NDArray[np.float64]

LEAST_ERROR, MOST_ERROR = 1e-9, 10.0  # what the plot shows; beyond that, a mark stays at its border
SMALLEST = ImVec2(80, 40)  # smallest plot, pixels
FEW_LINES = 7  # of text: a lower plot has no room for four labels
LABEL_ROOM = 70.0  # pixels at 100 % scale, for each label of the tick axis
COLUMN = 2.0  # pixels: narrower ones would not be seen
SNAP = 4.0  # pixels at 100 % scale within which a wrong tick is chosen
HEADROOM = 1.6  # of the pair counts, so that they stay below the errors


class TickColumns(NamedTuple):
    """Consecutive ticks, drawn as one."""

    places: Numbers  # (C,) index of the middle tick
    pairs: Numbers  # (C,) the most
    worst: Numbers  # (C,) log10 of the greatest error; NaN if it is not known
    wrong: npt.NDArray[np.bool_]  # (C,)


def draw_ticks(state: State, ui: Ui, height: float) -> list[Action]:
    """Draws the switch of the bodies and the plot, `height` pixels high; 0 fills the available height."""
    table = state.capture.table
    if table is None or not table.timeline.size:
        imgui.text_disabled("Reading…" if state.capture.run and state.capture.run.is_running else "No pairs")
        return []
    actions = _draw_switch(state.capture) + _draw_plot(state.capture, table, ui, height)
    return actions + _handle_arrows()


def tick_words(table: CaptureTable, index: int) -> str:
    """ "tick 412: 500 pairs, 1 wrong, error 35 %"."""
    timeline = table.timeline
    words = [counted(int(timeline.begins[index + 1] - timeline.begins[index]), "pair")]
    wrong, worst = int(timeline.wrong[index]), float(timeline.worst[index])
    if wrong:
        words.append(f"{wrong:,} wrong")
    if np.isfinite(worst) and worst > 0:
        words.append(f"error {'' if wrong else '≤ '}{percent(worst)}")
    return f"tick {timeline.ticks[index]}: {', '.join(words)}"


def _draw_switch(capture: CaptureState) -> list[Action]:
    changed, shown = imgui.checkbox("Bodies", capture.shows_tick)
    tool_tip("Shows the bodies of the tick in the World view, instead of the scene")
    return [ShowTickBodies(shown)] if changed else []


def _handle_arrows() -> list[Action]:
    """Left and Right choose the tick before and after while the ticks have the keyboard focus, as after a click on
    them.
    """
    if not imgui.is_window_focused() or imgui.get_io().want_text_input:
        return []
    owner = imgui.get_id("arrows")
    for key in ARROWS:
        imgui.internal.set_key_owner(key, owner)  # they do not move the keyboard's focus
    return [StepCaptureTick(by) for key, by in ARROWS.items() if imgui.is_key_pressed(key)]


# --- plot ---


def _draw_plot(capture: CaptureState, table: CaptureTable, ui: Ui, height: float) -> list[Action]:
    implot.push_style_var(implot.StyleVar_.plot_min_size, SMALLEST)
    implot.push_style_var(implot.StyleVar_.plot_padding, ImVec2(4 * ui.scale, 4 * ui.scale))
    width, room = imgui.get_content_region_avail().x, height or imgui.get_content_region_avail().y
    begun = implot.begin_plot("##ticks", ImVec2(-1, height or -1), CURVES_ONLY)
    implot.pop_style_var(2)
    if not begun:
        return []
    last = table.timeline.size - 1
    columns = _columns(Identity(table), max(int(width / (COLUMN * ui.scale)), 1))
    is_low = room < FEW_LINES * imgui.get_text_line_height()
    _set_up_axes(table, columns, last, max(int(width / (LABEL_ROOM * ui.scale)), 1), 6 if is_low else 3)
    _draw_columns(columns, ui)
    here = np.array([float(capture.tick_index)])
    implot.plot_inf_lines("##tick", here, implot.Spec(line_color=theme.rgba(tones.TEXT), line_weight=1.5 * ui.scale))
    actions = _choose_tick(capture, table, ui)
    implot.end_plot()
    return actions


@lru_cache(maxsize=1)  # a table is large
def _columns(known: Identity, most: int) -> TickColumns:
    table: CaptureTable = known.value
    timeline = table.timeline
    each = ceil(timeline.size / most)
    firsts = np.arange(0, timeline.size, each)
    worst = np.maximum.reduceat(timeline.worst, firsts)
    worst = np.where(worst > 0, np.clip(worst, LEAST_ERROR, MOST_ERROR), np.nan)
    return TickColumns(
        np.minimum(firsts + (each - 1) / 2, timeline.size - 1),
        np.maximum.reduceat(timeline.pairs, firsts).astype(np.float64),
        np.log10(worst),
        np.maximum.reduceat(timeline.wrong, firsts) > 0,
    )


def _set_up_axes(table: CaptureTable, columns: TickColumns, last: int, most: int, step_y: int) -> None:
    implot.setup_axes("", "", LOCKED_AXIS, LOCKED_AXIS)
    step = max(round(round_length(max(last / most, 1))), 1)
    places = [float(index) for index in range(0, last + 1, step)]
    implot.setup_axis_ticks(implot.ImAxis_.x1, places, [str(table.timeline.ticks[int(x)]) for x in places])
    powers = range(round(log10(LEAST_ERROR)), round(log10(MOST_ERROR)) + 1)
    shown = [power for power in powers if power % step_y == 0]
    labels = [percent(10.0**power) for power in shown]
    implot.setup_axis_ticks(implot.ImAxis_.y1, [float(power) for power in shown], labels)
    margin = max(0.01 * last, 0.5)
    low, high = log10(LEAST_ERROR), log10(MOST_ERROR)
    implot.setup_axes_limits(-margin, last + margin, low - 0.3, high, implot.Cond_.always)
    implot.setup_axis(implot.ImAxis_.y2, "", LOCKED_AXIS | implot.AxisFlags_.no_decorations)
    implot.setup_axis_limits(implot.ImAxis_.y2, 0, HEADROOM * columns.pairs.max(), implot.Cond_.always)


def _draw_columns(columns: TickColumns, ui: Ui) -> None:
    implot.set_axes(implot.ImAxis_.x1, implot.ImAxis_.y2)
    shade = implot.Spec(fill_color=theme.rgba(tones.TEXT_DIM, 0.25), line_weight=0.0)
    implot.plot_bars("pairs", columns.places, columns.pairs, _spacing(columns), shade)
    implot.set_axes(implot.ImAxis_.x1, implot.ImAxis_.y1)
    line = implot.Spec(line_color=theme.rgba(tones.ACCENT), line_weight=1.2 * ui.scale)
    if np.isfinite(columns.worst).any():
        implot.plot_line("greatest error", columns.places, columns.worst, line)
    if columns.wrong.any():
        bad = theme.rgba(tones.BAD)
        spec = implot.Spec(line_color=bad, line_weight=2 * ui.scale, marker_line_color=bad, marker_fill_color=bad)
        spec.marker, spec.marker_size = int(implot.Marker_.diamond), 4.5 * ui.scale
        places, worst = columns.places[columns.wrong], columns.worst[columns.wrong]
        implot.plot_stems("wrong", places, worst, log10(LEAST_ERROR) - 1, spec)


def _spacing(columns: TickColumns) -> float:
    return float(columns.places[1] - columns.places[0]) if len(columns.places) > 1 else 1.0


def _choose_tick(capture: CaptureState, table: CaptureTable, ui: Ui) -> list[Action]:
    """Follows the pointer to its tick while the button is held."""
    if not implot.is_plot_hovered():
        return []
    reach = SNAP * ui.scale * implot.get_plot_limits().x.size() / max(implot.get_plot_size().x, 1.0)
    index = tick_at(table, implot.get_plot_mouse_pos().x, reach)
    if imgui.is_mouse_down(imgui.MouseButton_.left):
        if index == capture.tick_index and capture.shows_tick:
            return []
        return [GoToCaptureTick(int(table.timeline.ticks[index]))]
    imgui.set_tooltip(tick_words(table, index))
    return []


def tick_at(table: CaptureTable, position: float, reach: float) -> int:
    """The index of the tick at that place, or of a wrong one within `reach`: many ticks share a pixel."""
    wrong = np.flatnonzero(table.timeline.wrong)
    if len(wrong):
        nearest = int(wrong[np.abs(wrong - position).argmin()])
        if abs(nearest - position) <= reach:
            return nearest
    return min(max(round(position), 0), table.timeline.size - 1)


ARROWS = {imgui.Key.left_arrow: -1, imgui.Key.right_arrow: 1}
