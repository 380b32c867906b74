"""The track of the timeline in Motion: the ticks so far, and the first contacts in them.  Click or drag to go there."""

from collections.abc import Sequence

from imgui_bundle import ImVec2, imgui, imgui_ctx
from imgui_bundle import icons_fontawesome_6 as icons

from gjkscope.app.state.actions import Action
from gjkscope.app.state.model import State
from gjkscope.app.state.model.simulation import Simulation
from gjkscope.app.view import tones
from gjkscope.app.view.panels.timeline.event_icons import Icon, draw_icon
from gjkscope.app.view.panels.timeline.time_axis import (
    TimeStrip,
    begin_strip,
    end_strip,
    round_times,
    shown_ticks,
    tick_under,
)
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.engine.simulation.simulation import TICK, WorldTick
from gjkscope.engine.text import counted, number

NOT_STARTED = "Not started"
LINE = 0.36  # vertical position of the line, as a fraction of the height
MARK, LABEL = 8.0, 11.0  # of a time below the line: where its mark ends and its text begins, pixels at 100 %
TOUCHED = Icon(icons.ICON_FA_DIAMOND, tones.GOOD)
MISSED = Icon(icons.ICON_FA_TRIANGLE_EXCLAMATION, tones.BAD)


def draw_tick_track(state: State, height: float, ui: Ui) -> list[Action]:
    """Draws the track, `height` pixels high."""
    simulation, window = state.motion.simulation, shown_ticks(state)
    ticks = () if simulation is None else simulation.ticks[window.first : window.last + 1]
    reserved = imgui.get_style().scrollbar_size
    strip = begin_strip("ticks", contacts_words(ticks), tones.TEXT, height, window, ui, reserved)
    _draw_line(strip, ui)
    _draw_times(strip, ui)
    for tick in ticks:
        if (icon := icon_of(tick)) is not None:
            _draw_glyph(strip, tick.number, icon, ui)
    canvas, accent = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.ACCENT))
    here = ImVec2(strip.x(state.motion.tick + 0.5), strip.top + LINE * height)
    canvas.add_circle(here, 10 * ui.scale, accent, 0, 2.5 * ui.scale)
    actions = end_strip(strip._replace(height=LINE * height + MARK * ui.scale), state, ui)
    pointer = imgui.get_mouse_pos().x
    if simulation is not None and imgui.is_item_hovered() and pointer >= strip.start:
        _draw_tip(simulation, simulation.ticks[tick_under(pointer, strip)], ui)
    return actions


def contacts_words(ticks: Sequence[WorldTick]) -> tuple[str, ...]:
    """ "2 first contacts" and "1 missed"."""
    if not ticks:
        return ("", NOT_STARTED)
    met, missed = sum(len(tick.meetings) for tick in ticks), sum(len(tick.missed) for tick in ticks)
    words = counted(met + missed, "first contact") if met or missed else "no first contact so far"
    return (words, f"{missed} missed") if missed else (words,)


def icon_of(tick: WorldTick) -> Icon | None:
    """The icon of a tick in which bodies first touch; None for others."""
    if tick.missed:
        return MISSED
    return TOUCHED if tick.meetings else None


def _draw_line(strip: TimeStrip, ui: Ui) -> None:
    """Draws the axis: thick over the ticks so far."""
    y, canvas = strip.top + LINE * strip.height, imgui.get_window_draw_list()
    canvas.add_line(ImVec2(strip.start, y), ImVec2(strip.end, y), pack_color(theme.rgba(tones.EDGE)), ui.scale)
    known = ImVec2(strip.x(strip.window.last + 1), y)
    canvas.add_line(ImVec2(strip.start, y), known, pack_color(theme.rgba(tones.TEXT_DIM)), 3 * ui.scale)


def _draw_times(strip: TimeStrip, ui: Ui) -> None:
    """Writes round times below the line, in seconds, with a mark at each."""
    y, dim = strip.top + LINE * strip.height, pack_color(theme.rgba(tones.TEXT_DIM))
    canvas = imgui.get_window_draw_list()
    with imgui_ctx.push_font(*ui.fonts.small):
        for time in round_times(strip.window):
            x, words = strip.x(time / TICK + 0.5), f"{number(time, 3)} s"
            width = imgui.calc_text_size(words).x
            canvas.add_line(ImVec2(x, y), ImVec2(x, y + MARK * ui.scale), dim, ui.scale)
            if x + width / 2 < strip.end:
                canvas.add_text(ImVec2(max(x - width / 2, strip.start), y + LABEL * ui.scale), dim, words)


def _draw_glyph(strip: TimeStrip, tick: int, icon: Icon, ui: Ui) -> None:
    with imgui_ctx.push_font(*ui.fonts.small):
        width, height = imgui.calc_text_size(icon.glyph)
        corner = ImVec2(strip.x(tick + 0.5) - width / 2, strip.top + LINE * strip.height - height / 2)
        imgui.get_window_draw_list().add_text(corner, pack_color(theme.rgba(icon.color)), icon.glyph)


def _draw_tip(simulation: Simulation, tick: WorldTick, ui: Ui) -> None:
    if not imgui.begin_tooltip():
        return
    with imgui_ctx.push_font(*ui.fonts.bold):
        imgui.text(f"Tick {tick.number}, {tick.time:.3f} s")
    for touches, icon, words in ((tick.meetings, TOUCHED, "first contact"), (tick.missed, MISSED, "missed")):
        for touch in touches:
            draw_icon(icon)
            names = " – ".join(simulation.start.names[body] for body in touch.pair)
            imgui.text(f"{names}: {words} at {number(touch.time, 4)} s")
    imgui.end_tooltip()
