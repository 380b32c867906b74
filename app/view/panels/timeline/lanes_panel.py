"""The Contact lanes panel: the lifetimes and impulses of contact points in a scene with impulses.

On the left, one lane per id of a contact point, with a bar for each time that it lived: an id that comes and goes
starts from zero impulse each time.  On the right, depth, impulse and energy over the same ticks.  A click goes to the
tick.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, imgui, implot

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action, GoToTick
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.plots import CURVES_ONLY, LOCKED_AXIS
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.engine.simulation.lanes import ContactLane, contact_lanes
from gjkscope.engine.simulation.responses import IMPULSES
from gjkscope.engine.simulation.simulation import WorldTick
from gjkscope.engine.text import counted, number

Numbers = npt.NDArray[np.float64]

NO_IMPULSES = "Contact points live in scenes whose contacts apply impulses: choose these in the Motion panel."
NOT_BEGUN = "Press Play in the Motion panel, or advance one tick."
NO_LANES = "No contact so far."

WINDOW = 240  # ticks shown, the last of which is the current one if more have passed: four seconds
LEAST = 60  # ticks across the panel, however few there are
NAME_WIDTH, NAME_SHARE, LANES_SHARE = 250.0, 0.45, 0.56  # pixels at 100 % scale; of the lanes' width; of the panel's
BAR = 0.62  # of the height of a row
FAINTEST = 0.3  # opacity of a point that is not pushed
MARGIN = 0.08  # above a curve, relative to its height
SMALLEST = ImVec2(60, 30)  # plot, pixels
PAIR_TONES = (Tone("#56b4e9", "#00639c"), Tone("#e69f00", "#8a5a00"))  # of every other pair of bodies


class TickWindow(NamedTuple):
    """The ticks shown."""

    first: int
    last: int  # included

    @property
    def length(self) -> int:
        return max(self.last - self.first + 1, LEAST)


class TickCurve(NamedTuple):
    """A quantity over the ticks."""

    title: str
    values: Numbers


def draw_lanes_panel(state: State, ui: Ui) -> list[Action]:
    simulation = state.motion.simulation
    if state.document.scene.response != IMPULSES or simulation is None:
        imgui.text_wrapped(NO_IMPULSES if state.document.scene.response != IMPULSES else NOT_BEGUN)
        return []
    window = shown_ticks(simulation)
    ticks = Identity(simulation.ticks)
    actions: list[Action] = []
    if imgui.begin_child("lanes", ImVec2(LANES_SHARE * imgui.get_content_region_avail().x, 0)):
        actions += _draw_lanes(state, simulation, lanes_in(ticks, window), window, ui)
    imgui.end_child()
    imgui.same_line()
    if imgui.begin_child("curves", ImVec2(0, 0)):
        actions += _draw_curves(curves_in(ticks, window), simulation, window, ui)
    imgui.end_child()
    return actions


def shown_ticks(simulation: Simulation) -> TickWindow:
    """The ticks shown: the current one, and as many around it as fit."""
    last = min(max(simulation.number, WINDOW - 1), len(simulation.ticks) - 1)
    return TickWindow(max(last - WINDOW + 1, 0), last)


@lru_cache(maxsize=2)
def lanes_in(ticks: Identity, window: TickWindow) -> tuple[ContactLane, ...]:
    return contact_lanes(ticks.value[window.first : window.last + 1])


@lru_cache(maxsize=2)
def curves_in(ticks: Identity, window: TickWindow) -> tuple[TickCurve, ...]:
    """Depth, impulse and energy of each tick shown."""
    shown: Sequence[WorldTick] = ticks.value[window.first : window.last + 1]
    done = [tick.response for tick in shown if tick.response is not None]
    return (
        TickCurve("Deepest point, m", np.array([response.deepest for response in done])),
        TickCurve("Impulses along the normals, N·s", np.array([response.pushed for response in done])),
        TickCurve("Kinetic energy, J", np.array([response.energy.kinetic for response in done])),
    )


def lane_words(lane: ContactLane, names: Sequence[str]) -> str:
    """ "box 1 – box 2: A v0"."""
    first, second, point = lane.key
    return f"{names[first]} – {names[second]}: {point}"


def summary_words(lanes: Sequence[ContactLane], window: TickWindow) -> str:
    """ "12 ids in ticks 0 to 60; 3 came back after they were lost"."""
    back = sum(lane.restarts > 0 for lane in lanes)
    words = f"{counted(len(lanes), 'id')} in ticks {window.first} to {window.last}"
    return f"{words}; {back} came back after {'it was' if back == 1 else 'they were'} lost" if back else words


def _draw_lanes(
    state: State, simulation: Simulation, lanes: Sequence[ContactLane], window: TickWindow, ui: Ui
) -> list[Action]:
    imgui.text_disabled(summary_words(lanes, window) if lanes else NO_LANES)
    if not lanes:
        return []
    names, most = state.document.scene.names, max(max(lane.impulses) for lane in lanes) or 1.0
    pairs = list(dict.fromkeys(lane.key[:2] for lane in lanes))
    actions: list[Action] = []
    if imgui.begin_child("rows", ImVec2(0, 0)):
        for row in visible_rows(len(lanes)):
            tone = PAIR_TONES[pairs.index(lanes[row].key[:2]) % len(PAIR_TONES)]
            actions += _draw_lane(lanes[row], lane_words(lanes[row], names), tone, most, simulation, window, ui)
    imgui.end_child()
    return actions


def _draw_lane(
    lane: ContactLane, words: str, tone: Tone, most: float, simulation: Simulation, window: TickWindow, ui: Ui
) -> list[Action]:
    """Draws the name of a lane and a bar for each tick of its lives; stronger bars have greater impulses."""
    left = imgui.get_cursor_screen_pos()
    room, height = imgui.get_content_region_avail().x, imgui.get_text_line_height_with_spacing()
    name_width = min(NAME_WIDTH * ui.scale, NAME_SHARE * room)
    width = max(room - name_width, 1.0)
    canvas = imgui.get_window_draw_list()
    canvas.push_clip_rect(left, ImVec2(left.x + name_width - 6 * ui.scale, left.y + height), True)
    canvas.add_text(left, pack_color(theme.rgba(tones.BAD if lane.restarts else tones.TEXT)), words)
    canvas.pop_clip_rect()
    imgui.invisible_button(words, ImVec2(name_width + width, height))
    step, start = width / window.length, left.x + name_width
    top, bottom = left.y + (1 - BAR) / 2 * height, left.y + (1 + BAR) / 2 * height
    impulse = iter(lane.impulses)
    for life in lane.lives:
        for tick in range(life.first, life.last + 1):
            x = start + (tick - window.first) * step
            color = pack_color(theme.rgba(tone, FAINTEST + (1 - FAINTEST) * next(impulse) / most))
            canvas.add_rect_filled(ImVec2(x, top), ImVec2(x + step, bottom), color)
    here = start + (simulation.number - window.first + 0.5) * step
    line = pack_color(theme.rgba(tones.TEXT))
    canvas.add_line(ImVec2(here, left.y), ImVec2(here, left.y + height), line, 1.2 * ui.scale)
    tool_tip(_lane_help(lane))
    if imgui.is_item_active() and (pointer_x := imgui.get_mouse_pos().x) >= start:
        return _gone_to(window.first + int((pointer_x - start) / step), simulation, window)
    return []


def _lane_help(lane: ContactLane) -> str:
    lives = counted(len(lane.lives), "life", "lives")
    last = lane.lives[-1]
    return f"{lane.key[2]}: {lives}, the last from tick {last.first} to {last.last}"


def _gone_to(tick: int, simulation: Simulation, window: TickWindow) -> list[Action]:
    number_of = min(max(tick, window.first), window.last)
    return [GoToTick(number_of)] if number_of != simulation.number else []


def _draw_curves(curves: Sequence[TickCurve], simulation: Simulation, window: TickWindow, ui: Ui) -> list[Action]:
    actions: list[Action] = []
    room = imgui.get_content_region_avail().y / len(curves)
    for curve in curves:
        value = curve.values[simulation.number - window.first]
        imgui.text_disabled(f"{curve.title}: {number(value, 3)}")
        height = max(room - imgui.get_text_line_height_with_spacing() - imgui.get_style().item_spacing.y, SMALLEST.y)
        actions += _draw_curve(curve, simulation, window, height, ui)
    return actions


def _draw_curve(curve: TickCurve, simulation: Simulation, window: TickWindow, height: float, ui: Ui) -> list[Action]:
    implot.push_style_var(implot.StyleVar_.plot_min_size, SMALLEST)
    implot.push_style_var(implot.StyleVar_.plot_padding, ImVec2(3 * ui.scale, 3 * ui.scale))
    begun = implot.begin_plot(f"##{curve.title}", ImVec2(-1, height), CURVES_ONLY)
    implot.pop_style_var(2)
    if not begun:
        return []
    most = float(curve.values.max()) or 1.0
    high = most * (1 + MARGIN)
    implot.setup_axes("", "", LOCKED_AXIS | implot.AxisFlags_.no_tick_labels, LOCKED_AXIS)
    implot.setup_axis_ticks(implot.ImAxis_.y1, [0.0, most], ["0", number(most, 3)])
    implot.setup_axes_limits(window.first, window.first + window.length, 0.0, high, implot.Cond_.always)
    places = np.arange(window.first, window.last + 1) + 0.5
    spec = implot.Spec(line_color=theme.rgba(tones.ACCENT), line_weight=1.4 * ui.scale)
    implot.plot_line("value", places, curve.values, spec)
    here = np.array([simulation.number + 0.5])
    implot.plot_inf_lines("##tick", here, implot.Spec(line_color=theme.rgba(tones.TEXT), line_weight=1.2 * ui.scale))
    actions: list[Action] = []
    if implot.is_plot_hovered() and imgui.is_mouse_down(imgui.MouseButton_.left):
        actions = _gone_to(int(implot.get_plot_mouse_pos().x), simulation, window)
    implot.end_plot()
    return actions
