"""The axis of time that the ticks of the timeline, the contact lanes, the curves and the first contact share.

It takes the width beside the names.  Its ticks are those around the current one, and it reaches as far as the contact
that the chosen search has found.  A click goes to the tick; a line marks the current one.
"""

from collections.abc import Sequence
from math import ceil
from typing import NamedTuple

from imgui_bundle import ImVec2, imgui

from gjkscope.app.ask.runs.runs import Advanced
from gjkscope.app.state.actions import Action, GoToTick
from gjkscope.app.state.inspection.comparison import inspected_state
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color, round_length
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.tones import Tone
from gjkscope.engine.simulation.simulation import TICK

WINDOW = 240  # ticks shown, the last of which is the current one if more have passed: four seconds
LEAST = 60  # ticks across the axis, however few there are
LENGTHS = (15, 30, LEAST, 120, WINDOW)  # of the axis in ticks; the shortest for a search that finds an early contact
BEYOND = 1.25  # where the axis may end, relative to the time of the contact
NAME_WIDTH, NAME_SHARE = 250.0, 0.3  # pixels at 100 % scale, but no more than this share of the panel
TIMES = 6  # about this many are marked
PLAYHEAD = 1.2  # width in pixels at 100 %


class TickWindow(NamedTuple):
    """The ticks shown."""

    first: int
    last: int  # included; there may be room for more
    length: int  # of the axis, in ticks


class TimeStrip(NamedTuple):
    """A row of a panel: its name, then the axis of time."""

    start: float  # of the axis, pixels
    top: float
    height: float
    pitch: float  # of a tick
    window: TickWindow

    def x(self, tick: float) -> float:
        """The left edge of a tick; its middle is the time of the tick."""
        return self.start + (tick - self.window.first) * self.pitch

    @property
    def end(self) -> float:
        return self.x(self.window.first + self.window.length)


def shown_ticks(state: State) -> TickWindow:
    """The ticks shown: the current one, as many around it as fit, and those up to the contact that a search found."""
    simulation = state.motion.simulation
    here, count = (0, 1) if simulation is None else (simulation.number, len(simulation.ticks))
    last = min(max(here, WINDOW - 1), count - 1)
    first = max(last - WINDOW + 1, 0)
    least, found = LEAST, _found_contact(state)
    if found is not None:
        least = ceil(BEYOND * (here + found / TICK - first)) + 1
    needed = max(last - first + 1, least)
    return TickWindow(first, last, next((length for length in LENGTHS if length >= needed), needed))


def round_times(window: TickWindow) -> list[float]:
    """Round times on the axis, seconds since the simulation began."""
    start, end = window.first * TICK, (window.first + window.length - 0.5) * TICK
    step = round_length((end - start) / TIMES)
    return [count * step for count in range(ceil(start / step), int(end / step) + 1)]


def begin_strip(
    name: str, words: Sequence[str], tone: Tone, height: float, window: TickWindow, ui: Ui, reserved: float = 0.0
) -> TimeStrip:
    """Draws the lines of words beside the axis, cut off at it; the strip is one item of Dear ImGui.

    `reserved` pixels stay free at the right: of the scroll bar that other strips have beside them.
    """
    left, room = imgui.get_cursor_screen_pos(), imgui.get_content_region_avail().x - reserved
    gutter = min(NAME_WIDTH * ui.scale, NAME_SHARE * room)
    width, canvas = max(room - gutter, 1.0), imgui.get_window_draw_list()
    canvas.push_clip_rect(left, ImVec2(left.x + gutter - 6 * ui.scale, left.y + height), True)
    for line, text in enumerate(words):
        color = pack_color(theme.rgba(tone if line == 0 else tones.TEXT_DIM))
        canvas.add_text(ImVec2(left.x, left.y + line * imgui.get_text_line_height()), color, text)
    canvas.pop_clip_rect()
    imgui.invisible_button(name, ImVec2(gutter + width, height))
    return TimeStrip(left.x + gutter, left.y, height, width / window.length, window)


def end_strip(strip: TimeStrip, state: State, ui: Ui) -> list[Action]:
    """Draws the current tick, and goes to the one at which the pointer is pressed."""
    here, line = strip.x(state.motion.tick + 0.5), pack_color(theme.rgba(tones.TEXT))
    canvas = imgui.get_window_draw_list()
    canvas.add_line(ImVec2(here, strip.top), ImVec2(here, strip.top + strip.height), line, PLAYHEAD * ui.scale)
    pointer = imgui.get_mouse_pos().x
    is_pressed = imgui.is_item_active() or imgui.is_item_deactivated()  # also on release, as frames may be long
    return _gone_to(tick_under(pointer, strip), state) if is_pressed and pointer >= strip.start else []


def tick_under(x: float, strip: TimeStrip) -> int:
    """The tick at that pixel, of those shown."""
    window = strip.window
    return min(max(window.first + int((x - strip.start) / strip.pitch), window.first), window.last)


def _found_contact(state: State) -> float | None:
    """Seconds from the current tick to the contact that the chosen search found; None if there is none."""
    whole = getattr(inspect(inspected_state(state)).trace, "whole", None)
    return whole.advancement.time if isinstance(whole, Advanced) else None


def _gone_to(tick: int, state: State) -> list[Action]:
    return [GoToTick(tick)] if tick != state.motion.tick else []
