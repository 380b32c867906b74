"""The First contact panel: the searches for a first contact side by side, and what the current step follows over time.

The plot shows the signed distance over time, the curve that the step of the search follows down to contact, and what
its steps so far measured.  For a time of impact it spans t₁ to t₂, so it zooms in as these approach the contact.

In a narrow panel, as beside the text of a lesson, the plot is below the table, which has fewer columns.
"""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from imgui_bundle import ImVec2, imgui, implot

from gjkscope.app.ask.runs.answers import HORIZON
from gjkscope.app.ask.runs.choices import CONTACT_SEARCHES
from gjkscope.app.ask.runs.runs import Advanced
from gjkscope.app.base.identity import Identity
from gjkscope.app.scenes.scene import Body
from gjkscope.app.state.actions import Action, ChooseAlgorithm
from gjkscope.app.state.inspection.comparison import inspected_state, position
from gjkscope.app.state.inspection.traces import inspect
from gjkscope.app.state.model import State
from gjkscope.app.view import tones
from gjkscope.app.view.panels.timeline.bounds_panel import AXIS_FLAGS, PLOT_FLAGS, SMALLEST, vertical_ticks
from gjkscope.app.view.panels.toolkit import theme
from gjkscope.app.view.panels.toolkit.ui import Ui
from gjkscope.app.view.panels.toolkit.widgets import tool_tip
from gjkscope.app.view.tones import Tone
from gjkscope.engine.advancement.motion import STILL
from gjkscope.engine.approach.comparison import SEARCHES, SearchComparison, SearchResult, compare_searches
from gjkscope.engine.approach.curves import Curve, distance_curve, measurement, span_of, step_curve
from gjkscope.engine.text import number
from gjkscope.engine.time_of_impact.separation import Sweep
from gjkscope.engine.time_of_impact.steps import State as Impact
from gjkscope.engine.time_of_impact.steps import sweep_of

NOT_MOVING = "Neither body moves. Give one of them a velocity and a mass."
SAMPLES = 97  # of a curve
MARGIN = 0.06  # around the plotted values, relative to their spread
TABLE_WIDTH, TABLE_SHARE = 500.0, 0.6  # pixels at 100 % scale, but no more than this share of the panel's width
NARROW = 480.0  # pixels at 100 % scale: a narrower panel has no room for a plot beside the table
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


class Plotted(NamedTuple):
    """What is plotted of one step of a search."""

    sweep: Sweep
    steps: tuple[Any, ...]
    here: int  # the step shown


def draw_contact_panel(state: State, ui: Ui) -> list[Action]:
    run = inspected_state(state)
    bodies = moving_pair(run)
    if bodies is None:
        imgui.text_wrapped(NOT_MOVING)
        return []
    if imgui.get_content_region_avail().x < NARROW * ui.scale:
        actions = _draw_table(run, bodies, ui, NARROW_COLUMNS)
        _draw_plot(plot_of(run), ui, with_legend=False)
        return actions
    actions = []
    width = min(TABLE_WIDTH * ui.scale, TABLE_SHARE * imgui.get_content_region_avail().x)
    if imgui.begin_child("searches", ImVec2(width, 0), window_flags=imgui.WindowFlags_.horizontal_scrollbar):
        actions += _draw_table(run, bodies, ui, tuple(range(len(COLUMNS))))
        _draw_notes(bodies, ui)
    imgui.end_child()
    imgui.same_line()
    if imgui.begin_child("curve", ImVec2(0, 0)):
        _draw_plot(plot_of(run), ui)
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


def _draw_plot(plot: Plotted | None, ui: Ui, with_legend: bool = True) -> None:
    if plot is None:
        imgui.text_disabled("Choose a search to see its curve.")
        return
    step = plot.steps[plot.here]
    start, end = span_of(plot.steps, step)
    followed = _followed_curve(Identity(plot.sweep), Identity(step), start, end)
    distance = ui.jobs.request("distance over time", distance_curve, plot.sweep, start, end, SAMPLES)
    curves = [followed] if distance is None else [followed, distance.value]
    imgui.text_disabled(_caption(step))
    implot.push_style_var(implot.StyleVar_.plot_min_size, SMALLEST)
    begun = implot.begin_plot(
        "##contact", ImVec2(-1, -1), PLOT_FLAGS if with_legend else PLOT_FLAGS | implot.Flags_.no_legend
    )
    implot.pop_style_var()
    if not begun:
        return
    _set_up_axes(curves, plot, start, end)
    if distance is not None:
        _draw_curve("signed distance", distance.value, DISTANCE, 1.5, ui)
    _draw_curve(FOLLOWED_LABELS.get(type(step), "bound"), followed, FOLLOWED, 2.5, ui)
    _draw_lines("contact", [0.0], tones.GOOD, implot.InfLinesFlags_.horizontal, ui)
    if isinstance(step, Impact):
        _draw_lines("bracket", [step.low, step.high], BRACKET, implot.InfLinesFlags_.none, ui)
    _draw_measured(plot, ui)
    implot.end_plot()


def _caption(step: Any) -> str:
    time, value = measurement(step)
    words = f"m over s.  Here {number(value)} m at {number(time)} s"
    if isinstance(step, Impact):
        words += f"; target {number(step.target, 3)} ± {number(step.band, 3)} m"
    return words


@lru_cache(maxsize=16)
def _followed_curve(sweep: Identity, step: Identity, start: float, end: float) -> Curve:
    return step_curve(sweep.value, step.value, start, end, SAMPLES)


def _set_up_axes(curves: list[Curve], plot: Plotted, start: float, end: float) -> None:
    points = [measurement(step) for step in plot.steps[: plot.here + 1]]
    seen = [point.value for point in points if start <= point.time <= end]
    values = np.concatenate([*(curve.values for curve in curves), [0.0, *seen]])
    values = values[np.isfinite(values)]
    room, aside = MARGIN * (float(np.ptp(values)) or 1.0), MARGIN * (end - start)
    low, high = float(values.min()) - room, float(values.max()) + room
    implot.setup_axes("", "", AXIS_FLAGS, AXIS_FLAGS)
    implot.setup_axis_ticks(implot.ImAxis_.y1, *vertical_ticks(low, high, 6, False))
    implot.setup_axis_ticks(implot.ImAxis_.x1, *vertical_ticks(start - aside, end + aside, 5, False))
    implot.setup_axes_limits(start - aside, end + aside, low, high, implot.Cond_.always)
    implot.setup_legend(implot.Location_.east, implot.LegendFlags_.outside)


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
