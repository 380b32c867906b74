"""The Contact lanes panel: the lifetimes and impulses of contact points in a scene with impulses.

At the top depth, impulse and energy, below them one lane per id of a contact point, with a bar for each time that it
lived: an id that comes and goes starts from zero impulse each time.  On a fixed mesh, lanes of triangles come first,
with what the policy for internal edges made of their contacts.  All share the axis of time (`time_axis`).
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from imgui_bundle import ImVec2, imgui, imgui_ctx

from gjkscope.app.base.identity import Identity
from gjkscope.app.state.actions import Action
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.timeline.time_axis import TickWindow, begin_strip, end_strip, shown_ticks
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.follow import visible_rows
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.engine.edges.decisions import ContactFate
from gjkscope.engine.simulation.internal_edges import decision_words
from gjkscope.engine.simulation.lanes import ContactLane, TriangleLane, contact_lanes, triangle_lanes
from gjkscope.engine.simulation.responses import IMPULSES
from gjkscope.engine.simulation.simulation import WorldTick
from gjkscope.engine.text import counted, number

Numbers = npt.NDArray[np.float64]

NO_IMPULSES = "Contact points live in scenes whose contacts apply impulses: choose these in the Motion panel."
NOT_BEGUN = "Press Play in the Motion workspace, or advance one tick."
NO_LANES = "No contact so far."

ROW, BAR = 1.15, 0.7  # the height of a row in text lines; that of a bar, of the row
FAINTEST = 0.3  # opacity of a point that is not pushed
MARGIN = 0.08  # above a curve, relative to its height
FATE_TONES = {
    ContactFate.ACCEPTED: tones.GOOD,
    ContactFate.CORRECTED: tones.WARNING,
    ContactFate.VOIDED: tones.BAD,
    ContactFate.LATER: tones.EDGE,
}
FATE_HELP = "Green: accepted. Amber: accepted with another normal. Red: voided. Grey: waits for a deeper one"
PAIR_TONES = (Tone("#56b4e9", "#00639c"), Tone("#e69f00", "#8a5a00"))  # of every other pair of bodies


class LaneRows(NamedTuple):
    """The lanes of the panel: those of triangles come first."""

    triangles: tuple[TriangleLane, ...]
    points: tuple[ContactLane, ...]


class TickCurve(NamedTuple):
    """A quantity over the ticks."""

    title: str
    values: Numbers


def draw_lanes_panel(state: State, ui: Ui) -> list[Action]:
    simulation = state.motion.simulation
    if state.document.scene.response != IMPULSES or simulation is None:
        imgui.text_wrapped(NO_IMPULSES if state.document.scene.response != IMPULSES else NOT_BEGUN)
        return []
    window = shown_ticks(state)
    ticks = Identity(simulation.ticks)
    actions: list[Action] = []
    for curve in curves_in(ticks, window):
        actions += _draw_curve(curve, state, window, ui)
    rows = LaneRows(triangles_in(ticks, window), lanes_in(ticks, window))
    return actions + _draw_lanes(state, rows, window, ui)


@lru_cache(maxsize=2)
def lanes_in(ticks: Identity, window: TickWindow) -> tuple[ContactLane, ...]:
    return contact_lanes(ticks.value[window.first : window.last + 1])


@lru_cache(maxsize=2)
def triangles_in(ticks: Identity, window: TickWindow) -> tuple[TriangleLane, ...]:
    return triangle_lanes(ticks.value[window.first : window.last + 1])


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


def triangle_words(lane: TriangleLane, names: Sequence[str]) -> str:
    """ "floor – box: triangle 3"."""
    part = f", part {lane.part}" if lane.part else ""
    return f"{names[lane.pair[0]]} – {names[lane.pair[1]]}{part}: triangle {lane.triangle}"


def fate_words(lanes: Sequence[TriangleLane]) -> str:
    """ "3 triangles: contacts 40 times accepted, 12 times voided"."""
    fates = Counter(decision.fate.value for lane in lanes for _, decision in lane.decisions)
    counts = ", ".join(f"{counted(count, 'time')} {fate}" for fate, count in fates.items())
    return f"{counted(len(lanes), 'triangle')}: contacts {counts}"


def summary_words(lanes: Sequence[ContactLane], window: TickWindow) -> str:
    """ "12 ids in ticks 0 to 60; 3 came back after they were lost"."""
    back = sum(lane.restarts > 0 for lane in lanes)
    words = f"{counted(len(lanes), 'id')} in ticks {window.first} to {window.last}"
    return f"{words}; {back} came back after {'it was' if back == 1 else 'they were'} lost" if back else words


def _draw_lanes(state: State, rows: LaneRows, window: TickWindow, ui: Ui) -> list[Action]:
    triangles, lanes = rows
    words = [summary_words(lanes, window)] if lanes else [] if triangles else [NO_LANES]
    imgui.text_disabled("; ".join([*words, *([fate_words(triangles)] if triangles else [])]))
    if not (lanes or triangles):
        return []
    names, most = state.document.scene.names, max((max(lane.impulses) for lane in lanes), default=0.0) or 1.0
    pairs = list(dict.fromkeys(lane.key[:2] for lane in lanes))
    actions: list[Action] = []
    if imgui.begin_child("rows", ImVec2(0, 0), window_flags=imgui.WindowFlags_.always_vertical_scrollbar):
        with imgui_ctx.push_style_var(imgui.StyleVar_.item_spacing, ImVec2(0, 0)):
            for row in visible_rows(len(triangles) + len(lanes)):
                if row < len(triangles):
                    actions += _draw_triangle(triangles[row], names, state, window, ui)
                    continue
                lane = lanes[row - len(triangles)]
                tone = PAIR_TONES[pairs.index(lane.key[:2]) % len(PAIR_TONES)]
                actions += _draw_lane(lane, lane_words(lane, names), tone, most, state, window, ui)
    imgui.end_child()
    return actions


def _draw_lane(
    lane: ContactLane, words: str, tone: Tone, most: float, state: State, window: TickWindow, ui: Ui
) -> list[Action]:
    """Draws the name of a lane and a bar for each tick of its lives; stronger bars have greater impulses."""
    height = ROW * imgui.get_text_line_height()
    strip = begin_strip(words, (words,), tones.BAD if lane.restarts else tones.TEXT, height, window, ui)
    canvas = imgui.get_window_draw_list()
    top, bottom = strip.top + (1 - BAR) / 2 * height, strip.top + (1 + BAR) / 2 * height
    impulse = iter(lane.impulses)
    for life in lane.lives:
        for tick in range(life.first, life.last + 1):
            color = pack_color(theme.rgba(tone, FAINTEST + (1 - FAINTEST) * next(impulse) / most))
            canvas.add_rect_filled(ImVec2(strip.x(tick), top), ImVec2(strip.x(tick + 1), bottom), color)
    tool_tip(_lane_help(lane))
    return end_strip(strip, state, ui)


def _draw_triangle(lane: TriangleLane, names: Sequence[str], state: State, window: TickWindow, ui: Ui) -> list[Action]:
    """Draws the name of a triangle, and for each tick in which it gave contact points what became of them."""
    height, words = ROW * imgui.get_text_line_height(), triangle_words(lane, names)
    strip = begin_strip(words, (words,), tones.TEXT, height, window, ui)
    canvas = imgui.get_window_draw_list()
    top, bottom = strip.top + (1 - BAR) / 2 * height, strip.top + (1 + BAR) / 2 * height
    for tick, decision in lane.decisions:
        color = pack_color(theme.rgba(FATE_TONES[decision.fate]))
        canvas.add_rect_filled(ImVec2(strip.x(tick), top), ImVec2(strip.x(tick + 1), bottom), color)
    here = state.motion.simulation.number if state.motion.simulation is not None else 0
    decisions = [decision for tick, decision in lane.decisions if tick == here]
    at = f"Tick {here}: {decision_words(decisions[0])}" if decisions else f"No contact in tick {here}"
    tool_tip(f"{at}\n{FATE_HELP}")
    return end_strip(strip, state, ui)


def _lane_help(lane: ContactLane) -> str:
    lives = counted(len(lane.lives), "life", "lives")
    last = lane.lives[-1]
    return f"{lane.key[2]}: {lives}, the last from tick {last.first} to {last.last}"


def _draw_curve(curve: TickCurve, state: State, window: TickWindow, ui: Ui) -> list[Action]:
    """Draws the quantity over time, from 0 to its greatest value, with its value at the current tick."""
    height = 2 * imgui.get_text_line_height()
    most = float(curve.values.max()) or 1.0
    words = (
        curve.title,
        f"{number(float(curve.values[state.motion.tick - window.first]), 3)}, at most {number(most, 3)}",
    )
    strip = begin_strip(curve.title, words, tones.TEXT, height, window, ui, imgui.get_style().scrollbar_size)
    base, room = strip.top + height - 1, height * (1 - MARGIN)
    values = enumerate(curve.values.tolist(), window.first)
    points: list[ImVec2 | tuple[float, float] | list[float]] = [
        ImVec2(strip.x(tick + 0.5), base - room * value / most) for tick, value in values
    ]
    canvas = imgui.get_window_draw_list()
    faint = pack_color(theme.rgba(tones.EDGE))
    canvas.add_line(ImVec2(strip.start, base), ImVec2(strip.end, base), faint)
    canvas.add_polyline(points, pack_color(theme.rgba(tones.ACCENT)), 1.4 * ui.scale, 0)
    return end_strip(strip, state, ui)
