"""The First contact panel: the searches for a first contact side by side, and what the current step follows over time.

The plot shows the signed distance over time, the curve that the step of the search follows down to contact, and what
its steps so far measured.  Its axis of time is that of the ticks (`time_axis`); a click goes to a step of the search or
to a tick.

In lessons, which have no ticks, the plot is below the table, and for a time of impact it spans t₁ to t₂, so it zooms in
as these approach the contact.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import hypot
from typing import Any, NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui, imgui_ctx, implot

from gjkscope.app.ask.runs.answers import HORIZON
from gjkscope.app.ask.runs.choices import CONTACT_SEARCHES, Group, group_of
from gjkscope.app.ask.runs.runs import Advanced
from gjkscope.app.base.identity import Identity
from gjkscope.app.base.resources import resource
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action, ChooseAlgorithm, GoToStep, GoToTick
from gjkscope.app.state.inspection.comparison import inspected_state, position
from gjkscope.app.state.inspection.traces import current_step, inspect, last_step
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.requests import Outcome, ReadScene
from gjkscope.app.view.panels.timeline.bounds_panel import AXIS_FLAGS, PLOT_FLAGS, SMALLEST, vertical_ticks
from gjkscope.app.view.panels.timeline.time_axis import TickWindow, TimeStrip, begin_strip, round_times, shown_ticks
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.overlay import pack_color
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.approach.comparison import SEARCHES, SearchComparison, SearchResult, compare_searches
from gjkscope.engine.approach.curves import Curve, distance_curve, measurement, span_of, step_curve
from gjkscope.engine.simulation.simulation import TICK
from gjkscope.engine.text import number
from gjkscope.engine.time_of_impact.separation import Sweep
from gjkscope.engine.time_of_impact.steps import State as Impact
from gjkscope.engine.time_of_impact.steps import sweep_of

NOT_MOVING = "Neither body moves. Give one of them a velocity and a mass: in Scene, under “Mass, motion, colour”."
EXAMPLE = "Open an example: a bullet and a thin plate"
SAMPLES = 97  # of a curve
MARGIN = 0.06  # around the plotted values, relative to their spread
NARROW = 480.0  # pixels at 100 % scale: a narrower panel has no room for all columns
PLOT_SHARE, LEAST_PLOT = 0.5, 84.0  # of the height; pixels at 100 % scale
STEPS_WIDTH, REACH = 120.0, 9.0  # of the steps of a search; how near the pointer selects a point
HEIGHTS, GAP = 3, 6.0  # about this many distances are labelled, this far from the plot
BEYOND = 1.6  # where the values that determine the height of the plot end, relative to where the search ends
NO_SEARCH = "Choose a search to see its curve."
DISTANCE, FOLLOWED, BRACKET = Tone("#9aa4b2", "#5b6470"), Tone("#f0e442", "#8a6d00"), Tone("#56b4e9", "#00639c")
COLUMNS = (
    ("Search", ""),
    ("Contact, s", "Time of the first contact, seconds"),
    ("Error, s", "Seconds later than a root of the signed distance, found by bisection"),
    ("Steps", "Steps of the search"),
    ("Distances", "Complete distance queries"),
    ("Supports", "Pairs of support points beside these"),
)


NARROW_COLUMNS = (0, 1, 3, 4)  # search, contact, steps, distances


class TimeSpan(NamedTuple):
    """The times of a plot, seconds from the current tick."""

    start: float
    end: float
    near: float  # until there, values determine the height of the plot
    left: float  # edges of the plot
    right: float
    now: float = 0.0  # the current tick, seconds since the simulation began


class Plotted(NamedTuple):
    """What is plotted of one step of a search."""

    sweep: Sweep
    steps: tuple[Any, ...]
    here: int  # the step shown


def draw_contact_panel(state: State, ui: Ui) -> Sequence[Outcome]:
    run = inspected_state(state)
    bodies = moving_pair(run)
    if bodies is None:
        imgui.text_wrapped(NOT_MOVING)
        if state.page is not None or not imgui.button(EXAMPLE):
            return []
        return [
            ReadScene((str(resource("assets", "scenes", "motion", "bullet-and-thin-plate.json")),), is_example=True)
        ]
    plot, is_narrow = plot_of(run), imgui.get_content_region_avail().x < NARROW * ui.scale
    columns = NARROW_COLUMNS if is_narrow else tuple(range(len(COLUMNS)))
    if state.page is not None:
        actions = _draw_table(run, bodies, ui, columns)
        _draw_zoomed(plot, ui)
        return actions
    actions = _draw_on_axis(plot, state, ui)
    if imgui.begin_child("searches", ImVec2(0, 0), window_flags=imgui.WindowFlags_.horizontal_scrollbar):
        actions += _draw_table(run, bodies, ui, columns)
        _draw_notes(bodies, ui)
    imgui.end_child()
    return actions


def moving_pair(state: State) -> tuple[Body, Body] | None:
    """The selected bodies as input for the search; None if neither moves."""
    bodies = _searched_bodies(state) or state.document.pair_bodies
    return None if all(body.motion == STILL for body in bodies) else bodies


def plot_of(state: State) -> Plotted | None:
    """The step shown; None if the chosen algorithm is not a search that follows the distance over time."""
    bodies, run = _searched_bodies(state), inspect(state).trace
    if bodies is None or run is None or state.run.algorithm not in SEARCHES:
        return None
    return Plotted(_sweep(*bodies), run.steps, min(position(state), len(run.steps) - 1))


def row_words(result: SearchResult) -> tuple[str, ...]:
    """The cells of a search after its name."""
    if result.found is None:
        return ("–", "–", "–", "–", "–")
    time = "none" if result.found.time is None else number(result.found.time, 7)
    error = "–" if result.error is None else number(result.error, 2)
    return time, error, str(len(result.found.steps)), str(result.cost.distances), str(result.cost.supports)


def _searched_bodies(state: State) -> tuple[Body, Body] | None:
    """The bodies of the run, if it is a search for a first contact."""
    whole = getattr(inspect(state).trace, "whole", None)
    return whole.bodies if isinstance(whole, Advanced) else None


def _sweep(a: Body, b: Body) -> Sweep:
    return sweep_of(a.shape, a.pose, a.motion, b.shape, b.pose, b.motion, HORIZON)


def compare_bodies(a: Body, b: Body) -> SearchComparison:
    """All searches on these bodies."""
    return compare_searches(a.shape, a.pose, a.motion, b.shape, b.pose, b.motion, HORIZON)


def _draw_table(run: State, bodies: tuple[Body, Body], ui: Ui, columns: tuple[int, ...]) -> list[Action]:
    known = _known_results(bodies, ui)
    if known is None:
        imgui.text_disabled("Searching…")
        return []
    actions: list[Action] = []
    if imgui.begin_table("searches", len(columns), TABLE_FLAGS):
        _draw_headings(columns)
        for result in known.results:
            actions += _draw_row(run, result, ui, columns)
        imgui.end_table()
    return actions


def _known_results(bodies: tuple[Body, Body], ui: Ui) -> SearchComparison | None:
    """The results of all searches, as soon as they are known."""
    result = ui.jobs.request("first contacts", compare_bodies, *bodies)
    return None if result is None else result.value


def _draw_headings(columns: tuple[int, ...]) -> None:
    for column in columns:
        imgui.table_setup_column(COLUMNS[column][0], imgui.TableColumnFlags_.width_fixed)
    imgui.table_next_row(imgui.TableRowFlags_.headers)
    for index, column in enumerate(columns):
        title, help_text = COLUMNS[column]
        imgui.table_set_column_index(index)
        imgui.table_header(title)
        if help_text:
            tool_tip(help_text)


def _draw_row(run: State, result: SearchResult, ui: Ui, columns: tuple[int, ...]) -> list[Action]:
    imgui.table_next_row()
    imgui.table_next_column()
    title, chosen = CONTACT_SEARCHES[result.name].title, run.run.algorithm == result.name
    clicked, _ = imgui.selectable(f"{title}##search {result.name}", chosen, imgui.SelectableFlags_.span_all_columns)
    tool_tip(result.refusal or "Click to step through this search")
    imgui.push_font(*ui.fonts.mono)
    words = row_words(result)
    for column in columns[1:]:
        imgui.table_next_column()
        imgui.text(words[column - 1])
    imgui.pop_font()
    return [ChooseAlgorithm(result.name)] if clicked and not chosen else []


def _draw_notes(bodies: tuple[Body, Body], ui: Ui) -> None:
    """Draws the reference for the times, and why a search does not apply."""
    known = _known_results(bodies, ui)
    if known is None:
        return
    if known.reference is not None:
        imgui.text_disabled(f"By bisection: {number(known.reference, 9)} s")
    for result in known.results:
        if result.refusal is not None:
            imgui.text_wrapped(f"{CONTACT_SEARCHES[result.name].title}: {result.refusal}")


def _draw_zoomed(plot: Plotted | None, ui: Ui) -> None:
    """Draws the plot around the times that the step is about, over the rest of the panel."""
    if plot is None:
        imgui.text_disabled(NO_SEARCH)
        return
    start, end = span_of(plot.steps, plot.steps[plot.here])
    aside = MARGIN * (end - start)
    imgui.text_disabled(_caption(plot.steps[plot.here]))
    _draw_curves(plot, TimeSpan(start, end, end, start - aside, end + aside), ImVec2(-1, -1), ui)


def _draw_on_axis(plot: Plotted | None, state: State, ui: Ui) -> list[Action]:
    """Draws the steps of the search, and the plot on the axis of the ticks, with its legend in place of a name."""
    actions = _draw_search_steps(inspected_state(state), ui)
    if plot is None:
        imgui.text_disabled(NO_SEARCH)
        return actions
    imgui.text_disabled(_caption(plot.steps[plot.here]))
    room, window = imgui.get_content_region_avail(), shown_ticks(state)
    height = max(PLOT_SHARE * room.y, LEAST_PLOT * ui.scale)
    corner = imgui.get_cursor_screen_pos()
    strip = begin_strip("contact", (), tones.TEXT, height, window, ui, imgui.get_style().scrollbar_size)
    after = imgui.get_cursor_screen_pos()
    _draw_legend(plot, corner, strip, ui)
    now, left = state.motion.tick * TICK, (window.first - 0.5) * TICK
    right = left + window.length * TICK
    end = min(right - now, HORIZON)
    span = TimeSpan(0.0, end, min(BEYOND * measurement(plot.steps[-1]).time or end, end), left - now, right - now, now)
    imgui.set_cursor_screen_pos(ImVec2(strip.start, strip.top))
    actions += _draw_curves(plot, span, ImVec2(strip.end - strip.start, height), ui, state)
    imgui.set_cursor_screen_pos(after)
    return actions


def _draw_search_steps(run: State, ui: Ui) -> list[Action]:
    """Draws the choice of the step of a search, before what follows on the line; nothing for other algorithms."""
    if group_of(run.run.algorithm) is not Group.MOTION or inspect(run).trace is None:
        return []
    here, last = current_step(run), last_step(run)
    imgui.set_next_item_width(STEPS_WIDTH * ui.scale)
    imgui.begin_disabled(last == 0)
    changed, step = imgui.slider_int("##search step", here, 0, max(last, 1), " ", imgui.SliderFlags_.always_clamp)
    imgui.end_disabled()
    tool_tip("Steps of the search in this tick; the timeline plays and steps ticks", when_disabled=True)
    imgui.same_line()
    imgui.text(f"search step {here} of {last}")
    imgui.same_line()
    return [GoToStep(step)] if changed and step != here else []


def _draw_legend(plot: Plotted, corner: ImVec2, strip: TimeStrip, ui: Ui) -> None:
    """Draws what the curves and points are, in the column of the names."""
    canvas, line = imgui.get_window_draw_list(), imgui.get_text_line_height()
    canvas.push_clip_rect(corner, ImVec2(strip.start - 6 * ui.scale, corner.y + strip.height), True)
    for row, (label, tone, is_line) in enumerate(legend_of(plot.steps[plot.here])):
        y, color = corner.y + row * line, pack_color(theme.rgba(tone))
        middle = y + line / 2
        if is_line:
            canvas.add_line(ImVec2(corner.x, middle), ImVec2(corner.x + line, middle), color, 2 * ui.scale)
        else:
            canvas.add_circle_filled(ImVec2(corner.x + line / 2, middle), line / 4, color)
        canvas.add_text(ImVec2(corner.x + 1.4 * line, y), pack_color(theme.rgba(tones.TEXT)), label)
    canvas.pop_clip_rect()


def legend_of(step: Any) -> tuple[tuple[str, Tone, bool], ...]:
    """What the plot of a step shows: names, colours, and whether each is a line."""
    bracket = (("bracket t₁ to t₂", BRACKET, True),) if isinstance(step, Impact) else ()
    return (
        ("signed distance, m", DISTANCE, True),
        (FOLLOWED_LABELS.get(type(step), "bound"), FOLLOWED, True),
        *bracket,
        ("this step", tones.CHOSEN, False),
        ("contact", tones.GOOD, True),
    )


def _draw_curves(plot: Plotted, span: TimeSpan, size: ImVec2, ui: Ui, state: State | None = None) -> list[Action]:
    """Draws the plot; with a state, on the axis of its ticks, without a legend of its own."""
    step, shared = plot.steps[plot.here], implot.Flags_.no_frame if state else implot.Flags_.none
    followed = _followed_curve(Identity(plot.sweep), Identity(step), span.start, span.near)
    distance = ui.jobs.request("distance over time", distance_curve, plot.sweep, span.start, span.end, SAMPLES)
    curves = [followed] if distance is None else [followed, distance.value]
    implot.push_style_var(implot.StyleVar_.plot_min_size, SMALLEST)
    implot.push_style_var(implot.StyleVar_.plot_padding, ImVec2(0, 0) if state else implot.get_style().plot_padding)
    begun = implot.begin_plot("##contact", size, PLOT_FLAGS | implot.Flags_.no_legend | shared)
    if not begun:
        implot.pop_style_var(2)
        return []
    _set_up_axes(curves, plot, span, shown_ticks(state) if state else None)
    if distance is not None:
        _draw_curve("signed distance", distance.value, DISTANCE, 1.5, ui)
    _draw_curve(FOLLOWED_LABELS.get(type(step), "bound"), followed, FOLLOWED, 2.5, ui)
    _draw_lines("contact", [0.0], tones.GOOD, implot.InfLinesFlags_.horizontal, ui)
    if isinstance(step, Impact):
        _draw_lines("bracket", [step.low, step.high], BRACKET, implot.InfLinesFlags_.none, ui)
    _draw_measured(plot, ui)
    if state is not None:
        _draw_lines("now", [0.0], tones.TEXT, implot.InfLinesFlags_.none, ui)
        _draw_heights(ui)
    actions = [] if state is None else _follow_pointer(plot, state, span, ui)
    implot.end_plot()
    implot.pop_style_var(2)
    return actions


def _follow_pointer(plot: Plotted, state: State, span: TimeSpan, ui: Ui) -> list[Action]:
    """Goes to the step of the search whose point is pressed, or to the tick there."""
    if not implot.is_plot_hovered() or not imgui.is_mouse_clicked(imgui.MouseButton_.left):
        return []
    pointer = imgui.get_mouse_pos()
    for number_of, step in enumerate(plot.steps):
        point = implot.plot_to_pixels(*measurement(step))
        if hypot(point.x - pointer.x, point.y - pointer.y) <= REACH * ui.scale:
            return [GoToStep(number_of)]
    tick, window = round((span.now + implot.get_plot_mouse_pos().x) / TICK), shown_ticks(state)
    return [GoToTick(min(max(tick, window.first), window.last))]


def _caption(step: Any) -> str:
    time, value = measurement(step)
    words = f"m over s.  Here {number(value)} m at {number(time)} s"
    if isinstance(step, Impact):
        words += f"; target {number(step.target, 3)} ± {number(step.band, 3)} m"
    return words


@lru_cache(maxsize=16)
def _followed_curve(sweep: Identity, step: Identity, start: float, end: float) -> Curve:
    return step_curve(sweep.value, step.value, start, end, SAMPLES)


def _set_up_axes(curves: list[Curve], plot: Plotted, span: TimeSpan, window: TickWindow | None) -> None:
    points = [measurement(step) for step in plot.steps[: plot.here + 1]]
    near = [curve.values[curve.times <= span.near] for curve in curves]
    seen = [point.value for point in points if span.start <= point.time <= span.end]
    values = np.concatenate([*near, [0.0, *seen]])
    values = values[np.isfinite(values)]
    room = MARGIN * (float(np.ptp(values)) or 1.0)
    low, high = float(values.min()) - room, float(values.max()) + room
    flags = AXIS_FLAGS | implot.AxisFlags_.no_tick_labels if window else AXIS_FLAGS
    implot.setup_axes("", "", flags, flags)
    implot.setup_axis_ticks(implot.ImAxis_.y1, *vertical_ticks(low, high, HEIGHTS, False))
    times = [time - span.now for time in round_times(window)] if window else None
    labels = [""] * len(times) if times else None
    if times is None:
        times, labels = vertical_ticks(span.left, span.right, 5, False)
    implot.setup_axis_ticks(implot.ImAxis_.x1, times, labels)
    implot.setup_axes_limits(span.left, span.right, low, high, implot.Cond_.always)


def _draw_heights(ui: Ui) -> None:
    """Writes round distances to the left of the plot, where it has no room for labels of its own."""
    limits, left = implot.get_plot_limits().y, implot.get_plot_pos().x - GAP * ui.scale
    canvas, color = imgui.get_window_draw_list(), pack_color(theme.rgba(tones.TEXT_DIM))
    with imgui_ctx.push_font(*ui.fonts.small):
        for height, words in zip(*vertical_ticks(limits.min, limits.max, HEIGHTS, False), strict=True):
            size, y = imgui.calc_text_size(words), implot.plot_to_pixels(0, height).y
            canvas.add_text(ImVec2(left - size.x, y - size.y / 2), color, words)


def _draw_curve(label: str, curve: Curve, tone: Tone, weight: float, ui: Ui) -> None:
    spec = implot.Spec(line_color=theme.rgba(tone), line_weight=weight * ui.scale)
    implot.plot_line(label, curve.times, curve.values, spec)


def _draw_lines(label: str, places: list[float], tone: Tone, flags: int, ui: Ui) -> None:
    spec = implot.Spec(line_color=theme.rgba(tone), line_weight=1.2 * ui.scale)
    spec.flags = int(flags)
    implot.plot_inf_lines(label, np.array(places), spec)


def _draw_measured(plot: Plotted, ui: Ui) -> None:
    """Draws what the steps so far measured; the last one is larger."""
    points = np.array([measurement(step) for step in plot.steps[: plot.here + 1]])
    for label, rows, tone, size in (
        ("steps before", points[:-1], tones.TEXT, 3.5),
        ("this step", points[-1:], tones.CHOSEN, 6.0),
    ):
        if len(rows):
            spec = implot.Spec(marker_fill_color=theme.rgba(tone), marker_line_color=theme.rgba(tone))
            spec.marker, spec.marker_size = int(implot.Marker_.circle), size * ui.scale
            implot.plot_scatter(label, rows[:, 0].copy(), rows[:, 1].copy(), spec)


FOLLOWED_LABELS = {Impact: "separation s(t)"}
TABLE_FLAGS = imgui.TableFlags_.row_bg | imgui.TableFlags_.sizing_fixed_fit
