"""The playback buttons of the timeline, their speed and the position: in the unit of the workspace, like the keys."""

from collections.abc import Callable, Sequence

from imgui_bundle import icons_fontawesome_6, imgui

from gjkscope.app.state.actions import (
    CAPTURE_RATES,
    Action,
    SetCaptureRate,
    SetRate,
)
from gjkscope.app.state.inspection.comparison import end, position
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.inspection.transport import Unit, transport_unit
from gjkscope.app.state.model import State
from gjkscope.app.view.panels.commands import hint
from gjkscope.app.view.panels.commands.transport import go_to_first, go_to_last, play_or_pause, step_by
from gjkscope.app.view.panels.motion.ticks import draw_motion_rate, time_words
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import play_icon, player_button, tool_tip

RATES = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0)  # steps per second: runs have three to ten thousand steps


def draw_buttons(state: State) -> list[Action]:
    """Draws the buttons, which do what the keys do."""
    icons, unit = icons_fontawesome_6, transport_unit(state)
    buttons: tuple[tuple[str, str, Action], ...] = (
        (icons.ICON_FA_BACKWARD_FAST, hint(f"First {unit}", "First step"), go_to_first(state)),
        (icons.ICON_FA_BACKWARD_STEP, hint(f"Previous {unit}", "Step back"), step_by(state, -1)),
        (play_icon(_plays(state)), hint(f"Play or pause: {unit}s", "Play or pause"), play_or_pause(state)),
        (icons.ICON_FA_FORWARD_STEP, hint(f"Next {unit}", "Step forward"), step_by(state, 1)),
        (icons.ICON_FA_FORWARD_FAST, hint(f"Last {unit}", "Last step"), go_to_last(state)),
    )
    actions: list[Action] = []
    for number, (icon, help_text, action) in enumerate(buttons):
        if number:
            imgui.same_line(0, 4)
        if player_button(icon, f"transport {number}", help_text):
            actions.append(action)
    return actions


def _plays(state: State) -> bool:
    """Whether the unit is played, or a single step is animated."""
    unit, simulation = transport_unit(state), state.motion.simulation
    if unit is Unit.TICK:
        return simulation is not None and simulation.playing
    if unit is Unit.CAPTURED_TICK:
        return state.capture.player.playing
    return state.run.playback.playing or (state.run.beat is not None and state.run.beat.moving)


def draw_rate(state: State, ui: Ui) -> list[Action]:
    """Draws the choice of the speed of playback."""
    unit = transport_unit(state)
    if unit is Unit.TICK:
        return draw_motion_rate(state, ui)
    if unit is Unit.CAPTURED_TICK:
        known, words, width = state.capture.player.rate, _ticks_per_second, 92.0
        return _choose_rate(known, CAPTURE_RATES, words, SetCaptureRate, width, "Playback speed", ui)
    help_text = "Playback speed in steps per second"
    return _choose_rate(state.run.playback.rate, RATES, "{:g}×".format, SetRate, 70.0, help_text, ui)


def _choose_rate(
    known: float,
    rates: Sequence[float],
    words: Callable[[float], str],
    choose: Callable[[float], Action],
    width: float,
    help_text: str,
    ui: Ui,
) -> list[Action]:
    imgui.set_next_item_width(width * ui.scale)
    actions: list[Action] = []
    if imgui.begin_combo("##rate", words(known), imgui.ComboFlags_.height_largest):
        actions += [choose(rate) for rate in rates if imgui.selectable(words(rate), rate == known)[0]]
        imgui.end_combo()
    tool_tip(help_text)
    return actions


def _ticks_per_second(rate: float) -> str:
    return f"{rate:g} ticks/s" if rate != 1 else "1 tick/s"


def position_words(state: State) -> str:
    """ "step 3 of 12", "tick 12 of 60, 0.200 s" or "captured tick 3 of 40"; empty if nothing can be played."""
    unit, simulation, table = transport_unit(state), state.motion.simulation, state.capture.table
    if unit is Unit.TICK:
        return "" if simulation is None else time_words(simulation)
    if unit is Unit.CAPTURED_TICK and table is not None:
        ticks = table.timeline.ticks
        return f"{unit} {ticks[state.capture.tick_index]} of {ticks[-1]}"
    return "" if inspect(state).trace is None else f"step {position(state)} of {end(state)}"
